"""Tests that the encoder without torch gives the vectors of the model, or is not used."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from briefbank import paths
from briefbank.embedding import model_folder
from briefbank.embedding.encoders import (
    FULL_GRAPH,
    QUANTISED_GRAPH,
    QUANTISED_MODELS,
    TOKENIZER,
    Encoder,
    OnnxEncoder,
    default_model,
    load_encoder,
    prepared_model,
    ready_model,
)
from briefbank.embedding.model_folder import LoadingError, Recipe, content_hash, read_recipe, remembered_hash
from briefbank.errors import BriefBankError
from briefbank.paths import models_folder
from briefbank.text.characters import encodable
from tests.support.prepared_model import prepared_files
from tests.support.profile import sampled

PROJECT = Path(__file__).resolve().parents[2]
VARIED = [
    "The officer searched the car without a warrant.",
    "N.J.R.E. 803(c)(27); N.J.S.A. 2C:44-1(b); State v. P.H., 178 N.J. 378, 392-93 (2004).",
    "",
    " \n\t ",
    "a",
    "Señor Muñoz’s coöperation — “voluntary” … § 12",
    "\U0001f600 \x00\x1b \ufffd 漢字 кириллица",
    "\ud800 half a pair",
    "the of and to",
    "word " * 10_000,
    "x" * 3000,
    "Miranda warnings were given late, and the statement that followed was not voluntary. " * 12,
]


@pytest.fixture(scope="module")
def with_floats(tmp_path_factory: pytest.TempPathFactory) -> Encoder:
    """The weights of the default model, which has 8-bit integers, as those of a model of the office's own,
    which keep their floats."""
    own = prepared_model(default_model(), tmp_path_factory.mktemp("models") / "own")
    return OnnxEncoder(own, "own", read_recipe(default_model()))


NEAR = {"with_floats": 0.9999, "encoder": 0.97}
"""The least cosine of a vector with the model's own; 8-bit integers are not the same numbers."""


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_vectors_are_those_of_sentence_transformers(request: pytest.FixtureRequest) -> None:
    from sentence_transformers import SentenceTransformer

    reference = SentenceTransformer(str(default_model()), device="cpu", local_files_only=True)
    theirs = reference.encode_document(encodable(VARIED), normalize_embeddings=True)
    for form, least in NEAR.items():
        encoder: Encoder = request.getfixturevalue(form)
        ours = encoder.encode_passages(VARIED)
        assert ours.shape == theirs.shape == (len(VARIED), 384) and ours.dtype == np.float32
        assert ((ours * theirs).sum(axis=1) > least).all(), form
        for text in VARIED[:4]:
            query = reference.encode_query(text, normalize_embeddings=True)
            assert encoder.encode_query(text) @ query > least, form
        assert encoder.dimensions == 384


@pytest.mark.nightly
@pytest.mark.parametrize("form", sampled(["encoder", "with_floats"]))
def test_a_text_has_one_vector_of_length_one_whatever_it_is_encoded_with_and_by_however_many_threads(
    request: pytest.FixtureRequest, form: str
) -> None:
    encoder: Encoder = request.getfixturevalue(form)
    together = encoder.encode_passages(VARIED)
    assert np.allclose(np.linalg.norm(together, axis=1), 1, atol=1e-5)
    alone = np.stack([encoder.encode_passages([text])[0] for text in VARIED])
    assert np.array_equal(together, alone)
    some = VARIED[::-1] * 8
    with ThreadPoolExecutor(4) as threads:
        for result in threads.map(encoder.encode_passages, [some] * 4):
            assert np.array_equal(result, np.concatenate([together[::-1]] * 8))
    assert encoder.encode_passages([]).shape == (0, 384)


def test_prompts_go_before_queries_and_passages(encoder: Encoder) -> None:
    prepared = prepared_model(default_model(), models_folder() / content_hash(default_model()))
    prompted = OnnxEncoder(prepared, "prompted", Recipe(256, "mean", "query: ", "passage: "))
    assert np.array_equal(prompted.encode_query("a"), encoder.encode_query("query: a"))
    assert np.array_equal(prompted.encode_passages(["a"]), encoder.encode_passages(["passage: a"]))


def test_loading_needs_neither_torch_nor_transformers(encoder: Encoder) -> None:
    code = (
        "import sys; from briefbank.embedding.encoders import load_encoder; name = load_encoder().name\n"
        "print(name, sorted({'torch', 'transformers', 'sentence_transformers'} & set(sys.modules)))"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert completed.stdout.strip() == f"{encoder.name} []"


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A copy of the default model's folder that may be changed; the weights are a link."""
    folder = tmp_path / "office-model"
    shutil.copytree(default_model(), folder, ignore=shutil.ignore_patterns("model.safetensors"))
    (folder / "model.safetensors").symlink_to(default_model() / "model.safetensors")
    return folder


def edit(path: Path, **changes: object) -> None:
    """Set keys of a JSON file; None takes a key out."""
    content = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(
        json.dumps({key: value for key, value in {**content, **changes}.items() if value is not None})
    )


def test_the_default_model_is_read_as_its_card_says() -> None:
    assert read_recipe(default_model()) == Recipe(256, "mean", "", "")


def test_older_and_newer_spellings_of_a_configuration_are_read(model: Path) -> None:
    (model / "1_Pooling" / "config.json").write_text('{"embedding_dimension": 384, "pooling_mode": "cls"}')
    prompts = {"query": "query: ", "document": "text: "}
    edit(model / "config_sentence_transformers.json", prompts=prompts)
    edit(model / "sentence_bert_config.json", max_seq_length=None)
    assert read_recipe(model) == Recipe(512, "cls", "query: ", "text: ")
    edit(model / "config_sentence_transformers.json", prompts={"x": "any: "}, default_prompt_name="x")
    assert read_recipe(model) == Recipe(512, "cls", "any: ", "any: ")


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("1_Pooling/config.json", {"pooling_mode": "lasttoken"}),
        ("1_Pooling/config.json", {"pooling_mode_mean_tokens": True, "pooling_mode_cls_token": True}),
        ("sentence_bert_config.json", {"do_lower_case": True}),
        (
            "modules.json",
            [{"path": "", "type": "office.Transformer"}, {"path": "1_Pooling", "type": "x.Pooling"}],
        ),
        ("modules.json", [{"path": "", "type": "sentence_transformers.models.Transformer"}]),
        ("modules.json", "not a list of modules"),
    ],
)
def test_a_configuration_that_is_not_covered_is_refused(model: Path, file: str, content: object) -> None:
    (model / file).write_text(json.dumps(content))
    with pytest.raises(LoadingError):
        read_recipe(model)


def test_a_folder_that_is_no_model_or_not_covered_is_an_error_in_plain_words(
    model: Path, tmp_path: Path
) -> None:
    (model / "1_Pooling" / "config.json").write_text(
        '{"word_embedding_dimension": 384, "pooling_mode_max_tokens": true}'
    )
    (model / "model.safetensors").unlink()
    (model / "model.safetensors").write_bytes(b"not read")
    for folder in (model, tmp_path, tmp_path / "missing"):
        with pytest.raises(BriefBankError, match="could not be loaded"):
            load_encoder(folder)


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")
def test_a_failed_export_of_damaged_weights_leaves_nothing_behind_and_is_an_error_in_plain_words(
    model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (model / "model.safetensors").unlink()
    (model / "model.safetensors").write_bytes(b"cut off")
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))
    with pytest.raises(BriefBankError, match="could not be loaded"):
        load_encoder(model)
    assert not [path for path in (tmp_path / "models").rglob("*") if path.is_dir() or ".draft" in path.name]


@pytest.mark.nightly
@pytest.mark.begun_first
def test_on_a_new_computer_the_model_is_exported_for_onnx_runtime_by_a_confined_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "models"))
    loaded = load_encoder()
    assert isinstance(loaded, OnnxEncoder) and loaded.name.endswith("-int8")
    assert {path.name for path in prepared_files()} == {"model-int8.onnx", "tokenizer.json"}


def test_the_encoder_is_prepared_with_the_network_refused() -> None:
    code = (
        "from briefbank.sandbox import guard\n"
        "from briefbank.embedding import encoders, prepare_default_model\n"
        "encoders.load_encoder = lambda: print(guard.level())\n"
        "prepare_default_model.main()"
    )
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    assert completed.stdout.strip() in {"kernel", "interpreter"}


def test_the_name_changes_with_the_model_and_not_with_its_description(model: Path) -> None:
    before = content_hash(model)
    (model / "README.md").write_text("another description")
    assert content_hash(model) == before == content_hash(default_model())
    edit(model / "sentence_bert_config.json", max_seq_length=128)
    assert content_hash(model) != before


@pytest.fixture
def small_model(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    (folder / "1_Pooling").mkdir(parents=True)
    (folder / "weights.bin").write_bytes(b"weights")
    (folder / "1_Pooling" / "config.json").write_text("{}")
    return folder


def test_an_unchanged_model_is_read_once(
    small_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = remembered_hash(small_model, tmp_path / "notes")
    assert first == content_hash(small_model)
    monkeypatch.setattr(model_folder, "content_hash", None)
    assert remembered_hash(small_model, tmp_path / "notes") == first


def wait_for_a_later_change_time(probe: Path, last: int) -> None:
    """Wait for the next tick of the file system's clock, some milliseconds."""
    probe.touch()
    while probe.stat().st_ctime_ns <= last:
        probe.touch()


@pytest.mark.parametrize("change", ["same size and time", "replaced", "added", "deleted", "moved"])
def test_a_changed_model_is_read_again(small_model: Path, tmp_path: Path, change: str) -> None:
    notes, weights = tmp_path / "notes", small_model / "weights.bin"
    before, about = remembered_hash(small_model, notes), weights.stat()
    if change == "same size and time":
        wait_for_a_later_change_time(tmp_path / "clock", about.st_ctime_ns)
        weights.write_bytes(b"WEIGHTS")
        os.utime(weights, ns=(about.st_atime_ns, about.st_mtime_ns))
    elif change == "replaced":
        (tmp_path / "new").write_bytes(b"WEIGHTS")
        (tmp_path / "new").replace(weights)
    elif change == "added":
        (small_model / "more.bin").touch()
    elif change == "deleted":
        (small_model / "1_Pooling" / "config.json").unlink()
    else:
        weights.rename(small_model / "1_Pooling" / "weights.bin")
    after = remembered_hash(small_model, notes)
    assert after == content_hash(small_model) != before


def test_a_note_that_cannot_be_read_or_kept_costs_only_time(small_model: Path, tmp_path: Path) -> None:
    first = remembered_hash(small_model, tmp_path / "notes")
    for note in ("", "one", "a b c", "\xff"):
        next((tmp_path / "notes").iterdir()).write_text(note, "latin-1")
        assert remembered_hash(small_model, tmp_path / "notes") == first, note
    (tmp_path / "file").touch()
    assert remembered_hash(small_model, tmp_path / "file") == first


(MODEL,) = QUANTISED_MODELS


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package's ready model."""
    folder = tmp_path / "package" / MODEL
    folder.mkdir(parents=True)
    for name in (TOKENIZER, QUANTISED_GRAPH):
        (folder / name).write_bytes(b"")
    monkeypatch.setattr(paths, "shipped_models_folder", lambda: folder.parent)
    return folder


def test_the_model_of_the_package_is_used_and_none_is_made(shipped: Path, tmp_path: Path) -> None:
    assert prepared_model(tmp_path / "no source", tmp_path / "user" / MODEL) == shipped
    assert not (tmp_path / "user").exists()


def test_a_model_that_lacks_a_part_in_the_package_is_made_by_the_user(shipped: Path, tmp_path: Path) -> None:
    (shipped / QUANTISED_GRAPH).unlink()
    assert ready_model(tmp_path / "user" / MODEL) is None


def test_another_model_than_that_of_the_package_is_looked_for_with_the_user_and_keeps_its_floats(
    shipped: Path, tmp_path: Path
) -> None:
    """The loss of such a model was never measured."""
    own = tmp_path / "user" / ("0" * 32)
    own.mkdir(parents=True)
    (own / TOKENIZER).write_bytes(b"")
    (own / QUANTISED_GRAPH).write_bytes(b"")
    assert ready_model(own) is None
    (own / FULL_GRAPH).write_bytes(b"")
    assert ready_model(own) == own
