"""Tests of showing a document's relatives: marks in the table, and the versions of one document."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.documents import Version
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import search, show_library
from ui.features.documents.model import NOTES
from ui.features.search.card import Card
from ui.main_window import MainWindow
from ui.shared import wording
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

PELL = Version(2, 3, "State v. Imogen Pell, Reply Brief", date(2014, 1, 12))
WHITLOCK = Version(4, 5, "People v. Ansgar Whitlock", None)


def notes(window: MainWindow, row: int, role: Qt.ItemDataRole) -> str:
    return str(window.documents.table.model().index(row, NOTES).data(role))


def test_marks_tell_their_reason_in_the_tip_and_to_assistive_technology(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.change(1, doubtful_pages=2, hidden_pages=1, family=7, gaps=1)
    library.documents.change(4, family=7)
    show_library(qtbot, window)
    tip = notes(window, 0, Qt.ItemDataRole.ToolTipRole).split("\n")
    assert tip == [
        "1 page has no text that can be searched.",
        "2 pages were read with little certainty.",
        "On 1 page there is text that cannot be seen. It was left out, but can still be copied.",
        "There are 2 versions of it here.",
    ]
    assert notes(window, 0, Qt.ItemDataRole.AccessibleTextRole) == f"To note: {' '.join(tip)}"
    assert notes(window, 1, Qt.ItemDataRole.AccessibleTextRole) == "To note: nothing"


def test_another_version_is_opened_from_the_menu_of_a_row(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    for number in (1, 2, 4):
        library.documents.change(number, family=7)
    show_library(qtbot, window)
    menu = window.documents.menu(library.documents.get(1))
    versions = next(action.menu() for action in menu.actions() if action.text() == "Other versions")
    assert isinstance(versions, QMenu)
    assert [action.text().split("  ·")[0] for action in versions.actions()] == [
        "October 19, 2020",
        "January 28, 2015",
    ]
    with qtbot.waitSignal(window.search.reader.opened):
        versions.actions()[1].trigger()
    assert library.called("open_pages") == [4]
    assert window.pages.currentIndex() == SEARCH


def test_a_document_without_other_versions_offers_none(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    texts = [action.text() for action in window.documents.menu(library.documents.get(1)).actions()]
    assert "Other versions" not in texts


@pytest.mark.parametrize(
    ("versions", "text"),
    [
        ((), ""),
        ((PELL,), "Also in another version: January 12, 2014"),
        ((PELL, WHITLOCK), "Also in 2 other versions"),
    ],
)
def test_a_result_names_its_other_versions(versions: tuple[Version, ...], text: str) -> None:
    assert wording.also_in(versions) == text


def click_versions(qtbot: QtBot, window: MainWindow, row: int) -> None:
    results = window.search_page.results.list
    index = window.search_page.results.model.index(row)
    card: Card = results.itemDelegate().card(index)
    assert not card.versions.isEmpty()
    place = results.visualRect(index).topLeft() + card.versions.center().toPoint()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(place))


def test_the_other_version_opens_at_its_passage_by_a_click(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.other_versions = {1: (PELL,)}
    search(qtbot, window)
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        click_versions(qtbot, window, 0)
    qtbot.waitUntil(lambda: reader.view.canvas.page == 6)
    assert reader.document is not None and reader.document.id == 2
    assert library.called("highlights")[-1] == 3


def test_one_of_several_versions_is_chosen_from_a_menu_by_keyboard(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.other_versions = {1: (PELL, WHITLOCK)}
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_V)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    qtbot.keyClick(menu, Qt.Key.Key_Down)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(menu, Qt.Key.Key_Return)
    assert window.search.reader.document is not None
    assert window.search.reader.document.id == 4


def test_the_next_result_after_a_version_is_the_one_below_its_card(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.other_versions = {1: (WHITLOCK,)}
    search(qtbot, window)
    page = window.search_page
    with qtbot.waitSignal(window.search.reader.opened):
        click_versions(qtbot, window, 0)
    window.search.results.step(1)
    assert window.search.reader.hit is not None
    assert window.search.reader.hit.passage.id == page.results.model.hit(2).passage.id


def test_a_version_that_was_removed_meanwhile_is_told(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.other_versions = {1: (Version(2, 999, "Gone", None),)}
    search(qtbot, window)
    click_versions(qtbot, window, 0)
    qtbot.waitUntil(lambda: "no such document" in window.status.text.whole())
