"""The settings page: the text recognition server, the model, the watched folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.errors import NotReadable
from briefbank.models import Order, WatchedFolder
from tests.ui.conftest import OpenWindow
from tests.ui.stub import StubLibrary
from tests.ui.stub_health import REASON
from ui.main_window import MainWindow
from ui.pages import SETTINGS
from ui.views.settings import CONFIDENTIAL, NEXT_TIME, SettingsView

ADDRESS = "http://10.0.0.5:8000/v1"


@pytest.fixture
def page(qtbot: QtBot, window: MainWindow) -> SettingsView:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert window.pages.currentIndex() == SETTINGS
    return window.settings


def test_a_server_is_kept_for_the_next_start_and_nothing_else_is_changed(
    qtbot: QtBot, window: MainWindow, page: SettingsView
) -> None:
    settings.save(settings.Settings(order=Order.BEST))
    assert not page.keep.isEnabled()
    qtbot.keyClicks(page.address, ADDRESS)
    qtbot.keyClicks(page.model, "olmocr-7b")
    qtbot.mouseClick(page.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.server_said.text() == f"Kept. {NEXT_TIME}")
    assert settings.load() == settings.Settings(order=Order.BEST, ocr_address=ADDRESS, ocr_model="olmocr-7b")
    assert not window.status.server.isVisible(), "nothing is let through before the next start"


def test_a_wrong_address_is_explained_and_not_kept(qtbot: QtBot, page: SettingsView) -> None:
    qtbot.keyClicks(page.address, "10.0.0.5")
    qtbot.keyClick(page.address, Qt.Key.Key_Return)
    problem = "The address must begin with http:// or https://."
    qtbot.waitUntil(lambda: page.server_said.text() == problem)
    assert page.address.accessibleDescription() == problem
    assert settings.load().ocr_address == ""
    qtbot.keyClick(page.address, Qt.Key.Key_Backspace)
    assert page.server_said.text() == ""


def test_the_address_that_is_let_through_stands_in_the_status_line(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(ocr_address=ADDRESS))
    window = open_window(library)
    assert window.status.server.isVisible()
    assert window.status.server.text() == f"Text recognition server let through: {ADDRESS}"
    window.show_page(SETTINGS)
    qtbot.mouseClick(window.settings.none, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.settings.server_said.text() == f"No server is used. {NEXT_TIME}")
    assert settings.load().ocr_address == ""
    assert window.status.server.isVisible(), "it is let through until BriefBank is closed"


def test_what_a_server_means_for_confidentiality_is_said(page: SettingsView) -> None:
    assert "can read them" in CONFIDENTIAL
    assert any(each.text() == CONFIDENTIAL for each in page.findChildren(type(page.encoder)))


def test_the_model_in_use_is_named_with_its_reason(qtbot: QtBot, page: SettingsView) -> None:
    qtbot.waitUntil(lambda: page.encoder.text() != "")
    assert page.encoder.text().startswith(f"all-MiniLM-L6-v2 (int8). {REASON}")


def test_folders_are_watched_and_no_longer_watched(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/srv/scans")
    qtbot.mouseClick(page.add_folder, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.folders.count() == 1)
    assert library.called("watch") == [Path("/srv/scans")]
    assert not page.remove_folder.isEnabled()
    page.folders.setCurrentRow(0)
    qtbot.mouseClick(page.remove_folder, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.folders.count() == 0)
    assert library.called("unwatch") == [Path("/srv/scans")]
    assert not page.folders.isVisible()


def test_a_folder_in_trouble_says_why_and_is_removed_by_keyboard(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.watched = [WatchedFolder(Path("/mnt/share"), "The folder cannot be reached.")]
    window = open_window(library)
    window.show_page(SETTINGS)
    page = window.settings
    qtbot.waitUntil(lambda: page.folders.count() == 1)
    assert "The folder cannot be reached." in page.folders.item(0).text()
    page.folders.setCurrentRow(0)
    qtbot.keyClick(page.folders, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: page.folders.count() == 0)


def test_a_folder_that_cannot_be_watched_says_why(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.faults["watch"] = NotReadable()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/root")
    qtbot.mouseClick(page.add_folder, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.folders_said.text() == str(NotReadable()))
    assert page.folders.count() == 0


def test_an_empty_library_does_not_promise_more_than_the_settings_keep(
    library: StubLibrary, open_window: OpenWindow
) -> None:
    assert "Nothing leaves this computer." in open_window(library).search_page.first_use.texts[1].text()
    settings.save(settings.Settings(ocr_address=ADDRESS))
    promise = open_window(library).search_page.first_use.texts[1].text()
    assert ADDRESS in promise
    assert "Nothing leaves" not in promise
