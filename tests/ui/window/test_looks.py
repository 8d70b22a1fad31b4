"""Tests against visual faults that screenshots of the search and the reader once showed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import search
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.tools import ReaderTools
from ui.kit.text import lay_out
from ui.main_window import MainWindow

BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


def test_a_list_that_is_seen_whole_shows_no_handle_and_a_longer_one_does(
    qtbot: QtBot, window: MainWindow
) -> None:
    bar = window.search_page.results.list.verticalScrollBar()
    window.resize(1280, 2000)
    search(qtbot, window)
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert bar.isVisible() and not bar.isEnabled()
    window.resize(1280, 600)
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.isEnabled()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Aurelius Quintanilla-Featherstonehaugh and others", "…"),
        ("one two three four five six seven eight", " …"),
    ],
)
def test_a_line_is_cut_within_a_word_only_where_little_would_be_left(
    qtbot: QtBot, text: str, end: str
) -> None:
    font = QFont()
    room = QFontMetricsF(font).horizontalAdvance(text) * 0.7
    cut = lay_out(text, font, room, 1).text()
    assert cut.endswith(end)
    assert (cut[-2] == " ") is (end == " …")
    assert len(cut) > len(text) * 0.4


def test_tools_above_the_pages_become_icons_and_then_go_as_the_reader_becomes_narrower(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    window, tools = QWidget(), ReaderTools(PageCanvas())
    qtbot.addWidget(window)
    tools.setParent(window)
    tools.show_caption(library.documents.get(1))
    tools.show_hit_number(2, 5)
    window.show()
    named = tools.side, tools.copy, tools.collect, tools.summary
    before = 100
    for width in range(1400, tools.minimumSizeHint().width() - 1, -20):
        tools.resize(width, 40)
        QApplication.processEvents()
        shown = [tool for tool in tools.findChildren(QToolButton) if tool.isVisible()]
        worded = [tool for tool in named if tool.toolButtonStyle() is BESIDE and tool.isVisible()]
        assert all(tool.width() >= tool.sizeHint().width() for tool in shown), width
        assert len(shown) + len(worded) <= before, width
        assert tools.side in shown and tools.summary in shown and tools.more in shown
        before = len(shown) + len(worded)
        if width == 1400:
            assert worded == list(named) and tools.hits.text() == "2 of 5"
    assert not worded and not tools.hits.isVisible()


def test_above_the_pages_a_date_and_a_docket_number_are_whole_or_not_there(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    window, tools = QWidget(), ReaderTools(PageCanvas())
    qtbot.addWidget(window)
    tools.setParent(window)
    document = library.documents.get(1)
    tools.show_caption(document)
    window.show()
    for width in range(tools.minimumWidth(), 1400, 20):
        tools.resize(width, 40)
        QApplication.processEvents()
        if tools.origin.isVisible():
            shown = tools.origin.text()
            assert document.docket in shown and str(document.filed.year) in shown, width
    assert document.court in tools.origin.text()
