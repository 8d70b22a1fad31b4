"""Rows of a long list: their guessed and measured heights, and how they are grouped by brief."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import SearchAnswer
from ui.features.search.grouping import Group, Row, TierLine, arranged, few_are_close
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


@given(documents, st.integers(0, 40), st.sets(st.tuples(st.integers(1, 6), st.booleans())), st.booleans())
def test_every_result_stands_once_at_its_place_or_beneath_the_first_one_of_its_brief(
    of: list[int], below: int, unfolded: set[tuple[int, int]], less_close_shown: bool
) -> None:
    close = max(0, len(of) - below)
    answer = SearchAnswer("", 0.0, close, (), briefs=tuple(of), less_close=len(of) - close)
    made = arranged(answer, grouping=True, unfolded=unfolded, less_close_shown=less_close_shown)
    keys = [(number, place >= close) if number else (0, place) for place, number in enumerate(of)]
    expected: list[Row] = []
    for tier, (start, end) in enumerate(((0, close), (close, len(of)))):
        if tier and close < len(of):
            known = {number for number in of[:close] if number}
            new = {key for key in keys[close:] if key[0] not in known or not key[0]}
            expected.append(TierLine(close, len(of) - close, len(new), not less_close_shown))
            if not less_close_shown:
                assert all(made.lines[place] is made.rows[-1] for place in range(close, len(of)))
                continue
        members = {
            key: [p for p in range(start, end) if keys[p] == key] for key in dict.fromkeys(keys[start:end])
        }
        for key, (first, *others) in members.items():
            expected.append(first)
            if others:
                expected.append(Group(key, first, len(others), at_least=False, collapsed=key not in unfolded))
                expected += others if key in unfolded else []
            lines = [made.lines[place] for place in others]
            assert all(isinstance(line, Group) and line.key == key for line in lines)
            assert first not in made.lines
    assert list(made.rows) == expected


@given(documents, st.integers(0, 40))
def test_without_grouping_the_rows_are_the_results_with_one_line_between_the_tiers(
    of: list[int], below: int
) -> None:
    close = max(0, len(of) - below)
    answer = SearchAnswer("", 0.0, close, (), briefs=tuple(of), less_close=len(of) - close)
    made = arranged(answer, grouping=False, unfolded=(), less_close_shown=True)
    lines = [row for row in made.rows if not isinstance(row, int)]
    assert [row for row in made.rows if isinstance(row, int)] == list(range(len(of)))
    assert len(lines) == (close < len(of)) and (not lines or made.rows.index(lines[0]) == close)


@pytest.mark.parametrize(
    ("briefs", "few"), [((1, 2, 3, 4), True), ((1, 1, 2, 3, 4, 4), True), ((1, 2, 3, 4, 5), False)]
)
def test_less_close_results_are_shown_at_once_while_fewer_than_five_briefs_are_close(
    briefs: tuple[int, ...], few: bool
) -> None:
    answer = SearchAnswer("", 0.0, len(briefs), (), briefs=(*briefs, 7, 8), less_close=2)
    assert few_are_close(answer) is few


def test_the_direction_of_a_text_is_that_of_its_first_letter_outside_of_isolated_names() -> None:
    assert runs_right_to_left("12. מדינה v. Cohen")
    assert not runs_right_to_left("State v. כהן")
    assert not runs_right_to_left(isolated("בית המשפט") + "  ·  A-2214-22")
    assert not runs_right_to_left("2014-00317")
    assert isolated("Court of Appeals") == "Court of Appeals"
