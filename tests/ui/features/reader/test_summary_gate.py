"""Tests that a model's text cannot be copied out of the panel: the clipboard keeps its content."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleInterface,
    QClipboard,
    QContextMenuEvent,
    QDrag,
    QGuiApplication,
)
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from tests.support.database_files import content
from tests.ui.features.reader.conftest import LEFT_OUT, WRITTEN, FakeModel, choose_model, document, reveal
from tests.ui.kit.test_screen_shield import Recorder
from ui.features.reader.reader import Reader
from ui.features.reader.summary import SummaryPanel
from ui.kit.painted_text import PaintedText, ScreenShield
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
SENTINEL = "what the clipboard held before"
CTRL, SHIFT, NONE = (
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.NoModifier,
)
TEXTS = [item.claim.text for item in WRITTEN]
FINDING = LEFT_OUT.findings[0].words


@pytest.fixture
def clipboard(qtbot: QtBot) -> Iterator[list[QClipboard.Mode]]:
    """Holds the sentinel; gives every change made since, of the selection too."""
    board, changes = QGuiApplication.clipboard(), list[QClipboard.Mode]()
    board.setText(SENTINEL)
    board.changed.connect(changes.append)
    yield changes
    board.changed.disconnect(changes.append)
    assert not changes
    assert board.text() == SENTINEL


@pytest.fixture
def window(sample_window: MainWindow) -> MainWindow:
    return sample_window


@pytest.fixture
def panel(qtbot: QtBot, model: FakeModel, reader: Reader) -> SummaryPanel:
    """Sentences of a model are on the screen, one of them withheld."""
    model.claims = (*WRITTEN, LEFT_OUT)
    return reveal(qtbot, reader)


def contains_model_words(text: object) -> bool:
    """Tell whether an object's text contains words of a model or of a check's finding."""
    return any(item in str(text) for item in (*TEXTS, FINDING))


def everything(panel: SummaryPanel) -> list[QWidget]:
    return [panel, *panel.findChildren(QWidget)]


KEYS = [
    (Qt.Key.Key_C, CTRL),
    (Qt.Key.Key_C, CTRL | SHIFT),
    (Qt.Key.Key_Insert, CTRL),
    (Qt.Key.Key_X, CTRL),
    (Qt.Key.Key_Delete, SHIFT),
    (Qt.Key.Key_P, CTRL),
    (Qt.Key.Key_S, CTRL),
    (Qt.Key.Key_Print, NONE),
]


def test_no_key_takes_it_out_even_after_everything_was_selected(
    qtbot: QtBot,
    window: MainWindow,
    panel: SummaryPanel,
    clipboard: list[QClipboard.Mode],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(QPrintDialog, "exec", lambda _dialog: 0)  # it asks which pages of the file to print
    targets = [item for item in everything(panel) if item.focusPolicy() != Qt.FocusPolicy.NoFocus]
    assert panel.generated.text in targets
    for target in (*targets, panel, panel.body.viewport(), window):
        for key, modifier in KEYS:
            if target is window and (key, modifier) == (Qt.Key.Key_C, CTRL | SHIFT):
                continue  # outside the panel it copies the passage that is open, of the document's own words
            target.setFocus()
            qtbot.keyClick(target, Qt.Key.Key_A, CTRL)
            qtbot.keyClick(target, key, modifier)
            assert not clipboard, (target, key, modifier)


def test_dragging_from_it_onto_a_page_selects_and_starts_nothing(
    qtbot: QtBot,
    window: MainWindow,
    panel: SummaryPanel,
    clipboard: list[QClipboard.Mode],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[object] = []
    monkeypatch.setattr(QDrag, "exec", lambda *_args: started.append(1))
    painted, canvas = panel.generated.text, window.search_page.reader.canvas
    line = painted.placed(painted.width())[3].origin.toPoint()
    qtbot.mousePress(painted, Qt.MouseButton.LeftButton, pos=line)
    for step in range(12):
        qtbot.mouseMove(painted, line + QPoint(12 * step, 30 * step))
    qtbot.mouseRelease(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert not started and canvas.selector.is_empty
    qtbot.keyClick(canvas, Qt.Key.Key_C, CTRL)
    assert not any(item.acceptDrops() for item in everything(panel))


def test_there_is_no_context_menu_by_mouse_or_key(
    qtbot: QtBot, panel: SummaryPanel, clipboard: list[QClipboard.Mode]
) -> None:
    place = QPoint(20, 20)
    for target in everything(panel):
        for reason in QContextMenuEvent.Reason:
            QApplication.sendEvent(target, QContextMenuEvent(reason, place, target.mapToGlobal(place)))
        qtbot.keyClick(target, Qt.Key.Key_Menu)
        qtbot.keyClick(target, Qt.Key.Key_F10, SHIFT)
        assert QApplication.activePopupWidget() is None
        assert target.actions() == []
    assert panel.findChildren(QMenu) == []


def test_only_the_reader_prints_and_nothing_of_a_summary_and_nothing_writes_documents() -> None:
    ui = Path(__file__).parents[4] / "ui"
    sources = {path.relative_to(ui).as_posix(): path.read_text() for path in ui.rglob("*.py")}
    printing = {
        name for name, source in sources.items() if "QtPrintSupport" in source or "QPrinter" in source
    }
    assert printing == {"features/reader/outside.py"}
    assert not any("summary" in sources[name].lower() for name in printing)
    for writer in ("QPdfWriter", "QTextDocumentWriter", "QSvgGenerator"):
        assert not any(writer in source for source in sources.values())


WORDED = {"QString", "QStringList", "QByteArray", "QVariant", "QVariantList", "QUrl", "QKeySequence"}
"""The types of properties of Qt whose values can hold words."""


def text_properties(thing: QObject) -> dict[str, object]:
    """Every property of a Qt object that can hold words, with those that were set while it runs."""
    meta = thing.metaObject()
    of_class = [meta.property(number) for number in range(meta.propertyCount())]
    names = [item.name() for item in of_class if item.typeName() in WORDED]
    own = [bytes(name.data()).decode() for name in thing.dynamicPropertyNames()]
    names += [name for name in own if not name.startswith("_")]  # Qt and PySide keep things of its own there
    return {name: thing.property(name) for name in names}


def leaks(window: MainWindow) -> set[tuple[QObject, str]]:
    things = [window, *window.findChildren(QObject), *QApplication.topLevelWidgets()]
    return {
        (thing, name)
        for thing in things
        for name, value in text_properties(thing).items()
        if contains_model_words(value)
    }


def accessible_texts(
    interface: QAccessibleInterface,
) -> Iterator[tuple[QAccessibleInterface, QAccessible.Text, str]]:
    """Everything that assistive technology is told, downwards."""
    for kind in (
        QAccessible.Text.Name,
        QAccessible.Text.Description,
        QAccessible.Text.Value,
        QAccessible.Text.Help,
    ):
        yield interface, kind, interface.text(kind)
    for number in range(interface.childCount()):
        child = interface.child(number)
        if child is not None:
            yield from accessible_texts(child)


def test_one_accessible_description_holds_it_and_no_text_of_any_other_kind(
    window: MainWindow, panel: SummaryPanel
) -> None:
    assert leaks(window) == {(panel.generated.text, "accessibleDescription")}
    heard = [
        (interface.object(), kind)
        for interface, kind, text in accessible_texts(QAccessible.queryAccessibleInterface(window))
        if contains_model_words(text)
    ]
    assert heard == [(panel.generated.text, QAccessible.Text.Description)]
    for painted in panel.findChildren(PaintedText):
        interface = QAccessible.queryAccessibleInterface(painted)
        assert interface.textInterface() is None
        assert interface.editableTextInterface() is None
        assert interface.valueInterface() is None


def test_assistive_technology_is_told_nothing_where_the_office_says_so(
    qtbot: QtBot, window: MainWindow, model: FakeModel, reader: Reader
) -> None:
    choose_model(spoken=False)
    model.claims = (*WRITTEN, LEFT_OUT)
    reveal(qtbot, reader)
    assert not [
        text
        for *_, text in accessible_texts(QAccessible.queryAccessibleInterface(window))
        if contains_model_words(text)
    ]


def test_nothing_is_left_to_be_read_once_it_is_out_of_sight(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel
) -> None:
    window.show_page(LIBRARY)
    assert leaks(window) == set()
    window.show_page(SEARCH)
    assert len(leaks(window)) == 1
    window.search_page.reader.toggle_summary()
    assert leaks(window) == set()
    window.search_page.reader.toggle_summary()
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    assert leaks(window) == set()


def test_the_log_and_the_users_folder_hold_nothing_of_it(
    qtbot: QtBot,
    window: MainWindow,
    sample_library: HookedLibrary,
    model: FakeModel,
    reader: Reader,
    home: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.DEBUG):
        panel = reveal(qtbot, reader)
        sample_library.fail("summaries.highlights", RuntimeError(TEXTS[0]))
        with qtbot.waitSignal(reader.status):
            panel.generated.source_chosen.emit(model.kept[document(sample_library).id].sources)
        window.close()
    assert not any(contains_model_words(record.getMessage()) for record in caplog.records)
    kept = content(home)
    assert kept and not contains_model_words(kept.decode(errors="replace"))


def test_the_window_stays_out_of_screenshots_just_while_a_models_words_are_on_it(
    qtbot: QtBot, window: MainWindow, sample_library: HookedLibrary, model: FakeModel, reader: Reader
) -> None:
    system = Recorder()
    reader.summary.shield = ScreenShield(system.cover)
    panel = reveal(qtbot, reader)

    def asked() -> list[bool]:
        assert {handle for handle, _on in system.asked} <= {int(window.winId())}
        seen, system.asked = [on for _handle, on in system.asked], []
        return seen

    assert asked() == [True]
    window.show_page(LIBRARY)
    assert asked() == [False]
    window.show_page(SEARCH)
    assert asked() == [True]
    reader.toggle_summary()
    assert asked() == [False]
    reader.toggle_summary()
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    assert asked() == [True, False]
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(reader.opened):
        reader.open_document(document(sample_library, "State v. B.H."))
    assert asked() == [True, False]
