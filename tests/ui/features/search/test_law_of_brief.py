"""What the reader says of the law as of the date of the open brief, and of what changed since."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import HOLLIS, SENTENCING
from tests.stand_ins.library.validity import change
from tests.ui.conftest import OpenWindow, note_link, search
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def window(library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    return open_window(library)


def open_first(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.search_page.open_row(0)
    qtbot.waitUntil(lambda: not window.jobs.busy("law", window.search_page.reader))


def test_the_reader_says_as_of_when_the_law_is_and_leads_to_what_changed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.changed = (change(SENTENCING, 11), change(SENTENCING), change(HOLLIS))
    search(qtbot, window)
    open_first(qtbot, window)
    reader = window.search_page.reader
    said = "Law as of March 3, 2023. Since then: 2 authorities it cites were changed."
    qtbot.waitUntil(lambda: said in reader.notices.texts())
    link = note_link(reader, "What changed…")
    link.setFocus()
    qtbot.keyClick(link, Qt.Key.Key_Space)
    dialog = window.authorities_page.changes
    assert dialog is not None and len(dialog.list.row_model.rows()) == 3
    dialog.list.choose(2)
    dialog.read.click()
    assert window.pages.currentIndex() == AUTHORITIES
    qtbot.waitUntil(lambda: window.authorities_page.authority_view.authority == HOLLIS)
    dialog.list.choose(0)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("versions")))
    assert library.called("versions")[-1] == SENTENCING.id


def test_a_brief_without_a_date_and_a_text_of_the_law_say_nothing_of_changes_since(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.changed = (change(SENTENCING, 11),)
    for document_id in (5, 3):
        with qtbot.waitSignal(window.search_page.reader.opened):
            window.open_document(library.documents.get(document_id))
        qtbot.waitUntil(lambda: not window.jobs.busy("law", window.search_page.reader))
        assert window.search_page.reader.notices.texts() == []


def test_a_passage_of_a_provision_says_when_it_is_in_force(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.of = {4: 12}
    search(qtbot, window)
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.search_page.open_row(window.search_page.results.model.row_of(4))
    reader = window.search_page.reader
    qtbot.waitUntil(lambda: "In force from July 1, 2013 to January 20, 2020." in reader.notices.texts())
    note_link(reader, "Versions…").click()
    assert window.authorities_page.versions is not None
