"""The time budget for unreadable pages of one file."""

from __future__ import annotations

from threading import Lock

FIRST_S = 45.0
"""The initial seconds for such pages, before any page was read: enough for one that takes the maximum time of
a page, so that a file of only unreadable pages ends after two."""

PER_READ_SECOND = 3.0
"""The additional seconds for each second in which pages were read: a few bad pages in a long scan are all
tried."""


class TimeBudget:
    """The time budget of one file, which grows again when pages of it are read. Any thread.

    Only seconds count: pages that fail at once, however many, use almost nothing.
    """

    def __init__(self) -> None:
        self._left, self._lock = FIRST_S, Lock()

    @property
    def is_out(self) -> bool:
        """The budget is used up, so that the remaining pages should not be tried."""
        return self._left < 0

    def record_page(self, seconds: float, *, was_read: bool) -> None:
        """Record how long a page took, and whether it was read or given up."""
        with self._lock:
            self._left += PER_READ_SECOND * seconds if was_read else -seconds
