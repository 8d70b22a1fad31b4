"""The settings page as a whole: its panels in order, choices kept at once, text size, and language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.settings import Appearance
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.settings import page as settings_pages
from ui.features.settings.panel import Choice, ChoicesPanel, RememberingPanel
from ui.i18n import translate
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS
from ui.shared.wording import NEXT_TIME
from ui.style.theme import ThemeFollower

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard"),
    pytest.mark.usefixtures("follower"),
]
ORDERS = ((Order.NEWEST, "Newest", ""), (Order.BEST, "Best", ""))
TOY = partial(ChoicesPanel, "Order", "About it.", (Choice("order", "Order of results", ORDERS),))


@pytest.fixture
def window(
    empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> Iterator[MainWindow]:
    """A window with a toy panel before that on remembered searches."""
    at = settings_pages.PANELS.index(RememberingPanel)
    panels = (*settings_pages.PANELS[:at], TOY, *settings_pages.PANELS[at:])
    monkeypatch.setattr(settings_pages, "PANELS", panels)
    with real_window(qtbot, empty_library) as made:
        with qtbot.waitActive(made):
            made.activateWindow()
        made.show_page(SETTINGS)
        yield made


def test_a_choice_is_kept_and_shown_when_the_page_is_shown_again(qtbot: QtBot, window: MainWindow) -> None:
    settings.save(settings.Settings(remember=False))
    switch = window.settings_page.choices("order").switches["order"]
    switch.button(Order.NEWEST).setFocus()
    qtbot.keyClick(switch.button(Order.NEWEST), Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: settings.load() == settings.Settings(order=Order.BEST, remember=False))
    settings.save(settings.Settings())
    window.show_page(SEARCH)
    window.show_page(SETTINGS)
    assert switch.value is Order.NEWEST


@pytest.mark.nightly
def test_colours_and_a_text_size_count_at_once_and_at_the_next_start(
    qtbot: QtBot, window: MainWindow, follower: ThemeFollower
) -> None:
    switch = window.settings_page.choices("appearance").switches["appearance"]
    switch.button(Appearance.SYSTEM).setFocus()
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Right)
    assert follower.chosen is Appearance.CONTRAST
    qtbot.waitUntil(lambda: settings.load().appearance is Appearance.CONTRAST)
    follower.choose(Appearance.LIGHT)
    before = switch.font().pointSizeF()
    window.settings_page.choices("text_size").switches["text_size"].button(130).click()
    qtbot.waitUntil(lambda: settings.load().text_size == 130)
    assert switch.font().pointSizeF() == pytest.approx(1.3 * before, rel=0.02)


def test_a_language_counts_at_the_next_start_which_is_offered(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.settings_page.choices("language")
    switch = panel.switches["language"]
    switch.button("").setFocus()
    for _ in range(2):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: settings.load().language == "es" and panel.message.text() == NEXT_TIME)
    assert translate.LANGUAGE == "en" and translate.chosen_language() == "es"
    with qtbot.waitSignal(window.restart_wanted):
        panel.restart.click()


@pytest.mark.parametrize(
    ("requested", "kept", "spoken"), [("es", "en", "es"), ("xx", "es", "es"), ("", "en", "en")]
)
def test_what_is_asked_for_at_the_start_goes_before_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, requested: str, kept: str, spoken: str
) -> None:
    monkeypatch.setenv("BRIEFBANK_LANGUAGE", requested)
    settings.change(language=kept)
    assert translate.chosen_language() == spoken
