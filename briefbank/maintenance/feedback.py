"""The feedback on results: given, listed, withdrawn without a trace, and exchanged with other offices."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from briefbank.api.feedback import FeedbackApi
from briefbank.catalogue import feedback_file
from briefbank.catalogue.feedback import FOR_ALL
from briefbank.domain import asking
from briefbank.domain.audit_events import AuditEvent, AuditWriter
from briefbank.domain.feedback import Feedback, Verdict
from briefbank.jobs import QuietReporter
from briefbank.maintenance import removal
from briefbank.maintenance.health import Health, LibraryParts


class FeedbackStore(FeedbackApi):
    """The feedback of one library. Any thread."""

    def __init__(self, parts: LibraryParts, health: Health, note: AuditWriter) -> None:
        self._parts, self._health, self._note = parts, health, note
        self._catalogue = parts.catalogue

    def give(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        person = asking.person()
        counts_for = person.marks_for if person else FOR_ALL
        self._catalogue.set_feedback(passage_id, query, verdict, asking.name(), counts_for)

    def all(self) -> list[Feedback]:
        return self._catalogue.all_feedback(asking.name())

    def forget(self, keys: Collection[str] | None) -> int:
        person = asking.person()
        people = {person.name, person.marks_for} if person else {FOR_ALL}
        forgotten = self._catalogue.withdraw_feedback(keys, people)
        removal.finish(self._parts, self._health, QuietReporter())
        return forgotten

    def export(self, path: Path) -> int:
        given = self._catalogue.given_feedback()
        feedback_file.write(path, given)
        self._note(AuditEvent.EXPORTED, what="marks", format="json", lines=len(given))
        return len(given)

    def import_from(self, path: Path) -> tuple[int, int]:
        return self._catalogue.take_feedback(feedback_file.read(path))
