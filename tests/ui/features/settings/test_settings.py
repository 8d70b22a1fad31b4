"""The settings page: the text recognition server, the model, the watched folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QLabel
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.ingest import WatchedFolder
from briefbank.domain.searches import Order
from briefbank.errors import BriefBankError, NotReadable
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui.features.settings.encoder_panel import PREPARES, EncoderPanel
from ui.features.settings.ocr_server_panel import CONFIDENTIAL, OcrServerPanel
from ui.features.settings.reranker_panel import KEPT, WITHOUT, RerankerPanel
from ui.features.settings.settings_changes import NEXT_TIME
from ui.features.settings.view import SettingsView
from ui.features.settings.watched_folders_panel import WatchedFoldersPanel
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
    server = page.panel(OcrServerPanel)
    settings.save(settings.Settings(order=Order.BEST))
    assert not server.keep.isEnabled()
    qtbot.keyClicks(server.address, ADDRESS)
    qtbot.keyClicks(server.model, "olmocr-7b")
    qtbot.mouseClick(server.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: server.message.text() == f"Kept. {NEXT_TIME}")
    assert settings.load() == settings.Settings(order=Order.BEST, ocr_address=ADDRESS, ocr_model="olmocr-7b")
    assert not window.status.server.isVisible(), "nothing is let through before the next start"


def test_a_wrong_address_is_explained_and_not_kept(qtbot: QtBot, page: SettingsView) -> None:
    server = page.panel(OcrServerPanel)
    server.address.setFocus()
    qtbot.keyClicks(server.address, "10.0.0.5")
    qtbot.keyClick(server.address, Qt.Key.Key_Return)
    problem = "The address must begin with http:// or https://."
    qtbot.waitUntil(lambda: server.message.text() == problem)
    assert server.address.accessibleDescription() == problem
    assert settings.load().ocr_address == ""
    qtbot.keyClick(server.address, Qt.Key.Key_Backspace)
    assert server.message.text() == ""


def test_the_address_that_is_let_through_stands_in_the_status_line(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(ocr_address=ADDRESS))
    window = open_window(library)
    server = window.settings.panel(OcrServerPanel)
    assert window.status.server.isVisible()
    assert window.status.server.text() == f"Text recognition server let through: {ADDRESS}"
    window.show_page(SETTINGS)
    qtbot.mouseClick(server.none, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: server.message.text() == f"No server is used. {NEXT_TIME}")
    assert settings.load().ocr_address == ""
    assert window.status.server.isVisible(), "it is let through until BriefBank is closed"


def test_what_a_server_means_for_confidentiality_is_said(page: SettingsView) -> None:
    assert "can read them" in CONFIDENTIAL
    assert any(label.text() == CONFIDENTIAL for label in page.findChildren(QLabel))


def test_the_model_in_use_is_named(qtbot: QtBot, page: SettingsView) -> None:
    panel = page.panel(EncoderPanel)
    qtbot.waitUntil(lambda: panel.used.text() != "")
    assert panel.used.text() == "Model: all-MiniLM-L6-v2"


def test_another_model_is_tried_and_kept_and_all_passages_are_prepared_with_it(
    qtbot: QtBot,
    window: MainWindow,
    page: SettingsView,
    library: StubLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    encoder = page.panel(EncoderPanel).choice
    folder = Path("/models/legal")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    assert not encoder.without.isEnabled()
    prepared = len(library.called("embed_pending"))
    qtbot.mouseClick(encoder.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: encoder.message.text() == PREPARES)
    assert library.called("try_encoder") == [folder] and len(library.called("encoder_changed")) == 1
    assert settings.load().encoder == folder and str(folder) in encoder.folder.text()
    qtbot.waitUntil(lambda: len(library.called("embed_pending")) > prepared or window.embedding._wanted)
    qtbot.mouseClick(encoder.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: settings.load().encoder is None)
    qtbot.waitUntil(lambda: encoder.folder.isHidden() and encoder.choose.isEnabled())
    assert library.called("try_encoder") == [folder], "the own model need not be tried"


def test_a_model_that_cannot_be_used_is_explained_and_the_former_stays(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = page.panel(EncoderPanel).choice
    reranker = page.panel(RerankerPanel).choice
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/none")
    for choice, call in (
        (encoder, "try_encoder"),
        (reranker, "try_reranker"),
    ):
        library.faults[call] = BriefBankError("This is no model.", "Choose another.", detail="")
        qtbot.mouseClick(choice.choose, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda said=choice.message: said.text() == "This is no model. Choose another.")
        assert choice.choose.isEnabled() and choice.folder.isHidden()
    assert settings.load() == settings.Settings()
    assert library.called("encoder_changed") == library.called("reranker_changed") == []


def test_a_model_that_compares_results_is_kept_when_it_is_chosen(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    reranker = page.panel(RerankerPanel).choice
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/compare")
    qtbot.mouseClick(reranker.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: reranker.message.text() == KEPT)
    assert settings.load().reranker == Path("/models/compare")
    qtbot.mouseClick(reranker.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: reranker.message.text() == WITHOUT)
    assert settings.load().reranker is None and len(library.called("reranker_changed")) == 2


def test_a_reranker_that_does_not_load_is_told_on_the_page(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(settings.Settings(encoder=Path("/models/legal")))
    monkeypatch.setattr(library.reranker, "trouble", lambda: "It could not be loaded.")
    window = open_window(library)
    window.show_page(SETTINGS)
    encoder = window.settings.panel(EncoderPanel).choice
    reranker = window.settings.panel(RerankerPanel).choice
    qtbot.waitUntil(lambda: reranker.message.text() == "It could not be loaded.")
    assert "/models/legal" in encoder.folder.text() and encoder.without.isEnabled()
    assert reranker.message.property("role") == "bad"


def test_folders_are_watched_and_no_longer_watched(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = page.panel(WatchedFoldersPanel)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/srv/scans")
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.folders.count() == 1)
    assert library.called("watch") == [Path("/srv/scans")]
    assert not panel.remove.isEnabled()
    panel.folders.setCurrentRow(0)
    qtbot.mouseClick(panel.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.folders.count() == 0)
    assert library.called("unwatch") == [Path("/srv/scans")]
    assert not panel.folders.isVisible()


def test_a_folder_in_trouble_says_why_and_is_removed_by_keyboard(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.watched.kept = [WatchedFolder(Path("/mnt/share"), "The folder cannot be reached.")]
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings.panel(WatchedFoldersPanel)
    qtbot.waitUntil(lambda: panel.folders.count() == 1)
    assert "The folder cannot be reached." in panel.folders.item(0).text()
    panel.folders.setCurrentRow(0)
    qtbot.keyClick(panel.folders, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: panel.folders.count() == 0)


def test_a_folder_that_cannot_be_watched_says_why(
    qtbot: QtBot, page: SettingsView, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = page.panel(WatchedFoldersPanel)
    library.faults["watch"] = NotReadable()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/root")
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text() == str(NotReadable()))
    assert panel.folders.count() == 0


def test_an_empty_library_does_not_promise_more_than_the_settings_keep(
    library: StubLibrary, open_window: OpenWindow
) -> None:
    assert "Nothing leaves this computer." in open_window(library).search_page.first_use.texts[1].text()
    settings.save(settings.Settings(ocr_address=ADDRESS))
    promise = open_window(library).search_page.first_use.texts[1].text()
    assert ADDRESS in promise
    assert "Nothing leaves" not in promise
