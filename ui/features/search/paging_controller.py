"""Reads further results while the list is scrolled, a page at a time, and puts them into their rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.result_list import ResultList
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

PAGE = 100
TOPIC = "further results"


class PagingController(QObject):
    """Serves one list. GUI thread; the work runs in the readers' lane."""

    status = Signal(str)
    recounted = Signal(object)  # A SearchAnswer with other numbers of results than counted before

    def __init__(self, library: LibraryApi, jobs: Jobs, view: ResultList) -> None:
        super().__init__(view)
        self._library, self._jobs, self._view = library, jobs, view
        self._request: SearchRequest | None = None
        self._requested: SearchRequest | None = None
        self._on_arrival: Callable[[], None] | None = None
        view.visible_rows_changed.connect(lambda _first, _last: self.read_visible())

    def serve(self, request: SearchRequest | None) -> None:
        """Serve the request whose first results the list shows; None when nothing remains to be read."""
        self._jobs.drop(TOPIC)
        self._request, self._on_arrival = request, None
        self.read_visible()

    def then(self, do: Callable[[], None]) -> None:
        """Call a function once when the results being read have arrived."""
        self._on_arrival = do

    def read_visible(self) -> None:
        """Read results that are on the screen but not read yet; a newer request replaces an older one."""
        start = self._next_place()
        if start >= 0 and self._request is not None:
            self._read(start, self._request)

    def _next_place(self) -> int:
        """Return the first place to be read; -1 for none."""
        model, (first, last) = self._view.results, self._view.on_screen()
        # Results are read a little before they come into view, so that slow scrolling never shows a gap.
        return model.first_missing(first, last + 1 + PAGE // 4) if first >= 0 else -1

    def _read(self, start: int, request: SearchRequest) -> None:
        page_request = replace(request, start=start, limit=PAGE)
        if self._jobs.busy(TOPIC) and self._requested == page_request:
            return
        self._requested = page_request
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.search(page_request), topic=TOPIC)
        job.done.connect(partial(self._arrived, page_request))
        job.failed.connect(self._failed)

    def _arrived(self, page_request: SearchRequest, answer: SearchAnswer) -> None:
        """Put the results into the list, which becomes shorter if fewer are found than first counted."""
        before = self._view.results.total
        if len(answer.hits) < min(PAGE, answer.listed - page_request.start):
            listed = page_request.start + len(answer.hits)
            total = min(answer.total, listed)
            answer = replace(answer, total=total, less_close=listed - total, total_is_least=False)
        self._view.results.put(page_request.start, answer)
        if answer.listed != before:
            self.recounted.emit(answer)
        then, self._on_arrival = self._on_arrival, None
        if then is not None:
            then()
        self.read_visible()

    def _failed(self, error: BriefBankError) -> None:
        """Report the failure; the rows stay, and further scrolling asks again."""
        self._on_arrival = None
        if not isinstance(error, Cancelled):
            message = tr("Further results could not be read. {remedy}").format(remedy=error.remedy)
            self.status.emit(message)
