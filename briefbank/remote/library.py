"""The office's library as a desk has it. The window does not know it from one on this computer."""

from __future__ import annotations

import platform
from contextlib import nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self

from briefbank import paths, settings
from briefbank.api.audit import AuditApi
from briefbank.api.documents import DocumentsApi
from briefbank.api.feedback import FeedbackApi, ThesaurusApi
from briefbank.api.generated import QueryExpansionApi, SummariesApi
from briefbank.api.ingest import IngestApi, WatchedFoldersApi
from briefbank.api.law import AuthoritiesApi, DraftsApi, GoodLawApi, ProvisionFinderApi, ValidityApi
from briefbank.api.maintenance import MaintenanceApi
from briefbank.api.records import RecordsApi
from briefbank.api.shared_collections import SharedCollectionsApi
from briefbank.domain.encryption import EncryptionState
from briefbank.domain.searches import ResultFacets, SearchAnswer, SearchRequest
from briefbank.errors import BriefBankError
from briefbank.exports.collection_resolver import CollectionResolver
from briefbank.exports.exports import Exports
from briefbank.extraction.page_server import PageServerFactory
from briefbank.library import Library
from briefbank.network import close_network
from briefbank.network.membership import DEVICE, INVITATION, SESSION
from briefbank.paths import data_folder
from briefbank.reader.document_reader import DocumentReader
from briefbank.remote import offline
from briefbank.remote.documents import RemoteDocuments
from briefbank.remote.ingest import DeskIngest, NoWatchedFolders
from briefbank.remote.link import Credentials, Link
from briefbank.remote.maintenance import DeskMaintenance
from briefbank.remote.office import Office
from briefbank.remote.offline import OfflineMatters
from briefbank.remote.pdf_cache import PdfCache
from briefbank.remote.services import call, service
from briefbank.remote.store import RemoteStore
from briefbank.sandbox import confinement
from briefbank.storage import secret_store
from briefbank.userdata.userdata import FILE, UserData
from briefbank.wire.errors import NotEnrolled, ServerAway

if TYPE_CHECKING:
    from briefbank.embedding.background_indexer import EmbeddingIndexer
    from briefbank.embedding.reranking import RerankerLoader
    from briefbank.maintenance.installation import Installation
    from briefbank.summary.local_model_manager import LocalModelManager


class RemoteLibrary:
    """The library of an office, through its server. It fulfils :class:`~briefbank.api.library.LibraryApi`.

    What the server answers raises ServerAway while it does not, and works again once it does. What belongs to
    this computer is that of an empty library on it.
    """

    def __init__(self, link: Link, here: Library, folder: Path, office: str = "", address: str = "") -> None:
        """``here`` is this computer's own library, which is closed with this one; ``folder`` is for cached
        PDFs. ``office`` is the name of the office, ``address`` that of its server."""
        self.link = link
        offline = OfflineMatters(link, paths.offline_folder())
        self.office = Office(link, office, address, offline, self._forget_pages)
        self._here = here
        records: RecordsApi = service(RecordsApi, "records", link)
        self.documents: DocumentsApi = service(DocumentsApi, "documents", link, RemoteDocuments(link))
        self.feedback: FeedbackApi = service(FeedbackApi, "feedback", link)
        self.thesaurus: ThesaurusApi = service(ThesaurusApi, "thesaurus", link)
        self.authorities: AuthoritiesApi = service(AuthoritiesApi, "authorities", link)
        self.good_law: GoodLawApi = service(GoodLawApi, "good_law", link)
        self.validity: ValidityApi = service(ValidityApi, "validity", link)
        self.provision_finder: ProvisionFinderApi = service(ProvisionFinderApi, "provision_finder", link)
        self.drafts: DraftsApi = service(DraftsApi, "drafts", link)
        self.summaries: SummariesApi = service(SummariesApi, "summaries", link)
        self.query_expansion: QueryExpansionApi = service(QueryExpansionApi, "query_expansion", link)
        self.maintenance: MaintenanceApi = service(MaintenanceApi, "maintenance", link, DeskMaintenance())
        self.audit: AuditApi = service(AuditApi, "audit", link)
        self.watched: WatchedFoldersApi = service(WatchedFoldersApi, "watched", link, NoWatchedFolders())
        desk = DeskIngest(link, here.ingest, lambda: settings.load().leave_out)
        self.ingest: IngestApi = service(IngestApi, "ingest", link, desk)
        store = RemoteStore(self.documents, records)
        self._pdfs = PdfCache(folder, link)
        self._tidied_at: int | None = None
        self._pages = PageServerFactory(initializer=confinement.begin, confine=confinement.to_one_file)
        self.reader = DocumentReader(store, self._pdfs, self._pages)
        self.userdata = UserData(data_folder() / FILE, store, nullcontext, lambda: settings.load().remember)
        self.shared_collections: SharedCollectionsApi = service(
            SharedCollectionsApi, "shared_collections", link
        )
        collections = self.userdata.collections, self.shared_collections
        self.collection_resolver = CollectionResolver(store, self.good_law, *collections)
        self.exports = Exports(self.search, store.authorities, self.collection_resolver, collections)

    @classmethod
    def open(cls) -> Self:
        """Open the library of the office in the settings, whose server alone this program may reach.

        Raises the errors of ``join``, and StoreError for what belongs to this computer.
        """
        with suppress(
            BriefBankError
        ):  # the desk works without; the offline copy says itself what is wrong with it
            offline.delete_forfeited(paths.offline_folder())
        client = close_network.office()
        if client is None:
            raise ServerAway
        here = Library.open(data_folder() / "office" / "desk")
        try:
            return cls.join(Link(client.exchange, Credentials()), here, data_folder() / "office" / "pdfs")
        except BaseException:
            here.close()
            raise

    @classmethod
    def join(cls, link: Link, here: Library, folder: Path) -> Self:
        """Return the library of the office that this computer belongs to, which is enrolled if it is not yet.

        Raises ServerAway, OtherServer, OtherRelease and NotEnrolled.
        """
        greeting = link.greet()
        link.credentials.device = secret_store.kept(DEVICE)
        if not link.credentials.device:
            code = secret_store.kept(INVITATION)
            if not code:
                raise NotEnrolled
            link.credentials.device = link.enrol(code, platform.node() or "computer")
            secret_store.keep(DEVICE, link.credentials.device)
            secret_store.forget(INVITATION)
        link.credentials.session = secret_store.kept(SESSION)
        library = cls(link, here, folder, greeting.office, settings.load().office_address)
        library.office.look()
        return library

    def _forget_pages(self) -> None:
        if self._here.installation.disk_encryption().state is not EncryptionState.YES:
            self._pdfs.clear()

    # --- the library itself ---

    @property
    def folder(self) -> Path:
        return self._here.folder

    def read_only(self) -> str:
        return ""

    def taken_along(self) -> None:
        return None

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

    # --- what belongs to this computer ---

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
