"""The catalogue in a SQLite file: errors that a lawyer can act on, transactions and snapshots.

Snapshots use SQLite's online backup (https://sqlite.org/backup.html). Copying out reads one moment of the
catalogue, whatever is written meanwhile; copying in is one transaction, so that a stop leaves the old
catalogue or the new one, and programs that have the library open see the new one at their next query.
"""

from __future__ import annotations

import ctypes
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError

from briefbank.catalogue.database import BUSY_SECONDS, WRITES_OPTION, CopyOut, Database, Topic
from briefbank.catalogue.unallocated import overwrite
from briefbank.errors import FileRefused, StoreBusy, StoreDamaged, StoreError, StoreFull, StoreReadOnly
from briefbank.files import create_private, run_apart, sqlite_address, store_error
from briefbank.text.messages import Message

_BY_CODE: dict[int, type[StoreError]] = {
    sqlite3.SQLITE_BUSY: StoreBusy,
    sqlite3.SQLITE_LOCKED: StoreBusy,
    sqlite3.SQLITE_FULL: StoreFull,
    sqlite3.SQLITE_READONLY: StoreReadOnly,
    sqlite3.SQLITE_PERM: StoreReadOnly,
    sqlite3.SQLITE_CANTOPEN: StoreReadOnly,
    sqlite3.SQLITE_CORRUPT: StoreDamaged,
    sqlite3.SQLITE_NOTADB: StoreDamaged,
}
_PRIMARY_CODE_MASK = 0xFF
"""The mask of a result code's lowest byte, its primary code (https://sqlite.org/rescode.html)."""


class Withdrawn(Exception):
    """Raised when the ledger row that is being worked on was closed, or deleted with its document."""


class AlreadyInLibrary(FileRefused):
    """Raised when a document with the same contents is in the catalogue."""

    default_title = Message("The same file is already in the library.")
    default_remedy = Message("It was not added a second time.")


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate exceptions from SQLite into StoreError and its subclasses. A violated constraint counts as
    damage: BriefBank violates none where earlier rows are as it wrote them. Wrong SQL passes unchanged."""
    try:
        yield
    except DBAPIError as error:
        raise _store_error(error.orig, error) from error
    except sqlite3.Error as error:
        raise _store_error(error, error) from error


def _store_error(cause: BaseException | None, otherwise: Exception) -> Exception:
    code = getattr(cause, "sqlite_errorcode", None)
    name = getattr(cause, "sqlite_errorname", "")
    if code is None:
        undecodable = isinstance(cause, sqlite3.OperationalError) and "decode" in str(cause)
        return StoreDamaged(detail="catalogue: no text") if undecodable else otherwise
    if code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_CONSTRAINT:
        return StoreDamaged(
            Message("Some entries of the library’s catalogue do not fit together."),
            Message("Check the library and let it be repaired, or rebuild its indexes, then try again."),
            detail=f"sqlite {name}",
        )
    if code & _PRIMARY_CODE_MASK == sqlite3.SQLITE_IOERR:
        return StoreError(detail=f"sqlite {name}")
    kind = _BY_CODE.get(code & _PRIMARY_CODE_MASK)
    return kind(detail=f"sqlite {name}") if kind else otherwise


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
        with (
            translate_errors(),
            closing(self._engine.raw_connection()) as connection,
            closing(connection.cursor()) as cursor,
        ):
            cursor.execute("PRAGMA busy_timeout = 500")
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            cursor.fetchall()
            cursor.execute(f"PRAGMA busy_timeout = {round(BUSY_SECONDS * 1000)}")

    @contextmanager
    def overwriting(self) -> Iterator[Connection | None]:
        """Empty the log and overwrite the unused parts of all pages; 0.3 s for 500 MB that the system
        remembers.

        What is changed in the transaction makes other connections forget the pages that they remember.
        Readers may go on, and a power cut does no harm: these bytes mean nothing.
        """
        self.empty_log()
        with self.writing() as connection:
            if self._log_bytes():
                yield None
                return
            connection.exec_driver_sql("PRAGMA shrink_memory")  # what it remembers of the pages
            try:
                run_apart(overwrite, self.path)  # because this process has it open through SQLite
            except OSError as error:
                raise store_error(error) from error
            yield connection

    def _log_bytes(self) -> int:
        log = self.path.with_name(f"{self.path.name}-wal")
        return log.stat().st_size if log.exists() else 0

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return SQLite's ``data_version``, whatever the topics: it is exact enough for one person. It is
        asked on a connection that never writes, because none sees its own changes."""
        self._refuse_closed()
        with self._version_lock, translate_errors():
            if self._version_connection is None:
                self._version_connection = _connect(self.path, BUSY_SECONDS)
            (number,) = self._version_connection.execute("PRAGMA data_version").fetchone()
            return int(number)

    def version_seen(self, connection: Connection, topics: Collection[Topic]) -> int:
        connection.exec_driver_sql("SELECT 1 FROM main.sqlite_schema LIMIT 1").all()  # fixes the moment
        return int(connection.exec_driver_sql("PRAGMA data_version").scalar_one())

    @contextmanager
    def frozen(self) -> Iterator[CopyOut]:
        with translate_errors(), _open(self.path) as connection:
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()  # this read fixes the moment
            yield partial(copy_out, connection)

    def replace_by(self, file: Path, check: Callable[[], None]) -> None:
        self.empty_log()  # so that ``settle`` has nothing to move, for which a full disk has no room
        copy_into(file, self.path, check)
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
        with translate_errors(), _open(self.path) as connection:
            return int(connection.execute("PRAGMA user_version").fetchone()[0])

    def used_numbers(self) -> dict[str, int]:
        with translate_errors(), _open(self.path) as connection:
            return dict(connection.execute("SELECT name, seq FROM sqlite_sequence").fetchall())

    def insert_rows(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        places = ", ".join("?" * len(table.columns))
        connection.exec_driver_sql(f'INSERT INTO "{table.name}" ({columns}) VALUES ({places})', list(rows))

    def size(self) -> int:
        return sum(path.stat().st_size for path in self.path.parent.glob(f"{self.path.name}*"))

    def faults(self) -> list[str]:
        with self.reading() as connection:
            problems = connection.exec_driver_sql("PRAGMA quick_check(20)").scalars().all()
        return [line for line in problems if line != "ok"]

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


def _engine(path: Path) -> Engine:
    address = URL.create("sqlite", database=str(path))
    engine = create_engine(address, creator=partial(_connect, path, BUSY_SECONDS), max_overflow=-1)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _connect(path: Path, timeout: float, *, one_thread: bool = False) -> sqlite3.Connection:
    """Open a file that exists: an empty one must not take the place of a catalogue on a share that went
    away. With ``one_thread`` any other thread is refused."""
    address = sqlite_address(path, "mode=rw")
    return sqlite3.connect(address, timeout=timeout, check_same_thread=one_thread, uri=True)


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    """Set up a connection. The module sqlite3 itself opens and commits no transactions."""
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(pragma)


def _begin(connection: Connection) -> None:
    """Begin a transaction. A writer takes the lock first: a reader that turned writer could not wait."""
    writes = connection.get_execution_options().get(WRITES_OPTION, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


PAGES_AT_ONCE = 2048  # The number of pages, 32 MiB, that are copied between two checks for cancellation
WAIT_S = 30.0  # The time to wait for another program that is writing


def copy_out(moment: sqlite3.Connection, target: Path, check: Callable[[], None]) -> None:
    """Write a catalogue as it was at one moment into a new, single file. Raises StoreError."""
    create_private(target)
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


def count_on(catalogue: Path, numbers: Mapping[str, int]) -> None:
    """Let ``catalogue`` count on from the higher of its numbers and these, so that none is used twice."""
    with translate_errors(), _open(catalogue) as connection, connection:
        for name, number in numbers.items():
            update = "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?"
            if connection.execute(update, (number, name)).rowcount == 0:
                connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (name, number))


def make_single(catalogue: Path) -> None:
    with translate_errors(), _open(catalogue) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _open(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(_connect(path, WAIT_S, one_thread=True)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA secure_delete = ON")
        yield connection
