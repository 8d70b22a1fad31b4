"""Finds claims that rest on an authority which the office's list says something against.

Considered are the claim's own citations; those of the sentences on which it rests, short forms included; and
cases that either mentions by name alone and that the document or another sentence of the material cites in
full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from briefbank.domain.authorities import Citation, CitationKind
from briefbank.domain.summaries import ClaimFault, ClaimFinding, SourceSentence, SummarySource
from briefbank.summary.checks.plain_form import ComparedClaim, FindCitations, Listed, plain

NO_AUTHORITY = frozenset((CitationKind.RECORD, CitationKind.DOCKET))
"""The kinds of citations on which no list says anything."""
_NAME = re.compile(
    r"(?P<first>[A-Z][\w.'&-]*(?: (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\.|de|la)){0,12}),? (?:v\.?"
    r"|vs\.?|versus) "
    r"(?P<second>[A-Z][\w.'&-]*(?:,? (?:[A-Z&][\w.'-]*|of|the|and|for|ex|rel\.|de|la))*)"
)
_IN_RE = re.compile(r"\b(?:In re|Matter of|Ex parte|In the Matter of) ([A-Z][\w'&.-]*)")
_BEFORE = 120
"""The number of characters before a citation that are searched for its name."""
_NOT_NAMES = frozenset(
    str.split(
        "state people commonwealth united states in re ex parte matter of the and city county township "
        "borough board department dept new jersey u.s co inc corp v vs america comm'n commission division"
    )
)
"""Words that do not distinguish one case from another."""
_DIGIT = re.compile(r"\d")
_CAPITALISED = re.compile(r"\b[A-Z][\w'-]+")


def find(
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
            words = f"The office's list says of {canonical}: {'; '.join(said)}"
            yield ClaimFinding(ClaimFault.OUTDATED, words if words.endswith(".") else f"{words}.")


def name_before(text: str, citation: Citation) -> tuple[str, ...]:
    """Return the distinctive words of the case name before a citation, in lower case; empty without one."""
    before = text[max(0, citation.start - _BEFORE) : citation.start]
    last = next(reversed([*_NAME.finditer(before)]), None)
    if last is None or before[last.end() :].strip(" ,"):
        matches = list(_IN_RE.finditer(before))
        return (
            (matches[-1][1].casefold(),) if matches and not before[matches[-1].end() :].strip(" ,.") else ()
        )
    words = re.findall(r"[^\W_]+(?:['.-][^\W_]+)*\.?", f"{last['first']} {last['second']}".casefold())
    return tuple(
        word for word in (word.removesuffix("'s").rstrip(".") for word in words) if word not in _NOT_NAMES
    )


def _authorities(citations: Sequence[Citation]) -> dict[str, CitationKind]:
    return {
        citation.canonical: citation.kind
        for citation in citations
        if citation.canonical and citation.kind not in NO_AUTHORITY
    }


def _of_document(
    sources: Sequence[SourceSentence], material: SummarySource, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return the authorities that the document's own reading assigns to the sentences, or whose name is
    mentioned."""
    numbers = {source.number for source in sources}
    return {
        authority.canonical: authority.kind
        for authority in material.cited
        if numbers.intersection(authority.sentences) or mentioned.intersection(authority.names)
    }


def _by_short_name(
    compared: ComparedClaim, material: SummarySource, find_citations: FindCitations, mentioned: set[str]
) -> Mapping[str, CitationKind]:
    """Return the authorities that other sentences cite under a name that stands in the claim or its
    sources."""
    kinds: dict[str, CitationKind] = {}
    for sentence in material.sentences:
        text = plain(sentence.text)
        if text in compared.sources or not _DIGIT.search(text) or mentioned.isdisjoint(_names(text)):
            continue
        citations = find_citations(text)
        kinds |= _authorities(
            [citation for citation in citations if mentioned.intersection(name_before(text, citation))]
        )
    return kinds


def _possible_names(compared: ComparedClaim, material: SummarySource) -> set[str]:
    """Return all possible case names in the claim and its sources. In an all-capitals text any word may be
    one, except those that the material has in lower case."""
    names: set[str] = set()
    for text in (compared.claim, *compared.sources):
        names |= _names(text) - _lower_case_words(material) if text.isupper() else _names(text)
    return names - _NOT_NAMES


def _names(text: str) -> set[str]:
    return {name.casefold().removesuffix("'s") for name in _CAPITALISED.findall(text)}


def _lower_case_words(material: SummarySource) -> set[str]:
    return {word for sentence in material.sentences for word in sentence.text.split() if word.islower()}
