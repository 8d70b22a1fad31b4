"""Tests of showing an ingest outside the window: title, the system's taskbar, a message at the end."""

from __future__ import annotations

import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtDBus import QDBusConnection
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileOutcome, FileStatus
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.ingest import worked_on_until_cancelled
from ui.features.intake.controller import State
from ui.features.intake.notifications import WORTH_SAYING_S, IntakeNotifications
from ui.features.intake.system_progress import STEPS, LauncherEntry, SystemProgress
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE, LIBRARY

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
FILES = [Path(f"/tmp/{number}.pdf") for number in range(4)]


class ProgressReceiver:
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[tuple[float, int, bool] | None] = []

    def show(self, part: float, left: int, *, held: bool) -> None:
        self.told.append((part, left, held))

    def clear(self) -> None:
        self.told.append(None)


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
        self.receiving, self.notifying = ProgressReceiver(), NotificationReceiver()
        monkeypatch.setattr(window, "isActiveWindow", lambda: self.active)
        system = SystemProgress([self.receiving])
        self.meanwhile = IntakeNotifications(
            window, window.intake_controller, system, self.notifying, lambda: self.now
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


def test_the_system_is_told_of_the_progress_of_the_pause_and_of_the_end(
    qtbot: QtBot, followed: FollowedWindow, library: StubLibrary
) -> None:
    library.ingest.script = worked_on_until_cancelled
    window = followed.window
    window.add(FILES)
    qtbot.waitUntil(lambda: (0.0, 4, False) in followed.receiving.told)
    window.intake_controller.pause()
    qtbot.waitUntil(lambda: followed.receiving.told[-1] == (0.0, 4, True))
    window.intake_controller.cancel()
    qtbot.waitUntil(lambda: followed.receiving.told[-1] is None)


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


def test_ten_thousand_steps_are_told_as_a_few_hundred() -> None:
    receiving = ProgressReceiver()
    system = SystemProgress([receiving])
    for done in range(0, 10_000, 50):
        for _ in range(3):
            system.show(done, 10_000)
    system.show(0, 0)
    assert len(receiving.told) <= STEPS + 1 and receiving.told[-1] is None


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[str]:
    """The address of a real bus of this test alone."""
    if not (shutil.which("dbus-daemon") and shutil.which("dbus-monitor")):
        pytest.skip("dbus-daemon and dbus-monitor are not installed")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address=unix:dir={tmp_path}"]
    daemon = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert daemon.stdout is not None
    with daemon:
        yield daemon.stdout.readline().strip()
        daemon.terminate()


def test_a_real_bus_carries_the_progress_in_the_form_that_docks_understand(bus: str) -> None:
    command = ["dbus-monitor", "--address", bus, "interface='com.canonical.Unity.LauncherEntry'"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as monitor:
        assert monitor.stdout is not None
        while "NameLost" not in monitor.stdout.readline():  # it listens from here on
            pass
        connection = QDBusConnection.connectToBus(bus, "test of progress")
        LauncherEntry(connection).show(0.34, 5, held=True)
        heard = ""
        while "urgent" not in heard or "true" not in heard.partition("urgent")[2]:
            heard += monitor.stdout.readline()
        monitor.terminate()
        QDBusConnection.disconnectFromBus("test of progress")
    assert "member=Update" in heard and "application://briefbank.desktop" in heard
    assert "double 0.34" in heard and "boolean true" in heard.partition("progress-visible")[2]
