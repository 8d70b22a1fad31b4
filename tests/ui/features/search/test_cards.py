"""Cards of results: the excerpt around the marks."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchRequest
from tests.stand_ins.library import StubLibrary
from ui.features.search.card import Card, CardState
from ui.kit.fonts import Fonts
from ui.shared.excerpts import excerpt
from ui.style.theme import LIGHT

texts = st.lists(st.text(alphabet="abcdefg", min_size=1, max_size=9), min_size=1, max_size=80).map(" ".join)


@given(texts, st.integers(60, 300), st.data())
def test_an_excerpt_is_a_piece_of_the_text_and_its_marks_mark_the_same_words(
    text: str, size: int, data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, min(len(text), start + 12)))
    piece, marks = excerpt(text, [(start, end)], size)
    bare = piece.removeprefix("… ").removesuffix(" …")
    assert bare in text
    assert len(bare) <= max(size, 10)
    for a, b in marks:
        assert piece[a:b] in text[start:end]


def test_the_excerpt_stands_where_most_marks_are() -> None:
    text = "stop " + "filler " * 60 + "stop dog stop dog" + " filler" * 10
    marks = [(0, 4)] + [(text.index("stop dog") + n, text.index("stop dog") + n + 3) for n in (0, 5, 9, 14)]
    piece, moved = excerpt(text, marks, 240)
    assert "stop dog stop dog" in piece
    assert len(moved) == 4


def test_the_excerpt_shows_the_citation_rather_than_the_words_of_it_that_stand_everywhere() -> None:
    text = (
        "The State and the State and the State. " + "filler " * 60 + "So held State v. Carty. " + "end " * 40
    )
    case = text.index("State v. Carty")
    states = [place for place in range(len(text)) if text.startswith("State", place) and place != case]
    piece, moved = excerpt(text, [*((at, at + 5) for at in states), (case, case + 14)], 200)
    assert "State v. Carty" in [piece[a:b] for a, b in moved]


def test_a_short_text_is_shown_whole() -> None:
    assert excerpt("a short text", [(2, 7)], 100) == ("a short text", [(2, 7)])


def test_a_paragraphs_end_stays_a_space_or_a_new_line(qtbot: QtBot) -> None:
    hit = StubLibrary().search(SearchRequest("nervousness")).hits[0]
    hit = replace(
        hit, passage=replace(hit.passage, text="The first ends.\nThe second begins."), marks=((16, 19),)
    )
    fonts = Fonts.of(QApplication.font())
    drawn = [
        [block.layout.text() for block in Card(hit, 430, CardState(expanded), fonts, LIGHT)._blocks]
        for expanded in (False, True)
    ]
    assert "The first ends. The second begins." in drawn[0]
    assert "The first ends.\u2028The second begins." in drawn[1]
