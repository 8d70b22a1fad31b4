"""Vectors alone, in one table and in tables of half a million rows: partitions, search, recall and removal.

Rows are those of ``clustered_vectors``, made of every ``REAL``-th paragraph; the queries are the benchmark's
own, turned as the rows are. Processor times are in seconds, or milliseconds of a search. ``--passages N,N``
asks for other sizes: each takes 4 kB of disk for a passage and two minutes for a million.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from unittest import mock

import numpy as np
from numpy.typing import NDArray

from briefbank.embedding import lance
from briefbank.embedding.encoders import load_encoder
from briefbank.embedding.lance import MOST_ROWS, LanceTables
from tests.benchmarks.clustered_vectors import EACH, ClusteredVectors
from tests.benchmarks.indexing import texts_of_200k
from tests.benchmarks.library_factory import PASSAGES_EACH
from tests.benchmarks.removing import timed
from tests.benchmarks.search_queries import PLAIN
from tests.benchmarks.searched_library import percentiles

SIZES = (1_000_000,)
REAL = 20
VERSIONS = 8  # The versions of the whole to which queries are turned
NEAREST = 10  # The nearest passages to each query that a search should find
DEPTH = 200  # The passages that a search takes of each channel
TOGETHER = 32_768


def measure(sizes: Sequence[int] = SIZES) -> dict[str, object]:
    """Ten minutes for a million."""
    encoder = load_encoder()
    real = encoder.encode_passages(texts_of_200k()[::REAL])
    queries = np.stack([encoder.encode_query(query) for query in PLAIN])
    vectors = ClusteredVectors(real)
    return {str(size): _measured(size, vectors, queries, EACH * len(real)) for size in sizes}


def _measured(
    size: int, vectors: ClusteredVectors, plain: NDArray[np.float32], number: int
) -> dict[str, dict[str, object]]:
    versions = max(1, size // number)
    turned = range(0, versions, max(1, versions // VERSIONS))
    queries = np.vstack([vectors.turned(plain, version) for version in turned])
    result = {}
    for name, rows in (("one_table", size), ("tables", MOST_ROWS)):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(lance, "MOST_ROWS", rows):
            result[name] = _figures(LanceTables(Path(folder), plain.shape[1]), size, vectors, queries)
    return result


def _figures(
    tables: LanceTables, size: int, vectors: ClusteredVectors, queries: NDArray[np.float32]
) -> dict[str, object]:
    for first in range(0, size, TOGETHER):
        ids = np.arange(first, min(first + TOGETHER, size))
        tables.add(ids, ids // PASSAGES_EACH, [f"{id_:032x}" for id_ in ids], vectors.rows(first, len(ids)))

    def partition() -> None:
        tables.partition()
        tables.tidy()

    partitioning = timed(partition)[1]
    searched = _searched(tables, queries, _tenth_best(size, vectors, queries))
    return {
        "partitioning_s": partitioning,
        **searched,
        "removing_one_document_s": timed(partial(tables.remove, [size // PASSAGES_EACH // 2]))[1],
        "partitioning_after_it_s": timed(partition)[1],
    }


def _tenth_best(size: int, vectors: ClusteredVectors, queries: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return each query's cosine with the tenth of its nearest passages, by an exact scan."""
    best = np.full((len(queries), NEAREST), -2.0, np.float32)
    for first in range(0, size, TOGETHER):
        rows = vectors.rows(first, min(TOGETHER, size - first))
        best = np.partition(np.hstack([best, queries @ rows.T]), -NEAREST, axis=1)[:, -NEAREST:]
    return best.min(axis=1)


def _searched(
    tables: LanceTables, queries: NDArray[np.float32], least: NDArray[np.float32]
) -> dict[str, object]:
    tables.nearest(queries[0], None, DEPTH)
    taken, result, worked = [], 0, time.process_time()
    for query, enough in zip(queries, least, strict=True):
        started = time.perf_counter()
        hits = tables.nearest(query, None, DEPTH)
        taken.append(1000 * (time.perf_counter() - started))
        result += sum(score >= enough - 1e-6 for _, score in hits[:NEAREST])
    processor = round(1000 * (time.process_time() - worked) / len(queries), 1)
    recall = round(result / (NEAREST * len(queries)), 4)
    return {"search_ms": {**percentiles(taken), "processor": processor}, "recall@10": recall}
