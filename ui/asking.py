"""The searches of the search page: words at once, the whole answer after, and which of them may be shown.

A search is asked twice. The one by words alone takes a few milliseconds and is shown while the other, by
meaning too, is on its way. Whoever shows the answers decides whether the second one may take the place of
the first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.models import SearchAnswer, SearchRequest
from ui.jobs import JobReporter, Jobs, Lane
from ui.questions import Question
from ui.widgets.result_list import Place

if TYPE_CHECKING:
    from briefbank.library import Library

SLOW_MS = 250
"""After this long without an answer the page says that it is searching."""
TOPIC, QUICK = "search", "search by words"


@dataclass(frozen=True, slots=True)
class Asked:
    """An answer and what it answers."""

    question: Question
    answer: SearchAnswer
    place: Place | None
    """Where in the answer it was left before; None: its top."""
    whole: bool
    """By meaning too; else by words alone, and the whole answer is on its way."""


class Asking(QObject):
    """One question at a time. GUI thread; the work runs in lanes."""

    answered = Signal(object)
    """An Asked."""
    failed = Signal(object, object)
    """The Question and the BriefBankError."""
    slow = Signal()

    def __init__(self, library: Library, jobs: Jobs, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._jobs = library, jobs
        self.question: Question | None = None
        """What was asked and has no whole answer yet."""
        self._quickly: SearchRequest | None = None
        """What was asked by words last, and is shown or on its way."""
        self._slow = QTimer(self)
        self._slow.setSingleShot(True)
        self._slow.setInterval(SLOW_MS)
        self._slow.timeout.connect(self.slow)

    def ask(self, question: Question, place: Place | None = None, *, quickly: bool = True) -> None:
        """Ask; the answer is to be shown at a place that was left, or else from its top.

        ``quickly``: by words first.
        """
        self.question = question
        self._slow.start()
        work = partial(_search, self._library, question.request)
        job = self._jobs.start(Lane.READER, work, topic=TOPIC)
        job.done.connect(partial(self._whole, question, place))
        job.failed.connect(partial(self._failed, question))
        if not quickly:
            self._jobs.drop(QUICK)
        elif self._quickly != question.request:
            self.ask_words(question, place)

    def typed(self, question: Question) -> None:
        """At each letter: by words alone. What was asked before it is not wanted any more, so that its answer
        does not come after this one; the whole search follows when the typing rests.

        The lane has one thread and a newer search takes the place of one that waits: however quickly somebody
        types, one search runs and one waits, that for what was typed last.
        """
        if self.question is not None and self.question.request != question.request:
            self._jobs.drop(TOPIC)
            self._slow.stop()
            self.question = None
        if self._quickly != question.request:
            self.ask_words(question)

    def ask_words(self, question: Question, place: Place | None = None) -> None:
        """By words alone; only a search for words has such an answer."""
        self._quickly = None
        if question.request.like or not question.request.text:
            self._jobs.drop(QUICK)
            return
        self._quickly = question.request
        work = partial(_search, self._library, replace(question.request, words_only=True))
        job = self._jobs.start(Lane.TYPING, work, topic=QUICK)
        job.done.connect(partial(self._by_words, question, place))

    def leave(self) -> None:
        """Nothing is asked any more."""
        self._jobs.drop(TOPIC)
        self._jobs.drop(QUICK)
        self._slow.stop()
        self.question = self._quickly = None

    def _by_words(self, question: Question, place: Place | None, answer: SearchAnswer) -> None:
        """Without any result the whole answer is waited for: meaning may find what words do not."""
        if answer.hits:
            self._slow.stop()
            self.answered.emit(Asked(question, answer, place, whole=False))

    def _whole(self, question: Question, place: Place | None, answer: SearchAnswer) -> None:
        self._end()
        self.answered.emit(Asked(question, answer, place, whole=True))

    def _failed(self, question: Question, error: BriefBankError) -> None:
        self._end()
        if not isinstance(error, Cancelled):
            self.failed.emit(question, error)

    def _end(self) -> None:
        """The whole answer is there, or will not come: that by words is not wanted any more."""
        self._slow.stop()
        self._jobs.drop(QUICK)
        self.question = self._quickly = None


def _search(library: Library, request: SearchRequest, reporter: JobReporter) -> SearchAnswer:
    reporter.check()
    return library.search(request)
