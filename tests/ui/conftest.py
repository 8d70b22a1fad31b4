"""Fixtures of the window's tests: no screen, a home of their own, windows that are closed again."""

from __future__ import annotations

import gc
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPalette
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileGroup
from briefbank.domain.searches import Hit
from briefbank.embedding.encoders import Encoder
from briefbank.library import Library
from briefbank.settings import Appearance
from tests.stand_ins.hooked_library import HookedLibrary, hooked
from ui.features.library.files import Action, FileRow
from ui.features.reader.reader import Reader
from ui.jobs import Jobs
from ui.main_window import MainWindow
from ui.page import Page
from ui.program import make_window
from ui.shared.pages import LIBRARY
from ui.shared.row_list import RowDelegate, RowList
from ui.style.theme import ThemeFollower
from ui.window.opening import OpeningWindow

PageType = TypeVar("PageType", bound=Page)
WAIT_MS = 20_000
"""The longest wait for what a window shows: a real library writes its indexes, on a busy computer."""
for wait in (QtBot.waitUntil, QtBot.waitSignal):
    wait.__kwdefaults__["timeout"] = WAIT_MS
"""The time for which the library of the sample of an older program is kept."""
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
def sample_library(closed_sample: Path, tmp_path: Path, encoder: Encoder) -> Iterator[HookedLibrary]:
    """A copy of the library of eight briefs, for this test alone.

    It is a real library, and made in a thirtieth of a second. A test can hold a call (``gate =
    sample_library.hold("search")``, then ``gate.set()``), make one fail (``fail("search", error)``),
    answer otherwise (``change("search", lambda answer: replace(answer, total=99))``), and see which were made
    (``called("ingest.enqueue")``); see ``tests.stand_ins.hooked_library``.
    """
    folder = tmp_path / "sample-library"
    shutil.copytree(closed_sample, folder)
    with Library.open(folder, encoder=encoder) as library, hooked(library) as with_hooks:
        yield with_hooks


@pytest.fixture
def empty_library(tmp_path: Path, encoder: Encoder) -> Iterator[HookedLibrary]:
    """A real library without a brief, with the same hooks."""
    with Library.open(tmp_path / "empty-library", encoder=encoder) as library, hooked(library) as with_hooks:
        yield with_hooks


@pytest.fixture
def sample_window(qtbot: QtBot, sample_library: HookedLibrary) -> Iterator[MainWindow]:
    """A shown window on the eight briefs."""
    with real_window(qtbot, sample_library) as window:
        yield window


@pytest.fixture
def empty_window(qtbot: QtBot, empty_library: HookedLibrary) -> Iterator[MainWindow]:
    """A shown window on a library without a brief."""
    with real_window(qtbot, empty_library) as window:
        yield window


def made_up_brief(**changes: Any) -> Document:
    """A brief as the library would name it."""
    brief = Document(
        1, "1" * 64, Kind.BRIEF, "State v. Dariusz Quill, Opening Brief for Defendant-Appellant",
        "Superior Court, Appellate Division", "A-2211-18", date(2023, 3, 3), "caption", 24, 0, 2, 0,
        "brief-1.pdf", ".pdf", 120_000, datetime(2026, 1, 2, tzinfo=UTC), False,
    )  # fmt: skip
    return replace(brief, **changes)


@contextmanager
def shown_page(qtbot: QtBot, make: Callable[[Jobs], PageType], width: int, height: int) -> Iterator[PageType]:
    """A page without a window around it, shown, with jobs of its own."""
    jobs = Jobs()
    page = make(jobs)
    qtbot.addWidget(page)
    page.resize(width, height)
    page.show()
    qtbot.waitExposed(page)
    page.activateWindow()
    yield page
    jobs.close()


@contextmanager
def real_window(
    qtbot: QtBot, library: Library, size: tuple[int, int] | None = (1280, 800)
) -> Iterator[MainWindow]:
    """A shown window on a real library, closed again before the library is. ``size`` in pixels; None is the
    window's own."""
    window = make_window(library)
    if size is not None:
        window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    yield window
    if isinstance(library, HookedLibrary):
        library.let_go()
    window.close()
    window.deleteLater()


@pytest.fixture
def follower(qapp: QApplication) -> Iterator[ThemeFollower]:
    """The object that gives the program its appearance, for this test alone."""
    qapp.setStyle("Fusion")
    made = ThemeFollower(qapp, Appearance.LIGHT)
    yield made
    made.choose(Appearance.SYSTEM)
    made.resize_text(100)
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
    qtbot.waitUntil(lambda: window.search_page.question is None)


def shown(window: MainWindow) -> list[Hit]:
    """The results on the screen."""
    return window.search_page.results.model.hits()


def list_settled(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the Library page shows the list that is asked for, with its first rows as they are now."""
    page, model = window.library_page, window.library_page.model

    def there() -> bool:
        first = range(min(20, model.rowCount()))
        for row in first:
            model.document(row)  # asks for it
        return model.is_fresh(first)

    topics = "size", "list", "folders"
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic, page) for topic in topics) and there())


def show_library(qtbot: QtBot, window: MainWindow) -> None:
    """Show the Library page and wait until its first rows are there."""
    window.show_page(LIBRARY)
    list_settled(qtbot, window)


def rows(window: MainWindow) -> dict[Path, FileRow]:
    """Return each file that was ever queued, as the list of its group shows it. Groups are read twice, since
    a file may move to one that was read before."""
    page = window.library_page
    progress = {event.path: event for event in page.adding.counts.in_work}
    return {
        outcome.path: FileRow(outcome, group, progress.get(outcome.path))
        for group in (*FileGroup, *FileGroup)
        for outcome in page.library.ingest.files(group, 0, 100_000)
    }


def states(window: MainWindow) -> dict[Path, str]:
    """Return the state of each file."""
    return {path: row.state for path, row in rows(window).items()}


def row_of(window: MainWindow, path: Path) -> FileRow:
    return rows(window)[path]


def show_file(qtbot: QtBot, window: MainWindow, path: Path) -> FileRow:
    """Show the group of a file in the Library, and choose the file; return its row."""
    window.show_page(LIBRARY)
    files = window.library_page.files
    window.library_page.show_files(row_of(window, path).group)

    def place() -> int:
        return files.model.place_of(lambda target: isinstance(target, FileRow) and target.path == path)

    qtbot.waitUntil(lambda: place() >= 0)
    files.list.choose(place())
    row = files.current()
    assert row is not None
    return row


def click_link(qtbot: QtBot, window: MainWindow, path: Path, action: Action) -> None:
    """Click on the button of an action on a file's row, once it stands there."""
    qtbot.waitUntil(lambda: action in show_file(qtbot, window, path).actions)
    row = window.library_page.files.current()
    assert row is not None
    click_row_button(qtbot, window.library_page.files.list, row.actions.index(action))


def button_place(rows: RowList, button: int) -> QPoint:
    """Return where a button of the chosen row is."""
    index = rows.currentIndex()
    delegate = rows.itemDelegate()
    assert isinstance(delegate, RowDelegate)
    places = delegate.button_places(rows.row_model.row(index.row()), rows.visualRect(index))
    return places[button].center().toPoint()


def click_row_button(qtbot: QtBot, rows: RowList, button: int) -> None:
    """Click on a button of the chosen row."""
    qtbot.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=button_place(rows, button))


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


def note_link(reader: Reader, words: str) -> QPushButton:
    """Return a link of the line of notes above the pages, which is unfolded for it."""
    if words not in [link.accessibleName() for link in reader.notices.links]:
        reader.notices.more.click()
    return next(link for link in reader.notices.links if link.accessibleName() == words)


def answer_questions(
    monkeypatch: pytest.MonkeyPatch,
    module: ModuleType,
    words: Callable[[str, str], str],
    *,
    agrees: bool = True,
) -> list[str]:
    """Answer each question that the module asks by ``confirmed``; return what ``words`` takes of the question
    and of its meaning."""
    questions: list[str] = []

    def answer(_parent: object, _title: str, question: str, meaning: str, **_buttons: str) -> bool:
        questions.append(words(question, meaning))
        return agrees

    monkeypatch.setattr(module, "confirmed", answer)
    return questions


def answer_boxes(monkeypatch: pytest.MonkeyPatch, words: str = "") -> list[str]:
    """Answer each message box by the button with these words, or by its default one; return the
    questions."""
    questions: list[str] = []

    def exec_(box: QMessageBox) -> int:
        questions.append(f"{box.text()} {box.informativeText()}")
        buttons = [button for button in box.buttons() if button.text() == words]
        (buttons[0] if buttons else box.defaultButton()).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", exec_)
    return questions


def choose_more(reader: Reader, words: str) -> None:
    """Choose an entry of the reader's menu "More" by the beginning of its words."""
    menu = reader.tools.more.menu()
    next(action for action in menu.actions() if action.text().startswith(words)).trigger()
