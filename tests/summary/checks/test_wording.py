"""Tests that an argument is not presented as settled and that no limitation is lost."""

from __future__ import annotations

import pytest

from briefbank.domain.summaries import ClaimFault, SourceKind
from tests.summary.checks.factory import CLAIMS, wording

HEADING = "THE TRIAL COURT ERRED IN ADMITTING THE STATEMENT"
QUESTION = "Did the court err in admitting the defendant's statement to the detective?"


@pytest.mark.parametrize(
    ("fault", "wrong", "right"),
    [
        (ClaimFault.OVERCONFIDENT, "More certainty than the source has", "The certainty of the source"),
        (ClaimFault.CAVEAT, "A limit that was left out", "A limit that was kept"),
    ],
)
def test_more_certainty_or_less_limits_than_the_source_has_are_found(
    fault: ClaimFault, wrong: str, right: str
) -> None:
    assert [case for case in CLAIMS.pairs(wrong) if fault not in wording(case[1], case[0])] == []
    assert [case for case in CLAIMS.pairs(right) if wording(case[1], case[0])] == []


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
    honest = CLAIMS.pairs("Claims that are as sure as their source")
    wider = CLAIMS.pairs("Claims that are surer or wider than their source")
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


def test_a_heading_or_question_passes_if_and_only_if_it_is_framed_as_such() -> None:
    framed = [claim for _, claim in CLAIMS.pairs("A statement of one side that is framed as such")]
    others = [claim for _, claim in CLAIMS.pairs("A statement of one side that is not framed")]
    for kind, source in ((SourceKind.POINT, PETITION), (SourceKind.QUESTION, ASKED)):
        assert [claim for claim in framed if wording(claim, source, kind=kind)] == []
        assert [claim for claim in others if not wording(claim, source, kind=kind)] == []


@pytest.mark.parametrize("thing", ("petition", "appeal", "motion", "brief", "claim", "section", "point"))
def test_an_argument_about_any_filing_is_no_fact(thing: str) -> None:
    for verb in ("argued", "contended", "said", "alleged", "asserted"):
        source = f"The State {verb} that the {thing} was filed late."
        assert wording(f"The {thing} was filed late.", source) == [ClaimFault.OVERCONFIDENT]
        assert wording(f"The State {verb} that the {thing} was late.", source) == []
