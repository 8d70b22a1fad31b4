"""Keeps the lexical index in step with the catalogue, and reads, corrects and removes documents.

Removed text must also be gone from the disk. For that the segments of the lexical index that hold it, and the
vectors, are rewritten, once for any number of documents: in a library of 200,000 passages two seconds for
one document, and half a second more for each further segment.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import nullcontext, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import files
from briefbank.api.documents import DocumentsApi
from briefbank.api.law import FeedbackApi
from briefbank.catalogue import (
    caption_rows,
    document_rows,
    feedback_rows,
    ingest_ledger,
    library_facts,
    passage_rows,
)
from briefbank.catalogue.database import Database
from briefbank.catalogue.feedback_rows import FOR_ALL
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import (
    ALL,
    Attachments,
    CaptionEntry,
    Document,
    DocumentList,
    LibraryChange,
    LibraryState,
    ListedDocument,
)
from briefbank.domain.maintenance import AuditEvent, AuditWriter
from briefbank.domain.office import current_name, current_person
from briefbank.domain.pages import Page, Passage
from briefbank.domain.searches import Feedback, Verdict
from briefbank.errors import IndexFault, NotInLibrary, StoreError
from briefbank.jobs import QuietReporter, Reporter
from briefbank.storage import generations
from briefbank.storage.lease import ProcessLock
from briefbank.summary import cache
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.index.lexical import LexicalIndex
    from briefbank.ingest.document_writer import Corrections
    from briefbank.maintenance.health import Health, LibraryParts


log = logging.getLogger(__name__)

MOST_MISSING = 100  # The most documents that are added to an index which lacks them; for more it is rebuilt
PREPARING_WORDS = Message("Preparing the search for words")


def open_word_index(folder: Path, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> LexicalIndex:
    """Open the index in ``folder``, up to date: words must be searchable from the start.

    One that cannot be opened, or that another release built, is rebuilt, which takes seconds. Raises
    Cancelled and StoreError.
    """
    from briefbank.index.lexical import LexicalIndex  # to list documents needs no index

    try:
        index = LexicalIndex(folder)
    except IndexFault as fault:
        log.warning("word index does not open, made anew: %s", fault.detail)
        generations.delete_all(folder)
        index = LexicalIndex(folder)
    try:
        bring_words_up(index, catalogue, lock, reporter)
    except BaseException:
        index.close()
        raise
    return index


def bring_words_up(index: LexicalIndex, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> None:
    """Rebuild the index if an interruption left it behind the catalogue; only a few documents that differ,
    half added or half removed, are changed alone. Raises Cancelled and StoreError."""
    behind = not _words_agree(index, catalogue)
    if behind:
        with suppress(IndexFault), lock():
            _finish_changes(index, catalogue)
        behind = not _words_agree(index, catalogue)
    if behind or caption_rows.unindexed(catalogue):
        log.warning("word index behind the catalogue: rebuilding")
        rebuild_words(index, catalogue, lock, reporter)


def _words_agree(index: LexicalIndex, catalogue: Database) -> bool:
    """Compare the ids of both. An index that cannot be read does not agree."""
    try:
        return index.id_totals() == passage_rows.searchable_id_totals(catalogue)
    except IndexFault:
        return False


def rebuild_words(index: LexicalIndex, catalogue: Database, lock: ProcessLock, reporter: Reporter) -> None:
    """Rebuild the index: seconds for a thousand documents. Raises Cancelled and StoreError."""
    with lock():
        total, done = document_rows.totals(catalogue)[0], count()

        def check() -> None:  # before each document
            reporter.check()
            reporter.progress(PREPARING_WORDS, min(next(done), total), total)

        index.rebuild(document_rows.iterate_with_passages(catalogue), check)
        caption_rows.mark_all_indexed(catalogue)


def _finish_changes(index: LexicalIndex, catalogue: Database) -> None:
    """Remove what was half removed, and add the few documents that are stored and not indexed. Raises
    IndexFault and StoreError."""
    if removed := library_facts.deleted(catalogue):
        index.remove(*removed)
    known, indexed = passage_rows.all_ids(catalogue, searchable_only=True), index.ids()
    missing = (
        set(passage_rows.documents_of(catalogue, known - indexed).values()) if indexed <= known else set()
    )
    if 0 < len(missing) <= MOST_MISSING:
        with index.batch() as change:
            for document_id in sorted(missing):
                document = document_rows.get(catalogue, document_id)
                change.add(document, passage_rows.of_document(catalogue, document_id))


def remove(parts: LibraryParts, health: Health, document_ids: Sequence[int], reporter: Reporter) -> None:
    """Remove documents. Raises NotInLibrary before anything is changed, and StoreError.

    After an interruption in the middle, either no document is removed, or they are gone from the catalogue,
    which notes that there is more to do: ``finish`` does it at the next opening. Any thread."""
    documents = [document_rows.get(parts.catalogue, id_) for id_ in dict.fromkeys(document_ids)]
    with parts.lock():
        left = bool(library_facts.deleted(parts.catalogue))
        ingest_ledger.remove_documents(parts.catalogue, *(document.id for document in documents))
        for document in documents:
            parts.families.removed(document)
        parts.graph.catch_up(nullcontext, lambda: None)
        parts.lexical.remove(*document_ids)
        parts.meaning.remove(*document_ids)
        waiting = ingest_ledger.waiting_hashes(parts.catalogue)
        for document in documents:  # last: another program may keep one open
            if document.sha256 not in waiting:  # else it was added again meanwhile
                # Summaries go first, because a system may refuse to delete a file that is open.
                cache.delete_cached(parts.paths, document.sha256)
                try:
                    parts.paths.original(document.sha256, document.suffix).unlink(missing_ok=True)
                    parts.paths.reading_copy(document.sha256).unlink(missing_ok=True)
                except OSError as error:
                    raise files.store_error(error) from error
    if left:  # by a removal that failed
        finish(parts, health, reporter)
    else:
        health.sweep(reporter)


def finish(parts: LibraryParts, health: Health, reporter: Reporter) -> None:
    """Finish a removal, at opening, that an interruption, or another program that was reading, left
    incomplete.

    Takes milliseconds when there is nothing to do. A full disk, or files that are being added, keep nobody
    from opening a library: then the note stays, and a check says so.
    """
    if library_facts.deleted(parts.catalogue) is None:
        return
    try:
        is_whole = True
        removed = library_facts.deleted(parts.catalogue) or []
        if removed:
            with parts.lock():
                parts.meaning.remove(*removed)
            is_whole = health.delete_unknown_files(reporter)
        health.sweep(reporter)
        if not is_whole:
            library_facts.note_deleted(parts.catalogue, *removed)
    except StoreError as error:
        log.warning("a removal is still not finished: %s", error.detail)


def remove_of_office(parts: LibraryParts, health: Health, kept: Collection[str], reporter: Reporter) -> int:
    """Delete the documents of the office from an offline copy, but those whose hashes are ``kept``, and all
    that was done with them; return how many. What was added in the copy stays. Raises StoreError."""
    gone = library_facts.offline_notes(parts.catalogue).keys() - set(kept)
    documents = document_rows.find_by_hashes(parts.catalogue, gone)
    if documents:
        remove(parts, health, [document.id for document in documents.values()], reporter)
    if gone:  # last: a document of which nothing is noted is one that was added here
        library_facts.forget_offline(parts.catalogue, gone)
        finish(parts, health, reporter)
    return len(documents)


class DocumentChanges:
    """The changes of one library's documents; see ``DocumentsApi``. Any thread."""

    def __init__(
        self, parts: LibraryParts, health: Health, corrections: Corrections, note: AuditWriter
    ) -> None:
        self._parts, self._health, self._corrections, self._note = parts, health, corrections, note
        self._catalogue = parts.catalogue

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        changed = self._corrections.correct(document_id, field, value)
        self._note_corrected([document_id], field, value)
        return changed

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        missing = self._corrections.correct_many(document_ids, field, value, reporter)
        self._note_corrected([id_ for id_ in document_ids if id_ not in missing], field, value)
        return missing

    def _note_corrected(self, document_ids: Sequence[int], field: CaptionField, value: str | None) -> None:
        finish(self._parts, self._health, QuietReporter())
        event = AuditEvent.UNCORRECTED if value is None else AuditEvent.CORRECTED
        for document_id in document_ids:
            self._note(event, document=document_id, field=field.value)

    def remove(self, document_ids: Sequence[int], reporter: Reporter) -> None:
        documents = document_rows.get_many(self._catalogue, document_ids)
        try:
            remove(self._parts, self._health, list(documents), reporter)
        finally:  # it may have failed after the documents were deleted
            left = document_rows.get_many(self._catalogue, documents)
            for document_id, document in documents.items():
                if document_id not in left:
                    kind, pages = document.kind.value, document.pages
                    self._note(AuditEvent.REMOVED, document=document_id, kind=kind, pages=pages)


class FeedbackStore(FeedbackApi):
    """The feedback of one library. Any thread."""

    def __init__(self, parts: LibraryParts, health: Health, note: AuditWriter) -> None:
        self._parts, self._health, self._note = parts, health, note
        self._catalogue = parts.catalogue

    def give(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        person = current_person()
        counts_for = person.marks_for if person else FOR_ALL
        feedback_rows.give(self._catalogue, passage_id, query, verdict, current_name(), counts_for)

    def all(self) -> list[Feedback]:
        return feedback_rows.given(self._catalogue, current_name())

    def forget(self, keys: Collection[str] | None) -> int:
        person = current_person()
        people = {person.name, person.marks_for} if person else {FOR_ALL}
        forgotten = feedback_rows.withdraw(self._catalogue, keys, people)
        finish(self._parts, self._health, QuietReporter())
        return forgotten

    def export(self, path: Path) -> int:
        given = feedback_rows.everything(self._catalogue)
        feedback_rows.write(path, given)
        self._note(AuditEvent.EXPORTED, what="marks", format="json", lines=len(given))
        return len(given)

    def import_from(self, path: Path) -> tuple[int, int]:
        return feedback_rows.merge(self._catalogue, feedback_rows.read(path))


class Documents(DocumentsApi):
    """The documents of one library. Any thread."""

    def __init__(
        self, catalogue: Database, indexed: Callable[[], int], changes: Callable[[], DocumentChanges]
    ) -> None:
        """``indexed`` returns the number of passages in the lexical index. ``changes`` returns what corrects
        and removes documents, and is called with the first change: it needs every part of a library."""
        self._catalogue, self._indexed, self._changes = catalogue, indexed, changes

    def each(self, selection: DocumentList = ALL) -> Iterator[Document]:
        return document_rows.iterate(self._catalogue, selection)

    def ids(self, selection: DocumentList) -> Sequence[int]:
        return caption_rows.list_ids(self._catalogue, selection)

    def listed(self, document_ids: Iterable[int]) -> dict[int, ListedDocument]:
        return document_rows.listed(self._catalogue, document_ids)

    def folders(self, most: int, also: str = "") -> dict[str, int]:
        return caption_rows.folders(self._catalogue, most, also)

    def totals(self) -> tuple[int, int]:
        return document_rows.totals(self._catalogue)

    def state(self) -> LibraryState:
        return replace(document_rows.state(self._catalogue), indexed=self._indexed())

    def change_since(self, before: LibraryState) -> LibraryChange:
        with self._catalogue.reading() as connection:
            change = document_rows.change_since(connection, before)
            change = replace(change, files_left=ingest_ledger.new_files_left(connection))
        gained = self._indexed() - before.indexed
        if not change.added:
            return replace(change, otherwise=True) if gained else change
        # A document that is stored is not offered before a search finds it, a moment later.
        return change if gained > 0 or change.otherwise else replace(change, added=0)

    def some(self, document_ids: Iterable[int]) -> dict[int, Document]:
        return document_rows.get_many(self._catalogue, document_ids)

    def get(self, document_id: int) -> Document:
        return document_rows.get(self._catalogue, document_id)

    def pages(self, document_id: int) -> list[Page]:
        return document_rows.pages_of(self._catalogue, document_id)

    def passages(self, document_id: int) -> list[Passage]:
        return passage_rows.of_document(self._catalogue, document_id)

    def surroundings(self, passage_id: int) -> list[Passage]:
        passages = passage_rows.of_section(self._catalogue, passage_id)
        if not passages:
            raise NotInLibrary
        return passages

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        return document_rows.caption(self._catalogue, document_id)

    def attachments(self, document_id: int) -> Attachments:
        return document_rows.attachments(self._catalogue, document_id)

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        return self._changes().correct(document_id, field, value)

    def correct_many(
        self, document_ids: Sequence[int], field: CaptionField, value: str | None, reporter: Reporter
    ) -> list[int]:
        return self._changes().correct_many(document_ids, field, value, reporter)

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        self.get(document_id)  # raises NotInLibrary
        self._changes().remove([document_id], reporter or QuietReporter())

    def remove_many(self, document_ids: Sequence[int], reporter: Reporter) -> None:
        self._changes().remove(document_ids, reporter)
