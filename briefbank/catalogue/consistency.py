"""Describes for people how the two indexes differ from the catalogue, which is authoritative.

A passage without a vector is no fault: embedding runs in the background.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class IdTotals:
    """A set of passages in three numbers, for comparing two sets without listing them.

    Passage ids increase and are never reused, so whatever one interrupted change leaves (passages missing,
    left over, or replaced by newer ones) differs in the count, or else in the sum.
    """

    count: int
    total: int
    """The sum of the ids; below 2**53 for a hundred million passages, so that a float holds it exactly."""
    highest: int

    @classmethod
    def of(cls, ids: AbstractSet[int]) -> IdTotals:
        return cls(len(ids), sum(ids), max(ids, default=0))


def compare_words(catalogue_ids: AbstractSet[int], indexed_ids: AbstractSet[int]) -> list[str]:
    """Return a sentence for each difference between the word index and the searchable passages."""
    return sentences(len(catalogue_ids - indexed_ids), len(indexed_ids - catalogue_ids), "words")


def sentences(missing: int, left_over: int, what: str) -> list[str]:
    """Return sentences on ``missing`` and ``left_over`` passages of the index of ``what``; none when both are
    0."""
    found = []
    if missing:
        found.append(f"{passages(missing)} cannot be found by {what}.")
    if left_over:
        found.append(f"The index of {what} still holds {passages(left_over)} of documents that were removed.")
    return found


def passages(count: int) -> str:
    return "1 passage" if count == 1 else f"{count:,} passages"
