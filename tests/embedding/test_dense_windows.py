"""Tests of passages with several rows in the vector index: each counts by its nearest row."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.embedding.vectors import Vectors
from briefbank.text.characters import text_hash
from tests.embedding.vectors import D, hashes_in, unit


def windows(passages: int, seed: int = 0, dimensions: int = D) -> list[DenseRow]:
    """One to four rows a passage, ten passages a document."""
    counts = np.random.default_rng(seed).integers(1, 5, passages)
    owners = np.repeat(np.arange(passages), counts).tolist()
    vectors = unit(len(owners), seed, dimensions)
    return [
        DenseRow(id_, id_ // 10, text_hash(f"{id_} {at}"), v)
        for at, (id_, v) in enumerate(zip(owners, vectors, strict=True))
    ]


def best_of_each(
    rows: list[DenseRow], query: NDArray[np.float32], documents: set[int] | None
) -> list[tuple[int, float]]:
    """Find by brute force each passage's highest cosine, best first, ties by id."""
    best: dict[int, float] = {}
    for row in rows:
        if documents is None or row.document_id in documents:
            best[row.passage_id] = max(best.get(row.passage_id, -9.0), float(row.vector @ query))
    return sorted(best.items(), key=lambda item: (-item[1], item[0]))


@pytest.mark.parametrize("limit", [7, 300])
def test_each_passage_is_found_once_by_its_nearest_row_up_to_the_limit(
    opened: Callable[[], DenseIndex], limit: int
) -> None:
    index, rows = opened(), windows(200)
    index.add(rows)
    for query in unit(3, seed=1):
        for documents in (None, {2, 3, 11, 999}):
            expected = best_of_each(rows, query, documents)[:limit]
            results = index.search(query, documents, limit)
            assert [id_ for id_, _ in results] == [id_ for id_, _ in expected]
            assert [score for _, score in results] == pytest.approx([s for _, s in expected], abs=1e-5)


def test_all_rows_of_a_passage_are_replaced_and_all_of_a_document_removed(
    opened: Callable[[], DenseIndex],
) -> None:
    index, matrix = opened(), unit(8)
    index.add([DenseRow(1, 1, text_hash(str(at)), matrix[at]) for at in range(3)])
    index.add([DenseRow(2, 2, text_hash(str(at)), matrix[at]) for at in range(3, 5)])
    index.add([DenseRow(1, 1, text_hash(str(at)), matrix[at]) for at in range(5, 7)])
    for item in (index, opened()):
        assert item.ids() == {1, 2}
        assert item.hashes_of({1, 2, 3}) == {
            1: {text_hash("5"), text_hash("6")},
            2: {text_hash("3"), text_hash("4")},
        }
        assert sorted(hashes_in(item)) == sorted(text_hash(str(at)) for at in range(3, 7))
    index.remove(1)
    for item in (index, opened()):
        assert item.ids() == {2} and item.hashes_of([1]) == {} and item.vector_of(1) is None
        assert len(hashes_in(item)) == 2


@given(
    rows=st.lists(st.tuples(st.integers(0, 12), st.integers(-3, 3)), max_size=200),
    limit=st.integers(1, 15),
    some=st.none() | st.sets(st.integers(0, 3)),
)
def test_in_memory_passages_are_those_of_brute_force_ties_by_id(
    rows: list[tuple[int, int]], limit: int, some: set[int] | None
) -> None:
    dense_rows = [DenseRow(id_, id_ // 4, "", np.array([score, 0], np.float32)) for id_, score in rows]
    ids, scores = np.array([id_ for id_, _ in rows], np.int64), np.zeros((len(rows), 2), np.float32)
    scores[:, 0] = [score for _, score in rows]
    query = np.array([1, 0], np.float32)
    result = Vectors(ids, ids // 4, scores).nearest(query, some, limit)
    expected = best_of_each(dense_rows, query, some)
    assert result == expected[:limit]
