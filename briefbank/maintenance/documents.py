"""The documents of one library as a person lists, corrects and removes them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from briefbank.api.documents import DocumentsApi
from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.documents import Attachments, CaptionEntry, Document
from briefbank.domain.pages import Page
from briefbank.domain.passages import Passage
from briefbank.errors import NotInLibrary
from briefbank.ingest.corrections import Corrections
from briefbank.jobs import QuietReporter, Reporter
from briefbank.maintenance import removal
from briefbank.maintenance.health import Health, LibraryParts


class Documents(DocumentsApi):
    """The documents of one library. Any thread."""

    def __init__(
        self, parts: LibraryParts, health: Health, corrections: Corrections, note: AuditWriter
    ) -> None:
        self._parts, self._health, self._corrections, self._note = parts, health, corrections, note
        self._catalogue = parts.catalogue

    def all(self) -> list[Document]:
        return sorted(self._catalogue.documents(), key=lambda d: d.filed or date.min, reverse=True)

    def get(self, document_id: int) -> Document:
        return self._catalogue.document(document_id)

    def pages(self, document_id: int) -> list[Page]:
        return self._catalogue.pages_of(document_id)

    def passages(self, document_id: int) -> list[Passage]:
        return self._catalogue.passages_of(document_id)

    def surroundings(self, passage_id: int) -> list[Passage]:
        found = self._catalogue.section_of(passage_id)
        if not found:
            raise NotInLibrary
        return found

    def caption(self, document_id: int) -> tuple[CaptionEntry, ...]:
        return self._catalogue.caption(document_id)

    def attachments(self, document_id: int) -> Attachments:
        return self._catalogue.attachments(document_id)

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

    def remove(self, document_id: int, reporter: Reporter | None = None) -> None:
        document = self.get(document_id)
        try:
            removal.remove(self._parts, self._health, [document_id], reporter or QuietReporter())
        finally:  # it may have failed after the document was deleted
            if not self._catalogue.documents_by_id([document_id]):
                kind, pages = document.kind.value, document.pages
                self._note(AuditEvent.REMOVED, document=document_id, kind=kind, pages=pages)
