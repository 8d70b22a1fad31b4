"""A window on a library that another program, or another window, changes too."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.text.messages import Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window, search, show_library
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS


def activate_window(qtbot: QtBot, window: MainWindow, library: HookedLibrary) -> None:
    """The window becomes the active one, and has looked at the library since."""
    before = len(library.called("revision"))
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    qtbot.waitUntil(lambda: len(library.called("revision")) > before and not window.jobs.busy("revision"))


def test_what_another_program_took_out_is_gone_when_one_comes_back_to_the_window(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    window.search_page.open_row(0)
    qtbot.waitUntil(lambda: window.search_page.reader.document is not None)
    activate_window(qtbot, window, library)
    document = window.search_page.reader.document
    assert document is not None
    looks = len(library.called("maintenance.alerts"))
    library.documents.remove(document.id)
    activate_window(qtbot, window, library)
    show_library(qtbot, window)
    assert window.library_page.model.rowCount() == 7
    qtbot.waitUntil(lambda: window.search_page.reader.document is None)
    qtbot.waitUntil(lambda: len(library.called("maintenance.alerts")) > looks)


def test_nothing_is_read_again_while_nobody_changed_the_library(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    activate_window(qtbot, window, library)
    qtbot.waitUntil(lambda: not window.jobs.busy("size", window.library_page))
    before = len(library.called("documents.totals"))
    activate_window(qtbot, window, library)
    assert len(library.called("documents.totals")) == before


@pytest.mark.nightly
def test_two_windows_on_one_library_work_side_by_side(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    with real_window(qtbot, library) as other:
        for shown in (other, window):
            search(qtbot, shown)
            with qtbot.waitSignal(shown.search_page.reader.opened):
                shown.search_page.open_row(0)
    assert window.search_page.reader.document is not None
    search(qtbot, window, "consent detention traffic")
    assert window.search_page.results.model.rowCount() > 0


def test_a_library_that_was_taken_over_says_so_above_every_page_and_is_opened_anew(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    assert not window.read_only.isVisible()
    why = Message("This library is open on another computer, LAW-PC-12, so it can only be read here.")
    library.change("read_only", lambda _why: why)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    for page in (SEARCH, SETTINGS):
        window.show_page(page)
        assert window.read_only.isVisible() and window.read_only.text() == why
    with qtbot.waitSignal(window.read_only.acted):
        qtbot.mouseClick(window.read_only.findChild(QPushButton), Qt.MouseButton.LeftButton)
