"""Tests that highlights in a passage lead to exactly their characters on the pages."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.authorities import Span
from briefbank.domain.pages import PageHighlight, Passage, Role
from briefbank.extraction.find_text import highlights


def passage(text: str, *spans: Span) -> Passage:
    return Passage(0, text, Role.BODY, (), spans, "")


def test_a_mark_maps_by_character_and_pages_come_in_order() -> None:
    cut = passage("first second", Span(4, 10, 15, 0, 5), Span(5, 0, 6, 6, 6))
    assert highlights(cut, [(6, 9), (1, 3)]) == [
        PageHighlight(4, ((10, 15),), ((11, 13),)),
        PageHighlight(5, ((0, 6),), ((0, 3),)),
    ]


def test_a_run_of_another_length_is_marked_whole() -> None:
    cut = passage("office", Span(0, 0, 1, 0, 1), Span(0, 1, 2, 1, 3), Span(0, 2, 4, 4, 2))
    assert highlights(cut, [(2, 3)])[0].words == ((1, 2),)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Passage, list[tuple[int, int]]]:
    """Spans of equal and unequal lengths with gaps in the text and on the pages."""
    spans, at, raw = [], 0, [0, 0, 0]
    for page in sorted(draw(st.lists(st.integers(0, 2), max_size=8))):
        at += draw(st.integers(0, 2))
        start = raw[page] + draw(st.integers(0, 3))
        length = draw(st.integers(1, 5))
        size = length if draw(st.booleans()) else draw(st.integers(1, 5))
        spans.append(Span(page, start, start + length, at, size))
        at, raw[page] = at + size, start + length
    marks = draw(st.lists(st.tuples(st.integers(-2, 40), st.integers(-2, 40)), max_size=5))
    return passage("x" * at, *spans), marks


@given(cases())
def test_marked_characters_are_those_of_a_map_character_by_character(
    case: tuple[Passage, list[tuple[int, int]]],
) -> None:
    cut, marks = case
    marked = {i for start, end in marks for i in range(start, end)}
    expected: dict[int, set[int]] = {}
    for span in cut.spans:
        offsets = expected.setdefault(span.page, set())
        for k in range(span.size):
            if span.at + k in marked:
                exact = span.size == span.end - span.start
                offsets |= {span.start + k} if exact else set(range(span.start, span.end))
    result = highlights(cut, marks)
    assert {h.page: {i for a, b in h.words for i in range(a, b)} for h in result} == expected
    for found_on in result:
        for ranges in (found_on.passage, found_on.words):
            assert all(a[1] < b[0] for a, b in pairwise(ranges))
