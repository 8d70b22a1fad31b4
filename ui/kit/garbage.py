"""Collects garbage in the GUI thread only.

A cyclic collection in a worker thread can delete widgets there, which crashes. A collection that begins while
Qt destroys an object can delete others under the locks that Qt holds, and deadlock. So the automatic
collector is turned off for good, and a timer here does its work in small steps. The program turns it off
first of all: the window's modules are more than a hundred thousand permanent objects, and examining them
again and again while they are loaded would only slow the start.
"""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 300  # The interval of collections; each examines what was created since the last, so few take long
LONG_S = 0.015  # The duration above which a recurring collection would be noticed
OLDER_AFTER = 1
"""The collections of a generation after which the next older one is due. With Python's own ten, what is
loaded and created in half a minute of work accumulates to a collection of 60 ms."""


def turn_off() -> None:
    """Turn the automatic collector off; from now on only a :class:`Collector` collects."""
    gc.disable()


class Collector(QObject):
    """Does the automatic collector's work for as long as it lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = (gc.get_threshold()[0], OLDER_AFTER, OLDER_AFTER)
        self._frozen = False
        """Kept here because asking ``gc`` for it takes 40 ms: it counts what is frozen."""
        turn_off()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect the oldest generation that is due; the libraries loaded so far stay frozen.

        Nothing is collected until they are frozen: examining half-loaded libraries stalls the window for a
        tenth of a second. The objects that survive a long collection are mostly libraries loaded since; they
        are frozen as well.
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
        """Exclude the objects of the slow libraries, once these are loaded: they live as long as the
        program."""
        self._frozen = True
        gc.freeze()

    def stop(self) -> None:
        """Stop this collector and leave the automatic one off, because objects are still to be destroyed."""
        self._timer.stop()
