"""Words at once, meaning after: what is shown first, and what never moves under the pointer."""

from __future__ import annotations

import threading
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Order, SearchAnswer, SearchRequest, Verdict
from briefbank.errors import QueryError
from briefbank.library import Library
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import shown
from ui.features.search.navigation_history import Question
from ui.features.search.search_runner import SearchRunner
from ui.jobs import Jobs
from ui.main_window import MainWindow

QUERY = "traffic stop suspicion"
WORDS = (5, 3, 1)
ANSWER = StubLibrary().search(SearchRequest(QUERY))


@pytest.fixture
def gate(library: StubLibrary) -> threading.Event:
    """Holds whole answers; those by words alone come at once, in another order."""
    library.quick, library.by_words = True, WORDS
    library.gates["search"] = threading.Event()
    return library.gates["search"]


def ids(window: MainWindow) -> list[int]:
    return [hit.passage.id for hit in shown(window)]


def ask_by_words(qtbot: QtBot, window: MainWindow, text: str = QUERY) -> None:
    """Ask, and wait for the answer by words."""
    window.activateWindow()
    window.search_page.bar.field.setFocus()
    window.search_page.bar.field.setText(text)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Return)


def whole_comes(qtbot: QtBot, window: MainWindow, gate: threading.Event) -> None:
    gate.set()
    qtbot.waitUntil(lambda: window.search.runner.question is None)


def test_the_answer_by_words_is_shown_and_then_the_whole_one_in_its_place(
    qtbot: QtBot, window: MainWindow, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    assert sorted(ids(window)) == sorted(WORDS)
    whole_comes(qtbot, window, gate)
    assert len(ids(window)) == 6
    assert window.search_page.results.head.better.isHidden()


def test_typing_alone_shows_words_before_the_whole_search_is_even_asked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClicks(window.search_page.bar.field, "traffic")
    assert library.called("quick")[-1].words_only
    assert sorted(ids(window)) == sorted(WORDS)


@pytest.mark.parametrize("use", ["focus", "pointer", "chosen"])
def test_results_in_use_stay_and_the_better_order_is_offered_in_the_head(
    qtbot: QtBot, window: MainWindow, gate: threading.Event, use: str
) -> None:
    ask_by_words(qtbot, window)
    results, before = window.search_page.results, ids(window)
    if use == "focus":
        results.list.setFocus()
    elif use == "pointer":
        move_pointer(window, QCursor.pos() + QPoint(1, 1))
    else:
        results.list.choose(1)
    top = results.list.mapTo(results, QPoint(0, 0))
    whole_comes(qtbot, window, gate)
    assert ids(window) == before
    assert results.head.better.isVisible()
    assert results.count.text() == "6 passages, better order ready"
    assert results.list.mapTo(results, QPoint(0, 0)) == top
    qtbot.keyClick(results.list, Qt.Key.Key_F5)
    assert len(ids(window)) == 6 and results.head.better.isHidden()
    assert results.count.text() == "6 passages, newest first"
    assert results.list.verticalScrollBar().value() == 0


def move_pointer(window: MainWindow, to: QPoint) -> None:
    """Report a pointer over the list at a place of the screen, as Qt does when it moves, and, at the place
    where it rests, when the list appears under it."""
    here, on_screen, none = QPointF(30, 30), QPointF(to), Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, here, here, on_screen, none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window.search_page.results.list.viewport(), event)


def test_a_pointer_that_rests_over_the_list_does_not_hold_the_answer_by_words(
    qtbot: QtBot, window: MainWindow, gate: threading.Event
) -> None:
    here = QPointF(30, 30)
    ask_by_words(qtbot, window)
    results = window.search_page.results
    QApplication.sendEvent(results.list.viewport(), QEnterEvent(here, here, here))
    move_pointer(window, QCursor.pos())
    whole_comes(qtbot, window, gate)
    assert len(ids(window)) == 6 and results.head.better.isHidden()
    QApplication.sendEvent(results.list.viewport(), QEvent(QEvent.Type.Leave))


def test_a_list_that_had_the_focus_before_a_search_does_not_hold_its_answer_by_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    gate.set()
    ask_by_words(qtbot, window)
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    window.search_page.focus_results()
    gate.clear()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        window.search_page.bar.ask_for("traffic stop")
    assert sorted(ids(window)) == sorted(WORDS)
    whole_comes(qtbot, window, gate)
    assert len(ids(window)) == 6 and window.search_page.results.head.better.isHidden()


def test_enter_lets_the_full_answer_replace_the_one_by_words_that_the_pointer_held(
    qtbot: QtBot, window: MainWindow, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    page = window.search_page
    move_pointer(window, QCursor.pos() + QPoint(1, 1))
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Return)
    assert page.bar.field.hasFocus()
    whole_comes(qtbot, window, gate)
    assert len(ids(window)) == 6 and page.results.head.better.isHidden()


def test_enter_shows_the_better_order_that_waits_and_down_goes_to_its_first_result(
    qtbot: QtBot, window: MainWindow, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    page = window.search_page
    move_pointer(window, QCursor.pos() + QPoint(1, 1))
    whole_comes(qtbot, window, gate)
    assert page.results.head.better.isVisible()
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Return)
    assert len(ids(window)) == 6 and page.results.head.better.isHidden()
    assert page.bar.field.hasFocus()
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Down)
    assert page.results.list.hasFocus() and page.results.list.current_row() == 0


def test_another_order_begins_at_its_top_though_words_alone_had_another_first_result(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    gate.set()
    ask_by_words(qtbot, window)
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    results = window.search_page.results
    results.list.verticalScrollBar().setValue(400)
    gate.clear()
    with qtbot.waitSignal(results.model.modelReset):
        window.search_page.bar.order.choose(Order.BEST)
    first_by_words = ids(window)[0]
    whole_comes(qtbot, window, gate)
    assert ids(window)[0] != first_by_words
    assert results.list.verticalScrollBar().value() == 0


def test_the_offer_can_be_clicked_and_goes_with_another_question(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    window.search_page.results.list.setFocus()
    whole_comes(qtbot, window, gate)
    ask_by_words(qtbot, window, "traffic stop")
    assert window.search_page.results.head.better.isHidden()
    window.search_page.results.list.setFocus()
    gate.clear()
    ask_by_words(qtbot, window, "traffic")
    window.search_page.results.list.setFocus()
    whole_comes(qtbot, window, gate)
    qtbot.mouseClick(window.search_page.results.head.better, Qt.MouseButton.LeftButton)
    assert len(ids(window)) == 6


def test_the_same_order_is_taken_over_without_moving_or_unchoosing_anything(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    library.by_words = ()
    ask_by_words(qtbot, window)
    results = window.search_page.results
    results.list.choose(2)
    with qtbot.assertNotEmitted(results.model.modelReset):
        whole_comes(qtbot, window, gate)
    assert results.list.current_row() == 2 and results.head.better.isHidden()


def test_words_that_find_nothing_leave_the_word_to_the_whole_search(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    before, asked = ids(window), len(library.called("quick"))
    window.search_page.bar.ask_for("zebra")
    qtbot.waitUntil(lambda: len(library.called("quick")) > asked)
    qtbot.waitUntil(lambda: not window.jobs.busy("search by words"))
    assert ids(window) == before
    whole_comes(qtbot, window, gate)
    assert window.search_page.results.message.isVisible()


def test_a_thumb_on_an_answer_by_words_is_kept_with_its_query(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: bool(library.called("give_feedback")))
    assert library.called("give_feedback")[0][1] == QUERY


def test_an_answer_by_words_is_one_step_of_the_history_and_not_two(
    qtbot: QtBot, window: MainWindow, gate: threading.Event
) -> None:
    ask_by_words(qtbot, window)
    whole_comes(qtbot, window, gate)
    assert not window.search.history.can_go(-1)


def test_a_whole_search_that_fails_says_so_in_place_of_the_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    library.faults["search"] = QueryError("The quotation mark is not closed.", "Close it and search again.")
    ask_by_words(qtbot, window)
    whole_comes(qtbot, window, gate)
    assert "not closed" in window.search_page.results.message.words()
    assert not ids(window)


def test_an_answer_by_words_says_nothing_of_meaning(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    library.meaning = False
    ask_by_words(qtbot, window)
    assert not window.search_page.results.notice.isVisible()
    whole_comes(qtbot, window, gate)
    assert window.search_page.results.notice.isVisible()


# --- at each letter ---


def press(window: MainWindow, text: str, *, repeats: bool = False) -> None:
    """A key, or one that is held down, without a turn of the event loop."""
    field = window.search_page.bar.field
    none = Qt.KeyboardModifier.NoModifier
    for letter in text:
        key = QKeyEvent(QEvent.Type.KeyPress, ord(letter.upper()), none, letter, repeats)
        QApplication.sendEvent(field, key)


def quick(library: StubLibrary) -> list[str]:
    return [request.text for request in library.called("quick")]


def test_a_letter_is_searched_by_words_without_any_pause(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    press(window, "tr")
    assert not window.jobs.busy("search by words")
    press(window, "a")
    assert window.jobs.busy("search by words")
    qtbot.waitUntil(lambda: quick(library) == ["tra"])


def test_a_key_that_is_held_down_asks_for_its_first_letter_and_for_where_it_ends(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    asked: list[str] = []
    window.search_page.bar.typed.connect(lambda question: asked.append(question.request.text))
    press(window, "stop")
    press(window, "p" * 30, repeats=True)
    assert asked == ["sto", "stop"]
    qtbot.waitUntil(lambda: len(asked) == 3)
    assert asked[-1] == "stop" + "p" * 30
    qtbot.waitUntil(lambda: quick(library)[-1:] == asked[-1:])


def test_while_one_search_by_words_runs_only_the_last_that_was_typed_waits(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    library.gates["quick"] = threading.Event()
    press(window, "sto")
    qtbot.waitUntil(lambda: quick(library) == ["sto"])
    for letter in "p and traffic":
        press(window, letter)
        QApplication.processEvents()
    assert quick(library) == ["sto"]
    library.gates["quick"].set()
    qtbot.waitUntil(
        lambda: (
            window.search.answering is not None and window.search.answering.request.text == "stop and traffic"
        )
    )
    assert quick(library) == ["sto", "stop and traffic"]


def test_a_blank_after_the_last_word_asks_nothing_and_leaves_the_answer(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    gate.set()
    ask_by_words(qtbot, window)
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    asked, before = len(library.called("quick")) + len(library.called("search")), ids(window)
    press(window, " ")
    assert window.search.runner.question is None and not window.jobs.busy("search by words")
    assert (len(library.called("quick")) + len(library.called("search")), ids(window)) == (asked, before)


def test_a_letter_that_is_taken_back_at_once_is_asked_for_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, gate: threading.Event
) -> None:
    gate.set()
    ask_by_words(qtbot, window)
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    before, page = len(quick(library)), window.search_page
    press(window, "x")
    QTest.keyClick(page.bar.field, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: quick(library)[before:] == [QUERY])
    qtbot.waitUntil(
        lambda: window.search.answering is not None and window.search.answering.request.text == QUERY
    )


class OneAtATime:
    """A library whose searches last until they are let go, and that notes how many run beside each other."""

    def __init__(self) -> None:
        self.running = self.most = 0
        self.begun: list[str] = []
        self.may_end = threading.Semaphore(0)

    def search(self, request: SearchRequest) -> SearchAnswer:
        self.running += 1
        self.most = max(self.most, self.running)
        self.begun.append(request.text)
        self.may_end.acquire()
        self.running -= 1
        return ANSWER


@given(deeds=st.lists(st.sampled_from(["letter", "turn", "end"]), max_size=30))
def test_however_one_types_one_search_runs_one_waits_and_the_last_letters_are_answered(
    qtbot: QtBot, deeds: list[str]
) -> None:
    library, parent, text = OneAtATime(), QObject(), "sto"
    jobs = Jobs(parent)
    asking = SearchRunner(cast(Library, library), jobs, parent)
    answered: list[str] = []
    asking.answered.connect(lambda asked: answered.append(asked.question.request.text))
    for deed in [*deeds, "letter"]:
        if deed == "letter":
            text += "p"
            asking.typed(Question(SearchRequest(text), by_pause=True))
        elif deed == "turn":
            QApplication.processEvents()
        else:
            library.may_end.release()
    library.may_end.release(len(deeds) + 2)
    qtbot.waitUntil(lambda: answered[-1:] == [text])
    assert library.most == 1 and library.begun[-1] == text
    assert len(library.begun) <= deeds.count("end") + 2
    assert jobs.close()
    parent.deleteLater()
