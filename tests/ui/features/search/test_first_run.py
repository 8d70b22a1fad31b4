"""The first start: three steps by keyboard, another folder for the library, the sample and the way back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.maintenance import Caution, Equipment, LibraryPlace
from briefbank.embedding.encoders import Encoder
from briefbank.errors import BriefBankError, StoreFull
from briefbank.library import Library
from briefbank.paths import sample_library
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import StubOffice
from tests.ui.conftest import OpenWindow, drop
from ui.features.search.first_use import BRIEFS, PLACE, WORK, FirstSteps
from ui.main_window import MainWindow
from ui.program import Program
from ui.shared.pages import INTAKE, SEARCH

LONG_MS = 20_000
SHARED = Path("/made-up/OneDrive/briefs")


@pytest.fixture
def empty() -> StubLibrary:
    return StubLibrary(empty=True)


@pytest.fixture
def new(qtbot: QtBot, empty: StubLibrary, open_window: OpenWindow) -> MainWindow:
    """A window that has never been opened before, on an empty library."""
    window = open_window(empty)
    window.activateWindow()
    qtbot.waitActive(window)
    qtbot.waitUntil(window.search_page.first_use.isVisible)
    qtbot.waitUntil(lambda: window.search_page.first_use.place.folder.text() != "")
    return window


def steps_of(window: MainWindow) -> FirstSteps:
    return window.search_page.first_use


def press(qtbot: QtBot, key: Qt.Key) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    qtbot.keyClick(focus, key)


def test_the_steps_are_gone_through_by_enter_and_space_alone(qtbot: QtBot, new: MainWindow) -> None:
    steps = steps_of(new)
    assert steps.step == PLACE
    press(qtbot, Qt.Key.Key_Space)
    assert steps.step == WORK
    press(qtbot, Qt.Key.Key_Space)
    assert steps.step == BRIEFS
    assert QApplication.focusWidget() is steps.add_files


def test_each_step_can_be_gone_back_from_and_chosen_by_its_name(qtbot: QtBot, new: MainWindow) -> None:
    steps = steps_of(new)
    qtbot.mouseClick(steps.steps.button(BRIEFS), Qt.MouseButton.LeftButton)
    assert steps.step == BRIEFS
    qtbot.mouseClick(steps.back, Qt.MouseButton.LeftButton)
    assert steps.step == WORK and steps.steps.value == WORK
    qtbot.mouseClick(steps.back, Qt.MouseButton.LeftButton)
    assert steps.step == PLACE
    assert not steps.back.isVisible()


def test_the_first_step_joins_an_office_that_has_a_library(
    qtbot: QtBot, new: MainWindow, empty: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_asked: ("/made-up/invitation.json", ""))
    page = steps_of(new).place
    empty.faults["join_office"] = BriefBankError("This is no invitation.", "Ask for one.")
    qtbot.mouseClick(page.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.office.text() == "This is no invitation. Ask for one.")
    del empty.faults["join_office"]
    qtbot.mouseClick(page.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.office.text().startswith("This computer is to join Made-up office."))


def test_the_empty_library_of_an_office_asks_for_briefs_alone(open_window: OpenWindow) -> None:
    library = StubLibrary(empty=True)
    library.office = StubOffice()
    steps = steps_of(open_window(library))
    assert steps.step == BRIEFS and steps.place.join.isHidden()


def test_steps_that_were_skipped_do_not_come_again_by_themselves(
    qtbot: QtBot, new: MainWindow, open_window: OpenWindow
) -> None:
    qtbot.mouseClick(steps_of(new).skip, Qt.MouseButton.LeftButton)
    assert steps_of(new).step == BRIEFS
    again = open_window(StubLibrary(empty=True))
    assert steps_of(again).step == BRIEFS
    assert steps_of(again).add_files.isVisible()


def test_a_library_with_briefs_shows_no_steps_until_help_is_asked_for_them(
    qtbot: QtBot, window: MainWindow
) -> None:
    assert not steps_of(window).isVisible()
    window.show_page(INTAKE)
    window.first_run.show_steps()
    assert window.pages.currentIndex() == SEARCH
    assert steps_of(window).isVisible() and steps_of(window).step == PLACE
    window.library_list.refresh()
    qtbot.waitUntil(lambda: not window.jobs.busy("documents"))
    assert steps_of(window).isVisible()
    qtbot.mouseClick(steps_of(window).skip, Qt.MouseButton.LeftButton)
    assert not steps_of(window).isVisible()


def test_the_steps_do_not_take_the_keyboard_from_somebody_who_types(
    qtbot: QtBot, open_window: OpenWindow
) -> None:
    window = open_window(StubLibrary())
    window.activateWindow()
    qtbot.waitActive(window)
    qtbot.keyClicks(window.search_page.bar.field, "stop")
    window.search_page.set_library_empty(True)
    assert window.search_page.bar.field.hasFocus()


def test_what_this_computer_lacks_is_said_and_looked_for_again(qtbot: QtBot, open_window: OpenWindow) -> None:
    library = StubLibrary(empty=True)
    library.installation.equipment_ = Equipment("Tesseract was not found.", "")
    window = open_window(library)
    work = steps_of(window).work
    steps_of(window).show_step(WORK)
    qtbot.waitUntil(lambda: work.checks[0].text() == "Tesseract was not found.")
    assert work.again.isVisible()
    library.installation.equipment_ = Equipment("", "")
    qtbot.mouseClick(work.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not work.again.isVisible())
    assert "Tesseract" not in work.checks[0].text()


# --- another folder ---


def choose(window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    qtbot.mouseClick(steps_of(window).place.choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.jobs.busy("place for"))


def test_a_synchronised_folder_is_warned_of_and_used_only_when_that_is_said_again(
    qtbot: QtBot, new: MainWindow, empty: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = steps_of(new).place
    shared = LibraryPlace(SHARED, 10**12, Caution.SYNCHRONISED, "OneDrive")
    empty.installation.places = {SHARED: shared}
    choose(new, qtbot, monkeypatch, SHARED)
    qtbot.waitUntil(place.use.isVisible)
    assert "OneDrive" in place.caution.text() and place.caution.isVisible()
    assert place.folder.text() == str(SHARED)
    with qtbot.assertNotEmitted(new.first_run.steps.place.wanted):
        qtbot.mouseClick(place.keep, Qt.MouseButton.LeftButton)
    assert place.folder.text() != str(SHARED)
    choose(new, qtbot, monkeypatch, SHARED)
    qtbot.waitUntil(place.use.isVisible)
    with qtbot.waitSignal(new.first_run.steps.place.wanted) as expected:
        qtbot.mouseClick(place.use, Qt.MouseButton.LeftButton)
    assert expected.args == [SHARED]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (LibraryPlace(SHARED, 10**8, Caution.NETWORK), "another computer"),
        (LibraryPlace(SHARED, 10**8, Caution.NONE), "little room"),
        (LibraryPlace(SHARED, None, Caution.NONE), ""),
    ],
)
def test_the_gravest_thing_to_be_said_of_a_folder_is_said(
    new: MainWindow, place: LibraryPlace, said: str
) -> None:
    steps_of(new).place.show_chosen(place)
    assert said in steps_of(new).place.caution.text()
    assert bool(said) == steps_of(new).place.caution.isVisible()


def test_the_folder_that_is_used_already_needs_no_decision(
    qtbot: QtBot, new: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(new, qtbot, monkeypatch, Path("/made-up/library"))
    assert not steps_of(new).place.use.isVisible()


def test_only_of_a_folder_that_was_chosen_it_is_said_that_a_library_is_there(
    qtbot: QtBot, new: MainWindow
) -> None:
    page = steps_of(new).place
    page.show_own(LibraryPlace(Path("/own"), 10**12, Caution.NONE, is_library=True))
    assert "library is there" not in page.room.text()
    page.show_chosen(LibraryPlace(Path("/other"), 10**12, Caution.NONE, is_library=True))
    assert "A library is there already." in page.room.text()
    page.keep.click()
    assert "library is there" not in page.room.text()


def test_a_cancelled_choice_changes_nothing(
    qtbot: QtBot, new: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: "")
    before = steps_of(new).place.folder.text()
    qtbot.mouseClick(steps_of(new).place.choose, Qt.MouseButton.LeftButton)
    assert steps_of(new).place.folder.text() == before


# --- the sample ---


def test_the_sample_says_so_on_every_page_and_takes_no_files(
    qtbot: QtBot, open_window: OpenWindow, tmp_path: Path
) -> None:
    library = StubLibrary()
    library.folder = sample_library()
    window = open_window(library)
    assert window.first_run.band.isVisible() and "made up" in window.first_run.band.text()
    window.show_page(INTAKE)
    assert window.first_run.band.isVisible()
    brief = tmp_path / "mine.txt"
    brief.write_text("mine")
    drop(window, [QUrl.fromLocalFile(str(brief))])
    assert not library.called("enqueue")
    assert "Leave it first" in window.status.text.whole()


@pytest.fixture
def program(
    qtbot: QtBot, tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Program]:
    """The real program on an empty library of its own."""
    whole = Library.open.__func__  # type: ignore[attr-defined]
    with_encoder = partial(whole, Library, encoder=encoder)
    monkeypatch.setattr(Library, "open", with_encoder)
    made = Program(tmp_path / "library", [])
    made.open()
    qtbot.waitUntil(lambda: isinstance(made.window, MainWindow), timeout=LONG_MS)
    yield made
    assert made.window is not None
    made.window.close()
    assert made.close()


def library_of(program: Program) -> Path:
    assert isinstance(program.window, MainWindow)
    return program.window._library.folder


def test_the_sample_opens_beside_the_own_library_and_is_left_again(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.sample.ensure_sample", lambda library, _reporter: [])
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(steps_of(window).isVisible)
    steps_of(window).show_step(BRIEFS)
    qtbot.mouseClick(steps_of(window).briefs.sample, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    assert library_of(program) == sample_library()
    assert settings.load().library is None
    sample = program.window
    assert isinstance(sample, MainWindow) and sample.first_run.in_sample
    sample.first_run.band.acted.emit()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    assert library_of(program) == tmp_path / "library"


def test_the_set_up_opens_the_sample_until_there_is_a_library(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.sample.ensure_sample", lambda library, _reporter: [])
    for folder, opened in (
        (tmp_path / "none", sample_library()),
        (tmp_path / "library", tmp_path / "library"),
    ):
        other = Program(folder, [])
        other.begin(try_sample=True)
        qtbot.waitUntil(lambda: isinstance(other.window, MainWindow), timeout=LONG_MS)  # noqa: B023
        assert library_of(other) == opened
        assert other.window is not None
        other.window.close()
        assert other.close()


def test_a_sample_that_cannot_be_made_leads_back_to_the_own_library_and_says_why(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_library: object, _reporter: object) -> list[object]:
        raise StoreFull()

    monkeypatch.setattr("briefbank.sample.ensure_sample", full)
    assert isinstance(program.window, MainWindow)
    program.window.first_run.steps.sample_wanted.emit()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    window = program.window
    assert isinstance(window, MainWindow)
    assert library_of(program) == tmp_path / "library"
    assert StoreFull.default_title in window.status.text.whole()


def test_another_folder_is_used_at_once_and_kept(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    assert isinstance(program.window, MainWindow)
    program.window.first_run.steps.place.wanted.emit(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    assert library_of(program) == tmp_path / "elsewhere"
    assert settings.load().library == tmp_path / "elsewhere"
