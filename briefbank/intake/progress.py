"""Where one file of an intake stands, told to whoever watches, and whether the work on it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from briefbank.jobs import Reporter
from briefbank.models import FileProgress, Stage


class Pace:
    """Tells how long the rest of a stage will take, from its own speed so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    def seconds_left(self, done: int, total: int) -> float | None:
        """None before the first unit is done."""
        if done <= 0 or total <= 0:
            return None
        return (time.monotonic() - self._started) / done * (total - done)


class Progress:
    """One file's way through a step of the intake. ``check`` says whether to go on and may raise."""

    def __init__(self, path: Path, reporter: Reporter, check: Callable[[], None]) -> None:
        self.check = check
        self._path, self._reporter = path, reporter
        self._stage = Stage.WAITING
        self._pace = Pace()

    def enter(self, stage: Stage, total: int = 0) -> None:
        """A stage begins, with ``total`` pages ahead (0: unknown). Entering it again changes nothing."""
        self.check()
        if stage is self._stage:
            return
        self._stage, self._pace = stage, Pace()
        self._reporter.file(FileProgress(self._path, stage, 0, total))

    def step(self, done: int, total: int) -> None:
        """``done`` of ``total`` pages of the present stage are finished."""
        self.check()
        left = self._pace.seconds_left(done, total)
        self._reporter.file(FileProgress(self._path, self._stage, done, total, left))
