"""Of a large library the window knows which documents are listed, and reads the rows that are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import DocumentList, ListColumn, ListedDocument
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import list_settled, show_library
from ui.features.library.table import FILE, PAGE, PAGES, REMARKS, TITLE, typed_words
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY

MANY = 5_000
LISTED = range(1, MANY + 1)


@pytest.fixture
def large(sample_library: HookedLibrary, sample_window: MainWindow) -> MainWindow:
    """A window on MANY documents: one of the briefs again and again, in the order of their ids."""
    (known,) = sample_library.documents.listed(sample_library.documents.ids(DocumentList())[:1]).values()

    def rows_of(ids: Sequence[int]) -> dict[int, ListedDocument]:
        return {
            id_: replace(known, document=replace(known.document, id=id_, title=f"State v. Number {id_}"))
            for id_ in ids
        }

    documents = sample_library.documents
    documents.ids = lambda selection: range(MANY, 0, -1) if selection.column is ListColumn.TITLE else LISTED
    documents.listed = rows_of  # type: ignore[method-assign]
    return sample_window


def rows(window: MainWindow) -> int:
    return window.library_page.model.rowCount()


def in_view(window: MainWindow) -> range:
    table = window.library_page.table
    last = table.rowAt(table.viewport().height() - 1)
    return range(table.rowAt(0), (last if last >= 0 else rows(window) - 1) + 1)


def shows_all_in_view(window: MainWindow) -> bool:
    return all(window.library_page.model.document(row) is not None for row in in_view(window))


def titles(window: MainWindow) -> list[str]:
    documents = (window.library_page.model.document(row) for row in in_view(window))
    return [item.title for item in documents if item is not None]


def test_the_size_is_said_and_no_list_is_read_while_another_page_is_shown(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    sample_window.library_page.reload()
    list_settled(qtbot, sample_window)
    assert sample_library.called("documents.ids") == sample_library.called("documents.listed") == []
    assert rows(sample_window) == 0 and sample_window.status.extent.text().startswith("8 documents")


def test_scrolling_far_down_reads_the_rows_there_and_none_on_the_way(
    qtbot: QtBot, sample_library: HookedLibrary, large: MainWindow
) -> None:
    show_library(qtbot, large)
    before = len(sample_library.called("documents.listed"))
    bar = large.library_page.table.verticalScrollBar()
    bar.setValue(4 * bar.maximum() // 5)
    qtbot.waitUntil(lambda: shows_all_in_view(large))
    seen = in_view(large)
    pages = range(seen[0] // PAGE, seen[-1] // PAGE + 1)
    read = {id_ for ids in sample_library.called("documents.listed")[before:] for id_ in ids}
    assert seen[0] > MANY // 2
    assert read == {id_ for page in pages for id_ in range(page * PAGE + 1, (page + 1) * PAGE + 1)}
    assert titles(large) == [f"State v. Number {row + 1}" for row in seen]


def test_a_change_while_scrolled_keeps_the_place_and_another_order_shows_its_beginning(
    qtbot: QtBot, sample_library: HookedLibrary, large: MainWindow
) -> None:
    show_library(qtbot, large)
    table = large.library_page.table
    table.selectAll()
    table.verticalScrollBar().setValue(1_000)
    qtbot.waitUntil(lambda: shows_all_in_view(large))
    first, *_ = titles(large)
    sample_library.documents.ids = lambda selection: (
        LISTED[::-1] if selection.column is ListColumn.TITLE else [*range(MANY + 1, MANY + 8), *LISTED]
    )
    large.library_page.reload()
    list_settled(qtbot, large)
    qtbot.waitUntil(lambda: titles(large)[:1] == [first])
    assert in_view(large)[0] == 1_007
    table.sortByColumn(TITLE, Qt.SortOrder.DescendingOrder)
    list_settled(qtbot, large)
    qtbot.waitUntil(lambda: titles(large)[:1] == [f"State v. Number {MANY}"])
    assert sorted(table.chosen()) == list(LISTED), "the chosen ones stay chosen"


def test_documents_whose_rows_are_not_there_are_chosen_corrected_and_opened(
    qtbot: QtBot, sample_library: HookedLibrary, large: MainWindow
) -> None:
    sample_library.hold("documents.listed")
    large.show_page(LIBRARY)
    qtbot.waitUntil(lambda: rows(large) == MANY)
    page = large.library_page
    page.table.selectAll()
    assert page.table.chosen() == list(LISTED) and page.current() is None
    assert page.correct.isEnabled() and page.remove.isEnabled()
    page.table.selectRow(5)
    with qtbot.waitSignal(page.document_wanted) as opened:
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert [arg.id for arg in opened.args] == [6]


def test_a_click_previews_enter_opens_and_alt_left_returns_to_the_row(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    window = sample_window
    window.resize(1440, 900)
    show_library(qtbot, window)
    page, details = window.library_page, window.library_page.details
    page.table.selectRow(1)
    qtbot.waitUntil(lambda: details.title.text() == "State in the Interest of T.J.")
    qtbot.waitUntil(lambda: bool(details.lines.text()))
    assert window.pages.currentIndex() == LIBRARY
    page.table.selectAll()
    qtbot.waitUntil(lambda: details.title.text() == "8 documents selected")
    page.table.selectRow(1)
    with qtbot.waitSignal(window.search_page.reader.opened):
        qtbot.keyClick(page.table, Qt.Key.Key_Return)
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.pages.currentIndex() == LIBRARY
    assert page.table.hasFocus() and page.table.currentIndex().row() == 1


def test_the_title_is_the_last_column_to_shrink_and_hidden_ones_come_back(
    qtbot: QtBot, sample_window: MainWindow
) -> None:
    show_library(qtbot, sample_window)
    table = sample_window.library_page.table
    for width in (1024, 1280, 1440, 1920, 2560):
        sample_window.resize(width, 900)
        assert table.columnWidth(TITLE) >= 34 * table.fontMetrics().averageCharWidth(), width
        assert table.horizontalScrollBar().maximum() == 0, width
        filled = sum(table.columnWidth(column) for column in range(table.model().columnCount()))
        assert abs(table.viewport().width() - filled) <= 2, width
        assert table.isColumnHidden(FILE) or width > 1024, width
    assert not table.isColumnHidden(FILE) and table.columnWidth(FILE) > 100


def test_the_table_is_ordered_by_any_column(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    show_library(qtbot, sample_window)
    table = sample_window.library_page.table
    for column, key in {FILE: lambda item: item.file_name, PAGES: lambda item: item.pages}.items():
        table.sortByColumn(column, Qt.SortOrder.AscendingOrder)
        list_settled(qtbot, sample_window)
        ids = sample_window.library_page.model.ids(range(rows(sample_window)))
        values = [key(sample_library.documents.get(id_)) for id_ in ids]
        assert len(values) == 8 and values == sorted(values)


def test_remarks_tell_their_reason_in_the_tip_and_to_assistive_technology(
    qtbot: QtBot, sample_library: HookedLibrary, sample_window: MainWindow
) -> None:
    def marked(listed: dict[int, ListedDocument]) -> dict[int, ListedDocument]:
        return {
            id_: replace(row, document=replace(row.document, gaps=1, hidden_pages=1), others=(row.document,))
            if row.document.doubtful_pages
            else row
            for id_, row in listed.items()
        }

    sample_library.change("documents.listed", marked)
    show_library(qtbot, sample_window)
    model = sample_window.library_page.model
    tip = model.index(7, REMARKS).data(Qt.ItemDataRole.ToolTipRole).split("\n")
    assert tip == [
        "1 page has no text that can be searched.",
        "2 pages were read with little certainty.",
        "On 1 page there is text that cannot be seen. It was left out, but can still be copied.",
        "There are 2 versions of it here.",
    ]
    spoken = Qt.ItemDataRole.AccessibleTextRole
    assert model.index(7, REMARKS).data(spoken) == f"To check: {' '.join(tip)}"
    assert model.index(0, REMARKS).data(spoken) == "To check: nothing"


def test_kinds_and_months_are_known_by_their_names_and_a_day_as_it_is_shown() -> None:
    (march, day, year) = typed_words("March 3, 2015")
    assert march.months == {3} and (day.text, year.text) == ("3", "2015") and not day.months | year.months
    (opinion,) = typed_words("OPINION")
    assert opinion.kinds == {Kind.OPINION}
    assert [word.text for word in typed_words(" , a,b ")] == [",", "a,b"]
