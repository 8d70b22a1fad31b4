"""Narrows the results: requests their counts, and connects the panel, the chips and the fields of the head.

The head of the search page holds the filters; all other parts show them and ask for others. The counts are
requested after the answer, and only while the panel is open, so that they delay nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import FacetKind, Filters, ResultFacets, SearchRequest
from briefbank.errors import BriefBankError, Cancelled
from ui.features.search.filter_chips import Named
from ui.features.search.narrow_panel import WAITING
from ui.features.search.view import SearchView
from ui.i18n.translate import tr
from ui.jobs import Jobs, Lane
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

TOPIC = "breakdown"


class FilterController(QObject):
    """Serves one search page. GUI thread; the counting runs in a lane of its own."""

    def __init__(self, library: LibraryApi, jobs: Jobs, view: SearchView) -> None:
        super().__init__(view)
        self._library, self._jobs = library, jobs
        self._bar, self._head = view.bar, view.results.head
        self._panel, self._chips = view.results.narrow, view.results.chips
        self._request: SearchRequest | None = None
        self._counted: SearchRequest | None = None
        self._names: dict[str, str] = {}
        """The names of the authorities shown so far, by value: a chip may name one that is no longer
        counted."""
        self._panel.facet_chosen.connect(self._facet_chosen)
        self._panel.years_chosen.connect(self._years_chosen)
        self._panel.years_cleared.connect(
            lambda: self._change_filters(lambda now: replace(now, filed_from=None, filed_to=None))
        )
        self._panel.all_cleared.connect(lambda: self._change_filters(lambda _now: Filters()))
        self._chips.chosen.connect(self._bar.narrow_to)
        self._head.narrow.toggled.connect(lambda _on: self._count())
        self._bar.filters_shown.connect(self.show_filters)

    # --- what is shown ---

    def answered(self, request: SearchRequest | None) -> None:
        """Follow the answer to a request on the screen; None when there is none."""
        self._request, self._counted = request, None
        self._jobs.drop(TOPIC)
        self.show_filters()
        if request is None:
            self._panel.say(WAITING)
        else:
            self._count()

    def show_filters(self) -> None:
        """Show the filters that are set as chips, and their number on the button."""
        named = list(self._named_filters(self._bar.filters()))
        self._chips.show_filters(named)
        self._head.narrow.show_number(len(named))

    def _named_filters(self, filters: Filters) -> list[Named]:
        named = []
        if filters.filed_from or filters.filed_to:
            without = replace(filters, filed_from=None, filed_to=None)
            named.append((tr("filed"), _date_range(filters.filed_from, filters.filed_to), without))
        for kind in sorted(filters.kinds):
            text, rest = wording.KIND_CHOICES[kind], filters.kinds - {kind}
            named.append((tr("kind"), text, replace(filters, kinds=rest)))
        for court in sorted(filters.courts):
            named.append((tr("court"), court, replace(filters, courts=filters.courts - {court})))
        for author in sorted(filters.authors):
            named.append((tr("written by"), author, replace(filters, authors=filters.authors - {author})))
        for folder in sorted(filters.folders):
            without = replace(filters, folders=filters.folders - {folder})
            named.append((tr("in the folder"), wording.folder(folder), without))
        for number in sorted(filters.authorities):
            text, left = self._names.get(str(number), tr("an authority")), filters.authorities - {number}
            named.append((tr("cites"), text, replace(filters, authorities=left)))
        return named

    # --- counting ---

    def _count(self) -> None:
        """Count the results if the panel is open; the counts shown stay until the new ones come."""
        request = self._request
        if request is None or not self._head.narrow.isChecked() or request == self._counted:
            return
        library = self._library
        job = self._jobs.start(Lane.COUNTS, lambda _reporter: library.breakdown(request), topic=TOPIC)
        job.done.connect(partial(self._show_counts, request))
        job.failed.connect(self._failed)

    def _show_counts(self, request: SearchRequest, facets: ResultFacets) -> None:
        self._counted = request
        for facet in facets.facets:
            if facet.kind is FacetKind.AUTHORITY:
                self._names |= {value.value: value.text for value in facet.values if value.text}
        filters = request.filters
        dated = filters.filed_from is not None or filters.filed_to is not None
        first, last = filters.filed_from or date.min, filters.filed_to or date.max
        years = (first.year, last.year) if dated else None
        self._panel.show_breakdown(facets, years, self._names, filtered=filters != Filters())
        self.show_filters()

    def _failed(self, error: BriefBankError) -> None:
        if not isinstance(error, Cancelled):
            self._counted = None
            self._panel.say(tr("The results could not be counted. {remedy}").format(remedy=error.remedy))

    # --- what is chosen ---

    def _change_filters(self, change: Callable[[Filters], Filters]) -> None:
        self._bar.narrow_to(change(self._bar.filters()))

    def _years_chosen(self, first: int, last: int) -> None:
        self._change_filters(
            lambda now: replace(now, filed_from=date(first, 1, 1), filed_to=date(last, 12, 31))
        )

    def _facet_chosen(self, kind: FacetKind, values: frozenset[str]) -> None:
        def change(now: Filters) -> Filters:
            if kind is FacetKind.COURT:
                return replace(now, courts=values)
            if kind is FacetKind.KIND:
                return replace(now, kinds=frozenset(Kind(value) for value in values))
            if kind is FacetKind.AUTHOR:
                return replace(now, authors=values)
            if kind is FacetKind.FOLDER:
                return replace(now, folders=values)
            return replace(now, authorities=frozenset(int(value) for value in values))

        self._change_filters(change)


def _date_range(first: date | None, last: date | None) -> str:
    """Return '2015 to 2019' for whole years, otherwise a range of days."""
    begins = first is None or (first.month, first.day) == (1, 1)
    ends = last is None or (last.month, last.day) == (12, 31)
    written = _year_text if begins and ends else wording.day
    start, end = written(first) if first else "", written(last) if last else ""
    if start and end:
        return start if start == end else tr("{first} to {last}").format(first=start, last=end)
    return tr("since {day}").format(day=start) if start else tr("until {day}").format(day=end)


def _year_text(day: date) -> str:
    return str(day.year)
