"""Tests of the channel of the citation graph."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.search import channels
from briefbank.search.channels import CITATIONS, LEXICAL, SEMANTIC
from briefbank.search.retrieval import fuse
from briefbank.search.search_types import Scored
from tests.search.fakes import Memory
from tests.search.test_retrieval import ranked

CITED = {1: ["a", "b"], 2: [], 3: ["b"], 4: ["c"]}
RARITY = {"a": 8.0, "b": 2.0, "c": 5.0}

ids = st.integers(1, 30)
names = st.lists(st.sampled_from("abcdefgh"), max_size=4, unique=True)
scored = st.dictionaries(ids, st.floats(0.0, 1.0), max_size=12).map(
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


def test_an_authority_counts_by_the_places_of_the_results_that_cite_it() -> None:
    weights = channels.authorities([1, 2, 3, 4], CITED, [])
    assert weights == pytest.approx({"a": 1.0, "b": 1.0 + 1 / 3, "c": 1 / 4})


def test_citations_of_the_query_count_like_those_of_the_first_result() -> None:
    assert channels.authorities([], CITED, ["b"]) == {"b": 1.0}
    assert channels.authorities([3], CITED, ["b", "d"]) == {"b": 2.0, "d": 1.0}


def test_a_result_that_is_gone_counts_for_nothing() -> None:
    assert channels.authorities([9, 1], CITED, []) == {"a": 0.5, "b": 0.5}
    assert channels.with_bare([(1, 2.0)], [9, 1], CITED, {"a": 0.5, "b": 0.5}) == [(1, 2.0)]


def test_a_passage_without_citations_counts_as_citing_one_authority_of_average_rarity() -> None:
    first = [2, 1, 4]
    weights = channels.authorities(first, CITED, [])
    result = dict(channels.with_bare(near(weights, CITED), first, CITED, weights))
    usual = (8 / 2 + 2 / 2 + 5 / 3) / (1 / 2 + 1 / 2 + 1 / 3)
    assert result[2] == pytest.approx(usual)
    assert list(result.values()) == sorted(result.values(), reverse=True)


def test_without_citations_in_the_first_results_there_are_no_neighbours() -> None:
    assert channels.with_bare([], [2], CITED, {}) == []


def test_neighbours_of_what_only_the_query_cites_stay_as_they_are() -> None:
    assert channels.with_bare([(4, 5.0)], [2], CITED, {"c": 1.0}) == [(4, 5.0)]


def test_a_first_result_that_cites_nothing_keeps_its_place_before_an_unrelated_one() -> None:
    memory = Memory()
    memory.add(1, "Consent to search a car with a warrant, and a long tail of other words.", cites=["a"])
    memory.add(2, "Consent to search a car.")
    memory.add(3, "Consent to a search once.", cites=["b"])
    passage_ids = [
        candidate.passage_id
        for candidate in ranked(memory, "consent to search a car", semantic=False).candidates
    ]
    assert passage_ids.index(2) < passage_ids.index(3)


def test_the_graph_lifts_what_shares_authorities_and_takes_relevance_from_no_place() -> None:
    memory = Memory()
    for number, text in enumerate(
        ["Consent to search a car.", "Consent to search.", "Consent to search."], 1
    ):
        memory.add(number, text, cites=["a"] * (number != 2))
    on = ranked(memory, "consent to search a car", semantic=False)
    off = ranked(memory, "consent to search a car", semantic=False, without=["citations"])
    assert [candidate.passage_id for candidate in on.candidates] == [1, 3, 2]
    assert [candidate.passage_id for candidate in off.candidates] == [1, 2, 3]
    relevances = [[candidate.relevance for candidate in result.candidates] for result in (on, off)]
    assert relevances[0][0] == relevances[1][0] == 1.0 and relevances[0][1] > relevances[1][1]
    assert relevances[0][2] == pytest.approx(relevances[1][2])


@given(st.dictionaries(ids, names, max_size=12), st.lists(ids, max_size=10, unique=True), names)
def test_every_authority_that_is_looked_for_is_cited_and_weighs_no_more_than_all_places_together(
    cited: dict[int, list[str]], first: list[int], named: list[str]
) -> None:
    weights = channels.authorities(first, cited, named)
    known = {name for number in first for name in cited.get(number, ())} | set(named)
    assert weights.keys() == known
    assert all(0 < weight <= 1 + sum(1 / rank for rank in range(1, 11)) for weight in weights.values())


@given(st.dictionaries(ids, names, max_size=12), st.lists(ids, max_size=10, unique=True))
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
