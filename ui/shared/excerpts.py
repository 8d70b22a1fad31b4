"""Excerpts of passages that are shown, or read aloud, before a passage is opened: where the marks are that
matter most."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

LEAD = 70  # The number of characters before the first marked word of a trimmed passage


def excerpt(text: str, marks: Sequence[tuple[int, int]], size: int) -> tuple[str, list[tuple[int, int]]]:
    """Return about ``size`` characters around the marks that matter most, cut at spaces, with the marks moved
    along."""
    if len(text) <= size:
        return text, list(marks)
    first = _best_mark(marks, size)
    start = 0 if first <= LEAD else text.find(" ", max(0, min(first - LEAD, len(text) - size))) + 1
    end = len(text) if start + size >= len(text) else max(text.rfind(" ", start, start + size), start + 1)
    head, tail = ("… " if start else ""), (" …" if end < len(text) else "")
    moved = [(max(a, start) - start + len(head), min(b, end) - start + len(head)) for a, b in marks]
    return head + text[start:end] + tail, [(a, b) for a, b in moved if a < b]


def _best_mark(marks: Sequence[tuple[int, int]], size: int) -> int:
    """Return where the mark begins from which most of the marks fit into the excerpt; 0 when there is none.

    A mark counts by the square of its length: one citation outweighs several short words of it, which stand
    everywhere, as does a long word, which is rare.
    """
    room = size - 2 * LEAD
    worth = [
        sum((end - begin) ** 2 for begin, end in marks if start <= begin < start + room) for start, _ in marks
    ]
    return marks[worth.index(max(worth))][0] if marks else 0


def runs_right_to_left(text: str) -> bool:
    """Tell the direction by the first letter that has one and is not isolated. This is rule P2 of the Unicode
    Bidirectional Algorithm (UAX #9)."""
    inside = 0
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        inside += (kind in ("LRI", "RLI", "FSI")) - (kind == "PDI" and inside > 0)
        if not inside and kind in ("L", "R", "AL"):
            return kind != "L"
    return False
