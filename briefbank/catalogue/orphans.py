"""Finds and deletes rows that belong to a row which is not there: the work of damage, or of a stranger."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from briefbank.catalogue import law_tables, tables  # noqa: F401 - both define tables
from briefbank.catalogue.tables import Base


def count(connection: Connection) -> int:
    """How many there are."""
    return len(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def drop(connection: Connection) -> None:
    """Delete them all, inside a transaction."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            missing = key.parent.is_not(None) & key.parent.not_in(select(key.column))
            connection.execute(delete(table).where(missing))
