"""Builds the parts of one library and joins them: the only place that knows which part needs which.

Slow parts (the encoder, LanceDB, the reading processes) come up on first need, so that opening is quick. What
neither opening nor searching needs is made :class:`~briefbank.when_asked.WhenAsked`, with its imports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING

from briefbank import settings
from briefbank.acts import Act
from briefbank.care import removal
from briefbank.care.backup import Backup
from briefbank.care.health import Health, Parts
from briefbank.care.restore import Restore
from briefbank.care.stored_files import StoredFiles
from briefbank.catalogue import before_upgrade
from briefbank.catalogue.store import Catalogue
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.graph import Graph
from briefbank.citator.validity import Validity
from briefbank.closed import confinement, opening
from briefbank.closed.audit import Audit
from briefbank.corrections import Corrections
from briefbank.errors import IndexFault, StoreBusy
from briefbank.families import Families
from briefbank.index import generations
from briefbank.index.embedding import Encoder, load_encoder
from briefbank.index.generations import BuiltOtherwise
from briefbank.index.lexical import LexicalIndex
from briefbank.intake.intake import Intake
from briefbank.intake.noting import Noting
from briefbank.intake.shelf import Shelf
from briefbank.intake.steps import FileSteps
from briefbank.intake.watching import Watching
from briefbank.jobs import Reporter
from briefbank.limits import processors
from briefbank.locks import ProcessLock
from briefbank.meaning import Meaning
from briefbank.models import Document, FileOutcome, OcrSetting
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.engines import Engines
from briefbank.ocr.olmocr import OlmOcr
from briefbank.ocr.tesseract import Tesseract
from briefbank.paths import LibraryPaths, data_folder, sample_library
from briefbank.personal.personal import FILE as PERSONAL_FILE
from briefbank.personal.personal import Personal
from briefbank.reading.isolated import ReadingProcesses
from briefbank.reading.page_view import Spare
from briefbank.reading.segments import Segmenter
from briefbank.reranking import Reranking
from briefbank.search.learning import Learning
from briefbank.search.thesaurus_files import ThesaurusFiles
from briefbank.searching import searcher_of
from briefbank.storage.access import Access
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
PREPARING_WORDS = "Preparing the search for words"
AUDIT_WAIT_S = 5.0
"""For another program's line in the record; the longest time it takes is that of the catalogue's lock."""


class Assembly:
    """All parts of one open library. ``close`` ends them in order."""

    def __init__(
        self, paths: LibraryPaths, load: Callable[[], Encoder], ocr: OcrEngine | None, reporter: Reporter
    ) -> None:
        """Open or make the library in ``paths``, with the usual engines where ``ocr`` is None; ``reporter``
        is told when it must be brought up to date first. Raises StoreError."""
        self.access = Access(paths, reporter)
        try:
            self._make(self.access.paths, load, ocr, reporter)
        except BaseException:
            self.access.close()
            raise

    def _make(
        self, paths: LibraryPaths, load: Callable[[], Encoder], ocr: OcrEngine | None, reporter: Reporter
    ) -> None:
        self.making = RLock()
        self.paths, self.ocr = paths, ocr or usual_engines(paths.work)
        self.catalogue = Catalogue.open(paths.catalogue, reporter, require=self.access.require)
        self.lock = ProcessLock(paths.lock, wait_s=WRITER_WAIT_S, require=self.access.require)
        self.adding = ProcessLock(paths.intake_lock, wait_s=0.0, require=self.access.require)
        self.pages = Spare(
            initializer=confinement.begin,
            confine=confinement.to_one_file,
            place=confinement.place(paths.work, confinement.at_desk),
        )
        self.lexical = _open_lexical(paths, self.catalogue, self.lock, reporter)
        self._unwatch: Callable[[], None] = lambda: None
        self.audit = Audit(paths.audit, ProcessLock(paths.audit_lock, wait_s=AUDIT_WAIT_S), self.catalogue)
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
        self.good_law = GoodLaw(self.catalogue, self.audit.note)
        self.validity = Validity(self.catalogue, self.good_law.entries)

    def _make_intake(self) -> None:
        """One reading process for each processor, and a thread more: all are busy while one writes."""
        readers = processors()
        self.processes = ReadingProcesses(
            readers,
            READING_MEMORY_BYTES,
            READING_TIMEOUT_S,
            initializer=confinement.begin,
            place=confinement.place(self.paths.work, confinement.at_desk),
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
        noting = Noting(self.audit.note, self.audit.sync)
        self.intake = Intake(
            self.paths,
            self.catalogue,
            self.processes,
            steps,
            (self.lock, self.adding),
            readers + 1,
            noting,
        )
        self.watching = Watching(self.catalogue, self.paths.root)

    def _make_care(self) -> None:
        self.parts = Parts(
            self.paths, self.catalogue, self.lexical, self.meaning, self.families, self.graph, self.lock
        )
        waiting = self.catalogue.intake.waiting_hashes
        stored = StoredFiles(
            self.paths, self.catalogue, self.lock, self.adding, waiting, self._read_again_now
        )
        self.health = Health(self.parts, stored)
        self.backup = Backup(self.parts, waiting)
        self.restore = Restore(self.parts, self.health, self.backup, self.adding, self.audit)

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
        note = self.audit.note
        return Summaries(self.paths, self.catalogue, self.good_law, self.generating, encoder, note)

    @WhenAsked
    def aids(self) -> Aids:
        from briefbank.aids.aids import Aids
        from briefbank.aids.recutting import Recutting

        switched_on, model = lambda: settings.load().aids, self.generating.if_ready
        recutting = Recutting(self.catalogue, self.paths, self.processes, self.cut_again)
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

    def put_in_order(self, reporter: Reporter) -> None:
        """What a stop of any kind left half done, at opening. Raises StoreError.

        In a library that is only read, nothing but the words of its copy.
        """
        if self.access.refusal is not None:
            self.health.mend_words(reporter)
            self.access.settle()
            return
        self.restore.finish_interrupted(reporter)
        self.health.close_doors()
        self.intake.clear_leftovers()
        self.health.mend_words(reporter)
        removal.finish(self.parts, self.health, reporter)
        before_upgrade.forget_old(self.paths.root)
        documents = self.catalogue.documents()
        kept.sweep(self.paths, {document.sha256 for document in documents})
        self.audit.begin(len(documents), sample=self.paths.root == sample_library())
        self._unwatch = settings.watch(self._note_setting)

    def _note_setting(self, name: str, value: object) -> None:
        """Which setting was changed; only of switches also how."""
        if isinstance(value, bool):
            self.audit.note(Act.SETTING, setting=name, on=value)
        else:
            self.audit.note(Act.SETTING, setting=name)

    def bring_up(self, reporter: Reporter) -> None:
        """Bring word index, families and graph up to the catalogue: milliseconds when they are."""
        self.health.mend_words(reporter)
        self.families.catch_up(self.lock, reporter.check)
        self.graph.catch_up(self.lock, reporter.check)

    def close(self) -> None:
        """Not while a call runs. What one part raises keeps no other from being closed."""
        with ExitStack() as last_first:
            last_first.callback(self.access.close)
            last_first.callback(lambda: self.catalogue.close(leave=self.access.is_lost))
            last_first.callback(self.personal.close)
            last_first.callback(self.lexical.close)
            last_first.callback(self.audit.sync)
            last_first.callback(self._unwatch)
            last_first.callback(self.meaning.close)
            last_first.callback(self.ocr.close)
            last_first.callback(self.pages.close)
            last_first.callback(self.processes.close)
            if Assembly.generating.is_made(self):
                last_first.callback(self.generating.close)

    def cut_again(
        self, document: Document, segmenter: Segmenter, reporter: Reporter
    ) -> Sequence[FileOutcome]:
        """And leave nothing of the former passages on the disk."""
        outcomes = self.intake.cut_again(document, segmenter, reporter)
        removal.finish(self.parts, self.health, reporter)
        return outcomes

    def _read_again_now(self, document: Document, reporter: Reporter) -> None:
        """Read a document from its original, with what was recognised before, and make its vectors anew."""
        self.intake.read_again(document.id, [], OcrSetting.STANDARD, "")
        with suppress(StoreBusy):  # files are being added: the document is among them now
            self.intake.run(reporter, document.id)
        if not self.meaning.trouble():
            self.meaning.embed_pending(reporter)


def usual_engines(work: Path) -> OcrEngine:
    """The office's own server first, where there is one; Tesseract on this computer otherwise.

    ``work``: the library's folder in which their children have their desks.
    """
    begin, place = confinement.begin_recognising, confinement.place(work, confinement.recognising_at_desk)
    tesseract, server = Tesseract(initializer=begin, place=place), opening.server()
    if server is None:
        return tesseract
    model = settings.load().ocr_model
    return Engines(OlmOcr(server, model, tesseract, initializer=begin, place=place), [tesseract])


def chosen_encoder() -> Encoder:
    """The model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)


def _open_lexical(
    paths: LibraryPaths, catalogue: Catalogue, lock: ProcessLock, reporter: Reporter
) -> LexicalIndex:
    """The catalogue holds all that a word index does: one of another release is made anew beside it, and one
    that cannot be opened in place of it."""
    try:
        return LexicalIndex(paths.lexical)
    except BuiltOtherwise:
        log.warning("word index of another release, made anew beside it")
        with lock():
            rows = catalogue.iterate_documents_with_passages()
            found = LexicalIndex.anew(paths.lexical, rows, _counting(reporter, len(catalogue.documents())))
            catalogue.words_follow()
            return found
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        generations.delete_all(paths.lexical)
        return LexicalIndex(paths.lexical)


def _counting(reporter: Reporter, documents: int) -> Callable[[], None]:
    """To be called before each of so many documents."""
    done = count()

    def check() -> None:
        reporter.check()
        reporter.progress(PREPARING_WORDS, min(next(done), documents), documents)

    return check
