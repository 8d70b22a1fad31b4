"""Tests that ``evaluate`` uses the models and thesaurus of searches, or the named models."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from briefbank import settings
from briefbank.embedding.encoders import Encoder, default_model
from briefbank.settings import Settings
from tests.embedding.test_cross_encoder import build_model
from tests.evaluate import sets
from tests.support.command import run


@pytest.fixture
def data_set(tmp_path: Path) -> Path:
    """A set whose one query says the judged row in a word that no list knows."""
    rows = [
        {"_id": "right", "text": "The grommet was seized at night."},
        {"_id": "other", "text": "A jury must be charged on accomplice liability."},
    ]
    return sets.write(tmp_path / "set", rows, [{"_id": "q1", "text": "zorbulation"}], ["q1\tright\t1"])


@pytest.fixture
def own_model(tmp_path: Path, encoder: Encoder) -> Path:
    """The shipped model in a folder of the office; ``encoder`` is a parameter so that it is prepared once."""
    return Path(shutil.copytree(default_model(), tmp_path / "office-model"))


def measure(folder: Path, *arguments: str) -> dict[str, Any]:
    command_result = run(folder, "evaluate", *arguments)
    assert command_result.status == 0, command_result.errors
    result: dict[str, Any] = json.loads(command_result.output)
    return result


@pytest.mark.nightly
def test_the_models_of_the_settings_are_measured_and_named(
    tmp_path: Path, data_set: Path, own_model: Path
) -> None:
    settings.save(Settings(encoder=own_model, reranker=build_model(tmp_path / "office-reranker")))
    figures = measure(tmp_path, str(data_set))
    assert figures["encoder"].startswith("office-model@") and figures["reranker"] == "office-reranker"
    words = run(tmp_path, "evaluate", str(data_set), as_json=False).output
    assert "Model for meaning: office-model@" in words
    assert "Model for comparing results: office-reranker." in words


@pytest.mark.nightly
def test_named_models_are_measured_in_the_place_of_those_of_the_settings(
    tmp_path: Path, data_set: Path, own_model: Path
) -> None:
    reranker = build_model(tmp_path / "named-reranker")
    assert measure(tmp_path, str(data_set))["encoder"].startswith("all-MiniLM-L6-v2@")
    figures = measure(tmp_path, str(data_set), "--encoder", str(own_model), "--reranker", str(reranker))
    assert figures["encoder"].startswith("office-model@") and figures["reranker"] == "named-reranker"


def test_the_office_s_thesaurus_is_measured_too(tmp_path: Path, data_set: Path, encoder: Encoder) -> None:
    before = measure(tmp_path, str(data_set), "--channels", "words")
    assert before["thesaurus"]["own"] == 0 and before["by_channel"]["words"]["recall@1"] == 0
    assert run(tmp_path, "thesaurus").status == 0, "a library with a file for the office's words is made"
    own = tmp_path / "library" / "thesaurus.txt"
    own.write_text(f"{own.read_text()}zorbulation = grommet\n")
    after = measure(tmp_path, str(data_set), "--channels", "words")
    assert after["thesaurus"]["own"] == 1 and after["by_channel"]["words"]["recall@1"] == 1


def test_newest_first_is_measured_saved_and_compared_with_best_match(
    tmp_path: Path, data_set: Path, encoder: Encoder
) -> None:
    runs = [tmp_path / f"{order}.json" for order in ("best", "newest")]
    for path in runs:
        figures = measure(tmp_path, str(data_set), "--order", path.stem, "--save", str(path))
        assert (figures["order"], figures["drawn_days"]) == (path.stem, 2 * (path.stem == "newest"))
        assert {"success@1", "success@5", "success@10", "precision", "cut_loss"} <= set(figures["metrics"])
    words = run(tmp_path, "evaluate", "--compare", *map(str, runs), as_json=False).output
    assert "First run: best first; second run: newest first." in words and "cut_loss" in words
    assert run(tmp_path, "evaluate", str(data_set), "--order", "oldest").status == 2


@pytest.mark.parametrize("option", ["--encoder", "--reranker"])
def test_a_named_folder_without_a_model_is_wrong_use(
    tmp_path: Path, data_set: Path, encoder: Encoder, option: str
) -> None:
    result = run(tmp_path, "evaluate", str(data_set), option, str(tmp_path / "set"))
    assert result.status == 2 and json.loads(result.output)["error"]["title"]


def test_a_reranker_that_is_set_and_does_not_load_is_left_out_as_in_searches(
    tmp_path: Path, data_set: Path, encoder: Encoder
) -> None:
    settings.save(Settings(reranker=tmp_path / "set"))
    result = run(tmp_path, "evaluate", str(data_set))
    assert result.status == 0 and json.loads(result.output)["reranker"] is None and result.errors


@pytest.mark.parametrize("other", [["--from-feedback"], ["--compare", "a.json", "b.json"]])
def test_named_models_go_with_a_data_set_only(tmp_path: Path, other: list[str]) -> None:
    result = run(tmp_path, "evaluate", *other, "--encoder", str(tmp_path))
    assert result.status == 2 and "cannot be used together" in result.errors
