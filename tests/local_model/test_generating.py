"""The model that the settings name, from choosing to letting go."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank import generating, paths
from briefbank.errors import Cancelled, ModelRefused
from briefbank.generating import Generating
from briefbank.jobs import QuietReporter
from briefbank.local_model.hashes_kept import HashesKept
from briefbank.local_models import Message
from tests.local_model import tiny

SHORT = Message("Summarise the text.", "The court held.", most_tokens=3)


class Chosen:
    """What the settings say."""

    def __init__(self, path: Path | None) -> None:
        self.path = path

    def __call__(self) -> Path | None:
        return self.path


@pytest.fixture
def chosen(tiny_path: Path) -> Chosen:
    return Chosen(tiny_path)


@pytest.fixture
def office(chosen: Chosen) -> Iterator[Generating]:
    made = Generating(chosen)
    yield made
    made.close()


@tiny.needs_llama
def test_the_chosen_model_answers_without_having_been_looked_at(office: Generating) -> None:
    assert office.trouble() == ""
    model = office.if_ready()
    assert model is not None and model is office.if_ready()
    assert model.ask(SHORT).tokens == 3
    assert len(model.fingerprint) == 64
    assert model.name == "Tiny Test"


@tiny.needs_llama
def test_another_choice_lets_the_former_model_go(office: Generating, chosen: Chosen, tmp_path: Path) -> None:
    former = office.if_ready()
    assert former is not None and former.ask(SHORT).tokens == 3
    chosen.path = tiny.write(tmp_path / "other.gguf", seed=7)
    other = office.if_ready()
    assert other is not None and other.fingerprint != former.fingerprint
    with pytest.raises(Cancelled):
        former.ask(SHORT)


@tiny.needs_llama
def test_a_file_that_was_replaced_is_another_model(
    office: Generating, chosen: Chosen, tmp_path: Path
) -> None:
    chosen.path = tiny.write(tmp_path / "model.gguf", name="Before")
    before = office.if_ready()
    assert before is not None
    first = before.fingerprint
    tiny.write(chosen.path, name="Afterwards")
    after = office.if_ready()
    assert after is not None and after.fingerprint != first and after.name == "Afterwards"


@tiny.needs_llama
def test_a_test_run_measures_and_leaves_no_process(office: Generating, tiny_path: Path) -> None:
    class Told(QuietReporter):
        stages: list[str] = []  # noqa: RUF012 - one test, one reporter

        def progress(self, stage: str, done: int, total: int) -> None:
            self.stages.append(stage)

    trial = office.try_out(tiny_path, Told())
    assert trial.follows_grammar
    assert trial.load_s > 0 and trial.memory_bytes > 10_000_000
    assert trial.prompt_tokens_per_second > 0 and trial.tokens_per_second > 0
    assert 0 < trial.summary_s < 600
    assert {"Loading the model", "Trying the model"} <= set(Told.stages)


@tiny.needs_llama
def test_what_the_last_start_said_is_said_until_another_file_is_chosen(
    office: Generating, chosen: Chosen, tiny_path: Path, tmp_path: Path
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
def test_memory_that_was_short_once_is_no_lasting_trouble(
    office: Generating, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psutil

    memory = psutil.virtual_memory()
    model = office.if_ready()
    assert model is not None and model.name
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory._replace(available=1 << 20))
    with pytest.raises(ModelRefused):
        model.ask(SHORT)
    assert office.trouble() == ""


@tiny.needs_gguf
def test_a_bad_file_is_trouble_once_it_was_looked_at(
    office: Generating, chosen: Chosen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generating, "_PACKAGES", ("gguf",))
    chosen.path = tiny.truncated(tmp_path / "a.gguf")
    model = office.if_ready()
    assert model is not None
    with pytest.raises(ModelRefused, match="its end is missing"):
        assert model.fingerprint
    assert "its end is missing" in office.trouble()


def test_nothing_chosen_or_a_file_that_is_gone_is_said(
    office: Generating, chosen: Chosen, tmp_path: Path
) -> None:
    chosen.path = None
    assert office.if_ready() is None
    assert "chosen" in office.trouble() or "installed" in office.trouble()
    chosen.path = tmp_path / "gone.gguf"
    assert office.if_ready() is None
    assert office.trouble() != ""


@pytest.mark.parametrize("absent", ["llama_cpp", "gguf"])
def test_without_what_runs_models_all_else_works_and_it_says_what_to_do(
    office: Generating, tiny_path: Path, monkeypatch: pytest.MonkeyPatch, absent: str
) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == absent else find(name))
    assert "C++ compiler" in office.missing()
    assert office.trouble() == office.missing()
    assert office.if_ready() is None
    for use in (office.inspect, office.try_out):
        with pytest.raises(ModelRefused, match="not installed"):
            use(tiny_path, QuietReporter())


@tiny.needs_gguf
def test_a_hash_is_computed_once_for_all_programs_and_again_when_the_file_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generating, "_PACKAGES", ())
    path = tiny.write(tmp_path / "a.gguf")
    first = Generating(lambda: path).inspect(path, QuietReporter()).sha256
    kept = paths.data_folder() / "local-models.json"
    kept.write_text(kept.read_text().replace(first, "e" * 64))
    assert Generating(lambda: path).inspect(path, QuietReporter()).sha256 == "e" * 64
    tiny.write(path, name="Another Name")
    assert Generating(lambda: path).inspect(path, QuietReporter()).sha256 not in (first, "e" * 64)


@pytest.mark.parametrize("content", ["", "[]", "{", '{"a": 3}', "[" * 100_000, '{"a": "not a hash"}'])
def test_a_list_of_hashes_that_makes_no_sense_is_no_list(tmp_path: Path, content: str) -> None:
    model, kept = tmp_path / "a.gguf", HashesKept(tmp_path / "kept.json")
    model.write_bytes(b"x")
    (tmp_path / "kept.json").write_text(content)
    assert kept.of(model) == ""
    kept.keep(model, "a" * 64)
    assert kept.of(model) == "a" * 64
    assert "a" * 64 in json.loads((tmp_path / "kept.json").read_text()).values()
