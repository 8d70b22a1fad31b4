"""A person's data on one library, among it collections of passages, and the library's records to which it
refers.

Entries of collections hold references and never a word of a brief, so that a removed brief is gone from here
too. Collections are kept because a person asked for it, whether or not searches are remembered.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Collection as Some
from contextlib import AbstractContextManager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    Date,
    ForeignKey,
    Integer,
    Row,
    String,
    delete,
    func,
    insert,
    select,
    update,
)

from briefbank.api.library import CollectionsApi, RecordsApi
from briefbank.catalogue import authority_rows, document_rows, library_facts, passage_rows
from briefbank.catalogue.columns import AnyText, optional, required
from briefbank.catalogue.database import Database
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo, Passage
from briefbank.domain.userdata import Collection, CollectionEntry, Forgotten, Reference, RemovedEntry
from briefbank.errors import NotInLibrary
from briefbank.text.messages import Message
from briefbank.userdata.history import (
    OpenedRow,
    PastSearchRow,
    RecentDocuments,
    SavedSearches,
    SearchHistory,
    UserDatabase,
    UserTable,
)

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped

LONGEST_NAME = 400  # The most characters of a name


class CollectionRow(UserTable, table="collection"):
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    name: Mapped[str] = required(AnyText)
    hearing: Mapped[date | None] = optional(Date)


class EntryRow(UserTable, table="collected"):
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = required(Integer, primary_key=True)
    collection_id: Mapped[int] = required(
        Integer, ForeignKey("collection.id", ondelete="CASCADE"), index=True
    )
    place: Mapped[int] = required(Integer)
    document_sha256: Mapped[str] = required(String)
    words: Mapped[str] = required(String)
    page: Mapped[int] = required(Integer)
    ranges: Mapped[str] = required(String)  # a JSON list of page, start and end
    note: Mapped[str] = required(AnyText)


_ENTRIES = EntryRow.__table__.columns
_COLLECTIONS = (
    select(CollectionRow.id, CollectionRow.name, CollectionRow.hearing, func.count(EntryRow.id))
    .outerjoin(EntryRow, EntryRow.collection_id == CollectionRow.id)
    .group_by(CollectionRow.id)
    .order_by(CollectionRow.id.desc())
)


class Collections(CollectionsApi):
    """The collections of one library. Any thread. Methods raise StoreError, and NotInLibrary."""

    def __init__(self, database: UserDatabase, library: Callable[[], str]) -> None:
        self._database, self._library = database, library

    def all(self) -> list[Collection]:
        query = _COLLECTIONS.where(CollectionRow.library == self._library())
        with self._database.reading() as connection:
            return [Collection(*row) for row in connection.execute(query)]

    def get(self, collection_id: int) -> Collection:
        with self._database.reading() as connection:
            _require_collection(connection, collection_id)
            row = connection.execute(_COLLECTIONS.where(CollectionRow.id == collection_id)).one()
            return Collection(*row)

    def make(self, name: str) -> Collection:
        return self.copy(name, None, [])

    def copy(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> Collection:
        """Create a collection with these references and notes."""
        name, library = _plain(name), self._library()
        with self._database.writing() as connection:
            adding = insert(CollectionRow).values(library=library, name=name, hearing=hearing)
            id_ = connection.execute(adding.returning(CollectionRow.id)).scalar_one()
            for position, entry in enumerate(entries, start=1):
                _insert(connection, id_, position, entry.reference, entry.note)
            return Collection(id_, name, hearing, len(entries))

    def rename(self, collection_id: int, name: str) -> None:
        self._change(collection_id, name=_plain(name))

    def set_hearing(self, collection_id: int, hearing: date | None) -> None:
        self._change(collection_id, hearing=hearing)

    def delete(self, collection_id: int) -> None:
        with self._database.writing() as connection:
            _require_collection(connection, collection_id)
            connection.execute(delete(CollectionRow).where(CollectionRow.id == collection_id))
        self._database.empty_log()

    def _change(self, collection_id: int, **values: Any) -> None:
        with self._database.writing() as connection:
            _require_collection(connection, collection_id)
            change = update(CollectionRow).where(CollectionRow.id == collection_id).values(**values)
            connection.execute(change)

    def entries(self, collection_id: int) -> list[CollectionEntry]:
        with self._database.reading() as connection:
            _require_collection(connection, collection_id)
            return [_entry(row) for row in _rows(connection, collection_id)]

    def add(self, collection_id: int, references: Sequence[Reference]) -> list[CollectionEntry]:
        """Add passages that are not in the collection yet at its end, and return the new entries."""
        with self._database.writing() as connection:
            _require_collection(connection, collection_id)
            there = _rows(connection, collection_id)
            known = {_entry(row).reference for row in there}
            new = [reference for reference in dict.fromkeys(references) if reference not in known]
            last = there[-1].place if there else 0
            return [
                CollectionEntry(_insert(connection, collection_id, last + number, reference, ""), reference)
                for number, reference in enumerate(new, start=1)
            ]

    def write_note(self, entry_id: int, note: str) -> None:
        with self._database.writing() as connection:
            change = update(EntryRow).where(EntryRow.id == entry_id).values(note=note)
            if not connection.execute(change).rowcount:
                title = Message("This passage is not in the collection any more.")
                raise NotInLibrary(title, Message("It was removed in another window."))

    def arrange(self, collection_id: int, ids: Sequence[int]) -> None:
        with self._database.writing() as connection:
            current = [row.id for row in _rows(connection, collection_id)]
            known, order = set(current), dict.fromkeys((*ids, *current))
            for position, id_ in enumerate((id_ for id_ in order if id_ in known), start=1):
                connection.execute(update(EntryRow).where(EntryRow.id == id_).values(place=position))

    def remove(self, entry_ids: Some[int]) -> list[RemovedEntry]:
        with self._database.writing() as connection:
            rows = connection.execute(select(*_ENTRIES).where(EntryRow.id.in_(entry_ids))).all()
            connection.execute(delete(EntryRow).where(EntryRow.id.in_(entry_ids)))
        self._database.empty_log()
        return [RemovedEntry(_entry(row), row.collection_id, row.place) for row in rows]

    def put_back(self, removed: Sequence[RemovedEntry]) -> None:
        with self._database.writing() as connection:
            for removed_entry in removed:
                entry, position = removed_entry.entry, removed_entry.position
                collection_id = removed_entry.collection_id
                _require_collection(connection, collection_id)
                _insert(connection, collection_id, position, entry.reference, entry.note, id=entry.id)


def _plain(name: str) -> str:
    return " ".join(name.split())[:LONGEST_NAME]


def _require_collection(connection: Connection, collection_id: int) -> None:
    query = select(CollectionRow.id).where(CollectionRow.id == collection_id)
    if connection.execute(query).first() is None:
        title = Message("This collection is not there any more.")
        raise NotInLibrary(title, Message("It was deleted in another window."))


def _rows(connection: Connection, collection_id: int) -> Sequence[Row[Any]]:
    query = select(*_ENTRIES).where(EntryRow.collection_id == collection_id)
    return connection.execute(query.order_by(EntryRow.place, EntryRow.id)).all()


def _insert(
    connection: Connection, collection_id: int, position: int, reference: Reference, note: str, **known: int
) -> int:
    values = {
        "document_sha256": reference.document_sha256,
        "words": reference.words,
        "page": reference.page,
        "ranges": json.dumps(reference.ranges),
    }
    adding = insert(EntryRow).values(
        collection_id=collection_id, place=position, note=note, **values, **known
    )
    return connection.execute(adding.returning(EntryRow.id)).scalar_one()


def _entry(row: Row[Any]) -> CollectionEntry:
    ranges = tuple((page, start, end) for page, start, end in json.loads(row.ranges))
    return CollectionEntry(row.id, Reference(row.document_sha256, row.words, row.page, ranges), row.note)


FILE = "personal.sqlite"  # The name of the file in the user's data folder
_NAME = "library_id"


class Records(RecordsApi):
    def __init__(self, catalogue: Database, write_lock: Callable[[], AbstractContextManager[None]]) -> None:
        """``write_lock`` is the library's lock for short changes."""
        self._catalogue, self._write_lock = catalogue, write_lock
        self._last_id = secrets.token_hex(8)

    def library_id(self) -> str:
        """Return the id, assigned when first asked for.

        The catalogue stores it, so that a library that is moved, or restored from its backup elsewhere, keeps
        its searches. A backup older than the id may be restored while the library is open; the library then
        gets the same id again.
        """
        self._last_id = library_facts.get(self._catalogue, _NAME) or self._assigned_id()
        return self._last_id

    def _assigned_id(self) -> str:
        """Assign the id under the lock: two windows that did so at once would keep their searches apart."""
        with self._write_lock():
            if known := library_facts.get(self._catalogue, _NAME):
                return known
            library_facts.put(self._catalogue, _NAME, self._last_id)
            return self._last_id

    def find_by_hash(self, sha256: str) -> Document | None:
        return document_rows.find_by_hash(self._catalogue, sha256)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        return passage_rows.by_ids(self._catalogue, ids)

    def page_places(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return passage_rows.pages_at(self._catalogue, pages)

    def passages_with_words(self, passages: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        return passage_rows.with_words(self._catalogue, passages)

    def authority_ids(self, canonicals: Some[str]) -> dict[str, int]:
        return authority_rows.ids_of(self._catalogue, canonicals)

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        return authority_rows.by_ids(self._catalogue, ids)


class UserData:
    """A person's data on one library. Any thread. Nothing is opened before it is needed. It fulfils
    :class:`~briefbank.api.library.UserDataApi`."""

    def __init__(self, file: Path, records: RecordsApi, remembers: Callable[[], bool]) -> None:
        """Create the stores. ``remembers`` tells each time whether to keep searches and opened documents."""
        self.database = UserDatabase(file)
        self.history = SearchHistory(self.database, records, remembers)
        self.saved = SavedSearches(self.database, records, remembers)
        self.recent = RecentDocuments(self.database, records, remembers)
        self.collections = Collections(self.database, records.library_id)

    def forget(self) -> Forgotten:
        if self.database.is_missing:
            return Forgotten(0, 0)
        with self.database.writing() as connection:
            searches, documents = (
                connection.execute(delete(table)).rowcount for table in (PastSearchRow, OpenedRow)
            )
        self.database.overwrite_deleted()
        return Forgotten(searches, documents)

    def close(self) -> None:
        self.database.close()
