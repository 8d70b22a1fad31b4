"""Tests of merging the rankings of a question and of a model's text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.query_expansion import aided_search
from briefbank.search.channels import LEXICAL
from briefbank.search.search_types import Candidate
from briefbank.search.selection import CLOSE_SHARE


def ranking(*relevances: tuple[int, float]) -> list[Candidate]:
    return [Candidate(number, value, True, None, {LEXICAL.name: value}) for number, value in relevances]


def ids(candidates: list[Candidate]) -> list[int]:
    return [candidate.passage_id for candidate in candidates]


FALLING = st.lists(st.floats(0.01, 1.0), min_size=1, max_size=12, unique=True).map(
    lambda values: ranking(*enumerate(sorted(values, reverse=True), start=1))
)


def test_the_question_counts_more_than_all_other_wordings_together() -> None:
    astray = ranking((2, 1.0), (1, 0.0))
    result = aided_search.merged(ranking((1, 1.0), (2, 0.0)), [astray] * 4, [])
    assert ids(result) == [1, 2]


def test_the_first_results_of_every_part_are_relevant_and_none_is_above_the_whole() -> None:
    results = aided_search.merged(ranking((1, 0.7), (2, 0.1)), [], [ranking((3, 0.4)), ranking((4, 1.0))])
    assert ids(results)[0] == 1
    least = CLOSE_SHARE * results[0].relevance
    assert {candidate.passage_id for candidate in results if candidate.relevance >= least} == {1, 3, 4}


@given(FALLING, st.lists(FALLING, max_size=3), st.lists(FALLING, max_size=3))
def test_the_best_keeps_the_relevance_of_the_question_and_shares_add_up(
    question: list[Candidate], others: list[list[Candidate]], parts: list[list[Candidate]]
) -> None:
    results = aided_search.merged(question, others, parts)
    assert results[0].relevance == pytest.approx(question[0].relevance)
    assert [candidate.relevance for candidate in results] == sorted(
        (candidate.relevance for candidate in results), reverse=True
    )
    everywhere = {item.passage_id for some in (question, *others, *parts) for item in some}
    assert sorted(ids(results)) == sorted(everywhere)
    for candidate in results:
        assert sum(candidate.shares.values()) + candidate.compared == pytest.approx(candidate.relevance)


@given(FALLING, st.data())
def test_no_score_lifts_a_passage_past_one_that_is_better_by_more_than_scores_count(
    question: list[Candidate], data: st.DataObject
) -> None:
    scores = data.draw(st.lists(st.integers(0, 3), min_size=len(question), max_size=len(question)))
    result = aided_search.reordered(question, [[item.passage_id] for item in question], scores)
    relevances = [candidate.relevance for candidate in question]
    assert [candidate.relevance for candidate in result] == pytest.approx(relevances), "they are shared out"
    assert len(set(scores)) > 1 or ids(result) == ids(question)
    position = {number: at for at, number in enumerate(ids(result))}
    for better in question:
        for worse in question:
            if better.relevance - worse.relevance > (aided_search.SCORED + 1e-6) * question[0].relevance:
                assert position[better.passage_id] < position[worse.passage_id]


def test_folded_copies_fall_with_their_passage() -> None:
    original = ranking((1, 0.9), (3, 0.89), (2, 0.8))
    result = aided_search.reordered(original, [[1, 3], [2]], [0, 3])
    assert ids(result) == [2, 1, 3]


def above_cut(candidates: list[Candidate]) -> list[int]:
    return ids(
        [
            candidate
            for candidate in candidates
            if candidate.relevance >= CLOSE_SHARE * candidates[0].relevance
        ]
    )


@given(FALLING, st.lists(FALLING, min_size=1, max_size=3), st.data())
def test_results_relevant_to_the_question_stay_so_and_keep_their_order_above_the_cut(
    question: list[Candidate], others: list[list[Candidate]], data: st.DataObject
) -> None:
    relevant = set(above_cut(question))
    marked = data.draw(st.sets(st.sampled_from(ids(question))))
    joined = aided_search.merged(question, others, [])
    results = list(aided_search.staying(joined, question, relevant | marked))
    above = above_cut(results)
    assert relevant <= set(above) and sorted(ids(results)) == sorted(ids(joined))
    own = {candidate.passage_id: candidate.relevance for candidate in question}
    best = results[0].relevance
    for candidate in results:
        assert sum(candidate.shares.values()) == pytest.approx(candidate.relevance)
        if candidate.passage_id in marked:
            assert candidate.relevance >= min(own[candidate.passage_id], CLOSE_SHARE * best) * (1 - 1e-9)
    before = [candidate for candidate in joined if candidate.relevance > CLOSE_SHARE * best]
    assert ids(results)[: len(before)] == ids(before)
