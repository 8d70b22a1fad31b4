"""The steps by which one file becomes a document: read, recognise, store.

Each step saves its result where a stop cannot destroy it: the copy under its hash, recognised pages in the
catalogue, the document with all its passages in one transaction that also closes the file's row in the
ledger. The word index follows at once; a stop between the two is repaired when the library is next opened.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.catalogue.ledger_statements import OpenFile
from briefbank.catalogue.store import Catalogue
from briefbank.domain.annotations import log_gaps
from briefbank.domain.documents import Document
from briefbank.domain.ingest import UNREAD, FileOutcome, FileStatus, Stage
from briefbank.domain.pages import OcrSetting, PageOrder, RecognisedPage
from briefbank.errors import Damaged, FileRefused, NoText, OcrError
from briefbank.extraction import attached_files
from briefbank.extraction.converters import Converters
from briefbank.extraction.formats import registry
from briefbank.extraction.mail.messages import MailSummary
from briefbank.extraction.topic_segmentation import PrecomputedSegmenter
from briefbank.ingest import outcome_sentences
from briefbank.ingest.attached_files import AttachedFiles
from briefbank.ingest.base_pdfs import INCOMPLETE, BasePdfs
from briefbank.ingest.child_reading import compose_in_child
from briefbank.ingest.document_writer import DocumentWriter, PreparedDocument
from briefbank.ingest.file_reading import (
    NOT_RECOGNISED,
    FileMetadata,
    FileReading,
    Recognition,
    read_file,
    read_recognised,
)
from briefbank.ingest.keyed_lock import KeyedLock, KeyTaken
from briefbank.ingest.originals import Original, Originals
from briefbank.ingest.progress import Progress
from briefbank.ingest.work_spread import PdfReader
from briefbank.ocr.engine import OcrEngine
from briefbank.ocr.page_packing import pack, unpack
from briefbank.paths import LibraryPaths
from briefbank.sandbox.workspace import InputFile
from briefbank.storage.availability import is_unreachable

log = logging.getLogger(__name__)

THOROUGH_PATIENCE = 3.0
"""The factor of the time limits for a file that is read thoroughly."""


@dataclass(frozen=True, slots=True)
class _Task:
    """A file whose contents are worked on in this thread alone."""

    file: OpenFile
    original: Original
    known: Document | None
    """The document that it is now, if any."""
    progress: Progress
    mail: MailSummary | None = None
    """What is known of a mail besides its text."""


class FileSteps:
    """The steps of all files. Any thread; files with the same contents wait for each other."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        converters: Converters,
        ocr: OcrEngine,
        shelf: DocumentWriter,
        read_pdf: PdfReader,
    ) -> None:
        """``read_pdf`` reads PDFs, here or elsewhere; all else is done by the children of ``converters``."""
        processes, self._read_pdf = converters.readers, read_pdf
        self._paths, self._catalogue, self._processes = paths, catalogue, processes
        self._ocr, self._shelf = ocr, shelf
        self._ledger = catalogue.intake
        self._originals = Originals(paths, processes, catalogue)
        self._attached = AttachedFiles(processes)
        self._bases = BasePdfs(paths, converters, read_pdf)
        self._turns = KeyedLock()
        self._taken: dict[int, Original] = {}
        """The originals of rows in work: a row that is deleted meanwhile does not say any more what is to be
        cleared away."""
        self.passwords: dict[Path, str] = {}
        """The passwords of waiting files, for this run of the program only; never written anywhere."""
        self.thorough: set[Path] = set()
        """The waiting files that are read thoroughly, in this run of the program."""
        self.segmenters: dict[str, PrecomputedSegmenter] = {}
        """The segmenters, by hash, of documents that are not cut by words, for this run of the program."""

    def library_is_away(self) -> bool:
        """Tell whether a failure may be due to the absence of the library's own folder."""
        return is_unreachable(self._paths)

    def stored_file(self, document: Document) -> Path:
        """Return the library's file of a document from which attached files are taken."""
        return self._paths.original(document.sha256, document.suffix)

    # --- the steps -------------------------------------------------------------------------------

    def read(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Copy the file into the library and read its own text. None when pages of it wait for recognition
        now.

        Raises FileRefused, StoreError, KeyTaken, Withdrawn, and what ``progress`` raises.
        """
        self._prepare(file, progress)
        progress.enter(Stage.COPYING)
        original = self._originals.take(file, self.passwords.get(file.path), progress)
        self._taken[file.row] = original
        with self._turn(file, original.sha256):
            known = self._catalogue.find_by_hash(original.sha256)
            mail = self._attached.summary(file, original, progress)
            if known and self._needs_no_work(file, known):
                return self._already_here(file, known, progress, mail)
            return self._read(_Task(file, original, known, progress, mail))

    def recognise(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Recognise the pages that wait, and make the document. Otherwise as ``read``."""
        self._prepare(file, progress)
        original = self._originals.known(file)
        with self._turn(file, file.sha256):
            orders = self._ledger.page_orders(file.sha256)
            kept = self._ledger.recognised_pages(file.sha256)
            ready = bool(orders or kept) and self._bases.opens(original, progress)
            known = self._catalogue.find_by_hash(file.sha256)
            mail = self._attached.summary(file, original, progress) if ready else None
            if ready and known and self._needs_no_work(file, known):
                return self._already_here(file, known, progress, mail)
            if ready:
                task = _Task(file, original, known, progress, mail)
                return self._finish(task, self._recognise(task, orders, set(kept)))
        return self.read(file, progress)

    def close(self, file: OpenFile, outcome: FileOutcome) -> None:
        """End the row of a file that did not become a document, and delete its intermediate data."""
        self._ledger.finish(file.row, outcome)
        self.clear_away(file)

    def clear_away(self, file: OpenFile) -> None:
        """Delete the intermediate data of a file that has ended, unless another row or a document needs
        it."""
        self.passwords.pop(file.path, None)
        self.thorough.discard(file.path)
        taken = self._taken.pop(file.row, None)
        now = self._ledger.file(file.row) or taken or file
        if not now.sha256:
            return
        need = self._ledger.tidy(now.sha256)
        if not need.waiting:
            shutil.rmtree(self._paths.work / now.sha256, ignore_errors=True)
            if not need.stored:
                self._paths.original(now.sha256, now.suffix).unlink(missing_ok=True)
                self._paths.reading_copy(now.sha256).unlink(missing_ok=True)

    def _prepare(self, file: OpenFile, progress: Progress) -> None:
        if file.path in self.thorough:
            progress.patience = THOROUGH_PATIENCE

    @contextmanager
    def _turn(self, file: OpenFile, sha256: str) -> Iterator[None]:
        """Hold the turn of these contents.

        Raises KeyTaken unless the file is the first in the ledger of those with the same contents.
        """
        if self._ledger.has_earlier(file, sha256):
            raise KeyTaken
        with self._turns.of(sha256):
            yield

    # --- reading ---------------------------------------------------------------------------------

    def _read(self, task: _Task) -> FileOutcome | None:
        """Read the file's own text. Pages that were recognised before count, even where no engine works
        now."""
        original, row = task.original, task.file.row
        problem = self._ocr.problem()
        kept = self._ledger.recognised_pages(original.sha256)
        recognise = not problem or bool(kept)
        password = self.passwords.get(task.file.path)
        thorough = task.file.path in self.thorough
        read = self._bases.read(
            original, password, task.progress, self._metadata(task), recognise=recognise, thorough=thorough
        )
        self._bases.note_inside(original, kept.values())
        orders = self._orders(task, read.orders, set(kept))
        if orders and not problem:
            self._ledger.order_pages(row, original.sha256, orders)
            task.progress.enter(Stage.OCR, len(orders))
            return None
        if read.reading is None or kept:  # pages were recognised before
            return self._finish(task, problem if orders else "")
        return self._store(task, read, self._bases.base_copy(original), _trouble(read, problem))

    def _orders(self, task: _Task, found: Sequence[PageOrder], kept: set[int]) -> list[PageOrder]:
        """Return the pages to recognise: those that a person asked for, and those that never were."""
        missing = [order for order in found if order.index not in kept]
        if task.file.document_id is None:
            return missing
        own_text_is_bad = {order.index: order.replace_text for order in found}
        asked = [
            replace(order, replace_text=own_text_is_bad.get(order.index, True))
            for order in self._ledger.page_orders(task.original.sha256)
        ]
        return asked + [order for order in missing if order.index not in {each.index for each in asked}]

    # --- recognition -----------------------------------------------------------------------------

    def _recognise(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> str:
        """Recognise and store the pages; those of a file that is read thoroughly once more, and carefully,
        where no words were found. Return why the engine could not run, or an empty text."""
        trouble = self._recognise_pages(task, orders, kept)
        if trouble or task.file.path not in self.thorough:
            return trouble
        found = {
            index: unpack(packed) for index, packed in self._ledger.recognised_pages(task.file.sha256).items()
        }
        wordless = [order for order in orders if order.index in found and not found[order.index].words]
        careful = [replace(order, setting=OcrSetting.CAREFUL) for order in wordless]
        return self._recognise_pages(task, careful, set(found))

    def _recognise_pages(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> str:
        """Recognise and store page by page; return why the engine could not run, or an empty text."""
        if not orders:
            return ""
        file, original, progress = task.file, task.original, task.progress
        done = 0

        def keep(page: RecognisedPage) -> None:
            nonlocal done
            done += 1
            better = page.words or page.index not in kept
            self._ledger.keep_page(file.row, file.sha256, page.index, pack(page) if better else None)
            progress.step(done, len(orders))

        progress.enter(Stage.OCR, len(orders))
        try:
            base, work = self._bases.base(original), self._bases.work(original)
            self._ocr.recognise(base, orders, work, on_page=keep, check=progress.check)
        except OcrError as error:
            log.info("recognition failed: %s", error.detail)
            self._ledger.withdraw_orders(file.sha256)
            return str(error)
        return ""

    def _finish(self, task: _Task, trouble: str) -> FileOutcome:
        """Write the recognised pages into a reading copy, read that, and store the document."""
        original, progress = task.original, task.progress
        progress.enter(Stage.READING)
        kept = self._ledger.recognised_pages(original.sha256)
        marks = {index: _recognition_of(unpack(packed)) for index, packed in kept.items()}
        good = [packed for index, packed in kept.items() if not marks[index].problem]
        base, metadata = self._bases.base(original), self._metadata(task)
        new = [packed for packed in good if not self._bases.is_inside(original, packed)]
        copy = self._compose(task, base, new) if new else self._bases.base_copy(original) if good else None
        if copy is None:
            read = self._read_pdf(base, progress, read_file, metadata, False)
            copy = self._bases.base_copy(original)
            trouble = trouble or next((mark.problem for mark in marks.values() if mark.problem), "")
            return self._store(task, read, copy, trouble)
        read = self._read_pdf(copy, progress, read_recognised, metadata, marks)
        if original.suffix == ".pdf" and read.reading:  # the copy leaves out what is attached
            attached = self._processes.call(attached_files.count_in, InputFile(base), check=progress.check)
            read = replace(read, reading=replace(read.reading, attached=attached))
        return self._store(task, read, copy, trouble)

    def _compose(self, task: _Task, base: Path, packed: Sequence[bytes]) -> Path | None:
        """Return the reading copy; None when the file is too damaged for one."""
        target = self._bases.new_file(task.original)
        try:
            compose_in_child(self._processes, base, packed, target, task.progress.check)
        except FileRefused as error:
            log.info("no reading copy: %s %s", type(error).__name__, error.detail)
            return None
        return target

    # --- storing ---------------------------------------------------------------------------------

    def _store(self, task: _Task, read: FileReading, copy: Path | None, trouble: str) -> FileOutcome:
        reading = read.reading
        incomplete = self._bases.is_incomplete(task.original, reading)
        if reading is None or not reading.passages:
            if incomplete:
                raise Damaged(INCOMPLETE, detail="cut short")
            raise OcrError(trouble, "Then add the file again.") if trouble else NoText()
        log_gaps(reading.gaps)
        task.progress.enter(Stage.INDEXING)
        mended = incomplete or self._bases.was_repaired(task.original)
        attached = self._attached.members(task.file, task.original.sha256, task.mail)
        left_out = (*self._bases.left_out(task.original), *read.left_out)
        reason = outcome_sentences.remarks(
            reading,
            trouble,
            mended=mended,
            drawn=self._bases.was_drawn(task.original),
            undrawn=read.undrawn,
            mail=task.mail,
            too_deep=attached.too_deep,
            left_out=left_out,
        )
        copy_sha256 = files.hash_file(copy) if copy else ""
        complete = not mended and not read.undrawn and UNREAD.isdisjoint(left_out)
        volume = PreparedDocument(
            reading, read.signature, copy, copy_sha256, reason, complete, attached.files
        )
        outcome = self._shelf.put(task.file, task.original, task.known, volume, task.progress.check)
        task.progress.announce(each.path for each in attached.files)
        self.clear_away(task.file)
        return outcome

    def _needs_no_work(self, file: OpenFile, known: Document) -> bool:
        """Tell whether the file needs no work: no one asked to read it again, and it could not be read
        better."""
        return file.document_id is None and self._is_whole(known)

    def _is_whole(self, known: Document) -> bool:
        """Tell whether reading the file again could not improve on the stored document."""
        if known.has_reading_copy and not self._paths.reading_copy(known.sha256).is_file():
            return False
        if not known.gaps or self._ocr.problem():
            return True
        tried = self._ledger.recognised_pages(known.sha256)
        pages = self._catalogue.pages_of(known.id)
        return all(page.index in tried for page in pages if page.gap_reason == NOT_RECOGNISED)

    def _metadata(self, task: _Task) -> FileMetadata:
        segmenter = self.segmenters.get(task.original.sha256)
        paged = registry.is_paged(task.original.suffix)
        folder = task.known.folder if task.known and task.known.folder else task.file.folder
        exact = registry.needs_libreoffice(task.original.suffix)
        return FileMetadata(task.file.path.name, not paged, folder, segmenter, task.mail, exact)

    def _already_here(
        self, file: OpenFile, known: Document, progress: Progress, mail: MailSummary | None = None
    ) -> FileOutcome:
        """End the row of a file that is in the library; what is attached to it may not be, or no longer."""
        if file.folder and not known.folder:
            known = self._shelf.place(known, file.folder)
        outcome = FileOutcome(file.path, FileStatus.ALREADY_HERE, known, outcome_sentences.ALREADY_HERE)
        attached = self._attached.members(file, known.sha256, mail).files
        self._ledger.finish(file.row, outcome, attached)
        progress.announce(each.path for each in attached)
        self.clear_away(file)
        return outcome


def _recognition_of(page: RecognisedPage) -> Recognition:
    return Recognition(page.engine, page.confidence, page.problem)


def _trouble(read: FileReading, problem: str) -> str:
    """Return why scanned pages were not read, where there are any."""
    gaps = read.reading.pages if read.reading else ()
    return problem if any(page.gap_reason == NOT_RECOGNISED for page in gaps) else ""
