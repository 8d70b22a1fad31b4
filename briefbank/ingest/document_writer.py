"""Stores the reading of a file in the library: reading copy, catalogue, family, word index and graph."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from briefbank import files
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.ledger_statements import Closing, NewFile, OpenFile
from briefbank.catalogue.store import Catalogue
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document, Reading
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.passages import Passage
from briefbank.errors import IndexFault, StoreAway, StoreBusy, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest import outcome_sentences
from briefbank.ingest.corrections import index_recaptioned
from briefbank.ingest.families import Families
from briefbank.ingest.originals import Original
from briefbank.ingest.words_batch import WordsBatch
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.storage.locks import ProcessLock

log = logging.getLogger(__name__)

NAMED_BY_FILE = 0.2
"""The confidence in a file name as a title: people name files as they like."""
BUSY_TRIES = 20
"""The number of waits, each as long as the writer lock's own, while another program rebuilds an index."""


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document ready to be stored.

    ``copy`` is its reading copy, where it has one, with its SHA-256. The document is ``complete`` unless
    pages may be missing from the file itself, or characters from the pages of its reading copy.
    """

    reading: Reading
    signature: bytes
    copy: Path | None
    copy_sha256: str
    reason: str
    complete: bool
    attached: tuple[NewFile, ...] = ()
    """The files attached to it, which are queued with it."""


class DocumentWriter:
    """Stores documents. Any thread; writers are serialized by the library's lock."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Catalogue,
        lexical: LexicalIndex,
        lock: ProcessLock,
        families: Families,
        graph: Graph,
        forget_meaning: Callable[[int], None],
    ) -> None:
        """``forget_meaning`` removes a document's vectors."""
        self._paths, self._catalogue, self._lexical, self._lock = paths, catalogue, lexical, lock
        self._words = WordsBatch(catalogue, lexical, lock)
        self._families, self._graph, self._delete_vectors = families, graph, forget_meaning

    def put(
        self,
        file: OpenFile,
        original: Original,
        known: Document | None,
        volume: PreparedDocument,
        check: Callable[[], None],
    ) -> FileOutcome:
        """Store the document in place of ``known``, if any, and close the file's row.

        On return its words can be found. Raises StoreError, and Withdrawn when the row was closed meanwhile.
        """
        outcome = self._put_once_free(file, original, known, volume, check)
        self._words.publish()
        return outcome

    def _put_once_free(
        self,
        file: OpenFile,
        original: Original,
        known: Document | None,
        volume: PreparedDocument,
        check: Callable[[], None],
    ) -> FileOutcome:
        for _ in range(BUSY_TRIES - 1):
            try:
                return self._put(file, original, known, volume)
            except StoreBusy:
                check()
        return self._put(file, original, known, volume)

    def _put(
        self, file: OpenFile, original: Original, known: Document | None, volume: PreparedDocument
    ) -> FileOutcome:
        with self._lock():
            self._catalogue.intake.require_open(file.row)  # before the reading copy is replaced
            present = self._catalogue.find_by_hash(original.sha256)
            if present and known is None:  # another program stored it first
                outcome = FileOutcome(
                    file.path, FileStatus.ALREADY_HERE, present, outcome_sentences.ALREADY_HERE
                )
                self._catalogue.intake.finish(file.row, outcome, volume.attached)
                return outcome
            self._move_copy_in(original, volume.copy)
            closing = Closing(file.row, volume.reason, volume.complete, volume.attached)
            stored, passages = self._catalogue.add_document(
                _with_title(volume.reading, file.path),
                _stored_as(file, original, known, volume),
                closing,
                replacing=known.id if known else None,
            )
            self._update_indexes(stored, passages, volume.signature, replaced=known is not None)
        return FileOutcome(file.path, closing.status(stored), stored, volume.reason)

    def place(self, document: Document, folder: str) -> Document:
        """Give a document without a folder the one in which it was found again. Raises StoreError."""
        with self._lock():
            placed = self._catalogue.place(document.id, folder)
            try:
                index_recaptioned(self._catalogue, self._lexical, QuietReporter())
            except (StoreError, IndexFault) as error:
                log.warning("placed, but not indexed yet: %s %s", type(error).__name__, error.detail)
        return placed

    def _move_copy_in(self, original: Original, copy: Path | None) -> None:
        """Move the reading copy in, in place of an older one if any.

        An earlier try may have moved it already. Where it is in neither place the library's folder has gone,
        and the document is not stored without it.
        """
        place = self._paths.reading_copy(original.sha256)
        if copy is None:
            place.unlink(missing_ok=True)
        elif copy.is_file():
            files.publish_file(copy, place)
        elif not place.is_file():
            raise StoreAway(detail="no reading copy to move in")

    def _update_indexes(
        self, stored: Document, passages: Sequence[Passage], signature: bytes, *, replaced: bool
    ) -> None:
        """Update family and graph after the catalogue, and let the words be indexed by the next change.

        The document is stored whatever happens here: what falls behind is updated at the end of the
        ingestion, or when the library is next opened.
        """
        self._words.add(stored.id, passages)
        try:
            if replaced:
                self._delete_vectors(stored.id)
            self._families.update(stored, signature)
            self._graph.update(stored, passages)
        except (StoreError, IndexFault) as error:
            log.warning("stored, but not indexed yet: %s %s", type(error).__name__, error.detail)


def _stored_as(
    file: OpenFile, original: Original, known: Document | None, volume: PreparedDocument
) -> StoredFile:
    return StoredFile(
        original.sha256,
        original.suffix,
        known.file_name if known else file.path.name,
        original.size,
        volume.copy_sha256,
        file.sample,
        known.folder if known and known.folder else file.folder,
    )


def _with_title(reading: Reading, path: Path) -> Reading:
    """Return the reading, with the file name as its title where the caption has none."""
    caption = reading.caption
    if caption.title:
        return reading
    named = CaptionEntry(CaptionField.TITLE, path.stem, "file", NAMED_BY_FILE)
    return replace(reading, caption=replace(caption, title=path.stem, entries=(named, *caption.entries)))
