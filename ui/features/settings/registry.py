"""The panels of the settings page. A new one is a module of its own and a line here."""

from __future__ import annotations

from typing import Any

from ui.features.settings.appearance_panel import AppearanceController, AppearancePanel
from ui.features.settings.cluster_panel import ClusterController, ClusterPanel
from ui.features.settings.encoder_panel import EncoderController, EncoderPanel
from ui.features.settings.language_panel import LanguageController, LanguagePanel
from ui.features.settings.large_folders_panel import LargeFoldersController, LargeFoldersPanel
from ui.features.settings.library_panel import LibraryController, LibraryPanel
from ui.features.settings.local_model_controller import LocalModelController
from ui.features.settings.local_model_panel import LocalModelPanel
from ui.features.settings.ocr_server_panel import OcrServerController, OcrServerPanel
from ui.features.settings.office_panel import OfficePanel, OfficePanelController
from ui.features.settings.offline_panel import OfflineController, OfflinePanel
from ui.features.settings.remembering_panel import RememberingController, RememberingPanel
from ui.features.settings.reranker_panel import RerankerController, RerankerPanel
from ui.features.settings.settings_panel import SettingsPanel
from ui.features.settings.walls_panel import WallsController, WallsPanel
from ui.features.settings.watched_folders_panel import WatchedFoldersController, WatchedFoldersPanel

PANELS: tuple[SettingsPanel[Any], ...] = (
    SettingsPanel(LibraryPanel, LibraryController),
    SettingsPanel(OfficePanel, OfficePanelController),
    SettingsPanel(OfflinePanel, OfflineController),
    SettingsPanel(WallsPanel, WallsController),
    SettingsPanel(ClusterPanel, ClusterController),
    SettingsPanel(OcrServerPanel, OcrServerController),
    SettingsPanel(WatchedFoldersPanel, WatchedFoldersController),
    SettingsPanel(LargeFoldersPanel, LargeFoldersController),
    SettingsPanel(EncoderPanel, EncoderController),
    SettingsPanel(RerankerPanel, RerankerController),
    SettingsPanel(LocalModelPanel, LocalModelController),
    SettingsPanel(AppearancePanel, AppearanceController),
    SettingsPanel(LanguagePanel, LanguageController),
    SettingsPanel(RememberingPanel, RememberingController),
)
"""In the order in which they stand on the page and Tab goes through them."""
