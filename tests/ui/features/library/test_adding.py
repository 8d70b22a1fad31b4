"""Adding files: drops, the survey before a large one, pauses, failures, and what other programs do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QLabel, QPushButton, QSystemTrayIcon
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.ingest import (
    FileProgress,
    IngestState,
    NextStep,
    NoUse,
    PassedOver,
    Stage,
    Survey,
    SurveyedFile,
    UnconfirmedPaths,
)
from briefbank.errors import StoreBusy, StoreError, StoreFull
from briefbank.ingest import folder_watcher
from briefbank.jobs import QuietReporter
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import answer_boxes, click_link, drop, real_window, row_of, show_file, states
from ui.features.library import background
from ui.features.library.adding import State
from ui.features.library.files import FileAction
from ui.features.library.survey import SurveyDialog
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore(
    *("propagateSizeHints", "support raise", "No Icon set", "systemTrayWindowChanged")
)
WAIT_MS = 60_000
LEFT = Qt.MouseButton.LeftButton
TEXT = "The {0} was seized without a warrant. No emergency existed, and one could have waited.\n"
PLACES = ("Appeals/2010/Smith", "Appeals/2009/Brandt", "Appeals/Billing", "Appeals/Old network drive")


def survey(free_bytes: int = 900_000_000_000) -> Survey:
    files = [SurveyedFile(f"{PLACES[n % 4]}/{n}", 1_900_000, ".pdf", pages=24) for n in range(21_400)]
    files += [SurveyedFile(f"{PLACES[n % 4]}/{n}", 120_000, no_use=NoUse.SPREADSHEET) for n in range(2_900)]
    return Survey(tuple(files), PassedOver(left_behind=226, links=3), free_bytes, 2, ("Appeals/Sealed",))


def useless() -> Survey:
    files = tuple(SurveyedFile(f"Setup/{n}", 90_000, no_use=NoUse.PROGRAM) for n in range(640))
    return Survey(files, free_bytes=900_000_000_000, processors=2)


@pytest.fixture
def window(qtbot: QtBot, empty_window: MainWindow, empty_library: HookedLibrary) -> MainWindow:
    """A window on a library without a brief, which has looked for interrupted drops."""
    qtbot.waitUntil(lambda: bool(empty_library.called("ingest.finish_drops")))
    qtbot.waitUntil(lambda: not empty_window.jobs.engaged(Lane.QUEUE))
    return empty_window


@pytest.fixture
def briefs(tmp_path: Path) -> list[Path]:
    """Three files that can be added."""
    return [brief(tmp_path, f"{word}.txt") for word in ("otter", "panda", "zebra")]


@pytest.fixture
def working(qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, briefs: list[Path]) -> MainWindow:
    """A window that adds three files and does not get on."""
    empty_library.hold("ingest.run")
    window.add(briefs)
    qtbot.waitUntil(lambda: len(states(window)) == 3 and window.library_page.adding.waiting == 3)
    return window


def brief(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(TEXT.format(path.stem))
    return path


def damaged(folder: Path, name: str = "torn.pdf") -> Path:
    path = folder / name
    path.write_bytes(b"%PDF-1.7 nothing")
    return path


def ended(qtbot: QtBot, window: MainWindow, ends: dict[Path, str]) -> None:
    """Wait until each of these files has this state, and nothing is being added."""
    adding = window.library_page.adding
    qtbot.waitUntil(lambda: states(window) == ends and adding.state is State.IDLE, timeout=WAIT_MS)


def urls(*paths: Path) -> list[QUrl]:
    return [QUrl.fromLocalFile(str(path)) for path in paths]


def says(qtbot: QtBot, window: MainWindow, text: str) -> None:
    qtbot.waitUntil(lambda: window.status.text.whole() == text, timeout=WAIT_MS)


def test_dropped_files_are_added_and_one_that_is_refused_says_why(
    qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, briefs: list[Path], tmp_path: Path
) -> None:
    torn = damaged(tmp_path)
    drop(window, urls(briefs[0], torn))
    assert window.pages.currentIndex() == LIBRARY and not window.drop.overlay.isVisible()
    ended(qtbot, window, {briefs[0]: "Added", torn: "Refused"})
    says(qtbot, window, "2 files: 1 added, 1 refused.")
    assert empty_library.documents.totals()[0] == 1
    row = show_file(qtbot, window, torn)
    spoken = window.library_page.files.list.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("torn.pdf. The file is damaged") and row.reason.rstrip(".") in spoken
    assert row.main_action is NextStep.REPAIR


def test_what_is_no_brief_is_not_taken_or_counted_in_one_line(
    qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, tmp_path: Path
) -> None:
    drop(window, [QUrl("https://example.org/brief.pdf")])
    assert not window.drop.overlay.isVisible()
    folder = tmp_path / "Empty"
    folder.mkdir()
    drop(window, urls(folder))
    qtbot.waitUntil(lambda: "No document, mail or scan" in window.status.text.whole(), timeout=WAIT_MS)
    (folder / "Thumbs.db").write_bytes(b"\0")
    path = brief(folder, "otter.txt")
    drop(window, urls(folder))
    ended(qtbot, window, {path: "Added"})
    says(qtbot, window, "1 file: 1 added. Passed over: 1 file of the system or of a program.")


def surveyed(qtbot: QtBot, window: MainWindow, survey: Survey, *folders: Path) -> SurveyDialog:
    """Add folders of which the library gives this survey; return the dialog on the first of them."""
    library = window.library_page.library
    assert isinstance(library, HookedLibrary)
    library.change("ingest.survey", lambda _answer: survey)
    for folder in folders:
        window.add([folder])
    return next_survey(qtbot, window, folders[0])


def next_survey(qtbot: QtBot, window: MainWindow, folder: Path) -> SurveyDialog:
    adding = window.library_page.adding
    qtbot.waitUntil(lambda: adding.survey is not None and adding.survey.paths == (folder,), timeout=WAIT_MS)
    dialog = adding.survey
    assert dialog is not None
    qtbot.waitUntil(lambda: not dialog.bar.isVisible(), timeout=WAIT_MS)
    return dialog


def words(dialog: SurveyDialog) -> str:
    return " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisibleTo(dialog))


def test_a_large_drop_is_shown_first_and_enter_adds_it_without_what_a_pattern_or_a_tick_leaves_out(
    qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, tmp_path: Path
) -> None:
    office = tmp_path / "Appeals"
    kept, _unticked, _billing = (
        brief(office, name) for name in ("2009/otter.txt", "2010/panda.txt", "Billing/zebra.txt")
    )
    dialog = surveyed(qtbot, window, survey(), office)
    assert empty_library.called("ingest.enqueue") == []
    qtbot.waitUntil(lambda: "21,400" in words(dialog) and "about 513,600 pages" in words(dialog))
    assert "Spreadsheets" in words(dialog) and "1 folder cannot be opened." in words(dialog)
    dialog.patterns.field.setPlainText("*/Billing/*\n*.none")
    qtbot.waitUntil(lambda: "6,075 files" in dialog.patterns.counts.text(), timeout=WAIT_MS)
    assert dialog.patterns.counts.text().endswith("\n0 files")
    whole, item = dialog.files, dialog.folders.topLevelItem(1)
    assert item is not None and item.text(0) == "Appeals › 2010"
    dialog.folders.setCurrentItem(item)
    qtbot.keyClick(dialog.folders, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: dialog.files < whole, timeout=WAIT_MS)
    assert dialog.add.text() == f"Add {dialog.files:,} files"
    assert f"To be added: {dialog.files:,} files" in words(dialog)
    qtbot.keyClick(dialog.folders, Qt.Key.Key_Return)
    ended(qtbot, window, {kept: "Added"})
    assert settings.load().leave_out == ("*/Billing/*", "*.none"), "a tick counts this time alone"


@pytest.mark.parametrize(
    ("survey", "text"), [(survey(1_000), "It does not fit"), (useless(), "Nothing that")]
)
def test_what_does_not_fit_or_is_of_no_use_cannot_be_added_and_says_why(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, survey: Survey, text: str
) -> None:
    dialog = surveyed(qtbot, window, survey, tmp_path)
    assert not dialog.add.isEnabled() and text in words(dialog)


def test_files_in_work_show_their_stage_page_and_time_left_and_the_chosen_one_stays_chosen(
    qtbot: QtBot, working: MainWindow, empty_library: HookedLibrary, briefs: list[Path]
) -> None:
    scan, other, last = briefs
    show_file(qtbot, working, last)
    in_work = FileProgress(last, Stage.READING, 2, 9), FileProgress(scan, Stage.OCR, 16, 48, 130.0)

    def with_work(state: IngestState) -> IngestState:
        return replace(state, in_work=in_work, pages=16)

    empty_library.change("ingest.state", with_work)
    files, adding = working.library_page.files, working.library_page.adding
    adding.refresh()
    qtbot.waitUntil(lambda: [row.path for row in files.model.files()] == [last, scan, other])
    assert [row.state for row in files.model.files()] == [
        "Reading, page 3 of 9",
        "Recognising scanned pages, page 17 of 48  ·  about 2 minutes left",
        "Waiting",
    ]
    current = files.current()
    assert current is not None and current.path == last
    assert adding.overall.whole() == "0 of 3 files finished  ·  16 pages" == working.status.text.whole()


def test_pause_lets_all_files_wait_and_resume_goes_on_with_them(
    qtbot: QtBot, working: MainWindow, empty_library: HookedLibrary, briefs: list[Path]
) -> None:
    adding = working.library_page.adding
    button = adding.pause_button
    assert (button.text(), button.accessibleName()) == ("Pause", "Pause adding files")
    qtbot.mouseClick(button, LEFT)
    assert adding.overall.whole() == "Pausing after the current step …" and not button.isEnabled()
    empty_library.let_go()
    qtbot.waitUntil(lambda: adding.state is State.PAUSED)
    assert states(working) == dict.fromkeys(briefs, "Waiting")
    qtbot.waitUntil(lambda: empty_library.ingest.paused)
    assert (button.text(), button.accessibleName()) == ("Resume", "Resume adding files")
    assert adding.overall.whole() == "Paused. 3 files wait; Resume goes on with them."
    assert working.status.pause.text() == "Resume adding"
    qtbot.mouseClick(working.status.pause, LEFT)
    ended(qtbot, working, dict.fromkeys(briefs, "Added"))
    assert not empty_library.ingest.paused


def test_a_pause_lasts_over_a_restart_and_what_is_dropped_meanwhile_waits_too(
    qtbot: QtBot, empty_library: HookedLibrary, briefs: list[Path]
) -> None:
    empty_library.ingest.enqueue(briefs[:2], QuietReporter())
    empty_library.ingest.paused = True
    with real_window(qtbot, empty_library) as window:
        qtbot.waitUntil(lambda: window.library_page.adding.state is State.PAUSED)
        window.add(briefs[2:])
        qtbot.waitUntil(lambda: states(window) == dict.fromkeys(briefs, "Waiting"))
        qtbot.waitUntil(lambda: window.library_page.adding.waiting == 3)
        assert empty_library.called("ingest.run") == []
        assert "paused" in window.library_page.adding.notice.text()


def test_what_waits_from_an_earlier_start_goes_on_by_itself_and_is_said(
    qtbot: QtBot, empty_library: HookedLibrary, briefs: list[Path]
) -> None:
    empty_library.ingest.enqueue(briefs[:2], QuietReporter())
    empty_library.hold("ingest.run")
    gate = empty_library.hold("ingest.finish_drops")
    with real_window(qtbot, empty_library) as window:
        says(qtbot, window, "2 files wait from before. BriefBank goes on with them.")
        empty_library.ingest.enqueue(briefs[2:], QuietReporter())
        qtbot.waitUntil(lambda: window.library_page.adding.waiting == 3)  # the rest of a drop is being queued
        gate.set()
        empty_library.let_go()
        ended(qtbot, window, dict.fromkeys(briefs, "Added"))


def test_one_file_is_taken_off_the_list_by_a_click_and_another_by_delete(
    qtbot: QtBot, working: MainWindow, briefs: list[Path]
) -> None:
    one, two, three = briefs
    click_link(qtbot, working, two, FileAction.CANCEL)
    qtbot.waitUntil(lambda: states(working).get(two) == "Taken off the list")
    show_file(qtbot, working, three)
    qtbot.keyClick(working.library_page.files.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: states(working).get(three) == "Taken off the list")
    assert states(working)[one] == "Waiting"
    assert row_of(working, two).main_action is NextStep.AGAIN


def test_all_are_taken_off_only_after_a_yes_that_says_what_it_means(
    qtbot: QtBot, working: MainWindow, briefs: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_boxes(monkeypatch, "Go on")
    qtbot.mouseClick(working.library_page.adding.cancel_all, LEFT)
    assert states(working) == dict.fromkeys(briefs, "Waiting")
    questions = answer_boxes(monkeypatch, "Do not add them")
    qtbot.mouseClick(working.library_page.adding.cancel_all, LEFT)
    qtbot.waitUntil(lambda: states(working) == dict.fromkeys(briefs, "Taken off the list"))
    assert "3 files" in questions[0] and "stays in the library" in questions[0]


@pytest.mark.parametrize("fault", [StoreFull(), StoreBusy()])
def test_what_holds_the_intake_is_said_calmly_and_the_files_wait_until_it_is_tried_again(
    qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, briefs: list[Path], fault: StoreError
) -> None:
    empty_library.fail("ingest.run", fault)
    window.add(briefs[:1])
    adding = window.library_page.adding
    qtbot.waitUntil(adding.notice.isVisible)
    assert adding.notice.text() == f"{fault.title} {fault.remedy}"
    assert adding.overall.whole() == "1 file waits. Nothing is lost."
    assert states(window) == {briefs[0]: "Waiting"} and adding.pause_button.text() == "Resume"
    empty_library.fail("ingest.run", None)
    again = next(button for button in adding.notice.findChildren(QPushButton) if button.text() == "Try again")
    qtbot.mouseClick(again, LEFT)
    ended(qtbot, window, {briefs[0]: "Added"})
    assert not adding.notice.isVisible()


def test_new_files_in_a_watched_folder_are_added_by_themselves(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(folder_watcher, "SETTLE_S", 0.0)
    window.show_page(SEARCH)
    folder = tmp_path / "Watched"
    folder.mkdir()
    with qtbot.waitSignal(window.folder_watch.folders_changed):
        window.folder_watch.watch(folder)
    path = brief(folder, "otter.txt")

    def added() -> bool:
        window.folder_watch.poll()
        return states(window) == {path: "Added"}

    qtbot.waitUntil(added, timeout=WAIT_MS)


@pytest.mark.parametrize(("button", "confirmed"), [("Read them", 1), ("Leave them unread", 0)])
def test_folders_and_files_that_a_library_from_elsewhere_names_are_asked_about_at_the_start(
    qtbot: QtBot, empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch, button: str, confirmed: int
) -> None:
    questions = answer_boxes(monkeypatch, button)
    files = tuple(Path(f"/home/me/{number}.pdf") for number in range(9))
    empty_library.change("watched.unconfirmed", lambda _own: UnconfirmedPaths((Path("/home/me/Old"),), files))
    with real_window(qtbot, empty_library) as window:
        qtbot.waitUntil(lambda: bool(questions) and not window.jobs.busy("unconfirmed"))
        assert all(part in questions[0] for part in ("/home/me/Old", "/home/me/5.pdf", "and 3 more"))
        qtbot.waitUntil(lambda: len(empty_library.called("watched.confirm")) == confirmed)


@pytest.fixture
def notifications(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> list[tuple[QSystemTrayIcon, str]]:
    """The notifications of the system; nobody looks at the window."""
    shown: list[tuple[QSystemTrayIcon, str]] = []
    monkeypatch.setattr(window, "isActiveWindow", lambda: False)
    for question in ("isSystemTrayAvailable", "supportsMessages"):
        monkeypatch.setattr(QSystemTrayIcon, question, lambda: True)
    monkeypatch.setattr(
        QSystemTrayIcon, "showMessage", lambda icon, _title, text, *_look: shown.append((icon, text))
    )
    return shown


@pytest.mark.parametrize(
    ("least_s", "active", "texts"),
    [(0.0, False, ["1 file was added, 1 was refused."]), (60.0, False, []), (0.0, True, [])],
)
@pytest.mark.nightly
def test_a_long_round_ends_with_numbers_alone_for_somebody_who_is_elsewhere_and_a_click_shows_the_library(
    qtbot: QtBot,
    window: MainWindow,
    notifications: list[tuple[QSystemTrayIcon, str]],
    briefs: list[Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    least_s: float,
    active: bool,
    texts: list[str],
) -> None:
    monkeypatch.setattr(background, "WORTH_SAYING_S", least_s)
    monkeypatch.setattr(window, "isActiveWindow", lambda: active)
    torn = damaged(tmp_path)
    window.add([briefs[0], torn])
    window.show_page(SEARCH)
    ended(qtbot, window, {briefs[0]: "Added", torn: "Refused"})
    assert [text for _icon, text in notifications] == texts
    if texts:
        notifications[0][0].messageClicked.emit()
        assert window.pages.currentIndex() == LIBRARY
