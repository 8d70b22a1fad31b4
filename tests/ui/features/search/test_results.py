"""The list of results: opening, thumbs, copying, showing all of a passage, and its place."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Hit, Verdict
from briefbank.errors import QueryError
from briefbank.exports.quotations import of_hit, to_text
from tests.stand_ins.library import StubLibrary
from tests.ui.conftest import ask_without_waiting, search, shown
from ui.features.search.model import EXPANDED_ROLE, HIT_ROLE, OPENED_ROLE
from ui.main_window import MainWindow


def test_a_click_opens_the_result(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    results = window.search_page.results.list
    place = results.visualRect(window.search_page.results.model.index(2)).topLeft() + QPoint(60, 90)
    with qtbot.waitSignal(window.search.reader.opened):
        qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert window.search.reader.hit == shown(window)[2]


def test_thumbs_are_set_changed_and_taken_back_and_kept_with_the_query(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    results, passage = window.search_page.results.list, shown(window)[0].passage.id
    expected = ((Qt.Key.Key_Plus, Verdict.UP), (Qt.Key.Key_Minus, Verdict.DOWN), (Qt.Key.Key_Minus, None))
    for number, (key, verdict) in enumerate(expected, start=1):
        qtbot.keyClick(results, key)
        assert shown(window)[0].verdict is verdict
        qtbot.waitUntil(lambda n=number: len(library.called("give_feedback")) == n)
        assert library.called("give_feedback")[-1] == (passage, "traffic stop suspicion", verdict)


def test_a_thumb_is_shown_again_when_the_query_is_repeated(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: bool(library.feedback.verdicts))
    search(qtbot, window, "nervousness")
    search(qtbot, window)
    assert shown(window)[0].verdict is Verdict.UP


def test_the_painted_thumb_can_be_clicked(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    results = window.search_page.results.list
    index = window.search_page.results.model.index(0)
    card = results.itemDelegate().card(index)  # type: ignore[attr-defined]
    place = results.visualRect(index).topLeft() + card.button(1).center().toPoint()
    qtbot.mouseClick(results.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert shown(window)[0].verdict is Verdict.UP
    assert window.search.reader.hit is None


def test_a_thumb_that_could_not_be_kept_goes_back_and_says_so(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    library.faults["give_feedback"] = QueryError("The library is read only.", "Ask for the right to write.")
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: shown(window)[0].verdict is None)
    assert "The mark was not kept." in window.status.text.whole()


def test_ctrl_c_copies_the_passage_with_its_citation(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    qtbot.keyClick(window.search_page.results.list, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == to_text(of_hit(shown(window)[0]))


def test_a_trimmed_passage_is_shown_whole_by_key_and_trimmed_again(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.focus_results()
    results, index = window.search_page.results.list, window.search_page.results.model.index(0)
    small = results.visualRect(index).height()
    qtbot.keyClick(results, Qt.Key.Key_Right)
    assert index.data(EXPANDED_ROLE)
    assert results.visualRect(index).height() > small
    qtbot.keyClick(results, Qt.Key.Key_Left)
    assert results.visualRect(index).height() == small


def test_a_row_is_read_aloud_as_one_sentence(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    index = window.search_page.results.model.index(0)
    text = index.data(Qt.ItemDataRole.AccessibleTextRole)
    hit: Hit = index.data(HIT_ROLE)
    for part in (hit.document.title, "March 3, 2023", "page 12", "completed traffic stop"):
        assert part in text
    assert len(text) < len(hit.passage.text)


def test_a_thumb_pressed_while_a_newer_search_runs_is_kept_with_the_search_that_is_shown(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    search(qtbot, window)
    passage = shown(window)[0].passage.id
    gate = ask_without_waiting(qtbot, window, library, "nervousness")
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: bool(library.called("give_feedback")))
    assert library.called("give_feedback") == [(passage, "traffic stop suspicion", Verdict.UP)]
    with qtbot.waitSignal(window.search_page.results.model.modelReset):
        gate.set()
    window.search.results.give_feedback(0, Verdict.UP)
    qtbot.waitUntil(lambda: len(library.called("give_feedback")) == 2)
    assert library.called("give_feedback")[-1][1] == "nervousness"


def test_another_question_begins_at_the_top_with_nothing_chosen(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    window.search_page.results.list.choose(3)
    search(qtbot, window, "traffic stop")
    assert window.search_page.results.list.current_row() == -1
    assert window.search_page.results.list.verticalScrollBar().value() == 0


def test_only_the_passage_that_is_open_carries_the_bar_and_only_while_it_is_found(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    def barred() -> list[int]:
        model = window.search_page.results.model
        rows = [row for row in range(model.rowCount()) if model.index(row).data(OPENED_ROLE)]
        return [model.hit(row).passage.id for row in rows]

    search(qtbot, window)
    window.search.results.open_row(0)
    opened = shown(window)[0].passage.id
    assert barred() == [opened]
    search(qtbot, window, "checkpoint")
    assert opened not in [hit.passage.id for hit in shown(window)]
    assert barred() == []
    search(qtbot, window, "traffic")
    window.search.results.open_row([hit.passage.id for hit in shown(window)].index(opened))
    assert barred() == [opened]
    window.open_document(library.documents.get(3))
    assert barred() == []


def test_a_brief_of_other_results_is_closed_unless_it_is_being_read(qtbot: QtBot, window: MainWindow) -> None:
    window.activateWindow()
    search(qtbot, window)
    reader = window.search.reader
    with qtbot.waitSignal(reader.opened):
        window.search.results.open_row(0)
    search(qtbot, window, "traffic")
    assert reader.document is not None, "it is among these results, too"
    reader.view.canvas.setFocus()
    with qtbot.waitSignal(window.search.answered):
        window.search_page.bar.ask_for("checkpoint")
    qtbot.waitUntil(lambda: window.search.runner.question is None)
    assert reader.document is not None, "it is being read"
    search(qtbot, window, "checkpoint zebra")
    assert reader.document is None and reader.view.message.isVisible()


def test_a_brief_that_was_opened_on_its_own_stays_under_new_results(
    qtbot: QtBot, window: MainWindow, library: StubLibrary
) -> None:
    window.open_document(library.documents.get(3))
    search(qtbot, window, "checkpoint")
    assert window.search.reader.document is not None
