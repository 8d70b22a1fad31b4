"""The settings page: the text recognition server, the model, the watched folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.errors import BriefBankError, NotReadable
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.settings.folders import WATCHED, WatchedFoldersPanel
from ui.features.settings.models import KEPT, PREPARES, WITHOUT, EncoderPanel, OcrServerPanel, RerankerPanel
from ui.features.settings.page import SettingsPage
from ui.main_window import MainWindow
from ui.shared.pages import SETTINGS
from ui.shared.wording import NEXT_TIME

ADDRESS = "http://10.0.0.5:8000/v1"


@pytest.fixture
def page(qtbot: QtBot, sample_window: MainWindow) -> SettingsPage:
    with qtbot.waitActive(sample_window):
        sample_window.activateWindow()
    qtbot.keyClick(sample_window, Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    assert sample_window.pages.currentIndex() == SETTINGS
    return sample_window.settings_page


def test_a_wrong_address_of_a_server_is_explained_and_another_kept_for_the_next_start_alone(
    qtbot: QtBot, sample_window: MainWindow, page: SettingsPage, sample_library: HookedLibrary
) -> None:
    server = page.panel(OcrServerPanel)
    settings.save(settings.Settings(order=Order.BEST))
    assert not server.use.isEnabled()
    qtbot.keyClicks(server.address, "10.0.0.5")
    qtbot.keyClick(server.address, Qt.Key.Key_Return)
    problem = sample_library.installation.ocr_address_problem("10.0.0.5")
    qtbot.waitUntil(lambda: server.message.text() == problem)
    assert server.address.accessibleDescription() == problem
    assert settings.load().ocr_address == ""
    qtbot.keyClick(server.address, Qt.Key.Key_Backspace)
    assert server.message.text() == ""
    server.address.clear()
    qtbot.keyClicks(server.address, ADDRESS)
    qtbot.keyClicks(server.model, "olmocr-7b")
    qtbot.mouseClick(server.use, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: server.message.text() == f"Kept. {NEXT_TIME}")
    assert settings.load() == settings.Settings(order=Order.BEST, ocr_address=ADDRESS, ocr_model="olmocr-7b")
    assert not sample_window.status.server.isVisible(), "nothing is let through before the next start"


def test_the_address_that_is_let_through_stands_in_the_status_line_and_in_the_first_steps(
    qtbot: QtBot, empty_library: HookedLibrary
) -> None:
    settings.save(settings.Settings(ocr_address=ADDRESS))
    with real_window(qtbot, empty_library) as window:
        server = window.settings_page.panel(OcrServerPanel)
        assert window.status.server.isVisible()
        assert window.status.server.text() == "Server: 10.0.0.5"
        assert ADDRESS in window.status.server.toolTip()
        promise = window.search_page.first_use.texts[1].text()
        assert ADDRESS in promise and "Nothing leaves" not in promise
        window.show_page(SETTINGS)
        qtbot.mouseClick(server.none, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: server.message.text() == f"No server is used. {NEXT_TIME}")
        assert settings.load().ocr_address == ""
        assert window.status.server.isVisible(), "it is let through until BriefBank is closed"


@pytest.fixture
def models(sample_library: HookedLibrary) -> HookedLibrary:
    """A library for which each folder is a model."""
    for call in ("embedding.try_out", "reranker.try_out"):
        sample_library.instead(call, lambda _folder: None)
    for call in ("embedding.choose_again", "reranker.warm", "embedding.embed_pending"):
        sample_library.instead(call, lambda *_nothing: 0)
    return sample_library


def test_another_model_is_tried_and_kept_and_all_passages_are_prepared_with_it(
    qtbot: QtBot, models: HookedLibrary, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = page.panel(EncoderPanel)
    folder = Path("/models/legal")
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(folder))
    assert not encoder.without.isEnabled()
    prepared = len(models.called("embedding.embed_pending"))
    qtbot.mouseClick(encoder.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: encoder.message.text() == PREPARES)
    assert models.called("embedding.try_out") == [folder]
    assert len(models.called("embedding.choose_again")) == 1
    assert settings.load().encoder == folder and str(folder) in encoder.folder.text()
    qtbot.waitUntil(lambda: len(models.called("embedding.embed_pending")) > prepared)
    qtbot.mouseClick(encoder.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: settings.load().encoder is None)
    qtbot.waitUntil(lambda: encoder.folder.isHidden() and encoder.choose.isEnabled())
    assert models.called("embedding.try_out") == [folder], "the own model need not be tried"


def test_a_model_that_compares_results_is_kept_when_it_is_chosen_and_one_that_is_none_is_explained(
    qtbot: QtBot, models: HookedLibrary, page: SettingsPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder, reranker = page.panel(EncoderPanel), page.panel(RerankerPanel)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/none")
    for choice, call in ((encoder, "embedding.try_out"), (reranker, "reranker.try_out")):
        models.fail(call, BriefBankError("This is no model.", "Choose another.", detail=""))
        qtbot.mouseClick(choice.choose, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda said=choice.message: said.text() == "This is no model. Choose another.")
        assert choice.choose.isEnabled() and choice.folder.isHidden()
    assert settings.load() == settings.Settings()
    models.fail("reranker.try_out", None)
    before = len(models.called("reranker.warm"))
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: "/models/compare")
    qtbot.mouseClick(reranker.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: reranker.message.text() == KEPT)
    assert settings.load().reranker == Path("/models/compare")
    qtbot.mouseClick(reranker.without, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: reranker.message.text() == WITHOUT)
    assert settings.load().reranker is None and len(models.called("reranker.warm")) == before + 2


def test_a_reranker_that_does_not_load_is_told_on_the_page(
    qtbot: QtBot, sample_library: HookedLibrary
) -> None:
    settings.save(settings.Settings(encoder=Path("/models/legal")))
    sample_library.instead("reranker.trouble", lambda: as_message("It could not be loaded."))
    with real_window(qtbot, sample_library) as window:
        window.show_page(SETTINGS)
        encoder = window.settings_page.panel(EncoderPanel)
        reranker = window.settings_page.panel(RerankerPanel)
        qtbot.waitUntil(lambda: reranker.message.text() == "It could not be loaded.")
        assert "/models/legal" in encoder.folder.text() and encoder.without.isEnabled()
        assert reranker.message.property("role") == "bad"


def test_a_folder_that_cannot_be_watched_says_why_is_watched_and_no_longer_watched_by_keyboard(
    qtbot: QtBot,
    page: SettingsPage,
    sample_library: HookedLibrary,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    panel, scans = page.panel(WatchedFoldersPanel), tmp_path / "scans"
    scans.mkdir()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_args: str(scans))
    sample_library.fail("watched.watch", NotReadable())
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text() == str(NotReadable()))
    assert panel.folders.count() == 0
    panel.show_folders([])  # after the next look at the folders
    assert panel.message.text() == str(NotReadable())
    sample_library.fail("watched.watch", None)
    qtbot.mouseClick(panel.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text() == WATCHED and panel.folders.count() == 1)
    assert panel.folders.item(0).text() == str(scans) and not panel.remove.isEnabled()
    scans.rmdir()
    page.folder_watch.poll()
    qtbot.waitUntil(lambda: "\n" in panel.folders.item(0).text(), timeout=20_000)
    panel.folders.setCurrentRow(0)
    assert panel.remove.isEnabled()
    qtbot.keyClick(panel.folders, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: panel.folders.count() == 0)
    assert sample_library.watched.folders() == [] and not panel.folders.isVisible()
