"""Runs the local model's deeper search: only when asked, in its own lane, and stoppable at any time."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.domain.query_expansion import AidedAnswer
from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.deeper_steps import DeeperStepsDialog
from ui.features.search.questions import Question
from ui.features.search.view import SearchPage
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "look deeper"
STOPPED = tr("Stopped. The results are those of the search itself.")


class DeeperSearch(QObject):
    """Connects the bar above the results with the library's query expansion."""

    told = Signal(str)

    def __init__(self, library: Library, jobs: Jobs, page: SearchPage) -> None:
        super().__init__(page)
        self._library, self._jobs, self._page = library, jobs, page
        self._possible = False
        self._question: Question | None = None
        self._aided: AidedAnswer | None = None
        bar = self._bar = page.results.deeper
        bar.wanted.connect(self.look)
        bar.stopped.connect(self._stop)
        bar.steps_wanted.connect(self.show_steps)
        bar.plain_wanted.connect(page.search_again)
        page.answered.connect(self._answered)

    def refresh(self) -> None:
        """Ask again whether the model can help: a model was chosen or removed, or a setting changed."""
        job = self._jobs.start(Lane.READER, partial(_unavailable, self._library), topic="aids")
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
        asked = self._question is not None and bool(self._question.request.text)
        self._bar.offer(self._possible and asked)

    def look(self) -> None:
        if self._question is None or self._jobs.busy(TOPIC):
            return
        self._bar.working()
        work = partial(_look_deeper, self._library, self._question.request)
        job: Job = self._jobs.start(Lane.MODEL, work, topic=TOPIC)
        job.progressed.connect(lambda stage, _done, _total: self._bar.working(stage))
        job.done.connect(self._show)
        job.failed.connect(self._failed)

    def _show(self, aided: AidedAnswer) -> None:
        if self._question is None:
            return
        self._aided = aided
        self._page.results.show_answer(aided.answer, self._question.request.order)
        self._bar.done(aided)

    def _stop(self) -> None:
        self._jobs.drop(TOPIC)
        self._update_offer()
        self.told.emit(STOPPED)

    def _failed(self, error: BriefBankError) -> None:
        """Report a failure. Another part of the window may also have released the model, which counts as
        stopped."""
        if isinstance(error, Cancelled):
            self._update_offer()
            self.told.emit(STOPPED)
        else:
            self._bar.failed(str(error))

    def show_steps(self) -> None:
        if self._aided is not None:
            aloud = settings.load().summaries_spoken
            DeeperStepsDialog(self._aided, aloud=aloud, parent=self._page.window()).open()


def _unavailable(library: Library, _reporter: JobReporter) -> str:
    return library.aids.unavailable()


def _look_deeper(library: Library, request: SearchRequest, reporter: JobReporter) -> AidedAnswer:
    return library.aids.search(request, reporter)
