"""Adding files through the window: drops, the list, what each file offers, failures."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import (
    FileOutcome,
    FileProgress,
    FileStatus,
    NextStep,
    PassedOver,
    Refusal,
    Stage,
)
from briefbank.domain.pages import Page, PageSource
from briefbank.errors import StoreAway, StoreBusy, StoreError, StoreFull, StoreReadOnly
from briefbank.jobs import Reporter
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.invented import PAGES
from tests.ui.conftest import OpenWindow, click_link, drop, row_of, states
from ui.features.intake.controller import State
from ui.features.intake.file_rows import FileAction
from ui.kit.drop_overlay import dropped_paths, holds_files
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")

BRIEF, SCAN, LOCKED = Path("/tmp/a brief.pdf"), Path("/tmp/scan.pdf"), Path("/tmp/locked.pdf")


def idle(window: MainWindow) -> bool:
    return window.intake_controller.state is State.IDLE and not window.intake_controller.busy


def test_dropped_files_are_added_and_shown_with_their_end(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    drop(window, [QUrl.fromLocalFile(str(BRIEF)), QUrl.fromLocalFile(str(SCAN))])
    assert window.pages.currentIndex() == INTAKE
    assert not window.drop.overlay.isVisible()
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added", SCAN: "Added"})
    assert library.called("enqueue") == [[BRIEF, SCAN]]
    qtbot.waitUntil(lambda: window.status.text.whole() == "2 files: 2 added.")


def test_a_drop_from_the_web_is_not_taken(window: MainWindow, library: StubLibrary) -> None:
    drop(window, [QUrl("https://example.org/brief.pdf")])
    assert not window.drop.overlay.isVisible()
    assert library.called("enqueue") == []


def test_a_drop_without_any_brief_says_so(qtbot: QtBot, window: MainWindow) -> None:
    window.add([Path("/tmp/a-folder-of-photographs")])
    qtbot.waitUntil(
        lambda: "No document, mail or scan that BriefBank reads was found" in window.status.text.whole()
    )


def test_a_file_name_that_is_disguised_is_shown_as_it_is(qtbot: QtBot, window: MainWindow) -> None:
    disguised = Path("/tmp/brief\u202efdp.exe.pdf")
    window.add([disguised])
    qtbot.waitUntil(lambda: states(window) == {disguised: "Added"})
    model = window.intake.list.model()
    shown = [
        str(model.index(row, 0).data(role))
        for row in range(model.rowCount())
        for role in (Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole)
    ]
    assert any("brief⟨U+202E⟩fdp.exe.pdf" in text for text in shown)
    assert not any("\u202e" in text for text in shown)


def test_what_was_passed_over_is_counted_in_one_line_and_is_no_failure(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.ingest.passed_over = PassedOver(left_behind=226, links=1, pictures=3)
    window.add([BRIEF])
    passed_over = (
        "Passed over: 226 files of the system or of programs, 1 link that leads out of the folder, "
        "3 pictures too small for a page."
    )
    qtbot.waitUntil(lambda: window.status.text.whole() == f"1 file: 1 added. {passed_over}")
    window.add([Path("/tmp/a-folder-of-shortcuts")])
    qtbot.waitUntil(lambda: window.status.text.whole().endswith(passed_over))
    assert "No document, mail or scan that BriefBank reads was found" in window.status.text.whole()


def test_several_files_in_work_each_show_their_stage_page_and_time_left(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def script(_path: Path, reporter: Reporter) -> FileOutcome | None:
        reporter.file(FileProgress(SCAN, Stage.OCR, 16, 48, 130.0))
        reporter.file(FileProgress(BRIEF, Stage.READING, 2, 9))
        while True:
            reporter.check()

    library.ingest.script = script
    window.add([SCAN, BRIEF, LOCKED])
    qtbot.waitUntil(lambda: "Reading, page 3 of 9" in states(window).values())
    assert states(window)[SCAN] == "Recognising scanned pages, page 17 of 48  ·  about 2 minutes left"
    assert states(window)[LOCKED] == "Waiting"
    said = window.intake.overall.whole()
    assert said == "0 of 3 files finished  ·  1 waits  ·  16 pages"
    assert window.status.text.whole() == said
    assert window.intake.stages.whole() == "Reading (1), Recognising scanned pages (1)"


def test_one_refused_file_says_why_and_the_others_are_added(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def script(path: Path, _reporter: Reporter) -> FileOutcome:
        refused = FileOutcome(LOCKED, FileStatus.REFUSED, reason="It is damaged.")
        return refused if path == LOCKED else FileOutcome(path, FileStatus.ADDED)

    library.ingest.script = script
    window.add([LOCKED, BRIEF])
    qtbot.waitUntil(lambda: states(window) == {LOCKED: "Refused", BRIEF: "Added"})
    index = window.intake_model.index(window.intake_model.place_of(LOCKED))
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "locked.pdf. Refused. It is damaged."
    qtbot.waitUntil(lambda: window.status.text.whole() == "2 files: 1 added, 1 refused.")


@pytest.mark.parametrize("fault", [StoreFull(), StoreReadOnly(), StoreBusy(), StoreAway()])
def test_what_holds_the_intake_is_said_calmly_and_the_files_wait_until_it_is_tried_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, fault: StoreError
) -> None:
    library.faults["run_ingest"] = fault
    window.add([BRIEF])
    notice = window.intake.notice
    qtbot.waitUntil(notice.isVisible)
    assert notice.text() == f"{fault.title} {fault.remedy}"
    assert window.intake.overall.whole() == "1 file waits. Nothing is lost."
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Waiting"})
    del library.faults["run_ingest"]
    assert window.intake.pause.text() == "Resume"
    again = next(button for button in notice.findChildren(QPushButton) if button.text() == "Try again")
    qtbot.mouseClick(again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added"})
    assert not notice.isVisible()


def test_what_holds_the_intake_can_be_closed_and_the_files_can_still_be_resumed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["run_ingest"] = StoreAway()
    window.add([BRIEF])
    notice = window.intake.notice
    qtbot.waitUntil(notice.isVisible)
    qtbot.mouseClick(notice.close_button, Qt.MouseButton.LeftButton)
    assert not notice.isVisible() and window.intake.pause.text() == "Resume"


def test_files_dropped_while_others_are_added_go_to_the_intake_that_runs(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = threading.Event()

    def script(path: Path, reporter: Reporter) -> FileOutcome:
        gate.wait(20)
        return FileOutcome(path, FileStatus.ADDED)

    library.ingest.script = script
    window.add([BRIEF])
    qtbot.waitUntil(lambda: library.called("run_ingest") == [None])
    window.add([SCAN])
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Waiting", SCAN: "Waiting"})
    gate.set()
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added", SCAN: "Added"})
    qtbot.waitUntil(lambda: idle(window))
    assert library.called("enqueue") == [[BRIEF], [SCAN]]


def refuse(reason: str, *, password: bool = False) -> object:
    def script(path: Path, _reporter: Reporter) -> FileOutcome:
        return FileOutcome(
            path, FileStatus.REFUSED, reason=reason, refusal=Refusal.PROTECTED if password else None
        )

    return script


def test_a_refused_file_can_be_added_again_by_a_click_and_by_enter(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.ingest.script = refuse("It is damaged.")  # type: ignore[assignment]
    window.add([LOCKED])
    qtbot.waitUntil(lambda: states(window) == {LOCKED: "Refused"})
    click_link(qtbot, window, LOCKED, NextStep.AGAIN)
    qtbot.waitUntil(lambda: library.called("enqueue") == [[LOCKED]] * 2 and idle(window))
    files = window.intake.list
    files.setCurrentIndex(window.intake_model.index(window.intake_model.place_of(LOCKED)))
    library.ingest.script = None
    qtbot.keyClick(files, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: states(window) == {LOCKED: "Added"})


def test_a_protected_file_asks_for_its_password_once_and_a_wrong_one_is_said_on_its_row(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def script(path: Path, _reporter: Reporter) -> FileOutcome:
        typed = library.ingest.passwords.pop(path, None)
        if typed == "river":
            return FileOutcome(path, FileStatus.ADDED)
        reason = "It is protected by a password." if typed is None else "The password is wrong."
        return FileOutcome(path, FileStatus.REFUSED, reason=reason, refusal=Refusal.PROTECTED)

    library.ingest.script = script
    window.add([LOCKED])
    for typed, then in (("lake", "The password is wrong."), ("river", "")):
        qtbot.waitUntil(lambda: states(window) == {LOCKED: "Refused"} and idle(window))
        click_link(qtbot, window, LOCKED, NextStep.PASSWORD)
        dialog = window.intake.password
        assert dialog is not None
        assert not dialog.add.isEnabled()
        qtbot.keyClicks(dialog.field, typed)
        assert dialog.field.displayText() == "●" * len(typed)
        qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
        assert dialog.field.text() == ""
        qtbot.waitUntil(lambda then=then: row_of(window, LOCKED).reason == then and idle(window))
    assert states(window) == {LOCKED: "Added"}


def test_the_password_dialog_left_with_escape_adds_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.ingest.script = refuse("It is protected.", password=True)  # type: ignore[assignment]
    window.add([LOCKED])
    qtbot.waitUntil(lambda: states(window) == {LOCKED: "Refused"} and idle(window))
    click_link(qtbot, window, LOCKED, NextStep.PASSWORD)
    dialog = window.intake.password
    assert dialog is not None
    qtbot.keyClicks(dialog.field, "half a pass")
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.intake.password is None)
    assert library.called("enqueue") == [[LOCKED]]


def test_an_added_file_with_remarks_shows_them_and_opens_at_the_first_such_page(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    made = library.documents.change(1, doubtful_pages=1, hidden_pages=1, ocr_pages=PAGES)
    library.documents.noted = {
        9: Page(9, "", "", PageSource.OCR, "", "Tesseract", 0.5),
        6: Page(6, "", "", PageSource.TEXT, hidden=40),
    }
    remarks = "Page 10 could not be read with certainty. Page 7: text lies under black boxes."
    library.ingest.script = lambda path, _reporter: FileOutcome(path, FileStatus.ADDED, made, remarks)
    window.add([BRIEF])
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added"})
    assert row_of(window, BRIEF).reason == remarks
    with qtbot.waitSignal(window.search.reader.opened):
        click_link(qtbot, window, BRIEF, FileAction.REVIEW)
    assert window.pages.currentIndex() == SEARCH
    assert window.search.reader.view.canvas.page == 6


def test_a_file_added_without_remarks_opens_at_its_beginning(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    made = library.documents.get(1)
    library.documents.noted = {9: Page(9, "", "", PageSource.OCR, "", "Tesseract", 0.5)}
    library.ingest.script = lambda path, _reporter: FileOutcome(path, FileStatus.ADDED, made)
    window.add([BRIEF])
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added"})
    files = window.intake.list
    files.setCurrentIndex(window.intake_model.index(window.intake_model.place_of(BRIEF)))
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(files, Qt.Key.Key_Return)
    assert window.search.reader.view.canvas.page == 0


def test_a_refused_member_of_an_archive_is_added_again_by_its_place_in_it(
    qtbot: QtBot, tmp_path: Path, library: StubLibrary, open_window: OpenWindow
) -> None:
    archive = tmp_path / "box.zip"
    archive.write_bytes(b"PK")
    member = archive / "1998" / "brief.pdf"
    library.ingest.ended = [FileOutcome(member, FileStatus.REFUSED, reason="It was stopped.")]
    window = open_window(library)
    qtbot.waitUntil(lambda: states(window) == {member: "Refused"})
    window.show_page(INTAKE)
    click_link(qtbot, window, member, NextStep.AGAIN)
    qtbot.waitUntil(lambda: library.called("enqueue") == [[member]])


def test_a_file_of_an_earlier_time_that_is_gone_offers_nothing_and_one_that_is_there_does(
    qtbot: QtBot, tmp_path: Path, library: StubLibrary, open_window: OpenWindow
) -> None:
    here, gone = tmp_path / "here.pdf", tmp_path / "gone.pdf"
    here.write_bytes(b"%PDF-")
    library.ingest.ended = [FileOutcome(path, FileStatus.REFUSED, reason="Stopped.") for path in (gone, here)]
    window = open_window(library)
    qtbot.waitUntil(lambda: len(states(window)) == 2)
    assert row_of(window, gone).links == () and row_of(window, gone).keys == ""
    row = row_of(window, here)
    assert row.main_action is NextStep.AGAIN and row.keys.startswith("Enter adds it again.")


def test_files_of_earlier_times_are_listed_below_and_once(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.ingest.ended = [
        FileOutcome(path, FileStatus.REFUSED, reason="Stopped.") for path in (LOCKED, SCAN)
    ]
    window = open_window(library)
    qtbot.waitUntil(lambda: len(states(window)) == 2)
    window.add([BRIEF, SCAN])
    qtbot.waitUntil(lambda: states(window) == {BRIEF: "Added", SCAN: "Added", LOCKED: "Refused"})
    assert [row.path for row in window.intake_model.files()][-1] == LOCKED


def test_new_files_in_a_watched_folder_are_added_by_themselves(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    qtbot.waitUntil(lambda: library.called("poll_watched") == [None])
    library.watched.found = [SCAN]
    qtbot.waitUntil(lambda: not window.jobs.busy("watch"))
    window.folder_watch.poll()
    qtbot.waitUntil(lambda: states(window) == {SCAN: "Added"})


def test_ten_thousand_dropped_paths_are_made_only_where_they_are_opened_up() -> None:
    data = QMimeData()
    data.setUrls(
        [QUrl("https://example.org/x"), *(QUrl.fromLocalFile(f"/tmp/{n}.pdf") for n in range(10_000))]
    )
    results = dropped_paths(data)
    assert holds_files(data) and len(results) == 10_000
    assert (results[0], results[-1], list(results[2:4])) == (
        Path("/tmp/0.pdf"), Path("/tmp/9999.pdf"), [Path("/tmp/2.pdf"), Path("/tmp/3.pdf")],
    )  # fmt: skip


def test_what_is_no_file_of_this_computer_is_not_held_to_be_one() -> None:
    data = QMimeData()
    assert not holds_files(data)
    data.setText("file this brief")
    assert not holds_files(data)
    data.setUrls([QUrl("https://example.org/x")])
    assert not holds_files(data) and len(dropped_paths(data)) == 0
