"""Tests of vectors in several tables: a change writes only the affected ones."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from itertools import chain
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.embedding import lance
from briefbank.embedding.dense import DenseIndex, DenseRow
from briefbank.embedding.lance import Lance
from briefbank.text.characters import text_hash
from tests.embedding.test_dense import build_rows, clustered, files_with, found_of_ten
from tests.embedding.vectors import ON_DISK, D, unit
from tests.support.profile import sample

EACH = 100  # The rows of a full table


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], DenseIndex]:
    monkeypatch.setattr(lance, "MOST_ROWS", EACH)
    return lambda: DenseIndex(tmp_path, "model", D, memory_bytes=ON_DISK)


def added(index: DenseIndex, matrix: NDArray[np.float32]) -> None:
    """Add ten passages a document, a document at a time."""
    rows = build_rows(matrix)
    for first in range(0, len(rows), 10):
        index.add(rows[first : first + 10])


def tables(folder: Path) -> list[Path]:
    """Return the folders of the tables, in the order in which they were made."""
    parents = [path.parent for path in folder.rglob("passages.lance")]
    return sorted(parents, key=lambda path: (path.name.startswith("table-"), path.name))


def files(folder: Path) -> dict[Path, int]:
    """Return the rows and partitions of a table, and when they were written."""
    results = chain.from_iterable(
        (folder / "passages.lance" / part).rglob("*") for part in ("data", "_indices")
    )
    return {path: path.stat().st_mtime_ns for path in results if path.is_file()}


def test_a_removal_writes_only_the_tables_that_hold_the_document(
    opened: Callable[[], DenseIndex], tmp_path: Path
) -> None:
    index, matrix = opened(), unit(5 * EACH)
    added(index, matrix)
    index.optimise()
    before = [files(table) for table in tables(tmp_path)]
    assert len(before) == 5 and not index.behind()
    index.remove(23)
    changed = [at for at, table in enumerate(tables(tmp_path)) if files(table) != before[at]]
    assert changed == [2] and not any(files_with(tmp_path, vector) for vector in matrix[230:240])
    assert not before[2].keys() & files(tables(tmp_path)[2]).keys(), "nothing of the table stays"
    assert index.behind()
    index.optimise()
    assert not index.behind()
    assert [
        files(table) == files_before for table, files_before in zip(tables(tmp_path), before, strict=True)
    ].count(False) == 1
    for item in (index, opened()):
        assert item.ids() == set(range(500)) - set(range(230, 240))


@pytest.mark.parametrize("step", ["write_without", "tidy"])
@pytest.mark.parametrize("stopped_at", [0, 2])
def test_a_removal_that_was_stopped_is_finished_by_the_next(
    opened: Callable[[], DenseIndex],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    stopped_at: int,
) -> None:
    """One document has rows in the second table, another in the third and replaced ones in the first."""
    index, matrix = opened(), unit(250)
    added(index, matrix)
    index.optimise()
    index.add([DenseRow(at, 0, text_hash(f"new {at}"), -matrix[at]) for at in range(10)])
    gone = [*range(10), *range(150, 160)]
    original, calls = getattr(Lance, step), iter(range(100))

    def stop(table: Lance, *given: Sequence[int]) -> None:
        if next(calls) == stopped_at:
            raise KeyboardInterrupt
        original(table, *given)

    with monkeypatch.context() as killed:
        killed.setattr(Lance, step, stop)
        with pytest.raises(KeyboardInterrupt):
            index.remove(0, 15)
    again = opened()
    again.remove(0, 15)
    assert not any(files_with(tmp_path, vector) for vector in (*matrix[gone], *-matrix[:10]))
    assert again.ids() == index.ids() == set(range(250)) - set(gone)


def test_a_table_of_which_only_a_part_was_made_is_none(
    opened: Callable[[], DenseIndex], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index, matrix = opened(), unit(2 * EACH)
    added(index, matrix[:EACH])

    def stop(path: Path, target: Path) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as killed:
        killed.setattr(Path, "rename", stop)
        with pytest.raises(KeyboardInterrupt):
            index.add(build_rows(matrix[EACH:], first=EACH))
    assert len(tables(tmp_path)) == 2, "the draft is still there"
    for item in (index, opened()):
        assert item.ids() == set(range(EACH))
    opened().add(build_rows(matrix[EACH:], first=EACH))
    assert index.ids() == set(range(2 * EACH)) and len(tables(tmp_path)) == 2


STEPS = st.tuples(st.sampled_from(["add", "replace", "remove", "optimise", "rebuild"]), st.integers(0, 5))


@given(steps=st.lists(STEPS, max_size=10))
@settings(max_examples=sample(4, 50))
def test_vectors_found_by_hash_are_those_of_a_plain_dictionary(steps: list[tuple[str, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(lance, "MOST_ROWS", 40):
        index = DenseIndex(Path(folder), "model", D, memory_bytes=ON_DISK)
        plain: dict[int, DenseRow] = {}
        for at, (step, document) in enumerate(steps):
            ids = [10 * document + n for n in range(10)]
            if step in ("add", "replace"):
                texts = [f"{id_}" if step == "add" else f"{id_} {at}" for id_ in ids]
                rows = [
                    DenseRow(id_, document, text_hash(text), vector)
                    for id_, text, vector in zip(ids, texts, unit(10, seed=at), strict=True)
                ]
                index.add(rows)
                plain |= {row.passage_id: row for row in rows}
            elif step == "remove":
                index.remove(document)
                plain = {id_: row for id_, row in plain.items() if row.document_id != document}
            elif step == "optimise":
                index.optimise()
            else:
                index.rebuild([list(plain.values())], lambda: None)
        expected = {row.text_hash: row.vector.tolist() for row in plain.values()}
        hashes = {
            *expected,
            *(text_hash(f"{id_}") for id_ in range(60)),
            *(text_hash(f"{id_} 0") for id_ in range(60)),
        }
        manifest = index.vectors_by_hash(hashes)
        assert {key: vector.tolist() for key, vector in manifest.items()} == expected
        assert index.present(range(0, 60, 7)) == plain.keys() & set(range(0, 60, 7))
        assert index.present(range(100_000)) == plain.keys()
        index.close()


def test_a_link_is_no_table(opened: Callable[[], DenseIndex], tmp_path: Path) -> None:
    index, matrix = opened(), unit(2 * EACH)
    added(index, matrix)
    first, second = tables(tmp_path)
    elsewhere = second.rename(tmp_path / "elsewhere")
    (first / "table-2").symlink_to(elsewhere, target_is_directory=True)
    assert opened().ids() == set(range(EACH))


def test_the_nearest_are_found_where_all_of_them_are_in_one_table(opened: Callable[[], DenseIndex]) -> None:
    index, query = opened(), unit(1, seed=8)[0]
    near = query + 0.1 * unit(EACH, seed=3)
    near /= np.linalg.norm(near, axis=1, keepdims=True)
    matrix = np.concatenate([unit(2 * EACH, seed=1), near, unit(2 * EACH, seed=2)])
    added(index, matrix)
    scores = matrix @ query
    results = index.search(query, None, 150)
    assert [score for _, score in results] == pytest.approx(sorted(scores, reverse=True)[:150], abs=1e-5)
    assert [scores[id_] for id_, _ in results] == pytest.approx([score for _, score in results], abs=1e-5)
    assert len(index.search(query, None, 1000)) == 5 * EACH


@pytest.mark.nightly
@pytest.mark.parametrize("by_time", [True, False], ids=["by subject", "mixed"])
def test_recall_over_several_tables_is_at_least_099(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by_time: bool
) -> None:
    monkeypatch.setattr(lance, "MOST_ROWS", 4000)
    matrix = clustered(20_000, 64)
    if by_time:
        matrix = matrix[np.argsort(matrix[:, 0])]
    index = DenseIndex(tmp_path, "model", 64, memory_bytes=ON_DISK)
    rows = build_rows(matrix)
    index.rebuild([rows[first : first + 4096] for first in range(0, len(rows), 4096)], lambda: None)
    assert len(tables(tmp_path)) == 5
    present = dict(enumerate(matrix))
    assert found_of_ten(index, present) >= 0.99
    assert found_of_ten(index, present, set(range(0, 2000, 3))) >= 0.99


EQUAL_VECTORS = """
import sys
from pathlib import Path
import numpy as np
from briefbank.embedding.lance import Lance
table = Lance(Path(sys.argv[1]), 16)
rows = np.arange(6000)
table.add(rows + 1, rows // 40 + 1, [f"{row:064x}" for row in rows], np.full((6000, 16), 0.25, np.float32))
table.partition()
"""


def test_partitions_without_vectors_are_no_message(tmp_path: Path) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", EQUAL_VECTORS, str(tmp_path)], capture_output=True, text=True, check=True
    )
    assert completed.stdout == completed.stderr == ""
