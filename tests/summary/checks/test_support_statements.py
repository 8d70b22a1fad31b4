"""Each verb of a sentence is read with who does it and to whom, in every shape that English gives them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from briefbank.summary.checks.support.sentence_words import read
from briefbank.summary.checks.support.statements import NounPhrase, statements

SHAPES = [
    ("active", "The officer stopped the driver.", "stopped", "officer", "driver"),
    ("passive", "The driver was stopped by the officer.", "stopped", "officer", "driver"),
    ("passive without an agent", "The driver was later stopped.", "stopped", None, "driver"),
    ("participle", "The powder tested by the technician was lost.", "tested", "technician", "powder"),
    ("nominalised", "The court's denial of the motion was wrong.", "denial", "court", "motion"),
    ("nominalised with by", "The search of the car by the trooper was brief.", "search", "trooper", "car"),
    ("shared subject", "The court heard the motion and denied relief.", "denied", "court", "relief"),
    ("relative", "The witness who saw the robber fled the store.", "fled", "witness", "store"),
    ("hanging noun", "The driver of the van hit the cyclist.", "hit", "driver", "cyclist"),
    ("aside", "Amici, a group of former judges, urge this Court to affirm.", "urge", "Amici", "Court"),
    ("infinitive", "The State asked the witness to describe the coat.", "describe", "witness", "coat"),
    ("counted", "Prosecutors struck five of the six jurors.", "struck", "Prosecutors", "jurors"),
    ("question", "Whether the officer may search the phone.", "search", "officer", "phone"),
    ("pronouns tell nothing", "He struck her.", "struck", None, None),
]


def _head(phrase: NounPhrase | None) -> str | None:
    return phrase.head.written if phrase else None


@pytest.mark.parametrize(
    ("text", "verb", "agent", "patient"), [case[1:] for case in SHAPES], ids=[c[0] for c in SHAPES]
)
def test_the_sides_of_a_verb_are_found_in_every_shape(
    text: str, verb: str, agent: str | None, patient: str | None
) -> None:
    (found,) = [each for each in statements(read(text)) if each.verb.written == verb]
    assert (_head(found.agent), _head(found.patient)) == (agent, patient)


def test_who_receives_is_kept_apart_from_what_is_given() -> None:
    (found,) = statements(read("The teacher gave the knife to the principal."))
    assert [_head(each) for each in found.other] == ["principal"]


@given(st.text(max_size=300))
def test_any_text_is_read_and_every_side_stands_in_it(text: str) -> None:
    sentence = read(text)
    for each in statements(sentence):
        assert each.verb in sentence.words
        sides = (side for side in (each.agent, each.patient, *each.other) if side is not None)
        assert all(side.head in sentence.words for side in sides)
