"""Collects garbage in the window's thread only.

A cyclic collection in a worker thread can delete widgets there, which crashes. So the automatic collector is
turned off and this timer does its work, with the same thresholds and in small steps.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 2000


class Collector(QObject):
    """Turns the automatic collector off for as long as it lives."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """One collection of the oldest generation that is due; the libraries loaded so far stay frozen.

        Until they are, the oldest generation waits: looking through half-loaded libraries stalls the window.
        """
        counts = gc.get_count()
        for generation in (2, 1, 0) if gc.get_freeze_count() else (1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return

    @staticmethod
    def freeze() -> None:
        """After the slow libraries were loaded: their objects stay as long as the program, so skip them."""
        gc.freeze()

    def stop(self) -> None:
        self._timer.stop()
        gc.enable()
