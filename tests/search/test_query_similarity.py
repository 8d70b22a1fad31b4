"""Tests of the similarity of searches: the same question in other words, another question, another number."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.embedding.encoders import Encoder
from briefbank.search import feedback
from briefbank.search.feedback import UNRELATED, comparable

compared = feedback.comparable_query
by_vectors = feedback.similarities_by_vectors

SAME_QUESTION = (
    ("pretext stop", "pretext for stopping the car", "pretextual traffic stop"),
    ("consent to search was coerced", "was the consent to search voluntary", "involuntary consent to search"),
    ("prosecutorial misconduct in closing argument", "prosecutor's misconduct during the closing"),
    ("self-defense jury instruction", "self defense charge omitted from the jury instructions"),
    ("photo lineup was suggestive", "suggestive photographic lineup procedure"),
    ("judge double counted aggravating factors", "double counting of an aggravating factor at sentencing"),
    ("failure to interview alibi witnesses", "counsel did not interview the alibi witness"),
)
"""Groups of searches that ask the same, each another point of law than all other groups."""


def test_a_reworded_question_is_similar_and_another_question_is_not(encoder: Encoder) -> None:
    unrelated = feedback.unrelated_cosine([encoder.encode_query(text) for text in UNRELATED])
    vectors = [np.stack([encoder.encode_query(text) for text in group]) for group in SAME_QUESTION]
    same = [by_vectors(group[0], group[1:], unrelated) for group in vectors]
    other = [by_vectors(vector, two, unrelated) for one, two in combinations(vectors, 2) for vector in one]
    assert np.median(np.concatenate(same)) > 0.4
    assert min(alike.max() for alike in same) > 0.2
    assert np.mean(np.concatenate(other) > 0) < 0.02
    assert max(alike.max() for alike in other) < 0.15


def test_a_model_that_places_all_texts_near_each_other_makes_no_searches_similar() -> None:
    rng = np.random.default_rng(5)
    narrow = rng.normal(size=(40, 64)).astype(np.float32) + 3.0
    narrow /= np.linalg.norm(narrow, axis=1, keepdims=True)
    assert (narrow @ narrow.T).min() > 0.8
    alike = by_vectors(narrow[0], narrow[1:], feedback.unrelated_cosine(list(narrow[1:11])))
    assert alike.max() == 0
    assert by_vectors(narrow[0], narrow[:1], feedback.unrelated_cosine(list(narrow[1:11])))[0] == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("404(b) evidence of other crimes", "404(a) evidence of other crimes"),
        ("2C:44-1 aggravating factors", "2C:44-3 aggravating factors"),
        ("other crimes", "404(b) other crimes"),
        ("State v. Doe, 100 N.J. 1", "State v. Doe, 100 N.J. 2"),
    ],
)
def test_searches_with_other_numbers_are_never_alike(one: str, other: str) -> None:
    assert not comparable(compared(one), compared(other))
    assert comparable(compared(one), compared(one))


@pytest.mark.parametrize("text", ["2C:44-1", "R. 3:5-7", "§ 1983", "404 (b)", "", "!", "the of", "“”"])
def test_a_search_without_a_word_of_its_own_is_like_no_other(text: str) -> None:
    assert not comparable(compared(text), compared(text))


def test_requests_and_operators_are_no_part_of_what_is_compared() -> None:
    assert compared("find me briefs about pretext stops").sentence == "pretext stops"
    assert compared("pretext /p stop").sentence == "pretext stop"


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared_and_either_way_round(one: str, other: str) -> None:
    first, second = compared(one), compared(other)
    assert comparable(first, second) == comparable(second, first)


@given(st.text(max_size=100))
def test_a_search_is_kept_in_memory_as_marks_name_it(text: str) -> None:
    assert compared(compared(text).text).text == compared(text).text


def test_a_very_long_search_is_read_up_to_a_limit() -> None:
    long = compared("consent coerced " * 100_000)
    assert len(long.sentence) <= feedback.READ_LIMIT
