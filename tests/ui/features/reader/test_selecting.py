"""Selecting text in the reader with the pointer and by keyboard; copying it, and searching for the like."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.errors import Damaged
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import SOURCES, page_lines
from tests.ui.conftest import search, shown
from ui.features.reader.text_canvas import TextCanvas
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

PAGE = 14
LINES = page_lines(SOURCES[0], PAGE)
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


@pytest.fixture
def canvas(qtbot: QtBot, window: MainWindow) -> TextCanvas:
    """The first result open in the reader, with the text of its page at hand."""
    window.activateWindow()
    search(qtbot, window)
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.search.results.open_row(0)
    made = reader.view.canvas
    qtbot.waitUntil(lambda: bool(made.marks()) and made.page == PAGE)
    made.jump(PAGE)
    made.setFocus()
    qtbot.waitUntil(lambda: has_text(made, PAGE))
    return made


def has_text(canvas: TextCanvas, page: int) -> bool:
    return canvas.selector._text(page) is not None


def place(canvas: TextCanvas, line: int, column: int) -> QPoint:
    """The left edge of a character, in the viewport."""
    text = canvas.selector._text(PAGE)
    assert text is not None
    box = text._boxes[sum(len(item) + 1 for item in LINES[:line]) + column]
    assert box is not None
    scale = canvas._geometry.scale
    top = canvas._geometry.tops[PAGE] - canvas.verticalScrollBar().value()
    x, y = canvas._left(PAGE) + box.x0 * scale + 0.5, top + (box.y0 + box.y1) / 2 * scale
    return QPointF(x, y).toPoint()


def drag(canvas: TextCanvas, start: QPoint, end: QPoint) -> None:
    view = canvas.viewport()
    QTest.mousePress(view, LEFT, NONE, start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, NONE, end)


FIRST, LAST = 3, 4  # Lines of the page, both of the passage
WANTED = f"{LINES[FIRST]} {LINES[LAST][: LINES[LAST].index(' ')]}"


def select(canvas: TextCanvas) -> None:
    drag(canvas, place(canvas, FIRST, 0), place(canvas, LAST, len(LINES[LAST].split(" ")[0]) + 1))


def test_dragging_selects_from_where_it_began_to_where_it_ended(canvas: TextCanvas) -> None:
    select(canvas)
    assert canvas.selector.text() == WANTED
    assert canvas.selector.page == PAGE
    assert len(canvas.selector.boxes(PAGE)) == 2


def test_what_is_selected_is_coloured_and_its_letters_stay_dark(qtbot: QtBot, canvas: TextCanvas) -> None:
    store = canvas._store
    assert store is not None
    qtbot.waitUntil(lambda: store.picture(PAGE) is not None)
    select(canvas)
    image = canvas.viewport().grab().toImage()
    scale, ratio = canvas._geometry.scale, image.devicePixelRatio()
    box = canvas.selector.boxes(PAGE)[0]
    top = canvas._geometry.tops[PAGE] - canvas.verticalScrollBar().value()
    seen = [
        QColor(image.pixelColor(round(x * ratio), round((top + (box.y0 + 8) * scale) * ratio)))
        for x in range(round(canvas._left(PAGE) + box.x0 * scale), round(canvas._left(PAGE) + box.x1 * scale))
    ]
    assert min(colour.lightness() for colour in seen) < 90
    assert sum(colour.red() < 200 for colour in seen) > len(seen) / 2


def test_a_click_selects_nothing_and_takes_the_selection_back(canvas: TextCanvas) -> None:
    select(canvas)
    QTest.mouseClick(canvas.viewport(), LEFT, NONE, place(canvas, 6, 4))
    assert canvas.selector.is_empty


def test_a_double_click_selects_a_word_and_shift_extends_it(canvas: TextCanvas) -> None:
    words = LINES[FIRST].split(" ")
    where = place(canvas, FIRST, len(words[0]) + 2)
    QTest.mouseDClick(canvas.viewport(), LEFT, NONE, where)
    assert canvas.selector.text() == words[1]
    end = place(canvas, LAST, len(LINES[LAST].split(" ")[0]) + 1)
    QTest.mousePress(canvas.viewport(), LEFT, Qt.KeyboardModifier.ShiftModifier, end)
    assert canvas.selector.text() == " ".join([*words[1:], LINES[LAST].split(" ")[0]])


def test_escape_takes_the_selection_back(qtbot: QtBot, canvas: TextCanvas) -> None:
    select(canvas)
    qtbot.keyClick(canvas, Qt.Key.Key_Escape)
    assert canvas.selector.is_empty


def test_ctrl_c_copies_what_is_selected_with_the_citation_of_its_page(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas, library: StubLibrary
) -> None:
    select(canvas)
    QGuiApplication.clipboard().setText("")
    qtbot.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: bool(QGuiApplication.clipboard().text()))
    copied = QGuiApplication.clipboard().text()
    assert copied.startswith(f"“{WANTED}”") and library.reader.citation(1, PAGE) in copied
    assert window.status.text.whole() == "The selected text was copied with its citation."


def test_without_a_citation_nothing_is_copied_and_it_says_so(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas, library: StubLibrary
) -> None:
    select(canvas)
    QGuiApplication.clipboard().setText("before")
    library.faults["citation"] = Damaged()
    qtbot.keyClick(canvas, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: window.status.text.whole().startswith("Nothing was copied."))
    assert QGuiApplication.clipboard().text() == "before"


@pytest.mark.parametrize("way", ["key", "menu"])
def test_passages_like_the_selected_text_are_searched_for_word_for_word(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas, library: StubLibrary, way: str
) -> None:
    select(canvas)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        if way == "key":
            qtbot.keyClick(canvas, Qt.Key.Key_M)
        else:
            menu = canvas.menu()
            menu.actions()[1].trigger()
            menu.close()
    request = library.called("search")[-1]
    assert (request.text, request.literal, request.like) == (WANTED, True, 0)
    chip = window.search_page.bar.understood.chips.chips[0]
    assert chip.accessibleName().startswith("More like “The stop should")
    assert chip.accessibleName().endswith("(Brief, page 12)")
    assert shown(window)


def test_a_right_click_offers_the_menu_only_where_something_is_selected(
    qtbot: QtBot, canvas: TextCanvas
) -> None:
    def right_click() -> QMenu | None:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(50, 50), QPoint(50, 50))
        QApplication.sendEvent(canvas.viewport(), event)
        result = QApplication.activePopupWidget()
        return result if isinstance(result, QMenu) else None

    assert right_click() is None
    select(canvas)
    menu = right_click()
    assert menu is not None
    assert [action.text().split("\t")[0] for action in menu.actions()] == [
        "Copy with citation",
        "Find passages like this",
    ]
    menu.close()


def test_shift_and_arrows_select_by_lines_and_words(qtbot: QtBot, canvas: TextCanvas) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(canvas, Qt.Key.Key_Down, shift)
    first = canvas.selector.text()
    assert first in LINES
    qtbot.keyClick(canvas, Qt.Key.Key_Right, shift)
    assert canvas.selector.text().startswith(first + " ")
    qtbot.keyClick(canvas, Qt.Key.Key_Left, shift)
    qtbot.keyClick(canvas, Qt.Key.Key_Left, shift)
    assert first.startswith(canvas.selector.text())
    value = canvas.verticalScrollBar().value()
    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    assert canvas.verticalScrollBar().value() > value


def test_a_selection_over_two_pages_holds_the_end_of_one_and_the_beginning_of_the_next(
    qtbot: QtBot, canvas: TextCanvas
) -> None:
    view = canvas.viewport()
    QTest.mousePress(view, LEFT, NONE, place(canvas, 20, 0))
    canvas.jump(PAGE + 1)
    QTest.mouseMove(view, QPoint(view.width() - 30, 100))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(view.width() - 30, 100))
    qtbot.waitUntil(lambda: bool(canvas.selector.boxes(PAGE + 1)))
    text = canvas.selector.text()
    assert canvas.selector.page == PAGE
    assert text.startswith(" ".join(line for line in LINES[20:] if line))
    assert page_lines(SOURCES[0], PAGE + 1)[0] in text


def test_a_selection_that_began_before_the_text_was_there_is_filled_in_when_it_comes(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas, library: StubLibrary
) -> None:
    start, end = place(canvas, FIRST, 0), place(canvas, LAST, len(LINES[LAST].split(" ")[0]) + 1)
    reader = window.search.reader
    reader.close_document()
    gate = threading.Event()
    real = type(library.reader.views[-1]).characters
    waiting = lambda view, page: (gate.wait(20), real(view, page))[1]  # noqa: E731
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(library.reader.views[-1]), "characters", waiting)
        with qtbot.waitSignal(reader.opened):
            window.search.results.open_row(0)
        qtbot.waitUntil(lambda: bool(canvas.marks()))
        canvas.jump(PAGE)
        drag(canvas, start, end)
        assert canvas.selector.is_empty
        gate.set()
        qtbot.waitUntil(lambda: canvas.selector.text() == WANTED)


def test_another_document_begins_with_nothing_selected(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas
) -> None:
    select(canvas)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(2)
    assert canvas.selector.is_empty


def test_a_page_whose_characters_cannot_be_had_selects_nothing(
    qtbot: QtBot, window: MainWindow, canvas: TextCanvas, library: StubLibrary
) -> None:
    view = library.reader.views[-1]

    def damaged(page: int) -> None:
        raise Damaged

    view.characters = damaged  # type: ignore[method-assign, assignment]
    canvas.jump(2)
    canvas.selector.want(2)
    qtbot.waitUntil(lambda: has_text(canvas, 2))
    drag(canvas, QPoint(120, 100), QPoint(250, 200))
    assert canvas.selector.is_empty
    qtbot.keyClick(canvas, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert canvas.selector.is_empty
