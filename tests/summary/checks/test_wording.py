"""What is only argued is not told as settled, and no limit is lost."""

from __future__ import annotations

import pytest

from briefbank.claims import Fault, SourceKind
from tests.summary.checks.freely import SAID_FREELY, SURER_OR_WIDER
from tests.summary.checks.made import wording

TESTIFIED = "Officer Ortega testified that the defendant threw a bag under the car."
ARGUED = "The State argues that the stop was supported by reasonable suspicion."
HELD = "The trial court denied the motion in part and found the stop lawful."
CONDITION = "If the statement is suppressed, the remaining evidence cannot support the conviction."
UNLESS = "A warrant is required unless the officers face an emergency."
HEADING = "THE TRIAL COURT ERRED IN ADMITTING THE STATEMENT"
QUESTION = "Did the court err in admitting the defendant's statement to the detective?"

OVERCONFIDENT = (
    (TESTIFIED, "The defendant threw a bag under the car."),
    (ARGUED, "The stop was supported by reasonable suspicion."),
    (ARGUED, "The court held that the stop was supported by reasonable suspicion."),
    (ARGUED, "The State argues that the stop was clearly supported by reasonable suspicion."),
    (HELD, "The court will find the stop lawful."),
    (HELD, "The court always finds such a stop lawful."),
    (HELD, "The ruling proves the stop lawful."),
    ("The stop was allegedly unlawful.", "The stop was unlawful."),
    ("Whether the stop was unlawful.", "The stop was unlawful."),
    ("The conviction should be reversed.", "The conviction was reversed."),
    ("The witness may have identified the robber.", "The witness identified the robber."),
)
AS_SURE = (
    (TESTIFIED, "According to an officer, the defendant threw a bag under the car."),
    (TESTIFIED, "The defendant threw a bag under the car, the officer testified."),
    (ARGUED, "The State contends that there was reasonable suspicion for the stop."),
    (HELD, "The court found the stop lawful and partly denied the motion."),
    ("The evidence must be excluded.", "The evidence is required to be excluded and must be."),
    ("The charge was plain error.", "The charge was plain error."),
    ("The court found that the stop was unlawful.", "The court held the stop unlawful."),
    ("The conviction should be reversed.", "The brief asks that the conviction be reversed."),
)
LIMITED = (
    (HELD, "The trial court denied the motion."),
    (CONDITION, "The remaining evidence cannot support the conviction."),
    (UNLESS, "A warrant is required."),
    ("The complaint was dismissed without prejudice.", "The complaint was dismissed."),
    ("An unpublished decision held the search invalid.", "A decision held the search invalid."),
    ("The dissent found the search invalid.", "The search was found invalid."),
    ("The remark was improper but harmless.", "The remark was improper."),
    ("The court temporarily stayed the sentence.", "The court stayed the sentence."),
)
LIMIT_KEPT = (
    (HELD, "The trial court denied part of the motion."),
    (
        CONDITION,
        "Without the statement the remaining evidence cannot support the conviction, if it is suppressed.",
    ),
    (UNLESS, "A warrant is required except in an emergency."),
    ("The complaint was dismissed without prejudice.", "The dismissal was without prejudice."),
    ("The court denied the motion, but it granted a stay.", "The court denied the motion."),
    ("He left in part because of the noise.", "He left because of the noise."),
    ("Even if it was late, the motion was heard.", "The motion was heard."),
)


@pytest.mark.parametrize(("source", "claim"), OVERCONFIDENT)
def test_more_certainty_than_the_source_has_is_found(source: str, claim: str) -> None:
    assert Fault.OVERCONFIDENT in wording(claim, source)


@pytest.mark.parametrize(("source", "claim"), AS_SURE)
def test_the_certainty_of_the_source_is_let_through(source: str, claim: str) -> None:
    assert wording(claim, source) == []


@pytest.mark.parametrize(("source", "claim"), LIMITED)
def test_a_limit_that_was_left_out_is_found(source: str, claim: str) -> None:
    assert Fault.CAVEAT in wording(claim, source)


@pytest.mark.parametrize(("source", "claim"), LIMIT_KEPT)
def test_a_limit_that_was_kept_is_let_through(source: str, claim: str) -> None:
    assert wording(claim, source) == []


@pytest.mark.parametrize(("kind", "source"), ((SourceKind.POINT, HEADING), (SourceKind.QUESTION, QUESTION)))
def test_what_one_side_puts_must_be_told_as_its_argument_or_question(kind: SourceKind, source: str) -> None:
    assert wording("The trial court erred in admitting the statement.", source, kind=kind) == [
        Fault.OVERCONFIDENT
    ]
    assert wording("Whether the court erred in admitting the statement.", source, kind=kind) == []
    assert wording("The brief argues that the statement was admitted in error.", source, kind=kind) == []


@pytest.mark.parametrize(("source", "claim"), SAID_FREELY)
def test_an_honest_claim_in_other_words_is_let_through(source: str, claim: str) -> None:
    assert wording(claim, source) == []


@pytest.mark.parametrize(("source", "claim"), SURER_OR_WIDER)
def test_a_claim_in_other_words_that_is_surer_or_wider_is_found(source: str, claim: str) -> None:
    assert wording(claim, source)


@pytest.mark.parametrize("source", sorted({each for each, _ in (*SAID_FREELY, *SURER_OR_WIDER)}))
def test_a_sentence_of_the_source_is_as_sure_and_as_limited_as_itself(source: str) -> None:
    assert wording(source, source) == []


@pytest.mark.parametrize(("source", "claim"), SURER_OR_WIDER)
def test_that_the_brief_says_so_puts_no_limit_back(source: str, claim: str) -> None:
    if Fault.CAVEAT in wording(claim, source):
        assert wording(f"The brief says that {claim[0].lower()}{claim[1:]}", source)
