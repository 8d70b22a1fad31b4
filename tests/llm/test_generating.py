"""Tests of the chosen model, from choosing to unloading."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.summaries import ModelFile, Prompt
from briefbank.errors import Cancelled, ModelRefused
from briefbank.jobs import QuietReporter
from briefbank.llm.engine import DAMAGED, NOT_OPENED, NotNow
from briefbank.llm.running import LocalModel
from briefbank.summary import local_model_manager
from briefbank.summary.local_model_manager import LocalModelManager
from tests.llm import tiny
from tests.stand_ins.reporters import RecordingReporter

SHORT = Prompt("Summarise the text.", "The court held.", most_tokens=3)


class ChosenModel:
    """The model's path in the settings."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def __call__(self) -> Path | None:
        return self.path


@pytest.fixture
def chosen(tiny_path: Path) -> ChosenModel:
    return ChosenModel(tiny_path)


@pytest.fixture
def office(chosen: ChosenModel) -> Iterator[LocalModelManager]:
    manager = LocalModelManager(chosen)
    yield manager
    manager.close()


@tiny.needs_llama
def test_the_chosen_model_answers_without_having_been_looked_at(office: LocalModelManager) -> None:
    assert office.trouble() == ""
    model = office.if_ready()
    assert model is not None and model is office.if_ready()
    assert model.ask(SHORT).tokens == 3
    assert len(model.fingerprint) == 64
    assert model.name == "Tiny Test"


@tiny.needs_llama
def test_another_choice_lets_the_former_model_go(
    office: LocalModelManager, chosen: ChosenModel, tmp_path: Path
) -> None:
    former = office.if_ready()
    assert former is not None and former.ask(SHORT).tokens == 3
    chosen.path = tiny.write(tmp_path / "other.gguf", seed=7)
    other = office.if_ready()
    assert other is not None and other.fingerprint != former.fingerprint
    with pytest.raises(Cancelled):
        former.ask(SHORT)


@tiny.needs_llama
def test_a_file_that_was_replaced_is_another_model(
    office: LocalModelManager, chosen: ChosenModel, tmp_path: Path
) -> None:
    chosen.path = tiny.write(tmp_path / "model.gguf", name="Before")
    before = office.if_ready()
    assert before is not None
    first = before.fingerprint
    tiny.write(chosen.path, name="Afterwards")
    after = office.if_ready()
    assert after is not None and after.fingerprint != first and after.name == "Afterwards"


@tiny.needs_llama
def test_a_test_run_measures_and_leaves_no_process(
    office: LocalModelManager, tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started_models = _started_models(monkeypatch)
    reporter = RecordingReporter()
    trial = office.try_out(tiny_path, reporter)
    assert trial.follows_grammar
    assert trial.load_s > 0 and trial.memory_bytes > 10_000_000
    assert trial.tokens_per_second > 0
    assert 0 < trial.summary_s < 600
    assert {"Loading the model", "Trying the model"} <= set(reporter.stages)
    assert [model.pid for model in started_models] == [None]


def _started_models(monkeypatch: pytest.MonkeyPatch) -> list[LocalModel]:
    started_models: list[LocalModel] = []

    def make(*given: Any, **named: Any) -> LocalModel:
        started_models.append(LocalModel(*given, **named))
        return started_models[-1]

    monkeypatch.setattr(local_model_manager, "LocalModel", make)
    return started_models


@tiny.needs_llama
def test_the_error_of_the_last_start_is_reported_until_another_file_is_chosen(
    office: LocalModelManager, chosen: ChosenModel, tiny_path: Path, tmp_path: Path
) -> None:
    chosen.path = tiny.write(tmp_path / "a.gguf", template="Nothing of what it is given.")
    model = office.if_ready()
    assert model is not None and office.trouble() == ""
    with pytest.raises(ModelRefused) as refused:
        model.ask(SHORT)
    assert office.trouble() == str(refused.value)
    chosen.path = tiny_path
    assert office.trouble() == ""


@tiny.needs_llama
def test_a_bad_file_is_trouble_once_it_was_looked_at(
    office: LocalModelManager, chosen: ChosenModel, tmp_path: Path
) -> None:
    chosen.path = tiny.truncated(tmp_path / "a.gguf")
    model = office.if_ready()
    assert model is not None
    with pytest.raises(ModelRefused, match=DAMAGED):
        assert model.name
    assert DAMAGED in office.trouble()


class FaultyInspection:
    """Looking at a file fails in the ways that are handed over, one after the other, and then works."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *errors: ModelRefused) -> None:
        self._errors, self._inspect = list(errors), local_model_manager.inspect
        monkeypatch.setattr(local_model_manager, "inspect", self)

    def __call__(self, *given: Any, **named: Any) -> ModelFile:
        if self._errors:
            raise self._errors.pop(0)
        return self._inspect(*given, **named)


@tiny.needs_llama
def test_a_look_that_failed_for_the_moment_is_no_lasting_trouble(
    office: LocalModelManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    FaultyInspection(monkeypatch, NotNow(NOT_OPENED))
    model = office.if_ready()
    assert model is not None
    with pytest.raises(NotNow):
        assert model.name
    assert office.trouble() == ""
    assert model.name == "Tiny Test"


def test_a_missing_choice_or_file_is_reported(
    office: LocalModelManager, chosen: ChosenModel, tmp_path: Path
) -> None:
    chosen.path = None
    assert office.if_ready() is None
    assert "chosen" in office.trouble() or "installed" in office.trouble()
    chosen.path = tmp_path / "gone.gguf"
    assert office.if_ready() is None
    assert office.trouble() != ""


def test_without_the_model_runner_everything_else_works_and_a_remedy_is_given(
    office: LocalModelManager, tiny_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "llama_cpp" else find(name))
    assert "C++ compiler" in office.missing()
    assert office.trouble() == office.missing()
    assert office.if_ready() is None
    for use in (office.inspect, office.try_out):
        with pytest.raises(ModelRefused, match="not installed"):
            use(tiny_path, QuietReporter())
