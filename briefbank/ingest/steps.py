"""The PDF of each original whose pages are read and recognised: the original itself, or a version made of it.

A version (a Word file set as a PDF, a PDF without its password, a repaired one) is made in a child process
and stays in the original's work folder until the file has ended, so that a later step, also after a restart
of the program, finds it.
"""

from __future__ import annotations

import hashlib
import logging
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.catalogue.ledger_statements import OpenFile
from briefbank.catalogue.store import Catalogue
from briefbank.domain.documents import Document, Reading, log_gaps
from briefbank.domain.ingest import UNREAD, FileOutcome, FileStatus, LeftOut, Stage
from briefbank.domain.pages import OcrSetting, PageOrder, PageSource, RecognisedPage
from briefbank.errors import Crashed, Damaged, Encrypted, FileRefused, NoText, OcrError, OutOfMemory, TooSlow
from briefbank.extraction import containers, convert
from briefbank.extraction.convert import Conversion, Converters
from briefbank.extraction.formats import registry
from briefbank.extraction.mail.mailbox import MailSummary
from briefbank.extraction.passages import PrecomputedSegmenter
from briefbank.extraction.pdf import page_count
from briefbank.extraction.repair import lost_its_end, lost_its_lock, repair, unlock
from briefbank.ingest import outcomes
from briefbank.ingest.document_writer import (
    AttachedFiles,
    DocumentWriter,
    Original,
    Originals,
    PreparedDocument,
)
from briefbank.ingest.file_reading import (
    NOT_RECOGNISED,
    FileMetadata,
    FileReading,
    Recognition,
    compose_in_child,
    draw_pages,
    read_file,
    read_in_child,
    read_recognised,
)
from briefbank.ingest.progress import KeyedLock, KeyTaken, PdfReader, Progress
from briefbank.ocr.engines import OcrEngine, pack, unpack
from briefbank.paths import LibraryPaths
from briefbank.sandbox.child import Tell
from briefbank.sandbox.confinement import InputFile, OutputFile
from briefbank.storage.library_folder import is_unreachable
from briefbank.text.messages import NO_MESSAGE, Message, joined

# --- base pdfs -------------------------------------------------------------------------------------------

CONVERTING_SILENCE_S = 60.0
"""The limit for a text, and for each page of a scan: the largest takes a few seconds."""

OFFICE_SILENCE_S = 120.0
"""The limit for a file that LibreOffice converts, its start included: 200 pages take some seconds."""

OFFICE_CRASHED = Message("LibreOffice stopped while it opened this file.")
OFFICE_REMEDY = Message("Open it in the program that made it, print it to PDF, and add that.")

INCOMPLETE = Message("The file is incomplete: its end is missing, and no page of it could be read.")

_BASE, _REPAIRED, _DRAWN, _LEFT_OUT = "base.pdf", "mended.pdf", "drawn.pdf", "left-out"
_COPIED, _INSIDE = "copied.pdf", "inside"
"""A base that is the reading copy, and the pages that were recognised in it before."""


class BasePdfs:
    """Makes and reads the base of each original. Any thread."""

    def __init__(self, paths: LibraryPaths, converters: Converters, read_pdf: PdfReader) -> None:
        self._paths, self._processes, self._converters = paths, converters.readers, converters
        self._read_pdf = read_pdf

    def work(self, original: Original) -> Path:
        """Return the file's own folder for data that is kept until the file has ended."""
        folder = self._paths.work / original.sha256
        try:
            folder.mkdir(mode=0o700, exist_ok=True)
        except OSError as error:
            raise files.store_error(error) from error
        return folder

    def new_file(self, original: Original) -> Path:
        """Return a new path that no child of a killed program can still be writing to."""
        return self.work(original) / f"{uuid.uuid4().hex}.pdf"

    def base(self, original: Original) -> Path:
        """Return the PDF whose pages are read and recognised: the converted file, or the original."""
        return self.base_copy(original) or original.path

    def opens(self, original: Original, progress: Progress) -> bool:
        """Tell whether the base exists and is a readable PDF: the converted version of a protected or damaged
        file may be gone, for instance after a restore."""
        if not self._has_base(original):
            return False
        try:
            self._processes.call(page_count, InputFile(self.base(original)), check=progress.check)
        except FileRefused:
            return False
        return True

    def _has_base(self, original: Original) -> bool:
        return original.suffix == ".pdf" or self.base_copy(original) is not None

    def base_copy(self, original: Original) -> Path | None:
        """Return the base, where it is not the original itself."""
        made = (self._made_path(original, name) for name in (_DRAWN, _BASE, _COPIED, _REPAIRED))
        return next((path for path in made if path.is_file()), None)

    def left_out(self, original: Original) -> tuple[LeftOut, ...]:
        """Return what the original holds and the base that was made of it does not."""
        noted = self._made_path(original, _LEFT_OUT)
        words = noted.read_text("utf-8").split() if noted.is_file() else ()
        return tuple(each for each in LeftOut if each in words)

    def note_inside(self, original: Original, recognised: Iterable[bytes]) -> None:
        """Note the packed pages that a base which is the reading copy has already: written into it once more,
        a page that was turned or straightened would be so twice."""
        noted = self._made_path(original, _INSIDE)
        if self._made_path(original, _COPIED).is_file() and not noted.is_file():
            files.write_atomically(noted, "\n".join(map(_digest, recognised)).encode())

    def is_inside(self, original: Original, recognised: bytes) -> bool:
        """Tell whether the base has a packed page already."""
        noted = self._made_path(original, _INSIDE)
        return noted.is_file() and _digest(recognised) in noted.read_text("ascii").splitlines()

    def was_repaired(self, original: Original) -> bool:
        """Tell whether the base was recovered from a damaged file."""
        return self._made_path(original, _REPAIRED).is_file() or self.was_drawn(original)

    def is_incomplete(self, original: Original, reading: Reading | None) -> bool:
        """Tell whether a PDF was cut short, so that pages of it may be missing, or no text could be read."""
        has_text = reading is not None and bool(reading.passages)
        if original.suffix != ".pdf" or (has_text and self._made_path(original, _BASE).is_file()):
            return False
        pages = reading.pages if reading is not None and has_text else ()
        readable = [page for page in pages if page.source is not PageSource.GAP]
        return lost_its_end(original.path, len(readable))

    def was_drawn(self, original: Original) -> bool:
        """Tell whether the base has no more than pictures of a damaged file's pages."""
        return self._made_path(original, _DRAWN).is_file()

    def read(
        self,
        original: Original,
        password: str | None,
        progress: Progress,
        metadata: FileMetadata,
        *,
        recognise: bool,
        thorough: bool,
    ) -> FileReading:
        """Return the base's own text (``read_file``). The base is made first where the original cannot be
        read itself; with ``thorough`` of drawn pages where all else fails. Raises FileRefused, and what
        ``progress`` raises."""

        def read() -> FileReading:
            base = self.base(original)
            result: FileReading = self._read_pdf(base, progress, read_file, metadata, recognise)
            return result

        if not self._has_base(original):
            self._convert(original, progress, password)
        try:
            return self._read_or_remake(original, password, progress, read, thorough=thorough)
        except (Damaged, OutOfMemory, TooSlow) as error:
            if not thorough or self.was_drawn(original):
                raise
            self._draw(original, error, progress)
        return read()

    def _read_or_remake(
        self,
        original: Original,
        password: str | None,
        progress: Progress,
        read: Callable[[], FileReading],
        *,
        thorough: bool,
    ) -> FileReading:
        """Call ``read``, and once more with a base that is made without a password or damage."""
        try:
            return read()
        except Encrypted:
            if password is not None:
                self._make_base(original, _BASE, unlock, progress, password)
            elif self._paths.reading_copy(original.sha256).is_file():
                copy = InputFile(self._paths.reading_copy(original.sha256))
                self._make_base(original, _COPIED, copy_of, progress, copy)
            elif self._processes.call(lost_its_lock, InputFile(original.path), check=progress.check):
                raise Damaged(INCOMPLETE, detail="encrypted and cut short") from None
            else:
                raise
        except (Crashed, OutOfMemory, TooSlow) as failure:
            if not thorough:
                raise
            self._repair(original, failure, progress)
        except Damaged as damage:
            self._repair(original, damage, progress)
        return read()

    def _draw(self, original: Original, failure: FileRefused, progress: Progress) -> None:
        """Make a base of pictures of the pages. Raises ``failure`` where none can be drawn."""
        with self._unfinished(original) as made:
            try:
                read_in_child(self._processes, self.base(original), progress, draw_pages, OutputFile(made))
            except FileRefused:
                raise failure from None
            files.publish_file(made, self._made_path(original, _DRAWN))

    def _repair(self, original: Original, damage: FileRefused, progress: Progress) -> None:
        """Repair a file of which no page could be read: it may have lost no more than its table of
        contents."""
        if self.base_copy(original) is not None:
            raise damage
        try:
            with self._unfinished(original) as made:
                is_whole = self._processes.call(
                    repair, InputFile(original.path), OutputFile(made), check=progress.check
                )
                files.publish_file(made, self._made_path(original, _BASE if is_whole else _REPAIRED))
        except FileRefused:
            raise damage from None

    def _convert(self, original: Original, progress: Progress, password: str | None) -> None:
        """Make the base of a file of another format. That of a damaged scan counts as repaired."""
        pool = self._converters.pool(original.suffix)
        office = pool is self._converters.office

        def report(page: int, total: int) -> None:
            progress.enter(Stage.READING, total)
            progress.step(page, total)

        with self._unfinished(original) as made:
            try:
                done: Conversion = pool.call_with_progress(
                    convert_to_pdf,
                    report,
                    progress.check,
                    OFFICE_SILENCE_S if office else CONVERTING_SILENCE_S,
                    InputFile(original.path),
                    OutputFile(made),
                    password,
                )
            except Crashed as crash:
                if not office:
                    raise
                raise Crashed(OFFICE_CRASHED, OFFICE_REMEDY, detail=crash.detail) from crash
            if done.left_out:
                files.write_atomically(self._made_path(original, _LEFT_OUT), " ".join(done.left_out).encode())
            files.publish_file(made, self._made_path(original, _BASE if done.whole else _REPAIRED))

    def _make_base(
        self,
        original: Original,
        name: str,
        maker: Callable[..., None],
        progress: Progress,
        *args: str | InputFile,
    ) -> None:
        with self._unfinished(original) as made:
            self._processes.call(
                maker, InputFile(original.path), OutputFile(made), *args, check=progress.check
            )
            files.publish_file(made, self._made_path(original, name))

    @contextmanager
    def _unfinished(self, original: Original) -> Iterator[Path]:
        """Return a path for a base that is moved in place once it is complete, and deleted otherwise."""
        made = self.new_file(original)
        try:
            yield made
        except OSError as error:
            raise files.store_error(error) from error
        finally:
            made.unlink(missing_ok=True)

    def _made_path(self, original: Original, name: str) -> Path:
        return self._paths.work / original.sha256 / name


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()


def convert_to_pdf(tell: Tell, source: Path, target: Path, password: str | None) -> Conversion:
    """Call ``convert.to_pdf``, for a call with progress."""
    return convert.to_pdf(source, target, tell, password)


def copy_of(_: Path, target: Path, source: Path) -> None:
    """Copy the file, for ``_make_base``."""
    shutil.copyfile(source, target)


# --- steps -----------------------------------------------------------------------------------------------
# The steps by which one file becomes a document: read, recognise, store.
#
# Each step saves its result where a stop cannot destroy it: the copy under its hash, recognised pages in the
# catalogue, the document with all its passages in one transaction that also closes the file's row in the
# ledger. The word index follows at once; a stop between the two is repaired when the library is next opened.

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
            return self._finish(task, problem if orders else NO_MESSAGE)
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

    def _recognise(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> Message:
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

    def _recognise_pages(self, task: _Task, orders: Sequence[PageOrder], kept: set[int]) -> Message:
        """Recognise and store page by page; return why the engine could not run, or an empty text."""
        if not orders:
            return NO_MESSAGE
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
            return joined((error.title, error.remedy))
        return NO_MESSAGE

    def _finish(self, task: _Task, trouble: Message) -> FileOutcome:
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
            trouble = trouble or next((mark.problem for mark in marks.values() if mark.problem), NO_MESSAGE)
            return self._store(task, read, copy, trouble)
        read = self._read_pdf(copy, progress, read_recognised, metadata, marks)
        if original.suffix == ".pdf" and read.reading:  # the copy leaves out what is attached
            attached = self._processes.call(containers.count_in, InputFile(base), check=progress.check)
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

    def _store(self, task: _Task, read: FileReading, copy: Path | None, trouble: Message) -> FileOutcome:
        reading = read.reading
        incomplete = self._bases.is_incomplete(task.original, reading)
        if reading is None or not reading.passages:
            if incomplete:
                raise Damaged(INCOMPLETE, detail="cut short")
            raise OcrError(trouble, Message("Then add the file again.")) if trouble else NoText()
        log_gaps(reading.gaps)
        task.progress.enter(Stage.INDEXING)
        mended = incomplete or self._bases.was_repaired(task.original)
        attached = self._attached.members(task.file, task.original.sha256, task.mail)
        left_out = (*self._bases.left_out(task.original), *read.left_out)
        reason = outcomes.remarks(
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
        outcome = FileOutcome(file.path, FileStatus.ALREADY_HERE, known, outcomes.ALREADY_HERE)
        attached = self._attached.members(file, known.sha256, mail).files
        self._ledger.finish(file.row, outcome, attached)
        progress.announce(each.path for each in attached)
        self.clear_away(file)
        return outcome


def _recognition_of(page: RecognisedPage) -> Recognition:
    return Recognition(page.engine, page.confidence, page.problem)


def _trouble(read: FileReading, problem: Message) -> Message:
    """Return why scanned pages were not read, where there are any."""
    gaps = read.reading.pages if read.reading else ()
    return problem if any(page.gap_reason == NOT_RECOGNISED for page in gaps) else NO_MESSAGE
