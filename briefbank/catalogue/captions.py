"""The caption of each document: the values that were read, and a person's corrections, which take precedence.

Both are stored side by side, field by field, so that a correction outlives every new reading of the document
and can be withdrawn. The document's own columns hold the effective values, because lists, filters and both
indexes are made from those. Every function works inside an open transaction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import PurePath
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from briefbank.catalogue import document_lists
from briefbank.catalogue.columns import batches
from briefbank.catalogue.dialect import upsert
from briefbank.catalogue.tables import CaptionRow, CorrectionRow, RecaptionedRow
from briefbank.domain.caption_fields import IN_FUTURE, CaptionField
from briefbank.domain.documents import CaptionEntry, Reading
from briefbank.domain.kinds import Kind

PERSON = "person"
INDEXED = frozenset(
    {
        *(CaptionField.TITLE, CaptionField.COURT, CaptionField.DOCKET),
        *(CaptionField.JUDGE, CaptionField.KIND, CaptionField.FILED),
    }
)
"""The caption fields in the word index."""
_DEFAULT_CONFIDENCE = 0.5
"""The confidence of a value whose finder gave none."""

_INSERT = insert(CaptionRow)
_DELETE = delete(CaptionRow).where(CaptionRow.document_id == bindparam("document_id"))
_SELECT = select(
    *(CaptionRow.document_id, CaptionRow.field, CaptionRow.value, CaptionRow.source),
    *(CaptionRow.confidence, CaptionRow.page),
).where(CaptionRow.document_id.in_(bindparam("some", expanding=True)))
_CORRECTIONS = select(CorrectionRow.document_id, CorrectionRow.field, CorrectionRow.value).where(
    CorrectionRow.document_id.in_(bindparam("some", expanding=True))
)


def of_reading(reading: Reading) -> list[CaptionEntry]:
    """Return the fields that a reading filled, as they are stored."""
    found = {entry.field: entry for entry in reading.caption.entries}
    entries = (_entry(field, found.get(field), reading) for field in CaptionField)
    return [entry for entry in entries if entry is not None and (entry.value or entry.source == IN_FUTURE)]


def _entry(field: CaptionField, found: CaptionEntry | None, reading: Reading) -> CaptionEntry | None:
    """Return a field's entry; where the document has a column for it, with what that column gets."""
    if field.definition.column is None:
        return found
    value = field.definition.column(reading)
    if found is not None:
        return replace(found, value=value)
    source = reading.caption.filed_source if field is CaptionField.FILED else ""
    return CaptionEntry(field, value, source or "caption", _DEFAULT_CONFIDENCE)


def keep(connection: Connection, document_id: int, entries: Sequence[CaptionEntry]) -> None:
    """Replace the fields that were read of a document's caption."""
    connection.execute(_DELETE, {"document_id": document_id})
    if entries:
        connection.execute(_INSERT, [_values(document_id, entry) for entry in entries])


def as_read(connection: Connection, document_id: int) -> list[CaptionEntry]:
    """Return the fields that the last reading filled."""
    return as_read_by_document(connection, [document_id]).get(document_id, [])


def as_read_by_document(connection: Connection, ids: Iterable[int]) -> dict[int, list[CaptionEntry]]:
    """Return what ``as_read`` does of each document of which a field was filled."""
    found = dict[int, list[CaptionEntry]]()
    for some in batches(ids):
        for id_, field, value, source, confidence, page in connection.execute(_SELECT, {"some": some}):
            entry = CaptionEntry(field, _valid_or_empty(field, value), source, confidence, page)
            found.setdefault(id_, []).append(entry)
    return found


def corrections(connection: Connection, document_id: int) -> dict[CaptionField, str]:
    """Return a person's corrections, by field; an empty value means that the document has none."""
    return corrections_by_document(connection, [document_id]).get(document_id, {})


def corrections_by_document(connection: Connection, ids: Iterable[int]) -> dict[int, dict[CaptionField, str]]:
    """Return what ``corrections`` does of each document that has any."""
    found = dict[int, dict[CaptionField, str]]()
    for some in batches(ids):
        for id_, field, value in connection.execute(_CORRECTIONS, {"some": some}):
            found.setdefault(id_, {})[field] = _valid_or_empty(field, value)
    return found


def _valid_or_empty(field: CaptionField, untrusted: str) -> str:
    """Return a value, or an empty string for one that its field cannot have, which only damage or a stranger
    wrote."""
    try:
        if untrusted:
            field.definition.value_type.check(untrusted)
    except ValueError:
        return ""
    return untrusted


def correct(connection: Connection, document_id: int, field: CaptionField, value: str | None) -> bool:
    """Store a correction, or withdraw it for None; return whether an older one was deleted. The document must
    exist."""
    older = delete(CorrectionRow).where(
        CorrectionRow.document_id == document_id, CorrectionRow.field == field
    )
    deleted = connection.execute(older).rowcount > 0
    if value is not None:
        given = {"document_id": document_id, "field": field.value, "value": value}
        connection.execute(insert(CorrectionRow).values(given | {"corrected_at": datetime.now(UTC)}))
    return deleted


def in_force(read: Iterable[CaptionEntry], corrected: Mapping[CaptionField, str]) -> tuple[CaptionEntry, ...]:
    """Return the effective entries, one for each field in order: the correction, else the value read, else an
    empty one."""
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
    keys = document_lists.keys(
        title=values["title"],
        court=values["court"],
        docket=values["docket"],
        filed=filed.value,
        version=entries[CaptionField.VERSION].value,
        file_name=file_name,
        folder=folder,
    )
    return {
        **values,
        **keys,
        "kind": values["kind"] or Kind.OTHER.value,
        "filed": date.fromisoformat(filed.value) if filed.value else None,
        "filed_source": filed.source if filed.value or filed.source == IN_FUTURE else "",
        "corrected": frozenset(corrected),
    }


def await_words(connection: Connection, document_id: int) -> None:
    """Mark a document whose current caption is not in the word index yet."""
    connection.execute(upsert(RecaptionedRow).values(document_id=document_id).on_conflict_do_nothing())


def awaiting_words(connection: Connection) -> list[int]:
    """Return the documents so marked, in order."""
    query = select(RecaptionedRow.document_id).order_by(RecaptionedRow.document_id)
    return list(connection.execute(query).scalars())


def words_follow(connection: Connection) -> None:
    """Clear the marks: the word index holds every document's current caption."""
    connection.execute(delete(RecaptionedRow))


def _values(document_id: int, entry: CaptionEntry) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "field": entry.field.value,
        "value": entry.value,
        "source": entry.source,
        "confidence": entry.confidence,
        "page": entry.page,
    }
