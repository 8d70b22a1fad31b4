"""Opens hits and documents in a reader: their pages with marked words, their summary, and the law on them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.documents import Document
from briefbank.domain.pages import PageHighlight
from briefbank.domain.searches import Hit
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.exports.quotations import CitedQuotation
from ui.features.reader.attachment_controller import AttachmentController
from ui.features.reader.availability_controller import REMOVED, AvailabilityController
from ui.features.reader.external_viewer_controller import ExternalViewerController
from ui.features.reader.find_controller import FindController
from ui.features.reader.law_controller import LawLookupController
from ui.features.reader.law_line import OpenLaw
from ui.features.reader.link_store import LinkStore
from ui.features.reader.navigation_controller import NavigationController
from ui.features.reader.opening import OpenedDocument, close_pages, open_pages
from ui.features.reader.page_geometry import PageDisplay
from ui.features.reader.page_store import PageStore
from ui.features.reader.print_controller import PrintController
from ui.features.reader.selected_quotation import quoted_selection
from ui.features.reader.text_store import TextStore
from ui.features.reader.view import ReaderView
from ui.features.summary.controller import SummaryController
from ui.i18n.translate import tr
from ui.jobs import Lane
from ui.kit.announce import announce
from ui.shared import copying, wording
from ui.shared.reread_menus import ReadAgainMenus
from ui.shared.scoped_jobs import Lanes

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

NOTHING_OPEN = (
    "document",
    tr("Choose a passage to read it here."),
    tr("It opens at the page, with the words marked."),
)
SPOKEN_MS = 600  # The time after which the page in view is read aloud; pages scrolled past are not


class ReaderController(QObject):
    """The controller of one reader; everything slow runs in lanes. There may be two readers side by side."""

    status = Signal(str)  # A message for the status line
    hit_changed = Signal(int)  # The passage id of the open result; 0 when no result is open
    opened = Signal(int)  # The id of a document whose pages are now on the screen
    search_wanted = Signal()  # What is shown is no longer in the library: the search should be repeated
    like_wanted = Signal(str, str)  # Selected text and its position: passages like it are wanted

    def __init__(
        self, library: LibraryApi, jobs: Lanes, reading_again: ReadAgainMenus, view: ReaderView
    ) -> None:
        super().__init__(view)
        self.reading_again = reading_again
        self._library, self._jobs, self.view = library, jobs, view
        self._canvas = view.canvas
        self.document: Document | None = None
        """The document that is open or being opened."""
        self.hit: Hit | None = None
        """The open result, whose words are marked."""
        self._opened: OpenedDocument | None = None
        """The document on the screen; None while it is being opened."""
        self._start_page: int | None = 0
        self._keep_page = False
        self._display_by_document: dict[int, PageDisplay] = {}
        """The displays of documents that were open before, by document id."""
        self._button_action: Callable[[], object] | None = None
        """The action of the button below a message."""
        self.summaries = SummaryController(library, jobs, view.summary)
        self.find = FindController(library, jobs, view.canvas)
        view.put_find_bar(self.find.bar)
        self.navigation = NavigationController(library, jobs, view)
        self.availability = AvailabilityController(library, jobs, view.notice)
        self.external_viewer = ExternalViewerController(library, jobs, view)
        self.printing = PrintController(library, jobs, view)
        self.law = LawLookupController(library, jobs, self)
        self.attachments = AttachmentController(library, jobs, self)
        self._speak_timer = QTimer(self)
        self._speak_timer.setSingleShot(True)
        self._speak_timer.setInterval(SPOKEN_MS)
        self._connect()
        self.close_document()

    def _connect(self) -> None:
        view, canvas = self.view, self._canvas
        canvas.page_changed.connect(self._page_changed)
        canvas.copy_wanted.connect(self.copy_selected)
        canvas.like_wanted.connect(self.find_like_selected)
        canvas.failed.connect(lambda _page: self.availability.check())
        view.act.clicked.connect(self._button_pressed)
        view.bar.again_wanted.connect(self.read_again)
        view.head.outside.clicked.connect(self.open_outside)
        view.notice.acted.connect(self.show_again)
        self.availability.removed.connect(self._show_removed)
        self.external_viewer.failed.connect(self.availability.consider)
        self.summaries.page_chosen.connect(canvas.jump)
        self.summaries.marked.connect(canvas.highlight)
        for part in (self.summaries, self.find, self.navigation, self.external_viewer, self.printing):
            part.status.connect(self.status)
        self._speak_timer.timeout.connect(lambda: announce(canvas, canvas.accessibleDescription()))

    # --- opening ---

    def _shows(self, document: Document) -> bool:
        """Tell whether the pages of a document are on the screen."""
        return self._opened is not None and self.document is not None and self.document.id == document.id

    def open_hit(self, hit: Hit) -> None:
        """Show a result's page with its passage and words marked."""
        same = self._shows(hit.document)
        self._set_hit(hit)
        if same:
            library = self._library
            job = self._jobs.start(
                Lane.READER, lambda _reporter: library.reader.highlights(hit), topic="open"
            )
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
            self._canvas.jump(page)
        else:
            self._set_hit(None)
            self._open(document, None, page)

    def follow(self, present: Mapping[int, Document | None]) -> None:
        """Update to documents as the library has them now, by id, None for one that is gone; another one that
        is open stays as it is."""
        if self.document is None or self.document.id not in present:
            return
        now = present[self.document.id]
        if now is None:
            self._show_removed()
        else:
            self.document = now
            self.view.head.show_caption(now)
            self.attachments.refresh()

    def show_anew(self, document: Document) -> None:
        """Show the open document, which was read again, as it is now, at the same page."""
        self._set_hit(None)
        self._open(document, None, max(0, self._canvas.page))

    def show_again(self) -> None:
        """Open the open document once more, with its marks, at the page being read."""
        if self.document is not None:
            self._open(self.document, self.hit, max(0, self._canvas.page), stays=True)

    def _set_hit(self, hit: Hit | None) -> None:
        self.hit = hit
        self.hit_changed.emit(hit.passage.id if hit else 0)

    def close_document(self) -> None:
        self._jobs.drop("open")
        self._clear_screen()
        self.document = self._button_action = None
        self._set_hit(None)
        self.summaries.begin(0)
        self.view.show_message(*NOTHING_OPEN)

    def _clear_screen(self) -> None:
        """Clear what is on the screen."""
        if self._opened is not None and self.document is not None:
            self._display_by_document[self.document.id] = self._canvas.display
        self._opened = None
        self.find.end()
        self.navigation.end()
        self.availability.begin(0)
        self._canvas.clear()

    def _show_removed(self) -> None:
        self.close_document()
        self._button_action = self.search_wanted.emit
        self.view.show_message("warning", *REMOVED, tr("Search again"))

    def _open(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool = False) -> None:
        """Open at a page, or at the first page with a remark for None. A hit sets the page itself, unless the
        reader ``stays`` at the page."""
        self._clear_screen()
        self.document, self._start_page, self._keep_page = document, page, stays
        self.summaries.begin(document.id)
        self.view.head.show_document(document)
        self.view.law.show_law(OpenLaw(hit.alerts if hit else ()))
        self.view.attachments.forget()
        self.view.bar.show_pages([])
        self.view.show_pages()
        work = partial(open_pages, self._library, document.id, hit)
        job = self._jobs.start(Lane.PAGES, work, topic="open", discard=close_pages)
        job.done.connect(self._show)
        job.failed.connect(partial(self._opening_failed, document, hit))

    def _show(self, opened: OpenedDocument) -> None:
        assert self.document is not None
        self._opened, document_id = opened, self.document.id
        self.document = opened.document
        self.view.head.show_caption(opened.document)
        store = PageStore(self._jobs, opened.view, self._canvas)
        texts = TextStore(self._jobs, opened.view, opened.raws, self._canvas)
        self.view.bar.show_pages(opened.pages, opened.attached)
        display = self._display_by_document.get(document_id)
        self._canvas.show_pages(store, opened.sizes, opened.gaps, jump_follows=True, display=display)
        self._canvas.selector.use(texts)
        self._canvas.show_links(LinkStore(self._jobs, opened.view, self._canvas))
        self.find.begin(document_id, texts)
        self.availability.begin(document_id)
        if self.hit is None or self._keep_page:
            self._canvas.jump(self._first_page(opened))
        if self.hit is not None:
            self._mark(opened.highlights, stay=self._keep_page)
        self.navigation.begin(document_id, opened)
        self.summaries.name_pages(opened.labels)
        self.opened.emit(document_id)

    def _first_page(self, opened: OpenedDocument) -> int:
        if self._start_page is not None:
            return min(self._start_page, len(opened.sizes) - 1)
        noted = [page for page in (self.view.bar.first(), min(opened.gaps, default=None)) if page is not None]
        return min(noted, default=0)

    def _mark(self, highlights: Sequence[PageHighlight], *, stay: bool = False) -> None:
        if self.hit is not None:
            self._canvas.highlight(highlights, self.hit.passage.first_page, stay=stay)

    def _marking_failed(self, error: BriefBankError) -> None:
        if self.hit is not None and not isinstance(error, Cancelled):
            self._canvas.jump(self.hit.passage.first_page)
            self.status.emit(tr("The words could not be marked on this page."))
            self.availability.consider(error)

    def _opening_failed(self, document: Document, hit: Hit | None, error: BriefBankError) -> None:
        if isinstance(error, Cancelled):
            return
        if isinstance(error, NotInLibrary):
            self._show_removed()
            return
        self.document = None
        self._button_action = partial(self._reopen, document, hit, self._start_page, stays=self._keep_page)
        self._set_hit(None)
        self.view.show_message("warning", error.title, error.remedy, tr("Try again"))

    def _reopen(self, document: Document, hit: Hit | None, page: int | None, *, stays: bool) -> None:
        self._set_hit(hit)
        self._open(document, hit, page, stays=stays)

    def _button_pressed(self) -> None:
        if self._button_action is not None:
            self._button_action()

    # --- around the pages ---

    def _page_changed(self, page: int) -> None:
        if self._opened is None or self.document is None:
            return
        text = wording.page_of(self._opened.labels[page], page, self.document.pages)
        words = text[0].upper() + text[1:]
        self.view.head.place.setText(
            words, _short_place(self._opened.labels[page], page, len(self._opened.labels))
        )
        self.view.bar.show_page(page)
        remarks = (self._opened.gaps.get(page, ""), self.view.bar.remark(page))
        spoken = " ".join(remark for remark in remarks if remark)
        self._canvas.setAccessibleDescription(f"{words}. {spoken}" if spoken else words)
        self._speak_timer.start()

    def read_again(self) -> None:
        """Offer to recognise the text of the page in view, or of the document, once more."""
        if self.document is None or self._opened is None:
            return
        page = self._canvas.page
        if page not in self._opened.scanned:
            self.status.emit(tr("This page has text of its own; there is nothing to recognise."))
            return
        menu = self.reading_again.menu(self.view, self.document, page)
        corner = self.view.bar.again if self.view.bar.again.isVisible() else self.view.head.place
        menu.popup(corner.mapToGlobal(corner.rect().bottomLeft()))

    def open_outside(self) -> None:
        """Open the file in the system's own viewer, at the page being read."""
        if self.document is None:
            return
        view = self._opened.view if self._opened is not None else None
        self.external_viewer.open(self.document.id, max(0, self._canvas.page), view)

    def print_pages(self, *, marked: bool = False) -> None:
        """Print pages of the open document's file, as they are or with what is ``marked`` on them."""
        marks = self._canvas.marks() if marked else {}
        if self.document is None or self._opened is None:
            self.status.emit(tr("Open a document first: its pages are printed."))
        elif marked and not marks:
            self.status.emit(tr("Nothing is marked in this document."))
        else:
            self.printing.ask(self.document, self._opened.sizes, max(0, self._canvas.page), marks)

    def copy_selected(self) -> None:
        """Copy the selected text of the document itself, with its citation, to the clipboard."""
        selector = self._canvas.selector
        if self.document is None or selector.is_empty:
            return
        ranges, text = selector.ranges(), selector.text()
        work = partial(quoted_selection, self._library, self.document.id, ranges, text)
        job = self._jobs.start(Lane.READER, work, topic="citation")
        job.done.connect(self._copied)
        job.failed.connect(self._copying_failed)

    def _copied(self, quoted: CitedQuotation) -> None:
        copying.put(quoted)
        self.status.emit(tr("The selected text was copied with its citation."))

    def _copying_failed(self, error: BriefBankError) -> None:
        self.status.emit(tr("Nothing was copied. {reason}").format(reason=error))
        self.availability.consider(error)

    def find_like_selected(self) -> None:
        selector = self._canvas.selector
        if self.document is None or self._opened is None or selector.is_empty:
            return
        label = self._opened.labels[selector.page]
        self.like_wanted.emit(selector.text(), wording.location(self.document.kind, label, selector.page))

    def toggle_summary(self) -> None:
        if self.document is not None:
            self.view.summary.toggle.toggle()


def _short_place(label: str, page: int, count: int) -> str:
    """Return '12 (15 of 24)': the printed number and the position in the file."""
    if not label:
        return tr("{number} of {count}").format(number=page + 1, count=count)
    return tr("{label} ({number} of {count})").format(label=label, number=page + 1, count=count)
