"""The window on an office's library: who is signed in, a server that is away, adding for all colleagues."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from briefbank import paths, settings
from briefbank.domain.office import OfficeRole, OfflineChoice, OfflineLease, Person
from briefbank.errors import BriefBankError, CertificateEnded, NotEnrolled, OtherServer, ServerAway
from briefbank.settings import Settings
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import PASSWORD, UNTIL, StubOffice
from tests.ui.conftest import OpenWindow, show_library
from ui import program as programs
from ui.features.settings import office as office_panels
from ui.features.settings.folders import LibraryPanel
from ui.features.settings.office import OfficePanel, PasswordDialog
from ui.main_window import MainWindow
from ui.shared import wording
from ui.shared.pages import COLLECTIONS, LIBRARY, SETTINGS
from ui.window import office as office_windows
from ui.window import opening
from ui.window.office import SignIn
from ui.window.opening import FailureWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice()
    return made


@pytest.fixture
def window(office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    return open_window(library)


def look(qtbot: QtBot, window: MainWindow) -> None:
    """Look at the server as the window does by itself after a while, and wait for what comes of it."""
    window.office.look()
    qtbot.waitUntil(lambda: not window.jobs.busy("office"))


def test_the_foot_of_the_window_says_whose_library_it_is_and_who_is_signed_in(window: MainWindow) -> None:
    assert window.status.office.text() == "Made-up office: Ada, editor"
    assert window.status.office.isVisible()


@pytest.mark.parametrize(
    ("role", "offered"),
    [
        (OfficeRole.READER, []),
        (OfficeRole.CONTRIBUTOR, ["Add…"]),
        (OfficeRole.EDITOR, ["Add…", "Correct…"]),
        (OfficeRole.RECORDS_OFFICER, ["Add…", "Correct…", "Remove…"]),
    ],
)
def test_the_library_offers_what_the_role_of_the_person_includes(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, role: OfficeRole, offered: list[str]
) -> None:
    library.office = StubOffice(Person("Ada", role))
    window = open_window(library)
    show_library(qtbot, window)
    page = window.library_page
    buttons = (page.add, page.correct, page.remove)
    assert [button.text() for button in buttons if button.isVisible()] == offered


def test_a_library_of_this_computer_names_no_office(library: StubLibrary, open_window: OpenWindow) -> None:
    window = open_window(library)
    assert not window.status.office.isVisible() and window.office.may_add()


def test_a_server_that_is_away_is_told_and_what_failed_is_asked_again_when_it_is_back(
    qtbot: QtBot, window: MainWindow, office: StubOffice, library: StubLibrary
) -> None:
    office.fault = library.faults["search"] = ServerAway()
    look(qtbot, window)
    assert window.office.band.isVisible() and window.office.band.text().startswith(ServerAway.default_title)
    window.search_page.bar.field.setText("traffic stop")
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.search_page.question is None)
    assert window.search_page.answering is None

    office.fault = None
    del library.faults["search"]
    look(qtbot, window)
    assert not window.office.band.isVisible()
    qtbot.waitUntil(lambda: window.search_page.answering is not None)
    assert window.search_page.results.model.rowCount() > 0


def test_what_colleagues_share_is_listed_when_the_server_is_back(
    qtbot: QtBot, window: MainWindow, office: StubOffice, library: StubLibrary
) -> None:
    own = library.userdata.collections.make("Hearing")
    library.collection_resolver.add_passages(own.id, [1])
    library.collection_resolver.share(own.id)
    office.fault = library.faults["shared_collections"] = ServerAway()
    look(qtbot, window)
    window.show_page(COLLECTIONS)
    rows = window.collections_page.collections.row_model.rows
    qtbot.waitUntil(lambda: len(rows()) == 3 and "does not answer" in rows()[2].warning)
    office.fault = None
    del library.faults["shared_collections"]
    look(qtbot, window)
    qtbot.waitUntil(lambda: len(rows()) == 4 and not rows()[2].warning)


def test_one_who_was_signed_out_signs_in_again_above_the_window(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    office.person = None
    look(qtbot, window)
    assert window.office.band.text() == office_windows.SIGNED_OUT
    assert window.status.office.text().endswith("nobody signed in")
    window.office.band.acted.emit()
    form = window.office.dialog
    form.name.setText("Ada")
    form.password.setText("wrong password")
    qtbot.mouseClick(form.enter, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(form.message.text()))
    assert form.password.text() == "" and form.isEnabled()
    form.password.setText(PASSWORD)
    qtbot.mouseClick(form.enter, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.office.band.isVisible())
    assert window.status.office.text() == "Made-up office: Ada, editor"
    assert not window.findChildren(SignIn), "no password stays behind"


@pytest.mark.parametrize("agrees", [False, True])
def test_files_are_added_for_all_colleagues_only_after_a_person_agreed_to_that(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, agrees: bool
) -> None:
    asked: list[str] = []

    def confirmed(_parent: object, _title: str, question: str, *_more: object, **_words: object) -> bool:
        asked.append(question)
        return agrees

    monkeypatch.setattr(office_windows, "confirmed", confirmed)
    for _ in range(2):
        window.add([tmp_path / "brief.pdf"])
    assert set(asked) == {"Add to the library of Made-up office?"}
    assert (window.pages.currentIndex() == LIBRARY) is agrees
    assert len(asked) == (1 if agrees else 2)


def test_the_settings_say_whose_library_it_is_and_sign_out(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfficePanel)
    assert window.settings_page.panel(LibraryPanel).folder.text() == "On the server of Made-up office"
    assert "Made-up office, at https://10.0.0.5:8443" in panel.state.text()
    assert "Ada, editor" in panel.state.text()
    assert panel.leave.isVisible() and not panel.join.isVisible()
    qtbot.mouseClick(panel.sign_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: office.person is None and not panel.sign_out.isVisible())
    assert "Nobody is signed in" in panel.state.text()


def test_a_password_is_changed_after_it_was_typed_twice_and_a_refusal_is_said(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfficePanel)
    panel.password.click()
    dialog = panel.dialog
    assert dialog is not None and not dialog.save.isEnabled()
    for field, text in ((dialog.old, "old words"), (dialog.new, "new words"), (dialog.again, "new wxrds")):
        qtbot.keyClicks(field, text)
    assert not dialog.save.isEnabled() and "differ" in dialog.message.text()
    dialog.again.setText("new words")
    office.fault = ServerAway()
    dialog.save.click()
    qtbot.waitUntil(lambda: dialog.message.text() == str(ServerAway()))
    office.fault = None
    dialog.save.click()
    dialog.close()
    assert dialog.isVisible(), "it may be refused yet"
    qtbot.waitUntil(lambda: panel.message.text() == "Your password was changed.")
    qtbot.waitUntil(lambda: not panel.findChildren(PasswordDialog))
    assert panel.dialog is None


@pytest.mark.parametrize("agrees", [True, False])
def test_the_office_is_left_only_after_a_question(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch, agrees: bool
) -> None:
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfficePanel)
    monkeypatch.setattr(office_panels, "confirmed", lambda *_words, **_buttons: agrees)
    panel.leave.click()
    if agrees:
        qtbot.waitUntil(lambda: panel.message.text() == wording.NEXT_TIME)
    assert library.called("leave_office") == ([True] if agrees else [])


def test_a_computer_that_works_alone_joins_with_an_invitation(
    qtbot: QtBot,
    library: StubLibrary,
    open_window: OpenWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfficePanel)
    assert panel.join.isVisible() and not panel.leave.isVisible()
    monkeypatch.setattr(office_panels, "chosen_invitation", lambda _panel: tmp_path / "invitation.json")
    panel.join.click()
    qtbot.waitUntil(lambda: "Made-up office" in panel.message.text())
    library.faults["join_office"] = BriefBankError("This is no invitation.", "Ask for one.")
    panel.join.click()
    qtbot.waitUntil(lambda: panel.message.text() == "This is no invitation. Ask for one.")


@pytest.fixture
def program(
    qtbot: QtBot, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> Iterator[programs.Program]:
    settings.save(Settings(office_address=StubOffice.address, office_pin="0" * 64))
    monkeypatch.setattr(programs, "_open_office", lambda _reporter: library)
    made = programs.Program(None, [])
    made.begin(try_sample=True)
    yield made
    if made.window is not None:
        made.window.close()
    made.close()


def test_the_program_asks_for_name_and_password_before_it_shows_the_office_s_library(
    qtbot: QtBot, library: StubLibrary, program: programs.Program
) -> None:
    library.office = StubOffice(None)
    qtbot.waitUntil(lambda: isinstance(program.window, SignIn))
    form = program.window
    assert isinstance(form, SignIn) and not form.enter.isEnabled()
    qtbot.keyClick(form.name, Qt.Key.Key_Escape)
    assert form.isVisible(), "Escape does not end the program"
    for password in ("wrong password", PASSWORD):
        form.name.setText("Ada")
        form.password.setText(password)
        qtbot.mouseClick(form.enter, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: program.window is not form or bool(form.message.text()))
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))


def test_the_program_goes_on_with_who_is_still_signed_in(
    qtbot: QtBot, library: StubLibrary, program: programs.Program
) -> None:
    library.office = StubOffice()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))


LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20",)))


def test_while_the_server_is_away_one_goes_on_with_what_was_taken_along_and_comes_back(
    qtbot: QtBot,
    library: StubLibrary,
    office: StubOffice,
    program: programs.Program,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    offline, opened = StubLibrary(), list[Path]()
    offline.lease = office.offline.given = LEASE

    def open_library(folder: Path, _reporter: object) -> StubLibrary:
        opened.append(folder)
        return offline

    monkeypatch.setattr(programs, "_open_library", open_library)
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))
    window = program.window
    assert isinstance(window, MainWindow)
    assert window.taken_along.isHidden()
    office.fault = ServerAway()
    look(qtbot, window)
    qtbot.waitUntil(lambda: window.office.band.isVisible())
    window.office.band.acted.emit()
    qtbot.waitUntil(lambda: program.window is not window and isinstance(program.window, MainWindow))
    taken = program.window
    assert isinstance(taken, MainWindow) and opened == [paths.offline_folder()]
    assert "Taken along from Made-up office, until December 28, 2999" in taken.taken_along.text()
    assert taken.status.office.text() == "Made-up office: taken along"
    office.fault = None
    taken.taken_along.acted.emit()
    qtbot.waitUntil(lambda: program.window is not taken and isinstance(program.window, MainWindow))
    assert program._library is library


@pytest.mark.parametrize("error", [ServerAway, NotEnrolled, OtherServer, CertificateEnded])
def test_a_start_without_the_server_names_its_address_and_offers_to_join_again(
    qtbot: QtBot, tmp_path: Path, error: type[BriefBankError]
) -> None:
    window = FailureWindow(error(), tmp_path, office="https://10.0.0.5:8443")
    qtbot.addWidget(window)
    window.show()
    assert window.join.isVisible()
    assert any("10.0.0.5:8443" in label.text() for label in window.findChildren(QLabel))


def test_a_server_that_was_away_at_the_start_is_asked_again_by_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "AGAIN_MS", 1)
    window = FailureWindow(ServerAway(), tmp_path, office="https://10.0.0.5:8443")
    qtbot.addWidget(window)
    qtbot.waitSignal(window.again.clicked).wait()


def test_a_server_that_is_away_at_the_start_leaves_what_was_taken_along(
    qtbot: QtBot, program: programs.Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_reporter: object) -> StubLibrary:
        raise ServerAway

    monkeypatch.setattr(programs, "_open_office", away)
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, FailureWindow))
    failed = program.window
    assert isinstance(failed, FailureWindow) and not failed.offline.isVisible()
    offline = StubLibrary()
    offline.lease = LEASE
    monkeypatch.setattr(programs, "_open_library", lambda *_: offline)
    monkeypatch.setattr("briefbank.library.Library.offline_lease", lambda: LEASE)
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, FailureWindow) and program.window is not failed)
    offering = program.window
    assert isinstance(offering, FailureWindow) and offering.offline.isVisible()
    offering.offline.click()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow))


def test_a_window_on_what_was_taken_along_closes_when_its_time_is_over(
    qtbot: QtBot, open_window: OpenWindow, library: StubLibrary
) -> None:
    library.lease = replace(LEASE, until=datetime.now(UTC))
    window = open_window(library)
    with qtbot.waitSignal(window.taken_along.ended):
        window.taken_along.look()
