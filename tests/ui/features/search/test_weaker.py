"""Tests of weaker matches in the window: the line that counts them, their place in the list, and doubt."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, shown
from ui.features.search.model import WEAKER_BEGIN_ROLE
from ui.main_window import MainWindow


def ids(window: MainWindow) -> list[int]:
    return [hit.passage.id for hit in shown(window)]


def make_weaker(qtbot: QtBot, window: MainWindow, library: StubLibrary, number: int) -> list[int]:
    """Let the last results of the usual search be weaker, repeat it, and return all in their order."""
    search(qtbot, window)
    found = ids(window)
    library.weaker = tuple(found[-number:])
    search(qtbot, window, "suspicion")
    search(qtbot, window)
    return found


def press(qtbot: QtBot, window: MainWindow) -> None:
    """Press the line's link with the keyboard, and wait for the answer."""
    link = window.search_page.results.weaker.link
    link.setFocus()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(link, Qt.Key.Key_Return)


def test_the_line_below_the_list_counts_the_weaker_matches_that_are_left_out(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    line = window.search_page.results.weaker
    assert not line.isVisible()
    found = make_weaker(qtbot, window, library, 2)
    assert ids(window) == found[:-2]
    assert line.isVisible() and line.count.text().startswith("2 weaker matches")
    assert line.link.text() == "Show" and line.link.accessibleName() == "Show weaker matches (2)"
    assert "Show weaker matches (2)" in window.search_page.results.count.accessibleName()
    library.weaker = library.weaker[:1]
    window.search.search_again()
    qtbot.waitUntil(lambda: line.count.text().startswith("1 weaker match "))


def test_enter_on_the_line_lists_them_below_under_a_heading_and_goes_to_the_first(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    found = make_weaker(qtbot, window, library, 2)
    press(qtbot, window)
    model, results = window.search_page.results.model, window.search_page.results.list
    assert ids(window) == found
    begins = [bool(model.index(row).data(WEAKER_BEGIN_ROLE)) for row in range(model.rowCount())]
    assert begins == [hit == found[-2] for hit in found]
    spoken = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in range(model.rowCount())]
    assert ["Weaker match" in each for each in spoken] == [hit in found[-2:] for hit in found]
    assert results.current_row() == len(found) - 2
    assert QApplication.focusWidget() is results


def test_the_heading_moves_the_buttons_of_its_card_down_with_the_title(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    found = make_weaker(qtbot, window, library, 2)
    press(qtbot, window)
    results = window.search_page.results.list
    first, second = (
        results.itemDelegate().card(results.results.index(len(found) - left))  # type: ignore[attr-defined]
        for left in (2, 1)
    )
    assert first.button(0).top() > second.button(0).bottom()
    assert first.part_at(first.button(1).center()) == "up"


def test_the_same_line_hides_them_again_and_the_search_before_is_one_step_back(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    found = make_weaker(qtbot, window, library, 2)
    press(qtbot, window)
    assert window.search_page.results.weaker.link.text() == "Hide"
    press(qtbot, window)
    assert ids(window) == found[:-2]
    press(qtbot, window)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        window.search.go_back()
    assert window.search_page.bar.field.text() == "suspicion"


def test_the_choice_ends_with_the_search(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    make_weaker(qtbot, window, library, 2)
    press(qtbot, window)
    assert library.called("search")[-1].weaker
    search(qtbot, window, "suspicion")
    assert not library.called("search")[-1].weaker


def test_results_that_are_not_close_are_shown_below_a_line_that_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    said = "Nothing in this library is close to this search. These are the nearest passages."
    library.forced = {"nothing_close": True, "advice": said}
    search(qtbot, window)
    results = window.search_page.results
    assert results.list.isVisible() and results.notice.isVisible()
    assert results.notice.text() == said
    assert said in results.count.accessibleName()
    library.forced = {}
    search(qtbot, window, "suspicion")
    assert not results.notice.isVisible()
