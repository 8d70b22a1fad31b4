"""Checks that a catalogue's tables are those that BriefBank makes.

A stranger's catalogue may have other tables, constraints that do not hold, or triggers, which run on writing.
"""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection

from briefbank.errors import StoreDamaged

SHAPE = "76cd024c5aab5bb6a5e751962b93d318ec84eca47cd7f7cf5db7b7e905fe4084"
"""The fingerprint of every catalogue of the newest revision, whichever release created it."""
_TRIGGERS_OR_VIEWS = (
    "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"
)


def of(connection: Connection) -> str:
    """Return a fingerprint of all tables and indexes: of their definitions, without white space."""
    query = (
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
        "WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, name"
    )
    rows = [tuple("".join(each.split()) for each in row) for row in connection.exec_driver_sql(query)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def require(connection: Connection) -> None:
    """Raise StoreDamaged for a catalogue of the newest revision with other tables than BriefBank's."""
    if of(connection) != SHAPE:
        raise StoreDamaged(detail="tables of another shape")


def refuse_acting(connection: Connection) -> None:
    """Raise StoreDamaged for a catalogue of any revision with triggers, views or virtual tables, which no
    release made."""
    if connection.exec_driver_sql(_TRIGGERS_OR_VIEWS).first() is not None:
        raise StoreDamaged(detail="triggers or views")
