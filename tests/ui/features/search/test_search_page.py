"""Searching in the window: typing, order, filters, stale answers, failures, and all of it by keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date

import pytest
from PySide6.QtCore import Qt, QTimer
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Order
from briefbank.errors import QueryError
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import ask_without_waiting, search, shown
from ui.features.search.results_view import WORDS_ONLY
from ui.main_window import MainWindow


def test_enter_searches_and_the_answer_is_shown_with_its_number_and_reading(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    assert len(shown(window)) == 6
    assert window.search_page.results.count.text() == "6 passages, newest first"
    assert window.search_page.bar.understood.sentence.whole() == "Passages about: traffic, stop, suspicion"


def test_typing_alone_searches_after_a_pause(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.search_page.results.model.modelReset, timeout=3000):
        qtbot.keyClicks(window.search_page.bar.field, "nervousness")
    assert shown(window)


def test_the_order_switch_asks_again_in_that_order(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    newest = [hit.document.filed for hit in shown(window)]
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.mouseClick(window.search_page.bar.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    assert library.called("search")[-1].order is Order.BEST
    assert [hit.document.filed for hit in shown(window)] != newest
    assert window.search_page.results.count.text().endswith("best match first")


def test_date_and_kind_filters_narrow_the_results_and_can_be_cleared(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    bar, reset = window.search_page.bar, window.search_page.results.model.modelReset
    bar.date_from.setFocus()
    qtbot.keyClicks(bar.date_from, "2019")
    with qtbot.waitSignal(reset):
        qtbot.keyClick(bar.date_from, Qt.Key.Key_Return)
    with qtbot.waitSignal(reset):
        bar.kind.setCurrentIndex(bar.kind.findData(Kind.BRIEF))
    assert {hit.document.id for hit in shown(window)} == {1, 2}
    with qtbot.waitSignal(reset):
        bar.clear_filters.click()
    assert len(shown(window)) == 6


@pytest.mark.parametrize("typed", ["3/15/2015", "2015-03-15", "March 15, 2015"])
def test_a_day_typed_in_any_way_is_shown_as_the_window_writes_days(
    qtbot: QtBot, window: MainWindow, typed: str
) -> None:
    field = window.search_page.bar.date_from
    field.setFocus()
    qtbot.keyClicks(field, typed)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert field.text() == "March 15, 2015" and field.day() == date(2015, 3, 15)


def test_a_wrong_date_is_said_in_words_and_left_out(qtbot: QtBot, window: MainWindow) -> None:
    bar = window.search_page.bar
    qtbot.keyClicks(bar.date_from, "yesterday")
    qtbot.keyClick(bar.date_from, Qt.Key.Key_Return)
    assert bar.wrong_date.whole()
    assert bar.date_from.accessibleDescription()
    assert bar.filters().filed_from is None


def test_no_results_show_the_advice(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window, "zebra")
    assert "Try fewer or more usual words" in window.search_page.results.message.words()
    assert window.search_page.results.message.isVisible()


def test_a_failed_search_says_what_happened_and_what_to_do(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["search"] = QueryError("The quotation mark is not closed.", "Close it and search again.")
    search(qtbot, window)
    text = window.search_page.results.message.words()
    assert text == "The quotation mark is not closed. Close it and search again."


def test_a_fault_of_our_own_is_one_sentence_without_a_trace(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["search"] = ZeroDivisionError("secret words")
    search(qtbot, window)
    text = window.search_page.results.message.words()
    assert "A fault in BriefBank" in text
    assert "secret" not in text


def test_words_only_is_said_while_meaning_is_being_prepared(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.meaning = False
    search(qtbot, window)
    notice = window.search_page.results.notice
    assert notice.text() == WORDS_ONLY
    library.meaning = True
    window.embedding.ready.emit()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        notice.acted.emit()
    assert not notice.isVisible()


def test_a_stale_answer_never_replaces_a_newer_one(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["search"] = threading.Event()
    field = window.search_page.bar.field
    qtbot.keyClicks(field, "zebra")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(library.called("search")) == 1)
    del library.gates["search"]
    search(qtbot, window, "traffic")
    count = len(shown(window))
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running)  # the stale answer has arrived
    assert count and len(shown(window)) == count


def test_the_window_stays_alive_while_a_search_is_slow(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["search"] = threading.Event()
    ticks: list[int] = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    field = window.search_page.bar.field
    qtbot.keyClicks(field, "traffic")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.search_page.results.count.text() == "Searching …")
    before = len(ticks)
    qtbot.keyClicks(field, " stops")
    qtbot.waitUntil(lambda: len(ticks) > before + 10)
    assert field.text() == "traffic stops"
    gate.set()
    qtbot.waitUntil(lambda: bool(shown(window)))
    timer.stop()


def test_everything_from_the_box_to_the_next_hit_by_keyboard_alone(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    page = window.search_page
    search(qtbot, window)
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Down)
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(page.results.list, key)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(page.results.list, Qt.Key.Key_Return)
    assert window.search.reader.hit == shown(window)[1]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4)
    assert window.search.reader.hit == shown(window)[2]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert window.search.reader.hit == shown(window)[1]
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.field.hasFocus()


def test_an_empty_library_says_how_to_begin(
    qtbot: QtBot, open_window: Callable[[StubLibrary], MainWindow]
) -> None:
    window = open_window(StubLibrary(empty=True))
    qtbot.waitUntil(window.search_page.first_use.isVisible)
    assert not window.search_page.results.isVisible()
    assert window.search_page.first_use.main_button().isVisible()


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_box_searches_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, text: str
) -> None:
    window.search_page.bar.field.setText(text)
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Return)
    assert not library.called("search")


def test_a_search_that_is_repeated_while_a_newer_one_runs_repeats_the_newer_one(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    gate = ask_without_waiting(qtbot, window, library, "nervousness")
    window.search.search_again()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        gate.set()
    assert library.called("search")[-1].text == "nervousness"


def test_the_order_said_is_that_of_the_answer_and_not_of_the_newest_question(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    gate = library.gates["search"] = threading.Event()
    qtbot.mouseClick(window.search_page.bar.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    assert window.search_page.results.count.text() == "6 passages, newest first"
    gate.set()
    qtbot.waitUntil(lambda: window.search_page.results.count.text() == "6 passages, best match first")
