"""Tests of a shown summary whose basis changes: the model, the settings, or the office's list."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from briefbank.domain.searches import Aid, AidedAnswer
from briefbank.domain.summaries import ClaimFault
from briefbank.errors import Cancelled
from briefbank.settings import Settings, save
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.local_model import STEPS
from tests.stand_ins.library.summaries import WITHHELD, WRITTEN, choose_model, written
from tests.ui.features.summary.test_summary_gate import contains_model_words, reveal
from tests.ui.features.summary.test_summary_panel import held_while_writing, opened, unfold  # noqa: F401
from ui.features.search.deeper import DeeperStepsDialog
from ui.features.settings.local_model_controller import LocalModelController
from ui.features.settings.local_model_panel import LocalModelPanel
from ui.features.summary.controller import ADDITION
from ui.features.summary.controller import WRITTEN as WRITING
from ui.features.summary.generated_part import GateAction, GeneratedPart
from ui.features.summary.view import SummaryPanel
from ui.main_window import MainWindow
from ui.shared import summary_texts
from ui.shared.pages import SEARCH, SETTINGS
from ui.shared.summary_texts import WHY_WITHHELD

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> SummaryPanel:
    """A model's sentences are on the screen."""
    choose_model()
    return reveal(qtbot, window)


def part_of(window: MainWindow) -> GeneratedPart:
    return window.search.reader.view.summary.generated


def test_reading_aloud_switched_off_holds_for_the_summary_that_is_open(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel
) -> None:
    assert contains_model_words(panel.generated.text.accessibleDescription())
    window.show_page(SETTINGS)
    with qtbot.waitSignal(window.settings_controller.of(LocalModelController).model_changed):
        window.settings.panel(LocalModelPanel).spoken.click()
    window.show_page(SEARCH)
    qtbot.waitUntil(lambda: panel.generated.act is GateAction.SHOW)
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    assert panel.generated.is_revealed
    assert not contains_model_words(panel.generated.text.accessibleDescription())


def test_a_model_that_is_let_go_takes_its_summary_along(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel
) -> None:
    save(Settings())
    window.settings_controller.of(LocalModelController).model_changed.emit()
    assert not panel.generated.is_revealed
    qtbot.waitUntil(lambda: not window.jobs.busy(ADDITION))
    assert [piece.text for piece in panel.generated.text.pieces] == [summary_texts.NO_MODEL]


def test_a_change_of_the_list_has_the_summary_checked_again_and_closes_its_gate(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel, library: StubLibrary
) -> None:
    document_id = library.summaries.store and next(iter(library.summaries.store))
    library.summaries.store[document_id] = written(document_id, (*WRITTEN, WITHHELD))
    window.authority_controller.list_changed.emit()
    assert not panel.generated.is_revealed
    qtbot.waitUntil(lambda: panel.generated.act is GateAction.SHOW)
    qtbot.mouseClick(panel.generated.button, Qt.MouseButton.LeftButton)
    assert WHY_WITHHELD[ClaimFault.UNSUPPORTED] in panel.generated.text.accessibleDescription()


def test_a_change_of_the_list_while_the_panel_is_closed_counts_when_it_is_opened(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel, library: StubLibrary
) -> None:
    qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    before = len(library.called("kept_summary"))
    window.authority_controller.list_changed.emit()
    qtbot.mouseClick(panel.toggle, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: panel.generated.act is GateAction.SHOW)
    assert len(library.called("kept_summary")) == before + 1


def test_a_change_of_the_list_does_not_stop_a_model_that_is_writing(
    qtbot: QtBot,
    opened: MainWindow,  # noqa: F811
    library: StubLibrary,
) -> None:
    choose_model()
    gate = held_while_writing(qtbot, opened, library)
    opened.authority_controller.list_changed.emit()
    assert opened.jobs.busy(WRITING)
    kept_before = len(library.called("kept_summary"))
    gate.set()
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.SHOW)
    assert not library.called("write_stopped")
    assert len(library.called("kept_summary")) == kept_before + 1, "it is checked against the new list"


def test_a_change_of_the_list_while_one_was_written_has_no_other_summary_looked_up_twice(
    qtbot: QtBot,
    opened: MainWindow,  # noqa: F811
    library: StubLibrary,
) -> None:
    choose_model()
    held_while_writing(qtbot, opened, library)
    opened.authority_controller.list_changed.emit()
    with qtbot.waitSignal(opened.search.reader.opened):
        opened.search.results.open_row(2)
    other = opened.search.reader.document
    assert other is not None and other.id != 1
    library.summaries.store[other.id] = written(other.id)
    before = len(library.called("kept_summary"))
    unfold(qtbot, opened)
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.SHOW)
    qtbot.waitUntil(lambda: not opened.jobs.busy(ADDITION))
    assert library.called("kept_summary")[before:] == [other.id]


def test_switching_on_what_else_the_model_may_do_leaves_a_shown_summary_and_offers_it(
    qtbot: QtBot, window: MainWindow, panel: SummaryPanel, library: StubLibrary
) -> None:
    window.show_page(SETTINGS)
    choice = window.settings.panel(LocalModelPanel).aids[Aid.SCORING][0]
    qtbot.waitUntil(choice.isEnabled)
    library.query_expansion.why_not = ""
    with qtbot.waitSignal(window.settings_controller.of(LocalModelController).aids_changed):
        choice.click()
    window.show_page(SEARCH)
    assert panel.generated.is_revealed
    qtbot.waitUntil(lambda: window.search_page.results.deeper.look.isVisible())


def test_switching_on_what_else_the_model_may_do_does_not_stop_it_writing(
    qtbot: QtBot,
    opened: MainWindow,  # noqa: F811
    library: StubLibrary,
) -> None:
    choose_model()
    gate = held_while_writing(qtbot, opened, library)
    local = opened.settings_controller.of(LocalModelController)
    with qtbot.waitSignal(local.aids_changed):
        opened.settings.panel(LocalModelPanel).aids_changed.emit(frozenset({Aid.SCORING}))
    assert opened.jobs.busy(WRITING)
    gate.set()
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.SHOW)
    assert not library.called("write_stopped")


def test_another_model_stops_the_one_that_is_writing(
    qtbot: QtBot,
    opened: MainWindow,  # noqa: F811
    library: StubLibrary,
) -> None:
    choose_model()
    held_while_writing(qtbot, opened, library)
    opened.settings_controller.of(LocalModelController).model_changed.emit()
    qtbot.waitUntil(lambda: bool(library.called("write_stopped")))
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.SHOW)


def test_a_model_let_go_by_another_part_of_the_program_leaves_no_endless_wait(
    qtbot: QtBot,
    opened: MainWindow,  # noqa: F811
    library: StubLibrary,
) -> None:
    choose_model()
    library.faults["write_summary"] = Cancelled()
    unfold(qtbot, opened)
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.AGAIN)
    del library.faults["write_summary"]
    qtbot.mouseClick(part_of(opened).button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: part_of(opened).act is GateAction.SHOW)


@pytest.mark.parametrize("aloud", [True, False])
def test_what_a_model_searched_with_is_read_aloud_only_where_the_office_wants_it(
    qtbot: QtBot, window: MainWindow, aloud: bool
) -> None:
    steps = tuple(replace(step, wrote=("words of a model",)) for step in STEPS)
    answer = AidedAnswer(answer=None, steps=steps, model="Made-up")  # type: ignore[arg-type]
    dialog = DeeperStepsDialog(answer, aloud=aloud, parent=window)
    dialog.show()
    said = dialog.painted.accessibleDescription()
    assert ("words of a model" in said) is aloud
    assert (summary_texts.NOT_READ_ALOUD in said) is not aloud
    assert STEPS[0].said in said
    dialog.close()
