"""Tests of page labels: printed numbers that agree with their neighbours."""

from __future__ import annotations

import pytest

from briefbank.extraction.clean import clean
from tests.extraction.page_factory import PlacedLine, centred, flowing, page_of

PROSE = (
    "The trial court admitted the statement over objection and the jury heard it twice before it deliberated."
)


def labels(printed: list[str], pdf: list[str] | None = None, *, y: float = 750) -> list[str]:
    pages = []
    for index, text in enumerate(printed):
        puts = flowing(f"{PROSE} {'And so on. ' * index}", 90)
        if text:
            puts.append(centred(text, y))
        pages.append(page_of(puts, index, pdf_label=pdf[index] if pdf else ""))
    return [page.label for page in clean(pages)]


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        (["", "i", "ii", "iii", "1", "2", "3"], ["", "i", "ii", "iii", "1", "2", "3"]),
        (["- 1 -", "- 2 -", "- 3 -"], ["1", "2", "3"]),
        (["Da45", "Da46", "Da47"], ["Da45", "Da46", "Da47"]),
        (["3-ER-521", "3-ER-522", "3-ER-523"], ["3-ER-521", "3-ER-522", "3-ER-523"]),
        (["JOINT APPENDIX 9", "JOINT APPENDIX 10"], ["JOINT APPENDIX 9", "JOINT APPENDIX 10"]),
        (["Page 1 of 3", "Page 2 of 3", "Page 3 of 3"], ["1", "2", "3"]),
        (["1a", "2a", "3a"], ["1a", "2a", "3a"]),
        (["12", "13", "", "15"], ["12", "13", "", "15"]),
        (["7", "99", "9"], ["7", "", "9"]),
        (["5", "5", "5"], ["", "", ""]),
        (["2019", "", "1947"], ["", "", ""]),
        (["10", "1l", "12", "l3"], ["10", "11", "12", "13"]),
        (["1"], ["1"]),
        (["- 1 -"], ["1"]),
        (["Page 1 of 1"], ["1"]),
        (["I"], [""]),
    ],
)
def test_printed_labels(printed: list[str], expected: list[str]) -> None:
    assert labels(printed) == expected


def test_labels_at_the_top_of_the_page_are_found_too() -> None:
    assert labels(["1", "2", "3"], y=40) == ["1", "2", "3"]


def test_the_files_own_labels_stand_in_where_nothing_is_printed() -> None:
    assert labels(["", "", ""], ["i", "ii", "1"]) == ["i", "ii", "1"]


def test_the_files_own_labels_do_not_contradict_what_is_printed() -> None:
    assert labels(["", "1", "2", "3"], ["1", "2", "3", "4"]) == ["", "1", "2", "3"]
    assert labels(["", "1", "2", "3"], ["Cover", "1", "2", "3"]) == ["Cover", "1", "2", "3"]


def test_a_courts_stamp_numbers_the_pages_only_where_the_document_does_not() -> None:
    def pages(own: bool) -> list[str]:
        raw_pages = []
        for n in range(4):
            puts = [
                PlacedLine(f"Case: 19-1 Document: 31 Page: {n + 1} Filed: 01/23/2019", 100, 14),
                *flowing(PROSE + " Yes." * n, 80),
            ]
            if own and n:
                puts.append(centred(str(n), 750))
            raw_pages.append(page_of(puts, n))
        return [page.label for page in clean(raw_pages)]

    assert pages(False) == ["1", "2", "3", "4"]
    assert pages(True) == ["", "1", "2", "3"]
