"""Whether a catalogue's tables are those that BriefBank makes: one from a stranger may have others, or rules
that do not hold, or triggers, which act when something is written."""

from __future__ import annotations

import hashlib

from sqlalchemy import Connection

from briefbank.errors import StoreDamaged

SHAPE = "65835ed74b2e2dbdc1a8ad7c729f345b3b40e6b65f57d6d073b9dbb27fe678a2"
"""What ``of`` says of every catalogue of the newest revision, whichever release began it."""
_ACTING = "SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%'"


def of(connection: Connection) -> str:
    """A fingerprint of all tables and indexes: their definitions, without white space."""
    query = (
        "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema "
        "WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY type, name"
    )
    rows = [tuple("".join(each.split()) for each in row) for row in connection.exec_driver_sql(query)]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def require(connection: Connection) -> None:
    """Raise StoreDamaged for a catalogue of the newest revision with other tables than ours."""
    if of(connection) != SHAPE:
        raise StoreDamaged(detail="tables of another shape")


def refuse_acting(connection: Connection) -> None:
    """Raise StoreDamaged for a catalogue of any revision with triggers, views or virtual tables: no release
    made any."""
    if connection.exec_driver_sql(_ACTING).first() is not None:
        raise StoreDamaged(detail="triggers or views")
