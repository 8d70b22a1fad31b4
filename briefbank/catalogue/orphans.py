"""Deletes rows that refer to a missing row, because of damage or a stranger's changes."""

from __future__ import annotations

from sqlalchemy import Connection, delete, select

from briefbank.catalogue import authority_tables, tables  # noqa: F401 - both define tables
from briefbank.catalogue.tables import Base


def drop(connection: Connection) -> None:
    """Delete all orphaned rows, inside an open transaction."""
    for table in Base.metadata.sorted_tables:
        for key in table.foreign_keys:
            missing = key.parent.is_not(None) & key.parent.not_in(select(key.column))
            connection.execute(delete(table).where(missing))
