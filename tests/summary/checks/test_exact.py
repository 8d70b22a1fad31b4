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
from tests.summary.checks.factory import exactly

STOP = (
    "On March 3, 2015, at 9:30 p.m., Officer Luis Ortega and Sergeant Dana Whitfield stopped the grey "
    "sedan of "
    "the defendant, Marcus Delaney, on Ferry Street in Newark, and found 12 glassine envelopes and $1,500."
)
SENTENCE = (
    "The court sentenced Delaney to five years on count 1, second-degree robbery, and to an "
    "eighteen-month term "
    "on count 2; two officers and three bystanders had testified, and he was 24 years old."
)
LAW = (
    "In State v. Carty, 170 N.J. 632, 639 (2002), the Court required suspicion for a consent search; "
    "see also "
    "N.J.S.A. 2C:44-1(a)(3), Rule 3:21-10 and U.S. Const. amend. IV."
)
QUOTED = (
    'The prosecutor told the jury that counsel was "paid to confuse you" and that "the evidence, which '
    "was never "
    'challenged by anyone, shows what happened." He added that "[s]he knew."'
)

GOOD = (
    (STOP, "Police stopped a car in Newark in March 2015."),
    (STOP, "Ortega and Whitfield stopped Marcus Delaney's sedan on 3/3/2015."),
    (STOP, "In 2015, officers found twelve envelopes and $1,500 in the sedan."),
    (STOP, "Sgt. Whitfield stopped the car at 9:30 PM on Ferry Street."),
    (STOP, "M. Delaney was stopped on the 3rd of March 2015."),
    (SENTENCE, "He got a five-year term on Count I and 18 months on the second count."),
    (SENTENCE, "Delaney, aged 24, was sentenced for second-degree robbery."),
    (SENTENCE, "Two police officers testified."),
    (SENTENCE, "First, the court imposed 5 years for the robbery."),
    (LAW, "Carty required suspicion for a consent search under the Fourth Amendment."),
    (LAW, "The Court in State v. Carty, 170 N. J. 632 (2002), required suspicion."),
    (LAW, "N.J.S.A. 2C:44-1(a) and R. 3:21-10 are cited."),
    (QUOTED, "The prosecutor said that counsel was “paid to confuse you.”"),
    (QUOTED, 'He said that "she knew."'),
    (QUOTED, "The prosecutor's and the jury's roles were argued."),
    ("The suspect was 6'2\" and wore a “blue” coat.", "The suspect was 6'2\"."),
    ("The Univ. of Cal. was sued in Regents v. Bakke.", "The University of California was sued."),
    ("Neighbors called twice.", "They called two times."),
    ("The jury deliberated for a quarter of the day, 2½ hours.", "It deliberated for 2 1/2 hours."),
    ("The waiting period is six (6) weeks.", "One waits six weeks."),
    ("Fifty percent of the jurors were struck.", "Half of the jurors were struck."),
    ("The practice lasted two decades.", "The practice lasted twenty years."),
    ("He was held for 48 hours.", "He was held for two days."),
    ("He was 17 at the time.", "The seventeen-year-old was tried."),
    ("In the 1990s the crime rate rose.", "The crime rate rose during the 1990's."),
    ("Black applicants were turned away.", "African American applicants were turned away."),
    ("He shall preside '8.t such conference.", "The brief says that he shall preside '8.t such conference."),
    ("The renters were evicted.", "Tenants were evicted."),
)
BAD = (
    (STOP, "Officer Ortega stopped the car on March 4, 2015.", ClaimFault.UNSUPPORTED),
    (STOP, "The stop was in April 2015.", ClaimFault.UNSUPPORTED),
    (STOP, "The stop was at 9:30 a.m.", ClaimFault.UNSUPPORTED),
    (STOP, "Officer Luis Ortego stopped the car.", ClaimFault.UNSUPPORTED),
    (STOP, "Ortega stopped Marcus Whitfield.", ClaimFault.UNSUPPORTED),
    (STOP, "The car was stopped on Ferry Avenue in Camden.", ClaimFault.UNSUPPORTED),
    (STOP, "Officers found 13 envelopes.", ClaimFault.UNSUPPORTED),
    (STOP, "Officer Ortegа stopped the car.", ClaimFault.UNSUPPORTED),
    (STOP, "Kelly stopped the car.", ClaimFault.UNSUPPORTED),
    (STOP, "Dаngerous items were found.", ClaimFault.UNSUPPORTED),
    (SENTENCE, "He got six years on count 1.", ClaimFault.UNSUPPORTED),
    (SENTENCE, "He got five months on count 1.", ClaimFault.UNSUPPORTED),
    (SENTENCE, "He was convicted of first-degree robbery.", ClaimFault.UNSUPPORTED),
    (SENTENCE, "He was 42 years old.", ClaimFault.UNSUPPORTED),
    ("He was held for 48 hours.", "He was held for three days.", ClaimFault.UNSUPPORTED),
    ("Fifty percent of the jurors were struck.", "A knife of 1/2 inch was found.", ClaimFault.UNSUPPORTED),
    ("He waited six (7) weeks.", "He waited eight weeks.", ClaimFault.UNSUPPORTED),
    (LAW, "In State v. Carty, 170 N.J. 633 (2002), the Court required suspicion.", ClaimFault.CITATION),
    (LAW, "In State v. Carty, 170 N.J. 632 (2003), the Court required suspicion.", ClaimFault.CITATION),
    (LAW, "In State v. Carty, 170 N.J. 632, 640 (2002), the Court required suspicion.", ClaimFault.CITATION),
    (LAW, "In State v. Cartwright the Court required suspicion.", ClaimFault.CITATION),
    (LAW, "In People v. Carty the Court required suspicion.", ClaimFault.CITATION),
    (LAW, "Under Terry, suspicion is required.", ClaimFault.UNSUPPORTED),
    (LAW, "This is a Terry stop.", ClaimFault.UNSUPPORTED),
    (LAW, "N.J.S.A. 2C:44-1(a)(4) requires suspicion.", ClaimFault.CITATION),
    (LAW, "N.J.S.A. 2C:44-1(a)(3)(b) requires suspicion.", ClaimFault.CITATION),
    (LAW, "Rule 3:21-11 requires suspicion.", ClaimFault.CITATION),
    (LAW, "The Fifth Amendment requires suspicion.", ClaimFault.CITATION),
    (LAW, "See 12 Made.Up 34 for suspicion.", ClaimFault.CITATION),
    (LAW, "Id. at 639 requires suspicion.", ClaimFault.CITATION),
    (QUOTED, 'Counsel was "paid to mislead you."', ClaimFault.MISQUOTATION),
    (QUOTED, "Counsel was ‘hired to confuse you.’", ClaimFault.MISQUOTATION),
    (QUOTED, "He said 'the officers' evidence shows what happened.'", ClaimFault.MISQUOTATION),
    (QUOTED, 'Counsel was "paid to confuse you.', ClaimFault.MISQUOTATION),
    (QUOTED, 'Counsel was "confuse . . . paid."', ClaimFault.MISQUOTATION),
    (QUOTED, 'He said "the evidence . . . shows what happened."', ClaimFault.MISQUOTATION),
    (QUOTED, 'Counsel was "paid to [always] confuse you."', ClaimFault.MISQUOTATION),
)


def test_facts_in_another_notation_pass_and_changed_ones_are_found() -> None:
    assert [(source, claim) for source, claim in GOOD if exactly(claim, source)] == []
    wrong = [
        (claim, {finding.fault for finding in exactly(claim, source)}, fault) for source, claim, fault in BAD
    ]
    assert [(claim, faults) for claim, faults, fault in wrong if fault not in faults] == []
    assert [source for source in (STOP, SENTENCE, LAW, QUOTED) if exactly(source, source)] == []


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
