"""The page of authorities: finding one, what its page says, reading what it names, the report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.authorities import Standing
from briefbank.domain.searches import Hit
from briefbank.errors import StoreDamaged
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.law import DIRECTIVE, HOLLIS, LONG, MARLOW, SENTENCING
from ui.features.authorities.view import AuthoritiesView
from ui.main_window import MainWindow
from ui.shared import law_texts
from ui.shared.authority_rows import PassageTarget
from ui.shared.pages import AUTHORITIES, SEARCH
from ui.shared.row_list import RowList
from ui.shared.row_model import Row
from ui.shared.row_section import RowSection
from ui.shared.year_chart import YearChart
from ui.style import theme

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
OpenWindow = Callable[[StubLibrary], MainWindow]


def idle(qtbot: QtBot, window: MainWindow) -> None:
    topics = ("authorities", "authority", "good law", "proposals", "spot", "relying")
    qtbot.waitUntil(lambda: not any(window.jobs.busy(topic) for topic in topics))


def open_page(qtbot: QtBot, window: MainWindow) -> AuthoritiesView:
    window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)
    idle(qtbot, window)
    assert window.pages.currentIndex() == AUTHORITIES
    return window.authorities


def find(qtbot: QtBot, window: MainWindow, text: str) -> None:
    field = window.authorities.field
    field.clear()
    qtbot.keyClicks(field, text)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    idle(qtbot, window)


def show(qtbot: QtBot, window: MainWindow, name: str) -> None:
    """Find an authority and go to it by keyboard."""
    find(qtbot, window, name)
    view = window.authorities
    qtbot.keyClick(view.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.page.authority is not None and name in str(view.page.authority))
    idle(qtbot, window)


def titles(shown: RowList) -> list[str]:
    return [row.title for row in shown.row_model.rows()]


def row_of(shown: RowList, text: str) -> Row:
    return next(row for row in shown.row_model.rows() if text in row.spoken)


def click(qtbot: QtBot, section: RowSection, number: int) -> None:
    """A click on a row of a section of the page."""
    place = section.list.visualRect(section.list.row_model.index(number)).center()
    qtbot.mouseClick(section.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


# --- the list ------------------------------------------------------------------------------------


def test_the_most_cited_stand_there_at_once_with_citation_counts_and_standing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    view = open_page(qtbot, window)
    assert titles(view.list)[:2] == ["State v. Marlow", "N.J.S.A. 2C:44-1"]
    first = view.list.row_model.row(0)
    assert first.detail == "170 N.J. 640\nCited in 34 documents, last on March 3, 2021"
    assert first.standing is Standing.LIMITED
    assert first.spoken == (
        "State v. Marlow. Limited. 170 N.J. 640, Cited in 34 documents, last on March 3, 2021"
    )
    assert row_of(view.list, "Directive").detail == "Not cited in this library"
    assert view.extent.text() == "6 authorities, most cited first"


def test_typing_finds_after_a_pause_without_enter(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    view = open_page(qtbot, window)
    qtbot.keyClicks(view.field, "hollis")
    qtbot.waitUntil(lambda: titles(view.list) == ["State v. Hollis"])
    assert library.called("find_authorities")[-1][0] == "hollis"
    assert view.extent.text() == "1 authority found"


def test_what_no_authority_has_is_said_with_what_to_type(qtbot: QtBot, window: MainWindow) -> None:
    view = open_page(qtbot, window)
    find(qtbot, window, "zebra")
    assert view.message.isVisible()
    assert view.message.words() == (
        "No authority has this name or citation. Try one party’s name, or the citation."
    )
    find(qtbot, window, "999 Z.Z. 1")
    assert "the volume, the reporter and the first page" in view.message.words()


def test_an_empty_library_says_how_authorities_come_into_it(qtbot: QtBot, open_window: OpenWindow) -> None:
    view = open_page(qtbot, open_window(StubLibrary(empty=True)))
    assert "Drop briefs anywhere on this window" in view.message.words()
    assert not view.page.isVisible()


def test_a_list_that_cannot_be_read_says_why_and_is_there_again_on_the_next_try(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["find_authorities"] = StoreDamaged()
    view = open_page(qtbot, window)
    assert StoreDamaged.default_title in view.message.words()
    del library.faults["find_authorities"]
    find(qtbot, window, "marlow")
    assert titles(view.list) == ["State v. Marlow"]


def test_a_slow_library_is_said_to_be_looked_through_and_a_newer_question_wins(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    view = open_page(qtbot, window)
    gate = library.gates["find_authorities"] = threading.Event()
    qtbot.keyClicks(view.field, "marlow")
    qtbot.waitUntil(lambda: view.extent.text() == "Looking …")
    assert titles(view.list)[0] == "State v. Marlow" and len(titles(view.list)) == 6
    view.field.setText("hollis")
    gate.set()
    qtbot.waitUntil(lambda: titles(view.list) == ["State v. Hollis"])
    idle(qtbot, window)
    assert titles(view.list) == ["State v. Hollis"]


def test_three_thousand_authorities_are_asked_for_in_part_and_the_rest_by_typing(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.authorities.many = 3000
    view = open_page(qtbot, window)
    assert view.list.row_model.rowCount() == 200
    assert view.extent.text() == "The 200 most cited; type to find others"
    find(qtbot, window, "Person 2999 3006")
    assert titles(view.list) == ["State v. Person 2999"]


# --- the page of one -----------------------------------------------------------------------------


def test_arrows_in_the_list_show_the_page_of_each(qtbot: QtBot, window: MainWindow) -> None:
    view = open_page(qtbot, window)
    qtbot.keyClick(view.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.page.authority == MARLOW)
    qtbot.keyClick(view.list, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: view.page.authority == SENTENCING)
    assert not view.page.back.isVisible()


def test_the_page_says_how_often_by_whom_when_and_for_what(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    assert page.name.whole() == "State v. Marlow"
    assert page.citation.whole() == "170 N.J. 640"
    assert page.also.whole() == "Also cited as 790 A.2d 903; 2002 N.J. LEXIS 270"
    assert page.counts.text() == "Cited 84 times, in 62 passages of 31 documents, last on March 3, 2023."
    assert page.badge.accessibleName() == "Limited" and page.badge.isVisible()
    entry = page.entries.list.row_model.row(0)
    assert entry.title == "Limited by State v. Hollis, 221 N.J. 118, since March 12, 2015"
    assert page.points.list.row_model.row(0).side == "7 documents"
    assert page.quotations.list.row_model.row(0).text.startswith("“An officer may not extend")
    assert titles(page.together.list) == ["State v. Hollis", "N.J.S.A. 2C:44-1", LONG.name]
    assert titles(page.done_to.list) == ["State v. Hollis, 221 N.J. 118 limits it", "A text interprets it"]
    assert page.documents.remark.text() == "the newest 4 of 31"
    assert not page.versions.isVisible() and not page.does.isVisible()


def test_what_nobody_cites_says_so_and_offers_no_report(qtbot: QtBot, window: MainWindow) -> None:
    page = open_page(qtbot, window).page
    show(qtbot, window, DIRECTIVE.canonical)
    assert page.counts.text() == "No document of the library cites it. Not on your office’s list."
    assert not page.reliance.isEnabled() and page.add.isVisible()
    assert not page.documents.isVisible() and not page.years.isVisible()


def test_a_name_of_four_hundred_characters_leaves_the_page_as_wide_as_it_is(
    qtbot: QtBot, window: MainWindow
) -> None:
    window.resize(1024, 700)
    page = open_page(qtbot, window).page
    show(qtbot, window, "Consolidated")
    assert len(page.name.whole()) > 350 and page.name.text() != page.name.whole()
    assert page._area.horizontalScrollBar().maximum() == 0
    assert window.width() == 1024


def test_an_authority_that_is_gone_is_said_to_be(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.authorities.many = 1
    page = open_page(qtbot, window).page
    find(qtbot, window, "Person 0")
    qtbot.keyClick(window.authorities.field, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "no such document" in page.message.words())


def test_versions_stand_with_their_windows_and_can_be_compared(qtbot: QtBot, window: MainWindow) -> None:
    view = open_page(qtbot, window)
    show(qtbot, window, "2C:44-1")
    assert titles(view.page.versions.list) == [
        "In force since January 21, 2020",
        "In force from July 1, 2013 to January 20, 2020",
    ]
    with qtbot.waitSignal(view.page.compare_wanted) as expected:
        qtbot.mouseClick(view.page.compare, Qt.MouseButton.LeftButton)
    assert expected.args == [SENTENCING.id]


def test_from_one_authority_to_another_and_back_by_button_and_by_key(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    click(qtbot, page.together, 0)
    qtbot.waitUntil(lambda: page.authority == HOLLIS)
    click(qtbot, page.together, 1)
    qtbot.waitUntil(lambda: page.authority == SENTENCING)
    qtbot.mouseClick(page.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.authority == HOLLIS)
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: page.authority == MARLOW)
    assert not page.back.isVisible()
    assert not window.search.history.now


def test_the_keyboard_stays_on_the_page_when_what_it_was_on_is_gone(qtbot: QtBot, window: MainWindow) -> None:
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    page.together.list.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.keyClick(page.together.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.authority == HOLLIS)
    qtbot.waitUntil(page.back.hasFocus)


def test_tab_goes_through_the_page_from_top_to_bottom(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.law.fill_list()
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    page.reliance.setFocus()
    reached: list[QWidget] = []
    for _ in range(12):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    decide = page.decide
    assert reached == [
        *(page.entries.list, page.change, page.remove),
        *(page.proposals.list, decide.confirm, decide.dismiss, decide.open),
        *(page.chart, page.points.list, page.quotations.list, page.together.list, page.done_to.list),
    ]


def test_rows_beyond_the_first_come_on_request_and_the_keyboard_goes_to_them(qtbot: QtBot) -> None:
    section = RowSection("Points", first=3)
    qtbot.addWidget(section)
    section.resize(400, 300)
    section.show_rows([Row(f"Point {n}", target=n) for n in range(5)])
    section.show()
    section.activateWindow()
    assert titles(section.list) == ["Point 0", "Point 1", "Point 2"]
    before = section.list.height()
    qtbot.mouseClick(section.more, Qt.MouseButton.LeftButton)
    assert titles(section.list)[3:] == ["Point 3", "Point 4"]
    assert section.list.current() == 3 and section.list.height() > before
    assert not section.more.isVisible()


# --- reading -------------------------------------------------------------------------------------


def opened_hit(window: MainWindow) -> Hit:
    hit = window.search.reader.hit
    assert hit is not None
    return hit


@pytest.mark.parametrize(("section", "passage_id"), [("points", 1), ("done_to", 2), ("documents", 1)])
def test_a_click_opens_the_passage_in_the_reader(
    qtbot: QtBot, window: MainWindow, section: str, passage_id: int
) -> None:
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    with qtbot.waitSignal(window.search.reader.opened):
        click(qtbot, getattr(page, section), 0)
    assert window.pages.currentIndex() == SEARCH
    assert opened_hit(window).passage.id == passage_id and opened_hit(window).citation


def test_the_citations_of_the_authority_are_marked_or_else_the_words_quoted(
    qtbot: QtBot, window: MainWindow
) -> None:
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    with qtbot.waitSignal(window.search.reader.opened):
        click(qtbot, page.points, 0)
    cited = opened_hit(window).passage.citations[0]
    assert opened_hit(window).marks == ((cited.start, cited.end),)
    open_page(qtbot, window)
    with qtbot.waitSignal(window.authority_controller.hit_found):
        click(qtbot, page.quotations, 0)
    hit = opened_hit(window)
    ((start, end),) = hit.marks
    assert hit.passage.text[start:end] == "An officer may not extend a completed traffic stop, even briefly"


@pytest.mark.parametrize(
    ("spot", "marked"),
    [
        (PassageTarget(1, cites=("170 N.J. 640",)), ["stop"]),
        (PassageTarget(1, cites=("170 N.J.",)), []),
        (PassageTarget(1, sentence="should have ended"), ["should have ended"]),
        (PassageTarget(1, sentence="never said"), []),
        (PassageTarget(1, range=(0, 3)), ["The"]),
    ],
)
def test_only_what_was_asked_for_is_marked(
    library: StubLibrary, spot: PassageTarget, marked: list[str]
) -> None:
    passage = library.documents.surroundings(1)[0]
    assert [passage.text[start:end].split()[0:3] for start, end in spot.marks(passage)] == [
        text.split() if spot.sentence or spot.range else passage.text[4:16].split() for text in marked
    ]


def test_a_subsection_is_marked_for_its_section_and_a_longer_number_is_not() -> None:
    spot = PassageTarget(1, cites=("N.J.S.A. 2C:44-1",))
    assert spot._cited("N.J.S.A. 2C:44-1(a)(3)") and spot._cited("N.J.S.A. 2C:44-1")
    assert not spot._cited("N.J.S.A. 2C:44-10")


# --- the report ----------------------------------------------------------------------------------


def test_the_report_names_the_documents_and_is_saved_where_it_was_asked_for(
    qtbot: QtBot, window: MainWindow, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_args: ("/media/stick/report.csv", ""))
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    qtbot.mouseClick(page.reliance, Qt.MouseButton.LeftButton)
    idle(qtbot, window)
    report = window.authority_controller.report
    assert report is not None
    assert report.extent.text() == "3 documents, 4 passages, newest first"
    assert report.list.row_model.row(0).text == "Page 12, page 15"
    qtbot.mouseClick(report.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: report.notice.text() == "4 passages were written to /media/stick/report.csv.")
    assert library.called("export_relying") == [("170 N.J. 640", Path("/media/stick/report.csv"))]


def test_a_report_that_cannot_be_made_says_why(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    library.faults["relying"] = StoreDamaged()
    page = open_page(qtbot, window).page
    show(qtbot, window, "Marlow")
    qtbot.mouseClick(page.reliance, Qt.MouseButton.LeftButton)
    idle(qtbot, window)
    report = window.authority_controller.report
    assert report is not None
    assert StoreDamaged.default_title in report.message.words() and not report.save.isEnabled()


# --- the chart -----------------------------------------------------------------------------------


@pytest.fixture
def chart(qtbot: QtBot) -> YearChart:
    made = YearChart()
    qtbot.addWidget(made)
    made.resize(400, 132)
    made.show_years(((2010, 4), (2013, 9), (2015, 1)), 2)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_every_year_between_the_first_and_the_last_has_its_place(chart: YearChart) -> None:
    assert chart.bars() == [(y, y, {2010: 4, 2013: 9, 2015: 1}.get(y, 0)) for y in range(2010, 2016)]


def test_keys_go_from_bar_to_bar_and_say_year_and_count(qtbot: QtBot, chart: YearChart) -> None:
    qtbot.keyClick(chart, Qt.Key.Key_Home)
    assert chart.chosen() == "2010: 4 passages"
    qtbot.keyClick(chart, Qt.Key.Key_Left)
    assert chart.chosen() == "2010: 4 passages"
    qtbot.keyClick(chart, Qt.Key.Key_Right)
    assert chart.chosen() == "2011: 0 passages"
    qtbot.keyClick(chart, Qt.Key.Key_End)
    assert chart.chosen() == "2015: 1 passage"


def test_the_pointer_says_year_and_count_also_above_a_low_bar(qtbot: QtBot, chart: YearChart) -> None:
    place = chart.place(3)
    qtbot.mouseMove(chart, QPoint(round(place.center().x()), round(place.top()) + 2))
    assert chart.chosen() == "2013: 9 passages"
    qtbot.mouseMove(chart, QPoint(chart.width() - 2, 60))
    assert chart.chosen() == ""


def test_a_century_is_put_together_by_some_years_and_no_passage_is_lost(chart: YearChart) -> None:
    years = tuple((year, 1 + year % 3) for year in range(1890, 2025))
    chart.show_years(years, 0)
    bars = chart.bars()
    assert len(bars) <= 400 / 8
    assert sum(count for _, _, count in bars) == sum(count for _, count in years)
    assert all(first % 5 == 0 and last == first + 4 for first, last, _ in bars)
    chart.resize(1400, 132)
    assert len(chart.bars()) == len(years)


def test_the_chart_is_told_in_words(chart: YearChart) -> None:
    said = "From 2010 to 2015: 14 passages, most in 2013 (9). 2 more passages without a date."
    assert chart.accessibleDescription() == said
    assert law_texts.years(((2012, 1),), 0) == "In 2012: 1 passage."


def test_bars_are_drawn_in_light_and_in_dark(
    qtbot: QtBot, chart: YearChart, monkeypatch: pytest.MonkeyPatch
) -> None:
    for colours in (theme.LIGHT, theme.DARK):
        monkeypatch.setattr("ui.shared.year_chart.colours", lambda c=colours: c)
        image: QImage = chart.grab().toImage()
        place = chart._bar(3).center().toPoint() * image.devicePixelRatio()
        assert image.pixelColor(place).name() == colours.edge
