"""The right half of the search page: a document's pages at the words, its summary, and its tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.models import Document, Hit, PageHighlight
from briefbank.quotations import Quotation
from ui import copying, words
from ui.announcing import announce
from ui.citing import quoted_selection
from ui.finding import Finding
from ui.jobs import Lane
from ui.opening_pages import Opened, close_pages, highlights_of, open_pages
from ui.outside_viewer import OutsideViewer
from ui.own_topics import Lanes
from ui.reader_guide import ReaderGuide
from ui.reader_presence import REMOVED, ReaderPresence
from ui.reading_again import ReadingAgain
from ui.summary_work import SummaryWork
from ui.tongue import tr
from ui.views.law_line import OpenLaw
from ui.views.link_dialog import LinkDialog
from ui.views.reader_frame import ReaderFrame
from ui.widgets.link_store import LinkStore
from ui.widgets.page_geometry import Look
from ui.widgets.page_store import PageStore
from ui.widgets.text_store import TextStore

if TYPE_CHECKING:
    from briefbank.library import Library

NOTHING_OPEN = (
    "document",
    tr("Choose a passage to read it here."),
    tr("It opens at the page, with the words marked."),
)
SPOKEN_MS = 600
"""After resting on a page for so long it is read aloud; pages that are scrolled past are not."""


class Reader(ReaderFrame):
    """Opens hits and documents; everything slow runs in lanes. There may be two beside each other."""

    previous_wanted = Signal()
    next_wanted = Signal()
    told = Signal(str)
    hit_changed = Signal(int)
    """The passage id of the result that is open now; 0 when what is open is none."""
    opened = Signal(int)
    """A document's pages are on the screen."""
    search_wanted = Signal()
    """What is shown is not in the library any more: the search should be made again."""
    like_wanted = Signal(str, str)
    """Text that was selected, and where it stands: passages like it are wanted."""

    def __init__(self, library: Library, jobs: Lanes, reading_again: ReadingAgain) -> None:
        super().__init__()
        self.reading_again = reading_again
        self._library = library
        self._jobs = jobs
        self._document: Document | None = None
        self._hit: Hit | None = None
        self._opened: Opened | None = None
        """What is on the screen; None while it is being opened."""
        self._first: int | None = 0
        self._stays = False
        self._looks: dict[int, Look] = {}
        """How documents were looked at that were open before, by their ids."""
        self._then: Callable[[], object] | None = None
        """What the button below a message does."""
        self._make_parts()
        self._connect()
        self.close_document()

    # --- parts ---

    def _make_parts(self) -> None:
        library, jobs = self._library, self._jobs
        self.summaries = SummaryWork(library, jobs, self.summary)
        self.finding = Finding(library, jobs, self.canvas, "find")
        self.put_find_bar(self.finding.bar)
        self.guide = ReaderGuide(library, jobs, self.head, self.side, self.canvas)
        self.presence = ReaderPresence(library, jobs, self.notice)
        self.outside = OutsideViewer(library, jobs, self)
        self._spoken = QTimer(self)
        self._spoken.setSingleShot(True)
        self._spoken.setInterval(SPOKEN_MS)

    def _connect(self) -> None:
        self._connect_head()
        self.canvas.page_changed.connect(self._page_changed)
        self.canvas.copy_wanted.connect(self.copy_selected)
        self.canvas.like_wanted.connect(self.find_like_selected)
        self.canvas.failed.connect(lambda _page: self.presence.look())
        self.canvas.link_wanted.connect(lambda link: LinkDialog(link, self).open())
        self.presence.again_wanted.connect(self.show_again)
        self.presence.removed.connect(self._say_removed)
        self.act.clicked.connect(self._act)
        self.outside.failed.connect(self.presence.consider)
        self.bar.again_wanted.connect(self.read_again)
        self.bar.page_chosen.connect(self.canvas.jump)
        self.summaries.page_chosen.connect(self.canvas.jump)
        self.summaries.marked.connect(self.canvas.highlight)
        for part in (self.summaries, self.guide, self.outside):
            part.told.connect(self.told)
        self._spoken.timeout.connect(lambda: announce(self.canvas, self.canvas.accessibleDescription()))

    def _connect_head(self) -> None:
        head, canvas = self.head, self.canvas
        head.previous_hit.clicked.connect(self.previous_wanted)
        head.next_hit.clicked.connect(self.next_wanted)
        head.smaller.clicked.connect(canvas.zoom_out)
        head.larger.clicked.connect(canvas.zoom_in)
        head.fit.clicked.connect(canvas.fit_width)
        head.turn.clicked.connect(lambda: canvas.turn(1))
        head.zoom.zoom_wanted.connect(canvas.set_zoom)
        head.zoom.width_wanted.connect(canvas.fit_width)
        head.zoom.page_wanted.connect(canvas.fit_page)
        head.zoom.turn_wanted.connect(canvas.turn)
        head.outside.clicked.connect(self.open_outside)
        canvas.zoom_changed.connect(head.show_zoom)

    # --- opening ---

    @property
    def document(self) -> Document | None:
        return self._document

    @property
    def hit(self) -> Hit | None:
        return self._hit

    def _shows(self, document: Document) -> bool:
        """Whether these pages are on the screen."""
        return self._opened is not None and self._document is not None and self._document.id == document.id

    def open_hit(self, hit: Hit) -> None:
        """Show a result's page with its passage and words marked."""
        same = self._shows(hit.document)
        self._set_hit(hit)
        if same:
            job = self._jobs.start(Lane.READER, partial(highlights_of, self._library, hit), topic="open")
            job.done.connect(self._mark)
            job.failed.connect(self._not_marked)
        else:
            self._open(hit.document, hit, 0)

    def open_document(self, document: Document, *, at_remark: bool = False) -> None:
        """Show a document from its first page, or from the first of which there is something to say."""
        self._set_hit(None)
        self._open(document, None, None if at_remark else 0)

    def show_page(self, document: Document, page: int) -> None:
        """Show one page (0-based) of a document, which may be open already."""
        if self._shows(document):
            self.canvas.jump(page)
        else:
            self._set_hit(None)
            self._open(document, None, page)

    def follow(self, documents: Sequence[Document]) -> None:
        """The library holds these now: the open document may have another caption, or be gone."""
        if self._document is None:
            return
        shown = self._document.id
        now = next((each for each in documents if each.id == shown), None)
        if now is None:
            self._say_removed()
        else:
            self._document = now
            self.head.show_caption(now)

    def show_anew(self, document: Document) -> None:
        """The document that is open was read again: show it as it is now, at the same page."""
        self._set_hit(None)
        self._open(document, None, max(0, self.canvas.page))

    def show_again(self) -> None:
        """Open what is open once more, with its marks, at the page that is being read."""
        if self._document is not None:
            self._open(self._document, self._hit, max(0, self.canvas.page), stays=True)

    def _set_hit(self, hit: Hit | None) -> None:
        self._hit = hit
        self.hit_changed.emit(hit.passage.id if hit else 0)

    def close_document(self) -> None:
        self._jobs.drop("open")
        self._leave()
        self._document = self._then = None
        self._set_hit(None)
        self.summaries.begin(0)
        self.show_message(*NOTHING_OPEN)

    def _leave(self) -> None:
        """What is on the screen makes room."""
        if self._opened is not None and self._document is not None:
            self._looks[self._document.id] = self.canvas.look
        self._opened = None
        self.finding.end()
        self.guide.end()
        self.presence.begin(0)
        self.canvas.clear()

    def _say_removed(self) -> None:
        self.close_document()
        self._then = self.search_wanted.emit
        self.show_message("warning", *REMOVED, tr("Search again"))

    def _open(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool = False) -> None:
        """At a page, or (None) at the first with a remark; a hit says itself where, unless the reader
        ``stays`` at the page."""
        self._leave()
        self._document, self._first, self._stays = document, page, stays
        self.summaries.begin(document.id)
        self.head.show_document(document)
        self.law.show_law(OpenLaw(hit.alerts if hit else ()))
        self.bar.show_pages([])
        self.show_pages()
        work = partial(open_pages, self._library, document.id, hit)
        job = self._jobs.start(Lane.PAGES, work, topic="open", discard=close_pages)
        job.done.connect(self._show)
        job.failed.connect(partial(self._not_opened, document, hit))

    def _show(self, opened: Opened) -> None:
        assert self._document is not None
        self._opened, document_id = opened, self._document.id
        store = PageStore(self._jobs, opened.view, self.canvas)
        texts = TextStore(self._jobs, opened.view, opened.raws, self.canvas)
        self.bar.show_pages(opened.pages, opened.attached)
        look = self._looks.get(document_id)
        self.canvas.show_pages(store, opened.sizes, opened.gaps, jump_follows=True, look=look)
        self.canvas.show_texts(texts)
        self.canvas.show_links(LinkStore(self._jobs, opened.view, self.canvas))
        self.finding.begin(document_id, texts)
        self.presence.begin(document_id)
        if self._hit is None or self._stays:
            self.canvas.jump(self._first_page(opened))
        if self._hit is not None:
            self._mark(opened.highlights, stay=self._stays)
        self.guide.begin(document_id, opened)
        self.summaries.name_pages(opened.labels)
        self.opened.emit(document_id)

    def _first_page(self, opened: Opened) -> int:
        if self._first is not None:
            return min(self._first, len(opened.sizes) - 1)
        noted = [page for page in (self.bar.first(), min(opened.gaps, default=None)) if page is not None]
        return min(noted, default=0)

    def _mark(self, highlights: Sequence[PageHighlight], *, stay: bool = False) -> None:
        if self._hit is not None:
            self.canvas.highlight(highlights, self._hit.passage.first_page, stay=stay)

    def _not_marked(self, error: BriefBankError) -> None:
        if self._hit is not None and not isinstance(error, Cancelled):
            self.canvas.jump(self._hit.passage.first_page)
            self.told.emit(tr("The words could not be marked on this page."))
            self.presence.consider(error)

    def _not_opened(self, document: Document, hit: Hit | None, error: BriefBankError) -> None:
        if isinstance(error, Cancelled):
            return
        if isinstance(error, NotInLibrary):
            self._say_removed()
            return
        self._document = None
        self._then = partial(self._reopen, document, hit, self._first, stays=self._stays)
        self._set_hit(None)
        self.show_message("warning", error.title, error.remedy, tr("Try again"))

    def _reopen(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool) -> None:
        self._set_hit(hit)
        self._open(document, hit, page, stays=stays)

    def _act(self) -> None:
        if self._then is not None:
            self._then()

    # --- around the pages ---

    def _page_changed(self, page: int) -> None:
        if self._opened is None or self._document is None:
            return
        text = words.page_of(self._opened.labels[page], page, self._document.pages)
        place = text[0].upper() + text[1:]
        self.head.place.setText(
            place, _short_place(self._opened.labels[page], page, len(self._opened.labels))
        )
        self.bar.show_page(page)
        remarks = (self._opened.gaps.get(page, ""), self.bar.remark(page))
        spoken = " ".join(remark for remark in remarks if remark)
        self.canvas.setAccessibleDescription(f"{place}. {spoken}" if spoken else place)
        self._spoken.start()

    def read_again(self) -> None:
        """Offer to recognise the page that is shown, or the document, once more."""
        if self._document is None or self._opened is None:
            return
        page = self.canvas.page
        if page not in self._opened.scanned:
            self.told.emit(tr("This page has text of its own; there is nothing to recognise."))
            return
        menu = self.reading_again.menu(self, self._document, page)
        corner = self.bar.again if self.bar.again.isVisible() else self.head.place
        menu.popup(corner.mapToGlobal(corner.rect().bottomLeft()))

    def open_outside(self) -> None:
        """Hand the file to the system's own viewer, at the page that is being read."""
        if self._document is None:
            return
        view = self._opened.view if self._opened is not None else None
        self.outside.open(self._document.id, max(0, self.canvas.page), view)

    def copy_selected(self) -> None:
        """The selected text of the document itself, with its citation, to the clipboard."""
        selector = self.canvas.selector
        if self._document is None or selector.is_empty:
            return
        ranges, text = selector.ranges(), selector.text()
        work = partial(quoted_selection, self._library, self._document.id, ranges, text)
        job = self._jobs.start(Lane.READER, work, topic="citation")
        job.done.connect(self._copied)
        job.failed.connect(self._not_copied)

    def _copied(self, quoted: Quotation) -> None:
        copying.put(quoted)
        self.told.emit(tr("The selected text was copied with its citation."))

    def _not_copied(self, error: BriefBankError) -> None:
        self.told.emit(tr("Nothing was copied. {reason}").format(reason=error))
        self.presence.consider(error)

    def find_like_selected(self) -> None:
        selector = self.canvas.selector
        if self._document is None or self._opened is None or selector.is_empty:
            return
        label = self._opened.labels[selector.page]
        self.like_wanted.emit(selector.text(), words.place(self._document.kind, label, selector.page))

    def toggle_summary(self) -> None:
        if self._document is not None:
            self.summary.toggle.toggle()


def _short_place(label: str, page: int, count: int) -> str:
    """'12 (15 of 24)': the printed number, and the place in the file."""
    if not label:
        return tr("{number} of {count}").format(number=page + 1, count=count)
    return tr("{label} ({number} of {count})").format(label=label, number=page + 1, count=count)
