"""Tests of the effect of feedback on the order of results: bounded, explained, never for exact numbers."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Hit, Order, SearchAnswer, SearchRequest
from briefbank.search.feedback import MOST, PLACES
from briefbank.search.search_types import Candidate, Result
from briefbank.search.selection import arranged, with_feedback
from tests.search.fakes import Memory, TaughtFeedback, document, nudge, passage


def results(number: int) -> list[Result]:
    """Return about equally relevant results, best first."""
    return [
        Result(Candidate(at, 1.0 - at / 1000, True, None), passage(at, f"text {at}"), document(at))
        for at in range(1, number + 1)
    ]


def ids(results: Collection[Result]) -> list[int]:
    return [item.passage.id for item in results]


@pytest.mark.parametrize("order", list(Order))
def test_without_feedback_no_result_moves_and_no_reason_appears(order: Order) -> None:
    result = results(4)
    assert with_feedback(result, {99: nudge(MOST)}, order) == (result, {})


@pytest.mark.parametrize("order", list(Order))
def test_feedback_moves_results_and_is_their_reason(order: Order) -> None:
    up, why_up = with_feedback(results(4), {3: nudge(MOST)}, order)
    assert ids(up) == [3, 1, 2, 4]
    assert why_up == {3: "Marked as helpful for “pretext stop”"}
    down, why_down = with_feedback(results(4), {2: nudge(-MOST)}, order)
    assert ids(down) == [1, 3, 4, 2]
    assert why_down == {2: "Marked as not helpful for “pretext stop”"}


def test_a_passage_that_was_first_already_is_reported_as_marked_and_not_moved() -> None:
    _, reasons = with_feedback(results(2), {1: nudge(MOST)}, Order.BEST)
    assert reasons == {1: "Marked as helpful for “pretext stop”"}


@given(
    st.integers(1, 30),
    st.dictionaries(st.integers(1, 30), st.floats(-MOST, MOST).filter(bool)),
    st.sampled_from(Order),
)
def test_with_any_feedback_every_result_stays_and_none_falls_below_the_bound(
    number: int, amounts: dict[int, float], order: Order
) -> None:
    result = results(number)
    moved, reasons = with_feedback(result, {at: nudge(amount) for at, amount in amounts.items()}, order)
    after = ids(moved)
    assert sorted(after) == ids(result)
    assert all(after.index(at) - (at - 1) <= PLACES for at in after)
    assert set(reasons) == set(amounts) & set(after)


@given(
    st.lists(st.tuples(st.floats(0.5, 1), st.floats(0.9, 1), st.floats(0.9, 1)), max_size=20),
    st.dictionaries(st.integers(1, 20), st.floats(-MOST, MOST).filter(bool), max_size=4),
)
def test_results_without_marks_keep_the_order_that_relevance_date_and_kind_gave_them(
    values: list[tuple[float, float, float]], amounts: dict[int, float]
) -> None:
    results = [
        Result(Candidate(at, near, True, None), passage(at, ""), document(at), recency=new, authority=kind)
        for at, (near, new, kind) in enumerate(values, start=1)
    ]
    before = arranged(results, Order.BEST)
    after, _ = with_feedback(before, {at: nudge(amount) for at, amount in amounts.items()}, Order.BEST)
    unmarked = [number for number in ids(before) if number not in amounts]
    assert [number for number in ids(after) if number not in amounts] == unmarked


# --- in a whole search -------------------------------------------------------------------------------


def library(amounts: dict[int, float]) -> Memory:
    memory = Memory(learned=TaughtFeedback(amounts))
    for number, word in enumerate(["alpha", "bravo", "charlie", "delta"], start=1):
        memory.add(number, f"Consent to search under 404(b), {word}.", date(2000 + number, 1, 1))
    memory.add(9, "Consent alone, with some other words besides.", date(1990, 1, 1))
    return memory


def ask(memory: Memory, text: str = "consent to search", **values: object) -> SearchAnswer:
    request = SearchRequest(text, order=Order.BEST, **values)  # type: ignore[arg-type]
    return memory.searcher(semantic=False).search(request)


def shown(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.close]


def hit_of(answer: SearchAnswer, number: int) -> Hit:
    return next(hit for hit in answer.hits if hit.passage.id == number)


def test_marks_change_the_places_of_a_search_and_are_its_first_reason_and_a_factor() -> None:
    assert shown(ask(library({}))) == [4, 3, 2, 1]
    answer = ask(library({1: MOST, 4: -MOST}))
    assert shown(answer)[0] == 1 and shown(answer)[-1] == 4
    assert hit_of(answer, 1).reasons[0] == "Marked as helpful for “car search”"
    factor = hit_of(answer, 4).factors[-1]
    assert (factor.name, factor.value) == ("feedback", -MOST)
    assert [hit.rank for hit in answer.close] == [1, 2, 3, 4]


def test_negative_feedback_on_everything_removes_nothing() -> None:
    answer = ask(library(dict.fromkeys([1, 2, 3, 4], -MOST)))
    assert sorted(shown(answer)) == [1, 2, 3, 4]
    assert answer.total == 4


def test_positive_feedback_brings_in_a_passage_just_below_the_cut_and_none_far_from_it() -> None:
    request = SearchRequest("consent to search", order=Order.NEWEST)
    before, after = (library(amounts).searcher(semantic=False) for amounts in ({}, {9: MOST}))
    relevance = {candidate.passage_id: candidate.relevance for candidate in before.rank(request).candidates}
    assert 0.0 < relevance[9] < 0.75 / (1.0 + MOST)
    assert before.relevant(request) == after.relevant(request)


def test_a_search_whose_marks_are_ignored_teaches_nothing() -> None:
    searcher = library({1: MOST}).searcher(semantic=False)
    request = SearchRequest("consent to search", order=Order.BEST)
    assert searcher.relevant(request)[0] == 1
    assert searcher.relevant(request, ignoring=["car search"]) == [4, 3, 2, 1]
    ranking = searcher.rank(request, ignoring=["car search"])
    answer = searcher.answer(request, searcher.results(ranking, request.order))
    assert not any("marked" in reason.lower() for hit in answer.hits for reason in hit.reasons)


def test_a_search_for_a_number_alone_is_never_changed_by_marks() -> None:
    memory = library({1: MOST})
    assert shown(ask(memory, "404(b)")) == [4, 3, 2, 1]
    assert isinstance(memory.learned, TaughtFeedback) and memory.learned.calls == []
