"""Tests of the two tiers of results: close ones in the chosen order, then others by relevance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Role
from briefbank.domain.searches import FacetKind, Filters, Order, SearchAnswer, SearchRequest, Tier
from briefbank.search.presentation import NOT_ALL
from briefbank.search.selection import BRIEFS, words_needed
from tests.search.fakes import Memory, TaughtFeedback

CAR = (1.0, 0.0, 0.0)
FAR = (0.0, 1.0, 0.0)
TEXTS = {1: "alpha bravo one", 2: "alpha bravo two", 3: "alpha three", 4: "alpha four", 5: "alpha five"}


@pytest.fixture
def memory() -> Memory:
    """Two close passages and three less close ones, each newer than the one before; others newer still."""
    notes = Memory()
    for number, text in TEXTS.items():
        notes.add(number, text, date(2000 + number, 1, 1), CAR, court=f"Court {number % 2}")
    for number in range(20, 40):
        notes.add(number, f"nothing of this {number}", date(2020, 1, 1), FAR)
    notes.directions["alpha bravo"] = CAR
    return notes


def ask(memory: Memory, text: str = "alpha bravo", **values: object) -> SearchAnswer:
    return memory.searcher().search(SearchRequest(text, **{"limit": 100, **values}))  # type: ignore[arg-type]


def ids(answer: SearchAnswer, tier: Tier) -> list[int]:
    return [hit.passage.id for hit in answer.hits if hit.tier is tier]


def close(answer: SearchAnswer) -> list[int]:
    return ids(answer, Tier.CLOSE)


def less_close(answer: SearchAnswer) -> list[int]:
    return ids(answer, Tier.LESS_CLOSE)


def test_close_passages_are_newest_first_and_the_next_best_follow_by_relevance(memory: Memory) -> None:
    memory.vectors[3] = (1.0, 0.1, 0.0)
    answer = ask(memory)
    assert close(answer) == [2, 1]
    assert less_close(answer)[:3] == [4, 5, 3], "the farthest in meaning is the last, though not the oldest"
    assert (answer.total, answer.listed) == (2, len(answer.hits))
    assert [hit.rank for hit in answer.hits] == list(range(1, answer.listed + 1))


@pytest.mark.parametrize("order", list(Order))
def test_the_order_changes_places_among_the_close_ones_alone(memory: Memory, order: Order) -> None:
    memory.vectors[2] = (1.0, 0.2, 0.0)
    answer = ask(memory, order=order)
    assert close(answer) == ([2, 1] if order is Order.NEWEST else [1, 2])
    assert less_close(answer) == less_close(ask(memory))


def test_a_list_names_ten_documents_or_all_of_a_smaller_library(memory: Memory) -> None:
    assert len(set(ask(memory).briefs)) == BRIEFS
    for number in range(25, 40):
        del memory.documents[number], memory.passages[number], memory.vectors[number]
    memory.documents = dict(memory.documents)
    assert set(ask(memory).briefs) == set(memory.documents)


def test_a_long_brief_that_fills_all_candidates_does_not_end_the_list() -> None:
    memory = Memory()
    memory.directions["alpha bravo"] = CAR
    for number in range(1, 261):
        memory.add(number, f"alpha bravo {number}", date(2000, 1, 1), CAR)
        memory.passages[number] = replace(memory.passages[number], document_id=1, ordinal=number)
    for number in range(300, 320):
        memory.add(number, f"charlie {number}", date(2020, 1, 1), (0.5, 0.8, 0.0))
    memory.documents = {1: memory.documents[1], **{n: memory.documents[n] for n in range(300, 320)}}
    answer = ask(memory, limit=1000)
    assert set(close(answer)) <= set(range(1, 261)) and len(set(answer.briefs)) == BRIEFS


def test_documents_that_folding_takes_off_the_list_are_replaced() -> None:
    """Fifteen briefs have the same words, and make one result."""
    memory = Memory()
    memory.directions["alpha bravo"] = CAR
    for number in range(1, 16):
        memory.add(number, "alpha bravo charlie delta", date(2000, 1, number), CAR)
    for number in range(20, 60):
        memory.add(number, f"alpha number {number}", date(2010, 1, 1), (0.9, 0.1, 0.0))
    assert len(set(ask(memory).briefs)) >= BRIEFS


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("404(b) alpha bravo", "Under 404(b) it was."),
        ("alpha bravo 2C:44-1", "See 2C:44-1."),
        ("alpha bravo A-1234-19", "No. A-1234-19 it was."),
        ("State v. Frost alpha bravo", "As in State v Frost."),
        ("“charlie delta” alpha bravo", "It was charlie delta."),
    ],
)
def test_an_exact_match_is_close_however_weak_the_rest(memory: Memory, query: str, text: str) -> None:
    memory.directions[query] = CAR
    memory.add(50, text, date(2024, 1, 1), FAR)
    memory.add(51, f"{text} alpha bravo", date(2001, 1, 1), CAR)
    answer = ask(memory, query)
    assert close(answer)[0] == 50 and 51 in close(answer)


def test_a_bare_number_makes_nothing_close_that_is_not_near_the_subject(memory: Memory) -> None:
    memory.directions["Rule 16 alpha bravo"] = CAR
    memory.add(50, "The clerk read 16 names.", date(2024, 1, 1), FAR)
    memory.add(51, "Under Rule 16 there was an alpha bravo order.", date(2023, 1, 1), (0.8, 0.6, 0.0))
    answer = ask(memory, "Rule 16 alpha bravo")
    assert 51 in close(answer) and 50 not in close(answer)


def test_citations_of_a_pasted_text_must_be_near_the_subject_too(memory: Memory) -> None:
    memory.add(50, "See 2C:44-1.", date(2024, 1, 1), FAR)
    facts = " ".join(f"fact{number}" for number in range(50))
    for text, values in ((f"alpha bravo 2C:44-1 {facts}", {}), ("alpha bravo 2C:44-1", {"literal": True})):
        memory.directions[text] = CAR
        assert 50 not in close(ask(memory, text, **values))


def test_a_newer_passage_with_the_common_one_of_two_words_is_not_close(memory: Memory) -> None:
    """The drivers of forklifts are newer, and their vectors no farther than half."""
    notes = Memory()
    notes.directions["nervousness driver"] = CAR
    notes.add(1, "The nervousness of the driver gave no suspicion.", date(2001, 1, 1), (0.7, 0.7, 0.0))
    for number in range(2, 9):
        notes.add(number, f"The driver of forklift {number} was hired.", date(2020, 1, 1), (0.3, 0.95, 0.0))
    answer = ask(notes, "nervousness driver")
    assert close(answer) == [1] and set(less_close(answer)) == set(range(2, 9))


def test_a_list_without_close_results_is_ordered_by_relevance(memory: Memory) -> None:
    text = "alpha unknown words beside bravo"
    memory.directions[text] = (0.3, 0.0, 0.954)
    newest, best = (ask(memory, text, order=order) for order in Order)
    assert newest.nothing_close and close(newest) == []
    assert less_close(newest) == less_close(best) and less_close(newest)[:2] == [1, 2]
    scores = [hit.score for hit in newest.hits]
    assert scores == sorted(scores, reverse=True)


def test_pages_of_both_tiers_add_up_to_the_list(memory: Memory) -> None:
    whole, searcher = ask(memory), memory.searcher()
    pages = [searcher.search(SearchRequest("alpha bravo", 3, start=at)) for at in range(0, whole.listed, 3)]
    assert [hit for page in pages for hit in page.hits] == list(whole.hits)
    assert {(page.total, page.less_close, page.briefs) for page in pages} == {
        (whole.total, whole.less_close, whole.briefs)
    }


def test_counts_beside_a_list_are_those_of_the_close_results(memory: Memory) -> None:
    searcher, request = memory.searcher(), SearchRequest("alpha bravo")
    answer, facets = searcher.search(request), searcher.breakdown(request)
    assert sum(number for _, number in facets.years) == answer.total == 2
    (courts,) = [facet for facet in facets.facets if facet.kind is FacetKind.COURT]
    assert {value.value: value.count for value in courts.values} == {"Court 0": 1, "Court 1": 1}


def test_counts_without_close_results_are_of_the_whole_list(memory: Memory) -> None:
    memory.directions["zulu alpha yankee xray"] = (0.0, 0.0, 1.0)
    searcher, request = memory.searcher(), SearchRequest("zulu alpha yankee xray")
    answer = searcher.search(request)
    assert answer.nothing_close
    assert sum(number for _, number in searcher.breakdown(request).years) == answer.listed


def test_a_less_close_copy_of_a_result_is_folded_into_it(memory: Memory) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    memory.add(6, f"alpha bravo {words}", date(2006, 1, 1), CAR)
    memory.add(7, f"alpha {words}", date(2007, 1, 1), CAR)
    answer = ask(memory)
    assert 7 not in [hit.passage.id for hit in answer.hits]
    (first,) = [hit for hit in answer.hits if hit.passage.id == 6]
    assert [copy.passage_id for copy in first.copies] == [7]


def test_feedback_lifts_no_less_close_passage_above_a_close_one(memory: Memory) -> None:
    memory.learned = TaughtFeedback({3: 0.05}, "alpha bravo")
    answer = ask(memory)
    assert close(answer) == [2, 1]
    assert [hit.passage.id for hit in answer.hits] == [*close(answer), *less_close(answer)]


def test_positive_feedback_makes_a_passage_close_and_negative_feedback_removes_none(memory: Memory) -> None:
    memory.add(6, "bravo alpha", date(2006, 1, 1), (0.55, 0.83, 0.0))
    memory.learned = TaughtFeedback({1: -0.15, 2: -0.15}, "alpha bravo")
    assert {1, 2} <= set(close(ask(memory)))


def test_the_facts_of_a_brief_follow_its_argument_where_both_are_close() -> None:
    memory = Memory()
    memory.directions["alpha bravo"] = CAR
    for number, role in enumerate((Role.FACTS, Role.PROCEDURE, Role.BODY), 1):
        memory.add(number, f"alpha bravo {role}", date(2010, 1, 1), (1.0, number / 100, 0.0))
        memory.passages[number] = replace(
            memory.passages[number], document_id=1, ordinal=number - 1, role=role
        )
    memory.documents = {1: memory.documents[1]}
    for order in Order:
        assert close(ask(memory, order=order)) == [3, 1, 2]


# --- exact searches --------------------------------------------------------------------------------------


def test_an_exact_search_continues_with_passages_that_match_in_part(memory: Memory) -> None:
    memory.directions["alpha bravo"] = CAR
    answer = ask(memory, "“alpha” AND “bravo”")
    assert close(answer) == [2, 1]
    assert {3, 4, 5} <= set(less_close(answer))
    marked_incomplete = [NOT_ALL in hit.reasons for hit in answer.hits]
    assert marked_incomplete == [hit.tier is Tier.LESS_CLOSE for hit in answer.hits]
    assert answer.hits[2].marks, "the words that it has are marked"


@pytest.mark.parametrize("order", list(Order))
def test_passages_excluded_by_an_exact_search_are_not_less_close_results(
    memory: Memory, order: Order
) -> None:
    answer = ask(memory, "“alpha” AND “bravo” NOT five", order=order)
    assert close(answer)[:1] and 5 not in [hit.passage.id for hit in answer.hits]


@pytest.mark.parametrize("text", ["court:“Court 1” alpha bravo", "court:“Court 1” AND “alpha bravo”"])
def test_a_condition_that_few_documents_fulfil_is_followed_by_others_that_say_so(
    memory: Memory, text: str
) -> None:
    memory.directions[text] = CAR
    answer = ask(memory, text)
    assert {hit.document.court for hit in answer.close} == {"Court 1"}
    assert len(set(answer.briefs)) == BRIEFS
    for hit in answer.hits:
        assert hit.document.court == "Court 1" or (NOT_ALL in hit.reasons and hit.tier is Tier.LESS_CLOSE)


def test_filters_hold_for_less_close_passages_too(memory: Memory) -> None:
    early = ask(memory, filters=Filters(filed_to=date(2003, 12, 31)))
    assert {hit.document.id for hit in early.hits} == {1, 2, 3}


def test_a_number_that_no_passage_has_is_followed_by_those_with_its_first_part() -> None:
    memory = Memory()
    for number, text in enumerate(("Rule 803(c) is read.", "Nothing here.", "Rule 701 is read."), 1):
        memory.add(number, text, date(2020, 1, number), FAR)
    answer = ask(memory, "803(c)(27)")
    assert answer.nothing_close and less_close(answer)[0] == 1
    assert [(wider.query, wider.total) for wider in answer.loosenings] == [("803(c)", 1)]


def test_an_unknown_docket_is_not_followed_by_passages_with_two_of_its_digits() -> None:
    memory = Memory()
    for number, text in enumerate(("Section 12-07 was read.", "The clerk read 9213 names."), 1):
        memory.add(number, text, date(2020, 1, number))
    assert less_close(ask(memory, "A-9213-07")) == [2]


def test_nothing_is_added_to_a_search_of_conditions_alone(memory: Memory) -> None:
    answer = ask(memory, "court:“Court 1”")
    assert (sorted(close(answer)), less_close(answer)) == ([1, 3, 5], [])


# --- for any library -------------------------------------------------------------------------------------

WORDS = st.lists(st.sampled_from(["alpha", "bravo", "charlie", "delta"]), min_size=1, max_size=4)
DIRECTIONS = st.tuples(st.floats(0, 1), st.floats(0.01, 1), st.floats(0, 1))
PASSAGES = st.lists(
    st.tuples(WORDS, DIRECTIONS, st.none() | st.dates(date(2000, 1, 1), date(2024, 1, 1))),
    min_size=1,
    max_size=40,
)


@given(PASSAGES, WORDS, st.sampled_from(Order), st.sampled_from(["", "“", "404(b) "]))
def test_the_list_of_any_library_is_ordered_and_names_ten_documents_or_all(
    passages: Sequence[tuple[list[str], tuple[float, float, float], date | None]],
    query: list[str],
    order: Order,
    kind: str,
) -> None:
    memory = Memory()
    for number, (words, direction, filed) in enumerate(passages, 1):
        memory.add(number, f"{' '.join(words)} number{number}.", filed, direction)
    text = f"“{' '.join(query)}”" if kind == "“" else f"{kind}{' '.join(query)}"
    memory.directions[text] = CAR
    answer = ask(memory, text, order=order)
    assert [hit.passage.id for hit in answer.hits] == [*close(answer), *less_close(answer)]
    assert (answer.total, answer.less_close) == (len(close(answer)), len(less_close(answer)))
    below = [hit.score for hit in answer.hits if hit.tier is Tier.LESS_CLOSE]
    assert below == sorted(below, reverse=True)
    if order is Order.NEWEST:
        days = [hit.document.filed or date.min for hit in answer.close]
        assert days == sorted(days, reverse=True)
    named = {hit.document.id for hit in answer.hits}
    named |= {copy.document_id for hit in answer.hits for copy in hit.copies}
    assert len(named) >= min(BRIEFS, len(passages))


@pytest.mark.parametrize(("in_query", "needed"), [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (300, 2)])
def test_a_third_of_the_words_is_enough_and_two_always_are(in_query: int, needed: int) -> None:
    assert words_needed(in_query) == needed
