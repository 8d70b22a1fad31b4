"""Tests of fusing the channels: relative scores, weights, and the citation graph."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.search import channels
from briefbank.search.channel import Channel
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


@pytest.mark.parametrize(
    ("words", "semantic", "depth", "expected"),
    [
        # the weighted sum of scores relative to the best of each channel
        ([(1, 8.0), (2, 4.0)], [(2, 0.6), (1, 0.3)], 10, {1: 0.6 + 0.4 * 0.5, 2: 0.6 * 0.5 + 0.4}),
        # what a full list lacks counts as its last passage, and what a short one lacks as nothing
        ([(1, 8.0), (2, 4.0)], [(3, 0.6), (1, 0.3)], 2, {1: 0.8, 3: 0.3 + 0.4, 2: 0.3 + 0.2}),
        ([(1, 8.0)], [(3, 0.6), (1, 0.3)], 10, {1: 0.8, 3: 0.4}),
        # a channel that did not take part has no weight, and one without results keeps its own
        ([(1, 8.0), (2, 2.0)], None, 10, {1: 1.0, 2: 0.25}),
        (None, [(1, 0.8), (2, 0.2)], 10, {1: 1.0, 2: 0.25}),
        ([], [(1, 0.5)], 10, {1: 0.4}),
        # negative scores and zero count as nothing
        ([(1, 0.0)], [(1, -0.2)], 10, {1: 0.0}),
        (None, [(1, 0.5), (2, -0.5)], 10, {1: 1.0, 2: 0.0}),
    ],
)
def test_relevance_is_the_weighted_sum_of_relative_scores(
    words: Scored | None, semantic: Scored | None, depth: int, expected: dict[int, float]
) -> None:
    assert relevance(words, semantic, depth) == pytest.approx(expected)


def test_a_passage_without_the_searched_number_gets_no_score_from_it_however_long_the_list() -> None:
    results = fuse({LEXICAL: [(1, 2.0), (2, 2.0)], NUMBERS: [(1, 9.0)]}, {LEXICAL: 0.5, NUMBERS: 0.5}, 1)
    assert [(c.passage_id, c.relevance) for c in results] == [(1, 1.0), (2, 0.5)]


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


CITED = {1: ["a", "b"], 2: [], 3: ["b"], 4: ["c"]}
RARITY = {"a": 8.0, "b": 2.0, "c": 5.0}

NUMBERED = st.integers(1, 30)
names = st.lists(st.sampled_from("abcdefgh"), max_size=4, unique=True)
scored = st.dictionaries(NUMBERED, st.floats(0.0, 1.0), max_size=12).map(
    lambda manifest: sorted(manifest.items(), key=lambda item: (-item[1], item[0]))
)


def near(weights: dict[str, float], cited: dict[int, list[str]]) -> Scored:
    """Return the lexical index's answer."""
    manifest = {
        n: sum(weights.get(name, 0.0) * RARITY.get(name, 1.0) for name in of_it) for n, of_it in cited.items()
    }
    return sorted(
        ((n, score) for n, score in manifest.items() if score), key=lambda item: (-item[1], item[0])
    )


def test_a_passage_without_citations_counts_as_citing_one_authority_of_average_rarity() -> None:
    first = [2, 1, 4]
    weights = channels.authorities(first, CITED, [])
    result = dict(channels.with_bare(near(weights, CITED), first, CITED, weights))
    usual = (8 / 2 + 2 / 2 + 5 / 3) / (1 / 2 + 1 / 2 + 1 / 3)
    assert result[2] == pytest.approx(usual)
    assert list(result.values()) == sorted(result.values(), reverse=True)


@given(st.dictionaries(NUMBERED, names, max_size=12), st.lists(NUMBERED, max_size=10, unique=True))
def test_neighbours_come_best_first_once_each_together_with_the_first_results(
    cited: dict[int, list[str]], first: list[int]
) -> None:
    weights = channels.authorities(first, cited, [])
    results = channels.with_bare(near(weights, cited), first, cited, weights)
    numbers = [number for number, _ in results]
    assert results == sorted(results, key=lambda item: (-item[1], item[0])) and len(set(numbers)) == len(
        numbers
    )
    if weights:
        assert set(first) & cited.keys() <= set(numbers)


@given(scored, scored, scored, st.floats(0.0, 0.9))
def test_levels_keep_the_order_the_fall_and_the_sum_of_shares(
    words: Scored, semantic: Scored, by_citation: Scored, weight: float
) -> None:
    lists = {LEXICAL: words, SEMANTIC: semantic}
    plain = fuse(lists, {LEXICAL: 0.65, SEMANTIC: 0.35}, 200)
    rest = 1.0 - weight
    shares = {LEXICAL: 0.65 * rest, SEMANTIC: 0.35 * rest, CITATIONS: weight}
    every = {**lists, CITATIONS: by_citation}
    joined = fuse(every, shares, 200)
    raised = fuse(every, shares, 200, levels=[candidate.relevance for candidate in plain])
    assert [item.passage_id for item in raised] == [item.passage_id for item in joined]
    values = [candidate.relevance for candidate in raised]
    assert values == sorted(values, reverse=True) and all(0.0 <= value <= 1.0 + 1e-9 for value in values)
    assert all(after >= before.relevance for after, before in zip(values, plain, strict=False))
    assert all(sum(candidate.shares.values()) == pytest.approx(candidate.relevance) for candidate in raised)
