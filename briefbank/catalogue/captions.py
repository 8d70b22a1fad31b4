"""What is known of a document's caption: what was read, and what a person put right, which wins for good.

Both are kept side by side, field by field, so that a correction outlives every new reading of the document
and can be taken back. The document's own columns hold what is in force, because lists, filters and both
indexes are made from those. Inside a transaction that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import PurePath
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue.tables import CaptionRow, CorrectionRow, RecaptionedRow
from briefbank.models import CaptionEntry, CaptionField, Kind, Reading

PERSON = "person"
INDEXED = frozenset(
    {
        *(CaptionField.TITLE, CaptionField.COURT, CaptionField.DOCKET),
        *(CaptionField.JUDGE, CaptionField.KIND, CaptionField.FILED),
    }
)
"""What the word index holds of a caption."""
_UNSAID = 0.5
"""The confidence of a value whose finder gave none."""

_INSERT = insert(CaptionRow)
_FORGET = delete(CaptionRow).where(CaptionRow.document_id == bindparam("document_id"))
_READ = select(
    CaptionRow.field, CaptionRow.value, CaptionRow.source, CaptionRow.confidence, CaptionRow.page
).where(CaptionRow.document_id == bindparam("document_id"))
_CORRECTIONS = select(CorrectionRow.field, CorrectionRow.value).where(
    CorrectionRow.document_id == bindparam("document_id")
)


def of_reading(reading: Reading) -> list[CaptionEntry]:
    """The fields that a reading filled, as they are kept."""
    caption = reading.caption
    known = {entry.field: entry for entry in caption.entries}
    values = {
        CaptionField.TITLE: caption.title,
        CaptionField.COURT: caption.court,
        CaptionField.DOCKET: caption.docket,
        CaptionField.PARTIES: "; ".join(map(str, caption.parties)),
        CaptionField.SIDE: caption.side,
        CaptionField.KIND: reading.kind.value,
        CaptionField.FILED: caption.filed.isoformat() if caption.filed else "",
        CaptionField.OFFICE: caption.office,
        CaptionField.JUDGE: caption.judge,
    }
    return [_entry(field, value, known.get(field), reading) for field, value in values.items() if value]


def _entry(field: CaptionField, value: str, said: CaptionEntry | None, reading: Reading) -> CaptionEntry:
    if said is not None:
        return CaptionEntry(field, value, said.source, said.confidence, said.page)
    source = reading.caption.filed_source if field is CaptionField.FILED else ""
    return CaptionEntry(field, value, source or "caption", _UNSAID)


def keep(connection: Connection, document_id: int, entries: Sequence[CaptionEntry]) -> None:
    """Write what was read of a document's caption in place of what was read before."""
    connection.execute(_FORGET, {"document_id": document_id})
    if entries:
        connection.execute(_INSERT, [_values(document_id, entry) for entry in entries])


def as_read(connection: Connection, document_id: int) -> list[CaptionEntry]:
    """The fields that the last reading filled."""
    rows = connection.execute(_READ, {"document_id": document_id})
    return [
        CaptionEntry(CaptionField(field), _fitting(CaptionField(field), value), source, confidence, page)
        for field, value, source, confidence, page in rows
    ]


def corrections(connection: Connection, document_id: int) -> dict[CaptionField, str]:
    """What a person put right, by field; an empty value says that the document says nothing."""
    rows = connection.execute(_CORRECTIONS, {"document_id": document_id})
    return {CaptionField(field): _fitting(CaptionField(field), value) for field, value in rows}


def _fitting(field: CaptionField, untrusted: str) -> str:
    """A value; nothing in place of one that its field cannot have, which only damage or a stranger wrote."""
    try:
        if field is CaptionField.FILED and untrusted:
            date.fromisoformat(untrusted)
        if field is CaptionField.KIND and untrusted:
            Kind(untrusted)
    except ValueError:
        return ""
    return untrusted


def correct(connection: Connection, document_id: int, field: CaptionField, value: str) -> bool:
    """Keep a correction; whether it took the place of an older one. The document exists."""
    replaced = uncorrect(connection, document_id, field)
    given = {"document_id": document_id, "field": field.value, "value": value}
    connection.execute(insert(CorrectionRow).values(given | {"corrected_at": datetime.now(UTC)}))
    return replaced


def uncorrect(connection: Connection, document_id: int, field: CaptionField) -> bool:
    """Forget a correction; whether there was one."""
    forgotten = delete(CorrectionRow).where(
        CorrectionRow.document_id == document_id, CorrectionRow.field == field
    )
    return connection.execute(forgotten).rowcount > 0


def in_force(read: Iterable[CaptionEntry], corrected: Mapping[CaptionField, str]) -> tuple[CaptionEntry, ...]:
    """One entry for each field, in their order: a person's, or else what was read, or else an empty one."""
    known = {entry.field: entry for entry in read}
    known |= {field: CaptionEntry(field, value, PERSON, 1.0) for field, value in corrected.items()}
    return tuple(known.get(field) or CaptionEntry(field, "", "", 0.0) for field in CaptionField)


def columns(
    read: Iterable[CaptionEntry], corrected: Mapping[CaptionField, str], file_name: str
) -> dict[str, Any]:
    """What a document's row says of its caption. One that a person left without a title is called by its
    file name, as one without a title always is."""
    entries = {entry.field: entry for entry in in_force(read, corrected)}
    values: dict[str, Any] = {field.value: entry.value for field, entry in entries.items()}
    filed = entries[CaptionField.FILED]
    if CaptionField.TITLE in corrected and not values["title"]:
        values["title"] = PurePath(file_name).stem
    return {
        **values,
        "kind": values["kind"] or Kind.OTHER.value,
        "filed": date.fromisoformat(filed.value) if filed.value else None,
        "filed_source": filed.source if filed.value else "",
        "corrected": frozenset(corrected),
    }


def await_words(connection: Connection, document_id: int) -> None:
    """Note that the word index does not hold a document's caption as it is now."""
    connection.execute(upsert(RecaptionedRow).values(document_id=document_id).on_conflict_do_nothing())


def awaiting_words(connection: Connection) -> list[int]:
    """The documents so noted, in order."""
    query = select(RecaptionedRow.document_id).order_by(RecaptionedRow.document_id)
    return list(connection.execute(query).scalars())


def words_follow(connection: Connection) -> None:
    """Note that the word index holds every document's caption as it is now."""
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
