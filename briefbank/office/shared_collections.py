"""The collections that persons share with their office: who may change which, and what the record says.

Entries are told of while their document is in the library, as somebody sees it; those of a removed document
are there again once it is. A collection without such entries is told of to nobody, so that its name tells of
no document either.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import Connection, Select, String, bindparam, delete, func, insert, select, update

from briefbank.api.library import SharedCollectionsApi
from briefbank.catalogue.columns import LONGEST_PAGE
from briefbank.catalogue.database import Database, given
from briefbank.catalogue.tables import DocumentRow, SharedCollectionRow, SharedEntryRow
from briefbank.domain.maintenance import AuditEvent, AuditWriter
from briefbank.domain.office import Action, current_person
from briefbank.domain.userdata import CollectionEntry, Reference, SharedCollection, require_shareable
from briefbank.errors import NotAllowed, NotInLibrary, SharingRefused
from briefbank.text.messages import Message

MOST_RANGES = 1_000
"""The most ranges of one selection."""
_SHA256, _TEXT_HASH = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")
MOST_COLLECTIONS = 200
"""The most collections that one person may share."""

_SIZE = (
    select(SharedEntryRow.collection_id, func.count().label("size"))
    .join(DocumentRow, DocumentRow.sha256 == SharedEntryRow.document_sha256)
    .group_by(SharedEntryRow.collection_id)
    .subquery()
)
_COLLECTIONS = (
    select(
        SharedCollectionRow.id,
        SharedCollectionRow.name,
        SharedCollectionRow.hearing,
        SharedCollectionRow.shared_by,
        SharedCollectionRow.shared_at,
        _SIZE.c.size,
    )
    .join(_SIZE, _SIZE.c.collection_id == SharedCollectionRow.id)
    .order_by(SharedCollectionRow.shared_at.desc(), SharedCollectionRow.id.desc())
)
_ENTRIES = (
    select(
        SharedEntryRow.document_sha256,
        SharedEntryRow.words,
        SharedEntryRow.page,
        SharedEntryRow.ranges,
        SharedEntryRow.note,
    )
    .join(DocumentRow, DocumentRow.sha256 == SharedEntryRow.document_sha256)
    .where(SharedEntryRow.collection_id == bindparam("collection"))
    .order_by(SharedEntryRow.place)
)
_PAGES = select(DocumentRow.sha256, DocumentRow.pages).where(
    DocumentRow.sha256.in_(given("hashes", String()))
)
_MINE = select(func.count()).where(SharedCollectionRow.shared_by == bindparam("person"))


class SharedCollections(SharedCollectionsApi):
    """The shared collections of one library. Any thread."""

    def __init__(self, database: Database, note: AuditWriter) -> None:
        self._table, self._note = SharedCollectionTable(database), note

    def all(self) -> list[SharedCollection]:
        return [_with_rights(collection) for collection in self._table.all()]

    def get(self, shared_id: int) -> SharedCollection:
        return _with_rights(self._table.get(shared_id))

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        return self._table.entries(shared_id)

    def shareable(self, entries: Sequence[CollectionEntry]) -> list[CollectionEntry]:
        """Return those of the entries that name a place in a document of the library."""
        hashes = {entry.reference.document_sha256 for entry in entries}
        pages = self._table.pages_of(sha256 for sha256 in hashes if _SHA256.fullmatch(sha256))
        return [entry for entry in entries if _is_within(entry.reference, pages)]

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        name = require_shareable(name, entries)
        known = self.shareable(entries)
        if not known:
            raise SharingRefused(Message("No passage of this collection is in the office’s library."))
        person = current_person()
        shared, is_replaced = self._table.put(person.name if person else "", name, hearing, known)
        self._noted("changed" if is_replaced else "added", shared)
        return _with_rights(shared)

    def withdraw(self, shared_id: int) -> None:
        shared = self.get(shared_id)
        if not shared.may_withdraw:
            raise NotAllowed(
                Message("Only who shared a collection can stop sharing it."),
                Message("Ask them, or an administrator of the office’s library."),
            )
        self._table.remove(shared_id)
        self._noted("removed", shared)

    def _noted(self, change: str, shared: SharedCollection) -> None:
        self._note(AuditEvent.SHARED, change=change, collection=shared.id, passages=shared.size)


def _with_rights(shared: SharedCollection) -> SharedCollection:
    person = current_person()
    is_allowed = person is None or person.name == shared.shared_by or person.may(Action.ADMINISTER)
    return replace(shared, may_withdraw=is_allowed)


def _is_within(untrusted: Reference, pages: dict[str, int]) -> bool:
    """Tell whether a reference names a place in one of the documents with these numbers of pages."""
    last = pages.get(untrusted.document_sha256, 0)
    return (
        _TEXT_HASH.fullmatch(untrusted.words) is not None
        and 0 <= untrusted.page < last
        and len(untrusted.ranges) <= MOST_RANGES
        and all(0 <= page < last and 0 <= start < end < LONGEST_PAGE for page, start, end in untrusted.ranges)
    )


class SharedCollectionTable:
    """The rows of the shared collections. Each method is one short transaction. Any thread. Raises
    StoreError."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[SharedCollection]:
        """Return the collections, the one shared last first; nobody may withdraw any yet."""
        with self._database.reading() as connection:
            return _collections(connection, _COLLECTIONS)

    def get(self, shared_id: int) -> SharedCollection:
        with self._database.reading() as connection:
            return _collection(connection, shared_id)

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        """Return the entries of a collection, numbered from 1. Raises NotInLibrary."""
        with self._database.reading() as connection:
            _collection(connection, shared_id)
            rows = connection.execute(_ENTRIES, {"collection": shared_id})
            return [
                CollectionEntry(number, Reference(sha256, words, page, ranges), note)
                for number, (sha256, words, page, ranges, note) in enumerate(rows, start=1)
            ]

    def pages_of(self, hashes: Iterable[str]) -> dict[str, int]:
        """Return the number of pages of those documents, by hash, that are in the library."""
        with self._database.reading() as connection:
            rows = connection.execute(_PAGES, {"hashes": json.dumps(sorted(hashes))})
            return {row.sha256: row.pages for row in rows}

    def put(
        self, person: str, name: str, hearing: date | None, entries: Sequence[CollectionEntry]
    ) -> tuple[SharedCollection, bool]:
        """Store what a person shares under a name, and tell whether it replaces what they shared under it
        before. Raises SharingRefused where they share too many."""
        values = {"hearing": hearing, "shared_at": datetime.now(UTC)}
        mine = (SharedCollectionRow.shared_by == person, SharedCollectionRow.name == name)
        with self._database.writing() as connection:
            known = connection.execute(select(SharedCollectionRow.id).where(*mine)).scalar()
            if known is None:
                if connection.execute(_MINE, {"person": person}).scalar_one() >= MOST_COLLECTIONS:
                    raise SharingRefused(
                        Message(
                            "You share {most_collections} collections already, and more is not possible.",
                            most_collections=MOST_COLLECTIONS,
                        ),
                        Message("Stop sharing one that is not needed any more, and try again."),
                    )
                adding = insert(SharedCollectionRow).values(shared_by=person, name=name, **values)
                shared_id = connection.execute(adding.returning(SharedCollectionRow.id)).scalar_one()
            else:
                shared_id = known
                changing = update(SharedCollectionRow).where(SharedCollectionRow.id == known)
                connection.execute(changing.values(**values))
                connection.execute(delete(SharedEntryRow).where(SharedEntryRow.collection_id == known))
            connection.execute(insert(SharedEntryRow), _rows(shared_id, entries))
            shared = _collection(connection, shared_id)
        self._database.empty_log()
        return shared, known is not None

    def remove(self, shared_id: int) -> None:
        """Delete a collection with all its notes, unless it is gone already."""
        with self._database.writing() as connection:
            connection.execute(delete(SharedCollectionRow).where(SharedCollectionRow.id == shared_id))
        self._database.empty_log()


def _collection(connection: Connection, shared_id: int) -> SharedCollection:
    collections = _collections(connection, _COLLECTIONS.where(SharedCollectionRow.id == shared_id))
    if not collections:
        raise NotInLibrary(
            Message("This collection is not shared any more."),
            Message("Open the list of collections again to see what is."),
        )
    return collections[0]


def _collections(connection: Connection, query: Select[Any]) -> list[SharedCollection]:
    return [SharedCollection(*row) for row in connection.execute(query)]


def _rows(shared_id: int, entries: Sequence[CollectionEntry]) -> list[dict[str, object]]:
    return [
        {
            "collection_id": shared_id,
            "place": number,
            "document_sha256": entry.reference.document_sha256,
            "words": entry.reference.words,
            "page": entry.reference.page,
            "ranges": entry.reference.ranges,
            "note": entry.note,
        }
        for number, entry in enumerate(entries, start=1)
    ]
