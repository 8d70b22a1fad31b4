"""Tests that no two entries of a menu have the same underlined letter."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from ui.kit.mnemonics import distinct_mnemonics, marked

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
