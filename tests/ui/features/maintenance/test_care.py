"""Looking after the library: sizes, check and mending, backup and restore, told in words."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel, QMessageBox
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import DiskEncryption, EncryptionState, RestoreReport
from briefbank.errors import StoreFull
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.ingest import worked_on_until_cancelled
from tests.ui.conftest import search, show_library, states
from ui.features.intake.controller import State
from ui.features.maintenance.view import IN_ORDER, NOT_IN_ORDER, MaintenanceView
from ui.main_window import MainWindow
from ui.shared.check_results import FindingsList
from ui.shared.pages import CARE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

FOLDER = Path("/media/backup")


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> MaintenanceView:
    window.show_page(CARE)
    qtbot.waitUntil(lambda: window.maintenance.extent.text() != "")
    return window.maintenance


def pressed(qtbot: QtBot, page: MaintenanceView, name: str) -> None:
    qtbot.mouseClick(getattr(page, name), Qt.MouseButton.LeftButton)


def choose_folder(monkeypatch: pytest.MonkeyPatch, folder: Path | None) -> None:
    chosen = str(folder) if folder else ""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: chosen)


def answer(monkeypatch: pytest.MonkeyPatch, button: str) -> list[str]:
    asked: list[str] = []

    def exec_(box: QMessageBox) -> int:
        asked.append(f"{box.text()} {box.informativeText()}")
        next(item for item in box.buttons() if item.text() == button).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    return asked


def test_sizes_and_last_times_are_told_in_plain_words(page: MaintenanceView) -> None:
    said = " ".join(label.text() for label in page.findChildren(QLabel))
    assert "412 MB of originals" in said and "128 GB free on this disk" in said
    assert page.extent.text() == "5 documents, 6 passages"
    assert page.last_check.text().startswith("Last check: March 3, 2026")
    assert page.last_backup.text() == "Last backup: never"


def test_a_check_shows_what_is_wrong_and_mending_puts_it_right(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary
) -> None:
    assert not page.repair.isVisible()
    pressed(qtbot, page, "check")
    qtbot.waitUntil(lambda: page.result.text() == NOT_IN_ORDER)
    shown = page.findChild(FindingsList)
    assert isinstance(shown, FindingsList)
    assert shown.findings[0].detail == "The word index lacks 2 passages."
    pressed(qtbot, page, "repair")
    qtbot.waitUntil(lambda: page.result.text() == IN_ORDER)
    assert library.called("check") == [(False, False), (True, False)]
    assert not page.repair.isVisible()


def test_every_file_and_passage_is_read_where_that_is_asked_for(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary
) -> None:
    page.thorough.setChecked(True)
    pressed(qtbot, page, "check")
    qtbot.waitUntil(page.repair.isVisible)
    pressed(qtbot, page, "repair")
    qtbot.waitUntil(lambda: page.result.text() == IN_ORDER)
    assert library.called("check") == [(False, True), (True, True)]


def test_a_backup_tells_how_far_it_is_and_how_it_went(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = library.gates["backup"] = threading.Event()
    choose_folder(monkeypatch, FOLDER)
    pressed(qtbot, page, "back_up")
    qtbot.waitUntil(lambda: page.doing.whole() == "Backing up: 3 of 12")
    assert page.bar.value() == 3 and page.bar.maximum() == 12
    assert not page.restore.isEnabled() and page.stop.hasFocus()
    gate.set()
    qtbot.waitUntil(lambda: page.result.text() != "")
    said = "The backup is complete: 5 documents, 12 files (412 MB) copied. It is in /media/backup."
    assert page.result.text() == said
    assert page.restore.isEnabled() and not page.progress.isVisible()


def test_a_backup_that_fails_says_what_happened_and_what_to_do(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.faults["backup"] = StoreFull()
    choose_folder(monkeypatch, FOLDER)
    pressed(qtbot, page, "back_up")
    qtbot.waitUntil(lambda: page.result.text() == str(StoreFull()))
    assert page.back_up.isEnabled()


def test_a_backup_can_be_stopped(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = library.gates["backup"] = threading.Event()
    choose_folder(monkeypatch, FOLDER)
    pressed(qtbot, page, "back_up")
    qtbot.waitUntil(lambda: library.called("backup") == [FOLDER])
    qtbot.keyClick(page.stop, Qt.Key.Key_Space)
    gate.set()
    qtbot.waitUntil(lambda: page.result.text().startswith("Stopped."))


def test_no_folder_chosen_is_no_backup(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_folder(monkeypatch, None)
    pressed(qtbot, page, "back_up")
    assert not page.progress.isVisible()


def test_restoring_asks_once_and_says_that_the_present_state_is_kept(
    qtbot: QtBot, page: MaintenanceView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_folder(monkeypatch, FOLDER)
    dialogs = answer(monkeypatch, "Leave it as it is")
    pressed(qtbot, page, "restore")
    assert len(dialogs) == 1 and "kept as a backup first" in dialogs[0]
    dialogs = answer(monkeypatch, "Restore")
    pressed(qtbot, page, "restore")
    kept = "The state before is kept as a backup in /made-up/library before 3 March."
    qtbot.waitUntil(lambda: page.result.text() == f"The library was restored: 4 documents. {kept}")
    assert len(dialogs) == 1 and library.called("restore") == [FOLDER]


def test_restoring_waits_until_adding_rests_and_shows_the_restored_library_anew(
    qtbot: QtBot,
    window: MainWindow,
    page: MaintenanceView,
    library: StubLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    adding: list[bool] = []

    def restore(_folder: Path, _reporter: Reporter) -> RestoreReport:
        adding.append(window.intake_controller.busy)
        library.documents.remove(1)
        library.ingest.ledger.clear()
        return RestoreReport(4, None)

    monkeypatch.setattr(library.maintenance, "restore", restore)
    library.ingest.script = worked_on_until_cancelled
    search(qtbot, window)
    window.search.results.open_row(0)
    window.add([Path("/tmp/one.pdf")])
    qtbot.waitUntil(lambda: window.intake_controller.state is State.RUNNING and window.intake_controller.busy)
    window.maintenance_controller.restore(FOLDER)
    qtbot.waitUntil(lambda: page.result.text() == "The library was restored: 4 documents.")
    assert adding == [False]
    qtbot.waitUntil(lambda: states(window) == {})
    assert window.search.reader.document is None
    show_library(qtbot, window)
    assert window.documents.model.rowCount() == 4


def test_a_restore_that_fails_lets_adding_go_on(
    qtbot: QtBot, window: MainWindow, page: MaintenanceView, library: StubLibrary
) -> None:
    library.faults["restore"] = StoreFull()
    library.ingest.script = worked_on_until_cancelled
    window.add([Path("/tmp/one.pdf")])
    qtbot.waitUntil(lambda: window.intake_controller.busy)
    window.maintenance_controller.restore(FOLDER)
    qtbot.waitUntil(lambda: page.result.text() == str(StoreFull()))
    qtbot.waitUntil(lambda: window.intake_controller.busy)
    qtbot.waitUntil(lambda: list(states(window)) == [Path("/tmp/one.pdf")])


def test_the_library_menu_checks_on_the_same_page(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library_menu = next(a.menu() for a in window.menuBar().actions() if a.text() == "&Library")
    next(action for action in library_menu.actions() if action.text() == "C&heck").trigger()
    assert window.pages.currentIndex() == CARE
    qtbot.waitUntil(lambda: window.maintenance.result.text() == NOT_IN_ORDER)


@pytest.mark.parametrize("state", [EncryptionState.YES, EncryptionState.NO, EncryptionState.UNKNOWN])
def test_the_page_says_whether_the_disk_is_encrypted_and_swap_only_where_it_is_not(
    qtbot: QtBot, page: MaintenanceView, window: MainWindow, library: StubLibrary, state: EncryptionState
) -> None:
    library.installation.encryption = DiskEncryption(state, EncryptionState.NO)
    window.maintenance_controller.refresh()
    qtbot.waitUntil(lambda: page.encryption.text() == "\n\n".join(library.installation.encryption.sentences))
    library.installation.encryption = DiskEncryption(state, EncryptionState.NOTHING)
    window.maintenance_controller.refresh()
    qtbot.waitUntil(lambda: page.encryption.text() == library.installation.encryption.sentences[0])
