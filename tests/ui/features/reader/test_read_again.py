"""Pages that need a second look: the bar above them, reading again, and the document shown anew."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileOutcome, FileStatus
from briefbank.domain.pages import OcrSetting, Page, PageSource
from briefbank.errors import NotInLibrary
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from ui.features.reader.page_bar import HIDDEN
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

DOUBTFUL = "This page was read by Tesseract with little certainty (61 %). Compare the words with the page."


@pytest.fixture
def scan(library: StubLibrary) -> StubLibrary:
    """Page 3 of every document is doubtful, page 7 has text under a black box, page 9 is a good scan."""
    library.documents.noted = {
        2: Page(2, "", "", PageSource.OCR, "", "Tesseract", 0.61),
        6: Page(6, "", "", PageSource.TEXT, hidden=40),
        8: Page(8, "", "", PageSource.OCR, "", "Tesseract", 0.97),
    }
    library.documents.change(1, ocr_pages=2, doubtful_pages=1, hidden_pages=1)
    return library


def open_at(qtbot: QtBot, window: MainWindow, library: StubLibrary, page: int) -> None:
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.open_document(library.documents.get(1))
    reader.view.canvas.jump(page)
    qtbot.waitUntil(lambda: reader.view.canvas.page == page)


def popped_up() -> QMenu:
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(qtbot: QtBot, menu: QMenu, text: str, which: int = 0) -> None:
    action = [action for action in menu.actions() if action.text() == text][which]
    menu.setActiveAction(action)
    qtbot.keyClick(menu, Qt.Key.Key_Return)


def test_the_bar_says_what_is_to_be_known_of_each_page(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    open_at(qtbot, window, scan, 2)
    reader = window.search.reader
    bar, canvas = reader.view.bar, reader.view.canvas
    assert bar.isVisible() and bar.text.text() == DOUBTFUL
    assert canvas.accessibleDescription().endswith(DOUBTFUL)
    qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert canvas.page == 6 and bar.text.text() == HIDDEN
    qtbot.mouseClick(bar.next, Qt.MouseButton.LeftButton)
    assert canvas.page == 2
    canvas.jump(8)
    assert bar.text.text() == "Nothing to note on this page. To look at: file pages 3, 7."


def test_the_bar_keeps_its_height_so_that_the_pages_do_not_move(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    open_at(qtbot, window, scan, 0)
    bar = window.search.reader.view.bar
    heights = set()
    for page in (0, 2, 6, 8):
        window.search.reader.view.canvas.jump(page)
        QApplication.processEvents()
        heights.add(bar.height())
    assert len(heights) == 1


def test_a_document_with_nothing_to_note_has_no_bar(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_at(qtbot, window, library, 2)
    assert not window.search.reader.view.bar.isVisible()


def test_a_page_is_read_again_as_asked_and_shown_anew_at_the_same_place(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    gate = threading.Event()

    def script(path: Path, _reporter: Reporter) -> FileOutcome:
        gate.wait(20)
        scan.documents.noted = {}
        return FileOutcome(path, FileStatus.ADDED, scan.documents.change(1, doubtful_pages=0))

    scan.ingest.script = script
    open_at(qtbot, window, scan, 2)
    reader = window.search.reader
    qtbot.mouseClick(reader.view.bar.again, Qt.MouseButton.LeftButton)
    choose(qtbot, popped_up(), "Carefully (faint or small print)")
    qtbot.waitUntil(lambda: scan.called("read_again") == [(1, [2], OcrSetting.CAREFUL, "")])
    assert reader.view.bar.isVisible(), "until it is done the page stays as it is"
    with qtbot.waitSignal(reader.opened):
        gate.set()
    qtbot.waitUntil(lambda: reader.view.canvas.page == 2)
    assert not reader.view.bar.isVisible()


def test_the_whole_document_can_be_read_by_the_better_engine_where_there_is_one(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    window.warm_up()
    qtbot.waitUntil(lambda: scan.called("ocr_engines") == [None])
    open_at(qtbot, window, scan, 2)
    window.activateWindow()
    qtbot.waitUntil(
        lambda: (
            "With olmOCR"
            in [a.text() for a in window.reading_again.menu(window, scan.documents.get(1)).actions()]
        )
    )
    qtbot.keyClick(window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    choose(qtbot, popped_up(), "With olmOCR", which=1)
    qtbot.waitUntil(lambda: scan.called("read_again") == [(1, None, OcrSetting.STANDARD, "olmOCR")])


def test_a_page_with_text_of_its_own_is_not_read_again_and_it_is_said_why(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    open_at(qtbot, window, scan, 6)
    assert not window.search.reader.view.bar.again.isEnabled()
    window.search.reader.read_again()
    assert "has text of its own" in window.status.text.whole()
    assert QApplication.activePopupWidget() is None


def test_reading_again_that_fails_says_so_and_leaves_the_pages(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    scan.faults["read_again"] = NotInLibrary()
    open_at(qtbot, window, scan, 2)
    qtbot.mouseClick(window.search.reader.view.bar.again, Qt.MouseButton.LeftButton)
    choose(qtbot, popped_up(), "As one column (forms)")
    qtbot.waitUntil(lambda: NotInLibrary.default_title in window.status.text.whole())
    assert window.search.reader.view.canvas.page == 2


def test_a_document_is_read_again_from_the_menu_of_its_row(
    qtbot: QtBot, window: MainWindow, scan: StubLibrary
) -> None:
    window.show_page(LIBRARY)
    menu = window.documents.menu(scan.documents.get(1))
    again = next(action.menu() for action in menu.actions() if action.text() == "Read again")
    assert isinstance(again, QMenu)
    next(action for action in again.actions() if action.text() == "As one column (forms)").trigger()
    qtbot.waitUntil(lambda: scan.called("read_again") == [(1, None, OcrSetting.ONE_COLUMN, "")])
    texts = [action.text() for action in window.documents.menu(scan.documents.get(2)).actions()]
    assert "Read again" not in texts, "a document without scans has nothing to recognise"
