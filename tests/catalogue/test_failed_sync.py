"""Tests that a replacement that fails on the disk leaves the old catalogue, also after a restart."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.errors import StoreBusy, StoreError
from tests.crashes import gate
from tests.crashes.forked import ChildResult
from tests.crashes.gate import Operation, run_watched

REFUSED, BUSY = 3, 4
LARGE = 100_000  # The bytes that the new catalogue is larger than everything else that is written


@pytest.fixture
def live(tmp_path: Path) -> Path:
    write_database(tmp_path / "new", "new")
    return write_database(tmp_path / "live", "old")


def write_database(path: Path, content: str) -> Path:
    with closing(sqlite3.connect(path)) as tables:
        tables.execute("PRAGMA journal_mode = WAL")
        tables.execute("CREATE TABLE said (word)")
        tables.execute("INSERT INTO said VALUES (?)", (content,))
        tables.execute("INSERT INTO said VALUES (zeroblob(?))", (LARGE if content == "new" else 1,))
        tables.commit()
    return path


def read(path: Path) -> str:
    with closing(sqlite3.connect(path)) as tables:
        return str(tables.execute("SELECT word FROM said").fetchone()[0])


def replaced(live: Path, after: Callable[[SqliteDatabase], object], reader: bool = False) -> ChildResult:
    """Replace it in a program that is killed afterwards; the sync of its log fails."""
    if trouble := gate.unavailable_reason():
        pytest.skip(trouble)

    def work() -> int:
        catalogue, window = SqliteDatabase(live), sqlite3.connect(live)
        if reader:
            window.execute("CREATE TABLE written_just_now (word)")
            window.execute("BEGIN")
        window.execute("SELECT word FROM said").fetchall()
        try:
            catalogue.replace_by(live.with_name("new"), lambda: None)
        except StoreError:
            assert read(live) == "old"
            try:
                after(catalogue)
            except StoreBusy:
                return BUSY
            return REFUSED
        return 0

    def decide(operation: Operation) -> int:
        sync = str(operation) == "fdatasync live-wal"
        return errno.ENOSPC if sync and live.with_name("live-wal").stat().st_size > LARGE else 0

    return run_watched(work, live.parent, decide)


def test_a_change_whose_sync_failed_stays_undone_once_rolled_back(live: Path) -> None:
    assert replaced(live, SqliteDatabase.settle).status == REFUSED
    assert read(live) == "old"


def test_a_change_whose_sync_failed_may_appear_later_if_not_rolled_back(live: Path) -> None:
    assert replaced(live, lambda _: None).status == REFUSED
    assert read(live) == "new"


def test_a_replacement_blocked_by_a_reader_is_reported_as_open(live: Path) -> None:
    ended = replaced(live, SqliteDatabase.settle, reader=True)
    assert ended.status == BUSY, ended.output
