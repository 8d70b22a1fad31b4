"""Tests of a user who works at the computer of the server."""

from __future__ import annotations

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
from briefbank.errors import OnlyServerOpens
from briefbank.network import membership
from briefbank.network.membership import Invitation
from briefbank.office.library import OfficeLibrary
from briefbank.office.postgres_database import PostgresPlace
from briefbank.settings import Settings
from briefbank.storage.library_folder import SENTINEL
from tests.network.programs import PROJECT
from tests.office.program import ServerProgram
from tests.stand_ins.encoders import Buckets
from tests.support import command
from ui.program import Program
from ui.window.opening import FailureWindow

INVITATION = Invitation("https://127.0.0.1:8443", "0" * 64, "c" * 43, "Test office")


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


@pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
def test_the_window_says_whose_library_it_is_and_joins_the_office(
    qtbot: QtBot, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "invitation.json"
    file.write_bytes(membership.write_invitation(INVITATION))
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
    assert settings.load().office_address == INVITATION.address
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
