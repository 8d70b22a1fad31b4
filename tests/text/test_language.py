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


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_ranges(text)]


@pytest.mark.parametrize(
    "whole",
    [
        "The rule of State v. Henderson, 208 N.J. 208 (2011), governs this case.",
        "He was charged under N.J.S.A. 2C:39-5(b) and R. 3:13-3 does not apply.",
        "See No. 12 of Sgt. Pruitt’s list, Def. Ex. 4, dated Dec. 1, 2016.",
        "Hon. Adaline R. Prewitt, J.S.C., denied the motion at 9:40 a.m. Monday.",
        "He said nothing . . . Then he left, as Art. I, para. 7 allows.",
        "1. Whether the search was lawful?",
        "The brief relies on Yamaha Motor Mfg. Corp. v. Moore, 239 Ga. 68 (1977).",
        "The Court so held in 1985 (July 31, 2001) (emphasis added), and again later.",
        "The detective asked, “Was it him? Just tell me.”",
        "See 1973, c. 476, s. 138; 1997-443, s. 11A, and n. 10 there.",
        "Id. at 4, as S. Rep. No. 105-220 and Sen. Kennedy said of N.D.R.Ev. 803(8).",
    ],
)
def test_abbreviations_cites_and_quotations_do_not_split_a_sentence(whole: str) -> None:
    assert cut(whole) == [whole]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("He ran. She stayed.", ["He ran.", "She stayed."]),
        ("He left at 9 p.m. He was alone.", ["He left at 9 p.m.", "He was alone."]),
        ("It was lit. (1T2-3 to 5). He stopped.", ["It was lit. (1T2-3 to 5).", "He stopped."]),
        ("It violates 2C:24-4(a). The rest is moot.", ["It violates 2C:24-4(a).", "The rest is moot."]),
        ("Was it lawful? It was not.", ["Was it lawful?", "It was not."]),
        ("A heading\nThe text begins. It ends.", ["A heading", "The text begins.", "It ends."]),
        ("1. Whether A may sue? 2. Whether B may?", ["1. Whether A may sue?", "2. Whether B may?"]),
        ("He said “no.” She agreed.", ["He said “no.”", "She agreed."]),
        ("They vote “No.” If so, see No. A-12-34.", ["They vote “No.”", "If so, see No. A-12-34."]),
    ],
)
def test_sentences_are_cut_where_they_end(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


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
