"""The progress of one file of an ingestion, and the border between the work on files and who does it.

Work is done by this computer alone, or by others with it; what is done is the same. Light: a library imports
this module when it opens.
"""

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


class Progress:
    """The progress of one file through a step of the ingestion. ``check`` may raise to end the work."""

    def __init__(self, path: Path, reporter: Reporter, check: Callable[[], None]) -> None:
        self.check = check
        self.patience = 1.0
        """The factor by which time limits are longer than usual."""
        self._path, self._reporter = path, reporter
        self._stage = Stage.WAITING
        self._entered = time.monotonic()

    def enter(self, stage: Stage, total: int = 0) -> None:
        """Begin a stage with ``total`` pages ahead (0: unknown). Entering it again changes nothing."""
        self.check()
        if stage is self._stage:
            return
        self._stage, self._entered = stage, time.monotonic()
        self._reporter.file(FileProgress(self._path, stage, 0, total))

    def announce(self, paths: Iterable[Path]) -> None:
        """Report files that were found in this one and wait now."""
        for path in paths:
            self._reporter.file(FileProgress(path, Stage.WAITING))

    def step(self, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` pages of the present stage are finished."""
        self.check()
        elapsed = time.monotonic() - self._entered
        left = elapsed / done * (total - done) if done > 0 and total > 0 else None
        self._reporter.file(FileProgress(self._path, self._stage, done, total, left))


class PdfReader(Protocol):
    """Reads one PDF in a child, as ``file_reading.read_in_child`` does."""

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


class KeyTaken(Exception):
    """Raised when the same contents are being worked on under another row."""


class KeyedLock:
    """Locks with one holder at a time for each key: files with the same contents, under two rows or names,
    are processed in turn. Any thread."""

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
