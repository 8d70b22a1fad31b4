"""The progress of one file of an ingestion, reported to the observer, and the check for its cancellation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

from briefbank.domain.ingest import FileProgress, Stage
from briefbank.jobs import Reporter


class Throughput:
    """Estimates the remaining time of a stage from its own speed so far."""

    def __init__(self) -> None:
        self._started = time.monotonic()

    def seconds_left(self, done: int, total: int) -> float | None:
        """Return the estimate, None before the first unit is done."""
        if done <= 0 or total <= 0:
            return None
        return (time.monotonic() - self._started) / done * (total - done)


class Progress:
    """The progress of one file through a step of the ingestion. ``check`` may raise to end the work."""

    def __init__(self, path: Path, reporter: Reporter, check: Callable[[], None]) -> None:
        self.check = check
        self.patience = 1.0
        """The factor by which time limits are longer than usual."""
        self._path, self._reporter = path, reporter
        self._stage = Stage.WAITING
        self._pace = Throughput()

    def enter(self, stage: Stage, total: int = 0) -> None:
        """Begin a stage with ``total`` pages ahead (0: unknown). Entering it again changes nothing."""
        self.check()
        if stage is self._stage:
            return
        self._stage, self._pace = stage, Throughput()
        self._reporter.file(FileProgress(self._path, stage, 0, total))

    def announce(self, paths: Iterable[Path]) -> None:
        """Report files that were found in this one and wait now."""
        for path in paths:
            self._reporter.file(FileProgress(path, Stage.WAITING))

    def step(self, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` pages of the present stage are finished."""
        self.check()
        left = self._pace.seconds_left(done, total)
        self._reporter.file(FileProgress(self._path, self._stage, done, total, left))
