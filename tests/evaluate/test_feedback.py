"""Tests of measuring search by the feedback of an office: counts by search and month, and their limits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import UTC, datetime

import pytest

from briefbank.domain.searches import Feedback, Verdict
from briefbank.errors import Cancelled
from briefbank.evaluate.metrics import FEW_MARKS, by_marks, of_feedback
from briefbank.jobs import QuietReporter
from briefbank.search.feedback import best_first, nudges
from tests.search.simulated_users import TOPICS, World

UP, DOWN = Verdict.UP, Verdict.DOWN


def mark(query: str, passage: int, verdict: Verdict, month: int = 1) -> Feedback:
    moment = datetime(2026, month, 3, tzinfo=UTC)
    return Feedback(query, verdict, moment, passage, "State v. Doe", "", f"{query} {passage}")


class PreparedRankings:
    """Returns prepared rankings, and records the requests."""

    def __init__(self, plain: dict[str, list[int]], learned: dict[str, list[int]] | None = None) -> None:
        self._plain, self._learned = plain, learned or plain
        self.calls: list[tuple[str, bool, tuple[str, ...]]] = []

    def __call__(self, query: str, *, learn: bool, ignoring: Collection[str]) -> Sequence[int]:
        self.calls.append((query, learn, tuple(ignoring)))
        return (self._learned if learn and not ignoring else self._plain)[query]


def test_precision_counts_marked_results_only_and_recall_the_passages_marked_up() -> None:
    marks = [mark("q", 1, UP), mark("q", 2, DOWN), mark("q", 3, UP), mark("q", 99, UP)]
    result = by_marks(marks, {"q": [7, 1, 8, 2, 9, 3]})
    assert result == {
        "precision@5": 1 / 2,
        "precision@10": round(2 / 3, 4),
        "recall": round(2 / 3, 4),
        "recall@10": round(2 / 3, 4),
    }


def test_recall_at_ten_uses_the_first_ten_results_and_recall_all_relevant_ones() -> None:
    result = by_marks([mark("q", 1, UP)], {"q": [*range(100, 112), 1]})
    assert (result["recall@10"], result["recall"]) == (0, 1)
    assert result["precision@10"] is None


def test_figures_are_means_over_searches_that_have_feedback() -> None:
    marks = [mark("a", 1, UP), mark("b", 1, DOWN), mark("c", 5, UP)]
    result = by_marks(marks, {"a": [1], "b": [1], "c": []})
    assert result["precision@5"] == 1 / 2
    assert result["recall"] == 1 / 2


def test_every_search_runs_without_feedback_without_its_own_marks_and_with_all_marks() -> None:
    rank = PreparedRankings({"a": [2, 1]}, {"a": [1, 2]})
    result = of_feedback([mark("a", number, UP) for number in range(1, 7)], rank, QuietReporter())
    assert rank.calls == [("a", False, ("a",)), ("a", True, ("a",)), ("a", True, ())]
    assert (result["marks"], result["up"], result["queries"], result["enough"]) == (6, 6, 1, True)
    assert result["note"] == ""


@pytest.mark.parametrize("number", range(FEW_MARKS))
def test_too_few_marks_are_reported_as_inconclusive(number: int) -> None:
    rank = PreparedRankings({"a": [1]})
    result = of_feedback([mark("a", item, UP) for item in range(1, number + 1)], rank, QuietReporter())
    assert not result["enough"] and result["note"]
    assert (result["as_searched"]["recall"] is None) == (number == 0)


def test_marks_on_passages_that_are_not_here_are_counted_and_left_out() -> None:
    result = of_feedback([mark("a", 1, UP), mark("a", 0, UP)], PreparedRankings({"a": [1]}), QuietReporter())
    assert (result["marks"], result["not_here"]) == (1, 1)
    assert result["as_searched"]["recall"] == 1


def test_each_month_is_measured_by_the_marks_given_in_it() -> None:
    marks = [mark("a", 1, UP, month=2), mark("a", 2, DOWN, month=1), mark("b", 3, UP, month=2)]
    rank = PreparedRankings({"a": [1, 2], "b": [4]})
    result = of_feedback(marks, rank, QuietReporter())
    assert [(item["month"], item["marks"]) for item in result["by_month"]] == [("2026-01", 1), ("2026-02", 2)]
    assert [item["as_searched"]["precision@5"] for item in result["by_month"]] == [0, 1]
    assert [item["as_searched"]["recall"] for item in result["by_month"]] == [None, 0.5]
    assert len(rank.calls) == 6


def test_a_cancelled_evaluation_stops() -> None:
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        of_feedback([mark("a", 1, UP)], PreparedRankings({"a": [1]}), reporter)


def test_simulated_users_see_the_gain_from_other_searches_without_the_circle_of_their_own() -> None:
    world = World(2)
    world.use(range(TOPICS // 3))
    marks = [mark(query, passage, verdict) for query, passage, verdict in world.marks]

    def rank(query: str, *, learn: bool, ignoring: Collection[str]) -> list[int]:
        scored = sorted(world.relevance(query).items(), key=lambda item: -item[1])[:30]
        if not learn:
            return [passage for passage, _ in scored]
        kept = [item for item in world.marks if item[0] not in ignoring]
        own = world.nudges(query) if not ignoring else nudges(world.alike(query), kept, query)
        return best_first(scored, own)

    result = of_feedback(marks, rank, QuietReporter())
    without, others, circular = (
        result[way]["precision@5"] for way in ("without_learning", "from_other_searches", "as_searched")
    )
    assert without < others < circular
