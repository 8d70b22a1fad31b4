"""The note of the model in use: a library from somebody else names no folder from which code could come."""

import json
from pathlib import Path

import pytest

from briefbank.embedding.active_models import InUse, read_in_use, write_in_use
from briefbank.embedding.dense import IN_USE

MODEL = InUse("model", 8, Path("/models/mine"))


def test_one_s_own_note_is_read_again(tmp_path: Path) -> None:
    write_in_use(tmp_path, MODEL)
    assert read_in_use(tmp_path) == MODEL


def test_a_folder_that_another_user_noted_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_in_use(tmp_path, MODEL)
    monkeypatch.setenv("BRIEFBANK_HOME", str(tmp_path / "another"))
    assert read_in_use(tmp_path) is None


@pytest.mark.parametrize("mark", [None, "", "0" * 64, 7])
def test_a_forged_or_older_note_of_a_folder_does_not_count(tmp_path: Path, mark: object) -> None:
    values = {"name": "model", "dimensions": 8, "folder": "/tmp/theirs", "mark": mark}
    (tmp_path / IN_USE).write_text(json.dumps(values))
    assert read_in_use(tmp_path) is None


def test_the_model_that_comes_with_briefbank_needs_no_mark(tmp_path: Path) -> None:
    (tmp_path / IN_USE).write_text(json.dumps({"name": "m", "dimensions": 8, "folder": None}))
    assert read_in_use(tmp_path) == InUse("m", 8, None)
