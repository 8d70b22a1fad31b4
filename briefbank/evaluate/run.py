"""Evaluates search on a data set, through the same reading, indexing and search code as the application.

Queries go through :meth:`Searcher.rank`, which is what a search does before it selects results, and through
:meth:`Searcher.results`, which is the rest of it. Passages are ranked, but rows are judged.

*Best match first*: the measured ranking is the uncut one, because measures at rank 100 concern the ranking,
while the cut depends on what else was found. A row has the rank of its best passage. Where fewer than a
hundred rows are found at the application's own depth, deeper passages are appended, so that depth never
changes what a lawyer would see first.

*Newest first*: the measured ranking is the list of results as a person sees it: the close ones, the newest
filed first, then the less close ones, versions and copies folded. A row has the place of the first result
that shows one of its passages, itself or folded behind another; a place with a further passage of a row stays
taken.

Precision and cut loss are measured of the two tiers, which are the same in both orders. The latency of a
query is that of a whole :meth:`Searcher.search` for ten results, including the embedding of the query.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from briefbank.evaluate import beir, metrics
from briefbank.evaluate.beir import DataSet
from briefbank.evaluate.collection import IndexedCollection, PartNames, SearchParts, collection
from briefbank.jobs import Reporter
from briefbank.search.channels import registry
from briefbank.search.channels.channel import Channel
from briefbank.search.search_types import Ranking, Results

FUSED = "fused"
DEPTH = 200
RANKED = metrics.CUT_AT
"""The number of rows measured for each query."""
REFUSED = "refused"
"""The class of a text that is no valid query."""
DEEPER = 4
"""The factor by which the depth grows where too few rows are found."""


def ways() -> dict[str, frozenset[Channel] | None]:
    """Return the measured ways of finding: all channels together (None), then each alone."""
    return {FUSED: None, **{channel.name: frozenset({channel}) for channel in registry.CHANNELS}}


@dataclass(frozen=True, slots=True)
class ChannelResult:
    """The measures of one way of searching over all queries."""

    queries: tuple[str, ...]
    values: NDArray[np.float64]
    """The measures, with the shape (queries, len(metrics.NAMES))."""
    classes: tuple[str, ...]
    """The class that the search gave to each query."""


@dataclass(frozen=True, slots=True)
class Run:
    """The measurements on one data set."""

    name: str
    documents: int
    fingerprint: str
    """The fingerprint of the judged queries that were asked; see ``DataSet.fingerprint``."""
    without: tuple[str, ...]
    """The parts of search that were turned off."""
    parts: PartNames
    order: Order
    drawn_days: int
    """The number of documents that got a filing date by their id; 0 where all are undated."""
    times_ms: tuple[float, ...]
    """The time of a whole search, for each query."""
    by_channel: Mapping[str, ChannelResult]
    """The measures by channel, always including ``FUSED``."""
    ablations: Mapping[str, ChannelResult]
    """The measures of the fused search with one more part turned off, by the part's name."""

    @property
    def fused(self) -> ChannelResult:
        return self.by_channel[FUSED]


def evaluate(
    dataset: Path,
    parts: SearchParts,
    *,
    order: Order = Order.BEST,
    channels: Sequence[str] | None = None,
    without: Sequence[str] = (),
    ablations: bool = False,
    limit: int | None = None,
    reporter: Reporter,
) -> Run:
    """Evaluate the fused search and the ``channels``, with these models and this thesaurus, without the parts
    of search named in ``without``.

    ``order`` is that of the results; only newest first gives the documents filing dates. ``channels`` None
    stands for each of ``ways``. ``ablations`` evaluates the fused search once more for each part, without it.
    ``limit`` takes only the first judged queries. Takes minutes for a new collection (the embedding), then
    seconds. Raises DataSetError, Cancelled, and ValueError for an unknown channel or part.
    """
    channels = tuple(ways()) if channels is None else channels
    if unknown := [name for name in channels if name not in ways()]:
        raise ValueError(f"unknown channels: {', '.join(unknown)}")
    off = registry.known_parts(without)
    enabled = [part for part in registry.part_names() if part not in off]
    data = beir.load(dataset)
    queries = data.judged_queries(limit)
    dated = order is Order.NEWEST
    with collection(data, parts, reporter, dated=dated) as made:
        bench = _Bench(made, data, queries, order, reporter)
        return Run(
            name=dataset.resolve().name,
            documents=len(data.rows),
            fingerprint=data.fingerprint(queries),
            without=tuple(without),
            parts=made.parts,
            order=order,
            drawn_days=sum(row.filed is None for row in data.rows) if dated else 0,
            times_ms=tuple(bench.times()),
            by_channel={name: bench.measured(name, without) for name in dict.fromkeys([FUSED, *channels])},
            ablations={part: bench.measured(FUSED, [*without, part]) for part in enabled}
            if ablations
            else {},
        )


class _Bench:
    """Asks the queries of one data set in different ways."""

    def __init__(
        self,
        made: IndexedCollection,
        data: DataSet,
        queries: Mapping[str, str],
        order: Order,
        reporter: Reporter,
    ) -> None:
        self._made = made
        self._order = order
        self._queries = queries
        self._judgements = {name: data.judgements[name] for name in queries}
        self._reporter = reporter

    def times(self) -> list[float]:
        """Return the milliseconds of a whole search for each query. Must precede any ranking, because
        encoders cache queries."""
        times: list[float] = []
        for _, text in self._with_progress("Timing"):
            started = time.perf_counter()
            with suppress(QueryError):
                self._made.searcher.search(SearchRequest(text, order=self._order))
            times.append((time.perf_counter() - started) * 1000)
        return times

    def measured(self, name: str, without: Sequence[str]) -> ChannelResult:
        """Measure the channel or channels of this name that are not turned off."""
        channels, off = ways()[name], registry.known_parts(without)
        found: dict[str, metrics.Found] = {}
        classes: dict[str, str] = {}
        for query, text in self._with_progress(
            f"Searching: {', '.join([name, *map('without {}'.format, without)])}"
        ):
            with suppress(QueryError):
                found[query], classes[query] = self._found(text, channels, off)
        queries, values = metrics.table(found, self._judgements)
        return ChannelResult(queries, values, tuple(classes.get(query, REFUSED) for query in queries))

    def _found(
        self, text: str, channels: frozenset[Channel] | None, without: frozenset[str]
    ) -> tuple[metrics.Found, str]:
        """Return what a search for a text finds, and the class of the query."""
        searcher, ids = self._made.searcher, self._made.ids
        request = SearchRequest(text, order=self._order)
        ranked = searcher.rank(request, DEPTH, channels, without)
        results = searcher.results(ranked, self._order)
        uncut = self._uncut_rows(request, ranked, channels, without)
        shown = self._shown_rows(results)
        measured = [(row,) for row in uncut] if self._order is Order.BEST else shown
        close = {ids[item.passage.id] for item in results.close}
        listed = close.union(*shown)
        return metrics.Found(measured, close, listed, uncut), ranked.query_class.value

    def _shown_rows(self, results: Results) -> list[tuple[str, ...]]:
        """Return the rows that each result shows: its own, then those folded behind it."""
        ids = self._made.ids
        return [
            (ids[item.passage.id], *(ids[other.passage_id] for other in (*item.versions, *item.copies)))
            for item in results.shown
        ]

    def _uncut_rows(
        self,
        request: SearchRequest,
        ranked: Ranking,
        channels: frozenset[Channel] | None,
        without: frozenset[str],
    ) -> list[str]:
        """Return the first rows of a ranking, each once, continued with those of deeper ones."""
        ids, rows, passages, depth = self._made.ids, dict[str, None](), 0, DEPTH
        while True:
            rows.update((ids[candidate.passage_id], None) for candidate in ranked.candidates)
            if len(rows) >= RANKED or len(ranked.candidates) <= passages:
                return list(rows)[:RANKED]
            passages, depth = len(ranked.candidates), depth * DEEPER
            ranked = self._made.searcher.rank(request, depth, channels, without)

    def _with_progress(self, stage: str) -> Iterator[tuple[str, str]]:
        """Yield each query with its text, reporting progress and stopping when cancelled."""
        for done, query in enumerate(self._queries.items(), start=1):
            self._reporter.check()
            self._reporter.progress(stage, done, len(self._queries))
            yield query
