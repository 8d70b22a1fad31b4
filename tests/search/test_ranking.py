"""The relevant set: where it is cut, what stands alone, and what comes first."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Order
from briefbank.search.candidate import Candidate, Found
from briefbank.search.channels.identifiers import NUMBERS
from briefbank.search.channels.meaning import MEANING_FLOOR
from briefbank.search.feedback import MOST, Adjustment
from briefbank.search.ordering import arranged
from briefbank.search.relevant_set import SHARE, above_cut, on_subject, words_needed
from tests.search.fakes import document, passage


def candidates(*relevances: float) -> list[Candidate]:
    return [Candidate(at, value, True, None) for at, value in enumerate(relevances, start=1)]


def found(
    number: int, relevance: float = 1.0, filed: date | None = None, text: str = "", **values: object
) -> Found:
    known = {"has_words": True, "cosine": None, **values}
    candidate = Candidate(number, relevance, **known)  # type: ignore[arg-type]
    return Found(candidate, passage(number, text or f"text {number}"), document(number, filed))


def test_the_set_ends_where_relevance_falls_off_not_at_a_number() -> None:
    assert len(above_cut(candidates(1.0, 0.97, 0.4, 0.39, 0.38), Order.NEWEST, {}, exact=False)) == 2
    assert len(above_cut(candidates(*[0.9] * 60), Order.NEWEST, {}, exact=False)) == 60


def test_the_set_is_tighter_when_the_newest_come_first() -> None:
    values = candidates(1.0, 0.9, 0.8, 0.7, 0.65, 0.5)
    assert len(above_cut(values, Order.NEWEST, {}, exact=False)) == 3
    assert len(above_cut(values, Order.BEST, {}, exact=False)) == 5


def test_one_strong_passage_is_not_joined_by_weak_ones_that_could_stand_above_it() -> None:
    assert len(above_cut(candidates(1.0, 0.68, 0.62), Order.NEWEST, {}, exact=False)) == 1


def test_an_exact_question_has_no_cut() -> None:
    assert len(above_cut(candidates(1.0, 0.1), Order.NEWEST, {}, exact=True)) == 2


def test_thumbs_up_lift_a_passage_above_the_cut_and_thumbs_down_take_none_out() -> None:
    values = candidates(1.0, 0.8, 0.7, 0.4)
    marked = {2: Adjustment(-MOST, ()), 3: Adjustment(MOST, ()), 4: Adjustment(MOST, ())}
    kept = above_cut(values, Order.NEWEST, marked, exact=False)
    assert [each.passage_id for each in kept] == [1, 2, 3]
    assert above_cut(values, Order.NEWEST, {1: Adjustment(MOST, ())}, exact=False) == values[:2]


def test_a_passage_with_the_number_asked_for_stays_if_it_is_similar_however_far_below_the_best() -> None:
    best, similar, other, nothing = candidates(1.0, 0.3, 0.25, 0.2)
    similar = replace(similar, cosine=MEANING_FLOOR, shares={NUMBERS.name: 0.1})
    other = replace(other, cosine=MEANING_FLOOR - 0.01, shares={NUMBERS.name: 0.1})
    nothing = replace(nothing, cosine=0.9, shares={NUMBERS.name: 0.0})
    for order in Order:
        assert above_cut([best, similar, other, nothing], order, {}, exact=False) == [best, similar]


@given(
    st.lists(st.floats(0.01, 1), min_size=1, max_size=30),
    st.dictionaries(st.integers(1, 30), st.floats(-MOST, MOST)),
)
def test_marks_never_take_a_passage_out_of_the_relevant_set(
    values: list[float], amounts: dict[int, float]
) -> None:
    ordered = candidates(*sorted(values, reverse=True))
    marked = {number: Adjustment(amount, ()) for number, amount in amounts.items()}
    for order in Order:
        with_marks = above_cut(ordered, order, marked, exact=False)
        assert all(each in with_marks for each in above_cut(ordered, order, {}, exact=False))


@given(st.lists(st.floats(0.01, 1), min_size=1, max_size=50))
def test_the_cut_keeps_the_best_and_never_a_worse_before_a_better(values: list[float]) -> None:
    ordered = candidates(*sorted(values, reverse=True))
    for order in Order:
        kept = above_cut(ordered, order, {}, exact=False)
        assert kept == ordered[: len(kept)]
        assert kept
    assert SHARE[Order.NEWEST] > SHARE[Order.BEST]


@pytest.mark.parametrize(("in_query", "needed"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (300, 2)])
def test_a_third_of_the_words_is_enough_and_two_always_are(in_query: int, needed: int) -> None:
    assert words_needed(in_query) == needed


def test_a_question_off_the_subject_keeps_only_passages_with_enough_of_its_words() -> None:
    items = [found(1, cosine=0.2), found(2, cosine=0.1), found(3, has_words=False, cosine=0.3), found(4)]
    matched = {1: 1, 2: 1, 4: 2}
    kept = on_subject(items, 6, lambda item: matched[item.candidate.passage_id])
    assert [item.candidate.passage_id for item in kept] == [4]


def test_a_question_on_the_subject_keeps_what_has_words_or_is_near_and_drops_the_far() -> None:
    items = [found(1, cosine=0.7), found(2), found(3, has_words=False, cosine=0.5)]
    items.append(found(4, has_words=False, cosine=0.3))
    kept = on_subject(items, 6, lambda item: 1)
    assert [item.candidate.passage_id for item in kept] == [1, 2, 3]


def test_words_are_counted_only_for_the_first_three_when_the_question_is_on_the_subject() -> None:
    counted: list[int] = []

    def matched(item: Found) -> int:
        counted.append(item.candidate.passage_id)
        return 2

    on_subject([found(n) for n in range(1, 100)], 6, matched)
    assert len(counted) <= 3


def test_newest_first_puts_documents_without_a_date_last() -> None:
    items = [found(1, 1.0, None), found(2, 0.8, date(2001, 1, 1)), found(3, 0.9, date(2019, 5, 5))]
    assert [item.document.id for item in arranged(items, Order.NEWEST)] == [3, 2, 1]


def test_equal_dates_are_ordered_by_relevance_and_equal_relevance_by_date() -> None:
    day, older = date(2019, 5, 5), date(2018, 5, 5)
    assert [i.document.id for i in arranged([found(1, 0.8, day), found(2, 0.9, day)], Order.NEWEST)] == [2, 1]
    assert [i.document.id for i in arranged([found(1, 0.9, older), found(2, 0.9, day)], Order.BEST)] == [2, 1]


def test_a_search_for_nothing_found_keeps_nothing() -> None:
    assert above_cut([], Order.NEWEST, {}, exact=False) == []
    assert on_subject([], 3, lambda item: 0) == []


def test_date_and_kind_count_in_best_match_alone() -> None:
    strong, weighed_down = found(1, 0.8), replace(found(2, 0.85), recency=0.95, authority=0.98)
    assert [item.document.id for item in arranged([weighed_down, strong], Order.BEST)] == [1, 2]
    assert [item.document.id for item in arranged([strong, weighed_down], Order.NEWEST)] == [2, 1]
