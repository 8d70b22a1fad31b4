"""The SQLite file: how it is opened, and the two kinds of transaction that everything else uses.

WAL lets searches read while an intake writes. ``synchronous=FULL``: a commit is on the disk before a file is
called added; NORMAL could lose the last commits in a power cut, and here a commit costs milliseconds against
the seconds that reading a file takes. ``secure_delete`` overwrites what is deleted, and the write-ahead log
is emptied after a removal, because a removed brief must be gone. Temporary tables stay in memory for the same
reason. Disk pages of 16 KiB hold several passages each: in SQLite's usual 4 KiB, a third of the file is air.
"""

from __future__ import annotations

import ctypes
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPICursor

from briefbank.catalogue.faults import translated
from briefbank.files import store_error

BUSY_SECONDS = 10.0
"""How long a writer waits for another one; the longest write here, a large document, takes about a second."""

_PRAGMAS = (
    "PRAGMA page_size = 16384",
    "PRAGMA journal_mode = WAL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
    "PRAGMA trusted_schema = OFF",
    "PRAGMA journal_size_limit = 16777216",
)
_WRITES = "briefbank_writes"


class Database:
    """One catalogue file. Any thread; each transaction has a connection of its own from a pool."""

    def __init__(self, path: Path, require: Callable[[], None] = lambda: None) -> None:
        """Create the file if need be, for this user alone; it is opened by the first transaction.

        ``require`` is called before each change and raises what refuses it.
        """
        self._require = require
        self._closed = threading.Event()
        self.path = path
        self._watching = threading.Lock()
        self._watcher: sqlite3.Connection | None = None
        _create_private(path)
        self._engine = _engine(path)
        self._writer = self._engine.execution_options(**{_WRITES: True})

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A consistent view of the catalogue; never waits for a writer."""
        with self._transaction(self._engine) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """All or nothing; takes the write lock at once. Raises StoreBusy, StoreFull, StoreReadOnly."""
        self._require()
        with self._transaction(self._writer) as connection:
            yield connection

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        if self._closed.is_set():
            raise RuntimeError("the catalogue was closed")
        with translated(), engine.begin() as connection:
            yield connection

    def empty_log(self) -> None:
        """Move the write-ahead log into the file and cut it to nothing, unless a reader still needs it.

        Outside any transaction, hence past SQLAlchemy; a long reader in another program is not waited for.
        """
        self._require()
        with translated(), closing(self._engine.raw_connection()) as connection:
            _empty_log(connection.cursor())

    def write_anew(self) -> bool:
        """Write the whole file anew, in the order of its tables, and empty the log; False when a reader kept
        the log from being emptied. Readers go on meanwhile. Raises StoreBusy, StoreFull, StoreReadOnly."""
        self._require()
        with translated(), closing(self._engine.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute("VACUUM")
            return _empty_log(cursor)

    def version(self) -> int:
        """Another number after each commit, by this or another program; see SQLite on ``data_version``.

        Asked on a connection of its own, which never writes: a connection does not see its own changes.
        """
        if self._closed.is_set():
            raise RuntimeError("the catalogue was closed")
        with self._watching, translated():
            if self._watcher is None:
                self._watcher = sqlite3.connect(self.path, timeout=BUSY_SECONDS, check_same_thread=False)
            (number,) = self._watcher.execute("PRAGMA data_version").fetchone()
            return int(number)

    def close(self, *, leave: bool = False) -> None:
        """Give back all connections. Transactions that still run in other threads end first or fail.

        ``leave``: another computer writes to the file now. The last connection to close moves what it takes
        for its log into the file, so none is closed: they get a reference that is never given back, since
        Python closes at its end what is still open.
        """
        self._closed.set()
        if leave:
            ctypes.pythonapi.Py_IncRef(ctypes.py_object((self._engine, self._watcher)))
            return
        with self._watching:
            if self._watcher is not None:
                self._watcher.close()
                self._watcher = None
        self._engine.dispose()


def _empty_log(cursor: DBAPICursor) -> bool:
    """Half a second is waited for readers: a long one in another program goes on."""
    try:
        cursor.execute("PRAGMA busy_timeout = 500")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        busy = cursor.fetchall()[0][0]
        cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
    finally:
        cursor.close()
    return not busy


def _create_private(path: Path) -> None:
    """SQLite gives its log files the mode of the main file, so it is enough to make that one private."""
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600))
    except OSError as error:
        raise store_error(error) from error


def _engine(path: Path) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": BUSY_SECONDS, "check_same_thread": False},
        max_overflow=-1,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """``isolation_level = None``: the sqlite3 module must not open and commit transactions by itself."""
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    """A writer asks for the lock first: a reader that turns writer half-way cannot be made to wait."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
