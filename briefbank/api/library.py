"""One library, wherever it is, and its services: records, models, activity log, maintenance and the office; a
person's own data, which is in no library and no backup; collections, shared ones too; and exports."""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable, Sequence
from datetime import date
from pathlib import Path
from typing import Protocol

from briefbank.api.documents import DocumentsApi, IngestApi, OfflineMattersApi, ReaderApi, WatchedFoldersApi
from briefbank.api.law import (
    AuthoritiesApi,
    DraftsApi,
    FeedbackApi,
    GoodLawApi,
    LocalModelApi,
    ProvisionFinderApi,
    QueryExpansionApi,
    SummariesApi,
    ThesaurusApi,
    ValidityApi,
)
from briefbank.domain.authorities import Authority
from briefbank.domain.documents import Document
from briefbank.domain.ingest import ReportedFile
from briefbank.domain.maintenance import (
    AuditEntry,
    AuditEvent,
    AuditHead,
    BackupReport,
    CheckResult,
    DiskEncryption,
    DrillReport,
    Equipment,
    HealthReport,
    KnownBackup,
    LibraryAlert,
    LibraryPlace,
    LibrarySizes,
    RestoreReport,
)
from briefbank.domain.office import ClusterStatus, Matter, OfflineLease, Person, WalledMatter
from briefbank.domain.pages import PageInfo, Passage
from briefbank.domain.searches import ResultFacets, SearchAnswer, SearchRequest
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
from briefbank.text.messages import Message


class SearchHistoryApi(Protocol):
    def add(self, request: SearchRequest) -> bool:
        """Add a search as the newest, and tell whether it was added.

        Nothing is added while searches are not to be remembered, nor for a search made from a passage. The
        oldest beyond some hundreds are deleted.
        """

    def newest(self) -> list[PastSearch]: ...

    def forget(self, search_id: int) -> None:
        """Delete a search without a trace in the file, unless it is gone already."""


class SavedSearchesApi(Protocol):
    """The saved searches. Methods raise StoreError, and NotInLibrary."""

    def all(self) -> list[SavedSearch]: ...

    def save(self, name: str, request: SearchRequest) -> SavedSearch:
        """Save a search under a name as the first in order; an equal saved search is renamed instead. Its
        results count as seen once ``look`` is called with them."""

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

    def delete(self, collection_id: int) -> None: ...

    def write_note(self, entry_id: int, note: str) -> None: ...

    def arrange(self, collection_id: int, ids: Sequence[int]) -> None:
        """Arrange the entries in this order; others follow in their previous order."""

    def remove(self, entry_ids: abc.Collection[int]) -> list[RemovedEntry]:
        """Remove those of the entries that exist; ``put_back`` restores what this returns."""

    def put_back(self, removed: Sequence[RemovedEntry]) -> None:
        """Undo a removal with notes and positions. Raises NotInLibrary if the collection was deleted."""


class UserDataApi(Protocol):
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
    """Collections' passages as the library has them. Raises StoreError, and NotInLibrary for what is gone."""

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

        The file's suffix selects .csv or .docx; an existing file is replaced. ``query`` is the search in
        words. Also raises QueryError.
        """

    def collection(self, collection_id: int, path: Path, reporter: Reporter) -> int:
        """Write a collection with the authorities that it cites as a Word file, and return the number of
        passages. Raises NotInLibrary if the collection was deleted."""

    def shared_collection(self, shared_id: int, path: Path, reporter: Reporter) -> int:
        """Write a shared collection as ``collection`` writes an own one."""

    def ingest_report(self, files: Sequence[ReportedFile], path: Path) -> int:
        """Write what became of files as a table (.csv), and return their number."""

    def record(self, entries: Sequence[AuditEntry], path: Path) -> int:
        """Write entries of the activity log as a table (.csv), and return their number."""


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
        """Stop sharing a collection. Raises NotAllowed unless its sharer or an administrator asks."""


class RecordsApi(Protocol):
    """Records to which collections, saved searches and opened documents refer. Raises StoreError."""

    def library_id(self) -> str:
        """Return the id under which a person's searches are kept; a library that is moved keeps it."""

    def find_by_hash(self, sha256: str) -> Document | None:
        """Return the document with a hash, or None if it is not in the library."""

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Return those of these passages that exist, by id."""

    def page_places(self, pages: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        """Return those pages that exist, by document and page index (from 0)."""

    def passages_with_words(self, passages: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        """Return the first passage of each document that has words with this hash, by document and hash."""

    def authority_ids(self, canonicals: abc.Collection[str]) -> dict[str, int]:
        """Return the ids of those authorities that are known, by canonical citation."""

    def authorities_by_id(self, ids: Iterable[int]) -> dict[int, Authority]:
        """Return those of these authorities that exist, by id."""


class EmbeddingApi(Protocol):
    def model_name(self) -> str:
        """Return the name of the chosen embedding model. Loads nothing. Raises BriefBankError where the one
        that comes with BriefBank is chosen and not installed."""

    def try_out(self, folder: Path) -> None:
        """Load the embedding model in a folder to learn whether it can be used: seconds, half a minute for
        one that is new here. Raises BriefBankError when it cannot."""

    def choose_again(self) -> None:
        """Load the embedding model in the settings: seconds. Searches by meaning then find what
        ``embed_pending`` has embedded with it. Raises BriefBankError when it cannot be loaded."""

    def embed_pending(self, reporter: Reporter) -> int:
        """Embed new passages for semantic search; return the number of passages done. One call at a time.
        Raises Cancelled, StoreError, and BriefBankError when the model cannot be loaded."""


class RerankerApi(Protocol):
    """The cross-encoder that compares results with the question, where the office has chosen one."""

    def try_out(self, folder: Path) -> None:
        """Load the reranker in a folder. Raises BriefBankError when it cannot be used."""

    def warm(self) -> None:
        """Load the reranker in the settings where that was not done; release a former one. Takes seconds."""

    def trouble(self) -> Message:
        """Return why the reranker does not help; empty when it does or was not tried yet. Immediate."""


class AuditApi(Protocol):
    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: abc.Collection[AuditEvent] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[AuditEntry]:
        """Return entries, the newest first, of days of this computer's clock, ``last`` included, and of some
        ``acts`` or of all.

        The first ``start`` of them are left out. Half a second for 100,000. Raises StoreError.
        """

    def verify(self) -> list[Message]:
        """Return disagreements as sentences; empty for a log that is whole. Half a second for 100,000
        entries; blocks. Raises nothing: a log that cannot be read is a problem."""

    def head(self) -> AuditHead | None:
        """Return the newest entry, to be printed and compared with another copy. None for a log that is empty
        or cannot be read."""


class MaintenanceApi(Protocol):
    def alerts(self) -> tuple[LibraryAlert, ...]:
        """Return the matters that deserve a person's attention, gravest first. Reads only the documents that
        they concern. Raises StoreError."""

    def check(
        self, repair: bool = False, reporter: Reporter | None = None, *, thorough: bool = False
    ) -> HealthReport:
        """Compare both indexes and the files with the catalogue; with ``repair`` correct what disagrees.
        ``thorough`` reads every original: minutes for a large library."""

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Rebuild both indexes from the catalogue; embeddings that still fit are reused."""

    def read_authorities(self, reporter: Reporter) -> int:
        """Read the citations of documents whose citations were read by other rules, or left unread by an
        interruption; return how many.

        Milliseconds when there are none, minutes for a large library; none in a read-only one. Raises
        Cancelled and StoreError.
        """

    def sizes(self) -> LibrarySizes:
        """Return the sizes of the library, and the times of its last check and backup."""

    def backup(self, folder: Path, reporter: Reporter, *, keep_days: int = 0) -> BackupReport:
        """Back the library up into a new folder, or update the backup there.

        With ``keep_days`` the backups of so many days stay beside each other, in folders of their own in this
        one. Raises StoreError.
        """

    def restore(self, folder: Path, reporter: Reporter) -> RestoreReport:
        """Restore the library from a backup; its present state is kept as a backup. Raises StoreError."""

    def backups(self) -> tuple[KnownBackup, ...]:
        """Return the backups that are known, newest first. What was removed after one was made is still in
        it. No disk but the library's is accessed."""

    def backups_with(self, document_id: int) -> tuple[KnownBackup, ...]:
        """Return the known backups that hold a document, newest first. Microseconds; no disk but the
        library's is accessed. Raises NotInLibrary."""


class InstallationApi(Protocol):
    """The computer: its disks, what is installed on it, and the self-test."""

    def place(self) -> LibraryPlace:
        """Describe the place of the library. Asks the disk; never raises."""

    def place_for(self, chosen: Path) -> LibraryPlace:
        """Return the candidate library folder for a choice of ``chosen``. Asks the disk; never raises."""

    def disk_encryption(self) -> DiskEncryption:
        """Tell whether the system encrypts the disk with the library: milliseconds, on Windows seconds."""

    def equipment(self) -> Equipment:
        """Check for text recognition and the embedding model. Loads no model; takes under a second."""

    def ocr_engines(self) -> list[str]:
        """Return the engines that can recognise scanned pages now, the default one first."""

    def ocr_address_problem(self, address: str) -> str:
        """Return a sentence on what is wrong with a text recognition server's address; empty if nothing."""

    def join_office(self, invitation: Path) -> str:
        """Have this computer belong to the office of an invitation file from the next start on; return the
        name of the office. Raises WrongInvitation and StoreError."""

    def leave_office(self, *, unsent_too: bool = False) -> None:
        """Have this computer work alone from the next start on, and delete from it what it has of the office:
        cached PDFs, and what was taken along. Without ``unsent_too`` nothing is done where the office lacks
        something of what was done here. Raises OfflineNotSent, OfflineEnded and StoreError."""

    def self_test(self) -> list[CheckResult]:
        """Test every part for real, including the refusal of network connections. Takes some seconds."""

    def self_test_report(self, results: Sequence[CheckResult]) -> str:
        """Return the results of ``self_test`` as a text for the ethics file."""

    def save_self_test(self, report: str, target: Path) -> None:
        """Write such a text as a file. Raises ExportRefused."""


class WallsApi(Protocol):
    """The matters that are kept from some persons. A change counts from the next request of each person on.

    A matter that is kept from the asking person is not among them. Changes rewrite parts of the word index:
    seconds for the documents of a case, minutes for most of a large library.
    """

    def matters(self) -> list[WalledMatter]: ...

    def put(self, matter: Matter, reporter: Reporter) -> None:
        """Add a matter, or change the one of this name. Raises WallRefused for one without documents, and for
        one that would be kept from the asking person."""

    def remove(self, name: str, reporter: Reporter) -> None:
        """Keep a matter from nobody any more. Raises NotInLibrary."""

    def export(self, path: Path) -> int:
        """Write the matters as CSV, and return how many. Raises BriefBankError."""

    def import_from(self, path: Path, reporter: Reporter) -> int:
        """Add or change the matters of a CSV file, all or none, and return how many. Matters that it does not
        name stay. Every file that ``export`` wrote can be imported. Raises ListFileError and WallRefused."""


class ClusterApi(Protocol):
    """The cluster of an office, for those who look after its server."""

    def status(self) -> ClusterStatus:
        """Return what its computers do now, and how the work gets on. Tenths of a second."""


class OfficeApi(Protocol):
    """An office's server. Methods raise ServerAway, OtherServer and NotEnrolled; no property waits for it."""

    @property
    def name(self) -> str: ...

    @property
    def address(self) -> str:
        """Return the address of its server. Immediate."""

    @property
    def person(self) -> Person | None:
        """Return who is signed in, as far as this client knows; None where nobody is. Immediate."""

    @property
    def walls(self) -> WallsApi: ...

    @property
    def shared_collections(self) -> SharedCollectionsApi: ...

    @property
    def offline(self) -> OfflineMattersApi: ...

    @property
    def cluster(self) -> ClusterApi: ...

    def look(self) -> Person | None:
        """Ask the server who is signed in here, and return that; None where nobody is any more."""

    def sign_in(self, name: str, password: str) -> Person:
        """Sign a person in, also for the next start of the program. Raises SignInRefused."""

    def change_password(self, old: str, new: str) -> None:
        """Change the password of the person who is signed in. Raises SignInRefused and AccountRefused."""

    def sign_out(self) -> None:
        """Sign the person out, and delete cached pages unless the system encrypts the disk."""


class LibraryApi(Protocol):
    """One open library: its searches, and a service for each subject."""

    @property
    def folder(self) -> Path: ...

    def read_only(self) -> Message:
        """Return sentences on why this library cannot be changed here; empty where it can. Immediate."""

    def revision(self) -> int:
        """Return a number that each change of the catalogue, by any program, changes. Takes a millisecond."""

    def drill(self, backup: Path, place: Path, reporter: Reporter) -> DrillReport:
        """Restore a backup into a new library in the folder ``place``, compare all of it, and delete that
        again. This library is not touched. Raises StoreError, StoreDamaged for the backup, and Cancelled."""

    def close(self) -> None:
        """Close everything; later calls fail. Call it while no other call runs."""

    def warm(self) -> None:
        """Load the encoder and the dense index, so that searches use embeddings. Takes seconds.

        The parts that opening postponed are created first, so that no later call waits for them.
        """

    def warm_search(self) -> None:
        """Load the models for one search, and nothing that it may not need, as ``warm`` does. Raises
        BriefBankError when there is no model."""

    def has_unread_authorities(self) -> bool:
        """Tell whether ``maintenance.read_authorities`` has anything to do. Under a millisecond."""

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Return relevant passages by words, and by embeddings once ``warm`` has ended. Raises QueryError."""

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facets of a search's results, with the counts that one more value would leave.

        Quick after the search itself, whose close results it counts. Raises the exceptions of ``search``.
        """

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        """Return the keys of a search's relevant passages, copies included, the newest filed first.

        Keys (``characters.passage_key``) stay the same after a rebuild, a restore, or removing and adding a
        file. Comparing them with earlier ones tells which results are new. Raises as ``search`` does.
        """

    def taken_along(self) -> OfflineLease | None:
        """Return for how long these documents were taken along from an office; None for any other library.
        Reads one small file."""

    @property
    def office(self) -> OfficeApi | None:
        """Return the office whose library this is; None for one of this computer. Immediate."""

    @property
    def documents(self) -> DocumentsApi: ...

    @property
    def reader(self) -> ReaderApi: ...

    @property
    def ingest(self) -> IngestApi: ...

    @property
    def watched(self) -> WatchedFoldersApi: ...

    @property
    def embedding(self) -> EmbeddingApi: ...

    @property
    def reranker(self) -> RerankerApi: ...

    @property
    def feedback(self) -> FeedbackApi: ...

    @property
    def thesaurus(self) -> ThesaurusApi: ...

    @property
    def authorities(self) -> AuthoritiesApi: ...

    @property
    def good_law(self) -> GoodLawApi: ...

    @property
    def validity(self) -> ValidityApi: ...

    @property
    def provision_finder(self) -> ProvisionFinderApi: ...

    @property
    def drafts(self) -> DraftsApi: ...

    @property
    def summaries(self) -> SummariesApi: ...

    @property
    def local_model(self) -> LocalModelApi: ...

    @property
    def query_expansion(self) -> QueryExpansionApi: ...

    @property
    def userdata(self) -> UserDataApi: ...

    @property
    def collection_resolver(self) -> CollectionResolverApi: ...

    @property
    def exports(self) -> ExportsApi: ...

    @property
    def maintenance(self) -> MaintenanceApi: ...

    @property
    def installation(self) -> InstallationApi: ...

    @property
    def audit(self) -> AuditApi: ...
