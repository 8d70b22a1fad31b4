"""Narrowing the results: years, courts, kinds, authors and authorities, with the fields and chips in step."""

from __future__ import annotations

import threading
from datetime import date

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.domain.searches import FacetKind, Filters
from briefbank.errors import StoreBusy
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.facet_box import CountedBox
from ui.features.search.narrow_panel import NarrowPanel
from ui.features.search.year_filter import YearFilter
from ui.main_window import MainWindow

COURT = "Superior Court of New Jersey, Appellate Division"


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> NarrowPanel:
    """Opened by its key, with the counts of a search in it."""
    window.activateWindow()
    search(qtbot, window)
    qtbot.keyClick(
        window.search_page.bar.field,
        Qt.Key.Key_F,
        Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
    )
    made = window.search_page.results.narrow
    counted(qtbot, window)
    return made


def counted(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until the search that was asked for is answered and counted."""
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    qtbot.waitUntil(lambda: not window.jobs.busy("breakdown"))


def box(panel: NarrowPanel, kind: FacetKind, value: str) -> CountedBox:
    return next(item for item in panel.facets[kind].boxes if item.value.value == value)


def chips(window: MainWindow) -> list[str]:
    return [chip.accessibleName() for chip in window.search_page.results.chips.row.chips]


def place_of(years: YearFilter, year: int) -> QPoint:
    number = next(n for n, (first, last, _) in enumerate(years.bars()) if first <= year <= last)
    return years.place(number).center().toPoint()


def test_nothing_is_counted_while_the_panel_is_closed(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    assert not window.search_page.results.narrow.isVisible()
    assert not library.called("breakdown")


def test_the_panel_shows_years_and_facets_with_their_numbers(window: MainWindow, panel: NarrowPanel) -> None:
    assert panel.isVisible()
    assert [year for year, _last, count in panel.years.bars() if count] == [2015, 2018, 2020, 2023]
    assert panel.undated.whole() == "1 passage without a date"
    assert box(panel, FacetKind.COURT, COURT).accessibleName() == f"{COURT}, 3 passages"
    assert panel.facets[FacetKind.AUTHORITY].boxes[0].value.text.startswith("Rodriguez")


def test_ticked_boxes_narrow_and_stand_as_chips_that_take_them_out(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    qtbot.mouseClick(box(panel, FacetKind.COURT, COURT), Qt.MouseButton.LeftButton)
    counted(qtbot, window)
    qtbot.mouseClick(box(panel, FacetKind.KIND, "brief"), Qt.MouseButton.LeftButton)
    counted(qtbot, window)
    filters = library.called("search")[-1].filters
    assert filters == Filters(courts=frozenset({COURT}), kinds=frozenset({Kind.BRIEF}))
    assert window.search_page.bar.kind.kinds() == {Kind.BRIEF}
    assert chips(window) == ["kind: Briefs", f"court: {COURT}"]
    assert window.search_page.results.head.narrow.text() == "Narrow (2)"
    assert len(shown(window)) == 3
    qtbot.keyClick(window.search_page.results.chips.row.chips[1], Qt.Key.Key_Delete)
    counted(qtbot, window)
    assert library.called("search")[-1].filters == Filters(kinds=frozenset({Kind.BRIEF}))
    assert not box(panel, FacetKind.COURT, COURT).isChecked()


def test_authors_authorities_and_several_kinds_reach_the_search(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    for kind, value in (
        (FacetKind.AUTHOR, "J. Osei"),
        (FacetKind.AUTHORITY, "7"),
        (FacetKind.KIND, "brief"),
        (FacetKind.KIND, "memo"),
    ):
        box(panel, kind, value).click()
        counted(qtbot, window)
    filters = library.called("search")[-1].filters
    assert filters.authors == {"J. Osei"} and filters.authorities == {7}
    assert filters.kinds == {Kind.BRIEF, Kind.MEMO}
    assert window.search_page.bar.kind.currentText() == "2 kinds"
    assert "cites: Rodriguez v. United States, 575 U.S. 348" in chips(window)


def test_dragging_over_years_filters_them_and_the_fields_say_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    years, left = panel.years, Qt.MouseButton.LeftButton
    qtbot.mousePress(years, left, pos=place_of(years, 2018))
    qtbot.mouseMove(years, place_of(years, 2020))
    assert years.chosen() == "2018 to 2020: 2 passages"
    qtbot.mouseRelease(years, left, pos=place_of(years, 2020))
    counted(qtbot, window)
    filters = library.called("search")[-1].filters
    assert (filters.filed_from, filters.filed_to) == (date(2018, 1, 1), date(2020, 12, 31))
    assert window.search_page.bar.date_from.text() == "January 1, 2018"
    assert chips(window) == ["filed: 2018 to 2020"]
    assert [year for year, _last, count in years.bars() if count] == [2015, 2018, 2020, 2023]
    panel.clear_years.click()
    counted(qtbot, window)
    assert library.called("search")[-1].filters == Filters()


def test_years_are_chosen_by_keyboard_and_let_go_with_escape(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    years, shift, asked = panel.years, Qt.KeyboardModifier.ShiftModifier, len(library.called("search"))
    assert years.hasFocus() and years.chosen() == "2023: 2 passages"
    qtbot.keyClick(years, Qt.Key.Key_Left, shift)
    assert years.chosen() == "2022 to 2023: 2 passages"
    qtbot.keyClick(years, Qt.Key.Key_Escape)
    assert years.choosing() is None and len(library.called("search")) == asked
    qtbot.keyClick(years, Qt.Key.Key_End)
    for _ in range(3):
        qtbot.keyClick(years, Qt.Key.Key_Left, shift)
    qtbot.keyClick(years, Qt.Key.Key_Return)
    counted(qtbot, window)
    filters = library.called("search")[-1].filters
    assert (filters.filed_from, filters.filed_to) == (date(2020, 1, 1), date(2023, 12, 31))


def test_boxes_are_gone_through_by_arrows_and_ticked_with_the_space_bar(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    boxes = panel.facets[FacetKind.KIND].boxes
    boxes[0].setFocus()
    qtbot.keyClick(boxes[0], Qt.Key.Key_Down)
    assert boxes[1].hasFocus()
    value = boxes[1].value.value
    qtbot.keyClick(boxes[1], Qt.Key.Key_Space)
    counted(qtbot, window)
    assert library.called("search")[-1].filters.kinds == {Kind(value)}
    assert box(panel, FacetKind.KIND, value).hasFocus()


def test_the_dates_typed_in_the_fields_are_shown_in_the_panel_and_as_a_chip(
    qtbot: QtBot, window: MainWindow, panel: NarrowPanel
) -> None:
    window.search_page.bar.date_from.setText("March 2019")
    window.search_page.bar.date_from.editingFinished.emit()
    counted(qtbot, window)
    assert chips(window) == ["filed: since March 1, 2019"]
    assert panel.clear_years.isVisible() and panel.clear_all.isVisible()
    panel.clear_all.click()
    counted(qtbot, window)
    assert chips(window) == [] and window.search_page.bar.date_from.text() == ""


def test_what_is_counted_stays_until_the_next_counts_are_there_and_the_list_does_not_move(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    gate = library.gates["breakdown"] = threading.Event()
    results = window.search_page.results
    before, top = panel.years.bars(), results.list.mapTo(window, QPoint(0, 0))
    search(qtbot, window, "checkpoint")
    assert len(shown(window)) == 1 and panel.years.bars() == before
    gate.set()
    counted(qtbot, window)
    assert panel.years.bars() != before
    assert results.list.mapTo(window, QPoint(0, 0)) == top


def test_counts_that_fail_say_so_and_leave_the_results(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, panel: NarrowPanel
) -> None:
    library.faults["breakdown"] = StoreBusy()
    search(qtbot, window, "checkpoint")
    counted(qtbot, window)
    assert "could not be counted" in panel.said.text() and len(shown(window)) == 1


def test_going_back_brings_the_filters_of_the_panel_back(
    qtbot: QtBot, window: MainWindow, panel: NarrowPanel
) -> None:
    box(panel, FacetKind.COURT, COURT).click()
    counted(qtbot, window)
    window.search_page.bar.clear_filters.click()
    counted(qtbot, window)
    assert not chips(window)
    window.search.go_back()
    counted(qtbot, window)
    assert chips(window) == [f"court: {COURT}"] and box(panel, FacetKind.COURT, COURT).isChecked()


def test_the_panel_is_open_again_in_the_next_window(
    qtbot: QtBot, panel: NarrowPanel, open_window: OpenWindow
) -> None:
    again = open_window(StubLibrary())
    assert not again.search_page.results.narrow.isVisible()
    search(qtbot, again)
    assert again.search_page.results.narrow.isVisible()
