"""The progress of one file of an ingestion, reported to the observer, and the check for its cancellation."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, Protocol

from briefbank.domain.ingest import FileProgress, Stage
from briefbank.jobs import Reporter

if TYPE_CHECKING:
    from briefbank.embedding.encoders import Encoder
    from briefbank.ocr.engines import OcrEngine


# --- progress --------------------------------------------------------------------------------------------


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


# --- work spread -----------------------------------------------------------------------------------------
# The border between the work on files and the computers that do it: this one alone, or others with it.
#
# What is done is the same wherever it is done. Light: a library imports it when it opens.


class PdfReader(Protocol):
    """Reads one PDF in a child, as ``child_reading.read_in_child`` does."""

    def __call__(self, path: Path, progress: Progress, function: Callable[..., Any], /, *args: Any) -> Any:
        """Call ``function(tell, path, skipped, *args)``. Raises FileRefused, and what ``progress`` raises."""


class WorkSpread(Protocol):
    """Decides where work on files is done. Any thread."""

    def places(self, here: int) -> int:
        """Return how many files can be worked on at once, of which this computer alone would do ``here``."""

    def reader(self, local: PdfReader) -> PdfReader:
        """Return what reads files, by ``local`` where no other computer does."""

    def engine(self, local: OcrEngine) -> OcrEngine:
        """Return what recognises text, by ``local`` where no other computer does."""

    def embedding(self, local: Encoder) -> Encoder:
        """Return what embeds passages, by ``local`` where no other computer does."""


class _OnThisComputer(WorkSpread):
    def places(self, here: int) -> int:
        return here

    def reader(self, local: PdfReader) -> PdfReader:
        return local

    def engine(self, local: OcrEngine) -> OcrEngine:
        return local

    def embedding(self, local: Encoder) -> Encoder:
        return local


ON_THIS_COMPUTER: WorkSpread = _OnThisComputer()
"""Does all work on this computer."""


# --- keyed lock ------------------------------------------------------------------------------------------
# A lock by content hash: files with the same contents, under two rows or names, are processed in turn.


class KeyTaken(Exception):
    """Raised when the same contents are being worked on under another row."""


class KeyedLock:
    """Locks with one holder at a time for each key. Any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._taken: set[str] = set()

    @contextmanager
    def of(self, key: str) -> Iterator[None]:
        """Hold the key. Raises KeyTaken at once when another has it."""
        with self._lock:
            if key in self._taken:
                raise KeyTaken
            self._taken.add(key)
        try:
            yield
        finally:
            with self._lock:
                self._taken.discard(key)
