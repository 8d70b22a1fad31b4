"""The searches that a person made, newest first, each once.

Rows are ordered by id and not by the clock, because a clock that is set back must not hide the newest search.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import Index, Integer, String, UniqueConstraint, delete, func, insert, select

from briefbank.api.userdata import SearchHistoryApi
from briefbank.catalogue.columns import AnyText, Moment
from briefbank.catalogue.typed_table import required
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import PastSearch
from briefbank.userdata import stored_requests
from briefbank.userdata.database import UserDatabase, UserTable
from briefbank.userdata.stored_requests import AuthorityNames

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped

KEPT = 500


class AskedRow(UserTable):
    """One search in one library."""

    __tablename__ = "asked"
    __table_args__ = (
        UniqueConstraint("library", "key"),
        Index("ix_asked_library_id", "library", "id"),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    key: Mapped[str] = required(String)
    request: Mapped[str] = required(AnyText)
    asked_at: Mapped[datetime] = required(Moment)


class SearchHistory(SearchHistoryApi):
    """The search history of one library. Any thread; methods raise StoreError."""

    def __init__(
        self,
        database: UserDatabase,
        library: Callable[[], str],
        names: AuthorityNames,
        remembers: Callable[[], bool],
    ) -> None:
        self._database, self._library, self._names = database, library, names
        self._remembers = remembers

    def add(self, request: SearchRequest) -> bool:
        if not stored_requests.is_typed(request) or not self._remembers():
            return False
        library, key = self._library(), stored_requests.key_of(request, self._names)
        row = {"library": library, "key": key, "request": stored_requests.to_json(request, self._names)}
        too_old = (
            select(AskedRow.id).where(AskedRow.library == library).order_by(AskedRow.id.desc()).offset(KEPT)
        )
        with self._database.writing() as connection:
            connection.execute(delete(AskedRow).where(AskedRow.library == library, AskedRow.key == key))
            connection.execute(insert(AskedRow).values(**row, asked_at=datetime.now(UTC)))
            connection.execute(delete(AskedRow).where(AskedRow.id.in_(too_old)))
        return True

    def newest(self, limit: int = KEPT) -> list[PastSearch]:
        if self._database.is_missing:
            return []
        query = (
            select(AskedRow)
            .where(AskedRow.library == self._library())
            .order_by(AskedRow.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        return [
            PastSearch(row.id, stored_requests.from_json(row.request, self._names), row.asked_at)
            for row in rows
        ]

    def forget(self, search_id: int) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(AskedRow).where(AskedRow.id == search_id))
        self._database.empty_log()

    def forget_all(self) -> int:
        """Delete the searches of all libraries, and return their number.

        Call ``UserDatabase.overwrite_deleted`` afterwards.
        """
        with self._database.writing() as connection:
            count = connection.execute(select(func.count()).select_from(AskedRow)).scalar_one()
            connection.execute(delete(AskedRow))
        return count
