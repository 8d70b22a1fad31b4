"""The forms in which the words of a query stand in a text."""

from __future__ import annotations

from collections.abc import Sequence

SHORTEST_STEM = 4


def word_forms(text: str, ranges: Sequence[tuple[int, int]]) -> list[str]:
    """Return the words at the ranges, each once, in small letters; "searches" not beside "search"."""
    forms: list[str] = []
    for start, end in ranges:
        form = text[start:end].lower()
        if not any(same_word(form, known) for known in forms):
            forms.append(form)
    return forms


def same_word(one: str, other: str) -> bool:
    """Tell whether two words seem to be forms of one: more than three quarters of their beginnings agree."""
    least = max(SHORTEST_STEM, 3 * min(len(one), len(other)) // 4 + 1)
    return one[:least] == other[:least]
