"""Tests of dates in every form in which courts and lawyers write them."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.dates import (
    dates_in,
    first_date,
    format_date,
    typed_day,
    typed_days,
    whole_date,
    written_dates,
)
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "dates.txt")


def parts(text: str) -> list[tuple[int, int, int]]:
    return [(item.year, item.month, item.day) for item in written_dates(text)]


def test_a_date_is_found_in_every_usual_form_and_an_impossible_one_in_none() -> None:
    for text in EXAMPLES.texts("September 13, 2019, in every usual form"):
        assert first_date(text) == date(2019, 9, 13), text
    for text in EXAMPLES.texts("May 3, 2019, in Spanish"):
        assert first_date(text) == date(2019, 5, 3), text
    for text in ("", *EXAMPLES.texts("Impossible and possibly misread dates")):
        assert first_date(text) is None, text
    for text in EXAMPLES.texts("Numbers of sections, which are no dates"):
        assert not list(dates_in(text)), text


def test_a_text_that_is_a_date_and_nothing_else_is_read_whole() -> None:
    for text in EXAMPLES.texts("Texts that are March 5, 2021"):
        assert whole_date(f" {text} ") == date(2021, 3, 5), text
    for text in ("", *EXAMPLES.texts("Texts that are more or less than one date")):
        assert whole_date(text) is None, text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In March 2015 he moved.", [(2015, 3, 0)]),
        ("It was filed on March 3.", [(0, 3, 3)]),
        ("He left in May and may return in 2016.", [(0, 5, 0), (2016, 0, 0)]),
        ("On March 3, 4 and 9, 2015", [(2015, 3, 3), (2015, 3, 4), (2015, 3, 9)]),
        ("April 6-7, 1972", [(1972, 4, 6), (1972, 4, 7)]),
        ("the 3rd of March", [(0, 3, 3)]),
        ("2015 percent", []),
    ],
)
def test_partial_dates_keep_what_they_say(text: str, expected: list[tuple[int, int, int]]) -> None:
    assert parts(text) == expected


@given(st.dates(min_value=date(1600, 1, 1)))
def test_a_typed_day_reads_the_same_in_every_spelling(day: date) -> None:
    spellings = [
        day.isoformat(),
        f"{day.month}/{day.day}/{day.year}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.day} {day:%b} {day.year}",
    ]
    assert {typed_days(text) for text in spellings} == {(day, day)}


def test_a_typed_day_is_understood_in_every_common_form_and_a_mistyped_one_in_none() -> None:
    for text in EXAMPLES.texts("March 15, 2015, as it is typed"):
        assert typed_day(text) == date(2015, 3, 15), text
    for text in ("", *EXAMPLES.texts("Impossible and mistyped days")):
        assert typed_day(text) is None, text


def test_a_day_is_written_as_american_courts_do_and_is_read_again() -> None:
    assert format_date(date(2017, 1, 17)) == "January 17, 2017"
    assert typed_day(format_date(date(2017, 1, 17))) == date(2017, 1, 17)


@given(st.text(alphabet=st.sampled_from("1290 ,./-Mayrchof"), max_size=60))
def test_the_ranges_of_dates_are_in_order_and_no_text_fails(text: str) -> None:
    before = (0, 0)
    for _, start, end in dates_in(text):
        assert start < end <= len(text) and (start >= before[1] or (start, end) == before)
        before = (start, end)
