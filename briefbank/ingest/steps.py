"""The steps by which one file becomes a document: take, read, recognise, copy, store.

Each step saves its result where a stop cannot destroy it: the original under its hash, its base with a record
in the ledger (``originals``), recognised pages in the catalogue, the document with all its passages in one
transaction that also closes the file's row. The lexical index follows at once; a stop between the two is
repaired when the library is next opened.
"""

from __future__ import annotations

import logging
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.catalogue import document_rows, ingest_ledger, intake_notes
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import READ_STAGES, OpenFile
from briefbank.domain.documents import Document, log_gaps
from briefbank.domain.ingest import UNREAD, FileOutcome, FileStatus, Stage
from briefbank.domain.pages import OcrSetting, PageOrder, RecognisedPage
from briefbank.errors import Damaged, FileRefused, NoText, OcrError
from briefbank.extraction import sniff
from briefbank.extraction.containers import MailSummary
from briefbank.extraction.convert import Converters
from briefbank.extraction.passages import PrecomputedSegmenter
from briefbank.ingest.document_writer import DocumentWriter, PreparedDocument
from briefbank.ingest.file_reading import (
    NOT_RECOGNISED,
    FileMetadata,
    FileReading,
    Recognition,
    compose_in_child,
    read_file,
    read_in_child,
    read_recognised,
)
from briefbank.ingest.originals import (
    INCOMPLETE,
    BaseKind,
    BasePdf,
    Original,
    files_of_mail,
    summarise_mail,
    take_original,
)
from briefbank.ingest.progress import ALREADY_HERE, KeyTaken, Progress, remarks
from briefbank.ocr.engines import OcrEngine, pack, unpack
from briefbank.paths import LibraryPaths
from briefbank.storage.library_folder import is_unreachable
from briefbank.text.messages import NO_MESSAGE, Message

log = logging.getLogger(__name__)

THOROUGH_PATIENCE = 3.0  # The factor of the time limits for a file that is read thoroughly


@dataclass(frozen=True, slots=True)
class _Task:
    """A file whose contents are worked on in this thread alone."""

    file: OpenFile
    original: Original
    base: BasePdf
    known: Document | None  # The document that it is now, if any
    mail: MailSummary | None  # What is known of a mail besides its text
    progress: Progress


class FileSteps:
    """The steps of all files. Any thread; files with the same contents wait for each other."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        converters: Converters,
        ocr: OcrEngine,
        writer: DocumentWriter,
    ) -> None:
        self._paths, self._catalogue = paths, catalogue
        self._converters, self._processes = converters, converters.readers
        self._ocr, self._writer = ocr, writer
        self._lock = Lock()
        self._contents: set[str] = set()
        """The hashes of the contents in work: two rows with the same ones are processed in turn."""
        self._taken: dict[int, Original] = {}
        """The originals of rows in work: a row deleted meanwhile cannot tell what is to be cleared away."""
        self.passwords: dict[Path, str] = {}
        """The passwords of waiting files, for this run of the program only; never written anywhere."""
        self.thorough: set[Path] = set()
        """The waiting files that are read thoroughly, in this run of the program."""
        self.segmenters: dict[str, PrecomputedSegmenter] = {}
        """The segmenters, by hash, of documents that are not cut by words, for this run of the program."""

    def library_is_away(self) -> bool:
        """Tell whether a failure may be due to the absence of the library's own folder."""
        return is_unreachable(self._paths)

    def process(self, file: OpenFile, progress: Progress) -> FileOutcome | None:
        """Make a document of the file, and return None where pages of it wait for recognition: it is called
        again for these. Raises FileRefused, StoreError, KeyTaken, Withdrawn, and what ``progress`` raises."""
        if file.path in self.thorough:
            progress.patience = THOROUGH_PATIENCE
        is_read = file.stage not in READ_STAGES
        if not is_read:
            progress.enter(Stage.COPYING)
        password = self.passwords.get(file.path)
        original = take_original(self._paths, self._catalogue, self._processes, file, password, progress)
        self._taken[file.row] = original
        with self._only_one_of(file, original.sha256):
            known = document_rows.find_by_hash(self._catalogue, original.sha256)
            mail = summarise_mail(self._processes, file, original, progress)
            if known and file.document_id is None and password is None and self._is_whole(known):
                return self._already_here(file, known, mail, progress)
            base = BasePdf(self._paths, self._catalogue, self._converters, file, original)
            task = _Task(file, original, base, known, mail, progress)
            recognised = intake_notes.packed_pages(self._catalogue, original.sha256)
            orders = intake_notes.page_orders(self._catalogue, original.sha256) if is_read else []
            if is_read and base.exists and (orders or recognised):
                return self._finish(task, self._recognise(task, orders, set(recognised)))
            return self._read(task, recognised)

    @contextmanager
    def _only_one_of(self, file: OpenFile, sha256: str) -> Iterator[None]:
        """Work on these contents alone. Raises KeyTaken unless the file is the first in the ledger of those
        with the same contents."""
        with self._lock:
            if sha256 in self._contents or ingest_ledger.has_earlier(self._catalogue, file, sha256):
                raise KeyTaken
            self._contents.add(sha256)
        try:
            yield
        finally:
            with self._lock:
                self._contents.discard(sha256)

    def _is_whole(self, known: Document) -> bool:
        """Tell whether reading the file again could not improve on the stored document."""
        if known.has_reading_copy and not self._paths.reading_copy(known.sha256).is_file():
            return False
        if not known.gaps or self._ocr.problem():
            return True
        tried = intake_notes.packed_pages(self._catalogue, known.sha256)
        pages = document_rows.pages_of(self._catalogue, known.id)
        return all(page.index in tried for page in pages if page.gap_reason == NOT_RECOGNISED)

    def _already_here(
        self, file: OpenFile, known: Document, mail: MailSummary | None, progress: Progress
    ) -> FileOutcome:
        """End the row of a file that is in the library; what is attached to it may not be, or no longer."""
        outcome = FileOutcome(file.path, FileStatus.ALREADY_HERE, known, ALREADY_HERE)
        attached, _ = files_of_mail(file, known.sha256, mail)
        progress.announce(new.path for new in attached)
        ingest_ledger.finish(self._catalogue, file.row, outcome, attached)
        self.clear_away(file)
        return outcome

    def _read(self, task: _Task, recognised: Mapping[int, bytes]) -> FileOutcome | None:
        """Read the file's own text. Pages recognised before count, even where no engine works now."""
        file, base, progress = task.file, task.base, task.progress
        problem = self._ocr.problem()
        read = base.read(
            self.passwords.get(file.path),
            progress,
            self._metadata(task),
            recognise=not problem or bool(recognised),
            thorough=file.path in self.thorough,
        )
        base.record_attached(read.attached)
        orders = self._orders(task, read.orders, recognised)
        if orders and not problem:
            ingest_ledger.order_pages(self._catalogue, file.row, task.original.sha256, orders)
            progress.enter(Stage.OCR, len(orders))
            return None
        if read.reading is None or recognised:
            return self._finish(task, problem if orders else NO_MESSAGE)
        has_unread_scans = any(page.gap_reason == NOT_RECOGNISED for page in read.reading.pages)
        return self._store(task, read, base.made, problem if has_unread_scans else NO_MESSAGE)

    def _metadata(self, task: _Task) -> FileMetadata:
        suffix = task.original.suffix
        return FileMetadata(
            task.file.path.name,
            converted=not sniff.is_paged(suffix),
            folder=task.known.folder if task.known and task.known.folder else task.file.folder,
            segmenter=self.segmenters.get(task.original.sha256),
            mail=task.mail,
            exact_text=sniff.needs_libreoffice(suffix),
        )

    def _orders(
        self, task: _Task, unreadable: Sequence[PageOrder], recognised: Mapping[int, bytes]
    ) -> list[PageOrder]:
        """Return the pages to recognise: those that a person chose, and those that never were."""
        missing = [order for order in unreadable if order.index not in recognised]
        if task.file.document_id is None:
            return missing
        own_text_is_bad = {order.index: order.replace_text for order in unreadable}
        chosen = [
            replace(order, replace_text=own_text_is_bad.get(order.index, True))
            for order in intake_notes.page_orders(self._catalogue, task.original.sha256)
        ]
        indexes = {order.index for order in chosen}
        return chosen + [order for order in missing if order.index not in indexes]

    def _recognise(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> Message:
        """Recognise and store the pages; those of a file that is read thoroughly once more, and carefully,
        where no words were found. ``kept`` are the pages that were recognised before. Return why the engine
        could not run, or an empty text."""
        problem = self._recognise_pages(task, orders, kept)
        if problem or task.file.path not in self.thorough:
            return problem
        packed = intake_notes.packed_pages(self._catalogue, task.original.sha256)
        has_words = {index: bool(unpack(page).words) for index, page in packed.items()}
        wordless = [order for order in orders if has_words.get(order.index) is False]
        careful = [replace(order, setting=OcrSetting.CAREFUL) for order in wordless]
        return self._recognise_pages(task, careful, set(packed))

    def _recognise_pages(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> Message:
        """Recognise and store page by page; return why the engine could not run, or an empty text."""
        if not orders:
            return NO_MESSAGE
        sha256, progress = task.original.sha256, task.progress
        done = 0

        def keep(page: RecognisedPage) -> None:
            nonlocal done
            done += 1
            packed = pack(page) if page.words or page.index not in kept else None
            ingest_ledger.keep_page(self._catalogue, task.file.row, sha256, page.index, packed)
            progress.step(done, len(orders))

        progress.enter(Stage.OCR, len(orders))
        try:
            self._ocr.recognise(task.base.path, orders, task.base.work(), on_page=keep, check=progress.check)
        except OcrError as error:
            log.info("recognition failed: %s", error.detail)
            intake_notes.withdraw_orders(self._catalogue, sha256)
            return error.message
        return NO_MESSAGE

    def _finish(self, task: _Task, problem: Message) -> FileOutcome:
        """Write the recognised pages into a reading copy, read that, and store the document."""
        base, progress, metadata = task.base, task.progress, self._metadata(task)
        progress.enter(Stage.READING)
        recognitions: dict[int, Recognition] = {}
        good: list[bytes] = []
        for index, packed in intake_notes.packed_pages(self._catalogue, task.original.sha256).items():
            page = unpack(packed)
            recognitions[index] = Recognition(page.engine, page.confidence, page.problem)
            if not page.problem:
                good.append(packed)
        copy = base.new_file() if good else None
        if copy is not None:
            try:
                compose_in_child(self._processes, base.path, good, copy, progress.check)
            except FileRefused as error:  # the file is too damaged for a reading copy
                log.info("no reading copy: %s %s", type(error).__name__, error.detail)
                copy = None
        if copy is None:
            read = read_in_child(self._processes, base.path, progress, read_file, metadata, False)
            problems = (mark.problem for mark in recognitions.values() if mark.problem)
            return self._store(task, read, base.made, problem or next(problems, NO_MESSAGE))
        read = read_in_child(self._processes, copy, progress, read_recognised, metadata, recognitions)
        if task.original.suffix == ".pdf" and read.reading:
            read = replace(read, reading=replace(read.reading, attached=base.state.attached))
        return self._store(task, read, copy, problem)

    def _store(self, task: _Task, read: FileReading, copy: Path | None, problem: Message) -> FileOutcome:
        """Store the document, and close the file's row. ``problem`` is why scanned pages were not read."""
        reading, base = read.reading, task.base
        is_incomplete = base.is_incomplete(reading)
        if reading is None or not reading.passages:
            if is_incomplete:
                raise Damaged(INCOMPLETE, detail="cut short")
            raise OcrError(problem, Message("Then add the file again.")) if problem else NoText()
        log_gaps(reading.gaps)
        task.progress.enter(Stage.INDEXING)
        is_damaged = is_incomplete or base.state.kind in (BaseKind.REPAIRED, BaseKind.DRAWN)
        left_out = (*base.state.left_out, *read.left_out)
        attached, too_deep = files_of_mail(task.file, task.original.sha256, task.mail)
        copy_sha256 = files.hash_file(copy) if copy else ""
        reason = remarks(
            reading,
            problem,
            mended=is_damaged,
            drawn=base.was_drawn,
            undrawn=read.undrawn,
            mail=task.mail,
            too_deep=too_deep,
            left_out=left_out,
        )
        complete = not is_damaged and not read.undrawn and UNREAD.isdisjoint(left_out)
        document = PreparedDocument(reading, read.signature, copy, copy_sha256, reason, complete, attached)
        task.progress.announce(new.path for new in attached)  # before another thread can take one
        outcome = self._writer.put(task.file, task.original, task.known, document, task.progress.check)
        self.clear_away(task.file)
        return outcome

    def close(self, file: OpenFile, outcome: FileOutcome) -> None:
        """End the row of a file that did not become a document, and delete its intermediate data."""
        ingest_ledger.finish(self._catalogue, file.row, outcome)
        self.clear_away(file)

    def clear_away(self, file: OpenFile) -> None:
        """Delete the intermediate data of a file that has ended, unless something else needs it."""
        self.passwords.pop(file.path, None)
        self.thorough.discard(file.path)
        taken = self._taken.pop(file.row, None)
        ended = ingest_ledger.file(self._catalogue, file.row) or taken or file
        if not ended.sha256:
            return
        need = ingest_ledger.tidy(self._catalogue, ended.sha256)
        if not need.waiting:
            shutil.rmtree(self._paths.work / ended.sha256, ignore_errors=True)
            if not need.stored:
                self._paths.original(ended.sha256, ended.suffix).unlink(missing_ok=True)
                self._paths.reading_copy(ended.sha256).unlink(missing_ok=True)
