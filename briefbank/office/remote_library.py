"""The office's library as a client has it. The window does not distinguish it from one on this computer.

PDFs that were opened are cached here, and dropped files are sent.
"""

from __future__ import annotations

import os
import platform
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Self

from briefbank import errors, files, paths, settings
from briefbank.api.documents import DocumentsApi, IngestApi, OfflineMattersApi, WatchedFoldersApi
from briefbank.api.law import (
    AuthoritiesApi,
    DraftsApi,
    FeedbackApi,
    GoodLawApi,
    ProvisionFinderApi,
    QueryExpansionApi,
    SummariesApi,
    ThesaurusApi,
    ValidityApi,
)
from briefbank.api.library import (
    AuditApi,
    ClusterApi,
    MaintenanceApi,
    RecordsApi,
    SharedCollectionsApi,
    WallsApi,
)
from briefbank.domain.documents import ALL, Document, DocumentList
from briefbank.domain.ingest import (
    TAKEN_OFF,
    Enqueued,
    FileGroup,
    FileOutcome,
    FileProgress,
    FileStatus,
    IngestReport,
    IngestState,
    ReportedFile,
    Stage,
    UnconfirmedPaths,
    WatchedFolder,
    group_of,
)
from briefbank.domain.maintenance import DrillReport, EncryptionState
from briefbank.domain.office import Person
from briefbank.domain.searches import ResultFacets, SearchAnswer, SearchRequest
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.exports.exports import Exports
from briefbank.extraction.page_server import PageServerFactory
from briefbank.ingest.dropped_files import DroppedFiles
from briefbank.ingest.progress import RunProgress, refusal_of
from briefbank.jobs import Reporter
from briefbank.library import Library
from briefbank.network import close_network, membership
from briefbank.network.membership import INVITATION, SESSION
from briefbank.office import offline_matters
from briefbank.office.link import Credentials, Link, call, service
from briefbank.office.offline_matters import OfflineMatters
from briefbank.office.wire import AddUpload
from briefbank.paths import data_folder
from briefbank.reader import DocumentReader
from briefbank.sandbox import confinement
from briefbank.storage import library_folder, secrets
from briefbank.storage.secrets import DEVICE
from briefbank.text.file_names import LeaveOut, folder_of
from briefbank.text.messages import NO_MESSAGE, Message
from briefbank.userdata.userdata import FILE, UserData

if TYPE_CHECKING:
    from briefbank.embedding.background_indexer import EmbeddingIndexer
    from briefbank.embedding.reranking import RerankerLoader
    from briefbank.maintenance.maintenance import Installation
    from briefbank.summary.local_model_manager import LocalModelManager

LARGEST = 2 * 2**30  # The bytes that are kept; of more those that were opened longest ago are deleted
AT_ONCE = 500  # The documents that cross at once


def pdfs_folder() -> Path:
    """Return the folder of the cached PDFs of this computer's office."""
    return data_folder() / "office" / "pdfs"


def forget_office(pdfs: Path) -> None:
    """Delete what this computer has of its office: its secret, cached PDFs, and what was taken along.

    Files that were added to what was taken along stay there. What is interrupted is finished by the next
    start: a file says until the end that it began. Raises StoreError.
    """
    leaving = _leaving()
    files.write_atomically(leaving, b"")
    for name in (DEVICE, SESSION):
        secrets.forget(name)
    if pdfs.exists():
        offline_matters.delete_folder(pdfs)
    offline_matters.forfeit(paths.offline_folder())
    try:
        leaving.unlink(missing_ok=True)
    except OSError as error:
        raise files.store_error(error) from error


def _leaving() -> Path:
    """Return the file that is there while this computer deletes what it has of its office."""
    return data_folder() / "office" / "leaving"


def leave_office(*, unsent_too: bool = False) -> None:
    """Have this computer work alone from the next start on, without what it has of the office. Without
    ``unsent_too`` nothing is done where the office lacks something of what was done here. Raises
    OfflineNotSent, OfflineEnded where that is not known, and StoreError."""
    if not unsent_too:
        _require_sent()
    forget_office(pdfs_folder())
    membership.leave()


def _require_sent() -> None:
    """Raise OfflineNotSent where something was done with what was taken along that the office does not have,
    and OfflineEnded where that cannot be known."""
    remedy = Message(
        "Bring it up to date first: “briefbank offline sync”. To leave all the same: “briefbank office leave "
        "--unsent-too”."
    )
    state = offline_matters.state(paths.offline_folder())
    if state is None or state.lease.is_forfeited():
        return
    if state.lease.is_over():
        raise errors.OfflineEnded(remedy=remedy, detail="not sent")
    if state.unsent:
        raise errors.OfflineNotSent(remedy=remedy, detail=f"{state.unsent}")


class PdfCache:
    """The PDFs of one office in a folder for this user alone. Any thread.

    A PDF is named after its document and the server's stamp of its bytes, so that a changed one is fetched
    anew. A fetch that was interrupted continues where it stopped.
    """

    def __init__(self, folder: Path, link: Link) -> None:
        self._folder, self._link = folder, link
        self._fetching: dict[int, Lock] = {}
        self._deleting = Lock()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)

    def path(self, document_id: int) -> Path:
        """Return the path of a document's PDF, fetched where it is not here. Raises NotInLibrary, and
        ServerAway where it is not here and cannot be fetched."""
        with self._fetching.setdefault(document_id, Lock()):
            try:
                return self._fetched(document_id)
            except errors.NotInLibrary:
                self.forget(document_id)
                raise
            except errors.ServerAway:
                kept = max(self._folder.glob(f"{document_id}-*.pdf"), default=None)
                if kept is None:
                    raise
                return kept

    def readable(self, document_id: int) -> Path:
        return self.path(document_id)

    def holds(self, path: Path) -> bool:
        return path.suffix == ".pdf" and path.parent == self._folder

    def clear(self) -> None:
        with self._deleting:
            for path in self._folder.iterdir():
                path.unlink(missing_ok=True)

    def documents(self) -> set[int]:
        names = (path.name.partition("-")[0] for path in self._folder.iterdir())
        return {int(name) for name in names if name.isdecimal()}

    def forget(self, document_id: int) -> None:
        with self._deleting:
            for path in self._folder.glob(f"{document_id}-*"):
                path.unlink(missing_ok=True)

    def _fetched(self, document_id: int) -> Path:
        stored = self._link.stored_pdf(document_id)
        stamp = re.sub(r"[^0-9a-f-]", "", stored.stamp)[:64]
        target = self._folder / f"{document_id}-{stamp}.pdf"
        part = target.with_suffix(".part")
        try:
            if target.exists():
                target.touch()
                return target
            part.touch(mode=0o600)
            with part.open("r+b") as file:  # another program that fetches it writes the same at each place
                file.seek(0, os.SEEK_END)
                self._link.fetch_pdf(document_id, stored.size, file)
                if file.tell() != stored.size:
                    part.unlink(missing_ok=True)
                    raise errors.FileAway(detail="the PDF has another length")
            if not target.exists():
                self._make_room(document_id)
                files.publish_file(part, target)
        except OSError as error:
            raise files.store_error(error) from error
        return target

    def _make_room(self, document_id: int) -> None:
        """Delete what is too much, and older bytes of the same document."""
        with self._deleting:
            kept = sorted(self._folder.glob("*.pdf"), key=lambda path: path.stat().st_mtime, reverse=True)
            total = 0
            for path in kept:
                total += path.stat().st_size
                if total > LARGEST or path.name.startswith(f"{document_id}-"):
                    path.unlink(missing_ok=True)


class ClientIngest:
    """The queue of files of one client, while its program runs. Any thread; one ``run`` at a time.

    What is not sent yet is forgotten when the program ends: the files are where they were. What was sent is
    added by the server whatever becomes of the client.
    """

    def __init__(self, link: Link, here: IngestApi, patterns: Callable[[], Collection[str]]) -> None:
        """``here`` is a library of this computer, which can look at files; ``patterns`` leave files out."""
        self.paused = False
        self._link, self._here, self._patterns = link, here, patterns
        self._lock = Lock()
        self._waiting = OrderedDict[Path, AddUpload]()  # of a plain one, taking the first is quadratic work
        self._numbers: dict[Path, int] = {}
        """When each file was last queued: after so many others."""
        self._queued = 0
        self._progress: RunProgress | None = None
        self._ended: dict[Path, tuple[FileOutcome, datetime]] = {}
        """The files that have ended, in the order in which they did, each as it ended last."""

    add = IngestApi.add

    def survey(self, dropped: Sequence[Path], reporter: Reporter, *, large_only: bool = False) -> object:
        return self._here.survey(dropped, reporter, large_only=large_only)

    def enqueue(
        self,
        dropped: Sequence[Path],
        reporter: Reporter,
        *,
        sample: bool = False,
        passwords: Mapping[Path, str] | None = None,
        thorough: bool = False,
        patterns: Collection[str] = (),
    ) -> Enqueued:
        absolute = [path.absolute() for path in dropped]
        walked = DroppedFiles(absolute, LeaveOut([*self._patterns(), *patterns]))
        new, home = 0, None
        with suppress(RuntimeError):  # a user without one
            home = Path.home()
        for file in walked.files():
            reporter.check()
            password = (passwords or {}).get(file.path, "")
            how = AddUpload(password, thorough, folder_of(file.path, absolute, home))
            with self._lock:
                if file.path in self._waiting:
                    continue
                self._waiting[file.path] = how
                self._queued += 1
                self._numbers[file.path] = self._queued
            new += 1
            reporter.file(FileProgress(file.path, Stage.WAITING))
        return Enqueued(new, walked.passed_over)

    def finish_drops(self, reporter: Reporter) -> None:
        return

    def run(self, reporter: Reporter) -> list[FileOutcome]:
        self._progress = RunProgress(reporter)
        try:
            return self._run(self._progress)
        finally:
            self._progress = None

    def _run(self, reporter: Reporter) -> list[FileOutcome]:
        outcomes: list[FileOutcome] = []
        while True:
            with self._lock:
                first = next(iter(self._waiting.items()), None)
            if first is None:
                return outcomes
            path, how = first
            try:
                ended = self._link.add(path, how, reporter)
            except errors.FileRefused as error:
                refusal = refusal_of(error)
                refused = FileOutcome(path, FileStatus.REFUSED, reason=error.message, refusal=refusal)
                ended = [refused]
                reporter.file(FileProgress(path, Stage.WAITING, outcome=refused))
            if ended and path not in {outcome.path for outcome in ended}:
                reporter.file(FileProgress(path, Stage.DONE))
            outcomes += ended
            self._end(path, ended)

    def cancel(self, paths: Collection[Path] | None = None) -> list[FileOutcome]:
        with self._lock:
            stopped = [path for path in self._waiting if paths is None or path in paths]
        ended = [FileOutcome(path, FileStatus.REFUSED, reason=TAKEN_OFF) for path in stopped]
        for outcome in ended:
            self._end(outcome.path, [outcome])
        return ended

    def waiting(self) -> list[FileProgress]:
        with self._lock:
            return [FileProgress(path, Stage.WAITING) for path in self._waiting]

    def state(self, since: int | None = None) -> IngestState:
        with self._lock:
            if since is None:
                since = min((self._numbers[path] for path in self._waiting), default=self._queued + 1) - 1
            ended: Counter[FileStatus] = Counter()
            groups = Counter({FileGroup.OPEN: len(self._waiting)})
            taken_off = 0
            for path, (outcome, _at) in self._ended.items():
                groups[group_of(outcome)] += 1
                if self._numbers.get(path, 0) > since:
                    taken_off += outcome.taken_off
                    ended.update([] if outcome.taken_off else [outcome.status])
            waiting = sum(self._numbers[path] > since for path in self._waiting)
            state = IngestState(since, self._queued, waiting, 0, ended, taken_off, 0, groups)
        progress = self._progress
        return progress.added_to(state) if progress else state

    def files(
        self, group: FileGroup, start: int = 0, most: int = 100, reason: Message | None = None
    ) -> list[FileOutcome]:
        with self._lock:
            if group is FileGroup.OPEN:
                return [
                    FileOutcome(path, FileStatus.WAITING)
                    for path in list(self._waiting)[start : start + most]
                ]
            ended = [outcome for outcome, _at in reversed(self._ended.values()) if group_of(outcome) is group]
        alike = Counter(outcome.reason for outcome in ended)
        if group in (FileGroup.REFUSED, FileGroup.PROTECTED):
            ended.sort(key=lambda outcome: (-alike[outcome.reason], outcome.reason))
        chosen = [outcome for outcome in ended if reason is None or outcome.reason == reason]
        return chosen[start : start + most]

    def report(self) -> IngestReport:
        """Return the numbers of what was sent since the program began."""
        with self._lock:
            waiting = len(self._waiting)
            outcomes = [outcome for outcome, _at in self._ended.values()]
        ended = [outcome for outcome in outcomes if not outcome.taken_off]
        refused = [outcome for outcome in ended if outcome.status is FileStatus.REFUSED]
        reasons = Counter(outcome.reason for outcome in refused)
        documents = [outcome.document for outcome in ended if outcome.document is not None]
        gaps = [document.gaps for document in documents if document.gaps]
        return IngestReport(
            Counter(outcome.status for outcome in ended),
            waiting,
            0,
            tuple(sorted(reasons.items(), key=lambda pair: (-pair[1], pair[0]))),
            len(gaps),
            sum(gaps),
            sum(document.pages for document in documents),
            taken_off=len(outcomes) - len(ended),
        )

    def history(self) -> list[FileOutcome]:
        with self._lock:
            return [outcome for outcome, _ in reversed(self._ended.values())]

    def reported_files(self) -> list[ReportedFile]:
        with self._lock:
            ended = list(self._ended.values())
        return [
            ReportedFile(
                path=outcome.path,
                status=outcome.status,
                reason=outcome.reason,
                waits_for_scans=False,
                title=document.title if document else "",
                filed=document.filed if document else None,
                pages=document.pages if document else 0,
                ocr_pages=document.ocr_pages if document else 0,
                gaps=document.gaps if document else 0,
                queued=at,
                ended=at,
            )
            for outcome, at in ended
            for document in [outcome.document]
        ]

    def clear_refused(self) -> None:
        with self._lock:
            kept = [end for end in self._ended.items() if end[1][0].status is not FileStatus.REFUSED]
            self._ended = dict(kept)

    def _end(self, path: Path, outcomes: Sequence[FileOutcome]) -> None:
        now = datetime.now(UTC)
        with self._lock:
            self._waiting.pop(path, None)
            if path in self._ended and self._ended[path][0].taken_off:
                del self._ended[path]  # the server had it already: it was added all the same
            number = self._numbers.pop(path, 0)
            for outcome in outcomes:
                self._numbers[outcome.path] = number
                self._ended.pop(outcome.path, None)
                self._ended[outcome.path] = outcome, now


class NoWatchedFolders:
    """Watched folders of a client in an office: none. A folder is watched where the library is."""

    def folders(self) -> list[WatchedFolder]:
        return []

    def poll(self, reporter: Reporter) -> int:
        return 0

    def unconfirmed(self) -> UnconfirmedPaths:
        return UnconfirmedPaths((), ())


class Office:
    """One office. Any thread. It fulfils :class:`~briefbank.api.OfficeApi`."""

    def __init__(
        self,
        link: Link,
        name: str,
        address: str,
        offline: OfflineMattersApi,
        forget_pages: Callable[[], None],
    ) -> None:
        """``forget_pages`` deletes cached pages where nobody else should read them."""
        self.offline = offline
        self.name, self.address = name, address
        self.person: Person | None = None
        self.walls: WallsApi = service(WallsApi, "walls", link)
        self.cluster: ClusterApi = service(ClusterApi, "cluster", link)
        self.shared_collections: SharedCollectionsApi = service(
            SharedCollectionsApi, "shared_collections", link
        )
        self._link, self._forget_pages = link, forget_pages

    def look(self) -> Person | None:
        try:
            self.person = self._link.signed_in()
        except errors.NotSignedIn:
            self.person = None
        return self.person

    def sign_in(self, name: str, password: str) -> Person:
        signed_in = self._link.sign_in(name, password)
        secrets.keep(SESSION, signed_in.token)
        self.person = Person(signed_in.person, signed_in.role)
        return self.person

    def change_password(self, old: str, new: str) -> None:
        self._link.change_password(old, new)

    def sign_out(self) -> None:
        secrets.forget(SESSION)
        self.person = None
        self._forget_pages()
        self._link.sign_out()


class _Documents:
    """The part of ``DocumentsApi`` that is no single operation."""

    def __init__(self, link: Link) -> None:
        self._link = link

    def each(self, selection: DocumentList = ALL) -> Iterator[Document]:
        ids: Sequence[int] = call(self._link, "documents.ids", selection)
        for start in range(0, len(ids), AT_ONCE):
            some = ids[start : start + AT_ONCE]
            documents: dict[int, Document] = call(self._link, "documents.some", some)
            yield from (documents[id_] for id_ in some if id_ in documents)

    def remove_many(self, document_ids: Sequence[int], reporter: Reporter) -> None:
        for document_id in document_ids:
            reporter.check()
            with suppress(errors.NotInLibrary):
                call(self._link, "documents.remove", document_id)


class _Maintenance:
    """The part of ``MaintenanceApi`` that the server sees to by itself."""

    def read_authorities(self, reporter: Reporter) -> int:
        return 0


class _Records:
    """The part of ``RecordsApi`` that the server is asked for once: the library's id never changes."""

    def __init__(self, link: Link) -> None:
        self._link, self._library_id = link, ""

    def library_id(self) -> str:
        self._library_id = self._library_id or call(self._link, "records.library_id")
        return self._library_id


class RemoteLibrary:
    """The library of an office, through its server. It fulfils :class:`~briefbank.api.LibraryApi`.

    What the server answers raises ServerAway while it does not, and works again once it does. What belongs to
    this computer is that of an empty library on it.
    """

    def __init__(self, link: Link, here: Library, folder: Path, office: str = "", address: str = "") -> None:
        """``here`` is this computer's own library, which is closed with this one; ``folder`` is for cached
        PDFs. ``office`` is the name of the office, ``address`` that of its server."""
        self.link = link
        matters = OfflineMatters(link, paths.offline_folder())
        self.office = Office(link, office, address, matters, self._forget_pages)
        self._here = here
        self.records: RecordsApi = service(RecordsApi, "records", link, _Records(link))
        self.documents: DocumentsApi = service(DocumentsApi, "documents", link, _Documents(link))
        self.feedback: FeedbackApi = service(FeedbackApi, "feedback", link)
        self.thesaurus: ThesaurusApi = service(ThesaurusApi, "thesaurus", link)
        self.authorities: AuthoritiesApi = service(AuthoritiesApi, "authorities", link)
        self.good_law: GoodLawApi = service(GoodLawApi, "good_law", link)
        self.validity: ValidityApi = service(ValidityApi, "validity", link)
        self.provision_finder: ProvisionFinderApi = service(ProvisionFinderApi, "provision_finder", link)
        self.drafts: DraftsApi = service(DraftsApi, "drafts", link)
        self.summaries: SummariesApi = service(SummariesApi, "summaries", link)
        self.query_expansion: QueryExpansionApi = service(QueryExpansionApi, "query_expansion", link)
        self.maintenance: MaintenanceApi = service(MaintenanceApi, "maintenance", link, _Maintenance())
        self.audit: AuditApi = service(AuditApi, "audit", link)
        self.watched: WatchedFoldersApi = service(WatchedFoldersApi, "watched", link, NoWatchedFolders())
        client = ClientIngest(link, here.ingest, lambda: settings.load().leave_out)
        self.ingest: IngestApi = service(IngestApi, "ingest", link, client)
        self._pdfs = PdfCache(folder, link)
        self._tidied_at: int | None = None
        self._pages = PageServerFactory(initializer=confinement.begin, confine=confinement.to_one_file)
        self.reader = DocumentReader(self.documents, self.records, self._pdfs, self._pages)
        self.userdata = UserData(data_folder() / FILE, self.records, lambda: settings.load().remember)
        self.shared_collections = self.office.shared_collections
        sources = self.userdata.collections, self.shared_collections
        self.collection_resolver = CollectionResolver(self.documents, self.records, self.good_law, *sources)
        self.exports = Exports(self.search, self.records, self.collection_resolver, *sources)

    @classmethod
    def open(cls) -> Self:
        """Open the library of the office in the settings, whose server alone this program may reach. Raises
        the errors of ``join``, and StoreError for what belongs to this computer."""
        with suppress(errors.BriefBankError):  # the client works without; the copy itself says what is wrong
            offline_matters.delete_forfeited(paths.offline_folder())
        client = close_network.opened.office
        if client is None:
            raise errors.ServerAway
        here = Library.open(data_folder() / "office" / "desk")
        try:
            return cls.join(Link(client.exchange, Credentials()), here, pdfs_folder())
        except BaseException:
            here.close()
            raise

    @classmethod
    def join(cls, link: Link, here: Library, folder: Path) -> Self:
        """Return the library of the office that this computer belongs to, which is enrolled if it is not yet.
        Raises ServerAway, OtherServer, OtherRelease, NotEnrolled and StoreError.

        Without a secret nothing is deleted: the key ring that has it may be locked.
        """
        if _leaving().exists():
            forget_office(folder)
        link.forget_office = partial(forget_office, folder)
        link.credentials.device = secrets.kept(DEVICE)
        greeting = link.greet()
        if not link.credentials.device:
            code = secrets.kept(INVITATION)
            if not code:
                raise errors.NotEnrolled(
                    Message("BriefBank finds no secret by which the office’s library knows this computer."),
                    Message(
                        "If this computer’s key ring is locked, unlock it and start BriefBank again. "
                        "Otherwise ask whoever looks after the server for an invitation. Nothing was deleted."
                    ),
                )
            if folder.exists():  # pages of the office to which this computer belonged before
                offline_matters.delete_folder(folder)
            link.credentials.device = link.enrol(code, platform.node() or "computer")
            library_folder.end_offline_lease(paths.offline_folder())
            secrets.keep(DEVICE, link.credentials.device)
            secrets.forget(INVITATION)
        link.credentials.session = secrets.kept(SESSION)
        library = cls(link, here, folder, greeting.office, settings.load().office_address)
        library.office.look()
        return library

    def _forget_pages(self) -> None:
        if self._here.installation.disk_encryption().state is not EncryptionState.YES:
            self._pdfs.clear()

    @property
    def folder(self) -> Path:
        return self._here.folder

    def read_only(self) -> Message:
        return NO_MESSAGE

    def taken_along(self) -> None:
        return None

    def drill(self, backup: Path, place: Path, reporter: Reporter) -> DrillReport:
        return self._here.drill(backup, place, reporter)

    def revision(self) -> int:
        """Return the number as ``LibraryApi`` says. After a change, pages are deleted here of documents that
        were removed, or are kept from the person now."""
        number = int(call(self.link, "revision"))
        if number != self._tidied_at:
            cached = self._pdfs.documents()
            for document_id in cached - self.documents.some(cached).keys():
                self._pdfs.forget(document_id)
            self._tidied_at = number
        return number

    def warm_search(self) -> None:
        """Do nothing: the server has its models loaded."""

    def has_unread_authorities(self) -> bool:
        return False

    def warm(self) -> None:
        self._here.installation  # noqa: B018 - made now, so that no later call waits for it

    def close(self) -> None:
        self.userdata.close()
        self._pages.close()
        self._here.close()

    def search(self, request: SearchRequest) -> SearchAnswer:
        answer: SearchAnswer = call(self.link, "search", request)
        return answer

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        facets: ResultFacets = call(self.link, "breakdown", request)
        return facets

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        keys: tuple[str, ...] = call(self.link, "relevant_keys", request)
        return keys

    @property
    def embedding(self) -> EmbeddingIndexer:
        return self._here.embedding

    @property
    def reranker(self) -> RerankerLoader:
        return self._here.reranker

    @property
    def local_model(self) -> LocalModelManager:
        return self._here.local_model

    @property
    def installation(self) -> Installation:
        return self._here.installation
