"""Back and forward: former searches come back with their words, their filters and their place."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Order, SearchRequest
from briefbank.errors import QueryError
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, shown
from ui.features.search.model import EXPANDED_ROLE
from ui.features.search.navigation_history import KEPT, NavigationHistory, Question
from ui.features.search.result_list import ListPosition
from ui.main_window import MainWindow


def question(text: str, *, by_pause: bool = False) -> Question:
    return Question(SearchRequest(text), by_pause=by_pause)


def texts(history: NavigationHistory) -> list[str]:
    """Return the queries of all steps, from the first on."""
    while history.go(-1, None):
        pass
    uploads = [history.now] if history.now else []
    while (step := history.go(1, None)) is not None:
        uploads.append(step)
    return [step.question.request.text for step in uploads]


def test_what_was_only_being_typed_is_not_a_step_unless_something_was_done_with_it() -> None:
    history = NavigationHistory()
    for text in ("tr", "traffic", "traffic st"):
        history.answered(question(text, by_pause=True), None)
    history.use()
    history.answered(question("dog", by_pause=True), None)
    history.answered(question("dog sniff", by_pause=False), None)
    assert texts(history) == ["traffic st", "dog", "dog sniff"]


def test_a_new_search_forgets_what_lay_ahead() -> None:
    history = NavigationHistory()
    for text in "abc":
        history.answered(question(text), None)
    history.go(-1, None)
    history.answered(question("d"), None)
    assert texts(history) == ["a", "b", "d"]


def test_another_order_or_more_of_the_same_is_no_step() -> None:
    history = NavigationHistory()
    history.answered(question("a"), None)
    history.answered(Question(SearchRequest("a", order=Order.BEST, limit=100)), None)
    assert not history.can_go(-1)
    assert history.now is not None and history.now.question.request.limit == 100


def test_a_step_keeps_the_place_at_which_it_was_left_and_only_so_many_are_kept() -> None:
    history = NavigationHistory()
    for number in range(KEPT + 5):
        history.answered(question(str(number)), ListPosition(number, 10 * number))
    step = history.go(-1, None)
    assert step is not None and step.question.request.text == str(KEPT + 3)
    assert step.place == ListPosition(KEPT + 4, 10 * (KEPT + 4))
    assert len(texts(history)) == KEPT


def back(qtbot: QtBot, window: MainWindow, key: Qt.Key = Qt.Key.Key_Left) -> None:
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(window.search_page.bar.field, key, Qt.KeyboardModifier.AltModifier)


def test_alt_left_and_right_go_back_and_forward_with_words_and_results(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    search(qtbot, window, "traffic")
    search(qtbot, window, "nervousness")
    field = window.search_page.bar.field
    back(qtbot, window)
    assert field.text() == "traffic" and len(shown(window)) == 6
    back(qtbot, window, Qt.Key.Key_Right)
    assert field.text() == "nervousness" and len(shown(window)) < 6


def test_going_back_keeps_the_chosen_card_those_shown_whole_and_the_scrolling(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.activateWindow()
    search(qtbot, window, "traffic")
    results, model = window.search_page.results.list, window.search_page.results.model
    results.expand(0, True)
    results.choose(4)
    place = results.verticalScrollBar().value()
    assert place > 0
    search(qtbot, window, "nervousness")
    back(qtbot, window)
    assert results.current_row() == 4
    assert results.verticalScrollBar().value() == place
    assert model.index(0).data(EXPANDED_ROLE)


def test_going_back_brings_filters_and_order_back(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.activateWindow()
    bar, reset = window.search_page.bar, window.search_page.results.model.modelReset
    bar.date_from.setText("March 2019")
    bar.date_from.editingFinished.emit()
    bar.kind.setCurrentIndex(bar.kind.findData(Kind.BRIEF))
    search(qtbot, window, "traffic")
    before = library.called("search")[-1]
    with qtbot.waitSignal(reset):
        bar.clear_filters.click()
    back(qtbot, window)
    assert library.called("search")[-1].filters == before.filters
    assert bar.kind.currentData() == Kind.BRIEF
    assert bar.date_from.text() == "March 1, 2019"
    assert bar.clear_filters.isVisible()


def test_after_a_search_that_failed_back_returns_to_the_one_that_had_an_answer(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.activateWindow()
    search(qtbot, window, "traffic")
    library.faults["search"] = QueryError("Broken.", "Mend it.", position=0)
    search(qtbot, window, "(")
    library.faults.clear()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.mouseClick(window.search_page.bar.back, Qt.MouseButton.LeftButton)
    assert window.search_page.bar.field.text() == "traffic"
    assert len(shown(window)) == 6


def test_a_search_that_was_cleared_comes_back(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    search(qtbot, window, "traffic")
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Escape)
    assert not shown(window)
    back(qtbot, window)
    assert len(shown(window)) == 6


def test_without_a_search_before_it_says_so(qtbot: QtBot, window: MainWindow) -> None:
    assert not window.search_page.bar.back.isEnabled()
    search(qtbot, window)
    assert not window.search_page.bar.back.isEnabled()
    window.search.go_back()
    assert window.status.text.whole() == "There is no search before this one."
