"""Measures search on a data set, through the same reading, indexing and search code as the application.

Queries go through :meth:`Searcher.rank`, which is what a search does before it cuts off the relevant set:
measures at rank 100 are about the ranking, while the cut depends on what else was found. Passages are ranked
and rows are judged: a row stands where its best passage stands. Where fewer than a hundred rows are found at
the application's own depth, deeper passages are put after them, so that depth never changes what a lawyer
would see first. The time of a query is that of a whole :meth:`Searcher.search` for ten results, best match
first, with the embedding of the query in it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from briefbank.errors import QueryError
from briefbank.evaluate import beir, metrics
from briefbank.evaluate.beir import DataSet
from briefbank.evaluate.collection import Collection, collection
from briefbank.index.embedding import Encoder
from briefbank.jobs import Reporter
from briefbank.models import Order, SearchRequest
from briefbank.search.channels import ALL_CHANNELS, Channel
from briefbank.search.switches import Switches

FUSED = "fused"
CHANNELS: Mapping[str, frozenset[Channel]] = {
    FUSED: ALL_CHANNELS,
    **{channel.value: frozenset({channel}) for channel in Channel},
}
"""The ways of finding that are measured: all of them together, then each alone."""
DEPTH = 200
RANKED = 100
"""Rows measured for each query."""
REFUSED = "refused"
"""Stands for the class of a text that is no query."""
DEEPER = 4
"""How many times deeper is looked where too few rows are found."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One way of searching over all queries."""

    queries: tuple[str, ...]
    values: NDArray[np.float64]
    """Shape (queries, len(metrics.NAMES))."""
    classes: tuple[str, ...]
    """Of each query, as it was classed by the search."""


@dataclass(frozen=True, slots=True)
class Run:
    """All that was measured on one data set."""

    name: str
    documents: int
    fingerprint: str
    """Of the judged queries that were asked; see ``DataSet.fingerprint``."""
    without: tuple[str, ...]
    """The parts of search that were turned off."""
    times_ms: tuple[float, ...]
    """Of a whole search, for each query."""
    by_channel: Mapping[str, Measured]
    """Always with ``FUSED``."""
    ablations: Mapping[str, Measured]
    """The fused search with one more part turned off, by the part's name."""

    @property
    def fused(self) -> Measured:
        return self.by_channel[FUSED]


def evaluate(
    dataset: Path,
    *,
    channels: Sequence[str] = tuple(CHANNELS),
    without: Sequence[str] = (),
    ablations: bool = False,
    limit: int | None = None,
    reporter: Reporter,
    encoder: Encoder | None = None,
) -> Run:
    """Measure the fused search and the ``channels``, without some parts of search where these are named.

    ``ablations``: measure the fused search once more for each part, without it. ``limit``: the first so many
    judged queries. Minutes for a new collection (the embedding), then seconds. Raises DataSetError,
    Cancelled, and ValueError for an unknown channel or part.
    """
    if unknown := [name for name in channels if name not in CHANNELS]:
        raise ValueError(f"unknown channels: {', '.join(unknown)}")
    on = [part for part in Switches.names() if Switches.without(without).on(part)]
    data = beir.load(dataset)
    queries = data.judged_queries(limit)
    with collection(data, encoder, reporter) as made:
        bench = _Bench(made, data, queries, reporter)
        return Run(
            name=dataset.resolve().name,
            documents=len(data.rows),
            fingerprint=data.fingerprint(queries),
            without=tuple(without),
            times_ms=tuple(bench.times()),
            by_channel={name: bench.measured(name, without) for name in dict.fromkeys([FUSED, *channels])},
            ablations={part: bench.measured(FUSED, [*without, part]) for part in on} if ablations else {},
        )


class _Bench:
    """Asks the queries of one data set in different ways."""

    def __init__(
        self, made: Collection, data: DataSet, queries: Mapping[str, str], reporter: Reporter
    ) -> None:
        self._made = made
        self._queries = queries
        self._judgements = {name: data.judgements[name] for name in queries}
        self._reporter = reporter

    def times(self) -> list[float]:
        """Milliseconds of a whole search for each query. Before any ranking: encoders remember queries."""
        times: list[float] = []
        for _, text in self._asked("Timing"):
            started = time.perf_counter()
            with suppress(QueryError):
                self._made.searcher.search(SearchRequest(text, order=Order.BEST))
            times.append((time.perf_counter() - started) * 1000)
        return times

    def measured(self, name: str, without: Sequence[str]) -> Measured:
        """The channel or channels of this name, of those that are on."""
        channels = frozenset(channel for channel in CHANNELS[name] if channel.value not in without)
        rankings: dict[str, list[str]] = {}
        classes: dict[str, str] = {}
        for query, text in self._asked(f"Searching: {', '.join([name, *map('without {}'.format, without)])}"):
            with suppress(QueryError):
                rankings[query], classes[query] = self._rows(text, channels, Switches.without(without))
        queries, values = metrics.table(rankings, self._judgements)
        return Measured(queries, values, tuple(classes.get(query, REFUSED) for query in queries))

    def _rows(self, text: str, channels: frozenset[Channel], switches: Switches) -> tuple[list[str], str]:
        """The first rows for a text, each once, and the class of the query."""
        request = SearchRequest(text, order=Order.BEST)
        ids, rows, passages, depth = self._made.ids, dict[str, None](), 0, DEPTH
        while True:
            ranked = self._made.searcher.rank(request, depth, channels, switches)
            rows.update((ids[candidate.passage_id], None) for candidate in ranked.candidates)
            if len(rows) >= RANKED or len(ranked.candidates) <= passages:
                return list(rows)[:RANKED], ranked.query_class.value
            passages, depth = len(ranked.candidates), depth * DEEPER

    def _asked(self, stage: str) -> Iterator[tuple[str, str]]:
        """Each query with its text, telling how far it is and stopping where that is wished."""
        for done, query in enumerate(self._queries.items(), start=1):
            self._reporter.check()
            self._reporter.progress(stage, done, len(self._queries))
            yield query
