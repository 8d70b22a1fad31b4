"""Folders in the window narrow the list of documents and the results; captions say what comes from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import FacetKind, Hit
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.ui.conftest import list_settled, real_window, search, show_library, shown
from ui.features.library.beside import FolderTree
from ui.features.search.card import Card
from ui.features.search.filters import toggle
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

TEXT = "The {0} was seized without a warrant. No emergency existed, and one could have waited.\n"
BRIEF = (
    "The trooper had no reason to stop the car. He saw no violation, and nothing that he wrote later speaks "
    "of one. The stop was a guess, and what followed from it must be suppressed as its fruit. Nobody asked "
    "the driver for his papers before the dog came. It took twenty minutes, and no judge had been called. "
    "The state says that the driver looked afraid, but most people do when a light is behind them on an "
    "empty road. A look is no reason, and neither is the time of day, nor the age of a car whose papers were "
    "in order. {0}\n"
)
FILES = {
    "Appeals/2010/Smith, John/State v. Smith A-1234-09 ReplyBr FINAL v3.txt": BRIEF.format("Filed on time."),
    "Appeals/2010/Smith, John/State v. Smith A-1234-09 ReplyBr draft 2.txt": BRIEF.format("To be filed."),
    "Appeals/2010/Doe, Jane/scan0001.txt": TEXT.format("zebra"),
    "Appeals/2011/Roe, Anna/memo re 404b.txt": TEXT.format("otter"),
    "Brief Bank/Motions/AOB 3-15-2009.txt": TEXT.format("badger"),
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("folders") / "Office"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with Library.open(folder.parent / "library") as library:
        library.ingest.add([folder], QuietReporter())
        yield library


@pytest.fixture
def office(qtbot: QtBot, library: Library) -> Iterator[MainWindow]:
    with real_window(qtbot, library) as window:
        yield window


def listed(qtbot: QtBot, window: MainWindow) -> list[str]:
    list_settled(qtbot, window)
    model = window.library_page.model
    results = map(model.document, range(model.rowCount()))
    return sorted(item.file_name for item in results if item is not None)


def unfolded(tree: FolderTree) -> list[str]:
    """Return the folders that are seen, each with a dash for each level."""
    seen, index = [], tree.model().index(0, 0)
    while index.isValid():
        above, dashes = index.parent(), ""
        while above.isValid():
            above, dashes = above.parent(), dashes + "-"
        seen.append(f"{dashes} {index.data()}".strip())
        index = tree.indexBelow(index)
    return seen


def test_the_list_of_documents_is_narrowed_to_a_folder_and_all_in_it(
    office: MainWindow, qtbot: QtBot
) -> None:
    show_library(qtbot, office)
    tree = office.library_page.tree
    assert tree.isVisible() and unfolded(tree) == [
        *("All folders  (5)", "- Office › Appeals  (4)", "-- 2010  (3)"),
        *("--- Doe, Jane  (1)", "--- Smith, John  (2)", "-- 2011 › Roe, Anna  (1)"),
        "- Office › Brief Bank › Motions  (1)",
    ]
    tree.setCurrentIndex(tree.indexBelow(tree.indexBelow(tree.model().index(0, 0))))
    assert tree.folder == "Office/Appeals/2010"
    assert listed(qtbot, office) == sorted(name.rpartition("/")[2] for name in FILES if "/2010/" in name)
    assert office.library_page.extent.text() == "3 of 5 documents"
    qtbot.keyClick(tree, Qt.Key.Key_Escape)
    assert tree.folder == ""
    office.library_page.field.setText("bank motions")
    assert listed(qtbot, office) == ["AOB 3-15-2009.txt"]


def test_the_results_are_narrowed_to_a_folder(office: MainWindow, qtbot: QtBot) -> None:
    office.show_page(SEARCH)
    office.activateWindow()
    search(qtbot, office, "seized without a warrant")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(office.search_page.bar.field, Qt.Key.Key_F, both)
    panel = office.search_page.filters
    folders = panel.facets[FacetKind.FOLDER]
    qtbot.waitUntil(lambda: bool(folders.items()))
    (item,) = (item for item in folders.items() if item.text(0).endswith("Roe, Anna"))
    assert "Office › Appeals › 2011 › Roe, Anna" in item.text(0)
    toggle(item)
    qtbot.waitUntil(lambda: [hit.document.file_name for hit in shown(office)] == ["memo re 404b.txt"])
    search(qtbot, office, "warrant path:bank")
    assert not office.search_page.results.model.close, "both hold"


def show_final_version(qtbot: QtBot, window: MainWindow) -> Hit:
    """Search for the brief that is there in two versions, of which the final one is the result."""
    window.show_page(SEARCH)
    search(qtbot, window, "fruit of the stop")
    (hit,) = shown(window)
    assert hit.document.file_name.endswith("FINAL v3.txt") and [v.version for v in hit.versions] == [
        "Draft 2"
    ]
    return hit


def opened(qtbot: QtBot, window: MainWindow, act: Callable[[], object]) -> str:
    """Do something that opens a document; return its file name."""
    reader = window.search_page.reader
    with qtbot.waitSignal(reader.opened):
        act()
    assert reader.document is not None
    return reader.document.file_name


def test_the_draft_behind_the_final_version_opens_by_a_click_and_by_a_key(
    office: MainWindow, qtbot: QtBot
) -> None:
    show_final_version(qtbot, office)
    results = office.search_page.results.list
    results.choose(0)
    card: Card = results.card(0)
    corner = results.visualRect(office.search_page.results.model.index(0)).topLeft()
    place = corner + card.versions.center().toPoint()

    def click() -> None:
        qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert opened(qtbot, office, click).endswith("draft 2.txt")
    office.search_page.focus_results()
    office.search_page.reader.close_document()
    assert opened(qtbot, office, lambda: qtbot.keyClick(results, Qt.Key.Key_V)).endswith("draft 2.txt")


def test_the_other_version_is_opened_from_the_menu_of_a_row_and_one_without_offers_none(
    office: MainWindow, qtbot: QtBot, library: Library
) -> None:
    hit = show_final_version(qtbot, office)
    show_library(qtbot, office)
    menu = office.library_page.menu(hit.document)
    versions = next(action.menu() for action in menu.actions() if action.text() == "Other versions")
    assert isinstance(versions, QMenu) and len(versions.actions()) == 1
    assert opened(qtbot, office, versions.actions()[0].trigger).endswith("draft 2.txt")
    assert office.pages.currentIndex() == SEARCH
    single = next(document for document in library.documents.each() if document.file_name == "scan0001.txt")
    texts = [action.text() for action in office.library_page.menu(single).actions()]
    assert "Correct…\tF2" in texts and "Other versions" not in texts
