"""Tests of the table of results: complete, readable by any spreadsheet, and without formulas."""

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Tier
from briefbank.exports.exports import RESULT_COLUMNS, results_table
from briefbank.text.characters import table
from tests.exports.factory import hit


def read(content: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_excel_is_told_that_it_is_utf_8() -> None:
    assert results_table([]).startswith(b"\xef\xbb\xbf" + RESULT_COLUMNS[0].encode())


def test_a_row_tells_the_passage_its_document_and_how_to_cite_it() -> None:
    head, row = read(results_table([hit(1, "He said “no”,\nand left.", alerts=("Overruled.",), doubt=0.5)]))
    cells = dict(zip(head, row, strict=True))
    assert cells["Title"] == "State v. Doe"
    assert cells["Filed"] == "2015-03-03"
    assert (cells["Page"], cells["File page"]) == ("12", "15")
    assert cells["Passage"] == "He said “no”,\nand left."
    assert cells["Citation"].startswith("Brief at 12, State v. Doe")
    assert cells["Notes"].splitlines()[0] == "Overruled."
    assert "50 %" in cells["Notes"]


def test_a_row_says_whether_its_passage_is_close() -> None:
    rows = read(results_table([hit(1), hit(2, tier=Tier.LESS_CLOSE)]))
    assert [row[RESULT_COLUMNS.index("Tier")] for row in rows[1:]] == ["Close", "Less close"]


@pytest.mark.parametrize(
    "cell", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "=cmd|'/c calc'!A0"]
)
def test_a_cell_that_begins_as_a_formula_does_is_none(cell: str) -> None:
    assert read(table(["Cell"], [[cell]]))[1][0].startswith("'")


def test_a_title_that_is_a_formula_stands_in_the_table_as_words() -> None:
    row = read(results_table([hit(1, title='=HYPERLINK("http://x","y")')]))[1]
    assert '\'=HYPERLINK("http://x","y")' in row


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=80))
def test_any_passage_text_is_read_back_from_the_table(text: str) -> None:
    known = hit(1)
    shown = replace(known, passage=replace(known.passage, text=text, spans=()))
    cell = read(results_table([shown]))[1][RESULT_COLUMNS.index("Passage")]
    assert not cell.lstrip(" ").startswith(("=", "+", "-", "@"))
