"""Copies the files of the ledger into the library, under the hashes of their contents, and lists what is
attached to them. Whatever opens an untrusted file runs in a child process."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.catalogue import document_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.catalogue.ingest_ledger import NewFile, OpenFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.errors import Crashed, NotReadable
from briefbank.extraction import containers, sniff
from briefbank.extraction.containers import ARCHIVE_DEPTH, MAX_DEPTH
from briefbank.extraction.formats import registry
from briefbank.extraction.mail import mailbox
from briefbank.extraction.mail.mailbox import MailSummary
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.progress import Progress
from briefbank.paths import LibraryPaths
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile
from briefbank.text.messages import Message


@dataclass(frozen=True, slots=True)
class Original:
    """An original in the library's folder."""

    path: Path
    sha256: str
    suffix: str
    size: int


class Originals:
    """Copies files into the library. Any thread."""

    def __init__(self, paths: LibraryPaths, processes: WorkerPool, catalogue: Database) -> None:
        self._paths, self._processes = paths, processes
        self._catalogue = catalogue

    def take(self, file: OpenFile, password: str | None, progress: Progress) -> Original:
        """Return the library's copy of the file, made unless an earlier start made it. Raises FileRefused,
        StoreError, Withdrawn, and what ``progress`` raises."""
        if file.sha256:
            path = self._paths.original(file.sha256, file.suffix)
            if path.is_file():
                return Original(path, file.sha256, file.suffix, file.size)
        if file.document_id is not None:
            raise NotReadable(
                Message("The stored file is missing."), Message("Add the file again."), detail="no original"
            )
        if not file.member:
            return self._copy(file.row, file.path, self._suffix_when_queued(file), progress)
        # some formats are recognised with the help of the name's suffix
        suffix = file.path.suffix.lower() if re.fullmatch(r"\.[A-Za-z0-9]{1,8}", file.path.suffix) else ""
        unpacked = self._paths.work / f"member-{uuid.uuid4().hex}{suffix}"
        target = file.member, OutputFile(unpacked), password
        try:
            if file.container:
                document = document_rows.find_by_hash(self._catalogue, file.container)
                if document is None:
                    raise NotReadable(
                        Message("The file that it is attached to is no longer in the library."),
                        Message("Add that file again."),
                    )
                inside = InputFile(self._paths.original(document.sha256, document.suffix))
                self._processes.call(containers.extract_attached, inside, *target, check=progress.check)
            else:
                archive = OpenedFile(Path(file.archive))
                self._processes.call(containers.extract_outer, archive, *target, check=progress.check)
            return self._copy(file.row, unpacked, "", progress)
        finally:
            unpacked.unlink(missing_ok=True)

    @staticmethod
    def _suffix_when_queued(file: OpenFile) -> str:
        """Return the suffix that was identified when the file was queued; empty where there is none, or the
        file's size has changed since."""
        try:
            is_same = file.path.stat().st_size == file.size
        except (OSError, ValueError):
            return ""
        return file.suffix if is_same and registry.is_stored_suffix(file.suffix) else ""

    def _copy(self, row: int, source: Path, suffix: str, progress: Progress) -> Original:
        """Copy a file, whose format is identified first where ``suffix`` is empty."""
        suffix = suffix or self._processes.call(sniff.file_type, OpenedFile(source), check=progress.check)
        # It becomes part of a path, and a file may have compromised the child.
        if not registry.is_stored_suffix(suffix):
            raise Crashed(detail="an unknown kind of file was answered")
        sha256, size, path = files.copy_in(source, self._paths, suffix, check=progress.check)
        try:
            ingest_ledger.copied_in(self._catalogue, row, sha256, suffix, size)
        except Withdrawn:
            need = ingest_ledger.tidy(self._catalogue, sha256)
            if not need.waiting and not need.stored:
                path.unlink(missing_ok=True)
            raise
        if not path.is_file():  # another row with these contents ended meanwhile and deleted its copy
            files.copy_in(source, self._paths, suffix, check=progress.check)
        return Original(path, sha256, suffix, size)


def summarise_mail(
    processes: WorkerPool, file: OpenFile, original: Original, progress: Progress
) -> MailSummary | None:
    """Return what is known of a mail besides its text; None for any other file. Raises FileRefused."""
    if original.suffix not in mailbox.READERS:
        return None
    with_archives = file.depth + ARCHIVE_DEPTH <= MAX_DEPTH
    return processes.call(mailbox.summarise, InputFile(original.path), with_archives, check=progress.check)


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
    """Return the files with these names that are attached to a mail or PDF; each stands beneath ``file.path``
    and is as deep as it is in there."""
    members = map(containers.attached_member, names)
    return [
        replace(file, path=file.path / member.name, member=member.position, depth=file.depth + member.depth)
        for member in members
    ]
