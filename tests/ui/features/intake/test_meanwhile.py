"""Showing an ingest to somebody who does not look at the window: the title, a message at the end."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileOutcome, FileStatus
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.ingest import worked_on_until_cancelled
from ui.features.intake.controller import State
from ui.features.intake.notifications import WORTH_SAYING_S, IntakeNotifications
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE, LIBRARY

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
FILES = [Path(f"/tmp/{number}.pdf") for number in range(4)]


class NotificationReceiver:
    def __init__(self) -> None:
        self.said: list[str] = []
        self.chosen: Callable[[], None] = lambda: None

    def say(self, title: str, text: str, chosen: Callable[[], None]) -> None:
        self.said.append(text)
        self.chosen = chosen


class FollowedWindow:
    """A window with a Meanwhile of the test's own, whose clock it moves."""

    def __init__(self, window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
        self.window, self.now, self.active = window, 0.0, False
        self.notifying = NotificationReceiver()
        monkeypatch.setattr(window, "isActiveWindow", lambda: self.active)
        self.meanwhile = IntakeNotifications(
            window, window.intake_controller, self.notifying, lambda: self.now
        )
        self.meanwhile.wanted.connect(lambda: window.show_page(INTAKE))


@pytest.fixture
def followed(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> FollowedWindow:
    return FollowedWindow(window, monkeypatch)


def added(qtbot: QtBot, followed: FollowedWindow, library: StubLibrary, seconds: float) -> None:
    """A round that takes so long by the clock."""
    gate = threading.Event()

    def work(path: Path, _reporter: object) -> FileOutcome:
        gate.wait(20)
        refused = path == FILES[0]
        return FileOutcome(path, FileStatus.REFUSED if refused else FileStatus.ADDED)

    library.ingest.script = work
    followed.window.add(FILES)
    qtbot.waitUntil(lambda: followed.window.intake_controller.state is State.RUNNING)
    followed.window.show_page(LIBRARY)
    followed.now += seconds
    gate.set()
    qtbot.waitUntil(lambda: followed.window.intake_controller.state is State.IDLE)


def test_the_title_says_how_far_it_is_while_the_window_is_not_looked_at(
    qtbot: QtBot, followed: FollowedWindow, library: StubLibrary
) -> None:
    library.ingest.script = lambda path, reporter: (
        FileOutcome(path, FileStatus.ADDED) if path == FILES[0] else worked_on_until_cancelled(path, reporter)
    )
    window = followed.window
    window.add(FILES)
    qtbot.waitUntil(lambda: window.windowTitle() == "25 % · BriefBank")
    followed.active = True
    window.intake_controller.pause()
    qtbot.waitUntil(lambda: window.windowTitle() == "BriefBank")


@pytest.mark.qt_log_ignore("does not support raise")
def test_a_long_round_ends_with_numbers_alone_and_a_click_shows_the_list(
    qtbot: QtBot, followed: FollowedWindow, library: StubLibrary
) -> None:
    added(qtbot, followed, library, WORTH_SAYING_S + 1)
    assert followed.notifying.said == ["3 files were added, 1 was refused."]
    assert followed.window.pages.currentIndex() == LIBRARY
    followed.notifying.chosen()
    assert followed.window.pages.currentIndex() == INTAKE


@pytest.mark.parametrize(("seconds", "active"), [(WORTH_SAYING_S - 1, False), (WORTH_SAYING_S + 1, True)])
def test_nothing_is_said_of_a_short_round_nor_to_somebody_who_is_looking(
    qtbot: QtBot, followed: FollowedWindow, library: StubLibrary, seconds: float, active: bool
) -> None:
    followed.active = active
    added(qtbot, followed, library, seconds)
    assert followed.notifying.said == []
