"""Tests of finding the ends of legal sentences."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.text.language import sentence_ends, sentence_ranges


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
    ],
)
def test_sentences_are_cut_where_they_end(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


@pytest.mark.parametrize(
    "whole",
    [
        "See 1973, c. 476, s. 138; 1997-443, s. 11A, and n. 10 there.",
        "Id. at 4, as S. Rep. No. 105-220 and Sen. Kennedy said of N.D.R.Ev. 803(8).",
    ],
)
def test_no_cut_tears_a_citation_apart(whole: str) -> None:
    assert not list(sentence_ends(whole))


def test_the_word_no_may_end_a_sentence_and_the_abbreviation_of_number_may_not() -> None:
    text = "They shall vote “No.” If more do so, see No. A-12-34 and No. 5."
    assert [text[:end] for end in sentence_ends(text)] == ["They shall vote “No.”"]


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
