"""Choosing a language model in the settings, and letting it look deeper into a search."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Aid
from briefbank.errors import ModelFault, ModelRefused
from tests.stand_ins.library import StubLibrary
from tests.stand_ins.library.local_model import MODEL, TRIAL
from tests.ui.conftest import OpenWindow, search, show_library, shown
from ui.features.search.deeper import TOPIC
from ui.features.settings import local_model
from ui.features.settings.local_model import NEEDS, WAITING, LocalModelPanel
from ui.jobs import JobReporter, Lane
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS


@pytest.fixture
def panel(qtbot: QtBot, window: MainWindow) -> LocalModelPanel:
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "No model is used.")
    return panel


def choose(panel: LocalModelPanel, monkeypatch: pytest.MonkeyPatch, path: Path = MODEL.path) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
    panel.choose.click()


def panel_texts(panel: LocalModelPanel) -> str:
    return "\n".join(widget.text() for widget in panel.findChildren(type(panel.state)))


def test_licence_and_memory_are_shown_before_a_model_is_loaded(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    shown = panel_texts(panel)
    assert "mit" in shown
    assert "About 3.4 GB while it works; 9.2 GB are free now." in shown
    assert not library.called("try_out"), "nothing was loaded"
    assert settings.load().local_model is None, "nothing is kept before it was tested"


def test_a_model_is_kept_only_after_its_test_run_and_the_figures_are_shown(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    panel.use.click()
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    assert settings.load().local_model == MODEL.path
    assert library.called("model changed")
    assert local_model.measured(TRIAL) == panel.message.text()
    assert panel.trial.isVisible() and panel.none.isVisible() and not panel.use.isVisible()


def test_a_model_that_cannot_keep_to_the_form_is_not_used(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.local_model.trial = replace(TRIAL, follows_grammar=False)
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    panel.use.click()
    qtbot.waitUntil(lambda: panel.message.text() == local_model.no_form(used=False))
    assert settings.load().local_model is None
    assert panel.use.isVisible()


def test_a_file_that_cannot_be_used_is_explained_and_the_former_choice_stays(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    library.faults["inspect"] = ModelRefused("This file is damaged.", "Copy it anew.")
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.message.text() == "This file is damaged. Copy it anew.")
    assert panel.choose.isEnabled()
    assert settings.load().local_model is None


def test_a_late_answer_about_what_is_installed_does_not_take_a_chosen_file_away(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = library.gates["missing"] = threading.Event()
    panel.window().show_page(SETTINGS)
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    gate.set()
    qtbot.waitUntil(lambda: not panel.jobs.busy(NEEDS, panel))
    assert panel.use.isVisible()


def test_a_fault_of_another_file_is_not_put_on_the_one_that_is_used(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(settings.Settings(local_model=Path("/models/old.gguf")))
    library.faults["inspect"] = ModelRefused("The file is not there any more.", "Choose it again.")
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: "not there any more" in panel.state.text())
    library.faults["inspect"] = ModelRefused("This is not a model.", "")
    choose(panel, monkeypatch, Path("/models/new.gguf"))
    qtbot.waitUntil(lambda: "This is not a model." in panel.message.text())
    assert panel.state.text() == "old.gguf: The file is not there any more. Choose it again."


def test_looking_at_another_file_leaves_the_one_that_is_used_in_use(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    choose(panel, monkeypatch, Path("/models/new.gguf"))
    qtbot.waitUntil(lambda: panel.use.isVisible())
    assert f"Until then {MODEL.path.name} is used." in panel.state.text()
    assert panel.none.isVisible() and panel.aids[Aid.SCORING][0].isEnabled()
    assert not panel.trial.isVisible()


def test_while_the_model_that_is_used_is_looked_at_it_is_named_and_stays_so_after_a_stop(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    gate = library.gates["inspect"] = threading.Event()
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.stop.isVisible())
    assert panel.state.text() == f"{MODEL.path.name} is used."
    panel.stop.click()
    gate.set()
    qtbot.waitUntil(lambda: panel.choose.isEnabled())
    assert panel.state.text() == f"{MODEL.path.name} is used."
    assert panel.none.isVisible()


def test_looking_at_a_large_file_can_be_stopped(
    qtbot: QtBot, panel: LocalModelPanel, library: StubLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = library.gates["inspect"] = threading.Event()
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.stop.isVisible())
    assert not panel.choose.isEnabled()
    panel.stop.click()
    gate.set()
    qtbot.waitUntil(lambda: panel.choose.isEnabled())
    assert "Stopped." in panel.message.text()
    assert not panel.stop.isVisible()


def occupy(window: MainWindow) -> threading.Event:
    """Something else is done by the model until the gate that is returned is opened."""
    gate = threading.Event()
    window.jobs.run(window.jobs, lambda _reporter: gate.wait(20), lane=Lane.MODEL)
    return gate


def test_a_file_is_looked_at_while_the_model_is_busy(
    qtbot: QtBot, panel: LocalModelPanel, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = occupy(window)
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    assert not gate.is_set()
    gate.set()


def test_a_test_run_that_waits_for_the_model_says_so_and_is_stopped_at_once(
    qtbot: QtBot,
    panel: LocalModelPanel,
    window: MainWindow,
    library: StubLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    gate = occupy(window)
    panel.use.click()
    assert panel.message.text() == WAITING
    panel.stop.click()
    qtbot.waitUntil(lambda: panel.choose.isEnabled())
    assert "Stopped." in panel.message.text() and not gate.is_set()
    gate.set()
    assert not library.called("try_out")


def test_a_test_run_that_waited_says_when_it_begins(
    qtbot: QtBot,
    panel: LocalModelPanel,
    window: MainWindow,
    library: StubLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choose(panel, monkeypatch)
    qtbot.waitUntil(lambda: panel.use.isVisible())
    gate = occupy(window)
    panel.use.click()
    library.gates["trying"] = threading.Event()

    def held(_path: Path, _reporter: JobReporter) -> object:
        library._call("trying")
        return TRIAL

    monkeypatch.setattr(library.local_model, "try_out", held)
    gate.set()
    qtbot.waitUntil(lambda: "The model is loaded." in panel.message.text())


def test_a_used_model_whose_file_is_gone_since_it_was_looked_at_says_so(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    library.local_model.troubled = "The file is not where it was."
    window.show_page(SEARCH)
    window.show_page(SETTINGS)
    qtbot.waitUntil(lambda: panel.state.text() == f"{MODEL.path.name}: The file is not where it was.")
    assert MODEL.name not in panel_texts(panel), "what is not there has no details"
    library.local_model.troubled = ""
    window.show_page(SETTINGS)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")


def test_a_late_word_on_the_used_model_does_not_come_back_after_it_was_let_go(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    gate = library.gates["trouble"] = threading.Event()
    library.local_model.troubled = "The file is not where it was."
    window.show_page(SETTINGS)
    panel.none.click()
    qtbot.waitUntil(lambda: panel.state.text() == "No model is used.")
    gate.set()
    qtbot.waitUntil(lambda: not window.jobs._running and not window.jobs.busy(NEEDS, panel))
    assert panel.state.text() == "No model is used."


def test_a_used_model_that_fails_a_later_test_run_is_not_said_to_be_unused(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    library.local_model.trial = replace(TRIAL, follows_grammar=False)
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    panel.trial.click()
    qtbot.waitUntil(lambda: panel.message.text() == local_model.no_form(used=True))
    assert panel.state.text() == "This model is used."
    assert "not used" not in panel.message.text() and "stays chosen" in panel.message.text()
    assert panel.message.property("role") == "bad"


def test_what_is_not_installed_is_said_and_no_file_can_be_chosen(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.local_model.lacks = "What runs language models is not installed."
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "What runs language models is not installed.")
    assert not panel.choose.isEnabled()


def test_everything_else_that_the_model_may_do_is_off_until_switched_on(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    window = open_window(library)
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == "This model is used.")
    assert not any(choice.isChecked() for choice, _meaning in panel.aids.values())
    panel.aids[Aid.SCORING][0].click()
    qtbot.waitUntil(lambda: settings.load().aids == frozenset({Aid.SCORING}))


def test_whether_summaries_may_be_read_aloud_is_kept_and_on_at_first(
    qtbot: QtBot, panel: LocalModelPanel
) -> None:
    assert panel.spoken.isChecked()
    panel.spoken.click()
    qtbot.waitUntil(lambda: not settings.load().summaries_spoken)


@pytest.mark.qt_log_ignore("support raise")
def test_the_guide_names_models_for_computers_of_each_size(
    qtbot: QtBot, panel: LocalModelPanel, window: MainWindow
) -> None:
    qtbot.mouseClick(panel.guide, Qt.MouseButton.LeftButton)
    assert window.help.guide is not None and window.help.guide.page == "models"
    assert all(memory in window.help.guide.text.toPlainText() for memory in ("8 GB", "16 GB", "32 GB"))


# --- looking deeper ---


@pytest.fixture
def searched(qtbot: QtBot, library: StubLibrary, open_window: OpenWindow) -> MainWindow:
    library.query_expansion.why_not = ""
    window = open_window(library)
    window.show_page(SEARCH)
    search(qtbot, window)
    qtbot.waitUntil(lambda: window.search_page.results.deeper.look.isVisible())
    return window


def first(window: MainWindow) -> int:
    return shown(window)[0].passage.id


def test_looking_deeper_shows_passages_with_what_was_done_and_a_way_back(
    qtbot: QtBot, searched: MainWindow, library: StubLibrary
) -> None:
    results = searched.search_page.results
    before = first(searched)
    results.deeper.look.click()
    qtbot.waitUntil(lambda: results.deeper.steps.isVisible())
    assert first(searched) != before
    assert results.deeper.message.text() == (
        "The language model took 3 steps and found 1 passage more. 1 step did not help."
    )
    results.deeper.plain.click()
    qtbot.waitUntil(lambda: first(searched) == before)
    assert results.deeper.look.isVisible()


def test_the_model_is_never_asked_before_a_person_presses(
    qtbot: QtBot, searched: MainWindow, library: StubLibrary
) -> None:
    assert not library.called("look deeper")


def test_nothing_is_offered_while_nothing_is_switched_on(qtbot: QtBot, window: MainWindow) -> None:
    search(qtbot, window)
    assert shown(window)
    assert not window.search_page.results.deeper.isVisible()


def test_a_new_search_drops_what_the_model_was_doing_for_the_former(
    qtbot: QtBot, searched: MainWindow, library: StubLibrary
) -> None:
    results = searched.search_page.results
    gate = library.gates["look deeper"] = threading.Event()
    results.deeper.look.click()
    qtbot.waitUntil(lambda: results.deeper.stop.isVisible())
    search(qtbot, searched, "summation")
    before = shown(searched)
    gate.set()
    qtbot.waitUntil(lambda: not searched.jobs.busy(TOPIC, searched.search_page))
    assert shown(searched) == before
    assert not results.deeper.steps.isVisible()


def test_stopping_leaves_the_results_of_the_search(
    qtbot: QtBot, searched: MainWindow, library: StubLibrary
) -> None:
    results, before = searched.search_page.results, first(searched)
    gate = library.gates["look deeper"] = threading.Event()
    results.deeper.look.click()
    qtbot.waitUntil(lambda: results.deeper.stop.isVisible())
    qtbot.mouseClick(results.deeper.stop, Qt.MouseButton.LeftButton)
    gate.set()
    assert results.deeper.look.isVisible()
    assert first(searched) == before


def test_a_model_that_stops_is_explained_and_the_results_stay(
    qtbot: QtBot, searched: MainWindow, library: StubLibrary
) -> None:
    results, before = searched.search_page.results, first(searched)
    library.faults["look deeper"] = ModelFault()
    results.deeper.look.click()
    qtbot.waitUntil(lambda: "stopped before it was done" in results.deeper.message.text())
    assert first(searched) == before
    assert results.deeper.look.isVisible()


# --- cutting long sections ---


def actions(window: MainWindow) -> list[str]:
    document = window.library_page.current()
    assert document is not None
    menu = window.library_page.menu(document)
    texts = [action.text() for action in menu.actions()]
    menu.close()
    return texts


CUT = "Cut long sections by the language model"


def test_a_document_is_cut_anew_only_where_that_is_switched_on_and_the_library_is_shown_anew(
    qtbot: QtBot, library: StubLibrary, open_window: OpenWindow
) -> None:
    library.query_expansion.cuts = True
    window = open_window(library)
    show_library(qtbot, window)
    qtbot.waitUntil(lambda: CUT in actions(window))
    document = window.library_page.current()
    assert document is not None
    before = len(library.called("totals"))
    window.library_page.recutting.cut(document)
    qtbot.waitUntil(lambda: "Cut 4 of 4 long sections" in window.status.text.whole())
    assert library.called("recut") == [document.id]
    qtbot.waitUntil(lambda: len(library.called("totals")) > before)


def test_cutting_is_not_offered_while_it_is_switched_off(qtbot: QtBot, window: MainWindow) -> None:
    show_library(qtbot, window)
    assert CUT not in actions(window)


# --- texts ---


def test_a_test_run_counts_words_and_gives_no_upper_limit_for_a_summary() -> None:
    text = local_model.measured(replace(TRIAL, tokens_per_second=100.0))
    assert "writes 70 words a second" in text
    assert "One summary takes about 71 seconds, longer where sentences are corrected." in text
