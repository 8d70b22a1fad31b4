"""Documents and their pages: adding, reading, changing and removing, inside an open transaction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, or_, select, update

from briefbank.catalogue import (
    annotation_gaps,
    captions,
    checksums,
    citing_passages,
    document_lists,
    graph_rows,
    passages,
    pending_erasure,
)
from briefbank.catalogue.columns import GIVEN_IDS, batches, given_ids
from briefbank.catalogue.dialect import total
from briefbank.catalogue.faults import AlreadyInLibrary
from briefbank.catalogue.tables import (
    CaptionRow,
    CorrectionRow,
    DocumentRow,
    PageRow,
    PassageRow,
    SignatureRow,
)
from briefbank.domain.annotations import OF_READING
from briefbank.domain.caption_fields import IN_FUTURE, CaptionField
from briefbank.domain.document_lists import ListedDocument
from briefbank.domain.documents import Document, LibraryChange, LibraryState, Reading
from briefbank.domain.kinds import LAW, Kind
from briefbank.domain.pages import DOUBTFUL, Page, PageSource, PageTrouble
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters
from briefbank.domain.version_order import version_order
from briefbank.errors import NotInLibrary
from briefbank.text.dates import latest_today
from briefbank.text.folders import has_words


def _without_column(field: CaptionField) -> ColumnElement[str]:
    """Return the value of a field that has no column: a correction, else what was read."""
    values = (
        select(table.value).where(table.document_id == DocumentRow.id, table.field == field).scalar_subquery()
        for table in (CorrectionRow, CaptionRow)
    )
    return func.coalesce(*values, "")


_BESIDE = (_without_column(CaptionField.PAPER), _without_column(CaptionField.VERSION))
_SHOWN = [each for each in DocumentRow.__table__.columns if each.name not in document_lists.KEYS]
_ALL = select(*_SHOWN, *_BESIDE).order_by(DocumentRow.id)
_BY_IDS = _ALL.where(DocumentRow.id.in_(bindparam("ids", expanding=True)))
_BY_HASHES = _ALL.where(DocumentRow.sha256.in_(bindparam("some", expanding=True)))
_PAGES_OF = (
    select(
        *(PageRow.document_id, PageRow.index, PageRow.label, PageRow.raw, PageRow.source),
        *(PageRow.gap_reason, PageRow.engine, PageRow.confidence, PageRow.hidden),
    )
    .where(PageRow.document_id.in_(bindparam("some", expanding=True)))
    .order_by(PageRow.document_id, PageRow.index)
)
_DOUBTFUL = select(PageRow.document_id, PageRow.index, PageRow.confidence).where(
    PageRow.document_id.in_(bindparam("ids", expanding=True)), PageRow.confidence < DOUBTFUL
)
_PAGES = {
    PageTrouble.HIDDEN: DocumentRow.hidden_pages,
    PageTrouble.GAP: DocumentRow.gaps,
    PageTrouble.DOUBTFUL: DocumentRow.doubtful_pages,
}
_INSERT, _INSERT_PAGES = insert(DocumentRow), insert(PageRow)
"""Statements that every file or search needs are built once, because building one takes longer than running
it."""

_GRAPH_FIELDS = frozenset({CaptionField.KIND, CaptionField.TITLE, CaptionField.DOCKET, CaptionField.FILED})
"""The caption fields that decide which authority a document is, and since when."""
_AUTHORITIES = LAW | {Kind.OPINION}
"""The kinds that are authorities. What other documents cite does not depend on their captions."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """The data that the catalogue stores about the file itself; see Document for the fields."""

    sha256: str
    suffix: str
    file_name: str
    size: int
    copy_sha256: str
    """The SHA-256 of the reading copy; empty for none."""
    sample: bool
    folder: str = ""


Stored = tuple[Document, list[Passage]]
"""A document with its passages, all with their ids."""


def add(connection: Connection, reading: Reading, file: StoredFile) -> Stored:
    """Insert a document with its pages and passages. Raises AlreadyInLibrary."""
    if known := by_hash(connection, file.sha256):
        raise AlreadyInLibrary(document=known)
    connection.execute(_INSERT, _document_values(reading, file, {}))
    return _write_contents(connection, reading, file)


def replace(connection: Connection, document_id: int, reading: Reading, file: StoredFile) -> Stored:
    """Replace a document's data with a new reading of the same file.

    The document keeps its id, the date it was added and its caption corrections. Raises NotInLibrary.
    """
    corrected = captions.corrections(connection, document_id)
    values = _document_values(reading, file, corrected)
    kept = {name: value for name, value in values.items() if name not in ("added_at", "family", "sample")}
    changed = update(DocumentRow).where(DocumentRow.id == document_id).values(kept)
    if connection.execute(changed).rowcount == 0:
        raise NotInLibrary(detail=f"document {document_id}")
    graph_rows.forget(connection, document_id)
    for table in (PageRow, PassageRow, SignatureRow):
        connection.execute(delete(table).where(table.document_id == document_id))
    return _write_contents(connection, reading, file)


def _write_contents(connection: Connection, reading: Reading, file: StoredFile) -> Stored:
    """Write the document's pages and passages, and the checksum of everything."""
    document = by_hash(connection, file.sha256)
    assert document is not None, "the row was written in this transaction"
    captions.keep(connection, document.id, captions.of_reading(reading))
    annotation_gaps.put(connection, document.id, OF_READING, reading.gaps)
    if reading.pages:
        connection.execute(_INSERT_PAGES, [_page_values(document.id, page) for page in reading.pages])
    found = passages.add(connection, document.id, reading.passages)
    checksums.seal(connection, document.id, file.copy_sha256)
    return by_id(connection, document.id), found  # now with the name of its paper, which is in the caption


def place(connection: Connection, document_id: int, folder: str) -> Document:
    """Give a document that has no folder yet the one in which it was found again. Raises NotInLibrary."""
    before = by_id(connection, document_id)
    if before.folder or not folder:
        return before
    checksums.mend_entry(connection, document_id)
    _update_row(connection, document_id, folder)
    checksums.seal_entry(connection, document_id)
    captions.await_words(connection, document_id)
    return by_id(connection, document_id)


def correct(connection: Connection, document_id: int, field: CaptionField, value: str | None) -> Document:
    """Store a correction of a field, or withdraw it for None, and update the document's row. Raises
    NotInLibrary."""
    before = by_id(connection, document_id)
    checksums.mend_entry(connection, document_id)
    if captions.correct(connection, document_id, field, value):
        pending_erasure.note(connection)
    _update_row(connection, document_id, before.folder)
    checksums.seal_entry(connection, document_id)
    after = by_id(connection, document_id)
    if field in captions.INDEXED and getattr(before, field.value) != getattr(after, field.value):
        captions.await_words(connection, document_id)
        if field in _GRAPH_FIELDS and not _AUTHORITIES.isdisjoint((before.kind, after.kind)):
            graph_rows.mark_unread(connection, document_id)
    return after


def with_future_dates(connection: Connection, today: date) -> list[Document]:
    """Return the documents whose date of filing lies in the future, or is empty because it did."""
    ahead = or_(DocumentRow.filed > latest_today(today), DocumentRow.filed_source == IN_FUTURE)
    return list(by_ids(connection, connection.scalars(select(DocumentRow.id).where(ahead))).values())


def _update_row(connection: Connection, document_id: int, folder: str) -> None:
    """Set the document's folder, and the columns of its row that follow from it and from its caption."""
    file_name = by_id(connection, document_id).file_name
    read = captions.as_read(connection, document_id)
    corrected = captions.corrections(connection, document_id)
    values = captions.columns(read, corrected, file_name, folder) | {"folder": folder}
    connection.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(values))


def remove(connection: Connection, document_id: int) -> None:
    """Delete a document with its pages, passages, marks and ledger rows (by cascade), and the authorities
    that only it mentions. Raises NotInLibrary."""
    graph_rows.forget(connection, document_id)
    if connection.execute(delete(DocumentRow).where(DocumentRow.id == document_id)).rowcount == 0:
        raise NotInLibrary(detail=f"document {document_id}")


def by_hash(connection: Connection, sha256: str) -> Document | None:
    return by_hashes(connection, [sha256]).get(sha256)


def by_hashes(connection: Connection, wanted: Iterable[str]) -> dict[str, Document]:
    """Return the documents that have these contents, by hash."""
    rows = (row for some in batches(wanted) for row in connection.execute(_BY_HASHES, {"some": some}))
    return {document.sha256: document for document in map(_document, rows)}


def is_stored(connection: Connection, sha256: str) -> bool:
    """Tell whether a document has these contents."""
    return by_hash(connection, sha256) is not None


def by_id(connection: Connection, document_id: int) -> Document:
    """Return a document. Raises NotInLibrary."""
    if found := by_ids(connection, [document_id]):
        return found[document_id]
    raise NotInLibrary(detail=f"document {document_id}")


def by_ids(connection: Connection, ids: Iterable[int]) -> dict[int, Document]:
    """Return the documents that exist, by id."""
    found: dict[int, Document] = {}
    for some in batches(ids):
        rows = connection.execute(_BY_IDS, {"ids": some})
        found.update((document.id, document) for document in map(_document, rows))
    return found


def listed(connection: Connection, ids: Iterable[int]) -> dict[int, ListedDocument]:
    """Return the documents that exist with their other versions, by id."""
    found = by_ids(connection, ids)
    families: dict[int, list[Document]] = {}
    of_families = select(DocumentRow.id).where(DocumentRow.family.in_(bindparam("families", expanding=True)))
    for some in batches({document.family for document in found.values()} - {0}):
        for each in by_ids(connection, connection.scalars(of_families, {"families": some})).values():
            families.setdefault(each.family, []).append(each)
    for versions in families.values():
        versions.sort(key=version_order)
    return {
        id_: ListedDocument(document, tuple(v for v in families.get(document.family, ()) if v.id != id_))
        for id_, document in found.items()
    }


def hashes(connection: Connection) -> set[str]:
    """Return the hashes of the contents of all documents."""
    return set(connection.scalars(select(DocumentRow.sha256)))


def totals(connection: Connection) -> tuple[int, int]:
    """Return how many documents there are, and their passages."""
    columns = (func.count(), total(DocumentRow.passages))
    documents, found = connection.execute(select(*columns).select_from(DocumentRow)).one()
    return int(documents), int(found)


def state(connection: Connection) -> LibraryState:
    """Return what distinguishes the documents of now from those of a later moment."""
    last = select(CorrectionRow.corrected_at).order_by(CorrectionRow.corrected_at.desc()).limit(1)
    return LibraryState(
        documents=connection.scalar(select(func.count()).select_from(DocumentRow)) or 0,
        newest_document=connection.scalar(select(func.coalesce(func.max(DocumentRow.id), 0))) or 0,
        newest_passage=passages.highest_id(connection),
        corrections=connection.scalar(select(func.count()).select_from(CorrectionRow)) or 0,
        last_correction=connection.scalar(last),
    )


def change_since(connection: Connection, before: LibraryState) -> LibraryChange:
    """Return what became of the documents since an earlier state.

    A document that is read again gets new passages. Those of added documents hide them from a comparison of
    the newest passage, so where documents were added, only removals and corrections are noticed beside them.
    """
    now = state(connection)
    newer = select(func.count()).where(DocumentRow.id > before.newest_document)
    added = connection.scalar(newer) or 0
    read_again = not added and now.newest_passage != before.newest_passage
    corrected = (now.corrections, now.last_correction) != (before.corrections, before.last_correction)
    removed = now.documents - added != before.documents
    return LibraryChange(added, removed or corrected or read_again)


def all_ids(connection: Connection) -> list[int]:
    """Return the ids of all documents in the order in which they were added."""
    return list(connection.scalars(select(DocumentRow.id).order_by(DocumentRow.id)))


def with_pages(connection: Connection, trouble: PageTrouble) -> dict[int, int]:
    """Return the number of such pages of each document that has any, the last filed first."""
    query = select(DocumentRow.id, _PAGES[trouble]).where(_PAGES[trouble] > 0)
    newest = query.order_by(DocumentRow.filed.desc().nulls_last(), DocumentRow.id.desc())
    return {id_: int(pages) for id_, pages in connection.execute(newest)}


def first_added(connection: Connection) -> datetime | None:
    """Return when the first document was added that is none of the sample; None without any."""
    own = select(DocumentRow.added_at).where(DocumentRow.sample == False)  # noqa: E712 (an SQL comparison)
    return connection.scalars(own.order_by(DocumentRow.added_at).limit(1)).first()


def ids_matching(connection: Connection, filters: Filters) -> set[int]:
    """Return the documents that pass a filter; for ``authorities``, those with a passage that cites each of
    them.

    The part of a court's name and the words of a folder are compared in Python, because SQLite ignores case
    in ASCII only.
    """
    query = select(DocumentRow.id, DocumentRow.court, DocumentRow.folder)
    for column, wanted in ((DocumentRow.court, filters.courts), (DocumentRow.office, filters.authors)):
        if wanted:
            query = query.where(column.in_(sorted(wanted)))
    if filters.filed_from:
        query = query.where(DocumentRow.filed >= filters.filed_from)
    if filters.filed_to:
        query = query.where(DocumentRow.filed <= filters.filed_to)
    if filters.kinds:
        query = query.where(DocumentRow.kind.in_([kind.value for kind in filters.kinds]))
    if filters.written_by:
        law = DocumentRow.kind.in_(sorted(kind.value for kind in LAW))
        query = query.where(or_(DocumentRow.filed.is_(None), DocumentRow.filed <= filters.written_by, law))
    if filters.folders:
        query = query.where(or_(*map(document_lists.is_inside, filters.folders)))
    part = filters.court.strip().casefold()
    given: dict[str, str] = {}
    if filters.among is not None:
        query, given = query.where(DocumentRow.id.in_(GIVEN_IDS)), given_ids(filters.among)
    found = {
        row.id
        for row in connection.execute(query, given)
        if part in row.court.casefold() and all(has_words(row.folder, typed) for typed in filters.paths)
    }
    if filters.authorities:
        found &= set(citing_passages.all_of(connection, filters.authorities).values())
    return found


def doubts(connection: Connection, ids: Iterable[int]) -> dict[int, dict[int, float]]:
    """Return the doubtful pages (0-based) of documents, with the confidence of their recognition."""
    found: dict[int, dict[int, float]] = {}
    for some in batches(ids):
        for document_id, index, confidence in connection.execute(_DOUBTFUL, {"ids": some}):
            found.setdefault(document_id, {})[index] = float(confidence or 0.0)
    return found


def pages_of(connection: Connection, document_id: int) -> list[Page]:
    """Return a document's pages in order; empty for a document that does not exist."""
    return pages_of_documents(connection, [document_id])[document_id]


def pages_of_documents(connection: Connection, ids: Collection[int]) -> dict[int, list[Page]]:
    """Return the pages of each of these documents in order."""
    found: dict[int, list[Page]] = {id_: [] for id_ in ids}
    for some in batches(ids):
        rows: Iterable[Sequence[Any]] = connection.execute(_PAGES_OF, {"some": some})
        for id_, *values in rows:
            found[id_].append(Page(*values))
    return found


def _document(row: Sequence[Any]) -> Document:
    """Build a document from a row, whose columns are in the order of Document's fields; a test ensures
    that."""
    return Document(*row)


def _document_values(
    reading: Reading, file: StoredFile, corrected: Mapping[CaptionField, str]
) -> dict[str, Any]:
    sources = [page.source for page in reading.pages]
    return {
        "sha256": file.sha256,
        **captions.columns(captions.of_reading(reading), corrected, file.file_name, file.folder),
        "pages": len(sources),
        "ocr_pages": sources.count(PageSource.OCR),
        "passages": len(reading.passages),
        "gaps": sources.count(PageSource.GAP),
        "file_name": file.file_name,
        "suffix": file.suffix,
        "size": file.size,
        "added_at": datetime.now(UTC),
        "has_reading_copy": bool(file.copy_sha256),
        "sample": file.sample,
        "folder": file.folder,
        "doubtful_pages": sum(page.doubtful for page in reading.pages),
        "hidden_pages": sum(page.hidden > 0 for page in reading.pages),
        "family": 0,
        "attached": reading.attached,
    }


def _page_values(document_id: int, page: Page) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "index": page.index,
        "label": page.label,
        "source": page.source.value,
        "gap_reason": page.gap_reason,
        "raw": page.raw,
        "engine": page.engine,
        "confidence": page.confidence,
        "hidden": page.hidden,
    }
