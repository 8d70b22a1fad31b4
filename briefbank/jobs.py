"""How long work reports where it stands and learns that it should stop.

A long call blocks; whoever makes it hands in a :class:`Reporter`, which the call tells of progress and asks,
often, whether to go on. Only the intake has threads of its own (``intake.crew``), which end with the call.
"""

from __future__ import annotations

from threading import Event
from typing import Protocol

from briefbank.errors import Cancelled
from briefbank.models import FileProgress


class Reporter(Protocol):
    """What long work talks to. Its methods are called from the thread, or the threads, that do the work."""

    def progress(self, stage: str, done: int, total: int) -> None:
        """``done`` of ``total`` units (0: unknown) of the named stage are finished."""

    def file(self, event: FileProgress) -> None:
        """One file of an intake moved on."""

    def check(self) -> None:
        """Raise :class:`Cancelled` when the work should stop."""


class QuietReporter:
    """Reports to nobody; ``cancel`` may be called from any thread."""

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
