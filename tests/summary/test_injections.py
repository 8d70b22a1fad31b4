"""Tests that instructions inside a brief stay text of the brief."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from briefbank.citations import citations
from briefbank.domain.pages import Role
from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    GeneratedSummary,
    SummaryPart,
    SummarySource,
)
from briefbank.jobs import QuietReporter
from briefbank.llm.questions import BEGIN, END
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.extractive import select_material
from briefbank.summary.prompt import INSTRUCTIONS, correction, is_usable_source, message
from briefbank.summary.summaries import SummaryWriter
from tests.summary.factory import DOCUMENT, passage
from tests.summary.model import AnsweringModel, corrected, written
from tests.support.examples import Examples

EXAMPLES = Examples(Path(__file__).with_name("examples") / "injections.txt")


ATTACKS = EXAMPLES.pairs("Text in a brief that instructs a model, and what a model writes that obeys")
QUIET = QuietReporter()
PLAIN = "The car was stopped at night in the town of Newark."
QUESTION = "Whether the stop of the car was lawful?"


def material_with(attack: str) -> SummarySource:
    facts = passage(f"{PLAIN}\n{attack}", Role.FACTS, ("STATEMENT OF FACTS",), ordinal=1)
    question = passage(QUESTION, Role.QUESTIONS, ("QUESTIONS PRESENTED",), ordinal=0)
    return select_material(DOCUMENT, [question, facts])


def material_with_missed_attack(attack: str) -> SummarySource:
    """Return the material with an attack that the detection missed."""
    source = material_with("")
    sentence = replace(source.sentences[1], number=3, text=attack)
    return replace(source, sentences=(*source.sentences, sentence))


def write(source: SummarySource, *answers: str) -> GeneratedSummary:
    checks = ClaimChecker(citations.find, lambda named: {}, None)
    return SummaryWriter(checks).write(source, AnsweringModel(*answers), QUIET)


@pytest.mark.parametrize(("attack", "obeyed"), ATTACKS, ids=range(len(ATTACKS)))
def test_an_instruction_in_a_brief_stays_data_in_both_prompts(attack: str, obeyed: str) -> None:
    given = [sentence.text for sentence in material_with(attack).sentences]
    assert given[:2] == [QUESTION, PLAIN]
    assert not any(attack.startswith(text) for text in given), (
        "a sentence that speaks to a program is no source"
    )
    source = material_with_missed_attack(attack)
    prompt = message(source)
    lines = prompt.data.splitlines()
    assert prompt.instructions == INSTRUCTIONS
    assert (lines[0], lines[-2], lines[-1]) == (BEGIN, END, "Write the JSON now.")
    assert not any(line in (BEGIN, END) or re.search(r"[<>|]|\[/?INST", line) for line in lines[1:-2])
    assert not re.search(r"[\u200b-\u200f\u202a-\u202e\U000e0000-\U000e007f]", prompt.data)
    claim = Claim(obeyed, tuple(sentence.number for sentence in source.sentences), SummaryPart.FACTS)
    finding = ClaimFinding(ClaimFault.UNSUPPORTED, "x", f"Leave out {attack}")
    lines = correction(source, [(claim, [finding])]).data.splitlines()
    assert (lines[0], lines[-2]) == (BEGIN, END)
    assert not any(re.search(r"[<>|]|\[/?INST", line) for line in lines[1:-2])


@pytest.mark.parametrize(("attack", "obeyed"), ATTACKS, ids=range(len(ATTACKS)))
def test_what_a_model_writes_that_obeys_is_withheld_and_the_facts_are_shown(attack: str, obeyed: str) -> None:
    source = material_with(attack)
    others = [s.number for s in source.sentences if s.text not in (PLAIN, QUESTION)] or [2]
    for part in ("issue", "facts"):
        claims = {"issue": [], "facts": [([2], PLAIN), ([2], PLAIN)]}
        claims[part] = [*claims[part], (others, obeyed)]
        summary = write(source, written(**claims), *[corrected(obeyed)] * 2)
        assert obeyed not in [item.claim.text for item in summary.shown], part
        assert summary.withheld or summary.withheld_whole, part
    facts = write(source, written(facts=[([2], PLAIN)]))
    assert [sentence.claim.text for sentence in facts.shown] == [PLAIN]


def test_ordinary_text_about_instructions_stays_a_source() -> None:
    assert [
        text for text in EXAMPLES.texts("Ordinary text about instructions") if not is_usable_source(text)
    ] == []
