"""The measures: values worked out by hand, and a second, plain-minded way of computing each as the oracle."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.evaluate import metrics


def test_values_worked_out_by_hand() -> None:
    ranked = ["x", "a", "y", "b", "z"]
    relevant = {"a": 2, "b": 1, "c": 1, "x": 0}
    assert metrics.recall(ranked, relevant, 1) == 0
    assert metrics.recall(ranked, relevant, 5) == pytest.approx(2 / 3)
    assert metrics.reciprocal_rank(ranked, relevant, 10) == 0.5
    assert metrics.reciprocal_rank(ranked, relevant, 1) == 0.0
    gain = 2 / math.log2(3) + 1 / math.log2(5)
    ideal = 2 / math.log2(2) + 1 / math.log2(3) + 1 / math.log2(4)
    assert metrics.ndcg(ranked, relevant, 5) == pytest.approx(gain / ideal)
    assert metrics.average_precision(ranked, relevant, 100) == pytest.approx((1 / 2 + 2 / 4) / 3)


def test_ndcg_at_k_is_measured_against_the_best_k_not_against_all() -> None:
    relevant = dict.fromkeys("abcdefgh", 1)
    assert metrics.ndcg(list("abcde"), relevant, 5) == pytest.approx(1.0)


def test_a_document_named_twice_counts_once() -> None:
    values = metrics.of_query(["a", "a", "b"], {"a": 1, "b": 1})
    assert values == metrics.of_query(["a", "b"], {"a": 1, "b": 1})


def test_the_mean_leaves_out_queries_without_relevant_documents_and_counts_those_that_found_nothing() -> None:
    judgements = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}
    _, values = metrics.table({"q1": ["a"], "q3": ["b"]}, judgements)
    assert metrics.means(values)["recall@1"] == 0.5
    assert set(metrics.means(metrics.table({}, {})[1]).values()) == {0.0}


def test_the_table_has_a_row_for_each_judged_query_and_averages_to_the_mean() -> None:
    judgements = {"q1": {"a": 1}, "q2": {"a": 1}, "q3": {"a": 0}}
    rankings = {"q1": ["b", "a"], "q3": ["a"]}
    queries, values = metrics.table(rankings, judgements)
    assert queries == ("q1", "q2") and values.shape == (2, len(metrics.NAMES))
    assert values[0].tolist() == list(metrics.of_query(["b", "a"], {"a": 1}).values())
    assert not values[1].any()
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
    ]
    assert list(metrics.NAMES) == expected
    assert list(metrics.of_query(["a"], {"a": 1})) == expected


def test_a_query_without_relevant_documents_is_refused() -> None:
    with pytest.raises(ValueError, match="without a relevant document"):
        metrics.of_query(["a"], {"a": 0})


NAMES = st.sampled_from([f"d{n}" for n in range(25)])
RANKED = st.lists(NAMES, unique=True, max_size=25)
JUDGED = st.dictionaries(NAMES, st.integers(0, 3), min_size=1).filter(lambda judged: max(judged.values()) > 0)


@given(RANKED, JUDGED, st.integers(1, 30))
def test_measures_agree_with_a_plain_count(ranked: list[str], judged: dict[str, int], k: int) -> None:
    good = [name for name, score in judged.items() if score > 0]
    places = {name: at + 1 for at, name in enumerate(ranked) if at < k and name in good}
    assert metrics.recall(ranked, judged, k) == pytest.approx(len(places) / len(good))
    first = min(places.values(), default=0)
    assert metrics.reciprocal_rank(ranked, judged, k) == pytest.approx(1 / first if first else 0)
    precisions = [sum(1 for other in places.values() if other <= place) / place for place in places.values()]
    assert metrics.average_precision(ranked, judged, k) == pytest.approx(sum(precisions) / len(good))
    gain = sum(judged[name] * math.log(2) / math.log(place + 1) for name, place in places.items())
    best = sum(
        score * math.log(2) / math.log(place + 1)
        for place, score in enumerate(sorted(judged.values(), reverse=True)[:k], start=1)
    )
    assert metrics.ndcg(ranked, judged, k) == pytest.approx(gain / best)


@given(RANKED, JUDGED)
def test_every_measure_lies_between_0_and_1(ranked: list[str], judged: dict[str, int]) -> None:
    assert all(0 <= value <= 1 + 1e-12 for value in metrics.of_query(ranked, judged).values())
