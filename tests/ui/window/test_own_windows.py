"""Tests that no widget flashes up as a window of its own while the window fills its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import AlertKind, LibraryAlert
from briefbank.errors import StoreDamaged
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.shared.pages import RAIL
from ui.window.opening import FailureWindow


class Flashes(QObject):
    """Notes the widgets that are shown as windows though nothing asked for one."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        shown = event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow()
        if shown and watched.windowType() == Qt.WindowType.Window:
            self.seen.append(f"{type(watched).__name__} {watched.accessibleName()}".strip())
        return False


@pytest.fixture
def flashes(qapp: QApplication) -> Iterator[Flashes]:
    made = Flashes()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def test_no_page_of_the_window_flashes_up_parts_of_itself(
    qtbot: QtBot, flashes: Flashes, library: HookedLibrary
) -> None:
    alerts = tuple(LibraryAlert(matter, 3, pages=4, size=1 << 30) for matter in AlertKind)
    library.change("maintenance.alerts", lambda _real: alerts)
    with real_window(qtbot, library) as window:
        qtbot.waitUntil(lambda: len(window.alerts.rows) >= len(AlertKind) - 1, timeout=20_000)
        for number in range(len(RAIL)):
            window.show_page(number)
    assert flashes.seen == ["MainWindow"]


def test_no_dialog_flashes_up_parts_of_itself(qtbot: QtBot, flashes: Flashes, tmp_path: Path) -> None:
    qtbot.addWidget(FailureWindow(StoreDamaged(), tmp_path))
    assert flashes.seen == []
