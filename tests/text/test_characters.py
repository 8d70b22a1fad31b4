"""Tests that a spreadsheet runs no cell of a table we write, and that tables are read as they were typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.characters import escape_formula, unescape_formula

BEGINS = st.sampled_from("=+-@＝＋－＠﹦⁼")
UNSEEN = st.text(st.sampled_from("\n\r\t\x00\x0b \u00a0\u200b\u202e\u2028\ufeff\u00ad\u3000"), max_size=4)


@given(UNSEEN, BEGINS, st.text(max_size=5))
def test_a_formula_behind_invisible_characters_gets_an_apostrophe(unseen: str, sign: str, rest: str) -> None:
    assert escape_formula(f"{unseen}{sign}{rest}") == f"'{unseen}{sign}{rest}"


@given(st.text(max_size=8) | st.builds(str.__add__, UNSEEN | st.just("'"), st.text(max_size=3)))
def test_written_cells_are_read_back_unchanged(cell: str) -> None:
    assert unescape_formula(escape_formula(cell)) == cell


@pytest.mark.parametrize("cell", ["State v. Carty", "170 N.J. 632", "", "a=b", "(-1)", "§ 1"])
def test_plain_cells_stay(cell: str) -> None:
    assert escape_formula(cell) == cell
