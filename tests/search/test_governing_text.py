"""Tests of choosing the governing provision by its nearest sentence."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.search.law import MOST_SENTENCES, best_first, clauses, closeness, worths

WORDS = ("witness", "executor", "debt", "land", "child")


class CountingEncoder:
    """A text's direction is how often it has each of WORDS."""

    def encode_passages(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.stack([self.encode_query(text) for text in texts])

    def encode_query(self, text: str) -> NDArray[np.float32]:
        counts = np.array([text.lower().count(word) for word in WORDS], np.float32)
        length = float(np.linalg.norm(counts))
        return counts / length if length else counts


def ordered(relevances: Sequence[float], texts: Sequence[str], point: Sequence[str]) -> list[int]:
    return best_first(worths(relevances, texts, point, CountingEncoder()))


def test_a_provision_with_the_answering_sentence_comes_before_one_on_the_subject() -> None:
    about = "The executor shall sell land to pay each debt of the estate and of the child."
    governs = "Land passes to the child and the debt is paid. The executor must be of full age."
    point = ["The executor was seventeen years old."]
    assert ordered([0.50, 0.49], [about, governs], point) == [1, 0]


def test_a_clear_lead_of_the_search_is_kept() -> None:
    texts = ["Debts of the estate and land are dealt with here.", "The executor must be of full age."]
    middle = "A child may inherit land from a parent."
    result = ordered([0.9, 0.2, 0.1], [*texts, middle], ["The executor is a minor."])
    assert result[0] == 0


@given(
    st.lists(st.tuples(st.floats(0, 1, width=32), st.text(max_size=200)), max_size=20), st.text(max_size=50)
)
def test_every_candidate_is_there_once_whatever_the_texts_hold(
    candidates: list[tuple[float, str]], point: str
) -> None:
    order = ordered([r for r, _ in candidates], [t for _, t in candidates], [point])
    assert sorted(order) == list(range(len(candidates)))


def test_closeness_is_the_share_of_the_first_one_s_worth() -> None:
    assert closeness(np.array([1.0, 1.6, 0.4]), 1) == pytest.approx([0.625, 1.0, 0.25])


def test_a_list_of_clauses_is_cut_at_its_semicolons() -> None:
    text = (
        "No person may serve who is under eighteen; who is of unsound mind; or who was convicted of a felony."
    )
    assert len(clauses(text)) == 3


def test_a_text_without_sentences_is_one_piece_and_an_endless_one_is_bounded() -> None:
    assert clauses("Repealed.") == ["Repealed."]
    assert clauses("") == [""]
    assert len(clauses("The court shall hear it. " * 500)) == MOST_SENTENCES
