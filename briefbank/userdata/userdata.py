"""A person's data on one library behind one object, and the records that a remote person's data needs."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from briefbank.api.library import RecordsApi
from briefbank.catalogue.store import Catalogue
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.pages import PageInfo, Passage
from briefbank.domain.userdata import Forgotten
from briefbank.userdata.collections import Collections
from briefbank.userdata.database import UserDatabase
from briefbank.userdata.history import (
    AuthorityNames,
    DocumentFinder,
    RecentDocuments,
    SavedSearches,
    SearchHistory,
)


class Records(RecordsApi):
    """The records of one library. Any thread."""

    def __init__(self, catalogue: Catalogue, library_id: Callable[[], str]) -> None:
        self._catalogue = catalogue
        self._library_id = library_id

    def library_id(self) -> str:
        return self._library_id()

    def find_by_hash(self, sha256: str) -> Document | None:
        return self._catalogue.find_by_hash(sha256)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        return self._catalogue.passages_by_id(ids)

    def page_places(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        return self._catalogue.page_places(pages)

    def passages_with_words(self, passages: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        return self._catalogue.passages_with_words(passages)

    def authority_ids(self, canonicals: Collection[str]) -> dict[str, int]:
        return self._catalogue.authorities.ids_of(canonicals)

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        return self._catalogue.authorities.by_ids(ids)


FILE = "personal.sqlite"
"""The name of the file in the user's data folder."""
_NAME = "library_id"
WriteLock = Callable[[], AbstractContextManager[None]]


class OwnLibrary(DocumentFinder, Protocol):
    """The part of a library's catalogue that a person's data refers to."""

    @property
    def authorities(self) -> AuthorityNames: ...

    def state(self, key: str) -> str: ...

    def set_state(self, key: str, value: str) -> None: ...


class UserData:
    """A person's data on one library. Any thread. Nothing is opened before it is needed. It fulfils
    :class:`~briefbank.api.userdata.UserDataApi`."""

    def __init__(
        self, file: Path, catalogue: OwnLibrary, write_lock: WriteLock, remembers: Callable[[], bool]
    ) -> None:
        """Create the stores.

        ``write_lock`` is the library's lock for short changes. ``remembers`` tells each time whether searches
        and opened documents are to be remembered.
        """
        self.database = UserDatabase(file)
        library, names = LibraryId(catalogue, write_lock), catalogue.authorities
        self.history = SearchHistory(self.database, library, names, remembers)
        self.saved = SavedSearches(self.database, library, names)
        self.recent = RecentDocuments(self.database, library, catalogue, remembers)
        self.collections = Collections(self.database, library)

    def forget(self) -> Forgotten:
        if self.database.is_missing:
            return Forgotten(0, 0)
        forgotten = Forgotten(self.history.forget_all(), self.recent.forget_all())
        self.database.overwrite_deleted()
        return forgotten

    def close(self) -> None:
        """Close the database. Do not call this while another call runs."""
        self.database.close()


class LibraryId:
    """The id under which a library's searches are kept. Any thread.

    The catalogue stores it, so that a library that is moved, or restored from its backup elsewhere, keeps its
    searches.
    """

    def __init__(self, catalogue: OwnLibrary, write_lock: WriteLock) -> None:
        self._catalogue, self._write_lock = catalogue, write_lock
        self._last = secrets.token_hex(8)

    def __call__(self) -> str:
        """Return the id, assigned when first asked for.

        A backup older than the id may be restored while the library is open; the library then gets the same
        id again.
        """
        self._last = self._catalogue.state(_NAME) or self._assigned()
        return self._last

    def _assigned(self) -> str:
        """Assign the id under the lock: two windows that did so at once would keep their searches apart."""
        with self._write_lock():
            if name := self._catalogue.state(_NAME):
                return name
            self._catalogue.set_state(_NAME, self._last)
            return self._last
