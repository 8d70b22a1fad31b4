"""The office's list and the proposals in the window: entering, changing, carrying over, deciding."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from briefbank.errors import BriefBankError, StoreDamaged, StoreReadOnly
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import MARLOW
from tests.ui.conftest import search
from tests.ui.features.authorities.test_authorities import idle, open_page, show
from ui.features.authorities.entry_form import NO_AUTHORITY, NO_DATE, NO_STANDING, EntryForm
from ui.features.authorities.good_law_model import AUTHORITY, SINCE, STANDING
from ui.features.authorities.good_law_view import GoodLawView
from ui.features.authorities.proposals_view import ProposalsView
from ui.features.authorities.view import LIST, PROPOSALS
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


def open_list(qtbot: QtBot, window: MainWindow) -> GoodLawView:
    view = open_page(qtbot, window)
    qtbot.mouseClick(view.switch.button(LIST), Qt.MouseButton.LeftButton)
    idle(qtbot, window)
    return view.good_law


def open_proposals(qtbot: QtBot, window: MainWindow) -> ProposalsView:
    view = open_page(qtbot, window)
    qtbot.mouseClick(view.switch.button(PROPOSALS), Qt.MouseButton.LeftButton)
    idle(qtbot, window)
    return view.proposals


def the_form(window: MainWindow) -> EntryForm:
    form = window.authority_controller.good_law.form
    assert form is not None and form.isVisible()
    return form


def cells(shown: GoodLawView, column: int) -> list[str]:
    return [shown.model.index(row, column).data() for row in range(shown.model.rowCount())]


def answer(button: str) -> None:
    """Press a button of the question that comes next."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        next(item for item in box.buttons() if item.text() == button).click()

    QTimer.singleShot(0, press)


def saved(qtbot: QtBot, window: MainWindow) -> None:
    qtbot.waitUntil(lambda: window.authority_controller.good_law.form is None)
    idle(qtbot, window)


# --- the list ------------------------------------------------------------------------------------


def test_the_list_says_standing_authority_and_since_in_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    shown = open_list(qtbot, window)
    assert cells(shown, STANDING) == ["Limited", "Amended", "Overruled", "Good law"]
    assert cells(shown, AUTHORITY)[:2] == ["State v. Marlow, 170 N.J. 640", "N.J.S.A. 2C:44-1"]
    assert cells(shown, SINCE)[0] == "March 12, 2015"
    assert shown.extent.text() == "4 lines"
    assert all(
        not shown.model.index(r, STANDING).data(Qt.ItemDataRole.DecorationRole).isNull() for r in range(4)
    )


def test_an_empty_list_says_how_a_line_comes_into_it(qtbot: QtBot, window: MainWindow) -> None:
    shown = open_list(qtbot, window)
    assert "Add an authority, import a CSV file" in shown.message.words()
    assert not shown.export.isEnabled() and shown.add.isEnabled()
    qtbot.waitUntil(shown.add.hasFocus)


def test_typed_words_narrow_the_list(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.law.fill_list()
    shown = open_list(qtbot, window)
    qtbot.keyClicks(shown.field, "overRULED tremblay")
    assert cells(shown, AUTHORITY) == ["State v. Tremblay, 101 N.J. 5"]
    assert shown.extent.text() == "1 of 4 lines"
    qtbot.keyClicks(shown.field, " nothing")
    assert "No line has these words." in shown.message.words()


def test_a_list_that_cannot_be_read_says_why(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.faults["entries"] = StoreDamaged()
    assert StoreDamaged.default_title in open_list(qtbot, window).message.words()


def test_a_line_is_entered_by_keyboard_alone_and_searches_are_asked_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    count = len(library.called("search"))
    shown = open_list(qtbot, window)
    qtbot.keyClick(shown.add, Qt.Key.Key_Space)
    form = the_form(window)
    qtbot.keyClicks(form.authority, "State v. Marlow, 170 N.J. 640")
    qtbot.keyClick(form.authority, Qt.Key.Key_Tab)
    qtbot.keyClicks(form.standing, "Q")
    qtbot.keyClicks(form.since, "March 2015")
    assert form.day.text() == "Counts from March 1, 2015."
    qtbot.keyClicks(form.who, "A. Ruiz")
    qtbot.keyClick(form, Qt.Key.Key_Return)
    saved(qtbot, window)
    (line,) = library.law.entries
    assert (line.canonical, line.standing, line.since) == (
        MARLOW.canonical, Standing.QUESTIONED, date(2015, 3, 1),
    )  # fmt: skip
    assert line.entered_by == "A. Ruiz"
    assert shown.notice.text() == (
        "Entered on your office’s list: State v. Marlow, Questioned, since March 1, 2015."
    )
    assert cells(shown, STANDING) == ["Questioned"]
    qtbot.waitUntil(lambda: len(library.called("search")) > count)


def test_who_entered_the_last_line_is_offered_for_the_next(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    shown = open_list(qtbot, window)
    shown.add.click()
    the_form(window).authority.setText("170 N.J. 640")
    the_form(window).who.setText("J. Okafor")
    the_form(window).choose(Standing.OVERRULED)
    the_form(window).save.click()
    saved(qtbot, window)
    shown.add.click()
    assert the_form(window).who.text() == "J. Okafor"


@pytest.mark.parametrize(
    ("authority", "since", "said"),
    [("", "2015", NO_AUTHORITY), ("  ", "", NO_AUTHORITY), ("170 N.J. 640", "soon", NO_DATE),
     ("170 N.J. 640", "13/45/2015", NO_DATE)],
)  # fmt: skip
def test_what_cannot_be_saved_is_said_before_the_library_is_asked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, authority: str, since: str, said: str
) -> None:
    open_list(qtbot, window).add.click()
    form = the_form(window)
    form.choose(Standing.OVERRULED)
    form.authority.setText(authority)
    form.since.setText(since)
    form.save.click()
    assert form.said.text() == said and form.isVisible()
    assert form.accessibleDescription() == said
    assert not library.called("enter")


def test_a_new_line_has_no_standing_until_one_is_chosen(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_list(qtbot, window).add.click()
    form = the_form(window)
    form.authority.setText("170 N.J. 640")
    form.save.click()
    assert form.said.text() == NO_STANDING and not library.called("enter")
    form.standing.setFocus()
    qtbot.keyClicks(form.standing, "Rev")
    form.save.click()
    saved(qtbot, window)
    assert library.law.entries[0].standing is Standing.REVERSED


def test_an_extent_can_be_chosen_where_the_standing_has_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_list(qtbot, window).add.click()
    form = the_form(window)
    form.authority.setText("170 N.J. 640")
    assert not form.extent.isEnabled()
    form.choose(Standing.REVERSED_ON_OTHER_GROUNDS)
    assert [form.extent.itemText(row) for row in range(form.extent.count())] == [
        "As a whole", "In part", "On other grounds",
    ]  # fmt: skip
    form.save.click()
    saved(qtbot, window)
    assert library.law.entries[0].standing is Standing.REVERSED_ON_OTHER_GROUNDS
    assert cells(window.authorities.good_law, STANDING) == ["Reversed on other grounds"]


def test_an_extent_that_the_next_standing_has_not_is_left(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    open_list(qtbot, window).add.click()
    form = the_form(window)
    form.choose(Standing.VACATED_ON_OTHER_GROUNDS)
    form.standing.setCurrentIndex(form.standing.findData(Standing.AMENDED.value))
    assert form.extent.currentText() == "As a whole" and not form.extent.isEnabled()


def test_what_the_library_refuses_stands_in_the_form_with_all_that_was_typed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    refused = BriefBankError("The list says otherwise already.", "Change that line.")
    library.faults["enter"] = refused
    open_list(qtbot, window).add.click()
    form = the_form(window)
    form.authority.setText("170 N.J. 640")
    form.choose(Standing.OVERRULED)
    form.note.show_value("Only Point II.")
    form.save.click()
    qtbot.waitUntil(lambda: form.said.text() == str(refused))
    assert form.said.property("role") == "bad"
    assert form.authority.text() == "170 N.J. 640" and form.note.value() == "Only Point II."
    del library.faults["enter"]
    form.save.click()
    saved(qtbot, window)
    assert library.law.entries[0].note == "Only Point II."


def test_a_line_is_changed_but_not_of_which_authority_it_speaks(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    shown = open_list(qtbot, window)
    shown.table.selectRow(0)
    qtbot.keyClick(shown.table, Qt.Key.Key_Return)
    form = the_form(window)
    assert form.authority.isReadOnly() and form.authority.text() == "State v. Marlow, 170 N.J. 640"
    assert form.since.text() == "March 12, 2015" and form.day.text() == "Counts from March 12, 2015."
    form.since.clear()
    form.choose(Standing.OVERRULED)
    form.save.click()
    saved(qtbot, window)
    assert (library.law.entries[0].standing, library.law.entries[0].since) == (Standing.OVERRULED, None)
    assert shown.table.currentIndex().row() == 0


@pytest.mark.parametrize(("button", "left"), [("Remove", 2), ("Keep", 4)])
def test_lines_are_removed_only_after_a_question(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, button: str, left: int
) -> None:
    library.law.fill_list()
    shown = open_list(qtbot, window)
    shown.table.selectRow(1)
    shown.table.selectionModel().select(
        shown.model.index(2, 0),
        shown.table.selectionModel().SelectionFlag.Select | shown.table.selectionModel().SelectionFlag.Rows,
    )
    answer(button)
    qtbot.keyClick(shown.table, Qt.Key.Key_Delete)
    idle(qtbot, window)
    qtbot.waitUntil(lambda: len(library.law.entries) == left and shown.model.total == left)
    assert library.called("remove_entries") == ([[2, 3]] if left == 2 else [])


def test_a_list_is_taken_in_and_what_it_did_is_counted(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("/media/stick/list.csv", ""))
    shown = open_list(qtbot, window)
    shown.importing.click()
    qtbot.waitUntil(lambda: shown.model.total == 1)
    assert shown.notice.text() == "The file was taken in: 1 line added, 2 changed, 30 as before."


def test_a_faulty_list_is_refused_in_one_sentence_with_its_row_and_column(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("/media/stick/list.csv", ""))
    library.faults["import_list"] = BriefBankError("Row 14, column “status”: no such status.", "Mend it.")
    shown = open_list(qtbot, window)
    shown.importing.click()
    qtbot.waitUntil(lambda: "Row 14" in shown.notice.text())
    assert shown.notice.text() == "Nothing was imported. Row 14, column “status”: no such status. Mend it."
    assert shown.notice.property("bad") is True and shown.model.total == 0


def test_a_list_is_written_where_it_was_asked_for_or_it_is_said_that_it_was_not(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: ("/media/stick/list.csv", ""))
    library.law.fill_list()
    shown = open_list(qtbot, window)
    shown.export.click()
    qtbot.waitUntil(lambda: shown.notice.text() == "4 lines were written to /media/stick/list.csv.")
    assert library.called("export_list") == [Path("/media/stick/list.csv")]
    library.faults["export_list"] = StoreReadOnly()
    shown.export.click()
    qtbot.waitUntil(lambda: shown.notice.text().startswith("The list was not written."))


def test_a_file_dialog_that_is_left_does_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: ("", ""))
    open_list(qtbot, window).importing.click()
    assert not library.called("import_list")


# --- proposals -----------------------------------------------------------------------------------


def test_how_many_wait_is_said_beside_the_page_before_anybody_looks(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    view = open_page(qtbot, window)
    assert view.switch.button(PROPOSALS).text() == "Proposals (2)"
    assert view.switch.button(PROPOSALS).accessibleName() == "Show: Proposals (2)"


def test_without_proposals_it_is_said_where_they_would_come_from(qtbot: QtBot, window: MainWindow) -> None:
    shown = open_proposals(qtbot, window)
    assert "No sentence waits for you." in shown.message.words()
    assert not shown.buttons.confirm.isEnabled()


def test_a_proposal_shows_the_sentence_with_the_words_that_say_it(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    row = open_proposals(qtbot, window).list.row_model.row(0)
    ((start, end),) = row.marks
    assert row.text[start:end] == "overruled by"
    assert row.title == "State v. Marlow, 170 N.J. 640" and row.standing is Standing.OVERRULED
    assert row.detail == "State v. Imogen Pell, Reply Brief  ·  October 19, 2020"


def test_enter_opens_the_sentence_in_its_document(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    shown = open_proposals(qtbot, window)
    qtbot.waitUntil(shown.list.hasFocus)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(shown.list, Qt.Key.Key_Return)
    assert window.pages.currentIndex() == SEARCH
    assert window.search.reader.hit is not None
    assert window.search.reader.hit.passage.id == 3


def test_only_a_confirmed_proposal_becomes_a_line_and_the_next_one_is_chosen(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    library.law.entries.clear()
    shown = open_proposals(qtbot, window)
    shown.list.choose(0)
    qtbot.mouseClick(shown.buttons.confirm, Qt.MouseButton.LeftButton)
    form = the_form(window)
    assert form.sentence.whole().startswith("“Consent given during")
    assert form.by.text() == "State v. Hollis, 221 N.J. 118"
    assert not library.law.entries
    form.choose(Standing.LIMITED)
    form.save.click()
    saved(qtbot, window)
    assert library.called("confirm") == ["k1"]
    assert [(e.canonical, e.standing) for e in library.law.entries] == [(MARLOW.canonical, Standing.LIMITED)]
    assert shown.list.current().key == "k2"
    assert window.authorities.switch.button(PROPOSALS).text() == "Proposals (1)"


def test_who_did_it_can_be_put_right_before_a_proposal_is_confirmed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    shown = open_proposals(qtbot, window)
    shown.list.choose(0)
    qtbot.mouseClick(shown.buttons.confirm, Qt.MouseButton.LeftButton)
    form = the_form(window)
    form.by.setFocus()
    form.by.selectAll()
    qtbot.keyClicks(form.by, "L. 2019, c. 474")
    form.save.click()
    saved(qtbot, window)
    assert library.law.entries[-1].by == "L. 2019, c. 474"


def test_a_long_by_is_not_cut_in_the_form(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.law.fill_list()
    long = f"State v. Hollis, {'221 N.J. 118; ' * 60}end"
    library.law.entries[0] = replace(library.law.entries[0], by=long)
    shown = open_list(qtbot, window)
    shown.table.selectRow(0)
    qtbot.keyClick(shown.table, Qt.Key.Key_Return)
    the_form(window).save.click()
    saved(qtbot, window)
    assert library.law.entries[0].by == long


def test_not_so_takes_a_proposal_away_and_enters_nothing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    lines = len(library.law.entries)
    shown = open_proposals(qtbot, window)
    shown.list.choose(1)
    qtbot.mouseClick(shown.buttons.dismiss, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown.list.row_model.rowCount() == 1)
    assert library.called("dismiss") == ["k2"] and len(library.law.entries) == lines
    assert shown.notice.text() == "Not proposed again."


@pytest.mark.parametrize("by_key", [True, False])
def test_a_dismissed_proposal_is_brought_back_and_is_the_current_one(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, by_key: bool
) -> None:
    library.law.fill_list()
    shown = open_proposals(qtbot, window)
    shown.list.choose(1)
    shown.buttons.dismiss.click()
    qtbot.waitUntil(lambda: shown.notice.text() == "Not proposed again.")
    qtbot.waitUntil(lambda: shown.list.row_model.rowCount() == 1)
    link = next(
        button for button in shown.notice.findChildren(QPushButton) if button.text() == "Bring it back"
    )
    if by_key:
        qtbot.keyClick(shown.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    else:
        link.setFocus()
        qtbot.keyClick(link, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: shown.list.row_model.rowCount() == 2)
    assert shown.notice.text() == "It is proposed again." and not link.isVisible()
    assert shown.list.current().key == "k2" and shown.list.hasFocus()
    qtbot.keyClick(shown.list, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    idle(qtbot, window)
    assert library.called("undismiss") == ["k2"], "once is enough"


def test_what_could_not_be_brought_back_is_said_and_can_be_tried_again(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    shown = open_proposals(qtbot, window)
    shown.list.choose(0)
    shown.buttons.dismiss.click()
    qtbot.waitUntil(lambda: shown.list.row_model.rowCount() == 1)
    library.faults["undismiss"] = StoreReadOnly()
    shown.bring_back_wanted.emit()
    qtbot.waitUntil(lambda: shown.notice.text().startswith("It was not brought back."))
    del library.faults["undismiss"]
    shown.bring_back_wanted.emit()
    qtbot.waitUntil(lambda: shown.list.row_model.rowCount() == 2)


def test_a_decision_that_was_not_kept_is_said_and_the_proposal_stays(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    library.faults["dismiss"] = StoreReadOnly()
    shown = open_proposals(qtbot, window)
    shown.list.choose(0)
    shown.buttons.dismiss.click()
    qtbot.waitUntil(lambda: shown.notice.text().startswith("The decision was not kept."))
    assert shown.list.row_model.rowCount() == 2


def test_typed_words_narrow_the_proposals(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    library.law.fill_list()
    shown = open_proposals(qtbot, window)
    qtbot.keyClicks(shown.field, "harbor question")
    assert shown.list.row_model.rowCount() == 1 and shown.extent.text() == "1 of 2 proposals"
    qtbot.keyClicks(shown.field, " zebra")
    assert "No proposal has these words." in shown.message.words()


# --- on the page of an authority -----------------------------------------------------------------


def test_on_its_page_an_authority_is_entered_changed_removed_and_decided_on(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    library.law.entries.clear()
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    assert the_form(window).authority.text() == str(MARLOW)
    the_form(window).choose(Standing.OVERRULED)
    the_form(window).save.click()
    saved(qtbot, window)
    qtbot.waitUntil(page.badge.isVisible)
    assert page.badge.accessibleName() == "Overruled" and not page.add.isVisible()
    qtbot.mouseClick(page.change, Qt.MouseButton.LeftButton)
    the_form(window).choose(Standing.GOOD)
    the_form(window).save.click()
    saved(qtbot, window)
    qtbot.waitUntil(lambda: page.badge.accessibleName() == "Good law")
    answer("Remove")
    qtbot.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.badge.isVisible())
    assert page.proposals.isVisible()
    qtbot.mouseClick(page.decide.dismiss, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.proposals.isVisible())
    assert library.called("dismiss") == ["k1"]
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(page.proposals.isVisible)
