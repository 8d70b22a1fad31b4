"""A long answer: results that are read as one scrolls to them, and a list in which nothing jumps."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import SearchAnswer, SearchRequest
from briefbank.errors import StoreBusy
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, shown
from tests.ui.scrolling import wheel
from ui.features.search.controller import FIRST_RESULTS
from ui.features.search.model import KEY_ROLE, HitModel
from ui.features.search.result_list import ResultList
from ui.main_window import MainWindow

MANY = 4000


@pytest.fixture
def far(qtbot: QtBot, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    """A window that shows the first of many results, each with a row of its own."""
    library.many = MANY
    window = open_window(library)
    window.activateWindow()
    window.search_page.results.head.grouping.setChecked(False)
    search(qtbot, window)
    return window


def view_of(window: MainWindow) -> ResultList:
    return window.search_page.results.list


def all_seen_are_there(window: MainWindow) -> bool:
    first, last = view_of(window).on_screen()
    return all(view_of(window).results.hit_at(row) is not None for row in range(first, last + 1))


def test_every_result_has_its_row_at_once_and_only_the_first_are_read(
    library: StubLibrary, far: MainWindow
) -> None:
    model = far.search_page.results.model
    assert model.rowCount() == MANY and len(model.hits()) == FIRST_RESULTS
    assert far.search_page.results.count.text() == "4,000 passages, newest first"
    assert not library.called("further")


def test_what_is_scrolled_to_is_read_from_its_place_on(
    qtbot: QtBot, library: StubLibrary, far: MainWindow
) -> None:
    bar = view_of(far).verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    qtbot.waitUntil(lambda: all_seen_are_there(far))
    first, _last = view_of(far).on_screen()
    assert first > 1000 and view_of(far).results.hit(first).rank == first + 1
    assert len(shown(far)) < 500


def test_end_goes_to_the_very_last_result_and_page_down_to_the_next_screen(
    qtbot: QtBot, far: MainWindow
) -> None:
    view = view_of(far)
    far.search_page.focus_results()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert 0 < view.current_row() <= 6
    qtbot.keyClick(view, Qt.Key.Key_End)
    qtbot.waitUntil(lambda: all_seen_are_there(far))
    assert view.current_row() == MANY - 1 and view.results.hit(MANY - 1).rank == MANY
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.current_row() == 0 and view.verticalScrollBar().value() == 0


def test_scrolling_by_wheel_moves_what_is_seen_by_the_same_step_also_over_rows_never_measured(
    qtbot: QtBot, far: MainWindow
) -> None:
    view = view_of(far)
    view.verticalScrollBar().setValue(90_000)
    qtbot.waitUntil(lambda: all_seen_are_there(far))
    qtbot.waitUntil(lambda: not far.jobs.busy("further results"))
    for _ in range(40):
        index = view.indexAt(QPoint(60, 150))
        key, before = index.data(KEY_ROLE), view.visualRect(index).top()
        wheel(view, 120)
        assert index.data(KEY_ROLE) == key
        assert view.visualRect(index).top() - before == 3 * view.verticalScrollBar().singleStep()


def test_rows_that_are_still_to_be_read_say_so_and_take_no_key(
    qtbot: QtBot, library: StubLibrary, far: MainWindow
) -> None:
    library.gates["further"] = threading.Event()
    view = view_of(far)
    view.choose(2000)
    index = view.results.index(2000)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == "This result is being read."
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Plus, Qt.Key.Key_Right, Qt.Key.Key_W):
        qtbot.keyClick(view, key)
    assert far.search.reader.hit is None and not library.called("give_feedback")
    library.gates["further"].set()
    qtbot.waitUntil(lambda: view.results.hit_at(2000) is not None)
    assert view.current_row() == 2000


def test_the_next_result_beyond_those_read_is_opened_once_it_is_there(qtbot: QtBot, far: MainWindow) -> None:
    far.search.results.open_row(FIRST_RESULTS - 1)
    far.search.results.step(1)
    qtbot.waitUntil(lambda: far.search.reader.hit is not None and far.search.reader.hit.rank == 51)


def test_results_that_cannot_be_read_are_said_and_read_when_scrolled_to_again(
    qtbot: QtBot, library: StubLibrary, far: MainWindow
) -> None:
    library.faults["further"] = StoreBusy()
    view = view_of(far)
    view.choose(1500)
    qtbot.waitUntil(lambda: "could not be read" in far.status.text.whole())
    library.faults.clear()
    view.choose(1520)
    qtbot.waitUntil(lambda: all_seen_are_there(far))


def test_a_library_that_became_smaller_meanwhile_shortens_the_list(
    qtbot: QtBot, library: StubLibrary, far: MainWindow
) -> None:
    library.many = 1200
    view_of(far).choose(1150)
    qtbot.waitUntil(lambda: view_of(far).results.rowCount() == 1200)
    assert far.search_page.results.count.text() == "1,200 passages, newest first"


def test_another_question_drops_what_was_being_read_for_the_one_before(
    qtbot: QtBot, library: StubLibrary, far: MainWindow
) -> None:
    gate = library.gates["further"] = threading.Event()
    view_of(far).choose(2000)
    qtbot.waitUntil(lambda: bool(library.called("further")))
    library.many = 0
    search(qtbot, far, "traffic")
    gate.set()
    qtbot.waitUntil(lambda: not far.jobs.busy("further results"))
    assert view_of(far).results.rowCount() == 6 and len(shown(far)) == 6


def test_another_answer_is_measured_from_its_top_and_not_where_the_one_before_was_scrolled_to(
    far: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    view, measured = view_of(far), []
    view.verticalScrollBar().setValue(60_000)
    cards = view.itemDelegate()
    hint = cards.sizeHint

    def noted(option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        measured.append(index.row())
        return hint(option, index)

    monkeypatch.setattr(cards, "sizeHint", noted)
    view.results.show(SearchAnswer("", 0.0, MANY, tuple(view.results.hits())))
    assert view.verticalScrollBar().value() == 0
    assert measured and max(measured) < 20


@given(
    briefs=st.lists(st.integers(0, 3), max_size=12),
    read=st.integers(0, 12),
    unfolded=st.frozensets(st.tuples(st.integers(1, 3), st.just(False))),
    grouping=st.booleans(),
)
def test_a_row_is_found_by_what_names_it_however_the_rows_are_arranged(
    briefs: list[int], read: int, unfolded: frozenset[tuple[int, int]], grouping: bool
) -> None:
    one = StubLibrary().search(SearchRequest("the of to")).hits[0]
    hits = tuple(
        replace(one, passage=replace(one.passage, id=100 + place)) for place, _ in enumerate(briefs[:read])
    )
    model = HitModel()
    model.set_grouping(grouping)
    model.show(SearchAnswer("", 0.0, len(briefs), hits, briefs=tuple(briefs)), unfolded=unfolded)
    keys = {model.index(row).data(KEY_ROLE): row for row in range(model.rowCount())}
    others = [(kind, n) for kind in ("brief", "passage", "place") for n in (0, 1, 2, 3, 5, 100, 104)]
    for key in {*keys, *others}:
        assert model.row_of_key(key) == keys.get(key, -1)
