"""Tests of wider searches that are offered for few results, with true counts."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, SearchAnswer, SearchRequest, WiderQuery
from briefbank.errors import QueryError
from briefbank.search.interpretation import FEW
from briefbank.search.parsing import parse
from briefbank.search.rewording import MOST, loosenings
from tests.search.fakes import Memory, no_citations


def library() -> Memory:
    memory = Memory()
    memory.add(1, "The officer searched the car. A warrant was missing.", date(2001, 1, 1))
    memory.add(2, "A warrant for the car.\nThe officers searched.", date(2002, 1, 1), kind=Kind.MEMO)
    memory.add(3, "Searching a house without a warrant.", date(2003, 1, 1))
    memory.add(4, "The jury heard plain error.", date(2004, 1, 1))
    memory.add(5, "The jury saw no error, plain or not.", None)
    return memory


def ask(text: str, **values: object) -> SearchAnswer:
    return library().searcher().search(SearchRequest(text, **values))  # type: ignore[arg-type]


def offered(text: str, **values: object) -> list[tuple[str, int]]:
    return [(loosening.text, loosening.total) for loosening in ask(text, **values).loosenings]


def counted(query: WiderQuery, filters: Filters) -> int:
    """Count the results of a looser search by running it."""
    wider = SearchRequest(query.query, filters=Filters() if query.clears_filters else filters)
    return library().searcher().search(wider).total


def test_each_part_of_a_search_without_results_is_left_out_in_turn() -> None:
    assert offered("warrant AND zebra") == [("without “zebra”", 3), ("as plain words", 3)]
    assert ask("warrant AND zebra").advice.startswith("Nothing was found for “warrant”, “zebra”.")


def test_a_removed_part_stays_removed_and_can_be_restored() -> None:
    assert ("also with words that begin with “officer”", 2) in offered("car NOT officer!")
    assert ("also of the kind “brief”", 3) in offered("warrant NOT kind:brief")


def test_filters_are_offered_to_be_cleared_with_what_there_would_be() -> None:
    filters = Filters(kinds=frozenset({Kind.MEMO}), filed_from=date(2004, 1, 1))
    (cleared,) = [
        loosening for loosening in ask("“warrant”", filters=filters).loosenings if loosening.clears_filters
    ]
    assert (cleared.text, cleared.query, cleared.total) == ("without any filter", "“warrant”", 3)
    early = Filters(filed_to=date(1990, 1, 1))
    assert any(loosening.clears_filters for loosening in ask("“warrant”", filters=early).loosenings)
    assert not any(loosening.clears_filters for loosening in ask("“zebra”", filters=filters).loosenings)


@pytest.mark.parametrize("text", ["zebra", "404(b)", "“warrant”", "warrant", "find me briefs about zebra"])
def test_nothing_is_offered_without_operators_or_where_enough_was_found(text: str) -> None:
    assert ask(text).loosenings == ()


TERMS = ("officer", "searched", "warrant", "plain error", "jury", "zebra", "hous")
UNITS = st.sampled_from([f"“{term}”" for term in TERMS] + ["zebra!", "search!", "kind:memo", "before:2003"])
JOINS = st.sampled_from([" AND ", " /2 ", " +1 ", " /s ", " NOT ", " ", " car "])
PAIRS = st.tuples(UNITS, JOINS, UNITS).map("".join)
QUERIES = PAIRS | st.tuples(PAIRS, JOINS, UNITS).map("".join)
FILTERS = st.sampled_from(
    [Filters(), Filters(kinds=frozenset({Kind.MEMO})), Filters(filed_to=date(2002, 5, 1))]
)


@given(QUERIES, FILTERS)
def test_every_count_is_what_asking_for_it_finds_and_more_than_was_found(text: str, filters: Filters) -> None:
    try:
        answer = ask(text, filters=filters)
    except QueryError:
        return
    totals = [loosening.total for loosening in answer.loosenings]
    assert totals == sorted(totals, reverse=True)
    assert len([loosening for loosening in answer.loosenings if not loosening.clears_filters]) <= MOST
    assert not totals or answer.total < FEW
    for loosening in answer.loosenings:
        assert loosening.total == counted(loosening, filters) > answer.total, loosening


def test_invalid_wider_searches_are_not_offered_and_each_offer_is_counted_once() -> None:
    counted: list[tuple[str, bool]] = []

    def count(text: str, filtered: bool) -> int:
        counted.append((text, filtered))
        if "zebra" not in text:
            raise QueryError("There is no word to search for.", "")
        return 7

    results = loosenings(parse("zebra AND wagon", no_citations), 0, (), filtered=False, count=count)
    assert {item.query for item in results} == {text for text, _ in counted if "zebra" in text}
    assert len(counted) == len(set(counted)) and all(filtered for _, filtered in counted)


def test_a_text_with_hundreds_of_unknown_numbers_is_searched_again_for_a_few_of_them() -> None:
    numbers = [f"2C:44-{number}" for number in range(100, 280)]
    searched: list[str] = []

    def count(text: str, filtered: bool) -> int:
        searched.append(text)
        return 0

    loosenings(parse(" ".join(["jury", *numbers]), no_citations), 0, numbers, filtered=False, count=count)
    assert 1 < len(searched) <= 2 * MOST and "jury" in searched
