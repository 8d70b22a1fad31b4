"""A package brings its encoder along, ready to run: nobody waits for it, and nothing is written beside it."""

from pathlib import Path

import pytest

from briefbank import paths
from briefbank.embedding import exported_model
from briefbank.embedding.precision import (
    CHOICE,
    COMPACT_GRAPH,
    GRAPH,
    MEASURED_MODELS,
    Precision,
    choose,
    kept_choice,
)

(MODEL,) = MEASURED_MODELS


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package's ready model."""
    folder = tmp_path / "package" / MODEL
    folder.mkdir(parents=True)
    for name in (exported_model.TOKENIZER, COMPACT_GRAPH):
        (folder / name).write_bytes(b"")
    monkeypatch.setattr(paths, "shipped_models_folder", lambda: folder.parent)
    return folder


def test_the_model_of_the_package_is_used_and_none_is_made(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exported_model, "_export", lambda *_: pytest.fail("a model was made"))
    assert exported_model.prepared_model(tmp_path / "source", tmp_path / "user" / MODEL) == shipped
    assert not (tmp_path / "user").exists()


def test_a_model_that_lacks_a_part_in_the_package_is_made_by_the_user(shipped: Path, tmp_path: Path) -> None:
    (shipped / COMPACT_GRAPH).unlink()
    assert exported_model.ready_model(tmp_path / "user" / MODEL) is None


def test_another_model_than_that_of_the_package_is_looked_for_with_the_user(
    shipped: Path, tmp_path: Path
) -> None:
    own = tmp_path / "user" / ("0" * 32)
    own.mkdir(parents=True)
    for name in (GRAPH, exported_model.TOKENIZER):
        (own / name).write_bytes(b"")
    assert exported_model.ready_model(own) == own


def test_the_compact_form_of_the_package_is_used_though_the_full_one_was_faster_once(
    shipped: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "user" / MODEL
    notes.mkdir(parents=True)
    (notes / CHOICE).write_text('{"precision": "fp32", "full_per_s": 40, "compact_per_s": 30}')
    chosen = choose(shipped, lambda precision: lambda texts: None, notes)
    assert (chosen.precision, chosen.full_per_s) == (Precision.COMPACT, 0)
    assert chosen.reason == "Search by meaning uses the compact form of its model."


def test_how_fast_it_is_is_noted_with_the_user_and_not_in_the_package(shipped: Path, tmp_path: Path) -> None:
    notes = tmp_path / "user" / MODEL
    before = sorted(shipped.iterdir())
    chosen = choose(shipped, lambda precision: lambda texts: None, notes)
    assert kept_choice(notes) == chosen
    assert chosen.precision in Precision
    assert sorted(shipped.iterdir()) == before


def test_a_choice_that_was_noted_is_not_measured_again(shipped: Path, tmp_path: Path) -> None:
    notes = tmp_path / "user" / MODEL
    chosen = choose(shipped, lambda precision: lambda texts: None, notes)
    assert choose(shipped, lambda precision: pytest.fail("measured again"), notes) == chosen
