"""The intake at a person's command: pause, resume, cancel, over restarts too, and with very many files."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, NextStep, Stage
from briefbank.errors import StoreFull
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.ingest import worked_on_until_cancelled
from tests.ui.conftest import OpenWindow, click_link, row_of, states
from ui.features.intake import embedding_controller
from ui.features.intake.controller import State
from ui.features.intake.file_rows import FileAction
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE

ONE, TWO, THREE = Path("/tmp/one.pdf"), Path("/tmp/two.pdf"), Path("/tmp/three.pdf")


@pytest.fixture
def working(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> MainWindow:
    """A window that works on one of three files and does not get on."""
    library.ingest.script = worked_on_until_cancelled
    window.add([ONE, TWO, THREE])
    qtbot.waitUntil(lambda: states(window).get(ONE, "").startswith("Reading"))
    return window


def test_pause_lets_all_files_wait_and_resume_goes_on_with_them(
    qtbot: QtBot, working: MainWindow, library: StubLibrary
) -> None:
    button = working.intake.pause
    assert (button.text(), button.accessibleName()) == ("Pause", "Pause adding files")
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: working.intake_controller.state is State.PAUSED)
    qtbot.waitUntil(lambda: states(working) == dict.fromkeys((ONE, TWO, THREE), "Waiting"))
    assert library.called("set intake_paused") == [True]
    assert (button.text(), button.accessibleName()) == ("Resume", "Resume adding files")
    assert working.intake.overall.whole() == "Paused. 3 files wait; Resume goes on with them."
    library.ingest.script = None
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: states(working) == dict.fromkeys((ONE, TWO, THREE), "Added"))
    assert library.called("set intake_paused") == [True, False]


def test_the_keyboard_and_the_status_line_pause_and_resume_too(qtbot: QtBot, working: MainWindow) -> None:
    shift = Qt.KeyboardModifier.ShiftModifier
    working.activateWindow()
    qtbot.keyClick(working, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier | shift)
    qtbot.waitUntil(lambda: working.intake_controller.state is State.PAUSED)
    assert working.status.pause.text() == "Resume adding"
    qtbot.mouseClick(working.status.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: working.intake_controller.state is State.RUNNING)


def test_a_pause_lasts_over_a_restart_and_what_is_dropped_meanwhile_waits_too(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.ingest.ledger = dict.fromkeys([ONE, TWO])
    library.ingest.paused = True
    window = open_window(library)
    qtbot.waitUntil(lambda: window.intake_controller.state is State.PAUSED)
    window.add([THREE])
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys((ONE, TWO, THREE), "Waiting"))
    assert library.called("run_ingest") == []
    assert "paused" in window.intake.notice.text()


def test_what_waits_from_an_earlier_start_goes_on_by_itself_and_is_said(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.ingest.ledger = dict.fromkeys([ONE, TWO])
    library.gates["run_ingest"] = threading.Event()
    window = open_window(library)
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys((ONE, TWO), "Waiting"))
    qtbot.waitUntil(lambda: window.status.text.whole().startswith("2 files wait from before."))
    library.gates["run_ingest"].set()
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys((ONE, TWO), "Added"))


def test_a_pause_of_files_that_are_all_gone_does_not_hold_new_ones(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.ingest.paused = True
    window = open_window(library)
    qtbot.waitUntil(lambda: bool(library.called("waiting_files")) and not window.intake_controller.waiting)
    window.add([ONE])
    qtbot.waitUntil(lambda: states(window) == {ONE: "Added"})
    assert not library.ingest.paused


def test_quitting_while_files_are_added_asks_nothing(
    qtbot: QtBot, working: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: pytest.fail("a question was asked"))
    assert working.close()
    assert list(library.ingest.ledger) == [ONE, TWO, THREE]


def test_one_file_is_taken_off_the_list_by_a_click_and_another_by_delete(
    qtbot: QtBot, working: MainWindow, library: StubLibrary
) -> None:
    click_link(qtbot, working, TWO, FileAction.CANCEL)
    qtbot.waitUntil(lambda: states(working)[TWO] == "Taken off the list")
    files = working.intake.list
    files.setCurrentIndex(working.intake_model.index(working.intake_model.place_of(THREE)))
    qtbot.keyClick(files, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: states(working)[THREE] == "Taken off the list")
    assert library.called("cancel_ingest") == [[TWO], [THREE]]
    assert states(working)[ONE].startswith("Reading")
    assert row_of(working, TWO).main_action is NextStep.AGAIN


def test_all_are_taken_off_only_after_a_yes_that_says_what_it_means(
    qtbot: QtBot, working: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def answer(button: str) -> None:
        def exec_(box: QMessageBox) -> int:
            asked.append(f"{box.text()} {box.informativeText()}")
            next(item for item in box.buttons() if item.text() == button).click()
            return 0

        monkeypatch.setattr(QMessageBox, "exec", exec_)

    answer("Go on")
    qtbot.mouseClick(working.intake.cancel_all, Qt.MouseButton.LeftButton)
    answer("Do not add them")
    qtbot.mouseClick(working.intake.cancel_all, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: set(states(working).values()) == {"Taken off the list"})
    assert library.called("cancel_ingest") == [None]
    assert "3 files" in asked[0] and "stays in the library" in asked[0]


def test_a_pause_that_could_not_be_kept_says_so(
    qtbot: QtBot, working: MainWindow, library: StubLibrary
) -> None:
    library.faults["set intake_paused"] = StoreFull()
    qtbot.mouseClick(working.intake.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: StoreFull.default_title in working.status.text.whole())


def test_the_chosen_file_stays_chosen_when_it_moves_in_the_list(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = threading.Event()

    def script(path: Path, reporter: Reporter) -> FileOutcome:
        reporter.file(FileProgress(path, Stage.READING, 1, 2))
        gate.wait(20)
        return FileOutcome(path, FileStatus.ADDED)

    library.ingest.script = script
    window.add([ONE, TWO, THREE])
    qtbot.waitUntil(lambda: states(window).get(ONE, "").startswith("Reading"))
    files = window.intake.list
    files.setCurrentIndex(window.intake_model.index(window.intake_model.place_of(TWO)))
    before = files.currentIndex().row()
    gate.set()
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys((ONE, TWO, THREE), "Added"))
    chosen = files.current()
    assert chosen is not None and chosen.path == TWO
    assert files.currentIndex().row() != before


def test_twenty_thousand_waiting_files_are_one_short_list_and_all_counted(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.ingest.script = worked_on_until_cancelled
    paths = [Path(f"/tmp/box/brief {number:05}.pdf") for number in range(20_000)]
    window.add(paths)
    qtbot.waitUntil(lambda: window.intake_controller.waiting == 20_000, timeout=20_000)
    qtbot.waitUntil(lambda: "0 of 20,000 files finished" in window.intake.overall.whole())
    model = window.intake_model
    shown = [model.index(number).data() for number in range(model.rowCount())]
    assert len(shown) < 100
    qtbot.waitUntil(
        lambda: model.index(model.rowCount() - 1).data() == "and 19,979 more files that wait", timeout=10_000
    )
    window.intake_controller.cancel()
    qtbot.waitUntil(lambda: window.intake_controller.waiting == 0, timeout=20_000)
    qtbot.waitUntil(lambda: window.status.text.whole() == "20,000 files: 20,000 not added.")


def test_meaning_is_prepared_beside_the_intake_and_does_not_stop_it(
    qtbot: QtBot, working: MainWindow, library: StubLibrary
) -> None:
    working.embedding.schedule()
    qtbot.waitUntil(lambda: library.called("embed_pending") != [])
    assert working.intake_controller.state is State.RUNNING


def test_meaning_is_prepared_again_after_files_were_added_but_not_for_each_of_them(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding_controller, "RESTART_MS", 1500)
    window = open_window(library)
    window.warm_up()
    qtbot.waitUntil(lambda: len(library.called("embed_pending")) == 1)
    for path in (ONE, TWO, THREE):
        window.intake_controller.library_changed.emit()
        window.add([path])
    qtbot.waitUntil(lambda: states(window) == dict.fromkeys((ONE, TWO, THREE), "Added"))
    assert len(library.called("embed_pending")) == 1
    qtbot.waitUntil(lambda: len(library.called("embed_pending")) == 2)


def test_the_page_that_a_new_window_shows_is_empty_until_something_is_added(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.show_page(INTAKE)
    assert not window.intake.list.isVisible()
    assert not window.intake.pause.isVisible() and not window.intake.cancel_all.isVisible()
