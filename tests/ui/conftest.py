"""Fixtures of the window's tests: no screen, a home of their own, windows that are closed again."""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from briefbank.domain.searches import Hit
from briefbank.library import Library
from briefbank.settings import Appearance
from tests.stand_ins.library import StubLibrary
from ui.app import build_window
from ui.features.documents import list_controller
from ui.features.intake.file_rows import Action, FileRow
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY
from ui.style.appearance import ThemeFollower
from ui.window.opening import OpeningWindow

OpenWindow = Callable[[StubLibrary], MainWindow]
QUERY = "traffic stop suspicion"


@pytest.fixture(scope="module", autouse=True)
def garbage() -> Iterator[None]:
    """Collected here, in the thread of the windows, and never in a lane's (see ui.kit.garbage). What was
    copied goes too: without a screen Qt keeps it until after Python has ended, and would then call into
    it."""
    yield
    if QApplication.instance() is not None:
        QApplication.clipboard().clear()
    gc.collect()
    gc.freeze()  # what a lane still holds of a window is not to be looked at from another thread later on
    gc.enable()


@pytest.fixture(autouse=True)
def no_collector(garbage: None) -> None:
    """Switch the automatic garbage collection off, as the program does."""
    gc.disable()


@pytest.fixture(autouse=True)
def no_window_left() -> Iterator[None]:
    """Delete what a test leaves of windows: a later change of font or style would go through all of them."""
    before = set(QApplication.topLevelWidgets()) if QApplication.instance() is not None else set()
    yield
    if QApplication.instance() is None:
        return
    for widget in QApplication.topLevelWidgets():
        if widget not in before and widget.parent() is None:
            widget.close()
            widget.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Window sizes are kept in a folder of this test alone."""
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def open_window(qtbot: QtBot) -> Iterator[OpenWindow]:
    """Makes shown windows on a library and closes them after the test, whatever gates it left shut."""
    made: list[tuple[MainWindow, StubLibrary]] = []

    def make(library: StubLibrary) -> MainWindow:
        window = build_window(library)
        made.append((window, library))
        window.show()
        qtbot.waitExposed(window)
        qtbot.waitUntil(
            lambda: "totals" in [name for name, _ in library.calls] and not window.jobs.busy("documents")
        )
        return window

    yield make
    for window, library in made:
        for gate in library.gates.values():
            gate.set()
        window.close()
        window.deleteLater()


@pytest.fixture
def window(library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    return open_window(library)


@contextmanager
def real_window(
    qtbot: QtBot, library: Library, size: tuple[int, int] | None = (1280, 800)
) -> Iterator[MainWindow]:
    """A shown window on a real library, closed again before the library is. ``size`` in pixels; None is the
    window's own."""
    made = build_window(library)
    if size is not None:
        made.resize(*size)
    made.show()
    qtbot.waitExposed(made)
    yield made
    made.close()
    made.deleteLater()


@pytest.fixture
def follower(qapp: QApplication) -> Iterator[ThemeFollower]:
    """The object that gives the program its appearance, for this test alone."""
    qapp.setStyle("Fusion")
    made = ThemeFollower(qapp, Appearance.LIGHT)
    yield made
    made.choose(Appearance.SYSTEM)
    made.setParent(None)
    qapp.setPalette(QPalette())
    qapp.setStyleSheet("")


def search(qtbot: QtBot, window: MainWindow, text: str = QUERY) -> None:
    """Type and press Enter, then wait until the answer to just this is shown."""
    field = window.search_page.bar.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.search.runner.question is None)


def shown(window: MainWindow) -> list[Hit]:
    """The results on the screen."""
    return window.search_page.results.model.hits()


def ask_without_waiting(qtbot: QtBot, window: MainWindow, library: StubLibrary, text: str) -> threading.Event:
    """Start a search whose answer waits for the gate that is returned."""
    gate = library.gates["search"] = threading.Event()
    before = len(library.called("search"))
    field = window.search_page.bar.field
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: len(library.called("search")) > before)
    return gate


def list_settled(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the Library page shows the list that is asked for, with its first rows as they are now."""
    model = window.documents.model

    def there() -> bool:
        first = range(min(20, model.rowCount()))
        for row in first:
            model.document(row)  # asks for it
        return model._fresh.issuperset(model.ids(first))

    topics = list_controller.SIZE, list_controller.LIST, list_controller.FOLDERS
    qtbot.waitUntil(lambda: not any(map(window.jobs.busy, topics)) and there())


def show_library(qtbot: QtBot, window: MainWindow) -> None:
    """Show the Library page and wait until its first rows are there."""
    window.show_page(LIBRARY)
    list_settled(qtbot, window)


def states(window: MainWindow) -> dict[Path, str]:
    """Return the state that the list of files shows for each file."""
    return {row.path: row.state for row in window.intake_model.files()}


def row_of(window: MainWindow, path: Path) -> FileRow:
    return next(row for row in window.intake_model.files() if row.path == path)


def click_link(qtbot: QtBot, window: MainWindow, path: Path, action: Action) -> None:
    """Click on the words of an action on a file's row, once they stand there."""
    files = window.intake.list
    qtbot.waitUntil(lambda: action in row_of(window, path).links)
    index = window.intake_model.index(window.intake_model.place_of(path))
    files.scrollTo(index)
    row = files.visualRect(index)
    places = dict(files.itemDelegate().link_places(row_of(window, path), row))
    place = places[action].center()
    qtbot.mouseClick(files.viewport(), Qt.MouseButton.LeftButton, pos=place)


def drop(window: MainWindow | OpeningWindow, urls: Sequence[QUrl]) -> None:
    """Drag links over the window, and let go of them where it takes them."""
    data = QMimeData()
    data.setUrls(list(urls))
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(400, 300), copy, data, left, none)
    enter.setAccepted(False)
    QApplication.sendEvent(window, enter)
    covered = window.drop.overlay.isVisible()
    if enter.isAccepted():
        assert covered
        QApplication.sendEvent(window, QDropEvent(QPointF(400, 300), copy, data, left, none))
