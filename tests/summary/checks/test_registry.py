"""Tests that a check of a summary's sentences needs nothing but a function and a name in CHECKS."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from briefbank.domain.summaries import ClaimFault, ClaimFinding
from briefbank.jobs import QuietReporter
from briefbank.summary.checks import checking
from briefbank.summary.checks.plain_form import ComparedClaim
from briefbank.summary.summaries import SummaryWriter
from tests.summary.checks.factory import checks, claim, material
from tests.summary.model import AnsweringModel, corrected, written

STOP = "Officer Ortega stopped the grey sedan on Ferry Street and asked the driver for consent to search."
DARK = "It was dark, and the street was empty."
RAIN = "It was raining hard."


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield a finding for a claim about the weather."""
    if "raining" in compared.claim and any("raining" in source for source in compared.sources):
        yield ClaimFinding(ClaimFault.UNSUPPORTED, "It speaks of the weather.", "Leave out the weather.")


@pytest.fixture
def weather(monkeypatch: pytest.MonkeyPatch) -> None:
    """A check for the test, after all others."""
    monkeypatch.setattr(checking, "CHECKS", {**checking.CHECKS, "weather": find})


def test_a_sentence_passes_when_its_check_is_not_registered() -> None:
    assert checks().check(claim(RAIN, 1), material(RAIN)) == ()


@pytest.mark.usefixtures("weather")
def test_a_check_is_made_of_each_claim_and_named() -> None:
    findings = list(checks().findings_by_check(claim(RAIN, 1), material(RAIN, STOP)))
    assert [(name, finding.words) for name, finding in findings] == [("weather", "It speaks of the weather.")]
    assert checks().check(claim(RAIN, 1), material(RAIN)) == (findings[0][1],)
    assert checks().check(claim(STOP, 2), material(RAIN, STOP)) == ()


@pytest.mark.usefixtures("weather")
def test_a_sentence_that_a_check_finds_twice_is_withheld_and_the_others_are_shown() -> None:
    replies = [written(facts=[([1], STOP), ([2], DARK), ([3], RAIN)]), corrected(RAIN)]
    model = AnsweringModel(*replies)
    summary = SummaryWriter(checks()).write(material(STOP, DARK, RAIN), model, QuietReporter())
    assert [sentence.claim.text for sentence in summary.shown] == [STOP, DARK]
    assert summary.withheld == 1 and summary.claims[2].claim.text == ""
    assert [finding.words for finding in summary.claims[2].findings] == ["It speaks of the weather."]
    assert "Leave out the weather." in model.asked[1].data
