"""Results grouped by brief, going from brief to brief, and what a card says on demand."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchAnswer, Tier, Verdict
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.search import FACTORS
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.card import Card, CardState
from ui.features.search.grouping import Group
from ui.kit.fonts import Fonts
from ui.main_window import MainWindow
from ui.style.theme import LIGHT

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def grouped(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A window with results, the first two of one brief, grouped as they are at first."""
    window.activateWindow()
    search(qtbot, window)
    window.search_page.focus_results()
    return window


def rows(window: MainWindow) -> list[str]:
    """'+' and the number of further passages for the line of a brief, "less close" for that of the tier; else
    the passage, or '…' while that is not read."""
    model, made = window.search_page.results.model, []
    for row in range(model.rowCount()):
        line, hit = model.line(row), model.hit_at(row)
        named = f"+{line.more}" if isinstance(line, Group) else "less close" if line else ""
        made.append(named or (str(hit.passage.id) if hit else "…"))
    return made


def spoken(window: MainWindow, row: int) -> str:
    said: str = window.search_page.results.model.index(row).data(Qt.ItemDataRole.AccessibleTextRole)
    return said


def show_briefs(window: MainWindow, briefs: Sequence[int], *, less_close: int = 0, **more: object) -> None:
    """Show an answer with a result of each of the briefs, the passages numbered from 1."""
    one = shown(window)[0]
    hits = tuple(
        replace(
            one,
            rank=number,
            passage=replace(one.passage, id=number),
            document=replace(one.document, id=brief),
            tier=Tier.LESS_CLOSE if number > len(briefs) - less_close else Tier.CLOSE,
        )
        for number, brief in enumerate(briefs, start=1)
    )
    answer = SearchAnswer("", 0.0, len(hits) - less_close, hits, less_close=less_close, briefs=tuple(briefs))
    window.search_page.results.model.show(replace(answer, **more))


def card(window: MainWindow, row: int) -> Card:
    view = window.search_page.results.list
    result: Card = view.itemDelegate().card(view.results.index(row))  # type: ignore[attr-defined]
    return result


def texts(found: Card) -> list[str]:
    return [block.layout.text() for block in found._blocks]


# --- rows ---


def test_from_its_second_passage_on_a_brief_is_folded_beneath_its_first(grouped: MainWindow) -> None:
    assert rows(grouped) == ["1", "+1", "3", "4", "5", "6"]
    assert grouped.search_page.results.count.text() == "6 passages, newest first"
    assert spoken(grouped, 1) == "1 more passage of this brief, collapsed."


def test_a_brief_stands_where_its_first_passage_stands(grouped: MainWindow) -> None:
    show_briefs(grouped, [7, 8, 7, 9, 8, 7])
    assert rows(grouped) == ["1", "+2", "2", "+1", "4"]
    assert spoken(grouped, 1) == "2 more passages of this brief, collapsed."


def test_an_opened_brief_shows_its_further_passages_without_repeating_its_title(
    qtbot: QtBot, grouped: MainWindow
) -> None:
    grouped.search_page.results.list.collapse(1, False)
    assert rows(grouped)[:3] == ["1", "+1", "2"]
    assert spoken(grouped, 1) == "1 more passage of this brief, expanded."
    assert any("Harlan Quill" in text for text in texts(card(grouped, 0)))
    assert not any("Harlan Quill" in text for text in texts(card(grouped, 2)))


def test_less_close_passages_are_folded_among_themselves_beneath_their_line(grouped: MainWindow) -> None:
    show_briefs(grouped, [7, 8, 7, 7, 8, 7], less_close=3)
    view = grouped.search_page.results.list
    assert rows(grouped) == ["1", "+1", "2", "less close", "4", "+1", "5"]
    view.collapse(5, False)
    assert rows(grouped) == ["1", "+1", "2", "less close", "4", "+1", "6", "5"]


def test_sections_of_a_law_stand_each_for_itself(grouped: MainWindow) -> None:
    show_briefs(grouped, [0, 0, 7, 0, 7])
    assert rows(grouped) == ["1", "2", "3", "+1", "4"]


def test_where_not_all_was_counted_a_line_says_the_least_number(grouped: MainWindow) -> None:
    show_briefs(grouped, [7, 7, 7, 8, 8], total_is_least=True)
    assert spoken(grouped, 1) == "At least 2 more passages of this brief, collapsed."
    assert spoken(grouped, 3) == "At least 1 more passage of this brief, collapsed."


# --- opening and closing ---


def test_a_brief_is_opened_and_closed_by_one_key_and_by_a_click(qtbot: QtBot, grouped: MainWindow) -> None:
    view = grouped.search_page.results.list
    view.choose(1)
    for key, number in (
        (Qt.Key.Key_Right, 7),
        (Qt.Key.Key_Left, 6),
        (Qt.Key.Key_Return, 7),
        (Qt.Key.Key_Space, 6),
    ):
        qtbot.keyClick(view, key)
        assert view.results.rowCount() == number and view.current_row() == 1
    for number in (7, 6):
        place = view.visualRect(view.results.index(1)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert view.results.rowCount() == number
    assert grouped.search.reader.hit is None


def test_left_on_a_further_passage_goes_to_its_line_and_on_a_first_one_stays(
    qtbot: QtBot, grouped: MainWindow
) -> None:
    view = grouped.search_page.results.list
    view.collapse(1, False)
    view.choose(2)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.current_row() == 1
    view.choose(3)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.current_row() == 3


def test_the_plain_list_is_one_key_away_with_the_same_passage_chosen(
    qtbot: QtBot, grouped: MainWindow
) -> None:
    view, control = grouped.search_page.results.list, Qt.KeyboardModifier.ControlModifier
    view.choose(3)
    qtbot.keyClick(view, Qt.Key.Key_G, control | SHIFT)
    assert rows(grouped) == ["1", "2", "3", "4", "5", "6"] and view.current_row() == 3
    qtbot.keyClick(view, Qt.Key.Key_G, control | SHIFT)
    assert rows(grouped) == ["1", "+1", "3", "4", "5", "6"] and view.current_row() == 3


def test_a_chosen_passage_that_is_folded_away_leaves_its_line_chosen(grouped: MainWindow) -> None:
    results = grouped.search_page.results
    results.head.grouping.click()
    results.list.choose(1)
    results.head.grouping.click()
    assert results.list.current_row() == 1 and results.model.line(1) is not None
    results.head.grouping.click()
    assert results.list.current_row() == 0


def test_a_list_at_its_top_stays_there_when_it_is_grouped(qtbot: QtBot, grouped: MainWindow) -> None:
    results = grouped.search_page.results
    for _ in range(2):
        qtbot.mouseClick(results.head.grouping, Qt.MouseButton.LeftButton)
        assert results.list.on_screen()[0] == 0 and results.list.verticalScrollBar().value() == 0


def test_the_plain_list_is_remembered_for_the_next_window(
    qtbot: QtBot, grouped: MainWindow, open_window: OpenWindow
) -> None:
    grouped.search_page.results.head.grouping.click()
    again = open_window(StubLibrary())
    search(qtbot, again)
    assert rows(again) == ["1", "2", "3", "4", "5", "6"]


def test_back_at_a_search_the_same_briefs_are_open(qtbot: QtBot, grouped: MainWindow) -> None:
    grouped.search_page.results.list.collapse(1, False)
    search(qtbot, grouped, "suspicion")
    assert "+1" not in rows(grouped) or "2" not in rows(grouped)
    with qtbot.waitSignal(grouped.search_page.results.model.modelReset):
        grouped.search.go_back()
    assert rows(grouped) == ["1", "+1", "2", "3", "4", "5", "6"]


# --- going from result to result ---


def walk(qtbot: QtBot, window: MainWindow, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> list[int]:
    """Return the passages that are opened by pressing a key with each of the modifiers."""
    opened = []
    for modifier in modifiers:
        qtbot.keyClick(window.search_page.results.list, key, modifier)
        hit = window.search.reader.hit
        opened.append(hit.passage.id if hit is not None else 0)
    return opened


def test_f4_goes_through_what_is_visible(qtbot: QtBot, grouped: MainWindow) -> None:
    down, view = Qt.KeyboardModifier.NoModifier, grouped.search_page.results.list
    assert walk(qtbot, grouped, Qt.Key.Key_F4, down, down, down, SHIFT, SHIFT) == [1, 3, 4, 3, 1]
    assert rows(grouped)[1] == "+1" and view.current_row() == 0
    view.collapse(1, False)
    assert walk(qtbot, grouped, Qt.Key.Key_F4, down, down, SHIFT, SHIFT) == [2, 3, 2, 1]


@pytest.mark.parametrize(("modifier", "opened"), [(Qt.KeyboardModifier.NoModifier, 3), (SHIFT, 1)])
def test_f4_goes_on_from_an_open_passage_that_was_folded_away(
    qtbot: QtBot, grouped: MainWindow, modifier: Qt.KeyboardModifier, opened: int
) -> None:
    grouped.search_page.results.list.collapse(1, False)
    grouped.search.results.open_row(2)
    grouped.search_page.results.list.collapse(1, True)
    assert walk(qtbot, grouped, Qt.Key.Key_F4, modifier) == [opened]


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("grouping", [False, True])
def test_alt_and_arrows_go_from_brief_to_brief(
    qtbot: QtBot, grouped: MainWindow, grouping: bool, opened: bool
) -> None:
    results = grouped.search_page.results
    if opened:
        results.list.collapse(1, False)
    results.head.grouping.setChecked(grouping)
    assert walk(qtbot, grouped, Qt.Key.Key_Down, ALT, ALT, ALT) == [1, 3, 4]
    assert walk(qtbot, grouped, Qt.Key.Key_Up, ALT, ALT, ALT) == [3, 1, 1]
    assert grouped.status.text.whole() == "This is the first brief."


def test_alt_and_arrows_go_on_from_an_open_passage_that_was_folded_away(
    qtbot: QtBot, grouped: MainWindow
) -> None:
    grouped.search_page.results.list.collapse(1, False)
    grouped.search.results.open_row(2)
    grouped.search_page.results.list.collapse(1, True)
    assert walk(qtbot, grouped, Qt.Key.Key_Down, ALT) == [3]


def test_a_thumb_in_a_grouped_list_marks_the_passage_it_was_pressed_on(grouped: MainWindow) -> None:
    grouped.search.results.give_feedback(2, Verdict.UP)
    assert [hit.passage.id for hit in shown(grouped) if hit.verdict is Verdict.UP] == [3]


# --- long answers ---


def test_a_long_answer_has_its_lines_and_their_numbers_before_it_is_read(
    qtbot: QtBot, library: StubLibrary, grouped: MainWindow
) -> None:
    library.many, library.gates["further"] = 480, threading.Event()
    search(qtbot, grouped)
    assert rows(grouped)[:9] == ["1", "+159", "3", "+79", "4", "5", "+79", "6", "+79"]
    assert len(shown(grouped)) == 50


def test_results_of_an_opened_brief_are_read_as_one_scrolls_to_them(
    qtbot: QtBot, library: StubLibrary, grouped: MainWindow
) -> None:
    library.many = 480
    search(qtbot, grouped)
    view = grouped.search_page.results.list
    view.collapse(3, False)
    assert rows(grouped)[13] == "…"
    view.choose(82)
    qtbot.waitUntil(lambda: rows(grouped)[82] != "…")
    assert view.results.hit(82).document.id == view.results.hit(2).document.id


def test_a_brief_whose_first_passage_is_still_to_be_read_is_read_when_it_is_visible(
    qtbot: QtBot, library: StubLibrary, grouped: MainWindow
) -> None:
    library.many, library.in_runs = 480, True
    search(qtbot, grouped)
    qtbot.waitUntil(lambda: rows(grouped)[:5] == ["1", "+159", "3", "+79", "4"])


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
    assert card(window, 2).doubtful.isEmpty()


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
    window.search_page.results.model.show_new(frozenset({3}))
    assert "New since you last looked" in texts(card(window, 2))
    assert "New since you last looked" not in texts(card(window, 0))
    assert "New since you last looked" not in spoken(window, 1)


def test_a_line_says_that_a_passage_it_folds_away_is_new(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.results.model.show_new(frozenset({2}))
    said = "1 more passage of this brief  ·  New since you last looked"
    assert spoken(window, 1) == f"{said}, collapsed."
    window.search_page.results.list.collapse(1, False)
    assert spoken(window, 1) == "1 more passage of this brief, expanded."
    assert "New since you last looked" in texts(card(window, 2))


def test_a_text_from_right_to_left_begins_at_the_right_with_its_marks_on_the_same_words(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    hit = shown(window)[0]
    text = "בית המשפט קבע כי עיכוב הרכב stop נמשך מעבר לנדרש"
    at = text.index("stop")
    result = replace(hit, passage=replace(hit.passage, text=text), marks=((at, at + 4),))
    layout = next(
        block.layout
        for block in Card(result, 430, CardState(), Fonts.of(QApplication.font()), LIGHT)._blocks
        if "stop" in block.layout.text() and "בית" in block.layout.text()
    )
    assert layout.textOption().textDirection() is Qt.LayoutDirection.RightToLeft
    assert [layout.text()[f.start : f.start + f.length] for f in layout.formats()] == ["stop"]
    line = layout.lineAt(0)
    assert line.cursorToX(0)[0] > line.cursorToX(at)[0]  # type: ignore[index]
    assert line.naturalTextRect().right() > 350 or layout.lineCount() > 1
