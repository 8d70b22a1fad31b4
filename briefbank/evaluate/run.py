"""Measures search on a data set, through the same indexing and search code as the application.

A temporary library is built: each row of the collection becomes one document with one passage, its title
both the document's title and the passage's heading. Queries go through :meth:`Searcher.rank`, which is what
a search does before it cuts off the relevant set: measures at rank 100 are about the ranking, while the cut
depends on what else was found. The time of a query is that of a whole :meth:`Searcher.search` for ten
results, best match first, with the embedding of the query in it.

Vectors of the collection are kept between runs (see ``vectors``); words are indexed anew each time.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import numpy as np

from briefbank import paths as places
from briefbank.authority import citations
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.store import Catalogue
from briefbank.errors import QueryError
from briefbank.evaluate import beir, metrics
from briefbank.evaluate.beir import DataSet, Row
from briefbank.evaluate.vectors import CachedEncoder
from briefbank.index import analyzer
from briefbank.index.embedding import Encoder, load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.locks import ProcessLock
from briefbank.meaning import Meaning
from briefbank.models import Caption, Kind, Order, Passage, Reading, Role, SearchRequest
from briefbank.paths import LibraryPaths
from briefbank.search.channels import ALL_CHANNELS, Channel
from briefbank.search.searcher import Searcher

CHANNELS: Mapping[str, frozenset[Channel]] = {
    "words": frozenset({Channel.WORDS}),
    "meaning": frozenset({Channel.MEANING}),
    "fused": ALL_CHANNELS,
}
DEPTH = 200
RANKED = 100
"""Results measured for each query."""


def evaluate(
    dataset: Path,
    *,
    channels: Sequence[str] = ("fused",),
    limit: int | None = None,
    reporter: Reporter,
    encoder: Encoder | None = None,
) -> dict[str, Any]:
    """Measure; the command line's JSON document.

    ``metrics`` are those of the fused search; ``by_channel`` holds the ``channels`` asked for. ``limit``: the
    first so many judged queries. Minutes for a new collection (the embedding), then seconds. Raises
    DataSetError, Cancelled, and ValueError for an unknown channel.
    """
    if unknown := [name for name in channels if name not in CHANNELS]:
        raise ValueError(f"unknown channels: {', '.join(unknown)}")
    data = beir.load(dataset)
    queries = data.judged_queries(limit)
    judgements = {name: data.judgements[name] for name in queries}
    with library(data, encoder, reporter) as (searcher, ids):
        names = list(dict.fromkeys(["fused", *channels]))
        times = _times(searcher, queries, reporter)
        rankings = {name: _rankings(searcher, ids, queries, name, reporter) for name in names}
    measured = {name: metrics.mean(rankings[name], judgements) for name in names}
    return {
        "documents": len(data.rows),
        "queries": len(queries),
        "metrics": _rounded(measured["fused"]),
        "latency_ms": _percentiles(times),
        "by_channel": {name: _rounded(measured[name]) for name in dict.fromkeys(channels)},
    }


@contextmanager
def library(
    data: DataSet, encoder: Encoder | None, reporter: Reporter
) -> Iterator[tuple[Searcher, dict[int, str]]]:
    """A temporary library of the collection, and the row's id of each passage; None: the default encoder."""
    with ExitStack() as stack:
        root = LibraryPaths(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="briefbank-"))))
        root.create()
        catalogue = stack.enter_context(closing(Catalogue.open(root.catalogue)))
        lexical = stack.enter_context(closing(LexicalIndex(root.lexical)))
        ids = _fill(data.rows, catalogue, lexical, reporter)
        cache = places.models_folder() / "cache"
        remembering = CachedEncoder(encoder or load_encoder(), cache, reporter.check)
        lock = ProcessLock(root.lock, wait_s=0.0)
        meaning = stack.enter_context(closing(Meaning(root, catalogue, lock, lambda: remembering)))
        meaning.embed_pending(reporter)
        meaning.warm()
        yield _searcher(catalogue, lexical, meaning), ids


def _searcher(catalogue: Catalogue, lexical: LexicalIndex, meaning: Meaning) -> Searcher:
    return Searcher(
        lexical=lexical,
        dense=meaning.dense_if_ready,
        encoder=meaning.encoder_if_ready,
        store=catalogue,
        find_citations=citations.find,
        match_ranges=analyzer.match_ranges,
    )


def _fill(
    rows: Sequence[Row], catalogue: Catalogue, lexical: LexicalIndex, reporter: Reporter
) -> dict[int, str]:
    """Add every row; the row's id of each passage."""
    ids: dict[int, str] = {}
    with lexical.batch():
        for done, row in enumerate(rows, start=1):
            reporter.check()
            reporter.progress("Indexing", done, len(rows))
            sha256 = hashlib.sha256(row.id.encode()).hexdigest()
            size = len(row.text.encode("utf-8", "surrogatepass"))
            file = StoredFile(sha256, ".txt", row.id, size, has_reading_copy=False, sample=False)
            document, passages = catalogue.add_document(_reading(row), file)
            lexical.add(document, passages)
            ids.update((passage.id, row.id) for passage in passages)
    return ids


def _reading(row: Row) -> Reading:
    passage = Passage(
        ordinal=0,
        text=row.text,
        role=Role.BODY,
        heading_path=(row.title,) if row.title else (),
        spans=(),
        page_label="",
    )
    return Reading(kind=Kind.OTHER, caption=Caption(title=row.title), pages=(), passages=(passage,))


def _rankings(
    searcher: Searcher, ids: Mapping[int, str], queries: Mapping[str, str], channel: str, reporter: Reporter
) -> dict[str, list[str]]:
    """The ranking of each query by one channel, as row ids; none for text that is no query."""
    found: dict[str, list[str]] = {}
    for done, (name, text) in enumerate(queries.items(), start=1):
        reporter.check()
        reporter.progress(f"Searching: {channel}", done, len(queries))
        with suppress(QueryError):
            ranked = searcher.rank(SearchRequest(text, order=Order.BEST), DEPTH, CHANNELS[channel])
            found[name] = [ids[candidate.passage_id] for candidate in ranked.candidates[:RANKED]]
    return found


def _times(searcher: Searcher, queries: Mapping[str, str], reporter: Reporter) -> list[float]:
    """Milliseconds of a whole search for each query. Before any ranking: encoders remember what was asked."""
    times: list[float] = []
    for done, text in enumerate(queries.values(), start=1):
        reporter.check()
        reporter.progress("Timing", done, len(queries))
        started = time.perf_counter()
        with suppress(QueryError):
            searcher.search(SearchRequest(text, order=Order.BEST))
        times.append((time.perf_counter() - started) * 1000)
    return times


def _percentiles(times: Sequence[float]) -> dict[str, float]:
    if not times:
        return {"p50": 0.0, "p95": 0.0}
    middle, high = np.percentile(times, [50, 95])
    return {"p50": round(float(middle), 2), "p95": round(float(high), 2)}


def _rounded(values: Mapping[str, float]) -> dict[str, float]:
    return {name: round(value, 4) for name, value in values.items()}
