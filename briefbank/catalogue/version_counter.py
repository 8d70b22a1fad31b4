"""Counters of changes, each a number in the table of the library's state."""

from __future__ import annotations

from sqlalchemy import BigInteger, Connection, Text, cast, select

from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import StateRow

_AS_NUMBER = cast(StateRow.value, BigInteger)
"""The value as a number; 0 when it is none, because the catalogue may come from a stranger."""


class VersionCounter:
    """The counter under one key, inside an open transaction."""

    def __init__(self, key: str) -> None:
        self.key = key
        self._current = select(_AS_NUMBER).where(StateRow.key == key)
        self._increment = (
            upsert(StateRow)
            .values(key=key, value="1")
            .on_conflict_do_update(["key"], set_={"value": cast(_AS_NUMBER + 1, Text)})
            .returning(_AS_NUMBER)
        )

    def current(self, connection: Connection) -> int:
        """Return the number, 0 before the first change."""
        return int(connection.execute(self._current).scalar() or 0)

    def increment(self, connection: Connection) -> int:
        """Count a change, and return the new number."""
        return int(connection.execute(self._increment).scalar_one())
