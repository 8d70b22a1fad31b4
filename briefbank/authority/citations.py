"""Finds the authorities that a text cites and names each in one form, whatever way it is written.

Case, journal and code citations come from eyecite; :mod:`briefbank.authority.codes` adds what it does not
know: New Jersey statutes, court rules, rules of evidence, constitutions, directives. White space is made
single first, because a line end inside a citation hides it, and every range is mapped back.

eyecite: https://github.com/freelawproject/eyecite. It is imported at the first call (about a second), its
logger is silenced because it prints the text that it reads, and long texts are handed to it in pieces: its
time grows faster than the text.
"""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from briefbank.authority.codes import find_codes
from briefbank.models import Citation

_PIECE = 8_000
_OVERLAP = 250
_GAP = re.compile(r"(?P<broken>(?<=\w-)\s*\n\s*(?=\w))|\s{2,}|[^\S ]")
_MIGHT_CITE = re.compile(r"\d\s{0,3}[A-Z(]|\d\s+(?:[a-z]|§)|§")
_LONGEST_RUN = re.compile(r"\S{1000,}")


def find(text: str) -> tuple[Citation, ...]:
    """The citations of a text in order, without overlaps. Any thread; never raises; linear time."""
    plain, back = _single_spaced(text)
    found = [*find_codes(plain), *_cases(plain)]
    return tuple(
        Citation(back(start), back(end - 1) + 1, canonical, sort)
        for start, end, canonical, sort in _without_overlaps(found)
    )


Mention = tuple[int, int, str, str]
"""(start, end, canonical form, sort) in the text as it was searched."""


def _single_spaced(text: str) -> tuple[str, Callable[[int], int]]:
    """The text with single spaces, and the way back from its offsets."""
    parts: list[str] = []
    starts: list[int] = [0]
    shifts: list[int] = [0]
    at = length = 0
    for match in _GAP.finditer(text):
        space = "" if match.group("broken") else " "
        parts += [text[at : match.start()], space]
        length += match.start() - at + len(space)
        at = match.end()
        starts.append(length)
        shifts.append(at - length)
    parts.append(text[at:])

    def back(offset: int) -> int:
        return offset + shifts[bisect_right(starts, offset) - 1]

    return "".join(parts), back


def _without_overlaps(found: list[Mention]) -> Iterator[Mention]:
    """The earliest and, of those, the longest; whatever overlaps it goes."""
    end = 0
    for mention in sorted(found, key=lambda m: (m[0], -m[1])):
        if mention[0] >= end and mention[1] > mention[0]:
            yield mention
            end = mention[1]


def _cases(text: str) -> Iterator[Mention]:
    for start, piece in _pieces(text):
        last = start + len(piece) >= len(text)
        for mention in _in_piece(piece):
            begins_in_overlap = mention[0] < _OVERLAP // 2 and start > 0
            ends_in_overlap = mention[0] >= len(piece) - _OVERLAP // 2 and not last
            if not begins_in_overlap and not ends_in_overlap:
                yield (start + mention[0], start + mention[1], mention[2], mention[3])


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """Overlapping pieces that hold a digit in a place where a citation could be."""
    for start in range(0, max(1, len(text) - _OVERLAP), _PIECE - _OVERLAP):
        piece = text[start : start + _PIECE]
        if _MIGHT_CITE.search(piece) and not _LONGEST_RUN.search(piece):
            yield start, piece


def _in_piece(piece: str) -> Iterator[Mention]:
    for citation in _eyecite()(piece):
        named = _named(citation)
        if named:
            start, end = citation.span()
            yield start, end, named[0], named[1]


def _named(citation: Any) -> tuple[str, str] | None:
    """The canonical form and sort of one eyecite citation, or None for one that refers back (Id.)."""
    kind = type(citation).__name__
    groups = citation.groups
    if kind in ("FullCaseCitation", "ShortCaseCitation"):
        page = groups.get("page") if kind == "FullCaseCitation" else ""
        if not page or not page.strip("_- "):
            return None
        return f"{groups.get('volume')} {citation.corrected_reporter()} {page}", "case"
    if kind == "FullJournalCitation":
        return f"{groups.get('volume')} {citation.corrected_reporter()} {groups.get('page')}".replace(
            "None ", ""
        ), "journal"
    if kind == "FullLawCitation":
        return _law(citation, groups)
    return None


def _law(citation: Any, groups: dict[str, Any]) -> tuple[str, str] | None:
    reporter = citation.corrected_reporter()
    number = groups.get("section") or groups.get("page")
    if not number:
        return None
    title = groups.get("title") or groups.get("volume") or groups.get("chapter")
    subsection = re.match(r"(?:\s?\([A-Za-z0-9]{1,4}\))+", citation.metadata.pin_cite or "")
    parts = [
        str(title) if title else "",
        reporter,
        f"§ {number}{subsection.group().replace(' ', '') if subsection else ''}",
    ]
    return " ".join(part for part in parts if part), "statute"


@lru_cache(maxsize=1)
def _eyecite() -> Callable[[str], list[Any]]:
    """eyecite's finder, imported once, its loggers silent."""
    from eyecite import get_citations

    for name in ("eyecite", "eyecite.find", "eyecite.helpers", "eyecite.utils", "eyecite.tokenizers"):
        logger = logging.getLogger(name)
        logger.handlers = [logging.NullHandler()]
        logger.propagate = False
        logger.disabled = True

    def citations(text: str) -> list[Any]:
        try:
            return list(get_citations(text))
        except (ValueError, TypeError, AttributeError, KeyError, IndexError, re.error) as error:
            # A text that eyecite cannot take costs its own citations and nothing else.
            logging.getLogger(__name__).debug("eyecite failed: %s", type(error).__name__)
            return []

    return citations
