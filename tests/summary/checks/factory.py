"""Builds what the checks compare, from made-up sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from briefbank.citations.citations import find
from briefbank.domain.summaries import (
    Claim,
    ClaimFault,
    ClaimFinding,
    SourceKind,
    SourceSentence,
    SummaryPart,
    SummarySource,
)
from briefbank.summary.checks import exact
from briefbank.summary.checks.checking import ClaimChecker
from briefbank.summary.checks.plain_form import ComparedClaim, plain
from briefbank.summary.checks.wording import find_certainty
from tests.support.examples import Examples

CLAIMS = Examples(Path(__file__).with_name("claims.txt"))
"""Made-up sentences of briefs, with claims about them."""
EXACT = (exact.find_quotations, exact.find_citations, exact.find_figures, exact.find_names)


def compared(claim: str, *sources: str, kind: SourceKind = SourceKind.FACT, title: str = "") -> ComparedClaim:
    text, texts = plain(claim), tuple(plain(source) for source in sources)
    citations = tuple(tuple(find(source)) for source in texts)
    return ComparedClaim(text, texts, (kind,) * len(texts), plain(title), tuple(find(text)), citations)


def exactly(claim: str, *sources: str) -> list[ClaimFinding]:
    """Return the findings of the checks that compare word by word."""
    case = compared(claim, *sources)
    return [finding for check in EXACT for finding in check(case)]


def wording(claim: str, *sources: str, kind: SourceKind = SourceKind.FACT) -> list[ClaimFault]:
    """Return the faults that the checks of certainty and of limits find."""
    case = compared(claim, *sources, kind=kind)
    return [finding.fault for finding in find_certainty(case)]


def material(*sources: str, kind: SourceKind = SourceKind.FACT, title: str = "") -> SummarySource:
    sentences = tuple(
        SourceSentence(number, text, kind, 0, number, 0, len(text)) for number, text in enumerate(sources, 1)
    )
    return SummarySource(1, title, sentences)


def claim(text: str, *numbers: int) -> Claim:
    return Claim(text, numbers, SummaryPart.FACTS)


def checks(listed: Mapping[str, Sequence[str]] | None = None) -> ClaimChecker:
    """The real checks, with a list of good law that says this."""
    known = listed or {}
    return ClaimChecker(find, lambda named: {item: known[item] for item in named if item in known}, None)
