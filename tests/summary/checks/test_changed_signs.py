"""Tests that any changed character of a name, number, citation or quotation is found."""

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

from briefbank.text.language import sentence_ends
from tests.summary.checks.factory import exactly

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
def test_a_changed_letter_of_a_name_is_found(sentence: str, data: st.DataObject) -> None:
    names = [m for m in re.finditer(r"\w+", sentence) if m.group() in (*FIRST, *LAST)]
    name = data.draw(st.sampled_from(names))
    at = data.draw(st.integers(name.start() + 1, name.end() - 1))
    letter = data.draw(st.sampled_from([x for x in string.ascii_lowercase if x != sentence[at]]))
    assert exactly(changed(sentence, at, letter), sentence)


@given(sentences(), st.data())
def test_a_changed_letter_of_a_quotation_is_found(sentence: str, data: st.DataObject) -> None:
    begin, end = sentence.index('"') + 1, sentence.rindex('"')
    at = data.draw(st.sampled_from([n for n in range(begin, end) if sentence[n].isalpha()]))
    letter = data.draw(st.sampled_from([x for x in string.ascii_lowercase if x != sentence[at]]))
    assert exactly(changed(sentence, at, letter), sentence)


@given(sentences())
def test_the_same_sentence_has_nothing_wrong(sentence: str) -> None:
    assert exactly(sentence, sentence) == []


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=80), sentences())
def test_no_text_makes_a_check_fail(text: str, sentence: str) -> None:
    exactly(text, sentence)
    exactly(sentence, text)


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
