"""Groups results by brief: the rows of a list in which the passages of one brief stand together."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from briefbank.domain.documents import Document
from briefbank.domain.searches import Hit


@dataclass(frozen=True, slots=True)
class Group:
    """The row above the passages of one brief."""

    document: Document
    passages: int
    """The number of the brief's passages that are known so far."""
    collapsed: bool
    complete: bool
    """All results are known, so no further passage of this brief can come."""


MISSING = -1
"""Stands for all results that have not been read yet."""

Row = Group | int
"""A heading, or a result's place in the answer, counted from 0."""


def grouped(hits: Sequence[Hit | None], collapsed: Collection[int]) -> list[Row]:
    """Return the rows of results grouped by brief, the briefs in the order of their first passage.

    ``hits`` are in the answer's order, None where one has not been read yet; all those become one row at the
    end. ``collapsed``: documents whose passages are folded away.
    """
    places: dict[int, list[int]] = {}
    for place, hit in enumerate(hits):
        if hit is not None:
            places.setdefault(hit.document.id, []).append(place)
    complete = all(hit is not None for hit in hits)
    rows: list[Row] = []
    for document_id, its_places in places.items():
        first = hits[its_places[0]]
        assert first is not None
        folded = document_id in collapsed
        rows.append(Group(first.document, len(its_places), folded, complete))
        if not folded:
            rows += its_places
    return rows if complete else [*rows, MISSING]
