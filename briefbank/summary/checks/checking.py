"""Runs all checks of one claim against the source sentences that it names.

Nothing is caught here: a check that fails lets nothing through, and its caller handles that in one place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from briefbank.domain.claims import Claim, ClaimFault, ClaimFinding, SummarySource
from briefbank.summary.checks import (
    certainty,
    cited,
    coverage,
    figures,
    names,
    negation,
    outdated,
    quotations,
)
from briefbank.summary.checks.compared import ComparedClaim, plain
from briefbank.summary.checks.types import Embed, FindCitations, Listed


class Check(Protocol):
    """A module that compares a claim with its sources."""

    __name__: str

    def find(self, compared: ComparedClaim, /) -> Iterable[ClaimFinding]:
        """Yield what the sources do not bear out."""


CHECKS: tuple[Check, ...] = (quotations, cited, figures, names, certainty, negation)
"""The checks, in the order in which they are made. A new one is a module of its own and a name here."""


class ClaimChecker:
    """Checks claims against their sources. Any thread."""

    def __init__(self, find_citations: FindCitations, listed: Listed, embed: Embed | None) -> None:
        """``embed`` is None where no encoder can be loaded; coverage is then judged by words alone."""
        self._find_citations, self._listed, self._embed = find_citations, listed, embed

    def check(self, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        """Return all findings about a claim; without any it may be shown. The caller must withhold the claim
        when an exception is raised."""
        return tuple(dict.fromkeys(finding for _, finding in self.findings_by_check(claim, material)))

    def findings_by_check(self, claim: Claim, material: SummarySource) -> Iterator[tuple[str, ClaimFinding]]:
        """Yield the findings of :meth:`check`, each with the name of the check that made it: "names"."""
        sources = material.named(claim.sources)
        if not sources:
            words = "It names no sentence of the source."
            yield "sources", ClaimFinding(ClaimFault.UNSUPPORTED, words, "Name the sentences that say this.")
            return
        text = plain(claim.text)
        texts = tuple(plain(source.text) for source in sources)
        compared = ComparedClaim(
            text,
            texts,
            tuple(source.kind for source in sources),
            plain(material.title),
            tuple(self._find_citations(text)),
            tuple(tuple(self._find_citations(source)) for source in texts),
        )
        for check in CHECKS:
            for finding in check.find(compared):
                yield check.__name__.rpartition(".")[-1], finding
        for finding in outdated.find(compared, sources, material, self._find_citations, self._listed):
            yield "outdated", finding
        for finding in coverage.find(compared, self._embed):
            yield "coverage", finding
