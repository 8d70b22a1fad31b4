"""The office's list of what still holds."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, Text, bindparam, delete, func, insert, select, update

from briefbank.catalogue.columns import batches, pack_headings, unpack_headings
from briefbank.catalogue.database import given, json_pairs, reading, storage_of, upsert, writing
from briefbank.catalogue.library_facts import VersionCounter
from briefbank.catalogue.tables import (
    AuthorityNameRow,
    CitedRow,
    DismissedRow,
    DocumentRow,
    GoodLawRow,
)
from briefbank.domain.authorities import GoodLawEntry

VERSION = VersionCounter("good law")
_ENTRIES = select(
    GoodLawRow.id,
    GoodLawRow.canonical,
    GoodLawRow.name,
    GoodLawRow.standing,
    GoodLawRow.by,
    GoodLawRow.since,
    GoodLawRow.note,
    GoodLawRow.entered_by,
    GoodLawRow.entered_at,
    GoodLawRow.also,
).order_by(GoodLawRow.id)
_OTHER_NAME = AuthorityNameRow.__table__.alias()
_ALSO_NAMED = (
    select(json_pairs(AuthorityNameRow.canonical, _OTHER_NAME.c.canonical))
    .join(_OTHER_NAME, _OTHER_NAME.c.authority_id == AuthorityNameRow.authority_id)
    .where(
        AuthorityNameRow.canonical.in_(given("names", Text())),
        _OTHER_NAME.c.canonical != AuthorityNameRow.canonical,
        _OTHER_NAME.c.canonical.not_like("%)"),
        storage_of(_OTHER_NAME.c.canonical) == "text",
    )
)
"""Every search runs this statement, so it is built once and answers in one row. A name that ends with a
parenthesis is a part of a provision, and what is not stored as it is cannot be in JSON; both are left out."""
_NEWEST = select(func.coalesce(func.max(GoodLawRow.id), 0))
_UPDATE = update(GoodLawRow).where(GoodLawRow.id == bindparam("line"))
_DISMISS = upsert(DismissedRow).on_conflict_do_nothing()


@dataclass(frozen=True, slots=True)
class ListChange:
    """A change of the list that is made as a whole or not at all."""

    put: tuple[GoodLawEntry, ...] = ()
    """The lines to write; id 0 means a new line."""
    remove: tuple[int, ...] = ()
    decided: tuple[str, ...] = ()
    """The keys of proposals that are not to be made again."""
    undecided: tuple[str, ...] = ()
    """The keys of proposals that may be made again."""


@dataclass(frozen=True, slots=True)
class CitationCounts:
    """The numbers of passages and documents that cite an authority."""

    passages: int
    documents: int
    last_cited: date | None
    """The filing date of the newest of these documents."""


@reading
def version(connection: Connection) -> int:
    """Return a number that grows with every change of the list by any program."""
    return VERSION.current(connection)


@reading
def entries(connection: Connection) -> list[GoodLawEntry]:
    """Return all lines in order of id."""
    return entries_and_version(connection)[0]


@reading
def entries_and_version(connection: Connection) -> tuple[list[GoodLawEntry], int]:
    """Return all lines, and the version to which they belong."""
    return _entries(connection), VERSION.current(connection)


@writing
def change(connection: Connection, decide: Callable[[list[GoodLawEntry]], ListChange]) -> list[GoodLawEntry]:
    """Change the list as ``decide`` says, given the current lines, and return the written lines with
    their ids.

    Nobody else changes the list meanwhile. An exception from ``decide`` leaves it as it was.
    """
    change = decide(_entries(connection))
    for some in batches(change.remove):
        connection.execute(delete(GoodLawRow).where(GoodLawRow.id.in_(some)))
    put = _put(connection, change.put)
    _decide(connection, change.decided)
    for keys in batches(change.undecided):
        connection.execute(delete(DismissedRow).where(DismissedRow.key.in_(keys)))
    if change.put or change.remove:
        VERSION.increment(connection)
    return put


@reading
def decided(connection: Connection) -> set[str]:
    """Return the keys of the proposals that a person confirmed or dismissed."""
    return set(connection.execute(select(DismissedRow.key)).scalars())


@reading
def also_named(connection: Connection, names: Iterable[str]) -> dict[str, list[str]]:
    """Return the other names of the authorities with these names, such as parallel citations, in order.
    Parts of provisions, and names without others, are left out."""
    others_by_name: dict[str, list[str]] = {}
    pairs = connection.execute(_ALSO_NAMED, {"names": json.dumps(list(names))}).scalar_one()
    for name, other in sorted(json.loads(pairs)):
        others_by_name.setdefault(name, []).append(other)
    return others_by_name


@reading
def reach(connection: Connection, authority_ids: Collection[int]) -> dict[int, CitationCounts]:
    """Return the reach of each of these authorities that is cited."""
    query = (
        select(
            CitedRow.authority_id,
            func.count(CitedRow.passage_id.distinct()),
            func.count(CitedRow.document_id.distinct()),
            func.max(DocumentRow.filed),
        )
        .join(DocumentRow, DocumentRow.id == CitedRow.document_id)
        .where(CitedRow.authority_id.in_(sorted(authority_ids)))
        .group_by(CitedRow.authority_id)
    )
    rows = connection.execute(query)
    return {id_: CitationCounts(passages, documents, last) for id_, passages, documents, last in rows}


def _entries(connection: Connection) -> list[GoodLawEntry]:
    return [_entry(row) for row in connection.execute(_ENTRIES)]


def _entry(row: Sequence[Any]) -> GoodLawEntry:
    id_, canonical, name, standing, by, since, note, entered_by, entered_at, also = row
    also = unpack_headings(also)
    return GoodLawEntry(id_, canonical, name, standing, by, since, note, entered_by, entered_at, also)


def _put(connection: Connection, entries: Sequence[GoodLawEntry]) -> list[GoodLawEntry]:
    """Add or change lines, and return them with their ids, which increase with every added line."""
    new = [_values(entry) for entry in entries if not entry.id]
    known = [{"line": entry.id, **_values(entry)} for entry in entries if entry.id]
    newest = connection.execute(_NEWEST).scalar_one()
    if known:
        connection.execute(_UPDATE, known)
    if new:
        connection.execute(insert(GoodLawRow), new)
    added = select(GoodLawRow.id).where(GoodLawRow.id > newest).order_by(GoodLawRow.id)
    ids = iter(connection.execute(added).scalars().all())
    return [entry if entry.id else replace(entry, id=next(ids)) for entry in entries]


def _values(entry: GoodLawEntry) -> dict[str, Any]:
    return {
        "canonical": entry.canonical,
        "also": pack_headings(entry.also),
        "name": entry.name,
        "standing": entry.standing.value,
        "by": entry.by,
        "since": entry.since,
        "note": entry.note,
        "entered_by": entry.entered_by,
        "entered_at": entry.entered_at,
    }


def _decide(connection: Connection, keys: Collection[str]) -> None:
    now = datetime.now(UTC)
    if keys:
        connection.execute(_DISMISS, [{"key": key, "dismissed_at": now} for key in keys])
