"""Tests of weaker matches: what the order by date leaves out is counted, and listed below where wanted."""

from __future__ import annotations

from datetime import date

import pytest

from briefbank.domain.searches import FacetKind, Order, SearchAnswer, SearchRequest
from tests.search.fakes import Memory, TaughtFeedback

CAR = (1.0, 0.0, 0.0)
TEXTS = {1: "alpha bravo one", 2: "alpha bravo two", 3: "alpha three", 4: "alpha four", 5: "alpha five"}


@pytest.fixture
def memory() -> Memory:
    """Two strong matches and three weaker ones, each newer than the one before."""
    made = Memory()
    for number, text in TEXTS.items():
        made.add(number, text, date(2000 + number, 1, 1), CAR, court=f"Court {number % 2}")
    for number in range(20, 40):
        made.add(number, f"nothing of this {number}", date(2020, 1, 1), (0.0, 1.0, 0.0))
    made.directions["alpha bravo"] = CAR
    return made


def ask(memory: Memory, text: str = "alpha bravo", **values: object) -> SearchAnswer:
    return memory.searcher().search(SearchRequest(text, **values))  # type: ignore[arg-type]


def ids(answer: SearchAnswer) -> list[int]:
    return [hit.passage.id for hit in answer.hits]


def test_newest_first_counts_the_results_that_only_best_match_lists(memory: Memory) -> None:
    answer = ask(memory)
    assert (ids(answer), answer.total, answer.weaker, answer.weaker_listed) == ([2, 1], 2, 3, False)
    best = ask(memory, order=Order.BEST)
    assert ids(best)[:2] == [2, 1] and set(ids(best)[2:]) == {3, 4, 5}
    assert best.weaker == 0


def test_where_nothing_is_close_newest_first_lacks_nothing_of_best_match(memory: Memory) -> None:
    memory.directions["alpha unknown words beside bravo"] = (0.3, 0.0, 0.954)
    newest, best = (ask(memory, "alpha unknown words beside bravo", order=order) for order in Order)
    assert newest.nothing_close and newest.weaker == 0
    assert set(ids(newest)) == set(ids(best)) == {1, 2, 3, 4, 5}


def test_weaker_matches_stand_below_all_others_newest_first_and_say_what_they_are(memory: Memory) -> None:
    answer = ask(memory, weaker=True)
    assert (ids(answer), answer.total) == ([2, 1, 5, 4, 3], 5)
    assert (answer.weaker, answer.weaker_listed) == (3, True)
    assert [hit.weaker for hit in answer.hits] == [False, False, True, True, True]
    said = [hit.reasons[0] == "A weaker match than those above it" for hit in answer.hits]
    assert said == [hit.weaker for hit in answer.hits]
    assert [hit.rank for hit in answer.hits] == [1, 2, 3, 4, 5]


def test_pages_of_a_list_with_weaker_matches_add_up_to_the_list(memory: Memory) -> None:
    searcher = memory.searcher()
    pages = [searcher.search(SearchRequest("alpha bravo", 2, start=at, weaker=True)) for at in (0, 2, 4)]
    assert [ids(page) for page in pages] == [[2, 1], [5, 4], [3]]
    assert {(page.total, page.weaker) for page in pages} == {(5, 3)}
    assert {page.briefs for page in pages} == {tuple(hit.document.id for page in pages for hit in page.hits)}


def test_the_counts_beside_a_list_are_those_of_what_it_lists(memory: Memory) -> None:
    for weaker, total in ((False, 2), (True, 5)):
        searcher = memory.searcher()
        request = SearchRequest("alpha bravo", weaker=weaker)
        assert searcher.search(request).total == total
        years = searcher.breakdown(request).years
        assert sum(number for _, number in years) == total
        courts = [each for each in searcher.breakdown(request).facets if each.kind is FacetKind.COURT]
        assert sum(value.count for value in courts[0].values) == total


def test_a_weaker_copy_of_a_result_is_folded_into_it_and_not_counted(memory: Memory) -> None:
    words = " ".join(f"word{number}" for number in range(60))
    memory.add(6, f"alpha bravo {words}", date(2006, 1, 1), CAR)
    memory.add(7, f"alpha {words}", date(2007, 1, 1), CAR)
    before = ask(memory)
    assert ids(before)[0] == 6 and not before.hits[0].copies
    assert before.weaker == 3
    listed = ask(memory, weaker=True)
    assert 7 not in ids(listed) and listed.total == before.total + before.weaker
    assert [copy.passage_id for copy in listed.hits[0].copies] == [7]


def test_feedback_lifts_no_weaker_match_above_the_others(memory: Memory) -> None:
    memory.learned = TaughtFeedback({3: 0.05}, "alpha bravo")
    plain, listed = ask(memory), ask(memory, weaker=True)
    assert ids(listed)[: plain.total] == ids(plain)
    assert [hit.weaker for hit in listed.hits] == sorted(hit.weaker for hit in listed.hits)


@pytest.mark.parametrize("text", ["“alpha bravo”", "alpha AND bravo"])
def test_a_search_for_exact_things_has_no_weaker_matches(memory: Memory, text: str) -> None:
    assert ask(memory, text, weaker=True).weaker == 0


def test_words_beside_an_operator_leave_weaker_matches_out_and_count_them(memory: Memory) -> None:
    answer = ask(memory, "kind:brief alpha bravo")
    assert (ids(answer), answer.weaker) == ([2, 1], 3)
    assert ids(ask(memory, "kind:brief alpha bravo", weaker=True)) == [2, 1, 5, 4, 3]


def test_a_search_while_one_types_does_not_count_them(memory: Memory) -> None:
    assert ask(memory, words_only=True).weaker == 0
