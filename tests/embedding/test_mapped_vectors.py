"""Tests that memory-mapped vectors are used only if they are those of the table."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from briefbank.embedding.dense import DenseIndex
from briefbank.embedding.lance import Lance
from briefbank.errors import IndexFault
from tests.embedding.test_dense import D, build_rows, unit

VECTORS = unit(100)
SEARCH = """
import sys
from pathlib import Path
import numpy as np
from briefbank.embedding.dense import DenseIndex
index = DenseIndex(Path(sys.argv[1]), "model", int(sys.argv[2]))
found = index.search(np.eye(int(sys.argv[2]), dtype=np.float32)[0], None, 3)
print("lancedb" in sys.modules, found)
"""


def tidy_index(folder: Path) -> DenseIndex:
    index = DenseIndex(folder, "model", D)
    index.add(build_rows(VECTORS))
    index.optimise()
    index.close()
    return index


def mapped(folder: Path) -> list[Path]:
    return sorted(folder.rglob("mapped-*/*.npy"))


def matrix_of(folder: Path) -> Path:
    return next(path for path in mapped(folder) if path.name == "vectors.npy")


def searched_elsewhere(folder: Path) -> str:
    command = [sys.executable, "-c", SEARCH, str(folder), str(D)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def test_a_program_that_searches_a_tidy_index_finds_the_same_and_does_not_import_lancedb(
    tmp_path: Path,
) -> None:
    index = tidy_index(tmp_path)
    results = index.search(np.eye(D, dtype=np.float32)[0], None, 3)
    assert searched_elsewhere(tmp_path) == f"False {results}\n"
    for path in mapped(tmp_path):
        path.unlink()
    assert searched_elsewhere(tmp_path) == f"True {results}\n"


def test_an_index_without_them_gets_them_when_it_is_opened(tmp_path: Path) -> None:
    tidy_index(tmp_path)
    for path in mapped(tmp_path):
        path.unlink()
        path.parent.rmdir() if not any(path.parent.iterdir()) else None
    DenseIndex(tmp_path, "model", D).close()
    assert len(mapped(tmp_path)) == 3


def test_a_stop_in_the_middle_of_a_removal_leaves_nothing_mapped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tidy_index(tmp_path)
    index = DenseIndex(tmp_path, "model", D)
    monkeypatch.setattr(Lance, "tidy", lambda _self: (_ for _ in ()).throw(KeyboardInterrupt))
    with pytest.raises(KeyboardInterrupt):
        index.remove(0)
    assert mapped(tmp_path) == []


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-4])


def of_other_dimensions(path: Path) -> None:
    np.save(path, np.zeros((len(VECTORS), D + 1), np.float32))


def of_another_type(path: Path) -> None:
    np.save(path, VECTORS.astype(np.float64))


def with_objects(path: Path) -> None:
    np.save(path, np.array([{}], object), allow_pickle=True)


def of_one_row_less(path: Path) -> None:
    np.save(path, VECTORS[1:])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def test_files_that_are_not_sound_are_not_used(tmp_path: Path) -> None:
    expected = tidy_index(tmp_path).search(VECTORS[7], None, 5)
    sound = matrix_of(tmp_path).read_bytes()
    for spoil in (truncated, of_other_dimensions, of_another_type, with_objects, of_one_row_less, emptied):
        matrix_of(tmp_path).write_bytes(sound)
        spoil(matrix_of(tmp_path))
        assert DenseIndex(tmp_path, "model", D).search(VECTORS[7], None, 5) == expected, spoil.__name__


def test_a_thorough_check_finds_each_passage_whose_mapped_vector_was_altered(tmp_path: Path) -> None:
    tidy_index(tmp_path)
    assert DenseIndex(tmp_path, "model", D).damaged() == set()
    altered = np.load(matrix_of(tmp_path))
    altered[7, 3] += 0.5
    np.save(matrix_of(tmp_path), altered)
    passages = np.load(matrix_of(tmp_path).with_name("passages.npy"))
    assert DenseIndex(tmp_path, "model", D).damaged() == {int(passages[7])}


@pytest.mark.parametrize("what", ["*.manifest", "*.lance"])
def test_damage_of_the_table_is_found_by_a_check_although_searches_still_work(
    tmp_path: Path, what: str
) -> None:
    expected = tidy_index(tmp_path).search(VECTORS[7], None, 5)
    for path in tmp_path.rglob(what):
        if path.is_file():
            path.write_bytes(path.read_bytes()[:20])
    index = DenseIndex(tmp_path, "model", D)
    assert index.search(VECTORS[7], None, 5) == expected
    with pytest.raises(IndexFault):
        index.damaged()
