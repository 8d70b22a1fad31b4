"""Tests of the comparison of passages with windows of a fixed size."""

from __future__ import annotations

import numpy as np
import pytest

from briefbank.domain.pages import Box, Role
from briefbank.extraction.layout import Block, Section
from briefbank.extraction.text import Line, Vocabulary
from tests.evaluate import headings
from tests.evaluate.headings import Brief, Query, SearchUnit
from tests.evaluate.turns import JoinedBrief, VectorSegmenter, join_sections, places_of_borders

ARGUMENT, POINT, NESTED = (
    ("ARGUMENT",),
    ("ARGUMENT", "I. The stop was unlawful"),
    ("ARGUMENT", "I. The", "A. It"),
)


def section(path: tuple[str, ...], *paragraphs: str) -> Section:
    lines = [
        Line(0, 0, len(text), text, Box(0, 0, 0, 0), 12.0, False, ((0, len(text), text),))
        for text in paragraphs
    ]
    return Section(Role.BODY, path, [], [Block([line]) for line in lines])


def brief(*sections: Section) -> Brief:
    return Brief("one", sections, Vocabulary([]))


def test_windows_hold_all_words_in_order_and_know_whose_they_are() -> None:
    units = [SearchUnit("one", "a b c", {POINT: 3}), SearchUnit("one", "d e f g", {NESTED: 4})]
    windows = headings.windows_of("one", units, 5)
    assert [window.text for window in windows] == ["a b c d e", "f g"]
    assert [window.under for window in windows] == [{POINT: 3, NESTED: 2}, {NESTED: 2}]


@pytest.mark.parametrize(("inside", "outside", "belongs"), [(3, 3, True), (2, 3, False), (1, 0, True)])
def test_half_of_a_windows_words_decide_where_it_belongs(inside: int, outside: int, belongs: bool) -> None:
    unit = SearchUnit("one", "", {POINT: inside, ("FACTS",): outside})
    assert unit.belongs("one", POINT) is unit.belongs("one", ARGUMENT) is belongs
    assert not unit.belongs("other", POINT)


def test_queries_are_headings_of_their_own_words_without_their_marks() -> None:
    queries = headings.queries_of(brief(section(POINT, "text"), section((*POINT, "A. Odor"), "text")))
    assert queries == [Query("The stop was unlawful", "one", POINT)]


def test_only_queries_with_a_relevant_unit_in_every_way_of_cutting_count() -> None:
    query = Query("the stop", "one", POINT)
    met, missed = (
        {"one": [SearchUnit("one", "a", {POINT: 1})]},
        {"one": [SearchUnit("one", "a", {ARGUMENT: 1})]},
    )
    assert headings.answerable([query], met, met) == [query]
    assert headings.answerable([query], met, missed) == []


def test_a_passage_under_the_heading_is_found_by_lexical_search() -> None:
    units = {
        "one": [
            SearchUnit("one", "The zebra was unlawfully stopped.", {POINT: 5}),
            SearchUnit("one", "A rest.", {(): 2}),
        ]
    }
    recalls = headings.recalls(units, [Query("stop of a zebra", "one", POINT)], ("words",))
    assert recalls == {"words": [{1: 1.0, 5: 1.0, 10: 1.0}]}


def test_the_interval_contains_the_mean_and_shrinks_with_the_number_of_queries() -> None:
    few, many = headings.interval([0.0, 1.0] * 10), headings.interval([0.0, 1.0] * 1000)
    assert few[0] < many[0] < 0.5 < many[1] < few[1]
    assert headings.interval([0.25] * 5) == (0.25, 0.25)


def test_sections_put_together_keep_where_each_ended() -> None:
    text = " ".join(["Every word of this sentence is a word that counts for the whole."] * 14)
    result = join_sections(
        brief(section(("FACTS",), text, text), section(POINT, text), section(ARGUMENT, "Too short."))
    )
    assert len(result.pieces) == 42
    assert (result.paragraph_ends, result.section_ends) == ({13, 27, 41}, {27})


class FixedSegmenter:
    def __call__(self, texts: object) -> list[float]:
        return [0.1, 0.5, 0.3, 0.9]


def test_a_border_is_compared_with_the_other_ends_of_paragraphs_only() -> None:
    document = JoinedBrief(("a", "b", "c", "d", "e"), frozenset({0, 1, 2, 4}), frozenset({2}))
    assert places_of_borders(document, FixedSegmenter()) == [0.5]


def test_vectors_turn_where_they_change() -> None:
    texts = ["w " * 80] * 6
    vectors = np.repeat(np.eye(2), 3, axis=0)
    turns = VectorSegmenter(lambda _: vectors)(texts)
    assert int(np.argmax(turns)) == 2
