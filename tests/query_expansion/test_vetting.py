"""Tests of what is shown to a model and of what it writes: extracts, and no authorities that it made up."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.citations import citations
from briefbank.llm.questions import NoHelp
from briefbank.query_expansion.expansion import MOST_WORDS, extract, own_words, searchable
from briefbank.search.parsing import parse
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("vetting.txt"))


CONSENT = "Was the consent to search the car voluntary?"


def test_numbers_citations_and_cases_that_are_not_in_the_question_are_removed() -> None:
    for wrote, left in EXAMPLES.pairs("What a model wrote about consent, and what is left of it"):
        assert own_words(wrote, CONSENT) == left
    for wrote in EXAMPLES.texts("Words that only look like numbers and cases"):
        assert own_words(wrote, CONSENT) == wrote


def test_terms_of_the_question_may_be_searched_for() -> None:
    for question in EXAMPLES.texts("Questions whose own terms stay"):
        assert own_words(question.rstrip("?"), question) == question.rstrip("?")


def test_a_number_of_the_question_makes_no_authority_that_the_question_does_not_name() -> None:
    for question, answer in EXAMPLES.pairs("A question, what a model wrote, and what is left of it"):
        wrote, left = answer.split(" ⇒ ")
        assert own_words(wrote, question) == left


WORDS = ("consent", "search", "State", "v.", "Terry", "392", "U.S.", "1", "2C:44-1", "Rule", "404(b)")


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
