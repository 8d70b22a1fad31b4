"""Tests of the messages about indexes that disagree with the catalogue."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.checksums import compare_words, sentences

IDS = st.sets(st.integers(1, 12))


def test_each_disagreement_is_one_plain_sentence() -> None:
    assert compare_words({1, 2, 3}, {1, 9}) == [
        "2 passages cannot be found by words.",
        "The index of words still holds 1 passage of documents that were removed.",
    ]
    assert sentences(1, 2, "meaning") == [
        "1 passage cannot be found by meaning.",
        "The index of meaning still holds 2 passages of documents that were removed.",
    ]


@given(catalogue=IDS, words=IDS)
def test_there_is_a_sentence_exactly_when_the_sets_differ(catalogue: set[int], words: set[int]) -> None:
    assert bool(compare_words(catalogue, words)) == (words != catalogue)
