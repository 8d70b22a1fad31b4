"""Narrowing the results: dates, years, facets and the law of a day, with fields, chips and button in step."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTreeWidgetItem
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Window
from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import FacetKind, Filters, OutsideHit, SearchAnswer
from briefbank.errors import StoreBusy
from briefbank.text.messages import as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import search, shown
from tests.ui.features.search.conftest import answered, full_requests, ids
from ui.features.search.filters import SPOKEN, DateField, FilterPanel
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

COURT = "Superior Court of New Jersey, Appellate Division"
ENTER, BOTH = Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
DAY, WHY = date(2015, 3, 3), "In force from July 1, 2013 to June 30, 2016."


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> FilterPanel:
    """Opened by its key, with the counts of a search in it."""
    search(qtbot, window, "evidence")
    assert not window.search_page.library.called("breakdown"), "nothing is counted while it is closed"
    qtbot.keyClick(window.search_page.bar.field, Qt.Key.Key_F, BOTH)
    counted(qtbot, window)
    return window.search_page.filters


def counted(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the search that was asked for is answered and counted."""
    answered(qtbot, window)
    qtbot.waitUntil(lambda: not window.jobs.busy("facets", window.search_page))


def item(panel: FilterPanel, kind: FacetKind, text: str) -> QTreeWidgetItem:
    return next(item for item in panel.facets[kind].items() if item.text(0).startswith(text))


def is_ticked(item: QTreeWidgetItem) -> bool:
    return item.checkState(0) == Qt.CheckState.Checked


def click(qtbot: QtBot, window: MainWindow, kind: FacetKind, text: str) -> None:
    """Click on the words of a value, and wait for the narrower answer and its counts."""
    panel, before = window.search_page.filters, len(full_requests(window.search_page.library))
    place = panel.facets[kind].visualItemRect(item(panel, kind, text)).center()
    qtbot.mouseClick(panel.facets[kind].viewport(), Qt.MouseButton.LeftButton, pos=place)
    qtbot.waitUntil(lambda: len(full_requests(window.search_page.library)) > before)
    counted(qtbot, window)


def enter(qtbot: QtBot, window: MainWindow, field: DateField, text: str) -> None:
    """Type a date and press Enter."""
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, ENTER)
    answered(qtbot, window)


def chips(window: MainWindow) -> list[str]:
    return [chip.accessibleName() for chip in window.search_page.filters.chips.chips]


def years_with_results(panel: FilterPanel) -> list[int]:
    return [first for first, _last, count in panel.years.bars() if count]


def test_the_panel_shows_years_and_facets_with_their_numbers(panel: FilterPanel) -> None:
    assert panel.isVisible()
    assert years_with_results(panel) == [2009, 2012, 2016, 2018, 2019]
    assert item(panel, FacetKind.COURT, COURT).data(0, SPOKEN) == f"{COURT}, 9 passages"
    assert item(panel, FacetKind.AUTHORITY, "State v. Heisler").text(1) == "1"


def test_ticked_values_narrow_and_stand_as_chips_that_take_them_out_and_back_brings_them_back(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, panel: FilterPanel
) -> None:
    click(qtbot, window, FacetKind.COURT, COURT)
    click(qtbot, window, FacetKind.KIND, "Briefs")
    assert full_requests(library)[-1].filters == Filters(
        courts=frozenset({COURT}), kinds=frozenset({Kind.BRIEF})
    )
    assert chips(window) == ["kind: Briefs", f"court: {COURT}"] and panel.button.text() == "Filters (2)"
    qtbot.keyClick(panel.chips.chips[1], Qt.Key.Key_Delete)
    counted(qtbot, window)
    assert full_requests(library)[-1].filters == Filters(kinds=frozenset({Kind.BRIEF}))
    assert not is_ticked(item(panel, FacetKind.COURT, COURT))
    window.search_page.go_back()
    counted(qtbot, window)
    assert is_ticked(item(panel, FacetKind.COURT, COURT))
    panel.clear_all.click()
    counted(qtbot, window)
    assert not chips(window) and full_requests(library)[-1].filters == Filters()


def test_values_are_gone_through_by_arrows_and_ticked_by_space_and_enter(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, panel: FilterPanel
) -> None:
    authorities = panel.facets[FacetKind.AUTHORITY]
    authorities.setFocus()
    qtbot.keyClick(authorities, Qt.Key.Key_Down)
    text = authorities.items()[1].text(0)
    for key, ticked in ((Qt.Key.Key_Space, True), (ENTER, False)):
        qtbot.keyClick(authorities, key)
        qtbot.waitUntil(lambda on=ticked: bool(full_requests(library)[-1].filters.authorities) is on)
        counted(qtbot, window)
        assert is_ticked(item(panel, FacetKind.AUTHORITY, text)) is ticked and authorities.hasFocus()
        assert authorities.currentItem().text(0) == text


def test_years_are_chosen_by_dragging_and_by_keyboard_and_the_fields_say_so(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, panel: FilterPanel
) -> None:
    years, left = panel.years, Qt.MouseButton.LeftButton

    def place(year: int) -> QPoint:
        number = next(n for n, (first, last, _) in enumerate(years.bars()) if first <= year <= last)
        return years.place(number).center().toPoint()

    qtbot.mousePress(years, left, pos=place(2016))
    qtbot.mouseMove(years, place(2018))
    assert years.chosen() == "2016 to 2018: 4 passages"
    qtbot.mouseRelease(years, left, pos=place(2018))
    counted(qtbot, window)
    filters = full_requests(library)[-1].filters
    assert (filters.filed_from, filters.filed_to) == (date(2016, 1, 1), date(2018, 12, 31))
    assert panel.date_from.text() == "January 1, 2016" and chips(window) == ["filed: 2016 to 2018"]
    assert years_with_results(panel) == [2009, 2012, 2016, 2018, 2019], "the other years can still be chosen"
    years.setFocus()
    assert years.chosen().startswith("2019")
    qtbot.keyClick(years, Qt.Key.Key_Left)
    qtbot.keyClick(years, ENTER)
    counted(qtbot, window)
    assert chips(window) == ["filed: 2018"]


def test_counts_that_fail_say_so_and_leave_the_results(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary, panel: FilterPanel
) -> None:
    library.fail("breakdown", StoreBusy())
    search(qtbot, window, "warrant")
    counted(qtbot, window)
    assert "could not be counted" in panel.message.text() and ids(window)


def test_dates_narrow_the_results_and_a_wrong_one_is_said_in_words_and_left_out(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window, "evidence")
    filters = window.search_page.filters
    filters.toggle()
    enter(qtbot, window, filters.date_from, "March 2019")
    assert {hit.document.filed.year for hit in shown(window) if hit.document.filed} <= {2019, 2021, 2024}
    assert chips(window) == ["filed: since March 1, 2019"]
    enter(qtbot, window, filters.date_from, "yesterday")
    assert filters.wrong_date.isVisible() and filters.date_from.accessibleDescription()
    assert full_requests(library)[-1].filters == Filters()
    filters.clear_all.click()
    assert not filters.date_from.text() and not filters.wrong_date.isVisible()


def law(window: MainWindow) -> DateField:
    return window.search_page.filters.law


def test_the_law_of_a_typed_day_is_asked_for_and_a_chip_takes_it_back(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    search(qtbot, window)
    enter(qtbot, window, law(window), "3/3/2015")
    assert full_requests(library)[-1].as_of == DAY and law(window).text() == "March 3, 2015"
    assert chips(window) == ["law as of March 3, 2015"]
    chip = window.search_page.filters.chips.chips[0]
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton, pos=QPoint(chip.width() - 10, chip.height() // 2))
    answered(qtbot, window)
    assert full_requests(library)[-1].as_of is None
    assert not law(window).text() and law(window).placeholderText() == "Today"
    enter(qtbot, window, law(window), "2015")
    assert full_requests(library)[-1].as_of == date(2015, 12, 31), "of a year the last day counts"
    window.search_page.go_back()
    answered(qtbot, window)
    assert full_requests(library)[-1].as_of is None
    enter(qtbot, window, law(window), "when the brief came")
    assert window.search_page.filters.wrong_date.whole() and law(window).accessibleDescription()
    assert full_requests(library)[-1].as_of is None


def test_menus_ask_for_the_law_of_a_brief_and_wait_for_words_where_there_are_none(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    window.show_page(LIBRARY)
    document = next(iter(library.documents.each()))
    menu = window.library_page.menu(document)
    next(action for action in menu.actions() if "this brief’s date" in action.text()).trigger()
    assert window.pages.currentIndex() == SEARCH and law(window).day() == document.filed
    assert "Type what to search for" in window.status.text.whole() and not full_requests(library)
    assert window.search_page.bar.field.hasFocus()
    search(qtbot, window)
    menu = window.search_page.results.list.menu(shown(window)[0])
    next(action for action in menu.actions() if "this brief’s date" in action.text()).trigger()
    answered(qtbot, window)
    assert full_requests(library)[-1].as_of == shown(window)[0].document.filed


def apart(answer: SearchAnswer) -> SearchAnswer:
    """Set two of the results apart, as not the law on the day."""
    reason = as_message(WHY)
    outside = [
        OutsideHit(hit, Window(date(2013, 7, 1), date(2016, 6, 30)), reason) for hit in answer.hits[1:3]
    ]
    hits = answer.hits[:1] + answer.hits[3:]
    return replace(answer, hits=hits, outside=tuple(outside), outside_total=14, law_from=DAY, law_to=DAY)


def test_what_was_not_the_law_then_is_folded_away_below_the_results_and_opens_by_keyboard(
    qtbot: QtBot, window: MainWindow, library: HookedLibrary
) -> None:
    library.change("search", apart)
    search(qtbot, window)
    block, reader = window.search_page.results.outside, window.search_page.reader
    assert block.toggle.text() == "Not the law on March 3, 2015: 14 passages"
    assert block.isVisible() and not block.list.isVisible()
    block.toggle.setFocus()
    qtbot.keyClick(block.toggle, Qt.Key.Key_Space)
    assert block.list.isVisible() and block.list.hasFocus()
    assert block.extent.text() == "The first 2 of them"
    assert all(str(hit.alerts[0]) == WHY for hit in block.model.hits())
    qtbot.keyClick(block.list, Qt.Key.Key_Down)
    qtbot.keyClick(block.list, ENTER)
    qtbot.waitUntil(lambda: reader.notices.texts()[:1] == [WHY])
    window.search_page.copy(block.model.hits()[0])
    assert QGuiApplication.clipboard().text().endswith(f"\nNote: {WHY}")
    block.list.setFocus()
    qtbot.keyClick(block.list, Qt.Key.Key_Escape)
    assert block.toggle.hasFocus()
    library.change("search", lambda answer: answer)
    search(qtbot, window, "nervousness")
    assert not block.isVisible() and not block.toggle.isChecked()
