"""Every page and dialog, walked as assistive technology and the keyboard do; what is announced."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QHBoxLayout, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import FacetKind
from briefbank.errors import StoreDamaged
from tests.ui import walk
from tests.ui.conftest import list_settled, search
from ui.features.search.filters import toggle
from ui.jobs import Lane
from ui.kit import keyboard
from ui.kit.controls import SegmentedControl
from ui.main_window import MainWindow
from ui.shared import pages
from ui.shared.pages import Rail

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard"),
    pytest.mark.usefixtures("follower"),
]
ASKING = Lane.READER, Lane.TYPING, Lane.COUNTS, Lane.PAGES, Lane.NOTES
"""The lanes of what a page or dialog asks for when it is shown: until they are idle, it changes."""
RAIL = (("search", "Search", "Ctrl+1"), ("library", "Library", "Ctrl+2"), ("care", "Care", "Ctrl+3"))


def stands_still(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not any(map(window.jobs.engaged, ASKING)))
    QApplication.processEvents()


def test_on_every_page_all_controls_have_names_roles_and_states_and_tab_comes_to_each_once(
    qtbot: QtBot, window: MainWindow
) -> None:
    manifest = {}
    search(qtbot, window)
    window.search_page.open_row(0)
    for number, (_icon, name, _keys) in enumerate(pages.RAIL):
        window.show_page(number)
        if number == pages.LIBRARY:
            list_settled(qtbot, window)  # its rows are asked for only when they are painted
        stands_still(qtbot, window)
        manifest[name] = walk.problems(window)
    assert {name: problems for name, problems in manifest.items() if problems} == {}


def test_on_the_search_page_in_use_nothing_is_unnamed_and_tab_goes_in_the_order_of_reading(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Narrowed, with a summary, a bar that finds, and what was made or moved after the window was."""
    window.resize(1440, 900)
    search(qtbot, window)
    page = window.search_page
    window.search_page.open_row(0)
    page.filters.button.click()
    toggle(page.filters.facets[FacetKind.KIND].items()[0])
    qtbot.waitUntil(lambda: bool(page.filters.chips.chips) and bool(page.filters.years.bars()))
    qtbot.waitUntil(lambda: window.search_page.reader.document is not None)
    window.search_page.reader.find_bar.open_bar()
    window.search_page.reader.toggle_summary()
    qtbot.waitUntil(
        lambda: window.search_page.question is None and not window.search_page.reader.find_bar.isHidden()
    )
    stands_still(qtbot, window)
    assert walk.problems(window) == []


DIALOGS: dict[str, tuple[Callable[[MainWindow], object], Callable[[MainWindow], QDialog | None]]] = {
    "about": (lambda w: w.help.show_about(), lambda w: w.help.dialog),
    "marks": (lambda w: w.search_page.menu.show_marks(), lambda w: w.search_page.menu.marks),
    "governing": (lambda w: w.draft_page.show_governing(), lambda w: w.draft_page.governing),
    "correction": (lambda w: w.library_page.correction.open(1), lambda w: w.library_page.correction.dialog),
    "same": (
        lambda w: w.authorities_page.show_same(w.library_page.library.documents.get(1)),
        lambda w: w.authorities_page.same,
    ),
}


def test_in_every_dialog_all_controls_are_named_and_reached_and_escape_closes_it(
    qtbot: QtBot, window: MainWindow
) -> None:
    manifest = {}
    for name, (open_, dialog_of) in DIALOGS.items():
        open_(window)
        qtbot.waitUntil(lambda get=dialog_of: (dialog := get(window)) is not None and dialog.isVisible())
        dialog = dialog_of(window)
        assert dialog is not None
        stands_still(qtbot, window)  # rows that come take the focus
        manifest[name] = walk.problems(dialog)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        qtbot.waitUntil(lambda get=dialog_of: (dialog := get(window)) is None or not dialog.isVisible())
    assert {name: problems for name, problems in manifest.items() if problems} == {}


@pytest.fixture
def bad(qtbot: QtBot) -> Iterator[QWidget]:
    made = QWidget()
    row = QHBoxLayout(made)
    for button in (QPushButton("One"), QPushButton("One"), QPushButton("")):
        row.addWidget(button)
    qtbot.addWidget(made)
    made.show()
    yield made


def test_the_walk_finds_a_control_without_a_role_and_one_whose_focus_is_not_seen(
    qtbot: QtBot, bad: QWidget
) -> None:
    painted = QWidget(bad)
    painted.setAccessibleName("Painted")
    painted.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    painted.setFixedSize(30, 30)
    bad.layout().addWidget(painted)
    painted.show()
    assert any(problem.startswith("no role: QWidget “Painted”") for problem in walk.name_problems(bad))
    qtbot.waitActive(bad)
    assert not walk.focus_is_seen(bad, painted)
    assert walk.focus_is_seen(bad, bad.findChildren(QPushButton)[0])


def test_the_rail_is_one_stop_of_the_tab_key_and_the_arrows_choose_the_page(qtbot: QtBot) -> None:
    rail = Rail()
    qtbot.addWidget(rail)
    rail.resize(100, 400)
    with qtbot.waitActive(rail):
        rail.show()
        rail.activateWindow()
    rail.buttons[0].setFocus()
    with qtbot.waitSignal(rail.chosen) as chosen:
        qtbot.keyClick(rail.buttons[0], Qt.Key.Key_Down)
    assert chosen.args == [1] and rail.buttons[1].hasFocus() and rail.buttons[1].isChecked()
    assert walk.reachable(rail) == [rail.buttons[1]]
    assert QAccessible.queryAccessibleInterface(rail.buttons[1]).state().checked


def test_the_arrows_choose_in_a_switch_and_it_says_which_is_on(qtbot: QtBot) -> None:
    switch = SegmentedControl("Order", [(1, "First", ""), (2, "Second", "")])
    qtbot.addWidget(switch)
    with qtbot.waitActive(switch):
        switch.show()
        switch.activateWindow()
    switch.button(1).setFocus()
    with qtbot.waitSignal(switch.changed) as changed:
        qtbot.keyClick(switch.button(1), Qt.Key.Key_Right)
    assert changed.args == [2]
    assert walk.reachable(switch) == [switch.button(2)]
    seen = QAccessible.queryAccessibleInterface(switch.button(2))
    assert seen.role() == QAccessible.Role.RadioButton and seen.state().checked


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


class Listener:
    """A stand-in for the system's assistive technology."""

    AnnouncementPoliteness = QAccessible.AnnouncementPoliteness

    def __init__(self) -> None:
        self.active, self.heard = True, []

    def isActive(self) -> bool:
        return self.active

    def updateAccessibility(self, event: QAccessibleAnnouncementEvent) -> None:
        self.heard.append((event.message(), event.politeness()))


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Listener:
    made = Listener()
    monkeypatch.setattr(keyboard, "QAccessible", made)
    return made


def test_remarks_in_the_status_line_are_announced_and_errors_at_once(
    window: MainWindow, listener: Listener
) -> None:
    politeness = QAccessible.AnnouncementPoliteness
    window.tell("Copied with its citation.")
    window.tell_error(StoreDamaged())
    assert listener.heard == [
        ("Copied with its citation.", politeness.Polite),
        (str(StoreDamaged()), politeness.Assertive),
    ]


def test_a_brief_that_is_opened_or_closed_in_the_results_says_so(
    qtbot: QtBot, window: MainWindow, listener: Listener
) -> None:
    search(qtbot, window, "traffic stop")
    listener.heard.clear()
    view = window.search_page.results.list
    view.choose(1)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
        qtbot.keyClick(view, key)
    assert [text for text, _ in listener.heard] == [
        "2 more passages of this brief, expanded.",
        "2 more passages of this brief, collapsed.",
    ]
