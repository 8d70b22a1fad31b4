"""Tests of a package without PyTorch: its own model works, and another is refused with a remedy."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from briefbank import paths
from briefbank.embedding.encoders import Encoder, default_model, load_encoder
from briefbank.errors import NeedsPyTorch
from briefbank.maintenance.self_test import model_files_check
from briefbank.storage import model_files
from installer import prepare_model
from installer.packed_distributions import NOT_SHIPPED, PYTORCH
from tests.support.prepared_model import prepared_files

pytestmark = pytest.mark.nightly
PROJECT = Path(__file__).resolve().parents[2]
NOT_THERE = PYTORCH | NOT_SHIPPED
PACKED = """
import json, sys
from importlib.machinery import PathFinder
from pathlib import Path

absent, models, library, *commands = json.loads(sys.argv[1])
find = PathFinder.find_spec
PathFinder.find_spec = lambda name, *more: None if name.partition(".")[0] in absent else find(name, *more)
from briefbank import paths
from briefbank.cli.main import main
from briefbank.storage import model_files

paths.shipped_models_folder = lambda: Path(models)
model_files.shipped_list = lambda: json.loads(Path(models).with_name(model_files.LIST).read_text())
for command in commands:
    sys.argv[1:] = ["--library", library, *command, "--json"]
    assert not main(), command
    print(end="\\0")
"""
"""A program that finds neither PyTorch nor what comes with it, and the model where a package has it."""


@pytest.fixture(scope="module")
def models(encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of models of a package; the list of their hashes lies beside it."""
    folder = tmp_path_factory.mktemp("package") / "models"
    files = prepared_files()
    model_folder = folder / files[0].parent.name
    model_folder.mkdir(parents=True)
    for file in files:
        (model_folder / file.name).symlink_to(file)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["prepare_model", str(folder)])
        prepare_model.main()
    (folder / model_files.LIST).replace(folder.with_name(model_files.LIST))
    return folder


def modules_not_there() -> list[str]:
    """The modules of the distributions that are not in the package, as they are imported."""
    holders = packages_distributions().items()
    return sorted(
        name
        for name, distributions in holders
        if {canonicalize_name(item) for item in distributions} <= NOT_THERE
    )


def test_scans_and_texts_are_added_found_by_words_and_meaning_and_summarised_and_the_self_test_passes(
    models: Path, short_scan: Path, sample_files: list[Path], tmp_path: Path
) -> None:
    commands = (
        ["add", str(sample_files[1])],
        ["add", str(short_scan)],
        ["search", "appeal from the superior court"],
        ["summary", "1"],
        ["self-test"],
    )
    dumps = json.dumps([modules_not_there(), str(models), str(tmp_path / "library"), *commands])
    call = [sys.executable, "-c", PACKED, dumps]
    done = subprocess.run(call, cwd=PROJECT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    text, scan, result, summary, tested = map(json.loads, done.stdout.split("\0")[:-1])
    assert [file["ocr_pages"] for file in (*text["files"], *scan["files"])] == [0, 1]
    first = result["results"][0]
    assert {"words", "meaning"} <= {factor["name"] for factor in first["factors"] if factor["value"]}
    assert summary["kind"] == "extractive" and summary["sentences"]
    assert all(check["passed"] for check in tested["checks"])


def test_a_package_knows_its_model_by_the_same_name_as_a_checkout(
    models: Path, encoder: Encoder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Vectors that the one has made serve the other."""
    monkeypatch.setattr(paths, "shipped_models_folder", lambda: models)
    assert default_model().parent == models
    assert load_encoder().name == f"{encoder.name.removesuffix('-int8')}-int8"


def test_a_changed_file_of_the_packaged_model_is_reported(
    models: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed = json.loads(models.with_name(model_files.LIST).read_text("utf-8"))
    monkeypatch.setattr(model_files, "shipped_list", lambda: listed)
    changed = tmp_path / "changed"
    shutil.copytree(next(models.iterdir()), changed)
    assert model_files_check(lambda: changed)[0]
    (changed / "model-int8.onnx").write_bytes(b"another")
    assert not model_files_check(lambda: changed)[0]


@pytest.fixture
def without_pytorch(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "torch" else find(name))


@pytest.mark.usefixtures("without_pytorch")
def test_another_model_says_how_pytorch_is_added_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRIEFBANK_MODELS", str(tmp_path / "prepared"))
    model = tmp_path / "office-model"
    shutil.copytree(default_model(), model, ignore=shutil.ignore_patterns("model.safetensors"))
    (model / "model.safetensors").write_bytes(b"weights")
    with pytest.raises(NeedsPyTorch, match=r"apt install \./briefbank-pytorch_"):
        load_encoder(model)
    assert not [path for path in (tmp_path / "prepared").rglob("*") if path.is_dir() or ".draft" in path.name]
