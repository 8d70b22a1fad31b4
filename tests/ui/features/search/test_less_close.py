"""The less close results in the window: the line above them, how it opens and closes, and what is said."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchRequest, Tier
from briefbank.domain.userdata import key_of
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.model import NEW_ROLE
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
    result = ids(window)
    library.less_close = tuple(result[-number:])
    search(qtbot, window, "suspicion")
    search(qtbot, window)
    return result[:-number], result[-number:]


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
    assert visible(window)[:at] == [str(item) for item in close]
    assert visible(window)[at].startswith("Less close  ·  2 passages")
    assert visible(window)[at + 1 :] == [str(item) for item in less_close]
    spoken = results(window).results.index(at).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Less close") and spoken.endswith("expanded.")
    said = [
        results(window).results.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
        for row in range(at + 1, at + 3)
    ]
    assert all("Less close" in item for item in said)
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
    window.search_page.focus_results()
    assert results(window).current_row() == 1, "the first result, and not the line above it"
    library.forced, library.less_close = {}, ()
    search(qtbot, window, "suspicion")
    assert not page.notice.isVisible()


def test_the_next_result_after_the_last_close_one_says_that_less_close_ones_are_folded_away(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, less_close = search_with_less_close(qtbot, window, library, 2)
    visible(window)
    results(window).collapse(len(close), True)
    actions = window.search.results
    for step in (actions.step, actions.step_brief):
        actions.open_row(len(close) - 1)
        step(1)
        said = window.status.text.whole()
        assert said == "Nothing close follows. Open the line “Less close” for more."
        assert window.search.reader.hit is not None
        assert window.search.reader.hit.passage.id == close[-1]
    results(window).collapse(len(close), False)
    actions.step(1)
    assert window.search.reader.hit.passage.id == less_close[0]


def test_the_brief_before_a_less_close_one_that_was_folded_away_is_the_last_close_one(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    close, _less_close = search_with_less_close(qtbot, window, library, 2)
    visible(window)
    window.search.results.open_row(len(close) + 1)
    results(window).collapse(len(close), True)
    last = results(window).results.hit(len(close) - 1)
    window.search.results.step_brief(-1)
    assert window.search.reader.hit is not None
    assert window.search.reader.hit.document == last.document


def test_a_saved_search_marks_no_less_close_result_as_new(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    request = SearchRequest("traffic stop")
    first, *_others, last = library.search(request).hits
    library.less_close = (last.passage.id,)
    seen = [key for key in library.relevant_keys(request) if key != key_of(first)]
    library.userdata.saved.look(library.userdata.saved.save("Stops", request).id, seen)
    window = open_window(library)
    window.search_page.results.head.grouping.setChecked(False)
    rows = window.search_page.begin.saved.list
    qtbot.waitUntil(lambda: bool(rows.row_model.rows()))
    rows.setFocus()
    qtbot.keyClick(rows, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "1 result is new since" in window.status.text.whole())
    model = window.search_page.results.model
    new = [model.hit(row).passage.id for row in range(model.rowCount()) if model.index(row).data(NEW_ROLE)]
    assert new == [first.passage.id]
