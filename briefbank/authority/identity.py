"""As what authority a document is cited: the citation that an opinion bears on its first page.

Opinions are handed on with their citation on a line of its own or behind the case's name ("Cite as 170 N.J.
632 (2002)"); a slip opinion has only its docket number, by which Bluebook rule 10.8.1 has it cited.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from briefbank.authority.citations import find
from briefbank.authority.naming import case_name
from briefbank.authority.record import find_dockets
from briefbank.models import Citation, Document, Kind, Passage

_HEAD = 1_500
"""Characters of the first page in which it is looked for."""
_REST = re.compile(
    r"(?:\W|\b(?:1[6-9]|20)\d\d\b|\b(?:cite|cited|reported|as|at|in|also)\b|\b(?:App|Div|Super|Ct|Sup|N\.?J|Law"
    r"|Ch|Cir|\d{1,2}(?:st|d|nd|rd|th)|D\.C|Fed|Pa|Del|Supreme|Court)\b\.?){0,40}",
    re.IGNORECASE,
)
"""What else may stand on such a line: "Cite as", court and date."""


def own_citations(document: Document, passages: Sequence[Passage]) -> list[tuple[str, str]]:
    """The (canonical name, sort) of what an opinion is; its docket numbers where it bears no citation.

    Empty for documents of other kinds. The first one is the one that counts. Any thread; never raises; linear
    time.
    """
    if document.kind is not Kind.OPINION:
        return []
    reported = [citation.canonical for citation in find(document.title) if citation.sort == "case"]
    for line in _first_lines(passages):
        reported += _on_line(line, document.title)
    if reported:
        return [(canonical, "case") for canonical in dict.fromkeys(reported)]
    dockets = find_dockets(
        " ".join(f"No. {each.strip()}" for each in document.docket.split(";") if each.strip())
    )
    return [(each.canonical, "docket") for each in dockets if each.sort == "docket" and each.canonical]


def _first_lines(passages: Sequence[Passage]) -> Iterator[str]:
    left = _HEAD
    for passage in passages:
        if passage.first_page or left <= 0:
            return
        yield from passage.text[:left].split("\n")
        left -= len(passage.text)


def _on_line(line: str, title: str) -> list[str]:
    """The citations of a line that says nothing else but the case's name, court and date."""
    cases = [citation for citation in find(line) if citation.sort == "case"]
    if not cases:
        return []
    name = case_name(line, cases[0].start)
    before = line[: cases[0].start]
    if name and _words(name) == _words(title):
        before = ""
    rest = before + " " + " ".join(_between(line, cases))
    return [citation.canonical for citation in cases] if _REST.fullmatch(rest) else []


def _between(line: str, cases: Sequence[Citation]) -> Iterator[str]:
    ends = [*(citation.start for citation in cases[1:]), len(line)]
    for citation, end in zip(cases, ends, strict=True):
        yield line[citation.end : end]


def _words(name: str) -> list[str]:
    return re.findall(r"\w+", name.casefold())
