"""Reads further results as one scrolls to them, a page at a time, and puts them where their rows are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.models import SearchAnswer, SearchRequest
from ui.jobs import JobReporter, Jobs, Lane
from ui.tongue import tr
from ui.widgets.result_list import ResultList

if TYPE_CHECKING:
    from briefbank.library import Library

PAGE = 100
GATHERED = 2000
"""Results that are read without being scrolled to where they are gathered by brief: so that a brief's heading
names all of its passages."""
TOPIC = "further results"


class Fetching(QObject):
    """Serves one list. GUI thread; the work runs in the readers' lane."""

    told = Signal(str)
    recounted = Signal(int, bool)
    """Other than was counted before: how many results there are, and whether there are more than these."""

    def __init__(self, library: Library, jobs: Jobs, view: ResultList) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._request: SearchRequest | None = None
        self._asked: SearchRequest | None = None
        self._then: Callable[[], None] | None = None
        view.looked_at.connect(lambda _first, _last: self.look())

    def serve(self, request: SearchRequest | None) -> None:
        """The list shows the first results of this; None: all that it has are there."""
        self._jobs.drop(TOPIC)
        self._request, self._then = request, None
        self.look()

    def then(self, do: Callable[[], None]) -> None:
        """Once, when the results that are being read are there."""
        self._then = do

    def look(self) -> None:
        """Read what is on the screen and is not there yet; newer wishes take the place of older ones."""
        place = self._wanted()
        if place >= 0 and self._request is not None:
            self._read(place, self._request)

    def _wanted(self) -> int:
        """The first place that is to be read; -1 for none."""
        model, (first, last) = self._view.results, self._view.on_screen()
        if model.grouping:
            place = model.first_missing()
            at_end = last >= 0 and last == model.rowCount() - 1
            return place if place < GATHERED or at_end else -1
        # A little before the results come into view, so that one who scrolls slowly never sees a gap.
        return model.first_missing(first, last + 1 + PAGE // 4) if first >= 0 else -1

    def _read(self, place: int, request: SearchRequest) -> None:
        asked = replace(request, start=place, limit=PAGE)
        if self._jobs.busy(TOPIC) and self._asked == asked:
            return
        self._asked = asked
        job = self._jobs.start(Lane.READER, partial(_further, self._library, asked), topic=TOPIC)
        job.done.connect(partial(self._arrived, asked))
        job.failed.connect(self._failed)

    def _arrived(self, asked: SearchRequest, answer: SearchAnswer) -> None:
        """Where fewer are found than the first answer counted, the list becomes so much shorter."""
        whole = len(answer.hits) == min(PAGE, answer.total - asked.start)
        before, total = self._view.results.total, answer.total if whole else asked.start + len(answer.hits)
        self._view.results.put(asked.start, answer.hits, total)
        if total != before:
            self.recounted.emit(total, whole and answer.total_is_least)
        then, self._then = self._then, None
        if then is not None:
            then()
        self.look()

    def _failed(self, error: BriefBankError) -> None:
        """The rows stay; scrolling on asks again."""
        self._then = None
        if not isinstance(error, Cancelled):
            said = tr("Further results could not be read. {remedy}").format(remedy=error.remedy)
            self.told.emit(said)


def _further(library: Library, request: SearchRequest, reporter: JobReporter) -> SearchAnswer:
    reporter.check()
    return library.search(request)
