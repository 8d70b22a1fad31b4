"""Searching in the window: results, order, filters, thumbs, copying, failures, and all of it by keyboard."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from briefbank.errors import QueryError
from briefbank.models import Hit, Kind, Order, Verdict
from tests.ui.conftest import search
from tests.ui.stub import StubLibrary
from ui import words
from ui.main_window import MainWindow
from ui.models.hits import EXPANDED_ROLE, HIT_ROLE, OPENED_ROLE
from ui.views import search_page
from ui.views.results import WORDS_ONLY


def shown(window: MainWindow) -> list[Hit]:
    return window.search_page.results.model.hits()


def test_enter_searches_and_the_answer_is_shown_with_its_number_and_reading(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    assert len(shown(window)) == 6
    assert window.search_page.results.count.text() == "6 passages, newest first"
    assert window.search_page.bar.understood.whole() == "Passages about: traffic, stop, suspicion"


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
    window.meaning.ready.emit()
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
    qtbot.waitUntil(lambda: not window.jobs.busy("search"))
    QTest.qWait(50)
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


def test_a_click_opens_the_result(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    results = window.search_page.results.list
    place = results.visualRect(window.search_page.results.model.index(1)).topLeft() + QPoint(60, 90)
    with qtbot.waitSignal(window.search_page.reader.opened):
        qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.search_page.reader.hit == shown(window)[1]


def test_thumbs_are_set_changed_and_taken_back_and_kept_with_the_query(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    results, passage = window.search_page.results.list, shown(window)[0].passage.id
    expected = ((Qt.Key.Key_Plus, Verdict.UP), (Qt.Key.Key_Minus, Verdict.DOWN), (Qt.Key.Key_Minus, None))
    for number, (key, verdict) in enumerate(expected, start=1):
        qtbot.keyClick(results, key)
        assert shown(window)[0].verdict is verdict
        qtbot.waitUntil(lambda n=number: len(library.called("give_feedback")) == n)
        assert library.called("give_feedback")[-1] == (passage, "traffic stop suspicion", verdict)


def test_a_thumb_is_shown_again_when_the_query_is_repeated(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.thumb(0, Verdict.UP)
    search(qtbot, window, "nervousness")
    search(qtbot, window)
    assert shown(window)[0].verdict is Verdict.UP


def test_the_painted_thumb_can_be_clicked(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    results = window.search_page.results.list
    index = window.search_page.results.model.index(0)
    card = results.itemDelegate().card(index)  # type: ignore[attr-defined]
    place = results.visualRect(index).topLeft() + card.button(1).center().toPoint()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown(window)[0].verdict is Verdict.UP
    assert window.search_page.reader.hit is None


def test_a_thumb_that_could_not_be_kept_goes_back_and_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.faults["give_feedback"] = QueryError("The library is read only.", "Ask for the right to write.")
    window.search_page.thumb(0, Verdict.UP)
    qtbot.waitUntil(lambda: shown(window)[0].verdict is None)
    assert "The mark was not kept." in window.status.text.whole()


def test_ctrl_c_copies_the_passage_with_its_citation(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == words.copied(shown(window)[0])


def test_a_trimmed_passage_is_shown_whole_by_key_and_trimmed_again(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    results, index = window.search_page.results.list, window.search_page.results.model.index(0)
    small = results.visualRect(index).height()
    qtbot.keyClick(results, Qt.Key.Key_Right)
    assert index.data(EXPANDED_ROLE)
    assert results.visualRect(index).height() > small
    qtbot.keyClick(results, Qt.Key.Key_Left)
    assert results.visualRect(index).height() == small


def test_a_row_is_read_aloud_as_one_sentence(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    index = window.search_page.results.model.index(0)
    text = index.data(Qt.ItemDataRole.AccessibleTextRole)
    hit: Hit = index.data(HIT_ROLE)
    for part in (hit.document.title, "3 March 2023", "page 12", hit.passage.text):
        assert part in text


def test_everything_from_the_box_to_the_next_hit_by_keyboard_alone(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    page = window.search_page
    search(qtbot, window)
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(page.results.list.hasFocus)
    qtbot.keyClick(page.results.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(page.reader.opened):
        qtbot.keyClick(page.results.list, Qt.Key.Key_Return)
    assert page.reader.hit == shown(window)[1]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4)
    assert page.reader.hit == shown(window)[2]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert page.reader.hit == shown(window)[1]
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.field.hasFocus()


def test_an_empty_library_says_how_to_begin(
    qtbot: QtBot, open_window: Callable[[StubLibrary], MainWindow]
) -> None:
    window = open_window(StubLibrary(empty=True))
    qtbot.waitUntil(window.search_page.first_use.isVisible)
    assert not window.search_page.results.isVisible()
    assert window.search_page.first_use.add_files.isVisible()


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_box_searches_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, text: str
) -> None:
    window.search_page.bar.field.setText(text)
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Return)
    assert not library.called("search")


def ask_without_waiting(qtbot: QtBot, window: MainWindow, library: StubLibrary, text: str) -> threading.Event:
    """Start a search whose answer waits for the gate that is returned."""
    gate = library.gates["search"] = threading.Event()
    before = len(library.called("search"))
    field = window.search_page.bar.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(library.called("search")) > before)
    return gate


def test_a_thumb_pressed_while_a_newer_search_runs_is_kept_with_the_search_that_is_shown(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    passage = shown(window)[0].passage.id
    gate = ask_without_waiting(qtbot, window, library, "nervousness")
    window.search_page.thumb(0, Verdict.UP)
    qtbot.waitUntil(lambda: bool(library.called("give_feedback")))
    assert library.called("give_feedback") == [(passage, "traffic stop suspicion", Verdict.UP)]
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        gate.set()
    window.search_page.thumb(0, Verdict.UP)
    qtbot.waitUntil(lambda: len(library.called("give_feedback")) == 2)
    assert library.called("give_feedback")[-1][1] == "nervousness"


def test_show_more_does_not_take_the_place_of_a_newer_search(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    gate = ask_without_waiting(qtbot, window, library, "nervousness")
    window.search_page.results.more_wanted.emit()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        gate.set()
    assert [request.text for request in library.called("search")] == ["traffic stop suspicion", "nervousness"]


def test_a_search_that_is_repeated_while_a_newer_one_runs_repeats_the_newer_one(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    gate = ask_without_waiting(qtbot, window, library, "nervousness")
    window.search_page.search_again()
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


def test_show_more_keeps_the_chosen_card_those_shown_whole_and_the_scrolling(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_page, "FIRST_RESULTS", 4)
    search(qtbot, window)
    page, results = window.search_page, window.search_page.results.list
    assert len(shown(window)) == 4
    results.expand(0, True)
    results.choose(3)
    chosen, place = shown(window)[3].passage.id, results.verticalScrollBar().value()
    assert place > 0
    with qtbot.waitSignal(page.results.model.modelReset):
        page.results.more.click()
    assert len(shown(window)) == 6
    assert shown(window)[results.current_row()].passage.id == chosen
    assert page.results.model.index(0).data(EXPANDED_ROLE)
    assert results.verticalScrollBar().value() == place


def test_another_question_begins_at_the_top_with_nothing_chosen(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.results.list.choose(3)
    search(qtbot, window, "traffic stop")
    assert window.search_page.results.list.current_row() == -1
    assert window.search_page.results.list.verticalScrollBar().value() == 0


def test_only_the_passage_that_is_open_carries_the_bar_and_only_while_it_is_found(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def barred() -> list[int]:
        model = window.search_page.results.model
        rows = [row for row in range(model.rowCount()) if model.index(row).data(OPENED_ROLE)]
        return [model.hit(row).passage.id for row in rows]

    search(qtbot, window)
    window.search_page.open_row(0)
    opened = shown(window)[0].passage.id
    assert barred() == [opened]
    search(qtbot, window, "checkpoint")
    assert opened not in [hit.passage.id for hit in shown(window)]
    assert barred() == []
    search(qtbot, window, "traffic")
    assert barred() == [opened]
    window.open_document(library.document(3))
    assert barred() == []


LONG_READING = (
    "Searched for the words prison, contractor, lose, removal, officer, immunity, sovereign; and for "
    "passages close in meaning. "
    "Not searched for: “Find me briefs about”."
)


def test_a_long_reading_of_the_query_is_wholly_shown_in_the_smallest_window(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.resize(1024, 700)
    understood = window.search_page.bar.understood
    window.search_page.bar.say(LONG_READING)
    assert understood.text().split("\n") != [LONG_READING], "the reading must be too long for one line"
    assert " ".join(understood.text().split("\n")) == LONG_READING
    qtbot.waitUntil(lambda: understood.height() >= 2 * understood.fontMetrics().height())
    assert understood.toolTip() == ""


def test_a_reading_too_long_for_two_lines_is_cut_and_whole_in_its_tip(window: MainWindow) -> None:
    window.resize(1024, 700)
    understood = window.search_page.bar.understood
    window.search_page.bar.say(LONG_READING * 4)
    assert understood.text().count("\n") == 1
    assert understood.text().endswith("…")
    assert understood.toolTip() == LONG_READING * 4
