"""A changed file of a model is detected; too little memory is distinguished from other faults."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from briefbank.embedding.encoders import default_model
from briefbank.errors import IndexFault, ShortOfMemory
from briefbank.maintenance.self_test import model_files_check
from briefbank.storage import model_files
from briefbank.storage.generations import translate_errors
from briefbank.storage.model_files import lacks_memory


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


def test_a_shipped_model_that_was_changed_fails_the_self_test(model: Path) -> None:
    passed, detail = model_files_check(lambda: model)
    assert not passed and "Install BriefBank again" in detail


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "x"),
        ImportError("lib.so: failed to map segment from shared object"),
        ImportError("lib.so: cannot apply additional memory protection: Cannot allocate memory"),
        RuntimeError("can't start new thread"),
        RuntimeError("[ONNXRuntimeError] : 1 : FAIL : Load model failed:std::bad_alloc"),
    ],
)
def test_too_little_memory_is_known_by_what_libraries_say_of_it(error: Exception) -> None:
    assert lacks_memory(error)
    with pytest.raises(ShortOfMemory), translate_errors("test"):
        raise error
    try:
        raise ValueError("because of it") from error
    except ValueError as outer:
        assert lacks_memory(outer)


def test_other_faults_of_an_index_are_not_reported_as_too_little_memory() -> None:
    assert not lacks_memory(ImportError("no module named x"))
    with pytest.raises(IndexFault), translate_errors("test"):
        raise ValueError("bad bytes")
