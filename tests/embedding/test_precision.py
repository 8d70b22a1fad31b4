"""Tests of choosing a model's precision: measured once, kept, named apart, and only where evaluated."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from briefbank.embedding import encoders, precision
from briefbank.embedding.encoders import Encoder, default_model, encoder_choice, load_encoder
from briefbank.embedding.exported_model import complete
from briefbank.embedding.model_config import content_hash
from briefbank.embedding.precision import (
    COMPACT_GRAPH,
    FULL_ONLY,
    GRAPH,
    MEASURED_MODELS,
    Choice,
    Precision,
    choose,
    kept_choice,
)
from briefbank.paths import models_folder


class Clock:
    """Time that passes only while a made-up encoder works."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)

    def encoder(self, per_s: float) -> Callable[[Sequence[str]], object]:
        def encode(texts: Sequence[str]) -> None:
            self.now += len(texts) / per_s

        return encode


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (GRAPH, COMPACT_GRAPH):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("full", "compact", "used"),
    [
        (40, 80, Precision.COMPACT),
        (40, 49, Precision.COMPACT),
        (40, 47, Precision.FULL),
        (40, 20, Precision.FULL),
    ],
)
def test_the_compact_form_is_used_where_it_is_clearly_faster(
    folder: Path, monkeypatch: pytest.MonkeyPatch, full: float, compact: float, used: Precision
) -> None:
    clock = Clock(monkeypatch)
    speeds = {Precision.FULL: full, Precision.COMPACT: compact}
    choice = choose(folder, lambda form: clock.encoder(speeds[form]))
    assert choice == Choice(used, full, compact) and choice.per_s == speeds[used]
    assert f"{compact} passages a second against {full}" in choice.reason


def test_it_is_measured_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    first = choose(folder, lambda form: clock.encoder(10))
    assert choose(folder, lambda form: pytest.fail("measured again")) == first == kept_choice(folder)


@pytest.mark.parametrize("kept", ["", "[]", '{"precision": "other", "full_per_s": 1, "compact_per_s": 1}'])
def test_a_choice_that_cannot_be_read_is_made_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    (folder / precision.CHOICE).write_text(kept)
    clock = Clock(monkeypatch)
    assert choose(folder, lambda form: clock.encoder(10)).precision is Precision.FULL


def test_a_model_without_a_compact_form_is_not_measured(tmp_path: Path) -> None:
    assert choose(tmp_path, lambda form: pytest.fail("measured")) == FULL_ONLY
    assert FULL_ONLY.precision is Precision.FULL and FULL_ONLY.reason


def test_the_default_model_has_a_compact_form_and_the_choice_can_be_shown(encoder: Encoder) -> None:
    digest = content_hash(default_model())
    assert digest in MEASURED_MODELS and complete(models_folder() / digest, digest)
    choice = encoder_choice()
    assert choice.passages_per_second and choice.name == "all-MiniLM-L6-v2"
    assert encoder.name.endswith("-int8") == (choice.precision == "int8")


def test_names_differ_so_that_vectors_of_the_two_forms_are_never_mixed(
    encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = content_hash(default_model())
    shutil.copytree(models_folder() / digest, tmp_path / digest)
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path))
    names = set()
    for form in (Precision.FULL, Precision.COMPACT):
        (tmp_path / digest / precision.CHOICE).write_text(
            f'{{"precision": "{form}", "full_per_s": 1, "compact_per_s": 1}}'
        )
        names.add(load_encoder().name)
    assert len(names) == 2


def test_nothing_is_told_of_a_model_before_it_was_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path))
    choice = encoder_choice()
    assert choice.passages_per_second is None and "yet" in choice.reason


def test_a_model_of_the_offices_own_is_used_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loss of such a model was never measured."""
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path))
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "weights").write_text("x")
    prepared = tmp_path / encoders.model_config.content_hash(tmp_path / "own")
    prepared.mkdir()
    for name in ("model.onnx", "tokenizer.json"):
        (prepared / name).touch()
    choice = encoder_choice(tmp_path / "own")
    assert (choice.precision, choice.passages_per_second, choice.reason) == ("fp32", None, FULL_ONLY.reason)
