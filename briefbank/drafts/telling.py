"""How far the check of a draft is, in words for whoever watches."""

from __future__ import annotations

from briefbank.jobs import Reporter
from briefbank.models import FileProgress, Stage

READING, RECOGNISING = "reading the draft", "recognising scanned pages"
COMPARING, QUOTATIONS = "looking for the same arguments", "comparing quotations"


class Telling(Reporter):
    """Hands on to a reporter, and makes of a file's way through reading a stage of the check: the draft is no
    file of an intake."""

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    def progress(self, stage: str, done: int, total: int) -> None:
        self._reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        stage = RECOGNISING if event.stage is Stage.OCR else READING
        self._reporter.progress(stage, event.done, event.total)

    def check(self) -> None:
        self._reporter.check()
