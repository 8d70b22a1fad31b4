"""The list of files: groups, refused files and their next steps, passwords, and what is done with all."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import (
    NEXT_STEPS,
    FileGroup,
    FileOutcome,
    FileStatus,
    NextStep,
    Refusal,
)
from briefbank.jobs import QuietReporter
from tests.extraction import pdfs
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import click_link, click_row_button, drop, row_of, show_file, states
from ui.features.library.adding import State
from ui.features.library.files import FileAction, FileRow, Heading
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
WAIT_MS = 60_000
LEFT = Qt.MouseButton.LeftButton
LINES = [
    "The officer stopped the wagon because a zebra was seen in it.",
    "Nothing in the record supports the stop, and a hunch is not",
    "reasonable suspicion. The order below should be reversed.",
]


@pytest.fixture
def window(empty_window: MainWindow) -> MainWindow:
    """The Library page without a brief."""
    empty_window.show_page(LIBRARY)
    return empty_window


def damaged(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_bytes(b"%PDF-1.7 nothing")
    return path


def locked(path: Path, password: str, word: str) -> Path:
    plain = pdfs.write(path.with_suffix(".plain"), [[word, *LINES]])
    with pikepdf.open(plain) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user=password, owner="o"))
    plain.unlink()
    return path


def idle(window: MainWindow) -> bool:
    return window.library_page.adding.state is State.IDLE and not window.library_page.adding.busy


def ended(qtbot: QtBot, window: MainWindow, ends: dict[Path, str]) -> None:
    qtbot.waitUntil(lambda: states(window) == ends and idle(window), timeout=WAIT_MS)


@pytest.fixture
def refused(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> tuple[MainWindow, list[Path], Path]:
    """A window that refused two damaged files and one of no format that it reads."""
    folder = tmp_path / "Box 12"
    folder.mkdir()
    torn = [damaged(folder, f"torn {number}.pdf") for number in (1, 2)]
    unknown = folder / "sheet.xyz"
    unknown.write_bytes(bytes(range(256)) * 4)
    window.add([*torn, unknown])
    ended(qtbot, window, dict.fromkeys((*torn, unknown), "Refused"))
    return window, torn, unknown


def repaired(qtbot: QtBot, window: MainWindow, paths: list[Path]) -> None:
    """Wait until the files were refused once more, after a repair that did not help."""

    def refused_again() -> bool:
        files = [row_of(window, path) for path in paths]
        return all(file.state == "Refused" and NextStep.REPAIR not in file.actions for file in files)

    qtbot.waitUntil(lambda: refused_again() and idle(window), timeout=WAIT_MS)


def listed(window: MainWindow) -> list[Path]:
    return [row.path for row in window.library_page.files.model.files()]


def show_heading(qtbot: QtBot, window: MainWindow, beginning: str) -> Heading:
    """Show the refused files, and choose the line of a reason above them."""
    files = window.library_page.files
    window.library_page.show_files(FileGroup.REFUSED)

    def place() -> int:
        return files.model.place_of(
            lambda target: isinstance(target, Heading) and str(target.reason).startswith(beginning)
        )

    qtbot.waitUntil(lambda: place() >= 0)
    files.list.choose(place())
    heading = files.list.current()
    assert isinstance(heading, Heading)
    return heading


def row(refusal: Refusal, **how: bool) -> FileRow:
    outcome = FileOutcome(Path("/tmp/brief.pdf"), FileStatus.REFUSED, None, "Why.", refusal)
    return FileRow(outcome, FileGroup.REFUSED, None, **how)


def test_each_refusal_offers_its_steps_the_most_promising_by_enter() -> None:
    for refusal, steps in NEXT_STEPS.items():
        assert row(refusal).actions == steps and row(refusal).main_action is steps[0]
        assert row(refusal, missing=True).actions == (), "nothing can be done with a file that is gone"
        in_office = row(refusal, may_leave_out=False).actions
        assert in_office == tuple(step for step in steps if step is not NextStep.LEAVE_OUT)


def test_a_refused_file_is_tried_again_shown_left_out_and_taken_back_by_clicks(
    qtbot: QtBot,
    refused: tuple[MainWindow, list[Path], Path],
    empty_library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url) or True)
    window, (one, two), unknown = refused
    click_link(qtbot, window, one, NextStep.SHOW)
    assert [url.toLocalFile() for url in shown] == [str(one.parent)]
    click_link(qtbot, window, one, NextStep.REPAIR)
    repaired(qtbot, window, [one])
    assert NextStep.REPAIR in row_of(window, two).actions
    show_file(qtbot, window, unknown)
    before = len(empty_library.called("ingest.enqueue"))
    click_link(qtbot, window, unknown, NextStep.AGAIN)
    qtbot.waitUntil(lambda: len(empty_library.called("ingest.enqueue")) > before and idle(window))
    click_link(qtbot, window, one, NextStep.LEAVE_OUT)
    qtbot.waitUntil(lambda: states(window).get(one) == "Left out")
    drop(window, [QUrl.fromLocalFile(str(one.parent))])
    overall = window.library_page.adding.overall
    qtbot.waitUntil(lambda: overall.whole().endswith("Passed over: 1 file left out."), timeout=WAIT_MS)
    qtbot.waitUntil(lambda: idle(window), timeout=WAIT_MS)
    assert states(window)[one] == "Left out", "it stays so when its folder is added"
    click_link(qtbot, window, one, NextStep.TAKE_BACK)
    qtbot.waitUntil(lambda: states(window).get(one) == "Refused")


def test_refused_files_stand_beneath_their_reasons_with_steps_for_all_of_a_reason(
    qtbot: QtBot, refused: tuple[MainWindow, list[Path], Path], empty_library: HookedLibrary
) -> None:
    window, torn, unknown = refused
    files = window.library_page.files
    heading = show_heading(qtbot, window, "The file is damaged")
    assert heading.actions == (NextStep.REPAIR, NextStep.LEAVE_OUT)
    kinds = [type(row.target) for row in files.model.rows()]
    assert kinds == [Heading, FileRow, FileRow, Heading, FileRow], "the most frequent reason comes first"
    assert files.model.row(0).text.endswith("(2)") and files.model.files()[-1].path == unknown
    assert [action.text() for action in files.menu(heading).actions()] == [
        *("Try all again with repair", "Leave all out")
    ]
    words = [action.text() for action in files.menu(files.model.files()[0]).actions()]
    assert words == ["Try again with repair\tEnter", "Show in folder", "Leave out"]
    click_row_button(qtbot, files.list, heading.actions.index(NextStep.REPAIR))
    repaired(qtbot, window, torn)
    steps = NextStep.AGAIN, NextStep.LEAVE_OUT
    qtbot.waitUntil(lambda: show_heading(qtbot, window, "The file is damaged").actions == steps)
    click_row_button(qtbot, files.list, steps.index(NextStep.LEAVE_OUT))
    qtbot.waitUntil(lambda: [states(window)[path] for path in torn] == ["Left out"] * 2)
    qtbot.waitUntil(lambda: listed(window) == [unknown])


def test_a_file_that_is_refused_once_more_is_listed_with_its_new_steps(
    qtbot: QtBot, window: MainWindow, empty_library: HookedLibrary, tmp_path: Path
) -> None:
    path = damaged(tmp_path, "torn.pdf")
    window.add([path])
    ended(qtbot, window, {path: "Refused"})
    row = show_file(qtbot, window, path)
    gate = empty_library.hold("ingest.state")  # so that the window never sees the file wait
    click_row_button(qtbot, window.library_page.files.list, row.actions.index(NextStep.REPAIR))
    qtbot.waitUntil(lambda: row_of(window, path).outcome.refusal is Refusal.BEYOND_REPAIR, timeout=WAIT_MS)
    gate.set()
    qtbot.waitUntil(lambda: NextStep.REPAIR not in window.library_page.files.model.files()[0].actions)
    qtbot.waitUntil(lambda: idle(window))


def test_a_step_for_files_that_are_being_added_again_says_that_nothing_was_done(
    qtbot: QtBot, refused: tuple[MainWindow, list[Path], Path], empty_library: HookedLibrary
) -> None:
    window, torn, _unknown = refused
    files = window.library_page.files
    heading = show_heading(qtbot, window, "The file is damaged")
    gate = empty_library.hold("ingest.run")
    empty_library.ingest.enqueue(torn, QuietReporter())  # as another window of the library would
    with qtbot.waitSignal(files.status, check_params_cb=lambda text: text.startswith("Nothing was done")):
        click_row_button(qtbot, files.list, heading.actions.index(NextStep.LEAVE_OUT))
    gate.set()


def test_what_needs_attention_is_counted_in_links_that_list_it_and_alt_left_returns(
    qtbot: QtBot, refused: tuple[MainWindow, list[Path], Path]
) -> None:
    window, torn, unknown = refused
    page = window.library_page
    texts = {group: link.text() for group, link in page.adding.links.items() if link.isVisible()}
    assert texts == {FileGroup.REFUSED: "3 refused"}
    for back in (window.go_back, page.files.back.click):
        qtbot.mouseClick(page.adding.links[FileGroup.REFUSED], LEFT)
        qtbot.waitUntil(lambda: set(listed(window)) == {*torn, unknown})
        assert page.files.choice.currentText() == "Refused (3)"
        back()
        assert not page.files.isVisible()


def test_refused_files_can_be_cleared_and_all_files_are_written_as_a_table(
    qtbot: QtBot, refused: tuple[MainWindow, list[Path], Path], tmp_path: Path
) -> None:
    window, _torn, _unknown = refused
    files = window.library_page.files
    table = tmp_path / "files.csv"
    files.write(table)
    qtbot.waitUntil(lambda: window.status.text.whole() == "3 files were listed in files.csv.")
    assert table.read_text(encoding="utf-8-sig").count("torn") == 2
    window.library_page.show_files(FileGroup.REFUSED)
    qtbot.waitUntil(files.clear.isVisible)
    qtbot.mouseClick(files.clear, LEFT)
    qtbot.waitUntil(lambda: listed(window) == [] and files.clear.isHidden())
    assert states(window) == {}


def test_a_password_typed_once_opens_all_files_of_a_folder_that_it_fits(
    qtbot: QtBot, window: MainWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "Sealed"
    folder.mkdir()
    paths = [locked(folder / f"{word}.pdf", "river", word) for word in ("walrus", "badger")]
    other = locked(folder / "lemur.pdf", "lake", "lemur")
    drop(window, [QUrl.fromLocalFile(str(folder))])
    ended(qtbot, window, dict.fromkeys((*paths, other), "Refused"))
    assert window.library_page.adding.links[FileGroup.PROTECTED].text() == "3 need their password"
    files = window.library_page.files
    click_link(qtbot, window, paths[0], NextStep.PASSWORD)
    qtbot.waitUntil(lambda: files.password is not None)
    assert files.password is not None
    qtbot.keyClicks(files.password.field, "half a pass")
    qtbot.keyClick(files.password, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: files.password is None)
    assert set(states(window).values()) == {"Refused"}, "Escape adds nothing"
    click_link(qtbot, window, paths[0], NextStep.PASSWORD)
    qtbot.waitUntil(lambda: files.password is not None)
    dialog = files.password
    assert dialog is not None and not dialog.add.isEnabled()
    assert dialog.all.text() == "For all 3 protected files in “Sealed”" and dialog.all.isChecked()
    qtbot.keyClicks(dialog.field, "river")
    assert dialog.field.displayText() == "●" * 5
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    ended(qtbot, window, {**dict.fromkeys(paths, "Added"), other: "Refused"})
    assert "does not open" in row_of(window, other).reason
    overall = window.library_page.adding.overall
    qtbot.waitUntil(lambda: overall.whole() == "3 files: 2 added, 1 refused.", timeout=WAIT_MS)


def test_a_file_with_remarks_opens_at_the_first_such_page_and_another_at_its_beginning(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    (scan,) = sample_library.ingest.files(FileGroup.CHECK, 0, 10)
    plain = sample_library.ingest.files(FileGroup.ADDED, 0, 10)[0]
    assert scan.document is not None
    pages = sample_library.documents.pages(scan.document.id)
    doubtful = next(number for number, page in enumerate(pages) if page.doubtful)
    reader = sample_window.search_page.reader
    with qtbot.waitSignal(reader.opened):
        click_link(qtbot, sample_window, scan.path, FileAction.REVIEW)
    assert sample_window.pages.currentIndex() == SEARCH
    qtbot.waitUntil(lambda: reader.canvas.page == doubtful)
    show_file(qtbot, sample_window, plain.path)
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(sample_window.library_page.files.list, Qt.Key.Key_Return)
    assert reader.document == plain.document and reader.canvas.page == 0
