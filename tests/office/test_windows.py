"""The windows of a client, an auditor and a user who works at the computer of the server."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.ingest import FileStatus
from briefbank.domain.maintenance import AuditEvent
from briefbank.domain.office import OfficeRole
from briefbank.errors import OnlyServerOpens
from briefbank.jobs import QuietReporter
from briefbank.network import membership
from briefbank.network.membership import INVITATION, Invitation
from briefbank.office.library import OfficeLibrary
from briefbank.office.link import Credentials, Link
from briefbank.office.postgres_database import PostgresPlace
from briefbank.office.remote_library import RemoteLibrary
from briefbank.settings import Settings
from briefbank.storage import secrets
from briefbank.storage.library_folder import SENTINEL
from tests.network.programs import PROJECT
from tests.office.conftest import Office
from tests.office.program import PASSWORD, ServerProgram
from tests.stand_ins.encoders import Buckets
from tests.support import command
from ui.program import Program, make_window
from ui.window.office import AuditorWindow
from ui.window.opening import FailureWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.mark.nightly
def test_an_auditor_reads_and_exports_who_opened_what_and_leaves_no_refusal_on_record(
    qtbot: QtBot, office: Office, tmp_path: Path
) -> None:
    office.signed_in().stored_pdf(1)
    docket = office.library.documents.get(1).docket
    secrets.keep(INVITATION, office.accounts.invite())
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    library = RemoteLibrary.join(Link(office.exchange, Credentials()), here, tmp_path / "cache")
    library.office.sign_in(OfficeRole.AUDITOR.value, PASSWORD)
    window = AuditorWindow(library)
    try:
        window.show()
        sentence = f"The pages of document 1 ({docket}) were opened."
        qtbot.waitUntil(lambda: any(sentence in row.text for row in window.list.row_model.rows()))
        window.write(tmp_path / "record.csv")
        qtbot.waitUntil(lambda: "record.csv" in window.state.text())
        window.refresh.click()
        qtbot.waitUntil(lambda: "complete" in window.state.text())
    finally:
        window.close()
        window.deleteLater()
        library.close()
    with (tmp_path / "record.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["Act"]: row for row in csv.DictReader(file)}
    opened = rows[AuditEvent.OPENED]
    assert (opened["Person"], opened["Computer"]) == ("editor", "desk")
    assert (opened["Document"], opened["Matter"]) == ("1", docket)
    assert AuditEvent.DENIED not in {entry.act for entry in office.library.audit.entries()}


PATIENCE_MS = 20_000
TEXT = "State v. Zoo\n\nPOINT I\n\nTHE GIRAFFE\n\nThe police seized a giraffe without a warrant.\n"


def test_a_client_offers_to_search_again_when_a_colleague_added_a_document(
    qtbot: QtBot, office: Office, tmp_path: Path
) -> None:
    here = OfficeLibrary.open(tmp_path / "desk", encoder=Buckets())
    client = RemoteLibrary(office.signed_in(), here, tmp_path / "cache")
    window = make_window(client)
    try:
        window.show()
        notice, field = window.search_page.results.notice, window.search_page.bar.field
        field.setText("giraffe")
        qtbot.keyClick(field, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: window.search_page.searched_state is not None, timeout=PATIENCE_MS)
        (tmp_path / "giraffe.txt").write_text(TEXT, encoding="utf-8")
        (outcome,) = office.library.ingest.add([tmp_path / "giraffe.txt"], QuietReporter())
        assert outcome.status is FileStatus.ADDED
        window.look_for_changes()
        qtbot.waitUntil(lambda: notice.text() == "1 document was added since.", timeout=PATIENCE_MS)
        qtbot.keyClick(field, Qt.Key.Key_Return)
        hits = window.search_page.results.model.hits
        qtbot.waitUntil(lambda: any("giraffe" in hit.passage.text for hit in hits()), timeout=PATIENCE_MS)
    finally:
        window.close()
        window.deleteLater()
        client.close()


OTHER_OFFICE = Invitation("https://127.0.0.1:8443", "0" * 64, "c" * 43, "Test office")


@pytest.fixture
def folder(office_database: tuple[Path, PostgresPlace], tmp_path: Path) -> Path:
    """The folder of a library whose catalogue is in a database."""
    return Path(shutil.copytree(office_database[0], tmp_path / "library"))


def test_a_library_of_the_server_is_not_opened_by_itself_and_stays_as_it_is(
    folder: Path, tmp_path: Path
) -> None:
    with pytest.raises(OnlyServerOpens):
        OfficeLibrary.open(folder, encoder=Buckets())
    assert not (folder / "catalogue.sqlite").exists()
    shutil.rmtree(folder / "files")  # one that holds nothing yet is none for a computer alone, either
    assert "Join your office" in command.run(tmp_path, "list").errors
    assert not (folder / "catalogue.sqlite").exists()


def test_a_library_in_a_database_that_lost_its_mark_is_marked_when_it_is_opened(
    office_database: tuple[Path, PostgresPlace], folder: Path, postgres: object
) -> None:
    (folder / SENTINEL).write_text(json.dumps({"briefbank_library": 1}))
    database = postgres.copied(office_database[1])  # type: ignore[attr-defined]
    OfficeLibrary.open(folder, encoder=Buckets(), database=database).close()
    with pytest.raises(OnlyServerOpens):
        OfficeLibrary.open(folder, encoder=Buckets())


def test_the_window_says_whose_library_it_is_and_joins_the_office(
    qtbot: QtBot, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "invitation.json"
    file.write_bytes(membership.write_invitation(OTHER_OFFICE))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    program = Program(folder, [])
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, FailureWindow), timeout=20_000)
    failed = program.window
    assert isinstance(failed, FailureWindow)
    assert failed.title.text() == OnlyServerOpens.default_title
    assert failed.join.isVisible() and not failed.restore.isVisible()
    qtbot.mouseClick(failed.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "Test office" in failed.message.text())
    assert settings.load().office_address == OTHER_OFFICE.address
    file.write_text("no invitation")
    qtbot.mouseClick(failed.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "no invitation" in failed.message.text())
    failed.close()
    assert program.close()


@pytest.mark.nightly
def test_the_server_starts_although_its_user_joined_its_own_office(
    server: ServerProgram, office_place: tuple[Path, None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.stop()
    monkeypatch.setenv("BRIEFBANK_HOME", str(server.home))
    settings.save(Settings(library=office_place[0]))
    membership.join_with(tmp_path / "invitation.json")
    with subprocess.Popen(
        [sys.executable, "-m", "briefbank", "serve"],
        cwd=PROJECT,
        env=os.environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as program:
        assert program.stdout is not None
        first_lines = [program.stdout.readline(), program.stdout.readline()]
        program.send_signal(signal.SIGTERM)
    assert (program.returncode, "Answering desks" in first_lines[0]) == (0, True), first_lines
    assert "connects to nothing" in first_lines[1]
