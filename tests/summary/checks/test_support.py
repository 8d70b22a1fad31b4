"""Tests that a source's content passes in other words and unsupported content is found, by phenomenon."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from briefbank.domain.claims import Claim, ClaimFault, SourceKind, SourceSentence, SummaryPart
from briefbank.summary.checks.support import find_unsupported
from briefbank.summary.checks.types import Embed

STOP = "Officer Reyes stopped the defendant's car because one tail light was out."
RULING = "The trial court denied the motion to suppress and admitted the statement."
ARRAY = "The victim did not identify the defendant in the second photo array."
STRUCK = "The landlord struck the tenant after the neighbor called the police."
MOST = "Most of the witnesses described a man in a gray coat."
ASKED = "Whether the officers needed a warrant to open the locked trunk."
NOTES = "The detective destroyed his notes after he wrote the report."
WEIGHT = "The judge gave little weight to the defendant's age and none to his record."
EXPERT = "The trial court excluded the expert's testimony on eyewitness memory because of its subject."
POWDER = "The State did not call the technician who tested the powder, and the supervisor testified about it."
PHONE = "Police made a warrantless search of the phone."
RIGHTS = "The detective read the suspect his rights only after he had confessed."
KNIFE = "The teacher searched the backpack and gave the knife to the principal."
TRIAL = "The Appellate Division reversed the conviction and ordered a new trial."
THEFT = "The jury acquitted the defendant of robbery and convicted her of theft."
STRIKES = "Prosecutors struck five of the six Black members, while the defense used no challenges."
TIP = "The informant described the seller's car."
BROTHERS = (
    "The older brother admitted that he alone planned the robbery; the younger brother waited in the car."
)
TENANT = "The landlord found cocaine. The tenant came home and was arrested by Officer Boyd."
WALKED = "Two officers approached him. When he walked away, the officers ordered him to stop."
MINIMUM = "The statute permits a judge to waive the minimum term where the defendant cooperated."

SUPPORTED = [
    ("copy", RULING, RULING),
    ("a clause left out", "The trial court denied the motion to suppress.", RULING),
    ("reporting frame", "The brief argues that the trial court denied the motion to suppress.", RULING),
    ("question", "The question is whether the officers needed a warrant to open the trunk.", ASKED),
    ("synonyms", "Officer Reyes pulled over the defendant's car because one tail light was out.", STOP),
    ("synonyms", "The trial judge refused to suppress and admitted the statement.", RULING),
    ("passive", "The defendant's car was stopped by Officer Reyes because a tail light was out.", STOP),
    ("passive", "The motion to suppress was denied by the trial court.", RULING),
    ("active", "The landlord hit the tenant.", "The tenant was struck by the landlord."),
    ("nominalised", "The court's denial of the motion to suppress is at issue.", RULING),
    ("denial in other words", "The victim failed to identify the defendant in the second array.", ARRAY),
    ("denial in other words", "The motion to suppress was not granted.", RULING),
    ("order in other words", "The notes were destroyed after the report was written.", NOTES),
    (
        "named for a pronoun",
        "Officer Reyes smelled alcohol in the defendant's car.",
        "Officer Reyes stopped a man. He smelled alcohol in the defendant's car.",
    ),
    ("denial in other words", "The tip predicted nothing.", "The tip gave no prediction."),
    ("denial in other words", "He used no force.", "He did not use force."),
    (
        "denial in other words",
        "Many defendants do not apply for counsel because of the fee.",
        "The fee deters many defendants from applying for counsel.",
    ),
    ("denial in an adjective", "Police searched the phone without a warrant.", PHONE),
    ("denial of another", "The technician who tested the powder did not testify.", POWDER),
    ("order in other words", "The suspect was not told of his rights until he had confessed.", RIGHTS),
    ("order in other words", "The confession preceded the warnings.", RIGHTS),
    ("nominalised", "The exclusion of the expert's testimony rested on its subject.", EXPERT),
    ("given to", "The principal was given the knife by the teacher.", KNIFE),
    ("shared passive", "The conviction was reversed and a new trial ordered.", TRIAL),
    ("one of two outcomes", "The defendant was convicted of theft.", THEFT),
    (
        "every one of a number",
        "All four witnesses described a gray coat.",
        "Four witnesses described a gray coat.",
    ),
    ("two joined", f"{STOP[:-1]}, and the victim did not identify the defendant.", f"{STOP} {ARRAY}"),
]
UNSUPPORTED = [
    ("holding swapped", "The trial court granted the motion to suppress.", RULING),
    ("holding swapped", "The court excluded the statement.", "The trial court admitted the statement."),
    (
        "request granted that was denied",
        "The trial court suppressed it.",
        "The court denied the motion to suppress it.",
    ),
    ("denial dropped", "The victim identified the defendant in the second photo array.", ARRAY),
    ("denial added", "Officer Reyes never stopped the defendant's car.", STOP),
    ("denial added", "The landlord struck the tenant without cause.", STRUCK),
    ("roles swapped", "The tenant struck the landlord.", STRUCK),
    ("roles swapped in the passive", "The landlord was struck by the tenant.", STRUCK),
    ("another agent", "The prosecutor denied the motion to suppress.", RULING),
    ("added", "Officer Reyes stopped the defendant's car and found two loaded pistols inside.", STOP),
    ("motive added", "Officer Reyes stopped the defendant's car out of sheer hatred and envy.", STOP),
    ("cause invented", "The victim did not identify the defendant because it was dark.", ARRAY),
    ("order swapped", "The detective wrote the report after he destroyed his notes.", NOTES),
    ("order swapped", "The detective destroyed his notes before he wrote the report.", NOTES),
    ("quantity", "All of the witnesses described a man in a gray coat.", MOST),
    ("quantity", "Some of the witnesses described a man in a gray coat.", MOST),
    ("quantity", "Every witness described a man in a gray coat.", MOST),
    ("generalised", "All officers stop cars because a tail light is out.", STOP),
    ("degree", "The judge gave great weight to the defendant's age.", "The judge gave little weight to it."),
    ("duty", "The judge must instruct the jury on flight.", "The judge may instruct the jury on flight."),
    ("undone", "The judge told the jury of it.", "The judge should have told the jury of it."),
    ("another cause", "Officer Reyes stopped the defendant's car because it was speeding.", STOP),
    (
        "only",
        "The judge gave weight to the defendant's age only.",
        "The judge gave weight to the defendant's age.",
    ),
    (
        "merged",
        "The older witness described a man in a gray coat.",
        "The older witness saw nothing. The child described a man in a gray coat.",
    ),
    ("another agent", "The jurors excluded the expert's testimony on eyewitness memory.", EXPERT),
    ("opposite of a family", "The judge let the expert tell the jury about eyewitness memory.", EXPERT),
    ("opposite of a family", "The judge welcomed the expert's testimony on eyewitness memory.", EXPERT),
    ("roles swapped after who", "The supervisor tested the powder.", POWDER),
    ("roles swapped", "The defense struck five of the six Black members.", STRIKES),
    ("roles swapped behind to", "The principal handed the knife to the teacher.", KNIFE),
    ("owners swapped", "The seller described the informant's car.", TIP),
    ("another of two brothers", "The younger brother admitted that he had planned the robbery.", BROTHERS),
    ("of another person", "The landlord was arrested by Officer Boyd.", TENANT),
    ("order against when", "The officers ordered him to stop before he walked away.", WALKED),
    ("order against only after", "The suspect confessed after the detective read him his rights.", RIGHTS),
    ("another unit of time", "The array was shown within hours.", "The array was shown two days later."),
    (
        "every one for one",
        "All four witnesses picked the defendant.",
        "One of the four witnesses picked the defendant.",
    ),
    ("any", "The statute lets judges waive the minimum term for any defendant.", MINIMUM),
    ("outcome that is not there", "The denial of the motion to suppress was reversed.", RULING),
    ("irregular verb", "The courts are bound by the guidance.", "The guidance does not bind the courts."),
    ("no one", "The suspect was read his rights.", "No one read the suspect his rights."),
    ("another matter", "The appellate panel vacated the forfeiture of the boat.", RULING),
]


def _ids(cases: Sequence[tuple[str, str, str]]) -> list[str]:
    return [f"{kind}-{n}" for n, (kind, *_) in enumerate(cases)]


def _found(claim: str, *sources: str, embed: Embed | None = None) -> list[str]:
    named = [
        SourceSentence(n, text, SourceKind.FACT, 0, 1, 0, len(text))
        for n, text in enumerate(sources, start=1)
    ]
    said = Claim(claim, tuple(range(1, len(sources) + 1)), SummaryPart.FACTS)
    findings = [finding for _, finding in find_unsupported(said, named, embed)]
    assert all(
        finding.fault is ClaimFault.UNSUPPORTED and finding.words.endswith(".") for finding in findings
    )
    assert all(finding.repair for finding in findings)
    return [finding.words for finding in findings]


@pytest.mark.parametrize(("kind", "claim", "source"), SUPPORTED, ids=_ids(SUPPORTED))
def test_what_the_source_says_in_other_words_passes(kind: str, claim: str, source: str) -> None:
    assert _found(claim, source) == []


@pytest.mark.parametrize(("kind", "claim", "source"), UNSUPPORTED, ids=_ids(UNSUPPORTED))
def test_what_the_source_does_not_say_is_found(kind: str, claim: str, source: str) -> None:
    assert _found(claim, source) != []


@pytest.mark.parametrize("claim", ["", "   ", "...", "12", "\u200b", "of the and"])
def test_a_claim_without_words_is_unsupported(claim: str) -> None:
    assert _found(claim, RULING) != []


@pytest.mark.parametrize("source", ["", "...", "\ud800", "第一 الأول", "(" * 3000])
def test_a_source_without_words_supports_nothing_and_raises_nothing(source: str) -> None:
    assert _found(RULING, source) != []


def test_the_word_at_fault_is_named_and_nothing_else_of_the_claim() -> None:
    (words,) = _found("The trial court granted the motion to suppress.", RULING)
    assert words == "It has “granted” where its source has “denied”."


# --- properties ----------------------------------------------------------------------------------

PEOPLE = st.sampled_from(["officer", "victim", "defendant", "prosecutor", "witness", "landlord", "driver"])
VERBS = st.sampled_from(["stopped", "warned", "followed", "questioned", "struck", "called", "accused"])
ENDS = st.sampled_from(
    ["in the parking lot", "near the old station", "outside the store", "during the hearing"]
)


@st.composite
def _statements(draw: st.DrawFn) -> tuple[str, str, str]:
    """A sentence with its agent and its patient, two kinds of person."""
    agent, patient = draw(st.lists(PEOPLE, min_size=2, max_size=2, unique=True))
    return f"The {agent} {draw(VERBS)} the {patient} {draw(ENDS)}.", agent, patient


@given(st.text(max_size=300))
def test_a_copy_never_contradicts_its_source_whatever_it_says(text: str) -> None:
    assert all("Its source does not say" in words or "joins" in words for words in _found(text, text))


@given(_statements())
def test_a_copy_is_fully_supported(made: tuple[str, str, str]) -> None:
    assert _found(made[0], RULING, made[0]) == []


@given(_statements())
def test_two_persons_exchanged_are_always_found(made: tuple[str, str, str]) -> None:
    text, agent, patient = made
    swapped = text.replace(agent, "*").replace(patient, agent).replace("*", patient)
    assert _found(swapped, text) != []


@given(_statements(), st.sampled_from(["not", "never"]))
def test_a_denial_added_to_a_copy_is_always_found(made: tuple[str, str, str], denial: str) -> None:
    text, agent, _ = made
    assert _found(text.replace(f"The {agent}", f"The {agent} did {denial}"), text) != []


@given(_statements(), st.sampled_from(["not", "never"]))
def test_a_denial_dropped_from_a_copy_is_always_found(made: tuple[str, str, str], denial: str) -> None:
    text, agent, _ = made
    assert _found(text, text.replace(f"The {agent}", f"The {agent} did {denial}")) != []


OPEN = (
    "intended",
    "tried",
    "planned",
    "threatened",
    "offered",
    "wanted",
    "agreed",
    "attempted",
    "hoped",
    "promised",
)


@given(_statements(), st.sampled_from(OPEN))
def test_what_was_only_intended_is_never_told_as_done(made: tuple[str, str, str], word: str) -> None:
    text, agent, _ = made
    verb = text.split()[2]
    plain_verb = {"stopped": "stop", "struck": "strike", "accused": "accuse"}.get(
        verb, verb.removesuffix("ed")
    )
    source = text.replace(f"The {agent} {verb}", f"The {agent} {word} to {plain_verb}")
    assert _found(text, source) != []
    assert _found(source, source) == []


@given(_statements(), st.sampled_from(OPEN))
def test_what_was_intended_and_then_done_may_be_told_as_done(made: tuple[str, str, str], word: str) -> None:
    text, agent, _ = made
    assert _found(text, f"The {agent} {word} to help. {text}") == []


@given(_statements(), st.sampled_from(["who was alone", "Ex. 4", "a stranger to both"]))
def test_a_parenthesis_may_be_left_out(made: tuple[str, str, str], inside: str) -> None:
    text, agent, _ = made
    assert _found(text, text.replace(f"The {agent}", f"The {agent} ({inside})")) == []


def _alike(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors by which all texts mean the same."""
    return np.ones((len(texts), 1), np.float32)


def _unlike(texts: Sequence[str]) -> NDArray[np.float32]:
    """Vectors by which no text means what another does."""
    return np.eye(len(texts), dtype=np.float32)


def test_an_encoder_decides_about_other_words_but_rescues_no_contradiction_and_condemns_no_copy() -> None:
    reworded = "Reyes halted the vehicle for a defective light."
    assert _found(reworded, STOP, embed=_alike) == []
    assert _found(reworded, STOP, embed=_unlike) != []
    assert _found("The trial court granted the motion to suppress.", RULING, embed=_alike) != []
    assert _found(STOP, STOP, RULING, embed=_alike) == []
