"""Writes and reads the small facts about a library, inside an open transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping

from sqlalchemy import Connection, bindparam, select

from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import StateRow

_UPSERT = upsert(StateRow)
_PUT = _UPSERT.on_conflict_do_update(["key"], set_={"value": _UPSERT.excluded.value})
_SELECT = select(StateRow.value).where(StateRow.key == bindparam("key"))


def get(connection: Connection, key: str) -> str | None:
    """Return a fact; None when it was never set."""
    return connection.execute(_SELECT, {"key": key}).scalar()


def put(connection: Connection, key: str, value: str) -> None:
    """Set a fact."""
    put_all(connection, {key: value})


def put_all(connection: Connection, facts: Mapping[str, str]) -> None:
    """Set facts by key."""
    if facts:
        connection.execute(_PUT, [{"key": key, "value": value} for key, value in facts.items()])


def numbers(noted: str) -> list[int]:
    """Return the numbers of a fact that is a JSON list of them; none where BriefBank did not write it."""
    try:
        return [int(each) for each in json.loads(noted)]
    except (TypeError, ValueError, OverflowError, RecursionError):
        return []
