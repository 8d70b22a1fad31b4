"""Tests that the question before a removal names the backups with the document, and what to do about them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import KnownBackup
from briefbank.errors import NotInLibrary
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import show_library
from ui.features.documents import texts
from ui.main_window import MainWindow

MADE = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
ON_DISK = KnownBackup(Path("/media/office/backup"), MADE)


def asked(qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Delete is pressed on the first document; what the question says. Enter is pressed in it."""
    said: list[str] = []

    def answered(box: QMessageBox) -> int:
        said.append(box.informativeText())
        box.defaultButton().click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", answered)
    show_library(qtbot, window)
    window.documents.table.selectRow(0)
    qtbot.keyClick(window.documents.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: bool(said))
    return said


def test_the_question_names_each_backup_with_its_day_and_folder(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.maintenance.known_backups = (ON_DISK,)
    (said,) = asked(qtbot, window, monkeypatch)
    assert "March 3, 2026" in said and "/media/office/backup" in said
    assert "Back the library up into the same folder again" in said and "exported" in said


def test_where_no_backup_is_known_it_says_that_others_may_be(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    (said,) = asked(qtbot, window, monkeypatch)
    assert "knows of no backup" in said and "delete them where you keep them" in said


def test_enter_keeps_the_document(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked(qtbot, window, monkeypatch)
    assert library.called("remove") == []


def test_a_document_that_another_window_removed_is_not_asked_about(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_document_id: int) -> None:
        raise NotInLibrary

    monkeypatch.setattr(library.maintenance, "backups_with", gone)
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: pytest.fail("asked"))
    show_library(qtbot, window)
    window.documents.table.selectRow(0)
    qtbot.keyClick(window.documents.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: window.status.text.whole() != "")


def test_a_backup_of_a_series_says_until_when_it_is_kept() -> None:
    dated = KnownBackup(Path("/media/series"), MADE, MADE + timedelta(days=30))
    said = texts.meaning([dated])
    assert f"in {dated.folder}, until April 2, 2026" in said
    assert "deleted by the first one after that day" in said
    assert "after that day" not in texts.meaning([ON_DISK])


def test_many_backups_are_counted_and_not_listed() -> None:
    many = [KnownBackup(Path(f"/media/{n}"), MADE - timedelta(days=n)) for n in range(7)]
    said = texts.meaning(many)
    assert said.count("•") == texts.MOST and "and 3 more" in said
