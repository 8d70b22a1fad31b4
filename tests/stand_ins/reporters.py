"""Reporters that record progress, act on it, or cancel the work."""

from __future__ import annotations

from collections.abc import Callable

from briefbank.domain.ingest import FileProgress
from briefbank.errors import Cancelled
from briefbank.jobs import QuietReporter
from briefbank.text.messages import Message


class RecordingReporter(QuietReporter):
    """Keeps all progress and all events of files, and acts on each of them as the test says."""

    def __init__(
        self,
        *,
        on_progress: Callable[[str, int, int], object] = lambda stage, done, total: None,
        on_file: Callable[[FileProgress], object] = lambda event: None,
    ) -> None:
        super().__init__()
        self._on_progress, self._on_file = on_progress, on_file
        self.reported: list[tuple[str, int, int]] = []
        self.events: list[FileProgress] = []

    @property
    def stages(self) -> list[str]:
        """The stage of each report of progress."""
        return [stage for stage, _, _ in self.reported]

    def progress(self, stage: Message, done: int, total: int) -> None:
        self.reported.append((stage, done, total))
        self._on_progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        self.events.append(event)
        self._on_file(event)


class StopsWhen(RecordingReporter):
    """Is cancelled once ``reached`` holds of a stage and how much of it is done."""

    def __init__(self, reached: Callable[[str, int], bool]) -> None:
        super().__init__(on_progress=lambda stage, done, _: self.cancel() if reached(stage, done) else None)


class StopsAt(QuietReporter):
    """Raises Cancelled at the n-th question whether to go on, counted from 0."""

    def __init__(self, count: int = 0) -> None:
        super().__init__()
        self.left = count

    def check(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise Cancelled
