"""Searches that a person made or saved, documents that they opened, and the database that keeps them.

The database is in the user's data folder, and in no library, backup or export. It is opened like the
catalogue (``catalogue.sqlite_database``: private, WAL, deleted data overwritten), but a person must be able
to search without it. The first call that needs the file opens it. A damaged file is moved aside and replaced
by a new one. A file that a newer BriefBank wrote is left unchanged and not used.

A stored search keeps its meaning when the library is moved or rebuilt: authorities are stored by canonical
name, because their ids are valid in one catalogue only. Rows are ordered by id and not by time, because a
clock that is set back must not hide the newest row. Of an opened document only the hash is kept; its title is
the library's, so that a removed document leaves no name here.
"""

from __future__ import annotations

import json
import logging
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Row,
    Select,
    String,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
    update,
)

from briefbank.api.library import RecentDocumentsApi, RecordsApi, SavedSearchesApi, SearchHistoryApi
from briefbank.catalogue.columns import AnyText, Moment, TypedTable, required
from briefbank.catalogue.database import BUSY_SECONDS
from briefbank.catalogue.sqlite_database import SqliteDatabase, translate_errors
from briefbank.domain.searches import Order, SearchRequest
from briefbank.domain.userdata import (
    PastSearch,
    RecentDocument,
    RemovedSearch,
    SavedSearch,
    SeenResults,
    hashed,
    pack_hashes,
    unpack_hashes,
)
from briefbank.errors import NotInLibrary, StoreBusy, StoreDamaged, StoreError, StoreTooNew
from briefbank.files import store_error
from briefbank.storage.lease import ProcessLock
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped


log = logging.getLogger(__name__)

_VERSION = 1
_UNUSABLE = (
    Message("What is remembered on this computer could not be used."),
    Message(
        "Another window may be using it, the disk with your data folder may be full or closed to you, or a "
        "newer version of BriefBank kept it. Searches work all the same."
    ),
)


class UserTable(TypedTable):
    """The base of all tables of a person's data, which are created with a new file."""

    metadata: ClassVar[MetaData] = MetaData()


class UserDatabase:
    """The database of a person's data. Any thread; each transaction is its own.

    Raises StoreError and its kinds in plain words.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._opening = threading.Lock()
        self._opened: SqliteDatabase | None = None

    @property
    def damaged(self) -> Path:
        return self.path.with_name("personal.damaged.sqlite")

    @property
    def is_missing(self) -> bool:
        """Return whether nothing was ever kept, so that there is nothing to read and no file is created."""
        return self._opened is None and not self.path.exists()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        with _as_userdata_errors(), self._database().reading() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Begin a transaction, waiting for another window's; raises StoreBusy after ten seconds."""
        with _as_userdata_errors(), self._database().writing() as connection:
            yield connection

    def empty_log(self) -> None:
        """Empty the file's log after a removal, unless a reader still needs an older state."""
        with _as_userdata_errors():
            self._database().empty_log()

    def overwrite_deleted(self) -> None:
        """Overwrite all deleted data in the file, its log and a damaged file put aside.

        Raises StoreBusy if another window kept the log from being emptied; then traces may be left in it.
        """
        with _as_userdata_errors():
            self._database()
            with translate_errors(), closing(sqlite3.connect(self.path, timeout=BUSY_SECONDS)) as connection:
                connection.isolation_level = None
                connection.execute("PRAGMA secure_delete = ON")
                connection.execute("VACUUM")
                busy, _frames, _moved = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            if busy:
                raise StoreBusy(detail="log not emptied")
            _delete(self.damaged)

    def close(self) -> None:
        with self._opening:
            if self._opened is not None:
                self._opened.close()

    def _database(self) -> SqliteDatabase:
        with self._opening:
            if self._opened is None:
                self._opened = self._open()
            return self._opened

    def _open(self) -> SqliteDatabase:
        """Open the database under a lock, so that two windows do not put each other's new file aside."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise store_error(error) from error
        lock = ProcessLock(self.path.with_suffix(".lock"), wait_s=BUSY_SECONDS)
        with lock():
            try:
                return _opened(self.path)
            except StoreDamaged as damage:
                log.warning("user database damaged, put aside: %s", damage.detail)
                try:
                    self.path.replace(self.damaged)
                except OSError as error:
                    raise store_error(error) from error
                for side in ("-wal", "-shm"):
                    _delete(self.path.with_name(self.path.name + side))
                return _opened(self.path)


def _opened(path: Path) -> SqliteDatabase:
    database = SqliteDatabase(path)
    try:
        with database.writing() as connection:
            _create_tables(connection)
    except BaseException:
        database.close()
        raise
    return database


def _create_tables(connection: Connection) -> None:
    """Create the tables in a new file.

    Raises StoreTooNew, and StoreDamaged for a file that is no database or another program's.
    """
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise StoreDamaged(detail="quick_check")
    version = connection.exec_driver_sql("PRAGMA user_version").scalar() or 0
    if version > _VERSION:
        raise StoreTooNew(detail=f"user data version {version}")
    if version == 0:
        if connection.exec_driver_sql("SELECT count(*) FROM sqlite_schema").scalar():
            raise StoreDamaged(detail="tables without a version")
        UserTable.metadata.create_all(connection)
        connection.exec_driver_sql(f"PRAGMA user_version = {_VERSION}")


def _delete(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise store_error(error) from error


@contextmanager
def _as_userdata_errors() -> Iterator[None]:
    """Raise errors of the same kind that speak of a person's data instead of the library."""
    try:
        yield
    except StoreError as error:
        raise type(error)(*_UNUSABLE, detail=error.detail) from error


UNKNOWN_AUTHORITY = 0
"""The id of no authority. A filter by an authority that is gone finds nothing instead of everything."""


def is_typed(request: SearchRequest) -> bool:
    """Return whether a search can be repeated from its words; one from a passage or selection cannot."""
    return bool(request.text.strip()) and not request.like and not request.literal


def to_json(request: SearchRequest, records: RecordsApi) -> str:
    """Return a search as JSON, without what is empty, and with authorities by their canonical names."""
    ids = request.filters.authorities
    known = records.authorities_by_id(ids) if ids else {}
    filters = replace(request.filters, authorities=frozenset(), among=None)
    values = {
        "text": request.text.strip(),
        "order": request.order,
        "as_of": request.as_of,
        "filters": _non_empty(msgspec.to_builtins(filters, order="deterministic")),
        "authorities": sorted(authority.canonical for authority in known.values()),
    }
    return json.dumps(msgspec.to_builtins(_non_empty(values)))


def _non_empty(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value}


def key_of(request: SearchRequest, records: RecordsApi) -> str:
    """Return a key that ignores capitals, white space and the order of results."""
    plain = " ".join(request.text.split()).casefold()
    return text_hash(to_json(replace(request, text=plain, order=Order.NEWEST), records))


def from_json(text: str, records: RecordsApi) -> SearchRequest:
    values: dict[str, Any] = json.loads(text)
    canonicals = values.pop("authorities", ())
    ids = records.authority_ids(canonicals) if canonicals else {}
    request = msgspec.convert({"text": "", **values}, SearchRequest)
    authorities = frozenset(ids.get(canonical, UNKNOWN_AUTHORITY) for canonical in canonicals)
    return replace(request, filters=replace(request.filters, authorities=authorities))


class _Store:
    def __init__(self, database: UserDatabase, records: RecordsApi, remembers: Callable[[], bool]) -> None:
        self._database, self._records, self._remembers = database, records, remembers

    def _put_newest(self, table: Any, same: ColumnElement[bool], row: dict[str, Any], kept: int) -> None:
        """Insert a row in place of the same one, and delete all but this number of its library's newest."""
        newest = select(table.id).where(table.library == row["library"]).order_by(table.id.desc())
        with self._database.writing() as connection:
            connection.execute(delete(table).where(same))
            connection.execute(insert(table).values(**row))
            connection.execute(delete(table).where(table.id.in_(newest.offset(kept))))

    def _rows(self, table: Any, limit: int | None = None) -> Sequence[Row[Any]]:
        if self._database.is_missing:
            return []
        query = select(table).where(table.library == self._records.library_id()).order_by(table.id.desc())
        with self._database.reading() as connection:
            return connection.execute(query.limit(limit)).all()


SEARCHES_KEPT = 500


class PastSearchRow(UserTable, table="search"):
    __table_args__ = (
        UniqueConstraint("library", "key"),
        Index("ix_search_library_id", "library", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    key: Mapped[str] = required(String)
    request: Mapped[str] = required(AnyText)
    searched_at: Mapped[datetime] = required(Moment)


class SearchHistory(_Store, SearchHistoryApi):
    """The search history of one library. Any thread; methods raise StoreError."""

    def add(self, request: SearchRequest) -> bool:
        if not is_typed(request) or not self._remembers():
            return False
        library, key = self._records.library_id(), key_of(request, self._records)
        stored, now = to_json(request, self._records), datetime.now(UTC)
        row = {"library": library, "key": key, "request": stored, "searched_at": now}
        same = (PastSearchRow.library == library) & (PastSearchRow.key == key)
        self._put_newest(PastSearchRow, same, row, SEARCHES_KEPT)
        return True

    def newest(self, limit: int = SEARCHES_KEPT) -> list[PastSearch]:
        rows = self._rows(PastSearchRow, limit)
        return [PastSearch(row.id, from_json(row.request, self._records), row.searched_at) for row in rows]

    def forget(self, search_id: int) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(PastSearchRow).where(PastSearchRow.id == search_id))
        self._database.empty_log()


LONGEST_NAME = 200  # The most characters of a name


class SavedRow(UserTable, table="saved"):
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    name: Mapped[str] = required(AnyText)
    key: Mapped[str] = required(String)
    request: Mapped[str] = required(AnyText)
    place: Mapped[int] = required(Integer)
    seen_at: Mapped[datetime] = required(Moment)
    seen: Mapped[bytes] = required(LargeBinary)  # hashes of eight bytes, sorted and concatenated
    news: Mapped[int] = required(Integer)


class SavedSearches(_Store, SavedSearchesApi):
    """The saved searches of one library. Any thread. Methods raise StoreError, and NotInLibrary.

    They are kept whether or not searches are remembered. New results are recognised by the keys of passages
    (``LibraryApi.relevant_keys``); only their hashes are kept. A passage once seen stays seen, so that it is
    not new again after leaving the results for a while because feedback or the encoder changed. A document
    whose corrected caption now passes the filters is new, like one that was added.
    """

    def save(self, name: str, request: SearchRequest) -> SavedSearch:
        library, key = self._records.library_id(), key_of(request, self._records)
        name, now = " ".join(name.split())[:LONGEST_NAME], datetime.now(UTC)
        stored = to_json(request, self._records)
        with self._database.writing() as connection:
            existing = connection.execute(_in_order(library).where(SavedRow.key == key)).first()
            if existing is not None:
                connection.execute(_update(existing.id).values(name=name, request=stored))
                return self._value(_row(connection, existing.id))
            first = connection.execute(select(func.min(SavedRow.place)).where(SavedRow.library == library))
            row = {"library": library, "name": name, "key": key, "request": stored, "seen_at": now}
            position = (first.scalar() or 0) - 1
            adding = insert(SavedRow).values(**row, place=position, seen=b"", news=0).returning(SavedRow.id)
            return self._value(_row(connection, connection.execute(adding).scalar_one()))

    def rename(self, saved_id: int, name: str) -> None:
        with self._database.writing() as connection:
            _row(connection, saved_id)
            connection.execute(_update(saved_id).values(name=" ".join(name.split())[:LONGEST_NAME]))

    def arrange(self, ids: Sequence[int]) -> None:
        with self._database.writing() as connection:
            current = [row.id for row in connection.execute(_in_order(self._records.library_id()))]
            order = [*(id_ for id_ in ids if id_ in current), *(id_ for id_ in current if id_ not in ids)]
            for position, id_ in enumerate(order):
                connection.execute(_update(id_).values(place=position))

    def remove(self, saved_id: int) -> RemovedSearch:
        with self._database.writing() as connection:
            row = _row(connection, saved_id)
            connection.execute(delete(SavedRow).where(SavedRow.id == saved_id))
        self._database.empty_log()
        return RemovedSearch(self._value(row), row.place, row.seen)

    def put_back(self, removed: RemovedSearch) -> None:
        saved, library = removed.saved, self._records.library_id()
        key, stored = key_of(saved.request, self._records), to_json(saved.request, self._records)
        row = {"id": saved.id, "library": library, "name": saved.name, "key": key, "request": stored}
        seen = {"seen": removed.seen, "seen_at": saved.seen_at, "news": saved.news}
        with self._database.writing() as connection:
            connection.execute(insert(SavedRow).values(**row, **seen, place=removed.position))

    def all(self) -> list[SavedSearch]:
        if self._database.is_missing:
            return []
        with self._database.reading() as connection:
            rows = connection.execute(_in_order(self._records.library_id())).all()
        return [self._value(row) for row in rows]

    def seen(self, saved_id: int) -> SeenResults:
        with self._database.reading() as connection:
            row = _row(connection, saved_id)
        return SeenResults(row.seen_at, unpack_hashes(row.seen))

    def look(self, saved_id: int, keys: Iterable[str]) -> None:
        with self._database.writing() as connection:
            row = _row(connection, saved_id)
            seen = unpack_hashes(row.seen) | {hashed(key) for key in keys}
            state = {"seen": pack_hashes(seen), "seen_at": datetime.now(UTC), "news": 0}
            connection.execute(_update(saved_id).values(**state))

    def count_news(self, saved_id: int, keys: Iterable[str]) -> int:
        hashes = {hashed(key) for key in keys}
        with self._database.writing() as connection:
            row = _row(connection, saved_id)
            news = len(hashes - unpack_hashes(row.seen))
            if news != row.news:
                connection.execute(_update(saved_id).values(news=news))
        return news

    def _value(self, row: Row[Any]) -> SavedSearch:
        request = from_json(row.request, self._records)
        return SavedSearch(row.id, row.name, request, row.seen_at, row.news)


def _in_order(library: str) -> Select[Any]:
    columns = SavedRow.__table__.columns
    return select(*columns).where(SavedRow.library == library).order_by(SavedRow.place, SavedRow.id)


def _update(saved_id: int) -> Any:
    return update(SavedRow).where(SavedRow.id == saved_id)


def _row(connection: Connection, saved_id: int) -> Row[Any]:
    columns = SavedRow.__table__.columns
    row = connection.execute(select(*columns).where(SavedRow.id == saved_id)).first()
    if row is None:
        title = Message("This saved search is not there any more.")
        raise NotInLibrary(title, Message("It was removed in another window."))
    return row


DOCUMENTS_KEPT = 100
"""The number of documents kept, which is more than are shown because some may be gone from the library."""
SHOWN = 20


class OpenedRow(UserTable, table="opened"):
    __table_args__ = (UniqueConstraint("library", "sha256"), {"sqlite_autoincrement": True})

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    sha256: Mapped[str] = required(String)
    page: Mapped[int] = required(Integer)
    opened_at: Mapped[datetime] = required(Moment)


class RecentDocuments(_Store, RecentDocumentsApi):
    """The recently opened documents of one library. Any thread; methods raise StoreError."""

    def opened(self, sha256: str, page: int) -> bool:
        if not self._remembers():
            return False
        library = self._records.library_id()
        row = {"library": library, "sha256": sha256, "page": page, "opened_at": datetime.now(UTC)}
        self._put_newest(OpenedRow, self._same(sha256), row, DOCUMENTS_KEPT)
        return True

    def turned_to(self, sha256: str, page: int) -> None:
        if self._remembers():
            with self._database.writing() as connection:
                connection.execute(update(OpenedRow).where(self._same(sha256)).values(page=page))

    def newest(self, limit: int = SHOWN) -> list[RecentDocument]:
        recent: list[RecentDocument] = []
        for row in self._rows(OpenedRow):
            document = self._records.find_by_hash(row.sha256) if len(recent) < limit else None
            if document is not None:
                page = min(row.page, max(0, document.pages - 1))
                recent.append(RecentDocument(document, page, row.opened_at))
        return recent

    def forget(self, sha256: str) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(OpenedRow).where(self._same(sha256)))
        self._database.empty_log()

    def _same(self, sha256: str) -> ColumnElement[bool]:
        return (OpenedRow.library == self._records.library_id()) & (OpenedRow.sha256 == sha256)
