"""The window as a whole: its keys, its sizes, and what the program collects."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from briefbank.settings import Appearance
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.settings.folders import WatchedFoldersPanel
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, DRAFT, LIBRARY, SEARCH, SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


@pytest.mark.parametrize(
    ("key", "page", "first"),
    [
        (Qt.Key.Key_1, SEARCH, attrgetter("search_page.bar.field")),
        (Qt.Key.Key_3, AUTHORITIES, lambda window: window.authorities_page.first_field()),
        (Qt.Key.Key_4, DRAFT, lambda window: window.draft_page.first_field()),
        (
            Qt.Key.Key_Comma,
            SETTINGS,
            lambda window: (
                window.settings_page.choices("appearance").switches["appearance"].button(Appearance.SYSTEM)
            ),
        ),
    ],
)
def test_each_page_is_reached_by_its_keys_and_the_keyboard_is_in_it(
    qtbot: QtBot, sample_window: MainWindow, key: Qt.Key, page: int, first: Callable[[MainWindow], QWidget]
) -> None:
    window = sample_window
    window.show_page(LIBRARY)
    window.activateWindow()
    qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentIndex() == page
    widget = first(window)
    qtbot.waitUntil(widget.hasFocus)
    assert window.rail.buttons[page].isChecked()


def test_the_tab_key_goes_through_the_settings_from_top_to_bottom(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    sample_window.activateWindow()
    sample_window.show_page(SETTINGS)
    page = sample_window.settings_page
    first = page.choices("appearance").switches["appearance"].button(Appearance.SYSTEM)
    qtbot.waitUntil(first.hasFocus)
    reached = []
    for _ in range(3):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    size, language = (
        page.choices("text_size").switches["text_size"],
        page.choices("language").switches["language"],
    )
    assert reached == [size.button(100), language.button(""), page.panel(WatchedFoldersPanel).add]


def test_sizes_are_remembered_in_briefbanks_own_folder(
    qtbot: QtBot, empty_library: HookedLibrary, home: Path
) -> None:
    with real_window(qtbot, empty_library, size=None) as first:
        first.resize(first.minimumSize())
        first.search_page.splitter.setSizes([560, 379])
        sizes = first.search_page.splitter.sizes()
    assert (home / "window.ini").is_file()
    with real_window(qtbot, empty_library, size=None) as second:
        assert second.search_page.splitter.sizes() == sizes
