"""What a local language model adds to a search, and the cutting of long sections: shown, and stopped."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Aid, AidedAnswer, AidStep, SearchRequest
from briefbank.errors import Cancelled, ModelFault, StoreBusy
from briefbank.jobs import Reporter
from briefbank.text.messages import NO_MESSAGE, Message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window, search, show_library, shown
from ui.features.search.deeper import TOPIC, DeeperBar
from ui.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
DEEPER, RECUT = "query_expansion.search", "query_expansion.recut"
STEPS = (
    AidStep(
        Aid.REWRITING,
        Message("Searched your question in 2 other wordings."),
        ("prolonged detention after a traffic warning", "dog sniff after the mission of a stop has ended"),
        new=1,
        seconds=4.2,
    ),
    AidStep(
        Aid.SCORING, Message("Read the first 2 passages and weighed how well each answers."), seconds=21.0
    ),
    AidStep(Aid.IRAC, NO_MESSAGE, failed=Message("The model wrote nothing that could be searched for.")),
)


class Expansion:
    """A model that turns the results of a search round, in three steps."""

    def __init__(self, library: HookedLibrary) -> None:
        self._library = library
        self.more = 1
        library.instead("query_expansion.unavailable", lambda: NO_MESSAGE)
        library.instead(DEEPER, self._search)

    def _search(self, request: SearchRequest, reporter: Reporter) -> AidedAnswer:
        reporter.progress(Message("The language model reads what was found."), 1, 3)
        reporter.check()
        answer = self._library.search(request)
        turned = tuple(replace(hit, rank=at) for at, hit in enumerate(reversed(answer.hits), start=1))
        return AidedAnswer(replace(answer, hits=turned), STEPS, "Phi 3.5 Mini Instruct", self.more)


@pytest.fixture
def expansion(library: HookedLibrary) -> Expansion:
    return Expansion(library)


@pytest.fixture
def searched(qtbot: QtBot, library: HookedLibrary, expansion: Expansion) -> Iterator[MainWindow]:
    """A window that shows an answer and offers to look deeper."""
    with real_window(qtbot, library) as window:
        search(qtbot, window)
        qtbot.waitUntil(lambda: deeper(window).look.isVisible())
        yield window


def deeper(window: MainWindow) -> DeeperBar:
    return window.search_page.results.deeper


def test_looking_deeper_shows_passages_with_what_was_done_and_a_way_back(
    qtbot: QtBot, searched: MainWindow, library: HookedLibrary, expansion: Expansion
) -> None:
    bar, before = deeper(searched), shown(searched)
    assert not library.called(DEEPER), "the model is never asked before a person presses"
    for more, says in ((1, "1 passage more"), (0, "nothing more"), (2, "2 passages more")):
        expansion.more = more
        bar.look.click()
        qtbot.waitUntil(lambda: bar.steps.isVisible())
        assert shown(searched)[0] != before[0]
        assert bar.message.text() == (
            f"The language model took 3 steps and found {says}. 1 step did not help."
        )
        bar.plain.click()
        qtbot.waitUntil(lambda: shown(searched)[0].passage == before[0].passage)
        qtbot.waitUntil(lambda: bar.look.isVisible())


def test_nothing_is_offered_while_nothing_is_switched_on(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    assert shown(window) and not deeper(window).isVisible()
    show_library(qtbot, window)
    assert not offered(window, CUT)


def test_a_new_search_drops_what_the_model_was_doing_for_the_former(
    qtbot: QtBot, searched: MainWindow, library: HookedLibrary
) -> None:
    bar, gate = deeper(searched), library.hold(DEEPER)
    bar.look.click()
    qtbot.waitUntil(lambda: bar.stop.isVisible())
    search(qtbot, searched, "summation")
    before = shown(searched)
    gate.set()
    qtbot.waitUntil(lambda: not searched.jobs.busy(TOPIC, searched.search_page))
    assert shown(searched) == before
    assert not bar.steps.isVisible()


def test_stopping_leaves_the_results_of_the_search(
    qtbot: QtBot, searched: MainWindow, library: HookedLibrary
) -> None:
    bar, before, gate = deeper(searched), shown(searched), library.hold(DEEPER)
    bar.look.click()
    qtbot.waitUntil(lambda: bar.stop.isVisible())
    qtbot.mouseClick(bar.stop, Qt.MouseButton.LeftButton)
    gate.set()
    assert bar.look.isVisible() and shown(searched) == before


@pytest.mark.parametrize(
    ("fault", "says"), [(ModelFault(), "stopped before it was done"), (Cancelled(), "Stopped.")]
)
def test_a_model_that_fails_or_is_let_go_by_another_part_is_explained_and_offered_again(
    qtbot: QtBot, searched: MainWindow, library: HookedLibrary, fault: Exception, says: str
) -> None:
    bar, before = deeper(searched), shown(searched)
    library.fail(DEEPER, fault)
    bar.look.click()
    qtbot.waitUntil(lambda: says in bar.message.text() + searched.status.text.whole())
    assert bar.look.isVisible() and not bar.stop.isVisible()
    assert shown(searched) == before


CUT, STOP = "Cut long sections by the language model", "Stop cutting"


DONE = Message("Cut 4 of 4 long sections where the local model finds a turn.")


class Cutting:
    """The cutting of long sections, whose answer waits for a gate; ``obeys``: it can be stopped meanwhile."""

    def __init__(self, library: HookedLibrary) -> None:
        self.obeys = True
        self.gate = threading.Event()
        library.instead("query_expansion.may_cut", lambda: True)
        library.instead(RECUT, self._recut)

    def _recut(self, _document_id: int, reporter: Reporter) -> AidStep:
        self.gate.wait(20)
        if self.obeys:
            reporter.check()
        return AidStep(Aid.SEGMENTING, DONE)


@pytest.fixture
def cutting(library: HookedLibrary) -> Cutting:
    return Cutting(library)


@pytest.fixture
def cutter(qtbot: QtBot, cutting: Cutting, window: MainWindow) -> MainWindow:
    """A window in which a document may be cut."""
    show_library(qtbot, window)
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


def test_cutting_can_be_stopped_and_a_stop_that_comes_too_late_shows_what_was_cut(
    qtbot: QtBot, library: HookedLibrary, cutting: Cutting, cutter: MainWindow
) -> None:
    before = len(library.called("documents.totals"))
    for number, (obeys, says) in enumerate(((True, str(Cancelled())), (False, str(DONE))), start=1):
        cutting.obeys = obeys
        cutting.gate.clear()
        choose(cutter, CUT)
        qtbot.waitUntil(lambda number=number: len(library.called(RECUT)) == number)
        assert offered(cutter, STOP) and not offered(cutter, CUT)
        choose(cutter, STOP)
        cutting.gate.set()
        qtbot.waitUntil(lambda says=says: cutter.status.text.whole() == says)
        qtbot.waitUntil(lambda: offered(cutter, CUT))
        if obeys:
            assert len(library.called("documents.totals")) == before, "nothing was cut"
    qtbot.waitUntil(lambda: len(library.called("documents.totals")) > before)
    document = cutter.library_page.current()
    assert document is not None and {call[0] for call in library.called(RECUT)} == {document.id}


def test_cutting_that_fails_is_said_and_offered_again(
    qtbot: QtBot, library: HookedLibrary, cutting: Cutting, cutter: MainWindow
) -> None:
    fault = StoreBusy("Files are being added.", "Wait.")
    library.fail(RECUT, fault)
    choose(cutter, CUT)
    qtbot.waitUntil(lambda: cutter.status.text.whole() == str(fault))
    assert offered(cutter, CUT)
