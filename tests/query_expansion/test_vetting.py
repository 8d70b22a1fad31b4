"""Tests of what is shown to a model and of what it writes: extracts, and no authorities that it made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.llm.questions import NoHelp
from briefbank.query_expansion.expansion import MOST_WORDS, extract, own_words, searchable
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
        ("consent of ٣ drivers", "consent of drivers"),
        ("consent search Schneckloth versus Bustamonte", "consent search"),
        ("In re Gault consent search", "consent search"),
        ("ex parte Milligan, consent search", "consent search"),
        ("consent rule Weeks v. United States", "consent rule"),
        ("consent in State of New Jersey v. Carty", "consent in"),
    ],
)
def test_numbers_citations_and_cases_that_are_not_in_the_question_are_removed(wrote: str, left: str) -> None:
    assert own_words(wrote, CONSENT) == left


@pytest.mark.parametrize(
    "question",
    [
        "Does N.J.R.E. 404(b) bar it?",
        "sentence under N.J.S.A. 2C:44-1",
        "the car in State v. Carty",
        "State v. Carty, 170 N.J. 632",
        "Is 3 days too late?",
        "consent in re Gault",
        "Weeks v. United States",
    ],
)
def test_terms_of_the_question_may_be_searched_for(question: str) -> None:
    assert own_words(question.rstrip("?"), question) == question.rstrip("?")


@pytest.mark.parametrize(
    ("question", "wrote", "left"),
    [
        (
            "a stop at 10 pm with 3 friends",
            "the stop under section 10 and rule 3",
            "the stop under section and rule",
        ),
        ("a stop in 2019", "a stop in 2019 under section 2019", "a stop in 2019 under section"),
        (
            "Does 404(b) bar it?",
            "Rule 404(b) and rule 404 (b) bar rule 405",
            "Rule 404(b) and rule 404(b) bar rule",
        ),
        ("section 1983 a claim", "a claim under section 1983", "a claim under section 1983"),
    ],
)
def test_a_number_of_the_question_makes_no_authority_that_the_question_does_not_name(
    question: str, wrote: str, left: str
) -> None:
    assert own_words(wrote, question) == left


@pytest.mark.parametrize(
    "wrote",
    [
        "consent of two officers in one car",
        "consent under section twelve of title XVIII",
        "evidence against him in a court-appointed search",
        "voluntary consent as a matter of law",
        "murder in the first degree, consent",
    ],
)
def test_words_that_only_look_like_numbers_and_cases_stay(wrote: str) -> None:
    assert own_words(wrote, CONSENT) == wrote


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


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join) | st.text(max_size=300))
def test_no_citation_survives_in_any_text_and_it_is_bounded(text: str) -> None:
    left = own_words(text, CONSENT)
    assert len(left.split()) <= MOST_WORDS
    assert citations.find(left) == ()
    assert not any(sign.isnumeric() for sign in left)


def test_equal_texts_are_searched_for_once_and_only_where_one_is_about_the_question() -> None:
    texts = ["consent to search", "consent to search", "consent", "the 1983 consent"]
    assert searchable(texts, parse(CONSENT, citations.find)) == ("consent to search",)
    texts = ["police coercion invalidates permission", "voluntariness of consent"]
    assert searchable(texts, parse(CONSENT, citations.find)) == tuple(texts)
    with pytest.raises(NoHelp):
        searchable(["quarterly earnings rose", "weather in the north"], parse(CONSENT, citations.find))


STATEMENT = "The weather was fine. The officer asked for consent to search. He agreed. Consent was coerced."


def test_sentences_about_the_question_are_chosen_first_and_keep_their_order() -> None:
    result = extract(STATEMENT, "was consent to a search coerced", 10)
    assert result == "The officer asked for consent to search. Consent was coerced."


@given(st.text(), st.text(), st.integers(1, 30))
def test_an_extract_is_one_line_of_the_texts_own_words_and_never_longer(
    text: str, question: str, most: int
) -> None:
    result = extract(text, question, most)
    assert len(result.split()) <= most
    assert set(result.split()) <= set(text.split())
