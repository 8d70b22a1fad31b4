"""Copies the files of the ledger into the library, under the hashes of their contents.

Everything that opens the untrusted file runs in a worker process.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass
from pathlib import Path

from briefbank import files
from briefbank.catalogue.faults import Withdrawn
from briefbank.catalogue.ledger_statements import OpenFile
from briefbank.catalogue.store import Catalogue
from briefbank.errors import Crashed, NotReadable
from briefbank.extraction import containers, sniff
from briefbank.extraction.formats import registry
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.progress import Progress
from briefbank.paths import LibraryPaths
from briefbank.sandbox.workspace import InputFile, OpenedFile, OutputFile


@dataclass(frozen=True, slots=True)
class Original:
    """An original in the library's folder."""

    path: Path
    sha256: str
    suffix: str
    size: int


def _suffix(path: Path) -> str:
    """Return the suffix of a member's name, where it is one: some formats are recognised with its help."""
    return path.suffix.lower() if re.fullmatch(r"\.[A-Za-z0-9]{1,8}", path.suffix) else ""


class Originals:
    """Copies files into the library. Any thread."""

    def __init__(self, paths: LibraryPaths, processes: WorkerPool, catalogue: Catalogue) -> None:
        self._paths, self._processes = paths, processes
        self._catalogue, self._ledger = catalogue, catalogue.intake

    def take(self, file: OpenFile, password: str | None, progress: Progress) -> Original:
        """Return the library's copy of the file, made unless an earlier start made it."""
        copied = self.known(file)
        if file.sha256 and copied.path.is_file():
            return copied
        if file.document_id is not None:
            raise NotReadable("The stored file is missing.", "Add the file again.", detail="no original")
        if not file.member:
            return self._copy(file.row, file.path, progress)
        member = self._paths.work / f"member-{uuid.uuid4().hex}"
        unpacked = member.with_suffix(_suffix(file.path))
        try:
            target = file.member, OutputFile(unpacked), password
            if file.container:
                inside = InputFile(self._container(file.container))
                self._processes.call(containers.extract_attached, inside, *target, check=progress.check)
            else:
                inside_archive = OpenedFile(Path(file.archive))
                self._processes.call(containers.extract_outer, inside_archive, *target, check=progress.check)
            return self._copy(file.row, unpacked, progress)
        finally:
            unpacked.unlink(missing_ok=True)

    def _container(self, sha256: str) -> Path:
        document = self._catalogue.find_by_hash(sha256)
        if document is None:
            raise NotReadable(
                "The file that it is attached to is no longer in the library.", "Add that file again."
            )
        return self._paths.original(document.sha256, document.suffix)

    def known(self, file: OpenFile) -> Original:
        """Return the library's copy of the file, which exists once it was made."""
        path = self._paths.original(file.sha256, file.suffix)
        return Original(path, file.sha256, file.suffix, file.size)

    def _copy(self, row: int, source: Path, progress: Progress) -> Original:
        suffix = self._detected_suffix(source, progress)
        sha256, size, path = files.copy_in(source, self._paths, suffix, check=progress.check)
        try:
            self._ledger.copied_in(row, sha256, suffix, size)
        except Withdrawn:
            need = self._ledger.tidy(sha256)
            if not need.waiting and not need.stored:
                path.unlink(missing_ok=True)
            raise
        if not path.is_file():  # another row with these contents ended meanwhile and deleted its copy
            files.copy_in(source, self._paths, suffix, check=progress.check)
        return Original(path, sha256, suffix, size)

    def _detected_suffix(self, source: Path, progress: Progress) -> str:
        """Return the file's type; an archive that could not be opened when it was dropped raises the reason
        here."""
        kind = self._processes.call(sniff.file_type, OpenedFile(source), check=progress.check)
        # It becomes part of a path, and a file may have compromised the child.
        if kind not in {each.suffix for each in registry.FORMATS}:
            raise Crashed(detail="an unknown kind of file was answered")
        return kind
