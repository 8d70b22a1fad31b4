"""The unused parts of SQLite's pages; that nothing is left in them is in ``maintenance/test_removal``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from io import FileIO
from pathlib import Path

import pytest

from briefbank.catalogue import sqlite_database

PAGE = 4096


class WindowsFile(FileIO):
    """A file of which one place is locked."""

    locked = 2 * PAGE

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() == self.locked:
            raise PermissionError
        return super().read(size)


def write_database(path: Path, page_size: int = PAGE) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA page_size = {page_size}")
        connection.execute("CREATE TABLE line (name TEXT)")
        names = [(f"name {number}" * 20,) for number in range(300)]
        connection.executemany("INSERT INTO line VALUES (?)", names)
        connection.commit()
    return path


def overwrite(path: Path) -> None:
    with path.open("r+b", buffering=0) as file:
        sqlite_database.overwrite_pages(file)


def names(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return int(connection.execute("SELECT count(DISTINCT name) FROM line").fetchone()[0])


@pytest.mark.parametrize("page_size", [512, PAGE, 65536])
def test_page_contents_stay_and_free_space_is_zeroed(tmp_path: Path, page_size: int) -> None:
    path = write_database(tmp_path / "a.sqlite", page_size)
    overwrite(path)
    assert names(path) == 300
    content = bytearray(path.read_bytes())
    whole = bytes(content)
    start, end = sqlite_database._unallocated(whole[-page_size:], 0)
    assert 0 < start < end <= page_size
    at = len(content) - page_size
    content[at + start : at + end] = b"q" * (end - start)
    path.write_bytes(content)
    overwrite(path)
    assert path.read_bytes() == whole


def test_the_page_of_the_locks_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_database(tmp_path / "a.sqlite")
    monkeypatch.setattr(sqlite_database, "_LOCK_BYTE", WindowsFile.locked + 7)
    with WindowsFile(path, "r+b") as file:
        sqlite_database.overwrite_pages(file)
    assert names(path) == 300


@pytest.mark.parametrize("byte", [0x02, 0x05, 0x0A, 0x0D])
def test_a_damaged_page_is_no_error_and_nothing_beyond_it_is_written(tmp_path: Path, byte: int) -> None:
    path = write_database(tmp_path / "a.sqlite")
    content = bytearray(path.read_bytes())
    content[PAGE : PAGE + 8] = bytes([byte]) + b"\xff" * 7
    path.write_bytes(content + b"cut off")
    overwrite(path)
    assert path.read_bytes() == content + b"cut off"
