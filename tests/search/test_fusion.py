"""Tests of fusion: relative scores, missing passages and weights."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.search import channels
from briefbank.search.channel import Channel, average
from briefbank.search.channels import CITATIONS, LEXICAL, NUMBERS, NUMBERS_WEIGHT, SEMANTIC
from briefbank.search.query import PARAMETERS, USUAL, QueryClass
from briefbank.search.retrieval import fuse, weights
from briefbank.search.search_types import Candidate, Scored

SHARES = {LEXICAL: 0.6, SEMANTIC: 0.4}


def fused(words: Scored | None, semantic: Scored | None, depth: int) -> list[Candidate]:
    """Fuse the two graded channels; None stands for one that did not take part."""
    lists = {c: result for c, result in ((LEXICAL, words), (SEMANTIC, semantic)) if result is not None}
    return fuse(lists, SHARES if len(lists) == 2 else dict.fromkeys(lists, 1.0), depth)


def relevance(words: Scored | None, semantic: Scored | None, depth: int) -> dict[int, float]:
    return {c.passage_id: c.relevance for c in fused(words, semantic, depth)}


def test_relevance_is_the_weighted_sum_of_scores_relative_to_each_best() -> None:
    result = relevance([(1, 8.0), (2, 4.0)], [(2, 0.6), (1, 0.3)], 10)
    assert result == pytest.approx({1: 0.6 * 1.0 + 0.4 * 0.5, 2: 0.6 * 0.5 + 0.4 * 1.0})


def test_a_passage_that_a_full_list_lacks_counts_as_its_last_one() -> None:
    result = relevance([(1, 8.0), (2, 4.0)], [(3, 0.6), (1, 0.3)], 2)
    assert result[3] == pytest.approx(0.6 * 0.5 + 0.4 * 1.0)
    assert result[2] == pytest.approx(0.6 * 0.5 + 0.4 * 0.5)


def test_a_passage_that_a_short_list_lacks_counts_as_nothing_there() -> None:
    result = relevance([(1, 8.0)], [(3, 0.6), (1, 0.3)], 10)
    assert result[3] == pytest.approx(0.4)


def test_a_passage_without_the_searched_number_gets_no_score_from_it_however_long_the_list() -> None:
    results = fuse({LEXICAL: [(1, 2.0), (2, 2.0)], NUMBERS: [(1, 9.0)]}, {LEXICAL: 0.5, NUMBERS: 0.5}, 1)
    assert [(c.passage_id, c.relevance) for c in results] == [(1, 1.0), (2, 0.5)]


def test_a_channel_that_did_not_take_part_gets_no_weight() -> None:
    assert relevance([(1, 8.0), (2, 2.0)], None, 10) == pytest.approx({1: 1.0, 2: 0.25})
    assert relevance(None, [(1, 0.8), (2, 0.2)], 10) == pytest.approx({1: 1.0, 2: 0.25})


def test_a_channel_without_results_keeps_its_weight() -> None:
    assert relevance([], [(1, 0.5)], 10) == pytest.approx({1: 0.4})


def test_negative_and_zero_scores_count_as_nothing() -> None:
    assert relevance([(1, 0.0)], [(1, -0.2)], 10) == {1: 0.0}
    assert relevance(None, [(1, 0.5), (2, -0.5)], 10)[2] == 0.0


def test_candidates_keep_the_score_of_each_channel() -> None:
    by_id = {c.passage_id: c for c in fused([(1, 8.0)], [(2, 0.7)], 10)}
    assert (by_id[1].has_words, by_id[1].cosine) == (True, None)
    assert (by_id[2].has_words, by_id[2].cosine) == (False, 0.7)
    assert by_id[1].shares == {LEXICAL.name: 0.6, SEMANTIC.name: 0.0}
    numbered = fuse({NUMBERS: [(1, 1.0)], CITATIONS: [(2, 1.0)]}, {NUMBERS: 0.5, CITATIONS: 0.5}, 10)
    assert {c.passage_id: c.has_words for c in numbered} == {1: True, 2: False}


def test_weights_of_the_query_class_are_shared_among_the_channels_that_take_part() -> None:
    assert weights([LEXICAL, SEMANTIC], USUAL) == {LEXICAL: 1.0 - USUAL.semantic, SEMANTIC: USUAL.semantic}
    assert weights([SEMANTIC], USUAL) == {SEMANTIC: 1.0}
    three = weights([LEXICAL, SEMANTIC, NUMBERS], USUAL)
    assert three[NUMBERS] == pytest.approx(NUMBERS_WEIGHT / (1.0 + NUMBERS_WEIGHT))
    assert three[LEXICAL] / three[SEMANTIC] == pytest.approx((1.0 - USUAL.semantic) / USUAL.semantic)
    assert weights([], USUAL) == {}
    assert weights([CITATIONS], PARAMETERS[QueryClass.IDENTIFIER]) == {CITATIONS: 1.0}


@given(st.sets(st.sampled_from(channels.CHANNELS), min_size=1), st.sampled_from(QueryClass))
def test_weights_add_up_to_one_for_every_class_and_channels(chosen: set[Channel], kind: QueryClass) -> None:
    results = weights(chosen, PARAMETERS[kind])
    assert set(results) == chosen
    assert sum(results.values()) == pytest.approx(1.0)
    assert all(weight >= 0.0 for weight in results.values())


def test_paragraphs_are_averaged_by_relative_score_so_that_a_long_one_does_not_drown_a_short_one() -> None:
    long, short = [(1, 100.0), (2, 10.0)], [(2, 1.0), (3, 0.5)]
    assert dict(average([long, short])) == pytest.approx({1: 0.5, 2: 0.55, 3: 0.25})


SCORES = st.dictionaries(st.integers(0, 30), st.floats(-1, 50), max_size=20)
LISTS = st.dictionaries(st.sampled_from(channels.CHANNELS), SCORES, min_size=1)


def best_first(scores: dict[int, float]) -> Scored:
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))


@given(LISTS, st.integers(1, 25))
def test_relevance_is_the_sum_of_its_shares_stays_between_0_and_1_and_falls(
    scores: dict[Channel, dict[int, float]], depth: int
) -> None:
    lists = {channel: best_first(scores_of_channel)[:depth] for channel, scores_of_channel in scores.items()}
    results = fuse(lists, weights(lists, USUAL), depth)
    assert results == sorted(results, key=lambda c: (-c.relevance, c.passage_id))
    assert all(0 <= c.relevance <= 1 + 1e-9 for c in results)
    assert {c.passage_id for c in results} == {number for list_ in lists.values() for number, _ in list_}
    assert all(sum(c.shares.values()) == pytest.approx(c.relevance) for c in results)
    assert all(set(c.shares) == {channel.name for channel in lists} for c in results)


@given(LISTS)
def test_a_passage_that_every_channel_puts_first_is_first(scores: dict[Channel, dict[int, float]]) -> None:
    lists = {
        channel: best_first({**scores_of_channel, 99: 60.0}) for channel, scores_of_channel in scores.items()
    }
    first = fuse(lists, weights(lists, USUAL), depth=20)[0]
    assert first.relevance == pytest.approx(1.0)
    assert first.passage_id == 99


@given(st.lists(SCORES, min_size=1, max_size=4))
def test_averaging_keeps_every_passage_and_puts_the_best_first(several: list[dict[int, float]]) -> None:
    results = average([best_first(item) for item in several])
    assert {number for number, _ in results} == {number for item in several for number in item}
    values = [score for _, score in results]
    assert values == sorted(values, reverse=True)
