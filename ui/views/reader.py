"""The right half of the search page: a document's pages at the words, its summary, and its tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QVBoxLayout, QWidget

from briefbank.errors import BriefBankError, Cancelled
from briefbank.models import Document, Hit, Page, PageHighlight, PageSource
from ui import words
from ui.citing import citation_of
from ui.jobs import JobReporter, Jobs, Lane
from ui.reading_again import ReadingAgain
from ui.summary_work import SummaryWork
from ui.views.law_line import LawLine, OpenLaw
from ui.views.page_bar import PageBar
from ui.views.reader_head import ReaderHead
from ui.views.summary_panel import SummaryPanel
from ui.widgets.message_pane import MessagePane
from ui.widgets.page_store import PageStore
from ui.widgets.text_canvas import TextCanvas
from ui.widgets.text_store import TextStore

if TYPE_CHECKING:
    from briefbank.library import Library, PageView

NOTHING_OPEN = (
    "document",
    "Choose a passage to read it here.",
    "It opens at the page, with the words marked.",
)

NO_TEXT = "This page has no text that can be searched."


@dataclass(frozen=True)
class Opened:
    """What opening a document in the page lane gives."""

    view: PageView
    sizes: list[tuple[float, float]]
    pages: list[Page]
    highlights: list[PageHighlight]


class Reader(QFrame):
    """Opens hits and documents; everything slow runs in lanes."""

    previous_wanted = Signal()
    next_wanted = Signal()
    told = Signal(str)
    hit_changed = Signal(int)
    """The passage id of the result that is open now; 0 when what is open is none."""
    opened = Signal(int)
    """A document's pages are on the screen."""
    like_wanted = Signal(str, str)
    """Text that was selected, and where it stands: passages like it are wanted."""

    def __init__(
        self, library: Library, jobs: Jobs, reading_again: ReadingAgain, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.reading_again = reading_again
        self._library = library
        self._jobs = jobs
        self._document: Document | None = None
        self._hit: Hit | None = None
        self._labels: list[str] = []
        self._gaps: dict[int, str] = {}
        self._scanned: set[int] = set()
        self._first: int | None = 0
        self._ready = False
        self.setObjectName("reader")
        self.setMinimumWidth(360)
        self.canvas = TextCanvas()
        self.summary = SummaryPanel()
        self.summaries = SummaryWork(library, jobs, self.summary)
        self.message = MessagePane()
        self.head, self.law = ReaderHead(), LawLine()
        self.bar = PageBar()
        self._lay_out()
        self._connect()
        self.close_document()

    # --- parts ---

    def _lay_out(self) -> None:
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self.head, self.law, self.bar, self.summary):
            column.addWidget(part)
        column.addWidget(self.canvas, 1)
        self._pages = QStackedWidget()
        self._pages.addWidget(self.message)
        self._pages.addWidget(inside)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._pages)

    def _connect(self) -> None:
        head = self.head
        head.previous_hit.clicked.connect(self.previous_wanted)
        head.next_hit.clicked.connect(self.next_wanted)
        head.smaller.clicked.connect(self.canvas.zoom_out)
        head.larger.clicked.connect(self.canvas.zoom_in)
        head.fit.clicked.connect(self.canvas.fit_width)
        head.outside.clicked.connect(self.open_outside)
        self.canvas.page_changed.connect(self._page_changed)
        self.canvas.zoom_changed.connect(head.show_zoom)
        self.canvas.copy_wanted.connect(self.copy_selected)
        self.canvas.like_wanted.connect(self.find_like_selected)
        self.bar.again_wanted.connect(self.read_again)
        self.bar.page_chosen.connect(self.canvas.jump)
        self.summaries.page_chosen.connect(self.canvas.jump)
        self.summaries.marked.connect(self.canvas.highlight)
        self.summaries.told.connect(self.told)

    # --- opening ---

    @property
    def document(self) -> Document | None:
        return self._document

    @property
    def hit(self) -> Hit | None:
        return self._hit

    def open_hit(self, hit: Hit) -> None:
        """Show a result's page with its passage and words marked."""
        same = self._ready and self._document is not None and self._document.id == hit.document.id
        self._set_hit(hit)
        if same:
            job = self._jobs.start(Lane.READER, partial(_highlights, self._library, hit), topic="open")
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
        if self._ready and self._document is not None and self._document.id == document.id:
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
            self.close_document()
        else:
            self._document = now
            self.head.show_caption(now)

    def show_anew(self, document: Document) -> None:
        """The document that is open was read again: show it as it is now, at the same page."""
        self._set_hit(None)
        self._open(document, None, max(0, self.canvas.page))

    def _set_hit(self, hit: Hit | None) -> None:
        self._hit = hit
        self.hit_changed.emit(hit.passage.id if hit else 0)

    def close_document(self) -> None:
        self._jobs.drop("open")
        self._document, self._ready = None, False
        self._set_hit(None)
        self.canvas.clear()
        self.summaries.begin(0)
        self.message.say(*NOTHING_OPEN)
        self._pages.setCurrentIndex(0)

    def _open(self, document: Document, hit: Hit | None, page: int | None) -> None:
        """At a page, or (None) at the first with a remark; a hit says itself where."""
        self._document, self._ready, self._first = document, False, page
        self.canvas.clear()
        self.summaries.begin(document.id)
        self.head.show_document(document)
        self.law.show_law(OpenLaw(hit.alerts if hit else ()))
        self.bar.show_pages([])
        self._pages.setCurrentIndex(1)
        work = partial(_open, self._library, document.id, hit)
        job = self._jobs.start(Lane.PAGES, work, topic="open", discard=_close)
        job.done.connect(self._show)
        job.failed.connect(self._not_opened)

    def _show(self, opened: Opened) -> None:
        assert self._document is not None
        self._ready, self._labels = True, [page.label for page in opened.pages]
        self._gaps = {page.index: _gap(page) for page in opened.pages if page.source is PageSource.GAP}
        store = PageStore(self._jobs, opened.view, self.canvas)
        self._scanned = {page.index for page in opened.pages if page.source is not PageSource.TEXT}
        self.bar.show_pages(opened.pages)
        texts = TextStore(self._jobs, opened.view, [page.raw for page in opened.pages], self.canvas)
        self.canvas.show_pages(store, opened.sizes, self._gaps, jump_follows=self._hit is not None)
        self.canvas.show_texts(texts)
        if self._hit is not None:
            self._mark(opened.highlights)
        else:
            self.canvas.jump(self._first_page())
        self.summaries.name_pages(self._labels)
        self.opened.emit(self._document.id)

    def _first_page(self) -> int:
        if self._first is not None:
            return self._first
        noted = [page for page in (self.bar.first(), min(self._gaps, default=None)) if page is not None]
        return min(noted, default=0)

    def _mark(self, highlights: Sequence[PageHighlight]) -> None:
        if self._hit is not None:
            self.canvas.highlight(highlights, self._hit.passage.first_page)

    def _not_marked(self, error: BriefBankError) -> None:
        if self._hit is not None and not isinstance(error, Cancelled):
            self.canvas.jump(self._hit.passage.first_page)
            self.told.emit("The words could not be marked on this page.")

    def _not_opened(self, error: BriefBankError) -> None:
        if isinstance(error, Cancelled):
            return
        self._document = None
        self._set_hit(None)
        self.message.say("warning", error.title, error.remedy)
        self._pages.setCurrentIndex(0)

    # --- around the pages ---

    def _page_changed(self, page: int) -> None:
        printed = self._labels[page] if 0 <= page < len(self._labels) else ""
        text = words.page_of(printed, page, self._document.pages if self._document else page + 1)
        self.head.place.setText(text[0].upper() + text[1:])
        self.bar.show_page(page)
        place, remarks = self.head.place.text(), (self._gaps.get(page, ""), self.bar.remark(page))
        spoken = " ".join(remark for remark in remarks if remark)
        self.canvas.setAccessibleDescription(f"{place}. {spoken}" if spoken else place)

    def read_again(self) -> None:
        """Offer to recognise the page that is shown, or the document, once more."""
        if self._document is None or not self._ready:
            return
        page = self.canvas.page
        if page not in self._scanned:
            self.told.emit("This page has text of its own; there is nothing to recognise.")
            return
        menu = self.reading_again.menu(self, self._document, page)
        corner = self.bar.again if self.bar.again.isVisible() else self.head.place
        menu.popup(corner.mapToGlobal(corner.rect().bottomLeft()))

    def open_outside(self) -> None:
        """Hand the file to the system's own viewer; only ever a file of this computer."""
        if self._document is None:
            return
        job = self._jobs.start(Lane.READER, partial(_path, self._library, self._document.id), topic="outside")
        job.done.connect(self._hand_over)
        job.failed.connect(lambda error: self.told.emit(str(error)))

    def _hand_over(self, path: Path) -> None:
        if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
            self.told.emit("This computer has no program that opens PDF files.")

    def copy_selected(self) -> None:
        """The selected text of the document itself, with its citation, to the clipboard."""
        selector = self.canvas.selector
        if self._document is None or selector.is_empty:
            return
        text, sample = selector.text(), self._document.sample
        work = partial(citation_of, self._library, self._document.id, selector.ranges())
        job = self._jobs.start(Lane.READER, work, topic="citation")
        job.done.connect(lambda found: self._copied(words.cited(text, found[0], sample, found[1])))
        job.failed.connect(lambda error: self.told.emit(f"Nothing was copied. {error}"))

    def _copied(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self.told.emit("The selected text was copied with its citation.")

    def find_like_selected(self) -> None:
        selector = self.canvas.selector
        if self._document is None or selector.is_empty:
            return
        page = selector.page
        label = self._labels[page] if page < len(self._labels) else ""
        self.like_wanted.emit(selector.text(), words.place(self._document.kind, label, page))

    def toggle_summary(self) -> None:
        if self._document is not None:
            self.summary.toggle.toggle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.summary.set_room(round(self.height() * 0.5))


def _open(library: Library, document_id: int, hit: Hit | None, reporter: JobReporter) -> Opened:
    reporter.check()
    view = library.open_pages(document_id)
    try:
        pages = library.pages(document_id)
        return Opened(view, view.sizes(), pages, library.highlights(hit) if hit else [])
    except BaseException:
        view.close()
        raise


def _gap(page: Page) -> str:
    """What is said on a page whose text could not be had."""
    return f"{NO_TEXT} {page.gap_reason}".strip()


def _close(opened: Opened) -> None:
    opened.view.close()


def _highlights(library: Library, hit: Hit, _reporter: JobReporter) -> list[PageHighlight]:
    return library.highlights(hit)


def _path(library: Library, document_id: int, _reporter: JobReporter) -> Path:
    return library.pdf_path(document_id)
