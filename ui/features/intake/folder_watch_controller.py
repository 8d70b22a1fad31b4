"""Looks at the watched folders from time to time, and keeps the list of them for the settings."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from briefbank.domain.ingest import UnconfirmedPaths
from briefbank.errors import BriefBankError, Cancelled
from ui.jobs import Jobs, Lane, Work

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

POLL_MS = 30_000


class FolderWatchController(QObject):
    """The controller of watched folders. It has a lane of its own, since a share that does not answer can
    block for minutes."""

    files_found = Signal(int)  # The number of new files that wait to be added
    folders_changed = Signal(object)  # The list of WatchedFolder
    unconfirmed_found = Signal(object)
    """An Unconfirmed: what the library names to be read and this user did not. ``confirm`` answers it."""
    failed = Signal(object)  # A BriefBankError

    def __init__(self, library: LibraryApi, jobs: Jobs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._jobs = jobs
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self.poll)

    def begin(self) -> None:
        self._timer.start()
        self.poll()
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.watched.unconfirmed(), topic="unconfirmed"
        )
        job.done.connect(self._show_unconfirmed)
        job.failed.connect(self.failed)

    def _show_unconfirmed(self, unconfirmed: UnconfirmedPaths) -> None:
        if unconfirmed:
            self.unconfirmed_found.emit(unconfirmed)

    def confirm(self, unconfirmed: UnconfirmedPaths) -> None:
        """Let the files and folders that were shown be read: folders are looked at, files added."""
        library = self._library
        self._change(
            Lane.NOTES,
            lambda _reporter: library.watched.confirm(),
            partial(self._confirmed, len(unconfirmed.files)),
        )

    def _confirmed(self, files: int) -> None:
        if files:
            self.files_found.emit(files)
        self.poll()

    def poll(self) -> None:
        """Look once, unless the last look has not come back yet."""
        if self._jobs.busy("watch"):
            return
        library = self._library
        job = self._jobs.start(Lane.WATCH, lambda reporter: library.watched.poll(reporter), topic="watch")
        job.done.connect(self._polled)
        job.failed.connect(self._poll_failed)

    def _polled(self, count: int) -> None:
        if count:
            self.files_found.emit(count)
        self.list_folders()

    def _poll_failed(self, error: BriefBankError) -> None:
        """List the folders. The next look may succeed; a folder's own trouble stands in the list."""
        if not isinstance(error, Cancelled):
            self.list_folders()

    def list_folders(self) -> None:
        library = self._library
        job = self._jobs.start(
            Lane.READER, lambda _reporter: library.watched.folders(), topic="watched folders"
        )
        job.done.connect(self.folders_changed)
        job.failed.connect(self.failed)

    def watch(self, folder: Path) -> None:
        library = self._library
        self._change(Lane.WATCH, lambda _reporter: library.watched.watch(folder), self.poll)

    def unwatch(self, folder: Path) -> None:
        library = self._library
        self._change(Lane.NOTES, lambda _reporter: library.watched.unwatch(folder), self.list_folders)

    def _change(self, lane: Lane, work: Work, then: Callable[[], None]) -> None:
        job = self._jobs.start(lane, work)
        job.done.connect(lambda _nothing: then())
        job.failed.connect(self.failed)
