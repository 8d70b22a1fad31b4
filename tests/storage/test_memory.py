"""Too little memory: told from every other fault, and asked about before native code ends the process."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from briefbank.errors import IndexFault, ShortOfMemory
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.storage.generations import translate_errors
from briefbank.storage.model_files import (
    MEANING_BYTES,
    WRITING_BYTES,
    lacks_memory,
    refuse_small_address_space,
)

resource = pytest.importorskip("resource", reason="Windows has no such limit")


@pytest.fixture
def limit() -> Iterator[None]:
    """Puts this process's own limit back."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


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


def test_any_other_fault_of_an_index_is_not_taken_for_too_little_memory() -> None:
    assert not lacks_memory(ImportError("no module named x"))
    with pytest.raises(IndexFault), translate_errors("test"):
        raise ValueError("bad bytes")


def test_a_small_limit_is_refused_in_words_and_a_large_one_is_not(limit: None) -> None:
    refuse_small_address_space(MEANING_BYTES)
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    resource.setrlimit(resource.RLIMIT_AS, (64 * 10**9, hard))
    refuse_small_address_space(MEANING_BYTES)
    refuse_small_address_space(64 * 10**9)
    with pytest.raises(ShortOfMemory, match=r"limit of 64,000 MB .* this needs 64,001 MB"):
        refuse_small_address_space(64_001 * 10**6)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("limited")
    (home / "brief.txt").write_text("The motion to suppress was denied. " * 20)
    (home / "new.txt").write_text("The motion to sever was denied. " * 20)
    with Library.open(home / "library") as library:
        library.ingest.add([home / "brief.txt"], QuietReporter())
    return home


@pytest.mark.parametrize(
    ("limit_bytes", "words", "status"),
    [
        (MEANING_BYTES // 2, ["list"], 0),
        (MEANING_BYTES // 2, ["search", "suppress"], 0),
        (MEANING_BYTES // 2, ["check"], 1),
        (WRITING_BYTES // 2, ["add", "new.txt"], 3),
    ],
)
def test_with_little_address_space_a_command_does_what_it_can_and_says_what_is_missing(
    folder: Path, limit_bytes: int, words: list[str], status: int
) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "briefbank", "--library", str(folder / "library"), *words, "--json"],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit_bytes, limit_bytes)),
        capture_output=True,
        text=True,
        check=False,
    )
    document = json.loads(ran.stdout)
    assert ran.returncode == status, ran.stderr
    if words[0] == "search":
        assert document["total"] == 1
    if words[0] != "list":
        assert "memory addresses" in " ".join((ran.stdout + ran.stderr).split())
    assert "mistake" not in ran.stderr
