"""A catalogue in PostgreSQL, for an office server that many persons use at once.

The database is reached over a Unix socket of this computer, never over a network, and the server's user signs
in without a password (peer authentication). There is one writer at a time, as in a file: a transaction that
writes holds an advisory lock. Readers see the moment of their first statement (REPEATABLE READ) and wait for
nobody.

PostgreSQL has no number that changes with each commit, so each transaction that changes something counts its
topics in the table of the library's state. A new database gets the tables of the newest revision from
``tables``; later revisions come by the same migrations as a file's.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    Table,
    UpdateBase,
    bindparam,
    cast,
    create_engine,
    delete,
    event,
    func,
    insert,
    inspect,
    select,
    text,
)
from sqlalchemy.engine import URL
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, TimeoutError
from sqlalchemy.schema import Column, MetaData
from sqlalchemy.types import String

from briefbank import errors
from briefbank.catalogue import schema, sqlite_database
from briefbank.catalogue.database import (
    BUSY_SECONDS,
    WRITES_OPTION,
    CopyOut,
    Database,
    Topic,
    topic_of,
    total,
)
from briefbank.catalogue.library_facts import VersionCounter
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import Base, StateRow
from briefbank.jobs import QuietReporter, Reporter
from briefbank.text.messages import Message


class DatabaseAway(errors.StoreAway):
    default_title = Message("The office’s database does not answer just now.")
    default_remedy = Message(
        "Ask whoever looks after the office’s server to see to PostgreSQL. Nothing that was added is lost."
    )


class NoDatabase(errors.StoreError):
    """Raised where the server answers, and the database is not there or not for this user."""

    default_remedy = Message(
        "Look at its name, or create it by “createdb”, as the guide for administrators says."
    )


class NameTooLong(errors.StoreError):
    """Raised for a name that is longer than PostgreSQL keeps in an index: some thousand characters."""

    default_title = Message("A name is too long for the office’s database.")
    default_remedy = Message("Give the file or folder a shorter name and try again. Nothing was changed.")


_BY_CODE: dict[str, type[errors.StoreError]] = {
    "55P03": errors.StoreBusy,  # lock_not_available
    "25006": errors.StoreReadOnly,  # read_only_sql_transaction
    "42501": errors.StoreReadOnly,  # insufficient_privilege
    "53100": errors.StoreFull,  # disk_full
    "53300": errors.StoreBusy,  # too_many_connections
    "54000": NameTooLong,  # program_limit_exceeded
}
_BY_CLASS: dict[str, type[errors.StoreError]] = {
    "08": DatabaseAway,  # connection exceptions
    "28": DatabaseAway,  # invalid authorization
    "3D": DatabaseAway,  # invalid catalog name: no such database
    "57": DatabaseAway,  # operator intervention: shut down, or not started yet
    "53": errors.ShortOfMemory,  # insufficient resources
    "58": errors.StoreError,  # system error: the disk
    "XX": errors.StoreDamaged,  # internal error: data corrupted
}
"""The errors by their code and by its first two characters
(https://www.postgresql.org/docs/current/errcodes-appendix.html)."""
_CONSTRAINT = "23"


@contextmanager
def translate_errors() -> Iterator[None]:
    """Translate exceptions from PostgreSQL into StoreError and its subclasses; wrong SQL passes unchanged."""
    try:
        yield
    except TimeoutError as error:
        raise errors.StoreBusy(detail="postgresql connections") from error
    except DBAPIError as error:
        raise _store_error(error) from error


def _store_error(error: DBAPIError) -> Exception:
    code: str = getattr(error.orig, "sqlstate", None) or ""
    detail = f"postgresql {code or type(error.orig).__name__}"
    no_answer = type(error.orig).__name__ in ("OperationalError", "ConnectionTimeout")
    if error.connection_invalidated or (not code and no_answer):
        return DatabaseAway(detail=detail)
    if code.startswith(_CONSTRAINT):
        return errors.StoreDamaged(
            Message("Some entries of the library’s catalogue do not fit together."),
            Message("Check the library and let it be repaired, or rebuild its indexes, then try again."),
            detail=detail,
        )
    kind = _BY_CODE.get(code) or _BY_CLASS.get(code[:2])
    return kind(detail=detail) if kind else error


_LONG = frozenset({"ix_intake_path", "ix_document_folder", "ix_seen_folder"})
"""Indexes of single texts of any length, which are only asked for equality: an index in order has a limit."""
_LONG_QUERIES = (
    "ALTER TABLE feedback DROP CONSTRAINT pk_feedback",
    "CREATE UNIQUE INDEX pk_feedback ON feedback (person, md5(query), document_sha256, text_hash)",
    "CREATE INDEX ix_feedback_query ON feedback USING hash (query)",
)
"""The key of feedback for queries of any length, such as a pasted page: a key of PostgreSQL has a limit."""
_REVISION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""The table in which Alembic keeps the revision, as it would make it."""


def bring_up_to_date(database: PostgresDatabase, reporter: Reporter) -> None:
    """Make or migrate the tables. Raises StoreTooNew, StoreDamaged (tables that are no catalogue), and
    StoreError."""
    with database.reading() as connection:
        if revision_of(connection) == schema.head():
            return
    with database.writing_uncounted() as connection:
        # Asked again under the writers' lock: another program may have done it meanwhile.
        revision = revision_of(connection)
        if not revision:
            _make(connection)
        elif revision != schema.head():
            reporter.progress(schema.PREPARING, 0, 0)
            schema.upgrade(connection)


def revision_of(connection: Connection) -> str:
    """Return the database's revision, empty for one without tables. Raises StoreTooNew and StoreDamaged."""
    tables = inspect(connection).get_table_names()
    if not tables:
        return ""
    if _REVISION.name not in tables:
        raise errors.StoreDamaged(
            Message("The office’s database holds something else than a BriefBank library."),
            Message("Name an empty database to the server. Nothing in this one was changed."),
            detail="not a catalogue",
        )
    return schema.known_revision(connection.execute(select(_REVISION)).scalar())


def _make(connection: Connection) -> None:
    """Create the tables of the newest revision. Raises StoreError for a database of another encoding."""
    encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
    if encoding != "UTF8":
        raise errors.StoreError(
            Message("The office’s database cannot hold every character."),
            Message("Make it anew with the encoding UTF8, and start the server again."),
            detail=f"encoding {encoding}",
        )
    # Indexes have what they have in a file: some hold only a part of the rows.
    for index in (index for table in Base.metadata.sorted_tables for index in table.indexes):
        options = index.dialect_options["postgresql"]
        options["where"] = index.dialect_options["sqlite"]["where"]
        if index.name in _LONG:
            options["using"] = "hash"
    Base.metadata.create_all(connection)
    for statement in _LONG_QUERIES:
        connection.execute(text(statement))
    _REVISION.create(connection)
    connection.execute(_REVISION.insert().values(version_num=schema.head()))


_ALWAYS_THERE = "template1"  # A database that every server has and every role may connect to
_CONNECT_SECONDS = 10
_KEPT_CONNECTIONS, _MOST_CONNECTIONS = 10, 80
"""PostgreSQL allows 100 where nobody changed it, for all programs together."""
_ONE_WRITER = "SELECT pg_advisory_xact_lock(6840234175)"
"""The number, any that stays, names the lock in this database."""
_CHANGED = "briefbank_changed"
_MARK = "mark of a restore"
_SEQUENCES = text("SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()")
_SEQUENCE = "{}_id_seq"
_COUNT_ON = text("SELECT setval(CAST(:sequence AS regclass), greatest(:number, nextval(:sequence)))")
_VERSIONS = select(total(cast(StateRow.value, BigInteger))).where(
    StateRow.key.in_(bindparam("keys", expanding=True))
)
_NUMBERED = [table for table in Base.metadata.sorted_tables if "id" in table.c]
_COUNTERS = {topic: VersionCounter(f"version of {topic}") for topic in Topic}


@dataclass(frozen=True, slots=True)
class PostgresPlace:
    folder: Path  # The folder of the server's Unix socket
    name: str

    def open(
        self, reporter: Reporter | None = None, require: Callable[[], None] = lambda: None
    ) -> PostgresDatabase:
        """Open the database, and make or migrate its tables; ``require`` is called before each change and may
        raise to refuse it. Raises as ``bring_up_to_date``."""
        database = PostgresDatabase(self, require)
        try:
            bring_up_to_date(database, reporter or QuietReporter())
        except DatabaseAway as error:
            database.close()
            if self.name != _ALWAYS_THERE and PostgresPlace(self.folder, _ALWAYS_THERE).answers():
                raise NoDatabase(
                    Message("PostgreSQL has no database “{name}” for this user.", name=self.name)
                ) from error
            raise
        except BaseException:
            database.close()
            raise
        return database

    def answers(self) -> bool:
        """Tell whether PostgreSQL lets this user into the database."""
        engine = _engine(self)
        try:
            engine.connect().close()
        except DBAPIError:
            return False
        finally:
            engine.dispose()
        return True


class PostgresDatabase(Database):
    def __init__(self, place: PostgresPlace, require: Callable[[], None] = lambda: None) -> None:
        """Keep the place; the first transaction connects."""
        self.place, self._engine = place, _engine(place)
        self._alone = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        super().__init__(
            self._engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True),
            self._engine.execution_options(isolation_level="READ COMMITTED", **{WRITES_OPTION: True}),
            require,
        )

    def _translated_errors(self) -> AbstractContextManager[None]:
        return translate_errors()

    @contextmanager
    def _write_transaction(self) -> Iterator[Connection]:
        with super()._write_transaction() as connection:
            changed: set[Topic] = set()
            connection.info[_CHANGED] = changed
            yield connection
            for topic in sorted(changed):
                _COUNTERS[topic].increment(connection)

    @contextmanager
    def writing_uncounted(self) -> Iterator[Connection]:
        """Open a write transaction whose changes count for no topic: there may be no tables yet."""
        self._require()
        with super()._write_transaction() as connection:
            yield connection

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return the sum of the topics' counters; a third of a millisecond."""
        self._refuse_closed()
        with translate_errors(), self._alone.connect() as connection:
            return self.version_seen(connection, topics)

    def version_seen(self, connection: Connection, topics: Collection[Topic]) -> int:
        keys = [_COUNTERS[topic].key for topic in topics]
        return int(connection.execute(_VERSIONS, {"keys": keys}).scalar_one())

    def empty_log(self) -> None:
        """Do nothing: PostgreSQL's log is the server's, and whoever looks after it decides how long it is
        kept."""

    @contextmanager
    def overwriting(self) -> Iterator[Connection | None]:
        """Let PostgreSQL take deleted rows out of all tables and indexes (VACUUM), without waiting for its
        own rounds.

        This makes their place free for other rows. It does not overwrite it: until other rows come there, the
        bytes can be read from the files by whoever may read those of PostgreSQL, and from its log
        (``pg_wal``), from archives of that, and from copies. Readers that began before keep the rows.
        """
        self._require()
        quoted = self._engine.dialect.identifier_preparer.quote
        tables = ", ".join(quoted(table.name) for table in Base.metadata.sorted_tables)
        with translate_errors(), self._alone.connect() as connection:
            connection.exec_driver_sql(f"VACUUM {tables}")
        with self.writing() as connection:
            yield connection

    @contextmanager
    def frozen(self) -> Iterator[CopyOut]:
        numbers = self.used_numbers()
        with self.reading() as connection:
            connection.execute(select(StateRow.key)).first()  # this read fixes the moment
            yield partial(_copy_out, connection, numbers)

    def replace_by(self, file: Path, check: Callable[[], None]) -> None:
        """Delete all rows and copy those of the file. The numbers of the rows and the counters of the topics,
        which caches compare, go on from what they were."""
        with (
            closing(SqliteDatabase(file)) as source,
            source.reading() as old,
            self.writing_uncounted() as new,
        ):
            versions = {topic: _COUNTERS[topic].current(new) for topic in Topic}
            schema.delete_rows(new)
            schema.copy_rows(old, self, new, check)
            values = {_COUNTERS[topic].key: str(number + 1) for topic, number in versions.items()}
            values[_MARK] = str(source.mark())
            new.execute(delete(StateRow).where(StateRow.key.in_(list(values))))
            new.execute(insert(StateRow), [{"key": key, "value": value} for key, value in values.items()])
            used = source.used_numbers()
            for table in _NUMBERED:
                highest = new.execute(select(func.coalesce(func.max(table.c.id), 0))).scalar_one()
                number = max(highest, used.get(table.name, 0))
                new.execute(_COUNT_ON, {"sequence": _SEQUENCE.format(table.name), "number": number})

    def settle(self) -> None:
        """Do nothing: the server decides, and says the same to everybody."""

    def mark(self) -> int:
        with self.reading() as connection:
            noted = connection.execute(select(StateRow.value).where(StateRow.key == _MARK)).scalar()
        return int(noted or 0)

    def used_numbers(self) -> dict[str, int]:
        with self.reading() as connection:
            numbers: dict[str, int | None] = dict(connection.execute(_SEQUENCES).all())
        return {
            table.name: numbers[_SEQUENCE.format(table.name)] or 0
            for table in _NUMBERED
            if table.dialect_options["sqlite"]["autoincrement"]  # whose numbers are never used again
        }

    def insert_rows(self, connection: Connection, table: Table, rows: Sequence[tuple[Any, ...]]) -> None:
        """Copy the rows in, which takes half the time of inserting them."""
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        statement = f'COPY "{table.name}" ({columns}) FROM STDIN'
        cursor: Any = connection.connection.cursor()
        try:
            with cursor, cursor.copy(statement) as copy:
                for row in rows:
                    copy.write_row(row)
        except self._engine.dialect.loaded_dbapi.Error as error:
            raise DBAPIError(statement, None, error) from error
        _note_topic(connection, table)

    def size(self) -> int:
        with self.reading() as connection:
            size = func.pg_database_size(func.current_database())
            return int(connection.execute(select(size)).scalar_one())

    def faults(self) -> list[str]:
        """Return nothing: PostgreSQL checks a page when it reads it, and its own tools check them all."""
        return []

    def count_orphans(self) -> int:
        """Return 0: PostgreSQL lets no row refer to a missing one."""
        return 0

    def close(self, *, leave: bool = False) -> None:
        self._closed.set()
        self._engine.dispose()


def _copy_out(moment: Connection, numbers: dict[str, int], target: Path, check: Callable[[], None]) -> None:
    with closing(SqliteDatabase(target)) as copy:
        schema.bring_up_to_date(copy, QuietReporter())
        with copy.writing() as connection:
            schema.copy_rows(moment, copy, connection, check)
    sqlite_database.count_on(target, numbers)
    sqlite_database.make_single(target)


def _engine(place: PostgresPlace) -> Engine:
    """Return an engine. All that could lead the driver to another server is given, or is not in the
    environment any more (``sandbox.environment``)."""
    import pwd  # there is none on Windows, where no office server runs

    user = pwd.getpwuid(os.geteuid()).pw_name  # variables of the environment may name another
    engine = create_engine(
        URL.create("postgresql+psycopg", username=user, database=place.name),
        connect_args={
            "host": str(place.folder),
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "briefbank",
            "client_encoding": "UTF8",
        },
        pool_size=_KEPT_CONNECTIONS,
        max_overflow=_MOST_CONNECTIONS - _KEPT_CONNECTIONS,
        pool_timeout=BUSY_SECONDS,
        pool_pre_ping=True,  # PostgreSQL may have been started anew
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    event.listen(engine, "before_execute", _note_change)
    return engine


def _prepare(connection: DBAPIConnection, _record: object) -> None:
    """Set up a connection: what is said here holds for all its transactions."""
    cursor = connection.cursor()
    cursor.execute(f"SET lock_timeout = {round(BUSY_SECONDS * 1000)}")
    cursor.close()
    connection.commit()


def _begin(connection: Connection) -> None:
    """Begin a transaction. A writer waits for the others first."""
    if connection.get_execution_options().get(WRITES_OPTION, False):
        connection.exec_driver_sql(_ONE_WRITER)


def _note_change(connection: Connection, statement: Any, *_rest: Any) -> None:
    """Note the topic of a statement that changes rows. What goes with a document goes by its topic."""
    if isinstance(statement, UpdateBase) and isinstance(statement.table, Table):
        _note_topic(connection, statement.table)


def _note_topic(connection: Connection, table: Table) -> None:
    connection.info.setdefault(_CHANGED, set()).add(topic_of(table.name))
