"""What a model wrote is searched for only without the authorities and numbers that it made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.aids.asking import LINE_CHARACTERS, NoHelp, line_of, numbered
from briefbank.aids.written import MOST_WORDS, own_words, searchable
from briefbank.authority import citations
from briefbank.search.parsing import parse

CONSENT = "Was the consent to search the car voluntary?"


@pytest.mark.parametrize(
    ("wrote", "left"),
    [
        ("voluntary consent under N.J.S.A. 2C:44-1 to a search", "voluntary consent under to a search"),
        ("consent search State v. Carty, 170 N.J. 632 (2002)", "consent search"),
        ("consent search Schneckloth v. Bustamonte", "consent search"),
        ("consent search Schneckloth v Bustamonte voluntary", "consent search voluntary"),
        ("search rule 404(b) of the car", "search rule of the car"),
        ("search of the car, section 1983", "search of the car, section"),
        ("search of the car under section nine", "search of the car under section"),
        ("search of the car under title XVIII", "search of the car under title"),
        ("consent, § search", "consent, search"),
        ("consent of ٣ drivers", "consent of drivers"),
        ("consent to search, article forty-two", "consent to search, article"),
    ],
)
def test_numbers_citations_and_cases_that_are_not_in_the_question_are_taken_out(
    wrote: str, left: str
) -> None:
    assert own_words(wrote, CONSENT) == left


@pytest.mark.parametrize(
    "asked",
    [
        "Does N.J.R.E. 404(b) bar it?",
        "sentence under N.J.S.A. 2C:44-1",
        "the car in State v. Carty",
        "State v. Carty, 170 N.J. 632",
        "Is 3 days too late?",
    ],
)
def test_what_the_question_names_may_be_searched_for(asked: str) -> None:
    assert own_words(asked.rstrip("?"), asked) == asked.rstrip("?")


WORDS = (
    "consent",
    "search",
    "State",
    "v.",
    "Terry",
    "392",
    "U.S.",
    "1",
    "N.J.S.A.",
    "2C:44-1",
    "Rule",
    "404(b)",
)


@given(st.lists(st.sampled_from(WORDS), max_size=14))
def test_no_citation_survives_in_any_mixture_of_words(pieces: list[str]) -> None:
    left = own_words(" ".join(pieces), CONSENT)
    assert citations.find(left) == ()
    assert not any(sign.isnumeric() for sign in left)


@given(st.text(max_size=300))
def test_any_text_is_cleaned_without_an_error_and_is_bounded(text: str) -> None:
    left = own_words(text, CONSENT)
    assert len(left.split()) <= MOST_WORDS
    assert not any(sign.isnumeric() for sign in left)


def test_an_answer_that_shares_no_word_with_the_question_is_none() -> None:
    with pytest.raises(NoHelp):
        searchable(["quarterly earnings rose", "weather in the north"], parse(CONSENT, citations.find))


def test_one_line_about_the_question_lets_the_others_count_too() -> None:
    texts = ["police coercion invalidates permission", "voluntariness of consent"]
    assert searchable(texts, parse(CONSENT, citations.find)) == tuple(texts)


def test_equal_texts_are_searched_for_once_and_a_single_word_not_at_all() -> None:
    texts = ["consent to search", "consent to search", "consent", "the 1983 consent"]
    assert searchable(texts, parse(CONSENT, citations.find)) == ("consent to search",)


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "1. one\n3. three",
        "1. a\n2. b\n3. c\n4. d",
        "one\ntwo",
        "1. \n2. b",
        "1. a\x00b\n2. c",
        "\n\n1. a",
    ],
)
def test_an_answer_of_another_form_is_refused(answer: str) -> None:
    with pytest.raises(NoHelp):
        numbered(answer, 2, 3)


def test_an_endless_line_is_refused() -> None:
    with pytest.raises(NoHelp):
        line_of("word " * LINE_CHARACTERS)


def test_lines_come_without_their_numbers() -> None:
    assert numbered("1. the stop\n2. the search \n", 2, 3) == ["the stop", "the search"]
