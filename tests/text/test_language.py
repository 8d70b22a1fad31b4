"""Tests of detecting the language of a text by its small words."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from briefbank.text.language import TextLanguage, language_of
from tests.support.spanish_briefs import CONFESSION, COUNSEL, ENGLISH, SEARCH

AMICUS = Path(__file__).resolve().parents[3] / "shared/data/text/amicus-briefs.jsonl.gz"


@pytest.mark.parametrize("brief", [CONFESSION, SEARCH, COUNSEL])
def test_each_paragraph_of_a_spanish_brief_is_spanish(brief: str) -> None:
    assert {language_of(paragraph) for paragraph in brief.split("\n\n")} == {TextLanguage.SPANISH}


@pytest.mark.parametrize(
    "text",
    [
        *ENGLISH.split("\n\n"),
        "",
        "State v. de la Cruz, 170 N.J. 632 (2002); State v. De Los Santos, 210 N.J. 129 (2012).",
        "The doctrine of res judicata and the plea of nolo contendere in San Luis Obispo and El Paso.",
        "Officer José Ramón Peña y García of Los Angeles found the car on El Camino Real.",
        "de novo",
        "la carte",
        "合同违约的责任",
    ],
)
def test_english_with_spanish_names_and_latin_is_english(text: str) -> None:
    assert language_of(text) is TextLanguage.ENGLISH


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
