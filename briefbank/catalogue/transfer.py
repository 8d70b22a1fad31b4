"""Copies all rows of a catalogue into another one, from a file into PostgreSQL or the other way.

Values are copied as they are stored, so that checksums stay those of the rows. Only text that one of the two
databases cannot hold is stored in each one's own way (``dialect.stored_text``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, Connection, LargeBinary, MetaData, String, Table, delete, insert, select
from sqlalchemy.types import TypeDecorator, TypeEngine

from briefbank.catalogue import authority_tables  # noqa: F401 (defines tables)
from briefbank.catalogue.columns import AnyText, Packed
from briefbank.catalogue.tables import Base

_AT_ONCE = 1000
"""The rows that are in memory; those of pages and passages are some kilobytes each."""


def copy_rows(source: Connection, target: Connection, check: Callable[[], None]) -> None:
    """Copy all rows inside an open transaction of each. The target's tables are empty. ``check`` may raise to
    stop."""
    for table in PLAIN_TABLES:
        rows = source.execute(select(table).execution_options(yield_per=_AT_ONCE))
        for some in rows.partitions():
            check()
            target.execute(insert(table), [dict(row._mapping) for row in some])


def delete_rows(connection: Connection) -> None:
    """Delete all rows."""
    for table in reversed(PLAIN_TABLES):
        connection.execute(delete(table))


def _plain(table: Table) -> Table:
    """Return a table whose columns have no checks and no form of their own."""
    columns = (Column(each.name, _plain_type(each.type)) for each in table.columns)
    return Table(table.name, MetaData(), *columns)


def _plain_type(kind: TypeEngine[Any]) -> TypeEngine[Any]:
    stored = kind.impl_instance if isinstance(kind, TypeDecorator) else kind
    if isinstance(stored, String):
        return AnyText()
    return Packed() if isinstance(stored, LargeBinary) else kind


PLAIN_TABLES = [_plain(table) for table in Base.metadata.sorted_tables]
"""All tables, each behind those that it refers to."""
