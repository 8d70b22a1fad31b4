"""The library's copy of a file (``take_original``), and the PDF whose pages are read and recognised in its
place (``BasePdf``): the original itself, or a version of it.

A version (a Word file set as a PDF, a PDF without its password, a repaired one) is made in a child process
and stays in the original's work folder until the file has ended. What it is stands in the file's row of the
ledger, so that a later step, also after a restart of the program, goes on with it.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import msgspec

from briefbank import files
from briefbank.catalogue import document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import NewFile, OpenFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.domain.documents import Reading
from briefbank.domain.ingest import LeftOut, Stage
from briefbank.domain.pages import PageSource
from briefbank.errors import Crashed, Damaged, Encrypted, FileRefused, NotReadable, OutOfMemory, TooSlow
from briefbank.extraction import containers, convert, sniff
from briefbank.extraction.containers import ARCHIVE_DEPTH, MAX_DEPTH, MailSummary
from briefbank.extraction.convert import Conversion, Converters
from briefbank.extraction.repair import lost_its_end, lost_its_lock, repair, unlock
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import FileMetadata, FileReading, draw_pages, read_file, read_in_child
from briefbank.ingest.progress import Progress
from briefbank.paths import LibraryPaths
from briefbank.sandbox.child import Tell
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile
from briefbank.text.messages import Message


@dataclass(frozen=True, slots=True)
class Original:
    path: Path
    sha256: str
    suffix: str
    size: int


def take_original(
    paths: LibraryPaths,
    catalogue: Database,
    processes: WorkerPool,
    file: OpenFile,
    password: str | None,
    progress: Progress,
) -> Original:
    """Return the library's copy of the file, made unless an earlier start made it. Raises FileRefused,
    StoreError, Withdrawn, and what ``progress`` raises."""
    if file.sha256:
        path = paths.original(file.sha256, file.suffix)
        if path.is_file():
            return Original(path, file.sha256, file.suffix, file.size)
    if file.document_id is not None:
        raise NotReadable(
            Message("The stored file is missing."), Message("Add the file again."), detail="no original"
        )

    def copy(source: Path, suffix: str) -> Original:
        """Copy a file, whose format is identified first where ``suffix`` is empty."""
        suffix = suffix or processes.call(sniff.file_type, OpenedFile(source), check=progress.check)
        # It becomes part of a path, and a file may have compromised the child.
        if not sniff.is_stored_suffix(suffix):
            raise Crashed(detail="an unknown kind of file was answered")
        sha256, size, path = files.copy_in(source, paths, suffix, check=progress.check)
        try:
            ingest_ledger.copied_in(catalogue, file.row, sha256, suffix, size)
        except Withdrawn:
            need = ingest_ledger.tidy(catalogue, sha256)
            if not need.waiting and not need.stored:
                path.unlink(missing_ok=True)
            raise
        if not path.is_file():  # another row with these contents ended meanwhile and deleted its copy
            files.copy_in(source, paths, suffix, check=progress.check)
        return Original(path, sha256, suffix, size)

    if not file.member:
        is_same = False
        with suppress(OSError, ValueError):
            is_same = file.path.stat().st_size == file.size
        identified = is_same and sniff.is_stored_suffix(file.suffix)  # when it was queued
        return copy(file.path, file.suffix if identified else "")
    # some formats are recognised with the help of the name's suffix
    suffix = file.path.suffix.lower() if re.fullmatch(r"\.[A-Za-z0-9]{1,8}", file.path.suffix) else ""
    unpacked = paths.work / f"member-{uuid.uuid4().hex}{suffix}"
    target = file.member, OutputFile(unpacked), password
    try:
        if file.container:
            document = document_rows.find_by_hash(catalogue, file.container)
            if document is None:
                raise NotReadable(detail="what it is attached to is gone")
            inside = InputFile(paths.original(document.sha256, document.suffix))
            processes.call(containers.extract_attached, inside, *target, check=progress.check)
        else:
            archive = OpenedFile(Path(file.archive))
            processes.call(containers.extract_outer, archive, *target, check=progress.check)
        return copy(unpacked, "")
    finally:
        unpacked.unlink(missing_ok=True)


def summarise_mail(
    processes: WorkerPool, file: OpenFile, original: Original, progress: Progress
) -> MailSummary | None:
    """Return what is known of a mail besides its text; None for any other file. Raises FileRefused."""
    if original.suffix not in containers.READERS:
        return None
    with_archives = file.depth + ARCHIVE_DEPTH <= MAX_DEPTH
    return processes.call(
        containers.summarise_mail, InputFile(original.path), with_archives, check=progress.check
    )


def files_of_mail(file: OpenFile, sha256: str, mail: MailSummary | None) -> tuple[tuple[NewFile, ...], int]:
    """Return the files in a mail with this SHA-256 that are to be queued, none where it is only read again,
    and the number of those that lie in too many others."""
    if mail is None or file.document_id is not None:
        return (), 0
    around = NewFile(file.path, container=sha256, depth=file.depth, folder=file.folder, turn=file.turn)
    members = attached_to(around, mail.members)
    near = tuple(member for member in members if member.depth <= MAX_DEPTH)
    return near, len(members) - len(near)


def attached_to(file: NewFile, names: Iterable[str]) -> list[NewFile]:
    """Return the files with these names that are attached to a mail or PDF, each beneath ``file.path`` and as
    deep as it is in there. A "/" in a name follows that of an archive."""
    in_archive = file.depth + ARCHIVE_DEPTH
    return [
        replace(file, path=file.path / name, member=name, depth=in_archive if "/" in name else file.depth + 1)
        for name in names
    ]


CONVERTING_SILENCE_S = 60.0
"""The limit for a text, and for each page of a scan: the largest takes a few seconds."""
OFFICE_SILENCE_S = 120.0
"""The limit for a file that LibreOffice converts, its start included: 200 pages take some seconds."""

INCOMPLETE = Message("The file is incomplete: its end is missing, and no page of it could be read.")


class BaseKind(StrEnum):
    ORIGINAL = "original"
    COMPLETE = "complete"  # Converted, unlocked or repaired, with all pages
    REPAIRED = "repaired"  # What could be recovered of a damaged file; pages may be missing
    DRAWN = "drawn"  # Pictures of the pages of a damaged file


class BaseState(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a base between the steps of a file: the record in its row of the ledger."""

    kind: BaseKind = BaseKind.ORIGINAL
    left_out: tuple[LeftOut, ...] = ()  # The contents of the original that the base does not have
    attached: int = 0
    """The number of files that are attached inside the base. A reading copy leaves them out."""


class BasePdf:
    """The base of one file. One thread.

    A base is published before its state is recorded, and the state of an older one is deleted before that:
    the record never speaks of another base than the one that is there.
    """

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        converters: Converters,
        file: OpenFile,
        original: Original,
    ) -> None:
        self._catalogue, self._row = catalogue, file.row
        self._converters, self._processes = converters, converters.readers
        self._original = original
        self._folder = paths.work / original.sha256
        self._file = self._folder / "base.pdf"
        try:
            self.state = msgspec.json.decode(file.base_state, type=BaseState)
        except (ValueError, RecursionError):  # there is none, or it is none of ours
            self.state = BaseState()
        self.is_lost = self.state.kind is not BaseKind.ORIGINAL and not self._file.is_file()
        """The base of an earlier step has gone, for instance after a restore."""
        if self.is_lost:
            self.state = BaseState()

    @property
    def made(self) -> Path | None:
        """The base, where it is not the original itself."""
        return None if self.state.kind is BaseKind.ORIGINAL else self._file

    @property
    def path(self) -> Path:
        return self.made or self._original.path

    @property
    def exists(self) -> bool:
        """Whether there is a base that was readable when it was made."""
        return not self.is_lost and (self.made is not None or self._original.suffix == ".pdf")

    @property
    def was_drawn(self) -> bool:
        return self.state.kind is BaseKind.DRAWN

    def is_incomplete(self, reading: Reading | None) -> bool:
        """Tell whether a PDF was cut short, so that pages of it may be missing, or no text could be read."""
        has_text = reading is not None and bool(reading.passages)
        if self._original.suffix != ".pdf" or (has_text and self.state.kind is BaseKind.COMPLETE):
            return False
        pages = reading.pages if reading is not None and has_text else ()
        readable = [page for page in pages if page.source is not PageSource.GAP]
        return lost_its_end(self._original.path, len(readable))

    def record_attached(self, number: int) -> None:
        if number != self.state.attached:
            self._record(msgspec.structs.replace(self.state, attached=number))

    def work(self) -> Path:
        """Return the file's own folder for data that is kept until the file has ended. Raises StoreError."""
        files.make_folder(self._folder)
        return self._folder

    def new_file(self) -> Path:
        """Return a new path that no child of a killed program can still be writing to."""
        return self.work() / f"{uuid.uuid4().hex}.pdf"

    def read(
        self,
        password: str | None,
        progress: Progress,
        metadata: FileMetadata,
        *,
        recognise: bool,
        thorough: bool,
    ) -> FileReading:
        """Return the base's own text (``read_file``). The base is made first where the original cannot be
        read itself; with ``thorough`` of drawn pages where all else fails. Raises FileRefused, StoreError,
        Withdrawn, and what ``progress`` raises."""

        def read() -> FileReading:
            return read_in_child(self._processes, self.path, progress, read_file, metadata, recognise)

        if self.made is None and self._original.suffix != ".pdf":
            self._convert(password, progress)
        try:
            try:
                return read()
            except Encrypted as locked:
                self._unlock(locked, password, progress)
            except (Crashed, OutOfMemory, TooSlow) as failure:
                if not thorough:
                    raise
                self._repair(failure, progress)
            except Damaged as damage:
                self._repair(damage, progress)
            return read()
        except (Damaged, OutOfMemory, TooSlow) as failure:
            if not thorough or self.was_drawn:
                raise
            self._draw(failure, progress)
        return read()

    def _convert(self, password: str | None, progress: Progress) -> None:
        """Make the base of a file of another format. That of a damaged scan counts as repaired."""
        pool = self._converters.pool(self._original.suffix)

        def report(page: int, total: int) -> None:
            progress.enter(Stage.READING, total)
            progress.step(page, total)

        with self._unfinished() as target:
            conversion: Conversion = pool.call(
                convert_to_pdf,
                InputFile(self._original.path),
                OutputFile(target),
                password,
                timeout_s=OFFICE_SILENCE_S if pool is self._converters.office else CONVERTING_SILENCE_S,
                check=progress.check,
                on_progress=report,
            )
            kind = BaseKind.COMPLETE if conversion.whole else BaseKind.REPAIRED
            self._publish(target, BaseState(kind, conversion.left_out))

    def _unlock(self, locked: Encrypted, password: str | None, progress: Progress) -> None:
        """Make a base that opens without a password. Raises ``locked`` where no password is known."""
        original = InputFile(self._original.path)
        if password is None:
            if self._processes.call(lost_its_lock, original, check=progress.check):
                raise Damaged(INCOMPLETE, detail="encrypted and cut short")
            raise locked
        with self._unfinished() as target:
            self._processes.call(unlock, original, OutputFile(target), password, check=progress.check)
            self._publish(target, BaseState(BaseKind.COMPLETE))

    def _repair(self, damage: FileRefused, progress: Progress) -> None:
        """Repair a file of which no page could be read: it may have lost no more than its table of contents.
        Raises ``damage`` where that fails."""
        if self.made is not None:
            raise damage
        try:
            with self._unfinished() as target:
                is_whole = self._processes.call(
                    repair, InputFile(self._original.path), OutputFile(target), check=progress.check
                )
                self._publish(target, BaseState(BaseKind.COMPLETE if is_whole else BaseKind.REPAIRED))
        except FileRefused:
            raise damage from None

    def _draw(self, failure: FileRefused, progress: Progress) -> None:
        """Make a base of pictures of the pages. Raises ``failure`` where none can be drawn."""
        with self._unfinished() as target:
            try:
                read_in_child(self._processes, self.path, progress, draw_pages, OutputFile(target))
            except FileRefused:
                raise failure from None
            self._publish(target, BaseState(BaseKind.DRAWN, self.state.left_out))

    @contextmanager
    def _unfinished(self) -> Iterator[Path]:
        """Yield a path for a base that is published once it is complete, and deleted otherwise."""
        target = self.new_file()
        try:
            yield target
        except OSError as error:
            raise files.store_error(error) from error
        finally:
            target.unlink(missing_ok=True)

    def _publish(self, target: Path, state: BaseState) -> None:
        if self.state != BaseState():
            self._record(BaseState())
        files.publish_file(target, self._file)
        self._record(state)

    def _record(self, state: BaseState) -> None:
        ingest_ledger.set_base_state(self._catalogue, self._row, msgspec.json.encode(state).decode())
        self.state = state


def convert_to_pdf(tell: Tell, source: Path, target: Path, password: str | None) -> Conversion:
    return convert.to_pdf(source, target, tell, password)
