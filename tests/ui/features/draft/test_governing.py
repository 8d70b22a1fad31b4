"""The finder of the governing provision: asking, the answer with who chose, reading, copying, faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.authority_reports import ProvisionAnswer
from briefbank.embedding.encoders import Encoder
from briefbank.errors import StoreDamaged
from tests.stand_ins.hooked_library import HookedLibrary, hooked
from tests.support.library_factory import library_of
from tests.ui.conftest import real_window
from ui.features.draft.page import NO_STATEMENT, GoverningDialog
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
STATEMENT = "Only one witness signed the will."
CODE = (
    "TITLE 30. ADMINISTRATION OF ESTATES\n\nCHAPTER 1. WILLS\n\nTenn. Code Ann. § 30-1-104. Execution of a "
    "will.\n\nA will is valid where two witnesses sign it in the presence of the testator.\n\n"
    "Tenn. Code Ann. § 30-1-105. Revocation of a will.\n\nA will is revoked by a later will, or where the "
    "testator burns or tears it.\n\n"
    "Tenn. Code Ann. § 30-1-106. Fees of the clerk.\n\nThe clerk takes a fee of nine dollars for each will.\n"
)


@pytest.fixture
def library(tmp_path: Path, encoder: Encoder) -> Iterator[HookedLibrary]:
    with library_of(tmp_path, {"code.txt": CODE}, encoder) as library, hooked(library) as with_hooks:
        yield with_hooks


@pytest.fixture
def window(qtbot: QtBot, library: HookedLibrary) -> Iterator[MainWindow]:
    with real_window(qtbot, library) as window:
        window.activateWindow()
        yield window


def open_dialog(window: MainWindow) -> GoverningDialog:
    """Open the dialog by the menu of the search."""
    next(action for action in window.findChildren(QAction) if "governing" in action.text()).trigger()
    dialog = window.draft_page.governing
    assert dialog is not None
    return dialog


def ask(qtbot: QtBot, window: MainWindow, statement: str, condition: str = "") -> GoverningDialog:
    dialog = open_dialog(window)
    qtbot.keyClicks(dialog.statement, statement)
    qtbot.keyClick(dialog.statement, Qt.Key.Key_Tab)
    qtbot.keyClicks(dialog.condition, condition)
    qtbot.keyClick(dialog.condition, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not window.jobs.busy("governing", dialog), timeout=60_000)
    return dialog


def test_enter_asks_and_provisions_are_shown_the_chosen_first_copied_with_citation_and_opened(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    dialog = ask(qtbot, window, STATEMENT, "Is it valid?")
    assert library.called("provision_finder.find") == [(STATEMENT, "Is it valid?")]
    rows = dialog.list.row_model.rows()
    assert "30-1-104. Execution of a will" in rows[0].title and rows[0].side == ""
    assert all(row.side.endswith(" % of the first") for row in rows[1:] if row.side)
    assert dialog.why.text().startswith(f"Put first by a rule among {len(rows)} provision")
    assert "two witnesses sign it" in dialog.text.toPlainText() and dialog.text.isReadOnly()
    assert dialog.list.hasFocus()
    reader = window.search_page.reader
    qtbot.keyClick(dialog.list, Qt.Key.Key_Down)
    words = dialog.text.toPlainText()
    assert words and "two witnesses" not in words
    qtbot.mouseClick(dialog.copy, Qt.MouseButton.LeftButton)
    assert QGuiApplication.clipboard().text().startswith(f"“{words}”\n\n")
    with qtbot.waitSignal(window.draft_page.hit_wanted) as opened:
        dialog.read.click()
    assert opened.args[0].passage.text in words
    dialog.list.choose(0)
    with qtbot.waitSignal(window.draft_page.hit_wanted):
        qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    assert window.pages.currentIndex() == SEARCH
    qtbot.waitUntil(lambda: reader.hit is not None and "two witnesses" in reader.hit.passage.text)


def test_nothing_typed_nothing_found_and_a_fault_are_each_said(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    dialog = ask(qtbot, window, "")
    assert library.called("provision_finder.find") == [] and NO_STATEMENT in dialog.message.words()
    qtbot.waitUntil(dialog.statement.hasFocus)
    library.change(
        "provision_finder.find", lambda _answer: ProvisionAnswer(None, (), "", "", "Add the statutes.")
    )
    ask(qtbot, window, "One witness.")
    assert "Add the statutes." in dialog.message.words()
    library.fail("provision_finder.find", StoreDamaged())
    ask(qtbot, window, " more")
    assert StoreDamaged.default_title in dialog.message.words() and dialog.message.isVisible()


def test_closing_the_dialog_while_it_looks_drops_the_answer(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    gate = library.hold("provision_finder.find")
    dialog = open_dialog(window)
    qtbot.keyClicks(dialog.statement, "One witness.")
    qtbot.keyClick(dialog.statement, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("provision_finder.find")))
    assert "Looking" in dialog.message.words()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.draft_page.governing is None)
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs.busy("governing"))
    assert open_dialog(window).list.row_model.rowCount() == 0
