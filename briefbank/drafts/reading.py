"""Reads a draft as the ingest reads a file.

Nothing of the draft is kept. Only a child process reads the file itself. Derived files (a Word file set as a
PDF, a repaired file, recognised pages) lie in a folder that the caller deletes.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from briefbank import files
from briefbank.domain.authorities import Citation
from briefbank.domain.authority_reports import DraftPlace
from briefbank.domain.documents import Reading, log_gaps
from briefbank.domain.ingest import FileProgress, Stage
from briefbank.domain.pages import PageOrder, PageSource, Passage, RecognisedPage
from briefbank.errors import Encrypted, FileRefused, NoText, NotReadable, OcrError, OutOfMemory, TooLarge
from briefbank.extraction import convert, sniff
from briefbank.extraction.convert import Converters
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import (
    FileMetadata,
    FileReading,
    Recognition,
    compose_in_child,
    read_file,
    read_in_child,
    read_recognised,
)
from briefbank.ingest.progress import Progress
from briefbank.jobs import Reporter
from briefbank.ocr.engines import OcrEngine, pack
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile
from briefbank.text.language import sentence_ends
from briefbank.text.messages import NO_MESSAGE, Message, joined

READING, RECOGNISING = Message("reading the draft"), Message("recognising scanned pages")
COMPARING, QUOTATIONS = Message("looking for the same arguments"), Message("comparing quotations")


class DraftProgress(Reporter):
    """A reporter that turns a file's progress through the ingest into a stage of the check. It passes
    everything else on to another reporter. The draft is no file of an ingest."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    def progress(self, stage: Message, done: int, total: int) -> None:
        self._reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        stage = RECOGNISING if event.stage is Stage.OCR else READING
        self._reporter.progress(stage, event.done, event.total)

    def check(self) -> None:
        self._reporter.check()


_NOT_CHECKED = Message("The file could not be checked.")
_PRINT = Message("Print it to PDF in another program, and check that.")
_REMEDIES: tuple[tuple[tuple[type[FileRefused], ...], Message], ...] = (
    ((NotReadable,), Message("Check that it still exists and that you may read it, then check it again.")),
    ((Encrypted,), Message("Save it without a password and check that.")),
    ((NoText,), Message("If you can read its pages, scan them again at 300 dpi, or paste its text.")),
    ((OutOfMemory, TooLarge), Message("Split it into parts and check those.")),
)
"""Advice in place of the reading errors' own, which is about adding the file to the library."""

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class ReadDraft:
    reading: Reading
    signature: bytes  # The same as ``file_reading.compute_signature``
    sha256: str  # The hash of the file; empty for pasted text
    pasted: bool
    unread: tuple[int, ...]  # The indexes from 0 of pages without text
    trouble: Message
    """A sentence why scanned pages could not be read; empty if they could be, or there are none."""


class DraftReader:
    """The reader of drafts. Any thread. Blocks for seconds, and for seconds a page with scans."""

    def __init__(self, converters: Converters, ocr: OcrEngine) -> None:
        self._processes, self._converters, self._ocr = converters.readers, converters, ocr

    def read(self, draft: Path | str, folder: Path, reporter: DraftProgress) -> ReadDraft:
        """Read a draft. ``folder`` takes intermediate files. Raises FileRefused, with advice for a draft,
        StoreError and Cancelled."""
        try:
            return self._read(draft, folder, reporter)
        except FileRefused as error:
            remedy = next((remedy for kinds, remedy in _REMEDIES if isinstance(error, kinds)), _PRINT)
            title = _NOT_CHECKED if error.title == FileRefused.default_title else error.title
            raise type(error)(title, remedy, detail=error.detail) from error

    def _read(self, draft: Path | str, folder: Path, reporter: DraftProgress) -> ReadDraft:
        def converted(pool: WorkerPool, source: Path) -> Path:
            target = folder / "converted.pdf"
            pool.call(convert.to_pdf, InputFile(source), OutputFile(target), check=reporter.check)
            return target

        if isinstance(draft, str):
            own, name = folder / "pasted.txt", FileMetadata("", converted=True)
            files.write_atomically(own, b"\xef\xbb\xbf" + draft.encode("utf-8", "replace"))
            base = converted(self._processes, own)
        else:
            if not draft.is_file():  # a pipe would never end
                raise NotReadable(Message("There is no such file."), detail="no regular file")
            suffix = self._processes.call(sniff.file_type, OpenedFile(draft), check=reporter.check)
            name = FileMetadata(draft.name, not sniff.is_paged(suffix))
            base = own = _copied(draft, (folder / "draft").with_suffix(suffix))
            if suffix != ".pdf":
                pool = self._converters.pool(suffix)
                try:
                    base = converted(pool, own)
                finally:
                    if pool is self._converters.office:
                        pool.rest()
        progress, trouble = Progress(base, reporter, reporter.check), self._ocr.problem()
        read = read_in_child(self._processes, base, progress, read_file, name, not trouble)
        if read.reading is None:  # there are scanned pages, and they can be recognised
            try:
                read = self._recognised(base, read.orders, name, folder, progress)
            except OcrError as error:
                read = read_in_child(self._processes, base, progress, read_file, name, False)
                trouble = joined((error.title, error.remedy))
        reading, pasted = read.reading, isinstance(draft, str)
        if reading is None or not reading.passages:
            failed = trouble and not pasted
            raise OcrError(trouble, Message("Or paste the draft’s text.")) if failed else NoText()
        log_gaps(reading.gaps)
        unread = tuple(page.index for page in reading.pages if page.source is PageSource.GAP)
        sha256 = "" if pasted else files.hash_file(own)
        trouble = trouble if unread and not pasted else NO_MESSAGE
        return ReadDraft(reading, read.signature, sha256, pasted, unread, trouble)

    def _recognised(
        self, base: Path, orders: Sequence[PageOrder], name: FileMetadata, folder: Path, progress: Progress
    ) -> FileReading:
        pages: list[RecognisedPage] = []

        def keep(page: RecognisedPage) -> None:
            pages.append(page)
            progress.step(len(pages), len(orders))

        progress.enter(Stage.OCR, len(orders))
        self._ocr.recognise(base, orders, folder, on_page=keep, check=progress.check)
        marks = {page.index: Recognition(page.engine, page.confidence, page.problem) for page in pages}
        good = [pack(page) for page in sorted(pages, key=lambda page: page.index) if not page.problem]
        if not good:
            return read_in_child(self._processes, base, progress, read_file, name, False)
        copy = folder / "recognised.pdf"
        compose_in_child(self._processes, base, good, copy, progress.check)
        return read_in_child(self._processes, copy, progress, read_recognised, name, marks)


def _copied(path: Path, own: Path) -> Path:
    """Copy the draft into the private folder. Its readers can open the library's files and nothing else."""
    try:
        with path.open("rb") as source:
            try:
                with own.open("xb") as copy:
                    shutil.copyfileobj(source, copy, _BLOCK)
            except OSError as error:
                raise files.store_error(error) from error
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    return own


_LONGEST = 600  # the most characters of a sentence that is shown
_AROUND = 150


def place_of(draft: ReadDraft, passage: Passage, start: int, end: int) -> DraftPlace:
    """Return a range of a passage as a place, with the range as its text."""
    text = " ".join(passage.text[start:end].split())
    if draft.pasted:
        return DraftPlace(0, "", text)
    page = next((span.page for span in reversed(passage.spans) if span.at <= start), passage.first_page)
    labels = {read.index: read.label for read in draft.reading.pages}
    return DraftPlace(page, labels.get(page, ""), text)


def sentence_place(draft: ReadDraft, passage: Passage, citation: Citation) -> DraftPlace:
    """Return the place of a citation with its sentence as the text."""
    text = passage.text
    span = max(0, citation.start - _AROUND), min(len(text), citation.end + _AROUND)
    for start, end in pairwise([0, *sentence_ends(text), len(text)]):
        if start <= citation.start < end and end - start <= _LONGEST:
            span = start, max(end, citation.end)
    place = place_of(draft, passage, citation.start, citation.end)
    return DraftPlace(place.page, place.label, " ".join(text[span[0] : span[1]].split()))
