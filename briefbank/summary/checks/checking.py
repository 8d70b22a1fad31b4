"""Runs all checks of one claim against the source sentences that it names.

Nothing is caught here: a check that fails lets nothing through, and its caller handles that in one place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from briefbank.domain.claims import Claim, ClaimFault, ClaimFinding, SourceSentence, SummarySource
from briefbank.summary.checks import outdated, registry, support
from briefbank.summary.checks.plain import PlainClaim, plain, without_repetitions
from briefbank.summary.checks.types import Embed, FindCitations, Listed


class ClaimChecker:
    """Checks claims against their sources. Any thread."""

    def __init__(self, find_citations: FindCitations, listed: Listed, embed: Embed | None) -> None:
        """``embed`` is None where no encoder can be loaded; support is then judged by words alone."""
        self._find_citations, self._listed, self._embed = find_citations, listed, embed

    def check(self, claim: Claim, material: SummarySource) -> tuple[ClaimFinding, ...]:
        """Return all findings about a claim; without any it may be shown. The caller must withhold the claim
        when an exception is raised."""
        return without_repetitions([finding for _, finding in self.findings_by_check(claim, material)])

    def findings_by_check(self, claim: Claim, material: SummarySource) -> Iterator[tuple[str, ClaimFinding]]:
        """Yield the findings of :meth:`check`, each with the name of the check that made it, for evaluation:
        "names", "support: polarity"."""
        sources = material.named(claim.sources)
        if not sources:
            words = "It names no sentence of the source."
            yield "sources", ClaimFinding(ClaimFault.UNSUPPORTED, words, "Name the sentences that say this.")
            return
        compared = self._compared(claim, sources, material.title)
        for check in registry.CHECKS:
            for finding in check.find(compared):
                yield check.__name__.rpartition(".")[-1], finding
        for finding in outdated.find(compared, sources, material, self._find_citations, self._listed):
            yield "outdated", finding
        for name, finding in support.find_unsupported(claim, sources, self._embed):
            yield f"support: {name}", finding

    def _compared(self, claim: Claim, sources: Sequence[SourceSentence], title: str) -> PlainClaim:
        text = plain(claim.text)
        texts = tuple(plain(source.text) for source in sources)
        return PlainClaim(
            text,
            texts,
            tuple(source.kind for source in sources),
            plain(title),
            tuple(self._find_citations(text)),
            tuple(tuple(self._find_citations(each)) for each in texts),
        )
