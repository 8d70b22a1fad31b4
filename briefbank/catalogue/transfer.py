"""Copies all rows of a catalogue into another one, and compares two catalogues, whichever database each is
in.

Values are copied as they are stored, so that checksums stay those of the rows. Only text that one of the two
databases cannot hold is stored in each one's own way (``database.stored_text``).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Sequence
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    LargeBinary,
    MetaData,
    Row,
    String,
    Table,
    delete,
    select,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from briefbank.catalogue.columns import AnyText, Packed
from briefbank.catalogue.database import Database, Topic, reading, topic_of, writing
from briefbank.catalogue.feedback_rows import FOR_ALL
from briefbank.catalogue.tables import Base

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


def copy_rows(
    source: Connection,
    database: Database,
    target: Connection,
    check: Callable[[], None],
    *,
    work: bool = True,
) -> None:
    """Copy all rows inside an open transaction of each; ``target`` is one of ``database``, whose tables are
    empty.

    Without ``work``, what belongs to the work of one computer stays there: its queue, watched folders and
    small facts; and so do collections and single persons' marks, which only persons of the office itself
    share with it or give there. ``check`` may raise to stop.
    """
    for table in PLAIN_TABLES:
        query = select(table)
        if not work and topic_of(table.name) in (Topic.WORK, Topic.COLLECTIONS):
            continue
        if not work and table.name == "feedback":
            query = query.where(table.c.person == FOR_ALL)
        rows = source.execute(query.execution_options(yield_per=_AT_ONCE))
        for some in rows.partitions():
            check()
            database.insert_rows(target, table, _stored(table, some, target.dialect))


def _stored(table: Table, rows: Sequence[Row[Any]], dialect: Dialect) -> list[tuple[Any, ...]]:
    """Return the values of rows as a database stores them."""
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
    """Delete the rows that refer to a missing row, because of damage or a stranger's changes.
    ``Graph.rebuild`` restores what the graph then lacks."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            missing = key.parent.is_not(None) & key.parent.not_in(select(key.column))
            connection.execute(delete(table).where(missing))


def delete_rows(connection: Connection) -> None:
    """Delete all rows."""
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
