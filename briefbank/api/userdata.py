"""A person's own data, which is in no library and no backup; collections, shared ones too; and exports."""

from __future__ import annotations

from collections.abc import Collection as Some
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Protocol

from briefbank.domain.ingest import ReportedFile
from briefbank.domain.maintenance import AuditEntry
from briefbank.domain.searches import SearchRequest
from briefbank.domain.userdata import (
    Collection,
    CollectionEntry,
    Forgotten,
    PastSearch,
    Ranges,
    RecentDocument,
    RemovedEntry,
    RemovedSearch,
    ResolvedEntry,
    SavedSearch,
    SeenResults,
    SharedCollection,
)
from briefbank.jobs import Reporter


class SearchHistoryApi(Protocol):
    """The searches that were made."""

    def add(self, request: SearchRequest) -> bool:
        """Add a search as the newest, and tell whether it was added.

        Nothing is added while searches are not to be remembered, nor for a search made from a passage. The
        oldest beyond some hundreds are deleted.
        """

    def newest(self) -> list[PastSearch]:
        """Return the last searches, newest first."""

    def forget(self, search_id: int) -> None:
        """Delete a search without a trace in the file, unless it is gone already."""


class SavedSearchesApi(Protocol):
    """The saved searches. Methods raise StoreError, and NotInLibrary."""

    def all(self) -> list[SavedSearch]:
        """Return the saved searches in the person's order."""

    def save(self, name: str, request: SearchRequest) -> SavedSearch:
        """Save a search under a name as the first in order; an equal saved search is renamed instead.

        Its results count as seen once ``look`` is called with them.
        """

    def rename(self, saved_id: int, name: str) -> None: ...

    def arrange(self, ids: Sequence[int]) -> None:
        """Arrange the searches in this order; others of the library follow in their previous order."""

    def remove(self, saved_id: int) -> RemovedSearch:
        """Remove a search; ``put_back`` restores what this returns."""

    def put_back(self, removed: RemovedSearch) -> None:
        """Undo a removal with name, position and seen results."""

    def seen(self, saved_id: int) -> SeenResults:
        """Return the results that were there when a person last looked."""

    def look(self, saved_id: int, keys: Iterable[str]) -> None:
        """Mark these passages, all of the search's results, as seen: none of them is new any more."""

    def count_news(self, saved_id: int, keys: Iterable[str]) -> int:
        """Count, store and return how many of these passages, all of the search's results, are new."""


class RecentDocumentsApi(Protocol):
    """The documents opened last."""

    def opened(self, sha256: str, page: int) -> bool:
        """Remember a document as the last opened, at a page (0-based), and tell whether it was."""

    def turned_to(self, sha256: str, page: int) -> None:
        """Remember the page to which a person turned, if the document is remembered."""

    def newest(self) -> list[RecentDocument]:
        """Return the last documents that are in the library now, newest first."""

    def forget(self, sha256: str) -> None:
        """Delete a document, unless it is gone already."""


class CollectionsApi(Protocol):
    """The collections of passages. Methods raise StoreError, and NotInLibrary."""

    def all(self) -> list[Collection]:
        """Return all collections, the newest first."""

    def get(self, collection_id: int) -> Collection: ...

    def make(self, name: str) -> Collection:
        """Create an empty collection; several may have the same name."""

    def rename(self, collection_id: int, name: str) -> None: ...

    def set_hearing(self, collection_id: int, hearing: date | None) -> None: ...

    def delete(self, collection_id: int) -> None:
        """Delete a collection with all its notes."""

    def write_note(self, entry_id: int, note: str) -> None: ...

    def arrange(self, collection_id: int, ids: Sequence[int]) -> None:
        """Arrange the entries in this order; others follow in their previous order."""

    def remove(self, entry_ids: Some[int]) -> list[RemovedEntry]:
        """Remove those of the entries that exist; ``put_back`` restores what this returns."""

    def put_back(self, removed: Sequence[RemovedEntry]) -> None:
        """Undo a removal with notes and positions. Raises NotInLibrary if the collection was deleted."""


class UserDataApi(Protocol):
    """One person's data on one library."""

    @property
    def history(self) -> SearchHistoryApi: ...

    @property
    def saved(self) -> SavedSearchesApi: ...

    @property
    def recent(self) -> RecentDocumentsApi: ...

    @property
    def collections(self) -> CollectionsApi: ...

    def forget(self) -> Forgotten:
        """Delete and overwrite all searches and opened documents of all libraries.

        Saved searches and collections stay. A damaged file that was put aside is deleted too. Raises
        StoreError.
        """


class CollectionResolverApi(Protocol):
    """The passages of collections as they are in the library. Methods raise StoreError, and NotInLibrary for
    what is gone."""

    def add_passages(self, collection_id: int, passage_ids: Iterable[int]) -> list[CollectionEntry]:
        """Add whole passages to the end of a collection, and return those that were not in it."""

    def add_selection(self, collection_id: int, document_id: int, ranges: Ranges) -> list[CollectionEntry]:
        """Add a selection of a document's text to the end of a collection, unless it is in it."""

    def show(self, collection_id: int) -> list[ResolvedEntry]:
        """Return the entries of a collection in order, as they are in the library now."""

    def share(self, collection_id: int) -> SharedCollection:
        """Share a collection with the office as it is now, with its notes.

        Passages whose documents are not in the library are left out. Raises SharingRefused.
        """

    def show_shared(self, shared_id: int) -> list[ResolvedEntry]:
        """Return the entries of a shared collection in order, as they are in the library now."""

    def copy_shared(self, shared_id: int) -> Collection:
        """Copy a shared collection with its notes into a new own one."""


class ExportsApi(Protocol):
    """Files for other programs. Calls can be stopped; they raise ExportRefused and StoreError."""

    def results(self, request: SearchRequest, path: Path, reporter: Reporter, *, query: str = "") -> int:
        """Write the results of a search, up to a limit, and return their number.

        The file's suffix selects .csv, .docx or .ris; an existing file is replaced. ``asked`` is the search
        in words. Also raises QueryError.
        """

    def collection(
        self, collection_id: int, path: Path, reporter: Reporter, *, authorities: bool = True
    ) -> int:
        """Write a collection as a Word file, and return the number of passages.

        ``authorities`` adds a table of those cited. Raises NotInLibrary if the collection was deleted.
        """

    def shared_collection(
        self, shared_id: int, path: Path, reporter: Reporter, *, authorities: bool = True
    ) -> int:
        """Write a shared collection as ``collection`` writes an own one."""

    def ingest_report(self, files: Sequence[ReportedFile], path: Path) -> int:
        """Write what became of files as a table (.csv), and return their number."""

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        """Write entries of the record of what was done as a table (.csv), and return their number."""


class SharedCollectionsApi(Protocol):
    """The shared collections, each a copy of what its owner had when they shared it.

    An entry is there while its document is in the library, as the asking person sees it, and a collection
    while one of its entries is. Who shares one is who asks. Methods raise StoreError, and NotInLibrary for a
    collection that is not there.
    """

    def all(self) -> list[SharedCollection]:
        """Return the shared collections, the one shared last first."""

    def get(self, shared_id: int) -> SharedCollection: ...

    def entries(self, shared_id: int) -> list[CollectionEntry]:
        """Return the entries in the owner's order, numbered from 1."""

    def share(self, name: str, hearing: date | None, entries: Sequence[CollectionEntry]) -> SharedCollection:
        """Share a collection under a name, in place of what the person shared under it before.

        Entries whose documents are not in the library are left out. Raises SharingRefused where none is left,
        and for too many or too long ones.
        """

    def withdraw(self, shared_id: int) -> None:
        """Stop sharing a collection. Raises NotAllowed for a person who neither shared it nor is an
        administrator."""
