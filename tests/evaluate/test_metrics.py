"""Tests of measures, intervals and p values against values worked out by hand and plain counts."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from datetime import UTC, datetime
from itertools import product
from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Feedback, Verdict
from briefbank.errors import Cancelled
from briefbank.evaluate import metrics
from briefbank.evaluate.metrics import (
    FEW_MARKS,
    FLIPS,
    Found,
    Places,
    by_marks,
    intervals,
    of_feedback,
    paired,
    randomised,
)
from briefbank.jobs import QuietReporter
from briefbank.search.feedback import best_first, nudges
from tests.search.simulated_users import TOPICS, World


def plain(ranked: Sequence[str]) -> Places:
    return [(name,) for name in ranked]


def test_values_worked_out_by_hand() -> None:
    ranked = plain(["x", "a", "y", "b", "z"])
    relevant = {"a": 2, "b": 1, "c": 1, "x": 0}
    assert metrics.recall(ranked, relevant, 1) == 0
    assert metrics.recall(ranked, relevant, 5) == pytest.approx(2 / 3)
    assert (metrics.success(ranked, relevant, 1), metrics.success(ranked, relevant, 2)) == (0, 1)
    assert metrics.reciprocal_rank(ranked, relevant, 10) == 0.5
    assert metrics.reciprocal_rank(ranked, relevant, 1) == 0.0
    gain = 2 / math.log2(3) + 1 / math.log2(5)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert metrics.ndcg(ranked, relevant, 5) == pytest.approx(gain / ideal)
    assert metrics.average_precision(ranked, relevant, 100) == pytest.approx((1 / 2 + 2 / 4) / 3)


def test_documents_that_one_result_shows_share_its_place() -> None:
    ranked = [("x",), ("a", "y", "b"), (), ("c",)]
    relevant = {"a": 1, "b": 3, "c": 1}
    assert metrics.recall(ranked, relevant, 2) == pytest.approx(2 / 3)
    assert metrics.reciprocal_rank(ranked, relevant, 10) == 0.5
    gain = 3 / math.log2(3) + 1 / math.log2(5)
    ideal = 3 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert metrics.ndcg(ranked, relevant, 10) == pytest.approx(gain / ideal)
    assert metrics.average_precision(ranked, relevant, 100) == pytest.approx((2 * (1 / 2) + 2 / 4) / 3)


def test_precision_and_cut_loss_worked_out_by_hand() -> None:
    """A right one and a wrong one are close, another wrong one is listed; b is cut off, no search has c."""
    relevant = {"a": 2, "b": 1, "c": 1, "x": 0}
    result = Found(plain(["x", "a", "z"]), {"a", "x"}, {"a", "x", "z"}, ["a", "x", "z", "b", "y"])
    values = metrics.of_query(result, relevant)
    assert values["precision"] == 0.5
    assert values["cut_loss"] == pytest.approx(1 / 3)
    assert values["recall@5"] == pytest.approx(1 / 3)


def test_documents_after_the_first_hundred_are_not_counted_as_lost_by_the_cut() -> None:
    uncut = [f"x{n}" for n in range(99)] + ["a", "b"]
    assert metrics.cut_loss(set(), uncut, {"a": 1, "b": 1}) == 0.5


def test_a_query_that_found_nothing_has_no_precision_and_is_left_out_of_its_mean() -> None:
    result = {"q1": Found.without_cut(["a", "x"])}
    _, values = metrics.table(result, {"q1": {"a": 1}, "q2": {"a": 1}})
    assert math.isnan(values[1, metrics.NAMES.index("precision")])
    assert metrics.means(values)["precision"] == 0.5
    assert metrics.means(values[1:])["precision"] == 0


def test_ndcg_at_k_is_measured_against_the_best_k_not_against_all() -> None:
    relevant = dict.fromkeys("abcdefgh", 1)
    assert metrics.ndcg(plain("abcde"), relevant, 5) == pytest.approx(1.0)


def test_a_document_at_two_places_counts_at_the_first_and_takes_up_both() -> None:
    values = metrics.of_query(Found.without_cut(["a", "a", "b"]), {"a": 1, "b": 1})
    assert values["map@100"] == pytest.approx((1 + 2 / 3) / 2)
    assert values["recall@5"] == values["ndcg@5"] / metrics.ndcg(plain("axb"), {"a": 1, "b": 1}, 5) == 1


def test_the_mean_leaves_out_queries_without_relevant_documents_and_counts_those_that_found_nothing() -> None:
    judgements = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}
    _, values = metrics.table({"q1": Found.without_cut("a"), "q3": Found.without_cut("b")}, judgements)
    assert metrics.means(values)["recall@1"] == 0.5
    assert set(metrics.means(metrics.table({}, {})[1]).values()) == {0.0}


def test_the_table_has_a_row_for_each_judged_query_and_averages_to_the_mean() -> None:
    judgements = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}
    result = {"q1": Found.without_cut("ba"), "q3": Found.without_cut("a")}
    queries, values = metrics.table(result, judgements)
    assert queries == ("q1", "q2") and values.shape == (2, len(metrics.NAMES))
    assert values[0].tolist() == list(metrics.of_query(result["q1"], {"a": 1}).values())
    assert not np.nan_to_num(values[1]).any()
    assert metrics.means(values)["recall@1"] == values[:, 0].mean()
    assert metrics.table({}, {})[1].shape == (0, len(metrics.NAMES))


def test_the_names_are_those_of_the_command_line_contract() -> None:
    expected = [
        "recall@1",
        "recall@5",
        "recall@10",
        "recall@20",
        "recall@40",
        "mrr@10",
        "ndcg@5",
        "ndcg@10",
        "map@100",
        "success@1",
        "success@5",
        "success@10",
        "precision",
        "cut_loss",
    ]
    assert list(metrics.NAMES) == expected
    assert list(metrics.of_query(Found.without_cut("a"), {"a": 1})) == expected


def test_a_query_without_relevant_documents_is_refused() -> None:
    with pytest.raises(ValueError, match="without a relevant document"):
        metrics.of_query(Found.without_cut("a"), {"a": 0})


NAMES = st.sampled_from([f"d{n}" for n in range(25)])
RANKED = st.lists(NAMES, unique=True, max_size=25)
PLACES = st.lists(st.lists(NAMES, max_size=4).map(tuple), max_size=12)
JUDGED = st.dictionaries(NAMES, st.integers(0, 3), min_size=1).filter(lambda judged: max(judged.values()) > 0)


@given(RANKED, JUDGED, st.integers(1, 30))
def test_measures_agree_with_a_plain_count(ranked: list[str], judged: dict[str, int], k: int) -> None:
    good = [name for name, score in judged.items() if score > 0]
    places = {name: at + 1 for at, name in enumerate(ranked) if at < k and name in good}
    assert metrics.recall(plain(ranked), judged, k) == pytest.approx(len(places) / len(good))
    first = min(places.values(), default=0)
    assert metrics.reciprocal_rank(plain(ranked), judged, k) == pytest.approx(1 / first if first else 0)
    precisions = [sum(1 for other in places.values() if other <= rank) / rank for rank in places.values()]
    assert metrics.average_precision(plain(ranked), judged, k) == pytest.approx(sum(precisions) / len(good))
    gain = sum(judged[name] * math.log(2) / math.log(rank + 1) for name, rank in places.items())
    best = sum(
        score * math.log(2) / math.log(rank + 1)
        for rank, score in enumerate(sorted(judged.values(), reverse=True)[:k], start=1)
    )
    assert metrics.ndcg(plain(ranked), judged, k) == pytest.approx(gain / best)


@given(PLACES, st.sets(NAMES), RANKED, JUDGED)
def test_figures_of_shown_results_agree_with_a_plain_count(
    ranking: Places, relevant_set: set[str], uncut: list[str], judged: dict[str, int]
) -> None:
    good = [name for name, score in judged.items() if score > 0]
    values = metrics.of_query(Found(ranking, relevant_set, relevant_set, uncut), judged)
    for k in metrics.SUCCESS_AT:
        assert values[f"success@{k}"] == any(name in names for name in good for names in ranking[:k])
    for k in metrics.RECALL_AT:
        shown = sum(any(name in names for names in ranking[:k]) for name in good)
        assert values[f"recall@{k}"] == pytest.approx(shown / len(good))
    lost = sum(name in uncut and name not in relevant_set for name in good)
    assert values["cut_loss"] == pytest.approx(lost / len(good))
    right = sum(name in good for name in relevant_set)
    expected = right / len(relevant_set) if relevant_set else math.nan
    assert values["precision"] == pytest.approx(expected, nan_ok=True)


@given(PLACES, st.sets(NAMES, min_size=1), RANKED, JUDGED)
def test_every_measure_lies_between_0_and_1(
    ranking: Places, relevant_set: set[str], uncut: list[str], judged: dict[str, int]
) -> None:
    values = metrics.of_query(Found(ranking, relevant_set, relevant_set, uncut), judged).values()
    assert all(0 <= value <= 1 + 1e-12 for value in values)


STEPS = st.integers(-4, 4).map(lambda step: step / 4)


def test_an_interval_is_as_wide_as_the_central_limit_theorem_says() -> None:
    values = np.random.default_rng(1).random((900, 3))
    result = intervals(values)
    error = 1.96 * values.std(axis=0) / 30
    np.testing.assert_allclose(result[:, 0], values.mean(axis=0) - error, atol=0.004)
    np.testing.assert_allclose(result[:, 1], values.mean(axis=0) + error, atol=0.004)


def test_a_figure_that_all_queries_share_has_no_width_and_no_queries_give_zeros() -> None:
    np.testing.assert_allclose(intervals(np.full((40, 2), 0.25)), 0.25)
    assert intervals(np.zeros((0, 9))).tolist() == [[0.0, 0.0]] * 9


@pytest.mark.nightly
def test_nineteen_of_twenty_intervals_hold_the_true_mean() -> None:
    chance = np.random.default_rng(5)
    samples = ((chance.random((200, 1)) < 0.3).astype(np.float64) for _ in range(400))
    covering = sum(bool(low <= 0.3 <= high) for ((low, high),) in (intervals(s) for s in samples))
    assert 0.91 <= covering / 400 <= 0.98


@given(st.lists(STEPS, max_size=9))
def test_p_of_few_queries_is_the_share_of_all_signings_as_far_apart(differences: list[float]) -> None:
    signings = list(product((-1, 1), repeat=len(differences)))
    sums = [abs(sum(s * d for s, d in zip(signs, differences, strict=True))) for signs in signings]
    expected = sum(sum_ >= abs(sum(differences)) - 1e-9 for sum_ in sums) / len(signings)
    assert randomised(np.array(differences, np.float64)) == pytest.approx(expected, abs=0.03)


def test_p_of_many_equal_differences_is_that_of_the_sign_test() -> None:
    """60 queries, 38 of them better by the same amount: the sum of signs is binomial."""
    exact = 2 * sum(comb(60, k) for k in range(38, 61)) / 2**60
    differences = np.where(np.arange(60) < 38, 0.5, -0.5)
    assert randomised(differences) == pytest.approx(exact, abs=4 * (exact / FLIPS) ** 0.5)


def test_queries_without_a_difference_do_not_change_p() -> None:
    differences = np.array([0.5, 0.25, -0.125, 1.0, 0.5])
    assert randomised(np.concatenate([differences, np.zeros(500)])) == randomised(differences)


def test_runs_that_agree_have_no_difference_and_p_of_one() -> None:
    values = np.random.default_rng(2).random((50, 2))
    for difference in paired(values, values.copy()):
        assert (difference.mean, difference.low, difference.high, difference.p) == (0.0, 0.0, 0.0, 1.0)


def test_a_plain_difference_is_found_and_changing_the_order_turns_its_sign_only() -> None:
    chance = np.random.default_rng(3)
    first = chance.random((300, 1))
    second = np.clip(first + chance.normal(0.05, 0.1, (300, 1)), 0, 1)
    (there,), (back,) = paired(first, second), paired(second, first)
    assert there.low > 0 and there.p == pytest.approx(1 / (FLIPS + 1))
    assert (back.mean, back.low, back.high) == pytest.approx((-there.mean, -there.high, -there.low), abs=2e-3)
    assert back.p == there.p


def test_p_is_rarely_small_when_there_is_nothing_to_find() -> None:
    chance = np.random.default_rng(4)
    results = [randomised(chance.normal(0, 1, 30)) for _ in range(200)]
    assert 0.01 <= np.mean([p <= 0.05 for p in results]) <= 0.1


def test_queries_without_a_measure_take_no_part_in_its_figures_and_in_those_of_no_other_measure() -> None:
    values = np.random.default_rng(7).random((60, 2))
    holed = values.copy()
    holed[::3, 1] = np.nan
    assert intervals(holed)[0].tolist() == intervals(values)[0].tolist()
    known = values[np.arange(60) % 3 > 0, 1:]
    np.testing.assert_allclose(intervals(holed)[1:], intervals(known), atol=0.02)
    other = np.zeros((60, 2))
    assert paired(other, holed)[1].mean == pytest.approx(known.mean())
    assert paired(other, holed)[1].p == paired(np.zeros_like(known), known)[0].p
    nothing = paired(other, np.full((60, 2), np.nan))[0]
    assert (nothing.mean, nothing.low, nothing.high, nothing.p) == (0.0, 0.0, 0.0, 1.0)


def test_the_same_values_give_the_same_answer_again() -> None:
    values = np.random.default_rng(6).random((40, 2))
    assert paired(values, values[::-1]) == paired(values, values[::-1])


def test_runs_of_unlike_length_or_without_queries_are_refused() -> None:
    for first, second in ((np.zeros((3, 2)), np.zeros((4, 2))), (np.zeros((0, 2)), np.zeros((0, 2)))):
        with pytest.raises(ValueError, match="same queries"):
            paired(first, second)


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
