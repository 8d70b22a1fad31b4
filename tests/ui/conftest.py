"""What the tests of the window share: no screen, a home of their own, windows that are closed again."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from tests.ui.stub import StubLibrary
from ui.app import build_window
from ui.main_window import MainWindow

QUERY = "traffic stop suspicion"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Window sizes are kept in a folder of this test alone."""
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def open_window(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[StubLibrary], MainWindow]]:
    """Makes shown windows on a library and closes them after the test, whatever gates it left shut."""
    made: list[tuple[MainWindow, StubLibrary]] = []

    def make(library: StubLibrary) -> MainWindow:
        window = build_window(library)  # type: ignore[arg-type]
        made.append((window, library))
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(
            lambda: "documents" in [name for name, _ in library.calls] and not window.jobs.busy("documents")
        )
        return window

    yield make
    for window, library in made:
        for gate in library.gates.values():
            gate.set()
        monkeypatch.setattr(window, "confirm_stop", lambda: True)
        window.close()
        window.deleteLater()


@pytest.fixture
def window(library: StubLibrary, open_window: Callable[[StubLibrary], MainWindow]) -> MainWindow:
    return open_window(library)


def search(qtbot: QtBot, window: MainWindow, text: str = QUERY) -> None:
    """Type and press Enter, then wait until the answer to just this is shown."""
    field = window.search_page.bar.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(field, Qt.Key.Key_Return)
