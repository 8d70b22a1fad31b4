"""Fusion: relative scores, missing passages, and what must hold for any two lists."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.search.channels import Scored
from briefbank.search.fusion import MEANING_WEIGHT, average, fuse

W = MEANING_WEIGHT


def relevance(words: Scored | None, meaning: Scored | None, depth: int) -> dict[int, float]:
    return {c.passage_id: c.relevance for c in fuse(words, meaning, depth)}


def test_relevance_is_the_weighted_sum_of_scores_relative_to_each_best() -> None:
    found = relevance([(1, 8.0), (2, 4.0)], [(2, 0.6), (1, 0.3)], 10)
    assert found == pytest.approx({1: (1 - W) * 1.0 + W * 0.5, 2: (1 - W) * 0.5 + W * 1.0})


def test_a_passage_that_a_full_list_lacks_counts_as_its_last_one() -> None:
    found = relevance([(1, 8.0), (2, 4.0)], [(3, 0.6), (1, 0.3)], 2)
    assert found[3] == pytest.approx((1 - W) * 0.5 + W * 1.0)
    assert found[2] == pytest.approx((1 - W) * 0.5 + W * 0.5)


def test_a_passage_that_a_short_list_lacks_counts_as_nothing_there() -> None:
    found = relevance([(1, 8.0)], [(3, 0.6), (1, 0.3)], 10)
    assert found[3] == pytest.approx(W)


def test_a_channel_that_was_not_asked_takes_no_weight() -> None:
    assert relevance([(1, 8.0), (2, 2.0)], None, 10) == pytest.approx({1: 1.0, 2: 0.25})
    assert relevance(None, [(1, 0.8), (2, 0.2)], 10) == pytest.approx({1: 1.0, 2: 0.25})


def test_a_channel_that_was_asked_and_found_nothing_keeps_its_weight() -> None:
    assert relevance([], [(1, 0.5)], 10) == pytest.approx({1: W})


def test_negative_and_zero_scores_count_as_nothing() -> None:
    assert relevance([(1, 0.0)], [(1, -0.2)], 10) == {1: 0.0}
    assert relevance(None, [(1, 0.5), (2, -0.5)], 10)[2] == 0.0


def test_candidates_remember_what_each_channel_said() -> None:
    by_id = {c.passage_id: c for c in fuse([(1, 8.0)], [(2, 0.7)], 10)}
    assert (by_id[1].has_words, by_id[1].cosine) == (True, None)
    assert (by_id[2].has_words, by_id[2].cosine) == (False, 0.7)


def test_paragraphs_are_averaged_by_relative_score_so_that_a_long_one_does_not_drown_a_short_one() -> None:
    long, short = [(1, 100.0), (2, 10.0)], [(2, 1.0), (3, 0.5)]
    assert dict(average([long, short])) == pytest.approx({1: 0.5, 2: 0.55, 3: 0.25})


SCORES = st.dictionaries(st.integers(0, 30), st.floats(0, 50), max_size=20)


@given(SCORES, SCORES)
def test_relevance_stays_between_0_and_1_and_falls(
    words: dict[int, float], meaning: dict[int, float]
) -> None:
    lists = [sorted(s.items(), key=lambda item: -item[1]) for s in (words, meaning)]
    found = fuse(*lists, depth=20)
    values = [c.relevance for c in found]
    assert values == sorted(values, reverse=True)
    assert all(0 <= value <= 1 + 1e-9 for value in values)
    assert {c.passage_id for c in found} == words.keys() | meaning.keys()


@given(SCORES, SCORES)
def test_a_passage_that_both_channels_put_first_is_first(
    words: dict[int, float], meaning: dict[int, float]
) -> None:
    lists = [sorted({**s, 99: 60.0}.items(), key=lambda item: -item[1]) for s in (words, meaning)]
    assert fuse(*lists, depth=20)[0].passage_id == 99
