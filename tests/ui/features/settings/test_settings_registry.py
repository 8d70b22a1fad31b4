"""Tests that a panel of the settings page needs a module of its own, a line of the registry, and no more."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.errors import StoreFull
from tests.stand_ins.library import StubLibrary
from tests.ui import walk_focus
from tests.ui.conftest import OpenWindow
from ui.features.settings import registry, settings_changes
from ui.features.settings.choice_panel import ChoicePanel
from ui.features.settings.cluster_panel import ClusterPanel
from ui.features.settings.language_panel import LanguagePanel
from ui.features.settings.offline_panel import OfflinePanel
from ui.features.settings.remembering_panel import RememberingPanel
from ui.features.settings.settings_panel import PanelContext, PanelController, SettingsPanel
from ui.features.settings.walls_panel import WallsPanel
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS

pytestmark = [
    pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard"),
    pytest.mark.usefixtures("follower"),
]


class OrderPanel(ChoicePanel):
    """The toy panel: the order of results when the window opens."""

    def __init__(self) -> None:
        super().__init__("Order", "About it.", ((Order.NEWEST, "Newest", ""), (Order.BEST, "Best", "")))


class OrderController(PanelController):
    """The controller of the toy panel."""

    def __init__(self, panel: OrderPanel, context: PanelContext) -> None:
        super().__init__(panel, context)
        self._panel = panel
        panel.chosen.connect(self._choose)

    def refresh(self) -> None:
        self._panel.show_chosen(settings.load().order)

    def _choose(self, order: Order) -> None:
        job = settings_changes.keep(self._jobs, order=order)
        job.done.connect(lambda _nothing: self._panel.say(f"Kept in {self._library.folder}."))
        job.failed.connect(lambda error: self._panel.show_problem(settings_changes.not_kept(error)))


@pytest.fixture
def window(
    library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> MainWindow:
    """A window with the toy panel between those on the language and on remembered searches."""
    toy = SettingsPanel(OrderPanel, OrderController)
    monkeypatch.setattr(registry, "PANELS", (*registry.PANELS[:-1], toy, registry.PANELS[-1]))
    made = open_window(library)
    with qtbot.waitActive(made):
        made.activateWindow()
    made.show_page(SETTINGS)
    return made


def top(window: MainWindow, panel: QWidget) -> int:
    return panel.mapTo(window.settings, QPoint()).y()


def test_the_panels_stand_on_the_page_in_the_order_of_the_registry(window: MainWindow) -> None:
    panels = window.settings.panels
    assert [type(panel) for panel in panels] == [item.widget for item in registry.PANELS]
    assert isinstance(panels[-2], OrderPanel)
    tops = [top(window, panel) for panel in panels if panel.isVisible()]
    assert tops == sorted(set(tops)) and [type(item) for item in panels if item.isHidden()] == [
        OfflinePanel,
        WallsPanel,
        ClusterPanel,
    ]
    assert panels[-2].width() == panels[-1].width()


def test_tab_comes_to_a_panel_between_those_beside_it(qtbot: QtBot, window: MainWindow) -> None:
    window.settings.panel(LanguagePanel).choice.button("").setFocus(Qt.FocusReason.TabFocusReason)
    reached = []
    for _ in range(2):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    order = window.settings.panel(OrderPanel).choice.button(Order.NEWEST)
    assert reached == [order, window.settings.panel(RememberingPanel).on]
    assert walk_focus.order_problems(window) == []


def test_a_choice_on_a_panel_is_kept_and_shown_when_the_page_is_shown_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    settings.save(settings.Settings(remember=False))
    panel = window.settings.panel(OrderPanel)
    panel.choice.button(Order.NEWEST).setFocus()
    qtbot.keyClick(panel.choice.button(Order.NEWEST), Qt.Key.Key_Right)
    qtbot.waitUntil(lambda: panel.message.text() == f"Kept in {library.folder}.")
    assert settings.load() == settings.Settings(order=Order.BEST, remember=False)
    settings.save(settings.Settings())
    window.show_page(SEARCH)
    window.show_page(SETTINGS)
    assert panel.choice.value is Order.NEWEST


def test_a_choice_that_cannot_be_kept_is_explained_on_its_panel(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(**_changes: object) -> None:
        raise StoreFull()

    monkeypatch.setattr(settings_changes, "change", full)
    panel = window.settings.panel(OrderPanel)
    qtbot.mouseClick(panel.choice.button(Order.BEST), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.message.text().startswith("The choice could not be kept."))
    assert settings.load() == settings.Settings()


def test_the_controller_of_a_panel_is_found_by_its_class(window: MainWindow) -> None:
    controller = window.settings_controller.of(OrderController)
    assert controller.parent() is window.settings.panel(OrderPanel)
