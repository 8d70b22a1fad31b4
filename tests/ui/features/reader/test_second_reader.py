"""Two readers beside each other: each with its own document, bars and zoom, and one of them in use."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, show_library
from tests.ui.features.reader.test_reader import open_row
from tests.ui.kit.test_screen_shield import Recorder
from ui.features.reader.pair_controller import ReaderPairController
from ui.kit.screen_shield import ScreenShield
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def pair(qtbot: QtBot, window: MainWindow) -> ReaderPairController:
    """Document 1 in the first reader, document 2 in the second, which was used last."""
    window.resize(1600, 900)
    search(qtbot, window)
    open_row(qtbot, window, 0)
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    open_row(qtbot, window, 2)
    return window.search.readers


def opened(pair: ReaderPairController) -> list[int]:
    return [reader.document.id if reader.document else 0 for reader in pair.readers]


def strips(pair: ReaderPairController) -> list[str]:
    return [pane.says.text() for pane in pair.view.panes if pane.strip.isVisible()]


def test_f8_gives_a_second_reader_in_which_the_next_result_opens(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    assert opened(pair) == [1, 2]
    assert strips(pair) == ["First brief", "Second brief: results open here"]
    first, second = pair.readers
    assert first.view.isVisible() and second.view.isVisible()
    assert (
        first.view.mapTo(pair.view, first.view.rect().topRight()).x()
        < second.view.mapTo(pair.view, second.view.rect().topLeft()).x()
    )


def test_f8_again_closes_the_second_and_its_renderer_and_the_first_is_as_it_was(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, pair: ReaderPairController
) -> None:
    page = pair.readers[0].view.canvas.page
    qtbot.keyClick(window, Qt.Key.Key_F8)
    assert not pair.are_two and strips(pair) == []
    assert opened(pair) == [1, 0]
    assert window.search.reader is pair.readers[0]
    assert pair.readers[0].view.canvas.page == page
    qtbot.waitUntil(lambda: library.reader.views[1].closed)
    assert not library.reader.views[0].closed


def test_the_reader_that_is_clicked_is_the_one_in_use_for_results_zoom_and_finding(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    first, second = pair.readers
    qtbot.mouseClick(first.view.canvas.viewport(), Qt.MouseButton.LeftButton)
    first.view.canvas.setFocus()
    qtbot.waitUntil(lambda: window.search.reader is first)
    assert strips(pair) == ["First brief: results open here", "Second brief"]
    zoom = second.view.canvas.zoom
    qtbot.keyClick(window, Qt.Key.Key_Plus, CONTROL)
    qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
    qtbot.waitUntil(first.find.bar.field.hasFocus)
    assert second.view.canvas.zoom == zoom and first.view.canvas.zoom > zoom
    assert second.find.bar.isHidden()
    open_row(qtbot, window, 3)
    assert opened(pair) == [3, 2]


def test_finding_in_one_reader_does_not_take_away_what_the_other_found(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    for reader in reversed(pair.readers):
        reader.view.canvas.setFocus()
        qtbot.keyClick(window, Qt.Key.Key_F, CONTROL)
        qtbot.waitUntil(reader.find.bar.field.hasFocus)
        reader.find.bar.field.setText("new hearing")
    for reader in pair.readers:
        qtbot.waitUntil(lambda reader=reader: bool(reader.find._places))
        qtbot.waitUntil(lambda reader=reader: bool(reader.view.canvas._found))


def test_the_marked_result_is_that_of_the_reader_in_use(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    model = window.search_page.results.model
    assert model._opened == pair.readers[1].hit.passage.id
    pair.readers[0].view.canvas.setFocus()
    qtbot.waitUntil(lambda: window.search.reader is pair.readers[0])
    assert model._opened == pair.readers[0].hit.passage.id
    pair.readers[1].close_document()
    assert model._opened == pair.readers[0].hit.passage.id


def test_control_enter_opens_a_result_in_the_other_reader_and_the_list_keeps_the_keyboard(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    open_row(qtbot, window, 0)
    window.activateWindow()
    results, readers = window.search_page.results.list, window.search.readers
    results.setFocus()
    results.choose(2)
    qtbot.keyClick(results, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: opened(readers) == [1, 2])
    assert results.hasFocus()
    assert window.search.reader is readers.readers[0]


def test_control_enter_in_the_library_opens_beside(qtbot: QtBot, window: MainWindow) -> None:
    show_library(qtbot, window)
    table = window.documents.table
    table.selectRow(1)
    document = window.documents.current()
    assert document is not None
    qtbot.keyClick(table, Qt.Key.Key_Return, CONTROL)
    readers = window.search.readers
    qtbot.waitUntil(lambda: opened(readers) == [0, document.id])
    assert window.pages.currentIndex() == SEARCH
    menu = window.documents.menu(document)
    assert "Open beside\tCtrl+Enter" in [action.text() for action in menu.actions()]
    menu.deleteLater()


def test_a_document_that_is_removed_is_closed_in_both_readers(
    qtbot: QtBot,
    window: MainWindow,
    library: StubLibrary,
    pair: ReaderPairController,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(window.documents, "confirm_removal", lambda *_: True)
    document = library.documents.get(2)
    pair.readers[0].open_document(document)
    qtbot.waitUntil(lambda: opened(pair) == [2, 2])
    window.removal.remove([document.id])
    qtbot.waitUntil(lambda: opened(pair) == [0, 0])
    assert pair.are_two


def test_each_strip_closes_its_own(qtbot: QtBot, window: MainWindow, pair: ReaderPairController) -> None:
    qtbot.mouseClick(pair.view.panes[0].close_button, Qt.MouseButton.LeftButton)
    assert opened(pair) == [0, 2] and pair.are_two
    qtbot.mouseClick(pair.view.panes[1].close_button, Qt.MouseButton.LeftButton)
    assert not pair.are_two
    names = [pane.close_button.accessibleName() for pane in pair.view.panes]
    assert names == ["Close First brief", "Close Second brief"]


def test_in_the_smallest_window_the_briefs_stand_side_by_side_while_one_reads_and_the_results_come_back(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    results, first, second = window.search_page.results, *pair.readers
    window.resize(1024, 700)
    qtbot.waitUntil(lambda: window.width() == 1024)
    second.view.canvas.setFocus()
    qtbot.waitUntil(lambda: not results.isVisible())
    inside = window.rect()
    for reader in (first, second):
        qtbot.waitUntil(
            lambda item=reader: inside.contains(item.view.mapTo(window, item.view.rect().bottomRight()))
        )
    for reader in (first, second):
        assert reader.view.canvas.height() >= 200 and reader.view.width() >= 360
    assert (window.width(), window.height()) == (1024, 700)
    qtbot.keyClick(window, Qt.Key.Key_L, CONTROL)
    qtbot.waitUntil(results.isVisible)
    assert second.view.isVisible() and not first.view.isVisible()
    assert opened(pair) == [1, 2]
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.keyClick(window, Qt.Key.Key_F6)
    qtbot.waitUntil(lambda: first.view.isVisible() and second.view.isVisible() and not results.isVisible())
    window.resize(1600, 900)
    qtbot.waitUntil(lambda: results.isVisible() and first.view.isVisible() and second.view.isVisible())


def test_in_the_smallest_window_an_empty_second_reader_waits_beside_the_results(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.resize(1024, 700)
    search(qtbot, window)
    open_row(qtbot, window, 0)
    window.activateWindow()
    readers, results = window.search.readers, window.search_page.results
    readers.active.view.canvas.setFocus()
    qtbot.keyClick(window, Qt.Key.Key_F8)
    qtbot.waitUntil(results.list.hasFocus)
    assert results.isVisible() and readers.readers[1].view.isVisible()
    results.list.choose(2)
    qtbot.keyClick(results.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: opened(readers) == [1, 2])
    results.list.choose(3)
    qtbot.keyClick(results.list, Qt.Key.Key_Return, CONTROL)
    qtbot.waitUntil(lambda: opened(readers) == [3, 2])
    qtbot.waitUntil(lambda: all(reader.view.isVisible() for reader in readers.readers))
    qtbot.keyClick(window, Qt.Key.Key_F8)
    qtbot.waitUntil(results.isVisible)
    assert not readers.are_two


def test_both_summaries_can_be_open_and_the_window_stays_out_of_screenshots_until_the_last_is_closed(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder = Recorder()
    panels = [reader.view.summary for reader in pair.readers]
    for panel in panels:
        panel._shield = ScreenShield(recorder)
    for reader in pair.readers:
        reader.toggle_summary()
        qtbot.waitUntil(lambda reader=reader: bool(reader.view.summary.painted.accessibleDescription()))
    for on in (True, False):
        for panel in panels:
            panel.generated.revealed.emit(on)
    assert [on for _, on in recorder.asked] == [True, True, True, False]


def test_the_law_line_and_the_caption_button_work_in_the_second_reader(
    qtbot: QtBot, window: MainWindow, pair: ReaderPairController
) -> None:
    second = pair.readers[1]
    qtbot.mouseClick(second.view.head.correct, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.correction.dialog is not None)
    dialog = window.correction.dialog
    assert dialog is not None and dialog.document.id == 2
    dialog.close()


def test_the_names_of_the_readers_tell_them_apart_for_assistive_technology(
    pair: ReaderPairController,
) -> None:
    names = [pane.accessibleName() for pane in pair.view.panes]
    assert names == ["First brief", "Second brief: results open here"]


def test_a_second_reader_that_was_prepared_stays_closed_and_is_the_one_that_opens(window: MainWindow) -> None:
    readers = window.search.readers
    readers.prepare_second()
    second = readers.readers[1]
    assert not readers.are_two and not second.view.isVisible() and readers.active is readers.readers[0]
    readers.toggle()
    assert readers.are_two and second.view.isVisible() and len(readers.readers) == 2
