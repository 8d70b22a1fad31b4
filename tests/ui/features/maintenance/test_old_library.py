"""Tests of the window's statements about a library of an older release."""

from dataclasses import replace
from pathlib import Path

from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from tests.fixtures.kept import unpack
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.reporters import RecordingReporter
from ui import program
from ui.features.maintenance.view import BEFORE_UPGRADE, MaintenanceView
from ui.window.opening import OpeningWindow


def test_the_first_window_says_that_the_library_is_brought_up_to_date(qtbot: QtBot, tmp_path: Path) -> None:
    window = OpeningWindow()
    qtbot.addWidget(window)
    said = []

    def show(stage: str, done: int, total: int) -> None:
        window.show_progress(stage, done, total)
        said.append(window.state.text())

    reporter = RecordingReporter(on_progress=show)
    program._open_library(unpack("0004", tmp_path / "library"), reporter).close()  # type: ignore[arg-type]
    assert said[0] == "Keeping a copy of the library as it was …"
    assert "Bringing the library up to date …" in said
    assert said[-1].startswith("Preparing the search for words: ")


def test_care_says_how_large_the_copy_from_before_an_upgrade_is_while_there_is_one(
    qtbot: QtBot, tmp_path: Path
) -> None:
    view = MaintenanceView(tmp_path)
    qtbot.addWidget(view)
    sizes = StubLibrary().maintenance.sizes()
    view.show_sizes(sizes)
    assert BEFORE_UPGRADE not in shown(view)
    view.show_sizes(replace(sizes, before_upgrade=51_000_000))
    assert BEFORE_UPGRADE in shown(view)
    assert "51 MB" in shown(view)


def shown(view: MaintenanceView) -> set[str]:
    return {label.text() for label in view.findChildren(QLabel)}
