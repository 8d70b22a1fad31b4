"""The law of a day: asking for it, what is set apart for it, and what changed since a brief was filed."""

from __future__ import annotations

from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import Order, OutsideHit, SearchRequest
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import HOLLIS, SENTENCING
from tests.stand_ins.library.validity import change
from tests.ui.conftest import search, shown
from ui.features.search.chips import Chip
from ui.features.search.fields import LawDateBox
from ui.features.search.not_in_force import NotInForceBlock
from ui.main_window import MainWindow
from ui.shared.pages import AUTHORITIES, LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")
WHY = "In force from July 1, 2013 to June 30, 2016."
DAY = date(2015, 3, 3)


def box(window: MainWindow) -> LawDateBox:
    return window.search_page.bar.law


def type_day(qtbot: QtBot, window: MainWindow, text: str) -> None:
    edit = box(window).lineEdit()
    assert edit is not None
    edit.setFocus()
    edit.selectAll()
    qtbot.keyClicks(edit, text)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(edit, Qt.Key.Key_Return)


def open_first(qtbot: QtBot, window: MainWindow) -> None:
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(0)
    qtbot.waitUntil(lambda: not window.jobs.busy("law of the reader"))


def apart(library: StubLibrary, number: int = 2) -> None:
    """Let searches set some passages apart."""
    results = library.search(SearchRequest("nervousness")).hits[:number]
    outside = tuple(OutsideHit(hit, Window(date(2013, 7, 1), date(2016, 6, 30)), WHY) for hit in results)
    library.forced = {"outside": outside, "outside_total": 14, "law_from": DAY, "law_to": DAY}


# --- asking ---


def test_a_typed_day_asks_for_the_law_of_that_day_and_is_shown_as_a_chip_that_takes_it_back(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    assert library.called("search")[-1].as_of is None
    type_day(qtbot, window, "3/3/2015")
    assert library.called("search")[-1].as_of == DAY
    assert box(window).currentText() == "March 3, 2015"
    chip: Chip = window.search_page.bar.understood.chips.chips[-1]
    assert chip.accessibleName() == "law as of March 3, 2015"
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 10, chip.height() // 2))
    assert library.called("search")[-1].as_of is None
    assert box(window).currentText() == "Today"


@pytest.mark.parametrize(
    ("typed", "day"), [("2015", date(2015, 12, 31)), ("March 2015", date(2015, 3, 31)), ("today", None)]
)
def test_of_a_month_or_a_year_the_last_day_counts_and_is_shown(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, typed: str, day: date | None
) -> None:
    search(qtbot, window)
    type_day(qtbot, window, typed)
    assert library.called("search")[-1].as_of == day
    assert box(window).currentText() == (f"{day:%B} {day.day}, {day.year}" if day else "Today")


def test_what_is_no_day_is_said_in_words_and_today_counts(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    type_day(qtbot, window, "when the brief came")
    assert window.search_page.bar.wrong_date.whole()
    assert box(window).accessibleDescription()
    assert library.called("search")[-1].as_of is None
    qtbot.mouseClick(window.search_page.bar.clear_filters, Qt.MouseButton.LeftButton)
    assert box(window).currentText() == "Today" and not box(window).wrong


def test_the_date_of_the_open_brief_can_be_chosen(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    box(window).showPopup()
    assert [box(window).itemText(n) for n in range(box(window).count())] == ["Today"]
    box(window).hidePopup()
    search(qtbot, window)
    open_first(qtbot, window)
    box(window).showPopup()
    assert box(window).itemText(1) == "The open brief’s date: March 3, 2023"
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(box(window).view(), Qt.Key.Key_Down)
        qtbot.keyClick(box(window).view(), Qt.Key.Key_Down)
        qtbot.keyClick(box(window).view(), Qt.Key.Key_Return)
    assert library.called("search")[-1].as_of == date(2023, 3, 3)
    assert box(window).currentText() == "March 3, 2023"


def test_the_day_is_chosen_with_the_arrow_keys_too(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    open_first(qtbot, window)
    window.activateWindow()
    box(window).setFocus()
    qtbot.waitUntil(box(window).hasFocus)
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        qtbot.keyClick(box(window), Qt.Key.Key_Down)  # to Today, which counts already
        qtbot.keyClick(box(window), Qt.Key.Key_Down)
    assert library.called("search")[-1].as_of == date(2023, 3, 3)


def test_going_back_goes_back_to_the_law_of_the_day_that_was_asked(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    type_day(qtbot, window, "2015")
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        window.search.go_back()
    assert library.called("search")[-1].as_of is None
    assert box(window).currentText() == "Today"


def test_the_menu_of_a_result_asks_as_of_its_brief(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    menu = window.search_page.results.list.menu(0)
    action = next(item for item in menu.actions() if "this brief’s date" in item.text())
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        action.trigger()
    assert library.called("search")[-1].as_of == shown(window)[0].document.filed


def test_the_menu_of_a_document_sets_the_day_and_waits_for_words(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.show_page(LIBRARY)
    menu = window.documents.menu(library.documents.get(4))
    next(action for action in menu.actions() if "this brief’s date" in action.text()).trigger()
    assert window.pages.currentIndex() == SEARCH
    assert box(window).day() == date(2015, 1, 28)
    assert "Type what to search for" in window.status.text.whole() and not library.called("search")
    assert window.search_page.bar.field.hasFocus()
    undated = window.documents.menu(library.documents.get(5))
    assert not next(
        action for action in undated.actions() if "this brief’s date" in action.text()
    ).isEnabled()


def test_every_kind_of_document_can_be_chosen(window: MainWindow) -> None:
    kinds = window.search_page.bar.kind
    assert [kinds.itemData(n) for n in range(kinds.count())] == [None, *Kind]


# --- what is set apart ---


def test_what_was_not_the_law_then_is_folded_away_below_the_results_and_opens_by_keyboard(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    apart(library)
    search(qtbot, window)
    block: NotInForceBlock = window.search_page.results.outside
    assert block.toggle.text() == "Not the law on March 3, 2015: 14 passages"
    assert block.isVisible() and not block.list.isVisible()
    block.toggle.setFocus()
    qtbot.keyClick(block.toggle, Qt.Key.Key_Space)
    assert block.list.isVisible() and block.list.hasFocus()
    assert block.extent.text() == "The first 2 of them"
    assert [hit.alerts[0] for hit in block.model.hits()] == [WHY, WHY]
    assert all(WHY not in hit.alerts for hit in shown(window))
    qtbot.keyClick(block.list, Qt.Key.Key_Down)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.keyClick(block.list, Qt.Key.Key_Return)
    assert window.search.reader.view.law.alerts.alerts()[0] == WHY
    qtbot.keyClick(block.list, Qt.Key.Key_Escape)
    assert block.toggle.hasFocus()


def test_a_passage_that_is_set_apart_is_copied_with_the_reason(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    apart(library)
    search(qtbot, window)
    window.search.results.copy(0, window.search_page.results.outside.list)
    assert QGuiApplication.clipboard().text().endswith(f"\nNote: {WHY}")


def test_nothing_set_apart_shows_no_block(qtbot: QtBot, window: MainWindow, library: StubLibrary) -> None:
    apart(library)
    search(qtbot, window)
    window.search_page.results.outside.toggle.click()
    library.forced = {}
    search(qtbot, window, "nervousness")
    assert not window.search_page.results.outside.isVisible()
    assert not window.search_page.results.outside.toggle.isChecked()


def test_an_answer_by_words_sets_apart_at_once_and_the_whole_one_leaves_the_opened_list_open(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    results = window.search_page.results
    apart(library)
    answer = library.search(SearchRequest("nervousness"))
    results.show_words(answer, Order.NEWEST)
    assert results.outside.isVisible() and len(results.outside.model.hits()) == 2
    results.outside.toggle.click()
    results.show_answer(answer, Order.NEWEST)
    assert results.outside.toggle.isChecked() and results.outside.list.isVisible()


# --- the law of the open brief ---


def test_the_reader_says_as_of_when_the_law_is_and_leads_to_what_changed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.changed = (change(SENTENCING, 11), change(SENTENCING), change(HOLLIS))
    search(qtbot, window)
    open_first(qtbot, window)
    line = window.search.reader.view.law
    qtbot.waitUntil(line.changes.isVisible)
    assert line.law.whole() == "Law as of March 3, 2023. Since then: 2 authorities it cites were changed."
    line.changes.setFocus()
    qtbot.keyClick(line.changes, Qt.Key.Key_Space)
    dialog = window.law.changes
    assert dialog is not None and len(dialog.list.row_model.rows()) == 3
    assert dialog.compare.isEnabled()
    dialog.list.choose(2)
    assert not dialog.compare.isEnabled()
    dialog.page.click()
    assert window.pages.currentIndex() == AUTHORITIES
    qtbot.waitUntil(lambda: window.authorities.page.authority == HOLLIS)
    dialog.list.choose(0)
    qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(library.called("versions")))
    assert library.called("versions")[-1] == SENTENCING.id


def test_a_brief_without_a_date_and_a_text_of_the_law_say_nothing_of_changes_since(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.changed = (change(SENTENCING, 11),)
    for document_id in (5, 3):
        with qtbot.waitSignal(window.search.reader.opened):
            window.open_document(library.documents.get(document_id))
        qtbot.waitUntil(lambda: not window.jobs.busy("law of the reader"))
        assert not window.search.reader.view.law.law.isVisible()


def test_a_passage_of_a_provision_says_when_it_is_in_force(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.validity.of = {4: 12}
    search(qtbot, window)
    with qtbot.waitSignal(window.search.reader.opened):
        window.search.results.open_row(window.search_page.results.model.row_of(4))
    line = window.search.reader.view.law
    qtbot.waitUntil(line.versions.isVisible)
    assert line.in_force.whole() == "In force from July 1, 2013 to January 20, 2020."
    line.versions.click()
    assert window.law.versions is not None
