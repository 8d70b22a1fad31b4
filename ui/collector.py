"""Collects garbage in the window's thread only.

A cyclic collection in a worker thread can delete widgets there, which crashes; one that begins while Qt takes
an object apart can delete others under the locks that Qt holds, and waits for itself for ever. So the
automatic collector is turned off for good and this timer does its work, in small steps. The program turns it
off as the first thing of all: the modules of the window are more than a hundred thousand objects that all
stay, and going through them again and again while they are loaded would only make the start longer.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 300
"""What was made since the last collection is looked through by the next: seldom is long."""
LONG_S = 0.015
"""A collection that takes longer would be felt if it came again and again."""
OLDER_AFTER = 1
"""More collections of a generation than this come before one of the next older. With Python's own ten,
what is loaded and made in half a minute of work piles up to a collection of 60 ms."""


def turn_off() -> None:
    """From here on nothing is collected but by a :class:`Collector`."""
    gc.disable()


class Collector(QObject):
    """Does the automatic collector's work for as long as it lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = (gc.get_threshold()[0], OLDER_AFTER, OLDER_AFTER)
        self._frozen = False
        """Asking ``gc`` for it takes 40 ms: it counts what is frozen."""
        turn_off()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """One collection of the oldest generation that is due; the libraries loaded so far stay frozen.

        Until they are, nothing is collected: looking through half-loaded libraries stalls the window for a
        tenth of a second. What outlives a long collection are mostly libraries that were loaded since: it is
        frozen as well.
        """
        if not self._frozen:
            return
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                started = time.perf_counter()
                gc.collect(generation)
                if generation == 2 and time.perf_counter() - started > LONG_S:
                    gc.freeze()
                return

    def freeze(self) -> None:
        """After the slow libraries were loaded: their objects stay as long as the program, so skip them."""
        self._frozen = True
        gc.freeze()

    def stop(self) -> None:
        """Nothing is collected any more by this one, nor by itself: objects are still to be taken apart."""
        self._timer.stop()
