"""The window in which one can type before the library is there, and how the main window takes over."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QAccessible, QInputMethodEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Order
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreDamaged
from briefbank.library import Library
from briefbank.settings import Appearance
from tests.library_factory import library_of
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, drop, states
from ui import program as programs
from ui.jobs import JobReporter
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH
from ui.shared.window_state import FILE, LEAST, USUAL
from ui.style.appearance import ThemeFollower
from ui.window.failure import FailureWindow
from ui.window.opening import OPENING, OpeningWindow
from ui.window.typing_handover import Handover

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints")


class Opening:
    """A program whose library is opened when it is told to be."""

    def __init__(self, qtbot: QtBot, library: StubLibrary) -> None:
        self.qtbot, self.library = qtbot, library
        self.fault: Exception | None = None
        self.begun, self.gate = threading.Event(), threading.Event()
        self.closed: list[bool] = []
        library.close = lambda: self.closed.append(True)  # type: ignore[method-assign]
        self.program = programs.Program(None, [])

    def __call__(self, _folder: Path, reporter: JobReporter) -> StubLibrary:
        reporter.progress("Checking the word index", 3, 1200)
        self.begun.set()
        assert self.gate.wait(10)
        if self.fault is not None:
            raise self.fault
        return self.library

    def begin(self) -> OpeningWindow:
        self.program.open()
        first = self.program.window
        assert isinstance(first, OpeningWindow)
        self.qtbot.waitUntil(first.isActiveWindow)
        return first

    def go_on(self) -> QWidget:
        self.gate.set()
        self.qtbot.waitUntil(lambda: not isinstance(self.program.window, OpeningWindow))
        assert self.program.window is not None
        return self.program.window

    def main_window(self) -> MainWindow:
        shown = self.go_on()
        assert isinstance(shown, MainWindow)
        return shown


@pytest.fixture
def opening(qtbot: QtBot, library: StubLibrary, monkeypatch: pytest.MonkeyPatch) -> Iterator[Opening]:
    made = Opening(qtbot, library)
    monkeypatch.setattr(programs, "_open_library", made)
    yield made
    made.gate.set()
    if made.program.window is not None:
        made.program.window.close()
    assert made.program.close()


def box(window: QWidget, part: QWidget) -> QRect:
    return QRect(part.mapTo(window, QPoint()), part.size())


def searches(library: StubLibrary) -> list[str]:
    return [request.text for request in library.called("search")]


def compose(field: QWidget, composed: str, committed: str = "") -> None:
    event = QInputMethodEvent(composed, [])
    event.setCommitString(committed)
    QApplication.sendEvent(field, event)


def test_the_box_and_the_order_stand_where_they_will_in_the_main_window(
    qtbot: QtBot, follower: ThemeFollower
) -> None:
    follower.choose(Appearance.CONTRAST)  # its lines are the thickest
    first, window = OpeningWindow(), programs.make_window(StubLibrary())
    qtbot.addWidget(first)
    qtbot.addWidget(window)
    bar = window.search_page.bar
    pairs = (first.field, bar.field), (first.row.order, bar.order), (first.row.back, bar.back)
    for size in (1024, 700), (1440, 900):
        for shown in (first, window):
            shown.resize(*size)
            shown.show()
            qtbot.waitExposed(shown)
        qtbot.waitUntil(lambda: all(box(first, ours) == box(window, later) for ours, later in pairs))
    assert first.field.font() == bar.field.font()
    assert first.field.placeholderText() == bar.field.placeholderText()


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


def test_assistive_technology_is_told_what_goes_on_and_that_one_can_type(opening: Opening) -> None:
    first = opening.begin()
    spoken = QAccessible.queryAccessibleInterface(first.field)
    assert spoken.text(QAccessible.Text.Name) == "Search the library"
    assert "as soon as the library is open" in spoken.text(QAccessible.Text.Description)
    assert "opening the library" in QAccessible.queryAccessibleInterface(first).text(QAccessible.Text.Name)


def test_what_takes_long_is_told_in_words(qtbot: QtBot, opening: Opening) -> None:
    first = opening.begin()
    assert first.state.text() == OPENING
    qtbot.waitUntil(lambda: first.state.text() == "Checking the word index: 3 of 1,200")


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
    qtbot.waitUntil(lambda: field.hasFocus() and "traffic stop" in searches(opening.library))
    qtbot.keyClicks(field, "signal")
    assert field.text() == "traffic signal"


def test_enter_in_the_first_window_asks_as_soon_as_the_library_is_there(
    qtbot: QtBot, opening: Opening
) -> None:
    first = opening.begin()
    qtbot.keyClicks(first.field, "ab")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    opening.main_window()
    qtbot.waitUntil(lambda: searches(opening.library) == ["ab"])


def test_what_was_typed_after_enter_is_not_asked_for_before_it_is_complete(
    qtbot: QtBot, opening: Opening
) -> None:
    first = opening.begin()
    qtbot.keyClicks(first.field, "a")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    qtbot.keyClicks(first.field, "b")
    window = opening.main_window()
    assert window.search_page.bar.field.text() == "ab"
    assert window.search.runner.question is None


@pytest.fixture
def both(qtbot: QtBot, open_window: OpenWindow, library: StubLibrary) -> tuple[OpeningWindow, MainWindow]:
    """Show both windows, before the main one has taken over from the first."""
    first = OpeningWindow()
    first.show()
    qtbot.waitExposed(first)
    return first, open_window(library)


def test_keys_that_still_come_for_the_first_window_are_typed_into_the_main_one(
    qtbot: QtBot, both: tuple[OpeningWindow, MainWindow], library: StubLibrary
) -> None:
    first, window = both
    window.show_page(LIBRARY)
    Handover(first, window)
    assert window.pages.currentIndex() == LIBRARY
    qtbot.keyClicks(first.field, "ab")
    compose(first.field, "", "ñ")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    assert (first.field.text(), window.search_page.bar.field.text()) == ("", "abñ")
    assert window.pages.currentIndex() == SEARCH
    qtbot.waitUntil(lambda: searches(library) == ["abñ"])


def test_what_is_being_composed_at_the_handover_is_not_lost(both: tuple[OpeningWindow, MainWindow]) -> None:
    first, window = both
    first.field.put("caf")
    compose(first.field, "é")
    Handover(first, window)
    assert window.search_page.bar.field.text() == "café"


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


def test_who_closes_the_first_window_while_the_other_comes_up_ends_the_program(
    both: tuple[OpeningWindow, MainWindow],
) -> None:
    first, window = both
    Handover(first, window)
    first.close()
    assert not window.isVisible()


def test_who_closes_the_first_window_leaves_no_library_open(qtbot: QtBot, opening: Opening) -> None:
    first = opening.begin()
    qtbot.waitUntil(opening.begun.is_set)
    first.close()
    opening.gate.set()
    qtbot.waitUntil(lambda: opening.closed == [True])
    assert isinstance(opening.program.window, OpeningWindow)


def test_a_library_that_does_not_open_says_so_whatever_was_typed(qtbot: QtBot, opening: Opening) -> None:
    first = opening.begin()
    qtbot.keyClicks(first.field, "traffic stop")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    opening.fault = StoreDamaged()
    failed = opening.go_on()
    assert isinstance(failed, FailureWindow)
    opening.fault = None
    failed.again.clicked.emit()
    window = opening.main_window()
    assert window.search_page.bar.field.text() == ""


def test_files_dropped_on_the_first_window_are_added_when_the_library_is_there(
    qtbot: QtBot, opening: Opening, tmp_path: Path
) -> None:
    first = opening.begin()
    briefs = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for brief in briefs:
        drop(first, [QUrl.fromLocalFile(str(brief))])
    assert first.hint.text() == "2 files or folders will be added as soon as the library is open."
    window = opening.main_window()
    qtbot.waitUntil(lambda: set(briefs) <= set(states(window)))


def test_the_order_chosen_in_the_first_window_counts_and_is_kept(qtbot: QtBot, opening: Opening) -> None:
    first = opening.begin()
    qtbot.mouseClick(first.row.order.button(Order.BEST), Qt.MouseButton.LeftButton)
    assert opening.main_window().search_page.bar.order.value is Order.BEST
    assert settings.load().order is Order.BEST


@pytest.mark.parametrize(
    ("kept", "size"),
    [("", USUAL), ("place=0,40,1100,650\n", QSize(LEAST.width(), 650)), ("place=x\n", USUAL)],
    ids=["nothing kept", "larger than the screen", "broken"],
)
def test_the_first_window_has_the_size_and_the_place_of_the_main_one(
    opening: Opening, home: Path, kept: str, size: QSize
) -> None:
    home.mkdir(parents=True, exist_ok=True)
    (home / FILE).write_text(f"[General]\n{kept}", encoding="utf-8")
    first = opening.begin()
    assert first.size() == size
    first.move(first.pos() + QPoint(12, 8))
    first.resize(1010, 690)
    stood = first.geometry()
    assert opening.main_window().geometry() == stood


def test_another_library_is_opened_where_the_window_stands_now(qtbot: QtBot, opening: Opening) -> None:
    opening.begin()
    window = opening.main_window()
    window.setGeometry(30, 40, 1000, 650)
    opening.gate.clear()
    assert opening.begin().geometry() == QRect(30, 40, 1000, 650)


def test_what_was_typed_first_is_found_in_a_real_library(
    qtbot: QtBot, tmp_path: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    brief = "The evidence is barred. Inevitable discovery does not save it.\n" * 8
    with library_of(tmp_path, {"brief.txt": brief}, encoder):
        pass
    gate = threading.Event()

    def wait_and_open(folder: Path, _reporter: JobReporter) -> Library:
        assert gate.wait(10)
        return Library.open(folder, encoder=encoder)

    monkeypatch.setattr(programs, "_open_library", wait_and_open)
    program = programs.Program(tmp_path / "library", [])
    program.open()
    first = program.window
    assert isinstance(first, OpeningWindow)
    qtbot.keyClicks(first.field, "inevitable discovery")
    qtbot.keyClick(first.field, Qt.Key.Key_Return)
    gate.set()
    qtbot.waitUntil(lambda: isinstance(program.window, MainWindow), timeout=20_000)
    window = program.window
    assert isinstance(window, MainWindow)
    qtbot.waitUntil(lambda: window.search_page.results.model.rowCount() > 0, timeout=20_000)
    assert window.search_page.bar.field.text() == "inevitable discovery"
    window.close()
    assert program.close()


def test_the_automatic_collector_is_off_before_the_modules_of_the_window_are_loaded() -> None:
    code = (
        "import gc, sys, types; from ui import app\n"
        "sys.modules['ui.program'] = types.SimpleNamespace(run=lambda _given: int(gc.isenabled()))\n"
        "sys.exit(app.main([]))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
