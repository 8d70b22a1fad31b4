"""The office's list and the proposals: entering, changing, carrying over, deciding."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from briefbank.errors import StoreReadOnly
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import answer_boxes, click_row_button, search
from tests.ui.features.authorities.conftest import settled, show, titles
from ui.features.authorities.forms import NO_AUTHORITY, NO_DATE, EntryForm
from ui.features.authorities.good_law import AUTHORITY, SINCE, TREATMENT, GoodLawView, ProposalsView
from ui.features.authorities.page import LIST, PROPOSALS, AuthoritiesPage
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
CONFIRM, DISMISS = range(2)  # The buttons of a proposal's row
MACON, CARTY, MANSON = "57 N.J. 325", "State v. Carty, 170 N.J. 632", "Manson v. Brathwaite, 432 U.S. 98"
CTRL = Qt.KeyboardModifier.ControlModifier


def open_part(qtbot: QtBot, page: AuthoritiesPage, part: str) -> None:
    qtbot.mouseClick(page.switch.button(part), Qt.MouseButton.LeftButton)
    settled(qtbot, page)


@pytest.fixture
def listed(qtbot: QtBot, sample_library: HookedLibrary, authorities: AuthoritiesPage) -> GoodLawView:
    """The list, with two lines."""
    sample_library.good_law.enter(MACON, Standing.LIMITED, since=date(2015, 3, 12), note="Only Point II.")
    sample_library.good_law.enter("State v. Case, 220 N.J. 49", Standing.OVERRULED)
    open_part(qtbot, authorities, LIST)
    return authorities.good_law


@pytest.fixture
def proposals(qtbot: QtBot, authorities: AuthoritiesPage) -> ProposalsView:
    """The two proposals that the eight briefs make, the first of them chosen."""
    open_part(qtbot, authorities, PROPOSALS)
    return authorities.proposals


@pytest.fixture
def form(qtbot: QtBot, authorities: AuthoritiesPage) -> EntryForm:
    """The form for a new line, over the empty list."""
    open_part(qtbot, authorities, LIST)
    authorities.good_law.add.click()
    return the_form(authorities)


def the_form(page: AuthoritiesPage) -> EntryForm:
    assert page.form is not None and page.form.isVisible()
    return page.form


def save(qtbot: QtBot, page: AuthoritiesPage) -> None:
    """Save the form, and wait until it is gone and the page shows what it did."""
    the_form(page).save.click()
    qtbot.waitUntil(lambda: page.form is None)
    settled(qtbot, page)


def cells(view: GoodLawView, column: int) -> list[str]:
    return [view.model.index(row, column).data() for row in range(view.model.rowCount())]


def test_the_list_says_treatment_authority_and_since_and_is_narrowed_by_typed_words(
    qtbot: QtBot, listed: GoodLawView
) -> None:
    assert sorted(cells(listed, TREATMENT)) == ["Limited", "Overruled"]
    row = cells(listed, TREATMENT).index("Limited")
    assert cells(listed, AUTHORITY)[row] == "State v. Macon, 57 N.J. 325"
    assert cells(listed, SINCE)[row] == "March 12, 2015" and listed.extent.text() == "2 lines"
    qtbot.keyClicks(listed.field, "overRULED case")
    assert cells(listed, AUTHORITY) == ["State v. Case, 220 N.J. 49"]
    assert listed.extent.text() == "1 of 2 lines"
    qtbot.keyClicks(listed.field, " nothing")
    assert "No line has these words." in listed.message.words()


def test_a_line_is_entered_by_keyboard_alone_and_searches_are_asked_again(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow, in_window: AuthoritiesPage
) -> None:
    search(qtbot, sample_window)
    count = len(sample_library.called("search"))
    sample_window.show_page(AUTHORITIES)
    open_part(qtbot, in_window, LIST)
    qtbot.keyClick(in_window.good_law.add, Qt.Key.Key_Space)
    form = the_form(in_window)
    qtbot.keyClicks(form.authority, "State v. Macon, 57 N.J. 325")
    qtbot.keyClick(form.authority, Qt.Key.Key_Tab)
    qtbot.keyClicks(form.treatment, "Q")
    qtbot.keyClicks(form.since, "March 2015")
    assert form.message.text() == "Counts from March 1, 2015."
    qtbot.keyClicks(form.who, "A. Ruiz")
    qtbot.keyClick(form, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: in_window.form is None)
    settled(qtbot, in_window)
    [line] = sample_library.good_law.entries()
    assert (line.standing, line.since, line.entered_by) == (Standing.QUESTIONED, date(2015, 3, 1), "A. Ruiz")
    assert in_window.notice.text() == (
        "Entered on your good-law list: State v. Macon, Questioned, since March 1, 2015."
    )
    assert cells(in_window.good_law, TREATMENT) == ["Questioned"]
    qtbot.waitUntil(lambda: len(sample_library.called("search")) > count)


def test_a_line_that_is_saved_counts_also_where_its_form_was_closed_meanwhile(
    qtbot: QtBot, authorities: AuthoritiesPage, form: EntryForm, sample_library: HookedLibrary
) -> None:
    gate = sample_library.hold("good_law.enter")
    form.authority.setText(MACON)
    form.choose(Standing.OVERRULED)
    qtbot.mouseClick(form.save, Qt.MouseButton.LeftButton)
    form.done(0)
    qtbot.waitUntil(lambda: authorities.form is None)
    with qtbot.waitSignal(authorities.law_changed):
        gate.set()
    assert [line.standing for line in sample_library.good_law.entries()] == [Standing.OVERRULED]


def test_what_cannot_be_saved_is_said_before_the_library_is_asked(
    sample_library: HookedLibrary, form: EntryForm
) -> None:
    form.choose(Standing.OVERRULED)
    for authority, since, said in (("  ", "", NO_AUTHORITY), (MACON, "soon", NO_DATE)):
        form.authority.setText(authority)
        form.since.setText(since)
        form.save.click()
        assert form.message.text() == form.accessibleDescription() == said and form.isVisible()
    assert not sample_library.called("good_law.enter")


def test_what_the_library_refuses_stands_in_the_form_with_all_that_was_typed(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary, form: EntryForm
) -> None:
    sample_library.fail("good_law.enter", StoreReadOnly())
    form.authority.setText(MACON)
    form.choose(Standing.OVERRULED)
    form.note.show_value("Only Point II.")
    form.save.click()
    qtbot.waitUntil(lambda: form.message.text() == str(StoreReadOnly()))
    assert form.message.property("role") == "bad"
    assert form.authority.text() == MACON and form.note.value() == "Only Point II."
    sample_library.fail("good_law.enter", None)
    save(qtbot, authorities)
    assert [entry.note for entry in sample_library.good_law.entries()] == ["Only Point II."]


def test_a_line_is_changed_but_not_of_which_authority_it_speaks(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary, listed: GoodLawView
) -> None:
    long = f"State v. Hollis, {'221 N.J. 118; ' * 60}end"
    row = cells(listed, TREATMENT).index("Limited")
    listed.table.selectRow(row)
    qtbot.keyClick(listed.table, Qt.Key.Key_Return)
    form = the_form(authorities)
    assert form.authority.isReadOnly() and form.authority.text() == "State v. Macon, 57 N.J. 325"
    assert form.since.text() == "March 12, 2015" and form.note.value() == "Only Point II."
    form.since.clear()
    form.by.setText(long)
    form.choose(Standing.MODIFIED)
    save(qtbot, authorities)
    entry = next(item for item in sample_library.good_law.entries() if item.canonical == MACON)
    assert (entry.standing, entry.since, entry.by) == (Standing.MODIFIED, None, long)
    current = listed.table.currentIndex().siblingAtColumn(TREATMENT)
    assert current.data() == "Modified"


def test_a_list_is_written_and_taken_in_again_and_a_faulty_one_is_refused_with_its_row(
    qtbot: QtBot,
    authorities: AuthoritiesPage,
    sample_library: HookedLibrary,
    listed: GoodLawView,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    file = tmp_path / "list.csv"
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_args: (str(file), ""))
    listed.export.click()
    qtbot.waitUntil(lambda: authorities.notice.text() == f"2 lines were written to {file}.")
    sample_library.good_law.remove([entry.id for entry in sample_library.good_law.entries()][:1])
    listed.importing.click()
    qtbot.waitUntil(lambda: authorities.notice.text() == "The file was taken in: 1 line added, 1 as before.")
    qtbot.waitUntil(lambda: listed.model.total == 2)
    file.write_text("authority,status\n57 N.J. 325,dead\n")
    listed.importing.click()
    qtbot.waitUntil(lambda: "ow 2" in authorities.notice.text())
    assert authorities.notice.property("bad") is True and listed.model.total == 2


def test_a_proposal_shows_the_sentence_with_the_words_that_say_it_and_its_passage_beside(
    qtbot: QtBot, authorities: AuthoritiesPage, proposals: ProposalsView
) -> None:
    row = proposals.list.row_model.row(titles(proposals.list).index(CARTY))
    [(start, end)] = row.marks
    assert row.text[start:end] == "modified" and row.standing is Standing.MODIFIED
    assert row.detail == "State v. Marcus T. Okonjo  ·  March 11, 2019"
    settled(qtbot, authorities)
    sentence = proposals.list.current().sentence
    assert sentence in proposals.preview.text.toPlainText()


def test_only_a_confirmed_proposal_becomes_a_line_its_details_can_be_corrected_and_the_next_is_chosen(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary, proposals: ProposalsView
) -> None:
    proposals.list.choose(titles(proposals.list).index(MANSON))
    click_row_button(qtbot, proposals.list, CONFIRM)
    the_form(authorities).close()
    proposals.list.setFocus()
    qtbot.keyClick(proposals.list, Qt.Key.Key_Return, CTRL)
    form = the_form(authorities)
    assert (
        "replaced the test" in form.sentence.whole() and form.by.text() == "State v. Henderson, 208 N.J. 208"
    )
    assert not sample_library.good_law.entries()
    form.choose(Standing.LIMITED)
    form.by.setText("State v. Henderson")
    save(qtbot, authorities)
    [entry] = sample_library.good_law.entries()
    assert (entry.canonical, entry.standing, entry.by) == (
        "432 U.S. 98",
        Standing.LIMITED,
        "State v. Henderson",
    )
    assert str(proposals.list.current().authority) == CARTY
    assert authorities.switch.button(PROPOSALS).text() == "To confirm (1)"


@pytest.mark.parametrize("by_key", [True, False])
def test_a_dismissed_proposal_enters_nothing_and_is_brought_back_as_the_current_one(
    qtbot: QtBot,
    authorities: AuthoritiesPage,
    sample_library: HookedLibrary,
    proposals: ProposalsView,
    by_key: bool,
) -> None:
    proposals.list.choose(1)
    key = proposals.list.current().key
    if by_key:
        qtbot.keyClick(proposals.list, Qt.Key.Key_Delete)
    else:
        click_row_button(qtbot, proposals.list, DISMISS)
    qtbot.waitUntil(lambda: proposals.list.row_model.rowCount() == 1)
    assert authorities.notice.text() == "Not proposed again." and not sample_library.good_law.entries()
    links = authorities.notice.findChildren(QPushButton)
    link = next(button for button in links if button.text() == "Bring it back")
    if by_key:
        qtbot.keyClick(proposals.list, Qt.Key.Key_Z, CTRL)
    else:
        link.setFocus()
        qtbot.keyClick(link, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: proposals.list.row_model.rowCount() == 2)
    assert authorities.notice.text() == "It is proposed again." and not link.isVisible()
    assert proposals.list.current().key == key and proposals.list.hasFocus()
    qtbot.keyClick(proposals.list, Qt.Key.Key_Z, CTRL)
    settled(qtbot, authorities)
    assert sample_library.called("good_law.undismiss") == [key], "once is enough"


def test_an_authority_has_one_row_and_its_next_sentence_follows_the_one_that_was_dismissed(
    qtbot: QtBot, authorities: AuthoritiesPage, sample_library: HookedLibrary
) -> None:
    first, other = sample_library.good_law.proposals()
    second = replace(first, key="another", sentence="It was overruled by a later case.", words="overruled")
    waiting = [other, first, second]
    sample_library.change("good_law.proposals", lambda _proposals: list(waiting))
    open_part(qtbot, authorities, PROPOSALS)
    rows = authorities.proposals.list
    assert rows.row_model.rowCount() == 2 and rows.row_model.row(1).detail.endswith("and 1 more sentence")
    rows.choose(1)
    waiting.remove(first)
    qtbot.keyClick(rows, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: rows.row_model.row(1).target.key == "another")
    assert rows.current().key == "another"


def test_enter_opens_the_sentence_and_alt_left_returns_to_the_list_where_it_was(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow, in_window: AuthoritiesPage
) -> None:
    first = sample_library.good_law.proposals()[0]
    many = [replace(first, key=f"k{n}", authority=replace(first.authority, id=500 + n)) for n in range(60)]
    sample_library.change("good_law.proposals", lambda _proposals: many)
    open_part(qtbot, in_window, PROPOSALS)
    rows, reader = in_window.proposals.list, sample_window.search_page.reader
    qtbot.waitUntil(rows.hasFocus)
    rows.choose(40)
    qtbot.keyClick(rows, Qt.Key.Key_Down)
    scrolled = rows.verticalScrollBar().value()
    with qtbot.waitSignal(reader.opened):
        qtbot.keyClick(rows, Qt.Key.Key_Return)
    assert sample_window.pages.currentIndex() == SEARCH and reader.hit is not None
    assert [reader.hit.passage.text[start:end] for start, end in reader.hit.marks] == [first.sentence]
    qtbot.keyClick(sample_window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    settled(qtbot, in_window)
    assert sample_window.pages.currentIndex() == AUTHORITIES and in_window.part == PROPOSALS
    assert rows.hasFocus() and rows.currentIndex().row() == 41
    assert scrolled > 0 and rows.verticalScrollBar().value() == scrolled


def test_on_its_page_an_authority_is_entered_changed_removed_and_decided_on(
    qtbot: QtBot, authorities: AuthoritiesPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = authorities.authority_view
    show(qtbot, authorities, "Carty")
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    assert the_form(authorities).authority.text() == CARTY
    the_form(authorities).choose(Standing.OVERRULED)
    save(qtbot, authorities)
    assert titles(page.entries.list) == ["Overruled"] and not page.add.isVisible()
    qtbot.mouseClick(page.change, Qt.MouseButton.LeftButton)
    the_form(authorities).choose(Standing.GOOD)
    save(qtbot, authorities)
    assert titles(page.entries.list) == ["Good law"]
    answer_boxes(monkeypatch, "Remove")
    qtbot.mouseClick(page.remove, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.entries.isVisible())
    qtbot.waitUntil(page.proposals.isVisible)
    page.proposals.list.choose(0)
    qtbot.keyClick(page.proposals.list, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not page.proposals.isVisible())
    authorities.activateWindow()
    qtbot.waitUntil(authorities.isActiveWindow)
    qtbot.keyClick(authorities, Qt.Key.Key_Z, CTRL)
    qtbot.waitUntil(page.proposals.isVisible)


@pytest.mark.parametrize(("button", "left"), [("Remove", 0), ("Keep", 2)])
def test_lines_are_removed_only_after_a_question(
    qtbot: QtBot,
    authorities: AuthoritiesPage,
    listed: GoodLawView,
    monkeypatch: pytest.MonkeyPatch,
    button: str,
    left: int,
) -> None:
    listed.table.selectAll()
    answer_boxes(monkeypatch, button)
    qtbot.keyClick(listed.table, Qt.Key.Key_Delete)
    qtbot.waitUntil(lambda: not authorities.jobs.busy("good law", authorities) and listed.model.total == left)
