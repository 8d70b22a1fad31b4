"""Pages that need a second look: the line above them, reading again, and the brief shown anew."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Document
from briefbank.domain.pages import OcrSetting
from briefbank.errors import NotInLibrary
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import note_link
from tests.ui.features.reader.conftest import SCANNED, document
from ui.features.reader.notices import HIDDEN
from ui.features.reader.reader import Reader
from ui.main_window import MainWindow
from ui.shared.actions import ReadAgain

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
DOUBTFUL = "with little certainty ({share} %). Compare the words with the page."
CAREFUL = "Carefully (faint or small print)"


@pytest.fixture
def scan(sample_library: HookedLibrary) -> Document:
    """A scan whose pages 2 and 3 are doubtful; page 6 has text under a black box."""
    sample_library.change(
        "documents.pages",
        lambda pages: [replace(page, hidden=40) if page.index == 5 else page for page in pages],
    )
    return document(sample_library, SCANNED)


def open_at(qtbot: QtBot, window: MainWindow, scan: Document, page: int) -> Reader:
    reader = window.search_page.reader
    with qtbot.waitSignal(reader.opened):
        window.open_document(scan)
    reader.canvas.jump(page)
    qtbot.waitUntil(lambda: reader.canvas.page == page)
    window.activateWindow()
    return reader


def choose(qtbot: QtBot, text: str, which: int = 0) -> None:
    """Choose an entry of the menu that popped up."""
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    menu.setActiveAction([action for action in menu.actions() if action.text() == text][which])
    qtbot.keyClick(menu, Qt.Key.Key_Return)


def test_the_line_says_what_is_to_be_known_of_each_page_and_keeps_its_height(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, scan: Document
) -> None:
    reader = open_at(qtbot, sample_window, scan, 1)
    notices, canvas, pages = reader.notices, reader.canvas, sample_library.documents.pages(scan.id)
    doubt = DOUBTFUL.format(share=round(100 * (pages[1].confidence or 0)))
    assert notices.isVisible() and notices.first.whole().endswith(doubt)
    assert canvas.accessibleDescription().endswith(doubt)
    for page in (2, 5, 1):
        height = notices.height()
        qtbot.mouseClick(note_link(reader, "Next such page"), Qt.MouseButton.LeftButton)
        assert canvas.page == page and notices.height() == height, "the pages do not move"
    canvas.jump(5)
    assert notices.first.whole() == HIDDEN
    canvas.jump(3)
    assert notices.first.whole() == "Nothing to check on this page. To check: file pages 2, 3, 6."


@pytest.mark.nightly
def test_a_page_is_read_again_as_asked_and_shown_anew_at_the_same_place(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, scan: Document
) -> None:
    reader = open_at(qtbot, sample_window, scan, 1)
    qtbot.mouseClick(note_link(reader, "Read again…"), Qt.MouseButton.LeftButton)
    with (
        qtbot.waitSignal(reader.opened, timeout=60_000),
        qtbot.waitSignal(sample_window.reading_again.wanted) as wanted,
    ):
        choose(qtbot, CAREFUL)
    assert wanted.args == [ReadAgain(scan, (1,), OcrSetting.CAREFUL)]
    qtbot.waitUntil(lambda: reader.canvas.page == 1)


def test_the_whole_brief_can_be_read_by_the_better_engine_where_there_is_one(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary, scan: Document
) -> None:
    sample_library.change("installation.ocr_engines", lambda _engines: ["Tesseract", "olmOCR"])
    sample_library.fail("ingest.read_again", NotInLibrary())
    sample_window.warm_up()
    reader = open_at(qtbot, sample_window, scan, 1)

    def offered() -> list[str]:
        return [action.text() for action in sample_window.reading_again.menu(reader, scan).actions()]

    qtbot.waitUntil(lambda: "With olmOCR" in offered())
    qtbot.keyClick(sample_window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    with qtbot.waitSignal(sample_window.reading_again.wanted) as wanted:
        choose(qtbot, "With olmOCR", which=1)
    assert wanted.args == [ReadAgain(scan, None, OcrSetting.STANDARD, "olmOCR")]
    qtbot.waitUntil(lambda: NotInLibrary.default_title in sample_window.status.text.whole())
    assert reader.canvas.page == 1, "a failure leaves the pages"
