"""Tests of learning from feedback: which searches count, when vectors are computed, what is deleted."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from briefbank.catalogue import feedback_rows, ingest_ledger
from briefbank.catalogue.database import Database
from briefbank.domain.searches import Verdict
from briefbank.search.feedback import MOST, NEW_VECTORS, UNRELATED, FeedbackLearner
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


def test_meaning_finds_what_words_do_not(catalogue: Database, passages: list[int]) -> None:
    like = ("smell of marijuana", "odor of cannabis")
    encoder = DirectionEncoder(groups=[like])
    feedback_rows.give(catalogue, passages[0], like[0], Verdict.UP)
    learning = FeedbackLearner(catalogue)
    assert learning.nudges(like[1]) == {}
    assert learning.nudges(like[1], encoder)[passages[0]].votes[0].query == like[0]


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


def test_marks_on_passages_that_were_removed_count_again_when_they_are_back(
    catalogue: Database, passages: list[int]
) -> None:
    learning = FeedbackLearner(catalogue)
    feedback_rows.give(catalogue, passages[0], "pretext stop", Verdict.UP)
    ingest_ledger.remove_documents(catalogue, 1)
    assert learning.nudges("pretext stop") == {}
    again = add(catalogue)[1]
    assert set(learning.nudges("pretext stop")) == {again[0].id}


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


def test_ignoring_a_search_costs_no_new_vector(catalogue: Database, passages: list[int]) -> None:
    feedback_rows.give(catalogue, passages[0], "smell of marijuana", Verdict.UP)
    learning, encoder = FeedbackLearner(catalogue), DirectionEncoder()
    for _ in range(3):
        learning.nudges("marijuana", encoder, ignoring=["smell of marijuana"])
        learning.nudges("marijuana", encoder)
    assert encoder.encoded_queries.count("smell of marijuana") == 1


def test_without_feedback_nothing_is_encoded(catalogue: Database) -> None:
    encoder = DirectionEncoder()
    assert FeedbackLearner(catalogue).nudges("pretext stop", encoder) == {}
    assert encoder.encoded == []


def test_searches_in_many_threads_learn_the_same(catalogue: Database, passages: list[int]) -> None:
    for number, passage in enumerate(passages * 4):
        feedback_rows.give(catalogue, passage, f"pretext stop {'abcdefghijkl'[number] * 3}", Verdict.UP)
    learning, encoder = FeedbackLearner(catalogue), DirectionEncoder()
    expected = learning.nudges("pretext stop aaa", encoder)
    answers: list[object] = []

    def ask() -> None:
        answers.extend(learning.nudges("pretext stop aaa", encoder) == expected for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 120 and all(answers)
