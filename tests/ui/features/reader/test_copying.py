"""Copying with a citation: both forms on the clipboard, from anywhere, with what speaks against the text."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextDocumentFragment
from pytestqt.qtbot import QtBot

from briefbank.domain.pages import Page, PageSource
from briefbank.exports.quotations import doubted, of_hit, to_text
from tests.stand_ins.library import StubLibrary
from tests.test_unicode import LINES
from tests.ui.conftest import search, shown
from ui.features.reader.selected_quotation import quoted_selection
from ui.jobs import JobReporter
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

BOTH = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


def clipboard() -> tuple[str, str]:
    """The plain text, and the text that the rich form shows."""
    data = QGuiApplication.clipboard().mimeData()
    return data.text(), QTextDocumentFragment.fromHtml(data.html()).toPlainText()


@pytest.mark.parametrize("name", list(LINES))
def test_every_character_of_a_passage_arrives_in_both_forms(
    qtbot: QtBot, library: StubLibrary, window: MainWindow, name: str
) -> None:
    line = unicodedata.normalize("NFC", LINES[name])
    search(qtbot, window)
    hit = shown(window)[0]
    passage = replace(hit.passage, text=f"{line} {hit.passage.text}")
    library.forced["hits"] = (replace(hit, passage=passage),)
    search(qtbot, window, "nervousness")
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text, rich = clipboard()
    assert line in text and line in rich


def copy(qtbot: QtBot, window: MainWindow) -> None:
    QGuiApplication.clipboard().setText("what was there before")
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_C, BOTH)


def test_a_result_is_copied_as_text_and_as_rich_text_with_its_alerts(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    library.alerts[1] = ("Overruled by <b>Doe</b> in 2020.",)
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    text, rich = clipboard()
    assert text == to_text(of_hit(shown(window)[0]))
    assert "Note: Overruled by <b>Doe</b> in 2020." in rich
    assert shown(window)[0].passage.text in rich


def test_ctrl_shift_c_copies_the_passage_that_is_open_wherever_the_keyboard_is(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(2)
    window.focus_search()
    copy(qtbot, window)
    assert clipboard()[0] == to_text(of_hit(shown(window)[2]))
    assert "copied with its citation" in window.status.text.whole()


def test_ctrl_shift_c_without_an_open_passage_copies_the_chosen_result(
    qtbot: QtBot, window: MainWindow
) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    copy(qtbot, window)
    assert clipboard()[0] == to_text(of_hit(shown(window)[0]))


def test_ctrl_shift_c_with_nothing_open_copies_nothing_and_says_what_to_do(
    qtbot: QtBot, window: MainWindow
) -> None:
    copy(qtbot, window)
    assert clipboard()[0] == "what was there before"
    assert "open a passage first" in window.status.text.whole()


def test_a_document_opened_without_a_passage_asks_for_a_selection(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    with qtbot.waitSignal(window.search.reader.opened):
        window.open_document(next(library.documents.each()))
    copy(qtbot, window)
    assert clipboard()[0] == "what was there before"
    assert "Select text" in window.status.text.whole()


def test_a_selection_over_two_pages_is_cited_by_both_and_doubtful_pages_are_noted(
    library: StubLibrary,
) -> None:
    library.documents.noted[4] = Page(4, "2", "words", PageSource.OCR, "", "tesseract", 0.617)
    ranges = ((3, 0, 4), (4, 0, 5))
    quoted = quoted_selection(library, 1, ranges, "some words", JobReporter(lambda _file: None))
    assert quoted.text == "some words"
    assert quoted.notes[-1] == doubted(0.617)
    assert library.called("citation")[-1] == (1, 3, 4)


def test_another_version_that_is_opened_is_cited_by_its_own_pages(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    from briefbank.domain.documents import Version

    version = Version(2, 3, "State v. Imogen Pell, Reply Brief", None)
    library.other_versions[1] = (version,)
    search(qtbot, window)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_version(0, version)
    copy(qtbot, window)
    assert "Imogen Pell" in clipboard()[0].split("\n\n")[1]
    assert replace(shown(window)[0]).citation not in clipboard()[0]
