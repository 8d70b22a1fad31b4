"""Tests of the vector index against exact search by NumPy, in memory and on disk."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.embedding.dense import DenseIndex, DenseRow, forget_all_but, place_of, stored
from briefbank.embedding.vectors import Vectors
from briefbank.errors import Cancelled, IndexFault
from briefbank.text.characters import text_hash
from tests.embedding.vectors import ON_DISK, D, unit


def build_rows(matrix: NDArray[np.float32], first: int = 0) -> list[DenseRow]:
    """Ten passages a document."""
    return [
        DenseRow(first + at, (first + at) // 10, text_hash(f"{first + at}"), v) for at, v in enumerate(matrix)
    ]


def test_nearest_are_those_of_an_exact_search_with_and_without_a_filter(
    opened: Callable[[], DenseIndex],
) -> None:
    index, matrix = opened(), unit(300)
    index.add(build_rows(matrix))
    for query in unit(5, seed=1):
        scores = matrix @ query
        for documents in (None, {3, 7, 8, 999}, range(29)):
            allowed = [at for at in range(300) if documents is None or at // 10 in documents]
            best = sorted(allowed, key=lambda at: -scores[at])[:15]
            hits = index.search(query, documents, 15)
            assert [passage_id for passage_id, _ in hits] == best
            assert [score for _, score in hits] == pytest.approx([scores[at] for at in best], abs=1e-5)
    assert index.search(matrix[0], set(), 5) == [] and index.search(matrix[0], None, 0) == []
    assert len(index.search(matrix[0], None, 1000)) == 300
    assert np.array_equal(index.vector_of(5), matrix[5]) and index.vector_of(999) is None


def test_additions_replacements_and_removals_survive_reopening(opened: Callable[[], DenseIndex]) -> None:
    index, matrix = opened(), unit(40)
    index.add(build_rows(matrix))
    index.remove(2)
    index.add([DenseRow(5, 0, text_hash("new"), matrix[20])])
    index.add([DenseRow(5, 0, text_hash("newer"), matrix[21])])
    for item in (index, opened()):
        assert item.ids() == set(range(40)) - set(range(20, 30))
        assert item.search(matrix[21], None, 1)[0][0] == 5
        assert set(item.vectors_by_hash([text_hash("newer"), text_hash("new"), text_hash("5")])) == {
            text_hash("newer")
        }


def test_a_change_by_another_opening_is_seen(opened: Callable[[], DenseIndex]) -> None:
    first, second, matrix = opened(), opened(), unit(30)
    first.add(build_rows(matrix))
    assert second.ids() == set(range(30))
    second.remove(0)
    assert first.ids() == set(range(10, 30))
    second.rebuild([build_rows(matrix[:5])], lambda: None)
    assert first.ids() == set(range(5))
    first.add(build_rows(matrix[:5], first=100))
    first.optimise()
    assert second.search(matrix[2], {10}, 1)[0][0] == 102


def test_a_rebuild_reuses_vectors_by_hash_while_it_goes_on(opened: Callable[[], DenseIndex]) -> None:
    index, matrix = opened(), unit(60)
    index.add(build_rows(matrix))

    def parts() -> Iterator[list[DenseRow]]:
        for first in range(0, 60, 10):
            hashes = [text_hash(str(at)) for at in range(first, first + 10)]
            known = index.vectors_by_hash(hashes)
            yield [DenseRow(1000 + first + at, first, value, known[value]) for at, value in enumerate(hashes)]

    index.rebuild(parts(), lambda: None)
    assert index.ids() == set(range(1000, 1060))
    assert index.search(matrix[33], None, 1)[0] == (1033, pytest.approx(1.0, abs=1e-5))


def test_a_rebuild_that_is_stopped_leaves_the_old_index(
    opened: Callable[[], DenseIndex], tmp_path: Path
) -> None:
    index = opened()
    index.add(build_rows(unit(20)))

    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        index.rebuild([build_rows(unit(3))], stop)
    assert index.ids() == set(range(20))
    assert sum(path.is_dir() for path in place_of(tmp_path / "dense", "model").iterdir()) == 1


def files_with(folder: Path, vector: NDArray[np.float32]) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file() and vector.tobytes() in path.read_bytes()]


def test_exactly_the_vectors_of_a_removed_document_are_deleted_from_the_disk(
    opened: Callable[[], DenseIndex], tmp_path: Path
) -> None:
    index, matrix = opened(), unit(1000)
    index.add(build_rows(matrix))
    index.optimise()
    assert files_with(tmp_path, matrix[35])
    index.remove(3)
    assert not any(files_with(tmp_path, vector) for vector in matrix[30:40])
    for item in (index, opened()):
        assert item.ids() == set(range(1000)) - set(range(30, 40))
        assert item.search(matrix[40], None, 1)[0] == (40, pytest.approx(1.0, abs=1e-5))
        assert len(item.vectors_by_hash(text_hash(str(at)) for at in range(1000))) == 990


def test_vectors_of_another_size_under_the_same_name_are_a_fault(tmp_path: Path) -> None:
    DenseIndex(tmp_path, "model", D).close()
    with pytest.raises(IndexFault):
        DenseIndex(tmp_path, "model", D + 1)


def test_another_encoder_starts_empty_and_the_former_s_vectors_wait_until_they_are_forgotten(
    tmp_path: Path,
) -> None:
    former = DenseIndex(tmp_path, "model", D)
    former.add(build_rows(unit(20)))
    latter = DenseIndex(tmp_path, "other", D + 8)
    assert latter.ids() == set() and latter.search(unit(1, 0, D + 8)[0], None, 5) == []
    latter.add(build_rows(unit(20, 1, D + 8)))
    assert former.ids() == DenseIndex(tmp_path, "model", D).ids() == set(range(20)), (
        "going back costs nothing"
    )
    assert stored(tmp_path) == {"model": D, "other": D + 8}
    forget_all_but(tmp_path, ["other"])
    assert list(tmp_path.iterdir()) == [place_of(tmp_path, "other")]
    assert latter.ids() == set(range(20)) and DenseIndex(tmp_path, "model", D).ids() == set()


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:20])


def grow(path: Path) -> None:
    """Extend a file to four terabytes that take no room."""
    os.truncate(path, 1 << 42)


@pytest.mark.parametrize(
    ("change", "what"),
    [
        *((cut, what) for what in ("*.manifest", "*.lance", "index.json")),
        *((grow, what) for what in ("*.manifest", "*hint*", "index.json")),
    ],
)
def test_damage_is_a_fault_and_nothing_else(
    tmp_path: Path, change: Callable[[Path], None], what: str
) -> None:
    index = DenseIndex(tmp_path, "model", D)
    index.add(build_rows(unit(100)))
    index.close()
    for path in tmp_path.rglob(what):
        if path.is_file():
            change(path)
    with pytest.raises(IndexFault):
        DenseIndex(tmp_path, "model", D)


def test_threads_may_search_while_one_writes(opened: Callable[[], DenseIndex]) -> None:
    index, matrix = opened(), unit(100)
    index.add(build_rows(matrix))
    stop = threading.Event()

    def search() -> int:
        searches = 0
        while not stop.is_set():
            assert index.search(matrix[5], None, 1)[0][0] == 5
            searches += 1
        return searches

    with ThreadPoolExecutor(3) as pool:
        searching = [pool.submit(search) for _ in range(3)]
        for number in range(1, 9):
            index.add(build_rows(unit(20, seed=number) * -1, first=1000 * number))
            if number % 4 == 0:
                index.optimise()
                index.rebuild([build_rows(matrix)], lambda: None)
        stop.set()
        assert all(item.result() > 0 for item in searching)


def clustered(count: int, dimensions: int, seed: int = 3) -> NDArray[np.float32]:
    random = np.random.default_rng(seed)
    centres = random.normal(size=(60, dimensions))
    points = centres[random.integers(0, 60, count)] + 0.8 * random.normal(size=(count, dimensions))
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True), np.float32)


def between(matrix: NDArray[np.float32], count: int) -> NDArray[np.float32]:
    """Queries beside stored vectors, not on them."""
    random = np.random.default_rng(4)
    points = matrix[random.integers(0, len(matrix), count)] + 0.5 * unit(count, 4, matrix.shape[1])
    return np.asarray(points / np.linalg.norm(points, axis=1, keepdims=True), np.float32)


def found_of_ten(
    index: DenseIndex, present: dict[int, NDArray[np.float32]], documents: set[int] | None = None
) -> float:
    """Recall@10 against an exact search over what ought to be there, ten passages a document.

    Partitions differ from one making to the next: with fewer queries, one making in fifty would be judged by
    chance.
    """
    ids = [id_ for id_ in present if documents is None or id_ // 10 in documents]
    matrix = np.stack([present[id_] for id_ in ids])
    queries, result = between(matrix, 40 if documents else 150), 0
    for query in queries:
        exact = {ids[at] for at in np.argsort(-(matrix @ query))[:10]}
        result += len(exact & {id_ for id_, _ in index.search(query, documents, 10)})
    return result / (10 * len(queries))


@pytest.mark.parametrize("count", [12, 900, pytest.param(20_000, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("memory_bytes", [1 << 30, ON_DISK], ids=["memory", "disk"])
def test_recall_is_at_least_099_at_every_size_with_and_without_a_filter(
    tmp_path: Path, count: int, memory_bytes: int
) -> None:
    matrix = clustered(count, 64)
    index = DenseIndex(tmp_path, "model", 64, memory_bytes=memory_bytes)
    index.rebuild([build_rows(matrix)], lambda: None)
    present = dict(enumerate(matrix))
    assert found_of_ten(index, present) >= 0.99
    assert found_of_ten(index, present, set(range(0, count // 10 + 1, 3))) >= 0.99
    index.close()


@pytest.mark.nightly
@pytest.mark.parametrize("memory_bytes", [8000 * 64 * 4, ON_DISK], ids=["past memory on the way", "disk"])
def test_many_small_updates_and_removals_do_not_degrade_recall(tmp_path: Path, memory_bytes: int) -> None:
    """The new passages are of other subjects than those that the partitions were made for."""
    index = DenseIndex(tmp_path, "model", 64, memory_bytes=memory_bytes)
    old, new = clustered(6000, 64), clustered(6000, 64, seed=9)
    index.rebuild([build_rows(old)], lambda: None)
    present = dict(enumerate(old))
    for first in range(0, 6000, 400):
        index.add(build_rows(new[first : first + 400], first=6000 + first))
        present.update(enumerate(new[first : first + 400], start=6000 + first))
        index.remove(first // 10, first // 10 + 7)
        present = {id_: v for id_, v in present.items() if id_ // 10 not in (first // 10, first // 10 + 7)}
    assert index.ids() == present.keys() and found_of_ten(index, present) >= 0.99
    assert index.behind()
    index.optimise()
    assert not index.behind()
    for first in range(0, 1000, 100):
        index.add(build_rows(-new[first : first + 100], first=20_000 + first))
        present.update(enumerate(-new[first : first + 100], start=20_000 + first))
    assert not index.behind(), "few rows outside the partitions are searched one by one"
    assert found_of_ten(index, present) >= 0.99 and found_of_ten(index, present, {1, 5, 700, 2001}) >= 0.99
    index.close()


@given(
    steps=st.lists(st.tuples(st.sampled_from(["add", "remove"]), st.integers(0, 5)), max_size=25),
    limit=st.integers(1, 12),
)
def test_vectors_in_memory_keep_step_with_a_plain_dictionary(
    steps: list[tuple[str, int]], limit: int
) -> None:
    vectors = Vectors(np.empty(0, np.int64), np.empty(0, np.int64), np.empty((0, D), np.float32))
    plain: dict[int, tuple[int, NDArray[np.float32]]] = {}
    for at, (step, document) in enumerate(steps):
        before, size = vectors, vectors.size
        if step == "add":
            rows = unit(3, seed=at)
            ids = np.arange(3) + 10 * at
            vectors = vectors.with_rows(ids, np.full(3, document), rows)
            plain.update({int(id_): (document, rows[n]) for n, id_ in enumerate(ids)})
        else:
            vectors = vectors.without(vectors.of_documents([document]))
            plain = {id_: row for id_, row in plain.items() if row[0] != document}
        assert before.size == size
    query = unit(1, seed=99)[0]
    for documents in (None, {0, 1}):
        scores = {
            id_: float(v @ query) for id_, (d, v) in plain.items() if documents is None or d in documents
        }
        expected = sorted(scores, key=lambda id_: -scores[id_])[:limit]
        assert [id_ for id_, _ in vectors.nearest(query, documents, limit)] == expected
