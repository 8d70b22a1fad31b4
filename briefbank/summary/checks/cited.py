"""Checks that every citation of a claim stands in its source and names the same case, page and year.

Two citations are the same when they name the same authority, or are written alike but for spaces and full
stops. A claim may cite the whole of a provision of which the source cites a part.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.claims import ClaimFault, ClaimFinding
from briefbank.summary.checks.compared import ComparedClaim

_LOOKS_CITED = re.compile(
    r"\b\d{1,4} (?:[A-Z][\w.']*\.? ?){1,5}(?:[23]d|[2-9]th)?\.? ?(?:at )?\d{1,5}\b"
    r"|\b(?:Ibid|Id|Supra|supra|Infra|infra|Op\. cit)\b\.?"
)
"""A form of citation, recognised as one or not."""
_CASE_NAME = re.compile(
    r"([A-Z][\w'&.-]+),? (?:v\.?|vs\.?) ([A-Z][\w'&.-]+)|\b(?:In re|Ex parte) ([A-Z][\w'&.-]+)"
)
_TAIL = re.compile(r"(?:,? ?(?:at )?(?:pp?\. ?)?\d+(?:-\d+)?)*(?: ?\([^()]{1,60}\))?")
"""The pages, court and year behind a citation."""
_REPAIR = "Cite nothing that the source does not cite, and cite it as the source does; or leave it out."


def find(compared: ComparedClaim) -> Iterator[ClaimFinding]:
    """Yield citations and case names that are not the source's."""
    source = _squeezed(compared.source)
    source_numbers = set(re.findall(r"\d+", compared.source))
    known = {citation.canonical for cited in compared.source_citations for citation in cited}
    for citation in compared.claim_citations:
        written = compared.claim[citation.start : citation.end]
        tail = _TAIL.match(compared.claim, citation.end)
        numbers = set(re.findall(r"\d+", written + (tail.group() if tail else "")))
        is_cited = _squeezed(written) in source or _is_known(citation, known)
        if not is_cited or not numbers <= source_numbers:
            yield _finding(written)
    for match in _LOOKS_CITED.finditer(compared.claim):
        if _squeezed(match.group()) not in source and not _overlaps(match, compared.claim_citations):
            yield _finding(match.group().strip())
    pairs = [
        {_word(name) for name in match.groups() if name} for match in _CASE_NAME.finditer(compared.source)
    ]
    for match in _CASE_NAME.finditer(compared.claim):
        names = {_word(name) for name in match.groups() if name}
        if not any(names <= pair for pair in pairs) and _squeezed(match.group()) not in source:
            yield _finding(match.group())


def _is_known(citation: Citation, known: set[str]) -> bool:
    """Return whether the sources cite the same authority, or a part of the provision."""
    wholes = tuple(citation.canonical + mark for mark in "(, ")
    return citation.canonical in known or (
        citation.kind is not CitationKind.CASE and any(canonical.startswith(wholes) for canonical in known)
    )


def _overlaps(match: re.Match[str], citations: tuple[Citation, ...]) -> bool:
    return any(match.start() < citation.end and citation.start < match.end() for citation in citations)


def _finding(written: str) -> ClaimFinding:
    return ClaimFinding(ClaimFault.CITATION, f"“{written}” does not stand in the source.", _REPAIR)


def _squeezed(text: str) -> str:
    """Return a text in lower case without spaces and full stops, which vary between reporters."""
    return re.sub(r"[\s.,]", "", text).casefold()


def _word(name: str) -> str:
    return name.casefold().removesuffix("'s").strip(".,")
