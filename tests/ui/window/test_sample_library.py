"""The window on the real library of eight briefs: a defender's first minutes with it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.conftest import search, shown
from ui.main_window import MainWindow


def test_a_plain_question_shows_the_brief_that_argues_the_point_first_by_best_match(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    sample_window.search_page.bar.order.button(sample_window.search_page.bar.order.values[1]).click()
    search(qtbot, sample_window, "can the prosecutor rely on inevitable discovery")
    assert "inevitable" in shown(sample_window)[0].passage.text.lower()


def test_enter_on_a_result_opens_its_brief(qtbot: QtBot, sample_window: MainWindow) -> None:
    search(qtbot, sample_window, "inevitable discovery")
    sample_window.search_page.focus_results()
    qtbot.keyClick(sample_window.search_page.results.list, Qt.Key.Key_Return)
    reader = sample_window.search_page.reader
    qtbot.waitUntil(lambda: reader.document == shown(sample_window)[0].document)
