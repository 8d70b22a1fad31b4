"""Room for what is said: rows of tables, fields of forms, lines of messages, the contents of the guide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QStandardItemModel
from PySide6.QtWidgets import QLabel, QLineEdit, QStyleOptionHeader, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.userdata import Collection
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import show_library
from ui.features.authorities import good_law as good_law_model
from ui.features.authorities.good_law import EntryTable
from ui.features.collections.parts import CollectionChooser
from ui.features.help.guide import GuideWindow
from ui.features.library.table import COURT, DOCKET, FILED, TITLE
from ui.features.reader import summary_pieces as pieces
from ui.features.reader.notices import Note, Source
from ui.features.reader.reader import PAGE_HEIGHT, Reader
from ui.features.settings.folders import LibraryPanel
from ui.jobs import Jobs
from ui.kit.tables import NARROW, RowTable
from ui.main_window import MainWindow
from ui.shared import wording
from ui.shared.actions import ReadAgainMenus
from ui.shared.notices import LINE, MessagePane

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
WORDY = "Your office’s list says something else of this authority already. " * 3


@pytest.fixture
def table(qtbot: QtBot) -> RowTable:
    model = QStandardItemModel(3, 2)
    model.setHorizontalHeaderLabels(["A heading longer than all that stands below it", "Rest"])
    made = RowTable(model, "Rows", {0: 2}, (1,))
    qtbot.addWidget(made)
    made.show()
    return made


def test_rows_have_two_lines_where_there_is_little_room_and_one_where_there_is_much(table: RowTable) -> None:
    unit, line = table.fontMetrics().averageCharWidth(), table.fontMetrics().height()
    table.resize(unit * (NARROW - 10), 300)
    assert table.wordWrap() and table.rowHeight(0) >= 2 * line
    table.resize(unit * (NARROW + 10), 300)
    assert not table.wordWrap() and table.rowHeight(0) < 2.5 * line


def test_a_column_is_as_wide_as_its_heading_whatever_the_language(table: RowTable) -> None:
    heading = table.model().headerData(0, Qt.Orientation.Horizontal)
    metrics = table.horizontalHeader().fontMetrics()
    assert table.columnWidth(0) > metrics.horizontalAdvance(heading)


def test_a_title_with_room_to_spare_gives_it_to_the_other_names(qtbot: QtBot, window: MainWindow) -> None:
    show_library(qtbot, window)
    table = window.library_page.table
    metrics, header = table.fontMetrics(), table.horizontalHeader()
    court = metrics.horizontalAdvance("Superior Court of New Jersey, Appellate Division")
    docket = metrics.horizontalAdvance("2014-00317; 2014-00318; 2014-00319")
    window.resize(1024, 700)
    narrow = header.sectionSize(COURT)
    assert narrow < court
    window.resize(2560, 1300)
    assert header.sectionSize(COURT) > court and header.sectionSize(DOCKET) > docket
    assert header.sectionSize(TITLE) > header.sectionSize(COURT)
    window.resize(1024, 700)
    assert header.sectionSize(COURT) == narrow


def test_the_sort_arrow_points_up_where_values_ascend_and_down_where_they_descend(
    window: MainWindow,
) -> None:
    table, arrows = window.library_page.table, QStyleOptionHeader.SortIndicator
    for order, arrow in {ASCENDING: arrows.SortUp, DESCENDING: arrows.SortDown}.items():
        table.sortByColumn(FILED, order)
        sorted_by, other = QStyleOptionHeader(), QStyleOptionHeader()
        table.horizontalHeader().initStyleOptionForIndex(sorted_by, FILED)
        table.horizontalHeader().initStyleOptionForIndex(other, COURT)
        assert sorted_by.sortIndicator == arrow
        assert other.sortIndicator not in (
            arrows.SortUp,
            arrows.SortDown,
        )


def test_a_column_that_was_resized_by_hand_keeps_its_width(qtbot: QtBot, window: MainWindow) -> None:
    show_library(qtbot, window)
    header = window.library_page.table.horizontalHeader()
    window.resize(1440, 900)
    header.resizeSection(COURT, 77)
    window.resize(2560, 1300)
    assert header.sectionSize(COURT) == 77


def test_no_standing_is_cut_in_the_offices_list(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = "Sustituida en gran parte"
    monkeypatch.setitem(wording.STANDING_WORDS, next(iter(wording.STANDING_WORDS)), longest)
    made = EntryTable(good_law_model.GoodLawModel())
    qtbot.addWidget(made)
    made.resize(2400, 400)
    made.show()
    assert made.columnWidth(good_law_model.TREATMENT) > made.fontMetrics().horizontalAdvance(longest) + 20


def test_a_form_grows_with_what_it_says_and_squeezes_no_field(qtbot: QtBot, window: MainWindow) -> None:
    window.authorities_page.add(None)
    form = window.authorities_page.form
    assert form is not None
    fields = [form.treatment, *form.findChildren(QLineEdit)]
    before = [field.height() for field in fields]
    form.say(WORDY, bad=True)
    qtbot.waitUntil(lambda: form.said.height() >= 2 * form.fontMetrics().height())
    assert [field.height() for field in fields] == before


def test_the_lines_of_a_message_stay_short_in_a_wide_window(qtbot: QtBot) -> None:
    pane = MessagePane()
    qtbot.addWidget(pane)
    pane.say("done", "Nothing needs a look.", WORDY)
    pane.resize(2400, 700)
    pane.show()
    said = [label for label in pane.findChildren(QLabel) if label.isVisible()]
    assert max(item.width() for item in said) <= (LINE + 1) * pane.fontMetrics().averageCharWidth()
    pane.resize(300, 700)
    assert max(metrics.geometry().right() for metrics in said) < 300


def test_the_sizes_of_a_library_stand_in_two_columns_one_line_each(qtbot: QtBot, window: MainWindow) -> None:
    window.show_settings(LibraryPanel)
    page = window.settings_page.panel(LibraryPanel)
    qtbot.waitUntil(lambda: page.extent.text() != "…")
    names = [
        label for label in page.findChildren(QLabel) if label.text().startswith(("of ", "in the ", "free"))
    ]
    line = QFontMetrics(page.font()).height()
    assert len(names) == 6 and all(name.height() < 2 * line for name in names)
    assert len({name.x() for name in names}) == 1


def test_no_title_in_the_contents_of_the_guide_needs_a_scroll_bar(qtbot: QtBot) -> None:
    guide = GuideWindow()
    qtbot.addWidget(guide)
    guide.show()
    assert guide.contents.horizontalScrollBar().maximum() == 0


def test_a_date_in_the_head_of_a_collection_says_what_it_is_the_date_of(window: MainWindow) -> None:
    head = window.collections_page
    assert not head.hearing_label.isVisible()
    assert head.hearing_label.buddy() is head.hearing
    assert head.hearing_label.text() == head.hearing.accessibleName()


@pytest.fixture
def jobs() -> Iterator[Jobs]:
    made = Jobs()
    yield made
    made.close()


@pytest.mark.parametrize("height", [500, 700, 1100])
def test_an_open_summary_leaves_the_pages_half_of_the_room_or_what_they_need(
    qtbot: QtBot, jobs: Jobs, library: HookedLibrary, height: int
) -> None:
    frame = Reader(library, jobs, ReadAgainMenus())
    qtbot.addWidget(frame)
    frame.open_document(library.documents.get(1))
    frame.resize(460, height)
    frame.show()
    frame.summary.painted.show_pieces(pieces.note("The stop should have ended. " * 200))
    frame.summary.toggle.click()
    frame.notices.put(
        Source.PAGE, Note("This page is a scan and could not be read. Look at the page itself.")
    )
    body, pages = frame.summary.body, frame.middle
    qtbot.waitUntil(lambda: pages.height() >= min(PAGE_HEIGHT, body.height()) and body.height() > 100)
    assert body.height() + pages.height() > height // 2


@pytest.mark.parametrize(
    "name", ["שימוע בבית המשפט לערעורים " * 8, "For the hearing on Friday " * 8, "Short"]
)
def test_a_long_name_of_a_collection_never_hides_how_many_passages_it_has(qtbot: QtBot, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    chooser = CollectionChooser([Collection(1, name.strip(), size=214)], 0, parent)
    chooser.show_over(parent)
    (row,) = chooser.list.row_model.rows()
    assert row.side == "214 passages" and name.strip() in row.spoken
    assert chooser.list.horizontalScrollBar().maximum() == 0
    assert chooser.list.height() >= chooser.list.rows_height()
