"""Tests of learning from feedback: which searches count, when vectors are computed, what is deleted."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.catalogue import feedback_rows
from briefbank.catalogue.database import Database
from briefbank.domain.searches import Verdict
from briefbank.embedding.encoders import Encoder
from briefbank.search import feedback
from briefbank.search.feedback import MOST, NEW_VECTORS, UNRELATED, FeedbackLearner, comparable
from tests.catalogue.samples import add


class DirectionEncoder:
    """An encoder of invented directions: texts of the same group are near each other."""

    def __init__(self, name: str = "made-up", groups: Sequence[Sequence[str]] = ()) -> None:
        self.name = name
        self.encoded: list[str] = []
        self._groups = groups

    def encode_query(self, text: str) -> NDArray[np.float32]:
        self.encoded.append(text)
        vector = np.random.default_rng(list(text.encode())).normal(size=256) / 16
        for number, group in enumerate(self._groups):
            if text in group:
                vector[number] += 4.0
        return np.asarray(vector / np.linalg.norm(vector), np.float32)

    @property
    def encoded_queries(self) -> list[str]:
        """The encoded texts, without the searches that a model is measured with."""
        return [text for text in self.encoded if text not in UNRELATED]


@pytest.fixture
def passages(catalogue: Database) -> list[int]:
    return [passage.id for passage in add(catalogue)[1]]


def test_feedback_counts_in_the_same_and_in_similar_searches_only(
    catalogue: Database, passages: list[int]
) -> None:
    feedback_rows.give(catalogue, passages[0], "Pretext  stop", Verdict.UP)
    learning = FeedbackLearner(catalogue)
    encoder = DirectionEncoder(groups=[("Pretext stop", "pretext stop", "pretext traffic stop")])
    assert learning.nudges("pretext stop")[passages[0]].amount == MOST
    assert 0 < learning.nudges("pretext traffic stop", encoder)[passages[0]].amount <= MOST
    assert learning.nudges("pretext traffic stop") == learning.nudges("excessive sentence", encoder) == {}


def test_own_feedback_counts_for_its_person_beside_that_for_all(
    catalogue: Database, passages: list[int]
) -> None:
    learning = FeedbackLearner(catalogue)
    encoder = DirectionEncoder(groups=[("pretext stop", "pretext traffic stop")])
    feedback_rows.give(catalogue, passages[0], "pretext stop", Verdict.UP)
    feedback_rows.give(catalogue, passages[0], "pretext stop", Verdict.DOWN, "ann", "ann")
    feedback_rows.give(catalogue, passages[1], "pretext traffic stop", Verdict.UP, "ann", "ann")
    for _again in range(2):
        of_ann = learning.nudges("pretext stop", encoder, person="ann")
        assert of_ann[passages[0]].amount == -MOST and of_ann[passages[1]].amount > 0
        for person in ("ben", ""):
            assert {
                id_: nudge.amount for id_, nudge in learning.nudges("pretext stop", person=person).items()
            } == {passages[0]: MOST}


def test_searches_for_numbers_learn_nothing_not_even_from_themselves(
    catalogue: Database, passages: list[int]
) -> None:
    for query in ("2C:44-1", "404(b) other crimes"):
        feedback_rows.give(catalogue, passages[0], query, Verdict.UP)
    learning, encoder = FeedbackLearner(catalogue), DirectionEncoder()
    assert learning.nudges("2C:44-1", encoder) == {}
    assert learning.nudges("404(a) other crimes", encoder) == {}
    assert learning.nudges("other crimes", encoder) == {}
    assert learning.nudges("404(b) other crimes", encoder)[passages[0]].amount == MOST


def test_a_mark_that_is_taken_back_is_forgotten_at_once(catalogue: Database, passages: list[int]) -> None:
    learning, encoder = FeedbackLearner(catalogue), DirectionEncoder()
    feedback_rows.give(catalogue, passages[0], "pretext stop", Verdict.UP)
    feedback_rows.give(catalogue, passages[1], "pretext stop", Verdict.DOWN)
    assert set(learning.nudges("pretext stop", encoder)) == {passages[0], passages[1]}
    feedback_rows.give(catalogue, passages[1], "pretext stop", None)
    assert set(learning.nudges("pretext stop", encoder)) == {passages[0]}
    feedback_rows.withdraw(catalogue, None)
    assert learning.nudges("pretext stop", encoder) == {}


def test_marks_of_searches_that_are_ignored_do_not_count(catalogue: Database, passages: list[int]) -> None:
    feedback_rows.give(catalogue, passages[0], "pretext stop", Verdict.UP)
    feedback_rows.give(catalogue, passages[0], "pretext stops", Verdict.DOWN)
    learning, encoder = (
        FeedbackLearner(catalogue),
        DirectionEncoder(groups=[("pretext stop", "pretext stops")]),
    )
    assert learning.nudges("pretext stop", encoder)[passages[0]].amount == MOST
    assert learning.nudges("pretext stop", encoder, ["Pretext STOP "])[passages[0]].amount < 0


def test_a_search_makes_few_vectors_and_none_twice(catalogue: Database, passages: list[int]) -> None:
    for number in range(3 * NEW_VECTORS):
        feedback_rows.give(
            catalogue, passages[0], f"subject {chr(97 + number % 26) * (number // 26 + 3)}", Verdict.UP
        )
    learning, encoder = FeedbackLearner(catalogue), DirectionEncoder()
    learning.nudges("consent search", encoder)
    assert len(encoder.encoded_queries) == NEW_VECTORS + 1
    for _ in range(8):
        learning.nudges("consent search", encoder)
    past = [text for text in encoder.encoded_queries if text != "consent search"]
    assert len(past) == len(set(past)) == 3 * NEW_VECTORS


def test_another_model_starts_from_nothing(catalogue: Database, passages: list[int]) -> None:
    feedback_rows.give(catalogue, passages[0], "smell of marijuana", Verdict.UP)
    learning = FeedbackLearner(catalogue)
    first, second = (
        DirectionEncoder("first"),
        DirectionEncoder("second", [("smell of marijuana", "odor of cannabis")]),
    )
    assert learning.nudges("odor of cannabis", first) == {}
    assert learning.nudges("odor of cannabis", second) != {}
    assert "smell of marijuana" in second.encoded


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


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_two_texts_can_be_compared_and_either_way_round(one: str, other: str) -> None:
    first, second = compared(one), compared(other)
    assert comparable(first, second) == comparable(second, first)
