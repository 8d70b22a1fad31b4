"""Backup and repair: check, mend, back up, try a restore, and restore, on a real library."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import DiskEncryption, EncryptionState
from briefbank.errors import StoreFull
from briefbank.jobs import QuietReporter
from briefbank.paths import LibraryPaths
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import answer_boxes, show_library
from ui.features.library.adding import State
from ui.features.settings.care import IN_ORDER, NOT_IN_ORDER, CarePanel
from ui.features.settings.folders import LibraryPanel
from ui.main_window import MainWindow
from ui.shared.notices import FindingsList

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LONG_MS = 30_000


@pytest.fixture
def panel(qtbot: QtBot, sample_window: MainWindow) -> CarePanel:
    sample_window.show_settings(CarePanel)
    panel = sample_window.settings_page.panel(CarePanel)
    qtbot.waitUntil(lambda: panel.last_check.text() != "")
    return panel


@pytest.fixture
def backup(sample_library: HookedLibrary, tmp_path: Path) -> Path:
    sample_library.maintenance.backup(tmp_path / "backup", QuietReporter())
    return tmp_path / "backup"


def press(qtbot: QtBot, panel: CarePanel, name: str) -> None:
    qtbot.mouseClick(getattr(panel, name), Qt.MouseButton.LeftButton)


def choose_folder(monkeypatch: pytest.MonkeyPatch, folder: Path | None) -> None:
    chosen = str(folder) if folder else ""
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: chosen)


def until_said(qtbot: QtBot, panel: CarePanel, words: str) -> None:
    qtbot.waitUntil(lambda: words in panel.result.text(), timeout=LONG_MS)


def test_the_settings_say_how_large_the_library_is_and_when_it_was_looked_after(
    qtbot: QtBot, sample_window: MainWindow, panel: CarePanel
) -> None:
    sizes = sample_window.settings_page.panel(LibraryPanel)
    qtbot.waitUntil(lambda: sizes.extent.text().startswith("8 documents, "))
    words = " ".join(label.text() for label in sizes.findChildren(QLabel))
    assert "MB of originals" in words and "GB free on this disk" in words
    assert panel.last_check.text() == "Last check: never" and panel.last_backup.text() == "Last backup: never"


@pytest.mark.parametrize("thorough", [False, True])
def test_a_check_shows_what_is_wrong_and_repairing_puts_it_right(
    qtbot: QtBot, sample_library: HookedLibrary, panel: CarePanel, thorough: bool
) -> None:
    LibraryPaths(sample_library.folder).original("ab" * 32, ".pdf").write_text(
        "of a document that was removed"
    )
    panel.thorough.setChecked(thorough)
    assert not panel.repair.isVisible()
    press(qtbot, panel, "check")
    until_said(qtbot, panel, NOT_IN_ORDER)
    findings = panel.findChild(FindingsList)
    assert isinstance(findings, FindingsList) and findings.findings[0].well is False
    press(qtbot, panel, "repair")
    until_said(qtbot, panel, IN_ORDER)
    assert not panel.repair.isVisible() and "never" not in panel.last_check.text()


def test_a_backup_says_how_it_went_and_can_be_tried(
    qtbot: QtBot, panel: CarePanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose_folder(monkeypatch, tmp_path / "backup")
    press(qtbot, panel, "back_up")
    assert panel.progress.isVisible() and not panel.restore.isEnabled() and panel.stop.hasFocus()
    until_said(qtbot, panel, "The backup is complete: 8 documents, ")
    assert str(tmp_path / "backup") in panel.result.text()
    assert panel.restore.isEnabled() and not panel.progress.isVisible()
    qtbot.waitUntil(lambda: "never" not in panel.last_backup.text())
    press(qtbot, panel, "try_restore")
    until_said(qtbot, panel, "can be restored: 8 documents, ")
    manifest = next(path for path in (tmp_path / "backup").rglob("*.pdf"))
    manifest.write_bytes(b"damaged")
    press(qtbot, panel, "try_restore")
    qtbot.waitUntil(lambda: panel.result.property("bad") is True, timeout=LONG_MS)


def test_a_backup_can_be_stopped_and_one_that_fails_says_what_to_do(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    panel: CarePanel,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gate = sample_library.hold("maintenance.backup")
    choose_folder(monkeypatch, tmp_path / "backup")
    press(qtbot, panel, "back_up")
    qtbot.waitUntil(lambda: bool(sample_library.called("maintenance.backup")))
    qtbot.keyClick(panel.stop, Qt.Key.Key_Space)
    gate.set()
    until_said(qtbot, panel, "Stopped.")
    sample_library.fail("maintenance.backup", StoreFull())
    press(qtbot, panel, "back_up")
    until_said(qtbot, panel, str(StoreFull()))
    assert panel.back_up.isEnabled()


def test_restoring_asks_once_keeps_the_present_state_and_shows_the_restored_library(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    backup: Path,
    sample_window: MainWindow,
    panel: CarePanel,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sample_window.open_document(sample_library.documents.get(2))
    qtbot.waitUntil(lambda: sample_window.search_page.reader.document is not None)
    sample_library.documents.remove(1)
    sample_window.show_settings(CarePanel)
    choose_folder(monkeypatch, backup)
    questions = answer_boxes(monkeypatch, "Leave it as it is")
    press(qtbot, panel, "restore")
    assert len(questions) == 1 and "kept as a backup first" in questions[0]
    assert not sample_library.called("maintenance.restore")
    answer_boxes(monkeypatch, "Restore")
    press(qtbot, panel, "restore")
    until_said(
        qtbot, panel, "The library was restored: 8 documents. The state before is kept as a backup in "
    )
    assert sample_window.search_page.reader.document is None
    show_library(qtbot, sample_window)
    assert sample_window.library_page.model.rowCount() == 8


@pytest.mark.parametrize("fails", [False, True])
@pytest.mark.nightly
def test_restoring_waits_until_adding_rests_which_goes_on_afterwards(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    backup: Path,
    sample_window: MainWindow,
    panel: CarePanel,
    tmp_path: Path,
    fails: bool,
) -> None:
    if fails:
        sample_library.fail("maintenance.restore", StoreFull())
    adding = sample_window.library_page.adding
    gate = sample_library.hold("ingest.run")
    brief = tmp_path / "brief.txt"
    brief.write_text("The police seized a giraffe without a warrant. It should be returned.\n" * 20)
    sample_window.add([brief])
    qtbot.waitUntil(lambda: adding.state is State.RUNNING and adding.busy)
    panel.begin_restore(backup)
    assert not sample_library.called("maintenance.restore"), "the file is not finished yet"
    gate.set()
    until_said(qtbot, panel, str(StoreFull()) if fails else "The library was restored: 8 documents.")
    qtbot.waitUntil(lambda: adding.state is State.IDLE and not adding.busy, timeout=LONG_MS)
    assert sample_library.documents.totals()[0] == (9 if fails else 8)


def test_the_settings_say_whether_the_disk_is_encrypted_and_of_swap_only_where_it_is_not(
    qtbot: QtBot,
    sample_library: HookedLibrary,
    sample_window: MainWindow,
    panel: CarePanel,
) -> None:
    words = sample_window.settings_page.panel(LibraryPanel).encryption
    for state in (EncryptionState.YES, EncryptionState.NO, EncryptionState.UNKNOWN):
        for swap in (EncryptionState.NO, EncryptionState.NOTHING):
            encryption = DiskEncryption(state, swap)
            sample_library.change("installation.disk_encryption", lambda _answer, given=encryption: given)
            sample_window.settings_page.refresh()
            qtbot.waitUntil(lambda given=encryption: words.text() == "\n\n".join(given.sentences))
        assert words.text() == encryption.sentences[0]
