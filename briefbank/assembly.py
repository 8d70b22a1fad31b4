"""Builds the parts of one library and connects them: the only module that knows which part needs which.

Slow parts (the encoder, LanceDB, the reading processes) start on first use, so that opening is quick. Parts
that neither opening nor searching needs are :class:`~briefbank.storage.lazy.LazyAttribute`, with their
imports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from datetime import date
from functools import partial
from threading import RLock
from typing import TYPE_CHECKING, Any

from briefbank import settings
from briefbank.catalogue import authority_rows, document_rows, ingest_ledger, law_rows, library_facts
from briefbank.catalogue.database import ANSWERS, Database, OpenDatabase
from briefbank.catalogue.schema import open_catalogue
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome
from briefbank.domain.maintenance import AuditEvent
from briefbank.errors import IndexFault, OfflineEnded, StoreBusy
from briefbank.jobs import Reporter
from briefbank.paths import LibraryPaths, data_folder, sample_library
from briefbank.storage import library_folder
from briefbank.storage.lazy import LazyAttribute
from briefbank.storage.lease import ProcessLock
from briefbank.storage.write_access import Access

if TYPE_CHECKING:
    from briefbank.audit.audit import AuditLog
    from briefbank.citator.authorities import AuthorityDirectory
    from briefbank.citator.good_law import GoodLaw
    from briefbank.citator.graph import Graph
    from briefbank.citator.provision_finder import ProvisionFinder
    from briefbank.citator.provision_versions import Validity
    from briefbank.drafts.check import DraftChecker
    from briefbank.embedding.background_indexer import EmbeddingIndexer
    from briefbank.embedding.encoders import Encoder
    from briefbank.embedding.reranking import RerankerLoader
    from briefbank.exports.collection_resolver import CollectionResolver
    from briefbank.extraction.convert import Converters
    from briefbank.extraction.page_server import PageServerFactory
    from briefbank.extraction.passages import PrecomputedSegmenter
    from briefbank.extraction.worker_pool import WorkerPool
    from briefbank.index.lexical import LexicalIndex
    from briefbank.ingest.families import Families
    from briefbank.ingest.folder_watcher import WatchedFolders
    from briefbank.ingest.ingestion import Ingestion
    from briefbank.ingest.progress import WorkSpread
    from briefbank.maintenance.backup import Backup
    from briefbank.maintenance.documents import DocumentChanges, Documents, FeedbackStore
    from briefbank.maintenance.health import Health, LibraryParts
    from briefbank.maintenance.maintenance import AlertCollector, Installation, Maintenance
    from briefbank.maintenance.restore import Restore
    from briefbank.ocr.engines import OcrEngine
    from briefbank.query_expansion.expansion import Aids
    from briefbank.reader import DocumentReader
    from briefbank.search.feedback import FeedbackLearner
    from briefbank.search.search_types import Reranker
    from briefbank.search.searcher import Searcher
    from briefbank.search.thesaurus import ThesaurusFiles
    from briefbank.summary.local_model_manager import LocalModelManager
    from briefbank.summary.summaries import Summaries
    from briefbank.userdata.userdata import Records, UserData

log = logging.getLogger(__name__)

WRITER_WAIT_S = 30.0
"""The wait for another program's change; writing one file to catalogue and index takes a second or two."""
AUDIT_WAIT_S = 5.0
"""The time to wait for another program's line in the audit record, whose longest part is waiting for the
catalogue's lock."""

_USED_AT_ONCE = (
    *("documents", "document_changes", "reader", "ingest", "watched", "embedding", "reranker", "feedback"),
    *("thesaurus", "good_law", "validity", "maintenance", "installation", "userdata", "audit", "searcher"),
)
"""The parts that a window uses from its start: it must not wait for them then."""


class Assembly:
    """All parts of one open library, each made when it is first needed. ``close`` ends them in order."""

    def __init__(
        self,
        paths: LibraryPaths,
        load: Callable[[], Encoder] | None,
        ocr: OcrEngine | None,
        reporter: Reporter,
        open_database: OpenDatabase | None = None,
        spread: WorkSpread | None = None,
    ) -> None:
        """Open or create the library in ``paths``, with its catalogue in the database of an office that
        ``open_database`` opens, if that is given.

        Without ``load`` searches use the model of the settings, and without ``ocr`` the default engines.
        ``spread`` has other computers do work on files. ``reporter`` receives the progress of a migration,
        and of making the word index anew. Raises StoreError.
        """
        self.making = RLock()
        self.load, self._given_ocr, self._reporter, self.given_spread = load, ocr, reporter, spread
        self._stop_watching_settings: Callable[[], None] = lambda: None
        self.access = Access(paths, reporter, of_office=open_database is not None)
        try:
            self.paths = self.access.paths
            require = self.access.require
            self.catalogue = (
                open_database(reporter, require)
                if open_database
                else open_catalogue(self.paths.catalogue, reporter, require=require)
            )
        except BaseException:
            self.access.close()
            raise
        self.lock = ProcessLock(self.paths.lock, wait_s=WRITER_WAIT_S, require=self.access.require_to_change)
        self.adding = ProcessLock(self.paths.intake_lock, wait_s=0.0, require=self.access.require_to_change)

    @LazyAttribute
    def _spread(self) -> WorkSpread:
        from briefbank.ingest.progress import ON_THIS_COMPUTER

        return self.given_spread or ON_THIS_COMPUTER

    @LazyAttribute
    def lexical(self) -> LexicalIndex:
        """The word index, brought up to date with the catalogue."""
        from briefbank.maintenance import documents

        return documents.open_word_index(self.paths.lexical, self.catalogue, self.lock, self._reporter)

    @LazyAttribute
    def embedding(self) -> EmbeddingIndexer:
        from briefbank.embedding.background_indexer import EmbeddingIndexer
        from briefbank.embedding.encoders import chosen_encoder

        return EmbeddingIndexer(
            self.paths,
            self.catalogue,
            self.lock,
            self.load or chosen_encoder,
            chosen_folder=lambda: settings.load().encoder,
            read_only=self.access.why_not,
        )

    @LazyAttribute
    def reranker(self) -> RerankerLoader:
        from briefbank.embedding.reranking import RerankerLoader

        return RerankerLoader(lambda: settings.load().reranker)

    @LazyAttribute
    def good_law(self) -> GoodLaw:
        from briefbank.citator.good_law import GoodLaw

        return GoodLaw(self.catalogue, self.audit.note)

    @LazyAttribute
    def validity(self) -> Validity:
        from briefbank.citator.provision_versions import Validity

        return Validity(self.catalogue, self.good_law.entries)

    @LazyAttribute
    def thesaurus(self) -> ThesaurusFiles:
        from briefbank.search.thesaurus import ThesaurusFiles

        return ThesaurusFiles(self.paths.thesaurus, require=self.access.require)

    @LazyAttribute
    def searcher(self) -> Searcher:
        from briefbank.search.feedback import FeedbackLearner

        parts = self.catalogue, self.lexical, self.embedding, self.thesaurus
        law = self.validity, self.good_law
        return searcher_of(*parts, FeedbackLearner(self.catalogue), self.reranker.if_ready, law)

    @LazyAttribute
    def documents(self) -> Documents:
        from briefbank.maintenance.documents import Documents

        return Documents(self.catalogue, lambda: self.lexical.size(), lambda: self.document_changes)

    @LazyAttribute
    def document_changes(self) -> DocumentChanges:
        from briefbank.ingest.document_writer import Corrections
        from briefbank.maintenance.documents import DocumentChanges

        corrections = Corrections(self.catalogue, self.lexical, self.graph, self.lock)
        return DocumentChanges(self.parts, self.health, corrections, self.audit.note)

    @LazyAttribute
    def pages(self) -> PageServerFactory:
        from briefbank.extraction.page_server import PageServerFactory
        from briefbank.sandbox import confinement

        return PageServerFactory(
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            place=confinement.workspace_place(self.paths.work, confinement.confine_to_workspace),
        )

    @LazyAttribute
    def reader(self) -> DocumentReader:
        from briefbank.reader import DocumentReader, LibraryPdfs

        return DocumentReader(
            self.documents, self.records, LibraryPdfs(self.paths, self.documents), self.pages
        )

    @LazyAttribute
    def userdata(self) -> UserData:
        from briefbank.userdata.userdata import FILE, UserData

        return UserData(data_folder() / FILE, self.records, lambda: settings.load().remember)

    @LazyAttribute
    def records(self) -> Records:
        from briefbank.userdata.userdata import Records

        return Records(self.catalogue, self.lock)

    @LazyAttribute
    def feedback(self) -> FeedbackStore:
        from briefbank.maintenance.documents import FeedbackStore

        return FeedbackStore(self.parts, self.health, self.audit.note)

    @LazyAttribute
    def families(self) -> Families:
        from briefbank.ingest.families import Families

        return Families(self.catalogue)

    @LazyAttribute
    def graph(self) -> Graph:
        from briefbank.citator.graph import Graph

        return Graph(self.catalogue)

    @LazyAttribute
    def ocr(self) -> OcrEngine:
        from briefbank.ocr.engines import default_engine

        return self._given_ocr or default_engine(self.paths.work, self._spread.engine)

    @LazyAttribute
    def processes(self) -> WorkerPool:
        from briefbank.extraction.worker_pool import reading_processes
        from briefbank.sandbox.guard import processors

        return reading_processes(self.paths.work, processors())

    @LazyAttribute
    def converters(self) -> Converters:
        from briefbank.extraction.convert import Converters
        from briefbank.extraction.worker_pool import converting_processes

        return Converters(self.processes, converting_processes(self.paths.work))

    @LazyAttribute
    def ingest(self) -> Ingestion:
        from briefbank.ingest.document_writer import DocumentWriter
        from briefbank.ingest.ingestion import Ingestion
        from briefbank.ingest.progress import IngestAuditHook
        from briefbank.ingest.steps import FileSteps
        from briefbank.sandbox.guard import processors

        parts = self.paths, self.catalogue, self.lexical, self.lock, self.families, self.graph
        writer = DocumentWriter(*parts, lambda *document_ids: self.embedding.remove(*document_ids))
        return Ingestion(
            self.access,
            self.catalogue,
            self.processes,
            FileSteps(self.paths, self.catalogue, self.converters, self.ocr, writer),
            (self.lock, self.adding),
            lambda: self._spread.places(processors()),
            IngestAuditHook(self.audit.note, self.audit.sync),
            self.bring_up,
            self._after_ingest,
            settings.load,
        )

    @LazyAttribute
    def watched(self) -> WatchedFolders:
        from briefbank.ingest.folder_watcher import WatchedFolders

        return WatchedFolders(self.access, self.catalogue, self.ingest)

    @LazyAttribute
    def audit(self) -> AuditLog:
        from briefbank.audit.audit import HEAD, AuditLog

        lock = ProcessLock(self.paths.audit_lock, wait_s=AUDIT_WAIT_S, require=self.access.require_present)
        stored = (
            partial(library_facts.get, self.catalogue, HEAD),
            partial(library_facts.put, self.catalogue, HEAD),
        )
        return AuditLog(self.paths.audit, lock, stored)

    @LazyAttribute
    def parts(self) -> LibraryParts:
        from briefbank.maintenance.health import LibraryParts

        return LibraryParts(
            self.paths, self.catalogue, self.lexical, self.embedding, self.families, self.graph, self.lock
        )

    @LazyAttribute
    def health(self) -> Health:
        from briefbank.maintenance.health import Health

        waiting = partial(ingest_ledger.waiting_hashes, self.catalogue)
        return Health(self.parts, self.adding, waiting, self._read_again_now)

    @LazyAttribute
    def backup(self) -> Backup:
        from briefbank.maintenance.backup import Backup

        return Backup(self.parts, partial(ingest_ledger.waiting_hashes, self.catalogue))

    @LazyAttribute
    def restore(self) -> Restore:
        from briefbank.maintenance.restore import Restore

        return Restore(self.parts, self.health, self.backup, self.adding, self.audit)

    @LazyAttribute
    def maintenance(self) -> Maintenance:
        from briefbank.maintenance.maintenance import Maintenance

        copies, alerts = (self.backup, self.restore), lambda: self.alerts.collect()
        return Maintenance(self.parts, self.access, self.health, copies, alerts, self.audit.note)

    @LazyAttribute
    def installation(self) -> Installation:
        from briefbank.files import write_export
        from briefbank.maintenance.maintenance import Installation

        return Installation(
            self.access,
            self.health,
            self.audit,
            self.ocr,
            self.embedding,
            lambda: self.local_model,
            write_export,
        )

    @LazyAttribute
    def authorities(self) -> AuthorityDirectory:
        from briefbank.citator.authorities import AuthorityDirectory

        return AuthorityDirectory(self.catalogue, self.good_law, self.validity)

    @LazyAttribute
    def collection_resolver(self) -> CollectionResolver:
        from briefbank.exports.collection_resolver import CollectionResolver

        return CollectionResolver(self.documents, self.records, self.good_law, self.userdata.collections)

    @LazyAttribute
    def local_model(self) -> LocalModelManager:
        from briefbank.summary.local_model_manager import LocalModelManager

        return LocalModelManager(lambda: settings.load().local_model)

    @LazyAttribute
    def summaries(self) -> Summaries:
        from briefbank.summary.summaries import Summaries

        encoder = self.embedding.encoder
        note = self.audit.note
        return Summaries(self.paths, self.catalogue, self.good_law, self.local_model, encoder, note)

    @LazyAttribute
    def query_expansion(self) -> Aids:
        from briefbank.query_expansion.expansion import Aids, SectionRecutter

        switched_on, model = lambda: settings.load().aids, self.local_model.if_ready
        recutting = SectionRecutter(self.catalogue, self.paths, self.processes, self.cut_again)
        return Aids(self.searcher, switched_on, model, self.reranker.if_ready, recutting)

    @LazyAttribute
    def provision_finder(self) -> ProvisionFinder:
        from briefbank.citator.provision_finder import ProvisionFinder

        encoder, chooser = self.embedding.encoder_if_ready, self.query_expansion.chooser
        return ProvisionFinder(self.searcher, self.catalogue, self.validity, encoder, chooser)

    @LazyAttribute
    def alerts(self) -> AlertCollector:
        from briefbank.maintenance.maintenance import AlertCollector

        return AlertCollector(self.paths, self.catalogue, self.lexical, self.good_law, self.watched)

    @LazyAttribute
    def drafts(self) -> DraftChecker:
        from briefbank.drafts.check import DraftChecker
        from briefbank.drafts.reading import DraftReader

        reader = DraftReader(self.converters, self.ocr)
        return DraftChecker(self.paths, self.catalogue, self.families, self.good_law, self.searcher, reader)

    def put_in_order(self, *, tidy: bool) -> None:
        """Complete at opening what an interruption left half done, or close everything and raise StoreError.

        With ``tidy``, and in a new library, also delete what nobody needs any more, and make the parts that a
        window uses from its start. In a read-only library only the word index of its copy is repaired.
        """
        try:
            if self.access.refusal is not None:
                lease = library_folder.offline_lease(self.paths.root)
                # Its documents should be deleted, and cannot be.
                if lease.is_over() if lease is not None else library_facts.offline_notes(self.catalogue):
                    raise OfflineEnded(detail="read only")
                _ = self.lexical
                self.access.settle()
            else:
                self._finish_interrupted()
                if tidy or self.access.is_new:
                    self._tidy()
            if tidy:
                for name in _USED_AT_ONCE:
                    getattr(self, name)
        except BaseException:
            self.close()
            raise

    def _finish_interrupted(self) -> None:
        """Finish a restore and a removal that a stop cut short; a query where there are none."""
        if self.paths.restoring.exists():
            self.restore.finish_interrupted(self._reporter)
        if library_facts.deleted(self.catalogue) is not None:
            from briefbank.maintenance import documents

            documents.finish(self.parts, self.health, self._reporter)
        lease = library_folder.offline_lease(self.paths.root)
        # What is noted of an office without a lease is in an offline copy whose lease somebody took away.
        if lease.is_forfeited() if lease is not None else library_facts.offline_notes(self.catalogue):
            from briefbank.maintenance import documents

            documents.remove_of_office(self.parts, self.health, (), self._reporter)

    def _tidy(self) -> None:
        from briefbank.summary import cache

        self.health.close_doors()
        self.ingest.clear_leftovers()
        hashes = document_rows.hashes(self.catalogue)
        cache.delete_outdated(self.paths, hashes)
        self.audit.begin(len(hashes), sample=self.paths.root == sample_library())
        self._stop_watching_settings = settings.watch(self._note_setting)

    def _note_setting(self, name: str, value: object) -> None:
        """Record which setting was changed, and the new value of a switch."""
        switched = {"on": value} if isinstance(value, bool) else {}
        self.audit.note(AuditEvent.SETTING, setting=name, **switched)

    @contextmanager
    def unchanged(self) -> Iterator[None]:
        """Keep everybody on this computer from adding files and changing documents; in a library that is only
        read nobody here does. Raises StoreBusy while somebody does."""
        with ExitStack() as locks:
            if not self.access.why_not():
                locks.enter_context(self.adding())
                locks.enter_context(self.lock())
            yield

    def bring_up(self, reporter: Reporter) -> None:
        """Bring word index, families and graph up to date with the catalogue; milliseconds when they are."""
        from briefbank.maintenance import documents

        documents.bring_words_up(self.lexical, self.catalogue, self.lock, reporter)
        self.families.catch_up(self.lock, reporter.check)
        self.graph.catch_up(self.lock, reporter.check)

    def _after_ingest(self, reporter: Reporter) -> None:
        """Bring everything up to date, and delete the old words of documents that were read again."""
        self.converters.office.rest()
        self.bring_up(reporter)
        self.health.sweep(reporter)

    def close(self) -> None:
        """Close all parts, in spite of exceptions from some. Call it while no other call runs."""
        endings: tuple[tuple[LazyAttribute[Any], Callable[[], None]], ...] = (
            (Assembly.userdata, lambda: self.userdata.close()),
            (Assembly.lexical, lambda: self.lexical.close()),
            (Assembly.audit, lambda: self.audit.sync()),
            (Assembly.embedding, lambda: self.embedding.close()),
            (Assembly.ocr, lambda: self.ocr.close()),
            (Assembly.pages, lambda: self.pages.close()),
            (Assembly.processes, lambda: self.processes.close()),
            (Assembly.converters, lambda: self.converters.office.close()),
            (Assembly.local_model, lambda: self.local_model.close()),
        )
        with ExitStack() as last_first:
            last_first.callback(self.access.close)
            last_first.callback(lambda: self.catalogue.close(leave=self.access.is_lost))
            last_first.callback(self._stop_watching_settings)
            for part, end in endings:
                if part.is_made(self):
                    last_first.callback(end)

    def cut_again(
        self, document: Document, segmenter: PrecomputedSegmenter, reporter: Reporter
    ) -> Sequence[FileOutcome]:
        """Cut a document's long sections again, and leave none of the former passages on the disk."""
        from briefbank.maintenance import documents

        outcomes = self.ingest.cut_again(document, segmenter, reporter)
        documents.finish(self.parts, self.health, reporter)
        return outcomes

    def _read_again_now(self, document: Document, reporter: Reporter) -> None:
        """Read a document again from its original, with earlier recognition results, and embed it again."""
        self.ingest.read_again(document.id, [])
        with suppress(StoreBusy):  # files are being added: the document is among them now
            self.ingest.run_only(reporter, document.id)
        if not self.embedding.trouble():
            self.embedding.embed_pending(reporter)


Law = tuple["Validity", "GoodLaw"]  # The periods in force, and the list of good law


def searcher_of(
    catalogue: Database,
    lexical: LexicalIndex,
    meaning: EmbeddingIndexer,
    thesaurus: ThesaurusFiles,
    learned: FeedbackLearner | None = None,
    reranker: Callable[[], Reranker | None] = lambda: None,
    law: Law | None = None,
) -> Searcher:
    """Build the searcher. Any thread. Without ``law`` nothing is known of periods in force."""
    from briefbank.citations import citations
    from briefbank.index import operator_matching
    from briefbank.index.operator_matching import ExpressionMatcher
    from briefbank.search.search_types import SearchServices
    from briefbank.search.searcher import Searcher

    services = SearchServices(
        lexical=lexical,
        embedding=meaning.ready,
        store=catalogue,
        find_citations=citations.find,
        match_ranges=operator_matching.match_ranges,
        matching_forms=operator_matching.matching_forms,
        matcher=ExpressionMatcher,
        related=thesaurus.related,
        learned=learned,
        reranker=reranker,
        authorities=partial(authority_rows.by_ids, catalogue),
        files_left=lambda: ingest_ledger.new_files_left(catalogue),
        state=partial(_state, catalogue, lexical, meaning, thesaurus, reranker),
    )
    if law is not None:
        validity, good_law = law
        texts = partial(_provision_texts, validity)
        services = replace(
            services,
            windows=validity.windows,
            has_provisions=partial(law_rows.has_provisions, catalogue),
            alerts=good_law.alerts,
            notes=good_law.notes,
            texts=texts,
        )
    return Searcher(services)


def _state(
    catalogue: Database,
    lexical: LexicalIndex,
    meaning: EmbeddingIndexer,
    words: ThesaurusFiles,
    reranker: Callable[[], Reranker | None],
) -> object:
    """Return everything besides the request that an answer depends on: catalogue (including feedback and the
    list of good law), both indexes, the models, the thesaurus and the date. Under a millisecond."""
    side = meaning.ready()
    try:
        vectors = (side.encoder.name, side.dense.stamp()) if side else None
    except IndexFault:  # the search uses words only, and its answer is not cached
        return None
    return catalogue.version(ANSWERS), lexical.stamp(), vectors, words.stamp(), reranker(), date.today()


def _provision_texts(validity: Validity, named: Sequence[str], passage_ids: Collection[int]) -> set[int]:
    authority_ids = {
        version.authority.id for name in dict.fromkeys(named) for version in validity.versions(name)
    }
    if not authority_ids:
        return set()
    provisions = validity.of_passages(passage_ids)
    return {number for number, provision in provisions.items() if provision.authority.id in authority_ids}
