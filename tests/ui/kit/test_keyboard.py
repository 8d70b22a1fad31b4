"""Tests of the letters of menus, no two of which are the same, and of the first control of a part."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from ui.kit.keyboard import distinct_mnemonics, first_stop, marked
from ui.kit.layout import column

TEXTS = st.lists(st.text(alphabet="abcAB ñé&.…", max_size=14), max_size=12)


def read(text: str) -> str:
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&&")


@given(TEXTS)
def test_no_letter_is_marked_twice_and_the_words_stay(texts: list[str]) -> None:
    made = distinct_mnemonics(texts)
    assert [read(text) for text in made] == [read(text) for text in texts]
    assert all(count == 1 for letter, count in Counter(map(marked, made)).items() if letter)


@given(TEXTS)
def test_the_first_that_marks_a_letter_keeps_it(texts: list[str]) -> None:
    made = distinct_mnemonics(texts)
    kept = {}
    for before, after in zip(texts, made, strict=True):
        if (letter := marked(before)) and letter not in kept:
            kept[letter] = marked(after)
    assert all(letter == now for letter, now in kept.items())


def test_the_letter_goes_to_the_beginning_of_a_word_that_is_free() -> None:
    assert distinct_mnemonics(["&Find", "&Fit to the width"]) == ["&Find", "Fit &to the width"]
    assert distinct_mnemonics(["&a", "&a", "R&&D &a"]) == ["&a", "a", "&R&&D a"]


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_the_first_stop_of_a_part_lies_in_it_and_is_the_part_where_it_has_none(qtbot: QtBot) -> None:
    window, words, fields = QWidget(), QWidget(), QWidget()
    before, field = QLineEdit(), QLineEdit()
    column(QLabel("Words alone"), on=words)
    column(field, on=fields)
    column(before, words, fields, on=window)
    qtbot.addWidget(window)
    window.show()
    assert first_stop(words) is words
    assert first_stop(fields) is field
