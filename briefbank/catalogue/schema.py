"""The tables of a catalogue as a whole: opens a database and creates or migrates its tables, copies all rows
into another database, and compares two.

A new file of SQLite gets the tables of this release, and an older one the missing migrations, as one
transaction; PostgreSQL gets its tables from ``office.postgres_database``. A library folder may come from
somebody else, so the tables of a file are compared with those that BriefBank makes before anything is done
with them. Only a migration imports Alembic, which takes as long as the rest of opening.

Values are copied as they are stored, so that checksums stay those of the rows.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Column, Connection, LargeBinary, MetaData, Row, String, Table, delete, select
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from briefbank.catalogue.columns import AnyText, Packed
from briefbank.catalogue.database import Database, reading, writing
from briefbank.catalogue.sqlite_database import SqliteDatabase
from briefbank.catalogue.tables import Base
from briefbank.errors import StoreDamaged, StoreTooNew
from briefbank.jobs import QuietReporter, Reporter
from briefbank.paths import LibraryPaths
from briefbank.text.messages import Message

SHAPES = {"0001": "7998621c2a940b903ee1d3c8a57e41d4901788f89d66908acf087c85524edb31"}
"""The revisions in ``migrations``, the newest last, each with the fingerprint of a file's tables.
Tests compare both."""
MIGRATIONS = Path(__file__).parent / "migrations"
PREPARING = Message("Bringing the library up to date")
_REVISION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc \
PRIMARY KEY (version_num))"

_TRIGGERS_OR_VIEWS = (
    "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
)


def open_catalogue(
    path: Path,
    reporter: Reporter | None = None,
    *,
    create: bool = True,
    require: Callable[[], None] = lambda: None,
) -> SqliteDatabase:
    """Open, create or migrate the catalogue in a file, whose folder must exist.

    ``require`` is called before each change and may raise to refuse it. Without ``create`` a file without
    tables counts as damaged, not new. Raises StoreTooNew, StoreDamaged, StoreReadOnly, StoreFull, StoreBusy
    or StoreError.
    """
    _refuse_to_replace_a_lost_one(path)
    database = SqliteDatabase(path, require)
    try:
        bring_up_to_date(database, reporter or QuietReporter(), create=create)
    except BaseException:
        database.close()
        raise
    return database


def _refuse_to_replace_a_lost_one(path: Path) -> None:
    """Raise StoreDamaged instead of creating a catalogue where original files exist, which would hide that
    none of them can be searched."""
    files = LibraryPaths(path.parent).files
    is_new = not path.exists() or path.stat().st_size == 0
    if is_new and files.is_dir() and next(files.iterdir(), None) is not None:
        raise StoreDamaged(
            Message("The library’s catalogue is missing."), detail="no catalogue beside originals"
        )


def head() -> str:
    return list(SHAPES)[-1]


def bring_up_to_date(database: SqliteDatabase, reporter: Reporter, *, create: bool = True) -> None:
    """Create or migrate the tables of a file as ``open_catalogue`` says; where it raises, nothing changed."""
    with database.reading() as connection:
        if revision_of(connection) == head():
            return
    with database.writing() as connection:
        # Asked again under the write lock: another program may have done it meanwhile.
        revision = revision_of(connection)
        if not revision and not create:
            raise StoreDamaged(detail="empty catalogue")
        if revision != head():
            reporter.progress(PREPARING, 0, 0)
            (upgrade if revision else create_tables)(connection)
            revision_of(connection)


def revision_of(connection: Connection) -> str:
    """Return the revision of a file, empty for a new one.

    Raises StoreTooNew, and StoreDamaged for a file with other tables than BriefBank makes, or with triggers
    or views, which would run with our statements.
    """
    if connection.exec_driver_sql(_TRIGGERS_OR_VIEWS).first() is not None:
        raise StoreDamaged(detail="triggers or views")
    tables = set(connection.exec_driver_sql("SELECT name FROM sqlite_schema WHERE type = 'table'").scalars())
    if not tables:
        return ""
    if "alembic_version" not in tables:
        raise StoreDamaged(detail="not a catalogue")
    revision = known_revision(connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar())
    if fingerprint(connection) != SHAPES[revision]:
        raise StoreDamaged(detail="tables of another shape")
    return revision


def known_revision(untrusted: object) -> str:
    """Return a stored revision. Raises StoreDamaged for none, and StoreTooNew for one that is not known."""
    if untrusted is None:
        raise StoreDamaged(detail="no revision")
    if untrusted not in SHAPES:
        raise StoreTooNew(detail=f"revision {untrusted}")
    return str(untrusted)


def fingerprint(connection: Connection) -> str:
    """Return a fingerprint of all tables and indexes of a file: of their definitions, without white space."""
    query = (
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
        "WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, name"
    )
    rows = [tuple("".join(column.split()) for column in row) for row in connection.exec_driver_sql(query)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def create_tables(connection: Connection) -> None:
    """Create the tables of this release in a new file inside the open transaction."""
    Base.metadata.create_all(connection, checkfirst=False)
    connection.exec_driver_sql(_REVISION)
    connection.exec_driver_sql("INSERT INTO alembic_version (version_num) VALUES (?)", (head(),))


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the open transaction; all of them or none."""
    from alembic.migration import MigrationContext
    from alembic.operations import Operations
    from alembic.script import ScriptDirectory

    scripts = ScriptDirectory(str(MIGRATIONS), version_locations=[str(MIGRATIONS)])
    context = MigrationContext.configure(connection)
    missing = list(scripts.iterate_revisions("head", context.get_current_revision() or "base"))
    with Operations.context(context):
        for script in reversed(missing):
            script.module.upgrade()
    context.stamp(scripts, "head")


_AT_ONCE = 1000


@reading
def digests(
    connection: Connection, leaving_out: Collection[str], check: Callable[[], None]
) -> dict[str, tuple[int, str]]:
    """Return the number of rows of each table, by its name, and the SHA-256 of their values as stored.

    Reads everything: seconds for a hundred thousand passages. ``check`` may raise to stop.
    """
    digests_by_table = dict[str, tuple[int, str]]()
    for plain in PLAIN_TABLES:
        if plain.name in leaving_out:
            continue
        keys = [plain.c[column.name] for column in Base.metadata.tables[plain.name].primary_key]
        rows = connection.execute(select(plain).order_by(*keys).execution_options(yield_per=_AT_ONCE))
        digest, count = hashlib.sha256(), 0
        for some in rows.partitions():
            check()
            count += len(some)
            for row in some:
                digest.update(repr(tuple(row)).encode("utf-8", "surrogatepass"))
        digests_by_table[plain.name] = count, digest.hexdigest()
    return digests_by_table


def copy_rows(source: Connection, database: Database, target: Connection, check: Callable[[], None]) -> None:
    """Copy all rows inside an open transaction of each; ``target`` is one of ``database``, whose tables are
    empty. ``check`` may raise to stop."""
    for table in PLAIN_TABLES:
        rows = source.execute(select(table).execution_options(yield_per=_AT_ONCE))
        for some in rows.partitions():
            check()
            database.insert_rows(target, table, _stored(table, some, target.dialect))


def _stored(table: Table, rows: Sequence[Row[Any]], dialect: Dialect) -> list[tuple[Any, ...]]:
    columns = (
        map(store, values) if (store := column.type.dialect_impl(dialect).bind_processor(dialect)) else values
        for column, values in zip(table.columns, zip(*rows, strict=True), strict=True)
    )
    return list(zip(*columns, strict=True))


@reading
def holds_rows(connection: Connection) -> bool:
    """Tell whether anything is stored but small facts about the library itself."""
    return any(
        connection.execute(select(table).limit(1)).first() is not None
        for table in PLAIN_TABLES
        if table.name != "state"
    )


@writing
def drop_orphans(connection: Connection) -> None:
    """Delete the rows that refer to a missing row, because of damage or a stranger."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            missing = key.parent.is_not(None) & key.parent.not_in(select(key.column))
            connection.execute(delete(table).where(missing))


def delete_rows(connection: Connection) -> None:
    for table in reversed(PLAIN_TABLES):
        connection.execute(delete(table))


def _plain(table: Table) -> Table:
    """Return a table whose columns have no checks and no form of their own."""
    columns = (Column(column.name, _plain_type(column.type)) for column in table.columns)
    return Table(table.name, MetaData(), *columns)


def _plain_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    stored = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    if isinstance(stored, String):
        return AnyText()
    return Packed() if isinstance(stored, LargeBinary) else kind


PLAIN_TABLES = [_plain(table) for table in Base.metadata.sorted_tables]
"""All tables, each behind those that it refers to."""
BY_NAME = {table.name: table for table in PLAIN_TABLES}
