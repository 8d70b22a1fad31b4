"""Tests against visual faults that screenshots of the search and the reader once showed."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import AidedAnswer, SearchAnswer
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.local_model import STEPS
from tests.ui.conftest import search
from tests.ui.features.reader.test_find import find, open_first
from tests.ui.shots_find import LONG
from ui.features.reader.head import ReaderHead
from ui.features.reader.text_store import TextStore
from ui.features.search.deeper import DeeperBar
from ui.main_window import MainWindow
from ui.shared.caption_fields import WordsField
from ui.shared.text_layout import lay_out


def find_before_places(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Words are found whose spots are not known yet: the page, and where the pages stand once it is shown.

    ``monkeypatch.undo`` lets the spots be known."""
    canvas, finding = open_first(qtbot, window).view.canvas, window.search.reader.find
    monkeypatch.setattr(TextStore, "text", lambda _self, _page: None)
    find(qtbot, window, "new hearing")
    qtbot.waitUntil(lambda: not finding._late_timer.isActive())
    return finding._places[finding._current].page, canvas.verticalScrollBar().value()


def wait_for_places(qtbot: QtBot, window: MainWindow, page: int) -> None:
    finding = window.search.reader.find
    qtbot.waitUntil(lambda: finding._texts is not None and finding._texts.text(page) is not None)
    finding._mark(page)


def test_a_place_whose_spot_comes_late_is_gone_to_all_the_same(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, before = find_before_places(qtbot, window, monkeypatch)
    monkeypatch.undo()
    wait_for_places(qtbot, window, page)
    assert window.search.reader.view.canvas.verticalScrollBar().value() > before


def test_pages_that_were_scrolled_by_hand_meanwhile_stay_where_they_are(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, before = find_before_places(qtbot, window, monkeypatch)
    bar = window.search.reader.view.canvas.verticalScrollBar()
    bar.setValue(before - 40)
    monkeypatch.undo()
    wait_for_places(qtbot, window, page)
    assert bar.value() == before - 40


def test_a_long_value_is_broken_for_the_room_beside_its_scroll_bar(qtbot: QtBot) -> None:
    shell = QWidget()
    qtbot.addWidget(shell)
    field = WordsField("for example")
    field.setParent(shell)
    field.resize(320, 80)
    field.show_value(LONG)
    shell.resize(340, 300)
    shell.show()
    qtbot.waitUntil(field.verticalScrollBar().isVisible)
    assert field.document().begin().layout().lineAt(0).width() <= field.viewport().width()


def test_a_list_that_is_seen_whole_shows_no_handle_and_a_longer_one_does(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    bar = window.search_page.results.list.verticalScrollBar()
    search(qtbot, window, "checkpoint")
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    assert bar.isVisible() and not bar.isEnabled()
    library.many = 200
    search(qtbot, window, "traffic stop")
    qtbot.waitUntil(lambda: bar.maximum() > 0)
    assert bar.isEnabled()


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Aurelius Quintanilla-Featherstonehaugh and others", "…"),
        ("one two three four five six seven eight", " …"),
    ],
)
def test_a_line_is_cut_within_a_word_only_where_little_would_be_left(
    qtbot: QtBot, text: str, end: str
) -> None:
    font = QFont()
    room = QFontMetricsF(font).horizontalAdvance(text) * 0.7
    cut = lay_out(text, font, room, 1).text()
    assert cut.endswith(end)
    assert (cut[-2] == " ") is (end == " …")
    assert len(cut) > len(text) * 0.4


def test_what_may_be_cut_above_the_pages_is_the_court_and_not_the_docket(
    qtbot: QtBot, library: StubLibrary
) -> None:
    head = ReaderHead()
    qtbot.addWidget(head)
    document = library.documents.get(1)
    head.show_caption(document)
    said = head.origin.whole()
    assert 0 < said.index(document.docket) < said.index(document.court)


def test_two_links_stand_below_what_the_model_did_and_one_beside_it(qtbot: QtBot) -> None:
    shell = QWidget()
    qtbot.addWidget(shell)
    bar = DeeperBar(shell)
    bar.resize(360, 120)
    bar.offer(True)
    shell.show()
    assert bar.look.geometry().left() > bar.said.geometry().right()
    bar.done(AidedAnswer(SearchAnswer("", 1.0, 0, ()), STEPS, "Made-up Instruct 1B"))
    bar.layout().activate()
    assert bar.steps.geometry().top() > bar.said.geometry().bottom()
