"""Takes pictures of the window for tests.ui.screenshots."""

from __future__ import annotations

import time
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from tests.stand_ins.library import StubLibrary
from ui.app import build_window
from ui.kit.garbage import Collector
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

QUERY = "officer extended traffic stop without reasonable suspicion"


PACE = 1.0  # Less than 1 where nobody looks at the pictures (tests.ui.walk)


def settle(app: QApplication, seconds: float = 0.5) -> None:
    end = time.monotonic() + seconds * PACE
    while time.monotonic() < end:
        app.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        app.sendPostedEvents(None, QEvent.Type.DeferredDelete)


class Camera:
    """Takes one window through one state and saves what it looks like."""

    def __init__(self, app: QApplication, out: Path) -> None:
        self.app = app
        self.out = out
        self._collector = Collector(app)
        """The program's collector: a collection in a lane's thread would delete widgets there."""

    def shoot(self, widget: QWidget, name: str) -> None:
        settle(self.app)
        widget.grab().save(str(self.out / f"{name}.png"))

    def window(self, library: StubLibrary, size: tuple[int, int]) -> MainWindow:
        window = build_window(library)
        window.resize(*size)
        window.show()
        window.show_page(SEARCH)
        settle(self.app)
        return window


def search(window: MainWindow, text: str = QUERY) -> None:
    window.search_page.bar.field.setText(text)
    window.search_page.bar.ask()
    settle(QApplication.instance())
