"""Tests of the days a provision is in force, by its own words and by the start of the next version."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations.provisions import read, settled
from briefbank.domain.authorities import ALWAYS, Window
from tests.support.complexity import grows_linearly, repeated


def window(first: str, last: str) -> Window:
    return Window(date.fromisoformat(first) if first else None, date.fromisoformat(last) if last else None)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        (
            "30-1-101. [Effective until January 1, 2016. See the version effective on January 1, 2016.]",
            "",
            "2015-12-31",
        ),
        ("30-1-101. Letters. [Effective January 1, 2016.]", "2016-01-01", ""),
        ("x. [Effective on January 1, 2016, until July 1, 2018.]", "2016-01-01", "2018-06-30"),
        ("[Effective from July 1, 2013, to June 30, 2016.]", "2013-07-01", "2016-06-30"),
        ("x. [Effective through December 31, 2015]", "", "2015-12-31"),
        ("x. [Expires June 30, 2020.]", "", "2020-06-30"),
        ("x. [Repealed effective July 1, 2012.]", "", "2012-06-30"),
        ("x. (Effective July 1, 2013)", "2013-07-01", ""),
        (
            "L.1978, c.95; amended 1979, c.178, eff. Jan. 1, 1980; 2013, c.111, s.3, eff. Aug. 8, 2013.",
            "2013-08-08",
            "",
        ),
        (
            "[Acts 2013, ch. 235; effective July 1, 2013; Acts 2015, ch. 1; effective January 1, 2016.]",
            "2016-01-01",
            "",
        ),
        ("Repealed by Acts 2010, ch. 5, § 2, effective July 1, 2010.", "", "2010-06-30"),
        (
            "L.2013, c.111, eff. Aug. 8, 2013; repealed 2015, c.2, eff. Jan. 1, 2016.",
            "2013-08-08",
            "2015-12-31",
        ),
        ("Repealed and reenacted 2015, c.2, eff. Jan. 1, 2016.", "2016-01-01", ""),
        ("(As amended Apr. 29, 2002, eff. Dec. 1, 2002.)", "2002-12-01", ""),
        ("Note: amended July 16, 1979 to be effective September 10, 1979.", "1979-09-10", ""),
        ("Effective July 1, 2013.", "2013-07-01", ""),
        ("Effective: July 1, 2013\n2C:44-1. Criteria", "2013-07-01", ""),
        ("Effective Date: 03-23-2000", "2000-03-23", ""),
        ("Effective Dates. Acts 2013, ch. 235, § 94. July 1, 2013.", "2013-07-01", ""),
        ("eff. 7-1-2013", "2013-07-01", ""),
        ("In effect from July 1, 2013 through June 30, 2016.", "2013-07-01", "2016-06-30"),
        ("This section shall take effect on July 1, 2013.", "2013-07-01", ""),
        ("This section is repealed on January 1, 2020.", "", "2019-12-31"),
        ("This section shall remain in effect only until January 1, 2020.", "", "2019-12-31"),
        ("This section shall become inoperative on July 1, 2020.", "", "2020-06-30"),
        ("This act shall expire on June 30, 2021.", "", "2021-06-30"),
        ("Sunset date: June 30, 2009", "", "2009-06-30"),
    ],
)
def test_the_window_of_a_provision_comes_from_its_own_text(text: str, first: str, last: str) -> None:
    assert read(text) == window(first, last)


@pytest.mark.parametrize(
    "text",
    [
        "[Acts 2013, ch. 5, § 2.]",
        "Effective July 1, 2013, every fee is $20.",
        "A person who commits an offense on or after July 1, 2013 shall be sentenced so.",
        "An order effective January 1, 2010 shall be void.",
        "This section applies to offenses committed after July 1, 2013.",
        "Current through December 31, 2014",
        "Subsection b. repealed by L.2014, c.1, eff. January 1, 2015.",
        "This directive supersedes the directive effective January 1, 2010.",
        "Effective February 30, 2013.",
        "",
    ],
)
def test_a_date_of_something_else_is_no_window(text: str) -> None:
    assert read(text) == ALWAYS


def test_a_bracket_wins_over_the_history_where_both_cannot_be() -> None:
    text = "x. [Effective until January 1, 2010.]\nL.2012, c.1, eff. July 1, 2012."
    assert read(text) == window("", "2009-12-31")


@given(st.text(max_size=400))
def test_no_text_makes_reading_a_window_fail(text: str) -> None:
    read(text)
    read(f"[Effective {text} July 1, 2013 {text}]")


@pytest.mark.parametrize(
    "piece",
    ["effective July 1, 2013 ", "[(", "This section shall ", "repealed 2013, ", "July 1, 2013 until "],
)
def test_a_long_text_is_read_in_linear_time(piece: str) -> None:
    assert grows_linearly(lambda text: read(f"effective {text}"), repeated(piece), 100_000)


BEGIN = date(2000, 1, 1)
DAYS = st.none() | st.integers(0, 30).map(lambda number: BEGIN + timedelta(days=number))
WINDOWS = st.tuples(DAYS, DAYS).map(
    lambda pair: Window(*pair) if None in pair else Window(min(pair), max(pair))
)  # type: ignore[type-var]


def holds_by_brute_force(windows: list[Window], at: int, day: date) -> bool:
    """Tell whether a provision is in force on a day, by comparing all windows.

    It is in force from its first day until its last, or until another version begins later than it did.
    """
    own = windows[at]
    if (own.first and day < own.first) or (own.last and day > own.last):
        return False
    if own.last or not own.first:
        return True
    return not any(other.first and own.first < other.first <= day for other in windows)


@given(st.lists(WINDOWS, max_size=6))
def test_at_every_day_exactly_the_versions_in_force_hold(windows: list[Window]) -> None:
    results = settled(windows)
    for day in (BEGIN + timedelta(days=number) for number in range(-2, 34)):
        expected = [holds_by_brute_force(windows, at, day) for at in range(len(windows))]
        assert [item.holds(day) for item in results] == expected
