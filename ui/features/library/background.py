"""What goes on in the background: embedding, looking at watched folders, and news of adding files."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon, QWidget

from briefbank.domain.ingest import FileStatus, UnconfirmedPaths
from briefbank.errors import BriefBankError
from briefbank.jobs import RecentThroughput
from briefbank.text.characters import escape_hidden
from briefbank.text.messages import Message
from ui.features.library.adding import Adding, State
from ui.features.library.files import ADDED, time_left
from ui.i18n.translate import tr
from ui.jobs import Job, JobReporter, Jobs, Lane, Work
from ui.kit.dialogs import confirmed
from ui.shared import wording

if TYPE_CHECKING:
    from briefbank.api.library import LibraryApi

# --- embedding ---

RESTART_MS = 10_000
"""The interval between two starts while files are being added: each looks for new passages again."""


class Embedding(QObject):
    """One window's lane of embedding; one job at a time."""

    progressed = Signal(str, float)
    """The progress, shown quietly, and the share that is done, 0 to 1; empty when there is nothing to do."""
    finished = Signal(str)
    """A sentence that says that all can be found by meaning, after work that a person has seen."""
    ready = Signal()  # Emitted when more passages can be found by meaning
    failed = Signal()
    stopped = Signal()  # Emitted when nothing is being embedded any more

    def __init__(
        self,
        library: LibraryApi,
        jobs: Jobs,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``clock`` counts seconds."""
        super().__init__(parent)
        self._clock = clock
        self._library = library
        self._jobs = jobs
        self._job: Job | None = None
        self._scheduled = self._resting = False
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(RESTART_MS)
        self._pause.timeout.connect(self._start_if_wanted)

    @property
    def busy(self) -> bool:
        return self._job is not None

    def schedule(self) -> None:
        """Embed new passages, if any, now or as soon as the last start is long enough ago."""
        self._scheduled = True
        self._start_if_wanted()

    def rest(self) -> None:
        """Stop as soon as possible, until ``go_on``."""
        self._resting = True
        if self._job is not None:
            self._job.cancel()

    def go_on(self) -> None:
        self._resting = False
        self.schedule()

    def _start_if_wanted(self) -> None:
        if not self._scheduled or self._resting or self._job is not None or self._pause.isActive():
            return
        self._scheduled = False
        self._pause.start()
        self._throughput, self._has_told_time = RecentThroughput(self._clock), False
        self._job = self._jobs.run(
            self,
            partial(_embed, self._library),
            progress=self._some,
            then=self._done,
            failed=self._failed,
            stopped=self._over,
            lane=Lane.MEANING,
        )

    def _some(self, _stage: Message, done: int, total: int) -> None:
        if not total:
            return
        self._throughput.note(done)
        left = time_left(self._throughput.seconds_left(total))
        self._has_told_time = self._has_told_time or bool(left)
        count = tr("Preparing search by meaning: {done:,} of {total:,}").format(done=done, total=total)
        self.progressed.emit("  ·  ".join(part for part in (count, left) if part), done / total)

    def _done(self, passages: int) -> None:
        all_done = not self._scheduled
        self._over()
        if passages:
            self.ready.emit()
        if passages and all_done and self._has_told_time:
            self.finished.emit(tr("All passages can be found by meaning now."))

    def _failed(self, _error: BriefBankError) -> None:
        self._over()
        self.failed.emit()

    def _over(self) -> None:
        self._job = None
        self.progressed.emit("", 0.0)
        self.stopped.emit()
        self._start_if_wanted()


def _embed(library: LibraryApi, reporter: JobReporter) -> int:
    """Embed passages. Documents whose authorities were not read yet are read for them first, since that is
    quick."""
    library.maintenance.read_authorities(reporter)
    return library.embedding.embed_pending(reporter)


# --- watched folders ---

WATCH_MS = 30_000
NAMED_AT_MOST = 6  # The folders, and the files, that the question names


class FolderWatch(QObject):
    """The watched folders. They have a lane of their own, since a share that does not answer can block for
    minutes."""

    files_found = Signal(int)  # The number of new files that wait to be added
    folders_changed = Signal(object)  # The list of WatchedFolder
    failed = Signal(object)  # A BriefBankError, because of which the list may be out of date
    refused = Signal(object)  # A BriefBankError, because of which a change that a person made was not made

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs, self._window = library, jobs, window
        self._timer = QTimer(self)
        self._timer.setInterval(WATCH_MS)
        self._timer.timeout.connect(self.poll)

    def begin(self) -> None:
        self._timer.start()
        self.poll()
        library = self._library
        self._jobs.run(
            self,
            lambda _reporter: library.watched.unconfirmed(),
            then=self._show_unconfirmed,
            failed=self.failed.emit,
            topic="unconfirmed",
        )

    def _show_unconfirmed(self, unconfirmed: UnconfirmedPaths) -> None:
        """Ask about files and folders that the library names, of which this user may know nothing."""
        library, files = self._library, len(unconfirmed.files)

        def confirmed_now() -> None:
            if files:
                self.files_found.emit(files)
            self.poll()

        if unconfirmed and is_confirmed(self._window, unconfirmed):
            self._change(Lane.NOTES, lambda _reporter: library.watched.confirm(), confirmed_now)

    def poll(self) -> None:
        """Look once, unless the last look has not come back yet."""
        if self._jobs.busy("watch"):
            return
        library = self._library
        self._jobs.run(
            self,
            lambda reporter: library.watched.poll(reporter),
            then=self._polled,
            failed=lambda _error: self.list_folders(),  # a folder's own trouble stands in the list
            lane=Lane.WATCH,
            topic="watch",
        )

    def _polled(self, count: int) -> None:
        if count:
            self.files_found.emit(count)
        self.list_folders()

    def list_folders(self) -> None:
        library = self._library
        self._jobs.run(
            self,
            lambda _reporter: library.watched.folders(),
            then=self.folders_changed.emit,
            failed=self.failed.emit,
            topic="watched folders",
        )

    def watch(self, folder: Path) -> None:
        library = self._library
        self._change(Lane.WATCH, lambda _reporter: library.watched.watch(folder), self.poll)

    def unwatch(self, folder: Path) -> None:
        library = self._library
        self._change(Lane.NOTES, lambda _reporter: library.watched.unwatch(folder), self.list_folders)

    def _change(self, lane: Lane, work: Work, then: Callable[[], None]) -> None:
        self._jobs.run(self, work, then=lambda _nothing: then(), failed=self.refused.emit, lane=lane)


def is_confirmed(parent: QWidget, unconfirmed: UnconfirmedPaths) -> bool:
    """Show the folders and files and ask. Blocks. Without a yes they stay unread, and are asked about again
    at the next start."""
    named = [
        *_listed(tr("Folders to be watched:"), unconfirmed.folders),
        *_listed(tr("Files to be added:"), unconfirmed.files),
    ]
    meaning = tr(
        "BriefBank reads none of them before you agree. If you do not know them, leave them unread. "
        "You are asked again at the next start."
    )
    return confirmed(
        parent,
        tr("Read what this library names?"),
        tr("This library was made on another computer or comes from a backup. It names files of this one."),
        "\n".join([*named, "", meaning]),
        yes=tr("Read them"),
        no=tr("Leave them unread"),
    )


def _listed(heading: str, paths: Sequence[Path]) -> list[str]:
    if not paths:
        return []
    beyond = len(paths) - NAMED_AT_MOST
    more = [tr("and {count} more").format(count=beyond)] if beyond > 0 else []
    return [heading, *(escape_hidden(str(path)) for path in paths[:NAMED_AT_MOST]), *more]


# --- news of adding files ---

NAME = "BriefBank"
WORTH_SAYING_S = 30.0
"""The least duration for a notification: after a shorter wait, whoever began it is still there."""
SHOWN_MS = 10_000


class AddingNotifications(QObject):
    """Shows the progress of adding files in the window's title, and its end by a notification of the system.

    A notification holds numbers only, because it may stand on a screen that others see. Its icon is in the
    system's tray only as long as the message.
    """

    wanted = Signal()  # Emitted when a person chose the notification: the files are to be shown

    def __init__(
        self, window: QMainWindow, adding: Adding, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(window)
        self._window, self._adding, self._clock = window, adding, clock
        self._begun: float | None = None
        self._icon: QSystemTrayIcon | None = None
        adding.progressed.connect(lambda _line: self._show_title())
        adding.state_changed.connect(self._show_state)

    def _show_title(self) -> None:
        total = self._adding.known if self._adding.state is not State.IDLE else 0
        share = f"{100 * self._adding.counts.finished // total} % · " if total else ""
        self._window.setWindowTitle(f"{share}{NAME}")

    def _show_state(self, state: State) -> None:
        if state is State.RUNNING and self._begun is None:
            self._begun = self._clock()
        elif state is State.IDLE and self._begun is not None:
            began, self._begun = self._begun, None
            if self._clock() - began >= WORTH_SAYING_S and not self._window.isActiveWindow():
                self._notify()
        elif state in (State.PAUSED, State.RESTING):
            self._begun = None
        self._show_title()

    def _notify(self) -> None:
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(self._window.windowIcon(), self)
            self._icon.setToolTip(NAME)
            self._icon.messageClicked.connect(self._bring_back)
            self._icon.activated.connect(lambda _how: self._bring_back())
        counts = self._adding.counts
        added = sum(counts.ended.get(status, 0) for status in ADDED)
        text = wording.counted(added, tr("{number} file was added"), tr("{number} files were added"))
        if refused := counts.ended.get(FileStatus.REFUSED, 0):
            one, many = tr("{number} was refused"), tr("{number} were refused")
            text = f"{text}, {wording.counted(refused, one, many)}"
        self._icon.show()
        self._icon.showMessage(NAME, f"{text}.", self._window.windowIcon(), SHOWN_MS)
        QTimer.singleShot(SHOWN_MS, self._icon, self._icon.hide)

    def _bring_back(self) -> None:
        window = self._window
        window.showNormal() if window.isMinimized() else window.show()
        window.raise_()
        window.activateWindow()
        self.wanted.emit()
