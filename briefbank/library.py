"""The one façade that the window and the command line use: it builds a library's parts and joins them.

Methods may be called from any thread unless their docstring says otherwise. Nothing here starts a thread;
long calls block and talk to the :class:`~briefbank.jobs.Reporter` that they are given. Slow parts (the
encoder, LanceDB, the reading processes) come up on first need, so that opening is quick.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Protocol, Self

from briefbank import files, selftest, settings
from briefbank import paths as places
from briefbank.authority import citations
from briefbank.catalogue.store import Catalogue
from briefbank.closed import guard
from briefbank.errors import IndexFault
from briefbank.index import analyzer, consistency
from briefbank.index.embedding import Encoder, load_encoder
from briefbank.index.lexical import LexicalIndex
from briefbank.intake import Intake
from briefbank.jobs import QuietReporter, Reporter
from briefbank.locks import ProcessLock
from briefbank.meaning import Meaning
from briefbank.models import (
    Box,
    CheckResult,
    Document,
    FileOutcome,
    HealthReport,
    Hit,
    Page,
    PageHighlight,
    PageImage,
    Passage,
    SearchAnswer,
    SearchRequest,
    Summary,
    Verdict,
)
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.tesseract import Tesseract
from briefbank.page_text import PageReader
from briefbank.paths import LibraryPaths
from briefbank.reading.highlight import highlights
from briefbank.reading.isolated import ReadingProcesses
from briefbank.reading.page_view import PageServer
from briefbank.search.searcher import Searcher
from briefbank.summary.extractive import summarise

log = logging.getLogger(__name__)

READING_WORKERS = 1
READING_MEMORY_BYTES = 3 * 1024**3
READING_TIMEOUT_S = 60.0
HISTORY_FILES = 500
WRITER_WAIT_S = 30.0
"""For another program's change: one file's catalogue and index writes take a second or two."""


class PageView(Protocol):
    """The pages of one PDF, rendered in a child process. Calls block: use a worker thread."""

    def sizes(self) -> list[tuple[float, float]]:
        """Width and height of each page in points, as displayed."""

    def render(self, page: int, scale: float) -> PageImage:
        """One page at ``scale`` pixels per point."""

    def boxes(self, page: int, ranges: Sequence[tuple[int, int]]) -> list[Box]:
        """Where ranges of the page's raw text stand: one box for each piece of a line."""

    def close(self) -> None:
        """End the child process."""


class Library:
    """One library folder, open for searching and changing."""

    def __init__(
        self,
        folder: LibraryPaths,
        catalogue: Catalogue,
        lexical: LexicalIndex,
        load: Callable[[], Encoder],
        ocr: OcrEngine,
    ) -> None:
        self._paths = folder
        self._catalogue = catalogue
        self._lexical = lexical
        self._ocr = ocr
        self._lock = ProcessLock(folder.lock, wait_s=WRITER_WAIT_S)
        self._meaning = Meaning(folder, catalogue, self._lock, load)
        self._processes = ReadingProcesses(
            READING_WORKERS, READING_MEMORY_BYTES, READING_TIMEOUT_S, initializer=guard.engage
        )
        reader = PageReader(self._processes, ocr)
        self._intake = Intake(
            folder, catalogue, lexical, self._lock, self._processes, reader, self._meaning.remove
        )
        self._searcher = Searcher(
            lexical=lexical,
            dense=self._meaning.dense_if_ready,
            encoder=self._meaning.encoder_if_ready,
            store=catalogue,
            find_citations=citations.find,
            match_ranges=analyzer.match_ranges,
        )

    # --- opening and closing ---------------------------------------------------------------------

    @classmethod
    def open(
        cls, folder: Path | None = None, *, encoder: Encoder | None = None, ocr: OcrEngine | None = None
    ) -> Self:
        """Open the library in ``folder`` (default: the user's own), making it when there is none.

        A word index that is damaged or behind the catalogue is mended at once: it costs seconds, and words
        must be searchable from the start. Raises StoreError.
        """
        library_paths = LibraryPaths(folder or places.default_library())
        _make_folders(library_paths)
        catalogue = Catalogue.open(library_paths.catalogue)
        lexical = _open_lexical(library_paths)
        library = cls(
            library_paths,
            catalogue,
            lexical,
            (lambda: encoder) if encoder else _chosen_encoder,
            ocr or Tesseract(initializer=guard.engage),
        )
        library._intake.clear_leftovers()
        library._mend_words()
        return library

    def close(self) -> None:
        """Close everything; calls after it fail. Not while another call runs."""
        self._processes.close()
        self._meaning.close()
        self._lexical.close()
        self._catalogue.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def folder(self) -> Path:
        return self._paths.root

    # --- intake ----------------------------------------------------------------------------------

    def add(self, dropped: Sequence[Path], reporter: Reporter, *, sample: bool = False) -> list[FileOutcome]:
        """Add copies of files and of all files in folders; words are searchable as each file ends.

        One call at a time. Raises Cancelled (what ended before is kept) and StoreError.
        """
        return self._intake.add(dropped, reporter, sample=sample)

    def embed_pending(self, reporter: Reporter) -> int:
        """Make new passages searchable by meaning; the number of passages done. One call at a time."""
        return self._meaning.embed_pending(reporter)

    def intake_history(self) -> list[FileOutcome]:
        """How files of earlier intakes ended, newest first."""
        return self._catalogue.intake_history(HISTORY_FILES)

    def remove(self, document_id: int) -> None:
        """Remove a document, its copies and all that was made of it. Raises NotInLibrary."""
        document = self.document(document_id)
        with self._lock():
            self._catalogue.remove_document(document_id)
            self._paths.original(document.sha256, document.suffix).unlink(missing_ok=True)
            self._paths.reading_copy(document.sha256).unlink(missing_ok=True)
            self._lexical.remove(document_id)
            self._meaning.remove(document_id)
        if self._lexical.holds_deleted():  # words of a removed brief must not stay on the disk
            self._rebuild_words(QuietReporter())

    # --- search ----------------------------------------------------------------------------------

    def warm(self) -> None:
        """Load the encoder and the dense index, so that searches use meaning. Takes seconds."""
        citations.find("1 U.S. 1")  # loads the tables of reporters, so that no search waits for them
        self._meaning.warm()

    def search(self, request: SearchRequest) -> SearchAnswer:
        """The passages that help, by words, and by meaning once ``warm`` has ended. Raises QueryError."""
        return self._searcher.search(request)

    def give_feedback(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Keep, change or (None) clear a thumb. Raises NotInLibrary."""
        self._catalogue.set_feedback(passage_id, query, verdict)

    # --- documents -------------------------------------------------------------------------------

    def documents(self) -> list[Document]:
        """All documents, newest filed first, those without a date last."""
        return sorted(self._catalogue.documents(), key=lambda d: d.filed or date.min, reverse=True)

    def document(self, document_id: int) -> Document:
        """Raises NotInLibrary."""
        return self._catalogue.document(document_id)

    def passages(self, document_id: int) -> list[Passage]:
        return self._catalogue.passages_of(document_id)

    def pages(self, document_id: int) -> list[Page]:
        return self._catalogue.pages_of(document_id)

    def summary(self, document_id: int) -> Summary:
        """The extractive summary. Raises NotInLibrary and SummaryError."""
        return summarise(self.document(document_id), self.passages(document_id))

    # --- reader ----------------------------------------------------------------------------------

    def pdf_path(self, document_id: int) -> Path:
        """The PDF whose characters the passages' spans count: the reading copy, or else the original."""
        document = self.document(document_id)
        if document.has_reading_copy:
            return self._paths.reading_copy(document.sha256)
        return self._paths.original(document.sha256, document.suffix)

    def open_pages(self, document_id: int) -> PageView:
        """A renderer for a document's pages; the caller closes it. Raises NotInLibrary."""
        return PageServer(self.pdf_path(document_id), initializer=guard.engage)

    def highlights(self, hit: Hit) -> list[PageHighlight]:
        """What to mark, page by page, for a result."""
        return highlights(hit.passage, hit.marks)

    # --- health ----------------------------------------------------------------------------------

    def check(self, repair: bool = False) -> HealthReport:
        """Compare both indexes and the files with the catalogue; with ``repair`` mend what disagrees."""
        stored, indexes = self._stored_problems(), self._index_problems()
        if not (repair and indexes):
            return self._report([*stored, *indexes])
        self._rebuild_words(QuietReporter())
        if not self._meaning.trouble():
            self._meaning.rebuild(QuietReporter())
        left = self._index_problems()
        mended = [f"Mended: {problem}" for problem in indexes if problem not in left]
        return self._report([*stored, *left], mended)

    def rebuild(self, reporter: Reporter) -> HealthReport:
        """Make both indexes anew from the catalogue; embeddings that still fit are used again."""
        self._rebuild_words(reporter)
        self._meaning.rebuild(reporter)
        return self.check()

    def self_test(self) -> list[CheckResult]:
        """Try every part for real, the refusal of the network included. Takes some seconds."""
        return selftest.run(self, self._ocr, self._meaning.encoder)

    def _stored_problems(self) -> list[str]:
        """What is wrong with the catalogue and the files, which no rebuild of an index can mend."""
        return self._catalogue.integrity() + [
            f"The stored file of “{document.title}” (document {document.id}) is missing. Add the file again."
            for document in self.documents()
            if not self._stored(document)
        ]

    def _index_problems(self) -> list[str]:
        """What a rebuild of the indexes can mend, and a model that cannot be loaded."""
        ids = self._catalogue.passage_ids(searchable_only=True)
        lexical = self._lexical.ids()
        if trouble := self._meaning.trouble():
            return [*consistency.compare(ids, lexical, ids, 0), trouble]
        return consistency.compare(ids, lexical, self._meaning.ids(), self._meaning.waiting())

    def _stored(self, document: Document) -> bool:
        original = self._paths.original(document.sha256, document.suffix).is_file()
        return original and (
            not document.has_reading_copy or self._paths.reading_copy(document.sha256).is_file()
        )

    def _report(self, problems: Sequence[str], repaired: Sequence[str] = ()) -> HealthReport:
        return HealthReport(
            documents=len(self.documents()),
            passages=len(self._catalogue.passage_ids()),
            lexical_passages=len(self._lexical.ids()),
            dense_passages=len(self._meaning.ids()),
            waiting_for_meaning=self._meaning.waiting(),
            problems=tuple(problems),
            repaired=tuple(repaired),
        )

    def _mend_words(self) -> None:
        """After a stop between catalogue and word index the two differ: bring the index up."""
        if self._lexical.ids() != self._catalogue.passage_ids(searchable_only=True):
            log.warning("word index behind the catalogue: rebuilding")
            self._rebuild_words(QuietReporter())

    def _rebuild_words(self, reporter: Reporter) -> None:
        with self._lock():
            self._lexical.rebuild(self._catalogue.iterate_documents_with_passages(), reporter.check)


def _chosen_encoder() -> Encoder:
    """The model that the office chose in its settings, or the one that comes with BriefBank."""
    return load_encoder(settings.load().encoder)


def _make_folders(library_paths: LibraryPaths) -> None:
    try:
        library_paths.create()
    except OSError as error:
        raise files.store_error(error) from error


def _open_lexical(library_paths: LibraryPaths) -> LexicalIndex:
    """A word index that cannot be opened is set aside and made anew: the catalogue holds all of it."""
    try:
        return LexicalIndex(library_paths.lexical)
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        shutil.rmtree(library_paths.lexical)
        return LexicalIndex(library_paths.lexical)
