"""Selecting text by pointer and by keyboard; copying it with its citation, and searching for the like."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QTextDocumentFragment
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Version
from briefbank.exports.quotations import of_hit, to_text
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import search, shown
from tests.ui.features.reader.conftest import HIT, document, open_row, pixels, place, text_of
from ui.features.reader.canvas import PageCanvas
from ui.features.reader.reader import Reader
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
CONTROL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
BEGIN, END = "The officers had no", "no right"
WANTED = "The officers had no reasonable and articulable suspicion and so had no"
STILL_READ = "The selected text is still being read. Try again in a moment."


@pytest.fixture
def canvas(qtbot: QtBot, reader: Reader) -> PageCanvas:
    """The page of the first result, with its text at hand."""
    text_of(qtbot, reader.canvas, HIT)
    reader.canvas.jump(HIT)
    return reader.canvas


def spot(canvas: PageCanvas, words: str, page: int = HIT) -> QPoint:
    """The left edge of the first of these words, in the viewport."""
    text = canvas.cache.text(page) if canvas.cache is not None else None
    assert text is not None
    start = text.raw.replace("\n", " ").index(words)
    box = text.boxes(start, start + 1)[0]
    return place(canvas, page, replace(box, x1=box.x0 + 0.5))


def drag(canvas: PageCanvas, start: QPoint, end: QPoint) -> None:
    view = canvas.viewport()
    QTest.mousePress(view, LEFT, NONE, start)
    QTest.mouseMove(view, (start + end) / 2)
    QTest.mouseMove(view, end)
    QTest.mouseRelease(view, LEFT, NONE, end)


def select(canvas: PageCanvas) -> None:
    """Select from one line to the first word of the next."""
    drag(canvas, spot(canvas, BEGIN), spot(canvas, END) + QPoint(12, 0))
    assert canvas.selector.text() == WANTED


def clipboard() -> tuple[str, str]:
    """The plain text, and the text that the rich form shows."""
    data = QGuiApplication.clipboard().mimeData()
    return data.text(), QTextDocumentFragment.fromHtml(data.html()).toPlainText()


def test_what_is_dragged_over_is_selected_and_coloured_and_its_letters_stay_dark(canvas: PageCanvas) -> None:
    select(canvas)
    boxes = canvas.selector.boxes(HIT)
    assert canvas.selector.page == HIT and len(boxes) == 2
    seen = pixels(canvas, HIT, boxes[1])
    assert min(colour.lightness() for colour in seen) < 90
    assert sum(colour.red() < 200 for colour in seen) > len(seen) / 2


def test_shift_and_arrows_select_by_lines_and_words(qtbot: QtBot, canvas: PageCanvas) -> None:
    qtbot.keyClick(canvas, Qt.Key.Key_Down, SHIFT)
    line = canvas.selector.text()
    assert " " in line and len(canvas.selector.boxes(HIT)) == 1
    qtbot.keyClick(canvas, Qt.Key.Key_Right, SHIFT)
    assert canvas.selector.text().startswith(line + " ")
    for _word in range(2):
        qtbot.keyClick(canvas, Qt.Key.Key_Left, SHIFT)
    assert line.startswith(canvas.selector.text())
    value = canvas.verticalScrollBar().value()
    qtbot.keyClick(canvas, Qt.Key.Key_Up)
    assert canvas.verticalScrollBar().value() < value, "without Shift the arrows scroll"


def test_a_selection_over_two_pages_holds_the_end_of_one_and_the_beginning_of_the_next(
    qtbot: QtBot, canvas: PageCanvas
) -> None:
    view = canvas.viewport()
    QTest.mousePress(view, LEFT, NONE, spot(canvas, BEGIN))
    canvas.jump(HIT + 1)
    QTest.mouseMove(view, QPoint(view.width() - 30, view.height() - 150))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(view.width() - 30, view.height() - 150))
    qtbot.waitUntil(lambda: bool(canvas.selector.boxes(HIT + 1)))
    assert canvas.selector.page == HIT and canvas.selector.text().startswith(WANTED)
    assert [page for page, _start, _end in canvas.selector.ranges()] == [HIT, HIT + 1]


def test_a_selection_whose_text_is_still_on_its_way_is_filled_in_and_not_copied_before(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, canvas: PageCanvas
) -> None:
    gate, view = sample_library.hold("page_view.characters"), canvas.viewport()
    QTest.mousePress(view, LEFT, NONE, spot(canvas, BEGIN))
    canvas.jump(HIT + 1)
    QTest.mouseMove(view, QPoint(view.width() - 30, view.height() - 150))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(view.width() - 30, view.height() - 150))
    QGuiApplication.clipboard().setText("before")
    requests = len(sample_library.called("search"))
    for key, modifier in ((Qt.Key.Key_C, CONTROL), (Qt.Key.Key_M, NONE)):
        sample_window.tell("")
        qtbot.keyClick(canvas, key, modifier)
        assert sample_window.status.text.whole() == STILL_READ
    assert clipboard()[0] == "before" and len(sample_library.called("search")) == requests
    gate.set()
    qtbot.waitUntil(lambda: bool(canvas.selector.boxes(HIT + 1)))


def test_ctrl_c_copies_what_is_selected_with_the_citation_of_its_page(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, canvas: PageCanvas
) -> None:
    select(canvas)
    QGuiApplication.clipboard().setText("")
    qtbot.keyClick(canvas, Qt.Key.Key_C, CONTROL)
    qtbot.waitUntil(lambda: bool(clipboard()[0]))
    copied, citation = clipboard()[0], sample_library.reader.citation(document(sample_library).id, HIT)
    assert copied.startswith(f"“{WANTED}”") and citation in copied
    assert sample_window.status.text.whole() == "The selected text was copied with its citation."


@pytest.mark.parametrize("way", ["key", "menu"])
def test_passages_like_the_selected_text_are_searched_for_word_for_word(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, canvas: PageCanvas, way: str
) -> None:
    select(canvas)
    with qtbot.waitSignal(sample_window.search_page.results.model.modelReset):
        if way == "key":
            qtbot.keyClick(canvas, Qt.Key.Key_M)
        else:
            menu = canvas.menu()
            menu.actions()[1].trigger()
            menu.close()
    request: Any = sample_library.called("search")[-1]
    assert (request.text, request.literal, request.like) == (WANTED, True, 0)
    chip = sample_window.search_page.bar.understood.chips.chips[0].accessibleName()
    assert chip.startswith("More like “The officers had") and chip.endswith("(Brief, page 3)")
    assert shown(sample_window)


def test_a_right_click_offers_its_menu_only_where_something_is_selected(
    qtbot: QtBot, sample_window: MainWindow, canvas: PageCanvas
) -> None:
    def right_click() -> QMenu | None:
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(50, 50), QPoint(50, 50))
        QApplication.sendEvent(canvas.viewport(), event)
        menu = QApplication.activePopupWidget()
        return menu if isinstance(menu, QMenu) else None

    assert right_click() is None
    select(canvas)
    menu = right_click()
    assert menu is not None
    words = [action.text().split("\t")[0] for action in menu.actions()]
    assert words == ["Copy with citation", "Find passages like this", "Put into a collection…"]
    with qtbot.waitSignal(sample_window.search_page.collect_wanted) as collected:
        menu.actions()[-1].trigger()
    assert collected.args[0].ranges == tuple(canvas.selector.ranges())
    menu.close()


def test_a_result_is_copied_as_text_and_as_rich_text_with_its_alerts(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    alert = as_message("Overruled by <b>Doe</b> in 2020.")
    sample_library.change(
        "search",
        lambda answer: replace(answer, hits=tuple(replace(hit, alerts=(alert,)) for hit in answer.hits)),
    )
    search(qtbot, sample_window)
    sample_window.search_page.focus_results()
    qtbot.keyClick(sample_window.search_page.results.list, Qt.Key.Key_C, CONTROL)
    text, rich = clipboard()
    assert text == to_text(of_hit(shown(sample_window)[0]))
    assert "Note: Overruled by <b>Doe</b> in 2020." in rich and shown(sample_window)[0].passage.text in rich


def copy_open(qtbot: QtBot, window: MainWindow) -> str:
    """Press Ctrl+Shift+C, and return what the clipboard holds then."""
    QGuiApplication.clipboard().setText("what was there before")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_C, CONTROL | SHIFT)
    return clipboard()[0]


def test_ctrl_shift_c_copies_the_passage_that_is_open_wherever_the_keyboard_is(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, reader: Reader
) -> None:
    hit = next(hit for hit in shown(sample_window) if hit.document != reader.document)
    open_row(qtbot, sample_window, sample_window.search_page.results.model.row_of(hit.passage.id))
    sample_window.focus_search()
    assert copy_open(qtbot, sample_window) == to_text(of_hit(hit))
    assert "copied with its citation" in sample_window.status.text.whole()
    other = document(sample_library, "State v. B.H.")
    version = Version(other.id, sample_library.documents.passages(other.id)[4].id, other.title, None)
    with qtbot.waitSignal(reader.opened):
        sample_window.search_page.open_version(hit, version)
    copied = copy_open(qtbot, sample_window)
    assert "B.H." in copied and hit.citation not in copied, "another version is cited by its own pages"
