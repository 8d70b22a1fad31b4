"""Runs the searches of the search page: an answer by words at once, then the full answer.

Each search is asked twice. The search by words alone takes a few milliseconds. Its answer is shown while the
full search, which also uses embeddings, is running. The receiver of the answers decides whether the second
one may replace the first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.documents import LibraryState
from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.navigation_history import Question
from ui.features.search.result_list import ListPosition
from ui.jobs import JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

SLOW_MS = 250  # The time without an answer after which the page says that it is searching
TOPIC, QUICK = "search", "search by words"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """An answer with its question."""

    question: Question
    answer: SearchAnswer
    place: ListPosition | None  # The place in the answer where the person left it before; None for the top
    whole: bool
    """True for the full answer, False for the answer by words alone, which the full answer follows."""
    state: LibraryState | None = None
    """The state of the library just before the full search; None for an answer by words alone."""


class SearchRunner(QObject):
    """Runs one question at a time. GUI thread; the work runs in lanes."""

    answered = Signal(object)  # An Asked
    failed = Signal(object, object)  # The Question and the BriefBankError
    slow = Signal()

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._jobs = library, jobs
        self.question: Question | None = None
        """The question that has no full answer yet."""
        self._words_request: SearchRequest | None = None
        """The last request asked by words; its answer is shown or on its way."""
        self._slow_timer = QTimer(self)
        self._slow_timer.setSingleShot(True)
        self._slow_timer.setInterval(SLOW_MS)
        self._slow_timer.timeout.connect(self.slow)

    def ask(self, question: Question, position: ListPosition | None = None, *, quickly: bool = True) -> None:
        """Ask a question; its answer is to be shown at ``place``, or at its top for None.

        ``quickly``: search by words first.
        """
        self.question = question
        self._slow_timer.start()
        work = partial(_search, self._library, question.request)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(partial(self._fully_answered, question, position))
        job.failed.connect(partial(self._failed, question))
        if not quickly:
            self._jobs.drop(QUICK)
        elif self._words_request != question.request:
            self.ask_words(question, position)

    def typed(self, question: Question) -> None:
        """Search by words alone, at each letter typed. An earlier question is dropped, so that its answer
        does not come after this one. The full search follows when the typing pauses.

        The lane has one thread, and a newer search replaces a waiting one. However quickly somebody types,
        one search runs and one waits, which is the one for the latest text.
        """
        if self.question is not None and self.question.request != question.request:
            self._jobs.drop(TOPIC)
            self._slow_timer.stop()
            self.question = None
        if self._words_request != question.request:
            self.ask_words(question)

    def ask_words(self, question: Question, position: ListPosition | None = None) -> None:
        """Search by words alone. Only a search for text has such an answer."""
        self._words_request = None
        if question.request.like or not question.request.text:
            self._jobs.drop(QUICK)
            return
        self._words_request = question.request
        library, request = self._library, replace(question.request, words_only=True)
        job = self._jobs.start(Lane.TYPING, lambda _reporter: library.search(request), topic=QUICK)
        job.done.connect(partial(self._words_answered, question, position))

    def leave(self) -> None:
        """Drop everything that was asked."""
        self._jobs.drop(TOPIC)
        self._jobs.drop(QUICK)
        self._slow_timer.stop()
        self.question = self._words_request = None

    def _words_answered(
        self, question: Question, position: ListPosition | None, answer: SearchAnswer
    ) -> None:
        """Pass on the answer by words. One without hits is not shown: the full search may still find
        passages."""
        if answer.hits:
            self._slow_timer.stop()
            self.answered.emit(AnsweredQuestion(question, answer, position, whole=False))

    def _fully_answered(
        self, question: Question, position: ListPosition | None, result: tuple[LibraryState, SearchAnswer]
    ) -> None:
        self._finish()
        state, answer = result
        self.answered.emit(AnsweredQuestion(question, answer, position, whole=True, state=state))

    def _failed(self, question: Question, error: BriefBankError) -> None:
        self._finish()
        if not isinstance(error, Cancelled):
            self.failed.emit(question, error)

    def _finish(self) -> None:
        """Forget the question and drop the search by words, whose answer is no longer needed."""
        self._slow_timer.stop()
        self._jobs.drop(QUICK)
        self.question = self._words_request = None


def _search(
    library: LibraryApi, request: SearchRequest, _reporter: JobReporter
) -> tuple[LibraryState, SearchAnswer]:
    """Search, and return the state of the library from before: what is added meanwhile may not be found."""
    state = library.documents.state()
    return state, library.search(request)
