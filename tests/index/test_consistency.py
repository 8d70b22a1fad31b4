"""The sentences about indexes that disagree with the catalogue."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.index.consistency import compare

IDS = st.sets(st.integers(1, 12))


def test_agreement_says_nothing_and_waiting_is_no_fault() -> None:
    assert compare({1, 2, 3}, {1, 2, 3}, {1}, waiting=2) == []


def test_each_disagreement_is_one_plain_sentence() -> None:
    assert compare({1, 2, 3}, {1, 9}, {1, 2, 8, 7}, waiting=0) == [
        "2 passages cannot be found by words.",
        "The index of words still holds 1 passage of documents that were removed.",
        "1 passage cannot be found by meaning.",
        "The index of meaning still holds 2 passages of documents that were removed.",
    ]


@given(catalogue=IDS, words=IDS, meaning=IDS)
def test_there_is_a_sentence_exactly_when_the_sets_differ(
    catalogue: set[int], words: set[int], meaning: set[int]
) -> None:
    assert bool(compare(catalogue, words, meaning, waiting=0)) == (words != catalogue or meaning != catalogue)
