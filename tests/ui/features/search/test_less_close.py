"""The less close results in the window: the line above them, how it opens and closes, and what is said."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Tier
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, shown
from ui.features.search.result_list import ResultList
from ui.main_window import MainWindow


def ids(window: MainWindow) -> list[int]:
    return [hit.passage.id for hit in shown(window)]


def results(window: MainWindow) -> ResultList:
    return window.search_page.results.list


def visible(window: MainWindow) -> list[str]:
    """Return what each row shows: a passage's number, or the words of a line. Results are not grouped."""
    window.search_page.results.head.grouping.setChecked(False)
    model = results(window).results
    hits = [(model.hit_at(row), model.index(row)) for row in range(model.rowCount())]
    return [str(hit.passage.id) if hit is not None else index.data() for hit, index in hits]


def search_with_less_close(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, number: int
) -> tuple[list[int], list[int]]:
    """Let the last results of the usual search be less close, repeat it, and return both tiers."""
    search(qtbot, window)
    found = ids(window)
    library.less_close = tuple(found[-number:])
    search(qtbot, window, "suspicion")
    search(qtbot, window)
    return found[:-number], found[-number:]


def press(qtbot: QtBot, window: MainWindow, row: int) -> None:
    """Select the row with the keyboard and press Enter."""
    results(window).choose(row)
    results(window).setFocus()
    qtbot.keyClick(results(window), Qt.Key.Key_Return)


def test_few_close_results_are_followed_by_a_line_and_the_less_close_ones(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, less_close = search_with_less_close(qtbot, window, library, 2)
    at = len(close)
    assert visible(window)[:at] == [str(each) for each in close]
    assert visible(window)[at].startswith("Less close  ·  2 passages")
    assert visible(window)[at + 1 :] == [str(each) for each in less_close]
    spoken = results(window).results.index(at).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Less close") and spoken.endswith("expanded.")
    said = [
        results(window).results.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(at + 1, at + 3)
    ]
    assert all("Less close" in each for each in said)
    assert window.search_page.results.count.text().startswith(f"{len(close)} passages")


def test_many_close_briefs_leave_the_less_close_ones_behind_the_line(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.many, library.forced = 300, {"total": 290, "less_close": 10, "briefs": tuple(range(1, 301))}
    search(qtbot, window, "suspicion")
    model = results(window).results
    assert model.rowCount() == 291
    assert model.index(290).data() == "Less close  ·  10 passages  ·  10 more briefs"
    results(window).collapse(290, False)
    assert model.rowCount() == 301
    results(window).collapse(290, True)
    assert model.rowCount() == 291


def test_enter_on_the_line_hides_them_and_shows_them_again_and_keeps_the_line_selected(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, _less_close = search_with_less_close(qtbot, window, library, 2)
    press(qtbot, window, len(close))
    assert len(visible(window)) == len(close) + 1 and results(window).current_row() == len(close)
    press(qtbot, window, len(close))
    assert len(visible(window)) == len(close) + 3 and results(window).current_row() == len(close)


def test_a_selected_result_that_is_hidden_leaves_its_line_selected(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, _less_close = search_with_less_close(qtbot, window, library, 2)
    results(window).choose(len(close) + 2)
    results(window).results.collapse(len(close), True)
    assert results(window).current_row() == len(close)


def test_what_was_hidden_is_hidden_when_one_comes_back_to_the_search(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, _less_close = search_with_less_close(qtbot, window, library, 2)
    press(qtbot, window, len(close))
    search(qtbot, window, "suspicion")
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        window.search.go_back()
    assert len(visible(window)) == len(close) + 1


def test_where_nothing_is_close_the_head_and_a_notice_say_so_above_the_nearest(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    said = "Nothing in this library is close to this search. These are the nearest passages."
    search(qtbot, window)
    library.less_close = tuple(ids(window))
    library.forced = {"advice": said}
    search(qtbot, window, "suspicion")
    search(qtbot, window)
    page = window.search_page.results
    assert page.list.isVisible() and page.notice.isVisible() and page.notice.text() == said
    assert page.count.text() == "Nothing is close" and said in page.count.accessibleName()
    line = visible(window)[0]
    assert line.startswith("Less close") and "more" not in line and len(visible(window)) > 1
    assert {hit.tier for hit in shown(window)} == {Tier.LESS_CLOSE}
    library.forced, library.less_close = {}, ()
    search(qtbot, window, "suspicion")
    assert not page.notice.isVisible()
