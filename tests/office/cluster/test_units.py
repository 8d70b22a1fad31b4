"""Tests of encoding tasks and outcomes; unexpected values are refused."""

from __future__ import annotations

import pickle
import tracemalloc
import zlib

import msgspec
import pytest

from briefbank.domain.office import ComputerState
from briefbank.errors import Damaged
from briefbank.office import units
from briefbank.office.units import BadOutcome, Outcome, pack, unpack_outcome, unpack_unit
from tests.office.cluster.in_process import DONE, UNIT


@pytest.mark.parametrize(
    "change",
    [{"sha256": "../../etc/passwd"}, {"size": 0}, {"size": units.LARGEST_FILE + 1}],
    ids=["a path", "empty", "too large"],
)
def test_a_server_names_no_path_and_fills_no_disk(change: dict[str, object]) -> None:
    with pytest.raises(BadOutcome):
        unpack_unit(encoded(msgspec.to_builtins(UNIT, builtin_types=(tuple,)) | change))


def encoded(value: object) -> bytes:
    return zlib.compress(msgspec.msgpack.encode(value))


@pytest.mark.parametrize(
    "untrusted",
    [
        b"",
        b"no zlib",
        pack(Outcome(DONE))[:-3],
        zlib.compress(b"no MessagePack"),
        zlib.compress(pickle.dumps(Damaged())),
        encoded(["another kind"]),
        encoded({"pages": 7}),
        encoded({"pages": [{"index": 0}]}),
        encoded({"unable": "works"}),
        encoded({"unable": "a text"}),
        encoded({}),
        pack(Outcome(DONE, ComputerState.FAULT)),
        zlib.compress(b"\x91" * 100_000),
        pack(UNIT),
    ],
    ids=[
        *(
            "empty",
            "not packed",
            "cut off",
            "no MessagePack",
            "a pickle",
            "a list",
            "a number",
            "half a page",
        ),
        *("no reason", "an unknown reason", "nothing", "two things", "without end", "a unit"),
    ],
)
def test_an_invalid_outcome_is_refused(untrusted: bytes) -> None:
    with pytest.raises(BadOutcome):
        unpack_outcome(untrusted)


def bomb(unpacked: int) -> bytes:
    """Return a small outcome that unpacks to so many bytes of zeros."""
    compressor = zlib.compressobj(1)
    head = b"\x81\xa5pages\xc6" + unpacked.to_bytes(4)
    parts = [compressor.compress(part) for part in (head, *[bytes(2**20)] * (unpacked // 2**20))]
    return b"".join((*parts, compressor.flush()))


def test_a_small_outcome_that_unpacks_to_gigabytes_takes_no_more_memory_than_the_limit() -> None:
    untrusted = bomb(2**30)
    assert len(untrusted) < 8 * 2**20
    tracemalloc.start()
    try:
        with pytest.raises(BadOutcome):
            unpack_outcome(untrusted)
        assert tracemalloc.get_traced_memory()[1] < 3 * units.LARGEST_UNIT
    finally:
        tracemalloc.stop()
