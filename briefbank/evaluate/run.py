"""Evaluates search on a data set, through the same reading, indexing and search code as the application.

Queries go through :meth:`Searcher.rank`, which is what a search does before it cuts off the relevant set.
Measures at rank 100 concern the ranking, while the cut depends on what else was found. Passages are ranked,
but rows are judged: a row has the rank of its best passage. Where fewer than a hundred rows are found at the
application's own depth, deeper passages are appended, so that depth never changes what a lawyer would see
first. The latency of a query is that of a whole :meth:`Searcher.search` for ten results, best match first,
including the embedding of the query.
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
from briefbank.search.switches import Switches

FUSED = "fused"
DEPTH = 200
RANKED = 100
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
    channels: Sequence[str] | None = None,
    without: Sequence[str] = (),
    ablations: bool = False,
    limit: int | None = None,
    reporter: Reporter,
) -> Run:
    """Evaluate the fused search and the ``channels``, with these models and this thesaurus, without the parts
    of search named in ``without``.

    ``channels`` None stands for each of ``ways``. ``ablations`` evaluates the fused search once more for each
    part, without it. ``limit`` takes only the first judged queries. Takes minutes for a new collection (the
    embedding), then seconds. Raises DataSetError, Cancelled, and ValueError for an unknown channel or part.
    """
    channels = tuple(ways()) if channels is None else channels
    if unknown := [name for name in channels if name not in ways()]:
        raise ValueError(f"unknown channels: {', '.join(unknown)}")
    enabled = [part for part in Switches.names() if Switches.without(without).on(part)]
    data = beir.load(dataset)
    queries = data.judged_queries(limit)
    with collection(data, parts, reporter) as made:
        bench = _Bench(made, data, queries, reporter)
        return Run(
            name=dataset.resolve().name,
            documents=len(data.rows),
            fingerprint=data.fingerprint(queries),
            without=tuple(without),
            parts=made.parts,
            times_ms=tuple(bench.times()),
            by_channel={name: bench.measured(name, without) for name in dict.fromkeys([FUSED, *channels])},
            ablations={part: bench.measured(FUSED, [*without, part]) for part in enabled}
            if ablations
            else {},
        )


class _Bench:
    """Asks the queries of one data set in different ways."""

    def __init__(
        self, made: IndexedCollection, data: DataSet, queries: Mapping[str, str], reporter: Reporter
    ) -> None:
        self._made = made
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
                self._made.searcher.search(SearchRequest(text, order=Order.BEST))
            times.append((time.perf_counter() - started) * 1000)
        return times

    def measured(self, name: str, without: Sequence[str]) -> ChannelResult:
        """Measure the channel or channels of this name that are not turned off."""
        channels, switches = ways()[name], Switches.without(without)
        rankings: dict[str, list[str]] = {}
        classes: dict[str, str] = {}
        for query, text in self._with_progress(
            f"Searching: {', '.join([name, *map('without {}'.format, without)])}"
        ):
            with suppress(QueryError):
                rankings[query], classes[query] = self._ranked_rows(text, channels, switches)
        queries, values = metrics.table(rankings, self._judgements)
        return ChannelResult(queries, values, tuple(classes.get(query, REFUSED) for query in queries))

    def _ranked_rows(
        self, text: str, channels: frozenset[Channel] | None, switches: Switches
    ) -> tuple[list[str], str]:
        """Return the first rows for a text, each once, and the class of the query."""
        request = SearchRequest(text, order=Order.BEST)
        ids, rows, passages, depth = self._made.ids, dict[str, None](), 0, DEPTH
        while True:
            ranked = self._made.searcher.rank(request, depth, channels, switches)
            rows.update((ids[candidate.passage_id], None) for candidate in ranked.candidates)
            if len(rows) >= RANKED or len(ranked.candidates) <= passages:
                return list(rows)[:RANKED], ranked.query_class.value
            passages, depth = len(ranked.candidates), depth * DEEPER

    def _with_progress(self, stage: str) -> Iterator[tuple[str, str]]:
        """Yield each query with its text, reporting progress and stopping when cancelled."""
        for done, query in enumerate(self._queries.items(), start=1):
            self._reporter.check()
            self._reporter.progress(stage, done, len(self._queries))
            yield query
