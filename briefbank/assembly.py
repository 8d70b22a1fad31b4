"""Builds the parts of one library and joins them: the only place that knows which part needs which.

Slow parts (the encoder, LanceDB, the reading processes) come up on first need, so that opening is quick. What
neither opening nor searching needs is made :class:`~briefbank.when_asked.WhenAsked`, with its imports.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable
from contextlib import suppress
from threading import RLock
from typing import TYPE_CHECKING

from briefbank import files, settings
from briefbank.care.backup import Backup
from briefbank.care.health import Health, Parts
from briefbank.care.restore import Restore
from briefbank.care.stored_files import StoredFiles
from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.graph import Graph
from briefbank.citator.validity import Validity
from briefbank.closed import guard, opening
from briefbank.corrections import Corrections
from briefbank.errors import IndexFault, StoreBusy
from briefbank.families import Families
from briefbank.index.embedding import Encoder, load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.intake.intake import Intake
from briefbank.intake.shelf import Shelf
from briefbank.intake.steps import FileSteps
from briefbank.intake.watching import Watching
from briefbank.jobs import QuietReporter, Reporter
from briefbank.limits import processors
from briefbank.locks import ProcessLock
from briefbank.meaning import Meaning
from briefbank.models import Document, OcrSetting
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.engines import Engines
from briefbank.ocr.olmocr import OlmOcr
from briefbank.ocr.tesseract import Tesseract
from briefbank.paths import LibraryPaths, data_folder
from briefbank.personal.personal import FILE as PERSONAL_FILE
from briefbank.personal.personal import Personal
from briefbank.reading.isolated import ReadingProcesses
from briefbank.reading.page_view import Spare
from briefbank.reranking import Reranking
from briefbank.search.learning import Learning
from briefbank.search.thesaurus_files import ThesaurusFiles
from briefbank.searching import searcher_of
from briefbank.summary import kept
from briefbank.when_asked import WhenAsked

if TYPE_CHECKING:
    from briefbank.aids.aids import Aids
    from briefbank.citator.authorities import Authorities
    from briefbank.citator.finder import Finder
    from briefbank.drafts.check import Drafts
    from briefbank.gathered import Gathering
    from briefbank.generating import Generating
    from briefbank.overview import Overview
    from briefbank.summaries import Summaries

log = logging.getLogger(__name__)

READING_MEMORY_BYTES = 3 * 1024**3
READING_TIMEOUT_S = 60.0
WRITER_WAIT_S = 30.0
"""For another program's change: one file's catalogue and index writes take a second or two."""


class Assembly:
    """All parts of one open library. ``close`` ends them in order."""

    def __init__(self, paths: LibraryPaths, load: Callable[[], Encoder], ocr: OcrEngine) -> None:
        """Open or make the library in ``paths``. Raises StoreError."""
        _make_folders(paths)
        self.making = RLock()
        self.paths, self.ocr = paths, ocr
        self.catalogue = Catalogue.open(paths.catalogue)
        self.pages = Spare(initializer=guard.engage)
        self.lexical = _open_lexical(paths)
        self.lock = ProcessLock(paths.lock, wait_s=WRITER_WAIT_S)
        self.meaning = Meaning(
            paths,
            self.catalogue,
            self.lock,
            load,
            load_from=load_encoder if load is chosen_encoder else None,
            chosen_folder=lambda: settings.load().encoder,
        )
        self.reranking = Reranking(lambda: settings.load().reranker)
        self.families = Families(self.catalogue)
        self._make_citator()
        self._make_intake()
        self._make_care()
        self.corrections = Corrections(self.catalogue, self.lexical, self.graph, self.lock)
        self.learning = Learning(self.catalogue)
        file = data_folder() / PERSONAL_FILE
        self.personal = Personal(file, self.catalogue, self.lock, lambda: settings.load().remember)
        self.thesaurus = ThesaurusFiles(paths.thesaurus)
        self.searcher = searcher_of(
            self.catalogue,
            self.lexical,
            self.meaning,
            self.thesaurus,
            self.learning,
            self.reranking.if_ready,
            (self.validity, self.good_law),
        )

    def _make_citator(self) -> None:
        self.graph = Graph(self.catalogue)
        self.good_law = GoodLaw(self.catalogue)
        self.validity = Validity(self.catalogue, self.good_law.entries)

    def _make_intake(self) -> None:
        """One reading process for each processor, and a thread more: all are busy while one writes."""
        readers = processors()
        self.processes = ReadingProcesses(
            readers, READING_MEMORY_BYTES, READING_TIMEOUT_S, initializer=guard.engage
        )
        shelf = Shelf(
            self.paths,
            self.catalogue,
            self.lexical,
            self.lock,
            self.families,
            self.graph,
            self.meaning.remove,
        )
        steps = FileSteps(self.paths, self.catalogue, self.processes, self.ocr, shelf)
        self.intake = Intake(self.paths, self.catalogue, self.processes, steps, self.lock, readers + 1)
        self.watching = Watching(self.catalogue, self.paths.root)

    def _make_care(self) -> None:
        self.parts = Parts(
            self.paths, self.catalogue, self.lexical, self.meaning, self.families, self.graph, self.lock
        )
        adding, waiting = (
            ProcessLock(self.paths.intake_lock, wait_s=0.0),
            self.catalogue.intake.waiting_hashes,
        )
        stored = StoredFiles(self.paths, self.catalogue, adding, waiting, self._read_again_now)
        self.health = Health(self.parts, stored)
        self.backup = Backup(self.parts, waiting)
        self.restore = Restore(self.parts, self.health, self.backup, adding)

    # --- what neither opening nor searching needs ------------------------------------------------

    @WhenAsked
    def authorities(self) -> Authorities:
        from briefbank.citator.authorities import Authorities

        return Authorities(self.catalogue, self.good_law, self.validity)

    @WhenAsked
    def gathering(self) -> Gathering:
        from briefbank.gathered import Gathering

        return Gathering(self.catalogue, self.good_law, self.personal.collections)

    @WhenAsked
    def generating(self) -> Generating:
        from briefbank.generating import Generating

        return Generating(lambda: settings.load().local_model)

    @WhenAsked
    def summaries(self) -> Summaries:
        from briefbank.summaries import Summaries

        encoder = self.meaning.encoder
        return Summaries(self.paths, self.catalogue, self.good_law, self.generating, encoder)

    @WhenAsked
    def aids(self) -> Aids:
        from briefbank.aids.aids import Aids
        from briefbank.aids.recutting import Recutting

        switched_on, model = lambda: settings.load().aids, self.generating.if_ready
        recutting = Recutting(self.catalogue, self.paths, self.processes, self.intake.cut_again)
        return Aids(self.searcher, switched_on, model, self.reranking.if_ready, recutting)

    @WhenAsked
    def finder(self) -> Finder:
        from briefbank.citator.finder import Finder

        encoder = self.meaning.encoder_if_ready
        return Finder(self.searcher, self.catalogue, self.validity, encoder, self.aids.chooser)

    @WhenAsked
    def overview(self) -> Overview:
        from briefbank.overview import Overview

        return Overview(self.paths, self.catalogue, self.lexical, self.good_law, self.watching)

    @WhenAsked
    def drafts(self) -> Drafts:
        from briefbank.drafts.check import Drafts
        from briefbank.drafts.reading import DraftReader

        reader = DraftReader(self.paths, self.catalogue.intake, self.processes, self.ocr)
        return Drafts(self.paths, self.catalogue, self.families, self.good_law, self.searcher, reader)

    # --- the life of a library -------------------------------------------------------------------

    def put_in_order(self) -> None:
        """What a stop of any kind left half done, at opening. Raises StoreError."""
        self.restore.finish_interrupted(QuietReporter())
        self.intake.clear_leftovers()
        self.health.mend_words(QuietReporter())
        kept.sweep(self.paths, {document.sha256 for document in self.catalogue.documents()})

    def bring_up(self, reporter: Reporter) -> None:
        """Bring word index, families and graph up to the catalogue: milliseconds when they are."""
        self.health.mend_words(reporter)
        self.families.catch_up(self.lock, reporter.check)
        self.graph.catch_up(self.lock, reporter.check)

    def close(self) -> None:
        """Not while a call runs."""
        if Assembly.generating.is_made(self):
            self.generating.close()
        self.processes.close()
        self.pages.close()
        self.ocr.close()
        self.meaning.close()
        self.lexical.close()
        self.personal.close()
        self.catalogue.close()

    def _read_again_now(self, document: Document, reporter: Reporter) -> None:
        """Make a lost reading copy anew, from what was recognised before."""
        self.intake.read_again(document.id, [], OcrSetting.STANDARD, "")
        with suppress(StoreBusy):  # files are being added: the document is among them now
            self.intake.run(reporter, document.id)


def usual_engines() -> OcrEngine:
    """The office's own server first, where there is one; Tesseract on this computer otherwise."""
    tesseract, server = Tesseract(initializer=guard.engage), opening.server()
    if server is None:
        return tesseract
    model = settings.load().ocr_model
    return Engines(OlmOcr(server, model, tesseract, initializer=guard.engage), [tesseract])


def chosen_encoder() -> Encoder:
    """The model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)


def _make_folders(paths: LibraryPaths) -> None:
    try:
        paths.create()
    except OSError as error:
        raise files.store_error(error) from error


def _open_lexical(paths: LibraryPaths) -> LexicalIndex:
    """A word index that cannot be opened is set aside and made anew: the catalogue holds all of it."""
    try:
        return LexicalIndex(paths.lexical)
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        shutil.rmtree(paths.lexical)
        return LexicalIndex(paths.lexical)
