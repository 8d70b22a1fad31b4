"""A window on a library that another program, or another window, changes too."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, show_library
from ui.main_window import MainWindow


def activate_window(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    """The window becomes the active one, and has looked at the library since."""
    before = len(library.called("revision"))
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowActivate))
    qtbot.waitUntil(lambda: len(library.called("revision")) > before and not window.jobs.busy("revision"))


def test_what_another_program_took_out_is_gone_when_one_comes_back_to_the_window(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    window.search.results.open_row(0)
    activate_window(qtbot, window, library)
    library.documents.stored = library.documents.stored[1:]
    library.changes += 1
    activate_window(qtbot, window, library)
    show_library(qtbot, window)
    assert window.documents.model.rowCount() == 4
    qtbot.waitUntil(lambda: window.search.reader.document is None)


def test_nothing_is_read_again_while_nobody_changed_the_library(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    activate_window(qtbot, window, library)
    before = len(library.called("totals"))
    activate_window(qtbot, window, library)
    assert len(library.called("totals")) == before


def test_two_windows_on_one_library_work_side_by_side(
    qtbot: QtBot, open_window: OpenWindow, library: StubLibrary
) -> None:
    first, second = open_window(library), open_window(library)
    for window in (first, second):
        search(qtbot, window)
        with qtbot.waitSignal(window.search.reader.opened):
            window.search.results.open_row(0)
    first.close()
    assert second.search.reader.document is not None
    qtbot.keyClick(second.search_page.bar.field, Qt.Key.Key_End)
    search(qtbot, second, "consent detention traffic")
    assert second.search_page.results.model.rowCount() > 0
