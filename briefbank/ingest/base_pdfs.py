"""The PDF of each original whose pages are read and recognised: the original itself, or a version made of it.

A version (a Word file set as a PDF, a PDF without its password, a repaired one) is made in a child process
and stays in the original's work folder until the file has ended, so that a later step, also after a restart
of the program, finds it.
"""

from __future__ import annotations

import hashlib
import shutil
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from briefbank import files
from briefbank.domain.documents import Reading
from briefbank.domain.ingest import LeftOut, Stage
from briefbank.domain.pages import PageSource
from briefbank.errors import (
    Crashed,
    Damaged,
    Encrypted,
    FileRefused,
    OutOfMemory,
    TooSlow,
)
from briefbank.extraction import convert
from briefbank.extraction.convert import Conversion
from briefbank.extraction.converters import Converters
from briefbank.extraction.pdf import page_count
from briefbank.extraction.repair import lost_its_end, lost_its_lock, repair
from briefbank.extraction.unlock import unlock
from briefbank.ingest.child_reading import read_in_child
from briefbank.ingest.drawn_pages import draw_pages
from briefbank.ingest.file_reading import FileMetadata, FileReading, read_file
from briefbank.ingest.originals import Original
from briefbank.ingest.progress import Progress
from briefbank.ingest.work_spread import PdfReader
from briefbank.paths import LibraryPaths
from briefbank.sandbox.child import Tell
from briefbank.sandbox.workspace import InputFile, OutputFile

CONVERTING_SILENCE_S = 60.0
"""The limit for a text, and for each page of a scan: the largest takes a few seconds."""

OFFICE_SILENCE_S = 120.0
"""The limit for a file that LibreOffice converts, its start included: 200 pages take some seconds."""

OFFICE_CRASHED = "LibreOffice stopped while it opened this file."
OFFICE_REMEDY = "Open it in the program that made it, print it to PDF, and add that."

INCOMPLETE = "The file is incomplete: its end is missing, and no page of it could be read."

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
