"""Whether a claim rests on an authority that the office's list says something against.

The claim's own citations count; those of the sentences on which it rests, short forms too; and cases that
either calls by a name alone, as the whole document or another sentence of the material cites them in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from briefbank.claims import Fault, Finding, Material, SourceSentence
from briefbank.models import Citation
from briefbank.summary.checks.cited import NOT_NAMES, name_before
from briefbank.summary.checks.plain import Compared, plain
from briefbank.summary.checks.types import FindCitations, Listed

NO_AUTHORITY = frozenset(("record", "docket", ""))
"""Sorts of citations on which no list says anything."""
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"\b[A-Z][\w'-]+")


def find(
    compared: Compared,
    sources: Sequence[SourceSentence],
    material: Material,
    find_citations: FindCitations,
    listed: Listed,
) -> Iterator[Finding]:
    """One finding for each authority that the list says something against; ``sources``: what the claim
    names."""
    named = _named(
        (*compared.claim_citations, *(each for cited in compared.source_citations for each in cited))
    )
    spoken = _spoken(compared, material)
    named |= _by_short_name(compared, material, find_citations, spoken)
    named |= _of_document(sources, material, spoken)
    for canonical, said in sorted(listed(named).items()):
        if said:
            words = f"The office's list says of {canonical}: {'; '.join(said)}"
            yield Finding(Fault.OUTDATED, words if words.endswith(".") else f"{words}.")


def _named(citations: Sequence[Citation]) -> dict[str, str]:
    return {
        each.canonical: each.sort for each in citations if each.canonical and each.sort not in NO_AUTHORITY
    }


def _of_document(
    sources: Sequence[SourceSentence], material: Material, spoken: set[str]
) -> Mapping[str, str]:
    """What the sentences cite in the document's own reading, and what is called by a name of it."""
    numbers = {source.number for source in sources}
    return {
        each.canonical: each.sort
        for each in material.cited
        if numbers.intersection(each.sentences) or spoken.intersection(each.names)
    }


def _by_short_name(
    compared: Compared, material: Material, find_citations: FindCitations, spoken: set[str]
) -> Mapping[str, str]:
    """Authorities that other sentences cite under a name that stands in the claim or its sources."""
    found: dict[str, str] = {}
    for sentence in material.sentences:
        text = plain(sentence.text)
        if text in compared.sources or not _DIGIT.search(text) or spoken.isdisjoint(_names(text)):
            continue
        citations = find_citations(text)
        found |= _named([each for each in citations if spoken.intersection(name_before(text, each))])
    return found


def _spoken(compared: Compared, material: Material) -> set[str]:
    """All that may be a case's name in the claim and its sources. In capitals any word may be one, but for
    those that the material has in small letters."""
    found: set[str] = set()
    for text in (compared.claim, *compared.sources):
        found |= _names(text) - _small(material) if text.isupper() else _names(text)
    return found - NOT_NAMES


def _names(text: str) -> set[str]:
    return {name.casefold().removesuffix("'s") for name in _NAME.findall(text)}


def _small(material: Material) -> set[str]:
    return {word for each in material.sentences for word in each.text.split() if word.islower()}
