"""The panel on which an administrator sees the computers that work on files."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.office import (
    ClusterReport,
    ClusterStatus,
    ComputerReport,
    ComputerState,
    OfficeRole,
)
from briefbank.errors import ServerAway
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import ADAM, OLGA, StubOffice
from tests.ui.conftest import OpenWindow
from ui.features.settings.office import (
    NONE_HERE,
    NOTHING_WAITS,
    SERVER_ALONE,
    STATES,
    ClusterPanel,
)
from ui.shared.pages import SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
BUSY = ComputerReport("front-desk", 3, ComputerState.WORKS, 2)
RESTING = ComputerReport("library", 7, ComputerState.RESTS, 0)


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice(ADAM)
    return made


@pytest.fixture
def panel(office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> ClusterPanel:
    window = open_window(library)
    window.show_page(SETTINGS)
    return window.settings_page.panel(ClusterPanel)


def until_seen(qtbot: QtBot, panel: ClusterPanel, condition: Callable[[], bool]) -> None:
    """Wait as somebody before the page does, while the timer rings."""

    def look() -> bool:
        panel.timer.timeout.emit()
        return condition()

    qtbot.waitUntil(look)


def test_each_computer_is_listed_with_what_it_does(
    qtbot: QtBot, panel: ClusterPanel, office: StubOffice
) -> None:
    office.cluster.said = ClusterStatus(ClusterReport((BUSY, RESTING), 0), 40)
    until_seen(qtbot, panel, lambda: panel.computers.count() == 2)
    assert panel.computers.item(0).text() == "front-desk\nrecognises text (2)"
    assert panel.computers.item(1).text().startswith("library\ndoes not work now")
    assert panel.progress.text() == "40 files waiting"


@pytest.mark.parametrize(
    ("report", "words"),
    [(None, SERVER_ALONE), (ClusterReport((), 0), NONE_HERE), (ClusterReport((), 0, "Unknown."), "Unknown.")],
    ids=["no cluster", "no computer", "scheduler unknown"],
)
def test_it_is_said_why_no_computer_is_listed(
    qtbot: QtBot, panel: ClusterPanel, office: StubOffice, report: ClusterReport | None, words: str
) -> None:
    office.cluster.said = ClusterStatus(report, 0)
    until_seen(qtbot, panel, lambda: panel.message.text() == words)
    assert not panel.computers.isVisible()
    assert panel.progress.text() == NOTHING_WAITS


def test_a_server_that_is_away_is_said_and_asked_again(
    qtbot: QtBot, panel: ClusterPanel, office: StubOffice
) -> None:
    office.cluster.fault = ServerAway()
    until_seen(qtbot, panel, lambda: panel.message.text() == str(ServerAway()))
    office.cluster.fault = None
    office.cluster.said = ClusterStatus(ClusterReport((BUSY,), 0), 0)
    until_seen(qtbot, panel, lambda: panel.computers.count() == 1)


def test_the_server_is_asked_only_while_the_panel_can_be_seen(panel: ClusterPanel) -> None:
    assert panel.timer.isActive()
    panel.hide()
    assert not panel.timer.isActive()


@pytest.mark.parametrize("office", [None, StubOffice(), StubOffice(OLGA)], ids=["alone", "editor", "officer"])
def test_only_those_who_look_after_the_server_see_it(
    library: StubLibrary, open_window: OpenWindow, office: StubOffice | None
) -> None:
    library.office = office
    window = open_window(library)
    window.show_page(SETTINGS)
    assert window.settings_page.panel(ClusterPanel).isHidden()
    assert ADAM.role is OfficeRole.ADMINISTRATOR


def test_each_state_has_its_words() -> None:
    assert set(STATES) == set(ComputerState)
