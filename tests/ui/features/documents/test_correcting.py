"""Correcting a caption: what is shown, what is saved, and that nothing typed is lost."""

from __future__ import annotations

import threading
from datetime import date

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import CaptionField, Kind
from briefbank.domain.documents import CaptionEntry
from briefbank.errors import NotInLibrary, StoreFull
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import list_settled, search, show_library
from ui.features.documents.caption_row import PUT_BACK, USE_READ
from ui.features.documents.correction_controller import FINISH_FIRST, NOTHING_CHOSEN
from ui.features.documents.correction_view import LASTING, NOT_ALL, SAVING, CorrectionDialog
from ui.features.documents.model import COURT, DOCKET, FILED, TITLE
from ui.main_window import MainWindow
from ui.shared import caption_texts
from ui.shared.caption_fields import KindField, WordsField
from ui.shared.pages import CARE, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

LEFT = Qt.MouseButton.LeftButton
NOT_A_DATE = "“the third of March” is not a date. Write it as March 5, 2021."


def open_dialog(qtbot: QtBot, window: MainWindow, row: int = 0) -> CorrectionDialog:
    """Open the dialog by the button of the library page."""
    show_library(qtbot, window)
    window.documents.table.selectRow(row)
    qtbot.mouseClick(window.documents.correct, LEFT)
    return opened(qtbot, window)


def opened(qtbot: QtBot, window: MainWindow) -> CorrectionDialog:
    qtbot.waitUntil(lambda: window.correction.dialog is not None and window.correction.dialog.isVisible())
    dialog = window.correction.dialog
    assert dialog is not None
    return dialog


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
    qtbot.waitUntil(lambda: window.correction.dialog is None)
    list_settled(qtbot, window)


def in_table(window: MainWindow, column: int, row: int = 0) -> str:
    return str(window.documents.table.model().index(row, column).data())


# --- what is shown ---


def test_each_field_shows_its_value_and_where_it_comes_from(qtbot: QtBot, window: MainWindow) -> None:
    dialog = open_dialog(qtbot, window)
    shown = {name: (row.field.value(), row.source.text()) for name, row in dialog.rows.items()}
    assert list(shown) == list(CaptionField)
    assert shown[CaptionField.DOCKET] == ("A-2214-22", "Read from the cover.")
    assert shown[CaptionField.FILED] == ("March 3, 2023", "Read from the filing stamp on file page 3.")
    assert shown[CaptionField.SIDE] == ("Appelant", "Uncertain. Read from the caption on file page 2.")
    assert shown[CaptionField.OFFICE] == ("", "Not found.")
    assert shown[CaptionField.KIND][0] == Kind.BRIEF
    assert dialog.message.text() == LASTING and not dialog.save.isEnabled()


def test_fields_are_named_and_described_to_assistive_technology(qtbot: QtBot, window: MainWindow) -> None:
    dialog = open_dialog(qtbot, window)
    for name, row in dialog.rows.items():
        assert row.field.accessibleName() == caption_texts.FIELD_WORDS[name]
        assert row.field.accessibleDescription() == row.source.text()


@pytest.mark.parametrize(
    ("source", "confidence", "page", "said"),
    [
        ("caption", 0.9, 0, "Read from the cover."),
        ("caption", 0.9, None, "Read from the document."),
        ("caption", 0.9, 4, "Read from the caption on file page 5."),
        ("stamp", 0.9, 0, "Read from the filing stamp."),
        ("service", 0.5, 23, "Uncertain. Read from the certificate of service on file page 24."),
        ("signature", 0.9, 9, "Read from the signature block on file page 10."),
        ("file", 0.5, None, "Uncertain. Read from the file’s name."),
        ("", 0.9, None, "Read from the document."),
    ],
)
def test_where_a_value_was_read_is_said_in_words(
    source: str, confidence: float, page: int | None, said: str
) -> None:
    entry = CaptionEntry(CaptionField.OFFICE, "A", source, confidence, page)
    assert caption_texts.source(entry, corrected=False) == said


@pytest.mark.parametrize(
    ("value", "corrected", "said"),
    [
        ("A", True, "Corrected by a person."),
        ("", True, "Left empty by a person."),
        ("", False, "Not found."),
    ],
)
def test_what_was_not_read_is_said_in_words(value: str, corrected: bool, said: str) -> None:
    entry = CaptionEntry(CaptionField.OFFICE, value, "person" if corrected else "", 0.0)
    assert caption_texts.source(entry, corrected=corrected) == said


def test_opening_alone_changes_nothing_whatever_the_value_looks_like(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.correct(1, CaptionField.TITLE, "State  v.\n Quill ")
    dialog = open_dialog(qtbot, window)
    assert not dialog.changed and not dialog.save.isEnabled()
    assert dialog.rows[CaptionField.TITLE].field.value() == "State v. Quill"


def test_a_long_value_is_seen_whole_in_as_many_lines_as_it_needs(qtbot: QtBot, window: MainWindow) -> None:
    dialog = open_dialog(qtbot, window)
    title, docket = dialog.rows[CaptionField.TITLE].field, dialog.rows[CaptionField.DOCKET].field
    write(qtbot, dialog, CaptionField.TITLE, "State v. Quill and Another, " * 12)
    assert title.height() > docket.height()
    write(qtbot, dialog, CaptionField.TITLE, "State v. Quill")
    assert title.height() == docket.height()


def test_the_dialog_fits_into_the_smallest_window(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1024, 700)
    dialog = open_dialog(qtbot, window)
    assert dialog.height() <= 700 - 40 and dialog.width() < 1024 / 2
    assert dialog.save.isVisible() and dialog.save.geometry().bottom() < dialog.height()


# --- saving ---


def test_only_what_was_changed_is_saved_and_shown_everywhere(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(0)
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_F2)
    dialog = opened(qtbot, window)
    write(qtbot, dialog, CaptionField.DOCKET, "A-9999-22")
    qtbot.keyClick(dialog.rows[CaptionField.DOCKET].field, Qt.Key.Key_Return)
    closed(qtbot, window)
    assert library.called("correct") == [(1, CaptionField.DOCKET, "A-9999-22")]
    assert "was corrected" in window.status.text.whole()
    head = window.search.reader.view.head
    qtbot.waitUntil(lambda: "A-9999-22" in head.origin.whole())
    assert head.place.text() == "Page 12 (file page 15 of 24)", "the page is not opened anew"
    model = window.search_page.results.model
    qtbot.waitUntil(lambda: model.hit(0).document.docket == "A-9999-22")
    show_library(qtbot, window)
    assert in_table(window, DOCKET) == "A-9999-22"


def test_a_date_is_typed_as_one_writes_it_and_the_table_sorts_by_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.FILED, "3/5/1999")
    save(qtbot, dialog)
    closed(qtbot, window)
    assert library.documents.get(1).filed == date(1999, 3, 5)
    assert in_table(window, FILED, 3) == "March 5, 1999"


def test_what_cannot_be_understood_is_said_beside_its_field_and_the_rest_is_saved(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.FILED, "the third of March")
    write(qtbot, dialog, CaptionField.COURT, "Court of Errors")
    save(qtbot, dialog)
    row = dialog.rows[CaptionField.FILED]
    qtbot.waitUntil(lambda: row.source.text() == NOT_A_DATE)
    assert row.field.accessibleDescription() == NOT_A_DATE and row.field.property("wrong")
    assert row.field.value() == "the third of March" and row.field.hasFocus()
    assert dialog.message.text() == NOT_ALL
    assert dialog.rows[CaptionField.COURT].source.text() == "Corrected by a person."
    qtbot.waitUntil(lambda: in_table(window, COURT) == "Court of Errors")
    qtbot.keyClick(row.field, Qt.Key.Key_Backspace)
    assert not row.field.property("wrong"), "what is being put right is no longer marked"
    write(qtbot, dialog, CaptionField.FILED, "March 3, 2020")
    save(qtbot, dialog)
    closed(qtbot, window)
    assert library.called("correct")[-1] == (1, CaptionField.FILED, "March 3, 2020")
    assert len(library.called("correct")) == 3, "what was saved is not saved again"


def test_a_failure_keeps_everything_that_was_typed_to_be_saved_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.correct(1, CaptionField.DOCKET, "A-1")
    library.faults["correct"] = StoreFull()
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.TITLE, "State v. Quill")
    write(qtbot, dialog, CaptionField.OFFICE, "Public Defender")
    save(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.message.text() == str(StoreFull()))
    library.faults.clear()
    qtbot.mouseClick(dialog.rows[CaptionField.DOCKET].undo, LEFT)
    qtbot.waitUntil(lambda: dialog.rows[CaptionField.DOCKET].field.value() == "A-2214-22")
    assert dialog.rows[CaptionField.OFFICE].field.value() == "Public Defender"
    save(qtbot, dialog)
    closed(qtbot, window)
    assert in_table(window, TITLE) == "State v. Quill"
    assert library.called("correct")[-1] == (1, CaptionField.OFFICE, "Public Defender")


def test_what_is_typed_while_saving_stays_to_be_saved_next(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["correct"] = threading.Event()
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.DOCKET, "A-1")
    save(qtbot, dialog)
    qtbot.waitUntil(lambda: library.called("correct") != [])
    assert dialog.message.text() == SAVING and not dialog.save.isEnabled()
    write(qtbot, dialog, CaptionField.SIDE, "Appellant")
    gate.set()
    qtbot.waitUntil(lambda: dialog.message.text() == LASTING)
    assert dialog.rows[CaptionField.SIDE].field.value() == "Appellant" and dialog.save.isEnabled()
    assert not dialog.rows[CaptionField.DOCKET].changed


def test_closing_while_saving_still_saves_and_says_how_it_went(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    gate = library.gates["correct"] = threading.Event()
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.FILED, "the third of March")
    save(qtbot, dialog)
    qtbot.waitUntil(lambda: library.called("correct") != [])
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.correction.dialog is None
    gate.set()
    qtbot.waitUntil(lambda: NOT_A_DATE in window.status.text.whole())


def test_escape_leaves_everything_as_it_was(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.TITLE, "Another")
    qtbot.keyClick(dialog.rows[CaptionField.TITLE].field, Qt.Key.Key_Escape)
    closed(qtbot, window)
    assert library.called("correct") == [] and library.documents.get(1).title.startswith("State v. Harlan")


def test_everything_can_be_done_by_keyboard(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    show_library(qtbot, window)
    window.activateWindow()
    qtbot.keyClick(window.documents.table, Qt.Key.Key_F2)
    dialog = opened(qtbot, window)
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
    closed(qtbot, window)
    assert library.called("correct") == [(1, CaptionField.KIND, "opinion")]


def test_turning_the_wheel_over_the_kind_does_not_choose_another(qtbot: QtBot, window: MainWindow) -> None:
    dialog = open_dialog(qtbot, window)
    kind = dialog.rows[CaptionField.KIND].field
    none, phase = Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase
    down, nothing = QPoint(0, -120), Qt.MouseButton.NoButton
    event = QWheelEvent(QPointF(9, 9), QPointF(9, 9), QPoint(), down, nothing, none, phase, False)
    QApplication.sendEvent(kind, event)
    assert kind.value() == Kind.BRIEF


def test_pasted_line_ends_become_spaces(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    data = QMimeData()
    data.setText("STATE OF NEW JERSEY,\r\n   v.\nJOHN DOE")
    QGuiApplication.clipboard().setMimeData(data)
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.TITLE, "")
    qtbot.keyClick(dialog.rows[CaptionField.TITLE].field, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    save(qtbot, dialog)
    closed(qtbot, window)
    assert library.documents.get(1).title == "STATE OF NEW JERSEY, v. JOHN DOE"


# --- taking a correction back ---


def test_a_correction_is_taken_back_and_can_be_had_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.correct(1, CaptionField.DOCKET, "A-1")
    dialog = open_dialog(qtbot, window)
    row = dialog.rows[CaptionField.DOCKET]
    assert [item.name for item in dialog.rows.values() if item.undo.isVisible()] == [CaptionField.DOCKET]
    assert row.undo.accessibleName() == f"{USE_READ}: Docket"
    write(qtbot, dialog, CaptionField.SIDE, "Appellant")
    qtbot.mouseClick(row.undo, LEFT)
    qtbot.waitUntil(lambda: row.field.value() == "A-2214-22")
    assert library.called("correct")[-1] == (1, CaptionField.DOCKET, None)
    assert row.source.text() == "Read from the cover."
    assert dialog.rows[CaptionField.SIDE].field.value() == "Appellant", "what is typed elsewhere stays"
    qtbot.waitUntil(lambda: in_table(window, DOCKET) == "A-2214-22")
    assert row.undo.text() == PUT_BACK
    qtbot.mouseClick(row.undo, LEFT)
    assert row.field.value() == "A-1"
    save(qtbot, dialog)
    closed(qtbot, window)
    assert library.documents.get(1).docket == "A-1"


def test_a_correction_that_cannot_be_taken_back_stays_and_it_is_said_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.documents.correct(1, CaptionField.DOCKET, "A-1")
    library.faults["correct"] = StoreFull()
    dialog = open_dialog(qtbot, window)
    row = dialog.rows[CaptionField.DOCKET]
    qtbot.mouseClick(row.undo, LEFT)
    qtbot.waitUntil(lambda: dialog.message.text() == str(StoreFull()))
    assert row.field.value() == "A-1" and row.undo.text() == USE_READ and row.undo.isEnabled()


# --- around the dialog ---


def test_the_page_of_a_field_is_shown_beside_the_dialog(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = open_dialog(qtbot, window)
    reader = window.search.reader
    qtbot.mouseClick(dialog.rows[CaptionField.FILED].field.viewport(), LEFT)
    assert dialog.page.text() == "Show file page 3"
    with qtbot.waitSignal(reader.opened):
        qtbot.mouseClick(dialog.page, LEFT)
    assert window.pages.currentIndex() == SEARCH and reader.view.canvas.page == 2
    qtbot.mouseClick(dialog.rows[CaptionField.OFFICE].field.viewport(), LEFT)
    qtbot.mouseClick(dialog.page, LEFT)
    assert reader.view.canvas.page == 0, "what was not found is looked for on the cover"
    assert library.called("open_pages") == [1] and dialog.isVisible()


def test_unsaved_corrections_are_not_given_up_for_another_document(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    dialog = open_dialog(qtbot, window)
    write(qtbot, dialog, CaptionField.TITLE, "Another")
    window.correction.correct(2)
    assert window.correction.dialog is dialog and dialog.message.text() == FINISH_FIRST
    qtbot.mouseClick(dialog.cancel, LEFT)
    dialog = open_dialog(qtbot, window)
    window.correction.correct(2)
    qtbot.waitUntil(lambda: window.correction.dialog not in (None, dialog))
    assert opened(qtbot, window).document.id == 2


def test_the_dialog_goes_with_its_document(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    open_dialog(qtbot, window)
    library.documents.remove(1)
    window.library_list.refresh()
    closed(qtbot, window)


def test_a_document_that_is_gone_or_not_chosen_is_told(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.show_page(CARE)
    window.correction.correct_chosen()
    assert window.status.text.whole() == NOTHING_CHOSEN
    library.faults["caption"] = NotInLibrary()
    window.correction.correct(1)
    qtbot.waitUntil(lambda: window.status.text.whole() == str(NotInLibrary()))
    assert window.correction.dialog is None


def test_a_document_is_corrected_from_the_menu_of_its_row_and_from_the_reader(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    show_library(qtbot, window)
    menu = window.documents.menu(library.documents.get(3))
    next(action for action in menu.actions() if action.text() == "Correct…\tF2").trigger()
    assert opened(qtbot, window).document.id == 3
    window.correction.close()
    with qtbot.waitSignal(window.search.reader.opened):
        window.open_document(library.documents.get(2))
    qtbot.mouseClick(window.search.reader.view.head.correct, LEFT)
    assert opened(qtbot, window).document.id == 2
