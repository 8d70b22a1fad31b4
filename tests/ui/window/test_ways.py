"""Tests of the ways between the places of the window: back and forward, from part to part, and by typing."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from briefbank.settings import Appearance
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import list_settled, search, show_library
from ui.features.settings.folders import WatchedFoldersPanel
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, COLLECTIONS, DRAFT, LIBRARY, SEARCH, SETTINGS

ALT = Qt.KeyboardModifier.AltModifier


def press(qtbot: QtBot, window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    qtbot.keyClick(QApplication.focusWidget() or window, key, modifiers)


def focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def test_each_page_is_reached_by_its_keys_the_keyboard_is_in_it_and_tab_goes_down_the_settings(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    settings = window.settings_page
    appearance = settings.choices("appearance").switches["appearance"].button(Appearance.SYSTEM)
    for key, page, first in (
        (Qt.Key.Key_3, AUTHORITIES, window.authorities_page.first_field()),
        (Qt.Key.Key_4, DRAFT, window.draft_page.first_field()),
        (Qt.Key.Key_1, SEARCH, window.search_page.bar.field),
        (Qt.Key.Key_Comma, SETTINGS, appearance),
    ):
        qtbot.keyClick(window, key, Qt.KeyboardModifier.ControlModifier)
        assert window.pages.currentIndex() == page and window.rail.buttons[page].isChecked()
        qtbot.waitUntil(first.hasFocus)
    size, language = settings.choices("text_size"), settings.choices("language")
    for stop in (
        size.switches["text_size"].button(100),
        language.switches["language"].button(""),
        settings.panel(WatchedFoldersPanel).add,
    ):
        qtbot.keyClick(focused(), Qt.Key.Key_Tab)
        assert stop.hasFocus()


def test_words_typed_where_no_text_can_be_go_to_the_search_box_and_start_nothing_else(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    window.activateWindow()
    focus = {
        SEARCH: window.search_page.focus_results,
        LIBRARY: window.library_page.table.setFocus,
        AUTHORITIES: window.rail.buttons[AUTHORITIES].setFocus,
        DRAFT: window.rail.buttons[DRAFT].setFocus,
    }
    for place in (SEARCH, LIBRARY, AUTHORITIES, DRAFT, COLLECTIONS, SETTINGS):
        search(qtbot, window, "traffic stop")
        window.show_page(place)
        if place == LIBRARY:
            list_settled(qtbot, window)
        focus.get(place, lambda: None)()
        for letter in "plain error":
            qtbot.keyClicks(focused(), letter)
        with qtbot.waitSignal(window.search_page.results.model.modelReset):
            qtbot.keyClick(focused(), Qt.Key.Key_Return)
        assert window.pages.currentIndex() == SEARCH
        assert window.search_page.bar.field.text() == "plain error"
    assert not library.called("maintenance.check")


def test_alt_left_undoes_the_searches_made_since_and_then_returns_to_the_page_before(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    window.show_page(COLLECTIONS)
    window.show_page(SEARCH)
    for words in ("traffic stop", "inevitable discovery"):
        search(qtbot, window, words)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        press(qtbot, window, Qt.Key.Key_Left, ALT)
    assert window.search_page.bar.field.text() == "traffic stop"
    press(qtbot, window, Qt.Key.Key_Left, ALT)
    assert window.pages.currentIndex() == COLLECTIONS
    press(qtbot, window, Qt.Key.Key_Right, ALT)
    assert window.pages.currentIndex() == SEARCH
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        press(qtbot, window, Qt.Key.Key_Right, ALT)
    assert window.search_page.bar.field.text() == "inevitable discovery"


def test_f6_stays_on_the_page(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    show_library(qtbot, window)
    qtbot.waitUntil(window.library_page.table.hasFocus)
    reached = set()
    for _ in window.library_page.parts():
        press(qtbot, window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
        assert window.library_page.isAncestorOf(focused())
        reached.add(focused())
    assert {window.library_page.field, window.library_page.table} <= reached
    window.show_page(AUTHORITIES)
    press(qtbot, window, Qt.Key.Key_F6, Qt.KeyboardModifier.NoModifier)
    assert window.pages.currentIndex() == AUTHORITIES
