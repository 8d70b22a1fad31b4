"""Tests of showing the local model's help: its result, and a stop anywhere."""

from __future__ import annotations

import threading

import pytest
from pytestqt.qtbot import QtBot

from briefbank.errors import Cancelled, StoreBusy
from briefbank.jobs import QuietReporter
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import OpenWindow, search, shown
from ui.features.search.deeper import DeeperBar
from ui.main_window import MainWindow
from ui.shared.pages import LIBRARY, SEARCH

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def library() -> StubLibrary:
    return StubLibrary()


@pytest.fixture
def window(library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    return open_window(library)


@pytest.fixture
def bar(qtbot: QtBot, library: StubLibrary, open_window: OpenWindow) -> DeeperBar:
    """The bar of a window that shows an answer and offers to look deeper."""
    library.query_expansion.why_not = ""
    window = open_window(library)
    window.show_page(SEARCH)
    search(qtbot, window)
    result = window.search_page.results.deeper
    qtbot.waitUntil(lambda: result.look.isVisible())
    return result


# --- looking deeper ---


@pytest.mark.parametrize(
    ("more", "says"),
    [(0, "found nothing more. 1 step"), (2, "found 2 passages more. 1 step")],
)
def test_what_came_of_it_is_what_is_shown_and_not_what_was_found_on_the_way(
    qtbot: QtBot, library: StubLibrary, bar: DeeperBar, more: int, says: str
) -> None:
    library.query_expansion.more = more
    bar.look.click()
    qtbot.waitUntil(lambda: bar.steps.isVisible())
    assert says in bar.message.text()


def test_a_model_that_is_let_go_by_another_part_leaves_the_bar_offering_again(
    qtbot: QtBot, library: StubLibrary, bar: DeeperBar
) -> None:
    window = bar.window()
    assert isinstance(window, MainWindow)
    before = shown(window)
    library.faults["look deeper"] = Cancelled()
    bar.look.click()
    qtbot.waitUntil(lambda: window.status.text.whole().startswith("Stopped."))
    assert bar.look.isVisible() and not bar.stop.isVisible()
    assert shown(window) == before


# --- cutting long sections ---

CUT, STOP = "Cut long sections by the language model", "Stop cutting"


@pytest.fixture
def cutting(qtbot: QtBot, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    """A window in which a document may be cut; cutting is held by its gate."""
    library.query_expansion.cuts = True
    library.gates["recut"] = threading.Event()
    window = open_window(library)
    window.show_page(LIBRARY)
    qtbot.waitUntil(lambda: offered(window, CUT))
    return window


def offered(window: MainWindow, name: str) -> bool:
    document = window.library_page.current()
    if document is None:
        return False
    menu = window.library_page.menu(document)
    texts = [action.text() for action in menu.actions()]
    menu.close()
    return name in texts


def choose(window: MainWindow, name: str) -> None:
    document = window.library_page.current()
    assert document is not None
    menu = window.library_page.menu(document)
    next(action for action in menu.actions() if action.text() == name).trigger()
    menu.close()


def test_cutting_can_be_stopped_where_it_was_begun(
    qtbot: QtBot, library: StubLibrary, cutting: MainWindow
) -> None:
    before = len(library.called("totals"))
    choose(cutting, CUT)
    qtbot.waitUntil(lambda: bool(library.called("recut")))
    assert offered(cutting, STOP) and not offered(cutting, CUT)
    choose(cutting, STOP)
    library.gates["recut"].set()
    qtbot.waitUntil(lambda: cutting.status.text.whole() == str(Cancelled()))
    assert offered(cutting, CUT) and not offered(cutting, STOP)
    assert len(library.called("totals")) == before, "nothing was cut"


def test_a_stop_that_came_too_late_still_shows_what_was_cut(
    qtbot: QtBot, library: StubLibrary, cutting: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    step = library.query_expansion.recut
    monkeypatch.setattr(
        library.query_expansion, "recut", lambda number, reporter: step(number, QuietReporter())
    )
    before = len(library.called("totals"))
    choose(cutting, CUT)
    qtbot.waitUntil(lambda: bool(library.called("recut")))
    choose(cutting, STOP)
    library.gates["recut"].set()
    qtbot.waitUntil(lambda: "Cut 4 of 4 long sections" in cutting.status.text.whole())
    qtbot.waitUntil(lambda: len(library.called("totals")) > before)


@pytest.mark.parametrize("fault", [Cancelled(), StoreBusy("Files are being added.", "Wait.")])
def test_cutting_that_ends_for_whatever_reason_is_said_and_offered_again(
    qtbot: QtBot, library: StubLibrary, cutting: MainWindow, fault: Exception
) -> None:
    library.faults["recut"] = fault
    choose(cutting, CUT)
    library.gates["recut"].set()
    qtbot.waitUntil(lambda: cutting.status.text.whole() == str(fault))
    assert offered(cutting, CUT)


# --- the governing provision ---
