"""Notes what a person searched for and read, where it is to be remembered; says once if it cannot be."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError
from briefbank.models import Document, SearchRequest
from ui.jobs import JobReporter, Jobs, Lane
from ui.questions import Question
from ui.views.reader import Reader
from ui.views.search_page import SearchPage

if TYPE_CHECKING:
    from briefbank.library import Library

READING_MS = 1500
"""A page counts as read when it has stood on the screen so long."""


class Remembering(QObject):
    """A search counts as asked when it was asked by Enter, a button or a filter, or when something was done
    with its results; a pause in typing alone is not enough."""

    remembered = Signal()
    """The lists are others now."""
    failed = Signal(object)
    """A BriefBankError."""

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self.question: Question | None = None
        """Whose answer is on the screen."""
        self._noted: SearchRequest | None = None
        """The search that was noted last: asking it again at once changes nothing."""
        self._connect()

    def _connect(self) -> None:
        page = self._page
        page.answered.connect(self._answered)
        page.bar.field.returnPressed.connect(self._entered)
        shown = page.results.list
        for signal in (shown.thumbed, shown.copied, shown.version_wanted):
            signal.connect(lambda *_what: self._note())
        page.readers.hit_changed.connect(lambda passage: self._note() if passage else None)
        page.readers.join(self._join_reader)

    def _join_reader(self, reader: Reader) -> None:
        """Each reader has a document and a page of its own."""
        standing = QTimer(reader)
        standing.setSingleShot(True)
        standing.setInterval(READING_MS)
        standing.timeout.connect(partial(self._turned, reader))
        reader.opened.connect(lambda _document: self._opened(reader))
        reader.canvas.page_changed.connect(lambda _page: standing.start())

    def forget(self) -> None:
        """All was forgotten: what is asked from now on is new."""
        self._noted = None

    # --- searches ---

    def _answered(self, question: Question | None) -> None:
        self.question = question
        if question is not None and not question.by_pause:
            self._note()

    def _entered(self) -> None:
        """Enter on a search that a pause in typing has asked already."""
        if self.question is not None and self.question.request.text == self._page.bar.request().text:
            self._note()

    def _note(self) -> None:
        question = self.question
        if question is None or question.origin or not question.request.text:
            return
        request = SearchRequest(
            question.request.text,
            order=question.request.order,
            filters=question.request.filters,
            as_of=question.request.as_of,
        )
        if request != self._noted:
            self._noted = request
            self._start(partial(_note_search, self._library, request))

    # --- documents ---

    def _opened(self, reader: Reader) -> None:
        if reader.document is not None:
            page = max(0, reader.canvas.page)
            self._start(partial(_note_document, self._library, reader.document, page))

    def _turned(self, reader: Reader) -> None:
        if reader.document is not None:
            page = max(0, reader.canvas.page)
            job = self._jobs.start(Lane.NOTES, partial(_note_page, self._library, reader.document, page))
            job.failed.connect(self.failed)

    def _start(self, work: partial[bool]) -> None:
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(lambda noted: self.remembered.emit() if noted else None)
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self._noted = None
        self.failed.emit(error)


def _note_search(library: Library, request: SearchRequest, _reporter: JobReporter) -> bool:
    return library.personal.history.add(request)


def _note_document(library: Library, document: Document, page: int, _reporter: JobReporter) -> bool:
    return library.personal.recent.opened(document.sha256, page)


def _note_page(library: Library, document: Document, page: int, _reporter: JobReporter) -> None:
    library.personal.recent.turned_to(document.sha256, page)
