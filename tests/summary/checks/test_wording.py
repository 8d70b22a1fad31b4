"""Tests that an argument is not presented as settled and that no limitation is lost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from briefbank.domain.summaries import ClaimFault, SourceKind
from tests.summary.checks.factory import wording, written

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
    ("Whether the officers needed a warrant.", "The court held that the officers needed a warrant."),
    (ARGUED, "The State argues that the stop was clearly supported by reasonable suspicion."),
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
    ("The complaint was dismissed without prejudice.", "The complaint was dismissed."),
    ("An unpublished decision held the search invalid.", "A decision held the search invalid."),
    ("The dissent found the search invalid.", "The search was found invalid."),
    ("The court temporarily stayed the sentence.", "The court stayed the sentence."),
)
LIMIT_KEPT = (
    (HELD, "The trial court denied part of the motion."),
    (
        CONDITION,
        "Without the statement the remaining evidence cannot support the conviction, if it is suppressed.",
    ),
    (UNLESS, "A warrant is required except in an emergency."),
    ("The court denied the motion, but it granted a stay.", "The court denied the motion."),
    ("He left in part because of the noise.", "He left because of the noise."),
    ("Even if it was late, the motion was heard.", "The motion was heard."),
)


@pytest.mark.parametrize(
    ("fault", "wrong", "right"),
    [(ClaimFault.OVERCONFIDENT, OVERCONFIDENT, AS_SURE), (ClaimFault.CAVEAT, LIMITED, LIMIT_KEPT)],
    ids=["certainty", "limits"],
)
def test_more_certainty_or_less_limits_than_the_source_has_are_found(
    fault: ClaimFault, wrong: Sequence[tuple[str, str]], right: Sequence[tuple[str, str]]
) -> None:
    assert [case for case in wrong if fault not in wording(case[1], case[0])] == []
    assert [case for case in right if wording(case[1], case[0])] == []


@pytest.mark.parametrize(("kind", "source"), ((SourceKind.POINT, HEADING), (SourceKind.QUESTION, QUESTION)))
def test_a_statement_of_one_side_must_be_written_as_its_argument_or_question(
    kind: SourceKind, source: str
) -> None:
    assert wording("The trial court erred in admitting the statement.", source, kind=kind) == [
        ClaimFault.OVERCONFIDENT
    ]
    assert wording("Whether the court erred in admitting the statement.", source, kind=kind) == []
    assert wording("The brief argues that the statement was admitted in error.", source, kind=kind) == []


def test_claims_in_other_words_are_let_through_unless_they_are_surer_or_wider_than_their_source() -> None:
    honest, wider = written("as sure"), written("surer or wider")
    assert [case for case in honest if wording(case[1], case[0])] == []
    assert [case for case in wider if not wording(case[1], case[0])] == []
    assert [source for source, _ in (*honest, *wider) if wording(source, source)] == []


PETITION = (
    "THE PCR COURT ERRED IN DENYING DEFENDANT'S PETITION WITHOUT A HEARING ON WHAT THE OFFICER TOLD THE "
    "DRIVER."
)
ASKED = (
    "Did the trial court err in denying the petition on the ground that the officer told the driver to wait?"
)
PUT = (
    "The brief argues that the court erred in denying the petition.",
    "The brief asks whether the court erred in denying the petition.",
    "At issue is whether the court erred in denying the petition.",
    "At issue is the denial of the petition without a hearing.",
    "The issue is whether the petition was wrongly denied.",
    "The question presented is whether the court erred by denying the petition.",
    "The question is the denial of the petition.",
    "The appeal raises the question whether the denial of the petition was error.",
    "The Court is asked to decide whether the court erred in denying the petition.",
    "It is argued that the court erred in denying the petition.",
    "According to the brief, the court erred in denying the petition.",
    "The denial of the petition was error, the brief contends.",
    "The denial of the petition is challenged as error.",
    "The defendant challenges the denial of the petition.",
    "The brief challenges the denial of the petition.",
    "The appeal concerns the denial of the petition.",
    "The appeal is about the denial of the petition without a hearing.",
    "The point on appeal is that the court erred in denying the petition.",
    "The defense maintains that the petition was wrongly denied.",
    "The defendant's position is that the court erred in denying the petition.",
    "Defendant says the petition was wrongly denied.",
    "The first issue concerns the denial of the petition.",
    "The case turns on whether the petition was wrongly denied.",
    "The dispute is over the denial of the petition.",
    "Point I argues that denying the petition was error.",
    "The first point is that the petition was wrongly denied.",
    "The petitioner complains that the petition was denied without a hearing.",
    "The parties dispute whether the petition was rightly denied.",
    "Whether the court erred in denying the petition.",
    "The alleged error is the denial of the petition.",
    "The claimed error is the denial of the petition without a hearing.",
    "The brief says that the court erred in denying the petition.",
    "The appellant attacks the denial of the petition.",
    "The brief faults the court for denying the petition.",
    "Error is claimed in the denial of the petition.",
    "The legal question is if the court erred in denying the petition.",
    "The defense seeks reversal because the petition was denied.",
    "The brief maintains the court erred in denying the petition.",
    "The defendant appeals the denial of the petition.",
    "The brief is about the denial of the petition.",
    "The brief discusses the denial of the petition.",
    "This brief addresses the denial of the petition.",
)
SETTLED = (
    "The court erred in denying the petition.",
    "The PCR court erred in denying the defendant's petition without a hearing.",
    "The court erred when the officer told the driver to wait.",
    "The court erred in denying the petition on what the officer told the driver.",
    "The officer told the driver to wait, and the court erred in denying the petition.",
    "The denial of the petition must be reversed.",
    "In this section the court erred in denying the petition.",
)


def test_a_heading_or_question_passes_if_and_only_if_it_is_framed_as_such() -> None:
    for kind, source in ((SourceKind.POINT, PETITION), (SourceKind.QUESTION, ASKED)):
        assert [claim for claim in PUT if wording(claim, source, kind=kind)] == []
        assert [claim for claim in SETTLED if not wording(claim, source, kind=kind)] == []


@pytest.mark.parametrize("thing", ("petition", "appeal", "motion", "brief", "claim", "section", "point"))
def test_an_argument_about_any_filing_is_no_fact(thing: str) -> None:
    for verb in ("argued", "contended", "said", "alleged", "asserted"):
        source = f"The State {verb} that the {thing} was filed late."
        assert wording(f"The {thing} was filed late.", source) == [ClaimFault.OVERCONFIDENT]
        assert wording(f"The State {verb} that the {thing} was late.", source) == []
