"""The documents that a person opened, newest first, each at the page that was read last.

Only the hash of a document is kept. Its title is the library's, so that a removed document leaves no name
here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from sqlalchemy import (
    Delete,
    Integer,
    String,
    UniqueConstraint,
    Update,
    delete,
    func,
    insert,
    select,
    update,
)

from briefbank.api.userdata import RecentDocumentsApi
from briefbank.catalogue.columns import Moment
from briefbank.catalogue.typed_table import required
from briefbank.domain.documents import Document
from briefbank.domain.userdata import RecentDocument
from briefbank.userdata.database import UserDatabase, UserTable

if TYPE_CHECKING:
    from sqlalchemy.orm import Mapped

Statement = TypeVar("Statement", Delete, Update)

KEPT = 100
"""The number of documents kept, which is more than are shown because some may be gone from the library."""
SHOWN = 20


class OpenedRow(UserTable):
    """One document of one library."""

    __tablename__ = "opened"
    __table_args__ = (UniqueConstraint("library", "sha256"), {"sqlite_autoincrement": True})

    id: Mapped[int] = required(Integer, primary_key=True)
    library: Mapped[str] = required(String)
    sha256: Mapped[str] = required(String)
    page: Mapped[int] = required(Integer)
    opened_at: Mapped[datetime] = required(Moment)


class DocumentStore(Protocol):
    """The documents of the open library."""

    def find_by_hash(self, sha256: str) -> Document | None:
        """Return the document with a hash, or None if it is not in the library."""


class RecentDocuments(RecentDocumentsApi):
    """The recently opened documents of one library. Any thread; methods raise StoreError."""

    def __init__(
        self,
        database: UserDatabase,
        library: Callable[[], str],
        documents: DocumentStore,
        remembers: Callable[[], bool],
    ) -> None:
        self._database, self._library, self._documents = database, library, documents
        self._remembers = remembers

    def opened(self, sha256: str, page: int) -> bool:
        if not self._remembers():
            return False
        library = self._library()
        row = {"library": library, "sha256": sha256, "page": page, "opened_at": datetime.now(UTC)}
        too_old = (
            select(OpenedRow.id)
            .where(OpenedRow.library == library)
            .order_by(OpenedRow.id.desc())
            .offset(KEPT)
        )
        with self._database.writing() as connection:
            connection.execute(_of_document(delete(OpenedRow), library, sha256))
            connection.execute(insert(OpenedRow).values(**row))
            connection.execute(delete(OpenedRow).where(OpenedRow.id.in_(too_old)))
        return True

    def turned_to(self, sha256: str, page: int) -> None:
        if self._remembers():
            with self._database.writing() as connection:
                connection.execute(_of_document(update(OpenedRow), self._library(), sha256).values(page=page))

    def newest(self, limit: int = SHOWN) -> list[RecentDocument]:
        if self._database.is_missing:
            return []
        query = select(OpenedRow).where(OpenedRow.library == self._library()).order_by(OpenedRow.id.desc())
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        found: list[RecentDocument] = []
        for row in rows:
            document = self._documents.find_by_hash(row.sha256) if len(found) < limit else None
            if document is not None:
                page = min(row.page, max(0, document.pages - 1))
                found.append(RecentDocument(document, page, row.opened_at))
        return found

    def forget(self, sha256: str) -> None:
        with self._database.writing() as connection:
            connection.execute(_of_document(delete(OpenedRow), self._library(), sha256))
        self._database.empty_log()

    def forget_all(self) -> int:
        """Delete the documents of all libraries, and return their number.

        Call ``UserDatabase.overwrite_deleted`` afterwards.
        """
        with self._database.writing() as connection:
            count = connection.execute(select(func.count()).select_from(OpenedRow)).scalar_one()
            connection.execute(delete(OpenedRow))
        return count


def _of_document(statement: Statement, library: str, sha256: str) -> Statement:
    return statement.where(OpenedRow.library == library, OpenedRow.sha256 == sha256)
