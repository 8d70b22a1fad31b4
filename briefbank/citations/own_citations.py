"""The authority that a document is: the citation that an opinion bears on its first page.

Opinions circulate with their citation on a line of its own or after the case's name ("Cite as 170 N.J. 632
(2002)"). A slip opinion has only its docket number, by which Bluebook rule 10.8.1 has it cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.citations.case_names import case_name
from briefbank.citations.citations import find
from briefbank.citations.record_cites import find_dockets
from briefbank.domain.citations import Citation, CitationKind
from briefbank.domain.documents import Document
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage

_HEAD_LENGTH = 1_500
"""The number of characters of the first page that are searched."""
_ALLOWED_REST = re.compile(
    r"(?:\W|\b(?:1[6-9]|20)\d\d\b|\b(?:cite|cited|reported|as|at|in|also)\b|\b(?:App|Div|Super|Ct|Sup|N\.?J|Law"
    r"|Ch|Cir|\d{1,2}(?:st|d|nd|rd|th)|D\.C|Fed|Pa|Del|Supreme|Court)\b\.?){0,40}",
    re.IGNORECASE,
)
"""Text that the line may hold besides the citation: "Cite as", court and date."""


def own_citations(document: Document, passages: Sequence[Passage]) -> list[tuple[str, CitationKind]]:
    """Return an opinion's citations as (canonical name, kind), or else its docket numbers.

    Empty for documents of other kinds. The first pair is the main one. Any thread; never raises; linear time.
    """
    if document.kind is not Kind.OPINION:
        return []
    reported = [citation.canonical for citation in find(document.title) if citation.kind is CitationKind.CASE]
    for line in _first_lines(passages):
        reported += _on_line(line, document.title)
    if reported:
        return [(canonical, CitationKind.CASE) for canonical in dict.fromkeys(reported)]
    dockets = find_dockets(
        " ".join(f"No. {each.strip()}" for each in document.docket.split(";") if each.strip())
    )
    return [(each.canonical, CitationKind.DOCKET) for each in dockets if each.canonical]


def _first_lines(passages: Sequence[Passage]) -> Iterator[str]:
    left = _HEAD_LENGTH
    for passage in passages:
        if passage.first_page or left <= 0:
            return
        yield from passage.text[:left].split("\n")
        left -= len(passage.text)


def _on_line(line: str, title: str) -> list[str]:
    """Return the citations of a line that holds nothing else but the case's name, court and date."""
    cases = [citation for citation in find(line) if citation.kind is CitationKind.CASE]
    if not cases:
        return []
    name = case_name(line, cases[0].start)
    before = line[: cases[0].start]
    if name and _words(name) == _words(title):
        before = ""
    rest = before + " " + " ".join(_between(line, cases))
    return [citation.canonical for citation in cases] if _ALLOWED_REST.fullmatch(rest) else []


def _between(line: str, cases: Sequence[Citation]) -> Iterator[str]:
    ends = [*(citation.start for citation in cases[1:]), len(line)]
    for citation, end in zip(cases, ends, strict=True):
        yield line[citation.end : end]


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold())
