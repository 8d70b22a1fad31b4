"""Progress reports and cancellation of long work.

A long call blocks. Its caller passes a :class:`Reporter`, to which the call reports progress and which it
asks often whether to continue. Only the ingest has threads of its own (``ingest.ingest_threads``), which end
with the call.
"""

from __future__ import annotations

from threading import Event
from typing import Protocol

from briefbank.domain.ingest import FileProgress
from briefbank.errors import Cancelled


class Reporter(Protocol):
    """The receiver of progress. Its methods are called from the thread, or the threads, that do the work."""

    def progress(self, stage: str, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` units (0: unknown) of the named stage are finished."""

    def file(self, event: FileProgress) -> None:
        """Report the progress of one file of an ingest."""

    def check(self) -> None:
        """Raise :class:`Cancelled` when the work should stop."""


class QuietReporter:
    """A reporter that reports to nobody; ``cancel`` may be called from any thread."""

    def __init__(self) -> None:
        self._cancelled = Event()

    def progress(self, stage: str, done: int, total: int) -> None:
        return

    def file(self, event: FileProgress) -> None:
        return

    def cancel(self) -> None:
        self._cancelled.set()

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled()
