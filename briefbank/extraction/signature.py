"""Finds a document's own signature: the lines after its closing formula, and the dates beside them.

The signature follows a conclusion or "Respectfully submitted". Only the first closing formula counts, because
an appendix contains other people's papers, and nothing counts after a certificate or an appendix begins.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import takewhile

from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line
from briefbank.text.dates import first_date, whole_date

_CLOSING = re.compile(
    r"\W*(?:respectfully\s+(?:submitted|yours)|very truly yours|sincerely"
    r"|respetuosamente\s+(?:sometid|presentad)[oa]s?)\b",
    re.IGNORECASE,
)
_CONCLUSION = re.compile(r"\W*(?:[IVXL]+\.|[A-Z]\.|\d+\.)?\s*conclusion\W*", re.IGNORECASE)
_SIGNED = re.compile(
    r"\W*(?:dated?\b\s*[:,]?\s*(?:this\s+)?(?:the\s+)?|fecha:\s*|en [\w ,.]{2,40}?,? (?:a|hoy),?\s+(?=\d)"
    r"|[\w ,.]{2,40}?, (?:a|hoy),?\s+(?=\d{1,2} de ))",
    re.IGNORECASE,
)
_LATER_PART = re.compile(
    r"\W*(?:(?:certificate|certification|proof|declaration|affidavit)s? of|certificate|appendix|addendum"
    r"|attachment|exhibit|verification)\b",
    re.IGNORECASE,
)
_LINES = 60
_ABOVE = 3
"""The number of lines above a closing formula in which its date may stand."""


def signature_lines(pages: Sequence[CleanPage]) -> list[Line]:
    """Return the lines from the first closing formula on; none where the document has none."""
    lines = [line for page in pages for line in page.lines]
    for index, line in enumerate(lines):
        if _CLOSING.match(line.text[:80]):
            return _up_to_next_part(lines[index : index + _LINES])
    return []


def signature_dates(pages: Sequence[CleanPage], today: date) -> tuple[list[date], int]:
    """Return the dates beside the document's own signature, and their page; linear."""
    lines = [line for page in pages for line in page.lines]
    for index, line in enumerate(lines):
        text = line.text[:80]
        closing = bool(_CLOSING.match(text))
        if not closing and not (len(text) < 60 and _CONCLUSION.fullmatch(text)):
            continue
        dated = _dates(_up_to_next_part(lines[max(0, index - _ABOVE) : index + _LINES]), today)
        if dated or closing:
            return [day for day, _ in dated], dated[0][1] if dated else line.page
    return [], 0


def _up_to_next_part(lines: Sequence[Line]) -> list[Line]:
    return list(takewhile(lambda line: not _begins_a_part(line.text), lines))


def _begins_a_part(text: str) -> bool:
    return len(text) < 80 and text[:1].isupper() and bool(_LATER_PART.match(text))


def _dates(lines: Sequence[Line], today: date) -> list[tuple[date, int]]:
    found: list[tuple[date, int]] = []
    for line in lines:
        text = line.text[:120]
        signed = _SIGNED.match(text)
        ended = text[signed.end() : signed.end() + 32] if signed else ""
        day = first_date(ended, today) if signed else whole_date(text, today)
        if day:
            found.append((day, line.page))
    return found
