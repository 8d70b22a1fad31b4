"""The audit log of the stand-in library."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, date, datetime, timedelta

from briefbank.api.library import AuditApi
from briefbank.audit.chain import sentence
from briefbank.domain.maintenance import AuditEntry, AuditEvent, AuditHead, AuditValue
from briefbank.text.messages import Message
from tests.stand_ins.library.calls import StubCalls

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
DONE: tuple[tuple[AuditEvent, dict[str, AuditValue]], ...] = (
    (AuditEvent.BEGUN, {"documents": 0, "sample": False}),
    (AuditEvent.ADDED, {"document": 1, "kind": "brief", "pages": 42}),
    (AuditEvent.ADDED, {"document": 2, "kind": "opinion", "pages": 1}),
    (AuditEvent.REFUSED, {"files": 3, "reason": "protected"}),
    (AuditEvent.CORRECTED, {"document": 1, "field": "filed"}),
    (AuditEvent.SETTING, {"setting": "remember", "on": False}),
    (AuditEvent.GOOD_LAW, {"change": "imported", "lines": 12}),
    (AuditEvent.EXPORTED, {"what": "results", "format": "docx", "lines": 57}),
    (AuditEvent.SUMMARY, {"document": 2, "summary": "generated"}),
    (AuditEvent.REMOVED, {"document": 2, "kind": "opinion", "pages": 1}),
    (AuditEvent.SELF_TEST, {"passed": 12, "failed": 0}),
    (AuditEvent.BACKED_UP, {"documents": 1}),
)


def made_up(number: int, act: AuditEvent, details: dict[str, AuditValue]) -> AuditEntry:
    """Three entries a day."""
    at = NOON + timedelta(days=number // 3, minutes=7 * number)
    return AuditEntry(number, at, act, details, "0.1.0", f"{number:064x}", sentence(act, details, "0.1.0"))


class StubAudit(AuditApi):
    """Whole, with a dozen entries, until a test says otherwise."""

    def __init__(self, stub: StubCalls) -> None:
        self._stub = stub
        self.done = [made_up(number, act, details) for number, (act, details) in enumerate(DONE, start=1)]
        self.problems: list[Message] = []

    def entries(
        self,
        *,
        first: date | None = None,
        last: date | None = None,
        acts: Collection[AuditEvent] = (),
        start: int = 0,
        limit: int | None = None,
    ) -> list[AuditEntry]:
        self._stub._call("entries", frozenset(acts))
        newest = reversed(self.done)
        return [item for item in newest if not acts or item.act in acts][:limit]

    def verify(self) -> list[Message]:
        self._stub._call("verify")
        return self.problems

    def head(self) -> AuditHead | None:
        raise NotImplementedError("the window does not ask")
