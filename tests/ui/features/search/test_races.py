"""Tests of races on the search page: late answers, rows that change during an action, headings."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Filters, SearchAnswer, Verdict
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, ask_without_waiting, search, shown
from ui.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
MANY = 400


@pytest.fixture
def grouped(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """Results by brief; the line beneath the first is chosen."""
    window.activateWindow()
    search(qtbot, window)
    window.search_page.focus_results()
    window.search_page.results.list.choose(1)
    assert window.search_page.results.model.line(1) is not None
    return window


def ids(window: MainWindow) -> list[int]:
    return [hit.passage.id for hit in shown(window)]


# --- rows that are no result ---


def test_a_line_that_is_chosen_is_nothing_to_put_into_a_collection(qtbot: QtBot, grouped: MainWindow) -> None:
    qtbot.keyClick(grouped.search_page.results.list, Qt.Key.Key_D, CONTROL)
    assert grouped.collection_chooser.chooser is None
    assert grouped.status.text.whole().startswith("Choose a result")


def test_a_line_that_is_chosen_is_nothing_to_copy_and_it_says_what_to_do(
    qtbot: QtBot, grouped: MainWindow
) -> None:
    QGuiApplication.clipboard().setText("before")
    qtbot.keyClick(grouped.search_page.results.list, Qt.Key.Key_C, CONTROL | SHIFT)
    assert QGuiApplication.clipboard().text() == "before"
    assert grouped.status.text.whole() == "There is nothing to copy: open a passage first."


def test_a_result_that_is_still_being_read_is_left_alone_by_every_key(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.many = MANY
    library.gates["further"] = threading.Event()
    window = open_window(library)
    window.activateWindow()
    search(qtbot, window)
    window.search_page.focus_results()
    view = window.search_page.results.list
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.results.hit_at(view.current_row()) is None
    for key, modifiers in (
        (Qt.Key.Key_D, CONTROL),
        (Qt.Key.Key_C, CONTROL | SHIFT),
        (Qt.Key.Key_C, CONTROL),
        (Qt.Key.Key_Return, CONTROL),
        (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_Plus, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_M, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_V, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_W, Qt.KeyboardModifier.NoModifier),
    ):
        qtbot.keyClick(view, key, modifiers)
    assert window.search.reader.document is None and window.collection_chooser.chooser is None


def test_one_who_waits_at_the_end_for_what_is_being_read_stays_at_the_end(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.many = MANY
    gate = library.gates["further"] = threading.Event()
    window = open_window(library)
    window.activateWindow()
    search(qtbot, window)
    window.search_page.focus_results()
    view, model = window.search_page.results.list, window.search_page.results.model
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.current_row() == model.rowCount() - 1
    gate.set()
    qtbot.waitUntil(lambda: model.hit_at(view.current_row()) is not None)
    assert view.current_row() == model.rowCount() - 1


# --- rows that change under a hand ---


def actions(menu: QMenu) -> dict[str, object]:
    return {action.text().partition("\t")[0]: action for action in menu.actions()}


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_menu_means_the_result_it_was_opened_on_wherever_that_stands_by_now(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    page = window.search_page
    menu, meant = page.results.list.menu(0), shown(window)[0].passage.id
    page.results.model.show(SearchAnswer("", 0.0, len(shown(window)), tuple(reversed(shown(window)))))
    actions(menu)["Helpful for this search"].trigger()  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: bool(library.called("give_feedback")))
    assert library.called("give_feedback") == [(meant, "traffic stop suspicion", Verdict.UP)]
    assert shown(window)[-1].verdict is Verdict.UP


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_a_menu_on_a_result_that_is_gone_does_nothing(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    page = window.search_page
    menu = page.results.list.menu(0)
    page.results.model.show(SearchAnswer("", 0.0, len(shown(window)) - 1, tuple(shown(window)[1:])))
    for name in ("Open in its brief", "Open beside", "Show the whole passage", "Helpful for this search"):
        actions(menu)[name].trigger()  # type: ignore[attr-defined]
    assert window.search.reader.document is None and not window.search.readers.are_two


# --- answers that come late ---


def test_the_answer_to_what_was_typed_before_never_comes_after_that_to_what_is_typed_now(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.quick = True
    gate = ask_without_waiting(qtbot, window, library, "traffic")
    qtbot.keyClicks(window.search_page.bar.field, " stop suspicion nervousness")
    answered: list[str] = []
    window.search.answered.connect(lambda question: answered.append(question.request.text))
    qtbot.waitUntil(lambda: "traffic stop suspicion nervousness" in answered)
    gate.set()
    qtbot.waitUntil(lambda: window.search.runner.question is None and not window.jobs.busy("search"))
    qtbot.waitUntil(lambda: answered.count("traffic stop suspicion nervousness") == 2)
    assert set(answered) == {"traffic stop suspicion nervousness"}


def test_a_whole_answer_without_results_says_so_though_one_was_pointing_at_those_by_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.quick = True
    page = window.search_page
    gate = ask_without_waiting(qtbot, window, library, "traffic stop")
    qtbot.waitUntil(lambda: bool(ids(window)))
    page.results.list.setFocus()
    library.forced = {"hits": (), "total": 0}
    gate.set()
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    assert page.results.message.isVisible() and page.results.head.better.isHidden()


def test_the_counts_are_those_of_the_search_that_was_answered_last(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    """Back at a search that was counted before, while the counts of another are on their way."""
    page = window.search_page
    window.activateWindow()
    search(qtbot, window, "traffic")
    page.results.head.narrow.click()
    qtbot.waitUntil(lambda: not window.jobs.busy("breakdown"))
    before = page.results.narrow.years.bars()
    gate = library.gates["breakdown"] = threading.Event()
    page.bar.narrow_to(Filters(courts=frozenset({"Superior Court of New Jersey, Appellate Division"})))
    qtbot.waitUntil(lambda: len(library.called("breakdown")) == 2)
    page.bar.narrow_to(Filters())
    qtbot.waitUntil(lambda: window.search.runner.question is None and window.jobs.busy("breakdown"))
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs.busy("breakdown"))
    assert page.results.narrow.years.bars() == before


def test_after_a_change_of_the_library_the_results_are_counted_anew(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    page = window.search_page
    window.activateWindow()
    search(qtbot, window)
    page.results.head.narrow.click()
    qtbot.waitUntil(lambda: not window.jobs.busy("breakdown"))
    window.search.search_again()
    qtbot.waitUntil(lambda: len(library.called("breakdown")) == 2)


# --- pages on which results stand ---


def test_results_that_are_read_later_are_marked_in_the_list_of_pages_of_a_brief_that_is_open(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = window.search_page
    search(qtbot, window)
    hits = shown(window)
    page.results.model.show(SearchAnswer("", 0.0, len(hits), tuple(hits[1:2])))
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.reader.open_document(hits[0].document)
    pages = window.search.reader.view.side.pages.pages
    first_page = hits[0].passage.first_page
    qtbot.waitUntil(lambda: bool(pages.marked) and first_page not in pages.marked)
    page.results.model.put(0, SearchAnswer("", 0.0, len(hits), tuple(hits)))
    qtbot.waitUntil(lambda: first_page in pages.marked)
