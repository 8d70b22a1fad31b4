"""The contents of one file of the ledger: copied into the library, and converted to a readable PDF.

Everything that opens the untrusted file runs in a worker process. A converted file (a Word file set as a PDF,
a PDF without its password, a repaired one) stays in the file's work folder until the file has ended, so that
a later step, also after a restart of the program, finds it.
"""

from __future__ import annotations

import math
import shutil
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from briefbank import files
from briefbank.catalogue.ingest_ledger import IngestLedger
from briefbank.catalogue.ledger import OpenFile
from briefbank.domain.ingest import Stage
from briefbank.errors import Crashed, Damaged, Encrypted, FileRefused, NotReadable, OutOfMemory, TooSlow
from briefbank.extraction import archives, convert, formats, sniff
from briefbank.extraction.pdf import page_count
from briefbank.extraction.repair import repair
from briefbank.extraction.unlock import unlock
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import FileReading
from briefbank.ingest.progress import Progress
from briefbank.paths import LibraryPaths
from briefbank.sandbox.workspace import InputFile, OpenedFile, OutputFile

PAGE_SILENCE_S = 20.0
"""The seconds after which a page counts as hung: an ordinary one takes a hundredth of a second."""

CUTTING_SILENCE_S = 300.0
"""The limit for the work after the last page: a thousand pages take about ten seconds."""

PAGE_S = 0.5
"""The average limit of a page, beyond TROUBLE_S for the file."""

_BASE, _REPAIRED = "base.pdf", "mended.pdf"

TROUBLE_S = 60.0
"""The seconds that crashing and hanging pages of one file may cost together before the file is refused."""


@dataclass(frozen=True, slots=True)
class Original:
    """An original in the library's folder."""

    path: Path
    sha256: str
    suffix: str
    size: int


class Originals:
    """Copies files into the library and reads them. Any thread."""

    def __init__(self, paths: LibraryPaths, processes: WorkerPool, ledger: IngestLedger) -> None:
        self._paths, self._processes, self._ledger = paths, processes, ledger

    # --- into the library ------------------------------------------------------------------------

    def take(self, file: OpenFile, password: str | None, progress: Progress) -> Original:
        """Return the library's copy of the file, made unless an earlier start made it."""
        copied = self.known(file)
        if file.sha256 and copied.path.is_file():
            return copied
        if file.document_id is not None:
            raise NotReadable("The stored file is missing.", "Add the file again.", detail="no original")
        if not file.archive:
            return self._copy(file.row, file.path, progress)
        unpacked = self._paths.work / f"member-{uuid.uuid4().hex}"
        try:
            target = OpenedFile(Path(file.archive)), file.member, OutputFile(unpacked), password
            self._processes.call(archives.extract, *target, check=progress.check)
            return self._copy(file.row, unpacked, progress)
        finally:
            unpacked.unlink(missing_ok=True)

    def known(self, file: OpenFile) -> Original:
        """Return the library's copy of the file, which exists once it was made."""
        path = self._paths.original(file.sha256, file.suffix)
        return Original(path, file.sha256, file.suffix, file.size)

    def _copy(self, row: int, source: Path, progress: Progress) -> Original:
        suffix = self._detected_suffix(source, progress)
        sha256, size, path = files.copy_in(source, self._paths, suffix, check=progress.check)
        self._ledger.copied_in(row, sha256, suffix, size)
        if not path.is_file():  # another row with these contents ended meanwhile and deleted its copy
            files.copy_in(source, self._paths, suffix, check=progress.check)
        return Original(path, sha256, suffix, size)

    def _detected_suffix(self, source: Path, progress: Progress) -> str:
        """Return the file's type; an archive that could not be opened when it was dropped raises the reason
        here.

        The archive is checked first, because its first member may look like a PDF to ``sniff``.
        """
        is_zip = source.suffix.lower() == ".zip"
        if is_zip and self._processes.call(archives.is_archive, OpenedFile(source), check=progress.check):
            self._processes.call(archives.list_entries, OpenedFile(source), check=progress.check)
        kind = self._processes.call(sniff.file_type, OpenedFile(source), check=progress.check)
        # It becomes part of a path, and a file may have compromised the child.
        if kind not in {each.suffix for each in formats.FORMATS}:
            raise Crashed(detail="an unknown kind of file was answered")
        return kind

    # --- read ------------------------------------------------------------------------------------

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
        made = (self._made_path(original, name) for name in (_BASE, _REPAIRED))
        return next((path for path in made if path.is_file()), None)

    def was_repaired(self, original: Original) -> bool:
        """Tell whether the base was recovered from a damaged file."""
        return self._made_path(original, _REPAIRED).is_file()

    def read(
        self, original: Original, password: str | None, progress: Progress, function: Any, *args: Any
    ) -> FileReading:
        """Call ``read_in_child`` for the base, which is made first where the original cannot be read
        itself."""
        if not self._has_base(original):
            self._make_base(original, _BASE, convert.to_pdf, progress)
        try:
            return self.read_in_child(self.base(original), progress, function, *args)
        except Encrypted:
            if password is not None:
                self._make_base(original, _BASE, unlock, progress, password)
            elif self._paths.reading_copy(original.sha256).is_file():
                copy = InputFile(self._paths.reading_copy(original.sha256))
                self._make_base(original, _BASE, copy_of, progress, copy)
            else:
                raise
        except (Crashed, OutOfMemory):
            raise
        except Damaged as damage:
            self._repair(original, damage, progress)
        return self.read_in_child(self.base(original), progress, function, *args)

    def read_in_child(self, path: Path, progress: Progress, function: Any, *args: Any) -> FileReading:
        """Call ``function(tell, path, skipped, *args)``, without the pages that crash or hang the child."""
        skipped: set[int] = set()
        started = time.monotonic()
        progress.enter(Stage.READING)
        while True:
            following = _PageTracker(progress)
            try:
                read: FileReading = self._processes.call_with_progress(
                    function,
                    following,
                    following.check,
                    following.silence_s,
                    InputFile(path),
                    frozenset(skipped),
                    *args,
                )
                return read
            except (Crashed, OutOfMemory, TooSlow):
                if following.page is None or time.monotonic() - started > TROUBLE_S:
                    raise
                skipped.add(following.page)

    def _repair(self, original: Original, damage: Damaged, progress: Progress) -> None:
        """Repair a file of which no page could be read: it may have lost no more than its table of
        contents."""
        if self.base_copy(original) is not None:
            raise damage
        try:
            self._make_base(original, _REPAIRED, repair, progress)
        except FileRefused:
            raise damage from None

    def _make_base(
        self,
        original: Original,
        name: str,
        maker: Callable[..., None],
        progress: Progress,
        *args: str | InputFile,
    ) -> None:
        """Make the base under another name and move it in place, so that an existing base is complete."""
        unfinished = self.new_file(original)
        try:
            self._processes.call(
                maker, InputFile(original.path), OutputFile(unfinished), *args, check=progress.check
            )
            files.publish_file(unfinished, self._made_path(original, name))
        except OSError as error:
            raise files.store_error(error) from error
        finally:
            unfinished.unlink(missing_ok=True)

    def _made_path(self, original: Original, name: str) -> Path:
        return self._paths.work / original.sha256 / name


def copy_of(_: Path, target: Path, source: Path) -> None:
    """Copy the file, for ``_make``."""
    shutil.copyfile(source, target)


class _PageTracker:
    """Tracks a child's progress from page to page."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._ends = math.inf
        self._cutting = False
        self.page: int | None = None
        """The page that the child is reading; None before the first and after the last."""

    def __call__(self, page: int, total: int) -> None:
        if page == total:
            self.page, self._cutting = None, True
            self._progress.enter(Stage.CUTTING)
            return
        self.page = page
        if self._ends == math.inf:
            self._ends = time.monotonic() + TROUBLE_S + PAGE_S * total
        self._progress.enter(Stage.READING, total)
        self._progress.step(self.page, total)

    def check(self) -> None:
        """Raise TooSlow for a file whose pages are each slow, but not slow enough to be left out."""
        self._progress.check()
        if self.page is not None and time.monotonic() > self._ends:
            raise TooSlow(detail="all pages are slow")

    def silence_s(self) -> float:
        return CUTTING_SILENCE_S if self._cutting else PAGE_SILENCE_S
