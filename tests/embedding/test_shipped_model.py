"""Tests that a package has its encoder ready to run and writes nothing beside it."""

from pathlib import Path

import pytest

from briefbank import paths
from briefbank.embedding.encoders import (
    FULL_GRAPH,
    QUANTISED_GRAPH,
    QUANTISED_MODELS,
    TOKENIZER,
    prepared_model,
    ready_model,
)

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
