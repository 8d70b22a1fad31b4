"""Records what a person searched for and read, where this is to be remembered."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.documents import Document
from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError
from ui.features.reader.view import Reader
from ui.features.search.questions import Question
from ui.features.search.view import SearchPage
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library

READING_MS = 1500
"""The time after which a page on the screen counts as read."""


class HistoryRecorder(QObject):
    """Records searches and pages. A search counts when it was asked by Enter, a button or a filter, or when
    something was done with its results; a pause in typing alone is not enough."""

    remembered = Signal()
    """The lists have changed."""
    failed = Signal(object)
    """A BriefBankError."""

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self.question: Question | None = None
        """The question whose answer is on the screen."""
        self._last_noted: SearchRequest | None = None
        """The search recorded last; repeating it at once changes nothing."""
        self._connect()

    def _connect(self) -> None:
        page = self._page
        page.answered.connect(self._answered)
        page.bar.field.returnPressed.connect(self._return_pressed)
        shown = page.results.list
        for signal in (shown.thumbed, shown.copied, shown.version_wanted):
            signal.connect(lambda *_what: self._note_question())
        page.readers.hit_changed.connect(lambda passage: self._note_question() if passage else None)
        page.readers.join(self._join_reader)

    def _join_reader(self, reader: Reader) -> None:
        """Connect a reader; each has its own document and page."""
        standing = QTimer(reader)
        standing.setSingleShot(True)
        standing.setInterval(READING_MS)
        standing.timeout.connect(partial(self._page_read, reader))
        reader.opened.connect(lambda _document: self._opened(reader))
        reader.canvas.page_changed.connect(lambda _page: standing.start())

    def forget(self) -> None:
        """Forget the last search recorded, because everything stored was deleted."""
        self._last_noted = None

    # --- searches ---

    def _answered(self, question: Question | None) -> None:
        self.question = question
        if question is not None and not question.by_pause:
            self._note_question()

    def _return_pressed(self) -> None:
        """Record a search that a pause in typing has already asked when Enter is pressed on it."""
        if self.question is not None and self.question.request.text == self._page.bar.request().text:
            self._note_question()

    def _note_question(self) -> None:
        question = self.question
        if question is None or question.origin or not question.request.text:
            return
        request = SearchRequest(
            question.request.text,
            order=question.request.order,
            filters=question.request.filters,
            as_of=question.request.as_of,
        )
        if request != self._last_noted:
            self._last_noted = request
            self._start(partial(_note_search, self._library, request))

    # --- documents ---

    def _opened(self, reader: Reader) -> None:
        if reader.document is not None:
            page = max(0, reader.canvas.page)
            self._start(partial(_note_document, self._library, reader.document, page))

    def _page_read(self, reader: Reader) -> None:
        if reader.document is not None:
            page = max(0, reader.canvas.page)
            job = self._jobs.start(Lane.NOTES, partial(_note_page, self._library, reader.document, page))
            job.failed.connect(self.failed)

    def _start(self, work: partial[bool]) -> None:
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(lambda noted: self.remembered.emit() if noted else None)
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self._last_noted = None
        self.failed.emit(error)


def _note_search(library: Library, request: SearchRequest, _reporter: JobReporter) -> bool:
    return library.personal.history.add(request)


def _note_document(library: Library, document: Document, page: int, _reporter: JobReporter) -> bool:
    return library.personal.recent.opened(document.sha256, page)


def _note_page(library: Library, document: Document, page: int, _reporter: JobReporter) -> None:
    library.personal.recent.turned_to(document.sha256, page)
