"""Searching: words at once and the full answer after them, order, failures, late answers, wider searches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QCursor, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from briefbank.api.library import LibraryApi
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, SearchAnswer, SearchRequest, WiderQuery
from briefbank.errors import QueryError
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import QUERY, search
from tests.ui.features.search.conftest import FULL, answered, ask_by_words, full_requests, ids
from ui.features.search.history import Question
from ui.features.search.results import MORE_BY_MEANING, WORDS_ONLY
from ui.main_window import MainWindow

BROKEN = QueryError("There is nothing after “w/5”.", "Type the word that is to be near.", position=13)
F5, ENTER = Qt.Key.Key_F5, Qt.Key.Key_Return


def press(window: MainWindow, text: str) -> None:
    """Press keys without a turn of the event loop."""
    for letter in text:
        none = Qt.KeyboardModifier.NoModifier
        key = QKeyEvent(QEvent.Type.KeyPress, ord(letter.upper()), none, letter)
        QApplication.sendEvent(window.search_page.bar.field, key)


def nothing(answer: SearchAnswer) -> SearchAnswer:
    """Return the full answer without results; that by words as it is."""
    empty = replace(answer, hits=(), total=0, less_close=0, briefs=(), advice="Try fewer words.")
    return empty if answer.meaning_used else answer


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


def test_down_from_the_box_goes_to_the_advice_where_nothing_was_found(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", nothing)
    search(qtbot, window)
    page = window.search_page
    qtbot.waitUntil(page.results.message.isVisible)
    qtbot.keyClick(page.bar.field, Qt.Key.Key_Down)
    assert page.results.message.isVisible() and not page.begin.isVisible()


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


@pytest.mark.parametrize(("use", "shows"), [("focus", "F5"), ("pointer", "click"), ("chosen", "Enter")])
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
    qtbot.waitUntil(lambda: library.ended("search") == len(library.called("search")))
    QApplication.processEvents()
    assert ids(window) == results and set(texts) <= {"zebra", "suspicion"} and texts[-1] == "suspicion"


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
    text, again = window.search_page.results.message.words(), window.search_page.results.again
    assert text.startswith(words) and "secret" not in text and not ids(window)
    assert again.isVisible() is not isinstance(error, QueryError), "the same search would be no better"
    if again.isVisible():
        library.fail(FULL, None)
        qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: bool(ids(window)) and not again.isVisible())


def test_enter_on_a_broken_search_selects_the_piece_and_shows_it_with_the_message(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.fail(FULL, BROKEN)
    search(qtbot, window, "suppress AND w/5")
    assert window.search_page.bar.field.selectedText() == "w/5"
    assert window.search_page.results.message.piece() == "At: w/5"
    library.fail(FULL, QueryError(BROKEN.title, BROKEN.remedy, position=0))
    search(qtbot, window, "<b>stop</b> w/0")
    assert window.search_page.results.message.piece() == "At: <b>stop</b>"
    labels = [label.text() for label in window.search_page.results.message.findChildren(QLabel)]
    assert any("&lt;b&gt;stop" in text for text in labels), "as typed, never as mark-up"


def wider(*loosenings: WiderQuery, empty: bool) -> Callable[[SearchAnswer], SearchAnswer]:
    """Return a change that offers wider searches in an answer with no or with few results."""
    return lambda answer: replace(nothing(answer) if empty else answer, loosenings=loosenings)


@pytest.mark.parametrize(("empty", "clears"), [(True, True), (False, False)])
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
