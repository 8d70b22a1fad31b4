"""One dropped file becomes a document: sniffed, copied, read, cut and indexed.

The catalogue is written in one transaction and the word index right after it; a stop between the two is
mended when the library is next opened, and so is whatever a stop left half done before (``clear_leftovers``).
One file's trouble is a value, :class:`FileOutcome`, and never stops the others.
"""

from __future__ import annotations

import logging
import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.authority import citations
from briefbank.catalogue.faults import AlreadyInLibrary
from briefbank.catalogue.store import Catalogue
from briefbank.errors import BriefBankError, Cancelled, NoText, StoreBusy, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.jobs import Reporter
from briefbank.locks import ProcessLock
from briefbank.models import (
    Document,
    FileOutcome,
    FileProgress,
    FileStatus,
    PageSource,
    RawPage,
    Reading,
    Stage,
)
from briefbank.page_text import NOT_RECOGNISED, PageReader, PageText
from briefbank.paths import LibraryPaths
from briefbank.reading import document, sniff
from briefbank.reading.isolated import ReadingProcesses
from briefbank.stages import Stages

log = logging.getLogger(__name__)

OUR_FAULT = "BriefBank made a mistake with this file. Print it to PDF in another program, and add that."
ALREADY_HERE = "The same file is already in the library."
STOPPED = "Stopped before it was added. Add it again."
CUT_SHORT = "BriefBank stopped before this file was added. Add it again."


def read_and_cite(pages: Sequence[RawPage], file_name: str, converted: bool) -> Reading:
    """Structure, caption, passages and their citations. Runs in a child process."""
    reading = document.read(pages, file_name=file_name, converted=converted)
    cited = tuple(replace(p, citations=citations.find(p.text)) for p in reading.passages)
    return replace(reading, passages=cited)


@dataclass(frozen=True, slots=True)
class Stored:
    """An original in the library's folder."""

    path: Path
    sha256: str
    suffix: str
    size: int


class Intake:
    """Adds files to one library, one intake at a time in this and all programs; searches go on meanwhile."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        lexical: LexicalIndex,
        lock: ProcessLock,
        processes: ReadingProcesses,
        reader: PageReader,
        forget_meaning: Callable[[int], None],
    ) -> None:
        """``lock`` is the library's writer lock; ``forget_meaning`` takes a document's vectors out."""
        self._paths = paths
        self._catalogue = catalogue
        self._lexical = lexical
        self._lock = lock
        self._running = ProcessLock(paths.intake_lock, wait_s=0.0)
        self._processes = processes
        self._reader = reader
        self._forget_meaning = forget_meaning

    def clear_leftovers(self) -> None:
        """Put in order what a crash or kill left; nothing happens while an intake runs somewhere.

        Temporary files go, so do copies that no document of the catalogue has, and files whose intake was
        cut short are in the history with the advice to add them again.
        """
        try:
            with self._running():
                self._catalogue.end_unfinished_intakes(CUT_SHORT)
                known = {document.sha256 for document in self._catalogue.documents()}
                for path in (*self._paths.files.iterdir(), *self._paths.reading.iterdir()):
                    if path.stem not in known:
                        path.unlink(missing_ok=True)
                for path in self._paths.work.iterdir():
                    shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)
        except StoreBusy:
            return
        except OSError as error:
            log.warning("leftovers could not be cleared: errno %s", error.errno)

    # --- adding ----------------------------------------------------------------------------------

    def add(self, dropped: Sequence[Path], reporter: Reporter, *, sample: bool = False) -> list[FileOutcome]:
        """Add files and all files inside folders, in order; raises only Cancelled and StoreError."""
        with self._running():
            found = list(files.walk(dropped))
            rows = self._catalogue.start_intakes(found)
            for path in found:
                reporter.file(FileProgress(path, Stage.WAITING))
            try:
                return [
                    self._add_one(path, row, reporter, sample) for path, row in zip(found, rows, strict=True)
                ]
            except Cancelled:
                self._catalogue.end_unfinished_intakes(STOPPED)
                raise

    def _add_one(self, path: Path, row: int, reporter: Reporter, sample: bool) -> FileOutcome:
        try:
            outcome = self._read_and_store(path, row, reporter, sample)
        except Cancelled:
            self._tell(FileOutcome(path, FileStatus.REFUSED, reason=STOPPED), reporter)
            raise
        except StoreBusy as error:
            outcome = FileOutcome(path, FileStatus.REFUSED, reason=str(error))
        except StoreError as error:
            # The library itself is in trouble: every further file would fail alike, so the intake ends here.
            log.warning("intake stopped: %s %s", type(error).__name__, error.detail)
            self._tell(FileOutcome(path, FileStatus.REFUSED, reason=str(error)), reporter)
            raise
        except BriefBankError as error:
            log.info("file refused: %s %s", type(error).__name__, error.detail)
            outcome = FileOutcome(path, FileStatus.REFUSED, reason=str(error))
        except Exception:
            log.exception("fault while a file was added")
            outcome = FileOutcome(path, FileStatus.REFUSED, reason=OUR_FAULT)
        self._catalogue.finish_intake(row, outcome)
        self._tell(outcome, reporter)
        return outcome

    @staticmethod
    def _tell(outcome: FileOutcome, reporter: Reporter) -> None:
        reporter.file(FileProgress(outcome.path, Stage.DONE, outcome=outcome))

    def _read_and_store(self, path: Path, row: int, reporter: Reporter, sample: bool) -> FileOutcome:
        stages = Stages(path, row, reporter, self._catalogue)
        stages.enter(Stage.COPYING)
        suffix = self._processes.call(sniff.file_type, path)
        sha256, size, copied = files.copy_in(path, self._paths, suffix)
        original = Stored(copied, sha256, suffix, size)
        known = self._catalogue.find_by_hash(sha256)
        if known and self._is_whole(known):
            return FileOutcome(path, FileStatus.ALREADY_HERE, known, ALREADY_HERE)
        try:
            with tempfile.TemporaryDirectory(dir=self._paths.work) as work:
                text = self._reader.read(copied, suffix, Path(work), stages)
                stages.enter(Stage.CUTTING)
                reading = self._processes.call(read_and_cite, text.pages, path.name, suffix != ".pdf")
                if not reading.passages:
                    raise text.trouble or NoText()
                stages.enter(Stage.INDEXING)
                return self._store(path, _with_title(reading, path), text, original, known, sample)
        except BaseException:  # a stop by the keyboard too: no copy without a document
            self._forget_copy(original)
            raise

    def _is_whole(self, known: Document) -> bool:
        """Whether reading the file again could not do better than what the library has of it."""
        if known.has_reading_copy and not self._paths.reading_copy(known.sha256).is_file():
            return False
        gaps = self._catalogue.pages_of(known.id) if known.gaps else []
        unread = any(page.gap_reason == NOT_RECOGNISED for page in gaps)
        return not (unread and self._reader.can_recognise())

    def _store(
        self,
        path: Path,
        reading: Reading,
        text: PageText,
        original: Stored,
        known: Document | None,
        sample: bool,
    ) -> FileOutcome:
        if text.reading_copy is not None:
            files.move_in(text.reading_copy, self._paths.reading_copy(original.sha256))
        with self._lock():
            try:
                stored, passages = self._catalogue.add_document(
                    reading,
                    sha256=original.sha256,
                    suffix=original.suffix,
                    file_name=path.name,
                    size=original.size,
                    has_reading_copy=text.reading_copy is not None,
                    sample=sample,
                    replacing=known.id if known else None,
                )
            except AlreadyInLibrary as error:  # another program was quicker
                return FileOutcome(path, FileStatus.ALREADY_HERE, error.document, ALREADY_HERE)
            if known:
                self._lexical.remove(known.id)
                self._forget_meaning(known.id)
            self._lexical.add(stored, passages)
        if stored.gaps:
            return FileOutcome(path, FileStatus.ADDED_WITH_GAPS, stored, _gap_reason(reading, text))
        return FileOutcome(path, FileStatus.ADDED, stored)

    def _forget_copy(self, original: Stored) -> None:
        """Take back the copies of a file that was not added, unless the library has its document."""
        if self._catalogue.find_by_hash(original.sha256) is None:
            original.path.unlink(missing_ok=True)
            self._paths.reading_copy(original.sha256).unlink(missing_ok=True)


def gap_sentence(reading: Reading) -> str:
    """Which pages have no text, named by their place in the file."""
    gaps = [page.index + 1 for page in reading.pages if page.source is PageSource.GAP]
    shown = ", ".join(str(number) for number in gaps[:12]) + (" and others" if len(gaps) > 12 else "")
    if len(gaps) == 1:
        return f"Page {shown} of the file has no text that can be searched. Look at it in the reader."
    return f"Pages {shown} of the file have no text that can be searched. Look at them in the reader."


def _gap_reason(reading: Reading, text: PageText) -> str:
    return f"{gap_sentence(reading)} {text.trouble}" if text.trouble else gap_sentence(reading)


def _with_title(reading: Reading, path: Path) -> Reading:
    """A document whose caption names no title is called by its file name."""
    if reading.caption.title:
        return reading
    return replace(reading, caption=replace(reading.caption, title=path.stem))
