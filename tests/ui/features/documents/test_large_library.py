"""Of a large library the window knows which documents are listed, and reads the rows that are looked at."""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from briefbank.domain.caption_fields import Kind
from briefbank.errors import StoreBusy
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, list_settled, show_library
from ui.features.documents.list_controller import ROWS
from ui.features.documents.model import KEPT, NOTES, PAGE, PAGES_AT_ONCE, REMARKS_ROLE, TITLE, DocumentModel
from ui.features.documents.narrowing import kinds_by_name, typed_words
from ui.features.documents.table import DocumentTable
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

MANY = 5_000


@pytest.fixture
def large(library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    """A window on MANY documents: the first ones again and again, in the order of their ids."""
    known = library.documents.stored
    library.documents.stored = [
        replace(known[n % len(known)], id=n, title=f"State v. Number {n}", filed=None)
        for n in range(1, MANY + 1)
    ]
    return open_window(library)


def rows(window: MainWindow) -> int:
    return window.documents.model.rowCount()


def in_view(window: MainWindow) -> range:
    table = window.documents.table
    last = table.rowAt(table.viewport().height() - 1)
    return range(table.rowAt(0), (last if last >= 0 else rows(window) - 1) + 1)


def shows_all_in_view(window: MainWindow) -> bool:
    return all(window.documents.model.document(row) is not None for row in in_view(window))


def titles(window: MainWindow) -> list[str]:
    documents = (window.documents.model.document(row) for row in in_view(window))
    return [item.title for item in documents if item is not None]


# --- when the list is read ---


def test_the_size_is_said_and_no_list_is_read_while_another_page_is_shown(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    window.library_list.refresh()
    list_settled(qtbot, window)
    assert library.called("documents") == library.called("listed") == [] and rows(window) == 0
    assert window.status.size.text().startswith(f"{len(library.documents.stored)} documents")


def test_the_page_shows_the_list_once_it_is_shown_and_says_meanwhile_that_it_reads(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    library.gates["documents"] = Event()
    window.show_page(LIBRARY)
    said = [label.text() for label in window.documents.findChildren(QLabel) if label.isVisible()]
    assert "Reading the list of documents …" in said and "The library is empty." not in said
    library.gates["documents"].set()
    qtbot.waitUntil(lambda: rows(window) == len(library.documents.stored))
    assert window.documents.table.isVisible()


def test_a_change_while_the_page_is_hidden_is_seen_when_it_is_shown_again(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    show_library(qtbot, window)
    window.show_page(SEARCH)
    library.documents.change(1, title="State v. Quagga")
    window.library_list.refresh()
    list_settled(qtbot, window)
    show_library(qtbot, window)
    qtbot.waitUntil(lambda: "State v. Quagga" in titles(window))


def test_the_list_is_not_read_again_when_nothing_changed(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    show_library(qtbot, window)
    before = len(library.called("documents"))
    window.show_page(SEARCH)
    show_library(qtbot, window)
    assert len(library.called("documents")) == before


def test_an_open_document_follows_its_correction_and_its_removal(
    qtbot: QtBot, library: StubLibrary, window: MainWindow
) -> None:
    reader = window.search.readers.readers[0]
    window.open_document(library.documents.get(1))
    qtbot.waitUntil(lambda: reader.document is not None)
    library.documents.change(1, title="State v. Quagga")
    window.library_list.refresh()
    list_settled(qtbot, window)
    assert reader.document is not None and reader.document.title == "State v. Quagga"
    library.documents.stored = [item for item in library.documents.stored if item.id != 1]
    window.library_list.refresh()
    list_settled(qtbot, window)
    assert reader.document is None


# --- which rows are read ---


def test_scrolling_far_down_reads_the_rows_there_and_none_on_the_way(
    qtbot: QtBot, library: StubLibrary, large: MainWindow
) -> None:
    show_library(qtbot, large)
    before = len(library.called("listed"))
    bar = large.documents.table.verticalScrollBar()
    bar.setValue(4 * bar.maximum() // 5)
    qtbot.waitUntil(lambda: shows_all_in_view(large))
    seen = in_view(large)
    pages = range(seen[0] // PAGE, seen[-1] // PAGE + 1)
    read = {id_ for ids in library.called("listed")[before:] for id_ in ids}
    assert seen[0] > MANY // 2
    assert read == {id_ for page in pages for id_ in range(page * PAGE + 1, (page + 1) * PAGE + 1)}
    assert titles(large) == [f"State v. Number {row + 1}" for row in seen]


def test_a_change_while_scrolled_keeps_the_place_and_shows_it(
    qtbot: QtBot, library: StubLibrary, large: MainWindow
) -> None:
    show_library(qtbot, large)
    large.documents.table.verticalScrollBar().setValue(1_000)
    qtbot.waitUntil(lambda: shows_all_in_view(large))
    first, *_ = titles(large)
    library.documents.stored = [
        replace(library.documents.stored[0], id=MANY + n, title="New") for n in range(1, 8)
    ] + library.documents.stored
    library.documents.change(1_010, title="State v. Quagga")
    for item in library.documents.stored[:7]:
        library.documents.change(item.id, filed=library.documents.stored[0].added_at.date())
    large.library_list.refresh()
    list_settled(qtbot, large)
    qtbot.waitUntil(lambda: "State v. Quagga" in titles(large))
    assert titles(large)[0] == first and in_view(large)[0] == 1_007


def test_another_order_shows_its_beginning(qtbot: QtBot, large: MainWindow) -> None:
    show_library(qtbot, large)
    large.documents.table.verticalScrollBar().setValue(1_000)
    large.documents.table.sortByColumn(TITLE, Qt.SortOrder.DescendingOrder)
    list_settled(qtbot, large)
    qtbot.waitUntil(lambda: titles(large)[:1] == ["State v. Number 999"])


def test_documents_whose_rows_are_not_there_are_chosen_corrected_and_opened(
    qtbot: QtBot, library: StubLibrary, large: MainWindow
) -> None:
    library.gates["listed"] = Event()
    large.show_page(LIBRARY)
    qtbot.waitUntil(lambda: rows(large) == MANY)
    documents, asked = large.documents, []
    documents.many_wanted.disconnect()
    documents.many_wanted.connect(asked.append)
    documents.table.selectAll()
    assert documents.chosen() == list(range(1, MANY + 1)) and documents.current() is None
    assert documents.correct.isEnabled() and not documents.remove.isEnabled()
    documents.correct.click()
    assert asked == [list(range(1, MANY + 1))]
    documents.table.selectRow(1_000)
    documents.correct.click()
    qtbot.waitUntil(lambda: bool(library.called("caption")) or not large.jobs.busy("caption"))
    with qtbot.waitSignal(large.library_list.open_wanted) as opened:
        qtbot.keyClick(documents.table, Qt.Key.Key_Return)
    assert [arg.id for arg in opened.args] == [1_001]


def test_chosen_documents_stay_chosen_in_another_order(qtbot: QtBot, large: MainWindow) -> None:
    show_library(qtbot, large)
    large.documents.table.selectAll()
    large.documents.table.sortByColumn(TITLE, Qt.SortOrder.AscendingOrder)
    list_settled(qtbot, large)
    assert sorted(large.documents.chosen()) == list(range(1, MANY + 1))


def test_rows_that_could_not_be_read_are_read_when_they_are_looked_at_again(
    qtbot: QtBot, library: StubLibrary, large: MainWindow
) -> None:
    library.faults["listed"] = StoreBusy()
    large.show_page(LIBRARY)
    qtbot.waitUntil(lambda: large.status.text.whole() == str(StoreBusy()))
    library.faults.clear()
    qtbot.waitUntil(lambda: not large.jobs.busy(ROWS))
    large.documents.table.viewport().update()
    qtbot.waitUntil(lambda: shows_all_in_view(large))


# --- the model by itself ---


@pytest.fixture
def model(qtmodeltester: ModelTester) -> DocumentModel:
    made = DocumentModel()
    qtmodeltester.check(made)
    return made


def looked_at(qtbot: QtBot, model: DocumentModel, *at: int) -> list[int]:
    """Look at rows; return the ids that are asked for."""
    with qtbot.waitSignal(model.rows_wanted) as asked:
        for row in at:
            model.index(row, TITLE).data()
    (ids,) = asked.args
    return list(ids)


def test_a_row_that_is_not_there_is_empty_and_its_page_is_asked_for_once(
    qtbot: QtBot, model: DocumentModel
) -> None:
    model.show(range(1, MANY + 1))
    assert model.index(7, TITLE).data() is None and model.index(7, NOTES).data(REMARKS_ROLE) is None
    assert looked_at(qtbot, model, 8, 7) == list(range(1, PAGE + 1))
    with qtbot.assertNotEmitted(model.rows_wanted, wait=0):
        model.index(9, TITLE).data()


def test_of_what_was_scrolled_past_only_the_last_is_asked_for(qtbot: QtBot, model: DocumentModel) -> None:
    model.show(range(1, MANY + 1))
    looked = looked_at(qtbot, model, *range(0, MANY, PAGE))
    assert looked == list(range(MANY - PAGES_AT_ONCE * PAGE + 1, MANY + 1))


def test_rows_come_are_shown_as_they_were_until_they_come_anew_and_never_pile_up(
    qtbot: QtBot, model: DocumentModel, library: StubLibrary
) -> None:
    model.show(range(1, MANY + 1))
    known = library.documents.listed([1])[1]
    for page in range(MANY // PAGE):
        ids = looked_at(qtbot, model, page * PAGE)
        model.show_rows(ids, {id_: known for id_ in ids if id_ != 7})
        assert len(model._rows) <= KEPT and len(model._fresh) <= KEPT
    last = model.index(MANY - 1, TITLE)
    assert known.document.title in last.data()
    model.outdate()
    assert known.document.title in last.data()
    ids = looked_at(qtbot, model, MANY - 1)
    model.show_rows(ids, {})
    assert last.data() is None, "it was removed"
    model.show(range(1, 3))
    assert model.rows_of({2, 9}) == {2: 1} and model.rowCount() == 2


def test_choosing_all_looks_at_no_row_out_of_view(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[int] = []
    monkeypatch.setattr(DocumentModel, "rowCount", lambda *_: counted.append(1) or MANY)
    made = DocumentModel()
    made.show(range(1, MANY + 1))
    table = DocumentTable(made)
    qtbot.addWidget(table)
    table.show()
    table.selectAll()
    table.grab()
    assert sum(map(len, table.chosen_ranges())) == MANY and len(counted) < MANY


# --- what is typed ---


def test_kinds_and_months_are_known_by_their_names_and_a_day_as_it_is_shown() -> None:
    (march, day, year) = typed_words("March 3, 2015")
    assert march.months == {3} and (day.text, year.text) == ("3", "2015") and not day.months | year.months
    (opinion,) = typed_words("OPINION")
    assert opinion.kinds == {Kind.OPINION}
    assert [word.text for word in typed_words(" , a,b ")] == [",", "a,b"]


def test_a_docket_number_is_one_word_with_what_announces_it() -> None:
    words = typed_words("doe App. Div. Docket No. A-1234-20, 17 Cr. 123 (ADB)")
    assert [word.text for word in words] == ["doe", "A-1234-20", "17-Cr-123"]
    assert set(kinds_by_name()) == set(Kind) and kinds_by_name()[0] is Kind.BRIEF
