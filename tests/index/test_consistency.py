"""Tests of the messages about indexes that disagree with the catalogue."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from briefbank.catalogue.checksums import compare_words, sentences
from briefbank.catalogue.passage_rows import IdTotals

IDS = st.sets(st.integers(1, 12))


def test_agreement_says_nothing() -> None:
    assert compare_words({1, 2, 3}, {1, 2, 3}) == [] and sentences(0, 0, "meaning") == []


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


@given(before=IDS, removed=IDS, added=st.integers(0, 12))
def test_the_totals_of_the_ids_tell_of_any_one_change_that_was_cut_short(
    before: set[int], removed: set[int], added: int
) -> None:
    """New passages get numbers above all that were ever used."""
    after = (before - removed) | {12 + at for at in range(1, added + 1)}
    one, other = (IdTotals(len(ids), sum(ids), max(ids, default=0)) for ids in (before, after))
    assert (one == other) == (before == after)
