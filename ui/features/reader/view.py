"""The right half of the search page: a document's pages with marked words, its summary, and its tools."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal

from briefbank.domain.documents import Document
from briefbank.domain.pages import PageHighlight
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.exports.quotations import CitedQuotation
from ui.features.reader.availability import REMOVED, DocumentAvailability
from ui.features.reader.citing import quoted_selection
from ui.features.reader.document_finder import DocumentFinder
from ui.features.reader.external_viewer import ExternalViewer
from ui.features.reader.frame import ReaderFrame
from ui.features.reader.law_line import OpenLaw
from ui.features.reader.link_dialog import LinkDialog
from ui.features.reader.link_store import LinkStore
from ui.features.reader.navigation import ReaderNavigation
from ui.features.reader.opening import OpenedDocument, close_pages, highlights_of, open_pages
from ui.features.reader.page_geometry import PageDisplay
from ui.features.reader.page_store import PageStore
from ui.features.reader.text_store import TextStore
from ui.features.summary.controller import SummaryController
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.announce import announce
from ui.shared import copying, wording
from ui.shared.own_topics import Lanes
from ui.shared.reading_again import ReadAgainMenus

if TYPE_CHECKING:
    from briefbank.library import Library

NOTHING_OPEN = (
    "document",
    tr("Choose a passage to read it here."),
    tr("It opens at the page, with the words marked."),
)
SPOKEN_MS = 600
"""The time after which the page in view is read aloud; pages scrolled past are not."""


class Reader(ReaderFrame):
    """Opens hits and documents; everything slow runs in lanes. There may be two readers side by side."""

    previous_wanted = Signal()
    next_wanted = Signal()
    told = Signal(str)
    hit_changed = Signal(int)
    """The passage id of the open result; 0 when no result is open."""
    opened = Signal(int)
    """The id of a document whose pages are now on the screen."""
    search_wanted = Signal()
    """What is shown is no longer in the library: the search should be repeated."""
    like_wanted = Signal(str, str)
    """Selected text and its position: passages like it are wanted."""

    def __init__(self, library: Library, jobs: Lanes, reading_again: ReadAgainMenus) -> None:
        super().__init__()
        self.reading_again = reading_again
        self._library = library
        self._jobs = jobs
        self._document: Document | None = None
        self._hit: Hit | None = None
        self._opened: OpenedDocument | None = None
        """The document on the screen; None while it is being opened."""
        self._start_page: int | None = 0
        self._keep_page = False
        self._display_by_document: dict[int, PageDisplay] = {}
        """The displays of documents that were open before, by document id."""
        self._button_action: Callable[[], object] | None = None
        """The action of the button below a message."""
        self._make_parts()
        self._connect()
        self.close_document()

    # --- parts ---

    def _make_parts(self) -> None:
        library, jobs = self._library, self._jobs
        self.summaries = SummaryController(library, jobs, self.summary)
        self.finding = DocumentFinder(library, jobs, self.canvas, "find")
        self.put_find_bar(self.finding.bar)
        self.guide = ReaderNavigation(library, jobs, self.head, self.side, self.canvas)
        self.presence = DocumentAvailability(library, jobs, self.notice)
        self.outside = ExternalViewer(library, jobs, self)
        self._speak_timer = QTimer(self)
        self._speak_timer.setSingleShot(True)
        self._speak_timer.setInterval(SPOKEN_MS)

    def _connect(self) -> None:
        self._connect_head()
        self.canvas.page_changed.connect(self._page_changed)
        self.canvas.copy_wanted.connect(self.copy_selected)
        self.canvas.like_wanted.connect(self.find_like_selected)
        self.canvas.failed.connect(lambda _page: self.presence.look())
        self.canvas.link_wanted.connect(lambda link: LinkDialog(link, self).open())
        self.presence.again_wanted.connect(self.show_again)
        self.presence.removed.connect(self._show_removed)
        self.act.clicked.connect(self._button_pressed)
        self.outside.failed.connect(self.presence.consider)
        self.bar.again_wanted.connect(self.read_again)
        self.bar.page_chosen.connect(self.canvas.jump)
        self.summaries.page_chosen.connect(self.canvas.jump)
        self.summaries.marked.connect(self.canvas.highlight)
        for part in (self.summaries, self.guide, self.outside):
            part.told.connect(self.told)
        self._speak_timer.timeout.connect(lambda: announce(self.canvas, self.canvas.accessibleDescription()))

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
        """Tell whether the pages of a document are on the screen."""
        return self._opened is not None and self._document is not None and self._document.id == document.id

    def open_hit(self, hit: Hit) -> None:
        """Show a result's page with its passage and words marked."""
        same = self._shows(hit.document)
        self._set_hit(hit)
        if same:
            job = self._jobs.start(Lane.READER, partial(highlights_of, self._library, hit), topic="open")
            job.done.connect(self._mark)
            job.failed.connect(self._marking_failed)
        else:
            self._open(hit.document, hit, 0)

    def open_document(self, document: Document, *, at_remark: bool = False) -> None:
        """Show a document from its first page, or from the first page with a remark."""
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
        """Update to the documents that the library now holds: the open one may have another caption, or be
        gone."""
        if self._document is None:
            return
        shown = self._document.id
        now = next((each for each in documents if each.id == shown), None)
        if now is None:
            self._show_removed()
        else:
            self._document = now
            self.head.show_caption(now)

    def show_anew(self, document: Document) -> None:
        """Show the open document, which was read again, as it is now, at the same page."""
        self._set_hit(None)
        self._open(document, None, max(0, self.canvas.page))

    def show_again(self) -> None:
        """Open the open document once more, with its marks, at the page being read."""
        if self._document is not None:
            self._open(self._document, self._hit, max(0, self.canvas.page), stays=True)

    def _set_hit(self, hit: Hit | None) -> None:
        self._hit = hit
        self.hit_changed.emit(hit.passage.id if hit else 0)

    def close_document(self) -> None:
        self._jobs.drop("open")
        self._clear_screen()
        self._document = self._button_action = None
        self._set_hit(None)
        self.summaries.begin(0)
        self.show_message(*NOTHING_OPEN)

    def _clear_screen(self) -> None:
        """Clear what is on the screen."""
        if self._opened is not None and self._document is not None:
            self._display_by_document[self._document.id] = self.canvas.look
        self._opened = None
        self.finding.end()
        self.guide.end()
        self.presence.begin(0)
        self.canvas.clear()

    def _show_removed(self) -> None:
        self.close_document()
        self._button_action = self.search_wanted.emit
        self.show_message("warning", *REMOVED, tr("Search again"))

    def _open(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool = False) -> None:
        """Open at a page, or at the first page with a remark for None. A hit sets the page itself, unless the
        reader ``stays`` at the page."""
        self._clear_screen()
        self._document, self._start_page, self._keep_page = document, page, stays
        self.summaries.begin(document.id)
        self.head.show_document(document)
        self.law.show_law(OpenLaw(hit.alerts if hit else ()))
        self.bar.show_pages([])
        self.show_pages()
        work = partial(open_pages, self._library, document.id, hit)
        job = self._jobs.start(Lane.PAGES, work, topic="open", discard=close_pages)
        job.done.connect(self._show)
        job.failed.connect(partial(self._opening_failed, document, hit))

    def _show(self, opened: OpenedDocument) -> None:
        assert self._document is not None
        self._opened, document_id = opened, self._document.id
        store = PageStore(self._jobs, opened.view, self.canvas)
        texts = TextStore(self._jobs, opened.view, opened.raws, self.canvas)
        self.bar.show_pages(opened.pages, opened.attached)
        look = self._display_by_document.get(document_id)
        self.canvas.show_pages(store, opened.sizes, opened.gaps, jump_follows=True, look=look)
        self.canvas.show_texts(texts)
        self.canvas.show_links(LinkStore(self._jobs, opened.view, self.canvas))
        self.finding.begin(document_id, texts)
        self.presence.begin(document_id)
        if self._hit is None or self._keep_page:
            self.canvas.jump(self._first_page(opened))
        if self._hit is not None:
            self._mark(opened.highlights, stay=self._keep_page)
        self.guide.begin(document_id, opened)
        self.summaries.name_pages(opened.labels)
        self.opened.emit(document_id)

    def _first_page(self, opened: OpenedDocument) -> int:
        if self._start_page is not None:
            return min(self._start_page, len(opened.sizes) - 1)
        noted = [page for page in (self.bar.first(), min(opened.gaps, default=None)) if page is not None]
        return min(noted, default=0)

    def _mark(self, highlights: Sequence[PageHighlight], *, stay: bool = False) -> None:
        if self._hit is not None:
            self.canvas.highlight(highlights, self._hit.passage.first_page, stay=stay)

    def _marking_failed(self, error: BriefBankError) -> None:
        if self._hit is not None and not isinstance(error, Cancelled):
            self.canvas.jump(self._hit.passage.first_page)
            self.told.emit(tr("The words could not be marked on this page."))
            self.presence.consider(error)

    def _opening_failed(self, document: Document, hit: Hit | None, error: BriefBankError) -> None:
        if isinstance(error, Cancelled):
            return
        if isinstance(error, NotInLibrary):
            self._show_removed()
            return
        self._document = None
        self._button_action = partial(self._reopen, document, hit, self._start_page, stays=self._keep_page)
        self._set_hit(None)
        self.show_message("warning", error.title, error.remedy, tr("Try again"))

    def _reopen(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool) -> None:
        self._set_hit(hit)
        self._open(document, hit, page, stays=stays)

    def _button_pressed(self) -> None:
        if self._button_action is not None:
            self._button_action()

    # --- around the pages ---

    def _page_changed(self, page: int) -> None:
        if self._opened is None or self._document is None:
            return
        text = wording.page_of(self._opened.labels[page], page, self._document.pages)
        place = text[0].upper() + text[1:]
        self.head.place.setText(
            place, _short_place(self._opened.labels[page], page, len(self._opened.labels))
        )
        self.bar.show_page(page)
        remarks = (self._opened.gaps.get(page, ""), self.bar.remark(page))
        spoken = " ".join(remark for remark in remarks if remark)
        self.canvas.setAccessibleDescription(f"{place}. {spoken}" if spoken else place)
        self._speak_timer.start()

    def read_again(self) -> None:
        """Offer to recognise the text of the page in view, or of the document, once more."""
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
        """Open the file in the system's own viewer, at the page being read."""
        if self._document is None:
            return
        view = self._opened.view if self._opened is not None else None
        self.outside.open(self._document.id, max(0, self.canvas.page), view)

    def copy_selected(self) -> None:
        """Copy the selected text of the document itself, with its citation, to the clipboard."""
        selector = self.canvas.selector
        if self._document is None or selector.is_empty:
            return
        ranges, text = selector.ranges(), selector.text()
        work = partial(quoted_selection, self._library, self._document.id, ranges, text)
        job = self._jobs.start(Lane.READER, work, topic="citation")
        job.done.connect(self._copied)
        job.failed.connect(self._copying_failed)

    def _copied(self, quoted: CitedQuotation) -> None:
        copying.put(quoted)
        self.told.emit(tr("The selected text was copied with its citation."))

    def _copying_failed(self, error: BriefBankError) -> None:
        self.told.emit(tr("Nothing was copied. {reason}").format(reason=error))
        self.presence.consider(error)

    def find_like_selected(self) -> None:
        selector = self.canvas.selector
        if self._document is None or self._opened is None or selector.is_empty:
            return
        label = self._opened.labels[selector.page]
        self.like_wanted.emit(selector.text(), wording.place(self._document.kind, label, selector.page))

    def toggle_summary(self) -> None:
        if self._document is not None:
            self.summary.toggle.toggle()


def _short_place(label: str, page: int, count: int) -> str:
    """Return '12 (15 of 24)': the printed number and the position in the file."""
    if not label:
        return tr("{number} of {count}").format(number=page + 1, count=count)
    return tr("{label} ({number} of {count})").format(label=label, number=page + 1, count=count)
