"""Tests of the day whose law a query names, and of dates that name none."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.domain.searches import PartRole
from briefbank.search.interpretation import parts_of, period
from briefbank.search.parsing import parse
from briefbank.search.typed_text import law_day
from tests.support.complexity import grows_linearly, repeated

YEAR_2015 = (date(2015, 1, 1), date(2015, 12, 31))
MARCH_2015 = (date(2015, 3, 1), date(2015, 3, 31))
ONE_DAY = (date(2015, 3, 1),) * 2
EVE_OF_2014 = (date(2013, 12, 31),) * 2


@pytest.mark.parametrize(
    ("text", "days", "words"),
    [
        ("aggravating factors as of March 2015", MARCH_2015, "as of March 2015"),
        ("as of 3/1/2015: aggravating factors", ONE_DAY, "as of 3/1/2015"),
        ("aggravating factors as of March 1, 2015", ONE_DAY, "as of March 1, 2015"),
        ("aggravating factors as of 1 March 2015?", ONE_DAY, "as of 1 March 2015"),
        ("aggravating factors as of 2015-03-01", ONE_DAY, "as of 2015-03-01"),
        ("aggravating factors as of Mar. 2015", MARCH_2015, "as of Mar. 2015"),
        ("the law in 2015 on bail", YEAR_2015, "in 2015"),
        ("bail statute in the year 2015 and after", YEAR_2015, "in the year 2015"),
        ("what was in effect in March 2015 for bail", MARCH_2015, "in effect in March 2015"),
        ("bail rules in force on March 1, 2015", ONE_DAY, "in force on March 1, 2015"),
        ("under the 2015 version of 2C:44-1", YEAR_2015, "under the 2015 version of"),
        ("theft under the 2015 statute", YEAR_2015, "under the 2015 statute"),
        ("2C:44-1 before the 2014 amendment", EVE_OF_2014, "before the 2014 amendment"),
        ("prior to the amendments of 2014 to 2C:44-1", EVE_OF_2014, "prior to the amendments of 2014"),
        ("pre-2014 law of theft", EVE_OF_2014, "pre-2014 law of"),
        ("In 2015, what was the threshold for theft", YEAR_2015, "In 2015"),
        ("in March 2015 what was the threshold", MARCH_2015, "in March 2015"),
        ("bail in 2010 as of March 2015", MARCH_2015, "as of March 2015"),
    ],
)
def test_clear_words_ask_for_the_law_of_a_time(text: str, days: tuple[date, date], words: str) -> None:
    day = law_day(text, [(0, len(text))], citations.find(text))
    assert day is not None
    assert ((day.first, day.last), text[day.start : day.end]) == (days, words)


@pytest.mark.parametrize(
    "text",
    [
        "State v. Carty, 170 N.J. 632 (2002)",
        "as the court held in 2015 WL 12345",
        "L. 2013, c. 111, § 3",
        "Directive 2005-1",
        "directive in 2005-1",
        "A-1234-2015",
        "Rule 2012 version",
        "N.J.S.A. 2C:2015-1 in force",
        "18 U.S.C. § 2015 text",
        "he was arrested in 2015",
        "defendant shot his neighbor in 2015",
        "car stopped in 2015",
        "the case was filed in 2015",
        "a search in 2015 of a car",
        "police searched the house in March 2015",
        "2015 sentencing",
        "2012 law firm merger",
        "under 2012 law school rankings",
        "as of 31/12/2015 bail",
        "as of February 30, 2015 bail",
        "as of 20155",
        "from 2012 to 2015 the statute",
        "bail in 2015\n\nThe judge set bail.",
        "He owed, as of 2015, " + "and again owed money to all sorts of people " * 5,
    ],
)
def test_years_that_say_something_else_ask_for_no_law(text: str) -> None:
    assert law_day(text, [(0, len(text))], citations.find(text)) is None


def test_a_pasted_passage_and_quoted_words_ask_for_no_law() -> None:
    assert parse("bail as of 2015", citations.find, literal=True).law_day is None
    assert parse("bail “as of 2015”", citations.find).law_day is None


def test_the_words_of_the_day_are_not_searched_and_are_a_removable_part() -> None:
    parsed = parse("what were the aggravating factors as of March 2015?", citations.find)
    assert parsed.words == ("aggravating", "factors")
    (part,) = [item for item in parts_of(parsed) if item.role is PartRole.LAW]
    assert (part.text, part.without) == ("March 2015", "what were the aggravating factors ?")
    assert parse(part.without, citations.find).law_day is None


def test_a_text_that_names_only_a_time_is_searched_as_it_stands() -> None:
    for text in ("in 2015", "as of 2015"):
        parsed = parse(text, citations.find)
        assert parsed.law_day is None and "2015" in (*parsed.identifiers, *parsed.words)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        (*YEAR_2015, "2015"),
        (*MARCH_2015, "March 2015"),
        (*ONE_DAY, "March 1, 2015"),
        (date(2015, 3, 1), date(2016, 2, 29), "March 1, 2015 to February 29, 2016"),
        (date(2016, 2, 1), date(2016, 2, 29), "February 2016"),
    ],
)
def test_days_are_written_as_short_as_they_can_be(first: date, last: date, words: str) -> None:
    assert period(first, last) == words


@given(st.text(st.sampled_from("as of in the 2015/-., March,law(version)\n"), max_size=300))
def test_any_text_has_a_day_inside_it_or_none(text: str) -> None:
    day = law_day(text, [(0, len(text))], ())
    if day is not None:
        assert 0 <= day.start < day.end <= len(text)
        assert day.first <= day.last


@pytest.mark.parametrize("piece", ["as of ", "in 2015 ", "the law of ", "before the 2014 ", "   ", "1/"])
def test_a_long_text_takes_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: law_day(text, [(0, len(text))], ()), repeated(piece), 200_000)
