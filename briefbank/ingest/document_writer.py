"""Writes to the library: a document that was read (reading copy, catalogue, family, lexical index and graph),
and the corrections of captions by people.

The catalogue comes first and records that the others must follow, so that a stop between them is repaired
when the library is next opened.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from threading import Lock

from briefbank import files
from briefbank.catalogue import caption_rows, document_rows, ingest_ledger, passage_rows
from briefbank.catalogue.database import Database
from briefbank.catalogue.document_rows import StoredFile
from briefbank.catalogue.ingest_ledger import Closing, NewFile, OpenFile
from briefbank.citator.graph import Graph
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document, Reading
from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.pages import Passage
from briefbank.errors import CorrectionRefused, IndexFault, NotInLibrary, StoreAway, StoreBusy, StoreError
from briefbank.index.lexical import LexicalIndex
from briefbank.ingest.families import Families
from briefbank.ingest.originals import Original
from briefbank.ingest.progress import ALREADY_HERE
from briefbank.jobs import QuietReporter, Reporter
from briefbank.paths import LibraryPaths
from briefbank.storage.lease import ProcessLock
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

NAMED_BY_FILE = 0.2  # The confidence in a file name as a title: people name files as they like
BUSY_TRIES = 20
"""The number of waits, each as long as the writer lock's own, while another program rebuilds an index."""


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    reading: Reading
    signature: bytes
    copy: Path | None  # Its reading copy, where it has one
    copy_sha256: str
    reason: Message  # What a person should know of it
    complete: bool
    """False where pages may be missing from the file itself, or characters from the pages of its copy."""
    attached: tuple[NewFile, ...] = ()  # The files attached to it, which are queued with it


class DocumentWriter:
    """Stores documents. Any thread; writers are serialized by the library's lock."""

    def __init__(
        self,
        paths: LibraryPaths,
        catalogue: Database,
        lexical: LexicalIndex,
        lock: ProcessLock,
        families: Families,
        graph: Graph,
        delete_vectors: Callable[[int], None],
    ) -> None:
        self._paths, self._catalogue, self._lexical, self._lock = paths, catalogue, lexical, lock
        self._families, self._graph, self._delete_vectors = families, graph, delete_vectors
        self._unindexed = UnindexedDocuments(catalogue, lexical, lock)

    def put(
        self,
        file: OpenFile,
        original: Original,
        known: Document | None,
        document: PreparedDocument,
        check: Callable[[], None],
    ) -> FileOutcome:
        """Store the document in place of ``known``, if any, and close the file's row; then its words can be
        found. Raises StoreError, and Withdrawn when the row was closed meanwhile."""
        for attempt in range(1, BUSY_TRIES + 1):
            try:
                outcome = self._put(file, original, known, document)
                self._unindexed.publish()
                return outcome
            except StoreBusy:
                if attempt == BUSY_TRIES:
                    raise
                check()
        raise AssertionError

    def _put(
        self, file: OpenFile, original: Original, known: Document | None, document: PreparedDocument
    ) -> FileOutcome:
        with self._lock():
            ingest_ledger.require_open(self._catalogue, file.row)  # before the reading copy is replaced
            present = document_rows.find_by_hash(self._catalogue, original.sha256)
            if present and known is None:  # another program stored it first
                outcome = FileOutcome(file.path, FileStatus.ALREADY_HERE, present, ALREADY_HERE)
                ingest_ledger.finish(self._catalogue, file.row, outcome, document.attached)
                return outcome
            # An earlier try may have moved the reading copy in already. Where it is in neither folder the
            # library's folder has gone, and the document is not stored without it.
            target = self._paths.reading_copy(original.sha256)
            if document.copy is None:
                target.unlink(missing_ok=True)
            elif document.copy.is_file():
                files.publish_file(document.copy, target)
            elif not target.is_file():
                raise StoreAway(detail="no reading copy to move in")
            reading = document.reading
            if not reading.caption.title:
                title = file.path.stem
                entry = CaptionEntry(CaptionField.TITLE, title, "file", NAMED_BY_FILE)
                entries = (entry, *reading.caption.entries)
                reading = replace(reading, caption=replace(reading.caption, title=title, entries=entries))
            closing = Closing(file.row, document.reason, document.complete, document.attached)
            name = known.file_name if known else file.path.name
            folder = known.folder if known and known.folder else file.folder
            stored_file = StoredFile(
                original.sha256,
                original.suffix,
                name,
                original.size,
                document.copy_sha256,
                file.sample,
                folder,
            )
            replacing = known.id if known else None
            stored, passages = ingest_ledger.add_document(
                self._catalogue, reading, stored_file, closing, replacing=replacing
            )
            # The document is stored whatever happens now: what falls behind is updated at the end of the
            # ingestion, or when the library is next opened.
            self._unindexed.add(stored.id, passages)
            try:
                if known:
                    self._delete_vectors(stored.id)
                self._families.update(stored, document.signature)
                self._graph.update(stored, passages)
            except (StoreError, IndexFault) as error:
                log.warning("stored, but not indexed yet: %s %s", type(error).__name__, error.detail)
        return FileOutcome(file.path, closing.status(stored), stored, document.reason)


class UnindexedDocuments:
    """Documents of the catalogue that are not in the lexical index yet. Any thread. A change of the index
    costs the same for one document as for ten: while one thread makes a change, others store their documents
    and wait; the next change has them all."""

    def __init__(self, catalogue: Database, lexical: LexicalIndex, lock: ProcessLock) -> None:
        self._catalogue, self._lexical, self._lock = catalogue, lexical, lock
        self._waiting: list[tuple[int, Sequence[Passage]]] = []
        self._changing = Lock()

    def add(self, document_id: int, passages: Sequence[Passage]) -> None:
        """Let a document wait for the next change. The caller holds the library's lock."""
        self._waiting.append((document_id, passages))

    def publish(self) -> None:
        """Return when every document that waited at the call can be found by its words. An index that falls
        behind is updated at the end of the ingestion, or when the library is next opened. The caller does not
        hold the library's lock."""
        with self._changing:
            try:
                with self._lock():
                    waiting, self._waiting = self._waiting, []
                    if not waiting:
                        return
                    with self._lexical.batch() as change:
                        for document_id, passages in waiting:
                            try:  # as the catalogue has it now, after corrections and removals meanwhile
                                document = document_rows.get(self._catalogue, document_id)
                            except NotInLibrary:
                                continue
                            change.add(document, passages)
            except (StoreError, IndexFault) as error:
                log.warning("stored, but not indexed yet: %s %s", type(error).__name__, error.detail)


LONGEST = 2_000  # The maximum characters of a value; a caption with a hundred parties is shorter


class Corrections:
    """The corrections of one library. Any thread."""

    def __init__(
        self,
        catalogue: Database,
        lexical: LexicalIndex,
        graph: Graph,
        lock: ProcessLock,
        today: Callable[[], date] = date.today,
    ) -> None:
        self._catalogue, self._lexical, self._graph, self._lock = catalogue, lexical, graph, lock
        self._today = today

    def correct(self, document_id: int, field: CaptionField, typed: str | None) -> Document:
        """Correct a field of a caption, or undo its correction for None. Raises CorrectionRefused,
        NotInLibrary and StoreError."""
        value = parse_correction(field, typed, self._today())
        with self._lock():
            document = document_rows.correct(self._catalogue, document_id, field, value)
            self._follow(QuietReporter())
        return document

    def correct_many(
        self, ids: Sequence[int], field: CaptionField, typed: str | None, reporter: Reporter
    ) -> list[int]:
        """Do the same to documents, all or none of them; return those that are not in the library. Raises
        Cancelled, CorrectionRefused and StoreError. What is indexed afterwards is not cancelled."""
        value = parse_correction(field, typed, self._today())

        def at(done: int) -> None:
            reporter.check()
            reporter.progress(Message("Correcting"), done, len(ids))

        with self._lock():
            missing = document_rows.correct_many(self._catalogue, ids, field, value, at)
            self._follow(reporter)
        return missing

    def _follow(self, reporter: Reporter) -> None:
        """Index all documents whose caption or folder changed, and update the graph; the catalogue keeps its
        change even if that fails. Under the library's lock."""
        try:
            waiting = document_rows.get_many(self._catalogue, caption_rows.unindexed(self._catalogue))
            if waiting:
                with self._lexical.batch():  # one commit
                    for done, document in enumerate(waiting.values()):
                        reporter.progress(Message("Making it searchable"), done, len(waiting))
                        self._lexical.add(document, passage_rows.of_document(self._catalogue, document.id))
                caption_rows.mark_all_indexed(self._catalogue)
            reporter.progress(Message("Reading citations"), 0, 0)
            self._graph.catch_up(nullcontext, lambda: None)
        except (StoreError, IndexFault) as error:
            log.warning("corrected, but not indexed yet: %s %s", type(error).__name__, error.detail)


def parse_correction(field: CaptionField, typed: str | None, today: date) -> str | None:
    """Return the value to store for a person's input; empty: the document does not state it; None for None.
    Raises CorrectionRefused."""
    if typed is None:
        return None
    value = " ".join(typed.split())
    if len(value) > LONGEST:
        raise CorrectionRefused(
            Message("This is longer than {longest} characters.", longest=LONGEST),
            Message("Type what is to be shown."),
        )
    return field.definition.value_type.parse(value, today)
