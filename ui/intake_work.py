"""Runs what writes to the library: adding files, removing documents, and preparing meaning in between.

All of it goes through the writer lane, one after the other. Preparing meaning can take long and gives way: it
is stopped when something else wants to write, and started again when that has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.errors import BriefBankError, Cancelled
from briefbank.models import FileOutcome, FileProgress, FileStatus
from ui import words
from ui.jobs import Job, JobReporter, Jobs, Lane
from ui.models.intake import IntakeModel

if TYPE_CHECKING:
    from briefbank.library import Library

REFRESH_MS = 1500
"""While files are being added, views of the library follow at this pace."""


class IntakeWork(QObject):
    """Owns the writer lane of one window."""

    busy_changed = Signal(bool)
    said = Signal(str, int, int)
    """A line on the whole intake, files finished, files known."""
    meaning_said = Signal(str)
    """Quiet progress of preparing meaning; empty when there is nothing to do."""
    library_changed = Signal()
    meaning_ready = Signal()
    meaning_failed = Signal()
    failed = Signal(object)
    """A BriefBankError that ended the whole intake."""

    def __init__(
        self, library: Library, jobs: Jobs, model: IntakeModel, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self._model = model
        self._adding: Job | None = None
        self._embedding: Job | None = None
        self._next: list[Path] = []
        self._ended = self._known = 0
        self._refresh = QTimer(self)
        self._refresh.setSingleShot(True)
        self._refresh.setInterval(REFRESH_MS)
        self._refresh.timeout.connect(self.library_changed)

    @property
    def busy(self) -> bool:
        return self._adding is not None

    # --- adding ---

    def add(self, paths: Sequence[Path]) -> None:
        """Add files and folders; while others are being added these wait for their turn."""
        if not paths:
            return
        if self._adding is not None:
            self._next += paths
            return
        self._ended = self._known = 0
        self._seen: set[Path] = set()
        self.said.emit("Looking through what you dropped …", 0, 0)
        self._adding = self.write(partial(_add, self._library, tuple(paths)))
        self._adding.files_moved.connect(self._moved)
        self._adding.done.connect(self._added)
        self._adding.failed.connect(self._not_added)
        self.busy_changed.emit(True)

    def stop(self) -> None:
        self._next.clear()
        if self._adding is not None:
            self._adding.cancel()
            self.said.emit("Stopping after the current step …", self._ended, self._known)

    def _moved(self, events: Sequence[FileProgress]) -> None:
        self._model.move(events)
        self._seen.update(event.path for event in events)
        self._known = len(self._seen)
        self._ended += sum(1 for event in events if event.outcome is not None)
        self.said.emit(self._line(), self._ended, self._known)
        if any(event.outcome is not None for event in events) and not self._refresh.isActive():
            self._refresh.start()

    def _line(self) -> str:
        line = f"{self._ended} of {words.count(self._known, 'file')} finished"
        current = self._model.current()
        return f"{line}  ·  {current.path.name}: {current.state}" if current else line

    def _added(self, outcomes: Sequence[FileOutcome]) -> None:
        self._finish(_account(outcomes))

    def _not_added(self, error: BriefBankError) -> None:
        if isinstance(error, Cancelled):
            self._model.stop_unfinished("Stopped before it was added. Add it again when you wish.")
            self._finish("Stopped. What was added before is kept.")
        else:
            self._model.stop_unfinished(f"{error.title} {error.remedy}")
            self._finish(f"{error.title} {error.remedy}")
            self.failed.emit(error)

    def _finish(self, line: str) -> None:
        self._adding = None
        self._refresh.stop()
        self.library_changed.emit()
        if self._next:
            paths, self._next = self._next, []
            self.add(paths)
            return
        self.said.emit(line, 0, 0)
        self.busy_changed.emit(False)

    # --- writing ---

    def write(self, work: Callable[[JobReporter], Any]) -> Job:
        """Run something that writes; preparing meaning gives way to it and goes on after it."""
        if self._embedding is not None:
            self._embedding.cancel()
        job = self._jobs.start(Lane.WRITER, work)
        job.ended.connect(self.prepare_meaning)
        return job

    def remove(self, document_id: int) -> Job:
        """Take a document out of the library."""
        return self.write(partial(_remove, self._library, document_id))

    def prepare_meaning(self) -> None:
        """Embed what waits for it, in the background, when nothing else is being written."""
        if self._adding is not None:
            return
        self._jobs.drop("meaning")
        self._embedding = self._jobs.start(Lane.WRITER, partial(_embed, self._library), topic="meaning")
        self._embedding.progressed.connect(self._embedded_some)
        self._embedding.done.connect(self._embedded)
        self._embedding.failed.connect(self._not_embedded)

    def _embedded_some(self, _stage: str, done: int, total: int) -> None:
        if total:
            self.meaning_said.emit(f"Preparing meaning: {done:,} of {words.count(total, 'passage')}")

    def _embedded(self, passages: int) -> None:
        self._embedding = None
        self.meaning_said.emit("")
        if passages:
            self.meaning_ready.emit()

    def _not_embedded(self, error: BriefBankError) -> None:
        self._embedding = None
        self.meaning_said.emit("")
        if not isinstance(error, Cancelled):
            self.meaning_failed.emit()


def _account(outcomes: Sequence[FileOutcome]) -> str:
    """'12 files: 9 added, 1 added with gaps, 2 refused.'"""
    if not outcomes:
        return "No PDF, Word or text file was found in what you dropped."
    parts = []
    for status in FileStatus:
        number = sum(1 for outcome in outcomes if outcome.status == status)
        if number:
            parts.append(f"{number:,} {words.STATUS_WORDS[status].lower()}")
    return f"{words.count(len(outcomes), 'file')}: {', '.join(parts)}."


def _add(library: Library, paths: tuple[Path, ...], reporter: JobReporter) -> list[FileOutcome]:
    return library.add(paths, reporter)


def _remove(library: Library, document_id: int, _reporter: JobReporter) -> None:
    library.remove(document_id)


def _embed(library: Library, reporter: JobReporter) -> int:
    return library.embed_pending(reporter)
