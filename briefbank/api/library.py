"""One library, wherever it is: all that the window knows of it."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from briefbank.api.audit import AuditApi
from briefbank.api.documents import DocumentsApi
from briefbank.api.feedback import FeedbackApi, ThesaurusApi
from briefbank.api.generated import LocalModelApi, QueryExpansionApi, SummariesApi
from briefbank.api.ingest import IngestApi, WatchedFoldersApi
from briefbank.api.law import AuthoritiesApi, DraftsApi, GoodLawApi, ProvisionFinderApi, ValidityApi
from briefbank.api.maintenance import InstallationApi, MaintenanceApi
from briefbank.api.models import EmbeddingApi, RerankerApi
from briefbank.api.office import OfficeApi
from briefbank.api.reader import ReaderApi
from briefbank.api.shared_collections import SharedCollectionsApi
from briefbank.api.userdata import CollectionResolverApi, ExportsApi, UserDataApi
from briefbank.domain.offline import OfflineLease
from briefbank.domain.searches import ResultFacets, SearchAnswer, SearchRequest


class LibraryApi(Protocol):
    """One open library: its searches, and a service for each subject."""

    @property
    def folder(self) -> Path:
        """Return the folder of the library."""

    def read_only(self) -> str:
        """Return sentences that say why this library cannot be changed here; empty where it can.
        Immediate."""

    def revision(self) -> int:
        """Return a number that differs after each change of the catalogue, by this or any other program. A
        millisecond."""

    def close(self) -> None:
        """Close everything; later calls fail. Call it while no other call runs."""

    # --- search ----------------------------------------------------------------------------------

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
        """Return the relevant passages, by words, and by embeddings once ``warm`` has ended. Raises
        QueryError."""

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facets of a search's results, with the counts that one more value would leave.

        Quick after the search itself, whose close results it counts. Raises the exceptions of ``search``.
        """

    def relevant_keys(self, request: SearchRequest) -> tuple[str, ...]:
        """Return the keys of a search's relevant passages, copies included, the newest filed first.

        Keys stay the same after a rebuild, a restore, or removing and adding a file (``hashes.passage_key``).
        Comparing them with earlier keys tells which results are new. Raises the exceptions of ``search``.
        """

    # --- services --------------------------------------------------------------------------------

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
    def shared_collections(self) -> SharedCollectionsApi: ...

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
