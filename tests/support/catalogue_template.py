"""The empty tables of a catalogue: created by the migrations once, and copied after that."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from briefbank.catalogue import schema

Upgrade = Callable[[Connection], None]


class CatalogueTemplate:
    """Replaces ``schema.upgrade``: it runs ``upgrade`` for the first new file and its SQL for each later one.

    Alembic runs all migrations for each new library, a tenth of a second for most tests. A file
    that is not new is left to ``upgrade``.
    """

    def __init__(self, upgrade: Upgrade) -> None:
        self.upgrade = upgrade
        self._statements: list[str] = []

    def __call__(self, connection: Connection) -> None:
        if schema.revision_of(connection):
            self.upgrade(connection)
        elif self._statements:
            for statement in self._statements:
                connection.exec_driver_sql(statement)
        else:
            self.upgrade(connection)
            self._statements = statements_of(connection)


def statements_of(connection: Connection) -> list[str]:
    """Return the statements that recreate the tables, indexes and few rows of a new catalogue."""
    raw = connection.connection.driver_connection
    assert raw is not None
    return [item for item in raw.iterdump() if item not in ("BEGIN TRANSACTION;", "COMMIT;")]
