"""The stand-in library's record of what was done."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta

from briefbank.audit.sentences import sentence
from briefbank.domain.audit_events import Act, Entry, Value
from tests.ui.stub_calls import StubCalls

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
DONE: tuple[tuple[Act, dict[str, Value]], ...] = (
    (Act.BEGUN, {"documents": 0, "sample": False}),
    (Act.ADDED, {"document": 1, "kind": "brief", "pages": 42}),
    (Act.ADDED, {"document": 2, "kind": "opinion", "pages": 1}),
    (Act.REFUSED, {"files": 3, "reason": "protected"}),
    (Act.CORRECTED, {"document": 1, "field": "filed"}),
    (Act.SETTING, {"setting": "remember", "on": False}),
    (Act.GOOD_LAW, {"change": "imported", "lines": 12}),
    (Act.EXPORTED, {"what": "results", "format": "docx", "lines": 57}),
    (Act.SUMMARY, {"document": 2, "summary": "generated"}),
    (Act.REMOVED, {"document": 2, "kind": "opinion", "pages": 1}),
    (Act.SELF_TEST, {"passed": 12, "failed": 0}),
    (Act.BACKED_UP, {"documents": 1}),
)


def made_up(number: int, act: Act, details: dict[str, Value]) -> Entry:
    """Three entries a day."""
    at = NOON + timedelta(days=number // 3, minutes=7 * number)
    return Entry(number, at, act, details, "0.1.0", f"{number:064x}", sentence(act, details, "0.1.0"))


class StubAudit:
    """Whole, with a dozen entries, until a test says otherwise."""

    def __init__(self, stub: StubCalls) -> None:
        self._stub = stub
        self.done = [made_up(number, act, details) for number, (act, details) in enumerate(DONE, start=1)]
        self.problems: list[str] = []

    def entries(self, *, acts: Collection[Act] = (), limit: int | None = None) -> list[Entry]:
        self._stub._call("entries", frozenset(acts))
        newest = reversed(self.done)
        return [each for each in newest if not acts or each.act in acts][:limit]

    def verify(self) -> list[str]:
        self._stub._call("verify")
        return self.problems
