"""A catalogue in a SQLite file, and how the file is configured.

WAL lets searches read while an ingest writes. ``synchronous=FULL`` puts a commit on the disk before a file is
reported as added. NORMAL could lose the last commits in a power cut, and a commit costs milliseconds against
the seconds of reading a file. ``secure_delete`` overwrites deleted data, and the write-ahead log is emptied
after a removal, because a removed brief must be gone. Temporary tables stay in memory for the same reason.
Disk pages of 16 KiB hold several passages each; with SQLite's usual 4 KiB, a third of the file is unused
space.
"""

from __future__ import annotations

import ctypes
import sqlite3
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPICursor

from briefbank.catalogue import free_space, snapshot
from briefbank.catalogue.database import BUSY_SECONDS, WRITES_OPTION, CopyOut, Database
from briefbank.catalogue.faults import translate_errors
from briefbank.catalogue.topics import Topic
from briefbank.errors import StoreBusy
from briefbank.files import create_private, store_error

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


class SqliteDatabase(Database):
    """One file with a catalogue, or with another set of tables."""

    def __init__(self, path: Path, require: Callable[[], None] = lambda: None) -> None:
        """Create the file if it is missing, for this user only; the first transaction opens it."""
        self.path = path
        self._version_lock = threading.Lock()
        self._version_connection: sqlite3.Connection | None = None
        create_private(path)  # SQLite gives its log files the mode of the main file
        self._engine = _engine(path)
        super().__init__(self._engine, self._engine.execution_options(**{WRITES_OPTION: True}), require)

    def _translated_errors(self) -> AbstractContextManager[None]:
        return translate_errors()

    def empty_log(self) -> None:
        """Move the write-ahead log into the file and truncate it. Runs outside any transaction, hence not
        through SQLAlchemy."""
        self._require()
        with translate_errors(), closing(self._engine.raw_connection()) as connection:
            _empty_log(connection.cursor())

    @contextmanager
    def overwriting(self) -> Iterator[Connection | None]:
        """Empty the log and overwrite the unused parts of all pages (``free_space``)."""
        self.empty_log()
        with self.writing() as connection:
            if self._log_bytes():
                yield None
                return
            connection.exec_driver_sql("PRAGMA shrink_memory")  # what it remembers of the pages
            try:
                free_space.overwrite(self.path)
            except OSError as error:
                raise store_error(error) from error
            yield connection

    def _log_bytes(self) -> int:
        log = self.path.with_name(f"{self.path.name}-wal")
        return log.stat().st_size if log.exists() else 0

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return SQLite's ``data_version``, whatever the topics: it is exact enough for one person.

        It comes from a separate connection that never writes, because a connection does not see its own
        changes.
        """
        self._refuse_closed()
        with self._version_lock, translate_errors():
            if self._version_connection is None:
                self._version_connection = sqlite3.connect(
                    self.path, timeout=BUSY_SECONDS, check_same_thread=False
                )
            (number,) = self._version_connection.execute("PRAGMA data_version").fetchone()
            return int(number)

    def version_seen(self, connection: Connection, topics: Collection[Topic]) -> int:
        connection.exec_driver_sql("SELECT 1 FROM main.sqlite_schema LIMIT 1").all()  # fixes the moment
        return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    @contextmanager
    def frozen(self) -> Iterator[CopyOut]:
        with snapshot.frozen(self.path) as moment:
            yield partial(snapshot.copy_out, moment)

    def replace_by(self, file: Path, check: Callable[[], None]) -> None:
        self.empty_log()  # so that ``settle`` has nothing to move, for which a full disk has no room
        snapshot.copy_into(file, self.path, check)
        self.empty_log()

    def settle(self) -> None:
        """Empty the log, in which a change may stand whole whose last step, the sync, failed.

        The program that made it does not see it, and the next one to open the file would: SQLite takes all
        that is whole in a log (https://sqlite.org/walformat.html, section 4). Raises StoreBusy while another
        program reads from the log, and StoreError.
        """
        self.empty_log()
        if self._log_bytes():
            raise StoreBusy(detail="catalogue: log")

    def mark(self) -> int:
        return snapshot.marked(self.path)

    def used_numbers(self) -> dict[str, int]:
        return snapshot.used_numbers(self.path)

    def numbers_follow(self, connection: Connection) -> None:
        """Do nothing: SQLite looks at the numbers itself."""

    def insert_rows(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        places = ", ".join("?" * len(table.columns))
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({columns}) VALUES ({places})', list(rows))

    def size(self) -> int:
        return sum(path.stat().st_size for path in self.path.parent.glob(f"{self.path.name}*"))

    def faults(self) -> list[str]:
        with self.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(20)").scalars().all()
        return [line for line in found if line != "ok"]

    def count_orphans(self) -> int:
        with self.reading() as connection:
            return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())

    def close(self, *, leave: bool = False) -> None:
        """Close all connections. The last one to close would move what it takes for its log into the file, so
        with ``leave`` none is closed. They get a reference that is never released, since Python closes open
        connections when it exits."""
        self._closed.set()
        if leave:
            connections = (self._engine, self._version_connection)
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(connections))
            return
        with self._version_lock:
            if self._version_connection is not None:
                self._version_connection.close()
                self._version_connection = None
        self._engine.dispose()


def _empty_log(cursor: DBAPICursor) -> None:
    """Empty the log, waiting half a second for readers, because a long one in another program goes on."""
    try:
        cursor.execute("PRAGMA busy_timeout = 500")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        cursor.fetchall()
        cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")
    finally:
        cursor.close()


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
    """Set up a connection. ``isolation_level = None`` keeps sqlite3 from opening and committing transactions
    itself."""
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    """Begin a transaction. A writer takes the lock first, because a reader that becomes a writer cannot be
    made to wait."""
    writes = connection.get_execution_options().get(WRITES_OPTION, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
