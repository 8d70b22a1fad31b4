"""What the menus offer on the search page: the marks given, exports, and the office's related words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.office import OfficeRole, Person
from briefbank.domain.searches import Feedback, SearchRequest, Verdict
from briefbank.errors import QueryError, StoreDamaged, StoreReadOnly
from tests.stand_ins.hooked_library import HookedLibrary
from tests.stand_ins.office import StubOffice
from tests.ui.conftest import answer_boxes, answer_questions, search, shown
from tests.ui.features.search.conftest import answered, full_requests, ids
from ui.features.search import menu
from ui.features.search.menu import DOCUMENT, FORMS, MARK, SEARCH, FeedbackDialog
from ui.jobs import Lane
from ui.kit import dialogs
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def marks(library: HookedLibrary) -> list[Feedback]:
    """Three marks, the newest first."""
    words = ("nervousness", Verdict.DOWN), ("identification", Verdict.UP), ("warrant", Verdict.UP)
    for query, verdict in words:
        hit = library.search(SearchRequest(query, words_only=True)).hits[0]
        library.feedback.give(hit.passage.id, query, verdict)
    library.calls.clear()
    return list(library.feedback.all())


def open_marks(qtbot: QtBot, window: MainWindow) -> FeedbackDialog:
    action = next(widget for widget in window.findChildren(type(window.menuBar().actions()[0])) if
                  widget.text() == "&Your marks…")  # fmt: skip
    action.trigger()
    qtbot.waitUntil(lambda: not window.jobs.busy("marks"))
    assert window.search_page.menu.marks is not None
    return window.search_page.menu.marks


def cells(dialog: FeedbackDialog, column: int) -> list[str]:
    model = dialog.model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def left(qtbot: QtBot, library: HookedLibrary, dialog: FeedbackDialog, number: int) -> None:
    """Wait until so many marks are left."""
    qtbot.waitUntil(lambda: dialog.model.total == number and len(library.feedback.all()) == number)


def test_marks_are_taken_back_and_searched_without_also_where_the_list_was_closed_meanwhile(
    qtbot: QtBot,
    marks: list[Feedback],
    window: MainWindow,
    library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answer_questions(monkeypatch, menu, lambda question, _meaning: question)
    search(qtbot, window)
    dialog, gate, asked = (
        open_marks(qtbot, window),
        library.hold("feedback.forget"),
        len(full_requests(library)),
    )
    qtbot.mouseClick(dialog.take_all, Qt.MouseButton.LeftButton)
    dialog.close()
    qtbot.waitUntil(lambda: window.search_page.menu.marks is None)
    gate.set()
    qtbot.waitUntil(lambda: len(full_requests(library)) > asked)
    assert window.status.text.whole() == "All marks were taken back."
    assert not library.feedback.all()


def test_the_list_says_what_was_marked_for_which_search_and_of_what_and_is_narrowed_by_words(
    qtbot: QtBot, marks: list[Feedback], window: MainWindow, library: HookedLibrary
) -> None:
    library.change("feedback.all", lambda all_: [*all_[:2], replace(all_[2], passage_id=0, title="")])
    dialog = open_marks(qtbot, window)
    assert cells(dialog, SEARCH) == [mark.query for mark in marks]
    assert sorted(cells(dialog, MARK)) == ["Helpful", "Helpful", "Not helpful"]
    assert cells(dialog, DOCUMENT)[0].startswith(marks[0].title)
    assert cells(dialog, DOCUMENT)[2] == "Not in this library now"
    assert dialog.extent.text() == "3 marks"
    qtbot.keyClicks(dialog.field, marks[1].query.upper())
    assert cells(dialog, SEARCH) == [marks[1].query] and dialog.extent.text() == "1 of 3 marks"
    qtbot.keyClicks(dialog.field, " nothing")
    assert "No mark has these words." in dialog.message.words()


@pytest.mark.parametrize("role", [OfficeRole.READER, OfficeRole.EDITOR])
@pytest.mark.nightly
def test_at_an_office_it_is_said_for_whom_marks_count_and_readers_take_back_only_their_own(
    qtbot: QtBot, marks: list[Feedback], library: HookedLibrary, window: MainWindow, role: OfficeRole
) -> None:
    vars(library)["office"] = StubOffice(Person("Rita", role))
    own = marks[0].key
    library.change("feedback.all", lambda all_: [replace(mark, for_all=mark.key != own) for mark in all_])
    search(qtbot, window, "stop")
    window.search_page.menu.give_feedback(shown(window)[0], Verdict.UP)
    reads = role is OfficeRole.READER
    assert ("you alone" if reads else "everybody") in window.status.text.whole()
    window.search_page.menu.give_feedback(shown(window)[0], Verdict.UP)
    dialog = open_marks(qtbot, window)
    assert [mark.rpartition(", ")[2] for mark in cells(dialog, MARK)] == ["for you", *["for the office"] * 2]
    assert dialog.importing.isHidden() is dialog.export.isHidden() is reads
    dialog.table.selectRow(1)
    assert dialog.take_back.isEnabled() is not reads
    dialog.table.selectAll()
    dialog.take_back.click()
    left(qtbot, library, dialog, 2 if reads else 0)
    assert not dialog.take_all.isEnabled()


def test_delete_takes_a_chosen_mark_back_and_the_results_are_searched_anew(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    marked = ids(window)[0]
    window.search_page.menu.give_feedback(shown(window)[0], Verdict.UP)
    qtbot.waitUntil(lambda: len(library.feedback.all()) == 1)
    dialog, searches = open_marks(qtbot, window), len(full_requests(library))
    dialog.table.selectRow(0)
    qtbot.keyClick(dialog.table, Qt.Key.Key_Delete)
    left(qtbot, library, dialog, 0)
    assert dialog.notice.text() == "1 mark was taken back."
    qtbot.waitUntil(lambda: len(full_requests(library)) > searches)
    answered(qtbot, window)
    assert all(hit.verdict is None for hit in shown(window) if hit.passage.id == marked)


def test_marks_are_carried_in_a_file_and_those_on_passages_that_are_not_here_are_said(
    qtbot: QtBot,
    marks: list[Feedback],
    window: MainWindow,
    library: HookedLibrary,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "marks.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: (str(path), ""))
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
    dialog = open_marks(qtbot, window)
    dialog.export.click()
    qtbot.waitUntil(lambda: dialog.notice.text() == f"Your marks were written to {path}.")
    dialog.table.selectAll()
    dialog.take_back.click()
    left(qtbot, library, dialog, 0)
    library.change("feedback.import_from", lambda counts: (counts[0], 2))
    dialog.importing.click()
    left(qtbot, library, dialog, 3)
    assert dialog.notice.text() == (
        "3 marks were taken in. 2 of them are on passages that are not in this library; they count once the "
        "document is added."
    )
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("", ""))
    dialog.importing.click()
    assert len(library.called("feedback.import_from")) == 1, "a dialog that is left does nothing"


def test_what_fails_is_said_above_the_list_which_stays_and_unreadable_marks_in_its_place(
    qtbot: QtBot, marks: list[Feedback], window: MainWindow, library: HookedLibrary
) -> None:
    dialog = open_marks(qtbot, window)
    library.fail("feedback.forget", StoreReadOnly())
    dialog.table.selectRow(1)
    dialog.take_back.click()
    qtbot.waitUntil(lambda: dialog.notice.text().startswith("The marks could not be taken back."))
    assert StoreReadOnly.default_remedy in dialog.notice.text() and dialog.model.total == 3
    library.fail("feedback.all", StoreDamaged())
    open_marks(qtbot, window)
    assert StoreDamaged.default_title in dialog.message.words() and not dialog.take_all.isEnabled()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that a person chooses in the dialog."""
    path = tmp_path / "out.csv"
    monkeypatch.setattr(menu, "chosen_file", lambda *_arguments: path)
    return path


def says(qtbot: QtBot, window: MainWindow, words: str) -> None:
    qtbot.waitUntil(lambda: words in window.status.text.whole())


def test_an_export_can_be_stopped_leaves_no_file_and_a_second_waits_for_it(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, path: Path
) -> None:
    search(qtbot, window)
    gate, page = library.hold("exports.results"), window.search_page
    page.menu.export_results()
    page.menu.export_results()
    says(qtbot, window, "still being written")
    progress = page.menu.progress
    assert progress is not None and window.jobs.engaged(Lane.LONG), "searches do not wait for it"
    qtbot.waitUntil(lambda: bool(library.called("exports.results")))
    progress.show()
    qtbot.mouseClick(progress.findChild(QPushButton), Qt.MouseButton.LeftButton)
    gate.set()
    says(qtbot, window, "was stopped")
    assert not path.exists() and page.menu.progress is None


@pytest.mark.parametrize("gone", [True, False])
def test_an_export_that_fails_or_is_left_says_so_and_writes_nothing(
    qtbot: QtBot,
    window: MainWindow,
    library: HookedLibrary,
    path: Path,
    monkeypatch: pytest.MonkeyPatch,
    gone: bool,
) -> None:
    search(qtbot, window)
    if gone:
        monkeypatch.setattr(menu, "chosen_file", lambda *_arguments: path.parent / "gone" / "out.docx")
    else:
        library.fail("exports.results", QueryError("This cannot be understood.", "Type it otherwise."))
    window.search_page.menu.export_results()
    says(qtbot, window, "Choose another folder" if gone else "Type it otherwise.")
    monkeypatch.setattr(menu, "chosen_file", lambda *_arguments: None)
    window.search_page.menu.export_results()
    assert window.search_page.menu.progress is None and not path.exists()


def test_the_dialog_adds_the_ending_of_the_chosen_form_itself(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The dialog then asks before it replaces the very file that is written."""

    def choose(dialog: QFileDialog) -> int:
        dialog.setDirectory(str(tmp_path))
        dialog.filterSelected.emit(dialog.nameFilters()[1])
        dialog.selectFile("results")
        assert dialog.acceptMode() is QFileDialog.AcceptMode.AcceptSave
        assert not dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
        return 1

    monkeypatch.setattr(QFileDialog, "exec", choose)
    parent = QWidget()
    qtbot.addWidget(parent)
    path = dialogs.chosen_file(parent, "Export", "results", FORMS)
    assert path is not None
    assert path.name == "results.csv"


def test_the_list_of_related_words_opens_in_the_editor_and_lines_that_cannot_be_read_are_named(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url) or True)
    window.search_page.menu.open_thesaurus()
    says(qtbot, window, "next search")
    assert urls[0].isLocalFile() and urls[0].toLocalFile() == str(library.thesaurus.path())
    assert window.search_page.menu.problems is None
    library.thesaurus.path().write_text("car =\nheron\n")
    window.search_page.menu.open_thesaurus()
    qtbot.waitUntil(lambda: window.search_page.menu.problems is not None)
    dialog = window.search_page.menu.problems
    assert dialog is not None
    texts = [label.text() for label in dialog.findChildren(QLabel)]
    assert "2 lines of thesaurus.txt could not be read and do not count." in texts
    dialog.accept()
    qtbot.waitUntil(lambda: window.search_page.menu.problems is None)


@pytest.mark.parametrize(("button", "number"), [("Take all back", 0), ("Keep them", 3)])
def test_all_marks_are_taken_back_only_after_a_question(
    qtbot: QtBot,
    marks: list[Feedback],
    window: MainWindow,
    library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    number: int,
) -> None:
    dialog = open_marks(qtbot, window)
    questions = answer_boxes(monkeypatch, button)
    dialog.take_all.click()
    left(qtbot, library, dialog, number)
    assert questions[0].startswith("Take all 3 marks back?")
