"""Extractive and generated summaries of the same briefs, in the form in which their text is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.summaries import (
    Claim,
    ClaimFinding,
    GeneratedSummary,
    Generator,
    SummaryPart,
    SummarySource,
)
from briefbank.errors import SummaryError
from briefbank.jobs import Reporter
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.extractive import summarise
from briefbank.summary.summaries import SummaryWriter
from tests.evaluate.summaries.briefs import ReadBrief
from tests.evaluate.summaries.relevance import UNFAITHFUL, MeasuredSummary

MOST_GENERATED = 20
"""The number of briefs that a local model is asked about: on a plain computer each takes a minute."""


@dataclass(frozen=True, slots=True)
class Generated:
    """The summaries that a local model wrote about some briefs."""

    measured: tuple[MeasuredSummary, ...]
    summaries: tuple[GeneratedSummary, ...]


class _RecordingChecks(ClaimChecker):
    """Checks that record for each claim, corrected ones included, whether its sources support it. The texts
    of withheld claims are not kept, so this cannot be found out later."""

    def __init__(self, checks: ClaimChecker) -> None:
        self._real, self.faithful = checks, list[bool]()

    def check(self, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        report = self._real.check(claim, material)
        self.faithful.append(_is_faithful(report))
        return report


def extracts(
    briefs: Sequence[tuple[ReadBrief, SummarySource]], checks: ClaimChecker, reporter: Reporter
) -> list[MeasuredSummary]:
    """Return the extractive summaries of those briefs that have one."""
    uploads = []
    for done, (brief, material) in enumerate(briefs):
        reporter.check()
        reporter.progress("Measuring the extracts", done, len(briefs))
        try:
            sentences = summarise(brief.document, brief.passages).sentences
        except SummaryError:
            continue
        texts = tuple(sentence.text for sentence in sentences)
        named = [sentence for sentence in material.sentences if sentence.text in texts]
        claims = [Claim(sentence.text, (sentence.number,), SummaryPart.FACTS) for sentence in named]
        faithful = sum(_is_faithful(checks.check(claim, material)) for claim in claims)
        uploads.append(
            MeasuredSummary(material, texts, tuple(item.number for item in named), len(claims), faithful)
        )
    return uploads


def generated(
    materials: Sequence[SummarySource], checks: ClaimChecker, generator: Generator, reporter: Reporter
) -> Generated:
    """Let a model write about the first MOST_GENERATED briefs. Raises ModelRefused, ModelFault, Cancelled."""
    measured, summaries = list[MeasuredSummary](), list[GeneratedSummary]()
    for material in materials[:MOST_GENERATED]:
        recording = _RecordingChecks(checks)
        summary = SummaryWriter(recording).write(material, generator, reporter)
        shown = summary.shown
        named = tuple(number for sentence in shown for number in sentence.claim.sources)
        texts = tuple(sentence.claim.text for sentence in shown)
        measured.append(
            MeasuredSummary(material, texts, named, len(recording.faithful), sum(recording.faithful))
        )
        summaries.append(summary)
    return Generated(tuple(measured), tuple(summaries))


def _is_faithful(findings: Sequence[ClaimFinding]) -> bool:
    return not any(item.fault.value in UNFAITHFUL for item in findings)
