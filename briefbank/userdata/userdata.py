"""A person's data on one library, and the records of the library to which it refers."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from pathlib import Path

from briefbank.api.library import RecordsApi
from briefbank.catalogue import authority_rows, document_rows, library_facts, passage_rows
from briefbank.catalogue.database import Database
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo, Passage
from briefbank.domain.userdata import Forgotten
from briefbank.userdata.collections import Collections
from briefbank.userdata.database import UserDatabase
from briefbank.userdata.history import (
    RecentDocuments,
    SavedSearches,
    SearchHistory,
)

FILE = "personal.sqlite"
"""The name of the file in the user's data folder."""
_NAME = "library_id"


class Records(RecordsApi):
    """The records of one library. Any thread."""

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

    def authority_ids(self, canonicals: Collection[str]) -> dict[str, int]:
        return authority_rows.ids_of(self._catalogue, canonicals)

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        return authority_rows.by_ids(self._catalogue, ids)


class UserData:
    """A person's data on one library. Any thread. Nothing is opened before it is needed. It fulfils
    :class:`~briefbank.api.userdata.UserDataApi`."""

    def __init__(self, file: Path, records: RecordsApi, remembers: Callable[[], bool]) -> None:
        """Create the stores. ``remembers`` tells each time whether searches and opened documents are to be
        remembered."""
        self.database = UserDatabase(file)
        self.history = SearchHistory(self.database, records, remembers)
        """The searches that were made."""
        self.saved = SavedSearches(self.database, records)
        """The saved searches."""
        self.recent = RecentDocuments(self.database, records, remembers)
        """The opened documents."""
        self.collections = Collections(self.database, records.library_id)
        """The collections of passages."""

    def forget(self) -> Forgotten:
        if self.database.is_missing:
            return Forgotten(0, 0)
        forgotten = Forgotten(self.history.forget_all(), self.recent.forget_all())
        self.database.overwrite_deleted()
        return forgotten

    def close(self) -> None:
        """Close the database. Do not call this while another call runs."""
        self.database.close()
