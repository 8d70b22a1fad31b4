"""Tests of the measures against values worked out by hand and against plain counts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.evaluate import metrics
from briefbank.evaluate.metrics import Found, Places


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
