"""Copies a catalogue's file out of and into a library that is in use, through SQLite's online backup.

https://sqlite.org/backup.html. Copying out reads one moment of the catalogue, whatever is written meanwhile;
copying in is one transaction, so that a stop leaves the old catalogue or the new one, and programs that have
the library open see the new one at their next query.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from briefbank.catalogue.faults import translate_errors
from briefbank.errors import StoreBusy

PAGES_AT_ONCE = 2048
"""The number of pages, 32 MiB, that are copied between two checks for cancellation."""
WAIT_S = 30.0
"""The time to wait for another program that is writing."""


@contextmanager
def frozen(catalogue: Path) -> Iterator[sqlite3.Connection]:
    """Open the catalogue as it is at this moment. Raises StoreError."""
    with translate_errors(), _open(catalogue) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # this read fixes the moment
        yield connection


def copy_out(moment: sqlite3.Connection, target: Path, check: Callable[[], None]) -> None:
    """Write the catalogue that ``frozen`` gave into one new file, without a log beside it. Raises
    StoreError."""
    with translate_errors(), _open(target) as copy:
        moment.backup(copy, pages=PAGES_AT_ONCE, progress=lambda *_: check())
        copy.execute("PRAGMA journal_mode = DELETE")


def copy_into(source: Path, live: Path, check: Callable[[], None]) -> None:
    """Replace a catalogue's contents by another's, in one transaction, on the disk at the end.

    Raises StoreError and its kinds, and what ``check`` raises; then nothing has changed, unless the sync of
    the log failed (``SqliteDatabase.settle``).
    """
    deadline = time.monotonic() + WAIT_S

    def progress(status: int, _left: int, _total: int) -> None:
        check()
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > deadline:
            raise StoreBusy(detail="catalogue")

    with translate_errors(), _open(source) as new, _open(live) as old:
        new.backup(old, pages=PAGES_AT_ONCE, progress=progress, sleep=0.05)


def mark(catalogue: Path, number: int) -> None:
    """Give a catalogue a number to identify it, 1 to 2**31 - 1, as SQLite's otherwise unused user_version."""
    with translate_errors(), _open(catalogue) as connection:
        connection.execute(f"PRAGMA user_version = {int(number)}")


def marked(catalogue: Path) -> int:
    """Return the number that ``mark`` gave; 0 for a catalogue that was never restored."""
    with translate_errors(), _open(catalogue) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def used_numbers(catalogue: Path) -> dict[str, int]:
    """Return the highest number that each table has given to a row."""
    with translate_errors(), _open(catalogue) as connection:
        return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def count_on(catalogue: Path, numbers: Mapping[str, int]) -> None:
    """Let ``catalogue`` count on from the higher of its own numbers and these.

    Otherwise a program that still shows another catalogue's documents would show new ones under their
    numbers.
    """
    with translate_errors(), _open(catalogue) as connection, connection:
        for name, number in numbers.items():
            update = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
            if connection.execute(update, (number, name)).rowcount == 0:
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))


def make_single(catalogue: Path) -> None:
    """Make a catalogue one file, without a log beside it."""
    with translate_errors(), _open(catalogue) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, timeout=WAIT_S)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        yield connection
