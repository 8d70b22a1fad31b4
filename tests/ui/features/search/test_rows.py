"""Rows of a long list: their guessed and measured heights, and how they are grouped by brief."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import SearchAnswer
from ui.features.search.grouping import Group, Row, grouped
from ui.kit.directions import isolated
from ui.kit.row_heights import BLOCK, RowHeights
from ui.shared.excerpts import runs_right_to_left


@given(st.integers(0, 3 * BLOCK), st.lists(st.tuples(st.integers(0, 400), st.integers(1, 900)), max_size=60))
def test_places_of_rows_are_the_sums_of_the_heights_above_them(
    rows: int, measured: list[tuple[int, int]]
) -> None:
    heights, plain = RowHeights(), [190] * rows
    heights.reset(rows, 190)
    for row, height in measured:
        if row < rows:
            assert heights.measured(row, height) == height - plain[row]
            plain[row] = height
    assert heights.whole == sum(plain)
    for row in range(0, rows, 17):
        top = sum(plain[:row])
        assert heights.top(row) == top
        assert heights.at(top) == heights.at(top + plain[row] - 1) == row
    assert heights.at(-1) == heights.at(sum(plain)) == -1


def test_rows_in_doubt_keep_their_heights_until_they_are_measured_again() -> None:
    heights = RowHeights()
    heights.reset(5, 100)
    heights.measured(2, 40)
    heights.invalidate(1, 99)
    assert not heights.known(2) and heights.height(2) == 40


documents = st.lists(st.integers(0, 6), max_size=40)


@given(documents, st.integers(0, 40), st.sets(st.tuples(st.integers(1, 6), st.booleans())))
def test_every_result_stands_once_at_its_place_or_beneath_the_first_one_of_its_brief(
    of: list[int], weaker: int, unfolded: set[tuple[int, int]]
) -> None:
    strong = max(0, len(of) - weaker)
    answer = SearchAnswer(
        "", 0.0, len(of), (), briefs=tuple(of), weaker=len(of) - strong, weaker_listed=strong < len(of)
    )
    rows, lines = grouped(answer, unfolded)
    keys = [(number, place >= strong) if number else (0, place) for place, number in enumerate(of)]
    members = {key: [place for place, each in enumerate(keys) if each == key] for key in dict.fromkeys(keys)}
    expected: list[Row] = []
    for key, (first, *others) in members.items():
        expected.append(first)
        if others:
            expected.append(Group(key, first, len(others), at_least=False, collapsed=key not in unfolded))
            expected += others if key in unfolded else []
        assert all(lines[place].key == key for place in others) and first not in lines
    assert rows == expected


def test_the_direction_of_a_text_is_that_of_its_first_letter_outside_of_isolated_names() -> None:
    assert runs_right_to_left("12. מדינה v. Cohen")
    assert not runs_right_to_left("State v. כהן")
    assert not runs_right_to_left(isolated("בית המשפט") + "  ·  A-2214-22")
    assert not runs_right_to_left("2014-00317")
    assert isolated("Court of Appeals") == "Court of Appeals"
