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

import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import BriefBankError, QueryError
from briefbank.evaluate import data_sets, metrics
from briefbank.evaluate.data_sets import DataSet, IndexedCollection, PartNames, SearchParts, collection
from briefbank.evaluate.metrics import MeanDifference, intervals, paired
from briefbank.jobs import Reporter
from briefbank.search import channels as registry
from briefbank.search.channel import Channel
from briefbank.search.search_types import Ranking, Results
from briefbank.text.messages import Message

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
    data = data_sets.load(dataset)
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
        for _, text in self._with_progress(Message("Timing")):
            started = time.perf_counter()
            with suppress(QueryError):
                self._made.searcher.search(SearchRequest(text, order=self._order))
            times.append((time.perf_counter() - started) * 1000)
        return times

    def measured(self, name: str, without: Sequence[str]) -> ChannelResult:
        """Measure the channel or channels of this name that are not turned off."""
        channels, off = ways()[name], registry.known_parts(without)
        rankings: dict[str, metrics.Found] = {}
        classes: dict[str, str] = {}
        for query, text in self._with_progress(
            Message("Searching: {value}", value=", ".join([name, *map("without {}".format, without)]))
        ):
            with suppress(QueryError):
                rankings[query], classes[query] = self._found(text, channels, off)
        queries, values = metrics.table(rankings, self._judgements)
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
        return metrics.Found(measured, close, listed, uncut), ranked.parsed.query_class.value

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

    def _with_progress(self, stage: Message) -> Iterator[tuple[str, str]]:
        """Yield each query with its text, reporting progress and stopping when cancelled."""
        for done, query in enumerate(self._queries.items(), start=1):
            self._reporter.check()
            self._reporter.progress(stage, done, len(self._queries))
            yield query


# Figures of a run and of a comparison, as the command line's JSON documents.

Json = dict[str, Any]

PLACES = 4


def of_run(run: Run, shown: Sequence[str]) -> Json:
    """Return all figures of a run, those of the ``shown`` channels one by one.

    ``metrics`` are those of the fused search, and ``by_class`` its figures for each class of queries. An
    interval is ``[low, high]``, of 95 %. ``drawn_days`` counts the documents that got a filing date by their
    id. ``ablations`` is present when they were made: a part's contribution is the difference made by its
    absence, with the sign reversed.
    """
    shown = list(dict.fromkeys(shown))
    document = {
        "documents": run.documents,
        "queries": len(run.fused.queries),
        "metrics": _means(run.fused.values),
        "latency_ms": _percentiles(run.times_ms),
        "by_channel": {name: _means(run.by_channel[name].values) for name in shown},
        "intervals": _intervals(run.fused.values),
        "intervals_by_channel": {name: _intervals(run.by_channel[name].values) for name in shown},
        "by_class": _by_class(run.fused),
        "without": list(run.without),
        "order": run.order.value,
        "drawn_days": run.drawn_days,
        **asdict(run.parts),
    }
    return document | ({"ablations": _ablations(run)} if run.ablations else {})


def of_comparison(first: SavedRun, second: SavedRun) -> Json:
    """Return the differences between two saved runs. Raises SavedRunError when they cannot be compared."""
    return {
        "data_set": second.data_set,
        "queries": len(second.queries),
        "without": [list(first.without), list(second.without)],
        "order": [first.order.value, second.order.value],
        "encoder": [first.parts.encoder, second.parts.encoder],
        "reranker": [first.parts.reranker, second.parts.reranker],
        "thesaurus": [dict(first.parts.thesaurus), dict(second.parts.thesaurus)],
        "differences": {
            name: _differences(difference) for name, difference in compare(first, second).items()
        },
    }


def _by_class(measured: ChannelResult) -> Json:
    """Return the figures by query class, the largest class first."""
    classes = np.array(measured.classes, dtype=np.str_)
    names, counts = np.unique(classes, return_counts=True)
    order = sorted(zip(names.tolist(), counts.tolist(), strict=True), key=lambda item: (-item[1], item[0]))
    return {
        name: {
            "queries": count,
            "metrics": _means(measured.values[classes == name]),
            "intervals": _intervals(measured.values[classes == name]),
        }
        for name, count in order
    }


def _ablations(run: Run) -> Json:
    """Return the figures of each search without one part, and their differences from the fused one."""
    if not run.fused.queries:
        return {}
    return {
        name: {
            "metrics": _means(measured.values),
            "differences": _differences(
                dict(zip(metrics.NAMES, paired(run.fused.values, measured.values), strict=True))
            ),
        }
        for name, measured in run.ablations.items()
    }


def _differences(differences: Mapping[str, MeanDifference]) -> Json:
    return {
        name: {
            "difference": round(run.mean, PLACES),
            "interval": [round(run.low, PLACES), round(run.high, PLACES)],
            "p": round(run.p, PLACES),
        }
        for name, run in differences.items()
    }


def _means(values: NDArray[np.float64]) -> dict[str, float]:
    return _rounded(metrics.means(values))


def _intervals(values: NDArray[np.float64]) -> dict[str, list[float]]:
    return {
        name: [round(float(low), PLACES), round(float(high), PLACES)]
        for name, (low, high) in zip(metrics.NAMES, intervals(values), strict=True)
    }


def _percentiles(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {"p50": 0.0, "p95": 0.0}
    middle, high = np.percentile(times, [50, 95])
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, PLACES) for name, value in values.items()}


# Saves the measures of each query of a run, and compares two saved runs.
#
# A saved run is one JSON file: the measures of every query, by channel, under the queries' names; null
# where a query has none. It does not hold texts. Two runs can be compared when they asked the same queries
# under the same judgements, by the measures that both have.

VERSION = 1


class SavedRunError(BriefBankError):
    """Raised when a saved run cannot be written, read or compared."""

    default_title = Message("This is not a saved run.")
    default_remedy = Message("Make one with: briefbank evaluate DATASET_DIR --save FILE")


@dataclass(frozen=True, slots=True)
class SavedRun:
    """A saved run. ``values`` are the measures by channel, with the shape (queries, len(measures))."""

    data_set: str
    fingerprint: str
    without: tuple[str, ...]
    parts: PartNames
    """What it searched with; without names in runs that were saved before these were."""
    order: Order
    """The order of its results."""
    measures: tuple[str, ...]
    queries: tuple[str, ...]
    values: dict[str, NDArray[np.float64]]


def require_place(path: Path) -> None:
    """Raise SavedRunError when there is no folder to write the file into."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise _not_written(path)


def write(path: Path, run: Run) -> None:
    """Write a run to a file. Raises SavedRunError when the file cannot be written."""
    document = {
        "version": VERSION,
        "data_set": run.name,
        "fingerprint": run.fingerprint,
        "without": list(run.without),
        "parts": asdict(run.parts),
        "order": run.order.value,
        "measures": list(metrics.NAMES),
        "classes": dict(zip(run.fused.queries, run.fused.classes, strict=True)),
        "channels": {
            name: dict(zip(measured.queries, _with_nulls(measured.values), strict=True))
            for name, measured in run.by_channel.items()
        },
    }
    try:
        path.write_text(json.dumps(document) + "\n", encoding="utf-8")
    except OSError as error:
        raise _not_written(path, error.strerror or "") from error


def _with_nulls(values: NDArray[np.float64]) -> list[list[float | None]]:
    return [[None if math.isnan(value) else value for value in row] for row in values.tolist()]


def _not_written(path: Path, detail: str = "") -> SavedRunError:
    remedy = Message("Name a file in a folder that exists and that you may write to.")
    return SavedRunError(Message("{name} could not be written.", name=path.name), remedy, detail=detail)


def read(path: Path) -> SavedRun:
    """Read a saved run. Raises SavedRunError for a file that is missing or is no saved run of this
    version."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SavedRunError(
            Message("{name} could not be opened.", name=path.name),
            Message("Check the file’s name."),
            detail=error.strerror or "",
        ) from error
    except ValueError as error:
        raise SavedRunError(Message("{name} is not a saved run.", name=path.name)) from error
    try:
        return _saved(document)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SavedRunError(
            Message("{name} is not a saved run.", name=path.name), detail=type(error).__name__
        ) from error


def _saved(document: Any) -> SavedRun:
    """Return the parsed run. Raises KeyError, TypeError, ValueError or AttributeError for anything else."""
    measures, queries = tuple(map(str, document["measures"])), tuple(document["classes"])
    if document["version"] != VERSION or len(set(measures)) < len(measures):
        raise ValueError("other version, or a measure twice")
    return SavedRun(
        data_set=str(document["data_set"]),
        fingerprint=str(document["fingerprint"]),
        without=tuple(map(str, document["without"])),
        parts=_part_names(document["parts"]),
        order=Order(document["order"]),
        measures=measures,
        queries=queries,
        values={name: _table(by_query, queries, measures) for name, by_query in document["channels"].items()},
    )


def _part_names(document: Any) -> PartNames:
    encoder, reranker = document.get("encoder"), document.get("reranker")
    groups = {str(name): int(number) for name, number in document.get("thesaurus", {}).items()}
    return PartNames(encoder and str(encoder), reranker and str(reranker), groups)


def _table(
    by_query: dict[str, list[float | None]], queries: tuple[str, ...], measures: tuple[str, ...]
) -> NDArray[np.float64]:
    return np.array([by_query[query] for query in queries], np.float64).reshape(len(queries), len(measures))


def compare(first: SavedRun, second: SavedRun) -> dict[str, dict[str, MeanDifference]]:
    """Return second less first, for every channel and by name every measure that both have.

    Raises SavedRunError when the runs did not ask the same queries, or asked none.
    """
    if first.fingerprint != second.fingerprint or first.queries != second.queries:
        raise SavedRunError(
            Message(
                "These two runs did not ask the same queries: {queries} of {data_set} and {queries2} "
                "of {data_set2}.",
                queries=len(first.queries),
                data_set=first.data_set,
                queries2=len(second.queries),
                data_set2=second.data_set,
            ),
            Message("Save both over the same data set, with the same --limit."),
        )
    if not first.queries:
        raise SavedRunError(
            Message("These runs asked no query."), Message("Save runs over a data set with judged queries.")
        )
    measures = [name for name in first.measures if name in second.measures]
    shared = [channel for channel in first.values if channel in second.values]
    return {channel: _saved_differences(first, second, channel, measures) for channel in shared}


def _saved_differences(
    first: SavedRun, second: SavedRun, channel: str, measures: Sequence[str]
) -> dict[str, MeanDifference]:
    ours, theirs = (
        run.values[channel][:, [run.measures.index(name) for name in measures]] for run in (first, second)
    )
    return dict(zip(measures, paired(ours, theirs), strict=True))
