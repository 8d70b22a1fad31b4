"""Runs all checks of one claim against the source sentences that it names.

The last is coverage: how much of a claim its source covers, by words that can replace each other, and by
meaning. The share of the claim's content words that the source has, and the cosine with the nearest of its
sentences, are averaged and compared with one threshold. It was set on the half "fit" of the gold file of
claims, so low that reworded claims pass: what it finds are sentences about something else.

Nothing is caught here: a check that fails lets nothing through, and its caller handles that in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import numpy as np

from briefbank.domain.summaries import Claim, ClaimFault, ClaimFinding, SummarySource
from briefbank.summary.checks import exact, outdated, wording
from briefbank.summary.checks.plain_form import (
    ComparedClaim,
    Embed,
    FindCitations,
    Listed,
    lexicon,
    plain,
    stems,
)

Check = Callable[[ComparedClaim], Iterable[ClaimFinding]]
"""Compares a claim with its sources and yields what they do not bear out."""

CHECKS: Mapping[str, Check] = {
    "quotations": exact.find_quotations,
    "cited": exact.find_citations,
    "figures": exact.find_figures,
    "names": exact.find_names,
    "certainty": wording.find_certainty,
    "negation": wording.find_negation,
}
"""The checks by their names, in the order in which they are made."""


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
        for name, check in CHECKS.items():
            for finding in check(compared):
                yield name, finding
        for finding in outdated.find(compared, sources, material, self._find_citations, self._listed):
            yield "outdated", finding
        for finding in find_coverage(compared, self._embed):
            yield "coverage", finding


THRESHOLD = 0.5
"""The least mean of word share and cosine, 0 to 1, of a claim that is shown."""
_FRAME = frozenset(
    str.split(
        "brief argu contend claim assert say state issu question present case concern address discuss ask "
        "amicus amici support urg posit view note explain point rais accord court maintain"
    )
)
"""Stems by which a summary only says who says it."""
_REPAIR = "Say only what the numbered sentences say, in words close to theirs, and name these sentences."


def find_coverage(compared: ComparedClaim, embed: Embed | None) -> Iterator[ClaimFinding]:
    """Yield a finding where the source covers too little; ``embed`` is None where no encoder can be
    loaded."""
    said = [word for word in stems(compared.claim) if word not in _FRAME]
    known, lists = stems(compared.source), lexicon()
    missing = [word for word in said if not any(lists.same((word,), (other,)) for other in known)]
    share = 1 - len(missing) / len(said) if said else 0.0
    cosine = share
    if embed is not None:
        vectors = embed([compared.claim, *compared.sources, compared.source])
        cosine = float(np.clip(np.max(vectors[1:] @ vectors[0]), 0.0, 1.0))
    if (share + cosine) / 2 < THRESHOLD:
        words = f"Its source does not say this: “{max(missing, key=len)}”." if missing else "It says nothing."
        yield ClaimFinding(ClaimFault.UNSUPPORTED, words, _REPAIR)
