"""Measures how much is done a minute over the last minute or two, so that the number follows changes and
stays readable.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

OVER_S = 90.0
FIRST_S = 10.0  # The seconds before which no speed is given
APART_S = 1.0  # The interval between two notes that are kept, so that their number is bounded


class RecentThroughput:
    """A measure of speed, in pages or passages; ``clock`` counts seconds. What was finished before does not
    count."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._notes: deque[tuple[float, int]] = deque()
        self._newest: tuple[float, int] = (clock(), 0)

    def note(self, done: int) -> None:
        """Note how many are finished now; the number falls only when a new round begins."""
        now = self._clock()
        self._newest = now, done
        if not self._notes or now - self._notes[-1][0] >= APART_S:
            self._notes.append(self._newest)
        while self._notes and now - self._notes[0][0] > OVER_S and len(self._notes) > 1:
            self._notes.popleft()

    def per_minute(self) -> int:
        """Return the speed rounded to two figures, as more would only flicker; 0 while it is not known."""
        speed = 60 * self._per_second()
        digits = len(str(int(speed)))
        return max(1, int(round(speed, min(0, 2 - digits)))) if speed else 0

    def seconds_left(self, total: int) -> float | None:
        """Return the time that the rest of ``total`` takes at this speed; None while that is not known."""
        speed = self._per_second()
        return (total - self._newest[1]) / speed if speed else None

    def _per_second(self) -> float:
        """Return the speed, 0 while too little was seen."""
        if not self._notes:
            return 0.0
        first, before = self._notes[0]
        seconds, done = self._clock() - first, self._newest[1] - before
        return done / seconds if seconds >= FIRST_S and done > 0 else 0.0
