"""The progress of a draft's check, in words for a person."""

from __future__ import annotations

from briefbank.domain.ingest import FileProgress, Stage
from briefbank.jobs import Reporter

READING, RECOGNISING = "reading the draft", "recognising scanned pages"
COMPARING, QUOTATIONS = "looking for the same arguments", "comparing quotations"


class DraftProgress(Reporter):
    """A reporter that turns a file's progress through the ingest into a stage of the check.

    It passes everything else on to another reporter. The draft is no file of an ingest.
    """

    def __init__(self, reporter: Reporter) -> None:
        self._reporter = reporter

    def progress(self, stage: str, done: int, total: int) -> None:
        self._reporter.progress(stage, done, total)

    def file(self, event: FileProgress) -> None:
        stage = RECOGNISING if event.stage is Stage.OCR else READING
        self._reporter.progress(stage, event.done, event.total)

    def check(self) -> None:
        self._reporter.check()
