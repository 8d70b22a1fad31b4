"""The collections that persons share with their office: who may change which, and what the log says.

Entries are told of while their document is in the library, as somebody sees it; those of a removed document
are there again once it is. A collection without such entries is told of to nobody, so that its name tells of
no document either.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
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

MOST_RANGES = 1_000  # The most ranges of one selection
_SHA256, _TEXT_HASH = re.compile("[0-9a-f]{64}"), re.compile("[0-9a-f]{32}")
MOST_COLLECTIONS = 200  # The most collections that one person may share

_SIZE = (
    select(SharedEntryRow.collection_id, func.count().label("size"))
    .join(DocumentRow, DocumentRow.sha256 == SharedEntryRow.document_sha256)
    .group_by(SharedEntryRow.collection_id)
    .subquery()
)
_SHARED, _ENTRY = SharedCollectionRow, SharedEntryRow
_COLLECTIONS = (
    select(_SHARED.id, _SHARED.name, _SHARED.hearing, _SHARED.shared_by, _SHARED.shared_at, _SIZE.c.size)
    .join(_SIZE, _SIZE.c.collection_id == _SHARED.id)
    .order_by(_SHARED.shared_at.desc(), _SHARED.id.desc())
)
_ENTRIES = (
    select(_ENTRY.document_sha256, _ENTRY.words, _ENTRY.page, _ENTRY.ranges, _ENTRY.note)
    .join(DocumentRow, DocumentRow.sha256 == _ENTRY.document_sha256)
    .where(_ENTRY.collection_id == bindparam("collection"))
    .order_by(_ENTRY.place)
)
_PAGES = select(DocumentRow.sha256, DocumentRow.pages).where(
    DocumentRow.sha256.in_(given("hashes", String()))
)
_MINE = select(func.count()).where(SharedCollectionRow.shared_by == bindparam("person"))


class SharedCollections(SharedCollectionsApi):
    """The shared collections of one library. Any thread. Raises StoreError."""

    def __init__(self, database: Database, note: AuditWriter) -> None:
        self._database, self._note = database, note

    def all(self) -> list[SharedCollection]:
        with self._database.reading() as connection:
            return _collections(connection, _COLLECTIONS)

    def get(self, shared_id: int) -> SharedCollection:
        with self._database.reading() as connection:
            return _collection(connection, shared_id)

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        with self._database.reading() as connection:
            _collection(connection, shared_id)
            rows = connection.execute(_ENTRIES, {"collection": shared_id})
            return [
                CollectionEntry(number, Reference(sha256, words, page, ranges), note)
                for number, (sha256, words, page, ranges, note) in enumerate(rows, start=1)
            ]

    def shareable(self, entries: Sequence[CollectionEntry]) -> list[CollectionEntry]:
        """Return those of the entries that name a place in a document of the library."""
        hashes = {entry.reference.document_sha256 for entry in entries}
        known = json.dumps(sorted(sha256 for sha256 in hashes if _SHA256.fullmatch(sha256)))
        with self._database.reading() as connection:
            pages = {row.sha256: row.pages for row in connection.execute(_PAGES, {"hashes": known})}
        return [entry for entry in entries if _is_within(entry.reference, pages)]

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        name = require_shareable(name, entries)
        known = self.shareable(entries)
        if not known:
            raise SharingRefused(Message("No passage of this collection is in the office’s library."))
        asking = current_person()
        person = asking.name if asking else ""
        mine = (_SHARED.shared_by == person, _SHARED.name == name)
        values = {"hearing": hearing, "shared_at": datetime.now(UTC)}
        with self._database.writing() as connection:
            before = connection.execute(select(_SHARED.id).where(*mine)).scalar()
            if before is None:
                if connection.execute(_MINE, {"person": person}).scalar_one() >= MOST_COLLECTIONS:
                    raise SharingRefused(
                        Message(
                            "You share {most_collections} collections already, and more is not possible.",
                            most_collections=MOST_COLLECTIONS,
                        ),
                        Message("Stop sharing one that is not needed any more, and try again."),
                    )
                adding = insert(_SHARED).values(shared_by=person, name=name, **values)
                shared_id = connection.execute(adding.returning(_SHARED.id)).scalar_one()
            else:
                shared_id = before
                connection.execute(update(_SHARED).where(_SHARED.id == shared_id).values(**values))
                connection.execute(delete(_ENTRY).where(_ENTRY.collection_id == shared_id))
            rows = [
                {
                    "collection_id": shared_id,
                    "place": number,
                    "document_sha256": entry.reference.document_sha256,
                    "words": entry.reference.words,
                    "page": entry.reference.page,
                    "ranges": entry.reference.ranges,
                    "note": entry.note,
                }
                for number, entry in enumerate(known, start=1)
            ]
            connection.execute(insert(_ENTRY), rows)
            shared = _collection(connection, shared_id)
        self._database.empty_log()
        self._noted("added" if before is None else "changed", shared)
        return shared

    def withdraw(self, shared_id: int) -> None:
        shared = self.get(shared_id)
        if not shared.may_withdraw:
            raise NotAllowed(
                Message("Only who shared a collection can stop sharing it."),
                Message("Ask them, or an administrator of the office’s library."),
            )
        with self._database.writing() as connection:
            connection.execute(delete(_SHARED).where(_SHARED.id == shared_id))
        self._database.empty_log()
        self._noted("removed", shared)

    def _noted(self, change: str, shared: SharedCollection) -> None:
        self._note(AuditEvent.SHARED, change=change, collection=shared.id, passages=shared.size)


def _is_within(untrusted: Reference, pages: dict[str, int]) -> bool:
    """Tell whether a reference names a place in one of the documents with these numbers of pages."""
    last = pages.get(untrusted.document_sha256, 0)
    return (
        _TEXT_HASH.fullmatch(untrusted.words) is not None
        and 0 <= untrusted.page < last
        and len(untrusted.ranges) <= MOST_RANGES
        and all(0 <= page < last and 0 <= start < end < LONGEST_PAGE for page, start, end in untrusted.ranges)
    )


def _collection(connection: Connection, shared_id: int) -> SharedCollection:
    collections = _collections(connection, _COLLECTIONS.where(SharedCollectionRow.id == shared_id))
    if not collections:
        raise NotInLibrary(
            Message("This collection is not shared any more."),
            Message("Open the list of collections again to see what is."),
        )
    return collections[0]


def _collections(connection: Connection, query: Select[Any]) -> list[SharedCollection]:
    """Return collections with the rights of the asking person."""
    person = current_person()
    may_all = person is None or person.may(Action.ADMINISTER)
    collections = (SharedCollection(*row) for row in connection.execute(query))
    return [
        replace(shared, may_withdraw=may_all or (person is not None and person.name == shared.shared_by))
        for shared in collections
    ]
