"""The window that is there before the library is, for screenshots."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtTest import QTest

from tests.ui.camera import Camera
from tests.ui.conftest import drop
from ui.window.opening import OpeningWindow


def opening(camera: Camera, size: tuple[int, int], tag: str) -> None:
    window = OpeningWindow()
    window.resize(*size)
    window.show()
    window.activateWindow()
    camera.shoot(window, f"opening-{tag}")
    QTest.keyClicks(window.field, "consent to search a car")
    window.show_progress("Preparing the search for words", 3, 1200)
    drop(window, [QUrl.fromLocalFile("/home/user/Quill brief.pdf")])
    camera.shoot(window, f"opening-typed-{tag}")
    window.drop.overlay.cover()
    camera.shoot(window, f"opening-drop-{tag}")
    window.close()
