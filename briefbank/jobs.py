"""How long work reports where it stands and learns that it should stop.

The core starts no threads for its callers. Whoever runs a long call hands in a :class:`Reporter`; the call
tells it of progress and asks it, often, whether to go on.
"""

from __future__ import annotations

from threading import Event
from typing import Protocol

from briefbank.errors import Cancelled
from briefbank.models import FileProgress


class Reporter(Protocol):
    """What long work talks to. Methods are called from the thread that does the work."""

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
