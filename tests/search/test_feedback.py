"""Tests of the effect of feedback: its greatest amount, its order, and what nobody can do with it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Hit, Order, SearchAnswer, SearchRequest, Verdict
from briefbank.search.feedback import MOST, PLACES, Adjustment, best_first, for_cut, newest_first, nudges
from tests.search.fakes import Memory, TaughtFeedback
from tests.search.simulated_users import TOPICS, World, mean_rank, precision

UP, DOWN = Verdict.UP, Verdict.DOWN


def moves(before: Sequence[int], after: Sequence[int]) -> dict[int, int]:
    """Return by how many places each passage moved up (negative: down)."""
    return {passage_id: before.index(passage_id) - at for at, passage_id in enumerate(after)}


QUERIES = ("this", "near", "far", "other")

likenesses = st.dictionaries(st.sampled_from(QUERIES), st.floats(0, 1))
marks = st.lists(
    st.tuples(st.sampled_from(QUERIES), st.integers(1, 4), st.sampled_from(Verdict)), max_size=30
)
relevances = st.lists(st.floats(0, 1), min_size=1, max_size=40).map(
    lambda values: [(number, value) for number, value in enumerate(sorted(values, reverse=True), start=1)]
)
amounts = st.dictionaries(
    st.integers(1, 40), st.floats(-MOST, MOST).map(lambda amount: Adjustment(amount, ()))
)


def amount(adjustments: dict[int, Adjustment], passage: int = 1) -> float:
    return adjustments[passage].amount if passage in adjustments else 0.0


@given(likenesses, marks)
def test_an_amount_is_bounded_whatever_was_marked(alike: dict[str, float], given_marks: list) -> None:  # type: ignore[type-arg]
    for adjustment in nudges(alike, given_marks, "this").values():
        assert 0 < abs(adjustment.amount) <= MOST


@given(likenesses, marks, st.sampled_from(QUERIES))
def test_more_positive_feedback_never_lowers_a_passage(
    alike: dict[str, float], given_marks: list[tuple[str, int, Verdict]], query: str
) -> None:
    others = [mark for mark in given_marks if mark[:2] != (query, 1)]
    before, after = nudges(alike, others, "this"), nudges(alike, [*others, (query, 1, UP)], "this")
    assert amount(after) >= amount(before) - 1e-3  # smaller amounts are left out


def test_feedback_on_the_same_search_replaces_other_feedback_and_counts_in_full() -> None:
    against = [(f"near {number}", 1, DOWN) for number in range(50)]
    alike = dict.fromkeys((query for query, *_ in against), 0.99)
    assert amount(nudges(alike, [("this", 1, UP), *against], "this")) == MOST
    assert amount(nudges(alike, against, "this")) == pytest.approx(-0.99 * MOST)


def test_similarity_decides_how_much_feedback_counts() -> None:
    results = [amount(nudges({"near": alike}, [("near", 1, UP)], "this")) for alike in (0.0, 0.2, 0.5, 0.9)]
    assert results[0] == 0 and results == sorted(results) and len(set(results)) == 4
    assert nudges({}, [("other", 1, UP)], "this") == {}


def test_the_reason_names_the_likest_search_and_how_many_others() -> None:
    alike = {"pretext stop": 0.9, "pretext": 0.5, "car stop": 0.4, "road": 0.3}
    given_marks = [("pretext", 1, UP), ("pretext stop", 1, UP), ("car stop", 1, UP), ("road", 1, DOWN)]
    nudge = nudges(alike, given_marks, "this")[1]
    assert nudge.text() == "Marked as helpful for “pretext stop” and 2 other searches"


@given(relevances, amounts)
def test_no_passage_falls_below_the_bound_and_none_is_lost(
    scored: list[tuple[int, float]], learned: dict[int, Adjustment]
) -> None:
    before = [number for number, _ in scored]
    for after in (best_first(scored, learned), newest_first(before, learned)):
        assert sorted(after) == sorted(before)
        assert min(moves(before, after).values(), default=0) >= -PLACES


@given(relevances, amounts)
def test_no_passage_is_lifted_above_a_clearly_more_relevant_one(
    scored: list[tuple[int, float]], learned: dict[int, Adjustment]
) -> None:
    ups = {number: nudge for number, nudge in learned.items() if nudge.amount > 0}
    relevance = dict(scored)
    after = best_first(scored, ups)
    for at, above in enumerate(after):
        for below in after[at + 1 :]:
            assert relevance[above] * (1 + MOST) >= relevance[below] * (1 - 1e-9)


def test_feedback_moves_a_passage_some_ranks_in_a_list_by_date() -> None:
    before = list(range(1, 13))
    up, down = Adjustment(MOST, ()), Adjustment(-MOST, ())
    assert moves(before, newest_first(before, {8: up}))[8] == PLACES
    assert moves(before, newest_first(before, {3: down}))[3] == -PLACES
    assert newest_first(before, {1: up, 12: down}) == before
    assert newest_first(before, {8: Adjustment(MOST / 50, ())}) == before


def test_negative_feedback_never_decides_relevance_and_positive_feedback_does_within_the_bound() -> None:
    assert for_cut(0.7, Adjustment(-MOST, ())) == for_cut(0.7, None) == 0.7
    assert for_cut(0.7, Adjustment(MOST, ())) == pytest.approx(0.7 * (1 + MOST))


@pytest.fixture(scope="module")
def world() -> World:
    """Marks given on the first half of the topics."""
    marked_world = World(11)
    marked_world.use(range(TOPICS // 2))
    return marked_world


def test_new_searches_on_a_marked_topic_show_more_of_what_its_user_prefers(world: World) -> None:
    queries = [world.search(topic) for topic in range(TOPICS // 2) for _ in range(3)]
    before = [world.shown(query, learn=False) for query in queries]
    after = [world.shown(query) for query in queries]
    gain = np.mean([precision(world, shown) for shown in after]) - np.mean(
        [precision(world, shown) for shown in before]
    )
    assert gain > 0.15
    ranks = [(mean_rank(world, one), mean_rank(world, two)) for one, two in zip(before, after, strict=True)]
    assert np.mean([two < one for one, two in ranks]) > 0.9


def test_searches_on_other_topics_are_as_if_nothing_had_been_marked(world: World) -> None:
    for topic in range(TOPICS // 2, TOPICS):
        query = world.search(topic)
        assert world.nudges(query) == {}
        assert world.shown(query) == world.shown(query, learn=False)


def library(amounts: dict[int, float]) -> Memory:
    memory = Memory(learned=TaughtFeedback(amounts))
    for number, word in enumerate(["alpha", "bravo", "charlie", "delta"], start=1):
        memory.add(number, f"Consent to search under 404(b), {word}.", date(2000 + number, 1, 1))
    memory.add(9, "Consent alone, with some other words besides.", date(1990, 1, 1))
    return memory


def ask_marked(memory: Memory, text: str = "consent to search", **values: object) -> SearchAnswer:
    request = SearchRequest(text, order=Order.BEST, **values)  # type: ignore[arg-type]
    return memory.searcher(semantic=False).search(request)


def shown_ids(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.close]


def hit_of(answer: SearchAnswer, number: int) -> Hit:
    return next(hit for hit in answer.hits if hit.passage.id == number)


def test_marks_change_the_places_of_a_search_and_are_its_first_reason_and_a_factor() -> None:
    assert shown_ids(ask_marked(library({}))) == [4, 3, 2, 1]
    answer = ask_marked(library({1: MOST, 4: -MOST}))
    assert shown_ids(answer)[0] == 1 and shown_ids(answer)[-1] == 4
    assert hit_of(answer, 1).reasons[0] == "Marked as helpful for “car search”"
    factor = hit_of(answer, 4).factors[-1]
    assert (factor.name, factor.value) == ("feedback", -MOST)
    assert [hit.rank for hit in answer.close] == [1, 2, 3, 4]


def test_a_search_whose_marks_are_ignored_teaches_nothing() -> None:
    searcher = library({1: MOST}).searcher(semantic=False)
    request = SearchRequest("consent to search", order=Order.BEST)
    assert searcher.relevant(request)[0] == 1
    assert searcher.relevant(request, ignoring=["car search"]) == [4, 3, 2, 1]
    ranking = searcher.rank(request, ignoring=["car search"])
    answer = searcher.answer(request, searcher.results(ranking, request.order))
    assert not any("marked" in reason.lower() for hit in answer.hits for reason in hit.reasons)
