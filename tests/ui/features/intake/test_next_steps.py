"""Refused files and their next steps in the window: on a stand-in of each kind, and on a real library."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pikepdf
import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from briefbank.domain.ingest import NEXT_STEPS, THOROUGH, FileOutcome, FileStatus, NextStep, Refusal
from briefbank.jobs import Reporter
from briefbank.library import Library
from tests.extraction import pdfs
from tests.stand_ins.encoders import Buckets
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import click_link, drop, real_window, row_of, states
from ui.features.intake.file_rows import GROUP_WORDS, FileFilterChoice, FileSection, LineRow
from ui.features.intake.model import ROW_ROLE
from ui.main_window import MainWindow
from ui.shared.pages import INTAKE

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")
WAIT_MS = 60_000
LINES = [
    "The officer stopped the wagon because a zebra was seen in it.",
    "Nothing in the record supports the stop, and a hunch is not",
    "reasonable suspicion. The order below should be reversed.",
]


def idle(window: MainWindow) -> bool:
    return not window.intake_controller.busy


def refusing(library: StubLibrary, ends: dict[Path, Refusal]) -> None:
    def script(path: Path, _reporter: Reporter) -> FileOutcome:
        return FileOutcome(path, FileStatus.REFUSED, None, f"Refused: {ends[path]}.", ends[path])

    library.ingest.script = script


def click_group(qtbot: QtBot, window: MainWindow, reason: str, step: NextStep) -> None:
    """Click on a step of the heading above the files that were refused for a reason."""
    files, model = window.intake.list, window.intake_model
    rows = [model.index(n).data(ROW_ROLE) for n in range(model.rowCount())]
    at = next(n for n, row in enumerate(rows) if isinstance(row, LineRow) and row.reason == reason)
    files.scrollTo(model.index(at))
    places = dict(files.itemDelegate().link_places(rows[at], files.visualRect(model.index(at))))
    qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=places[step].center())


@pytest.mark.parametrize("refusal", list(Refusal), ids=lambda refusal: refusal.name)
def test_each_step_after_a_refusal_is_taken_by_a_click(
    qtbot: QtBot,
    window: MainWindow,
    library: StubLibrary,
    tmp_path: Path,
    refusal: Refusal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: shown.append(url) or True)
    window.show_page(INTAKE)
    path = tmp_path / "brief.pdf"
    path.write_bytes(b"%PDF-")
    refusing(library, {path: refusal})
    window.add([path])
    qtbot.waitUntil(lambda: states(window) == {path: "Refused"} and idle(window))
    assert row_of(window, path).links == NEXT_STEPS[refusal]
    for step in NEXT_STEPS[refusal]:
        tries = len(library.called("enqueue"))
        library.ingest.thorough.clear()
        click_link(qtbot, window, path, step)
        if step is NextStep.SHOW:
            assert [url.toLocalFile() for url in shown] == [str(tmp_path)]
        elif step is NextStep.PASSWORD:
            assert window.intake.password is not None
            window.intake.password.reject()
        elif step is NextStep.LEAVE_OUT:
            qtbot.waitUntil(lambda: row_of(window, path).section is FileSection.LEFT_OUT)
            assert library.called("leave_out") == [([path], True)]
            assert window.intake.overall.whole() == "1 file: 1 left out."
            click_link(qtbot, window, path, NextStep.TAKE_BACK)
            qtbot.waitUntil(lambda: row_of(window, path).section is FileSection.REFUSED)
            assert library.called("leave_out")[1] == ([path], False)
        else:
            qtbot.waitUntil(lambda n=tries: len(library.called("enqueue")) == n + 1 and idle(window))
            assert library.ingest.thorough == ({path} if step in THOROUGH else set())


def test_a_step_is_taken_with_all_files_that_were_refused_for_one_reason(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    damaged = [Path(f"/x/fax {n}.pdf") for n in range(3)]
    others = [Path(f"/x/sheet {n}.xls") for n in range(6)]
    ends = dict.fromkeys(damaged, Refusal.DAMAGED) | dict.fromkeys(others, Refusal.FORMAT)
    refusing(library, ends)
    window.show_page(INTAKE)
    window.add(list(ends))
    qtbot.waitUntil(lambda: set(states(window).values()) == {"Refused"} and idle(window))
    window.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    click_group(qtbot, window, f"Refused: {Refusal.DAMAGED}.", NextStep.REPAIR)
    qtbot.waitUntil(lambda: library.ingest.thorough == set(damaged) and idle(window))
    click_group(qtbot, window, f"Refused: {Refusal.FORMAT}.", NextStep.LEAVE_OUT)
    qtbot.waitUntil(lambda: window.intake_model.book.count(FileSection.LEFT_OUT) == len(others))
    assert window.intake.overall.whole() == "9 files: 3 refused, 6 left out."


def test_the_menu_of_a_refused_file_has_the_steps_for_it_and_for_its_group(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    damaged = [Path(f"/x/fax {n}.pdf") for n in range(9)]
    refusing(library, dict.fromkeys(damaged, Refusal.DAMAGED))
    window.add(damaged)
    qtbot.waitUntil(lambda: set(states(window).values()) == {"Refused"} and idle(window))
    window.intake.filter.switch.choose(FileFilterChoice.REFUSED)
    menu = window.intake.list.menu(row_of(window, damaged[0]))
    words = [action.text() for action in menu.actions() if not action.isSeparator()]
    assert words[1:] == [
        *("Show in folder", "Leave out"),
        *(GROUP_WORDS[NextStep.REPAIR], GROUP_WORDS[NextStep.LEAVE_OUT]),
    ]
    menu.deleteLater()


def test_what_was_left_out_in_an_earlier_time_is_listed_and_not_counted_as_refused(
    qtbot: QtBot, library: StubLibrary, open_window: object
) -> None:
    path = Path("/x/blank.pdf")
    library.ingest.ended = [
        FileOutcome(path, FileStatus.REFUSED, None, "No.", Refusal.NO_TEXT, left_out=True)
    ]
    window: MainWindow = open_window(library)  # type: ignore[operator]
    qtbot.waitUntil(lambda: states(window) == {path: "Left out"})
    assert window.intake_model.book.counted(FileFilterChoice.REFUSED) == 0
    window.intake_controller.clear_refused()
    qtbot.waitUntil(lambda: bool(library.called("clear_refused")))
    assert states(window) == {path: "Left out"}


# --- a real library ------------------------------------------------------------------------------


@pytest.fixture
def real(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    with (
        Library.open(tmp_path / "library", encoder=Buckets()) as library,
        real_window(qtbot, library) as made,
    ):
        made.show_page(INTAKE)
        yield made


def locked(path: Path, password: str, word: str) -> Path:
    plain = pdfs.write(path.with_suffix(".plain"), [[word, *LINES]])
    with pikepdf.open(plain) as pdf:
        pdf.save(path, encryption=pikepdf.Encryption(user=password, owner="o"))
    plain.unlink()
    return path


def test_a_password_typed_once_opens_all_files_of_a_folder_that_it_fits(
    qtbot: QtBot, real: MainWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "Sealed"
    folder.mkdir()
    paths = [locked(folder / f"{word}.pdf", "river", word) for word in ("walrus", "badger")]
    other = locked(folder / "lemur.pdf", "lake", "lemur")
    drop(real, [QUrl.fromLocalFile(str(folder))])
    qtbot.waitUntil(lambda: set(states(real).values()) == {"Refused"} and idle(real), timeout=WAIT_MS)
    click_link(qtbot, real, paths[0], NextStep.PASSWORD)
    dialog = real.intake.password
    assert dialog is not None
    assert [choice.text() for choice in dialog.choices] == [
        "Only for this file",
        "For all 3 protected files in “Sealed”",
    ]
    qtbot.keyClicks(dialog.field, "river")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    ended = {**dict.fromkeys(paths, "Added"), other: "Refused"}
    qtbot.waitUntil(lambda: states(real) == ended and idle(real), timeout=WAIT_MS)
    assert "does not open" in row_of(real, other).reason
    assert real.intake.overall.whole() == "3 files: 2 added, 1 refused."


def test_a_real_damaged_file_is_left_out_by_a_click_and_stays_so_when_its_folder_is_dropped_again(
    qtbot: QtBot, real: MainWindow, tmp_path: Path
) -> None:
    folder = tmp_path / "Box 12"
    folder.mkdir()
    bad = folder / "torn.pdf"
    bad.write_bytes(b"%PDF-1.7 nothing")
    drop(real, [QUrl.fromLocalFile(str(folder))])
    qtbot.waitUntil(lambda: states(real) == {bad: "Refused"} and idle(real), timeout=WAIT_MS)
    click_link(qtbot, real, bad, NextStep.REPAIR)
    qtbot.waitUntil(
        lambda: NextStep.REPAIR not in row_of(real, bad).links and states(real) == {bad: "Refused"},
        timeout=WAIT_MS,
    )
    qtbot.waitUntil(lambda: idle(real), timeout=WAIT_MS)
    click_link(qtbot, real, bad, NextStep.LEAVE_OUT)
    qtbot.waitUntil(lambda: states(real) == {bad: "Left out"})
    drop(real, [QUrl.fromLocalFile(str(folder))])
    said = "Passed over: 1 file left out."
    qtbot.waitUntil(lambda: real.intake.overall.whole().endswith(said), timeout=WAIT_MS)
    assert states(real) == {bad: "Left out"}
