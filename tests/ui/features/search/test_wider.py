"""Tests of searches with few or no results or with errors: the offers, the words, and the marked place."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Filters, Order, WiderQuery
from briefbank.errors import QueryError
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, shown
from ui.main_window import MainWindow
from ui.shared import wording

WITHOUT = WiderQuery("without “plain error”", "traffic", 6)
NO_FILTERS = WiderQuery("without the dates and the kind", "traffic stop", 1, True)
BROKEN = QueryError("There is nothing after “w/5”.", "Type the word that is to be near.", position=13)


def type_and_pause(qtbot: QtBot, window: MainWindow, text: str) -> None:
    """Type without Enter, and wait for the end of the search that the pause starts."""
    field, before = window.search_page.bar.field, len(window._library.called("search"))  # type: ignore[attr-defined]
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.waitUntil(lambda: len(window._library.called("search")) > before)  # type: ignore[attr-defined]
    qtbot.waitUntil(lambda: window.search.runner.question is None)


def test_without_results_each_wider_search_is_a_link_with_what_it_would_find(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.loosenings["zebra"] = (WITHOUT, NO_FILTERS)
    search(qtbot, window, "zebra")
    links = window.search_page.results.instead.links
    assert [link.whole() for link in links] == [
        "without “plain error”: 6 passages",
        "without the dates and the kind: 1 passage",
    ]
    assert all(link.isVisible() for link in links)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.mouseClick(links[0], Qt.MouseButton.LeftButton)
    assert window.search_page.bar.field.text() == "traffic"
    assert len(shown(window)) == 6
    assert not window.search_page.results.instead.isVisible()


def test_few_results_have_the_wider_searches_below_them(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.loosenings["checkpoint"] = (WITHOUT,)
    search(qtbot, window, "checkpoint")
    wider = window.search_page.results.wider
    assert len(shown(window)) == 1 and wider.isVisible()
    wider.links[0].setFocus()
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(wider.links[0], Qt.Key.Key_Space)
    assert not wider.isVisible()


@pytest.mark.parametrize("clears", [True, False])
def test_a_wider_search_clears_the_filters_only_where_it_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, clears: bool
) -> None:
    library.loosenings["zebra"] = (WiderQuery("wider", "traffic", 6, clears),)
    bar, reset = window.search_page.bar, window.search_page.results.model.modelReset
    bar.kind.setCurrentIndex(bar.kind.findData(Kind.MEMO))
    search(qtbot, window, "zebra")
    with qtbot.waitSignal(reset):
        window.search_page.results.instead.links[0].click()
    request = library.called("search")[-1]
    assert request.text == "traffic"
    assert request.filters == (Filters() if clears else Filters(kinds=frozenset({Kind.MEMO})))
    assert bar.clear_filters.isVisible() is not clears


def test_a_total_that_is_the_least_is_said_as_more_than(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.total_is_least = True
    search(qtbot, window)
    assert window.search_page.results.count.text() == "More than 6 passages, newest first"
    said = wording.result_count(50, 1000, Order.BEST, at_least=True)
    assert said == "50 of more than 1,000 passages, best match first"


def test_enter_on_a_broken_search_selects_the_piece_and_shows_it_with_the_message(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["search"] = BROKEN
    search(qtbot, window, "suppress AND w/5")
    assert window.search_page.bar.field.selectedText() == "w/5"
    message = window.search_page.results.message
    assert message.words() == "There is nothing after “w/5”. Type the word that is to be near."
    assert message.piece() == "At: w/5"


def test_while_typing_a_broken_search_neither_moves_the_caret_nor_takes_the_results_away(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.faults["search"] = BROKEN
    type_and_pause(qtbot, window, "suppress AND w/5")
    field, results = window.search_page.bar.field, window.search_page.results
    assert field.selectedText() == "" and field.cursorPosition() == len("suppress AND w/5")
    assert len(shown(window)) == 6
    assert results.notice.isVisible()
    assert results.notice.text() == "There is nothing after “w/5”. It is about “w/5”."
    library.faults.clear()
    search(qtbot, window)
    assert not results.notice.isVisible()


def test_a_slow_search_that_is_broken_gives_the_number_found_before_back(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.faults["search"] = BROKEN
    gate = library.gates["search"] = threading.Event()
    results = window.search_page.results
    qtbot.keyClicks(window.search_page.bar.field, " w/5")
    qtbot.waitUntil(lambda: results.count.text() == "Searching …")
    gate.set()
    qtbot.waitUntil(results.notice.isVisible)
    assert results.count.text() == "6 passages, newest first"


def test_enter_after_a_broken_search_by_typing_points_at_the_piece(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["search"] = BROKEN
    type_and_pause(qtbot, window, "suppress AND w/5")
    field = window.search_page.bar.field
    qtbot.keyClick(field, Qt.Key.Key_Return)
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


def test_a_query_is_shown_as_typed_and_never_as_markup(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["search"] = QueryError("It cannot be understood.", "Try again.", position=0)
    search(qtbot, window, "<b>stop</b> w/0")
    assert window.search_page.results.message.piece() == "At: <b>stop</b>"
    assert "&lt;b&gt;stop" in window.search_page.results.message._piece.text()
