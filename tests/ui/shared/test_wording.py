"""Titles, dates, pages and counts in words."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.documents import Distinction, NamePart
from tests.ui.conftest import made_up_brief
from ui.shared import wording
from ui.shared.wording import typed_range


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ([(NamePart.KIND, "brief"), (NamePart.SIDE, "Appellant")], "Brief of Appellant"),
        ([(NamePart.PAPER, "Reply Brief")], "Reply Brief"),
        ([(NamePart.FILED, "2015-03-03")], "March 3, 2015"),
        ([(NamePart.PAGES, "1")], "1 page"),
        ([(NamePart.DOCKET, "A-1-20"), (NamePart.PAGES, "12")], "A-1-20  ·  12 pages"),
        ([(NamePart.FILE_NAME, "a.pdf"), (NamePart.FOLDER, "Old/2010")], "a.pdf  ·  Old › 2010"),
    ],
)
def test_what_distinguishes_a_document_follows_its_title(
    facts: list[tuple[NamePart, str]], words: str
) -> None:
    known = made_up_brief()
    distinctions = tuple(Distinction(part, value) for part, value in facts)
    assert wording.title(known) == known.title
    assert wording.title(replace(known, distinctions=distinctions)) == f"{known.title}  ·  {words}"


def test_a_title_that_is_cut_short_keeps_what_distinguishes_it() -> None:
    long = made_up_brief(
        title="In the Matter of " + "the Estate of " * 20,
        distinctions=(Distinction(NamePart.PAPER, "Reply Brief"),),
    )
    shown = wording.title(long, 40)
    assert shown.endswith("…  ·  Reply Brief") and len(shown) < 60


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
