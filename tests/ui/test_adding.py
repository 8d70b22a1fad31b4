"""Adding files through the window: drops, the list, stopping, failures, meaning in the background."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.errors import StoreFull
from briefbank.jobs import Reporter
from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from tests.ui.stub import StubLibrary
from ui.main_window import INTAKE, MainWindow

BRIEF, SCAN, LOCKED = Path("/tmp/a brief.pdf"), Path("/tmp/scan.pdf"), Path("/tmp/locked.pdf")


def drop(window: MainWindow, urls: Sequence[QUrl]) -> QDropEvent:
    data = QMimeData()
    data.setUrls(list(urls))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(400, 300), copy, data, left, none)
    QApplication.sendEvent(window, enter)
    covered = window.overlay.isVisible()
    event = QDropEvent(QPointF(400, 300), copy, data, left, none)
    if enter.isAccepted():
        assert covered
        QApplication.sendEvent(window, event)
    return event


def states(window: MainWindow) -> list[str]:
    return [row.state for row in window.intake_model.rows()]


def idle(window: MainWindow) -> bool:
    return not window.work.busy


def test_dropped_files_are_added_and_shown_with_their_end(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    drop(window, [QUrl.fromLocalFile(str(BRIEF)), QUrl.fromLocalFile(str(SCAN))])
    assert window.pages.currentIndex() == INTAKE
    assert not window.overlay.isVisible()
    qtbot.waitUntil(lambda: idle(window))
    assert library.called("add") == [[BRIEF, SCAN]]
    assert states(window) == ["Added", "Added"]
    assert window.status.whole() == "2 files: 2 added."


def test_a_drop_from_the_web_is_not_taken(window: MainWindow, library: StubLibrary) -> None:
    drop(window, [QUrl("https://example.org/brief.pdf")])
    assert not window.overlay.isVisible()
    assert not window.work.busy


def test_each_file_shows_its_stage_page_and_time_left(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["script"] = threading.Event()

    def script(paths: Sequence[Path], reporter: Reporter) -> list[FileOutcome]:
        for path in paths:
            reporter.file(FileProgress(path, Stage.WAITING))
        reporter.file(FileProgress(SCAN, Stage.OCR, 16, 48, 130.0))
        gate.wait(20)
        return []

    library.script = script
    window.add([SCAN, BRIEF])
    qtbot.waitUntil(lambda: len(states(window)) == 2)
    assert states(window) == ["Recognising scanned pages, page 17 of 48  ·  about 2 minutes left", "Waiting"]
    assert window.intake.stop.isVisible()
    assert window.status.whole().startswith("0 of 2 files finished  ·  scan.pdf")
    gate.set()
    qtbot.waitUntil(lambda: idle(window))


def test_one_refused_file_says_why_and_the_others_are_added(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def script(paths: Sequence[Path], reporter: Reporter) -> list[FileOutcome]:
        ends = [
            FileOutcome(LOCKED, FileStatus.REFUSED, reason="It has a password."),
            FileOutcome(BRIEF, FileStatus.ADDED),
        ]
        for end in ends:
            reporter.file(FileProgress(end.path, Stage.DONE, outcome=end))
        return ends

    library.script = script
    window.add([LOCKED, BRIEF])
    qtbot.waitUntil(lambda: idle(window))
    assert states(window) == ["Refused", "Added"]
    text = window.intake_model.index(0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "locked.pdf. Refused. It has a password."
    assert window.status.whole() == "2 files: 1 added, 1 refused."


def test_stopping_keeps_what_ended_and_says_that_the_rest_was_not_added(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def script(paths: Sequence[Path], reporter: Reporter) -> list[FileOutcome]:
        done = FileOutcome(BRIEF, FileStatus.ADDED)
        reporter.file(FileProgress(BRIEF, Stage.DONE, outcome=done))
        reporter.file(FileProgress(SCAN, Stage.READING))
        while True:
            reporter.check()

    library.script = script
    window.add([BRIEF, SCAN])
    qtbot.waitUntil(lambda: len(states(window)) == 2)
    qtbot.mouseClick(window.intake.stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: idle(window))
    assert states(window) == ["Added", "Refused"]
    assert "Stopped" in window.intake_model.row(1).reason
    assert not window.intake.stop.isVisible()


def test_a_full_disk_ends_the_intake_with_its_sentence(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["add"] = StoreFull()
    window.add([BRIEF])
    qtbot.waitUntil(lambda: idle(window))
    assert StoreFull.default_title in window.status.whole()


def test_files_dropped_meanwhile_wait_for_their_turn(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["add"] = threading.Event()
    window.add([BRIEF])
    window.add([SCAN])
    qtbot.waitUntil(lambda: library.called("add") == [[BRIEF]])
    gate.set()
    qtbot.waitUntil(lambda: idle(window))
    assert library.called("add") == [[BRIEF], [SCAN]]


def test_meaning_is_prepared_after_adding_and_gives_way_to_the_next_files(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    stopped = threading.Event()

    def embed(reporter: Reporter) -> int:
        reporter.progress("meaning", 120, 560)
        try:
            while True:
                reporter.check()
        finally:
            stopped.set()

    original = library.embed_pending
    library.embed_pending = embed  # type: ignore[method-assign]
    window.add([BRIEF])
    qtbot.waitUntil(lambda: window.meaning.text() == "Preparing meaning: 120 of 560 passages")
    library.embed_pending = original  # type: ignore[method-assign]
    window.add([SCAN])
    qtbot.waitUntil(lambda: idle(window))
    assert stopped.is_set()
    qtbot.waitUntil(lambda: len(library.called("embed_pending")) == 1)


def test_files_of_earlier_times_are_listed_below(
    qtbot: QtBot, open_window: Callable[[StubLibrary], MainWindow], library: StubLibrary
) -> None:
    library.history = [FileOutcome(LOCKED, FileStatus.REFUSED, reason="It has a password.")]
    window = open_window(library)
    qtbot.waitUntil(lambda: window.intake_model.rowCount() == 1)
    window.add([BRIEF])
    qtbot.waitUntil(lambda: idle(window))
    rows = window.intake_model.rows()
    assert [row.path for row in rows] == [BRIEF, LOCKED]
    assert rows[1].opens_section


def test_a_thousand_files_do_not_stall_the_list(qtbot: QtBot, window: MainWindow) -> None:
    paths = [Path(f"/tmp/brief {number}.pdf") for number in range(1000)]
    window.add(paths)
    qtbot.waitUntil(lambda: idle(window), timeout=10_000)
    assert states(window) == ["Added"] * 1000


CUT_SHORT = "BriefBank stopped before this file was added. Add it again."


@pytest.fixture
def cut_short(
    qtbot: QtBot,
    tmp_path: Path,
    library: StubLibrary,
    open_window: Callable[[StubLibrary], MainWindow],
) -> tuple[MainWindow, Path, Path]:
    """A window whose list shows two files that an earlier intake did not come to; the second is gone."""
    here, gone = tmp_path / "here.pdf", tmp_path / "gone.pdf"
    here.write_bytes(b"%PDF-")
    library.history = [
        FileOutcome(gone, FileStatus.REFUSED, reason=CUT_SHORT),
        FileOutcome(here, FileStatus.REFUSED, reason=CUT_SHORT),
    ]
    window = open_window(library)
    qtbot.waitUntil(lambda: window.intake_model.rowCount() == 2)
    window.show_page(INTAKE)
    return window, here, gone


def again_buttons(window: MainWindow) -> list[QPushButton]:
    found = window.intake.list.findChildren(QPushButton)
    return [button for button in found if not button.isHidden()]


def test_a_refused_file_that_is_still_there_can_be_added_again_with_its_button(
    qtbot: QtBot, library: StubLibrary, cut_short: tuple[MainWindow, Path, Path]
) -> None:
    window, here, gone = cut_short
    (button,) = again_buttons(window)
    assert (button.text(), button.accessibleName()) == ("Add again", "Add here.pdf again")
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: idle(window))
    assert library.called("add") == [[here]]
    rows = window.intake_model.rows()
    assert [(row.path, row.state) for row in rows] == [(here, "Added"), (gone, "Refused")]
    assert rows[1].opens_section


def test_the_button_stands_on_its_own_row(qtbot: QtBot, cut_short: tuple[MainWindow, Path, Path]) -> None:
    window, _here, _gone = cut_short
    (button,) = again_buttons(window)
    files = window.intake.list
    qtbot.waitUntil(lambda: files.visualRect(window.intake_model.index(1)).contains(button.geometry()))
    assert button.width() < files.viewport().width() / 3


def test_enter_on_a_refused_file_adds_it_again_and_on_one_that_is_gone_does_nothing(
    qtbot: QtBot, library: StubLibrary, cut_short: tuple[MainWindow, Path, Path]
) -> None:
    window, here, _gone = cut_short
    files = window.intake.list
    files.setFocus()
    files.setCurrentIndex(window.intake_model.index(0))
    qtbot.keyClick(files, Qt.Key.Key_Return)
    assert not window.work.busy
    files.setCurrentIndex(window.intake_model.index(1))
    assert files.currentIndex().data(Qt.ItemDataRole.AccessibleDescriptionRole) == "Enter adds it again."
    qtbot.keyClick(files, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: idle(window) and bool(library.called("add")))
    assert library.called("add") == [[here]]


def test_the_arrow_keys_go_past_the_buttons_and_tab_reaches_them(
    qtbot: QtBot, cut_short: tuple[MainWindow, Path, Path]
) -> None:
    window, _here, _gone = cut_short
    window.activateWindow()
    files = window.intake.list
    files.setFocus()
    files.setCurrentIndex(window.intake_model.index(0))
    qtbot.keyClick(files, Qt.Key.Key_Down)
    assert files.currentIndex().row() == 1 and files.hasFocus()
    (button,) = again_buttons(window)
    qtbot.keyClick(files, Qt.Key.Key_Tab)
    assert button.hasFocus()
    qtbot.keyClick(button, Qt.Key.Key_Up)
    assert files.currentIndex().row() == 0 and files.hasFocus()


def test_a_file_that_waits_to_be_added_again_offers_it_no_more(
    qtbot: QtBot, library: StubLibrary, cut_short: tuple[MainWindow, Path, Path]
) -> None:
    window, here, _gone = cut_short
    gate = library.gates["add"] = threading.Event()
    window.add([BRIEF])
    qtbot.waitUntil(lambda: library.called("add") == [[BRIEF]])
    (button,) = again_buttons(window)
    button.click()
    waiting = next(row for row in window.intake_model.rows() if row.path == here)
    assert waiting.state == "Waiting" and not waiting.earlier
    qtbot.waitUntil(lambda: again_buttons(window) == [])
    gate.set()
    qtbot.waitUntil(lambda: idle(window))
    assert library.called("add") == [[BRIEF], [here]]


def test_a_file_refused_just_now_can_be_added_again_in_its_row(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def refuse(paths: Sequence[Path], reporter: Reporter) -> list[FileOutcome]:
        end = FileOutcome(LOCKED, FileStatus.REFUSED, reason="It has a password.")
        reporter.file(FileProgress(LOCKED, Stage.DONE, outcome=end))
        return [end]

    library.script = refuse
    window.add([LOCKED])
    qtbot.waitUntil(lambda: idle(window))
    library.script = None
    (button,) = again_buttons(window)
    button.click()
    qtbot.waitUntil(lambda: idle(window) and states(window) == ["Added"])
    qtbot.waitUntil(lambda: again_buttons(window) == [])
