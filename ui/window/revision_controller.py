"""Notices what another program, another window or a colleague did to the library, within seconds, and at once
when a person returns to this window.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QTimer, Signal

from ui.jobs import Jobs, Lane

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from briefbank.api.library import LibraryApi

LOOK_MS = 15_000  # The interval between two looks at the library


class RevisionController(QObject):
    """A watcher that looks when the window is made, whenever it becomes the active one, and now and then.
    Searches do not need it: each looks at the library's present contents."""

    changed = Signal()  # Emitted when the library changed since it was last looked at, whoever changed it

    def __init__(self, library: LibraryApi, jobs: Jobs, window: QWidget) -> None:
        super().__init__(window)
        self._library, self._jobs = library, jobs
        self._known: int | None = None
        window.installEventFilter(self)
        self._timer = QTimer(self)
        self._timer.timeout.connect(self.check)
        self._timer.start(LOOK_MS)
        self.check()

    def check(self) -> None:
        """Read the library's revision. If that fails now, the next request reports it."""
        library = self._library
        job = self._jobs.start(Lane.READER, lambda _reporter: library.revision(), topic="revision")
        job.done.connect(self._seen)

    def _seen(self, revision: int) -> None:
        before, self._known = self._known, revision
        if before is not None and before != revision:
            self.changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowActivate and watched is self.parent():
            self.check()
        return super().eventFilter(watched, event)
