"""Tests of a reranker with tiny random models created here."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from briefbank.embedding.encoders import default_model
from briefbank.embedding.reranking import BATCH, CrossEncoder, RerankerLoader
from briefbank.embedding.torch_child import TorchChild
from briefbank.errors import BriefBankError

pytestmark = pytest.mark.filterwarnings("ignore")
WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "search", "car", "consent", "plea", "odor", "jury"]


def build_model(folder: Path, *, labels: int = 1, activation: str = "Identity") -> Path:
    """A cross-encoder of two small layers with random weights, the same each time."""
    import torch
    from transformers import BertConfig, BertForSequenceClassification, BertTokenizerFast

    folder.mkdir()
    (folder / "words.txt").write_text("\n".join(WORDS))
    BertTokenizerFast(vocab_file=str(folder / "words.txt")).save_pretrained(folder)
    torch.manual_seed(7)
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=64,
        max_position_embeddings=64,
        num_labels=labels,
        initializer_range=0.5,
    )
    config.sentence_transformers = {"activation_fn": f"torch.nn.modules.linear.{activation}"}
    if activation != "Identity":
        config.sentence_transformers = {"activation_fn": f"torch.nn.modules.activation.{activation}"}
    BertForSequenceClassification(config).save_pretrained(folder)
    return folder


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory) -> CrossEncoder:
    """A loaded model, whose process takes seconds to start."""
    return CrossEncoder(build_model(tmp_path_factory.mktemp("models") / "compare"))


TEXTS = ["the search of a car", "plea", "", "odor " * 500, "\ud800 jury", "\U0001f600"] * 5


@pytest.mark.nightly
def test_each_text_gets_a_score_of_its_own_from_0_to_1(compare: CrossEncoder) -> None:
    model = compare
    scores = model.score("consent to search", TEXTS)
    assert scores.shape == (30,) and scores.dtype == np.float32
    assert ((scores > 0) & (scores < 1)).all() and len(set(scores[:4].round(4))) > 1
    assert np.allclose(scores, [model.score("consent to search", [text])[0] for text in TEXTS], atol=1e-4)
    assert not np.allclose(scores, model.score("jury", TEXTS), atol=1e-4), "the query counts"
    assert model.score("jury", []).shape == (0,)
    assert model.name == "compare"


@pytest.mark.nightly
def test_scores_that_no_model_gives_are_kept_within_0_and_1(
    compare: CrossEncoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(TorchChild, "ask", lambda *_: [7.0, -math.inf, 1e300, 0.5])
    assert compare.score("search", TEXTS[:4]).tolist() == [1, 0, 1, 0.5]


@pytest.mark.nightly
def test_scores_of_a_model_that_gives_0_to_1_itself_are_used_unchanged(
    compare: CrossEncoder, tmp_path: Path
) -> None:
    itself = CrossEncoder(build_model(tmp_path / "sigmoid", activation="Sigmoid"))
    assert np.allclose(compare.score("jury", TEXTS[:4]), itself.score("jury", TEXTS[:4]), atol=1e-5)


@pytest.mark.nightly
def test_when_time_runs_out_the_first_are_scored_and_the_others_are_not(compare: CrossEncoder) -> None:
    scores = compare.score("jury", TEXTS, limit_s=0.0)
    assert not np.isnan(scores[:BATCH]).any() and np.isnan(scores[BATCH:]).all()


@pytest.mark.nightly
def test_other_folders_are_refused_with_a_reason(tmp_path: Path) -> None:
    damaged = build_model(tmp_path / "damaged")
    (damaged / "model.safetensors").write_bytes(b"no")
    for folder in (
        tmp_path,
        tmp_path / "nothing",
        default_model(),
        build_model(tmp_path / "three", labels=3),
    ):
        with pytest.raises(BriefBankError, match="does not hold a model that compares"):
            CrossEncoder(folder)
    with pytest.raises(BriefBankError, match="could not be loaded"):
        CrossEncoder(damaged)


def test_a_folder_with_a_damaged_configuration_is_refused(tmp_path: Path) -> None:
    for text in ("[]", "{", "7", '{"architectures": null}'):
        (tmp_path / "config.json").write_text(text)
        with pytest.raises(BriefBankError, match=r"does not hold a model that compares|is damaged"):
            CrossEncoder(tmp_path)


@pytest.mark.nightly
def test_the_chosen_model_stays_loaded_until_another_or_none_is_chosen(tmp_path: Path) -> None:
    chosen: list[Path | None] = [None]
    reranking = RerankerLoader(lambda: chosen[0])
    reranking.warm()
    assert reranking.if_ready() is None and reranking.trouble() == ""
    chosen[0] = build_model(tmp_path / "compare")
    assert reranking.if_ready() is None
    reranking.warm()
    first = reranking.if_ready()
    reranking.warm()
    assert first is not None and reranking.if_ready() is first
    chosen[0] = tmp_path
    reranking.warm()
    assert reranking.if_ready() is None and "does not hold" in reranking.trouble()
    chosen[0] = None
    reranking.warm()
    assert reranking.if_ready() is None and reranking.trouble() == ""
