"""A stand-in for a library: made-up briefs in memory, to force states and faults upon the window."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from briefbank import settings
from briefbank.domain.maintenance import DrillReport
from briefbank.domain.office import OfflineLease
from briefbank.jobs import Reporter
from briefbank.paths import data_folder
from briefbank.text.messages import NO_MESSAGE, Message
from briefbank.userdata.userdata import FILE, UserData
from tests.stand_ins.catalogue import StubRecords
from tests.stand_ins.library.audit import StubAudit
from tests.stand_ins.library.collections import StubCollectionResolver, StubSharedCollections
from tests.stand_ins.library.feedback import StubThesaurus
from tests.stand_ins.library.ingest import StubIngest, StubWatchedFolders
from tests.stand_ins.library.law import StubDrafts, StubFinder, StubLaw
from tests.stand_ins.library.local_model import StubModel, StubQueryExpansion
from tests.stand_ins.library.maintenance import StubEmbedding, StubInstallation, StubMaintenance, StubReranker
from tests.stand_ins.library.office import StubOffice
from tests.stand_ins.library.reader import StubReader
from tests.stand_ins.library.search import StubSearch
from tests.stand_ins.library.summaries import StubSummaries


class StubLibrary(StubSearch):
    """A ``LibraryApi`` over SOURCES. ``faults`` maps the name of a call to what it should raise."""

    def __init__(self, *, empty: bool = False) -> None:
        super().__init__(empty=empty)
        self.folder = Path("/made-up/library")
        self.why_read_only = NO_MESSAGE
        self.lease: OfflineLease | None = None
        self._office: StubOffice | None = None
        self.changes = 0
        """The number of changes by another program so far."""
        self.reader = StubReader(self, self.documents, self.folder)
        self.ingest = StubIngest(self, self.documents)
        self.watched = StubWatchedFolders(self)
        self.embedding, self.reranker = StubEmbedding(self), StubReranker(self)
        self.maintenance, self.installation = StubMaintenance(self), StubInstallation(self)
        self.thesaurus = StubThesaurus()
        self.law = StubLaw(self)
        self.law.law_here = not empty
        self.authorities, self.good_law = self.law.authorities, self.law.good_law
        self.validity = self.law.validity
        self.drafts, self.provision_finder = StubDrafts(), StubFinder()
        self.summaries, self.audit = StubSummaries(self), StubAudit(self)
        self.local_model, self.query_expansion = StubModel(self), StubQueryExpansion(self)
        self.records = StubRecords(self.documents)
        self.userdata = UserData(data_folder() / FILE, self.records, lambda: settings.load().remember)
        self.shared_collections = StubSharedCollections(self)
        self.collection_resolver = StubCollectionResolver(self)
        self.exports = self.collection_resolver.exports

    @property
    def office(self) -> StubOffice | None:
        return self._office

    @office.setter
    def office(self, office: StubOffice | None) -> None:
        self._office = office
        if office is not None:
            office.shared_collections = self.shared_collections

    def taken_along(self) -> OfflineLease | None:
        return self.lease

    def read_only(self) -> Message:
        return self.why_read_only

    def drill(self, backup: Path, _place: Path, reporter: Reporter) -> DrillReport:
        reporter.progress(Message("Restoring"), 1, 2)
        self._call("drill", backup)
        backed_up_at = datetime(2026, 3, 3, 12, tzinfo=UTC)
        return DrillReport(backed_up_at, 5, 6, 12, 90, 6, 3, 8.5, ())

    def revision(self) -> int:
        self._call("revision")
        return self.changes

    def warm_search(self) -> None:
        self._call("warm_search")

    def has_unread_authorities(self) -> bool:
        return False

    def warm(self) -> None:
        self._call("warm")

    def close(self) -> None:
        self._call("close")
