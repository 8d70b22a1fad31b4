"""Made libraries are whole, and their vectors and texts are what the benchmarks take them for."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import numpy as np

from briefbank.catalogue import document_rows, passage_rows
from briefbank.catalogue.schema import open_catalogue
from briefbank.embedding.dense import DenseIndex
from briefbank.index.lexical import LexicalIndex
from briefbank.paths import LibraryPaths
from tests.benchmarks.clustered_vectors import BLOCK, ClusteredVectors, nearest_cosines
from tests.benchmarks.large_library import altered, build
from tests.embedding.vectors import unit

TEXTS = [
    f"In State v. Smith{at} the court held so in {1900 + at}. It was argued by Miller. So was {at}."
    for at in range(50)
]


def test_rows_are_the_same_however_they_are_requested_and_begin_with_the_real_ones() -> None:
    real = unit(300, dimensions=32)
    vectors = ClusteredVectors(real)
    whole = vectors.rows(0, 3 * BLOCK)
    assert np.array_equal(whole[:300], real)
    assert np.array_equal(
        ClusteredVectors(real).rows(BLOCK - 7, BLOCK + 20), whole[BLOCK - 7 : 2 * BLOCK + 13]
    )
    assert np.allclose(np.linalg.norm(whole, axis=1), 1, atol=1e-5)


def test_a_turned_version_keeps_its_distances_and_its_mean() -> None:
    real = unit(400, dimensions=32) + np.float32(0.3)
    real /= np.linalg.norm(real, axis=1, keepdims=True)
    vectors = ClusteredVectors(real)
    turned = vectors.turned(real, 3)
    assert not np.allclose(turned, real, atol=0.1)
    assert float(turned.mean(axis=0) @ real.mean(axis=0)) > 0.95 * float(
        real.mean(axis=0) @ real.mean(axis=0)
    )
    before, after = nearest_cosines(real, real), nearest_cosines(turned, turned)
    assert all(abs(before[name] - after[name]) < 0.05 for name in before)


def test_altered_texts_are_not_equal() -> None:
    texts = [altered(TEXTS, number) for number in range(1000)]
    assert texts[:50] == TEXTS and len(set(texts)) > 950
    assert texts == [altered(TEXTS, number) for number in range(1000)]


def test_a_made_library_is_whole(tmp_path: Path) -> None:
    paths = LibraryPaths(tmp_path / "library")
    build(paths, 90, TEXTS, ClusteredVectors(unit(300)), "model")
    with (
        closing(open_catalogue(paths.catalogue)) as catalogue,
        closing(LexicalIndex(paths.lexical)) as lexical,
    ):
        known = passage_rows.all_ids(catalogue, searchable_only=True)
        assert len(known) == 90 and lexical.ids() == known and not catalogue.faults()
        assert document_rows.totals(catalogue)[0] == 3
    with closing(DenseIndex(paths.dense, "model", 16)) as dense:
        assert dense.ids() == known
