"""The choice of the window's language in the settings: kept, said, and in force at the next start."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.errors import StoreFull
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow
from ui.features.settings import settings_changes
from ui.features.settings.language_panel import SYSTEM, LanguagePanel
from ui.features.settings.settings_changes import NEXT_TIME
from ui.i18n import translate
from ui.shared.pages import SETTINGS


@pytest.fixture
def panel(open_window: OpenWindow, library: StubLibrary) -> LanguagePanel:
    window = open_window(library)
    window.show_page(SETTINGS)
    return window.settings.panel(LanguagePanel)


def test_a_language_chosen_by_key_is_kept_and_counts_at_the_next_start(
    qtbot: QtBot, panel: LanguagePanel
) -> None:
    assert panel.choice.value == SYSTEM
    panel.choice.button(SYSTEM).setFocus()
    qtbot.keyClick(panel.choice.button(SYSTEM), Qt.Key.Key_Right)
    qtbot.keyClick(panel.choice.button("en"), Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: settings.load().language == "es" and panel.message.text() == NEXT_TIME)
    assert translate.LANGUAGE == "en" and translate.chosen_language() == "es"


def test_a_choice_that_cannot_be_kept_goes_back_and_says_why(
    qtbot: QtBot, panel: LanguagePanel, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_changes: object) -> None:
        raise StoreFull()

    monkeypatch.setattr(settings_changes, "change", full)
    qtbot.mouseClick(panel.choice.button("es"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "could not be kept" in panel.message.text())
    assert panel.choice.value == SYSTEM and settings.load().language == ""


def test_an_unknown_language_in_the_settings_is_the_systems(qtbot: QtBot) -> None:
    made = LanguagePanel()
    qtbot.addWidget(made)
    made.show_chosen("tlh")
    assert made.choice.value == SYSTEM


@pytest.mark.parametrize(
    ("asked", "kept", "spoken"), [("es", "en", "es"), ("xx", "es", "es"), ("", "en", "en")]
)
def test_what_is_asked_for_at_the_start_goes_before_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, asked: str, kept: str, spoken: str
) -> None:
    monkeypatch.setenv("BRIEFBANK_LANGUAGE", asked)
    settings_changes.change(language=kept)
    assert translate.chosen_language() == spoken
