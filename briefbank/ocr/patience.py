"""How long the pages of one file that cannot be read may hold up everything else."""

from __future__ import annotations

from threading import Lock

FIRST_S = 45.0
"""What such pages may take together before any page was read: enough for one that takes as long as a page
ever may, so that a file of nothing else ends after two."""

PER_READ_SECOND = 3.0
"""And what they may take in addition for each second in which pages were read: a few bad pages in a long
scan are all tried."""


class Patience:
    """Runs out for one file and comes back when pages of it are read after all. Any thread.

    Only seconds count: pages that fail at once, however many, use up next to nothing.
    """

    def __init__(self) -> None:
        self._left, self._lock = FIRST_S, Lock()

    @property
    def is_out(self) -> bool:
        """Whether the remaining pages should not be tried."""
        return self._left < 0

    def page_took(self, seconds: float, *, was_read: bool) -> None:
        """Note how long a page took, and whether it ended with the page read or given up."""
        with self._lock:
            self._left += PER_READ_SECOND * seconds if was_read else -seconds
