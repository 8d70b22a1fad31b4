"""The panel on which a records officer says from whom a matter is kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank.domain.office import Matter, WalledMatter
from briefbank.errors import WallRefused
from briefbank.jobs import QuietReporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import OLGA, StubOffice
from tests.ui.conftest import OpenWindow
from ui.features.settings import office as office_panels
from ui.features.settings.office import WallsPanel
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
DOE = Matter("State v. Doe", ("A-1-20", "A-2-20"), persons=("Ben",))


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice(OLGA)
    made.walls.put(DOE, QuietReporter())
    return made


@pytest.fixture
def window(office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    window = open_window(library)
    window.show_page(SETTINGS)
    return window


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> WallsPanel:
    panel = window.settings_page.panel(WallsPanel)
    qtbot.waitUntil(lambda: panel.matters.count() == 1)
    return panel


def test_a_name_that_nobody_has_and_a_docket_that_looks_alike_are_said(panel: WallsPanel) -> None:
    matter = Matter("Client", ("A-5555-20",), persons=("Edtor",))
    panel.show_matters([WalledMatter(matter, 1, unknown=("Edtor",), near=("A-5556-20",))])
    text = panel.matters.item(0).text()
    assert "Nobody here is called Edtor." in text and "A-5556-20" in text


def test_matters_are_listed_with_their_documents_and_from_whom_they_are_kept(panel: WallsPanel) -> None:
    assert panel.matters.item(0).text() == "State v. Doe\nA-1-20 · A-2-20 · 4 documents · kept from Ben"


@pytest.mark.parametrize("alone", [True, False])
def test_only_those_who_look_after_walls_see_the_panel(
    library: StubLibrary, open_window: OpenWindow, alone: bool
) -> None:
    library.office = None if alone else StubOffice()
    window = open_window(library)
    window.show_page(SETTINGS)
    assert not window.settings_page.panel(WallsPanel).isVisible()


def test_a_matter_is_added_once_it_has_a_name_documents_and_somebody_from_whom_it_is_kept(
    qtbot: QtBot, panel: WallsPanel, office: StubOffice
) -> None:
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    dialog = panel.dialog
    dialog.name.setText("State v. Roe")
    dialog.dockets.setPlainText(" A-3-20 \n\nA-3-20\n")
    assert not dialog.save.isEnabled()
    dialog.groups.setPlainText("cn=interns,dc=office")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.matters.count() == 2)
    assert office.walls.kept["State v. Roe"] == Matter(
        "State v. Roe", ("A-3-20",), groups=("cn=interns,dc=office",)
    )


def test_a_change_keeps_the_name_and_the_documents_that_a_list_named(
    qtbot: QtBot, panel: WallsPanel, office: StubOffice
) -> None:
    named = Matter("State v. Doe", documents=("0" * 64,), persons=("Ben",))
    office.walls.put(named, QuietReporter())
    panel.show_matters(office.walls.matters())
    panel.matters.setCurrentRow(0)
    qtbot.mouseClick(panel.change, Qt.MouseButton.LeftButton)
    dialog = panel.dialog
    assert dialog.name.isReadOnly()
    dialog.persons.setPlainText("Ben\nCarl")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: office.walls.kept["State v. Doe"].persons == ("Ben", "Carl"))
    assert office.walls.kept["State v. Doe"].documents == named.documents


@pytest.mark.parametrize("agrees", [True, False])
def test_a_matter_is_kept_from_nobody_only_after_a_question(
    qtbot: QtBot, panel: WallsPanel, office: StubOffice, monkeypatch: pytest.MonkeyPatch, agrees: bool
) -> None:
    monkeypatch.setattr(office_panels, "confirmed", lambda *_question, **_words: agrees)
    panel.matters.setCurrentRow(0)
    qtbot.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    if agrees:
        qtbot.waitUntil(lambda: panel.message.text() == office_panels.NO_MATTERS)
    assert bool(office.walls.kept) is not agrees


def test_what_the_server_refuses_is_said_and_the_list_stays(
    qtbot: QtBot, panel: WallsPanel, office: StubOffice
) -> None:
    office.walls.fault = WallRefused("It would be kept from you.", "Ask somebody else.")
    panel.add.click()
    assert panel.dialog is not None
    panel.dialog.wanted.emit(DOE)
    qtbot.waitUntil(lambda: panel.message.text() == "It would be kept from you. Ask somebody else.")
    assert panel.matters.count() == 1


def test_lists_are_exported_and_imported(
    qtbot: QtBot, panel: WallsPanel, office: StubOffice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "matters.csv"
    monkeypatch.setattr(office_panels, "chosen_file", lambda *_question: path)
    qtbot.mouseClick(panel.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text() == "1 matter written to matters.csv.")
    path.write_text("State v. Roe\nState v. Poe")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_question: (str(path), ""))
    qtbot.mouseClick(panel.bring, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.matters.count() == 3)
