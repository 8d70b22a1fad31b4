"""The heights of a list's rows, most of them estimated, and the positions computed from them.

A list of ten thousand cards cannot lay them all out before it is shown. Each row has the same estimated
height until it comes near the screen and is measured.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, compress

BLOCK = 128  # The rows of a block whose sum is kept, so that one answer adds up few heights and few sums


class RowHeights:
    """Heights in whole pixels, rows from 0."""

    def __init__(self) -> None:
        self._heights: list[int] = []
        self._known: bytearray = bytearray()
        self._sums: list[int] = []

    def reset(self, rows: int, guess: int) -> None:
        """Start with a number of rows, none of them measured."""
        self._heights = [guess] * rows
        self._known = bytearray(rows)
        self._sums = [sum(self._heights[at : at + BLOCK]) for at in range(0, rows, BLOCK)]

    def __len__(self) -> int:
        return len(self._heights)

    @property
    def whole(self) -> int:
        return sum(self._sums)

    def height(self, row: int) -> int:
        return self._heights[row]

    def known(self, row: int) -> bool:
        return bool(self._known[row])

    def mean(self) -> int:
        """Return the mean height of the measured rows; 0 without any."""
        known = list(compress(self._heights, self._known))
        return round(sum(known) / len(known)) if known else 0

    def measured(self, row: int, height: int) -> int:
        """Set a row's measured height; return its difference from the height held before."""
        change = height - self._heights[row]
        self._heights[row] = height
        self._sums[row // BLOCK] += change
        self._known[row] = True
        return change

    def invalidate(self, first: int, last: int) -> None:
        """Mark rows as unmeasured; they keep their heights until they are measured again."""
        for row in range(max(0, first), min(last + 1, len(self._known))):
            self._known[row] = False

    def top(self, row: int) -> int:
        """Return where a row begins, in pixels from the first row's top."""
        block = row // BLOCK
        return sum(self._sums[:block]) + sum(self._heights[block * BLOCK : row])

    def at(self, y: int) -> int:
        """Return the row at a distance from the top; -1 above the first and below the last."""
        if y < 0 or y >= self.whole:
            return -1
        ends = list(accumulate(self._sums))
        block = bisect_right(ends, y)
        inside = y - (ends[block] - self._sums[block])
        heights = list(accumulate(self._heights[block * BLOCK : (block + 1) * BLOCK]))
        return block * BLOCK + bisect_right(heights, inside)
