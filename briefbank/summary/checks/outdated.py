"""Finds claims that rest on an authority which the office's list says something against.

Considered are the claim's own citations; those of the sentences on which it rests, short forms included; and
cases that either mentions by name alone and that the document or another sentence of the material cites in
full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.claims import ClaimFault, ClaimFinding, SourceSentence, SummarySource
from briefbank.summary.checks.citation_parts import NOT_NAMES, name_before
from briefbank.summary.checks.plain import PlainClaim, plain
from briefbank.summary.checks.types import FindCitations, Listed

NO_AUTHORITY = frozenset((CitationKind.RECORD, CitationKind.DOCKET))
"""The kinds of citations on which no list says anything."""
_DIGIT = re.compile(r"\d")
_CAPITALISED = re.compile(r"\b[A-Z][\w'-]+")


def find(
    compared: PlainClaim,
    sources: Sequence[SourceSentence],
    material: SummarySource,
    find_citations: FindCitations,
    listed: Listed,
) -> Iterator[ClaimFinding]:
    """Yield one finding for each authority that the list says something against; ``sources`` are the
    sentences that the claim names."""
    authorities = _authorities(
        (*compared.claim_citations, *(each for cited in compared.source_citations for each in cited))
    )
    mentioned = _possible_names(compared, material)
    authorities |= _by_short_name(compared, material, find_citations, mentioned)
    authorities |= _of_document(sources, material, mentioned)
    for canonical, said in sorted(listed(authorities).items()):
        if said:
            words = f"The office's list says of {canonical}: {'; '.join(said)}"
            yield ClaimFinding(ClaimFault.OUTDATED, words if words.endswith(".") else f"{words}.")


def _authorities(citations: Sequence[Citation]) -> dict[str, CitationKind]:
    return {
        each.canonical: each.kind for each in citations if each.canonical and each.kind not in NO_AUTHORITY
    }


def _of_document(
    sources: Sequence[SourceSentence], material: SummarySource, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return the authorities that the document's own reading assigns to the sentences, or whose name is
    mentioned."""
    numbers = {source.number for source in sources}
    return {
        each.canonical: each.kind
        for each in material.cited
        if numbers.intersection(each.sentences) or mentioned.intersection(each.names)
    }


def _by_short_name(
    compared: PlainClaim, material: SummarySource, find_citations: FindCitations, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return the authorities that other sentences cite under a name that stands in the claim or its
    sources."""
    found: dict[str, CitationKind] = {}
    for sentence in material.sentences:
        text = plain(sentence.text)
        if text in compared.sources or not _DIGIT.search(text) or mentioned.isdisjoint(_names(text)):
            continue
        citations = find_citations(text)
        found |= _authorities([each for each in citations if mentioned.intersection(name_before(text, each))])
    return found


def _possible_names(compared: PlainClaim, material: SummarySource) -> set[str]:
    """Return all possible case names in the claim and its sources. In an all-capitals text any word may be
    one, except those that the material has in lower case."""
    found: set[str] = set()
    for text in (compared.claim, *compared.sources):
        found |= _names(text) - _lower_case_words(material) if text.isupper() else _names(text)
    return found - NOT_NAMES


def _names(text: str) -> set[str]:
    return {name.casefold().removesuffix("'s") for name in _CAPITALISED.findall(text)}


def _lower_case_words(material: SummarySource) -> set[str]:
    return {word for each in material.sentences for word in each.text.split() if word.islower()}
