"""Finds the files that are attached to mails: a confined child tells what a mail holds when it is read."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.ledger_statements import Closing, NewFile, OpenFile
from briefbank.catalogue.sqlite_database import Withdrawn
from briefbank.catalogue.store import Catalogue
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document, Reading
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.pages import Passage
from briefbank.errors import Crashed, IndexFault, NotInLibrary, NotReadable, StoreAway, StoreBusy, StoreError
from briefbank.extraction import containers, sniff
from briefbank.extraction.containers import ARCHIVE_DEPTH, MAX_DEPTH
from briefbank.extraction.formats import registry
from briefbank.extraction.mail import mailbox
from briefbank.extraction.mail.mailbox import MailSummary
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest import outcomes
from briefbank.ingest.corrections import index_recaptioned
from briefbank.ingest.families import Families
from briefbank.ingest.progress import Progress
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from briefbank.sandbox.confinement import InputFile, OpenedFile, OutputFile
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

# --- attached files --------------------------------------------------------------------------------------


def attached_to(file: NewFile, names: Iterable[str]) -> list[NewFile]:
    """Return the files with these names that are attached to a mail or PDF; each stands beneath ``file.path``
    and is as deep as it is in there."""
    members = map(containers.attached_member, names)
    return [
        replace(file, path=file.path / each.name, member=each.place, depth=file.depth + each.depth)
        for each in members
    ]


@dataclass(frozen=True, slots=True)
class QueuedMembers:
    """The files attached to a document that are to be queued, and the number of those in too many others."""

    files: tuple[NewFile, ...]
    too_deep: int = 0


class AttachedFiles:
    """Finds what is attached to mails. Any thread."""

    def __init__(self, processes: WorkerPool) -> None:
        self._processes = processes

    def summary(self, file: OpenFile, original: Original, progress: Progress) -> MailSummary | None:
        """Return what is known of a mail besides its text; None for any other file. Raises FileRefused."""
        if original.suffix not in mailbox.READERS:
            return None
        with_archives = file.depth + ARCHIVE_DEPTH <= MAX_DEPTH
        source = InputFile(original.path)
        return self._processes.call(mailbox.summarise, source, with_archives, check=progress.check)

    @staticmethod
    def members(file: OpenFile, sha256: str, mail: MailSummary | None) -> QueuedMembers:
        """Return what is to be queued of a mail with this SHA-256; nothing of one that is only read again."""
        if mail is None or file.document_id is not None:
            return QueuedMembers(())
        around = NewFile(file.path, container=sha256, depth=file.depth, folder=file.folder, turn=file.turn)
        found = attached_to(around, mail.members)
        near = tuple(each for each in found if each.depth <= MAX_DEPTH)
        return QueuedMembers(near, len(found) - len(near))


# --- originals -------------------------------------------------------------------------------------------
# Copies the files of the ledger into the library, under the hashes of their contents.
#
# Everything that opens the untrusted file runs in a worker process.


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
            raise NotReadable(
                Message("The stored file is missing."), Message("Add the file again."), detail="no original"
            )
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
                Message("The file that it is attached to is no longer in the library."),
                Message("Add that file again."),
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


# --- words batch -----------------------------------------------------------------------------------------
# Adds stored documents to the word index, those of several threads in one change.
#
# A change of the index costs the same for one document as for ten: a new segment, its files on the disk, a
# new list. While one thread makes a change, others store their documents and wait; the next change has them
# all.

log = logging.getLogger(__name__)


class WordsBatch:
    """Documents of the catalogue that are not in the word index yet. Any thread."""

    def __init__(self, catalogue: Catalogue, lexical: LexicalIndex, lock: ProcessLock) -> None:
        """``lock`` is the library's."""
        self._catalogue, self._lexical, self._lock = catalogue, lexical, lock
        self._waiting: list[tuple[int, Sequence[Passage]]] = []
        self._changing = Lock()

    def add(self, document_id: int, passages: Sequence[Passage]) -> None:
        """Let a document wait for the next change. The caller holds the library's lock."""
        self._waiting.append((document_id, passages))

    def publish(self) -> None:
        """Return when every document that waited at the call can be found by its words.

        The documents are stored whatever happens here: an index that falls behind is updated at the end of
        the ingestion, or when the library is next opened. The caller does not hold the library's lock.
        """
        with self._changing:
            try:
                with self._lock():
                    waiting, self._waiting = self._waiting, []
                    if waiting:
                        self._index(waiting)
            except (StoreError, IndexFault) as error:
                log.warning("stored, but not indexed yet: %s %s", type(error).__name__, error.detail)

    def _index(self, waiting: Sequence[tuple[int, Sequence[Passage]]]) -> None:
        """Index documents as the catalogue has them now, after corrections and removals meanwhile."""
        with self._lexical.batch() as change:
            for document_id, passages in waiting:
                try:
                    document = self._catalogue.document(document_id)
                except NotInLibrary:
                    continue
                change.add(document, passages)


# --- document writer -------------------------------------------------------------------------------------
# Stores the reading of a file in the library: reading copy, catalogue, family, word index and graph.

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
                outcome = FileOutcome(file.path, FileStatus.ALREADY_HERE, present, outcomes.ALREADY_HERE)
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
