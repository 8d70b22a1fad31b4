"""The window is left out of screenshots while a model's words are on it, and never fails for that."""

from __future__ import annotations

import logging

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from ui.kit.painted_text import ScreenShield, cover_on_mac, cover_on_windows


class Recorder:
    """A system that notes what it is asked, and may refuse or fail."""

    def __init__(self, answer: bool = True, error: Exception | None = None) -> None:
        self.asked: list[tuple[int, bool]] = []
        self._answer, self._error = answer, error

    def cover(self, handle: int, on: bool) -> bool:
        self.asked.append((handle, on))
        if self._error is not None:
            raise self._error
        return self._answer


class Affinities:
    """SetWindowDisplayAffinity of a Windows that knows only some of the values."""

    def __init__(self, *known: int) -> None:
        self._known = known
        self.set: list[tuple[int, int]] = []

    def __call__(self, window: int, affinity: int) -> int:
        self.set.append((window, affinity))
        return int(affinity in self._known)


def test_windows_leaves_the_window_out_and_shows_it_again() -> None:
    affinities = Affinities(0x00, 0x01, 0x11)
    assert cover_on_windows(affinities, 7, True) and cover_on_windows(affinities, 7, False)
    assert affinities.set == [(7, 0x11), (7, 0x00)]


def test_an_older_windows_shows_a_black_window_instead() -> None:
    affinities = Affinities(0x00, 0x01)
    assert cover_on_windows(affinities, 7, True)
    assert affinities.set == [(7, 0x11), (7, 0x01)]


def test_macos_is_asked_for_the_window_of_the_view() -> None:
    told: list[tuple[int, int]] = []
    for on in (True, False):
        assert cover_on_mac({5: 50}.__getitem__, lambda window, kind: told.append((window, kind)), 5, on)
    assert told == [(50, 0), (50, 1)]


def test_the_windows_own_handle_is_handed_over(qtbot: QtBot) -> None:
    window, system = QWidget(), Recorder()
    qtbot.addWidget(window)
    shield = ScreenShield(system.cover)
    shield.cover(window, True)
    shield.cover(window, False)
    assert system.asked == [(int(window.winId()), True), (int(window.winId()), False)]


@pytest.mark.parametrize(
    "system",
    [
        Recorder(answer=False),
        *(Recorder(error=error) for error in (OSError(5), ValueError(), AttributeError())),
    ],
)
def test_a_refusal_is_logged_by_its_kind_and_raises_nothing(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, system: Recorder
) -> None:
    window = QWidget()
    window.setWindowTitle("State v. Person")
    qtbot.addWidget(window)
    with caplog.at_level(logging.INFO):
        ScreenShield(system.cover).cover(window, True)
    assert "screenshots" in caplog.text and "Person" not in caplog.text
