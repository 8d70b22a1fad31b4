"""A model that was changed is told from one that is what it was."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from briefbank.embedding.encoders import default_model
from briefbank.errors import NotReadable
from briefbank.maintenance.self_test import model_files_check
from briefbank.storage import model_files
from briefbank.storage.model_files import ModelNotes


@pytest.fixture
def model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    (folder / "part").mkdir(parents=True)
    (folder / "weights").write_bytes(b"1234")
    (folder / "part" / "config.json").write_text("{}")
    return folder


def test_the_shipped_list_is_that_of_the_package_that_is_locked() -> None:
    assert model_files.hashes(default_model()) == model_files.shipped_list()


@pytest.mark.parametrize("change", ["changed", "added", "missing"])
def test_a_file_that_was_changed_added_or_lost_is_told(model: Path, change: str) -> None:
    notes = ModelNotes()
    assert notes.changed_since(model) is None
    assert notes.changed_since(model) is None
    if change == "changed":
        (model / "weights").write_bytes(b"1235")
    elif change == "added":
        (model / "part" / "more").touch()
    else:
        (model / "part" / "config.json").unlink()
    assert notes.changed_since(model) == datetime.now(UTC).date()


def test_what_lies_beside_a_model_decides_nothing(model: Path) -> None:
    notes = ModelNotes()
    notes.changed_since(model)
    (model / "README.md").touch()
    assert notes.changed_since(model) is None


def test_a_model_that_is_chosen_again_is_noted_as_it_is_then(model: Path) -> None:
    notes = ModelNotes()
    notes.changed_since(model / "weights")
    (model / "weights").write_bytes(b"another")
    notes.forget(model / "weights")
    assert notes.changed_since(model / "weights") is None


@pytest.mark.parametrize("garbage", ["", "[]", "{", '{"x": 1}', "[" * 5000])
def test_notes_that_cannot_be_read_are_made_anew(model: Path, home: Path, garbage: str) -> None:
    (home / model_files.NOTES).write_text(garbage)
    assert ModelNotes().changed_since(model) is None
    assert ModelNotes().changed_since(model) is None


def test_no_path_stands_in_the_notes(model: Path, home: Path) -> None:
    ModelNotes().changed_since(model)
    assert "model" not in (home / model_files.NOTES).read_text()


def test_a_model_that_is_gone_cannot_be_noted(tmp_path: Path) -> None:
    with pytest.raises(NotReadable):
        ModelNotes().changed_since(tmp_path / "gone")


def test_the_self_test_names_the_day_and_what_to_do(model: Path) -> None:
    places = (default_model, lambda: [model])
    assert model_files_check(*places)[0]
    (model / "weights").write_bytes(b"other")
    passed, detail = model_files_check(*places)
    assert not passed and str(datetime.now(UTC).year) in detail and "Settings" in detail


def test_a_shipped_model_that_was_changed_fails_the_self_test(model: Path) -> None:
    passed, detail = model_files_check(lambda: model, lambda: [])
    assert not passed and "Install BriefBank again" in detail
