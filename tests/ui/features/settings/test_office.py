"""The settings of an office: who works on files, from whom matters are kept, what was taken along."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank.domain.office import (
    ClusterReport,
    ClusterStatus,
    ComputerReport,
    ComputerState,
    Matter,
    OfflineChoice,
    OfflineLease,
    OfflineState,
    WalledMatter,
)
from briefbank.errors import ServerAway, WallRefused
from briefbank.jobs import QuietReporter
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import ADAM, OLGA, UNTIL, StubOffice, join
from tests.ui.conftest import answer_questions, real_window
from ui.features.settings import office as office_panels
from ui.features.settings.office import ClusterPanel, OfflinePanel, WallsPanel
from ui.features.settings.page import SettingsPage
from ui.shared.pages import SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
LEASE = OfflineLease("Made-up office", "Ada", UNTIL, OfflineChoice(("A-1-20", "A-2-20")))
DOE = Matter("State v. Doe", ("A-1-20", "A-2-20"), persons=("Ben",))
BUSY = ComputerReport("front-desk", 3, ComputerState.WORKS, 2)
RESTING = ComputerReport("library", 7, ComputerState.RESTS, 0)


OpenSettings = Callable[[StubOffice | None], SettingsPage]


@pytest.fixture
def open_settings(qtbot: QtBot, empty_library: HookedLibrary) -> Iterator[OpenSettings]:
    """Opens a window at the settings of an office."""
    with ExitStack() as stack:

        def open_(office: StubOffice | None) -> SettingsPage:
            join(empty_library, office)
            window = stack.enter_context(real_window(qtbot, empty_library))
            window.show_page(SETTINGS)
            return window.settings_page

        yield open_


def until_seen(qtbot: QtBot, panel: ClusterPanel, condition: Callable[[], bool]) -> None:
    """Wait as somebody before the page does, while the timer rings."""

    def look() -> bool:
        panel.timer.timeout.emit()
        return condition()

    qtbot.waitUntil(look)


def test_computers_are_listed_or_it_is_said_why_none_is_while_the_panel_can_be_seen(
    qtbot: QtBot, open_settings: OpenSettings
) -> None:
    office = StubOffice(ADAM)
    panel, cluster = open_settings(office).panel(ClusterPanel), office.cluster
    cluster.said = ClusterStatus(ClusterReport((BUSY, RESTING), 0), 40)
    until_seen(qtbot, panel, lambda: panel.computers.count() == 2)
    assert panel.computers.item(0).text() == "front-desk\nrecognises text (2)"
    assert panel.computers.item(1).text().startswith("library\ndoes not work now")
    assert panel.progress.text() == "40 files waiting"
    cluster.fault = ServerAway()
    until_seen(qtbot, panel, lambda: panel.message.text() == str(ServerAway()))
    cluster.fault = None
    for report, words in (
        (None, office_panels.SERVER_ALONE),
        (ClusterReport((), 0), office_panels.NONE_HERE),
        (ClusterReport((), 0, "Unknown."), "Unknown."),
    ):
        cluster.said = ClusterStatus(report, 0)
        until_seen(qtbot, panel, lambda words=words: panel.message.text() == words)
        assert not panel.computers.isVisible()
        assert panel.progress.text() == office_panels.NOTHING_WAITS
    assert panel.timer.isActive()
    panel.hide()
    assert not panel.timer.isActive(), "the server is asked only while the panel can be seen"
    assert set(office_panels.STATES) == set(ComputerState)


@pytest.mark.parametrize("office", [None, StubOffice(), StubOffice(OLGA)], ids=["alone", "editor", "officer"])
def test_panels_are_hidden_from_those_whom_they_do_not_concern(
    open_settings: OpenSettings, office: StubOffice | None
) -> None:
    page = open_settings(office)
    assert page.panel(ClusterPanel).isHidden(), "only an administrator looks after the computers"
    is_officer = office is not None and office.person == OLGA
    assert page.panel(WallsPanel).isHidden() is not is_officer
    assert page.panel(OfflinePanel).isHidden(), "nothing was taken along"


@pytest.fixture
def office() -> StubOffice:
    """An office whose walls Olga looks after."""
    office = StubOffice(OLGA)
    office.walls.put(DOE, QuietReporter())
    return office


@pytest.fixture
def walls(qtbot: QtBot, open_settings: OpenSettings, office: StubOffice) -> WallsPanel:
    panel = open_settings(office).panel(WallsPanel)
    qtbot.waitUntil(lambda: panel.matters.count() == 1)
    return panel


def test_matters_are_listed_with_their_documents_persons_and_doubts(walls: WallsPanel) -> None:
    assert walls.matters.item(0).text() == "State v. Doe\nA-1-20 · A-2-20 · 4 documents · kept from Ben"
    matter = Matter("Client", ("A-5555-20",), persons=("Edtor",))
    walls.show_matters([WalledMatter(matter, 1, unknown=("Edtor",), empty=("A-7-20",), near=("A-5556-20",))])
    text = walls.matters.item(0).text()
    assert "Nobody here is called Edtor." in text and "A-5556-20" in text
    assert "No document has the number A-7-20." in text


def test_a_matter_is_added_changed_and_after_a_question_removed(
    qtbot: QtBot, walls: WallsPanel, office: StubOffice, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = office.walls.kept
    qtbot.mouseClick(walls.add, Qt.MouseButton.LeftButton)
    dialog = walls.dialog
    dialog.name.setText("State v. Roe")
    dialog.dockets.setPlainText(" A-3-20 \n\nA-3-20\n")
    assert not dialog.save.isEnabled(), "it is kept from nobody yet"
    dialog.groups.setPlainText("cn=interns,dc=office")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: walls.matters.count() == 2)
    assert kept["State v. Roe"] == Matter("State v. Roe", ("A-3-20",), groups=("cn=interns,dc=office",))

    named = Matter("State v. Doe", documents=("0" * 64,), persons=("Ben",))
    office.walls.put(named, QuietReporter())
    walls.show_matters(office.walls.matters())
    walls.matters.setCurrentRow(0)
    qtbot.mouseClick(walls.change, Qt.MouseButton.LeftButton)
    dialog = walls.dialog
    assert dialog.name.isReadOnly()
    dialog.persons.setPlainText("Ben\nCarl")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: kept["State v. Doe"].persons == ("Ben", "Carl"))
    assert kept["State v. Doe"].documents == named.documents, "documents that a list named stay"

    for name, agrees in (("State v. Doe", False), ("State v. Doe", True), ("State v. Roe", True)):
        monkeypatch.setattr(office_panels, "confirmed", lambda *_question, agrees=agrees, **_words: agrees)
        qtbot.waitUntil(lambda: walls.remove.isVisible() and walls.matters.count() == len(kept))
        walls.matters.setCurrentRow(0)
        qtbot.mouseClick(walls.remove, Qt.MouseButton.LeftButton)
        if agrees:
            qtbot.waitUntil(lambda name=name: name not in kept)
        assert (name in kept) is not agrees
    qtbot.waitUntil(lambda: walls.message.text() == office_panels.NO_MATTERS)


def test_what_the_server_refuses_is_said_and_the_list_stays(
    qtbot: QtBot, walls: WallsPanel, office: StubOffice
) -> None:
    office.walls.fault = WallRefused("It would be kept from you.", "Ask somebody else.")
    walls.add.click()
    assert walls.dialog is not None
    walls.dialog.wanted.emit(DOE)
    qtbot.waitUntil(lambda: walls.message.text() == "It would be kept from you. Ask somebody else.")
    assert walls.matters.count() == 1


def test_lists_of_matters_are_exported_and_imported(
    qtbot: QtBot, walls: WallsPanel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "matters.csv"
    monkeypatch.setattr(office_panels, "chosen_file", lambda *_question: path)
    qtbot.mouseClick(walls.write, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: walls.message.text() == "1 matter written to matters.csv.")
    path.write_text("State v. Roe\nState v. Poe")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_question: (str(path), ""))
    qtbot.mouseClick(walls.bring, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: walls.matters.count() == 3)


@pytest.fixture
def questions(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was said of the consequences of a deletion, which is confirmed."""
    return answer_questions(monkeypatch, office_panels, lambda _question, meaning: meaning)


def taken_along(
    qtbot: QtBot, open_settings: OpenSettings, office: StubOffice, lease: OfflineLease = LEASE
) -> OfflinePanel:
    office.offline.given = lease
    panel = open_settings(office).panel(OfflinePanel)
    qtbot.waitUntil(lambda: "3 documents" in panel.state.text() and panel.isVisible())
    return panel


def test_what_was_taken_along_is_described_brought_up_to_date_and_deleted_after_a_question(
    qtbot: QtBot, open_settings: OpenSettings, questions: list[str]
) -> None:
    office = StubOffice()
    panel = taken_along(qtbot, open_settings, office)
    assert panel.state.text() == "3 documents until December 28, 2999. Docket numbers: A-1-20, A-2-20."
    before = office.offline.exchanges
    panel.sync.click()
    qtbot.waitUntil(lambda: panel.message.text() == office_panels.UP_TO_DATE)
    assert office.offline.exchanges == before + 1
    office.offline.problems = ("A mark on “State v. Roe” was not taken by the office and stays here. No.",)
    panel.sync.click()
    qtbot.waitUntil(lambda: "State v. Roe" in panel.message.text())
    office.offline.fault = ServerAway()
    panel.sync.click()
    qtbot.waitUntil(lambda: panel.message.text() == str(ServerAway()))
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == office_panels.NOTHING)
    assert office.offline.given is None and questions == ["The office’s library keeps them."]
    assert not panel.sync.isEnabled() and not panel.delete.isEnabled()


def test_what_the_office_lacks_is_said_before_it_is_deleted(
    qtbot: QtBot, open_settings: OpenSettings, questions: list[str]
) -> None:
    office = StubOffice()
    dockets = tuple(f"A-{number}-20" for number in range(14))
    panel = taken_along(qtbot, open_settings, office, replace(LEASE, choice=OfflineChoice(dockets)))
    assert "A-11-20, and 2 more." in panel.state.text()
    office.offline.unsent = 2
    panel.delete.click()
    qtbot.waitUntil(lambda: "not have yet" in panel.message.text())
    assert office.offline.given is not None
    panel.sync.click()
    lacking = "2 marks, corrections and new files are not at the office yet."
    qtbot.waitUntil(lambda: panel.state.text().endswith(lacking))
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == office_panels.NOTHING)
    assert "are not at the office yet" in questions[1]


def test_an_offline_copy_whose_time_is_over_says_so(
    qtbot: QtBot, open_settings: OpenSettings, questions: list[str]
) -> None:
    office = StubOffice()
    office.offline.given = replace(LEASE, until=datetime(2020, 1, 31, tzinfo=UTC))
    panel = open_settings(office).panel(OfflinePanel)
    qtbot.waitUntil(lambda: panel.state.text().endswith("ended on January 31, 2020."))
    panel.delete.click()
    qtbot.waitUntil(lambda: panel.state.text() == office_panels.NOTHING)
    assert "is lost" in questions[0]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no time.tzset; its zone is that of the system")
def test_the_day_on_which_it_ends_is_that_of_this_computer(
    qtbot: QtBot, open_settings: OpenSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = taken_along(qtbot, open_settings, StubOffice())
    with monkeypatch.context() as zone:
        zone.setenv("TZ", "America/New_York")
        time.tzset()
        panel.show_state(OfflineState(LEASE, 3, 0))
    time.tzset()
    assert panel.state.text().startswith("3 documents until December 27, 2999.")
