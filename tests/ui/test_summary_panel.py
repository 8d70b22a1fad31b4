"""The summary stays closed until asked for, shows its disclaimer first, and cannot be taken out."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QDrag, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QLineEdit, QMenu, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from briefbank.models import Summary, SummarySentence
from tests.ui.conftest import search
from tests.ui.stub import DISCLAIMER, StubLibrary
from ui.main_window import MainWindow
from ui.widgets.painted_summary import PaintedSummary


@pytest.fixture
def opened(qtbot: QtBot, window: MainWindow) -> MainWindow:
    """A window with a document open."""
    search(qtbot, window)
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.search_page.open_row(0)
    return window


def unfold(qtbot: QtBot, window: MainWindow) -> PaintedSummary:
    panel = window.search_page.reader.summary
    qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "disclaimer" in [piece.look for piece in panel.painted._pieces])
    return panel.painted


def test_the_summary_is_closed_and_not_even_fetched_at_first(
    opened: MainWindow, library: StubLibrary
) -> None:
    assert not opened.search_page.reader.summary.body.isVisible()
    assert not library.called("summary")


def test_opening_shows_the_disclaimer_first_large_and_bold(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    first = painted._pieces[0]
    assert (first.text, first.look) == (DISCLAIMER, "disclaimer")
    font = painted._font("disclaimer")
    assert font.bold() and font.pointSizeF() > painted.font().pointSizeF()
    assert painted.isVisible()


def test_another_document_closes_and_empties_it(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    with qtbot.waitSignal(opened.search_page.reader.opened):
        opened.search_page.open_row(2)
    assert not opened.search_page.reader.summary.is_open
    assert painted.is_empty


def test_a_late_summary_of_another_document_is_not_shown(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    import threading

    gate = library.gates["summary"] = threading.Event()
    panel = opened.search_page.reader.summary
    panel.toggle.click()
    qtbot.waitUntil(lambda: bool(library.called("summary")))
    with qtbot.waitSignal(opened.search_page.reader.opened):
        opened.search_page.open_row(2)
    gate.set()
    qtbot.waitUntil(lambda: not opened.jobs._running)
    assert panel.painted.is_empty


def test_a_sentence_leads_to_its_page_by_click_and_by_key(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    canvas = opened.search_page.reader.canvas
    places = painted._lay_out(float(painted.width()))
    facts = next(rect for piece, _layout, rect in places if piece.page == 5)
    qtbot.mouseClick(painted, Qt.MouseButton.LeftButton, pos=facts.center().toPoint())
    assert canvas.page == 5
    painted.setFocus()
    qtbot.keyClick(painted, Qt.Key.Key_Down)
    qtbot.keyClick(painted, Qt.Key.Key_Return)
    assert canvas.page == 6


def test_nothing_in_the_panel_can_hold_a_selection_or_edit_text(qtbot: QtBot, opened: MainWindow) -> None:
    unfold(qtbot, opened)
    panel = opened.search_page.reader.summary
    holders = [w for w in panel.findChildren(QWidget) if isinstance(w, QLabel | QLineEdit | QTextEdit)]
    assert holders == []
    spoken = [b.text() for b in panel.findChildren(QAbstractButton)]
    assert spoken == ["Summary of this document"]


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Insert, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier),
    ],
)
def test_no_key_changes_the_clipboard(
    qtbot: QtBot, opened: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier
) -> None:
    painted = unfold(qtbot, opened)
    QGuiApplication.clipboard().setText("before")
    painted.setFocus()
    for target in (painted, opened.search_page.reader.summary.body, opened.search_page.reader.summary.toggle):
        qtbot.keyClick(target, key, modifier)
    assert QGuiApplication.clipboard().text() == "before"


def test_dragging_over_it_selects_and_starts_nothing(
    qtbot: QtBot, opened: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted = unfold(qtbot, opened)
    started: list[object] = []
    monkeypatch.setattr(QDrag, "exec", lambda *_args: started.append(1))
    QGuiApplication.clipboard().setText("before")
    qtbot.mousePress(painted, Qt.MouseButton.LeftButton, pos=QPoint(30, 60))
    for x in range(30, 200, 10):
        qtbot.mouseMove(painted, QPoint(x, 80))
    qtbot.mouseRelease(painted, Qt.MouseButton.LeftButton, pos=QPoint(200, 10))
    qtbot.mouseDClick(painted, Qt.MouseButton.LeftButton, pos=QPoint(60, 60))
    assert not started
    assert QGuiApplication.clipboard().text() == "before"
    assert painted.inputMethodQuery(Qt.InputMethodQuery.ImCurrentSelection) in (None, "")


def test_there_is_no_context_menu(qtbot: QtBot, opened: MainWindow) -> None:
    painted = unfold(qtbot, opened)
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Mouse, QPoint(40, 40), painted.mapToGlobal(QPoint(40, 40))
    )
    QApplication.sendEvent(painted, event)
    assert QApplication.activePopupWidget() is None
    assert painted.findChildren(QMenu) == []
    assert painted.actions() == []


def test_where_there_is_no_summary_it_says_so(qtbot: QtBot, opened: MainWindow, library: StubLibrary) -> None:
    opened.open_document(library.document(5))
    qtbot.waitUntil(lambda: opened.search_page.reader._ready)
    panel = opened.search_page.reader.summary
    panel.toggle.click()
    qtbot.waitUntil(lambda: "no summary" in panel.painted.accessibleDescription())


def test_an_opening_stands_under_its_own_heading_and_not_under_facts(
    qtbot: QtBot, opened: MainWindow, library: StubLibrary
) -> None:
    told = SummarySentence("To all judges of this court.", 0, True, "opening")
    library.summaries[1] = Summary("extractive", DISCLAIMER, (told,))
    painted = unfold(qtbot, opened)
    headings = [piece.text for piece in painted._pieces if piece.look == "heading"]
    assert headings == ["How the document begins"]
    assert told.text in [piece.text for piece in painted._pieces]
