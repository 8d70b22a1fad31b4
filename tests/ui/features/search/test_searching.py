"""Searching: words at once and the full answer after them, order, failures, late answers, wider searches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QCursor, QEnterEvent, QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.api.library import LibraryApi
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchAnswer, SearchRequest, Verdict, WiderQuery
from briefbank.errors import QueryError
from briefbank.text.messages import NO_MESSAGE
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import QUERY, search, shown
from tests.ui.features.search.conftest import FULL, answered, ask_by_words, by_words, full_requests, ids
from ui.features.search import result_texts
from ui.features.search.history import Question
from ui.features.search.results import MORE_BY_MEANING, WORDS_ONLY
from ui.main_window import MainWindow
from ui.shared import wording

BROKEN = QueryError("There is nothing after “w/5”.", "Type the word that is to be near.", position=13)
F5, ENTER = Qt.Key.Key_F5, Qt.Key.Key_Return


def press(window: MainWindow, text: str) -> None:
    """Press keys without a turn of the event loop."""
    for letter in text:
        none = Qt.KeyboardModifier.NoModifier
        key = QKeyEvent(QEvent.Type.KeyPress, ord(letter.upper()), none, letter)
        QApplication.sendEvent(window.search_page.bar.field, key)


def type_and_pause(qtbot: QtBot, window: MainWindow, library: HookedLibrary, text: str) -> None:
    """Type without Enter, and wait for the end of the search that the pause starts."""
    field, before = window.search_page.bar.field, len(library.called(FULL))
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.waitUntil(lambda: len(library.called(FULL)) > before)
    answered(qtbot, window)


def nothing(answer: SearchAnswer) -> SearchAnswer:
    """Return the full answer without results; that by words as it is."""
    empty = replace(answer, hits=(), total=0, less_close=0, briefs=(), advice="Try fewer words.")
    return empty if answer.meaning_used else answer


# --- an answer ---


def test_enter_shows_the_answer_of_the_library_with_its_number(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    assert ids(window) == [hit.passage.id for hit in library.search(full_requests(library)[-1]).hits]
    assert window.search_page.results.count.text() == "1 passage, newest first"


@pytest.mark.parametrize("text", ["", "   "])
def test_an_empty_box_searches_nothing(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, text: str
) -> None:
    window.search_page.bar.field.setText(text)
    qtbot.keyClick(window.search_page.bar.field, ENTER)
    assert not library.called("search")


def test_the_order_is_said_that_the_answer_has_and_asked_for_by_the_switch(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window, "evidence")
    count, gate = window.search_page.results.count, library.hold("search")
    qtbot.mouseClick(window.search_page.bar.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    assert count.text() == "9 passages, newest first"
    gate.set()
    qtbot.waitUntil(lambda: count.text() == "9 passages, best match first")
    assert full_requests(library)[-1].order is Order.BEST
    assert window.search_page.results.list.verticalScrollBar().value() == 0


def test_everything_from_the_box_to_the_next_hit_by_keyboard_alone(qtbot: QtBot, window: MainWindow) -> None:
    page = window.search_page
    search(qtbot, window, "consent to search")
    page.results.grouping.setChecked(False)
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Down)
    qtbot.keyClick(page.results.list, Qt.Key.Key_Down)
    qtbot.keyClick(page.results.list, ENTER)
    assert page.reader.hit == shown(window)[1]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4)
    assert page.reader.hit == shown(window)[2]
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)
    assert page.reader.hit == shown(window)[1]
    qtbot.keyClick(window, Qt.Key.Key_L, Qt.KeyboardModifier.ControlModifier)
    assert page.bar.field.hasFocus()


def test_words_only_is_said_and_meaning_offered_once_it_is_ready(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", lambda answer: replace(answer, meaning_used=False))
    search(qtbot, window)
    notice = window.search_page.results.notice
    assert notice.text() == WORDS_ONLY
    library.change("search", lambda answer: answer)
    window.embedding.ready.emit()
    assert notice.text() == MORE_BY_MEANING
    notice.acted.emit()
    qtbot.waitUntil(lambda: not notice.isVisible())


def test_where_nothing_is_close_the_head_and_a_notice_say_so_above_the_nearest(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window, "zebra")
    results = window.search_page.results
    assert results.count.text() == "Nothing is close" and results.list.isVisible()
    assert results.notice.text().startswith("Nothing in this library is close to this search.")
    assert results.notice.text() in results.count.accessibleName()
    assert results.model.index(0).data().startswith("Less close")
    window.search_page.focus_results()
    assert results.list.current_row() == 1, "the first result, and not the line above it"
    search(qtbot, window)
    assert not results.notice.isVisible()


# --- words at once ---


def test_typing_shows_the_answer_by_words_at_the_third_letter_and_the_full_one_after_a_pause(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate = library.hold(FULL)
    press(window, "su")
    assert not window.jobs.busy("search by words", window.search_page)
    press(window, "spicion")
    qtbot.waitUntil(lambda: bool(ids(window)))
    words = library.search(SearchRequest("suspicion", words_only=True))
    assert ids(window) == [hit.passage.id for hit in words.hits]
    assert not window.search_page.results.notice.isVisible(), "nothing is said of meaning yet"
    gate.set()
    qtbot.waitUntil(lambda: bool(full_requests(library)) and window.search_page.question is None)
    assert len(ids(window)) > len(words.hits) and window.search_page.results.better.isHidden()
    assert not window.search_page.history.can_go(-1), "both answers are one step"


def move_pointer(window: MainWindow, to: QPoint) -> None:
    """Report a pointer over the list at a place of the screen, as Qt does when it moves, and, at the place
    where it rests, when the list appears under it."""
    here, none = QPointF(30, 30), Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, here, here, QPointF(to), none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(window.search_page.results.list.viewport(), event)


@pytest.mark.parametrize("use", ["focus", "pointer", "chosen"])
@pytest.mark.parametrize("shows", ["F5", "Enter", "click"])
def test_results_in_use_stay_and_the_better_order_is_offered_in_the_head(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, use: str, shows: str
) -> None:
    gate = library.hold(FULL)
    ask_by_words(qtbot, window, "evidence")
    results, before = window.search_page.results, ids(window)
    if use == "focus":
        results.list.setFocus()
    elif use == "pointer":
        move_pointer(window, QCursor.pos() + QPoint(1, 1))
    else:
        results.list.choose(2)
    gate.set()
    answered(qtbot, window)
    assert ids(window) == before
    assert results.better.isVisible() and results.count.text() == "9 passages, better order ready"
    if shows == "click":
        qtbot.mouseClick(results.better, Qt.MouseButton.LeftButton)
    else:
        qtbot.keyClick(window.search_page.bar.field, F5 if shows == "F5" else ENTER)
    assert ids(window) != before and results.better.isHidden()
    assert results.count.text() == "9 passages, newest first"
    assert results.list.verticalScrollBar().value() == 0


def test_a_pointer_that_rests_and_a_focus_from_before_do_not_hold_the_answer_by_words(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    gate, here = library.hold(FULL), QPointF(30, 30)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        window.search_page.bar.ask_for("evidence")
    viewport, before = window.search_page.results.list.viewport(), ids(window)
    QApplication.sendEvent(viewport, QEnterEvent(here, here, here))
    move_pointer(window, QCursor.pos())
    gate.set()
    answered(qtbot, window)
    assert ids(window) != before and window.search_page.results.better.isHidden()
    QApplication.sendEvent(viewport, QEvent(QEvent.Type.Leave))


def test_enter_lets_the_full_answer_replace_the_one_by_words_that_the_pointer_held(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate, page = library.hold(FULL), window.search_page
    ask_by_words(qtbot, window, "evidence")
    before = ids(window)
    move_pointer(window, QCursor.pos() + QPoint(1, 1))
    qtbot.keyClick(page.bar.field, ENTER)
    gate.set()
    answered(qtbot, window)
    assert ids(window) != before and page.results.better.isHidden() and page.bar.field.hasFocus()


def test_the_same_order_is_taken_over_without_moving_or_unchoosing_anything(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", lambda answer: replace(answer, hits=answer.hits[:3], total=3, less_close=0))
    gate = library.hold(FULL)
    ask_by_words(qtbot, window, "consent to search")
    results = window.search_page.results
    results.grouping.setChecked(False)
    results.list.choose(2)
    window.search_page.results.model.set_verdict(ids(window)[1], Verdict.UP)
    with qtbot.assertNotEmitted(results.model.modelReset):
        gate.set()
        answered(qtbot, window)
    assert results.list.current_row() == 2 and results.better.isHidden()
    assert [hit.verdict for hit in shown(window)] == [None, Verdict.UP, None], "a mark stays"


def test_words_that_find_nothing_leave_the_word_to_the_full_search(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    before, gate = ids(window), library.hold(FULL)
    library.change("search", nothing)
    window.search_page.bar.ask_for("zebra")
    qtbot.waitUntil(lambda: by_words(library)[-1:] == ["zebra"])
    qtbot.waitUntil(lambda: not window.jobs.busy("search by words", window.search_page))
    assert ids(window) == before
    gate.set()
    answered(qtbot, window)
    assert window.search_page.results.message.words().endswith("Try fewer words.")


def test_while_one_search_by_words_runs_only_the_last_that_was_typed_waits(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate = library.hold("search")
    press(window, "sto")
    qtbot.waitUntil(lambda: by_words(library) == ["sto"])
    for letter in "p and search":
        press(window, letter)
        QApplication.processEvents()
    assert by_words(library) == ["sto"]
    gate.set()
    qtbot.waitUntil(lambda: by_words(library) == ["sto", "stop and search"])


def test_a_blank_asks_nothing_and_a_letter_that_is_taken_back_is_asked_for_again(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window, "suspicion")
    calls = len(library.called("search"))
    press(window, " ")
    QTest.keyClick(window.search_page.bar.field, Qt.Key.Key_Backspace)
    assert window.search_page.question is None and len(library.called("search")) == calls
    press(window, "x")
    QTest.keyClick(window.search_page.bar.field, Qt.Key.Key_Backspace)
    qtbot.waitUntil(lambda: by_words(library)[-1] == "suspicion" and len(library.called("search")) > calls)


class OneAtATime:
    """A library whose searches last until they are let go, and that notes how many run beside each other."""

    def __init__(self, answer: SearchAnswer) -> None:
        self.answer = answer
        self.running = self.most = 0
        self.begun: list[str] = []
        self.may_end = threading.Semaphore(0)

    def search(self, request: SearchRequest) -> SearchAnswer:
        self.running += 1
        self.most = max(self.most, self.running)
        self.begun.append(request.text)
        self.may_end.acquire()
        self.running -= 1
        return self.answer


@given(deeds=st.lists(st.sampled_from(["letter", "turn", "end"]), max_size=30))
def test_however_one_types_one_search_runs_one_waits_and_the_last_letters_are_answered(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, deeds: list[str]
) -> None:
    page, text = window.search_page, "sto"
    one = OneAtATime(library.search(SearchRequest(QUERY, words_only=True)))
    page.bar.field.empty()
    page.library = cast(LibraryApi, one)
    answers: list[str] = []
    page.answered.connect(lambda question: answers.append(question.request.text if question else ""))
    for deed in [*deeds, "letter"]:
        if deed == "letter":
            text += "p"
            page.bar.typed.emit(Question(SearchRequest(text), by_pause=True))
        elif deed == "turn":
            QApplication.processEvents()
        else:
            one.may_end.release()
    one.may_end.release(len(deeds) + 2)
    qtbot.waitUntil(lambda: answers[-1:] == [text])
    assert one.most == 1 and one.begun[-1] == text
    page.library = cast(LibraryApi, library)
    assert len(one.begun) <= deeds.count("end") + 2


# --- late answers ---


def test_the_answer_to_an_earlier_question_never_comes_after_that_to_a_later_one(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    field, gate = window.search_page.bar.field, library.hold(FULL)
    texts: list[str] = []
    window.search_page.answered.connect(lambda question: texts.append(question.request.text))
    qtbot.keyClicks(field, "zebra")
    qtbot.keyClick(field, ENTER)
    qtbot.waitUntil(lambda: len(library.called(FULL)) == 1)
    library.hold(FULL).set()
    search(qtbot, window, "suspicion")
    results = ids(window)
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running)  # the late answer has arrived
    assert ids(window) == results and set(texts) <= {"zebra", "suspicion"} and texts[-1] == "suspicion"


def test_the_window_stays_alive_while_a_search_is_slow(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate, field, ticks = library.hold("search"), window.search_page.bar.field, list[int]()
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    timer.start(5)
    qtbot.keyClicks(field, "traffic")
    qtbot.keyClick(field, ENTER)
    qtbot.waitUntil(lambda: window.search_page.results.count.text() == "Searching …")
    before = len(ticks)
    qtbot.keyClicks(field, " stops")
    qtbot.waitUntil(lambda: len(ticks) > before + 10)
    assert field.text() == "traffic stops"
    gate.set()
    qtbot.waitUntil(lambda: bool(shown(window)))
    timer.stop()


def test_a_text_that_becomes_too_short_drops_the_search_that_runs(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    page, before = window.search_page, ids(window)
    gate = library.hold("search")
    page.bar.ask_for("nervousness")
    qtbot.waitUntil(lambda: page.results.count.text() == "Searching …")
    page.bar.field.selectAll()
    qtbot.keyClicks(page.bar.field, "ne")
    assert page.question is None and page.results.count.text() == "1 passage, newest first"
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running)
    assert ids(window) == before


def test_a_full_answer_without_results_says_so_though_one_was_using_those_by_words(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", nothing)
    gate = library.hold(FULL)
    ask_by_words(qtbot, window, "suspicion")
    window.search_page.results.list.setFocus()
    gate.set()
    answered(qtbot, window)
    assert window.search_page.results.message.isVisible() and window.search_page.results.better.isHidden()


# --- failures ---


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (QueryError("It is not closed.", "Close it."), "It is not closed. Close it."),
        (ZeroDivisionError("secret words"), "A fault in BriefBank stopped this."),
    ],
)
def test_a_failed_search_says_what_happened_and_what_to_do_in_place_of_the_words(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, error: Exception, words: str
) -> None:
    library.fail(FULL, error)
    search(qtbot, window)
    text = window.search_page.results.message.words()
    assert text.startswith(words) and "secret" not in text and not ids(window)


def test_enter_on_a_broken_search_selects_the_piece_and_shows_it_with_the_message(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.fail(FULL, BROKEN)
    search(qtbot, window, "suppress AND w/5")
    assert window.search_page.bar.field.selectedText() == "w/5"
    assert window.search_page.results.message.piece() == "At: w/5"
    library.fail(FULL, replace_position(BROKEN, 0))
    search(qtbot, window, "<b>stop</b> w/0")
    assert window.search_page.results.message.piece() == "At: <b>stop</b>"
    assert "&lt;b&gt;stop" in window.search_page.results.message._piece.text(), "as typed, never as mark-up"


def replace_position(error: QueryError, position: int) -> QueryError:
    return QueryError(error.title, error.remedy, position=position)


def test_while_typing_a_broken_search_neither_moves_the_caret_nor_takes_the_results_away(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    before, results = ids(window), window.search_page.results
    library.fail(FULL, BROKEN)
    library.change("search", lambda answer: replace(answer, hits=()))  # the words find nothing, too
    type_and_pause(qtbot, window, library, "suppress AND w/5")
    field = window.search_page.bar.field
    assert field.selectedText() == "" and field.cursorPosition() == len("suppress AND w/5")
    assert ids(window) == before and results.count.text() == "1 passage, newest first"
    assert results.notice.text() == "There is nothing after “w/5”. It is about “w/5”."
    qtbot.keyClick(field, ENTER)
    qtbot.waitUntil(lambda: field.selectedText() == "w/5")


@pytest.mark.parametrize(
    ("text", "position", "piece"),
    [
        ("(stop AND", 0, ("", "(", "stop AND")),
        ("stop AND w/5", 10, ("stop AND ", "w/5", "")),
        ("stop AND", 8, ("stop AND", "", "")),
        ("stop", 99, ("stop", "", "")),
        ("", 0, ("", "", "")),
        ("a" * 40 + " b", 41, ("…" + "a" * 29 + " ", "b", "")),
    ],
)
def test_the_piece_that_a_message_speaks_of(text: str, position: int, piece: tuple[str, str, str]) -> None:
    assert wording.piece(text, position) == piece


# --- wider searches ---


def wider(*loosenings: WiderQuery, empty: bool) -> Callable[[SearchAnswer], SearchAnswer]:
    """Return a change that offers wider searches in an answer with no or with few results."""
    return lambda answer: replace(nothing(answer) if empty else answer, loosenings=loosenings)


@pytest.mark.parametrize("empty", [True, False])
@pytest.mark.parametrize("clears", [True, False])
def test_each_wider_search_is_a_link_that_clears_the_filters_only_where_it_says_so(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, empty: bool, clears: bool
) -> None:
    page, kinds = window.search_page, Filters(kinds=frozenset({Kind.BRIEF}))
    library.change("search", wider(WiderQuery("without “plain error”", "suspicion", 6, clears), empty=empty))
    page.filters.show_filters(kinds, None)
    search(qtbot, window)
    panel = page.results.instead if empty else page.results.wider
    (link,) = panel.links
    assert link.text() == "without “plain error”: 6 passages" and link.isVisible()
    library.change("search", lambda answer: answer)
    link.setFocus()
    qtbot.keyClick(link, Qt.Key.Key_Space)
    answered(qtbot, window)
    assert full_requests(library)[-1].text == page.bar.field.text() == "suspicion"
    assert full_requests(library)[-1].filters == (Filters() if clears else kinds)
    assert not panel.isVisible() and ids(window)


def test_a_total_that_is_the_least_is_said_as_more_than(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", lambda answer: replace(answer, total_is_least=True))
    search(qtbot, window, "evidence")
    assert window.search_page.results.count.text() == "More than 9 passages, newest first"
    words = result_texts.result_count(1000, Order.BEST, at_least=True)
    assert words == "More than 1,000 passages, best match first"


def test_what_an_older_answer_said_does_not_stay_above_results_by_words(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window, "zebra")
    notice, gate = window.search_page.results.notice, library.hold(FULL)
    assert notice.isVisible()
    ask_by_words(qtbot, window, "suspicion")
    assert not notice.isVisible() and window.search_page.results.authorities.isHidden()
    gate.set()


def test_results_found_with_the_model_take_the_place_of_an_offer_and_are_previewed(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate, page = library.hold(FULL), window.search_page
    ask_by_words(qtbot, window, "evidence")
    page.results.list.setFocus()
    gate.set()
    answered(qtbot, window)
    assert page.results.better.isVisible()
    page.bar.field.setFocus()
    answer = library.search(SearchRequest("suspicion"))
    page.show_aided(replace(answer, interpretation=NO_MESSAGE))
    assert not page.results.better.isVisible() and page.reader.hit == answer.hits[0]
