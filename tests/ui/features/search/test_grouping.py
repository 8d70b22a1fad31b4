"""Results gathered by brief, going from brief to brief, and what a card says on demand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.feedback import Verdict
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.search import FACTORS
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.card import Card, CardState
from ui.features.search.model import GROUP_ROLE, HitModel
from ui.kit.fonts import Fonts
from ui.main_window import MainWindow
from ui.style.theme import LIGHT

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def gathered(qtbot: QtBot, window: MainWindow) -> MainWindow:
    window.activateWindow()
    search(qtbot, window)
    control = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_G, control | SHIFT)
    return window


def rows(window: MainWindow) -> list[str]:
    """'#' and the document for a heading, else the passage."""
    model, made = window.search_page.results.model, []
    for row in range(model.rowCount()):
        group = model.group(row)
        made.append(f"#{group.document.id}" if group else str(model.hit(row).passage.id))
    return made


def card(window: MainWindow, row: int) -> Card:
    view = window.search_page.results.list
    found: Card = view.itemDelegate().card(view.results.index(row))  # type: ignore[attr-defined]
    return found


def texts(found: Card) -> list[str]:
    return [block.layout.text() for block in found._blocks]


def test_passages_of_one_brief_stand_under_one_heading_that_says_it_all_once(gathered: MainWindow) -> None:
    assert rows(gathered) == ["#1", "1", "2", "#2", "3", "#3", "4", "#4", "5", "#5", "6"]
    spoken = gathered.search_page.results.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == (
        "State v. Harlan Quill, Brief and Appendix for Defendant-Appellant; March 3, 2023; 2 passages; "
        "shown below."
    )
    assert not any("Harlan Quill" in text for text in texts(card(gathered, 1)))


def test_a_list_at_its_top_shows_its_first_heading_when_it_is_grouped(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    results = window.search_page.results
    qtbot.mouseClick(results.head.grouping, Qt.MouseButton.LeftButton)
    assert results.model.group(0) is not None and results.list.on_screen()[0] == 0
    assert results.list.verticalScrollBar().value() == 0


def test_the_switch_brings_the_plain_order_back_with_the_same_passage_chosen(
    qtbot: QtBot, gathered: MainWindow
) -> None:
    results = gathered.search_page.results
    results.list.choose(4)
    qtbot.mouseClick(results.head.grouping, Qt.MouseButton.LeftButton)
    assert rows(gathered) == ["1", "2", "3", "4", "5", "6"]
    assert results.list.current_row() == 2


def test_a_brief_is_folded_and_shown_by_keys_and_by_a_click(qtbot: QtBot, gathered: MainWindow) -> None:
    view = gathered.search_page.results.list
    view.setFocus()
    view.choose(2)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.current_row() == 0
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert rows(gathered)[:2] == ["#1", "#2"]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert rows(gathered)[:3] == ["#1", "1", "2"]
    place = view.visualRect(view.results.index(0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert view.results.index(0).data(GROUP_ROLE).collapsed
    assert gathered.search.reader.hit is None


def test_f4_goes_through_the_passages_of_a_brief_and_then_to_the_next_also_where_it_is_folded(
    qtbot: QtBot, gathered: MainWindow
) -> None:
    page = gathered.search_page
    page.results.model.collapse(3, True)
    opened = []
    for _ in range(4):
        qtbot.keyClick(page.results.list, Qt.Key.Key_F4)
        opened.append(gathered.search.reader.hit.passage.id if gathered.search.reader.hit else 0)
    assert opened == [1, 2, 3, 4]
    page.results.model.collapse(3, True)
    qtbot.keyClick(page.results.list, Qt.Key.Key_F4, SHIFT)
    assert gathered.search.reader.hit is not None and gathered.search.reader.hit.passage.id == 3


@pytest.mark.parametrize("grouping", [False, True])
def test_alt_and_arrows_go_from_brief_to_brief(qtbot: QtBot, gathered: MainWindow, grouping: bool) -> None:
    page, opened = gathered.search_page, []
    page.results.head.grouping.setChecked(grouping)
    down, up = Qt.Key.Key_Down, Qt.Key.Key_Up
    for key in (down, down, down, up, up, up):
        qtbot.keyClick(page.results.list, key, ALT)
        opened.append(gathered.search.reader.hit.passage.id if gathered.search.reader.hit else 0)
    assert opened == [1, 3, 4, 3, 1, 1]
    assert gathered.status.text.whole() == "This is the first brief."


def test_a_thumb_in_a_gathered_list_marks_the_passage_it_was_pressed_on(
    qtbot: QtBot, gathered: MainWindow
) -> None:
    gathered.search.results.give_feedback(4, Verdict.UP)
    assert [hit.passage.id for hit in shown(gathered) if hit.verdict is Verdict.UP] == [3]


def test_the_choice_is_remembered_for_the_next_window(
    qtbot: QtBot, gathered: MainWindow, open_window: OpenWindow
) -> None:
    again = open_window(StubLibrary())
    search(qtbot, again)
    assert rows(again)[0] == "#1"


def test_all_of_a_longer_answer_is_read_so_that_a_heading_counts_all_of_its_passages(
    qtbot: QtBot, library: StubLibrary, gathered: MainWindow
) -> None:
    library.many = 480
    search(qtbot, gathered)
    model: HitModel = gathered.search_page.results.model
    qtbot.waitUntil(lambda: model.first_missing() < 0)
    groups = [model.group(row) for row in range(model.rowCount())]
    assert sum(group.passages for group in groups if group) == 480
    assert all(group.complete for group in groups if group)


# --- cards ---


def test_why_it_is_here_is_shown_on_demand_by_key_and_click_and_hidden_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.factors = {1: FACTORS}
    search(qtbot, window)
    view = window.search_page.results.list
    assert "Why it is here" in texts(card(window, 0))
    window.search_page.focus_results()
    qtbot.keyClick(view, Qt.Key.Key_W)
    assert "Why it is here: matches 6 of your words; close in meaning" in texts(card(window, 0))
    assert "five of your words, two of them rare" in texts(card(window, 0))
    index = view.results.index(0)
    place = view.visualRect(index).topLeft() + card(window, 0).why.center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "Why it is here" in texts(card(window, 0))
    assert window.search.reader.hit is None


def test_a_passage_read_with_little_certainty_says_so_on_its_card_and_aloud(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.doubts = {1: 0.629}
    search(qtbot, window)
    said = "Read from a scan with little certainty (62 %)"
    assert said in texts(card(window, 0)) and not card(window, 0).doubtful.isEmpty()
    assert said in window.search_page.results.model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert card(window, 1).doubtful.isEmpty()


def test_a_very_long_title_is_cut_and_whole_in_its_tip_and_when_expanded(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    long = "State v. " + "Quill and Others on Consolidated Appeals, " * 9
    library.documents.change(1, title=long)
    search(qtbot, window)
    view = window.search_page.results.list
    first = card(window, 0)._blocks[0].layout
    assert card(window, 0).title_cut and first.lineCount() == 2 and first.text().endswith("…")
    assert view._tip(0, "") == long
    view.expand(0, True)
    assert card(window, 0)._blocks[0].layout.text().count("Quill") == 9


def test_a_cut_title_that_looks_like_mark_up_is_none_in_its_tip(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.change(1, title='<img src="file:///etc/passwd">' + "Quill and Others, " * 20)
    search(qtbot, window)
    assert card(window, 0).title_cut
    shown_tip = window.search_page.results.list._tip(0, "")
    assert "<img" not in shown_tip and "&lt;img" in shown_tip


def test_passages_that_are_new_since_last_time_say_so(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.results.model.show_new(frozenset({2}))
    assert "New since you last looked" in texts(card(window, 1))
    assert "New since you last looked" not in texts(card(window, 0))


def test_a_text_from_right_to_left_begins_at_the_right_with_its_marks_on_the_same_words(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    hit = shown(window)[0]
    text = "בית המשפט קבע כי עיכוב הרכב stop נמשך מעבר לנדרש"
    at = text.index("stop")
    found = replace(hit, passage=replace(hit.passage, text=text), marks=((at, at + 4),))
    layout = next(
        block.layout
        for block in Card(found, 430, CardState(), Fonts.of(QApplication.font()), LIGHT)._blocks
        if "stop" in block.layout.text() and "בית" in block.layout.text()
    )
    assert layout.textOption().textDirection() is Qt.LayoutDirection.RightToLeft
    assert [layout.text()[f.start : f.start + f.length] for f in layout.formats()] == ["stop"]
    line = layout.lineAt(0)
    assert line.cursorToX(0)[0] > line.cursorToX(at)[0]  # type: ignore[index]
    assert line.naturalTextRect().right() > 350 or layout.lineCount() > 1
