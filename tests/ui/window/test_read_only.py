"""A library that can only be read says so above every page, and can be opened anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS

WHY = Message("This library is open on another computer, LAW-PC-12, so it can only be read here.")


def test_a_library_that_can_only_be_read_says_why_above_every_page_and_is_opened_anew(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    library.change("read_only", lambda _why: WHY)
    with real_window(qtbot, library) as window:
        for page in (SEARCH, SETTINGS):
            window.show_page(page)
            assert window.read_only.isVisible() and window.read_only.text() == WHY
        with qtbot.waitSignal(window.read_only.acted):
            qtbot.mouseClick(window.read_only.findChild(QPushButton), Qt.MouseButton.LeftButton)


def test_one_that_was_taken_over_meanwhile_says_so_when_one_comes_back(
    library: HookedLibrary, window: MainWindow
) -> None:
    assert not window.read_only.isVisible()
    library.change("read_only", lambda _why: WHY)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert window.read_only.text() == WHY
