"""Groups results by brief: beneath the first passage of a brief stands a line that folds the further ones.

A brief stands where its first passage stands. Weaker matches are grouped apart from the others, and a text of
law is not grouped: each of its sections may be the one that is looked for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import chain, repeat

from briefbank.domain.searches import SearchAnswer

BriefKey = tuple[int, int]
"""A document and whether its weaker matches are meant; 0 and its place for a result that stands alone."""


@dataclass(frozen=True, slots=True)
class Group:
    """The line beneath the first passage of a brief."""

    key: BriefKey
    first: int
    """The place of the first passage in the answer, counted from 0."""
    more: int
    """The number of further passages."""
    at_least: bool
    """There may be more than these."""
    collapsed: bool


Row = Group | int
"""A line, or a result's place in the answer, counted from 0."""


def first_weaker(answer: SearchAnswer) -> int:
    """Return the place of the first weaker match; the number of results when none is listed."""
    return len(answer.briefs) - (answer.weaker if answer.weaker_listed else 0)


def grouped(answer: SearchAnswer, unfolded: Collection[BriefKey]) -> tuple[list[Row], dict[int, Group]]:
    """Return the rows of results grouped by brief, and the line of each further passage, by its place.

    ``unfolded``: the groups whose further passages are shown.
    """
    places: dict[BriefKey, list[int]] = {}
    for place, key in enumerate(_keys(answer)):
        places.setdefault(key, []).append(place)
    rows: list[Row] = []
    lines: dict[int, Group] = {}
    for key, (first, *others) in places.items():
        rows.append(first)
        if others:
            line = Group(key, first, len(others), answer.total_is_least, key not in unfolded)
            lines.update(dict.fromkeys(others, line))
            rows += [line] if line.collapsed else [line, *others]
    return rows, lines


def _keys(answer: SearchAnswer) -> Iterator[BriefKey]:
    """Yield the group of each result, in the answer's order."""
    weaker = first_weaker(answer)
    documents = chain(answer.briefs, repeat(0))
    for place, document in zip(range(answer.total), documents, strict=False):
        yield (document, place >= weaker) if document else (0, place)
