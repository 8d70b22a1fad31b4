"""The library that is an offline copy: stores documents of an office, and says what was done in it since.

Files come first, then rows, then words, then vectors. Each document is whole or not there after an
interruption; what an interruption left out of the indexes is added by the next opening, and missing vectors
by the next exchange.

What comes is checked before it is stored, since neither end trusts the other's bytes: every value is read
once with the checks of its column's type, and the whole document is compared with its checksum. Beside it the
copy notes with what state and corrections it came, in the same transaction: what a person corrects afterwards
is what differs from that note.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Date, String, bindparam, delete, insert, select
from sqlalchemy.exc import DataError, IntegrityError, InterfaceError, StatementError

from briefbank import files
from briefbank.catalogue import (
    caption_rows,
    checksums,
    document_rows,
    feedback_rows,
    law_rows,
    library_facts,
    passage_rows,
)
from briefbank.catalogue.law_rows import ListChange
from briefbank.catalogue.library_facts import NOTE
from briefbank.catalogue.tables import Base, CorrectionRow, DocumentRow, RecaptionedRow
from briefbank.domain.authorities import GoodLawEntry
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.domain.office import OfflineMark
from briefbank.domain.pages import Passage
from briefbank.domain.searches import StoredFeedback
from briefbank.errors import BriefBankError, StoreBusy, StoreDamaged
from briefbank.jobs import Reporter
from briefbank.maintenance import documents
from briefbank.maintenance.health import Health, LibraryParts
from briefbank.office.offline_feed import (
    CHECKED_TABLES,
    COLUMNS,
    DOCUMENT,
    TABLES,
    CellValue,
    FeedDocument,
    OfficeLists,
    OfflineCorrection,
    Rows,
    owner,
)
from briefbank.storage.lease import ProcessLock, hold
from briefbank.text.characters import text_hash
from briefbank.text.messages import Message

log = logging.getLogger(__name__)

_LINES = "offline_lines"  # The fact with the lines of the list of good law that the office gave, as hashes
_THESAURUS = "offline_thesaurus"
"""The fact with the hash of the office's related words, empty where it gave none."""
_LIBRARY_ID = "library_id"
_WORDS_OF_PASSAGES = 5_000
"""The passages after which words come into the index, in one change: each change writes files of its own.
They wait in memory, some thirty megabytes."""
_LONGEST = 1.001  # The length of a vector: one, and what rounding adds
_CHECKED = [
    select(table).where(owner(table).in_(bindparam("some", expanding=True)))
    for table in (Base.metadata.tables[name] for name in CHECKED_TABLES)
]
"""Statements that read the rows of documents with the checks of their columns; pages and passages are
unpacked, too."""
_HASHES = select(DocumentRow.sha256)
_IDS_OF = select(DocumentRow.sha256, DocumentRow.id).where(
    DocumentRow.sha256.in_(bindparam("some", expanding=True))
)
_CORRECTIONS = select(DocumentRow.sha256, CorrectionRow.field, CorrectionRow.value).join(
    DocumentRow, DocumentRow.id == CorrectionRow.document_id
)
_WORDS = re.compile("[0-9a-f]{32}")


@dataclass(frozen=True, slots=True)
class Stored:
    id: int
    sha256: str
    replaced: Document | None
    """What the offline copy had of it before; its entries in both indexes are still there."""
    passages: Sequence[Passage]


@dataclass(frozen=True, slots=True)
class Arrived:
    """A document as it came from an office. None of it is trusted."""

    sha256: str  # The hash that was asked for
    stamp: str
    rows: Rows
    pdf_sha256: str  # The hash of the PDF that came with it

    @property
    def expected_pdf(self) -> str | None:
        """The hash that its PDF must have by its rows; empty where it is not known, and None for a document
        without a PDF. Raises StoreDamaged."""
        document = self.first(DOCUMENT)
        if document.get("has_reading_copy"):
            copy = self.first("checksum").get("copy", "")
            if isinstance(copy, str):
                return copy
            raise StoreDamaged(detail="feed: copy")
        return self.sha256 if document.get("suffix") == ".pdf" else None

    @property
    def has_reading_copy(self) -> bool:
        return bool(self.first(DOCUMENT).get("has_reading_copy"))

    def first(self, table: str) -> dict[str, CellValue]:
        rows = self.rows.get(table) or [()]
        return dict(zip((column.name for column in COLUMNS[table]), rows[0], strict=False))


@dataclass(frozen=True, slots=True)
class _Note:
    """What an offline copy notes of a document of the office."""

    stamp: str
    corrections: Mapping[CaptionField, str]

    @classmethod
    def parsed(cls, untrusted: str) -> _Note:
        """Return a note; one that BriefBank did not write is that of a document of which nothing is known."""
        try:
            stamp, corrections = json.loads(untrusted)
            return cls(str(stamp), {CaptionField(field): str(value) for field, value in corrections.items()})
        except (ValueError, TypeError, AttributeError, RecursionError):
            return cls("", {})

    def text(self) -> str:
        return json.dumps([self.stamp, dict(self.corrections)])

    def changes(self, now: Mapping[CaptionField, str]) -> dict[CaptionField, str | None]:
        """Return what was corrected or withdrawn since."""
        changed = {field: now.get(field) for field in {*now, *self.corrections}}
        return {field: value for field, value in changed.items() if value != self.corrections.get(field)}


def _store_sound(connection: Connection, arrived: Sequence[Arrived]) -> tuple[list[Stored], list[str]]:
    """Store documents with few statements; where one is not as it should be, each by itself, so that it alone
    is refused."""
    try:
        with connection.begin_nested():
            return _store(connection, arrived), []
    except (StoreDamaged, ValueError, TypeError, OverflowError, DataError, IntegrityError, InterfaceError):
        pass
    except StatementError as error:
        if error.__class__ is not StatementError:
            raise  # else a value that no column of this type takes
    if len(arrived) == 1:
        return [], [arrived[0].sha256]
    stored, refused = list[Stored](), list[str]()
    for document in arrived:
        sound, wrong = _store_sound(connection, [document])
        stored += sound
        refused += wrong
    return stored, refused


def _store(connection: Connection, arrived: Sequence[Arrived]) -> list[Stored]:
    """Store documents. Raises StoreDamaged, and what the conversion of a wrong value does."""
    for document in arrived:
        rows = document.rows
        if rows.keys() - TABLES.keys() or len(rows.get(DOCUMENT, ())) != 1:
            raise StoreDamaged(detail="feed: tables")
        if document.first(DOCUMENT).get("sha256") != document.sha256:
            raise StoreDamaged(detail="feed: another document")
    hashes = [document.sha256 for document in arrived]
    before = document_rows.by_hashes(connection, hashes)
    changed = dict[str, dict[CaptionField, str | None]]()
    """The corrections that the office does not have of what was here."""
    for sha256, known in before.items():
        if noted := library_facts.get(connection, NOTE + sha256):
            changed[sha256] = _Note.parsed(noted).changes(caption_rows.corrections(connection, known.id))
        document_rows.remove(connection, known.id)
        library_facts.note_deleted(connection, known.id)
    ids = _insert(connection, arrived)
    passages_by_id = _require_whole(connection, {ids[document.sha256]: document for document in arrived})
    corrections = caption_rows.corrections_by_document(connection, passages_by_id)
    for document in arrived:
        note = _Note(document.stamp, corrections.get(ids[document.sha256], {}))
        library_facts.put(connection, NOTE + document.sha256, note.text())
    for sha256, fields in changed.items():
        for field, value in fields.items():
            document_rows.correct(connection, ids[sha256], field, value)
    # Their words are indexed after this with all that is corrected.
    connection.execute(delete(RecaptionedRow).where(RecaptionedRow.document_id.in_(list(passages_by_id))))
    return [Stored(ids[sha256], sha256, before.get(sha256), passages_by_id[ids[sha256]]) for sha256 in hashes]


def _insert(connection: Connection, arrived: Sequence[Arrived]) -> dict[str, int]:
    """Insert the rows of documents, those of each table in one statement; return the new ids by hash."""
    facts = [values for document in arrived for values in _stored(DOCUMENT, document.rows[DOCUMENT])]
    connection.execute(insert(TABLES[DOCUMENT]), [values | {"family": 0} for values in facts])
    hashes = [document.sha256 for document in arrived]
    ids: dict[str, int] = dict(connection.execute(_IDS_OF, {"some": hashes}).all())
    for name, table in TABLES.items():
        if name != DOCUMENT and (
            given := [
                values | {"document_id": ids[document.sha256]}
                for document in arrived
                for values in _stored(name, document.rows.get(name, ()))
            ]
        ):
            connection.execute(insert(table), given)
    return ids


def _require_whole(connection: Connection, arrived: Mapping[int, Arrived]) -> dict[int, list[Passage]]:
    """Read each row with the checks of its columns' types, compare all with the checksums, and return the
    passages of each document. Raises StoreDamaged."""
    for query in _CHECKED:
        connection.execute(query, {"some": list(arrived)}).all()
    document_rows.pages_of_documents(connection, arrived)
    passages_by_id = passage_rows.of_documents(connection, arrived)
    if not checksums.words_fit(connection, arrived):
        raise StoreDamaged(detail="feed: words")
    seals = checksums.seals_of(connection, arrived)
    for document_id, document in arrived.items():
        seal = seals.get(document_id)
        if seal is None or not seal.intact or seal.copy not in ("", document.pdf_sha256):
            raise StoreDamaged(detail="feed: checksum")
    return passages_by_id


def _stored(name: str, rows: Iterable[Sequence[CellValue]]) -> Iterator[dict[str, Any]]:
    """Yield rows as the database takes them. Raises ValueError for a row of another shape, and TypeError for
    a value of no type that crosses."""
    kinds = [(column.name, getattr(column.type, "impl_instance", column.type)) for column in COLUMNS[name]]
    for row in rows:
        values = dict[str, Any]()
        for (column, kind), value in zip(kinds, row, strict=True):
            if not isinstance(value, CellValue):
                raise TypeError("value")
            if isinstance(value, bytes) and isinstance(kind, String):
                values[column] = value.decode("utf-8", "surrogatepass")
            elif isinstance(value, str) and isinstance(kind, Date):
                values[column] = date.fromisoformat(value)
            else:
                values[column] = value
        yield values


def _notes(connection: Connection) -> dict[str, _Note]:
    return {sha256: _Note.parsed(note) for sha256, note in library_facts.offline_notes(connection).items()}


def _changed_marks(connection: Connection) -> list[OfflineMark]:
    notes = _notes(connection)
    known = {_key(mark): mark for mark in library_facts.offline_marks(connection)}
    now = {
        _key(mark): _as_mark(mark)
        for mark in feedback_rows.everything(connection)
        if mark.document_sha256 in notes
    }
    given = [mark for key, mark in now.items() if known.get(key) != mark]
    return given + [replace(mark, verdict=None) for key, mark in known.items() if key not in now]


def _as_mark(mark: StoredFeedback) -> OfflineMark:
    return OfflineMark(mark.query, mark.document_sha256, mark.text_hash, mark.verdict)


def _key(mark: OfflineMark | StoredFeedback) -> tuple[str, str, str]:
    return mark.query, mark.document_sha256, mark.text_hash


@dataclass(frozen=True, slots=True)
class ArrivedPdf:
    draft: Path  # Where its bytes are being collected; an interruption leaves them there
    target: Path
    expected: str  # The hash that it must have; empty where the office does not know it

    def is_here(self) -> bool:
        """Tell whether the offline copy has it already. Raises NotReadable."""
        return bool(self.expected) and self.target.is_file() and files.hash_file(self.target) == self.expected

    def publish(self) -> str:
        """Put the bytes that arrived in their place, and return their hash. Raises StoreDamaged, after they
        were deleted, where they are not as they should be, NotReadable and StoreError."""
        sha256 = files.hash_file(self.draft)
        if sha256 != (self.expected or sha256):
            files.delete(self.draft)
            raise StoreDamaged(detail="feed: PDF")
        files.publish_file(self.draft, self.target)
        return sha256


@dataclass(frozen=True, slots=True)
class _GivenVectors:
    known: Mapping[str, NDArray[np.float32]]

    def vectors_by_hash(self, hashes: Iterable[str]) -> dict[str, NDArray[np.float32]]:
        return {key: self.known[key] for key in hashes if key in self.known}


class OfflineLibrary:
    """The offline copy's side of the feed. One thread."""

    def __init__(self, parts: LibraryParts, health: Health, adding: ProcessLock) -> None:
        """``adding`` is the lock that is held while files are added."""
        self._parts, self._health, self._adding = parts, health, adding
        self._database = parts.catalogue
        self._without_words: list[Stored] = []
        self._has_new_vectors = False

    @contextmanager
    def exchange(self) -> Iterator[None]:
        """Hold the offline copy for one exchange. Raises StoreBusy while another goes on, or files are
        added."""
        busy = StoreBusy(
            Message(
                "Another BriefBank is exchanging these documents with the office, or adding files to them."
            ),
            Message("Wait until it has finished."),
        )
        with hold(self._adding(), busy):
            yield

    def stamps(self) -> dict[str, str]:
        with self._database.reading() as connection:
            here, notes = set(connection.scalars(_HASHES)), _notes(connection)
        return {sha256: note.stamp for sha256, note in notes.items() if sha256 in here}

    def own(self) -> list[tuple[Document, Path]]:
        """Return the documents that were added here and that the office lacks, in order, with their files."""
        with self._database.reading() as connection:
            notes = _notes(connection)
            documents_by_id = document_rows.by_ids(connection, document_rows.all_ids(connection))
        own = [document for document in documents_by_id.values() if document.sha256 not in notes]
        return [(document, self._parts.paths.original(document.sha256, document.suffix)) for document in own]

    def corrections(self) -> list[OfflineCorrection]:
        """Return what was corrected in documents of the office and is not there yet."""
        with self._database.reading() as connection:
            now = dict[str, dict[CaptionField, str]]()
            for sha256, field, value in connection.execute(_CORRECTIONS):
                now.setdefault(sha256, {})[field] = value
            here, notes = set(connection.scalars(_HASHES)), _notes(connection)
        return [
            OfflineCorrection(sha256, field, value)
            for sha256, note in sorted(notes.items())
            if sha256 in here
            for field, value in sorted(note.changes(now.get(sha256, {})).items())
        ]

    def marks(self) -> list[OfflineMark]:
        """Return the marks that were given, changed or withdrawn here and that the office does not have
        yet, on documents of the office."""
        with self._database.reading() as connection:
            return _changed_marks(connection)

    def unsent(self) -> int:
        """Return how many marks, corrections and new files the office lacks."""
        return len(self.own()) + len(self.corrections()) + len(self.marks())

    def note_sent(self, sent: Document | OfflineCorrection | OfflineMark) -> None:
        """Note that the office took something. A document that was corrected comes anew, since its state has
        changed."""
        with self._database.writing() as connection:
            if isinstance(sent, OfflineMark):
                known = {_key(mark): mark for mark in library_facts.offline_marks(connection)}
                library_facts.note_offline_marks(connection, (known | {_key(sent): sent}).values())
                return
            note = _Note("", {})
            if isinstance(sent, OfflineCorrection):
                note = _Note.parsed(library_facts.get(connection, NOTE + sent.sha256) or "")
                values = {field: value for field, value in note.corrections.items() if field != sent.field}
                values |= {} if sent.value is None else {sent.field: sent.value}
                note = _Note(note.stamp, values)
            library_facts.put(connection, NOTE + sent.sha256, note.text())

    def title_of(self, sha256: str) -> str:
        document = document_rows.find_by_hash(self._parts.catalogue, sha256)
        return document.title if document else ""

    def pdf_of(self, untrusted: FeedDocument, sha256: str) -> ArrivedPdf | None:
        """Return where the PDF of a document that was asked for belongs; None for one without. Raises
        StoreDamaged."""
        if untrusted.sha256 != sha256:
            raise StoreDamaged(detail="feed: another document")
        arrived = Arrived(sha256, "", untrusted.rows, "")
        if (expected := arrived.expected_pdf) is None:
            return None
        paths = self._parts.paths
        copy = arrived.has_reading_copy
        target = paths.reading_copy(sha256) if copy else paths.original(sha256, ".pdf")
        return ArrivedPdf(paths.work / sha256, target, expected)

    def store(self, arrived: Sequence[Arrived]) -> list[str]:
        """Store documents whose files are here; return the hashes of those that were not as they should be.
        Their words follow, many at once: the next opening adds those that an interruption left out. Raises
        StoreError."""
        with self._parts.lock():
            with self._database.writing() as connection:
                stored, refused = _store_sound(connection, arrived) if arrived else ([], [])
            for document in stored:
                if document.replaced is not None:
                    self._parts.families.removed(document.replaced)
        self._without_words += stored
        if sum(len(document.passages) for document in self._without_words) >= _WORDS_OF_PASSAGES:
            self._index_words()
        return refused

    def _index_words(self) -> None:
        """Bring the words of what was stored into the index, in one change, and its authorities into the
        graph."""
        stored, self._without_words = self._without_words, []
        if not stored:
            return
        with self._parts.lock():
            present = document_rows.get_many(self._parts.catalogue, (document.id for document in stored))
            read = [(present[new.id], new.passages) for new in stored if new.id in present]
            with self._parts.lexical.batch() as change:
                for new in stored:
                    if new.replaced is not None:
                        change.remove(new.replaced.id)
                for document, passages in read:
                    change.add(document, passages)
            self._parts.graph.update_all(read)

    def remove_all_but(self, given: Collection[str], reporter: Reporter) -> int:
        """Delete the documents of the office but those that it gives now, and all that was done with them
        here; return how many. Raises StoreError."""
        return documents.remove_of_office(self._parts, self._health, given, reporter)

    def encoder_name(self) -> str:
        """Return the name of the model of this computer; empty where none can be loaded."""
        try:
            return self._parts.meaning.encoder().name
        except BriefBankError as error:
            log.warning("no model: %s", error.detail)
            return ""

    def add_vectors(
        self, untrusted: Mapping[str, bytes], hashes: Collection[str], reporter: Reporter
    ) -> None:
        """Store the vectors of documents. Raises StoreDamaged for what no model makes, and as ``add_known``
        does."""
        if not untrusted:
            return
        size = 4 * self._parts.meaning.encoder().dimensions
        if any(len(vector) != size for vector in untrusted.values()):
            raise StoreDamaged(detail="feed: vectors")
        matrix = np.frombuffer(b"".join(untrusted.values()), "<f4").reshape(len(untrusted), -1)
        if not (np.linalg.norm(matrix, axis=1) <= _LONGEST).all():  # nor is a number that is none
            raise StoreDamaged(detail="feed: vectors")
        known = _GivenVectors(dict(zip(untrusted, matrix, strict=True)))
        arrived = document_rows.find_by_hashes(self._parts.catalogue, hashes).values()
        self._parts.meaning.add_known(known, reporter, {document.id for document in arrived})
        self._has_new_vectors = True

    def finish_vectors(self, reporter: Reporter) -> None:
        """Tidy up after the last of ``add_vectors``, and embed what came without. Raises BriefBankError."""
        if self._has_new_vectors:
            self._parts.meaning.finish_known(reporter)
        self._parts.meaning.embed_pending(reporter)

    def take_marks(self, marks: Sequence[StoredFeedback]) -> None:
        """Put the office's marks in the place of those here; what was marked here and is not there yet stays.
        Those on documents that are not here are left out."""
        with self._database.writing() as connection:
            changed = _changed_marks(connection)
            here = {_key(mark): mark for mark in feedback_rows.everything(connection)}
            hashes, notes = set(connection.scalars(_HASHES)), _notes(connection)
            known = {
                _key(mark): mark
                for mark in marks
                if mark.document_sha256 in hashes & notes.keys() and _WORDS.fullmatch(mark.text_hash)
            }
            merged = known | {key: here[key] for key in map(_key, changed) if key in here}
            own = hashes - notes.keys()
            merged |= {key: mark for key, mark in here.items() if mark.document_sha256 in own}
            for mark in changed:
                if mark.verdict is None:
                    merged.pop(_key(mark), None)
            if merged != here:
                feedback_rows.replace_all(connection, merged.values())
            library_facts.note_offline_marks(connection, map(_as_mark, known.values()))

    def take_lists(self, lists: OfficeLists, library_id: str) -> None:
        """Put the office's lists in the place of those that it gave before; lines that were entered here
        stay. A person's own lists are those on the office's library. Raises StoreError."""
        catalogue = self._parts.catalogue
        before = set(library_facts.get(catalogue, _LINES).split())
        theirs = [replace(entry, id=0) for entry in lists.good_law]

        def change(here: list[GoodLawEntry]) -> ListChange:
            known = {replace(entry, id=0) for entry in here}
            given = ((entry.id, replace(entry, id=0)) for entry in here)
            gone = (id_ for id_, line in given if _line(line) in before and line not in theirs)
            return ListChange(put=tuple(line for line in theirs if line not in known), remove=tuple(gone))

        law_rows.change_list(catalogue, change)
        library_facts.put(catalogue, _LINES, " ".join(map(_line, theirs)))
        if library_facts.get(catalogue, _LIBRARY_ID) != library_id:
            library_facts.put(catalogue, _LIBRARY_ID, library_id)
        content, path = lists.thesaurus.encode("utf-8", "replace"), self._parts.paths.thesaurus
        try:
            if content:
                files.write_atomically(path, content)
            elif path.is_file() and files.hash_file(path) == library_facts.get(catalogue, _THESAURUS):
                path.unlink()
            given = files.hash_file(path) if content else ""
        except OSError as error:
            raise files.store_error(error) from error
        library_facts.put(catalogue, _THESAURUS, given)

    def finish(self, reporter: Reporter) -> None:
        """Delete what is left of documents that were replaced or did not come whole, and bring families and
        the graph of authorities up to date. Raises StoreError and Cancelled."""
        self._index_words()
        documents.finish(self._parts, self._health, reporter)
        self._health.delete_unknown_files(reporter)
        self._parts.families.catch_up(self._parts.lock, reporter.check)
        self._parts.graph.catch_up(self._parts.lock, reporter.check)


def _line(entry: GoodLawEntry) -> str:
    return text_hash(repr(entry))
