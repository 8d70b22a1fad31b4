"""Lets the local model look deeper into a search: only when asked, in its own lane, and stopped at will."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank import settings
from briefbank.aided import AidedAnswer
from briefbank.errors import BriefBankError, Cancelled
from briefbank.models import SearchRequest
from ui.jobs import Job, JobReporter, Jobs, Lane
from ui.questions import Question
from ui.tongue import tr
from ui.views.deeper_steps import DeeperSteps
from ui.views.search_page import SearchPage

if TYPE_CHECKING:
    from briefbank.library import Library

TOPIC = "look deeper"
STOPPED = tr("Stopped. The results are those of the search itself.")


class DeeperWork(QObject):
    """Joins the bar above the results to the library's aids."""

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
        """A model was chosen or let go, or something was switched on or off."""
        job = self._jobs.start(Lane.READER, partial(_unavailable, self._library), topic="aids")
        job.done.connect(self._know)

    def _know(self, unavailable: str) -> None:
        self._possible = not unavailable
        if self._aided is None and not self._jobs.busy(TOPIC):
            self._offer()

    def _answered(self, question: Question | None) -> None:
        """Something else is on the screen: what is under way for the former is not wanted any more."""
        self._jobs.drop(TOPIC)
        self._question, self._aided = question, None
        self._offer()

    def _offer(self) -> None:
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
        self._offer()
        self.told.emit(STOPPED)

    def _failed(self, error: BriefBankError) -> None:
        """The model may also have been let go by another part of the window, which nobody here asked for."""
        if isinstance(error, Cancelled):
            self._offer()
            self.told.emit(STOPPED)
        else:
            self._bar.failed(str(error))

    def show_steps(self) -> None:
        if self._aided is not None:
            aloud = settings.load().summaries_spoken
            DeeperSteps(self._aided, aloud=aloud, parent=self._page.window()).open()


def _unavailable(library: Library, _reporter: JobReporter) -> str:
    return library.aids.unavailable()


def _look_deeper(library: Library, request: SearchRequest, reporter: JobReporter) -> AidedAnswer:
    return library.aids.search(request, reporter)
