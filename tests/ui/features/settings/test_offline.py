"""The panel on what was taken along from an office, from which it is deleted."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfflineChoice, OfflineLease, OfflineState
from briefbank.errors import ServerAway
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import UNTIL, StubOffice
from tests.ui.conftest import OpenWindow, answer_questions
from ui.features.settings import office as office_panels
from ui.features.settings.office import (
    NOTHING,
    UP_TO_DATE,
    OfflinePanel,
)
from ui.shared.pages import SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20", "A-2-20")))


@pytest.fixture
def office(library: StubLibrary) -> StubOffice:
    library.office = made = StubOffice()
    made.offline.given = LEASE
    return made


@pytest.fixture
def panel(qtbot: QtBot, office: StubOffice, library: StubLibrary, open_window: OpenWindow) -> OfflinePanel:
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfflinePanel)
    qtbot.waitUntil(lambda: "3 documents" in panel.state.text())
    return panel


@pytest.fixture
def meanings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said of the consequences of a deletion, each confirmed."""
    return answer_questions(monkeypatch, office_panels, lambda _question, meaning: meaning)


def test_it_says_what_is_there_until_when_and_what_the_office_lacks(
    qtbot: QtBot, panel: OfflinePanel, office: StubOffice, open_window: OpenWindow, library: StubLibrary
) -> None:
    assert panel.isVisible()
    assert panel.state.text() == "3 documents until December 28, 2999. Docket numbers: A-1-20, A-2-20."
    office.offline.unsent = 2
    office.offline.given = replace(
        LEASE, choice=OfflineChoice(tuple(f"A-{number}-20" for number in range(14)))
    )
    window = open_window(library)
    window.show_page(SETTINGS)
    other = window.settings_page.panel(OfflinePanel)
    qtbot.waitUntil(lambda: "A-11-20, and 2 more." in other.state.text())
    assert other.state.text().endswith("2 marks, corrections and new files are not at the office yet.")


def test_it_is_brought_up_to_date_and_says_what_the_office_refused(
    qtbot: QtBot, panel: OfflinePanel, office: StubOffice
) -> None:
    before = office.offline.exchanges
    panel.sync.click()
    qtbot.waitUntil(lambda: panel.message.text() == UP_TO_DATE)
    assert office.offline.exchanges == before + 1
    office.offline.problems = ("A mark on “State v. Roe” was not taken by the office and stays here. No.",)
    panel.sync.click()
    qtbot.waitUntil(lambda: "State v. Roe" in panel.message.text())
    office.offline.fault = ServerAway()
    panel.sync.click()
    qtbot.waitUntil(lambda: panel.message.text() == str(ServerAway()))


def test_it_is_deleted_after_a_question_that_says_what_is_lost(
    qtbot: QtBot, panel: OfflinePanel, office: StubOffice, meanings: list[str]
) -> None:
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == NOTHING)
    assert office.offline.given is None and meanings == ["The office’s library keeps them."]
    assert not panel.sync.isEnabled() and not panel.delete.isEnabled()


def test_what_the_office_lacks_is_deleted_only_when_it_was_said(
    qtbot: QtBot, panel: OfflinePanel, office: StubOffice, meanings: list[str]
) -> None:
    office.offline.unsent = 1
    panel.delete.click()
    qtbot.waitUntil(lambda: "not have yet" in panel.message.text())
    assert office.offline.given == LEASE
    panel.sync.click()
    qtbot.waitUntil(lambda: "is not at the office yet" in panel.state.text())
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == NOTHING)
    assert "is not at the office yet" in meanings[1]


def test_of_an_offline_copy_whose_time_is_over_it_says_so(
    qtbot: QtBot, office: StubOffice, library: StubLibrary, open_window: OpenWindow, meanings: list[str]
) -> None:
    office.offline.given = replace(LEASE, until=datetime(2020, 1, 31, tzinfo=UTC))
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(OfflinePanel)
    qtbot.waitUntil(lambda: panel.state.text().endswith("ended on January 31, 2020."))
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == NOTHING)
    assert "is lost" in meanings[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no time.tzset; its zone is that of the system")
def test_the_day_on_which_it_ends_is_that_of_this_computer(
    panel: OfflinePanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "America/New_York")
        time.tzset()
        panel.show_state(OfflineState(LEASE, 3, 0))
    time.tzset()
    assert panel.state.text().startswith("3 documents until December 27, 2999.")


@pytest.mark.parametrize("office", [None, StubOffice()], ids=["alone", "nothing taken along"])
def test_it_is_hidden_where_nothing_was_taken_along(
    library: StubLibrary, open_window: OpenWindow, office: StubOffice | None
) -> None:
    library.office = office
    window = open_window(library)
    window.show_page(SETTINGS)
    assert window.settings_page.panel(OfflinePanel).isHidden()
