"""Tests that a changed file of the shipped model is detected."""

from __future__ import annotations

from pathlib import Path

import pytest

from briefbank.embedding.encoders import default_model
from briefbank.errors import NotReadable
from briefbank.maintenance.self_test import model_files_check
from briefbank.storage import model_files


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    (folder / "part").mkdir(parents=True)
    (folder / "weights").write_bytes(b"1234")
    (folder / "part" / "config.json").write_text("{}")
    return folder


def test_the_shipped_list_is_that_of_the_package_that_is_locked() -> None:
    assert model_files.hashes(default_model()) == model_files.shipped_list()
    assert model_files_check(default_model)[0]


@pytest.mark.parametrize("change", ["changed", "added", "missing"])
def test_a_changed_added_or_missing_file_is_counted(model: Path, change: str) -> None:
    before = model_files.hashes(model)
    if change == "changed":
        (model / "weights").write_bytes(b"1235")
    elif change == "added":
        (model / "part" / "more").touch()
    else:
        (model / "part" / "config.json").unlink()
    assert model_files.differing(model_files.hashes(model), before) == 1


def test_files_beside_a_model_are_ignored(model: Path) -> None:
    before = model_files.hashes(model)
    (model / "README.md").touch()
    assert model_files.hashes(model) == before


def test_a_model_that_is_gone_cannot_be_compared(tmp_path: Path) -> None:
    with pytest.raises(NotReadable):
        model_files.hashes(tmp_path / "gone")


def test_a_shipped_model_that_was_changed_fails_the_self_test(model: Path) -> None:
    passed, detail = model_files_check(lambda: model)
    assert not passed and "Install BriefBank again" in detail
