"""Tests of vectors in a backup: portions that are read one by one and verified."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.embedding.lance import Lance
from briefbank.maintenance import saved_vectors
from briefbank.maintenance.saved_vectors import MOST_ROWS, SavedVectors, portion_name, portions, save_vectors
from briefbank.text.characters import text_hash
from tests.embedding.vectors import D, unit
from tests.maintenance.library_parts import QUIET, OpenParts, opened

ROWS = 40_000


@pytest.fixture
def library(tmp_path: Path) -> Iterator[OpenParts]:
    with opened(tmp_path / "library") as opened_library:
        yield opened_library


def in_parts(
    hashes: Sequence[str], matrix: NDArray[np.float32], size: int
) -> Iterator[tuple[Sequence[str], NDArray[np.float32]]]:
    for at in range(0, len(hashes), size):
        yield hashes[at : at + size], matrix[at : at + size]


def cut(hashes: Sequence[str], size: int = 1000) -> list[tuple[str, ...]]:
    results = portions(in_parts(hashes, np.zeros((len(hashes), 1), np.float32), size))
    return [tuple(some) for some, _ in results]


def test_portions_have_every_vector_once_in_order_and_are_bounded() -> None:
    hashes = [text_hash(str(at)) for at in range(ROWS)]
    matrix = np.arange(ROWS, dtype=np.float32)[:, None]
    results = list(portions(in_parts(hashes, matrix, 777)))
    assert [item for some, _ in results for item in some] == hashes
    assert np.array_equal(np.concatenate([rows for _, rows in results]), matrix)
    assert all(len(some) == len(rows) <= MOST_ROWS for some, rows in results) and len(results) > 3
    assert [len(some) for some in cut(["1" * 32] * (MOST_ROWS + 1))] == [MOST_ROWS, 1]
    assert cut([]) == []


def test_an_added_or_removed_text_changes_only_its_own_portion() -> None:
    hashes = [text_hash(str(at)) for at in range(ROWS)]
    whole = set(cut(hashes))
    for changed in (hashes[:20_000] + hashes[20_001:], [*hashes[:9], text_hash("new"), *hashes[9:]]):
        assert len(set(cut(changed, 333)) - whole) == 1


@pytest.fixture
def saved(tmp_path: Path) -> tuple[list[Path], dict[str, NDArray[np.float32]]]:
    """Three files with vectors."""
    matrix, hashes = unit(30), [text_hash(str(at)) for at in range(30)]
    paths = []
    for some, rows in zip(np.split(np.array(hashes), 3), np.split(matrix, 3), strict=True):
        paths.append(tmp_path / portion_name("model", some.tolist()))
        save_vectors(paths[-1], some.tolist(), rows)
    return paths, dict(zip(hashes, matrix, strict=True))


def test_vectors_are_found_by_the_hash_of_their_text(
    saved: tuple[list[Path], dict[str, NDArray[np.float32]]], tmp_path: Path
) -> None:
    paths, expected = saved
    vectors = SavedVectors(paths, "model", D)
    result = vectors.vectors_by_hash([*expected, text_hash("unknown"), "g" * 32])
    assert result.keys() == expected.keys() and vectors.size == 30
    assert all(np.array_equal(result[key], expected[key]) for key in expected)
    assert vectors.vectors_by_hash([]) == {}


def test_an_unreadable_part_costs_its_own_vectors_alone(
    saved: tuple[list[Path], dict[str, NDArray[np.float32]]], tmp_path: Path
) -> None:
    paths, expected = saved
    paths[0].write_bytes(b"no rows")
    hashes = list(expected)[10:20]
    matrix = np.stack([expected[key] for key in hashes])
    matrix[3, 0] = np.nan
    save_vectors(paths[1], hashes, matrix)
    vectors = SavedVectors(paths, "model", D)
    lost = expected.keys() - vectors.vectors_by_hash(expected).keys()
    assert lost == {*list(expected)[:10], list(expected)[13]}
    paths[2].unlink()
    assert len(vectors.vectors_by_hash(expected)) == 9


def large(library: OpenParts, count: int) -> None:
    """Documents of which each has some passages with vectors of their own."""
    for at in range(count):
        library.add(*(f"zebra {at} {number}" for number in range(50)))
    library.embed()


def test_vectors_that_a_writer_replaces_meanwhile_are_read_again(
    library: OpenParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    large(library, 3)
    contents, faults = Lance.contents, iter([True])

    def interrupted(self: Lance) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        yield from contents(self)
        if next(faults, False):
            raise OSError("not found")

    monkeypatch.setattr(Lance, "contents", interrupted)
    assert library.backup.make(tmp_path / "backup", QUIET).problems == ()
    with opened(tmp_path / "other") as other:
        other.restore.restore(tmp_path / "backup", QUIET)
        assert len(other.parts.meaning.ids()) == 150


def test_readable_vectors_of_a_damaged_index_are_backed_up_and_the_rest_is_reported(
    library: OpenParts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saved_vectors, "MOST_ROWS", 50)
    large(library, 3)
    contents = Lance.contents

    def broken(self: Lance) -> Iterator[tuple[list[str], NDArray[np.float32]]]:
        for hashes, matrix in contents(self):
            yield hashes[:110], matrix[:110]
            raise OSError("damaged")

    monkeypatch.setattr(Lance, "contents", broken)
    (problem,) = library.backup.make(tmp_path / "backup", QUIET).problems
    assert problem == "After a restore, search by meaning has to be prepared again."
    with opened(tmp_path / "other") as other:
        other.restore.restore(tmp_path / "backup", QUIET)
        assert 100 <= len(other.parts.meaning.ids()) < 150
        other.embed()
        assert len(other.parts.meaning.ids()) == 150
