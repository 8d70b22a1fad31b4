"""The database of a catalogue: the kinds of transaction that everything else uses, whichever database it is.

A desktop's is a SQLite file (``sqlite_database``), an office server's may be PostgreSQL
(``postgres_database``). ``schema`` chooses; nothing above knows which it has.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, Table

from briefbank.catalogue.topics import Topic

CopyOut = Callable[[Path, Callable[[], None]], None]
"""Writes a catalogue into a new file of SQLite. Its second argument may raise to stop. Raises StoreError."""
WRITES_OPTION = "briefbank_writes"
"""The option of an engine whose transactions write."""
BUSY_SECONDS = 10.0
"""The time that a writer waits for another one; the longest write, a large document, takes about a second."""


class Database(ABC):
    """One catalogue. Any thread; each transaction has a connection of its own from a pool."""

    def __init__(self, reader: Engine, writer: Engine, require: Callable[[], None]) -> None:
        """Keep the engines of both kinds of transaction, of one pool; the first transaction connects.

        ``require`` is called before each change and may raise to refuse it.
        """
        self._reader, self._writer = reader, writer
        self._require = require
        self._closed = threading.Event()
        self._together = threading.local()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Open a consistent view of the catalogue; never waits for a writer."""
        if (shared := self._shared()) is not None:
            yield shared
            return
        with self._transaction(self._reader) as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Open an atomic write transaction, which waits for other writers at once. Raises StoreBusy,
        StoreFull and StoreReadOnly."""
        if (shared := self._shared()) is not None:
            yield shared
            return
        self._require()
        with self._write_transaction() as connection:
            yield connection

    @contextmanager
    def writing_together(self) -> Iterator[None]:
        """Make one write transaction of all that this thread reads and writes inside: each commit waits for
        the disk. Not inside another transaction. Raises as ``writing``."""
        with self.writing() as connection:
            self._together.connection = connection
            try:
                yield
            finally:
                del self._together.connection

    def _shared(self) -> Connection | None:
        """Return the connection of ``writing_together`` in this thread; None outside."""
        return getattr(self._together, "connection", None)

    def _write_transaction(self) -> AbstractContextManager[Connection]:
        return self._transaction(self._writer)

    @contextmanager
    def _transaction(self, engine: Engine) -> Iterator[Connection]:
        self._refuse_closed()
        with self._translated_errors(), engine.begin() as connection:
            yield connection

    def _refuse_closed(self) -> None:
        if self._closed.is_set():
            raise RuntimeError("the catalogue was closed")

    @abstractmethod
    def _translated_errors(self) -> AbstractContextManager[None]:
        """Translate the database's errors into StoreError and its subclasses."""

    @abstractmethod
    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return a number that differs after each commit, by this or another program, that changes one of the
        topics. It may differ after others too. Microseconds."""

    @abstractmethod
    def version_seen(self, connection: Connection, topics: Collection[Topic]) -> int:
        """Return a number that differs between two transactions of one connection which see different states
        of the topics. Fixes the moment that the transaction sees."""

    @abstractmethod
    def empty_log(self) -> None:
        """Empty the log of changes, in which deleted data stand, unless a reader still needs it. Does not
        wait for a long one."""

    @abstractmethod
    def overwriting(self) -> AbstractContextManager[Connection | None]:
        """Overwrite what is left of deleted data, and yield a transaction that must change something; yield
        None when a reader or another writer kept it from being done.

        Readers continue meanwhile. Raises StoreBusy, StoreFull and StoreReadOnly.
        """

    @abstractmethod
    def frozen(self) -> AbstractContextManager[CopyOut]:
        """Hold this moment of the catalogue, and yield what copies it out. Raises StoreError."""

    @abstractmethod
    def replace_by(self, file: Path, check: Callable[[], None]) -> None:
        """Replace all contents by those of a catalogue in a file, in one transaction, on the disk at the end.

        Raises StoreError and its kinds, and what ``check`` raises; then nothing has changed, once ``settle``
        has succeeded.
        """

    @abstractmethod
    def settle(self) -> None:
        """Make sure that a change which failed does not come into force at the next opening.

        Raises StoreError where that cannot be made sure of now.
        """

    @abstractmethod
    def mark(self) -> int:
        """Return the number of the file by which the contents were replaced (``snapshot.mark``); 0 before."""

    @abstractmethod
    def used_numbers(self) -> dict[str, int]:
        """Return the highest number that each table has given to a row."""

    @abstractmethod
    def numbers_follow(self, connection: Connection) -> None:
        """Let the numbers of rows go on from the highest that are stored, in an open transaction that stored
        rows with their numbers."""

    @abstractmethod
    def insert_rows(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Insert rows, at least one, in the quickest way there is, in an open transaction. Each has the
        stored values of all columns in order."""

    @abstractmethod
    def size(self) -> int:
        """Return the bytes that it takes up on the disk. Raises OSError."""

    @abstractmethod
    def faults(self) -> list[str]:
        """Return the faults that the database finds in its files, in its own words."""

    @abstractmethod
    def count_orphans(self) -> int:
        """Count the rows that refer to a missing row."""

    @abstractmethod
    def close(self, *, leave: bool = False) -> None:
        """Close all connections. Transactions that still run in other threads end first or fail.

        ``leave``: another computer writes to the library now, so nothing may be changed by closing.
        """
