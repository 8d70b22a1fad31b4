"""A graphics card is used where it is faster and gives the processor's vectors, and never otherwise.

There is no card where these tests run: ONNX Runtime's processor stands for one, by its name.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from onnxruntime.capi.onnxruntime_pybind11_state import RuntimeException

from briefbank import paths
from briefbank.embedding import graphics_card, precision
from briefbank.embedding.encoders import Encoder, default_model, load_encoder
from briefbank.embedding.model_config import content_hash, read_recipe
from briefbank.embedding.onnx_encoder import OnnxEncoder
from briefbank.embedding.precision import COMPACT_GRAPH, GRAPH, Choice, Precision, choose, kept_choice

pytestmark = pytest.mark.filterwarnings("ignore:Duplicate provider")
PROCESSOR = "CPUExecutionProvider"
TEXTS = ["search of a car", "", "the odor of marijuana " * 30, "plea"]


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graphics_card, "PROVIDERS", (PROCESSOR,))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (GRAPH, COMPACT_GRAPH):
        (tmp_path / name).touch()
    return tmp_path


def speeds(
    monkeypatch: pytest.MonkeyPatch, **per_s: float
) -> Callable[[Precision], Callable[[Sequence[str]], object]]:
    """Encoders of these speeds, by the names of their forms."""
    now = [0.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def load(form: Precision) -> Callable[[Sequence[str]], object]:
        def encode(texts: Sequence[str]) -> None:
            now[0] += len(texts) / per_s[form.name]

        return encode

    return load


def on_card(encoder: Encoder) -> OnnxEncoder:
    """The full form of the model that comes along, on the card."""
    digest = content_hash(default_model())
    return OnnxEncoder(paths.models_folder() / digest, "m", read_recipe(default_model()), on_card=True)


@pytest.mark.usefixtures("card")
def test_passages_on_the_card_have_the_vectors_of_the_processor(encoder: Encoder) -> None:
    ours = on_card(encoder)
    expected = OnnxEncoder(ours._graph.parent, "m", ours._recipe).encode_passages(TEXTS)
    assert np.allclose(ours.encode_passages(TEXTS), expected, atol=1e-5)
    assert ours._card is not None


def test_without_support_for_a_card_the_processor_does_the_work(encoder: Encoder) -> None:
    assert graphics_card.provider() == ""
    assert on_card(encoder)._card is None
    assert on_card(encoder).encode_passages(TEXTS).shape == (4, 384)


@pytest.mark.filterwarnings("ignore:Specified provider")
def test_a_card_that_does_not_start_is_left_alone(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    offered = onnxruntime.get_available_providers()
    monkeypatch.setattr(onnxruntime, "get_available_providers", lambda: ["CUDAExecutionProvider", *offered])
    assert graphics_card.provider() == "CUDAExecutionProvider"
    assert on_card(encoder)._card is None
    assert on_card(encoder).encode_passages(TEXTS).shape == (4, 384)


@pytest.mark.usefixtures("card")
def test_a_card_that_gives_other_vectors_is_left_alone(
    encoder: Encoder, caplog: pytest.LogCaptureFixture
) -> None:
    ours = on_card(encoder)

    def encode(session: Any, texts: Sequence[str]) -> np.ndarray[Any, np.dtype[np.float32]]:
        vectors = ours._encode(texts, session)
        return vectors if session is ours._session else vectors[:, ::-1]

    options = onnxruntime.SessionOptions()
    assert graphics_card.agreeing_session(ours._graph, options, ours._session, encode, TEXTS) is None
    assert "gives other vectors" in caplog.text


class FailingSession:
    """A session on a card that has no memory left."""

    def run(self, *_: object) -> None:
        raise RuntimeException("out of memory")


@pytest.mark.usefixtures("card")
def test_a_card_that_fails_at_work_is_left_and_the_processor_goes_on(encoder: Encoder) -> None:
    ours = on_card(encoder)
    expected = ours.encode_passages(TEXTS)
    ours._card = FailingSession()
    assert np.allclose(ours.encode_passages(TEXTS), expected, atol=1e-5)
    assert ours._card is None


@pytest.mark.usefixtures("card")
def test_a_faster_card_is_chosen_and_said(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    choice = choose(folder, speeds(monkeypatch, FULL=40, COMPACT=90, ON_CARD=900))
    assert choice == Choice(Precision.ON_CARD, 40, 90, 900, PROCESSOR) == kept_choice(folder)
    assert "on the graphics card, which is faster: 900 passages a second against 90" in choice.reason


@pytest.mark.usefixtures("card")
def test_a_card_that_is_not_clearly_faster_is_not_chosen(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    choice = choose(folder, speeds(monkeypatch, FULL=40, COMPACT=90, ON_CARD=100))
    assert choice.precision is Precision.COMPACT


def test_a_card_that_is_put_in_or_taken_out_is_noticed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    load = speeds(monkeypatch, FULL=40, COMPACT=90, ON_CARD=900)
    assert choose(folder, load).precision is Precision.COMPACT
    monkeypatch.setattr(graphics_card, "PROVIDERS", (PROCESSOR,))
    assert choose(folder, load).precision is Precision.ON_CARD
    monkeypatch.setattr(graphics_card, "PROVIDERS", ())
    assert choose(folder, load).precision is Precision.COMPACT


@pytest.mark.usefixtures("card")
def test_a_model_without_a_compact_form_may_use_the_card(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / COMPACT_GRAPH).unlink()
    choice = choose(folder, speeds(monkeypatch, FULL=40, ON_CARD=900))
    assert choice.precision is Precision.ON_CARD and "against 40" in choice.reason


@pytest.mark.usefixtures("card")
def test_the_index_stays_when_the_card_is_used_in_place_of_the_full_form(
    encoder: Encoder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    digest = content_hash(default_model())
    (tmp_path / digest).symlink_to(paths.models_folder() / digest)
    names = set()
    for form in (Precision.FULL, Precision.ON_CARD):
        monkeypatch.setattr(
            precision, "kept_choice", lambda notes, form=form: Choice(form, 1, 1, 1, PROCESSOR)
        )
        names.add(load_encoder().name)
    assert len(names) == 1 and not names.pop().endswith("int8")
