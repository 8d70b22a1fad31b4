"""Shows the progress of adding files on the system's own taskbar, dock or launcher, where it has one.

Three kinds of systems have one, and each is a :class:`Receiver`: Linux desktops that know Unity's launcher
entries (Plasma, Ubuntu's dock, Plank), over the session's bus; the Windows taskbar; and the number on the
icon, which Qt itself shows where there is one, as on the macOS dock. Where there is none nothing happens. The
bus is a local socket, which the refusal of the network allows.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtDBus import QDBusConnection, QDBusMessage
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

STEPS = 200
"""The number of steps of the whole. Smaller changes are not sent, because nobody sees them."""
DESKTOP_FILE = "application://briefbank.desktop"
PATH, INTERFACE = "/com/canonical/unity/launcherentry/briefbank", "com.canonical.Unity.LauncherEntry"
"""The D-Bus path and interface of https://wiki.ubuntu.com/Unity/LauncherAPI."""


class Receiver(Protocol):
    """A place of the system that shows progress. GUI thread; must not block."""

    def show(self, part: float, left: int, *, held: bool) -> None:
        """Show that ``part`` of the work is done, 0 to 1, and ``left`` files are not. ``held`` means that it
        does not go on by itself."""

    def clear(self) -> None:
        """Show that nothing is being done."""


class IconBadge:
    """The number of files that are left, on the icon of the program."""

    def show(self, part: float, left: int, *, held: bool) -> None:
        self._set(left)

    def clear(self) -> None:
        self._set(0)

    @staticmethod
    def _set(number: int) -> None:
        app = QGuiApplication.instance()
        if isinstance(app, QGuiApplication):
            app.setBadgeNumber(number)


class LauncherEntry:
    """A launcher entry on the session's bus. Nobody answers, so nothing is waited for."""

    def __init__(self, bus: QDBusConnection) -> None:
        self._bus = bus

    def show(self, part: float, left: int, *, held: bool) -> None:
        self._update({"progress": part, "progress-visible": True, "urgent": held})

    def clear(self) -> None:
        self._update({"progress": 0.0, "progress-visible": False, "urgent": False})

    def _update(self, state: dict[str, float | bool]) -> None:
        message = QDBusMessage.createSignal(PATH, INTERFACE, "Update")
        message.setArguments([DESKTOP_FILE, state])
        self._bus.send(message)


class SystemProgress:
    """A distributor that sends changes of the progress to all receivers."""

    def __init__(self, receivers: Sequence[Receiver]) -> None:
        self._receivers = receivers
        self._shown: tuple[int, int, bool] | None = None

    def show(self, done: int, total: int, *, held: bool = False) -> None:
        """Show ``done`` of ``total`` files; a ``total`` of 0 means that nothing is being done."""
        state = (done * STEPS // total, total - done, held) if total else None
        if state == self._shown:
            return
        self._shown = state
        for receiver in self._receivers:
            if total:
                receiver.show(done / total, total - done, held=held)
            else:
                receiver.clear()


def receivers_of(window: QWidget) -> list[Receiver]:
    """Return the receivers that this system has."""
    found: list[Receiver] = [IconBadge()]
    if sys.platform == "win32":
        from ui.features.intake.windows_taskbar import WindowsTaskbar

        found.append(WindowsTaskbar(window))
    elif (bus := _session_bus()) is not None:
        found.append(LauncherEntry(bus))
    return found


def _session_bus() -> QDBusConnection | None:
    """Return a bus that is there. Without its address Qt would try to start one, which takes a while."""
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS", "").startswith("unix:"):
        return None
    bus = QDBusConnection.sessionBus()
    return bus if bus.isConnected() else None
