"""Turns an event loop and notes, step by step, how long each turn took.

Two times are kept of a turn: on the clock, which is what a person waits, and on the processor in the window's
own thread, which is what the window itself computes, whatever else the computer does.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication

STALL_MS = 50.0
END_S = 120.0  # The longest wait for anything


class StepTimeout(Exception):
    """Raised when the condition that a step waits for was not met in time."""


class TimedEventLoop:
    """Runs and times the event loop, in the thread of the window."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._steps: dict[str, list[tuple[float, float]]] = {}
        self._now: list[tuple[float, float]] = []
        self.step = ""

    def begin(self, step: str) -> None:
        """Begin a step, to which all following turns belong."""
        self.step, self._now = step, self._steps.setdefault(step, [])

    def act(self, do: Callable[[], object]) -> None:
        """Run an action that is an event by itself, such as a key press."""
        with self._noted():
            do()

    def turn(self) -> None:
        with self._noted():
            self._app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents)
            self._app.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        time.sleep(0.001)

    def for_s(self, seconds: float) -> None:
        """Turn for so long."""
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self.turn()

    def until(self, done: Callable[[], bool]) -> None:
        """Turn until something is so. Raises NeverCame."""
        end = time.perf_counter() + END_S
        while not done():
            if time.perf_counter() > end:
                raise StepTimeout(self.step)
            self.turn()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        clock, processor = time.perf_counter(), time.thread_time()
        yield
        took = 1000 * (time.perf_counter() - clock), 1000 * (time.thread_time() - processor)
        self._now.append(took)

    def longest(self) -> dict[str, dict[str, float]]:
        """Return the longest turns of each step, in milliseconds."""
        return {
            step: {
                "longest_ms": round(max(clock for clock, _ in turns), 1),
                "longest_own_work_ms": round(max(own for _, own in turns), 1),
                "turns_over_50_ms": sum(clock > STALL_MS for clock, _ in turns),
                "turns": len(turns),
            }
            for step, turns in self._steps.items()
        }
