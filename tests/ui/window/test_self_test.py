"""The self-test in the window: from the menu and from Library care, and its report for the ethics file."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.maintenance import CheckResult
from briefbank.errors import ExportRefused
from tests.stand_ins.hooked_library import HookedLibrary
from ui.features.settings.care import CarePanel
from ui.main_window import MainWindow
from ui.shared.notices import FindingsDialog, of_self_test
from ui.window import menus

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


def begin_in_maintenance(qtbot: QtBot, window: MainWindow) -> FindingsDialog:
    """Begun by the keyboard, on the page on which the library is looked after."""
    window.show_settings(CarePanel)
    window.settings_page.panel(CarePanel).self_test.setFocus()
    qtbot.keyClick(window.settings_page.panel(CarePanel).self_test, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: isinstance(window.help.dialog, FindingsDialog), timeout=60_000)
    assert isinstance(window.help.dialog, FindingsDialog)
    return window.help.dialog


@pytest.mark.nightly
def test_it_is_begun_on_the_page_of_care_saved_and_copied(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = tmp_path / "report.txt"
    monkeypatch.setattr(menus, "chosen_file", lambda *_: target)
    dialog = begin_in_maintenance(qtbot, window)
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: target.is_file())
    qtbot.waitUntil(lambda: "was saved" in window.status.text.whole())
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text() == target.read_text(encoding="utf-8")
    dialog.close()


@pytest.mark.nightly
def test_a_report_that_cannot_be_written_is_said_with_what_to_do(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(menus, "chosen_file", lambda *_: Path("/nowhere/report.txt"))
    library.fail("installation.save_self_test", ExportRefused())
    dialog = begin_in_maintenance(qtbot, window)
    dialog.save.click()
    qtbot.waitUntil(lambda: "Choose another folder." in window.status.text.whole())
    dialog.close()


def test_what_failed_is_read_first_and_what_is_to_be_noted_before_what_passed() -> None:
    rows = {"a": (True, False), "b": (True, True), "c": (False, False), "d": (True, False)}
    results = [CheckResult(name, passed, "Said.", remark) for name, (passed, remark) in rows.items()]
    found = of_self_test(results)
    assert [item.name for item in found] == ["c", "b", "a", "d"]
    assert [finding.well for finding in found] == [False, None, True, True]
