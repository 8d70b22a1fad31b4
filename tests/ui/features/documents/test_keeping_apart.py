"""Documents are chosen in the Library and kept from some persons of the office."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot

from briefbank.domain.office import Matter
from briefbank.errors import WallRefused
from briefbank.jobs import QuietReporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import ADA, OLGA, StubOffice
from tests.ui.conftest import OpenWindow, show_library
from ui.features.documents import keeping_apart_controller
from ui.main_window import MainWindow
from ui.shared.matter_dialog import MatterDialog

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
LEFT = Qt.MouseButton.LeftButton
KEEP = "Keep from some persons…"
NAMED = "0" * 64
DOE = Matter("State v. Doe", ("A-1-20",), (NAMED,), persons=("Ben",))


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice(OLGA)
    return made


@pytest.fixture
def window(qtbot: QtBot, office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    window = open_window(library)
    show_library(qtbot, window)
    return window


def menu_of(window: MainWindow) -> QMenu:
    document = window.documents.current()
    assert document is not None
    return window.documents.menu(document)


def offered(menu: QMenu) -> list[str]:
    return [action.text() for action in menu.actions() if action.text() == KEEP]


def opened(qtbot: QtBot, window: MainWindow, menu: QMenu) -> MatterDialog:
    next(action for action in menu.actions() if action.text() == KEEP).trigger()
    qtbot.waitUntil(lambda: window.keeping_apart.dialog is not None)
    assert window.keeping_apart.dialog is not None
    return window.keeping_apart.dialog


def test_a_chosen_document_is_kept_from_a_person_in_a_matter_of_its_own(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    document = window.documents.current()
    assert document is not None
    dialog = opened(qtbot, window, menu_of(window))
    assert document.title in dialog.named.text()
    qtbot.keyClicks(dialog.name, "State v. Roe")
    assert not dialog.save.isEnabled()
    dialog.persons.setPlainText("Carl")
    qtbot.mouseClick(dialog.save, LEFT)
    said = "The documents of State v. Roe are kept from Carl."
    qtbot.waitUntil(lambda: said in window.status.text.text())
    assert office.walls.kept == {
        "State v. Roe": Matter("State v. Roe", documents=(document.sha256,), persons=("Carl",))
    }


def test_several_documents_join_a_matter_that_keeps_what_it_had(
    qtbot: QtBot, window: MainWindow, office: StubOffice, library: StubLibrary
) -> None:
    office.walls.put(DOE, QuietReporter())
    window.documents.table.selectAll()
    ids = window.documents.chosen()
    assert len(ids) > 1
    dialog = opened(qtbot, window, window.documents.menu_of_many(len(ids)))
    dialog.choice.setCurrentText("State v. Doe")
    assert dialog.name.isReadOnly()
    assert dialog.persons.toPlainText() == "Ben"
    qtbot.mouseClick(dialog.save, LEFT)
    qtbot.waitUntil(lambda: len(office.walls.kept["State v. Doe"].documents) > 1)
    added = {item.sha256 for item in library.documents.some(ids).values()}
    kept = office.walls.kept["State v. Doe"]
    assert set(kept.documents) == {NAMED, *added}
    assert (kept.dockets, kept.persons) == (DOE.dockets, DOE.persons)


def test_documents_that_a_matter_names_are_taken_out_of_it(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    office.walls.put(DOE, QuietReporter())
    dialog = opened(qtbot, window, menu_of(window))
    dialog.choice.setCurrentText("State v. Doe")
    qtbot.mouseClick(dialog.unname, LEFT)
    assert NAMED not in dialog.matter().documents
    assert len(dialog.matter().documents) == 1


def test_back_at_a_new_matter_nothing_of_the_other_stays_in_the_form(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    office.walls.put(DOE, QuietReporter())
    dialog = opened(qtbot, window, menu_of(window))
    dialog.choice.setCurrentText("State v. Doe")
    dialog.choice.setCurrentIndex(0)
    now = dialog.matter()
    assert (now.name, now.dockets, now.persons, NAMED in now.documents) == ("", (), (), False)
    assert not dialog.name.isReadOnly()


@pytest.mark.parametrize("alone", [True, False])
def test_it_is_offered_to_those_alone_who_look_after_walls(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, alone: bool
) -> None:
    library.office = None if alone else StubOffice(ADA)
    window = open_window(library)
    show_library(qtbot, window)
    assert offered(menu_of(window)) == []
    assert offered(window.documents.menu_of_many(2)) == []


def test_a_refusal_of_the_server_is_said(qtbot: QtBot, window: MainWindow, office: StubOffice) -> None:
    office.walls.fault = WallRefused("It would be kept from you.", "Ask somebody else.")
    dialog = opened(qtbot, window, menu_of(window))
    dialog.name.setText("State v. Roe")
    dialog.persons.setPlainText("Olga")
    qtbot.mouseClick(dialog.save, LEFT)
    qtbot.waitUntil(lambda: "It would be kept from you. Ask somebody else." in window.status.text.text())
    assert not office.walls.kept


def test_too_many_documents_at_once_are_refused_with_the_number(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping_apart_controller, "MOST", 1)
    window.documents.keep_apart_wanted.emit([1, 2])
    assert "At most 1 documents" in window.status.text.text()
    assert window.keeping_apart.dialog is None
