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
from briefbank.domain.maintenance import Caution, DiskEncryption, EncryptionState, Equipment, LibraryPlace
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreFull
from briefbank.library import Library
from briefbank.network.membership import Invitation, write_invitation
from briefbank.paths import sample_library
from briefbank.text.messages import NO_MESSAGE, as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import StubOffice, join
from tests.ui.conftest import answer_questions, drop, real_window, show_library
from ui.features.help import first_steps
from ui.features.help.first_steps import BRIEFS, PLACE, WORK, FirstSteps
from ui.main_window import MainWindow
from ui.program import Program
from ui.shared.pages import LIBRARY, SEARCH

LONG_MS = 20_000
SHARED = Path("/made-up/OneDrive/briefs")
INVITATION = Invitation("https://127.0.0.1:8443", "0" * 64, "c" * 43, "Made-up office")


@pytest.fixture
def new(qtbot: QtBot, empty_library: HookedLibrary) -> Iterator[MainWindow]:
    """A window that has never been opened before, on an empty library."""
    with real_window(qtbot, empty_library) as window:
        with qtbot.waitActive(window):
            window.activateWindow()
        steps = window.search_page.first_use
        qtbot.waitUntil(lambda: steps.isVisible() and steps.folder.text() != "")
        yield window


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


def test_the_first_step_joins_an_office_that_has_a_library(
    qtbot: QtBot, new: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, steps = tmp_path / "invitation.json", steps_of(new)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_question: (str(file), ""))
    file.write_text("no invitation")
    qtbot.mouseClick(steps.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "invitation" in steps.office.text() and steps.office.text() != first_steps.OFFICE)
    file.write_bytes(write_invitation(INVITATION))
    qtbot.mouseClick(steps.join, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: steps.office.text().startswith("This computer is to join Made-up office."))


def test_the_empty_library_of_an_office_asks_for_briefs_alone(
    qtbot: QtBot, empty_library: HookedLibrary
) -> None:
    join(empty_library, StubOffice())
    with real_window(qtbot, empty_library) as window:
        assert steps_of(window).step == BRIEFS and steps_of(window).join.isHidden()


def test_a_library_with_briefs_shows_no_steps_until_help_is_asked_for_them(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    steps = steps_of(sample_window)
    show_library(qtbot, sample_window)
    assert not steps.isVisible()
    sample_window.show_first_steps()
    assert sample_window.pages.currentIndex() == SEARCH
    assert steps.isVisible() and steps.step == PLACE
    sample_window.library_page.reload()
    qtbot.waitUntil(lambda: not sample_window.jobs.busy("size"))
    assert steps.isVisible()
    qtbot.mouseClick(steps.skip, Qt.MouseButton.LeftButton)
    assert not steps.isVisible()


def test_what_this_computer_lacks_and_who_encrypts_the_library_is_said_and_looked_for_again(
    qtbot: QtBot, new: MainWindow, empty_library: HookedLibrary
) -> None:
    steps, missing = steps_of(new), as_message("Tesseract was not found.")
    plain = DiskEncryption(EncryptionState.NO, EncryptionState.NO)
    empty_library.change("installation.disk_encryption", lambda _real: plain)
    empty_library.change("installation.equipment", lambda _real: Equipment(missing, NO_MESSAGE))
    new.show_page(LIBRARY)
    new.show_page(SEARCH)
    steps.show_step(WORK)
    qtbot.waitUntil(lambda: steps.checks[0].text() == "Tesseract was not found.")
    qtbot.waitUntil(lambda: steps.checks[-1].text() == plain.sentences[0])
    assert steps.again.isVisible() and "Neither the system nor BriefBank" in plain.sentences[0]
    empty_library.change("installation.equipment", lambda _real: Equipment(NO_MESSAGE, NO_MESSAGE))
    qtbot.mouseClick(steps.again, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not steps.again.isVisible())
    assert "Tesseract" not in steps.checks[0].text()


def choose(
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    folder: Path | str,
    *,
    agrees: bool = False,
) -> list[str]:
    """Choose a folder in the dialog, and answer the question; return what was asked."""
    questions = answer_questions(monkeypatch, first_steps, "{} {}".format, agrees=agrees)
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(folder))
    qtbot.mouseClick(steps_of(window).choose, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.jobs.busy("place for"))
    return questions


def test_a_folder_with_a_drawback_is_used_only_when_that_is_said_again(
    qtbot: QtBot, new: MainWindow, empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, reason in (
        (LibraryPlace(SHARED, 10**12, Caution.SYNCHRONISED, "OneDrive"), "OneDrive copies this folder"),
        (LibraryPlace(SHARED, 10**8, Caution.NETWORK), "another computer"),
        (LibraryPlace(SHARED, 10**8, Caution.NONE), "little room"),
    ):
        empty_library.change("installation.place_for", lambda _real, place=place: place)
        with qtbot.assertNotEmitted(steps_of(new).library_chosen):
            (question,) = choose(new, qtbot, monkeypatch, SHARED)
        assert str(SHARED) in question and reason in question
    with qtbot.waitSignal(steps_of(new).library_chosen) as chosen:
        choose(new, qtbot, monkeypatch, SHARED, agrees=True)
    assert chosen.args == [SHARED]


def test_the_folder_in_use_and_a_cancelled_choice_change_nothing(
    qtbot: QtBot, new: MainWindow, empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder in ("", empty_library.folder):
        with qtbot.assertNotEmitted(steps_of(new).library_chosen):
            assert choose(new, qtbot, monkeypatch, folder) == []


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
    return program.window.library_page.library.folder


def test_the_sample_opens_beside_the_own_library_takes_no_files_and_is_left_again(
    qtbot: QtBot, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("briefbank.sample.ensure_sample", lambda library, _reporter: [])
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(steps_of(window).isVisible)
    steps_of(window).show_step(BRIEFS)
    qtbot.mouseClick(steps_of(window).sample, Qt.MouseButton.LeftButton)
    assert program.arguments_anew() == ["--library", str(tmp_path / "library"), "--try-sample"]
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    assert library_of(program) == sample_library()
    assert settings.load().library is None
    sample = program.window
    assert isinstance(sample, MainWindow)
    brief = tmp_path / "mine.txt"
    brief.write_text("mine")
    drop(sample, [QUrl.fromLocalFile(str(brief))])
    assert "Leave it first" in sample.status.text.whole() and not sample.library_page.adding.busy
    for page in (LIBRARY, SEARCH):
        sample.show_page(page)
        assert sample.sample.isVisible() and "made up" in sample.sample.text()
    sample.sample.acted.emit()
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
    program.window.search_page.first_use.sample_wanted.emit()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    window = program.window
    assert isinstance(window, MainWindow)
    assert library_of(program) == tmp_path / "library"
    assert StoreFull.default_title in window.status.text.whole()


def test_another_folder_is_used_at_once_and_kept(qtbot: QtBot, program: Program, tmp_path: Path) -> None:
    assert isinstance(program.window, MainWindow)
    program.window.search_page.first_use.library_chosen.emit(tmp_path / "elsewhere")
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=LONG_MS)
    assert library_of(program) == tmp_path / "elsewhere"
    assert program.arguments_anew() == [], "it is the one that the settings name"
    assert settings.load().library == tmp_path / "elsewhere"


def test_a_restart_names_the_library_in_use_and_the_files_that_were_not_taken_yet(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    program = Program(Path("given"), [Path("./a.pdf"), Path("Folder/")])
    paths = [str(tmp_path / name) for name in ("given", "a.pdf", "Folder")]
    assert program.arguments_anew() == ["--library", *paths]
