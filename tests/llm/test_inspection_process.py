"""A model's file is looked at in a child, and each thing that can be wrong with it has words of its own."""

from __future__ import annotations

import hashlib
import os
import signal
import struct
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from briefbank.domain.local_models import ModelFile
from briefbank.errors import Cancelled, ModelRefused
from briefbank.jobs import QuietReporter
from briefbank.llm import inspection_process, inspection_rules
from briefbank.llm.header import DAMAGED, NOT_OPENED
from briefbank.llm.inspection_process import inspect
from briefbank.llm.refusals import NotNow
from briefbank.sandbox import guard
from tests.llm import tiny
from tests.stand_ins.hanging import hang
from tests.stand_ins.reporters import RecordingReporter

pytestmark = tiny.needs_gguf
has_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def looked_at(path: Path) -> ModelFile:
    """Inspect a file in this process, which is faster; the child does nothing else."""
    return inspection_rules.look(path, lambda: "")


def test_a_model_is_described_and_hashed_in_a_child(tmp_path: Path) -> None:
    path, reporter = tiny.write(tmp_path / "a.gguf"), RecordingReporter()
    with path.open("ab") as file:
        file.write(bytes(3 << 20))
    found = inspect(path, reporter, initializer=guard.engage)
    assert found.sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    assert (found.name, found.architecture, found.licence) == ("Tiny Test", "llama", "apache-2.0")
    assert (found.precision, found.context) == ("F16", 4096)
    assert (found.parameters, found.file_bytes, found.advice) == (202_048, path.stat().st_size, ())
    assert found.file_bytes < found.memory_bytes < found.memory_free
    assert found.words_per_second > 0
    assert reporter.told[-1] == ("Looking at the model", 3, 3)


def test_a_hash_that_is_known_is_not_computed_again(tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "a.gguf")
    assert inspect(path, QuietReporter(), initializer=guard.engage, known_sha256="f" * 64).sha256 == "f" * 64


def test_looking_can_be_stopped(tmp_path: Path) -> None:
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        inspect(tiny.write(tmp_path / "a.gguf"), reporter, initializer=guard.engage)


@pytest.mark.parametrize("make", [tiny.huge_counts, tiny.huge_array, tiny.many_empty_strings])
def test_a_file_made_to_fill_memory_or_time_is_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    with pytest.raises(ModelRefused):
        inspect(make(tmp_path / "bomb.gguf"), QuietReporter(), initializer=guard.engage)


def die() -> None:
    os._exit(1)


def die_of(name: str) -> None:
    os.kill(os.getpid(), getattr(signal, name))


def refused(path: Path, initializer: Callable[[], None] = guard.engage) -> ModelRefused:
    with pytest.raises(ModelRefused) as error:
        inspect(path, QuietReporter(), initializer=initializer)
    return error.value


@has_signals
def test_a_child_that_crashes_over_a_file_makes_it_a_damaged_one(tmp_path: Path) -> None:
    told = refused(tiny.write(tmp_path / "a.gguf"), partial(die_of, "SIGSEGV"))
    assert told.title == DAMAGED and not isinstance(told, NotNow)


@pytest.mark.parametrize(
    "initializer",
    [
        die,
        pytest.param(partial(die_of, "SIGKILL"), marks=has_signals),
        pytest.param(partial(die_of, "SIGTERM"), marks=has_signals),
    ],
)
def test_a_child_that_was_ended_from_outside_makes_no_file_a_damaged_one(
    tmp_path: Path, initializer: Callable[[], None]
) -> None:
    told = refused(tiny.write(tmp_path / "a.gguf"), initializer)
    assert isinstance(told, NotNow) and told.title == inspection_process.NOT_SEEN


def test_a_drive_or_a_computer_that_is_too_slow_makes_no_file_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection_process, "SILENCE_S", 0.3)
    told = refused(tiny.write(tmp_path / "a.gguf"), hang)
    assert isinstance(told, NotNow) and told.title == inspection_process.NOT_SEEN


@pytest.mark.parametrize(
    ("error", "title"), [(OSError(5, "drive"), NOT_OPENED), (MemoryError(), inspection_process.NO_MEMORY)]
)
def test_a_drive_that_fails_and_want_of_memory_make_no_file_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, title: str
) -> None:
    def fail(path: Path, sha256: Callable[[], str]) -> ModelFile:
        raise error

    monkeypatch.setattr(inspection_rules, "look", fail)
    told = inspection_process._answer(tiny.write(tmp_path / "a.gguf"), "", lambda done, total: None)
    assert isinstance(told, NotNow) and told.title == title


def test_a_header_with_a_list_where_a_number_belongs_is_a_damaged_file(tmp_path: Path) -> None:
    path, key = tiny.write(tmp_path / "a.gguf"), b"general.file_type"
    whole, number, empty_list = path.read_bytes(), struct.pack("<II", 4, 1), struct.pack("<IIQ", 9, 4, 0)
    assert key + number in whole
    path.write_bytes(whole.replace(key + number, key + empty_list) + bytes(32))
    assert refused(path).title == DAMAGED


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_what_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    for path in (tmp_path / "pipe.gguf", tmp_path, tmp_path / "nowhere.gguf"):
        told = refused(path)
        assert isinstance(told, NotNow) and told.title == NOT_OPENED


BAD = {
    "is not a model in the GGUF format": tiny.not_a_model,
    "is damaged": tiny.damaged,
    "its end is missing": tiny.truncated,
    "the words of a model and not the model itself": tiny.vocabulary_only,
    "another kind of processor": tiny.big_endian,
    "a kind that is not known": lambda path: tiny.write(path, architecture="made-up"),
    "does not write": lambda path: tiny.write(path, architecture="bert"),
    "one of several parts": lambda path: tiny.write(path, split=3),
    "an addition to a model and not the model itself": lambda path: tiny.write(path, kind="adapter"),
    "no more than a few words at once": lambda path: tiny.write(path, context=255),
}


@pytest.mark.parametrize("words", BAD)
def test_each_kind_of_bad_file_has_a_sentence_of_its_own(words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelRefused) as error:
        looked_at(BAD[words](tmp_path / "secret name.gguf"))
    assert words in error.value.title
    assert error.value.remedy
    assert "secret" not in str(error.value) + error.value.detail


@pytest.mark.parametrize("changes", [{"kind": "model"}, {"context": 256}, {"context": 0}])
def test_what_is_just_good_enough_is_not_refused(changes: dict[str, Any], tmp_path: Path) -> None:
    assert looked_at(tiny.write(tmp_path / "a.gguf", **changes)).name == "Tiny Test"


def test_a_name_that_llama_cpp_could_not_be_told_is_refused_as_such() -> None:
    with pytest.raises(ModelRefused, match="Rename it") as error:
        looked_at(Path("folder\udcff") / "secret.gguf")
    assert "secret" not in str(error.value) + error.value.detail


def test_a_model_larger_than_the_computers_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection_rules.cost, "memory_bytes", lambda header, size: 1 << 60)
    with pytest.raises(ModelRefused, match=r"needs about \d+\.0 GB of memory; this computer has"):
        looked_at(tiny.write(tmp_path / "a.gguf"))


def test_what_a_person_should_know_first_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import psutil

    memory = psutil.virtual_memory()
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory._replace(available=1 << 20))
    found = looked_at(tiny.write(tmp_path / "a.gguf", template=None, licence="", context=512))
    assert [sentence.split(".")[0] for sentence in found.advice] == [
        "The file does not say how instructions are put to this model",
        "The file names no licence",
        "It needs about 0",
        "It can look at little text at once",
    ]
