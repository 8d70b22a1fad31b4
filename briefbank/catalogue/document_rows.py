"""Documents and their pages: adding, reading, changing and removing, what distinguishes documents with equal
titles, which are attached to which mails and PDFs, and the families of versions.

A document keeps the SHA-256 of what it is attached to, and no name: when that is removed, the document still
says that it was attached to something, and when it is added again they know each other.

MinHash signatures show which documents are versions of one. A family's number is the smallest id of its
documents, so that it does not depend on the order in which they were added.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime
from itertools import starmap
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, or_, select, update

from briefbank.catalogue import caption_rows, checksums, graph_rows, library_facts, passage_rows
from briefbank.catalogue.caption_rows import title_key
from briefbank.catalogue.columns import GIVEN_IDS, GIVEN_TEXTS, given_ids, given_texts
from briefbank.catalogue.database import Database, reading, replacing, total, upsert, writing
from briefbank.catalogue.library_facts import VersionCounter
from briefbank.catalogue.sqlite_database import AlreadyInLibrary
from briefbank.catalogue.tables import (
    AttachmentRow,
    CaptionRow,
    CorrectionRow,
    DocumentRow,
    PageRow,
    PassageRow,
    SignatureRow,
)
from briefbank.domain.caption_fields import IN_FUTURE, LAW, CaptionField, Kind
from briefbank.domain.documents import (
    OF_READING,
    Attachments,
    CaptionEntry,
    Document,
    DocumentList,
    LibraryChange,
    LibraryState,
    ListedDocument,
    Reading,
    distinctions,
    version_order,
)
from briefbank.domain.pages import DOUBTFUL, Page, PageSource, PageTrouble, Passage
from briefbank.domain.searches import Filters
from briefbank.errors import NotInLibrary
from briefbank.text.dates import latest_today
from briefbank.text.file_names import has_words

_NOTE = upsert(AttachmentRow).on_conflict_do_nothing()
_CONTAINERS_OF = (
    select(func.coalesce(DocumentRow.id, 0))
    .select_from(AttachmentRow)
    .outerjoin(DocumentRow, DocumentRow.sha256 == AttachmentRow.container)
    .where(AttachmentRow.document_id == bindparam("document"))
)
"""The documents that a document is attached to; 0 for one that was removed."""
_FILES_OF = (
    select(AttachmentRow.document_id)
    .join(DocumentRow, DocumentRow.sha256 == AttachmentRow.container)
    .where(DocumentRow.id == bindparam("document"))
)


def note_attached(connection: Connection, document_id: int, container: str) -> None:
    checksums.mend_entry(connection, document_id)
    connection.execute(_NOTE, {"document_id": document_id, "container": container})
    checksums.seal_entry(connection, document_id)


@writing
def attach(connection: Connection, sha256: str, container: str) -> None:
    if (document := by_hash(connection, sha256)) is not None:
        note_attached(connection, document.id, container)


@reading
def attachments(connection: Connection, document_id: int) -> Attachments:
    """Return how a document hangs together with others. Raises NotInLibrary."""
    by_id(connection, document_id)
    around = connection.execute(_CONTAINERS_OF, {"document": document_id}).scalars().all()
    inside = connection.execute(_FILES_OF, {"document": document_id}).scalars().all()
    known = named(connection, by_ids(connection, {*inside, *filter(None, around)}))
    containers = [known[id_] for id_ in around if id_]
    containers.sort(key=lambda document: (document.filed or date.min, document.id), reverse=True)
    files = sorted((known[id_] for id_ in inside), key=lambda document: document.file_name)
    return Attachments(tuple(containers), around.count(0), tuple(files))


K = TypeVar("K", bound=Hashable)

_MOST_COMPARED = 400
"""The most documents with one title that are compared. Of more, those that were added first are."""
_WITH_KEYS = select(
    DocumentRow.id,
    DocumentRow.title_key,
    func.row_number().over(partition_by=DocumentRow.title_key, order_by=DocumentRow.id).label("number"),
).where(DocumentRow.title_key.in_(GIVEN_TEXTS))
_NUMBERED = _WITH_KEYS.subquery()
_WITH_TITLES = select(_NUMBERED.c.title_key, _NUMBERED.c.id).where(_NUMBERED.c.number <= _MOST_COMPARED)


@reading
def named(connection: Connection, rows: Mapping[K, Document]) -> dict[K, Document]:
    """Return the same documents, each with what distinguishes it from the others with its title."""
    by_key: dict[str, set[int]] = {}
    for document in rows.values():
        by_key.setdefault(title_key(document.title, document.file_name), set()).add(document.id)
    known = {document.id: document for document in rows.values()}
    groups = {key: set(ids) for key, ids in by_key.items()}
    for key, id_ in connection.execute(_WITH_TITLES, given_texts(by_key)):
        groups[key].add(id_)
    repeated = {key: group for key, group in groups.items() if len(group) > 1}
    others = by_ids(connection, set().union(*repeated.values()) - known.keys())
    for key, group in repeated.items():
        facts = distinctions([known.get(id_) or others[id_] for id_ in sorted(group)], by_key[key])
        known.update((id_, replace(known[id_], distinctions=chosen)) for id_, chosen in facts.items())
    return {name: known[document.id] for name, document in rows.items()}


def _without_column(field: CaptionField) -> ColumnElement[str]:
    """Return the value of a field that has no column: a correction, else what was read."""
    values = (
        select(table.value).where(table.document_id == DocumentRow.id, table.field == field).scalar_subquery()
        for table in (CorrectionRow, CaptionRow)
    )
    return func.coalesce(*values, "")


_BESIDE = (_without_column(CaptionField.PAPER), _without_column(CaptionField.VERSION))
_SHOWN = [column for column in DocumentRow.__table__.columns if column.name not in caption_rows.KEYS]
_ALL = select(*_SHOWN, *_BESIDE).order_by(DocumentRow.id)
"""The columns are in the order of the fields of ``Document``; a test ensures that."""
_BY_IDS = _ALL.where(DocumentRow.id.in_(GIVEN_IDS))
_BY_HASHES = _ALL.where(DocumentRow.sha256.in_(GIVEN_TEXTS))
_PAGES_OF = (
    select(
        *(PageRow.document_id, PageRow.index, PageRow.label, PageRow.raw, PageRow.source),
        *(PageRow.gap_reason, PageRow.engine, PageRow.confidence, PageRow.hidden),
    )
    .where(PageRow.document_id.in_(GIVEN_IDS))
    .order_by(PageRow.document_id, PageRow.index)
)
_DOUBTFUL = select(PageRow.document_id, PageRow.index, PageRow.confidence).where(
    PageRow.document_id.in_(GIVEN_IDS), PageRow.confidence < DOUBTFUL
)
_PAGES = {
    PageTrouble.HIDDEN: DocumentRow.hidden_pages,
    PageTrouble.GAP: DocumentRow.gaps,
    PageTrouble.DOUBTFUL: DocumentRow.doubtful_pages,
}
READ_AT_ONCE = 500  # The number of documents that are read in one transaction where all are needed
_INSERT, _INSERT_PAGES = insert(DocumentRow), insert(PageRow)
"""Statements that every file or search needs are built once: building one takes longer than running it."""

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
    copy_sha256: str  # The SHA-256 of the reading copy; empty for none
    sample: bool
    folder: str = ""


Stored = tuple[Document, list[Passage]]  # A document with its passages, all with their ids


def add(connection: Connection, reading: Reading, file: StoredFile) -> Stored:
    """Insert a document with its pages and passages. Raises AlreadyInLibrary."""
    if is_stored(connection, file.sha256):
        raise AlreadyInLibrary
    connection.execute(_INSERT, _document_values(reading, file, {}))
    return _write_contents(connection, reading, file)


def replace_document(connection: Connection, document_id: int, reading: Reading, file: StoredFile) -> Stored:
    """Replace a document's data with a new reading of the same file.

    The document keeps its id, the date it was added and its caption corrections. Raises NotInLibrary.
    """
    corrected = caption_rows.corrections(connection, document_id)
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
    caption_rows.keep(connection, document.id, caption_rows.of_reading(reading))
    library_facts.put_annotation_gaps(connection, document.id, OF_READING, reading.gaps)
    if reading.pages:
        names = [field.name for field in fields(Page)]
        rows = [{name: getattr(page, name) for name in names} for page in reading.pages]
        connection.execute(_INSERT_PAGES, [row | {"document_id": document.id} for row in rows])
    passages = passage_rows.add(connection, document.id, reading.passages)
    checksums.seal(connection, document.id, file.copy_sha256)
    return by_id(connection, document.id), passages  # now with the name of its paper, which is in the caption


@writing
def correct(connection: Connection, document_id: int, field: CaptionField, value: str | None) -> Document:
    """Store a field's correction, or withdraw it for None; update the document's row. Raises NotInLibrary."""
    before = by_id(connection, document_id)
    checksums.mend_entry(connection, document_id)
    if caption_rows.correct(connection, document_id, field, value):
        library_facts.note_deleted(connection)
    read = caption_rows.as_read(connection, document_id)
    corrected = caption_rows.corrections(connection, document_id)
    values = caption_rows.columns(read, corrected, before.file_name, before.folder)
    connection.execute(update(DocumentRow).where(DocumentRow.id == document_id).values(values))
    checksums.seal_entry(connection, document_id)
    after = by_id(connection, document_id)
    if field in caption_rows.INDEXED and getattr(before, field.value) != getattr(after, field.value):
        caption_rows.mark_unindexed(connection, document_id)
        if field in _GRAPH_FIELDS and not _AUTHORITIES.isdisjoint((before.kind, after.kind)):
            graph_rows.mark_unread(connection, document_id)
    return after


@writing
def correct_many(
    connection: Connection,
    ids: Sequence[int],
    field: CaptionField,
    value: str | None,
    at: Callable[[int], None],
) -> list[int]:
    """Correct a field of many documents in one transaction; return those that do not exist.

    ``at`` is told how many are done before each, and may raise, so that none is changed.
    """
    missing = []
    for done, document_id in enumerate(ids):
        at(done)
        try:
            correct(connection, document_id, field, value)
        except NotInLibrary:
            missing.append(document_id)
    return missing


@reading
def caption(connection: Connection, document_id: int) -> tuple[CaptionEntry, ...]:
    """Return the effective caption, an entry for each field in order. Raises NotInLibrary."""
    by_id(connection, document_id)
    read = caption_rows.as_read(connection, document_id)
    return caption_rows.in_force(read, caption_rows.corrections(connection, document_id))


@reading
def with_future_dates(connection: Connection, today: date) -> list[Document]:
    """Return the documents whose date of filing lies in the future, or is empty because it did."""
    ahead = or_(DocumentRow.filed > latest_today(today), DocumentRow.filed_source == IN_FUTURE)
    return list(by_ids(connection, connection.scalars(select(DocumentRow.id).where(ahead))).values())


def remove(connection: Connection, document_id: int) -> None:
    """Delete a document with its pages, passages, marks and ledger rows (by cascade), and the authorities
    that only it mentions. Raises NotInLibrary."""
    graph_rows.forget(connection, document_id)
    if connection.execute(delete(DocumentRow).where(DocumentRow.id == document_id)).rowcount == 0:
        raise NotInLibrary(detail=f"document {document_id}")


@reading
def find_by_hash(connection: Connection, sha256: str) -> Document | None:
    return find_by_hashes(connection, [sha256]).get(sha256)


@reading
def find_by_hashes(connection: Connection, hashes: Iterable[str]) -> dict[str, Document]:
    return named(connection, by_hashes(connection, hashes))


@reading
def get(connection: Connection, document_id: int) -> Document:
    return named(connection, {document_id: by_id(connection, document_id)})[document_id]


@reading
def get_many(connection: Connection, ids: Iterable[int]) -> dict[int, Document]:
    return named(connection, by_ids(connection, ids))


def iterate(catalogue: Database, chosen: DocumentList | None = None) -> Iterator[Document]:
    """Yield the documents that are there at the first step: all in the order in which they were added, or
    those of a list in its order. Some hundred at a time are read, in a transaction of their own: no list of
    all is in memory, and writers need not wait. What is removed meanwhile is passed over."""
    ids = all_ids(catalogue) if chosen is None else caption_rows.list_ids(catalogue, chosen)
    for start in range(0, len(ids), READ_AT_ONCE):
        some = ids[start : start + READ_AT_ONCE]
        documents = get_many(catalogue, some)
        yield from (documents[id_] for id_ in some if id_ in documents)


def iterate_with_passages(
    catalogue: Database, ids: Iterable[int] | None = None
) -> Iterator[tuple[Document, list[Passage]]]:
    """Yield every document, or those of ``ids``, with its passages, a transaction each; leaves out one that
    is removed meanwhile."""
    for id_ in all_ids(catalogue) if ids is None else ids:
        with catalogue.reading() as connection:
            documents = by_ids(connection, [id_])
            passages = passage_rows.of_document(connection, id_)
        if documents:
            yield documents[id_], passages


def by_hash(connection: Connection, sha256: str) -> Document | None:
    return by_hashes(connection, [sha256]).get(sha256)


@reading
def by_hashes(connection: Connection, hashes: Iterable[str]) -> dict[str, Document]:
    documents = starmap(Document, connection.execute(_BY_HASHES, given_texts(hashes)))
    return {document.sha256: document for document in documents}


def is_stored(connection: Connection, sha256: str) -> bool:
    return by_hash(connection, sha256) is not None


@reading
def by_id(connection: Connection, document_id: int) -> Document:
    """Return a document. Raises NotInLibrary."""
    if documents := by_ids(connection, [document_id]):
        return documents[document_id]
    raise NotInLibrary(detail=f"document {document_id}")


@reading
def by_ids(connection: Connection, ids: Iterable[int]) -> dict[int, Document]:
    """Return the documents that exist, by id, without what distinguishes those with equal titles."""
    documents = starmap(Document, connection.execute(_BY_IDS, given_ids(ids)))
    return {document.id: document for document in documents}


@reading
def listed(connection: Connection, ids: Iterable[int]) -> dict[int, ListedDocument]:
    """Return the documents that exist with their other versions, by id."""
    documents = by_ids(connection, ids)
    families: dict[int, list[Document]] = {}
    in_families = family_members(connection, {document.family for document in documents.values()})
    for version in by_ids(connection, in_families).values():
        families.setdefault(version.family, []).append(version)
    for versions in families.values():
        versions.sort(key=version_order)
    shown = documents | {version.id: version for versions in families.values() for version in versions}
    known = named(connection, shown)
    return {
        id_: ListedDocument(
            known[id_],
            tuple(known[version.id] for version in families.get(document.family, ()) if version.id != id_),
        )
        for id_, document in documents.items()
    }


@reading
def hashes(connection: Connection) -> set[str]:
    return set(connection.scalars(select(DocumentRow.sha256)))


@reading
def totals(connection: Connection) -> tuple[int, int]:
    columns = (func.count(), total(DocumentRow.passages))
    documents, values = connection.execute(select(*columns).select_from(DocumentRow)).one()
    return int(documents), int(values)


@reading
def state(connection: Connection) -> LibraryState:
    """Return what distinguishes the documents of now from those of a later moment."""
    last = select(CorrectionRow.corrected_at).order_by(CorrectionRow.corrected_at.desc()).limit(1)
    return LibraryState(
        documents=connection.scalar(select(func.count()).select_from(DocumentRow)) or 0,
        newest_document=connection.scalar(select(func.coalesce(func.max(DocumentRow.id), 0))) or 0,
        newest_passage=passage_rows.highest_id(connection),
        corrections=connection.scalar(select(func.count()).select_from(CorrectionRow)) or 0,
        last_correction=connection.scalar(last),
    )


@reading
def change_since(connection: Connection, before: LibraryState) -> LibraryChange:
    """Return what became of the documents since an earlier state. Where documents were added, only removals
    and corrections are noticed beside them: the new passages of what is read again are hidden by theirs."""
    now = state(connection)
    newer = select(func.count()).where(DocumentRow.id > before.newest_document)
    added = connection.scalar(newer) or 0
    read_again = not added and now.newest_passage != before.newest_passage
    corrected = (now.corrections, now.last_correction) != (before.corrections, before.last_correction)
    removed = now.documents - added != before.documents
    return LibraryChange(added, removed or corrected or read_again)


@reading
def all_ids(connection: Connection) -> list[int]:
    return list(connection.scalars(select(DocumentRow.id).order_by(DocumentRow.id)))


@reading
def with_pages(connection: Connection, trouble: PageTrouble) -> dict[int, int]:
    """Return the number of such pages of each document that has any, the last filed first."""
    query = select(DocumentRow.id, _PAGES[trouble]).where(_PAGES[trouble] > 0)
    newest = query.order_by(DocumentRow.filed.desc().nulls_last(), DocumentRow.id.desc())
    return {id_: int(pages) for id_, pages in connection.execute(newest)}


@reading
def first_added(connection: Connection) -> datetime | None:
    """Return when the first document was added that is none of the sample; None without any."""
    own = select(DocumentRow.added_at).where(DocumentRow.sample == False)  # noqa: E712 (an SQL comparison)
    return connection.scalars(own.order_by(DocumentRow.added_at).limit(1)).first()


@reading
def ids_matching(connection: Connection, filters: Filters) -> set[int]:
    """Return the documents that pass a filter; for ``authorities``, those with a passage that cites each of
    them. Courts and folders are compared in Python: SQLite ignores case in ASCII only."""
    query = select(DocumentRow.id, DocumentRow.court, DocumentRow.folder)
    for column, names in ((DocumentRow.court, filters.courts), (DocumentRow.office, filters.authors)):
        if names:
            query = query.where(column.in_(sorted(names)))
    if filters.filed_from:
        query = query.where(DocumentRow.filed >= filters.filed_from)
    if filters.filed_to:
        query = query.where(DocumentRow.filed <= filters.filed_to)
    if filters.kinds:
        query = query.where(DocumentRow.kind.in_([kind.value for kind in filters.kinds]))
    if filters.folders:
        query = query.where(or_(*map(caption_rows.is_inside, filters.folders)))
    part = filters.court.strip().casefold()
    given: dict[str, str] = {}
    if filters.among is not None:
        query, given = query.where(DocumentRow.id.in_(GIVEN_IDS)), given_ids(filters.among)
    matching = {
        row.id
        for row in connection.execute(query, given)
        if part in row.court.casefold() and all(has_words(row.folder, typed) for typed in filters.paths)
    }
    if filters.authorities:
        matching &= set(passage_rows.citing_all(connection, filters.authorities).values())
    return matching


@reading
def doubts(connection: Connection, ids: Iterable[int]) -> dict[int, dict[int, float]]:
    """Return the doubtful pages (0-based) of documents, with the confidence of their recognition."""
    confidences: dict[int, dict[int, float]] = {}
    for document_id, index, confidence in connection.execute(_DOUBTFUL, given_ids(ids)):
        confidences.setdefault(document_id, {})[index] = float(confidence or 0.0)
    return confidences


@reading
def pages_of(connection: Connection, document_id: int) -> list[Page]:
    return pages_of_documents(connection, [document_id])[document_id]


def pages_of_documents(connection: Connection, ids: Collection[int]) -> dict[int, list[Page]]:
    pages: dict[int, list[Page]] = {id_: [] for id_ in ids}
    rows: Iterable[Sequence[Any]] = connection.execute(_PAGES_OF, given_ids(ids))
    for id_, *values in rows:
        pages[id_].append(Page(*values))
    return pages


def _document_values(
    reading: Reading, file: StoredFile, corrected: Mapping[CaptionField, str]
) -> dict[str, Any]:
    sources = [page.source for page in reading.pages]
    return {
        "sha256": file.sha256,
        **caption_rows.columns(caption_rows.of_reading(reading), corrected, file.file_name, file.folder),
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


SIGNATURES = VersionCounter("signatures")
_SIGN = replacing(SignatureRow)
_MOVE = (
    update(DocumentRow)
    .where(DocumentRow.id.in_(GIVEN_IDS) & (DocumentRow.family != bindparam("to")))
    .values(family=bindparam("to"))
)


@reading
def signatures_version(connection: Connection) -> int:
    """Return a number that grows with every signature that any program writes."""
    return SIGNATURES.current(connection)


@reading
def unsigned(connection: Connection, scheme: str) -> list[int]:
    done = select(SignatureRow.document_id).where(SignatureRow.scheme == scheme)
    query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
    return list(connection.execute(query).scalars())


@reading
def signatures(connection: Connection, scheme: str, ids: Collection[int] | None = None) -> dict[int, bytes]:
    """Return the existing signatures of these documents, or of all for None."""
    query = select(SignatureRow.document_id, SignatureRow.minhash).where(SignatureRow.scheme == scheme)
    if ids is not None:
        query = query.where(SignatureRow.document_id.in_(GIVEN_IDS))
    return dict(connection.execute(query, given_ids(ids or ())).all())


@writing
def sign_all(
    connection: Connection, scheme: str, signatures: Mapping[int, bytes], families: Mapping[int, int]
) -> int:
    """Store documents' signatures in place of older ones, and write the families that they change.

    Returns the new version. A document that was removed meanwhile gets no signature.
    """
    present = families_of(connection, signatures)
    rows = [{"document_id": id_, "scheme": scheme, "minhash": signatures[id_]} for id_ in present]
    if rows:
        connection.execute(_SIGN, rows)
    assign_families(connection, families)
    return SIGNATURES.increment(connection)


@reading
def family_members(connection: Connection, families: Collection[int]) -> list[int]:
    """Return the documents of some families, in order; 0 stands for no family."""
    query = select(DocumentRow.id).where(DocumentRow.family.in_(GIVEN_IDS)).order_by(DocumentRow.id)
    return list(connection.scalars(query, given_ids(set(families) - {0})))


@reading
def families_of(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    query = select(DocumentRow.id, DocumentRow.family).where(DocumentRow.id.in_(GIVEN_IDS))
    return dict(connection.execute(query, given_ids(ids)).all())


@writing
def assign_families(connection: Connection, families: Mapping[int, int]) -> None:
    """Write the families; only rows that change are touched."""
    by_number: dict[int, list[int]] = {}
    for id_, family in families.items():
        by_number.setdefault(family, []).append(id_)
    for family, ids in by_number.items():
        connection.execute(_MOVE, {**given_ids(ids), "to": family})
