"""A reporter that ends a run which would never end."""

from __future__ import annotations

from briefbank.domain.ingest import FileProgress, Stage
from briefbank.errors import Cancelled
from briefbank.jobs import QuietReporter


class Impatient(QuietReporter):
    """Cancels the run when files were begun more often than those of a test ever are."""

    MOST = 60

    def __init__(self) -> None:
        super().__init__()
        self._begun = 0

    def file(self, event: FileProgress) -> None:
        self._begun += event.stage is Stage.COPYING
        if self._begun > self.MOST:
            raise Cancelled
