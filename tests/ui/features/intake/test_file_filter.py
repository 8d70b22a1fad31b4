"""The switch above a long list of files, and all refused ones added again at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import NAMES_IN_PROPERTIES, FileOutcome, FileStatus, Refusal
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import states
from ui.features.intake.file_rows import FileFilterChoice
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
GOOD = [Path(f"/tmp/good {n}.pdf") for n in range(5)]
NOTED = [Path(f"/tmp/noted {n}.pdf") for n in range(2)]
BAD = [Path(f"/tmp/bad {n}.pdf") for n in range(3)]
LOCKED = Path("/tmp/locked.pdf")


def work(path: Path, _reporter: Reporter) -> FileOutcome:
    if path in BAD or path == LOCKED:
        why = FileOutcome(
            path, FileStatus.REFUSED, reason="No.", refusal=Refusal.PROTECTED if path == LOCKED else None
        )
        return why
    said = "Look at it." if path in NOTED else NAMES_IN_PROPERTIES if path == GOOD[0] else ""
    return FileOutcome(path, FileStatus.ADDED, reason=said)


@pytest.fixture
def ended(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> MainWindow:
    library.ingest.script = work
    window.add([*GOOD, *NOTED, *BAD, LOCKED])
    qtbot.waitUntil(lambda: len(states(window)) == 11 and not window.intake_controller.waiting)
    qtbot.waitUntil(lambda: not window.intake_controller.busy)
    return window


def test_a_short_list_has_no_switch(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    window.add(GOOD)
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys(GOOD, "Added"))
    assert not window.intake.filter.isVisible()


@pytest.mark.parametrize(
    ("shown", "listed"),
    [
        (FileFilterChoice.ALL, {*GOOD, *NOTED, *BAD, LOCKED}),
        (FileFilterChoice.WORKING, set()),
        (FileFilterChoice.REVIEW, set(NOTED)),
        (FileFilterChoice.REFUSED, {*BAD, LOCKED}),
    ],
)
def test_the_switch_lists_what_it_says_and_counts_it(
    qtbot: QtBot, ended: MainWindow, shown: FileFilterChoice, listed: set[Path]
) -> None:
    ended.show_page(INTAKE)
    button = ended.intake.filter.switch.button(shown)
    qtbot.waitUntil(lambda: f"({len(listed)})" in button.text())
    assert f"({len(listed)})" in button.accessibleName()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert set(states(ended)) == listed
    assert ended.intake.filter.isVisible()


def test_all_refused_files_are_added_again_but_not_those_that_need_a_password(
    qtbot: QtBot, ended: MainWindow, library: StubLibrary
) -> None:
    ended.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    again = ended.intake.filter.again
    assert again.text() == "Add all 3 again"
    library.ingest.script = None
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: set(states(ended)) == {LOCKED})
    assert set(library.called("enqueue")[-1]) == set(BAD)


def test_files_refused_at_an_earlier_time_are_among_the_refused(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.ingest.ended = [
        FileOutcome(Path("/tmp/old.pdf"), FileStatus.REFUSED, reason="No."),
        FileOutcome(Path("/tmp/fine.pdf"), FileStatus.ADDED),
    ]
    window.intake_controller.begin()
    qtbot.waitUntil(lambda: len(states(window)) == 2)
    window.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    assert [path.name for path in states(window)] == ["old.pdf"]
    assert window.intake.filter.again.isHidden()


def test_refused_files_stand_beneath_their_reasons_the_most_frequent_first(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    why = {"a.pdf": "It is empty.", "b.pdf": "It is damaged.", "c.pdf": "It is damaged."}
    library.ingest.ended = [
        FileOutcome(Path("/tmp") / name, FileStatus.REFUSED, reason=reason) for name, reason in why.items()
    ]
    window.intake_controller.begin()
    qtbot.waitUntil(lambda: len(states(window)) == 3)
    window.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    model = window.intake.list.model()
    shown = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert [getattr(sentence, "name", sentence) for sentence in shown] == [
        *("It is damaged. (2)", "b.pdf", "c.pdf"),
        *("It is empty. (1)", "a.pdf"),
    ]


def test_a_file_that_is_refused_for_another_reason_comes_beneath_its_own_while_the_refused_are_shown(
    qtbot: QtBot, ended: MainWindow, library: StubLibrary
) -> None:
    empty = [Path(f"/tmp/empty {n}.pdf") for n in range(5)]
    library.ingest.script = lambda path, _: FileOutcome(path, FileStatus.REFUSED, reason="It is empty.")
    ended.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    ended.add(empty)
    qtbot.waitUntil(lambda: set(states(ended)) == {*empty, *BAD, LOCKED})
    model = ended.intake.list.model()
    shown = [model.index(row, 0).data() for row in range(model.rowCount())]
    names = [getattr(sentence, "name", sentence) for sentence in shown]
    assert names[0] == "It is empty. (5)" and set(names[1:6]) == {path.name for path in empty}
    assert names[6] == "No. (4)" and set(names[7:]) == {path.name for path in (*BAD, LOCKED)}


def test_refused_files_can_be_cleared_and_stay_away(
    qtbot: QtBot, ended: MainWindow, library: StubLibrary
) -> None:
    ended.show_page(INTAKE)
    clear = ended.intake.filter.clear
    assert clear.isHidden()
    ended.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    qtbot.mouseClick(clear, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: states(ended) == {} and clear.isHidden())
    assert len(library.called("clear_refused")) == 1
    ended.intake.filter.switch.choose(FileFilterChoice.ALL)
    assert set(states(ended)) == {*GOOD, *NOTED}
