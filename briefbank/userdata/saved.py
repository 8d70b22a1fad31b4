"""Searches that a person saved under a name, in an order of their own, with the number of new results.

New results are recognized by the keys of passages (``LibraryApi.relevant_keys``); only their hashes are kept.
A passage once seen stays seen, so that it is not new again after leaving the results for a while because
feedback or the encoder changed. A document whose corrected caption now meets the filters is new, like one
that was added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    Integer,
    LargeBinary,
    Row,
    Select,
    String,
    delete,
    func,
    insert,
    select,
    update,
)

from briefbank.api.userdata import SavedSearchesApi
from briefbank.catalogue.columns import AnyText, Moment
from briefbank.catalogue.typed_table import required
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import (
    RemovedSearch,
    SavedSearch,
    SeenResults,
    hashed,
    pack_hashes,
    unpack_hashes,
)
from briefbank.errors import NotInLibrary
from briefbank.userdata import stored_requests
from briefbank.userdata.database import UserDatabase, UserTable
from briefbank.userdata.stored_requests import AuthorityNames

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped

LONGEST_NAME = 200
"""The most characters of a name."""


class SavedRow(UserTable):
    """One search with its name, in one library."""

    __tablename__ = "saved"
    __table_args__ = ({"sqlite_autoincrement": True},)

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    name: Mapped[str] = required(AnyText)
    key: Mapped[str] = required(String)
    request: Mapped[str] = required(AnyText)
    place: Mapped[int] = required(Integer)
    seen_at: Mapped[datetime] = required(Moment)
    seen: Mapped[bytes] = required(LargeBinary)
    """Hashes of eight bytes, sorted and concatenated."""
    news: Mapped[int] = required(Integer)


class SavedSearches(SavedSearchesApi):
    """The saved searches of one library. Any thread. Methods raise StoreError, and NotInLibrary.

    They are kept because a person asked for it, whether or not searches are remembered.
    """

    def __init__(self, database: UserDatabase, library: Callable[[], str], names: AuthorityNames) -> None:
        self._database, self._library, self._names = database, library, names

    # --- saving ---

    def save(self, name: str, request: SearchRequest) -> SavedSearch:
        library, key = self._library(), stored_requests.key_of(request, self._names)
        name, now = " ".join(name.split())[:LONGEST_NAME], datetime.now(UTC)
        wanted = stored_requests.to_json(request, self._names)
        with self._database.writing() as connection:
            found = connection.execute(_in_order(library).where(SavedRow.key == key)).first()
            if found is not None:
                connection.execute(_update(found.id).values(name=name, request=wanted))
                return self._value(_row(connection, found.id))
            first = connection.execute(select(func.min(SavedRow.place)).where(SavedRow.library == library))
            row = {"library": library, "name": name, "key": key, "request": wanted, "seen_at": now}
            place = (first.scalar() or 0) - 1
            wanted_row = insert(SavedRow).values(**row, place=place, seen=b"", news=0).returning(SavedRow.id)
            return self._value(_row(connection, connection.execute(wanted_row).scalar_one()))

    def rename(self, saved_id: int, name: str) -> None:
        with self._database.writing() as connection:
            _row(connection, saved_id)
            connection.execute(_update(saved_id).values(name=" ".join(name.split())[:LONGEST_NAME]))

    def arrange(self, ids: Sequence[int]) -> None:
        with self._database.writing() as connection:
            standing = [row.id for row in connection.execute(_in_order(self._library()))]
            wanted = [*(id_ for id_ in ids if id_ in standing), *(id_ for id_ in standing if id_ not in ids)]
            for place, id_ in enumerate(wanted):
                connection.execute(_update(id_).values(place=place))

    def remove(self, saved_id: int) -> RemovedSearch:
        with self._database.writing() as connection:
            row = _row(connection, saved_id)
            connection.execute(delete(SavedRow).where(SavedRow.id == saved_id))
        self._database.empty_log()
        return RemovedSearch(self._value(row), row.place, row.seen)

    def put_back(self, removed: RemovedSearch) -> None:
        saved = removed.saved
        row = {
            "id": saved.id,
            "library": self._library(),
            "name": saved.name,
            "key": stored_requests.key_of(saved.request, self._names),
            "request": stored_requests.to_json(saved.request, self._names),
        }
        state = {"place": removed.place, "seen": removed.seen, "seen_at": saved.seen_at, "news": saved.news}
        with self._database.writing() as connection:
            connection.execute(insert(SavedRow).values(**row, **state))

    def all(self) -> list[SavedSearch]:
        if self._database.is_missing:
            return []
        with self._database.reading() as connection:
            rows = connection.execute(_in_order(self._library())).all()
        return [self._value(row) for row in rows]

    # --- new results ---

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
        found = {hashed(key) for key in keys}
        with self._database.writing() as connection:
            row = _row(connection, saved_id)
            news = len(found - unpack_hashes(row.seen))
            if news != row.news:
                connection.execute(_update(saved_id).values(news=news))
        return news

    def _value(self, row: Row[Any]) -> SavedSearch:
        request = stored_requests.from_json(row.request, self._names)
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
        raise NotInLibrary("This saved search is not there any more.", "It was removed in another window.")
    return row
