"""Whether a claim rests on an authority that the office's list says something against.

The claim's own citations count, those of the sentences on which it rests, and cases that either calls by a
short name where another sentence of the material cites them in full.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from briefbank.claims import Fault, Finding, Material
from briefbank.models import Citation
from briefbank.summary.checks.cited import NOT_NAMES, name_before
from briefbank.summary.checks.plain import Compared, plain
from briefbank.summary.checks.types import FindCitations, Listed

_NO_AUTHORITY = frozenset(("record", "docket", ""))
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"\b[A-Z][\w'-]+")


def find(
    compared: Compared, material: Material, find_citations: FindCitations, listed: Listed
) -> Iterator[Finding]:
    """One finding for each authority that the list says something against."""
    named = _named(
        (*compared.claim_citations, *(each for cited in compared.source_citations for each in cited))
    )
    named |= _by_short_name(compared, material, find_citations)
    for canonical, said in sorted(listed(named).items()):
        if said:
            words = f"The office's list says of {canonical}: {'; '.join(said)}"
            yield Finding(Fault.OUTDATED, words if words.endswith(".") else f"{words}.")


def _named(citations: Sequence[Citation]) -> dict[str, str]:
    return {
        each.canonical: each.sort for each in citations if each.canonical and each.sort not in _NO_AUTHORITY
    }


def _by_short_name(
    compared: Compared, material: Material, find_citations: FindCitations
) -> Mapping[str, str]:
    """Authorities that other sentences cite under a name that stands in the claim or its sources."""
    texts = (compared.claim, *compared.sources)
    spoken = {
        name.casefold().removesuffix("'s") for text in texts for name in _NAME.findall(text)
    } - NOT_NAMES
    found: dict[str, str] = {}
    for sentence in material.sentences:
        text = plain(sentence.text)
        if text in compared.sources or not _DIGIT.search(text) or not _speaks(text, spoken):
            continue
        citations = find_citations(text)
        found |= _named([each for each in citations if spoken.intersection(name_before(text, each))])
    return found


def _speaks(text: str, spoken: set[str]) -> bool:
    return any(name.casefold().removesuffix("'s") in spoken for name in _NAME.findall(text))
