"""The guide inside the program: the page for each view, its links and pictures, finding, the menus."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import QByteArray, Qt, QUrl
from PySide6.QtGui import QAction, QImage, QKeySequence, QShortcut, QTextDocument
from pytestqt.qtbot import QtBot

from tests.ui.conftest import search
from ui.features.help import guide as guide_pages
from ui.features.help.guide import GuideWindow
from ui.main_window import MainWindow
from ui.shared.pages import RAIL, SEARCH
from ui.window import menus
from ui.window.menus import GUIDE_PAGES

pytestmark = pytest.mark.qt_log_ignore("does not support raise", "propagateSizeHints")
LINK = re.compile(r"\]\(([^)]+)\)")
ALT, CONTROL = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ControlModifier
KEYS = re.compile(r"(?:(?:Ctrl|Shift|Alt)\+)+[^\s`,]+,?|F\d+")


@pytest.fixture
def window(sample_window: MainWindow) -> MainWindow:
    return sample_window


def guide_of(window: MainWindow) -> GuideWindow:
    assert window.help.guide is not None
    return window.help.guide


def listed(window: MainWindow) -> list[str]:
    """Return the keys of each row of the list: those of the menus, and those on the page itself."""
    rows = re.findall(r"^\| (.+?) \|", guide_pages.read("keyboard", "en"), re.MULTILINE)
    own = [row.replace("\\", "") for row in rows]
    return [keys for _menu, entries in menus.shortcuts(window.menuBar()) for keys, _ in entries] + own


@pytest.mark.parametrize("page", guide_pages.PAGES)
def test_each_page_has_a_title_and_leads_only_to_pages_and_small_pictures_of_the_guide(page: str) -> None:
    text = guide_pages.read(page, "en")
    assert guide_pages.title(text)
    for address in LINK.findall(text):
        picture = guide_pages.picture(address)
        assert guide_pages.linked(address) or picture is not None
        if picture is not None:
            assert 0 < picture.stat().st_size < 120_000
            assert QImage(str(picture)).width() >= 700


def test_the_keys_that_a_page_names_are_keys_of_the_window(window: MainWindow) -> None:
    known = " ".join(listed(window))
    known += " Ctrl+A Shift+Tab Alt+F"  # of every field, of every window, of a name in a form
    for page in guide_pages.PAGES:
        for keys in KEYS.findall(" ".join(re.findall(r"`([^`]+)`", guide_pages.read(page, "en")))):
            assert keys in known, f"{keys} on the page {page}"


def test_f1_opens_the_guide_at_the_page_or_part_that_has_the_keyboard(
    qtbot: QtBot, window: MainWindow
) -> None:
    for page in range(len(RAIL)):
        window.show_page(page)
        qtbot.keyClick(window, Qt.Key.Key_F1)
        assert guide_of(window).page == GUIDE_PAGES.get(page, "search")
    assert guide_of(window).isVisible() and not guide_of(window).isModal()
    guide_of(window).close()
    window.show_page(SEARCH)
    window.activateWindow()
    qtbot.waitActive(window)
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window, Qt.Key.Key_F1)
    assert guide_of(window).page == "results"
    window.search_page.open_row(0)
    window.activateWindow()
    window.search_page.reader.canvas.setFocus()
    window.help.show_current_page()
    assert guide_of(window).page == "reader"


@pytest.fixture
def guide(qtbot: QtBot) -> GuideWindow:
    made = GuideWindow("## In the menus\n\n| Keys | What they do |\n|---|---|\n| **F1** | Help |\n")
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitActive(made)
    made.go("start")
    return made


def test_alt_left_and_right_go_through_the_pages_that_were_read(qtbot: QtBot, guide: GuideWindow) -> None:
    guide.contents.setCurrentRow(guide_pages.PAGES.index("reader"))
    guide.text.anchorClicked.emit(QUrl("copying.md"))
    assert guide.page == "copying"
    for key, page in ((Qt.Key.Key_Left, "reader"), (Qt.Key.Key_Left, "start"), (Qt.Key.Key_Right, "reader")):
        qtbot.keyClick(guide.text, key, ALT)
        assert guide.page == page
        assert guide_pages.PAGES[guide.contents.currentRow()] == page


def test_no_link_out_of_the_guide_is_followed_and_no_picture_but_its_own_loaded(guide: GuideWindow) -> None:
    for address in ("https://example.org/", "file:///etc/passwd", "../../../secret.md", "nothing.md", ""):
        guide.text.anchorClicked.emit(QUrl(address))
        assert guide.page == "start", address
    kind = QTextDocument.ResourceType.ImageResource.value
    outside = "https://example.org/a.png", "file:///etc/hostname", "//host/share/a.png"
    for address in (*outside, "../pictures/../../icons/add.svg"):
        assert guide.text.loadResource(kind, QUrl(address)) == QByteArray(), address


def test_words_are_found_on_a_page_round_its_end_and_missing_ones_are_said(
    qtbot: QtBot, guide: GuideWindow
) -> None:
    qtbot.keyClick(guide.text, Qt.Key.Key_F, CONTROL)
    assert guide.find_field.hasFocus()
    qtbot.keyClicks(guide.find_field, "sample")
    first = guide.text.textCursor().selectionStart()
    assert guide.text.textCursor().selectedText().lower() == "sample"
    places = guide.text.toPlainText().lower().count("sample")
    for _ in range(places):
        qtbot.keyClick(guide.find_field, Qt.Key.Key_F3)
    assert guide.text.textCursor().selectionStart() == first
    guide.find_field.setText("giraffe")
    assert guide.note.text()
    qtbot.keyClick(guide.find_field, Qt.Key.Key_Escape)
    assert not guide.note.text()
    assert guide.isVisible()
    qtbot.keyClick(guide.text, Qt.Key.Key_Escape)
    assert not guide.isVisible()


def keys_in(text: str) -> set[str]:
    """Each key of 'Ctrl+L, Ctrl+K' or 'V, S', as Qt writes it."""
    return {QKeySequence(part.strip()).toString() for part in re.split(r", |  and  ", text)} - {""}


def test_every_shortcut_of_the_window_is_in_the_list(window: MainWindow) -> None:
    known = {key for keys in listed(window) for key in keys_in(keys)}
    for action in window.findChildren(QAction):
        for keys in action.shortcuts():
            assert keys.toString() in known, action.text()
    for shortcut in window.findChildren(QShortcut):
        assert shortcut.key().toString().replace("Return", "Enter") in known


def test_the_shortcuts_and_how_to_search_are_pages_of_the_guide(qtbot: QtBot, window: MainWindow) -> None:
    for modifier, page in ((CONTROL, "keyboard"), (Qt.KeyboardModifier.ShiftModifier, "operators")):
        qtbot.keyClick(window, Qt.Key.Key_F1, modifier)
        assert guide_of(window).page == page


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_page_on_searching_names_every_operator_and_field(language: str) -> None:
    typed = set(re.findall(r"`([^`]+)`", guide_pages.read("operators", language)))
    assert typed >= {
        *("“ ”", "AND", "OR", "NOT", "&", "%", "( )", "w/5", "/5", "+5", "pre/5", "/s", "/p"),
        *("!", "*", "?", "cites:", "rule:", "court:", "docket:", "judge:", "kind:", "heading:"),
        *("before:", "after:"),
    }
