"""Captions of the stand-in library: what was read of each document, and what a person put right."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import CaptionEntry, Document, Kind
from briefbank.errors import CorrectionRefused
from tests.ui.stub_calls import StubCalls
from ui.shared.date_ranges import typed_range

READ = {
    CaptionField.PARTIES: CaptionEntry(
        CaptionField.PARTIES,
        "Harlan Quill (Defendant-Appellant); State of New Jersey (Plaintiff-Respondent)",
        "caption",
        0.9,
        0,
    ),
    CaptionField.SIDE: CaptionEntry(CaptionField.SIDE, "Appelant", "caption", 0.6, 1),
    CaptionField.OFFICE: CaptionEntry(CaptionField.OFFICE, "", "", 0.0),
}
"""Caption entries that the made-up documents lack; the side was misread."""


class StubCaptions(StubCalls):
    """The date of every document stands on a stamp on its third page, all else on the cover."""

    def __init__(self) -> None:
        super().__init__()
        self._documents: list[Document] = []
        self._corrections: dict[tuple[int, CaptionField], str] = {}

    def document(self, document_id: int) -> Document:
        raise NotImplementedError

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        self._call("caption", document_id)
        document = self.document(document_id)
        return tuple(self._entry(document, field) for field in CaptionField)

    def correct(self, document_id: int, field: CaptionField, value: str) -> Document:
        self._call("correct", (document_id, field, value))
        if field is CaptionField.FILED and value:
            day = typed_range(value)
            if day is None or day[0] != day[1]:
                raise CorrectionRefused(f"“{value}” is not a date.", "Write it as March 5, 2021.")
            value = day[0].isoformat()
        self.document(document_id)
        self._corrections[document_id, field] = value
        return self._stored(document_id)

    def uncorrect(self, document_id: int, field: CaptionField) -> Document:
        self._call("uncorrect", (document_id, field))
        self._corrections.pop((document_id, field), None)
        return self._stored(document_id)

    def _entry(self, document: Document, field: CaptionField) -> CaptionEntry:
        if (document.id, field) in self._corrections:
            return CaptionEntry(field, self._corrections[document.id, field], "person", 1.0)
        if field in READ:
            return READ[field]
        read = self._as_read(document.id)
        source, page = ("stamp", 2) if field is CaptionField.FILED else ("caption", 0)
        value = str(getattr(read, field.value) or "")
        return CaptionEntry(field, value, source, 0.9, page) if value else CaptionEntry(field, "", "", 0.0)

    def _as_read(self, document_id: int) -> Document:
        raise NotImplementedError

    def _stored(self, document_id: int) -> Document:
        read = self._as_read(document_id)
        values = {entry.field: entry.value for entry in self.caption(document_id)}
        filed = values[CaptionField.FILED]
        now = replace(
            read,
            title=values[CaptionField.TITLE],
            court=values[CaptionField.COURT],
            docket=values[CaptionField.DOCKET],
            kind=Kind(values[CaptionField.KIND]),
            filed=date.fromisoformat(filed) if filed else None,
            corrected=frozenset(field for number, field in self._corrections if number == document_id),
        )
        self._documents[[each.id for each in self._documents].index(document_id)] = now
        return now
