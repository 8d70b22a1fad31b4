"""Correcting captions: what is shown and saved, that nothing typed is lost, and one field of many at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import Document, DocumentList
from briefbank.errors import StoreFull
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import choose_more, list_settled, search, show_library
from ui.features.library.correction import (
    FINISH_FIRST,
    LASTING,
    MISSING,
    NOT_ALL,
    NOT_CORRECTED,
    SAVING,
    USE_READ,
    CorrectionDialog,
    ManyCorrectionDialog,
)
from ui.features.library.page import ALL, LACKING
from ui.features.library.table import COURT, DOCKET, FILED, TITLE
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared import caption_fields
from ui.shared.caption_fields import KindField, WordsField

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

WAIT_MS = 60_000  # To undo writes the index several times
LEFT = Qt.MouseButton.LeftButton
DOCKET_READ = "099941"  # Of the newest document, which is the first row
NOT_A_DATE = "“the third of March” is not a date."
NEW_COURT = "Tax Court of New Jersey"


def listed(library: HookedLibrary) -> Sequence[int]:
    """Return the ids of all documents, the newest first, as the table lists them."""
    return library.documents.ids(DocumentList())


def newest(library: HookedLibrary) -> Document:
    return library.documents.get(listed(library)[0])


def opened(qtbot: QtBot, window: MainWindow) -> CorrectionDialog:
    correction = window.library_page.correction
    qtbot.waitUntil(lambda: correction.dialog is not None and correction.dialog.isVisible())
    assert correction.dialog is not None
    return correction.dialog


def open_dialog(qtbot: QtBot, window: MainWindow, row: int = 0) -> CorrectionDialog:
    """Open the dialog by the button of the library page."""
    show_library(qtbot, window)
    window.library_page.table.selectRow(row)
    qtbot.mouseClick(window.library_page.correct, LEFT)
    return opened(qtbot, window)


def write(qtbot: QtBot, dialog: CorrectionDialog, field: CaptionField, text: str) -> None:
    """Click on a field and type in place of what stands there."""
    widget = dialog.rows[field].field
    assert isinstance(widget, WordsField)
    qtbot.mouseClick(widget.viewport(), LEFT)
    widget.selectAll()
    qtbot.keyClick(widget, Qt.Key.Key_Delete)
    qtbot.keyClicks(widget, text)


def save(qtbot: QtBot, dialog: CorrectionDialog) -> None:
    qtbot.mouseClick(dialog.save, LEFT)


def closed(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.library_page.correction.dialog is None)
    idle(qtbot, window)


def idle(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: not window.jobs.engaged(Lane.WRITER))
    list_settled(qtbot, window)


def in_table(window: MainWindow, column: int, row: int = 0) -> str:
    return str(window.library_page.table.model().index(row, column).data())


def test_each_field_shows_and_speaks_its_value_and_where_it_comes_from(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    dialog = open_dialog(qtbot, sample_window)
    shown = {name: (row.field.value(), row.source.text()) for name, row in dialog.rows.items()}
    assert list(shown) == list(CaptionField)
    assert shown[CaptionField.DOCKET] == (DOCKET_READ, "Read from the cover.")
    signature = "Uncertain. Read from the signature block on file page 7."
    assert shown[CaptionField.FILED] == ("November 4, 2024", signature)
    assert shown[CaptionField.CLIENT] == ("Adeyemi-Cross", "Uncertain. Read from the file’s name.")
    assert shown[CaptionField.VERSION] == ("", "Not found.")
    assert shown[CaptionField.KIND][0] == Kind.BRIEF
    assert dialog.message.text() == LASTING and not dialog.save.isEnabled()
    for name, row in dialog.rows.items():
        assert row.field.accessibleName() == caption_fields.FIELD_WORDS[name]
        assert row.field.accessibleDescription() == row.source.text()
    write(qtbot, dialog, CaptionField.TITLE, "Another")
    qtbot.keyClick(dialog.rows[CaptionField.TITLE].field, Qt.Key.Key_Escape)
    closed(qtbot, sample_window)
    assert not newest(sample_library).corrected, "Escape leaves everything as it was"


def test_only_what_was_changed_is_saved_and_shown_everywhere(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    window = sample_window
    search(qtbot, window)
    with qtbot.waitSignal(window.search_page.reader.opened):
        window.search_page.open_row(0)
    reader = window.search_page.reader
    qtbot.waitUntil(lambda: reader.canvas.page > 0)
    assert reader.document is not None
    id_, page = reader.document.id, reader.canvas.page
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F2)
    dialog = opened(qtbot, window)
    write(qtbot, dialog, CaptionField.DOCKET, "A-9999-22")
    qtbot.keyClick(dialog.rows[CaptionField.DOCKET].field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.library_page.correction.dialog is None)
    assert sample_library.called("documents.correct") == [(id_, CaptionField.DOCKET, "A-9999-22")]
    qtbot.waitUntil(lambda: "was corrected" in window.status.text.whole())
    qtbot.waitUntil(lambda: "A-9999-22" in reader.tools.origin.whole())
    assert reader.canvas.page == page != 0, "the page is not opened anew"
    model = window.search_page.results.model
    qtbot.waitUntil(lambda: model.hit(0).document.docket == "A-9999-22")
    show_library(qtbot, window)
    assert "A-9999-22" in [in_table(window, DOCKET, row) for row in range(8)]


def test_what_cannot_be_understood_is_said_beside_its_field_and_the_rest_is_saved(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    dialog = open_dialog(qtbot, sample_window)
    write(qtbot, dialog, CaptionField.FILED, "the third of March")
    write(qtbot, dialog, CaptionField.COURT, "Court of Errors")
    save(qtbot, dialog)
    row = dialog.rows[CaptionField.FILED]
    qtbot.waitUntil(lambda: row.source.text().startswith(NOT_A_DATE))
    assert row.field.accessibleDescription() == row.source.text() and row.field.property("wrong")
    assert row.field.value() == "the third of March" and row.field.hasFocus()
    assert dialog.message.text() == NOT_ALL
    assert dialog.rows[CaptionField.COURT].source.text() == "Corrected by a person."
    qtbot.waitUntil(lambda: in_table(sample_window, COURT) == "Court of Errors")
    qtbot.keyClick(row.field, Qt.Key.Key_Backspace)
    assert not row.field.property("wrong"), "what is being put right is no longer marked"
    write(qtbot, dialog, CaptionField.FILED, "March 3, 2020")
    save(qtbot, dialog)
    closed(qtbot, sample_window)
    assert len(sample_library.called("documents.correct")) == 3, "what was saved is not saved again"
    assert in_table(sample_window, FILED, 1) == "March 3, 2020"


def test_a_failure_keeps_everything_that_was_typed_to_be_saved_again(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    sample_library.documents.correct(listed(sample_library)[0], CaptionField.DOCKET, "A-1")
    sample_library.fail("documents.correct", StoreFull())
    dialog = open_dialog(qtbot, sample_window)
    write(qtbot, dialog, CaptionField.TITLE, "State v. Quill")
    write(qtbot, dialog, CaptionField.OFFICE, "Public Defender")
    save(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.message.text() == str(StoreFull()))
    sample_library.fail("documents.correct", None)
    qtbot.mouseClick(dialog.rows[CaptionField.DOCKET].undo, LEFT)
    qtbot.waitUntil(lambda: dialog.rows[CaptionField.DOCKET].field.value() == DOCKET_READ)
    assert dialog.rows[CaptionField.OFFICE].field.value() == "Public Defender"
    save(qtbot, dialog)
    closed(qtbot, sample_window)
    assert in_table(sample_window, TITLE) == "State v. Quill"
    assert newest(sample_library).office == "Public Defender"


def test_nothing_can_be_typed_while_saving_and_a_dialog_that_is_closed_then_still_saves(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    gate = sample_library.hold("documents.correct")
    dialog = open_dialog(qtbot, sample_window)
    write(qtbot, dialog, CaptionField.FILED, "the third of March")
    save(qtbot, dialog)
    qtbot.waitUntil(lambda: sample_library.called("documents.correct") != [])
    assert dialog.message.text() == SAVING and not dialog.save.isEnabled()
    assert not dialog.rows[CaptionField.SIDE].field.isEnabled()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert sample_window.library_page.correction.dialog is None
    gate.set()
    qtbot.waitUntil(lambda: NOT_A_DATE in sample_window.status.text.whole())


def test_everything_can_be_done_by_keyboard(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    show_library(qtbot, sample_window)
    sample_window.activateWindow()
    qtbot.keyClick(sample_window.library_page.table, Qt.Key.Key_F2)
    dialog = opened(qtbot, sample_window)
    dialog.activateWindow()
    met = []
    assert dialog.rows[CaptionField.YEAR].isHidden(), "the day of filing says it"
    for row in (item for item in dialog.rows.values() if not item.isHidden()):
        focused = QApplication.focusWidget()
        assert focused is row.field
        met.append(row.name)
        if isinstance(focused, KindField):
            qtbot.keyClick(focused, Qt.Key.Key_Down)
        qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert met == [field for field in CaptionField if field is not CaptionField.YEAR]
    assert QApplication.focusWidget() is dialog.page
    qtbot.keyClick(dialog.rows[CaptionField.OFFICE].field, Qt.Key.Key_Enter)
    closed(qtbot, sample_window)
    assert newest(sample_library).kind is Kind.OPINION


def test_a_correction_is_taken_back_while_what_is_typed_elsewhere_stays(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    sample_library.documents.correct(listed(sample_library)[0], CaptionField.DOCKET, "A-1")
    dialog = open_dialog(qtbot, sample_window)
    row = dialog.rows[CaptionField.DOCKET]
    assert [item.name for item in dialog.rows.values() if item.undo.isVisible()] == [CaptionField.DOCKET]
    assert row.undo.accessibleName() == f"{USE_READ}: Docket"
    write(qtbot, dialog, CaptionField.SIDE, "Respondent")
    sample_library.fail("documents.correct", StoreFull())
    qtbot.mouseClick(row.undo, LEFT)
    qtbot.waitUntil(lambda: dialog.message.text() == str(StoreFull()))
    assert row.field.value() == "A-1" and row.undo.isEnabled()
    sample_library.fail("documents.correct", None)
    qtbot.mouseClick(row.undo, LEFT)
    qtbot.waitUntil(lambda: row.field.value() == DOCKET_READ)
    assert row.source.text() == "Read from the cover." and row.undo.isHidden() and row.field.hasFocus()
    assert dialog.rows[CaptionField.SIDE].field.value() == "Respondent" and dialog.save.isEnabled()
    qtbot.waitUntil(lambda: in_table(sample_window, DOCKET) == DOCKET_READ)


def test_unsaved_corrections_are_not_given_up_for_another_document(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    correction, other = sample_window.library_page.correction, listed(sample_library)[3]
    dialog = open_dialog(qtbot, sample_window)
    write(qtbot, dialog, CaptionField.TITLE, "Another")
    correction.open(other)
    assert correction.dialog is dialog and dialog.message.text() == FINISH_FIRST
    qtbot.mouseClick(dialog.cancel, LEFT)
    dialog = open_dialog(qtbot, sample_window)
    correction.open(other)
    qtbot.waitUntil(lambda: correction.dialog not in (None, dialog))
    assert opened(qtbot, sample_window).document.id == other


def test_a_document_is_corrected_from_the_menu_of_its_row_and_from_the_reader(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    show_library(qtbot, sample_window)
    one, other = map(sample_library.documents.get, listed(sample_library)[:2])
    menu = sample_window.library_page.menu(one)
    next(action for action in menu.actions() if action.text() == "Correct…\tF2").trigger()
    assert opened(qtbot, sample_window).document.id == one.id
    sample_window.library_page.correction.close()
    with qtbot.waitSignal(sample_window.search_page.reader.opened):
        sample_window.open_document(other)
    choose_more(sample_window.search_page.reader, "Correct the caption")
    assert opened(qtbot, sample_window).document.id == other.id


def choose(qtbot: QtBot, window: MainWindow, *rows: int) -> list[int]:
    """Select rows as with Ctrl and the mouse; return the ids of their documents."""
    show_library(qtbot, window)
    table = window.library_page.table
    table.choose(rows, rows[-1])
    return table.chosen()


def open_many(qtbot: QtBot, window: MainWindow, text: str = "") -> ManyCorrectionDialog:
    """Open the dialog for the chosen documents, and type into its field, which is the court."""
    qtbot.keyClick(window, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: window.library_page.many.dialog is not None)
    dialog = window.library_page.many.dialog
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible)
    type_value(qtbot, dialog, text)
    return dialog


def type_value(qtbot: QtBot, dialog: ManyCorrectionDialog, text: str) -> None:
    field = dialog.fields[dialog.field]
    assert isinstance(field, WordsField)
    field.selectAll()
    qtbot.keyClicks(field, text)


def change_courts(qtbot: QtBot, window: MainWindow) -> None:
    """Change the court of the chosen documents, and wait until that can be undone."""
    qtbot.mouseClick(open_many(qtbot, window, NEW_COURT).change, LEFT)
    qtbot.waitUntil(window.library_page.notice.isVisible)
    idle(qtbot, window)


def shown(window: MainWindow) -> set[int]:
    return set(window.library_page.model.ids(range(window.library_page.model.rowCount())))


def test_the_list_is_narrowed_to_documents_without_title_date_or_court(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    one, two = listed(sample_library)[:2]
    sample_library.documents.correct(one, CaptionField.FILED, "")
    sample_library.documents.correct(two, CaptionField.COURT, "")
    show_library(qtbot, sample_window)
    choice, lists = sample_window.library_page.lacking, []
    for row in range(choice.count()):
        choice.setCurrentIndex(row)
        list_settled(qtbot, sample_window)
        lists.append(shown(sample_window))
    assert [choice.itemText(row) for row in range(choice.count())] == [ALL, *(words for words, _ in LACKING)]
    assert lists == [set(range(1, 9)), {one, two}, set(), {one}, {two}]


def test_the_preview_counts_what_changes_and_offers_nothing_where_nothing_would(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    one, two, _three = choose(qtbot, sample_window, 0, 1, 2)
    sample_library.documents.correct(one, CaptionField.COURT, NEW_COURT)
    sample_library.documents.correct(two, CaptionField.COURT, "")
    dialog = open_many(qtbot, sample_window)
    assert dialog.choice.findData(CaptionField.TITLE) == -1, "titles differ"
    assert dialog.preview.text() == MISSING and not dialog.change.isEnabled()
    type_value(qtbot, dialog, NEW_COURT)
    text = f"Court of 2 documents becomes “{NEW_COURT}”. 1 of them has another value now."
    assert dialog.preview.text() == text and dialog.change.isEnabled()
    dialog.choice.setCurrentIndex(dialog.choice.findData(CaptionField.SIDE))
    dialog.as_read.click()
    assert dialog.preview.text() == NOT_CORRECTED and not dialog.change.isEnabled()


def test_a_date_is_read_in_any_form_before_it_is_kept_and_what_is_none_is_refused_at_once(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    chosen = choose(qtbot, sample_window, 0, 1)
    dialog = open_many(qtbot, sample_window)
    dialog.choice.setCurrentIndex(dialog.choice.findData(CaptionField.FILED))
    type_value(qtbot, dialog, "the Ides")
    assert "“the Ides” is not a date." in dialog.preview.text() and not dialog.change.isEnabled()
    type_value(qtbot, dialog, "3/15/2015")
    assert "“March 15, 2015”" in dialog.preview.text()
    qtbot.mouseClick(dialog.change, LEFT)
    idle(qtbot, sample_window)
    assert {sample_library.documents.get(id_).filed for id_ in chosen} == {date(2015, 3, 15)}


def test_a_change_of_many_is_said_and_undone_and_older_corrections_come_back(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    documents, page = sample_library.documents, sample_window.library_page
    one, two = choose(qtbot, sample_window, 0, 1)
    before = documents.get(two).court
    documents.correct(one, CaptionField.COURT, "Law Division")
    change_courts(qtbot, sample_window)
    assert page.notice.text() == "Court was corrected in 2 documents."
    assert page.table.chosen() == [one, two], "they stay chosen"
    assert [documents.get(id_).court for id_ in (one, two)] == [NEW_COURT, NEW_COURT]
    qtbot.keyClick(page.table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: sample_window.status.text.whole() == "Undone.", timeout=WAIT_MS)
    assert [documents.get(id_).court for id_ in (one, two)] == ["Law Division", before]
    assert not documents.get(two).corrected and not page.notice.isVisible()


def test_corrections_of_many_are_taken_back_as_one_is(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    one, _two = choose(qtbot, sample_window, 0, 1)
    before = sample_library.documents.get(one).court
    sample_library.documents.correct(one, CaptionField.COURT, "Law Division")
    dialog = open_many(qtbot, sample_window)
    dialog.as_read.click()
    assert dialog.preview.text() == "Court of 1 document becomes what was read there."
    qtbot.mouseClick(dialog.change, LEFT)
    qtbot.waitUntil(lambda: "was corrected in 1 document." in sample_window.status.text.whole())
    assert sample_library.documents.get(one).court == before


def test_a_failure_says_that_no_document_was_changed_and_why(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    sample_library.fail("documents.correct_many", StoreFull())
    choose(qtbot, sample_window, 0, 1)
    qtbot.mouseClick(open_many(qtbot, sample_window, NEW_COURT).change, LEFT)
    text = f"No document was changed. {StoreFull()}"
    qtbot.waitUntil(lambda: sample_window.status.text.whole() == text)


def test_what_was_corrected_anew_since_is_not_undone(
    qtbot: QtBot, sample_window: MainWindow, sample_library: HookedLibrary
) -> None:
    documents = sample_library.documents
    one, two = choose(qtbot, sample_window, 0, 1)
    before = documents.get(two).court
    change_courts(qtbot, sample_window)
    documents.correct(one, CaptionField.COURT, "Law Division")  # in another window
    sample_window.library_page.undo()
    text = "Undone, but for 1 document that was corrected since."
    qtbot.waitUntil(lambda: sample_window.status.text.whole() == text, timeout=WAIT_MS)
    assert [documents.get(id_).court for id_ in (one, two)] == ["Law Division", before]
