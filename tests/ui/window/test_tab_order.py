"""Tests of the keyboard focus: its order and visibility, groups of choices, lists, charts, flowing rows."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.ui import walk
from tests.ui.conftest import search
from ui.kit.keyboard import set_tab_order_of_parts
from ui.kit.layout import FlowRow
from ui.main_window import MainWindow
from ui.shared import pages

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard"),
    pytest.mark.usefixtures("follower"),
]
BETWEEN = 8


def order(window: QWidget) -> list[QWidget]:
    """Return the focusable widgets in Qt's order."""
    result, widget = [], window.nextInFocusChain()
    while widget is not window:
        result += [widget] if widget.focusPolicy() != Qt.FocusPolicy.NoFocus else []
        widget = widget.nextInFocusChain()
    return result


@pytest.fixture
def column(qtbot: QtBot) -> tuple[QWidget, list[QPushButton]]:
    window, buttons = QWidget(), [QPushButton(name) for name in "abcd"]
    layout = QVBoxLayout(window)
    for button in buttons:
        layout.addWidget(button)
    qtbot.addWidget(window)
    return window, buttons


# --- the order ---


def test_parts_are_lined_up_with_all_that_is_in_them_each_in_its_own_order(
    column: tuple[QWidget, list[QPushButton]],
) -> None:
    window, buttons = column
    part = QWidget()
    inside = [QPushButton(name, part) for name in "xy"]
    window.layout().addWidget(part)
    set_tab_order_of_parts(buttons[0], part, buttons[1])
    assert order(window) == [buttons[0], *inside, *buttons[1:]]


def test_results_come_before_the_reader_and_what_is_looked_at_in_turn_before_both(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = window.search_page
    search(qtbot, window)
    stops = order(window)
    places = [
        page.bar.field,
        window.library_page.review.next,
        page.results.list,
        window.search_page.reader.canvas,
    ]
    assert sorted(places, key=stops.index) == places


def test_tab_stops_at_the_page_that_is_shown_also_after_it_was_chosen_by_a_key(
    qtbot: QtBot, window: MainWindow
) -> None:
    with qtbot.waitActive(window):
        window.activateWindow()
    window.rail.buttons[pages.SEARCH].setFocus()
    window.show_page(pages.LIBRARY)
    assert walk.reachable(window.rail) == [window.rail.buttons[pages.LIBRARY]]
    assert not window.rail.buttons[pages.SEARCH].focusPolicy() & Qt.FocusPolicy.TabFocus


def test_going_past_the_filters_by_tab_asks_nothing_again(qtbot: QtBot, window: MainWindow) -> None:
    filters = window.search_page.filters
    search(qtbot, window)
    filters.toggle()
    questions: list[object] = []
    window.search_page.bar.submitted.connect(questions.append)
    with qtbot.waitActive(window):
        window.activateWindow()
    filters.date_from.setFocus()
    for field in (filters.date_from, filters.date_to):
        assert filters.focusWidget() is field
        qtbot.keyClick(filters.focusWidget(), Qt.Key.Key_Tab)
    assert not filters.date_to.hasFocus() and questions == []


# --- the focus is seen ---


def test_the_current_result_is_framed_and_the_list_when_it_is_out_of_sight(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    results = window.search_page.results.list
    with qtbot.waitActive(window):
        window.activateWindow()
    results.setFocus(Qt.FocusReason.TabFocusReason)
    assert results.currentIndex().row() == 0
    assert walk.focus_is_seen(window, results)
    results.setFixedHeight(60)
    results.verticalScrollBar().setValue(results.verticalScrollBar().maximum())
    assert results.visible_rows()[0] > 0 and walk.focus_is_seen(window, results)


# --- a row that flows ---


@pytest.fixture
def row(qtbot: QtBot) -> tuple[FlowRow, list[QPushButton]]:
    made, parts = FlowRow(BETWEEN, 6), [QPushButton(name) for name in ("One", "Two", "Three")]
    for part in parts:
        made.add(part)
    qtbot.addWidget(made)
    made.show()
    return made, parts


def width_needed(parts: list[QPushButton]) -> int:
    return sum(part.sizeHint().width() for part in parts)


def test_what_does_not_fit_stands_in_the_next_line_and_nothing_overlaps(
    row: tuple[FlowRow, list[QPushButton]],
) -> None:
    made, parts = row
    one_line = made.heightForWidth(1000)
    for width in range(parts[2].sizeHint().width(), width_needed(parts) + 40, 7):
        made.resize(width, 200)
        places = [part.geometry() for part in parts]
        assert not any(a.intersects(b) for a in places for b in places if a is not b)
        assert max(place.right() for place in places) < width
        assert max(place.bottom() for place in places) + 1 == made.heightForWidth(width)
    made.resize(width_needed(parts) + BETWEEN, 200)
    assert made.heightForWidth(made.width()) > one_line
