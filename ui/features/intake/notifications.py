"""Shows the progress of adding files while a person does something else: in the window's title, and by a
final notification.

A notification holds numbers only, because it may stand on a screen that others see.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QApplication, QMainWindow, QSystemTrayIcon

from ui.features.intake.controller import IntakeController, State
from ui.i18n.translate import tr

NAME = "BriefBank"
WORTH_SAYING_S = 30.0
"""The least duration for a notification: after a shorter wait, whoever began it is still there."""
SHOWN_MS = 10_000


class Notifier(Protocol):
    """A way to show a notification of the system. GUI thread."""

    def say(self, title: str, text: str, chosen: Callable[[], None]) -> None:
        """Show a notification; ``chosen`` is called when a person clicks on it."""


class Tray(QObject):
    """A notifier by an icon in the system's tray, which is there only as long as its message. It does nothing
    without a tray."""

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._icon: QSystemTrayIcon | None = None
        self._chosen: Callable[[], None] | None = None

    def say(self, title: str, text: str, chosen: Callable[[], None]) -> None:
        QApplication.alert(self._window)
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return
        if self._icon is None:
            self._icon = QSystemTrayIcon(self._window.windowIcon(), self)
            self._icon.setToolTip(NAME)
            for clicked in (self._icon.messageClicked, self._icon.activated):
                clicked.connect(lambda *_how: self._choose())
            self._window.installEventFilter(self)
        self._chosen = chosen
        self._icon.show()
        self._icon.showMessage(title, text, self._window.windowIcon(), SHOWN_MS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the icon when the person is back at the window."""
        if event.type() == QEvent.Type.WindowActivate and self._icon is not None:
            self._icon.hide()
        return super().eventFilter(watched, event)

    def _choose(self) -> None:
        if self._chosen is not None:
            self._chosen()


class IntakeNotifications(QObject):
    """The controller that follows the work of adding files."""

    wanted = Signal()  # Emitted when a person chose the notification: the page of files is to be shown

    def __init__(
        self,
        window: QMainWindow,
        intake: IntakeController,
        notifier: Notifier,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(window)
        self._window, self._intake, self._notifier = window, intake, notifier
        self._clock = clock
        self._begun: float | None = None
        self._done = self._total = 0
        intake.progressed.connect(self._show_progress)
        intake.state_changed.connect(self._show_state)
        window.installEventFilter(self)

    def _show_progress(self, _line: str, done: int, total: int) -> None:
        self._done, self._total = done, total
        self._show_title()

    def _show_state(self, state: State) -> None:
        if state is State.RUNNING and self._begun is None:
            self._begun = self._clock()
        elif state is State.IDLE and self._begun is not None:
            began, self._begun = self._begun, None
            if self._clock() - began >= WORTH_SAYING_S:
                self._say_end()
        elif state in (State.PAUSED, State.RESTING):
            self._begun = None
        self._show_title()

    def _show_title(self) -> None:
        """Show the progress in the title while only the title is seen."""
        window = self._window
        seen = window.isVisible() and not window.isMinimized() and window.isActiveWindow()
        total = 0 if seen or self._intake.state is State.IDLE else self._total
        window.setWindowTitle(f"{100 * self._done // total} % · {NAME}" if total else NAME)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        seen = (QEvent.Type.WindowStateChange, QEvent.Type.WindowActivate, QEvent.Type.WindowDeactivate)
        if event.type() in seen:
            self._show_title()
        return super().eventFilter(watched, event)

    def _say_end(self) -> None:
        if not self._window.isActiveWindow():
            self._notifier.say(NAME, account(self._intake), self._brought_back)

    def _brought_back(self) -> None:
        window = self._window
        window.showNormal() if window.isMinimized() else window.show()
        window.raise_()
        window.activateWindow()
        self.wanted.emit()


def account(intake: IntakeController) -> str:
    """Return text such as '312 files were added, 4 were refused, 6 need a look.'"""
    progress, need = intake.progress, len(intake.progress.doubtful)
    added, refused = progress.added, progress.refused
    parts = [
        _plural(added, tr("1 file was added"), tr("{number:,} files were added")),
        _plural(refused, tr("1 was refused"), tr("{number:,} were refused")) if refused else "",
        _plural(need, tr("1 needs a look"), tr("{number:,} need a look")) if need else "",
    ]
    return ", ".join(part for part in parts if part) + "."


def _plural(number: int, one: str, many: str) -> str:
    return one if number == 1 else many.format(number=number)
