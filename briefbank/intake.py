"""One dropped file becomes a document: sniffed, copied, read, recognised where needed, cut and indexed.

Everything that opens an untrusted file runs in a child process with limits (``reading.isolated``, ``ocr``).
The catalogue is written in one transaction and the word index right after it; a stop between the two is
mended when the library is next opened. One file's trouble is a value, :class:`FileOutcome`, and never stops
the others.
"""

from __future__ import annotations

import logging
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from briefbank import files
from briefbank.authority import citations
from briefbank.catalogue.faults import AlreadyInLibrary
from briefbank.catalogue.store import Catalogue
from briefbank.errors import BriefBankError, Cancelled, NoText, OcrError, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.locks import WriterLock
from briefbank.models import (
    FileOutcome,
    FileProgress,
    FileStatus,
    PageSource,
    RawPage,
    Reading,
    Stage,
)
from briefbank.ocr.engine import OcrEngine
from briefbank.paths import LibraryPaths
from briefbank.reading import convert, document, sniff, textlayer
from briefbank.reading.isolated import ReadingProcesses, extract_pages

log = logging.getLogger(__name__)

UNREADABLE = ("missing", "bad")
"""The verdicts on a text layer that send a page to text recognition."""

NOTHING_RECOGNISED = "No words were recognised on this page. Look at the page itself."
OUR_FAULT = "BriefBank made a mistake with this file. Print it to PDF in another program, and add that."
ALREADY_HERE = "The same file is already in the library."
NOT_RECOGNISED = "This page is a scan and could not be read. Look at the page itself."


def read_and_cite(pages: Sequence[RawPage], file_name: str, converted: bool) -> Reading:
    """Structure, caption, passages and their citations. Runs in a child process."""
    reading = document.read(pages, file_name=file_name, converted=converted)
    cited = tuple(replace(p, citations=citations.find(p.text)) for p in reading.passages)
    return replace(reading, passages=cited)


class Pace:
    """Tells how long the rest of a stage will take, from its own speed so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    def seconds_left(self, done: int, total: int) -> float | None:
        """None before the first unit is done."""
        if done <= 0 or total <= 0:
            return None
        return (time.monotonic() - self._started) / done * (total - done)


class Intake:
    """Adds files to one library. Call ``add`` from one thread at a time; searches go on meanwhile."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        lexical: LexicalIndex,
        lock: WriterLock,
        processes: ReadingProcesses,
        ocr: OcrEngine,
    ) -> None:
        self._paths = paths
        self._catalogue = catalogue
        self._lexical = lexical
        self._lock = lock
        self._processes = processes
        self._ocr = ocr

    def add(self, dropped: Sequence[Path], reporter: Reporter, *, sample: bool = False) -> list[FileOutcome]:
        """Add files and all files inside folders, in order; raises only Cancelled and StoreError."""
        found = list(files.walk(dropped))
        for path in found:
            reporter.file(FileProgress(path, Stage.WAITING))
        return [self._add_one(path, reporter, sample) for path in found]

    def _add_one(self, path: Path, reporter: Reporter, sample: bool) -> FileOutcome:
        row = self._catalogue.start_intake(path)
        try:
            reporter.check()
            outcome = self._read_and_store(path, row, reporter, sample)
        except Cancelled:
            stopped = FileOutcome(
                path, FileStatus.REFUSED, reason="Stopped before it was added. Add it again."
            )
            self._end(row, stopped, reporter)
            raise
        except StoreError as error:
            # The library itself is in trouble: every further file would fail alike, so the intake ends here.
            log.warning("intake stopped: %s %s", type(error).__name__, error.detail)
            self._tell(FileOutcome(path, FileStatus.REFUSED, reason=str(error)), reporter)
            raise
        except BriefBankError as error:
            outcome = FileOutcome(path, FileStatus.REFUSED, reason=str(error))
            log.info("file refused: %s %s", type(error).__name__, error.detail)
        except Exception:
            log.exception("fault while a file was added")
            outcome = FileOutcome(path, FileStatus.REFUSED, reason=OUR_FAULT)
        self._end(row, outcome, reporter)
        return outcome

    def _read_and_store(self, path: Path, row: int, reporter: Reporter, sample: bool) -> FileOutcome:
        stages = _Stages(path, row, reporter, self._catalogue)
        stages.enter(Stage.COPYING)
        suffix = self._processes.call(sniff.file_type, path)
        sha256, size, original = files.copy_in(path, self._paths, suffix)
        if known := self._catalogue.find_by_hash(sha256):
            return FileOutcome(path, FileStatus.ALREADY_HERE, known, ALREADY_HERE)
        try:
            with tempfile.TemporaryDirectory(dir=self._paths.work) as work:
                text = self._text_of(original, suffix, Path(work), stages)
                stages.enter(Stage.CUTTING)
                converted = suffix != ".pdf"
                reading = self._processes.call(read_and_cite, text.pages, path.name, converted)
                if not reading.passages:
                    raise text.trouble or NoText()
                reading = _with_title(reading, path)
                stages.enter(Stage.INDEXING)
                return self._store(path, reading, text.reading_copy, sha256, suffix, size, sample)
        except Exception:
            self._forget_copy(sha256, original)
            raise

    def _text_of(self, original: Path, suffix: str, work: Path, stages: _Stages) -> _Text:
        """The pages of a file, recognised where the text layer is no good."""
        source, copy = original, None
        stages.enter(Stage.READING)
        if suffix != ".pdf":
            source = copy = work / "converted.pdf"
            self._processes.call(convert.to_pdf, original, copy)
        pages = self._extract(source, stages)
        verdicts = [textlayer.assess(page).verdict for page in pages]
        wanted = [page.index for page, verdict in zip(pages, verdicts, strict=True) if verdict in UNREADABLE]
        if not wanted:
            return _Text(tuple(pages), copy)
        recognised = work / "recognised.pdf"
        try:
            failed = self._recognise(source, recognised, wanted, "bad" in verdicts, stages)
        except OcrError as error:
            log.info("recognition failed: %s", error.detail)
            return _Text(tuple(map(_not_recognised, pages, verdicts)), copy, error)
        again = self._extract(recognised, stages)
        return _Text(tuple(map(partial(_marked, failed), verdicts, again)), recognised)

    def _extract(self, source: Path, stages: _Stages) -> list[RawPage]:
        stages.enter(Stage.READING)
        return extract_pages(self._processes, source, on_pages=stages.step, check=stages.reporter.check)

    def _recognise(
        self, source: Path, target: Path, pages: list[int], replace_text: bool, stages: _Stages
    ) -> tuple[int, ...]:
        """Write a copy with the pages recognised; returns those that failed."""
        if problem := self._ocr.problem():
            raise OcrError(problem, detail="not available")
        stages.enter(Stage.OCR, len(pages))
        return self._ocr.recognise(
            source,
            target,
            pages,
            replace_text=replace_text,
            on_page=stages.step,
            check=stages.reporter.check,
        )

    def _store(
        self,
        path: Path,
        reading: Reading,
        copy: Path | None,
        sha256: str,
        suffix: str,
        size: int,
        sample: bool,
    ) -> FileOutcome:
        if copy is not None:
            files.move_in(copy, self._paths.reading_copy(sha256))
        with self._lock():
            try:
                stored, passages = self._catalogue.add_document(
                    reading,
                    sha256=sha256,
                    suffix=suffix,
                    file_name=path.name,
                    size=size,
                    has_reading_copy=copy is not None,
                    sample=sample,
                )
            except AlreadyInLibrary as known:  # another program was quicker
                return FileOutcome(path, FileStatus.ALREADY_HERE, known.document, ALREADY_HERE)
            self._lexical.add(stored, passages)
        if stored.gaps:
            return FileOutcome(path, FileStatus.ADDED_WITH_GAPS, stored, gap_sentence(reading))
        return FileOutcome(path, FileStatus.ADDED, stored)

    def _forget_copy(self, sha256: str, original: Path) -> None:
        """Take back the copies of a file that was not added, unless another program added it meanwhile."""
        if self._catalogue.find_by_hash(sha256) is None:
            original.unlink(missing_ok=True)
            self._paths.reading_copy(sha256).unlink(missing_ok=True)

    def _end(self, row: int, outcome: FileOutcome, reporter: Reporter) -> None:
        self._catalogue.finish_intake(row, outcome)
        self._tell(outcome, reporter)

    @staticmethod
    def _tell(outcome: FileOutcome, reporter: Reporter) -> None:
        reporter.file(FileProgress(outcome.path, Stage.DONE, outcome=outcome))


@dataclass(frozen=True, slots=True)
class _Text:
    pages: tuple[RawPage, ...]
    reading_copy: Path | None
    """A PDF to show in place of the original; None when the original is what was read."""
    trouble: OcrError | None = None
    """Why scanned pages could not be read."""


class _Stages:
    """Tells ledger and reporter where one file stands."""

    def __init__(self, path: Path, row: int, reporter: Reporter, catalogue: Catalogue) -> None:
        self.reporter = reporter
        self._path, self._row, self._catalogue = path, row, catalogue
        self._stage = Stage.WAITING
        self._pace = Pace()

    def enter(self, stage: Stage, total: int = 0) -> None:
        self.reporter.check()
        if stage is not self._stage:
            self._catalogue.intake_stage(self._row, stage)
        self._stage, self._pace = stage, Pace()
        self.reporter.file(FileProgress(self._path, stage, 0, total))

    def step(self, done: int, total: int) -> None:
        self.reporter.check()
        left = self._pace.seconds_left(done, total)
        self.reporter.file(FileProgress(self._path, self._stage, done, total, left))


def gap_sentence(reading: Reading) -> str:
    """Which pages have no text, named by their place in the file."""
    gaps = [page.index + 1 for page in reading.pages if page.source is PageSource.GAP]
    shown = ", ".join(str(number) for number in gaps[:12]) + (" and others" if len(gaps) > 12 else "")
    if len(gaps) == 1:
        return f"Page {shown} of the file has no text that can be searched. Look at it in the reader."
    return f"Pages {shown} of the file have no text that can be searched. Look at them in the reader."


def _with_title(reading: Reading, path: Path) -> Reading:
    """A document whose caption names no title is called by its file name."""
    if reading.caption.title:
        return reading
    return replace(reading, caption=replace(reading.caption, title=path.stem))


def _not_recognised(page: RawPage, verdict: str) -> RawPage:
    """Without text recognition a page without text is a gap; a poor text layer is better than none."""
    if verdict == "missing" and page.source is not PageSource.GAP:
        return replace(page, source=PageSource.GAP, gap_reason=NOT_RECOGNISED)
    return page


def _marked(failed: tuple[int, ...], verdict: str, page: RawPage) -> RawPage:
    """A page of the reading copy, marked with its text's source; ``verdict`` is the original page's."""
    if verdict not in UNREADABLE or page.source is PageSource.GAP:
        return page
    if page.index in failed:
        return _not_recognised(page, verdict)
    if not page.raw.strip():
        return replace(page, source=PageSource.GAP, gap_reason=NOTHING_RECOGNISED)
    return replace(page, source=PageSource.OCR)
