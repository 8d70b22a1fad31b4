"""Folders in the window narrow the list of documents and the results; captions say what comes from them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import FacetKind
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.ui.conftest import list_settled, real_window, search, show_library, shown
from ui.features.documents.correction_view import CorrectionDialog
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


@pytest.fixture
def office(tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    folder = tmp_path / "Office"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with Library.open(tmp_path / "library") as library:
        library.ingest.add([folder], QuietReporter())
        with real_window(qtbot, library) as window:
            yield window


def listed(qtbot: QtBot, window: MainWindow) -> list[str]:
    list_settled(qtbot, window)
    model = window.documents.model
    results = map(model.document, range(model.rowCount()))
    return sorted(item.file_name for item in results if item is not None)


def test_the_list_of_documents_is_narrowed_to_a_folder_and_all_in_it(
    office: MainWindow, qtbot: QtBot
) -> None:
    show_library(qtbot, office)
    box = office.documents.folder
    assert [box.itemText(row) for row in range(box.count())] == [
        *("All folders", "Office › Appeals  (4)", "Office › Appeals › 2010  (3)"),
        *("Office › Appeals › 2010 › Doe, Jane  (1)", "Office › Appeals › 2010 › Smith, John  (2)"),
        *("Office › Appeals › 2011 › Roe, Anna  (1)", "Office › Brief Bank › Motions  (1)"),
    ]
    box.setCurrentIndex(box.findData("Office/Appeals/2010"))
    assert listed(qtbot, office) == sorted(name.rpartition("/")[2] for name in FILES if "/2010/" in name)
    box.setCurrentIndex(0)
    office.documents.field.setText("bank motions")
    assert listed(qtbot, office) == ["AOB 3-15-2009.txt"]


def test_a_docket_number_in_any_of_its_forms_narrows_the_list_of_documents(
    office: MainWindow, qtbot: QtBot
) -> None:
    show_library(qtbot, office)
    smith = sorted(name.rpartition("/")[2] for name in FILES if "A-1234-09" in name)
    for typed in ("A-1234-09", "a–001234–09t2", "Docket No. A-1234-09T2", "smith App. Div. No. A-01234-09"):
        office.documents.field.setText(typed)
        assert listed(qtbot, office) == smith, typed
    office.documents.field.setText("Docket No. A-1234-10")
    assert listed(qtbot, office) == []


def test_the_caption_says_that_a_value_comes_from_the_name_or_the_folder(
    office: MainWindow, qtbot: QtBot
) -> None:
    show_library(qtbot, office)
    office.documents.field.setText("FINAL v3")
    list_settled(qtbot, office)
    office.documents.request_correction()
    qtbot.waitUntil(lambda: any(item.isVisible() for item in office.findChildren(CorrectionDialog)))
    (dialog,) = office.findChildren(CorrectionDialog)
    said = {field: row.source.text() for field, row in dialog.rows.items()}
    assert said[CaptionField.DOCKET] == "Uncertain. Read from the file’s name."
    assert said[CaptionField.CLIENT] == "Uncertain. Read from the folder’s name."
    assert dialog.rows[CaptionField.CLIENT].field.toPlainText() == "Smith, John"
    assert dialog.rows[CaptionField.VERSION].field.toPlainText() == "Final, version 3"
    assert dialog.rows[CaptionField.YEAR].field.toPlainText() == "2010"
    dialog.reject()


def test_the_results_are_narrowed_to_a_folder(office: MainWindow, qtbot: QtBot) -> None:
    office.show_page(SEARCH)
    office.activateWindow()
    search(qtbot, office, "seized without a warrant")
    both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(office.search_page.bar.field, Qt.Key.Key_F, both)
    panel = office.search_page.results.narrow
    qtbot.waitUntil(lambda: bool(panel.facets[FacetKind.FOLDER].boxes))
    (box,) = (item for item in panel.facets[FacetKind.FOLDER].boxes if item.value.value.endswith("Roe, Anna"))
    assert "Office › Appeals › 2011 › Roe, Anna" in box.accessibleName()
    box.click()
    qtbot.waitUntil(lambda: [hit.document.file_name for hit in shown(office)] == ["memo re 404b.txt"])
    search(qtbot, office, "warrant path:bank")
    assert not office.search_page.results.model.close, "both hold"


def test_the_draft_is_folded_behind_the_final_version(office: MainWindow, qtbot: QtBot) -> None:
    office.show_page(SEARCH)
    search(qtbot, office, "fruit of the stop")
    (hit,) = shown(office)
    assert hit.document.file_name.endswith("FINAL v3.txt")
    (other,) = hit.versions
    assert other.version == "Draft 2"
