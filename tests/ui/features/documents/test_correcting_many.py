"""Documents that lack something are found, and one field of many is corrected at once."""

from __future__ import annotations

import threading
from datetime import date

import pytest
from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtWidgets import QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField
from briefbank.errors import StoreFull
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import list_settled, show_library
from ui.features.documents.caption_row import USE_READ
from ui.features.documents.many_controller import MOST
from ui.features.documents.many_view import ALL_HAVE_IT, MISSING, NOT_CORRECTED, ManyCorrectionDialog
from ui.features.documents.view import ALL, LACKING
from ui.main_window import MainWindow
from ui.shared.caption_fields import KindField, WordsField
from ui.shared.job_progress import JobProgress

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

LEFT = Qt.MouseButton.LeftButton
COURT = "Supreme Court of New Jersey"


def choose(qtbot: QtBot, window: MainWindow, *rows: int) -> list[int]:
    """Select rows as with Ctrl and the mouse; return the ids of their documents."""
    show_library(qtbot, window)
    selection = window.documents.table.selectionModel()
    selection.clearSelection()
    for row in rows:
        index = window.documents.table.model().index(row, 0)
        flags = QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
        selection.setCurrentIndex(index, flags)
    return window.documents.chosen()


def opened(qtbot: QtBot, window: MainWindow) -> ManyCorrectionDialog:
    qtbot.keyClick(window, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: window.many_correction.dialog is not None)
    dialog = window.many_correction.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def pick(dialog: ManyCorrectionDialog, field: CaptionField) -> None:
    dialog.choice.setCurrentIndex(dialog.choice.findData(field))


def write(qtbot: QtBot, dialog: ManyCorrectionDialog, text: str) -> None:
    field = dialog.fields[dialog.field]
    assert isinstance(field, WordsField)
    field.selectAll()
    qtbot.keyClicks(field, text)


def shown(window: MainWindow) -> list[int]:
    return window.documents.model.ids(range(window.documents.model.rowCount()))


def idle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.jobs.busy("correct many"))
    list_settled(qtbot, window)


# --- what is missing ---


def test_the_list_is_narrowed_to_documents_without_title_date_or_court(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.change(1, title="harmon-brief", file_name="harmon-brief.pdf")
    library.documents.change(2, filed=None)
    library.documents.change(3, court="")
    show_library(qtbot, window)
    whole = set(shown(window))
    uploads = []
    for row in range(window.documents.lacking.count()):
        window.documents.lacking.setCurrentIndex(row)
        list_settled(qtbot, window)
        uploads.append(set(shown(window)))
    words = [window.documents.lacking.itemText(row) for row in range(window.documents.lacking.count())]
    assert words == [ALL, *(said for said, _fields in LACKING)]
    bare = 5
    """A document that has neither date nor court."""
    assert uploads == [whole, {1, 2, 3, bare}, {1}, {2, bare}, {3, bare}]


def test_what_is_typed_narrows_the_documents_that_lack_something(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.change(1, filed=None)
    library.documents.change(2, filed=None)
    show_library(qtbot, window)
    window.documents.lacking.setCurrentIndex(1)
    window.documents.field.setText(library.documents.get(2).docket)
    list_settled(qtbot, window)
    assert shown(window) == [2]


# --- which are chosen ---


def test_several_rows_stay_chosen_when_the_table_is_rearranged(qtbot: QtBot, window: MainWindow) -> None:
    chosen = choose(qtbot, window, 0, 2, 3)
    window.documents.table.sortByColumn(0, Qt.SortOrder.AscendingOrder)
    list_settled(qtbot, window)
    assert sorted(window.documents.chosen()) == sorted(chosen)
    window.library_list.refresh()
    idle(qtbot, window)
    assert sorted(window.documents.chosen()) == sorted(chosen)


def test_with_several_chosen_one_is_not_removed_by_mistake(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QMessageBox, "exec", lambda _box: pytest.fail("nothing is to be asked"))
    choose(qtbot, window, 0, 1)
    assert not window.documents.remove.isEnabled() and window.documents.correct.isEnabled()
    qtbot.keyClick(window.documents.table, Qt.Key.Key_Delete)
    assert "one at a time" in window.status.text.whole()
    assert not library.called("remove")


def test_more_than_can_be_corrected_at_once_are_not_begun_and_it_is_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.documents.many_wanted.emit(list(range(MOST + 1)))
    assert window.status.text.whole().startswith("At most 10,000 documents are corrected at once.")
    assert not library.called("caption")


def test_the_menu_of_several_says_of_how_many_a_field_is_corrected(qtbot: QtBot, window: MainWindow) -> None:
    choose(qtbot, window, 0, 1, 2)
    menu = window.documents.menu_of_many(3)
    (action,) = menu.actions()
    assert action.text().startswith("Correct a field of 3 documents…")
    action.trigger()
    qtbot.waitUntil(lambda: window.many_correction.dialog is not None)
    menu.close()


# --- what is said before ---


def test_the_preview_counts_what_changes_what_had_another_value_and_what_has_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    one, two, three = choose(qtbot, window, 0, 1, 2)
    library.documents.correct(one, CaptionField.COURT, COURT)
    library.documents.correct(two, CaptionField.COURT, "")
    library.documents.correct(three, CaptionField.COURT, "Tax Court")
    dialog = opened(qtbot, window)
    assert dialog.preview.text() == MISSING and not dialog.change.isEnabled()
    write(qtbot, dialog, COURT)
    assert dialog.preview.text() == (
        f"Court of 2 documents becomes “{COURT}”. 1 of them has another value now. 1 has it already."
    )
    assert dialog.change.isEnabled()


def test_nothing_is_offered_where_all_have_the_value(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    for document_id in choose(qtbot, window, 0, 1):
        library.documents.correct(document_id, CaptionField.COURT, COURT)
    dialog = opened(qtbot, window)
    write(qtbot, dialog, COURT)
    assert dialog.preview.text() == ALL_HAVE_IT and not dialog.change.isEnabled()


def test_a_date_is_read_in_any_form_before_it_is_kept_and_what_is_none_is_refused_at_once(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    chosen = choose(qtbot, window, 0, 1)
    dialog = opened(qtbot, window)
    pick(dialog, CaptionField.FILED)
    write(qtbot, dialog, "the Ides")
    assert "“the Ides” is not a date." in dialog.preview.text() and not dialog.change.isEnabled()
    write(qtbot, dialog, "3/15/2015")
    assert "“March 15, 2015”" in dialog.preview.text()
    qtbot.mouseClick(dialog.change, LEFT)
    idle(qtbot, window)
    assert {library.documents.get(item).filed for item in chosen} == {date(2015, 3, 15)}


def test_a_title_of_many_cannot_be_given(qtbot: QtBot, window: MainWindow) -> None:
    choose(qtbot, window, 0, 1)
    assert opened(qtbot, window).choice.findData(CaptionField.TITLE) == -1


# --- the change ---


def test_one_field_of_the_chosen_documents_is_changed_and_it_is_said(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    chosen = choose(qtbot, window, 0, 2, 3)
    dialog = opened(qtbot, window)
    pick(dialog, CaptionField.KIND)
    field = dialog.fields[CaptionField.KIND]
    assert isinstance(field, KindField)
    field.show_value("memo")
    qtbot.mouseClick(dialog.change, LEFT)
    qtbot.waitUntil(lambda: "was corrected in 3 documents." in window.status.text.whole())
    idle(qtbot, window)
    others = [document for document in library.documents.each() if document.id not in chosen]
    assert {library.documents.get(item).kind.value for item in chosen} == {"memo"}
    assert not [other for other in others if other.corrected]
    assert sorted(window.documents.chosen()) == sorted(chosen), "they stay chosen"


def test_corrections_of_many_are_taken_back_as_one_is(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    one, two = choose(qtbot, window, 0, 1)
    before = library.documents.get(one).court
    library.documents.correct(one, CaptionField.COURT, "Tax Court")
    dialog = opened(qtbot, window)
    assert dialog.as_read.text() == USE_READ
    dialog.as_read.click()
    assert dialog.preview.text() == "Court of 1 document becomes what was read there."
    qtbot.mouseClick(dialog.change, LEFT)
    qtbot.waitUntil(lambda: "was corrected in 1 document." in window.status.text.whole())
    assert library.documents.get(one).court == before
    assert library.called("correct_many") == [((one,), CaptionField.COURT, None)], "the other never was"
    assert two


def test_nothing_is_taken_back_where_nobody_corrected(qtbot: QtBot, window: MainWindow) -> None:
    choose(qtbot, window, 0, 1)
    dialog = opened(qtbot, window)
    dialog.as_read.click()
    assert dialog.preview.text() == NOT_CORRECTED and not dialog.change.isEnabled()


def test_documents_that_were_removed_meanwhile_are_named(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    one, two = choose(qtbot, window, 0, 1)
    title = library.documents.get(two).title
    dialog = opened(qtbot, window)
    library.documents.remove(two)
    write(qtbot, dialog, COURT)
    qtbot.mouseClick(dialog.change, LEFT)
    qtbot.waitUntil(lambda: "1 is no longer in the library" in window.status.text.whole())
    assert f"“{title}”" in window.status.text.whole() and "in 1 document." in window.status.text.whole()
    assert library.documents.get(one).court == COURT


def test_a_change_can_be_stopped_and_then_no_document_has_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["correct_many"] = threading.Event()
    choose(qtbot, window, 0, 1)
    dialog = opened(qtbot, window)
    write(qtbot, dialog, COURT)
    qtbot.mouseClick(dialog.change, LEFT)
    qtbot.waitUntil(lambda: bool(library.called("correct_many")))
    progress = window.findChild(JobProgress)
    assert progress is not None
    progress.show()
    qtbot.mouseClick(progress.findChild(QPushButton), LEFT)
    gate.set()
    qtbot.waitUntil(lambda: window.status.text.whole() == "No document was changed.")
    assert not [document for document in library.documents.each() if document.corrected]


def test_a_failure_says_that_no_document_was_changed_and_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["correct_many"] = StoreFull()
    choose(qtbot, window, 0, 1)
    dialog = opened(qtbot, window)
    write(qtbot, dialog, COURT)
    qtbot.mouseClick(dialog.change, LEFT)
    said = f"No document was changed. {StoreFull()}"
    qtbot.waitUntil(lambda: window.status.text.whole() == said)
