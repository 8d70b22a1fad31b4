"""Tests of the language of a text and of the ends of its sentences."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.language import TextLanguage, language_of, sentence_ranges
from tests.support.examples import Examples
from tests.support.spanish_briefs import CONFESSION, COUNSEL, ENGLISH, SEARCH

EXAMPLES = Examples(Path(__file__).with_name("examples") / "language.txt")


AMICUS = Path(__file__).resolve().parents[3] / "shared/data/text/amicus-briefs.jsonl.gz"


@pytest.mark.parametrize("brief", [CONFESSION, SEARCH, COUNSEL])
def test_each_paragraph_of_a_spanish_brief_is_spanish(brief: str) -> None:
    assert {language_of(paragraph) for paragraph in brief.split("\n\n")} == {TextLanguage.SPANISH}


def test_english_with_spanish_names_and_latin_is_english() -> None:
    texts = ["", *ENGLISH.split("\n\n"), *EXAMPLES.texts("English with Spanish names and Latin")]
    assert [text for text in texts if language_of(text) is not TextLanguage.ENGLISH] == []


def test_a_query_of_a_few_words_tells_its_language_by_two_small_ones() -> None:
    assert language_of("confesión de la víctima") is TextLanguage.SPANISH
    assert language_of("registro sin orden") is TextLanguage.ENGLISH  # One small word is not enough.


def test_the_beginning_of_a_very_long_text_tells_its_language() -> None:
    assert language_of("de la confesión " * 10_000 + ENGLISH * 10_000) is TextLanguage.SPANISH


@pytest.mark.skipif(not AMICUS.exists(), reason="the shared texts are not there")
def test_no_paragraph_of_the_amicus_briefs_is_taken_for_spanish() -> None:
    with gzip.open(AMICUS, "rt", encoding="utf-8") as lines:
        texts = [json.loads(line)["text"] for line in lines]
    paragraphs = [word for text in texts for word in text.split("\n") if word.strip()]
    assert len(paragraphs) > 1000
    assert [paragraph for paragraph in paragraphs if language_of(paragraph) is TextLanguage.SPANISH] == []


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_ranges(text)]


def test_abbreviations_cites_and_quotations_do_not_split_a_sentence() -> None:
    for whole in EXAMPLES.texts("One sentence"):
        assert cut(whole) == [whole]


def test_sentences_are_cut_where_they_end() -> None:
    for text, parts in EXAMPLES.pairs("Several sentences"):
        assert cut(text) == parts.split(" | ")


@given(st.text(alphabet=st.sampled_from("aA1 .?!()[]“”\"'\n\tvN")))
def test_every_visible_character_is_in_exactly_one_sentence(text: str) -> None:
    ranges = list(sentence_ranges(text))
    assert all(start < end for start, end in ranges)
    assert all(before[1] <= after[0] for before, after in pairwise(ranges))
    covered = "".join(text[start:end] for start, end in ranges)
    assert "".join(covered.split()) == "".join(text.split())


def test_a_missing_closing_quotation_mark_does_not_join_the_rest() -> None:
    text = "He said “stop and never closed it. " + "This is one more sentence. " * 60
    assert len(cut(text)) > 30


def test_spanish_sentences_end_before_inverted_marks_and_capitals_with_accents() -> None:
    text = "No hubo orden. ¿Era legal? Él dijo «no». Ángel firmó. Véase el art. 5, núm. 3 y la Sra. Ibáñez."
    assert cut(text) == [
        "No hubo orden.",
        "¿Era legal?",
        "Él dijo «no».",
        "Ángel firmó.",
        "Véase el art. 5, núm. 3 y la Sra. Ibáñez.",
    ]
