"""Builds the parts of one library and connects them: the only module that knows which part needs which.

Slow parts (the encoder, LanceDB, the reading processes) start on first use, so that opening is quick. Parts
that neither opening nor searching needs are :class:`~briefbank.storage.lazy.LazyAttribute`, with their
imports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import count
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.audit.audit import AuditLog
from briefbank.catalogue import before_upgrade
from briefbank.catalogue.store import Catalogue
from briefbank.citations import citations
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.graph import Graph
from briefbank.citator.validity import Validity
from briefbank.domain.audit_events import AuditEvent
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome
from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.embedding.background_indexer import EmbeddingIndexer
from briefbank.embedding.encoders import Encoder, load_encoder
from briefbank.embedding.reranking import RerankerLoader
from briefbank.errors import IndexFault, StoreBusy
from briefbank.exports.errors import write_file
from briefbank.extraction.converters import Converters
from briefbank.extraction.page_server import PageServerFactory
from briefbank.extraction.topic_segmentation import Segmenter
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.index import highlighting
from briefbank.index.lexical import LexicalIndex
from briefbank.index.operator_matching import ExpressionMatcher
from briefbank.ingest.audit_events import IngestAuditHook
from briefbank.ingest.corrections import Corrections
from briefbank.ingest.document_writer import DocumentWriter
from briefbank.ingest.families import Families
from briefbank.ingest.ingestion import Ingestion
from briefbank.ingest.steps import FileSteps
from briefbank.ingest.watched_folders import WatchedFolders
from briefbank.jobs import Reporter
from briefbank.maintenance import removal
from briefbank.maintenance.backup import Backup
from briefbank.maintenance.documents import Documents
from briefbank.maintenance.feedback import FeedbackStore
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.maintenance.installation import Installation
from briefbank.maintenance.maintenance import Maintenance
from briefbank.maintenance.restore import Restore
from briefbank.maintenance.stored_files import StoredFiles
from briefbank.network import close_network
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.engines import Engines
from briefbank.ocr.olmocr import OlmOcr
from briefbank.ocr.tesseract import Tesseract
from briefbank.paths import LibraryPaths, data_folder, sample_library
from briefbank.reader.document_reader import DocumentReader
from briefbank.sandbox import confinement
from briefbank.sandbox.limits import processors
from briefbank.search.dependencies import FeedbackAdjuster, Reranker
from briefbank.search.feedback_learner import FeedbackLearner
from briefbank.search.search_types import SearchDependencies as SearchParts
from briefbank.search.searcher import Searcher
from briefbank.search.thesaurus_files import ThesaurusFiles
from briefbank.storage import generations
from briefbank.storage.generations import IncompatibleIndex
from briefbank.storage.lazy import LazyAttribute
from briefbank.storage.locks import ProcessLock
from briefbank.storage.write_access import Access
from briefbank.summary import cache
from briefbank.userdata.userdata import FILE as PERSONAL_FILE
from briefbank.userdata.userdata import UserData

if TYPE_CHECKING:
    from briefbank.citator.authorities import AuthorityDirectory
    from briefbank.citator.provision_finder import ProvisionFinder
    from briefbank.drafts.check import DraftChecker
    from briefbank.exports.collection_resolver import CollectionResolver
    from briefbank.exports.exports import Exports
    from briefbank.maintenance.alerts import AlertCollector
    from briefbank.query_expansion.expansion import Aids
    from briefbank.summary.local_model_manager import LocalModelManager
    from briefbank.summary.summaries import Summaries

log = logging.getLogger(__name__)

READING_MEMORY_BYTES = 3 * 1024**3
READING_TIMEOUT_S = 60.0
CONVERSIONS = 200
"""The files that one LibreOffice converts before another is started: its memory grows with each."""
WRITER_WAIT_S = 30.0
"""The time to wait for another program's change; one file's catalogue and index writes take a second or
two."""
PREPARING_WORDS = "Preparing the search for words"
AUDIT_WAIT_S = 5.0
"""The time to wait for another program's line in the audit record, whose longest part is waiting for the
catalogue's lock."""


class Assembly:
    """All parts of one open library. ``close`` ends them in order."""

    def __init__(
        self, paths: LibraryPaths, load: Callable[[], Encoder], ocr: OcrEngine | None, reporter: Reporter
    ) -> None:
        """Open or create the library in ``paths``, with the default engines where ``ocr`` is None.
        ``reporter`` receives the progress of an upgrade. Raises StoreError."""
        self.access = Access(paths, reporter)
        try:
            self._make_parts(self.access.paths, load, ocr, reporter)
        except BaseException:
            self.access.close()
            raise

    def _make_parts(
        self, paths: LibraryPaths, load: Callable[[], Encoder], ocr: OcrEngine | None, reporter: Reporter
    ) -> None:
        self.making = RLock()
        self.paths, self.ocr = paths, ocr or default_engines(paths.work)
        self.catalogue = Catalogue.open(paths.catalogue, reporter, require=self.access.require)
        self.lock = ProcessLock(paths.lock, wait_s=WRITER_WAIT_S, require=self.access.require)
        self.adding = ProcessLock(paths.intake_lock, wait_s=0.0, require=self.access.require)
        self.pages = PageServerFactory(
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            place=confinement.place(paths.work, confinement.confine_to_workspace),
        )
        self.lexical = _open_word_index(paths, self.catalogue, self.lock, reporter)
        self._stop_watching_settings: Callable[[], None] = lambda: None
        self.audit = AuditLog(paths.audit, ProcessLock(paths.audit_lock, wait_s=AUDIT_WAIT_S), self.catalogue)
        self.embedding = EmbeddingIndexer(
            paths,
            self.catalogue,
            self.lock,
            load,
            load_from=load_encoder if load is chosen_encoder else None,
            chosen_folder=lambda: settings.load().encoder,
            read_only=self.access.why_not,
        )
        self.reranker = RerankerLoader(lambda: settings.load().reranker)
        self.families = Families(self.catalogue)
        self._make_citator()
        self._make_ingest()
        self._make_maintenance()
        self.learning = FeedbackLearner(self.catalogue)
        file = data_folder() / PERSONAL_FILE
        self.userdata = UserData(file, self.catalogue, self.lock, lambda: settings.load().remember)
        self.thesaurus = ThesaurusFiles(paths.thesaurus, require=self.access.require)
        self.searcher = searcher_of(
            self.catalogue,
            self.lexical,
            self.embedding,
            self.thesaurus,
            self.learning,
            self.reranker.if_ready,
            (self.validity, self.good_law),
        )

    def _make_citator(self) -> None:
        self.graph = Graph(self.catalogue)
        self.good_law = GoodLaw(self.catalogue, self.audit.note)
        self.validity = Validity(self.catalogue, self.good_law.entries)

    def _make_ingest(self) -> None:
        """Use one reading process for each processor, and one thread more: all are busy while one thread
        writes."""
        readers = processors()
        self.processes = WorkerPool(
            readers,
            READING_MEMORY_BYTES,
            READING_TIMEOUT_S,
            initializer=confinement.begin,
            place=confinement.place(self.paths.work, confinement.confine_to_workspace),
        )
        office = WorkerPool(
            readers,
            READING_MEMORY_BYTES,
            READING_TIMEOUT_S,
            initializer=confinement.begin,
            place=confinement.place(self.paths.work, confinement.confine_office),
            most_calls=CONVERSIONS,
        )
        self.converters = Converters(self.processes, office)
        shelf = DocumentWriter(
            self.paths,
            self.catalogue,
            self.lexical,
            self.lock,
            self.families,
            self.graph,
            self.embedding.remove,
        )
        steps = FileSteps(self.paths, self.catalogue, self.converters, self.ocr, shelf)
        noting = IngestAuditHook(self.audit.note, self.audit.sync)
        self.ingest = Ingestion(
            self.access,
            self.catalogue,
            self.processes,
            steps,
            (self.lock, self.adding),
            readers + 1,
            noting,
            self.bring_up,
            self._after_ingest,
            settings.load,
        )
        self.watched = WatchedFolders(self.access, self.catalogue, self.ingest)

    def _make_maintenance(self) -> None:
        self.parts = LibraryParts(
            self.paths, self.catalogue, self.lexical, self.embedding, self.families, self.graph, self.lock
        )
        waiting = self.catalogue.intake.waiting_hashes
        stored = StoredFiles(
            self.paths, self.catalogue, self.lock, self.adding, waiting, self._read_again_now
        )
        self.health = Health(self.parts, stored)
        backup = Backup(self.parts, waiting)
        self.restore = Restore(self.parts, self.health, backup, self.adding, self.audit)
        self.maintenance = Maintenance(
            self.parts,
            self.access,
            self.health,
            (backup, self.restore),
            lambda: self.alerts.collect(),
            self.audit.note,
        )
        self.installation = Installation(
            self.access,
            self.health,
            self.audit,
            self.ocr,
            self.embedding,
            lambda: self.local_model,
            write_file,
        )
        corrections = Corrections(self.catalogue, self.lexical, self.graph, self.lock)
        self.documents = Documents(self.parts, self.health, corrections, self.audit.note)
        self.feedback = FeedbackStore(self.parts, self.health, self.audit.note)
        self.reader = DocumentReader(self.paths, self.catalogue, self.pages)

    # --- lazy parts ------------------------------------------------------------------------------

    @LazyAttribute
    def authorities(self) -> AuthorityDirectory:
        from briefbank.citator.authorities import AuthorityDirectory

        return AuthorityDirectory(self.catalogue, self.good_law, self.validity)

    @LazyAttribute
    def collection_resolver(self) -> CollectionResolver:
        from briefbank.exports.collection_resolver import CollectionResolver

        return CollectionResolver(self.catalogue, self.good_law, self.userdata.collections)

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
        from briefbank.query_expansion.expansion import Aids
        from briefbank.query_expansion.recutting import SectionRecutter

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
        from briefbank.maintenance.alerts import AlertCollector

        return AlertCollector(self.paths, self.catalogue, self.lexical, self.good_law, self.watched)

    @LazyAttribute
    def drafts(self) -> DraftChecker:
        from briefbank.drafts.check import DraftChecker
        from briefbank.drafts.reading import DraftReader

        reader = DraftReader(self.converters, self.ocr)
        return DraftChecker(self.paths, self.catalogue, self.families, self.good_law, self.searcher, reader)

    def exports(self, search: Callable[[SearchRequest], SearchAnswer]) -> Exports:
        from briefbank.exports.exports import Exports

        resolver, collections = self.collection_resolver, self.userdata.collections
        return Exports(search, self.catalogue.authorities, resolver, collections, self.audit.note)

    # --- life cycle ------------------------------------------------------------------------------

    def put_in_order(self, reporter: Reporter) -> None:
        """Complete at opening what an interruption left half done. Raises StoreError.

        In a read-only library only the word index of its copy is repaired.
        """
        if self.access.refusal is not None:
            self.health.mend_words(reporter)
            self.access.settle()
            return
        self.restore.finish_interrupted(reporter)
        self.health.close_doors()
        self.ingest.clear_leftovers()
        self.health.mend_words(reporter)
        removal.finish(self.parts, self.health, reporter)
        before_upgrade.forget_old(self.paths.root)
        hashes = self.catalogue.hashes()
        cache.delete_outdated(self.paths, hashes)
        self.audit.begin(len(hashes), sample=self.paths.root == sample_library())
        self._stop_watching_settings = settings.watch(self._note_setting)

    def _note_setting(self, name: str, value: object) -> None:
        """Record which setting was changed, and the new value of a switch."""
        if isinstance(value, bool):
            self.audit.note(AuditEvent.SETTING, setting=name, on=value)
        else:
            self.audit.note(AuditEvent.SETTING, setting=name)

    def bring_up(self, reporter: Reporter) -> None:
        """Bring word index, families and graph up to date with the catalogue; milliseconds when they are."""
        self.health.mend_words(reporter)
        self.families.catch_up(self.lock, reporter.check)
        self.graph.catch_up(self.lock, reporter.check)

    def _after_ingest(self, reporter: Reporter) -> None:
        """Bring everything up to date, and delete the old words of documents that were read again."""
        self.converters.office.rest()
        self.bring_up(reporter)
        self.health.sweep(reporter)

    def close(self) -> None:
        """Close all parts, in spite of exceptions from some. Call it while no other call runs."""
        with ExitStack() as last_first:
            last_first.callback(self.access.close)
            last_first.callback(lambda: self.catalogue.close(leave=self.access.is_lost))
            last_first.callback(self.userdata.close)
            last_first.callback(self.lexical.close)
            last_first.callback(self.audit.sync)
            last_first.callback(self._stop_watching_settings)
            last_first.callback(self.embedding.close)
            last_first.callback(self.ocr.close)
            last_first.callback(self.pages.close)
            last_first.callback(self.processes.close)
            last_first.callback(self.converters.office.close)
            if Assembly.local_model.is_made(self):
                last_first.callback(self.local_model.close)

    def cut_again(
        self, document: Document, segmenter: Segmenter, reporter: Reporter
    ) -> Sequence[FileOutcome]:
        """Cut a document's long sections again, and leave none of the former passages on the disk."""
        outcomes = self.ingest.cut_again(document, segmenter, reporter)
        removal.finish(self.parts, self.health, reporter)
        return outcomes

    def _read_again_now(self, document: Document, reporter: Reporter) -> None:
        """Read a document again from its original, with earlier text recognition results, and embed it
        again."""
        self.ingest.read_again(document.id, [])
        with suppress(StoreBusy):  # files are being added: the document is among them now
            self.ingest.run_only(reporter, document.id)
        if not self.embedding.trouble():
            self.embedding.embed_pending(reporter)


def default_engines(work: Path) -> OcrEngine:
    """Return the office's own server first, where there is one, and Tesseract on this computer otherwise.

    ``work`` is the library's folder for the workspaces of the engines' child processes.
    """
    begin, place = confinement.begin_recognising, confinement.place(work, confinement.confine_recognition)
    tesseract, server = Tesseract(initializer=begin, place=place), close_network.server()
    if server is None:
        return tesseract
    model = settings.load().ocr_model
    return Engines(OlmOcr(server, model, tesseract, initializer=begin, place=place), [tesseract])


def chosen_encoder() -> Encoder:
    """Load the model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)


def _open_word_index(
    paths: LibraryPaths, catalogue: Catalogue, lock: ProcessLock, reporter: Reporter
) -> LexicalIndex:
    """Open the word index. The catalogue has everything that it needs, so an index of another release is
    replaced by a new one built beside it, and one that cannot be opened by an empty one."""
    try:
        return LexicalIndex(paths.lexical)
    except IncompatibleIndex:
        log.warning("word index of another release, made anew beside it")
        with lock():
            rows = catalogue.iterate_documents_with_passages()
            found = LexicalIndex.anew(paths.lexical, rows, _progress_check(reporter, len(catalogue.hashes())))
            catalogue.words_follow()
            return found
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        generations.delete_all(paths.lexical)
        return LexicalIndex(paths.lexical)


def _progress_check(reporter: Reporter, documents: int) -> Callable[[], None]:
    """Return a function to call before each of so many documents."""
    done = count()

    def check() -> None:
        reporter.check()
        reporter.progress(PREPARING_WORDS, min(next(done), documents), documents)

    return check


Law = tuple[Validity, GoodLaw]
"""The periods in force, and the list of good law."""


def searcher_of(
    catalogue: Catalogue,
    lexical: LexicalIndex,
    meaning: EmbeddingIndexer,
    thesaurus: ThesaurusFiles | Path,
    learned: FeedbackAdjuster | None = None,
    reranker: Callable[[], Reranker | None] = lambda: None,
    law: Law | None = None,
) -> Searcher:
    """Build the searcher. Any thread.

    ``thesaurus`` is the thesaurus in force, or the path of the office's own file. Without ``law`` nothing is
    known of periods in force.
    """
    words = ThesaurusFiles(thesaurus) if isinstance(thesaurus, Path) else thesaurus
    parts = SearchParts(
        lexical=lexical,
        meaning=meaning.ready,
        store=catalogue,
        find_citations=citations.find,
        match_ranges=highlighting.match_ranges,
        matcher=ExpressionMatcher,
        related=words.related,
        learned=learned,
        reranker=reranker,
        authorities=catalogue.authorities.by_ids,
        state=partial(_state, catalogue, lexical, meaning, words, reranker),
    )
    if law is not None:
        validity, good_law = law
        texts = partial(_provision_texts, validity)
        parts = replace(
            parts, windows=validity.windows, alerts=good_law.alerts, notes=good_law.notes, texts=texts
        )
    return Searcher(parts)


def _state(
    catalogue: Catalogue,
    lexical: LexicalIndex,
    meaning: EmbeddingIndexer,
    words: ThesaurusFiles,
    reranker: Callable[[], Reranker | None],
) -> object:
    """Return everything besides the request that an answer depends on: catalogue (including feedback and the
    list of good law), both indexes, the models, the thesaurus and the date. Under a millisecond."""
    side = meaning.ready()
    try:
        vectors = (side.name, side.dense.stamp()) if side else None
    except IndexFault:  # the search uses words only, and its answer is not cached
        return None
    return catalogue.version(), lexical.stamp(), vectors, words.stamp(), reranker(), date.today()


def _provision_texts(validity: Validity, named: Sequence[str], passage_ids: Collection[int]) -> set[int]:
    """Return the passages that are the text of the named provisions."""
    wanted = {version.authority.id for name in dict.fromkeys(named) for version in validity.versions(name)}
    if not wanted:
        return set()
    provisions = validity.of_passages(passage_ids)
    return {number for number, provision in provisions.items() if provision.authority.id in wanted}
