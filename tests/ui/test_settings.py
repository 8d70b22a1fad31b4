"""The settings page: the text recognition server, the model, the watched folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.intake import WatchedFolder
from briefbank.domain.searches import Order
from briefbank.errors import BriefBankError, NotReadable
from tests.ui.conftest import OpenWindow
from tests.ui.stub import StubLibrary
from tests.ui.stub_health import REASON
from ui.features.settings.language_panel import NEXT_TIME
from ui.features.settings.models_choice import PREPARES, WITHOUT
from ui.features.settings.view import CONFIDENTIAL, SettingsView
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS

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


def test_another_model_is_tried_and_kept_and_all_passages_are_prepared_with_it(
    qtbot: QtBot,
    window: MainWindow,
    page: SettingsView,
    library: StubLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    folder = Path("/models/legal")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    assert not page.encoder_choice.without.isEnabled()
    prepared = len(library.called("embed_pending"))
    qtbot.mouseClick(page.encoder_choice.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.encoder_choice.said.text() == PREPARES)
    assert library.called("try_encoder") == [folder] and len(library.called("encoder_changed")) == 1
    assert settings.load().encoder == folder and str(folder) in page.encoder_choice.folder.text()
    qtbot.waitUntil(lambda: len(library.called("embed_pending")) > prepared or window.meaning._wanted)
    qtbot.mouseClick(page.encoder_choice.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: settings.load().encoder is None)
    qtbot.waitUntil(lambda: page.encoder_choice.folder.isHidden() and page.encoder_choice.choose.isEnabled())
    assert library.called("try_encoder") == [folder], "the own model need not be tried"


def test_a_model_that_cannot_be_used_is_explained_and_the_former_stays(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/none")
    for choice, call in (
        (page.encoder_choice, "try_encoder"),
        (page.reranker_choice, "try_reranker"),
    ):
        library.faults[call] = BriefBankError("This is no model.", "Choose another.", detail="")
        qtbot.mouseClick(choice.choose, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda said=choice.said: said.text() == "This is no model. Choose another.")
        assert choice.choose.isEnabled() and choice.folder.isHidden()
    assert settings.load() == settings.Settings()
    assert library.called("encoder_changed") == library.called("reranker_changed") == []


def test_what_comparing_results_costs_is_said_when_a_model_is_chosen(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/compare")
    qtbot.mouseClick(page.reranker_choice.choose, Qt.MouseButton.LeftButton)
    said = "Kept. Comparing 50 results takes about 640 milliseconds here."
    qtbot.waitUntil(lambda: page.reranker_choice.said.text() == said)
    assert settings.load().reranker == Path("/models/compare")
    qtbot.mouseClick(page.reranker_choice.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.reranker_choice.said.text() == WITHOUT)
    assert settings.load().reranker is None and len(library.called("reranker_changed")) == 2


def test_a_change_of_model_under_way_is_told_on_the_page(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(settings.Settings(encoder=Path("/models/legal")))
    monkeypatch.setattr(StubLibrary, "encoder_note", lambda _self: "Searches use the former model.")
    monkeypatch.setattr(StubLibrary, "reranker_note", lambda _self: "It could not be loaded.")
    window = open_window(library)
    window.show_page(SETTINGS)
    page = window.settings
    qtbot.waitUntil(lambda: page.encoder_choice.said.text() == "Searches use the former model.")
    assert "/models/legal" in page.encoder_choice.folder.text() and page.encoder_choice.without.isEnabled()
    assert page.reranker_choice.said.property("role") == "bad"


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
