"""Compares each claim of a generated summary with the source sentences that it names: runs all checks of it.

*Authorities.* A claim must not rest on an authority that the office's list says something against. Considered
are the claim's own citations; those of the sentences on which it rests, short forms included; and cases that
either mentions by name alone and that the document or another sentence of the material cites in full.

*Coverage*, the last check: how much of a claim its source covers, by words that can replace each other and by
meaning. The share of the claim's content words that the source has, and the cosine with the nearest of its
sentences, are averaged and compared with one threshold. It was set on the half "fit" of the gold file of
claims, so low that reworded claims pass: what it finds are sentences about something else.

Nothing is caught here: a check that fails lets nothing through, and its caller handles that in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import numpy as np

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.summaries import Claim, ClaimFault, ClaimFinding, SourceSentence, SummarySource
from briefbank.summary.checks import exact, wording
from briefbank.summary.checks.plain_form import (
    ComparedClaim,
    Embed,
    FindCitations,
    Listed,
    lexicon,
    plain,
    stems,
)
from briefbank.summary.extractive import NO_AUTHORITY, NOT_NAMES, name_before

_DIGIT = re.compile(r"\d")
_CAPITALISED = re.compile(r"\b[A-Z][\w'-]+")


def find_outdated(
    compared: ComparedClaim,
    sources: Sequence[SourceSentence],
    material: SummarySource,
    find_citations: FindCitations,
    listed: Listed,
) -> Iterator[ClaimFinding]:
    """Yield one finding for each authority that the list says something against; ``sources`` are the
    sentences that the claim names."""
    authorities = _authorities(
        (*compared.claim_citations, *(citation for cited in compared.source_citations for citation in cited))
    )
    mentioned = _possible_names(compared, material)
    authorities |= _by_short_name(compared, material, find_citations, mentioned)
    authorities |= _of_document(sources, material, mentioned)
    for canonical, said in sorted(listed(authorities).items()):
        if said:
            words = f"Your good-law list says of {canonical}: {'; '.join(said)}"
            yield ClaimFinding(ClaimFault.OUTDATED, words if words.endswith(".") else f"{words}.")


def _authorities(citations: Sequence[Citation]) -> dict[str, CitationKind]:
    return {
        citation.canonical: citation.kind
        for citation in citations
        if citation.canonical and citation.kind not in NO_AUTHORITY
    }


def _of_document(
    sources: Sequence[SourceSentence], material: SummarySource, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return authorities that the document's reading gives to the sentences, or whose name is mentioned."""
    numbers = {source.number for source in sources}
    return {
        authority.canonical: authority.kind
        for authority in material.cited
        if numbers.intersection(authority.sentences) or mentioned.intersection(authority.names)
    }


def _by_short_name(
    compared: ComparedClaim, material: SummarySource, find_citations: FindCitations, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return the authorities that other sentences cite under a name in the claim or its sources."""
    kinds: dict[str, CitationKind] = {}
    for sentence in material.sentences:
        text = plain(sentence.text)
        if text in compared.sources or not _DIGIT.search(text) or mentioned.isdisjoint(_names(text)):
            continue
        citations = find_citations(text)
        named = [citation for citation in citations if mentioned.intersection(name_before(text, citation))]
        kinds |= _authorities(named)
    return kinds


def _possible_names(compared: ComparedClaim, material: SummarySource) -> set[str]:
    """Return all possible case names in the claim and its sources. In an all-capitals text any word may be
    one, except those that the material has in lower case."""
    names, written = set[str](), (sentence.text for sentence in material.sentences)
    lower = {word for text in written for word in text.split() if word.islower()}
    for text in (compared.claim, *compared.sources):
        names |= _names(text) - lower if text.isupper() else _names(text)
    return names - NOT_NAMES


def _names(text: str) -> set[str]:
    return {name.casefold().removesuffix("'s") for name in _CAPITALISED.findall(text)}


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
        for finding in find_outdated(compared, sources, material, self._find_citations, self._listed):
            yield "outdated", finding
        for finding in find_coverage(compared, self._embed):
            yield "coverage", finding


THRESHOLD = 0.5  # The least mean of word share and cosine, 0 to 1, of a claim that is shown
_FRAME = frozenset(
    str.split(
        "brief argu contend claim assert say state issu question present case concern address discuss ask "
        "amicus amici support urg posit view note explain point rais accord court maintain"
    )
)
"""Stems by which a summary only says who says it."""
_REPAIR = "Say only what the numbered sentences say, in words close to theirs, and name these sentences."


def find_coverage(compared: ComparedClaim, embed: Embed | None) -> Iterator[ClaimFinding]:
    """Yield a finding where the source covers too little; ``embed`` is None if no encoder can be loaded."""
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
