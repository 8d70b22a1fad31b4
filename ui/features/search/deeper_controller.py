"""Runs the local model's deeper search: only when asked, in its own lane, and stoppable at any time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.domain.searches import AidedAnswer
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.controller import SearchController
from ui.features.search.deeper_steps import DeeperStepsDialog
from ui.features.search.navigation_history import Question
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "look deeper"
STOPPED = tr("Stopped. The results are those of the search itself.")


class DeeperController(QObject):
    """Connects the bar above the results with the library's query expansion."""

    status = Signal(str)

    def __init__(self, library: LibraryApi, jobs: Jobs, search: SearchController) -> None:
        super().__init__(search)
        self._library, self._jobs, self._view = library, jobs, search.view
        self._possible = False
        self._question: Question | None = None
        self._aided: AidedAnswer | None = None
        bar = self._bar = search.view.results.deeper
        bar.wanted.connect(self.look)
        bar.stopped.connect(self._stop)
        bar.steps_wanted.connect(self.show_steps)
        bar.plain_wanted.connect(search.search_again)
        search.answered.connect(self._answered)

    def refresh(self) -> None:
        """Ask again whether the model can help: a model was chosen or removed, or a setting changed."""
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.query_expansion.unavailable(), topic="aids"
        )
        job.done.connect(self._availability_known)

    def _availability_known(self, unavailable: str) -> None:
        self._possible = not unavailable
        if self._aided is None and not self._jobs.busy(TOPIC):
            self._update_offer()

    def _answered(self, question: Question | None) -> None:
        """Drop the work that belongs to the answer that was on the screen before."""
        self._jobs.drop(TOPIC)
        self._question, self._aided = question, None
        self._update_offer()

    def _update_offer(self) -> None:
        has_text = self._question is not None and bool(self._question.request.text)
        self._bar.offer(self._possible and has_text)

    def look(self) -> None:
        if self._question is None or self._jobs.busy(TOPIC):
            return
        self._bar.working()
        library, request = self._library, self._question.request
        job = self._jobs.start(
            Lane.MODEL, lambda reporter: library.query_expansion.search(request, reporter), topic=TOPIC
        )
        job.progressed.connect(lambda stage, _done, _total: self._bar.working(stage))
        job.done.connect(self._show)
        job.failed.connect(self._failed)

    def _show(self, aided: AidedAnswer) -> None:
        if self._question is None:
            return
        self._aided = aided
        self._view.results.show_answer(aided.answer, self._question.request.order)
        self._bar.done(aided)

    def _stop(self) -> None:
        self._jobs.drop(TOPIC)
        self._update_offer()
        self.status.emit(STOPPED)

    def _failed(self, error: BriefBankError) -> None:
        """Report a failure. Another part of the window may also have released the model, which counts as
        stopped."""
        if isinstance(error, Cancelled):
            self._update_offer()
            self.status.emit(STOPPED)
        else:
            self._bar.failed(str(error))

    def show_steps(self) -> None:
        if self._aided is not None:
            aloud = settings.load().summaries_spoken
            DeeperStepsDialog(self._aided, aloud=aloud, parent=self._view.window()).open()
