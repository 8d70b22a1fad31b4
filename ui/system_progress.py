"""Shows on the system's own bar of programs how adding files gets on, where it has a place for that.

Three kinds of systems have one, and each is a :class:`Receiver`: Linux desktops that know Unity's launcher
entries (Plasma, Ubuntu's dock, Plank), told over the session's bus; the Windows taskbar; and the number on
the icon, which Qt itself shows where there is one, the macOS dock among them. Where there is none nothing
happens. The bus is a local socket, which the refusal of the network lets through.
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
"""Changes smaller than this part of the whole are not told: nobody sees them."""
DESKTOP_FILE = "application://briefbank.desktop"
PATH, INTERFACE = "/com/canonical/unity/launcherentry/briefbank", "com.canonical.Unity.LauncherEntry"
"""https://wiki.ubuntu.com/Unity/LauncherAPI"""


class Receiver(Protocol):
    """One place of the system. GUI thread; must not block."""

    def show(self, part: float, left: int, *, held: bool) -> None:
        """``part`` of the work is done, 0 to 1; ``left`` files are not. ``held``: it does not go on by
        itself."""

    def clear(self) -> None:
        """Nothing is being done."""


class Badge:
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
    """Tells whoever listens on the session's bus; nobody answers, so nothing is waited for."""

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
    """Hands on to all receivers what they do not show yet."""

    def __init__(self, receivers: Sequence[Receiver]) -> None:
        self._receivers = receivers
        self._shown: tuple[int, int, bool] | None = None

    def show(self, done: int, total: int, *, held: bool = False) -> None:
        """``done`` of ``total`` files; a ``total`` of 0 means that nothing is being done."""
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
    """Those that this system has."""
    found: list[Receiver] = [Badge()]
    if sys.platform == "win32":
        from ui.windows_taskbar import WindowsTaskbar

        found.append(WindowsTaskbar(window))
    elif (bus := _session_bus()) is not None:
        found.append(LauncherEntry(bus))
    return found


def _session_bus() -> QDBusConnection | None:
    """The bus that is there: without its address Qt would try to start one, which takes a while."""
    if not os.environ.get("DBUS_SESSION_BUS_ADDRESS", "").startswith("unix:"):
        return None
    bus = QDBusConnection.sessionBus()
    return bus if bus.isConnected() else None
