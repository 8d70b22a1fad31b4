"""The office's own related words in the system's editor, and the page on how to search."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from briefbank.errors import StoreReadOnly
from tests.stand_ins.library import StubLibrary
from ui.features.help.search_help import TABLES
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> list[QUrl]:
    urls: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url) or True)
    return urls


def test_the_list_of_related_words_opens_as_a_file_of_this_computer(
    qtbot: QtBot, window: MainWindow, handed: list[QUrl]
) -> None:
    window.thesaurus.open()
    qtbot.waitUntil(lambda: bool(handed))
    assert handed[0].isLocalFile() and handed[0].toLocalFile().endswith("thesaurus.txt")
    assert window.thesaurus.problems is None
    assert "next search" in window.status.text.whole()


def test_lines_of_the_list_that_cannot_be_read_are_named(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, handed: list[QUrl]
) -> None:
    library.thesaurus.problems = ["Line 4: “car =” has nothing after the sign.", "Line 9: only one word."]
    window.thesaurus.open()
    qtbot.waitUntil(lambda: window.thesaurus.problems is not None)
    dialog = window.thesaurus.problems
    assert dialog is not None
    assert [finding.detail for finding in dialog.list.findings] == library.thesaurus.problems
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "2 lines of thesaurus.txt could not be read and do not count." in texts
    dialog.accept()
    qtbot.waitUntil(lambda: window.thesaurus.problems is None)


def test_without_an_editor_it_says_where_the_list_is(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _url: False)
    window.thesaurus.open()
    qtbot.waitUntil(lambda: "/made-up/library/thesaurus.txt" in window.status.text.whole())


def test_a_list_that_cannot_be_made_is_told(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, handed: list[QUrl]
) -> None:
    library.faults["thesaurus_path"] = StoreReadOnly()
    window.thesaurus.open()
    qtbot.waitUntil(lambda: StoreReadOnly.default_title in window.status.text.whole())
    assert not handed


def test_the_page_on_searching_names_every_operator_and_field(qtbot: QtBot, window: MainWindow) -> None:
    window.help.show_search_help()
    dialog = window.help.dialog
    assert dialog is not None
    said = " ".join(label.text() for label in dialog.findChildren(QLabel))
    for expected in (
        *("“ ”", "AND", "OR", "NOT", "&", "%", "( )", "w/5", "/5", "+5", "pre/5", "/s", "/p"),
        *("!", "*", "?", "cites:", "rule:", "court:", "docket:", "judge:", "kind:", "heading:"),
        *("before:", "after:"),
    ):
        assert expected in said.split() or expected in said
    window.help.show_shortcuts()
    assert window.help.dialog is not dialog


def test_every_row_of_the_help_has_a_meaning_and_an_example() -> None:
    for _title, rows in TABLES:
        assert all(len(row) == 3 and all(part.strip() for part in row) for row in rows)
