"""Choosing a language model in the settings: its details, its test run, and what else it may do."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from briefbank import settings
from briefbank.domain.searches import Aid
from briefbank.domain.summaries import ModelFile, ModelTrial
from briefbank.errors import ModelRefused
from briefbank.jobs import Reporter
from briefbank.text.messages import NO_MESSAGE, Message, as_message
from tests.stand_ins.hooked_library import HookedLibrary
from tests.ui.conftest import real_window
from ui.features.settings import local_model
from ui.features.settings.local_model import NEEDS, WAITING, LocalModelPanel
from ui.jobs import Lane
from ui.main_window import MainWindow
from ui.shared.pages import SEARCH, SETTINGS

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", "support raise")
GIB = 1024**3
MODEL = ModelFile(
    path=Path("/models/phi-3.5-mini.Q4_K_M.gguf"),
    name="Phi 3.5 Mini Instruct",
    parameters=3_821_079_552,
    precision="Q4_K - Medium",
    context=131072,
    licence="mit",
    file_bytes=2_393_232_608,
    memory_bytes=round(3.4 * GIB),
    memory_free=round(9.2 * GIB),
)
TRIAL = ModelTrial(2.4, 8.1, round(3.3 * GIB), True, 71.0)
NEW = Path("/models/new.gguf")
USED, NONE_USED = "This model is used.", "No model is used."
INSPECT, TRY, TROUBLE = "local_model.inspect", "local_model.try_out", "local_model.trouble"


class Models:
    """What the library says of the files of models."""

    def __init__(self, library: HookedLibrary) -> None:
        self.trial, self.lacks, self.trouble = TRIAL, NO_MESSAGE, NO_MESSAGE
        library.instead(INSPECT, self._inspect)
        library.instead(TRY, self._try_out)
        library.instead("local_model.missing", lambda: self.lacks)
        library.instead(TROUBLE, lambda: self.trouble)

    def _inspect(self, path: Path, reporter: Reporter) -> ModelFile:
        reporter.check()
        return replace(MODEL, path=path)

    def _try_out(self, _path: Path, reporter: Reporter) -> ModelTrial:
        reporter.check()
        reporter.progress(Message("Trying the model"), 7, 120)
        return self.trial


@pytest.fixture
def models(empty_library: HookedLibrary) -> Models:
    return Models(empty_library)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def opened(qtbot: QtBot, library: HookedLibrary, stack: ExitStack, state: str = NONE_USED) -> LocalModelPanel:
    """Open a window at the panel, and wait until it says this."""
    window = stack.enter_context(real_window(qtbot, library))
    window.show_page(SETTINGS)
    panel = window.settings_page.panel(LocalModelPanel)
    qtbot.waitUntil(lambda: panel.state.text() == state)
    return panel


@pytest.fixture
def panel(qtbot: QtBot, empty_library: HookedLibrary, models: Models, stack: ExitStack) -> LocalModelPanel:
    """The panel of an office that uses no model yet."""
    return opened(qtbot, empty_library, stack)


@pytest.fixture
def used(qtbot: QtBot, empty_library: HookedLibrary, models: Models, stack: ExitStack) -> LocalModelPanel:
    """The panel of an office that uses a model."""
    settings.save(settings.Settings(local_model=MODEL.path))
    return opened(qtbot, empty_library, stack, USED)


def choose(panel: LocalModelPanel, monkeypatch: pytest.MonkeyPatch, path: Path = MODEL.path) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_args: (str(path), ""))
    panel.choose.click()


def examined(
    qtbot: QtBot, panel: LocalModelPanel, monkeypatch: pytest.MonkeyPatch, path: Path = MODEL.path
) -> None:
    choose(panel, monkeypatch, path)
    qtbot.waitUntil(lambda: panel.use.isVisible() and panel.use.isEnabled())


def panel_texts(panel: LocalModelPanel) -> str:
    return "\n".join(widget.text() for widget in panel.findChildren(type(panel.state)))


def show_again(panel: LocalModelPanel) -> None:
    window = panel.window()
    assert isinstance(window, MainWindow)
    window.show_page(SEARCH)
    window.show_page(SETTINGS)


def test_licence_and_memory_are_shown_before_a_model_is_loaded_and_it_is_kept_after_its_test_run(
    qtbot: QtBot,
    panel: LocalModelPanel,
    models: Models,
    empty_library: HookedLibrary,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    examined(qtbot, panel, monkeypatch)
    shown = panel_texts(panel)
    assert "mit" in shown
    assert "About 3.4 GB while it works; 9.2 GB are free now." in shown
    assert not empty_library.called(TRY), "nothing was loaded"
    models.trial = replace(TRIAL, follows_grammar=False)
    panel.use.click()
    qtbot.waitUntil(lambda: panel.message.text() == local_model.no_form(used=False))
    assert settings.load().local_model is None, "it cannot keep to the form"
    models.trial = TRIAL
    panel.use.click()
    qtbot.waitUntil(lambda: panel.state.text() == USED)
    assert settings.load().local_model == MODEL.path
    assert empty_library.called("local_model.changed")
    assert local_model.measured(TRIAL) == panel.message.text()
    assert panel.trial.isVisible() and panel.none.isVisible() and not panel.use.isVisible()


def test_a_used_model_that_fails_a_later_test_run_stays_chosen(
    qtbot: QtBot, used: LocalModelPanel, models: Models
) -> None:
    models.trial = replace(TRIAL, follows_grammar=False)
    used.trial.click()
    qtbot.waitUntil(lambda: used.message.text() == local_model.no_form(used=True))
    assert used.state.text() == USED and "stays chosen" in used.message.text()
    assert used.message.property("role") == "bad"


def test_what_is_not_installed_is_said_and_no_file_can_be_chosen(
    qtbot: QtBot, empty_library: HookedLibrary, models: Models, stack: ExitStack
) -> None:
    models.lacks = as_message("What runs language models is not installed.")
    panel = opened(qtbot, empty_library, stack, str(models.lacks))
    assert not panel.choose.isEnabled()


def test_a_fault_of_another_file_is_explained_and_not_put_on_the_one_that_is_used(
    qtbot: QtBot,
    empty_library: HookedLibrary,
    models: Models,
    stack: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.save(settings.Settings(local_model=Path("/models/old.gguf")))
    empty_library.fail(INSPECT, ModelRefused("The file is not there any more.", "Choose it again."))
    gone = "old.gguf: The file is not there any more. Choose it again."
    panel = opened(qtbot, empty_library, stack, gone)
    empty_library.fail(INSPECT, ModelRefused("This file is damaged.", "Copy it anew."))
    choose(panel, monkeypatch, NEW)
    qtbot.waitUntil(lambda: panel.message.text() == "This file is damaged. Copy it anew.")
    assert panel.state.text() == gone and panel.choose.isEnabled()
    assert settings.load().local_model == Path("/models/old.gguf")


def test_looking_at_another_file_leaves_the_one_that_is_used_in_use(
    qtbot: QtBot, used: LocalModelPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    examined(qtbot, used, monkeypatch, NEW)
    assert f"Until then {MODEL.path.name} is used." in used.state.text()
    assert used.none.isVisible() and used.aids[Aid.SCORING][0].isEnabled()
    assert not used.trial.isVisible()


def test_a_used_model_whose_file_is_gone_since_it_was_looked_at_says_so(
    qtbot: QtBot, used: LocalModelPanel, models: Models
) -> None:
    models.trouble = as_message("The file is not where it was.")
    show_again(used)
    qtbot.waitUntil(lambda: used.state.text() == f"{MODEL.path.name}: The file is not where it was.")
    assert MODEL.name not in panel_texts(used), "what is not there has no details"
    models.trouble = NO_MESSAGE
    show_again(used)
    qtbot.waitUntil(lambda: used.state.text() == USED)


def test_a_late_answer_about_what_is_installed_does_not_take_a_chosen_file_away(
    qtbot: QtBot, panel: LocalModelPanel, empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = empty_library.hold("local_model.missing")
    show_again(panel)
    examined(qtbot, panel, monkeypatch)
    gate.set()
    qtbot.waitUntil(lambda: not panel.jobs.busy(NEEDS, panel))
    assert panel.use.isVisible()


def test_a_late_word_on_the_used_model_does_not_come_back_after_it_was_let_go(
    qtbot: QtBot, used: LocalModelPanel, models: Models, empty_library: HookedLibrary
) -> None:
    gate = empty_library.hold(TROUBLE)
    models.trouble = as_message("The file is not where it was.")
    show_again(used)
    used.none.click()
    qtbot.waitUntil(lambda: used.state.text() == NONE_USED)
    gate.set()
    qtbot.waitUntil(lambda: not used.jobs.engaged(Lane.READER) and not used.jobs.busy(NEEDS, used))
    assert used.state.text() == NONE_USED and settings.load().local_model is None


def test_looking_at_a_large_file_can_be_stopped_and_a_used_one_is_named_meanwhile(
    qtbot: QtBot,
    empty_library: HookedLibrary,
    models: Models,
    stack: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings.save(settings.Settings(local_model=MODEL.path))
    gate = empty_library.hold(INSPECT)
    panel = opened(qtbot, empty_library, stack, f"{MODEL.path.name} is used.")
    assert panel.stop.isVisible() and not panel.choose.isEnabled()
    panel.stop.click()
    gate.set()
    qtbot.waitUntil(lambda: panel.choose.isEnabled())
    assert panel.state.text() == f"{MODEL.path.name} is used."
    assert panel.none.isVisible() and not panel.stop.isVisible()
    assert "Stopped." in panel.message.text()


def test_a_file_is_looked_at_while_the_model_is_busy_and_its_test_run_waits_and_can_be_stopped(
    qtbot: QtBot, panel: LocalModelPanel, empty_library: HookedLibrary, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    panel.jobs.run(panel.jobs, lambda _reporter: gate.wait(20), lane=Lane.MODEL)
    examined(qtbot, panel, monkeypatch)
    panel.use.click()
    assert panel.message.text() == WAITING
    panel.stop.click()
    qtbot.waitUntil(lambda: panel.choose.isEnabled())
    assert "Stopped." in panel.message.text() and not empty_library.called(TRY)
    examined(qtbot, panel, monkeypatch)
    empty_library.hold(TRY)
    panel.use.click()
    assert not gate.is_set()
    gate.set()
    qtbot.waitUntil(lambda: "The model is loaded." in panel.message.text())


def test_what_else_the_model_may_do_is_off_at_first_and_reading_aloud_is_on(
    qtbot: QtBot, used: LocalModelPanel
) -> None:
    assert not any(choice.isChecked() for choice, _meaning in used.aids.values())
    used.aids[Aid.SCORING][0].click()
    qtbot.waitUntil(lambda: settings.load().aids == frozenset({Aid.SCORING}))
    assert used.spoken.isChecked()
    used.spoken.click()
    qtbot.waitUntil(lambda: not settings.load().summaries_spoken)


def test_the_guide_names_models_for_computers_of_each_size(qtbot: QtBot, panel: LocalModelPanel) -> None:
    window = panel.window()
    assert isinstance(window, MainWindow)
    qtbot.mouseClick(panel.guide, Qt.MouseButton.LeftButton)
    assert window.help.guide is not None and window.help.guide.page == "models"
    assert all(memory in window.help.guide.text.toPlainText() for memory in ("8 GB", "16 GB", "32 GB"))


def test_a_test_run_counts_words_and_gives_no_upper_limit_for_a_summary() -> None:
    text = local_model.measured(replace(TRIAL, tokens_per_second=100.0))
    assert "writes 70 words a second" in text
    assert "One summary takes about 71 seconds, longer where sentences are corrected." in text
