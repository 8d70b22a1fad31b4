"""For which points an authority is cited: the headings over the passages that cite it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from briefbank.catalogue.columns import unpack_headings
from briefbank.law_reports import Point
from briefbank.reading.blocks import MARKER
from briefbank.reading.headings import known_title

MOST = 30
"""Points that a page names."""
_LEAST_WORDS = 3
"""Fewer ("Prong one", "The stop") name no point that stands for itself."""
_MARKERS = 3
"""Enumerators that a heading may begin with: "POINT II. A. (1)"."""
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Gathered:
    text: str
    newest: int
    passages: int = 0
    documents: set[int] = field(default_factory=set)


def points(citing: Iterable[tuple[str, int, int]]) -> list[Point]:
    """The points of passages, those of most documents first.

    ``citing``: packed heading path, document and passage of each, the newest first. The innermost heading
    that says something counts; headings of the same words are one point, whatever their number, capitals and
    signs, in the words of the newest.
    """
    found: dict[str, _Gathered] = {}
    for headings, document_id, passage_id in citing:
        named = _named(headings)
        if named is not None:
            key, text = named
            gathered = found.setdefault(key, _Gathered(text, passage_id))
            gathered.passages += 1
            gathered.documents.add(document_id)
    ordered = sorted(found.values(), key=lambda each: (-len(each.documents), -each.passages))
    return [Point(each.text, each.passages, len(each.documents), each.newest) for each in ordered[:MOST]]


@lru_cache(maxsize=16384)
def _named(headings: str) -> tuple[str, str] | None:
    """What makes two points the same, and the words of the point; None where no heading says anything."""
    for heading in reversed(unpack_headings(headings)):
        text = _without_number(heading)
        words = _WORD.findall(text.casefold())
        if len(words) >= _LEAST_WORDS and not known_title(text)[1]:
            return " ".join(words), text
    return None


def _without_number(heading: str) -> str:
    text = " ".join(heading.split())
    for _ in range(_MARKERS):
        marker = MARKER.match(text)
        if marker is None or marker.end() == len(text):
            break
        text = text[marker.end() :]
    return text
