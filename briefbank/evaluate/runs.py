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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import msgspec
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
from briefbank.text.messages import Message

FUSED = "fused"
DEPTH = 200
RANKED = metrics.CUT_AT  # The number of rows measured for each query
REFUSED = "refused"  # The class of a text that is no valid query
DEEPER = 4  # The factor by which the depth grows where too few rows are found


def ways() -> dict[str, frozenset[Channel] | None]:
    """Return the measured ways of finding: all channels together (None), then each alone."""
    return {FUSED: None, **{channel.name: frozenset({channel}) for channel in registry.CHANNELS}}


@dataclass(frozen=True, slots=True)
class ChannelResult:
    queries: tuple[str, ...]
    values: NDArray[np.float64]  # The measures, with the shape (queries, len(metrics.NAMES))
    classes: tuple[str, ...]  # The class that the search gave to each query


@dataclass(frozen=True, slots=True)
class Run:
    name: str
    documents: int
    fingerprint: str  # The fingerprint of the judged queries that were asked; see ``DataSet.fingerprint``
    without: tuple[str, ...]  # The parts of search that were turned off
    parts: PartNames
    order: Order
    drawn_days: int  # The number of documents that got a filing date by their id; 0 where all are undated
    times_ms: tuple[float, ...]  # The time of a whole search, for each query
    by_channel: Mapping[str, ChannelResult]  # The measures by channel, always including ``FUSED``
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
    def __init__(
        self,
        made: IndexedCollection,
        data: DataSet,
        queries: Mapping[str, str],
        order: Order,
        reporter: Reporter,
    ) -> None:
        self._searcher, self._ids, self._order = made.searcher, made.ids, order
        self._queries, self._reporter = queries, reporter
        self._judgements = {name: data.judgements[name] for name in queries}

    def times(self) -> list[float]:
        """Return the milliseconds of a whole search for each query. Must precede any ranking, because
        encoders cache queries."""
        times: list[float] = []
        for _, text in self._with_progress(Message("Timing")):
            started = time.perf_counter()
            with suppress(QueryError):
                self._searcher.search(SearchRequest(text, order=self._order))
            times.append((time.perf_counter() - started) * 1000)
        return times

    def measured(self, name: str, without: Sequence[str]) -> ChannelResult:
        """Measure the channel or channels of this name that are not turned off."""
        channels, off = ways()[name], registry.known_parts(without)
        rankings: dict[str, metrics.Found] = {}
        classes: dict[str, str] = {}
        parts = ", ".join([name, *map("without {}".format, without)])
        for query, text in self._with_progress(Message("Searching: {value}", value=parts)):
            with suppress(QueryError):
                rankings[query], classes[query] = self._found(text, channels, off)
        queries, values = metrics.table(rankings, self._judgements)
        return ChannelResult(queries, values, tuple(classes.get(query, REFUSED) for query in queries))

    def _found(
        self, text: str, channels: frozenset[Channel] | None, without: frozenset[str]
    ) -> tuple[metrics.Found, str]:
        ids, request = self._ids, SearchRequest(text, order=self._order)
        ranked = self._searcher.rank(request, DEPTH, channels, without)
        results = self._searcher.results(ranked, self._order)
        # The rows that each result shows: its own, then those folded behind it.
        shown = [
            (ids[item.passage.id], *(ids[other.passage_id] for other in (*item.versions, *item.copies)))
            for item in results.shown
        ]
        # The first rows of the uncut ranking, each once, continued with those of deeper rankings.
        uncut, passages, depth, deeper = dict[str, None](), 0, DEPTH, ranked
        while True:
            uncut.update((ids[candidate.passage_id], None) for candidate in deeper.candidates)
            if len(uncut) >= RANKED or len(deeper.candidates) <= passages:
                break
            passages, depth = len(deeper.candidates), depth * DEEPER
            deeper = self._searcher.rank(request, depth, channels, without)
        rows = list(uncut)[:RANKED]
        measured = [(row,) for row in rows] if self._order is Order.BEST else shown
        close = {ids[item.passage.id] for item in results.close}
        return metrics.Found(measured, close, close.union(*shown), rows), ranked.parsed.query_class.value

    def _with_progress(self, stage: Message) -> Iterator[tuple[str, str]]:
        """Yield each query with its text, reporting progress and stopping when cancelled."""
        for done, query in enumerate(self._queries.items(), start=1):
            self._reporter.check()
            self._reporter.progress(stage, done, len(self._queries))
            yield query


Json = dict[str, Any]

_PLACES = 4


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
    runs = first, second
    return {
        "data_set": second.data_set,
        "queries": len(second.queries),
        "without": [list(run.without) for run in runs],
        "order": [run.order.value for run in runs],
        "encoder": [run.parts.encoder for run in runs],
        "reranker": [run.parts.reranker for run in runs],
        "thesaurus": [dict(run.parts.thesaurus) for run in runs],
        "differences": {
            name: _differences(difference) for name, difference in compare(first, second).items()
        },
    }


def _by_class(measured: ChannelResult) -> Json:
    figures = {}
    for name, count in sorted(Counter(measured.classes).items(), key=lambda item: (-item[1], item[0])):
        values = measured.values[np.array(measured.classes) == name]
        figures[name] = {"queries": count, "metrics": _means(values), "intervals": _intervals(values)}
    return figures


def _ablations(run: Run) -> Json:
    """Return the figures of each search without one part, and their differences from the fused one."""
    if not run.fused.queries:
        return {}
    figures = {}
    for name, measured in run.ablations.items():
        differences = dict(zip(metrics.NAMES, paired(run.fused.values, measured.values), strict=True))
        figures[name] = {"metrics": _means(measured.values), "differences": _differences(differences)}
    return figures


def _differences(differences: Mapping[str, MeanDifference]) -> Json:
    return {
        name: {
            "difference": round(difference.mean, _PLACES),
            "interval": [round(difference.low, _PLACES), round(difference.high, _PLACES)],
            "p": round(difference.p, _PLACES),
        }
        for name, difference in differences.items()
    }


def _means(values: NDArray[np.float64]) -> dict[str, float]:
    return {name: round(value, _PLACES) for name, value in metrics.means(values).items()}


def _intervals(values: NDArray[np.float64]) -> dict[str, list[float]]:
    ends = np.round(intervals(values), _PLACES).tolist()
    return dict(zip(metrics.NAMES, ends, strict=True))


def _percentiles(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {"p50": 0.0, "p95": 0.0}
    middle, high = np.percentile(times, [50, 95])
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


# A saved run is one JSON file: the measures of every query, by channel, under the queries' names; null where
# a query has none. It does not hold texts. Two runs can be compared when they asked the same queries under
# the same judgements.

VERSION = 1


class SavedRunError(BriefBankError):
    default_title = Message("This is not a saved run.")
    default_remedy = Message("Make one with: briefbank evaluate DATASET_DIR --save FILE")


class SavedRun(msgspec.Struct):
    version: int
    data_set: str
    fingerprint: str
    without: tuple[str, ...]
    parts: PartNames
    order: Order
    measures: tuple[str, ...]
    classes: dict[str, str]  # The class of each query
    channels: dict[str, dict[str, tuple[float | None, ...]]]  # The measures of each query, by channel

    @property
    def queries(self) -> tuple[str, ...]:
        return tuple(self.classes)

    @property
    def values(self) -> dict[str, NDArray[np.float64]]:
        """The measures by channel, with the shape (queries, len(measures)), NaN for none. Raises ValueError
        and KeyError where the file lacks some."""
        shape = len(self.classes), len(self.measures)
        return {
            name: np.array([by_query[query] for query in self.classes], np.float64).reshape(shape)
            for name, by_query in self.channels.items()
        }


def require_place(path: Path) -> None:
    """Raise SavedRunError when there is no folder to write the file into."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise _not_written(path)


def write(path: Path, run: Run) -> None:
    """Write a run to a file. Raises SavedRunError when the file cannot be written."""
    saved = SavedRun(
        VERSION,
        run.name,
        run.fingerprint,
        run.without,
        run.parts,
        run.order,
        metrics.NAMES,
        dict(zip(run.fused.queries, run.fused.classes, strict=True)),
        {
            name: dict(zip(measured.queries, map(tuple, measured.values.tolist()), strict=True))
            for name, measured in run.by_channel.items()
        },
    )
    try:
        path.write_bytes(msgspec.json.encode(saved) + b"\n")  # which writes NaN as null
    except OSError as error:
        raise _not_written(path, error.strerror or "") from error


def _not_written(path: Path, detail: str = "") -> SavedRunError:
    remedy = Message("Name a file in a folder that exists and that you may write to.")
    return SavedRunError(Message("{name} could not be written.", name=path.name), remedy, detail=detail)


def read(path: Path) -> SavedRun:
    """Read a saved run. Raises SavedRunError for a file that is missing or no saved run of this version."""
    try:
        run = msgspec.json.decode(path.read_bytes(), type=SavedRun)
        if (run.version, run.measures) != (VERSION, metrics.NAMES):
            raise ValueError("another version")
        _ = run.values
        return run
    except OSError as error:
        raise SavedRunError(
            Message("{name} could not be opened.", name=path.name),
            Message("Check the file’s name."),
            detail=error.strerror or "",
        ) from error
    except (msgspec.MsgspecError, KeyError, ValueError) as error:
        raise SavedRunError(
            Message("{name} is not a saved run.", name=path.name), detail=type(error).__name__
        ) from error


def compare(first: SavedRun, second: SavedRun) -> dict[str, dict[str, MeanDifference]]:
    """Return second less first, for every channel that both have, by the name of the measure.

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
    others = second.values
    return {
        channel: dict(zip(metrics.NAMES, paired(table, others[channel]), strict=True))
        for channel, table in first.values.items()
        if channel in others
    }
