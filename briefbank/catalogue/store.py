"""The catalogue as the rest of BriefBank sees it: one object, values in and values out.

Each method is one short transaction of its own and may be called from any thread. Errors are StoreError and
its subclasses (``faults``), NotInLibrary for ids that do not exist, and AlreadyInLibrary for a file that is
already there.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path

from sqlalchemy import update

from briefbank.catalogue import (
    captions,
    documents,
    feedback,
    ingest_ledger,
    ledger_statements,
    offline_notes,
    passages,
    state_rows,
    transfer,
)
from briefbank.catalogue.authorities import AuthorityQueries, AuthorityTable
from briefbank.catalogue.checksums import ChecksumTable
from briefbank.catalogue.database import CopyOut, Database, Topic
from briefbank.catalogue.documents import StoredFile
from briefbank.catalogue.families import FamilyTable
from briefbank.catalogue.feedback import FOR_ALL
from briefbank.catalogue.graph_rows import GraphTable
from briefbank.catalogue.ingest_ledger import IngestLedger, WatchedTable
from briefbank.catalogue.law import GoodLawTable, ProvisionTable
from briefbank.catalogue.ledger_statements import Closing
from briefbank.catalogue.passages import pages_at, with_words
from briefbank.catalogue.schema import open_database
from briefbank.catalogue.tables import IntakeRow, WatchedRow
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import (
    Annotation,
    Attachments,
    CaptionEntry,
    Document,
    DocumentList,
    LibraryChange,
    LibraryState,
    ListedDocument,
    Reading,
)
from briefbank.domain.ingest import FileOutcome
from briefbank.domain.pages import Page, PageInfo, PageTrouble, Passage
from briefbank.domain.searches import Feedback, Filters, StoredFeedback, Verdict
from briefbank.errors import NotInLibrary
from briefbank.jobs import QuietReporter, Reporter
from briefbank.text.characters import passage_key
from briefbank.text.messages import Message

_DOCUMENTS_AT_ONCE = 500
"""The number of documents that are read in one transaction where all are wanted."""


class Catalogue:
    """The single source of truth of one library."""

    def __init__(self, database: Database) -> None:
        self.database = self._database = database
        self.intake = IngestLedger(database)
        """The files queued for ingest, and their progress."""
        self.checksums = ChecksumTable(database)
        """The checks that the stored data of each document are unchanged."""
        self.families = FamilyTable(database)
        """The families of documents that are versions of each other."""
        self.watched = WatchedTable(database)
        """The folders whose new files are added automatically."""
        self.authorities = AuthorityTable(database)
        """The cited authorities, the passages that cite them, and their relations."""
        self.authority_pages = AuthorityQueries(database)
        """The queries for authority pages."""
        self.graph = GraphTable(database)
        """The documents in the citation graph, and their rows."""
        self.provisions = ProvisionTable(database)
        """The sections of codes, rules and directives, and their periods in force."""
        self.good_law = GoodLawTable(database)
        """The office's list of what still holds."""

    @classmethod
    def open(
        cls,
        path: Path,
        reporter: Reporter | None = None,
        *,
        create: bool = True,
        require: Callable[[], None] = lambda: None,
    ) -> Catalogue:
        """Open, create or migrate the catalogue in a file, whose folder must exist.

        ``require`` is called before each change and may raise to refuse it. Without ``create`` a file without
        tables counts as damaged, not new. Raises StoreTooNew, StoreDamaged, StoreReadOnly, StoreFull,
        StoreBusy, StoreAway or StoreError.
        """
        return cls(open_database(path, reporter or QuietReporter(), create=create, require=require))

    def close(self, *, leave: bool = False) -> None:
        """Close it. Call this last; a method called afterwards raises RuntimeError. ``leave``: see
        ``Database.close``."""
        self._database.close(leave=leave)

    def writing_together(self) -> AbstractContextManager[None]:
        """Make one transaction of all that this thread asks and changes inside; see ``Database``."""
        return self._database.writing_together()

    # --- documents ---------------------------------------------------------------------------

    def annotation_gaps_of_other_releases(self) -> set[int]:
        """Return the documents with gaps in their annotations that another release made, and that nobody
        asked to be read again since."""
        with self._database.reading() as connection:
            return state_rows.of_other_releases(connection)

    def with_future_dates(self, today: date) -> list[Document]:
        """Return the documents whose date of filing lies in the future, or is empty because it did."""
        with self._database.reading() as connection:
            return documents.with_future_dates(connection, today)

    def mark_annotation_gaps_asked(self) -> None:
        """Record that all documents with gaps in their annotations were asked to be read again."""
        with self._database.writing() as connection:
            state_rows.mark_asked(connection)

    def annotation_gaps(self) -> dict[int, frozenset[Annotation]]:
        """Return the documents that have gaps in their annotations, and in which."""
        with self._database.reading() as connection:
            return state_rows.by_document(connection)

    def documents_of_office(self) -> set[str]:
        """Return the hashes of the documents that an offline copy has, or had, of the office."""
        with self._database.reading() as connection:
            return set(offline_notes.notes(connection))

    def forget_of_office(self, hashes: Collection[str]) -> None:
        """Forget what was noted of documents of the office that are gone, and the marks on them."""
        with self._database.writing() as connection:
            offline_notes.forget(connection, hashes)

    def attach(self, sha256: str, container: str) -> None:
        """Note that a document, if it is here, is attached to the mail or PDF with the SHA-256
        ``container``."""
        with self._database.writing() as connection:
            if (document := documents.by_hash(connection, sha256)) is not None:
                documents.note(connection, document.id, container)

    def holds_anything(self) -> bool:
        """Tell whether anything is stored but small facts about the library itself. Milliseconds."""
        with self._database.reading() as connection:
            return transfer.holds_rows(connection)

    def find_by_hash(self, sha256: str) -> Document | None:
        return self.find_by_hashes([sha256]).get(sha256)

    def find_by_hashes(self, hashes: Iterable[str]) -> dict[str, Document]:
        """Return the documents that have these contents, by hash."""
        with self._database.reading() as connection:
            return documents.named(connection, documents.by_hashes(connection, hashes))

    def add_document(
        self,
        reading: Reading,
        file: StoredFile,
        closing: Closing | None = None,
        *,
        replacing: int | None = None,
    ) -> tuple[Document, list[Passage]]:
        """Add a document with all its pages and passages, or nothing; return the passages with their ids.

        ``closing`` names the row of the ledger that is closed in the same transaction. ``replacing`` is a
        document of which this is a better reading; it keeps its id. Raises AlreadyInLibrary when another
        document has the same contents, and Withdrawn when the row was closed before.
        """
        with self._database.writing() as connection:
            if closing is not None:
                ledger_statements.require_open(connection, closing.row)
            if replacing is not None and documents.by_ids(connection, [replacing]):
                document, found = documents.replace_document(connection, replacing, reading, file)
                state_rows.note(connection)
            else:
                document, found = documents.add(connection, reading, file)
            if closing is not None:
                outcome = FileOutcome(Path(), closing.status(document), document, closing.reason)
                ledger_statements.finish(connection, closing.row, outcome, closing.attached)
            return document, found

    def document(self, document_id: int) -> Document:
        """Return a document. Raises NotInLibrary."""
        with self._database.reading() as connection:
            document = documents.by_id(connection, document_id)
            return documents.named(connection, {document_id: document})[document_id]

    def attachments(self, document_id: int) -> Attachments:
        """Return how a document hangs together with others by attachment. Raises NotInLibrary."""
        with self._database.reading() as connection:
            return documents.of_document(connection, document_id)

    def each_document(self, wanted: DocumentList | None = None) -> Iterator[Document]:
        """Yield the documents that are there at the first step: all in the order in which they were added, or
        those of a list in its order.

        Their ids are read at once, they themselves some hundred at a time, each time in a transaction of its
        own: no list of all is in memory, writers need not wait, and what is removed meanwhile is passed over.
        """
        with self._database.reading() as connection:
            ids = documents.all_ids(connection) if wanted is None else captions.ids(connection, wanted)
        for start in range(0, len(ids), _DOCUMENTS_AT_ONCE):
            some = ids[start : start + _DOCUMENTS_AT_ONCE]
            found = self.documents_by_id(some)
            yield from (found[id_] for id_ in some if id_ in found)

    def list_ids(self, wanted: DocumentList) -> Sequence[int]:
        """Return the ids of the documents of a list, in its order."""
        with self._database.reading() as connection:
            return captions.ids(connection, wanted)

    def listed(self, ids: Iterable[int]) -> dict[int, ListedDocument]:
        """Return the documents of ``ids`` that exist, with their other versions."""
        with self._database.reading() as connection:
            return documents.listed_with_distinctions(connection, documents.listed(connection, ids))

    def folders(self, most: int, also: str) -> dict[str, int]:
        """Return the folders that tell most documents apart; see the function of this name."""
        with self._database.reading() as connection:
            return captions.folders(connection, most, also)

    def hashes(self) -> set[str]:
        """Return the hashes of the contents of all documents: one for each, in a hundredth of the time."""
        with self._database.reading() as connection:
            return documents.hashes(connection)

    def totals(self) -> tuple[int, int]:
        """Return how many documents there are, and their passages, without reading any of them."""
        with self._database.reading() as connection:
            return documents.totals(connection)

    def state_of_documents(self) -> LibraryState:
        """Return what distinguishes the documents of now from those of a later moment."""
        with self._database.reading() as connection:
            return documents.state(connection)

    def change_since(self, before: LibraryState) -> LibraryChange:
        """Return what became of the documents since an earlier state."""
        with self._database.reading() as connection:
            change = documents.change_since(connection, before)
            return replace(change, files_left=ingest_ledger.new_files_left(connection))

    def with_pages(self, trouble: PageTrouble) -> dict[int, int]:
        """Return the number of such pages of each document that has any, the last filed first."""
        with self._database.reading() as connection:
            return documents.with_pages(connection, trouble)

    def first_added(self) -> datetime | None:
        """Return when the first document was added that is none of the sample; None without any."""
        with self._database.reading() as connection:
            return documents.first_added(connection)

    def documents_by_id(self, ids: Iterable[int], *, named: bool = True) -> dict[int, Document]:
        """Return the documents of ``ids`` that exist; unless ``named``, without what distinguishes those with
        equal titles."""
        with self._database.reading() as connection:
            rows = documents.by_ids(connection, ids)
            return documents.named(connection, rows) if named else rows

    def with_distinctions(self, rows: Mapping[int, Document]) -> dict[int, Document]:
        """Return the same documents, each with what distinguishes it from others with its title."""
        with self._database.reading() as connection:
            return documents.named(connection, rows)

    def document_ids(self, filters: Filters) -> set[int]:
        """Return the documents that pass ``filters``."""
        with self._database.reading() as connection:
            return documents.ids_matching(connection, filters)

    def doubts(self, document_ids: Iterable[int]) -> dict[int, dict[int, float]]:
        """Return the doubtful pages (0-based) of documents, with the confidence of their recognition, 0 to
        1."""
        with self._database.reading() as connection:
            return documents.doubts(connection, document_ids)

    def pages_of(self, document_id: int) -> list[Page]:
        """Return a document's pages in order; empty for a document that does not exist."""
        with self._database.reading() as connection:
            return documents.pages_of(connection, document_id)

    def remove_documents(self, *document_ids: int) -> None:
        """Delete documents and all that was read from them, or none; feedback stays. Raises NotInLibrary.

        The deleted words of a file are overwritten on the disk, in it at once and in its log as soon as no
        search is reading it. Copies that a database made elsewhere remain until ``erase``.
        """
        with self._database.writing() as connection:
            for document_id in document_ids:
                sha256 = documents.by_id(connection, document_id).sha256
                ledger_statements.forget_attempts(connection, document_id, sha256)
                documents.remove(connection, document_id)
                passages.forget(connection, sha256)
            state_rows.note(connection, *document_ids)
        self._database.empty_log()

    # --- captions ----------------------------------------------------------------------------

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        """Return the effective caption, an entry for each field in order. Raises NotInLibrary."""
        with self._database.reading() as connection:
            documents.by_id(connection, document_id)
            read = captions.as_read(connection, document_id)
            return captions.in_force(read, captions.corrections(connection, document_id))

    def correct(self, document_id: int, field: CaptionField, value: str | None) -> Document:
        """Store a person's value permanently; for FILED an ISO date, for KIND a value of Kind. None withdraws
        a correction, so that the value read applies. Raises NotInLibrary."""
        with self._database.writing() as connection:
            return documents.correct(connection, document_id, field, value)

    def place(self, document_id: int, folder: str) -> Document:
        """Give a document without a folder this one; another keeps its own. Raises NotInLibrary."""
        with self._database.writing() as connection:
            return documents.place(connection, document_id, folder)

    def correct_many(
        self, ids: Sequence[int], field: CaptionField, value: str | None, at: Callable[[int], None]
    ) -> list[int]:
        """Correct a field of many documents in one transaction; return those that do not exist.

        ``at`` is told how many are done before each, and may raise, so that none is changed.
        """
        missing = []
        with self._database.writing() as connection:
            for done, document_id in enumerate(ids):
                at(done)
                try:
                    documents.correct(connection, document_id, field, value)
                except NotInLibrary:
                    missing.append(document_id)
        return missing

    def recaptioned(self) -> list[int]:
        """Return the documents whose words must be indexed again, because their caption was corrected."""
        with self._database.reading() as connection:
            return captions.awaiting_words(connection)

    def words_follow(self) -> None:
        """Record that all current captions are in the word index. Call it under the library's lock."""
        with self._database.writing() as connection:
            captions.words_follow(connection)

    # --- passages ----------------------------------------------------------------------------

    def passages_of(self, document_id: int) -> list[Passage]:
        """Return a document's passages in order; empty for a document that does not exist."""
        with self._database.reading() as connection:
            return passages.of_document(connection, document_id)

    def section_of(self, passage_id: int) -> list[Passage]:
        """Return a passage's section in document order; empty for a passage that does not exist."""
        with self._database.reading() as connection:
            return passages.of_section(connection, passage_id)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Return the passages of ``ids`` that exist."""
        with self._database.reading() as connection:
            return passages.by_ids(connection, ids)

    def page_places(self, wanted: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
        """Return the pages that exist, without their text, from pairs of document and page index (from 0)."""
        with self._database.reading() as connection:
            return pages_at(connection, wanted)

    def passages_with_words(self, wanted: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
        """Return the ids of the passages that exist, by document and hash of their words."""
        with self._database.reading() as connection:
            return with_words(connection, wanted)

    def documents_of(self, passage_ids: Iterable[int]) -> dict[int, int]:
        """Return the document of each passage that exists."""
        with self._database.reading() as connection:
            return passages.documents_of(connection, passage_ids)

    def passage_keys(self, passage_ids: Iterable[int]) -> dict[int, str]:
        """Return the key of each passage, the same in every library and after any rebuild
        (``hashes.passage_key``)."""
        with self._database.reading() as connection:
            found = passages.keys(connection, passage_ids)
        return {id_: passage_key(*hashes) for id_, hashes in found.items()}

    def citing_all(self, authority_ids: Collection[int]) -> dict[int, int]:
        """Return the passages that cite every one of these authorities, with their documents."""
        with self._database.reading() as connection:
            return passages.all_of(connection, authority_ids)

    def by_authority(self, passage_ids: Collection[int]) -> dict[int, list[int]]:
        """Return, for each cited authority, those of the passages that cite it."""
        with self._database.reading() as connection:
            return passages.by_authority(connection, passage_ids)

    def passage_ids(self, searchable_only: bool = False) -> set[int]:
        """Return all ids, or without those of contents, authorities, signature and service pages."""
        with self._database.reading() as connection:
            return passages.all_ids(connection, searchable_only)

    def highest_passage_id(self) -> int:
        """Return the highest id of a passage, 0 without any; ids are never used again."""
        with self._database.reading() as connection:
            return passages.highest_id(connection)

    def searchable_id_totals(self) -> tuple[int, int, int]:
        """Return number, sum and highest of the searchable ids, by which two sets are compared quickly."""
        with self._database.reading() as connection:
            return passages.searchable_id_totals(connection)

    def iterate_documents_with_passages(
        self, ids: Iterable[int] | None = None
    ) -> Iterator[tuple[Document, list[Passage]]]:
        """Yield every document, or those of ``ids``, with its passages, a transaction each; leaves out one
        that is removed meanwhile."""
        if ids is None:
            with self._database.reading() as connection:
                ids = documents.all_ids(connection)
        for id_ in ids:
            with self._database.reading() as connection:
                present = documents.by_ids(connection, [id_])
                found = passages.of_document(connection, id_)
            if present:
                yield present[id_], found

    # --- vectors -----------------------------------------------------------------------------

    def documents_without_vector(self, model: str) -> list[tuple[int, int]]:
        """Return the documents with searchable passages that ``model`` has not embedded, and how many of them
        each has: the newest filed first, those without a date last. A second for a million passages."""
        with self._database.reading() as connection:
            return passages.documents_without_vector(connection, model)

    def passages_without_vector(self, model: str, document_ids: Sequence[int]) -> list[Passage]:
        """Return the searchable passages of these documents that ``model`` has not embedded."""
        with self._database.reading() as connection:
            return passages.without_vector(connection, model, document_ids)

    def ids_without_vector_of(self, model: str, document_ids: Sequence[int]) -> list[int]:
        """Return the searchable passages of these documents that are not marked as embedded by ``model``."""
        with self._database.reading() as connection:
            return passages.ids_without_vector_of(connection, model, document_ids)

    def ids_without_vector(self, model: str) -> set[int]:
        """Return all searchable passages that are not marked as embedded by ``model``."""
        with self._database.reading() as connection:
            return passages.ids_without_vector(connection, model)

    def count_without_vector(self, model: str) -> int:
        with self._database.reading() as connection:
            return passages.count_without_vector(connection, model)

    def mark_embedded(self, ids: Iterable[int], model: str) -> None:
        """Mark passages as embedded; ids that were removed meanwhile are ignored."""
        with self._database.writing() as connection:
            passages.mark_embedded(connection, ids, model)

    def clear_embedded(self) -> None:
        with self._database.writing() as connection:
            passages.clear_embedded(connection)

    # --- feedback ----------------------------------------------------------------------------

    def set_feedback(
        self,
        passage_id: int,
        query: str,
        verdict: Verdict | None,
        person: str = FOR_ALL,
        counts_for: str = FOR_ALL,
    ) -> None:
        """Set, change or (None) withdraw the verdict of a query on a passage, which a person gave for
        themselves or for all. Raises NotInLibrary."""
        with self._database.writing() as connection:
            feedback.give(connection, passage_id, query, verdict, person, counts_for)

    def feedback_for(self, query: str, person: str = FOR_ALL) -> dict[int, Verdict]:
        """Return the verdicts of a query that count for a person, by passage id; case and spacing of the
        query do not matter."""
        with self._database.reading() as connection:
            return feedback.given_for(connection, query, person)

    def marked_queries(self, limit: int, person: str = FOR_ALL) -> list[str]:
        """Return the distinct queries with feedback for a person alone, or for all; in lower case, the latest
        first."""
        with self._database.reading() as connection:
            return feedback.marked_queries(connection, limit, person)

    def verdicts_of(self, queries: Sequence[str], person: str = FOR_ALL) -> list[tuple[str, int, Verdict]]:
        """Return (query, passage id, verdict) that count for a person, for ``marked_queries`` and passages in
        the library."""
        with self._database.reading() as connection:
            return feedback.verdicts_of(connection, queries, person)

    def all_feedback(self, person: str = FOR_ALL) -> list[Feedback]:
        """Return all feedback that counts for a person, newest first."""
        with self._database.reading() as connection:
            return feedback.given(connection, person)

    def withdraw_feedback(self, keys: Collection[str] | None, people: Collection[str] = (FOR_ALL,)) -> int:
        """Withdraw and overwrite the feedback with these keys (``Feedback.key``), or (None) all, as far as it
        counts for these people; return how many there were."""
        with self._database.writing() as connection:
            withdrawn = feedback.forget(connection, keys, people)
            state_rows.note(connection)
        self._database.empty_log()
        return withdrawn

    def given_feedback(self) -> list[StoredFeedback]:
        """Return all feedback that counts for all, in the form for export to another library, oldest
        first."""
        with self._database.reading() as connection:
            return feedback.everything(connection)

    def take_feedback(self, given: Iterable[StoredFeedback]) -> tuple[int, int]:
        """Merge feedback in as a whole or not at all, where the newer of two verdicts wins. Return how many
        were merged, and how many of them are on passages that are not here."""
        with self._database.writing() as connection:
            return feedback.merge(connection, given)

    # --- the library itself ------------------------------------------------------------------

    def version(self, topics: Collection[Topic] = tuple(Topic)) -> int:
        """Return a number that differs after every change of these topics, by this or another program; see
        ``Database.version``."""
        return self._database.version(topics)

    def state(self, key: str) -> str:
        """Return a small fact about the library, empty when it was never set."""
        with self._database.reading() as connection:
            return state_rows.get(connection, key) or ""

    def set_state(self, key: str, value: str) -> None:
        with self._database.writing() as connection:
            state_rows.put(connection, key, value)

    def holds_deleted(self) -> bool:
        """Tell whether deleted words may still be in the file; ``erase`` removes them."""
        with self._database.reading() as connection:
            return state_rows.due(connection) is not None

    def half_removed(self) -> list[int]:
        """Return the ids of removed documents of which something may be left outside the catalogue, after an
        interruption."""
        with self._database.reading() as connection:
            return state_rows.due(connection) or []

    def note_half_removed(self, document_ids: Iterable[int]) -> None:
        """Note again that something is left outside the catalogue of removed documents."""
        with self._database.writing() as connection:
            state_rows.note(connection, *document_ids)

    def erase(self) -> None:
        """Leave no byte of what was deleted in a file, which keeps its size; see ``Database.overwriting`` for
        what other databases do.

        Takes half a second for 200,000 passages. Searches continue, other writers wait. The note stays while
        a search keeps the log from being emptied. Raises StoreError.
        """
        with self._database.overwriting() as connection:
            if connection is not None:
                state_rows.done(connection)

    def forget_agreements(self) -> None:
        """Require a new confirmation of all watched folders and waiting files, because the catalogue comes
        from a backup."""
        with self._database.writing() as connection:
            connection.execute(update(WatchedRow).values(agreed=""))
            connection.execute(update(IntakeRow).values(agreed=""))
            ledger_statements.forget(connection)

    def size(self) -> int:
        """Return the bytes that the catalogue takes up on the disk. Raises OSError."""
        return self._database.size()

    def frozen(self) -> AbstractContextManager[CopyOut]:
        """Hold this moment of the catalogue for a backup; see ``Database.frozen``."""
        return self._database.frozen()

    def row_digests(
        self, leaving_out: Collection[str], check: Callable[[], None]
    ) -> dict[str, tuple[int, str]]:
        """Return the number and a digest of the rows of each table; see the module."""
        with self._database.reading() as connection:
            return transfer.digests(connection, leaving_out, check)

    def replace_by(self, file: Path, check: Callable[[], None]) -> None:
        """Replace the contents by those of a file; see ``Database.replace_by``."""
        self._database.replace_by(file, check)

    def settle(self) -> None:
        """Make sure that a change which failed does not come into force later; see ``Database.settle``."""
        self._database.settle()

    def mark(self) -> int:
        """Return the number of the file by which the contents were replaced; 0 before."""
        return self._database.mark()

    def used_numbers(self) -> dict[str, int]:
        """Return the highest number that each table has given to a row."""
        return self._database.used_numbers()

    def integrity(self) -> list[Message]:
        """Return a sentence for each problem that the database finds in its files; empty when they are
        sound."""
        return [Message("The catalogue is damaged: {line}.", line=line) for line in self._database.faults()]

    def orphans(self) -> int:
        """Count the rows that belong to a missing document, passage or authority."""
        return self._database.count_orphans()

    def drop_orphans(self) -> None:
        """Delete the rows that belong to nothing. ``Graph.rebuild`` restores what the graph then lacks."""
        with self._database.writing() as connection:
            passages.drop(connection)
