"""Tests that damaged and untrusted files of a lexical index are detected as damage."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from briefbank.errors import IndexFault
from briefbank.index.lexical import LexicalIndex
from tests.index.factory import build_document, build_passages
from tests.support.profile import sample

PROJECT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an undamaged index."""
    path = tmp_path_factory.mktemp("whole") / "lexical"
    with_words = LexicalIndex(path)
    with_words.add(build_document(1), build_passages(1, ["plain error", "inevitable discovery"]))
    with_words.close()
    return path


@pytest.fixture
def folder(whole: Path, tmp_path: Path) -> Path:
    return copied(whole, tmp_path)


def copied(whole: Path, into: Path) -> Path:
    """Copy an index, and return the folder of its generation."""
    shutil.copytree(whole, into / "lexical")
    return next((into / "lexical").rglob("meta.json")).parent


def is_whole(folder: Path) -> bool:
    index = LexicalIndex(next(parent for parent in folder.parents if parent.name == "lexical"))
    try:
        return index.intact()
    finally:
        index.close()


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 3] ^= 1
    path.write_bytes(content)


def footer(metadata: bytes) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.write_bytes(path.read_bytes() + metadata + struct.pack("<II", len(metadata), 1337))

    return change


def grow(path: Path) -> None:
    """Extend a file to four terabytes that take no room."""
    os.truncate(path, 1 << 42)


@pytest.mark.parametrize("change", [flip, grow, *map(footer, (b"[" * 1000, b"{}", b"x", b" " * 5000))])
def test_a_file_that_was_changed_is_found(
    whole: Path, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    for suffix in (".fast", ".idx", ".pos", ".store", ".term"):
        folder = copied(whole, tmp_path / suffix)  # Tantivy may still have the files of the last one mapped
        change(next(folder.glob(f"*{suffix}")))
        try:
            assert not is_whole(folder), suffix
        except IndexFault:
            pass  # Tantivy itself found it


def test_an_unfinished_segment_is_no_damage(folder: Path) -> None:
    assert is_whole(folder)
    (folder / f"{'0' * 32}.store").write_bytes(b"half")
    assert is_whole(folder)


REPLACED = """
import sys
from pathlib import Path
from briefbank.errors import IndexFault
from briefbank.index.lexical import LexicalIndex
from tests.index.factory import build_document, build_passages
root, suffix, other = Path(sys.argv[1]), *sys.argv[2:]
index = LexicalIndex(root)
for number in range(1, 6):
    index.add(build_document(number), build_passages(number, ["plain error " * 9**number] * number))
index.close()
longest = max(root.rglob(f"*{suffix}"), key=lambda path: path.stat().st_size)
longest.write_bytes(min(root.rglob(f"*{other}"), key=lambda path: path.stat().st_size).read_bytes())
index = LexicalIndex(root)
for change in (lambda: index.remove(1), lambda: index.add(build_document(9), build_passages(9, ["waiver"]))):
    try:
        change()
    except IndexFault:
        pass
print("alive")
"""


@pytest.mark.parametrize(
    ("suffix", "other"),
    [(".idx", ".pos"), (".term", ".pos"), (".term", ".idx"), (".pos", ".fieldnorm")][: sample(1, 4)],
)
def test_another_file_in_the_place_of_one_ends_no_program_that_writes(
    tmp_path: Path, suffix: str, other: str
) -> None:
    completed = subprocess.run(
        [sys.executable, "-c", REPLACED, str(tmp_path / "lexical"), suffix, other],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": str(PROJECT)},
    )
    assert completed.stdout == "alive\n", completed.stderr[-2000:]
