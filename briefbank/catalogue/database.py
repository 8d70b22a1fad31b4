"""The database of a catalogue, its transactions and change topics, and what SQLite and PostgreSQL write
differently.

Modules that build statements take the differing expressions from here. PostgreSQL gets columns that hold what
those of SQLite hold: whole numbers and fractions of 64 bits, and text that is compared byte by byte (COLLATE
"C"), so that both give the same order.

The functions of the other modules take a catalogue, which they read or change in one short transaction of
their own, or an open transaction (``reading``, ``writing``). Any thread may call them. They raise StoreError
and its subclasses, NotInLibrary for ids that do not exist, and AlreadyInLibrary for a file that is already
there.
"""

from __future__ import annotations

import re
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Any, ClassVar, Concatenate, ParamSpec, TypeAlias, TypeVar

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Connection,
    Double,
    Engine,
    Integer,
    LargeBinary,
    Select,
    String,
    Table,
    Text,
    bindparam,
    cast,
    func,
    literal,
    select,
)
from sqlalchemy.dialects.sqlite import Insert, insert
from sqlalchemy.dialects.sqlite.dml import OnConflictDoNothing, OnConflictDoUpdate
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import REAL, TypeEngine

from briefbank.jobs import Reporter


class Topic(StrEnum):
    """A part of the catalogue with a version of its own, where the database can tell."""

    DOCUMENTS = "documents"  # documents, their passages, and the graph of authorities
    FEEDBACK = "feedback"
    LAW = "law"  # the office's list of what still holds, and the periods in force that a person entered
    COLLECTIONS = "collections"  # the collections that persons share with the office
    WORK = "work"
    """The queue of the ingest, the marks of embedded passages, watched folders, and small facts. No answer of
    a search depends on them; the vectors themselves have a stamp of their own."""


ANSWERS = frozenset({Topic.DOCUMENTS, Topic.FEEDBACK, Topic.LAW})
"""The topics on which the answer of a search depends."""

_OF_TABLE = {
    "feedback": Topic.FEEDBACK,
    **dict.fromkeys(("good_law", "dismissed", "window"), Topic.LAW),
    **dict.fromkeys(("shared_collection", "shared_entry"), Topic.COLLECTIONS),
    **dict.fromkeys(("intake", "ocr_order", "embedded", "watched", "seen", "state"), Topic.WORK),
}


def topic_of(table: str) -> Topic:
    return _OF_TABLE.get(table, Topic.DOCUMENTS)


CopyOut = Callable[[Path, Callable[[], None]], None]
"""Writes a catalogue into a new file of SQLite. Its second argument may raise to stop. Raises StoreError."""
WRITES_OPTION = "briefbank_writes"  # The option of an engine whose transactions write
BUSY_SECONDS = 10.0
"""The time that a writer waits for another one; the longest write, a large document, takes about a second."""


OpenDatabase = Callable[[Reporter, Callable[[], None]], "Database"]
"""Opens a database with the tables of this release. The second argument is called before each change and may
raise to refuse it. Raises as ``schema.open_catalogue``."""


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
        if (shared := self._shared() or getattr(self._together, "view", None)) is not None:
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
    def reading_together(self) -> Iterator[None]:
        """Make one view of all that this thread reads inside, where it writes nothing: a search reads twenty
        times. Not inside another one."""
        with self.reading() as connection:
            self._together.view = connection
            try:
                yield
            finally:
                del self._together.view

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
        """Empty the log of changes, in which deleted data stand, unless a long reader needs it."""

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
        """Make sure that a change which failed does not come into force later. Raises StoreError."""

    @abstractmethod
    def mark(self) -> int:
        """Return the number of the file by which the contents were replaced; 0 before."""

    @abstractmethod
    def used_numbers(self) -> dict[str, int]:
        """Return the highest number that each table has given to a row."""

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


P = ParamSpec("P")
R = TypeVar("R")


Where: TypeAlias = Connection | Database


def reading(query: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Where, P], R]:
    """Let a query take a catalogue, which it reads in a transaction of its own, or an open transaction."""
    return _in_transaction(query, lambda catalogue: catalogue.reading())


def writing(change: Callable[Concatenate[Connection, P], R]) -> Callable[Concatenate[Where, P], R]:
    """Let a change take a catalogue, which it writes in a transaction of its own, or an open transaction."""
    return _in_transaction(change, lambda catalogue: catalogue.writing())


def _in_transaction(
    function: Callable[Concatenate[Connection, P], R],
    begin: Callable[[Database], AbstractContextManager[Connection]],
) -> Callable[Concatenate[Where, P], R]:
    @wraps(function)
    def run(where: Where, /, *arguments: P.args, **named: P.kwargs) -> R:
        if isinstance(where, Connection):
            return function(where, *arguments, **named)
        with begin(where) as connection:
            return function(connection, *arguments, **named)

    return run


T = TypeVar("T")

_POSTGRESQL = "postgresql"
upsert = insert  # What one of the two databases takes over from the other
ESCAPE = "\uffff"
"""A code point that hardly any text uses. Before four digits it stands for one that no database stores."""
_UNSTORABLE = re.compile(f"[\0\ud800-\udfff{ESCAPE}]")
_ESCAPED = re.compile(f"{ESCAPE}([0-9a-f]{{4}})")


def column_type(kind: TypeEngine[Any], dialect: Dialect) -> TypeEngine[Any]:
    """Return the type by which a database stores a column of this kind."""
    if dialect.name != _POSTGRESQL:
        return kind
    if isinstance(kind, Integer):
        return BigInteger()
    if isinstance(kind, REAL):
        return Double()
    return Text(collation="C") if isinstance(kind, String) else kind


def stored_text(text: str) -> str:
    """Return what is stored of any text. SQLite's UTF-8 cannot represent lone surrogates, and PostgreSQL
    refuses NUL, too: these characters are written out."""
    return _UNSTORABLE.sub(lambda match: f"{ESCAPE}{ord(match[0]):04x}", text)


def read_text(stored: str) -> str:
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), stored) if ESCAPE in stored else stored


def total(column: Any) -> ColumnElement[int]:
    """Return the sum of a column, 0 for no rows. PostgreSQL's own is no whole number."""
    return cast(func.coalesce(func.sum(column), 0), BigInteger)


def replacing(table: Any) -> Insert:
    """Return a statement that inserts rows with all columns, in place of those with the same primary key."""
    statement, key = upsert(table), table.__table__.primary_key.columns.keys()
    new = {name: column for name, column in statement.excluded.items() if name not in key}
    return statement.on_conflict_do_update(key, set_=new)


@compiles(OnConflictDoNothing, _POSTGRESQL)
@compiles(OnConflictDoUpdate, _POSTGRESQL)
def _on_conflict(clause: Any, compiler: SQLCompiler, **options: Any) -> str:
    """Render the clause of an ``upsert``, which SQLite took over from PostgreSQL. Of SQLAlchemy's two classes
    for it, only PostgreSQL's can name a constraint."""
    clause.constraint_target = None
    render = getattr(compiler, f"visit_{clause.__visit_name__}")
    return str(render(clause, **options))


class _Function(FunctionElement[Any]):
    """The base of functions that each database has in its own way, with the SQL of a call in both."""

    sqlite: ClassVar[str]
    postgresql: ClassVar[str]

    def __init_subclass__(cls) -> None:
        cls.inherit_cache = True  # two calls differ by their class and arguments alone
        super().__init_subclass__()


@compiles(_Function)
def _sqlite_function(call: _Function, compiler: SQLCompiler, **options: Any) -> str:
    return _written(call, call.sqlite, compiler, options)


@compiles(_Function, _POSTGRESQL)
def _postgresql_function(call: _Function, compiler: SQLCompiler, **options: Any) -> str:
    return _written(call, call.postgresql, compiler, options)


def _written(call: _Function, pattern: str, compiler: SQLCompiler, options: dict[str, Any]) -> str:
    arguments = [compiler.process(clause, **options) for clause in call.clauses]
    return pattern.format(*arguments)


class _Elements(_Function):
    """The elements of a JSON list, a row for each."""

    sqlite = "json_each({0})"
    postgresql = "jsonb_array_elements(CAST({0} AS JSONB))"


class _Element(_Function):
    """An element of such a list as a value of SQL."""

    sqlite = "{0}"
    postgresql = "({0} #>> '{{}}')"


def given(parameter: str, kind: TypeEngine[T]) -> Select[tuple[T]]:
    """Select the values of one parameter, a JSON list: the statement is prepared once for any number."""
    element = _Elements(bindparam(parameter)).table_valued("value")
    return select(cast(_Element(element.c.value), kind))


class _Place(_Function):
    type = Integer()
    sqlite = "instr({0}, {1})"
    postgresql = "strpos({0}, {1})"


def place_of(text: Any, part: str) -> ColumnElement[int]:
    """Return where a part begins in a text, from 1; 0 where it is not in it. Case matters."""
    return _Place(text, literal(part, text.type))


class hexadecimal(_Function):  # noqa: N801 (a function of SQL, as SQLAlchemy's own)
    """The bytes of a column as digits, in lower case."""

    type = Text()
    sqlite = "lower(hex({0}))"
    postgresql = "encode({0}, 'hex')"


class as_bytes(_Function):  # noqa: N801
    """The bytes of a text, which may be damaged and no text at all."""

    type = LargeBinary()
    sqlite = "CAST({0} AS BLOB)"
    postgresql = "convert_to({0}, 'UTF8')"
