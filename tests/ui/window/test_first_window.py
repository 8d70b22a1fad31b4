"""The start: the window in which one can type before the library is there, how the main window takes over,
and the window that says why a library did not open."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreDamaged, StoreReadOnly
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import drop, show_library, states
from ui import program as programs
from ui.jobs import JobReporter
from ui.main_window import MainWindow
from ui.window.opening import FailureWindow, Handover, OpeningWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


class Opening:
    """A program whose library, the real one of eight briefs, is opened when it is told to be."""

    def __init__(self, qtbot: QtBot, folder: Path, encoder: Encoder) -> None:
        self.qtbot, self.folder, self.encoder = qtbot, folder, encoder
        self.fault: Exception | None = None
        self.begun, self.gate = threading.Event(), threading.Event()
        self.folders: list[Path] = []
        self.libraries: list[HookedLibrary] = []
        self.program = programs.Program(folder, [])
        self._open = Library.open

    def __call__(self, folder: Path, *, reporter: JobReporter) -> HookedLibrary:
        reporter.progress(as_message("Checking the word index"), 3, 1200)
        self.folders.append(folder)
        self.begun.set()
        assert self.gate.wait(10)
        if self.fault is not None:
            raise self.fault
        self.libraries.append(HookedLibrary(self._open(folder, encoder=self.encoder)))
        return self.libraries[-1]

    def searches(self) -> list[str]:
        """Return the words of the searches that were more than a look at the words."""
        return [request.text for request in self.libraries[-1].called("search") if not request.words_only]

    def begin(self) -> OpeningWindow:
        self.program.open()
        first = self.program.window
        assert isinstance(first, OpeningWindow)
        self.qtbot.waitUntil(first.isActiveWindow)
        return first

    def go_on(self) -> QWidget:
        self.gate.set()
        self.qtbot.waitUntil(lambda: not isinstance(self.program.window, OpeningWindow), timeout=20_000)
        assert self.program.window is not None
        return self.program.window

    def main_window(self) -> MainWindow:
        shown = self.go_on()
        assert isinstance(shown, MainWindow)
        return shown


@pytest.fixture
def opening(
    qtbot: QtBot, closed_sample: Path, tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Opening]:
    folder = Path(shutil.copytree(closed_sample, tmp_path / "library"))
    made = Opening(qtbot, folder, encoder)
    monkeypatch.setattr(Library, "open", made)
    yield made
    made.gate.set()
    if made.program.window is not None:
        made.program.window.close()
    assert made.program.close()


def test_the_keyboard_is_in_the_box_at_once_and_tab_goes_to_the_order_and_back(
    qtbot: QtBot, opening: Opening
) -> None:
    first = opening.begin()
    qtbot.keyClicks(first, "")
    assert first.field.hasFocus()
    qtbot.keyClick(first.field, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is first.row.order.button(Order.NEWEST)
    qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert first.field.hasFocus()


def test_what_was_typed_goes_on_with_cursor_and_selection_and_is_searched(
    qtbot: QtBot, opening: Opening
) -> None:
    first = opening.begin()
    qtbot.keyClicks(first.field, "traffic stop")
    for _ in range(4):
        qtbot.keyClick(first.field, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    window = opening.main_window()
    field = window.search_page.bar.field
    assert field.typed() == first.field.typed()
    assert (field.selectedText(), field.cursorPosition()) == ("stop", 8)
    qtbot.waitUntil(lambda: field.hasFocus() and "traffic stop" in opening.searches())
    qtbot.waitUntil(lambda: window.search_page.results.model.rowCount() > 0, timeout=20_000)
    qtbot.keyClicks(field, "signal")
    assert field.text() == "traffic signal"


@pytest.fixture
def both(qtbot: QtBot, sample_window: MainWindow) -> tuple[OpeningWindow, MainWindow]:
    """Show both windows, before the main one has taken over from the first."""
    first = OpeningWindow()
    first.show()
    qtbot.waitExposed(first)
    return first, sample_window


def test_the_first_window_goes_when_the_other_has_the_keyboard(
    qtbot: QtBot, both: tuple[OpeningWindow, MainWindow]
) -> None:
    first, window = both
    first.activateWindow()
    qtbot.waitUntil(first.isActiveWindow)
    Handover(first, window)
    window.activateWindow()
    with qtbot.waitSignal(first.closed):
        pass
    assert window.isVisible()


def test_who_closes_the_first_window_leaves_no_library_open(qtbot: QtBot, opening: Opening) -> None:
    first = opening.begin()
    qtbot.waitUntil(opening.begun.is_set)
    first.close()
    opening.gate.set()
    qtbot.waitUntil(lambda: bool(opening.libraries and opening.libraries[0].called("close")), timeout=20_000)
    assert isinstance(opening.program.window, OpeningWindow)


@pytest.mark.parametrize("fault", [StoreDamaged(), StoreReadOnly(), RuntimeError("inner words")])
def test_a_library_that_does_not_open_says_why_whatever_was_typed_and_is_tried_again(
    qtbot: QtBot, opening: Opening, fault: Exception
) -> None:
    first = opening.begin()
    qtbot.keyClicks(first.field, "traffic stop")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    opening.fault = fault
    failed = opening.go_on()
    assert isinstance(failed, FailureWindow) and failed.isVisible()
    words = " ".join(label.text() for label in failed.findChildren(QLabel))
    assert failed.title.text() and "inner words" not in words
    assert failed.restore.isVisible() is isinstance(fault, StoreDamaged)
    opening.fault = None
    failed.again.click()
    assert opening.main_window().search_page.bar.field.text() == ""


def test_another_library_can_be_chosen_instead_and_is_opened_the_next_time(
    qtbot: QtBot, opening: Opening, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening.begin()
    opening.fault = StoreDamaged()
    failed = opening.go_on()
    assert isinstance(failed, FailureWindow)
    opening.fault = None
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(tmp_path / "other"))
    qtbot.mouseClick(failed.choose, Qt.MouseButton.LeftButton)
    opening.main_window()
    assert opening.folders == [opening.folder, tmp_path / "other"]
    assert settings.load().library == tmp_path / "other"


def test_files_dropped_on_the_first_window_are_added_when_the_library_is_there(
    qtbot: QtBot, opening: Opening, tmp_path: Path
) -> None:
    first = opening.begin()
    briefs = [tmp_path / "one.txt", tmp_path / "two.txt"]
    for brief in briefs:
        brief.write_text("The police seized a giraffe without a warrant. It should be returned.\n" * 20)
        drop(first, [QUrl.fromLocalFile(str(brief))])
    assert first.hint.text() == "2 files or folders will be added as soon as the library is open."
    window = opening.main_window()
    qtbot.waitUntil(lambda: set(briefs) <= set(states(window)))


def test_the_order_chosen_in_either_window_counts_and_is_kept_beside_other_choices(
    qtbot: QtBot, opening: Opening
) -> None:
    first = opening.begin()
    settings.save(settings.Settings(remember=False))  # chosen since
    qtbot.mouseClick(first.row.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    bar = opening.main_window().search_page.bar
    assert bar.order.value is Order.BEST
    assert settings.load() == settings.Settings(order=Order.BEST, remember=False)
    qtbot.mouseClick(bar.order.button(Order.NEWEST), Qt.MouseButton.LeftButton)
    assert settings.load().order is Order.NEWEST


def test_a_damaged_library_is_restored_from_its_backup_in_the_window(
    qtbot: QtBot, encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, backup, brief = tmp_path / "library", tmp_path / "backup", tmp_path / "giraffe.txt"
    brief.write_text(
        "POINT I\n\nThe police seized a giraffe without a warrant. The order should be reversed.\n"
    )
    with Library.open(folder, encoder=encoder) as library:
        library.ingest.add([brief], QuietReporter())
        library.maintenance.backup(backup, QuietReporter())
    (folder / "catalogue.sqlite").write_bytes(b"no catalogue any more" * 1000)
    for log in folder.glob("catalogue.sqlite-*"):
        log.unlink()
    monkeypatch.setattr(QFileDialog, "getExistingDirectory", lambda *_: str(backup))
    program = programs.Program(folder, [])
    program.open()
    qtbot.waitUntil(lambda: isinstance(program.window, FailureWindow), timeout=20_000)
    failed = program.window
    assert isinstance(failed, FailureWindow) and failed.restore.isVisible()
    qtbot.mouseClick(failed.restore, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=60_000)
    window = program.window
    assert isinstance(window, MainWindow)
    show_library(qtbot, window)
    assert window.library_page.model.rowCount() == 1
    window.close()
    assert program.close()
