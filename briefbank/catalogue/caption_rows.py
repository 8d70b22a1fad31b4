"""The caption of each document, and the lists of documents that are ordered and narrowed by captions.

The values that were read and a person's corrections, which take precedence, are stored side by side, field by
field, so that a correction outlives every new reading and can be withdrawn. The document's own columns hold
the effective values, because lists, filters and both indexes are made from those.

SQLite ignores case in ASCII only, and databases order letters differently. So each document's row also has
columns with what is compared, without capitals and accents (``columns``).
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from heapq import nsmallest
from itertools import chain, islice
from pathlib import PurePath
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    delete,
    extract,
    false,
    func,
    insert,
    literal,
    or_,
    select,
)

from briefbank.catalogue.columns import GIVEN_IDS, given_ids
from briefbank.catalogue.database import reading, upsert, writing
from briefbank.catalogue.tables import CaptionRow, CorrectionRow, DocumentRow, RecaptionedRow
from briefbank.domain.caption_fields import IN_FUTURE, CaptionField, Kind
from briefbank.domain.documents import CaptionEntry, DocumentList, ListColumn, Reading
from briefbank.text.characters import escape_hidden, without_accents
from briefbank.text.docket_numbers import keys_of, typed_docket, visible
from briefbank.text.file_names import levels, telling_levels

PERSON = "person"
INDEXED = frozenset(
    {
        *(CaptionField.TITLE, CaptionField.COURT, CaptionField.DOCKET),
        *(CaptionField.JUDGE, CaptionField.KIND, CaptionField.FILED),
    }
)
"""The caption fields in the word index."""
_DEFAULT_CONFIDENCE = 0.5  # The confidence of a value whose finder gave none

_INSERT = insert(CaptionRow)
_DELETE = delete(CaptionRow).where(CaptionRow.document_id == bindparam("document_id"))
_SELECT = select(
    *(CaptionRow.document_id, CaptionRow.field, CaptionRow.value, CaptionRow.source),
    *(CaptionRow.confidence, CaptionRow.page),
).where(CaptionRow.document_id.in_(GIVEN_IDS))
_CORRECTIONS = select(CorrectionRow.document_id, CorrectionRow.field, CorrectionRow.value).where(
    CorrectionRow.document_id.in_(GIVEN_IDS)
)


def of_reading(reading: Reading) -> list[CaptionEntry]:
    by_field = {entry.field: entry for entry in reading.caption.entries}
    for field in CaptionField:
        if field.definition.column:
            filed_source = reading.caption.filed_source if field is CaptionField.FILED else ""
            unknown = CaptionEntry(field, "", filed_source or "caption", _DEFAULT_CONFIDENCE)
            by_field[field] = replace(by_field.get(field, unknown), value=_column_of(reading, field))
    entries = (by_field[field] for field in CaptionField if field in by_field)
    return [entry for entry in entries if entry.value or entry.source == IN_FUTURE]


def _column_of(reading: Reading, field: CaptionField) -> str:
    caption = reading.caption
    match field:
        case CaptionField.KIND:
            return reading.kind.value
        case CaptionField.PARTIES:
            return "; ".join(map(str, caption.parties))
        case CaptionField.FILED:
            return caption.filed.isoformat() if caption.filed else ""
    return str(getattr(caption, field.value))


def keep(connection: Connection, document_id: int, entries: Sequence[CaptionEntry]) -> None:
    connection.execute(_DELETE, {"document_id": document_id})
    if entries:
        connection.execute(_INSERT, [{"document_id": document_id, **asdict(entry)} for entry in entries])


def as_read(connection: Connection, document_id: int) -> list[CaptionEntry]:
    return as_read_by_document(connection, [document_id]).get(document_id, [])


def as_read_by_document(connection: Connection, ids: Iterable[int]) -> dict[int, list[CaptionEntry]]:
    entries = dict[int, list[CaptionEntry]]()
    for id_, field, value, source, confidence, page in connection.execute(_SELECT, given_ids(ids)):
        entry = CaptionEntry(field, _valid_or_empty(field, value), source, confidence, page)
        entries.setdefault(id_, []).append(entry)
    return entries


def corrections(connection: Connection, document_id: int) -> dict[CaptionField, str]:
    """Return a person's corrections, by field; an empty value means that the document has none."""
    return corrections_by_document(connection, [document_id]).get(document_id, {})


def corrections_by_document(connection: Connection, ids: Iterable[int]) -> dict[int, dict[CaptionField, str]]:
    corrections = dict[int, dict[CaptionField, str]]()
    for id_, field, value in connection.execute(_CORRECTIONS, given_ids(ids)):
        corrections.setdefault(id_, {})[field] = _valid_or_empty(field, value)
    return corrections


def _valid_or_empty(field: CaptionField, untrusted: str) -> str:
    """Return a value; empty for one that its field cannot have, which only damage or a stranger wrote."""
    try:
        if untrusted:
            field.definition.value_type.check(untrusted)
    except ValueError:
        return ""
    return untrusted


def correct(connection: Connection, document_id: int, field: CaptionField, value: str | None) -> bool:
    """Store a correction (None withdraws it); tell if an older one was deleted. The document must exist."""
    same = (CorrectionRow.document_id == document_id) & (CorrectionRow.field == field)
    older = delete(CorrectionRow).where(same)
    deleted = connection.execute(older).rowcount > 0
    if value is not None:
        given = {"document_id": document_id, "field": field.value, "value": value}
        connection.execute(insert(CorrectionRow).values(given | {"corrected_at": datetime.now(UTC)}))
    return deleted


def in_force(read: Iterable[CaptionEntry], corrected: Mapping[CaptionField, str]) -> tuple[CaptionEntry, ...]:
    """Return an entry for each field in order: the correction, else the value read, else an empty one."""
    known = {entry.field: entry for entry in read}
    known |= {field: CaptionEntry(field, value, PERSON, 1.0) for field, value in corrected.items()}
    return tuple(known.get(field) or CaptionEntry(field, "", "", 0.0) for field in CaptionField)


def columns(
    read: Iterable[CaptionEntry], corrected: Mapping[CaptionField, str], file_name: str, folder: str
) -> dict[str, Any]:
    """Return the values of the document row's caption columns, and of those by which it is listed.

    A document whose title a person cleared gets its file name as the title, like one without a title.
    """
    entries = {entry.field: entry for entry in in_force(read, corrected)}
    values: dict[str, Any] = {
        field.value: entry.value for field, entry in entries.items() if field.definition.column
    }
    filed = entries[CaptionField.FILED]
    if CaptionField.TITLE in corrected and not values["title"]:
        values["title"] = PurePath(file_name).stem
    # By which walls hide it, with both readings of a soft hyphen.
    readings = dict.fromkeys(visible(values["docket"], soft_hyphen) for soft_hyphen in ("-", ""))
    docket = values["docket"] = "; ".join(readings)
    title, court = values["title"], values["court"]
    version = entries[CaptionField.VERSION].value
    listed = (title, version, court, docket, filed.value, file_name, folder)
    return {
        **values,
        "title_key": title_key(title, file_name),
        "court_key": folded(court)[:ORDERED],
        "docket_key": folded(docket)[:ORDERED],
        "titled": title not in ("", PurePath(file_name).stem),
        "list_text": "\n".join(map(folded, listed)),
        "kind": values["kind"] or Kind.OTHER.value,
        "filed": date.fromisoformat(filed.value) if filed.value else None,
        "filed_source": filed.source if filed.value or filed.source == IN_FUTURE else "",
        "corrected": frozenset(corrected),
    }


def mark_unindexed(connection: Connection, document_id: int) -> None:
    connection.execute(upsert(RecaptionedRow).values(document_id=document_id).on_conflict_do_nothing())


@reading
def unindexed(connection: Connection) -> list[int]:
    query = select(RecaptionedRow.document_id).order_by(RecaptionedRow.document_id)
    return list(connection.execute(query).scalars())


@writing
def mark_all_indexed(connection: Connection) -> None:
    connection.execute(delete(RecaptionedRow))


KEYS = frozenset({"title_key", "court_key", "docket_key", "titled", "list_text"})
"""The columns by which documents are listed, and which no ``Document`` has."""
MOST_WORDS = 150  # The different words by which a list is narrowed; SQLite takes a thousand conditions
ORDERED = 200  # The characters of a value by which documents are ordered

_REMARKS = (DocumentRow.gaps, DocumentRow.doubtful_pages, DocumentRow.hidden_pages, DocumentRow.family)
"""The columns that give a remark where they are above 0."""
_COLUMNS: dict[ListColumn, Any] = {
    ListColumn.TITLE: DocumentRow.title_key,
    ListColumn.FILED: DocumentRow.filed,
    ListColumn.COURT: DocumentRow.court_key,
    ListColumn.DOCKET: DocumentRow.docket_key,
    ListColumn.PAGES: DocumentRow.pages,
    ListColumn.FILE_NAME: func.lower(DocumentRow.file_name),
    ListColumn.REMARKS: sum((case((remark > 0, 1), else_=0) for remark in _REMARKS), literal(0)),
}
_LACKS: dict[CaptionField, ColumnElement[bool]] = {
    CaptionField.TITLE: DocumentRow.titled.is_(False),
    CaptionField.FILED: DocumentRow.filed.is_(None),
    CaptionField.COURT: and_(DocumentRow.court_key == "", DocumentRow.kind != Kind.MAIL),
}


def title_key(title: str, file_name: str) -> str:
    """Return what a document's title, or else the name of its file, is compared by."""
    return folded(title or file_name)[:ORDERED]


def folded(text: str) -> str:
    """Return a name as it is compared. Lone surrogates, which no database holds, are written out before."""
    return without_accents(escape_hidden(text))


@reading
def list_ids(connection: Connection, selection: DocumentList) -> array[int]:
    query = select(DocumentRow.id).order_by(*_order(selection))
    if conditions := list(_conditions(connection, selection)):
        # Narrowed by itself in the order of the table: in that of an index, rows are read here and there.
        query = query.where(DocumentRow.id.in_(select(DocumentRow.id).where(*conditions)))
    rows: Any = connection.execute(query).cursor  # SQLAlchemy's own rows take twice as long
    return array("q", chain.from_iterable(rows))


def _order(selection: DocumentList) -> Iterator[Any]:
    kinds = {kind.value: position for position, kind in enumerate(selection.kinds)}
    column = _COLUMNS.get(selection.column, case(kinds, value=DocumentRow.kind))
    yield column.desc().nulls_last() if selection.descending else column.asc().nulls_first()
    if selection.column is not ListColumn.FILED:
        yield DocumentRow.filed.desc().nulls_last()
    yield DocumentRow.id


def _conditions(connection: Connection, selection: DocumentList) -> Iterator[ColumnElement[bool]]:
    for word in islice(dict.fromkeys(selection.words), MOST_WORDS):
        yield or_(
            DocumentRow.list_text.contains(folded(word.text), autoescape=True),
            DocumentRow.id.in_(_with_docket(connection, word.text)),
            *([DocumentRow.kind.in_(word.kinds)] if word.kinds else ()),
            *([extract("month", DocumentRow.filed).in_(word.months)] if word.months else ()),
        )
    if selection.lacking:
        yield or_(*(_LACKS.get(field, false()) for field in selection.lacking))
    if selection.folder:
        yield is_inside(selection.folder)


def _with_docket(connection: Connection, typed: str) -> list[int]:
    """Return the documents that have, or whose file's name has, a docket number in any of its forms."""
    docket = typed_docket(typed)
    if docket is None:
        return []
    keys, near = frozenset(docket.query_keys()), docket.near()
    numbers = DocumentRow.list_text.like(f"%{'%'.join(map(str, docket.numbers))}%")
    rows = connection.execute(select(DocumentRow.id, DocumentRow.list_text).where(numbers))
    return [id_ for id_, text in rows if near.search(text) and not keys.isdisjoint(keys_of(text))]


def is_inside(folder: str) -> ColumnElement[bool]:
    beneath = func.substr(DocumentRow.folder, 1, len(folder) + 1) == f"{folder}/"
    return or_(DocumentRow.folder == folder, beneath)


@reading
def folders(connection: Connection, most: int, also: str) -> dict[str, int]:
    """Return folders that tell the documents apart, with the number of documents in each and in those in it:
    those with most documents, and ``also`` where it has any."""
    counts: dict[str, int] = {}
    total = 0
    query = select(DocumentRow.folder, func.count()).group_by(DocumentRow.folder)
    for folder, documents in connection.execute(query):
        total += documents
        for level in levels(folder):
            counts[level] = counts.get(level, 0) + documents
    telling = nsmallest(most, telling_levels(counts, total), key=lambda folder: (-counts[folder], folder))
    return {folder: counts[folder] for folder in dict.fromkeys((*telling, also)) if folder in counts}
