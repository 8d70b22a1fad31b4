"""Tests of dates in every form in which courts and lawyers write them."""

from __future__ import annotations

from datetime import date

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


def parts(text: str) -> list[tuple[int, int, int]]:
    return [(item.year, item.month, item.day) for item in written_dates(text)]


@pytest.mark.parametrize(
    "text",
    [
        "Sept. 13, 2019",
        "this 13th day of September, 2019",
        "9/13/2019",
        "09/13/19",
        "9.13.2019",
        "2019-09-13",
        "SEPTEMBER 13, 2019",
        "September 13,2019",
        "Page 12 September 13, 2019",
        "Dated: September 13, 2019: served by mail",
    ],
)
def test_a_date_is_found_in_every_usual_form(text: str) -> None:
    assert first_date(text) == date(2019, 9, 13)


@pytest.mark.parametrize(
    "text", ["02/30/2019", "13/40/2020", "January 99, 2019", "01/23/20l9", "no date", "1/2/3", ""]
)
def test_impossible_and_possibly_misread_dates_are_rejected(text: str) -> None:
    assert first_date(text) is None


@pytest.mark.parametrize("text", ["N.D.C.C. § 12.1-20-03(1)", "section 10-35-09.1", "§ 39-20-07", "08.18.16"])
def test_the_number_of_a_section_is_no_date(text: str) -> None:
    assert not list(dates_in(text))


@pytest.mark.parametrize(
    "typed", ["2021-03-05", "5 March 2021", "March 5, 2021", "3/5/2021", " March 5, 2021. ", "3/5/21"]
)
def test_a_text_that_is_a_date_is_read_whole(typed: str) -> None:
    assert whole_date(typed) == date(2021, 3, 5)


@pytest.mark.parametrize(
    "typed", ["", "yesterday", "2021", "13/13/2021", "filed March 5, 2021", "2021-02-30", "March 3-5, 2021"]
)
def test_a_text_that_is_more_or_less_than_one_date_is_none(typed: str) -> None:
    assert whole_date(typed) is None


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


@pytest.mark.parametrize(
    "typed",
    [
        *("3/15/2015", "03/15/2015", "3/15/15", "3-15-2015", "3.15.2015", "2015-03-15", "2015/3/15"),
        *("March 15, 2015", "march 15 2015", "Mar. 15, 2015", "March 15th, 2015", "March 15, 2015."),
        *("15 March 2015", "15 Mar 2015", "15-Mar-2015", "15th of March, 2015"),
    ],
)
def test_a_typed_day_is_understood_in_every_common_form(typed: str) -> None:
    assert typed_day(typed) == date(2015, 3, 15)


@pytest.mark.parametrize("typed", ["", "2015", "March 2015", "3/2015", "15/3/2015", "2/30/2015", "3/15/2105"])
def test_impossible_and_mistyped_days_are_rejected(typed: str) -> None:
    assert typed_day(typed) is None


def test_a_day_is_written_as_american_courts_do_and_is_read_again() -> None:
    assert format_date(date(2017, 1, 17)) == "January 17, 2017"
    assert typed_day(format_date(date(2017, 1, 17))) == date(2017, 1, 17)


@given(st.text(alphabet=st.sampled_from("1290 ,./-Mayrchof"), max_size=60))
def test_the_ranges_of_dates_are_in_order_and_no_text_fails(text: str) -> None:
    before = (0, 0)
    for _, start, end in dates_in(text):
        assert start < end <= len(text) and (start >= before[1] or (start, end) == before)
        before = (start, end)


@pytest.mark.parametrize(
    "text",
    ["el 3 de mayo de 2019", "a 3 de Mayo del 2019,", "hoy, 3 de mayo del año 2019", "A 3 DE MAYO DE 2019"],
)
def test_a_date_in_spanish_is_read(text: str) -> None:
    assert first_date(text) == date(2019, 5, 3)
