"""Records what a person searched for and read, where this is to be remembered."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError
from ui.features.reader.controller import ReaderController
from ui.features.search.controller import SearchController
from ui.features.search.navigation_history import Question
from ui.jobs import Jobs, Lane, Work

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

READING_MS = 1500  # The time after which a page on the screen counts as read


class HistoryRecorder(QObject):
    """Records searches and pages. A search counts when it was asked by Enter, a button or a filter, or when
    something was done with its results; a pause in typing alone is not enough."""

    remembered = Signal()  # The lists have changed
    failed = Signal(object)  # A BriefBankError

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._search = library, jobs, search
        self.question: Question | None = None
        """The question whose answer is on the screen."""
        self._last_noted: SearchRequest | None = None
        """The search recorded last; repeating it at once changes nothing."""
        self._connect()

    def _connect(self) -> None:
        search, view = self._search, self._search.view
        search.answered.connect(self._answered)
        view.bar.field.returnPressed.connect(self._return_pressed)
        shown = view.results.list
        for signal in (shown.feedback_given, shown.copied, shown.version_wanted):
            signal.connect(lambda *_what: self._note_question())
        search.readers.hit_changed.connect(lambda passage: self._note_question() if passage else None)
        search.readers.join(self._join_reader)

    def _join_reader(self, reader: ReaderController) -> None:
        """Connect a reader; each has its own document and page."""
        timer = QTimer(reader)
        timer.setSingleShot(True)
        timer.setInterval(READING_MS)
        timer.timeout.connect(partial(self._page_read, reader))
        reader.opened.connect(lambda _document: self._opened(reader))
        reader.view.canvas.page_changed.connect(lambda _page: timer.start())

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
        if self.question is not None and self.question.request.text == self._search.view.bar.request().text:
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
            library = self._library
            self._start(lambda _reporter: library.userdata.history.add(request))

    # --- documents ---

    def _opened(self, reader: ReaderController) -> None:
        if reader.document is not None:
            library, document = self._library, reader.document.sha256
            page = max(0, reader.view.canvas.page)
            self._start(lambda _reporter: library.userdata.recent.opened(document, page))

    def _page_read(self, reader: ReaderController) -> None:
        if reader.document is not None:
            library, document = self._library, reader.document.sha256
            page = max(0, reader.view.canvas.page)
            job = self._jobs.start(
                Lane.NOTES, lambda _reporter: library.userdata.recent.turned_to(document, page)
            )
            job.failed.connect(self.failed)

    def _start(self, work: Work) -> None:
        job = self._jobs.start(Lane.NOTES, work)
        job.done.connect(lambda noted: self.remembered.emit() if noted else None)
        job.failed.connect(self._failed)

    def _failed(self, error: BriefBankError) -> None:
        self._last_noted = None
        self.failed.emit(error)
