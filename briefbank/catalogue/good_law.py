"""The office's list of what still holds: each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    Connection,
    Integer,
    Text,
    bindparam,
    cast,
    delete,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlalchemy.orm import aliased

from briefbank.catalogue.columns import batches, pack_headings, unpack_headings
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_tables import AuthorityNameRow, CitedRow, DismissedRow, GoodLawRow
from briefbank.catalogue.tables import DocumentRow, StateRow
from briefbank.law import GoodLawEntry, Standing

_VERSION = "good law"
_AS_NUMBER = cast(StateRow.value, Integer)
"""0 for what is no number: the catalogue may come from a stranger."""
_ONE_MORE = cast(_AS_NUMBER + 1, Text)
_COUNT_ON = (
    upsert(StateRow).values(key=_VERSION, value="1").on_conflict_do_update(["key"], set_={"value": _ONE_MORE})
)
_VERSION_NOW = select(_AS_NUMBER).where(StateRow.key == _VERSION)
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
_GIVEN = func.json_each(bindparam("names")).table_valued("value")
_OTHER = aliased(AuthorityNameRow)
_ALSO_NAMED = (
    select(func.json_group_array(func.json_array(AuthorityNameRow.canonical, _OTHER.canonical)))
    .join(_OTHER, _OTHER.authority_id == AuthorityNameRow.authority_id)
    .where(
        AuthorityNameRow.canonical.in_(select(_GIVEN.c.value)),
        _OTHER.canonical != AuthorityNameRow.canonical,
        _OTHER.canonical.not_like("%)"),
        func.typeof(_OTHER.canonical) == "text",
    )
)
"""Every search asks it, so it is built once and answers in one row. What ends with a parenthesis is a part of
a provision; bytes (``columns.AnyText``) have no place in JSON."""
_NEWEST = select(func.coalesce(func.max(GoodLawRow.id), 0))
_CHANGE = update(GoodLawRow).where(GoodLawRow.id == bindparam("line"))
_DECIDED = upsert(DismissedRow).on_conflict_do_nothing()


@dataclass(frozen=True, slots=True)
class ListChange:
    """What is to be done to the list, all of it or nothing."""

    put: tuple[GoodLawEntry, ...] = ()
    """Number 0: a new line."""
    remove: tuple[int, ...] = ()
    decided: tuple[str, ...] = ()
    """Keys of proposals that are not made again."""
    undecided: tuple[str, ...] = ()
    """Keys of those that are made again."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How much an authority is cited."""

    passages: int
    documents: int
    last_cited: date | None
    """When the newest of these documents was filed."""


class GoodLawTable:
    """The list, and the proposals that were decided on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def version(self) -> int:
        """A number that grows with every change of the list, by whatever program."""
        with self._database.reading() as connection:
            return _version(connection)

    def entries(self) -> list[GoodLawEntry]:
        """All lines, in order of number."""
        return self.entries_and_version()[0]

    def entries_and_version(self) -> tuple[list[GoodLawEntry], int]:
        """All lines, and the version that they are of."""
        with self._database.reading() as connection:
            return _entries(connection), _version(connection)

    def change(self, decide: Callable[[list[GoodLawEntry]], ListChange]) -> list[GoodLawEntry]:
        """Change the list as ``decide`` says when it sees the lines that there are; nobody else changes it
        meanwhile, and what ``decide`` raises leaves it as it was. Returns the lines that were put, with their
        numbers."""
        with self._database.writing() as connection:
            change = decide(_entries(connection))
            for some in batches(change.remove):
                connection.execute(delete(GoodLawRow).where(GoodLawRow.id.in_(some)))
            put = _put(connection, change.put)
            _decide(connection, change.decided)
            for keys in batches(change.undecided):
                connection.execute(delete(DismissedRow).where(DismissedRow.key.in_(keys)))
            if change.put or change.remove:
                connection.execute(_COUNT_ON)
        return put

    def decided(self) -> set[str]:
        """The keys of the proposals that a person confirmed or dismissed."""
        with self._database.reading() as connection:
            return set(connection.execute(select(DismissedRow.key)).scalars())

    def also_named(self, names: Iterable[str]) -> dict[str, list[str]]:
        """The other names of the authorities that are cited by these names, such as parallel citations, in
        order; without parts of provisions, and only where there are any."""
        found: dict[str, list[str]] = {}
        with self._database.reading() as connection:
            pairs = connection.execute(_ALSO_NAMED, {"names": json.dumps(list(names))}).scalar_one()
        for name, other in sorted(json.loads(pairs)):
            found.setdefault(name, []).append(other)
        return found

    def reach(self, authority_ids: Collection[int]) -> dict[int, Reach]:
        """How much each of these authorities is cited; only those that are."""
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
        with self._database.reading() as connection:
            rows = connection.execute(query)
            return {id_: Reach(passages, documents, last) for id_, passages, documents, last in rows}


def _version(connection: Connection) -> int:
    return int(connection.execute(_VERSION_NOW).scalar() or 0)


def _entries(connection: Connection) -> list[GoodLawEntry]:
    return [_entry(row) for row in connection.execute(_ENTRIES)]


def _entry(row: Sequence[Any]) -> GoodLawEntry:
    id_, canonical, name, standing, by, since, note, entered_by, entered_at, also = row
    standing, also = Standing(standing), unpack_headings(also)
    return GoodLawEntry(id_, canonical, name, standing, by, since, note, entered_by, entered_at, also)


def _put(connection: Connection, entries: Sequence[GoodLawEntry]) -> list[GoodLawEntry]:
    """Add or change lines; the same, with their numbers, which grow with every line that is added."""
    new = [_values(entry) for entry in entries if not entry.id]
    known = [{"line": entry.id, **_values(entry)} for entry in entries if entry.id]
    newest = connection.execute(_NEWEST).scalar_one()
    if known:
        connection.execute(_CHANGE, known)
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
        connection.execute(_DECIDED, [{"key": key, "dismissed_at": now} for key in keys])
