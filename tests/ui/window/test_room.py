"""Room for what is said: rows of tables, fields of forms, lines of messages, the contents of the guide."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QStandardItemModel
from PySide6.QtWidgets import QLabel, QLineEdit, QStyleOptionHeader, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from briefbank.domain.userdata import Collection
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, show_library
from ui.features.authorities import good_law_model
from ui.features.authorities.entry_form import EntryForm
from ui.features.authorities.good_law_view import EntryTable
from ui.features.collections.chooser_view import WIDTH, CollectionChooser
from ui.features.documents.model import COURT, DOCKET, FILED, TITLE
from ui.features.draft.view import DraftView
from ui.features.help.guide import GuideWindow
from ui.features.maintenance.view import MaintenanceView
from ui.features.reader.view import PAGE_HEIGHT, ReaderView
from ui.features.settings.model_guide import suggestions
from ui.features.summary import painted_pieces
from ui.i18n import translate
from ui.kit.row_table import NARROW, RowTable
from ui.main_window import MainWindow
from ui.shared import law_texts
from ui.shared.message_pane import LINE, MessagePane
from ui.shared.pages import AUTHORITIES

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")

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
    table = window.documents.table
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
    table, arrows = window.documents.table, QStyleOptionHeader.SortIndicator
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
    header = window.documents.table.horizontalHeader()
    window.resize(1440, 900)
    header.resizeSection(COURT, 77)
    window.resize(2560, 1300)
    assert header.sectionSize(COURT) == 77


def test_no_standing_is_cut_in_the_offices_list(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    longest = "Sustituida en gran parte"
    monkeypatch.setitem(law_texts.STANDING_WORDS, next(iter(law_texts.STANDING_WORDS)), longest)
    made = EntryTable(good_law_model.GoodLawModel())
    qtbot.addWidget(made)
    assert made.columnWidth(good_law_model.STANDING) > made.fontMetrics().horizontalAdvance(longest) + 20


def test_a_form_grows_with_what_it_says_and_squeezes_no_field(qtbot: QtBot) -> None:
    form = EntryForm("Enter an authority", "")
    qtbot.addWidget(form)
    form.show()
    fields = [form.standing, *form.findChildren(QLineEdit)]
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


def test_the_sizes_of_a_library_stand_in_two_columns_one_line_each(
    qtbot: QtBot, library: StubLibrary
) -> None:
    page = MaintenanceView(library.folder)
    qtbot.addWidget(page)
    page.show_sizes(library.maintenance.sizes())
    page.resize(900, 700)
    page.show()
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


def test_every_note_on_a_language_model_is_told_in_every_language_of_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = {suggestion.name: suggestion.note for suggestion in suggestions()}
    for language in set(translate.LANGUAGES) - {translate.SOURCE}:
        monkeypatch.setattr(translate, "LANGUAGE", language)
        assert all(
            suggestion.note and suggestion.note != plain[suggestion.name] for suggestion in suggestions()
        )


def test_while_one_looks_for_an_authority_nothing_says_that_there_is_none(
    qtbot: QtBot, open_window: OpenWindow, library: StubLibrary
) -> None:
    window = open_window(library)
    window.show_page(AUTHORITIES)
    view = window.authorities
    view.show_found((), "zebra", 100)
    assert "No authority" in view.message.words()
    view.show_searching()
    assert "No authority" not in view.message.words()


def test_that_nothing_of_a_draft_is_kept_is_said_once_and_what_went_wrong_below_the_head(
    qtbot: QtBot,
) -> None:
    view = DraftView()
    qtbot.addWidget(view)
    view.resize(900, 700)
    view.show()
    assert not view.about.isVisible()
    view.show_start("The draft has no text.", bad=True)
    assert view.notice.isVisible() and view.notice.width() == view.width()
    view.show_running("Reply brief.docx")
    assert view.about.isVisible()


def test_a_date_in_the_head_of_a_collection_says_what_it_is_the_date_of(
    qtbot: QtBot, open_window: OpenWindow, library: StubLibrary
) -> None:
    window = open_window(library)
    head = window.collections.head
    assert not head.asked.isVisible()
    assert head.asked.buddy() is head.hearing and head.asked.text() == head.hearing.accessibleName()


@pytest.mark.parametrize("height", [500, 700, 1100])
def test_an_open_summary_leaves_the_pages_half_of_the_room_or_what_they_need(
    qtbot: QtBot, height: int
) -> None:
    frame = ReaderView()
    qtbot.addWidget(frame)
    frame.show_pages()
    frame.resize(460, height)
    frame.show()
    frame.summary.painted.show_pieces(painted_pieces.note("The stop should have ended. " * 200))
    frame.summary.toggle.click()
    frame.notice.say("This page is a scan and could not be read. Look at the page itself.")
    body, pages = frame.summary.body, frame.middle
    qtbot.waitUntil(lambda: pages.height() >= min(PAGE_HEIGHT, body.height()) and body.height() > 100)
    assert body.height() + pages.height() > height // 2


@pytest.mark.parametrize(
    "name", ["שימוע בבית המשפט לערעורים " * 8, "For the hearing on Friday " * 8, "Short"]
)
def test_a_long_name_of_a_collection_never_hides_how_many_passages_it_has(qtbot: QtBot, name: str) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    collections = [Collection(1, name.strip(), size=214)]
    chooser = CollectionChooser(collections, 0, parent)
    row, option = chooser.list.model().index(0, 0), QStyleOptionViewItem()
    option.initFrom(chooser.list)
    option.rect.setWidth(WIDTH - 40)
    chooser.list.itemDelegate().initStyleOption(option, row)
    assert option.text.endswith("214 passages")
    assert option.fontMetrics.horizontalAdvance(option.text) <= WIDTH - 40
    assert name.strip()[:5] in option.text and name.strip() in row.data()
