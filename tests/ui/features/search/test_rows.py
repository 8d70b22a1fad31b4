"""Rows of a long list: their guessed and measured heights, and how they are gathered by brief."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.searches import Hit, SearchRequest
from tests.stand_ins.library import StubLibrary
from ui.features.search.grouping import MISSING, Group, grouped
from ui.kit.directions import isolated
from ui.kit.row_heights import BLOCK, RowHeights
from ui.shared.excerpts import runs_right_to_left

FOUND = StubLibrary().search(SearchRequest("traffic stop suspicion")).hits


def hit(number: int, document: int) -> Hit:
    found = FOUND[0]
    return replace(
        found, passage=replace(found.passage, id=number), document=replace(found.document, id=document)
    )


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


documents = st.lists(st.one_of(st.none(), st.integers(1, 6)), max_size=40)


@given(documents, st.sets(st.integers(1, 6)))
def test_every_result_stands_once_under_its_brief_in_the_order_of_first_passages(
    of: list[int | None], collapsed: set[int]
) -> None:
    hits = [hit(place, number) if number else None for place, number in enumerate(of)]
    rows = grouped(hits, collapsed)
    known = [number for number in of if number]
    headings = [row for row in rows if isinstance(row, Group)]
    assert [group.document.id for group in headings] == list(dict.fromkeys(known))
    for group in headings:
        assert group.passages == known.count(group.document.id)
        assert group.collapsed == (group.document.id in collapsed)
    places = [row for row in rows if isinstance(row, int) and row != MISSING]
    assert sorted(places) == [p for p, number in enumerate(of) if number and number not in collapsed]
    assert (MISSING in rows) == (None in of) and (None not in of or rows[-1] == MISSING)
    now = None
    for row in rows:
        if isinstance(row, Group):
            now = row.document.id
        elif row != MISSING:
            assert of[row] == now


def test_the_direction_of_a_text_is_that_of_its_first_letter_outside_of_isolated_names() -> None:
    assert runs_right_to_left("12. מדינה v. Cohen")
    assert not runs_right_to_left("State v. כהן")
    assert not runs_right_to_left(isolated("בית המשפט") + "  ·  A-2214-22")
    assert not runs_right_to_left("2014-00317")
    assert isolated("Court of Appeals") == "Court of Appeals"
