"""Carries the events of files from the threads of an intake into the window's thread, newest last.

Several jobs report on the same files: one queues them, another works on them, a third takes them off the
list. All put their events here, so that the event that arrives last counts, whichever job reported it.
"""

from __future__ import annotations

import threading
from itertools import islice
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.ingest import FileProgress
from ui.jobs import UPDATE_MS, Job

FILES_AT_ONCE = 500
"""The limit of one delivery, so that a drop of any size keeps the window's thread for a few milliseconds
only."""
CATCHING_UP_MS = 15
"""The interval of deliveries while there are more events than one holds: the window does other things in
between."""


class _Newest:
    """The newest event of each file. The threads use it, which must hold no Qt object."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._events: dict[Path, FileProgress] = {}

    def put(self, event: FileProgress) -> None:
        """Put an event. Any thread."""
        with self._lock:
            self._events[event.path] = event

    def take(self, most: int) -> tuple[list[FileProgress], bool]:
        """Take at most so many events, and tell whether there are others."""
        with self._lock:
            events = list(islice(self._events.values(), most))
            for event in events:
                del self._events[event.path]
            return events, bool(self._events)


class FileInbox(QObject):
    """An inbox that keeps the newest event of each file until it is delivered, fifteen times a second at
    most."""

    delivered = Signal(object)  # A list of FileProgress

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._newest = _Newest()
        self.put = self._newest.put
        self._jobs = 0
        self._timer = QTimer(self)
        self._timer.setInterval(UPDATE_MS)
        self._timer.timeout.connect(self.deliver)

    def watch(self, job: Job) -> None:
        """Deliver while this job runs, and once more before its end is reported."""
        self._jobs += 1
        self._timer.start()
        job.done.connect(self.deliver)
        job.failed.connect(self.deliver)
        job.ended.connect(self._ended)

    def _ended(self) -> None:
        self._jobs -= 1

    def deliver(self) -> None:
        events, left = self._newest.take(FILES_AT_ONCE)
        self._timer.setInterval(CATCHING_UP_MS if left else UPDATE_MS)
        if events:
            self.delivered.emit(events)
        elif not self._jobs:
            self._timer.stop()
