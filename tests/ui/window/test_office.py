"""The window on an office's library: who is signed in, a server that is away, what an auditor sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from briefbank import paths, settings
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole, OfflineChoice, OfflineLease, Person
from briefbank.domain.searches import SearchRequest
from briefbank.errors import BriefBankError, CertificateEnded, NotEnrolled, OtherServer, ServerAway
from briefbank.library import Library
from briefbank.office.remote_library import RemoteLibrary
from briefbank.settings import Settings
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import ADA, PASSWORD, UNTIL, StubOffice, join
from tests.ui.conftest import answer_questions, real_window, show_library
from ui import program as programs
from ui.features.settings import activity_log as record
from ui.features.settings import office as office_panels
from ui.features.settings.folders import LibraryPanel
from ui.features.settings.office import OfficePanel, PasswordDialog
from ui.main_window import MainWindow
from ui.program import Program
from ui.shared import wording
from ui.shared.pages import COLLECTIONS, LIBRARY, SEARCH, SETTINGS
from ui.window import office as office_windows
from ui.window import opening
from ui.window.office import NOT_ADDED, AuditorWindow, SignIn
from ui.window.opening import FailureWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
ANN = Person("Ann", OfficeRole.AUDITOR)
LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20",)))


@pytest.fixture
def office(library: HookedLibrary) -> StubOffice:
    made = StubOffice()
    join(library, made)
    return made


@pytest.fixture
def window(qtbot: QtBot, library: HookedLibrary, office: StubOffice) -> Iterator[MainWindow]:
    with real_window(qtbot, library) as window:
        yield window


def look(qtbot: QtBot, window: MainWindow | AuditorWindow) -> None:
    """Look at the server as the window does by itself after a while, and wait for what comes of it."""
    window.office.look()
    qtbot.waitUntil(lambda: not window.jobs.busy("office"))


def test_the_window_names_office_and_person_and_offers_what_the_role_includes_now(
    qtbot: QtBot, window: MainWindow, office: StubOffice
) -> None:
    show_library(qtbot, window)
    page = window.library_page
    buttons = (page.add, page.correct, page.remove)
    for role, offered in (
        (OfficeRole.READER, []),
        (OfficeRole.EDITOR, ["Add…", "Correct…"]),
        (OfficeRole.READER, []),
    ):
        office.person = Person("Ada", role)
        look(qtbot, window)
        assert window.status.office.text() == f"Made-up office: Ada, {wording.ROLE_WORDS[role]}"
        qtbot.waitUntil(lambda offered=offered: [b.text() for b in buttons if b.isVisible()] == offered)


def test_a_server_that_is_away_is_told_and_what_failed_is_done_again_when_it_is_back(
    qtbot: QtBot, window: MainWindow, office: StubOffice, library: HookedLibrary
) -> None:
    own = library.userdata.collections.make("Hearing")
    passage_id = library.search(SearchRequest("traffic stop")).hits[0].passage.id
    library.collection_resolver.add_passages(own.id, [passage_id])
    library.collection_resolver.share(own.id)
    office.fault = office.shared_collections.fault = ServerAway()
    library.fail("search", ServerAway())
    look(qtbot, window)
    assert window.office.band.isVisible() and window.office.band.text().startswith(ServerAway.default_title)
    window.search_page.bar.field.setText("traffic stop")
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.search_page.question is None)
    assert window.search_page.answering is None
    window.show_page(COLLECTIONS)
    rows = window.collections_page.collections.row_model.rows
    qtbot.waitUntil(lambda: len(rows()) == 3 and "does not answer" in rows()[2].warning)

    office.fault = office.shared_collections.fault = None
    library.fail("search", None)
    window.show_page(SEARCH)
    look(qtbot, window)
    assert not window.office.band.isVisible()
    qtbot.waitUntil(lambda: window.search_page.results.model.rowCount() > 0)
    window.show_page(COLLECTIONS)
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
    questions = answer_questions(monkeypatch, office_windows, lambda question, _: question, agrees=agrees)
    for _ in range(2):
        window.add([tmp_path / "brief.pdf"])
    assert set(questions) == {"Add to the library of Made-up office?"}
    assert (window.pages.currentIndex() == LIBRARY) is agrees
    assert len(questions) == (1 if agrees else 2)


def test_the_settings_name_the_office_change_the_password_sign_out_and_leave_it(
    qtbot: QtBot,
    window: MainWindow,
    office: StubOffice,
    library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfficePanel)
    assert window.settings_page.panel(LibraryPanel).folder.text() == "On the server of Made-up office"
    assert "Made-up office, at https://10.0.0.5:8443" in panel.state.text()
    assert "Ada, editor" in panel.state.text()
    assert panel.leave.isVisible() and not panel.join.isVisible()

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

    library.instead("installation.leave_office", lambda **_options: None)
    for agrees in (False, True):
        monkeypatch.setattr(office_panels, "confirmed", lambda *_words, agrees=agrees, **_buttons: agrees)
        panel.leave.click()
        if agrees:
            qtbot.waitUntil(lambda: panel.message.text() == wording.NEXT_TIME)
        assert len(library.called("installation.leave_office")) == agrees
    qtbot.mouseClick(panel.sign_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: office.person is None and not panel.sign_out.isVisible())
    assert "Nobody is signed in" in panel.state.text()


def test_a_computer_that_works_alone_joins_with_an_invitation(
    qtbot: QtBot,
    library: HookedLibrary,
    sample_window: MainWindow,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample_window.show_page(SETTINGS)
    panel = sample_window.settings_page.panel(OfficePanel)
    assert panel.join.isVisible() and not panel.leave.isVisible()
    assert not sample_window.status.office.isVisible() and sample_window.office.may_add()
    monkeypatch.setattr(office_panels, "chosen_invitation", lambda _panel: tmp_path / "invitation.json")
    library.instead("installation.join_office", lambda _invitation: "Made-up office")
    panel.join.click()
    qtbot.waitUntil(lambda: "Made-up office" in panel.message.text())
    library.fail("installation.join_office", BriefBankError("This is no invitation.", "Ask for one."))
    panel.join.click()
    qtbot.waitUntil(lambda: panel.message.text() == "This is no invitation. Ask for one.")


@pytest.fixture
def program(
    qtbot: QtBot, library: HookedLibrary, office: StubOffice, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    """The program on a computer of an office, with a file to be added."""
    settings.save(Settings(office_address=StubOffice.address, office_pin="0" * 64))
    library.instead("close", lambda: None)  # it is opened again by the same tests
    monkeypatch.setattr(RemoteLibrary, "open", lambda: library)
    made = Program(None, [])
    yield made
    if made.window is not None:
        made.window.close()
    made.close()


Shows = Callable[[type[QWidget]], QWidget]


@pytest.fixture
def shows(qtbot: QtBot, program: Program) -> Shows:
    """Waits until the program shows another window, of this class, and returns it."""
    seen: list[QWidget | None] = []

    def wait(kind: type[QWidget]) -> QWidget:
        qtbot.waitUntil(lambda: isinstance(program.window, kind) and program.window not in seen)
        window = program.window
        assert window is not None
        seen.append(window)
        return window

    return wait


def test_the_program_asks_for_name_and_password_before_it_shows_the_office_s_library(
    qtbot: QtBot, office: StubOffice, program: Program, shows: Shows
) -> None:
    office.person = None
    program.begin(try_sample=True)
    form = shows(SignIn)
    assert isinstance(form, SignIn) and not form.enter.isEnabled()
    qtbot.keyClick(form.name, Qt.Key.Key_Escape)
    assert form.isVisible(), "Escape does not end the program"
    for password in ("wrong password", PASSWORD):
        form.name.setText("Ada")
        form.password.setText(password)
        qtbot.mouseClick(form.enter, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: program.window is not form or bool(form.message.text()))
    shows(MainWindow)


def test_while_the_server_is_away_one_goes_on_with_what_was_taken_along_and_comes_back(
    qtbot: QtBot,
    library: HookedLibrary,
    empty_library: HookedLibrary,
    office: StubOffice,
    program: Program,
    shows: Shows,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Path] = []
    office.offline.given = LEASE
    empty_library.change("taken_along", lambda _none: LEASE)
    empty_library.instead("close", lambda: None)

    def open_library(folder: Path, **_options: object) -> HookedLibrary:
        opened.append(folder)
        return empty_library

    monkeypatch.setattr(Library, "open", open_library)
    program.begin(try_sample=True)
    window = shows(MainWindow)
    assert isinstance(window, MainWindow) and window.taken_along.isHidden()
    assert program.arguments_anew() == []
    office.fault = ServerAway()
    look(qtbot, window)
    qtbot.waitUntil(lambda: window.office.band.isVisible())
    window.office.band.acted.emit()
    taken = shows(MainWindow)
    assert isinstance(taken, MainWindow) and opened == [paths.offline_folder()]
    assert "Taken along from Made-up office, until December 28, 2999" in taken.taken_along.text()
    assert taken.status.office.text() == "Made-up office: taken along"
    assert program.arguments_anew() == ["--library", str(paths.offline_folder())]
    office.fault = None
    taken.taken_along.acted.emit()
    back = shows(MainWindow)
    assert isinstance(back, MainWindow) and "Ada" in back.status.office.text()


def test_a_restart_asks_about_files_that_an_office_client_would_forget(
    qtbot: QtBot,
    empty_library: HookedLibrary,
    program: Program,
    shows: Shows,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    join(empty_library, StubOffice())
    empty_library.instead("ingest.run", lambda *_arguments, **_options: None)
    monkeypatch.setattr(RemoteLibrary, "open", lambda: empty_library)
    program.begin(try_sample=False)
    window = shows(MainWindow)
    assert isinstance(window, MainWindow)
    answer_questions(monkeypatch, office_windows, lambda *_words: "")
    file = tmp_path / "brief.txt"
    file.write_text("A brief.")
    window.add([file])
    qtbot.waitUntil(lambda: window.library_page.adding.waiting == 1)
    for agrees in (False, True):
        meanings = answer_questions(monkeypatch, programs, lambda _, meaning: meaning, agrees=agrees)
        window.restart_wanted.emit()
        assert len(meanings) == 1 and "1 file is not sent yet" in meanings[0]
        assert program.restarts is agrees is not window.isVisible()


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
    library: HookedLibrary, program: Program, shows: Shows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away() -> HookedLibrary:
        raise ServerAway

    monkeypatch.setattr(RemoteLibrary, "open", away)
    monkeypatch.setattr(Library, "open", lambda *_folder, **_options: library)
    program.open()
    failed = shows(FailureWindow)
    assert isinstance(failed, FailureWindow) and not failed.offline.isVisible()
    library.change("taken_along", lambda _none: LEASE)
    monkeypatch.setattr(Library, "offline_lease", lambda: LEASE)
    program.open()
    offering = shows(FailureWindow)
    assert isinstance(offering, FailureWindow) and offering.offline.isVisible()
    offering.offline.click()
    shows(MainWindow)


def test_a_window_on_what_was_taken_along_closes_when_its_time_is_over(
    qtbot: QtBot, library: HookedLibrary
) -> None:
    library.change("taken_along", lambda _none: replace(LEASE, until=datetime.now(UTC)))
    with real_window(qtbot, library) as window, qtbot.waitSignal(window.taken_along.ended):
        window.taken_along.look()


@pytest.fixture
def auditor(
    qtbot: QtBot, library: HookedLibrary, office: StubOffice, program: Program, shows: Shows
) -> AuditorWindow:
    opened = {"document": 7, "matter": "A-2211-18", "person": "Ada", "device": "front desk"}
    library.audit.note(AuditEvent.OPENED, **opened)
    office.person = ANN
    library.calls.clear()
    program.begin(try_sample=False)
    window = shows(AuditorWindow)
    assert isinstance(window, AuditorWindow)
    qtbot.waitUntil(lambda: bool(window.list.row_model.rowCount()))
    return window


def test_an_auditor_sees_who_opened_what_and_nothing_is_asked_for_that_would_be_refused(
    qtbot: QtBot, auditor: AuditorWindow, library: HookedLibrary, program: Program
) -> None:
    texts = [row.text for row in auditor.list.row_model.rows()]
    assert any("document 7 (A-2211-18)" in text and "Ada (front desk)" in text for text in texts)
    assert auditor.who.text() == "Made-up office: Ann, auditor"
    qtbot.waitUntil(lambda: bool(library.called("audit.verify")))
    assert {name for name, _ in library.calls} == {"audit.entries", "audit.verify"}
    auditor.choice.setCurrentIndex(auditor.choice.findText("Documents opened and sent"))
    qtbot.waitUntil(lambda: auditor.extent.text() == "1 entry")
    program.tell(record.WHOLE)
    auditor.add([Path("brief.pdf")])
    assert auditor.state.text() == NOT_ADDED
    qtbot.keyClick(auditor, Qt.Key.Key_Escape)
    assert auditor.isVisible()
    qtbot.mouseClick(auditor.sign_out, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, SignIn))


def test_the_record_is_brought_up_to_date_when_a_server_that_was_away_is_back(
    qtbot: QtBot, auditor: AuditorWindow, office: StubOffice, library: HookedLibrary
) -> None:
    before = len(library.audit.entries())
    office.fault = ServerAway()
    auditor.office.look()
    qtbot.waitUntil(lambda: auditor.office.band.text().startswith(ServerAway.default_title))
    office.fault = None
    library.audit.note(AuditEvent.REBUILT, passages=1)
    auditor.office.look()
    qtbot.waitUntil(lambda: auditor.extent.text() == f"{before + 1} entries")
    assert auditor.office.band.isHidden()


def test_another_person_at_the_same_computer_gets_the_window_that_is_theirs(
    auditor: AuditorWindow, office: StubOffice, shows: Shows
) -> None:
    office.person = ADA
    auditor.office.look()
    main = shows(MainWindow)
    assert isinstance(main, MainWindow)
    office.person = ANN
    main.office.look()
    shows(AuditorWindow)
