"""The window of a person who may read the record of an office's library, and no brief."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole, Person
from briefbank.errors import ServerAway
from briefbank.settings import Settings
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.audit import made_up
from tests.stand_ins.library.office import ADA, StubOffice
from ui import program as programs
from ui.features.settings import activity_log as record
from ui.main_window import MainWindow
from ui.window.office import NOT_ADDED, AuditorWindow, SignIn

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

ANN = Person("Ann", OfficeRole.AUDITOR)


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    opened = {"document": 7, "matter": "A-2211-18", "person": "Ada", "device": "front desk"}
    library.audit.done.append(made_up(13, AuditEvent.OPENED, opened))
    library.office = made = StubOffice(ANN)
    return made


@pytest.fixture
def program(library: StubLibrary, monkeypatch: pytest.MonkeyPatch) -> Iterator[programs.Program]:
    settings.save(Settings(office_address=StubOffice.address, office_pin="0" * 64))
    monkeypatch.setattr(programs, "_open_office", lambda _reporter: library)
    made = programs.Program(None, [Path("brief.pdf")])
    yield made
    if made.window is not None:
        made.window.close()
    made.close()


@pytest.fixture
def window(qtbot: QtBot, office: StubOffice, program: programs.Program) -> AuditorWindow:
    program.begin(try_sample=False)
    qtbot.waitUntil(lambda: isinstance(program.window, AuditorWindow))
    assert isinstance(program.window, AuditorWindow)
    made = program.window
    qtbot.waitUntil(lambda: bool(made.list.row_model.rowCount()))
    return made


def test_an_auditor_sees_who_opened_what_and_nothing_is_asked_for_that_would_be_refused(
    qtbot: QtBot, window: AuditorWindow, library: StubLibrary
) -> None:
    shown = [row.text for row in window.list.row_model.rows()]
    assert any("document 7 (A-2211-18)" in sentence and "Ada (front desk)" in sentence for sentence in shown)
    assert window.who.text() == "Made-up office: Ann, auditor"
    qtbot.waitUntil(lambda: bool(library.called("verify")))
    assert {name for name, _ in library.calls} == {"entries", "verify"}


def test_openings_are_listed_by_themselves(qtbot: QtBot, window: AuditorWindow, library: StubLibrary) -> None:
    window.choice.setCurrentIndex(window.choice.findText("Documents opened and sent"))
    qtbot.waitUntil(lambda: window.extent.text() == "1 entry")
    assert library.called("entries")[-1] == record.OPENED


def test_files_that_were_to_be_added_are_refused_in_words_of_the_window(
    qtbot: QtBot, window: AuditorWindow, program: programs.Program
) -> None:
    program.tell(record.WHOLE)
    window.add([Path("brief.pdf")])
    assert window.state.text() == NOT_ADDED


def test_escape_leaves_the_window_where_it_is(qtbot: QtBot, window: AuditorWindow) -> None:
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert window.isVisible()


def test_a_server_that_is_away_is_told_and_the_record_brought_up_to_date_when_it_is_back(
    qtbot: QtBot, window: AuditorWindow, office: StubOffice, library: StubLibrary
) -> None:
    office.fault = ServerAway()
    window.office.look()
    qtbot.waitUntil(lambda: window.office.band.text().startswith(ServerAway.default_title))
    office.fault = None
    library.audit.done.append(made_up(14, AuditEvent.REBUILT, {"passages": 1}))
    window.office.look()
    qtbot.waitUntil(lambda: window.extent.text() == "14 entries")
    assert window.office.band.isHidden()


def test_whoever_signs_out_is_asked_who_comes_next(
    qtbot: QtBot, window: AuditorWindow, program: programs.Program
) -> None:
    qtbot.mouseClick(window.sign_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, SignIn))


def test_another_person_at_the_same_computer_gets_the_window_that_is_theirs(
    qtbot: QtBot, window: AuditorWindow, office: StubOffice, program: programs.Program
) -> None:
    office.person = ADA
    window.office.look()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))
    main = program.window
    assert isinstance(main, MainWindow)
    office.person = ANN
    main.office.look()
    qtbot.waitUntil(lambda: isinstance(program.window, AuditorWindow))
