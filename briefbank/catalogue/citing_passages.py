"""Queries of which passages cite which authorities, for filters and facets, inside an open transaction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, select

from briefbank.catalogue.authority_tables import CitedRow
from briefbank.catalogue.columns import GIVEN_IDS, given_ids

_BY_PASSAGES = (
    select(CitedRow.passage_id, CitedRow.authority_id).where(CitedRow.passage_id.in_(GIVEN_IDS)).distinct()
)
_CITING = select(CitedRow.passage_id, CitedRow.document_id).where(
    CitedRow.authority_id == bindparam("authority_id")
)


def all_of(connection: Connection, authority_ids: Collection[int]) -> dict[int, int]:
    """Return the passages that cite every one of the authorities, with their documents; none without
    authorities."""
    found: dict[int, int] | None = None
    for authority_id in sorted(authority_ids):
        rows = connection.execute(_CITING, {"authority_id": authority_id})
        citing = dict(map(_pair, rows))
        found = citing if found is None else {id_: found[id_] for id_ in found.keys() & citing.keys()}
    return found or {}


def by_authority(connection: Connection, passage_ids: Collection[int]) -> dict[int, list[int]]:
    """Return, for each cited authority, those of the passages that cite it."""
    found: dict[int, list[int]] = {}
    for passage_id, authority_id in connection.execute(_BY_PASSAGES, given_ids(passage_ids)):
        found.setdefault(authority_id, []).append(passage_id)
    return found


def _pair(row: Sequence[int]) -> tuple[int, int]:
    first, second = row
    return first, second
