"""Tests that too little memory is distinguished from other faults."""

from __future__ import annotations

import errno

import pytest

from briefbank.errors import IndexFault, ShortOfMemory
from briefbank.storage.generations import translate_errors
from briefbank.storage.model_files import lacks_memory


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
