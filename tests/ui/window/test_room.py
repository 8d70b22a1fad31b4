"""Room for what is said: rows of tables, fields of forms, lines of messages, the contents of the guide."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QStyleOptionHeader
from pytestqt.qtbot import QtBot

from tests.stand_ins.hooked_library import HookedLibrary
from ui.features.library.table import COURT, FILED
from ui.features.reader import summary_pieces as pieces
from ui.features.reader.notices import Note, Source
from ui.features.reader.reader import PAGE_HEIGHT, Reader
from ui.jobs import Jobs
from ui.main_window import MainWindow
from ui.shared.actions import ReadAgainMenus

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise", "grabbing the keyboard")

ASCENDING, DESCENDING = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder
WORDY = "Your good-law list says something else of this authority already. " * 3


def test_the_sort_arrow_points_up_where_values_ascend_and_down_where_they_descend(window: MainWindow) -> None:
    table, arrows = window.library_page.table, QStyleOptionHeader.SortIndicator
    for order, arrow in {ASCENDING: arrows.SortUp, DESCENDING: arrows.SortDown}.items():
        table.sortByColumn(FILED, order)
        sorted_by, other = QStyleOptionHeader(), QStyleOptionHeader()
        table.horizontalHeader().initStyleOptionForIndex(sorted_by, FILED)
        table.horizontalHeader().initStyleOptionForIndex(other, COURT)
        assert sorted_by.sortIndicator == arrow
        assert other.sortIndicator not in (arrows.SortUp, arrows.SortDown)


def test_a_form_grows_with_what_it_says_and_squeezes_no_field(qtbot: QtBot, window: MainWindow) -> None:
    window.authorities_page.add(None)
    form = window.authorities_page.form
    assert form is not None
    fields = [form.treatment, *form.findChildren(QLineEdit)]
    before = [field.height() for field in fields]
    form.say(WORDY, bad=True)
    qtbot.waitUntil(lambda: form.message.height() >= 2 * form.fontMetrics().height())
    assert [field.height() for field in fields] == before


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
