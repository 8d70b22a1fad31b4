"""Corrects and removes documents of one library, and records it."""

from __future__ import annotations

from collections.abc import Sequence

from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Document
from briefbank.ingest.corrections import Corrections
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import removal
from briefbank.maintenance.health import Health, LibraryParts


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
        self._note_corrected([each for each in document_ids if each not in missing], field, value)
        return missing

    def _note_corrected(self, document_ids: Sequence[int], field: CaptionField, value: str | None) -> None:
        removal.finish(self._parts, self._health, QuietReporter())
        event = AuditEvent.UNCORRECTED if value is None else AuditEvent.CORRECTED
        for document_id in document_ids:
            self._note(event, document=document_id, field=field.value)

    def remove(self, document_id: int, reporter: Reporter) -> None:
        document = self._catalogue.document(document_id)
        try:
            removal.remove(self._parts, self._health, [document_id], reporter)
        finally:  # it may have failed after the document was deleted
            if not self._catalogue.documents_by_id([document_id]):
                kind, pages = document.kind.value, document.pages
                self._note(AuditEvent.REMOVED, document=document_id, kind=kind, pages=pages)
