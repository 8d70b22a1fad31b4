"""Says, for people, in what the two indexes differ from the catalogue, which is the truth.

A passage that only waits for its vector is no fault: embedding goes on in the background.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet


def compare(
    catalogue_ids: AbstractSet[int], lexical_ids: AbstractSet[int], dense_ids: AbstractSet[int], waiting: int
) -> list[str]:
    """One sentence for each disagreement; empty when all agree.

    ``catalogue_ids`` are the passages that ought to be found, ``waiting`` how many of them the catalogue
    knows to be without a vector so far.
    """
    return [
        *_sentences(len(catalogue_ids - lexical_ids), len(lexical_ids - catalogue_ids), "words"),
        *_sentences(
            max(0, len(catalogue_ids - dense_ids) - waiting), len(dense_ids - catalogue_ids), "meaning"
        ),
    ]


def _sentences(missing: int, left_over: int, what: str) -> list[str]:
    found = []
    if missing:
        found.append(f"{_passages(missing)} cannot be found by {what}.")
    if left_over:
        found.append(
            f"The index of {what} still holds {_passages(left_over)} of documents that were removed."
        )
    return found


def _passages(count: int) -> str:
    return "1 passage" if count == 1 else f"{count:,} passages"
