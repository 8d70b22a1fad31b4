"""Tests that the model is given a whole passage, in windows that it reads to their ends."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.domain.pages import Passage, Role
from briefbank.embedding.dense import NEAR_PARTS, WINDOW_PARTS, embedded_texts, embedded_windows
from briefbank.embedding.encoders import Encoder
from briefbank.text.characters import text_hash

PARTS = re.compile(r"\w+|[^\w\s]")


def passage(text: str) -> Passage:
    return Passage(0, text, Role.BODY, (), (), "")


def counted(words: int) -> str:
    return " ".join(f"word{at}" for at in range(words))


@pytest.mark.parametrize(
    "text",
    ["", "  a motion \n", counted(WINDOW_PARTS), "§ 2C:44-1(b), " * 21],
    ids=["empty", "blanks", "full", "cite"],
)
def test_a_text_that_fits_the_model_is_stored_unchanged_under_its_hash(text: str) -> None:
    assert embedded_texts(passage(text)) == (text,)
    assert embedded_windows(passage(text)) == {text_hash(text): text}


@pytest.mark.parametrize(("words", "windows"), [(211, 2), (420, 2), (421, 3), (630, 3), (631, 4)])
def test_a_longer_text_is_cut_evenly_into_as_few_windows_as_will_do(words: int, windows: int) -> None:
    lengths = [len(text.split()) for text in embedded_texts(passage(counted(words)))]
    assert len(lengths) == windows and sum(lengths) == words
    assert max(lengths) <= WINDOW_PARTS and max(lengths) - min(lengths) <= 1


def test_a_window_ends_with_the_sentence_that_ends_near_the_even_place_and_not_with_one_far_from_it() -> None:
    near, far = f"{counted(150)}.", f"{counted(100)}."
    windows = embedded_texts(passage(f"{near} The{' more' * (149 + 2 * NEAR_PARTS)}"))
    assert len(windows) == 2 and windows[0] == near
    windows = embedded_texts(passage(f"{far} The{' more' * 158}"))
    assert len(windows) == 2 and windows[0] == f"{far} The{' more' * 28}"


@given(st.text("ab1 .,(§\n", max_size=1500))
def test_windows_contain_every_character_in_order_and_none_is_too_long(text: str) -> None:
    windows = embedded_texts(passage(text))
    parts = len(PARTS.findall(text))
    assert all(len(PARTS.findall(window)) <= WINDOW_PARTS for window in windows) and len(set(windows)) == len(
        windows
    )
    assert len(windows) <= max(1, -(-parts // WINDOW_PARTS))
    if len(windows) == max(1, -(-parts // WINDOW_PARTS)):  # otherwise two were the same
        assert "".join("".join(windows).split()) == "".join(text.split())


def test_the_default_model_reads_windows_of_citations_to_their_last_word(encoder: Encoder) -> None:
    cite = "See State v. Miranda, 384 U.S. 436, 444 (1966); N.J.S.A. 2C:44-1(b)(2). "
    for text in embedded_texts(passage("The officer unlawfully interrogated defendant. " * 8 + cite * 14)):
        vectors = encoder.encode_passages([text, f"{text} zebra"])
        assert vectors[0] @ vectors[1] < 1 - 1e-5, "a word after the end is seen too"
