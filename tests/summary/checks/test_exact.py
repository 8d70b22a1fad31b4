"""Tests that a name, number, citation or quotation that the source does not have is always found."""

from __future__ import annotations

import gzip
import json
import random
import re
import string
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from briefbank.domain.summaries import ClaimFault
from briefbank.text.language import sentence_ends
from tests.summary.checks.factory import CLAIMS, exactly

STOP = (
    "On March 3, 2015, at 9:30 p.m., Officer Luis Ortega and Sergeant Dana Whitfield stopped the grey "
    "sedan of "
    "the defendant, Marcus Delaney, on Ferry Street in Newark, and found 12 glassine envelopes and $1,500."
)


def test_facts_in_another_notation_pass_and_changed_ones_are_found() -> None:
    right = CLAIMS.pairs("Facts in another notation")
    assert [case for case in right if exactly(case[1], case[0]) or exactly(case[0], case[0])] == []
    for fault, heading in (
        (ClaimFault.UNSUPPORTED, "Changed names and numbers"),
        (ClaimFault.CITATION, "Changed citations"),
        (ClaimFault.MISQUOTATION, "Changed quotations"),
    ):
        for source, claim in CLAIMS.pairs(heading):
            assert fault in {finding.fault for finding in exactly(claim, source)}, claim
    assert [
        source for source, _ in CLAIMS.pairs("Facts in another notation") if exactly(source, source)
    ] == []


def test_an_ellipsis_may_leave_words_out_that_turn_nothing() -> None:
    source = 'She said "the man in the coat ran to the car and drove off."'
    assert exactly('She said "the man . . . drove off."', source) == []


def test_a_finding_names_the_word_at_fault_and_not_the_sentence() -> None:
    (finding,) = exactly("Officers found 13 envelopes in the trunk.", STOP)
    assert finding.words == "The number 13 does not stand in the source."
    assert "trunk" not in finding.repair


def test_signs_that_show_nothing_make_no_difference() -> None:
    assert exactly("Officer Or\u00adtega found twelve envel\u200bopes.", STOP) == []


def test_a_sign_that_turns_the_direction_of_writing_is_found() -> None:
    assert exactly("Officers found \u202e21 envelopes.", STOP)


def test_a_number_of_thousands_of_digits_is_compared_like_any_other() -> None:
    assert exactly("7" * 6000, "7" * 6000) == []
    assert exactly("7" * 6000, "8" * 6000)


BRIEFS = Path(__file__).resolve().parents[4] / "shared" / "data" / "text" / "amicus-briefs.jsonl.gz"
FIRST = ("Dolores", "Tyrell", "Quentin", "Yasmin", "Ottavio", "Bethany")
LAST = ("Haverford", "Mbeki", "Zielinski", "Quarrington", "Duvalier", "Oyelaran")
TITLE = ("Officer", "Detective", "Judge", "Trooper")
MONTH = ("January", "March", "June", "October", "December")
UNIT = ("years", "months", "counts", "feet", "officers", "grams", "percent")
NOUN = ("revolver", "statement", "photograph", "waiver", "confession")


@st.composite
def sentences(draw: st.DrawFn) -> str:
    """A sentence of a statement of facts with two persons, numbers, a date, a citation and a quotation."""
    first, second = draw(st.permutations(LAST))[:2]
    number, year, day = draw(st.integers(2, 980)), draw(st.integers(1975, 2024)), draw(st.integers(10, 28))
    volume, page = draw(st.integers(101, 250)), draw(st.integers(1001, 1500))
    quoted = " ".join(draw(st.permutations(NOUN))[:3])
    return (
        f"On {draw(st.sampled_from(MONTH))} {day}, {year}, {draw(st.sampled_from(TITLE))} "
        f"{draw(st.sampled_from(FIRST))} {first} told {second} of {number} "
        f"{draw(st.sampled_from(UNIT))} and of "
        f'"the {quoted}" in State v. {first}, {volume} N.J. {page} ({draw(st.integers(1975, 2024))}).'
    )


def changed(sentence: str, at: int, sign: str) -> str:
    return sentence[:at] + sign + sentence[at + 1 :]


@given(sentences(), st.data())
def test_a_changed_digit_is_found(sentence: str, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from([m.start() for m in re.finditer(r"\d", sentence)]))
    digit = data.draw(st.sampled_from([d for d in string.digits if d != sentence[at]]))
    claim = changed(sentence, at, digit)
    old, new = (re.findall(r"\d+", text) for text in (sentence, claim))
    assume(set(new) - set(old) and all(str(int(item)) == item for item in new))
    assert exactly(claim, sentence)


@given(sentences(), st.data())
def test_a_changed_letter_of_a_name_or_a_quotation_is_found(sentence: str, data: st.DataObject) -> None:
    names = [m for m in re.finditer(r"\w+", sentence) if m.group() in (*FIRST, *LAST)]
    inside = [at for name in names for at in range(name.start() + 1, name.end())]
    quoted = range(sentence.index('"') + 1, sentence.rindex('"'))
    at = data.draw(st.sampled_from(inside) | st.sampled_from([n for n in quoted if sentence[n].isalpha()]))
    letter = data.draw(st.sampled_from([x for x in string.ascii_lowercase if x != sentence[at]]))
    assert exactly(changed(sentence, at, letter), sentence)


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80), sentences())
def test_no_text_makes_a_check_fail_and_a_sentence_agrees_with_itself(text: str, sentence: str) -> None:
    exactly(text, sentence)
    exactly(sentence, text)
    assert exactly(sentence, sentence) == []


def _sampled(number: int) -> list[str]:
    """Sentences of every brief, the same ones on every computer."""
    chosen, rng = [], random.Random(7)
    with gzip.open(BRIEFS, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = re.sub(r"\[\*\d+\]", " ", json.loads(line)["text"])  # pages of a printout
            ends = [0, *sentence_ends(text)]
            spans = [(a, b) for a, b in pairwise(ends) if 40 < b - a < 600]
            chosen += [text[a:b] for a, b in rng.sample(spans, min(number, len(spans)))]
    return chosen


@pytest.mark.skipif(not BRIEFS.exists(), reason="the briefs are not on this computer")
def test_sentences_of_briefs_have_nothing_wrong_beside_themselves() -> None:
    wrong = [sentence for sentence in _sampled(4) if exactly(sentence, sentence)]
    assert wrong == []


@pytest.mark.skipif(not BRIEFS.exists(), reason="the briefs are not on this computer")
def test_a_changed_digit_in_a_sentence_of_a_brief_is_found() -> None:
    rng, missed, tried = random.Random(3), [], 0
    for sentence in _sampled(5):
        places = [m.start() for m in re.finditer(r"\d", sentence)]
        if not places:
            continue
        at = rng.choice(places)
        claim = changed(sentence, at, rng.choice([d for d in "123456789" if d != sentence[at]]))
        if set(re.findall(r"\d+", claim)) - set(re.findall(r"\d+", sentence)):
            tried += 1
            missed += [] if exactly(claim, sentence) else [claim]
    assert tried > 100
    assert missed == []
