"""The feedback and the thesaurus of the stand-in library."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from pathlib import Path

from briefbank.api.law import FeedbackApi, ThesaurusApi
from briefbank.domain.searches import Feedback, Related, ThesaurusState, Verdict
from tests.stand_ins.library.calls import StubCalls
from tests.stand_ins.library.documents import StubDocuments

WHEN = datetime(2026, 3, 3, 12, tzinfo=UTC)
FILE = Path("/made-up/library/thesaurus.txt")


class StubFeedback(FeedbackApi):
    """``verdicts`` holds the feedback by query and passage; that in ``own`` counts for one person alone."""

    def __init__(self, calls: StubCalls, documents: StubDocuments) -> None:
        self._calls, self._documents = calls, documents
        self.verdicts: dict[tuple[str, int], Verdict] = {}
        self.own: set[tuple[str, int]] = set()

    def give(self, passage_id: int, query: str, verdict: Verdict | None) -> None:
        self._calls._call("give_feedback", (passage_id, query, verdict))
        if verdict is None:
            self.verdicts.pop((query.casefold(), passage_id), None)
        else:
            self.verdicts[(query.casefold(), passage_id)] = verdict

    def all(self) -> list[Feedback]:
        self._calls._call("marks")
        known = {result.id: (result, document) for result, document in self._documents.all_passages()}
        marks = []
        for (query, passage_id), verdict in self.verdicts.items():
            what = 0, "", ""
            if passage_id in known:
                result, document = known[passage_id]
                what = passage_id, document.title, result.text[:200]
            for_all = (query, passage_id) not in self.own
            marks.append(Feedback(query, verdict, WHEN, *what, f"{passage_id} {query}", for_all))
        return marks

    def forget(self, keys: Collection[str] | None) -> int:
        raise NotImplementedError

    def export(self, path: Path) -> int:
        raise NotImplementedError

    def import_from(self, path: Path) -> tuple[int, int]:
        raise NotImplementedError


class StubThesaurus(ThesaurusApi):
    def path(self) -> Path:
        return FILE

    def state(self) -> ThesaurusState:
        return ThesaurusState(FILE, 0, 0, ())

    def added_to(self, text: str) -> tuple[Related, ...]:
        return ()
