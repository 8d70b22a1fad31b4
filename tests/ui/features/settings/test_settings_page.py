"""The settings page as a whole: its panels in order, choices kept at once, text size, and language."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.errors import StoreFull
from briefbank.settings import Appearance
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui import walk
from tests.ui.conftest import real_window
from ui.features.settings import page as settings_pages
from ui.features.settings.office import ClusterPanel, OfflinePanel, WallsPanel
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


@pytest.fixture
def nothing_can_be_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_changes: object) -> None:
        raise StoreFull()

    monkeypatch.setattr(settings, "change", full)


def test_the_panels_stand_on_the_page_in_the_order_of_the_registry(window: MainWindow) -> None:
    page = window.settings_page
    tops = [panel.mapTo(page, QPoint()).y() for panel in page.panels if panel.isVisible()]
    assert tops == sorted(set(tops))
    assert [type(panel) for panel in page.panels if panel.isHidden()] == [
        OfflinePanel,
        WallsPanel,
        ClusterPanel,
    ]
    assert {panel.width() for panel in page.panels if panel.isVisible()} == {page.panels[0].width()}


def test_what_only_computer_staff_need_stands_last_and_in_plain_words(window: MainWindow) -> None:
    said = "\n".join(label.text() for label in window.settings_page.findChildren(QLabel))
    for jargon in ("int8", "cross-encoder", "sentence-transformers", "encoder"):
        assert jargon not in said
    staff = said.index("For whoever looks after this computer")
    for everybody in ("Appearance", "Language", "Watched folders", "Backup and repair", "Activity log"):
        assert said.index(everybody) < staff, everybody


def test_tab_comes_to_a_panel_between_those_beside_it(qtbot: QtBot, window: MainWindow) -> None:
    toy = window.settings_page.choices("order").switches["order"]
    toy.button(Order.NEWEST).setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    remember = window.settings_page.panel(RememberingPanel).switches["remember"]
    assert QApplication.focusWidget() is remember.button(True)
    assert walk.order_problems(window) == []


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


@pytest.mark.usefixtures("nothing_can_be_kept")
def test_a_choice_that_cannot_be_kept_goes_back_and_says_why(qtbot: QtBot, window: MainWindow) -> None:
    panel = window.settings_page.choices("order")
    qtbot.mouseClick(panel.switches["order"].button(Order.BEST), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text().startswith("The choice could not be kept."))
    assert panel.switches["order"].value is Order.NEWEST


# --- appearance ---


def test_colours_count_at_once_and_at_the_next_start(
    qtbot: QtBot, window: MainWindow, follower: ThemeFollower
) -> None:
    switch = window.settings_page.choices("appearance").switches["appearance"]
    switch.button(Appearance.SYSTEM).setFocus()
    for _ in range(3):
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Right)
    assert follower.chosen is Appearance.CONTRAST
    qtbot.waitUntil(lambda: settings.load().appearance is Appearance.CONTRAST)
    follower.choose(Appearance.LIGHT)


@pytest.mark.usefixtures("nothing_can_be_kept")
def test_colours_that_cannot_be_kept_count_and_the_page_says_why(
    qtbot: QtBot, window: MainWindow, follower: ThemeFollower
) -> None:
    panel = window.settings_page.choices("appearance")
    panel.switches["appearance"].button(Appearance.DARK).click()
    qtbot.waitUntil(lambda: panel.message.text().startswith("The choice could not be kept."))
    assert follower.chosen is Appearance.DARK and panel.switches["appearance"].value is Appearance.DARK


@pytest.fixture
def text_size(follower: ThemeFollower) -> Iterator[None]:
    yield
    follower.resize_text(100)


@pytest.mark.usefixtures("text_size")
def test_a_text_size_counts_at_once_in_every_part_of_the_window(qtbot: QtBot, window: MainWindow) -> None:
    field = window.search_page.bar.field
    before = field.font().pointSizeF()
    window.settings_page.choices("text_size").switches["text_size"].button(130).click()
    qtbot.waitUntil(lambda: settings.load().text_size == 130)
    assert field.font().pointSizeF() == pytest.approx(1.3 * before, rel=0.02)


# --- language ---


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


def test_an_unknown_language_in_the_settings_is_the_systems(window: MainWindow) -> None:
    settings.change(language="tlh")
    window.settings_page.refresh()
    assert window.settings_page.choices("language").switches["language"].value == ""


@pytest.mark.parametrize(
    ("requested", "kept", "spoken"), [("es", "en", "es"), ("xx", "es", "es"), ("", "en", "en")]
)
def test_what_is_asked_for_at_the_start_goes_before_what_is_kept(
    monkeypatch: pytest.MonkeyPatch, requested: str, kept: str, spoken: str
) -> None:
    monkeypatch.setenv("BRIEFBANK_LANGUAGE", requested)
    settings.change(language=kept)
    assert translate.chosen_language() == spoken
