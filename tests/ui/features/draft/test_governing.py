"""The finder of the governing provision: asking, the answer with who chose, reading, copying, faults."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.citator.provision_finder import NO_BETTER
from briefbank.domain.authority_reports import ProvisionAnswer
from briefbank.errors import StoreDamaged
from tests.stand_ins.library import StubLibrary
from ui.features.draft import texts
from ui.features.draft.governing_view import GoverningDialog
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def open_dialog(window: MainWindow) -> GoverningDialog:
    """Open the dialog by the menu of the search."""
    next(action for action in window.findChildren(QAction) if "governing" in action.text()).trigger()
    dialog = window.governing.dialog
    assert dialog is not None
    return dialog


def ask(qtbot: QtBot, window: MainWindow, statement: str, condition: str = "") -> GoverningDialog:
    dialog = open_dialog(window)
    qtbot.keyClicks(dialog.statement, statement)
    qtbot.keyClick(dialog.statement, Qt.Key.Key_Tab)
    qtbot.keyClicks(dialog.condition, condition)
    qtbot.keyClick(dialog.condition, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.jobs.busy("governing"))
    return dialog


def test_enter_asks_with_the_statement_and_the_condition(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    ask(qtbot, window, "Signed by one witness.", "Is it valid?")
    assert library.called("find_provision") == [("Signed by one witness.", "Is it valid?")]


@pytest.mark.parametrize(
    ("by", "said"), [("rule", "by a rule"), ("model", "by the model for comparing texts")]
)
def test_the_chosen_provision_stands_first_with_its_path_its_words_and_who_chose(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, by: str, said: str
) -> None:
    library.provision_finder.answer = library.drafting.provision_answer(chosen_by=by)
    dialog = ask(qtbot, window, "Signed by one witness.")
    assert dialog.path.whole().endswith("Chapter 1. Wills  ›  30-1-104. Execution of a will")
    assert dialog.text.toPlainText() == library.validity.text(1) and dialog.text.isReadOnly()
    assert not dialog.doubt.isVisible()
    because = f"Put first {said} among 4 provisions. Its nearest sentence is the closest."
    assert dialog.why.text() == because
    assert "In force since July 1, 2016" in dialog.detail.whole()
    assert [row.title.split("  ›  ")[-1] for row in dialog.list.row_model.rows()] == [
        "30-1-104. Execution of a will",
        "30-1-111. Another section",
        "30-1-112. Another section",
        "30-1-113. Another section",
    ]


def test_how_near_the_next_ones_come_and_that_the_first_is_no_better_are_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.provision_finder.answer = library.drafting.provision_answer(doubt=NO_BETTER)
    dialog = ask(qtbot, window, "Signed by one witness.")
    assert dialog.doubt.isVisible() and dialog.doubt.text() == NO_BETTER
    rows = dialog.list.row_model.rows()
    shares = [f"{share} % of the first" for share in (95, 90, 85)]
    assert [row.side for row in rows] == ["", *shares] and shares[0] in rows[1].spoken
    seen, places = dialog.list.viewport().rect(), range(3)
    assert all(seen.contains(dialog.list.visualRect(dialog.list.row_model.index(at))) for at in places)


def test_the_words_of_each_that_may_govern_are_shown_and_copied_when_it_is_selected(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = ask(qtbot, window, "Signed by one witness.")
    assert dialog.list.hasFocus() and dialog.text.toPlainText() == library.validity.text(1)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    third = library.drafting.provision_answer().candidates[2]
    assert dialog.path.whole().endswith("30-1-112. Another section")
    assert dialog.text.toPlainText() == third.passage.text
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith(third.passage.text[:40])


def test_a_provision_is_copied_with_its_citation_and_opened_in_the_reader(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = ask(qtbot, window, "Signed by one witness.")
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    text = library.validity.text(1)
    assert QGuiApplication.clipboard().text().startswith(f"“{text}”\n\nState v. Harlan Quill")
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.mouseClick(dialog.read, Qt.MouseButton.LeftButton)
    assert window.pages.currentIndex() == SEARCH and window.search.reader.hit.passage.id == 1
    dialog.list.setFocus()
    dialog.list.choose(2)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert window.search.reader.hit.passage.id == 3


def test_nothing_typed_nothing_found_and_a_fault_are_each_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = ask(qtbot, window, "")
    assert library.called("find_provision") == []
    assert texts.NO_STATEMENT in dialog.message.words()
    qtbot.waitUntil(dialog.statement.hasFocus)
    library.provision_finder.answer = ProvisionAnswer(None, (), "", "", "Your library holds no statutes.")
    ask(qtbot, window, "One witness.")
    assert "Your library holds no statutes." in dialog.message.words()
    library.faults["find_provision"] = StoreDamaged()
    ask(qtbot, window, " more")
    assert StoreDamaged.default_title in dialog.message.words() and dialog.message.isVisible()


def test_closing_the_dialog_while_it_looks_drops_the_answer(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["find_provision"] = threading.Event()
    dialog = open_dialog(window)
    qtbot.keyClicks(dialog.statement, "One witness.")
    qtbot.keyClick(dialog.statement, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("find_provision")))
    assert "Looking" in dialog.message.words()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.governing.dialog is None)
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running)
    assert open_dialog(window).shown is None
