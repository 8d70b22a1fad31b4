"""Tests of inspecting a model file in a child; each fault has its message."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from briefbank.domain.summaries import ModelFile
from briefbank.errors import Cancelled, ModelRefused
from briefbank.jobs import QuietReporter
from briefbank.llm import inspection
from briefbank.llm.engine import CRASHED, NOT_OPENED, NotNow
from briefbank.llm.inspection import describe, inspect
from briefbank.sandbox import guard
from tests.llm import tiny
from tests.stand_ins.hanging import hang

pytestmark = tiny.needs_llama
has_signals = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")


def no_check() -> None:
    """Stop nothing."""


def test_a_model_is_described_in_a_child(tmp_path: Path) -> None:
    path = tiny.write(tmp_path / "a.gguf")
    result = inspect(path, no_check, initializer=guard.engage, confine=None)
    assert (result.name, result.licence) == ("Tiny Test", "apache-2.0")
    assert (result.precision, result.context) == ("F16", 4096)
    assert (result.parameters, result.file_bytes) == (202_048, path.stat().st_size)
    assert result.file_bytes < result.memory_bytes < result.memory_free


def test_looking_can_be_stopped(tmp_path: Path) -> None:
    reporter = QuietReporter()
    reporter.cancel()
    with pytest.raises(Cancelled):
        inspect(tiny.write(tmp_path / "a.gguf"), reporter.check, initializer=guard.engage, confine=None)


@pytest.fixture(scope="module")
def whole_model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return tiny.write(tmp_path_factory.mktemp("whole") / "whole.gguf").read_bytes()


@pytest.mark.parametrize("make", [tiny.huge_counts, tiny.huge_array, tiny.many_empty_strings])
def test_a_file_made_to_fill_memory_or_time_is_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    with pytest.raises(ModelRefused):
        inspect(make(tmp_path / "bomb.gguf"), no_check, initializer=guard.engage, confine=None)


def die() -> None:
    os._exit(1)


def die_of(name: str) -> None:
    os.kill(os.getpid(), getattr(signal, name))


def refused(path: Path, initializer: Callable[[], None] = guard.engage) -> ModelRefused:
    with pytest.raises(ModelRefused) as error:
        inspect(path, no_check, initializer=initializer, confine=None)
    return error.value


def crash_over_the_file() -> None:
    """Crash when llama.cpp opens the file."""
    import llama_cpp

    llama_cpp.llama_model_load_from_file = lambda *_arguments: die_of("SIGSEGV")


@has_signals
def test_a_child_that_crashes_over_a_file_makes_it_a_damaged_one(tmp_path: Path) -> None:
    refusal = refused(tiny.write(tmp_path / "a.gguf"), crash_over_the_file)
    assert refusal.title == CRASHED and not isinstance(refusal, NotNow)


@pytest.mark.parametrize(
    "initializer",
    [
        die,
        pytest.param(partial(die_of, "SIGKILL"), marks=has_signals),
        pytest.param(partial(die_of, "SIGTERM"), marks=has_signals),
    ],
)
def test_a_child_killed_from_outside_does_not_make_its_file_damaged(
    tmp_path: Path, initializer: Callable[[], None]
) -> None:
    refusal = refused(tiny.write(tmp_path / "a.gguf"), initializer)
    assert isinstance(refusal, NotNow) and refusal.title == inspection.NOT_SEEN


def test_a_slow_drive_or_computer_does_not_make_a_file_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "SILENCE_S", 0.3)
    refusal = refused(tiny.write(tmp_path / "a.gguf"), hang)
    assert isinstance(refusal, NotNow) and refusal.title == inspection.NOT_SEEN


@pytest.mark.parametrize(
    ("error", "title"), [(OSError(5, "drive"), NOT_OPENED), (MemoryError(), inspection.NO_MEMORY)]
)
def test_a_drive_that_fails_and_want_of_memory_make_no_file_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, title: str
) -> None:
    def fail(path: Path) -> ModelFile:
        raise error

    monkeypatch.setattr(inspection, "describe", fail)
    monkeypatch.setattr(inspection, "limit_memory", lambda addresses: None)
    with pytest.raises(NotNow) as refused:
        inspection.answer(tiny.write(tmp_path / "a.gguf"))
    assert refused.value.title == title


@pytest.mark.nightly
@settings(max_examples=12)
@given(
    changes=st.lists(
        st.tuples(st.integers(4, 2000), st.sampled_from([0, 1, 9, 0x7F, 0xFF])), min_size=1, max_size=40
    )
)
def test_a_header_with_wrong_bytes_is_described_or_refused_and_nothing_else(
    whole_model: bytes, tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, int]]
) -> None:
    content = bytearray(whole_model)
    for offset, value in changes:
        content[offset] = value
    wrong = tmp_path_factory.mktemp("wrong") / "wrong.gguf"
    wrong.write_bytes(content)
    try:
        file = inspect(wrong, no_check, initializer=guard.engage, confine=None)
    except ModelRefused:
        return
    assert file.name.isprintable() and file.context >= 0


def test_words_of_a_file_fill_one_line_and_no_more(tmp_path: Path) -> None:
    file = describe(tiny.write(tmp_path / "name.gguf", name="A\nname\x1b[31m\u202e" + "x" * 500))
    assert file.name.startswith("A name [31m xxx") and len(file.name) == 120


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no such files")
def test_a_path_that_is_no_file_is_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.gguf")
    for path in (tmp_path / "pipe.gguf", tmp_path, tmp_path / "nowhere.gguf"):
        refusal = refused(path)
        assert isinstance(refusal, NotNow) and refusal.title == NOT_OPENED


BAD = {
    "is not a model in the GGUF format": tiny.not_a_model,
    "is damaged": tiny.damaged,
    "a kind that is not known": lambda path: tiny.write(path, architecture="made-up"),
    "no model that writes": lambda path: tiny.write(path, architecture="bert", causal=False),
    "one of several parts": lambda path: tiny.write(path, split=3),
    "too little text at once": lambda path: tiny.write(path, context=2047),
}


@pytest.mark.parametrize("words", BAD)
def test_each_kind_of_bad_file_has_a_sentence_of_its_own(words: str, tmp_path: Path) -> None:
    with pytest.raises(ModelRefused) as error:
        describe(BAD[words](tmp_path / "secret name.gguf"))
    assert words in error.value.title
    assert error.value.remedy
    assert "secret" not in str(error.value) + error.value.detail


def test_a_model_larger_than_the_computers_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psutil

    memory = psutil.virtual_memory()
    monkeypatch.setattr(psutil, "virtual_memory", lambda: memory._replace(total=1 << 20))
    with pytest.raises(ModelRefused, match=r"needs about \d+\.\d GB of memory; this computer has 0.0 GB"):
        describe(tiny.write(tmp_path / "a.gguf"))


def test_a_header_that_asks_for_endless_layers_is_too_large(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="of memory; this computer has"):
        describe(tiny.write(tmp_path / "a.gguf", blocks=2**32 - 1))


@pytest.mark.parametrize("make", [tiny.truncated, tiny.vocabulary_only, tiny.big_endian])
def test_other_files_of_no_use_are_refused(make: Callable[[Path], Path], tmp_path: Path) -> None:
    with pytest.raises(ModelRefused):
        describe(make(tmp_path / "a.gguf"))
    with pytest.raises(ModelRefused, match="no model that writes"):
        describe(tiny.write(tmp_path / "adapter.gguf", kind="adapter"))


def test_a_model_without_instruction_tuning_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match="not made to follow instructions"):
        describe(tiny.write(tmp_path / "a.gguf", template=None))
