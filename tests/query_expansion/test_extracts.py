"""Tests that extracts for a model are short and about the question."""

from hypothesis import given
from hypothesis import strategies as st

from briefbank.query_expansion.expansion import extract

TEXT = "The weather was fine. The officer asked for consent to search. He agreed. Consent was coerced."


def test_sentences_about_the_question_are_chosen_first_and_keep_their_order() -> None:
    result = extract(TEXT, "was consent to a search coerced", 10)
    assert result == "The officer asked for consent to search. Consent was coerced."


@given(st.text(), st.text(), st.integers(1, 30))
def test_an_extract_is_one_line_of_the_texts_own_words_and_never_longer(
    text: str, question: str, most: int
) -> None:
    result = extract(text, question, most)
    assert len(result.split()) <= most
    assert set(result.split()) <= set(text.split())
