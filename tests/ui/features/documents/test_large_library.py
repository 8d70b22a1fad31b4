"""The documents of a large library are read for the table while it is seen, and not after each change."""

from __future__ import annotations

from threading import Event

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui import main_window
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH


@pytest.fixture
def window(library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch) -> MainWindow:
    """A window on a library that counts as large."""
    monkeypatch.setattr(main_window, "ALWAYS_LISTED", 2)
    return open_window(library)


def rows(window: MainWindow) -> int:
    return window.documents.table.model().rowCount()


def refreshed(qtbot: QtBot, window: MainWindow) -> None:
    window.library_list.refresh()
    qtbot.waitUntil(lambda: not window.jobs.busy("documents"))


def test_the_size_is_said_and_no_document_is_read_while_another_page_is_shown(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    refreshed(qtbot, window)
    assert library.called("documents") == [] and rows(window) == 0
    assert window.status.size.text().startswith(f"{len(library.documents.stored)} documents")


def test_the_page_lists_all_documents_once_it_is_shown_and_says_meanwhile_that_it_reads(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    library.gates["documents"] = Event()
    window.show_page(LIBRARY)
    said = [each.text() for each in window.documents.findChildren(QLabel) if each.isVisible()]
    assert "Reading the list of documents …" in said and "The library is empty." not in said
    library.gates["documents"].set()
    qtbot.waitUntil(lambda: rows(window) == len(library.documents.stored))


def test_a_change_while_the_page_is_hidden_is_seen_when_it_is_shown_again(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    window.show_page(LIBRARY)
    qtbot.waitUntil(lambda: rows(window) == len(library.documents.stored))
    window.show_page(SEARCH)
    library.documents.change(1, title="State v. Quagga")
    refreshed(qtbot, window)
    before = len(library.called("documents"))
    window.show_page(LIBRARY)
    qtbot.waitUntil(lambda: len(library.called("documents")) > before and not window.jobs.busy("documents"))
    titles = {window.documents.table.model().index(row, 0).data() for row in range(rows(window))}
    assert any("Quagga" in str(title) for title in titles)


def test_an_open_document_follows_its_correction_and_its_removal(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    reader = window.search.readers.readers[0]
    window.open_document(library.documents.get(1))
    qtbot.waitUntil(lambda: reader.document is not None)
    library.documents.change(1, title="State v. Quagga")
    refreshed(qtbot, window)
    assert reader.document is not None and reader.document.title == "State v. Quagga"
    library.documents.stored = [each for each in library.documents.stored if each.id != 1]
    refreshed(qtbot, window)
    assert reader.document is None
