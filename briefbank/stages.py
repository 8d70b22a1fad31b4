"""Where one file of an intake stands, told to the ledger and to whoever watches."""

from __future__ import annotations

import time
from pathlib import Path

from briefbank.catalogue.store import Catalogue
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


class Stages:
    """One file's way through the intake. Every call asks first whether to go on and may raise Cancelled."""

    def __init__(self, path: Path, row: int, reporter: Reporter, catalogue: Catalogue) -> None:
        self.reporter = reporter
        self._path, self._row, self._catalogue = path, row, catalogue
        self._stage = Stage.WAITING
        self._pace = Pace()

    def enter(self, stage: Stage, total: int = 0) -> None:
        """A stage begins, or begins again; ``total`` pages are ahead (0: unknown)."""
        self.reporter.check()
        if stage is not self._stage:
            self._catalogue.intake_stage(self._row, stage)
        self._stage, self._pace = stage, Pace()
        self.reporter.file(FileProgress(self._path, stage, 0, total))

    def step(self, done: int, total: int) -> None:
        """``done`` of ``total`` pages of the present stage are finished."""
        self.reporter.check()
        left = self._pace.seconds_left(done, total)
        self.reporter.file(FileProgress(self._path, self._stage, done, total, left))
