"""Tests of finding quoted words in their source and comparing them word by word."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.drafts.quotations import QuotationMatch, SourceText

TEXT = (
    "The Fourth Amendment protects the right of the people to be secure in their persons, houses, papers, "
    "and effects, against unreasonable searches and seizures.3 A warrantless search is presumed invalid, "
    "State v. Patino, 83 N.J. 1, 7 (1980), unless it falls within one of the few well-\ndelineated "
    "exceptions to the warrant requirement. [*15] The State bears the burden of proving that the consent was "
    "volun-\ntary, an essential element of which is knowledge of the right to refuse consent."
)
SOURCE = SourceText(TEXT)
SAME = (
    "A WARRANTLESS SEARCH is presumed invalid, State v. Patino, 83 N.J. 1, 7 (1980), unless it falls",
    "within one of the few well-delineated exceptions to the warrant requirement. The State bears the burden",
    "within one of the few “well delineated” exceptions to the warrant requirement",
    "[t]he right of the people to be secure . . . against unreasonable searches and seizures. A warrantless",
    "the right of the people … against unreasonable searches and seizures",
    "[the right] of the people to be secure in their persons, houses, papers",
    "the consent was voluntary, an essential element of which [sic] is knowledge",
    "the State bear[s] the burden of proving that the consent was voluntary",
    "an essential element of which is knowledge * * * to refuse consent",
)
DIFFERENT = {
    "A wireless search is presumed invalid unless it falls within one": [
        ("removed", "warrantless"),
        ("added", "wireless"),
    ],
    "The State bears the heavy burden of proving that the consent was": [("added", "heavy")],
    "The State bears the burden of proving that consent was voluntary, an": [("removed", "the")],
    "the right of the people to be safe in their persons, houses": [("removed", "secure"), ("added", "safe")],
}


def changes(match: QuotationMatch) -> list[tuple[str, str]]:
    return [
        (difference.change, difference.text)
        for difference in match.differences
        if difference.change != "same"
    ]


@pytest.mark.parametrize("quoted", SAME)
def test_permitted_changes_of_a_quotation_are_no_difference(quoted: str) -> None:
    match = SOURCE.find(quoted)
    assert match is not None and match.same, match


@pytest.mark.parametrize("quoted", DIFFERENT)
def test_a_changed_dropped_or_added_word_is_shown(quoted: str) -> None:
    match = SOURCE.find(quoted, omits=True)
    assert match is not None and changes(match) == DIFFERENT[quoted]


def test_a_citation_may_be_left_out_where_the_draft_says_so() -> None:
    quoted = "A warrantless search is presumed invalid unless it falls within one of the few"
    marked, unmarked = SOURCE.find(quoted, omits=True), SOURCE.find(quoted)
    assert marked is not None and marked.same
    assert unmarked is not None and changes(unmarked) == [("removed", "State v. Patino, 83 N.J. 1, 7 (1980")]


def test_words_after_an_ellipsis_that_are_not_in_the_source_are_a_difference() -> None:
    match = SOURCE.find("the right of the people to be secure in their persons, houses … zebras everywhere")
    assert match is not None and ("added", "zebras everywhere") in changes(match)


@pytest.mark.parametrize("quoted", ("nothing of this sort is said anywhere in it", "", "…", "[...] [x]"))
def test_words_that_stand_elsewhere_are_not_found(quoted: str) -> None:
    assert SOURCE.find(quoted) is None


WORDS = st.lists(st.sampled_from([f"w{number}" for number in range(40)]), min_size=30, max_size=120)


@given(WORDS, st.data())
def test_any_run_of_the_source_is_the_same(words: list[str], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(words) - 8))
    quoted = " ".join(words[start : start + data.draw(st.integers(8, 20))])
    match = SourceText(" ".join(words)).find(quoted)
    assert match is not None and match.same


@given(st.integers(0, 10**6), st.integers(2, 13), st.sampled_from(["changed", "dropped", "added"]))
def test_a_changed_dropped_or_added_word_is_the_only_difference(seed: int, at: int, how: str) -> None:
    chooser = random.Random(seed)
    words = [f"w{chooser.randrange(10**6)}" for _ in range(400)]
    start = chooser.randrange(0, 380)
    quoted = words[start : start + 16]
    if how == "changed":
        expected, quoted[at] = [("removed", quoted[at]), ("added", "other")], "other"
    elif how == "dropped":
        expected = [("removed", quoted.pop(at))]
    else:
        expected = [("added", "other")]
        quoted.insert(at, "other")
    match = SourceText(" ".join(words)).find(" ".join(quoted))
    assert match is not None and changes(match) == expected


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_text_makes_it_raise_and_the_quotation_is_all_there(text: str, quoted: str) -> None:
    match = SourceText(text).find(quoted)
    assert match is None or 0 <= match.start <= match.end <= len(text)


def test_each_place_in_a_hundred_thousand_words_is_found() -> None:
    chooser = random.Random(1)
    words = [f"w{chooser.randrange(3000)}" for _ in range(100_000)]
    source = SourceText(" ".join(words))
    for start in range(0, 90_000, 9000):
        match = source.find(" ".join(words[start : start + 40]))
        assert match is not None and match.same
