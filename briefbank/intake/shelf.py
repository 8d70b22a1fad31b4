"""Puts what was read of a file into the library: reading copy, catalogue, family and word index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.faults import AlreadyInLibrary
from briefbank.catalogue.ledger import Closing, OpenFile
from briefbank.catalogue.store import Catalogue
from briefbank.errors import StoreBusy
from briefbank.families import Families
from briefbank.index.lexical import LexicalIndex
from briefbank.intake import sentences
from briefbank.intake.originals import Original
from briefbank.locks import ProcessLock
from briefbank.models import Document, FileOutcome, FileStatus, Reading
from briefbank.paths import LibraryPaths

BUSY_TRIES = 20
"""Waits of the writer lock's own length each, while another program rebuilds an index."""


@dataclass(frozen=True, slots=True)
class Volume:
    """A document ready to be stored; ``copy`` is its reading copy, where it has one. It is ``whole`` unless
    pages may be missing from the file itself."""

    reading: Reading
    signature: bytes
    copy: Path | None
    reason: str
    whole: bool


class Shelf:
    """Any thread; writers take their turn by the library's lock."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        lexical: LexicalIndex,
        lock: ProcessLock,
        families: Families,
        forget_meaning: Callable[[int], None],
    ) -> None:
        """``forget_meaning`` takes a document's vectors out."""
        self._paths, self._catalogue, self._lexical, self._lock = paths, catalogue, lexical, lock
        self._families, self._forget_meaning = families, forget_meaning

    def put(
        self,
        file: OpenFile,
        original: Original,
        known: Document | None,
        volume: Volume,
        check: Callable[[], None],
    ) -> FileOutcome:
        """Store it in place of ``known``, if any, and close the file's row. Raises StoreError."""
        for _ in range(BUSY_TRIES - 1):
            try:
                return self._put(file, original, known, volume)
            except StoreBusy:
                check()
        return self._put(file, original, known, volume)

    def _put(self, file: OpenFile, original: Original, known: Document | None, volume: Volume) -> FileOutcome:
        reading = _with_title(volume.reading, file.path)
        stored_as = StoredFile(
            original.sha256,
            original.suffix,
            known.file_name if known else file.path.name,
            original.size,
            volume.copy is not None,
            file.sample,
        )
        with self._lock():
            if volume.copy is not None and volume.copy.is_file():
                files.move_in(volume.copy, self._paths.reading_copy(original.sha256))
            try:
                closing = Closing(file.row, volume.reason, volume.whole)
                stored, passages = self._catalogue.add_document(
                    reading, stored_as, closing, replacing=known.id if known else None
                )
            except AlreadyInLibrary as error:  # another program was quicker
                return FileOutcome(file.path, FileStatus.ALREADY_HERE, error.document, sentences.ALREADY_HERE)
            if known:
                self._forget_meaning(known.id)
            self._families.update(stored.id, volume.signature)
            self._lexical.add(stored, passages)
        return FileOutcome(file.path, closing.status(stored), stored, volume.reason)


def _with_title(reading: Reading, path: Path) -> Reading:
    """A document whose caption names no title is called by its file name."""
    if reading.caption.title:
        return reading
    return replace(reading, caption=replace(reading.caption, title=path.stem))
