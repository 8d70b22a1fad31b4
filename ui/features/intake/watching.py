"""Looks at the watched folders from time to time, and keeps the list of them for the settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.ingest import UnconfirmedPaths, WatchedFolder
from briefbank.errors import BriefBankError, Cancelled
from ui.jobs import JobReporter, Jobs, Lane, Work

if TYPE_CHECKING:
    from briefbank.library import Library

POLL_MS = 30_000


class FolderWatcher(QObject):
    """The controller of watched folders. It has a lane of its own, since a share that does not answer can
    block for minutes."""

    came = Signal(int)
    """The number of new files that wait to be added."""
    folders_changed = Signal(object)
    """The list of WatchedFolder."""
    unconfirmed_found = Signal(object)
    """An Unconfirmed: what the library names to be read and this user did not. ``confirm`` answers it."""
    failed = Signal(object)
    """A BriefBankError."""

    def __init__(self, library: Library, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.look)

    def begin(self) -> None:
        self._timer.start()
        self.look()
        job = self._jobs.start(Lane.READER, partial(_unconfirmed, self._library), topic="unconfirmed")
        job.done.connect(self._asked)
        job.failed.connect(self.failed)

    def _asked(self, found: UnconfirmedPaths) -> None:
        if found:
            self.unconfirmed_found.emit(found)

    def confirm(self, found: UnconfirmedPaths) -> None:
        """Let the files and folders that were shown be read: folders are looked at, files added."""
        self._change(Lane.NOTES, partial(_confirm, self._library), partial(self._confirmed, len(found.files)))

    def _confirmed(self, files: int) -> None:
        if files:
            self.came.emit(files)
        self.look()

    def look(self) -> None:
        """Look once, unless the last look has not come back yet."""
        if self._jobs.busy("watch"):
            return
        job = self._jobs.start(Lane.WATCH, partial(_look, self._library), topic="watch")
        job.done.connect(self._looked)
        job.failed.connect(self._not_looked)

    def _looked(self, found: int) -> None:
        if found:
            self.came.emit(found)
        self.list_folders()

    def _not_looked(self, error: BriefBankError) -> None:
        """List the folders. The next look may succeed; a folder's own trouble stands in the list."""
        if not isinstance(error, Cancelled):
            self.list_folders()

    def list_folders(self) -> None:
        job = self._jobs.start(Lane.READER, partial(_folders, self._library), topic="watched folders")
        job.done.connect(self.folders_changed)
        job.failed.connect(self.failed)

    def watch(self, folder: Path) -> None:
        self._change(Lane.WATCH, partial(_watch, self._library, folder), self.look)

    def unwatch(self, folder: Path) -> None:
        self._change(Lane.NOTES, partial(_unwatch, self._library, folder), self.list_folders)

    def _change(self, lane: Lane, work: Work, then: Callable[[], None]) -> None:
        job = self._jobs.start(lane, work)
        job.done.connect(lambda _nothing: then())
        job.failed.connect(self.failed)


def _look(library: Library, reporter: JobReporter) -> int:
    return library.poll_watched(reporter)


def _folders(library: Library, _reporter: JobReporter) -> list[WatchedFolder]:
    return library.watched_folders()


def _watch(library: Library, folder: Path, _reporter: JobReporter) -> None:
    library.watch(folder)


def _unconfirmed(library: Library, _reporter: JobReporter) -> UnconfirmedPaths:
    return library.unconfirmed()


def _confirm(library: Library, _reporter: JobReporter) -> None:
    library.confirm()


def _unwatch(library: Library, folder: Path, _reporter: JobReporter) -> None:
    library.unwatch(folder)
