"""The points for which an authority is cited: the headings over the passages that cite it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache

from briefbank.catalogue.columns import unpack_headings
from briefbank.domain.authority_reports import CitingHeading
from briefbank.extraction.blocks import MARKER
from briefbank.extraction.headings import known_title

MOST = 30
"""The most points that a page names."""
_LEAST_WORDS = 3
"""The fewest words of a point; shorter headings ("Prong one", "The stop") say too little by themselves."""
_MARKERS = 3
"""The most enumerators that a heading may begin with: "POINT II. A. (1)" has three."""
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _PointCount:
    text: str
    newest: int
    passages: int = 0
    documents: set[int] = field(default_factory=set)


def points(citing: Iterable[tuple[str, int, int]]) -> list[CitingHeading]:
    """Return the points of passages, those of most documents first.

    ``citing`` has the packed heading path, document and passage of each, the newest first. The innermost
    informative heading counts. Headings with the same words are one point, whatever their numbering, capitals
    and punctuation, and the newest gives its wording.
    """
    found: dict[str, _PointCount] = {}
    for headings, document_id, passage_id in citing:
        named = _named(headings)
        if named is not None:
            key, text = named
            gathered = found.setdefault(key, _PointCount(text, passage_id))
            gathered.passages += 1
            gathered.documents.add(document_id)
    ordered = sorted(found.values(), key=lambda each: (-len(each.documents), -each.passages))
    return [
        CitingHeading(each.text, each.passages, len(each.documents), each.newest) for each in ordered[:MOST]
    ]


@lru_cache(maxsize=16384)
def _named(headings: str) -> tuple[str, str] | None:
    """Return a point's identity and its text; None if no heading is informative."""
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
