"""Dates as typed and as shown, and the sentences around numbers."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.ingest import FileProgress, Stage
from briefbank.domain.searches import Order
from briefbank.exports.quotations import of_hit, to_text
from tests.stand_ins.library import StubLibrary
from ui.shared import wording
from ui.shared.date_ranges import typed_range


@pytest.mark.parametrize(
    ("typed", "first", "last"),
    [
        ("2015", date(2015, 1, 1), date(2015, 12, 31)),
        (" March  2015 ", date(2015, 3, 1), date(2015, 3, 31)),
        ("feb 2016", date(2016, 2, 1), date(2016, 2, 29)),
        ("2015-03", date(2015, 3, 1), date(2015, 3, 31)),
        ("3/2015", date(2015, 3, 1), date(2015, 3, 31)),
        ("3/15/2015", date(2015, 3, 15), date(2015, 3, 15)),
        ("2015-03-15", date(2015, 3, 15), date(2015, 3, 15)),
        ("March 15, 2015", date(2015, 3, 15), date(2015, 3, 15)),
        ("15 Sept. 2015", date(2015, 9, 15), date(2015, 9, 15)),
    ],
)
def test_usual_ways_to_write_a_date_are_understood(typed: str, first: date, last: date) -> None:
    assert typed_range(typed) == (first, last)


@pytest.mark.parametrize(
    "typed", ["", "yesterday", "13/2015", "2/30/2015", "0/5/2015", "3/0/2015", "0000", "99", "12 May 3, 2015"]
)
def test_what_is_no_date_is_not_guessed(typed: str) -> None:
    assert typed_range(typed) is None


@given(st.text(max_size=40))
def test_no_text_makes_the_date_reader_fail(typed: str) -> None:
    result = typed_range(typed)
    assert result is None or result[0] <= result[1]


@given(st.dates(min_value=date(1600, 1, 1)))
def test_a_date_in_words_is_read_back_as_itself(day: date) -> None:
    assert typed_range(wording.day(day)) == (day, day)


def test_pages_are_named_by_their_printed_label_where_there_is_one() -> None:
    assert wording.page("12", 14) == "page 12"
    assert wording.page("", 14) == "file page 15"
    assert wording.page_of("12", 14, 60) == "page 12 (file page 15 of 60)"


def test_the_number_of_results_says_how_many_of_how_many() -> None:
    assert wording.result_count(12, 34, Order.NEWEST) == "12 of 34 passages, newest first"
    assert wording.result_count(1, 1, Order.BEST) == "1 passage, best match first"


def test_time_left_is_rough_and_never_negative() -> None:
    assert wording.time_left(None) == ""
    assert wording.time_left(-3) == ""
    assert wording.time_left(timedelta(minutes=2, seconds=10).total_seconds()) == "about 2 minutes left"


def test_a_copied_sample_passage_says_that_it_is_made_up() -> None:
    from briefbank.domain.searches import SearchRequest

    hits = StubLibrary().search(SearchRequest("consent")).hits
    sample = next(hit for hit in hits if hit.document.sample)
    assert to_text(of_hit(sample)).startswith(sample.passage.text)
    assert to_text(of_hit(sample)).endswith(f"{sample.citation} [Sample: made up]")


@pytest.mark.parametrize(
    ("bytes_", "said"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (999, "999 bytes"),
        (1000, "1 kB"),
        (999_600, "1 MB"),
        (412_345_678, "412 MB"),
        (1_260_000_000, "1.3 GB"),
        (128_400_000_000, "128 GB"),
        (3_200_000_000_000_000, "3,200 TB"),
    ],
)
def test_sizes_are_told_as_file_managers_tell_them(bytes_: int, said: str) -> None:
    assert wording.size(bytes_) == said


def test_a_scan_whose_pages_wait_is_not_said_to_be_recognised_yet() -> None:
    waiting = FileProgress(Path("scan.pdf"), Stage.OCR, 0, 48)
    assert wording.progress(waiting) == "48 scanned pages to recognise"
    assert wording.progress(FileProgress(Path("scan.pdf"), Stage.OCR, 1, 48)).endswith("page 2 of 48")
