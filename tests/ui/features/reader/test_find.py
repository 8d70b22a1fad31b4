"""Finding words in the open document: while typing, from place to place, by keys and buttons."""

from __future__ import annotations

import threading

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from briefbank.errors import StoreBusy
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import PAGES
from tests.ui.conftest import search
from ui.features.reader.controller import ReaderController
from ui.features.reader.find_bar import FindBar
from ui.main_window import MainWindow

CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def open_first(qtbot: QtBot, window: MainWindow) -> ReaderController:
    """The first result, open at page 15 of 24."""
    search(qtbot, window)
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.search.results.open_row(0)
    qtbot.waitUntil(lambda: bool(reader.view.canvas.marks()))
    window.activateWindow()
    reader.view.canvas.setFocus()
    qtbot.waitUntil(reader.view.canvas.hasFocus)
    return reader


def open_bar(qtbot: QtBot, window: MainWindow) -> FindBar:
    bar = window.search.reader.find.bar
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(bar.field.hasFocus)
    return bar


def find(qtbot: QtBot, window: MainWindow, words: str) -> FindBar:
    bar = open_bar(qtbot, window)
    qtbot.keyClicks(bar.field, words)
    qtbot.waitUntil(lambda: not window.jobs.busy("find"))
    return bar


def test_what_is_typed_is_found_from_the_page_in_view_on_and_marked(qtbot: QtBot, window: MainWindow) -> None:
    reader = open_first(qtbot, window)
    bar = find(qtbot, window, "roadside FOR another")
    assert bar.place.text() == "1 of 1"
    qtbot.waitUntil(lambda: reader.view.canvas._current is not None)
    page, number = reader.view.canvas._current or (0, 0)
    qtbot.waitUntil(lambda: page in reader.view.canvas._found)
    assert page == 14
    assert reader.view.canvas._found[page][number]
    assert bar.field.hasFocus()


def test_f3_and_enter_go_on_and_back_and_around_the_end(qtbot: QtBot, window: MainWindow) -> None:
    reader = open_first(qtbot, window)
    bar = find(qtbot, window, "new hearing")
    total = len(reader.find._places)
    assert total > 20
    here = reader.find._current
    assert reader.find._places[here].page == 14
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert bar.place.text() == f"{here + 3} of {total}"
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, SHIFT)
    qtbot.keyClick(window, Qt.Key.Key_F3, SHIFT)
    assert bar.place.text() == f"{here + 1} of {total}"
    for _ in range(here + 1):
        qtbot.mouseClick(bar.previous, Qt.MouseButton.LeftButton)
    assert bar.place.text() == f"{total} of {total}"
    assert window.status.text.whole() == "From the end again."
    qtbot.waitUntil(lambda: reader.view.canvas.page == PAGES - 1)
    qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert bar.place.text() == f"1 of {total}"
    assert window.status.text.whole() == "From the beginning again."


def test_escape_takes_the_marks_away_and_gives_the_keyboard_back_to_the_pages(
    qtbot: QtBot, window: MainWindow
) -> None:
    reader = open_first(qtbot, window)
    bar = find(qtbot, window, "hearing")
    qtbot.waitUntil(lambda: bool(reader.view.canvas._found))
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert bar.isHidden()
    assert reader.view.canvas._found == {}
    qtbot.waitUntil(reader.view.canvas.hasFocus)
    qtbot.keyClick(window, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: bool(reader.find._places))
    assert not bar.isHidden()
    assert bar.field.text() == "hearing"


def test_what_is_not_there_is_said_and_the_library_is_offered(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_first(qtbot, window)
    bar = find(qtbot, window, "checkpoint")
    qtbot.waitUntil(bar.in_library.isVisible)
    assert bar.nothing.text() == "Not in this brief."
    assert not bar.next.isEnabled()
    with qtbot.waitSignal(window.search.answered):
        qtbot.mouseClick(bar.in_library, Qt.MouseButton.LeftButton)
    assert window.search_page.bar.field.text() == "checkpoint"


def test_selected_text_stands_in_the_field_and_is_found(qtbot: QtBot, window: MainWindow) -> None:
    reader = open_first(qtbot, window)
    canvas = reader.view.canvas
    box = canvas.marks()[14].words[0]
    scale = canvas._geometry.scale
    top = canvas._geometry.tops[14] - canvas.verticalScrollBar().value()
    spot = QPoint(round(canvas._left(14) + (box.x0 + 3) * scale), round(top + (box.y0 + box.y1) / 2 * scale))
    canvas.selector.want(14)
    qtbot.waitUntil(lambda: canvas.selector._text(14) is not None)
    qtbot.mouseDClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    chosen = canvas.selector.text()
    assert chosen
    bar = open_bar(qtbot, window)
    assert bar.field.text() == chosen
    qtbot.waitUntil(lambda: bool(reader.find._places))


def test_the_choices_count_at_once(qtbot: QtBot, window: MainWindow) -> None:
    reader = open_first(qtbot, window)
    bar = find(qtbot, window, "Hearing")
    loose = len(reader.find._places)
    qtbot.mouseClick(bar.match_case, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.jobs.busy("find"))
    assert loose > 0 and len(reader.find._places) == 0
    qtbot.mouseClick(bar.match_case, Qt.MouseButton.LeftButton)
    bar.field.setText("hear")
    qtbot.mouseClick(bar.whole_words, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.jobs.busy("find"))
    assert len(reader.find._places) == 0


def test_another_document_is_searched_for_the_words_and_its_view_stays_at_the_passage(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    reader = open_first(qtbot, window)
    bar = find(qtbot, window, "hearing")
    with qtbot.waitSignal(reader.opened):
        window.search.results.open_row(2)
    qtbot.waitUntil(lambda: bool(reader.find._places))
    assert library.called("findable") == [1, 2]
    assert reader.find._current == -1
    assert bar.place.text() == f"{len(reader.find._places)}"
    qtbot.waitUntil(lambda: reader.view.canvas.page == 6)


def test_an_answer_for_words_that_were_changed_since_is_dropped(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    reader = open_first(qtbot, window)
    gate = library.gates["findable"] = threading.Event()
    bar = open_bar(qtbot, window)
    qtbot.keyClicks(bar.field, "hearing")
    qtbot.waitUntil(lambda: bool(library.called("findable")))
    bar.field.setText("roadside for another")
    gate.set()
    qtbot.waitUntil(lambda: bar.place.text() == "1 of 1")
    assert len(reader.find._places) == 1


def test_a_library_that_cannot_be_read_says_so_and_nothing_is_marked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_first(qtbot, window)
    library.faults["findable"] = StoreBusy()
    bar = find(qtbot, window, "hearing")
    qtbot.waitUntil(lambda: StoreBusy.default_title in window.status.text.whole())
    assert bar.place.text() == ""
    del library.faults["findable"]
    bar.field.setText("hearings")
    bar.field.setText("hearing")
    qtbot.waitUntil(lambda: bool(window.search.reader.find._places))


def test_without_a_document_the_keys_lead_to_the_search_box(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    window.search_page.bar.order.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(window.search_page.bar.field.hasFocus)
    qtbot.keyClick(window, Qt.Key.Key_F3)
    assert window.search.reader.find.bar.isHidden()


def test_every_part_of_the_bar_has_a_name_and_is_reached_by_tab(qtbot: QtBot, window: MainWindow) -> None:
    open_first(qtbot, window)
    bar = find(qtbot, window, "hearing")
    reached: list[QWidget] = [bar.field]
    for _ in range(5):
        qtbot.keyClick(reached[-1], Qt.Key.Key_Tab)
        reached.append(window.focusWidget())
    expected = [bar.field, bar.previous, bar.next, bar.match_case, bar.whole_words, bar.close_button]
    assert reached == expected
    names = [part.accessibleName() for part in expected]
    assert all(names) and len(set(names)) == len(names)
    assert bar.field.accessibleDescription() == bar.place.text()
