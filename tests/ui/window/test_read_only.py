"""A library that can only be read says so above every page, and can be opened anew."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.text.messages import Message
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui.main_window import MainWindow
from ui.shared.pages import CARE, SEARCH

WHY = Message("This library is open on another computer, LAW-PC-12, so it can only be read here.")


def test_the_reason_stands_above_every_page(library: StubLibrary, open_window: OpenWindow) -> None:
    library.why_read_only = WHY
    window = open_window(library)
    for page in (SEARCH, CARE):
        window.show_page(page)
        assert window.read_only.band.isVisible() and window.read_only.band.text() == WHY


def test_a_library_that_may_be_changed_has_no_band(window: MainWindow) -> None:
    assert not window.read_only.band.isVisible()


def test_one_that_was_taken_over_meanwhile_is_told_when_one_comes_back(
    library: StubLibrary, window: MainWindow
) -> None:
    library.why_read_only = WHY
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    assert window.read_only.band.text() == WHY


def test_it_can_be_opened_anew(qtbot: QtBot, library: StubLibrary, open_window: OpenWindow) -> None:
    library.why_read_only = WHY
    window = open_window(library)
    with qtbot.waitSignal(window.read_only.band.acted):
        qtbot.mouseClick(window.read_only.band.findChild(QPushButton), Qt.MouseButton.LeftButton)
