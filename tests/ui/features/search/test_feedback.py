"""Your marks: the list, narrowing it, taking marks back, and carrying them to another computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, Person
from briefbank.domain.searches import Verdict
from briefbank.errors import StoreDamaged, StoreReadOnly
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.office import StubOffice
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.feedback_dialog import FeedbackDialog
from ui.features.search.feedback_model import DOCUMENT, MARK, SEARCH
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

GIVEN = {
    ("traffic stop", 1): Verdict.UP,
    ("nervousness", 6): Verdict.DOWN,
    ("gone", 99): Verdict.UP,
}


def open_marks(qtbot: QtBot, window: MainWindow) -> FeedbackDialog:
    action = next(widget for widget in window.findChildren(type(window.menuBar().actions()[0])) if
                  widget.text() == "&Your marks…")  # fmt: skip
    action.trigger()
    qtbot.waitUntil(lambda: not window.jobs.busy("marks"))
    assert window.feedback.dialog is not None
    return window.feedback.dialog


def cells(dialog: FeedbackDialog, column: int) -> list[str]:
    model = dialog.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def changed(qtbot: QtBot, library: StubLibrary, dialog: FeedbackDialog, marks: int) -> None:
    qtbot.waitUntil(lambda: len(library.feedback.verdicts) == marks and dialog.model.total == marks)


def test_the_list_says_what_was_marked_for_which_search_and_of_what(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.feedback.verdicts = dict(GIVEN)
    dialog = open_marks(qtbot, window)
    assert cells(dialog, MARK) == ["Helpful", "Not helpful", "Helpful"]
    assert cells(dialog, SEARCH) == ["traffic stop", "nervousness", "gone"]
    assert cells(dialog, DOCUMENT)[0].startswith("State v. Harlan Quill")
    assert cells(dialog, DOCUMENT)[2] == "Not in this library now"
    assert dialog.extent.text() == "3 marks"


@pytest.fixture
def reader(library: StubLibrary) -> Person:
    """A reader who is signed in at an office; one mark is theirs, two are the office’s."""
    library.office = office = StubOffice(Person("Rita", OfficeRole.READER))
    library.feedback.verdicts, library.feedback.own = dict(GIVEN), {("traffic stop", 1)}
    assert office.person is not None
    return office.person


def test_a_reader_sees_for_whom_marks_count_and_takes_back_only_their_own(
    qtbot: QtBot, reader: Person, library: StubLibrary, open_window: OpenWindow
) -> None:
    dialog = open_marks(qtbot, open_window(library))
    assert cells(dialog, MARK) == [
        "Helpful, for you",
        "Not helpful, for the office",
        "Helpful, for the office",
    ]
    assert dialog.importing.isHidden() and dialog.export.isHidden()
    dialog.table.selectRow(1)
    assert not dialog.take_back.isEnabled()
    dialog.table.selectAll()
    dialog.take_back.click()
    changed(qtbot, library, dialog, 2)
    assert not dialog.take_all.isEnabled()


def test_an_editor_takes_back_marks_of_the_office(
    qtbot: QtBot, reader: Person, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.office = StubOffice()
    dialog = open_marks(qtbot, open_window(library))
    assert not dialog.importing.isHidden()
    dialog.table.selectRow(1)
    dialog.take_back.click()
    changed(qtbot, library, dialog, 2)


@pytest.mark.parametrize(
    ("role", "whom"), [(OfficeRole.READER, "you alone"), (OfficeRole.EDITOR, "everybody")]
)
def test_a_thumb_is_answered_with_for_whom_it_counts(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, role: OfficeRole, whom: str
) -> None:
    library.office = StubOffice(Person("Rita", role))
    window = open_window(library)
    search(qtbot, window, "stop")
    with qtbot.waitSignal(window.search.results.status) as said:
        window.search.results.give_feedback(0, Verdict.UP)
    assert whom in said.args[0]


def test_without_marks_it_says_how_to_give_one(qtbot: QtBot, window: MainWindow) -> None:
    dialog = open_marks(qtbot, window)
    assert "You have not marked a passage yet." in dialog.message.words()
    assert not dialog.export.isEnabled() and not dialog.take_all.isEnabled()
    assert dialog.importing.isEnabled()


def test_typed_words_narrow_the_list(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.feedback.verdicts = dict(GIVEN)
    dialog = open_marks(qtbot, window)
    qtbot.keyClicks(dialog.field, "quill STOP")
    assert cells(dialog, SEARCH) == ["traffic stop"]
    assert dialog.extent.text() == "1 of 3 marks"
    qtbot.keyClicks(dialog.field, " nothing")
    assert "No mark has these words." in dialog.message.words()


def test_delete_takes_the_chosen_marks_back_and_the_results_are_ordered_anew(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window, "traffic stop")
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: bool(library.feedback.verdicts))
    library.feedback.verdicts |= GIVEN
    dialog = open_marks(qtbot, window)
    dialog.table.selectRow(0)
    count = len(library.called("search"))
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    changed(qtbot, library, dialog, 2)
    assert dialog.notice.text() == "1 mark was taken back."
    qtbot.waitUntil(lambda: len(library.called("search")) > count and window.search.runner.question is None)
    assert shown(window)[0].verdict is None


def test_several_marks_are_taken_back_at_once(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.feedback.verdicts = dict(GIVEN)
    dialog = open_marks(qtbot, window)
    dialog.table.selectAll()
    dialog.take_back.click()
    changed(qtbot, library, dialog, 0)
    assert library.called("forget_marks") == [["1 traffic stop", "6 nervousness", "99 gone"]]


@pytest.mark.parametrize(("button", "left"), [("Take all back", 0), ("Keep them", 3)])
def test_all_marks_are_taken_back_only_after_a_question(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, button: str, left: int
) -> None:
    library.feedback.verdicts = dict(GIVEN)
    dialog = open_marks(qtbot, window)

    def answer() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        assert box.text() == "Take all 3 marks back?"
        next(item for item in box.buttons() if item.text() == button).click()

    QTimer.singleShot(0, answer)
    dialog.take_all.click()
    changed(qtbot, library, dialog, left)
    assert library.called("forget_marks") == ([None] if left == 0 else [])


def test_marks_are_written_to_the_file_that_was_chosen(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.feedback.verdicts = dict(GIVEN)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: ("/media/stick/marks.json", ""))
    dialog = open_marks(qtbot, window)
    dialog.export.click()
    qtbot.waitUntil(lambda: dialog.notice.text() == "Your marks were written to /media/stick/marks.json.")
    assert library.called("export_feedback") == [Path("/media/stick/marks.json")]


def test_imported_marks_are_counted_and_those_on_passages_that_are_not_here_are_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("/media/stick/marks.json", ""))
    library.feedback.imported = (12, 3)
    dialog = open_marks(qtbot, window)
    dialog.importing.click()
    changed(qtbot, library, dialog, 1)
    assert dialog.notice.text() == (
        "12 marks were taken in. 3 of them are on passages that are not in this library; they count once the "
        "document is added."
    )


def test_a_dialog_of_files_that_is_left_does_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("", ""))
    open_marks(qtbot, window).importing.click()
    assert not library.called("import_feedback")


def test_what_fails_is_said_above_the_list_which_stays(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.feedback.verdicts = dict(GIVEN)
    dialog = open_marks(qtbot, window)
    library.faults["forget_marks"] = StoreReadOnly()
    dialog.table.selectRow(1)
    dialog.take_back.click()
    qtbot.waitUntil(lambda: dialog.notice.text().startswith("The marks could not be taken back."))
    assert StoreReadOnly.default_remedy in dialog.notice.text()
    assert dialog.model.total == 3


def test_marks_that_cannot_be_read_are_said_to_be(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["marks"] = StoreDamaged()
    dialog = open_marks(qtbot, window)
    assert StoreDamaged.default_title in dialog.message.words()
    assert not dialog.take_all.isEnabled()


def test_it_opens_again_after_it_was_closed(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    open_marks(qtbot, window).closing.click()
    qtbot.waitUntil(lambda: window.feedback.dialog is None)
    library.feedback.verdicts = dict(GIVEN)
    assert open_marks(qtbot, window).model.total == 3
