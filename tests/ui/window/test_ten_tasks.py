"""The ten tasks done most: each by the very keys that the user guide names, on a real library."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer, QUrl
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField
from briefbank.domain.searches import Verdict
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import drop
from ui.features.help import guide as guide_pages
from ui.features.search.card import BUTTONS
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

LONG_MS = 60_000
GIVE_UP_MS = 5_000  # A dialog that does not close would hold the tests for ever
TASKS = (
    "Add a folder",
    "Find a topic",
    "Find a rule number",
    "Narrow by date",
    "Read the hit",
    "Go to the next hit",
    "Copy it with its citation",
    "Say that it is helpful",
    "Open a summary",
    "Correct a date",
)
KEY, TYPED = re.compile(r"`([^`]+)`"), re.compile(r"\*([^*]+)\*")


@dataclass(frozen=True)
class Row:
    """A line of the guide's table."""

    keyboard: str
    keys: int
    mouse: str
    clicks: int

    def steps(self) -> list[tuple[str, str]]:
        """('key', 'Ctrl+L'), ('type', 'after:2015'), or ('type', '') for what the task itself brings."""
        made = []
        for part in re.split(r", (?=`|type)", self.keyboard):
            if result := KEY.fullmatch(part):
                made.append(("key", result[1]))
            else:
                typed = TYPED.search(part)
                made.append(("type", typed[1] if typed else ""))
        return made


def table(language: str) -> list[Row]:
    lines = [line for line in guide_pages.read("ten-tasks", language).splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return [Row(keyboard, int(keys), mouse, int(clicks)) for _, keyboard, keys, mouse, clicks in cells]


def press(key: str) -> None:
    """A key as a person presses it: it goes to whatever has the keyboard."""
    combination = QKeySequence(key)[0]
    focus = QApplication.focusWidget() or QApplication.activeWindow()
    assert focus is not None
    QTest.keyClick(focus, combination.key(), combination.keyboardModifiers())


def type_in(text: str) -> None:
    focus = QApplication.focusWidget()
    assert focus is not None
    QTest.keyClicks(focus, text)


def do(row: Row, text: str = "") -> None:
    for kind, value in row.steps():
        if kind == "key":
            press(value)
        else:
            type_in((value and f" {value}") or text)


@pytest.fixture
def briefs(tmp_path: Path) -> Path:
    folder = tmp_path / "briefs"
    folder.mkdir()
    for name, text in {
        "old.txt": "The police seized a giraffe without a warrant. R. 3:5-7 governs the motion.",
        "new.txt": "A giraffe was seized, and the warrant named no giraffe. It must be returned.",
        "other.txt": "The sentence is excessive, and the aggravating factors were counted twice.",
    }.items():
        (folder / name).write_text(f"POINT I\n\n{text}\n")
    return folder


def test_the_guide_lists_the_ten_tasks_and_counts_their_keys() -> None:
    rows = table("en")
    assert len(rows) == len(TASKS)
    for row in rows:
        assert row.keys == sum(kind == "key" for kind, _ in row.steps())
        assert 1 <= row.keys <= 4 and 1 <= row.clicks <= 6
        assert row.mouse


@pytest.mark.timeout(400)
@pytest.mark.qt_log_ignore("propagateSizeHints", "does not support")
def test_each_task_is_done_by_the_keys_of_the_guide_alone(
    qtbot: QtBot, empty_window: MainWindow, empty_library: HookedLibrary, briefs: Path
) -> None:
    window, library = empty_window, empty_library
    window.activateWindow()
    qtbot.waitActive(window)
    rows = dict(zip(TASKS, table("en"), strict=True))
    page = window.search_page

    def settled(expected: Callable[[], object]) -> None:
        qtbot.waitUntil(lambda: bool(expected()), timeout=LONG_MS)

    def answered() -> bool:
        return window.search_page.question is None and page.results.model.rowCount() > 0

    answer_folder(rows["Add a folder"], briefs)
    window.activateWindow()  # as the system does when a dialog closes
    qtbot.waitActive(window)
    settled(lambda: library.documents.totals()[0] == 3 and not window.library_page.adding.waiting)
    named = {document.file_name: document for document in library.documents.each()}
    library.documents.correct(named["old.txt"].id, CaptionField.FILED, "July 1, 2011")
    library.documents.correct(named["new.txt"].id, CaptionField.FILED, "July 1, 2019")

    settled(lambda: library.embedding.waiting() == 0 and not window.embedding.busy)  # one order of results

    do(rows["Find a rule number"], "R. 3:5-7")
    settled(answered)
    assert page.results.model.hit(0).document.file_name == "old.txt"

    do(rows["Find a topic"], "giraffe seized without a warrant")
    settled(lambda: answered() and page.results.model.close == 2)

    do(rows["Narrow by date"])
    settled(lambda: answered() and page.results.model.close == 1)
    assert page.results.model.hit(0).document.file_name == "new.txt"
    do(rows["Find a topic"], "giraffe seized without a warrant")
    settled(lambda: answered() and page.results.model.close == 2)

    do(rows["Read the hit"])
    settled(lambda: window.search_page.reader.document is not None)
    first = window.search_page.reader.hit

    do(rows["Go to the next hit"])
    settled(lambda: window.search_page.reader.hit is not None and window.search_page.reader.hit != first)
    hit = window.search_page.reader.hit
    assert hit is not None

    do(rows["Copy it with its citation"])
    settled(lambda: hit.passage.text[:20] in QGuiApplication.clipboard().text())

    do(rows["Say that it is helpful"])
    settled(lambda: [mark.verdict for mark in library.feedback.all()] == [Verdict.UP])

    do(rows["Open a summary"])
    settled(lambda: window.search_page.reader.summary.toggle.isChecked())

    correct_a_date(rows["Correct a date"], window, settled)
    settled(lambda: date(2020, 3, 3) in [document.filed for document in library.documents.each()])


def answer_folder(row: Row, folder: Path) -> None:
    """The dialog of the system cannot be driven: Qt's own stands in its place, and blocks as that does."""
    (_, keys), *rest = row.steps()

    typed: list[str] = []

    def answer() -> None:
        dialog, field = QApplication.activeModalWidget(), QApplication.focusWidget()
        if dialog is None or not isinstance(field, QLineEdit) or not dialog.isAncestorOf(field):
            QTimer.singleShot(10, answer)
            return
        assert isinstance(dialog, QFileDialog)
        type_in(str(folder))
        typed.append(field.text())
        if typed == [str(folder)]:  # nothing else is to be added, whatever the dialog makes of the keys
            press(key)
            QTimer.singleShot(GIVE_UP_MS, dialog, dialog.reject)
        else:
            dialog.reject()

    (kind, _), (_, key) = rest
    assert kind == "type"
    QTimer.singleShot(0, answer)
    press(keys)
    assert typed == [str(folder)]


def correct_a_date(row: Row, window: MainWindow, settled: Callable[[Callable[[], object]], None]) -> None:
    (_, opening), *rest = row.steps()
    press(opening)
    settled(
        lambda: (
            window.library_page.correction.dialog is not None
            and window.library_page.correction.dialog.isActiveWindow()
        )
    )
    do(
        Row(", ".join(f"`{value}`" if kind == "key" else "type it" for kind, value in rest), 0, "", 0),
        "3/3/2020",
    )


@pytest.mark.qt_log_ignore("propagateSizeHints", "does not support")
def test_each_task_is_done_with_the_mouse_where_the_guide_says(
    qtbot: QtBot, empty_window: MainWindow, empty_library: HookedLibrary, briefs: Path
) -> None:
    window, library = empty_window, empty_library
    window.activateWindow()
    qtbot.waitActive(window)
    page, reader, left = window.search_page, window.search_page.reader, Qt.MouseButton.LeftButton

    def settled(expected: Callable[[], object]) -> None:
        qtbot.waitUntil(lambda: bool(expected()), timeout=LONG_MS)

    def ask(text: str) -> None:
        qtbot.mouseClick(page.bar.field, left)
        page.bar.field.clear()
        type_in(text)
        press("Return")
        settled(lambda: page.question is None and page.results.model.rowCount() > 0)

    def click_card(row: int, button: str = "") -> None:
        results = page.results.list
        card = results.visualRect(results.model().index(row, 0))
        place = card.center()
        if button:
            drawn = results.card(row)
            square = drawn.button(BUTTONS.index(button)) if button in BUTTONS else drawn.actions[button]
            place = card.topLeft() + square.center().toPoint()
        qtbot.mouseClick(results.viewport(), left, pos=place)

    drop(window, [QUrl.fromLocalFile(str(briefs))])
    settled(lambda: library.documents.totals()[0] == 3 and not window.library_page.adding.waiting)
    named = {document.file_name: document for document in library.documents.each()}
    library.documents.correct(named["old.txt"].id, CaptionField.FILED, "July 1, 2011")
    library.documents.correct(named["new.txt"].id, CaptionField.FILED, "July 1, 2019")
    settled(lambda: library.embedding.waiting() == 0 and not window.embedding.busy)
    qtbot.mouseClick(window.rail.buttons[SEARCH], left)

    ask("R. 3:5-7")
    assert page.results.model.hit(0).document.file_name == "old.txt"
    ask("giraffe seized without a warrant")
    qtbot.mouseClick(page.filters.button, left)
    type_in("2015")
    press("Return")
    settled(lambda: page.question is None and page.results.model.close == 1)
    qtbot.mouseClick(page.filters.clear_all, left)
    qtbot.mouseClick(page.filters.button, left)
    settled(lambda: page.question is None and page.results.model.close == 2)

    click_card(1)
    settled(lambda: reader.hit is not None and reader.hit == page.results.model.hit_at(1))
    first = reader.hit
    qtbot.mouseClick(reader.tools.previous_hit, left)
    settled(lambda: reader.hit is not None and reader.hit != first)
    hit, row = reader.hit, page.results.list.current_row()
    assert hit is not None
    click_card(row, "copy")
    settled(lambda: hit.passage.text[:20] in QGuiApplication.clipboard().text())
    click_card(row, "up")
    settled(lambda: [mark.verdict for mark in library.feedback.all()] == [Verdict.UP])
    qtbot.mouseClick(reader.tools.summary, left)
    settled(lambda: reader.summary.toggle.isChecked())

    menu = reader.tools.more.menu()
    entry = next(action for action in menu.actions() if action.text().startswith("Correct the caption…"))
    QTimer.singleShot(0, menu, lambda: qtbot.mouseClick(menu, left, pos=menu.actionGeometry(entry).center()))
    qtbot.mouseClick(reader.tools.more, left)
    settled(lambda: window.library_page.correction.dialog is not None)
    dialog = window.library_page.correction.dialog
    assert dialog is not None
    field = dialog.rows[CaptionField.FILED].field
    qtbot.mouseDClick(field.viewport(), left)
    qtbot.mouseClick(field.viewport(), left)  # the third click selects all
    type_in("3/3/2020")
    qtbot.mouseClick(dialog.save, left)
    settled(lambda: date(2020, 3, 3) in [document.filed for document in library.documents.each()])
