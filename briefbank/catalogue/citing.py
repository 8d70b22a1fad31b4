"""Which passages cite which authorities, for narrowing a search and counting what it found; inside a
transaction that is open."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, func, select

from briefbank.catalogue.law_tables import CitedRow

_GIVEN = func.json_each(bindparam("ids")).table_valued("value")
_BY_PASSAGES = (
    select(CitedRow.passage_id, CitedRow.authority_id)
    .where(CitedRow.passage_id.in_(select(_GIVEN.c.value)))
    .distinct()
)
_CITING = select(CitedRow.passage_id, CitedRow.document_id).where(
    CitedRow.authority_id == bindparam("authority_id")
)


def all_of(connection: Connection, authority_ids: Collection[int]) -> dict[int, int]:
    """The passages that cite each of the authorities, with their documents; none without authorities."""
    found: dict[int, int] | None = None
    for authority_id in sorted(authority_ids):
        rows = connection.execute(_CITING, {"authority_id": authority_id})
        citing = dict(map(_pair, rows))
        found = citing if found is None else {id_: found[id_] for id_ in found.keys() & citing.keys()}
    return found or {}


def by_authority(connection: Connection, passage_ids: Collection[int]) -> dict[int, list[int]]:
    """The authorities that passages cite, each with those of the passages that do."""
    found: dict[int, list[int]] = {}
    for passage_id, authority_id in connection.execute(_BY_PASSAGES, {"ids": json.dumps(list(passage_ids))}):
        found.setdefault(authority_id, []).append(passage_id)
    return found


def _pair(row: Sequence[int]) -> tuple[int, int]:
    first, second = row
    return first, second
