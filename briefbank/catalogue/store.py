"""The catalogue as the rest of BriefBank sees it: one object, values in and values out.

Each method is one short transaction of its own and may be called from any thread. Errors are StoreError and
its kinds (``faults``), NotInLibrary for numbers that do not exist, and AlreadyInLibrary for a file that is
there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from briefbank.catalogue import documents, feedback, ledger, passages, schema
from briefbank.catalogue.database import Database
from briefbank.errors import StoreDamaged
from briefbank.models import (
    Document,
    FileOutcome,
    Filters,
    Page,
    Passage,
    Reading,
    Stage,
    Verdict,
)
from briefbank.paths import LibraryPaths


class Catalogue:
    """The single source of truth of one library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, path: Path) -> Catalogue:
        """Open, create or upgrade the catalogue at ``path``; its folder must exist.

        Raises StoreTooNew, StoreDamaged, StoreReadOnly, StoreFull, StoreBusy or StoreError.
        """
        _refuse_to_replace_a_lost_one(path)
        database = Database(path)
        try:
            schema.bring_up_to_date(database)
        except BaseException:
            database.close()
            raise
        return cls(database)

    def close(self) -> None:
        """Call it last; a method called afterwards raises RuntimeError."""
        self._database.close()

    # --- documents ---------------------------------------------------------------------------

    def find_by_hash(self, sha256: str) -> Document | None:
        with self._database.reading() as connection:
            return documents.by_hash(connection, sha256)

    def add_document(
        self,
        reading: Reading,
        *,
        sha256: str,
        suffix: str,
        file_name: str,
        size: int,
        has_reading_copy: bool,
        sample: bool,
        replacing: int | None = None,
    ) -> tuple[Document, list[Passage]]:
        """Add a document with all its pages and passages, or nothing; the passages come back with their ids.

        ``replacing`` is a document that goes in the same step: a worse reading of the same file. Raises
        AlreadyInLibrary when its contents are there otherwise.
        """
        file = documents.StoredFile(sha256, suffix, file_name, size, has_reading_copy, sample)
        with self._database.writing() as connection:
            if replacing is not None:
                documents.remove(connection, replacing)
            document = documents.add(connection, reading, file)
            return document, passages.of_document(connection, document.id)

    def document(self, document_id: int) -> Document:
        """Raises NotInLibrary."""
        with self._database.reading() as connection:
            return documents.by_id(connection, document_id)

    def documents(self) -> list[Document]:
        """All, in the order in which they were added."""
        with self._database.reading() as connection:
            return documents.everything(connection)

    def documents_by_id(self, ids: Iterable[int]) -> dict[int, Document]:
        """Those of ``ids`` that exist."""
        with self._database.reading() as connection:
            return documents.by_ids(connection, ids)

    def document_ids(self, filters: Filters) -> set[int]:
        """The documents that pass ``filters``."""
        with self._database.reading() as connection:
            return documents.ids_matching(connection, filters)

    def pages_of(self, document_id: int) -> list[Page]:
        """In order; empty for a document that does not exist."""
        with self._database.reading() as connection:
            return documents.pages_of(connection, document_id)

    def remove_document(self, document_id: int) -> None:
        """Delete a document and all that was read from it; thumbs stay. Raises NotInLibrary.

        The deleted words are overwritten on the disk, in the file at once and in its log as soon as no search
        is reading it.
        """
        with self._database.writing() as connection:
            documents.remove(connection, document_id)
        self._database.empty_log()

    # --- passages ----------------------------------------------------------------------------

    def passages_of(self, document_id: int) -> list[Passage]:
        """In document order; empty for a document that does not exist."""
        with self._database.reading() as connection:
            return passages.of_document(connection, document_id)

    def passages_by_id(self, ids: Iterable[int]) -> dict[int, Passage]:
        """Those of ``ids`` that exist."""
        with self._database.reading() as connection:
            return passages.by_ids(connection, ids)

    def passage_ids(self, searchable_only: bool = False) -> set[int]:
        """All ids, or without contents, authorities and service pages."""
        with self._database.reading() as connection:
            return passages.all_ids(connection, searchable_only)

    def iterate_documents_with_passages(self) -> Iterator[tuple[Document, list[Passage]]]:
        """Every document with its passages, a transaction each; leaves out one that is removed meanwhile."""
        for document in self.documents():
            with self._database.reading() as connection:
                present = documents.by_ids(connection, [document.id])
                found = passages.of_document(connection, document.id)
            if present:
                yield present[document.id], found

    # --- vectors -----------------------------------------------------------------------------

    def passages_without_vector(self, model: str, limit: int) -> list[Passage]:
        """The first ``limit`` searchable passages, by id, that are not marked as embedded by ``model``."""
        with self._database.reading() as connection:
            return passages.without_vector(connection, model, limit)

    def count_without_vector(self, model: str) -> int:
        with self._database.reading() as connection:
            return passages.count_without_vector(connection, model)

    def mark_embedded(self, ids: Iterable[int], model: str) -> None:
        """Ids that were removed meanwhile are passed over."""
        with self._database.writing() as connection:
            passages.mark_embedded(connection, ids, model)

    def clear_embedded(self) -> None:
        with self._database.writing() as connection:
            passages.clear_embedded(connection)

    # --- thumbs ------------------------------------------------------------------------------

    def set_feedback(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        """Set, change or (None) take back the thumb of a query on a passage. Raises NotInLibrary."""
        with self._database.writing() as connection:
            feedback.give(connection, passage_id, query, verdict)

    def feedback_for(self, query: str) -> dict[int, Verdict]:
        """By passage id; capitals and spaces of the query do not matter."""
        with self._database.reading() as connection:
            return feedback.given_for(connection, query)

    # --- intake ------------------------------------------------------------------------------

    def start_intakes(self, paths: Sequence[Path]) -> list[int]:
        """Note that files wait to be read; returns the row of each for the next two calls."""
        with self._database.writing() as connection:
            return ledger.start(connection, paths)

    def intake_stage(self, row: int, stage: Stage) -> None:
        with self._database.writing() as connection:
            ledger.enter_stage(connection, row, stage)

    def finish_intake(self, row: int, outcome: FileOutcome) -> None:
        with self._database.writing() as connection:
            ledger.finish(connection, row, outcome)

    def intake_history(self, limit: int = 500) -> list[FileOutcome]:
        """How the last files ended, the newest first."""
        with self._database.reading() as connection:
            return ledger.history(connection, limit)

    def end_unfinished_intakes(self, reason: str) -> int:
        """Close the rows of files whose intake was cut short; how many there were. Not while one runs."""
        with self._database.writing() as connection:
            return ledger.end_unfinished(connection, reason)

    # --- the library itself ------------------------------------------------------------------

    def integrity(self) -> list[str]:
        """What SQLite finds wrong with the file, a sentence each; empty when it is sound."""
        with self._database.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(20)").scalars().all()
            orphans = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        problems = [f"The catalogue is damaged: {line}." for line in found if line != "ok"]
        if orphans:
            problems.append(f"{len(orphans)} entries of the catalogue belong to no document.")
        return problems


def _refuse_to_replace_a_lost_one(path: Path) -> None:
    """A new catalogue beside files that an old one knew would hide that all of them are lost to search."""
    files = LibraryPaths(path.parent).files
    is_new = not path.exists() or path.stat().st_size == 0
    if is_new and files.is_dir() and next(files.iterdir(), None) is not None:
        raise StoreDamaged("The library's catalogue is missing.", detail="no catalogue beside originals")
