"""How units and outcomes cross: what is no value of ours is refused, whatever it is."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import zlib

import pytest

from briefbank.cluster import units
from briefbank.cluster.units import EmbedTexts, Outcome, WorkOrder, pack, unpack
from briefbank.domain.cluster import ComputerState
from briefbank.errors import Damaged
from briefbank.sandbox.restricted_unpickler import UntrustedAnswerError
from tests.network.programs import PROJECT


@pytest.mark.parametrize(
    "value",
    [
        Outcome(b"\0" * 8),
        Outcome(unable=ComputerState.OTHER_ENGINE),
        WorkOrder("1.0", EmbedTexts("model@1", ("one", "zwei")), None),
    ],
)
def test_a_value_crosses_unchanged(value: object) -> None:
    assert unpack(pack(value), type(value)) == value


def test_a_refusal_crosses_from_a_process_with_dask_which_packs_errors_in_a_way_of_its_own() -> None:
    program = (
        "import sys\n"
        "from briefbank.cluster import dask_settings, units\n"
        "from briefbank.errors import Damaged\n"
        "dask_settings.apply()\n"
        "sys.stdout.buffer.write(units.pack(units.Outcome(error=Damaged(detail='page'))))"
    )
    made = subprocess.run([sys.executable, "-c", program], cwd=PROJECT, capture_output=True, check=True)
    outcome = unpack(made.stdout, Outcome)
    assert isinstance(outcome.error, Damaged)
    assert str(outcome.error) == str(Damaged())


def test_an_error_crosses_with_its_words() -> None:
    outcome = unpack(pack(Outcome(error=Damaged("Broken.", "Print it."))), Outcome)
    assert (type(outcome.error), str(outcome.error)) == (Damaged, "Broken. Print it.")


class _Runs:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.system, ("touch /tmp/briefbank-was-here",)


@pytest.mark.parametrize(
    "untrusted",
    [
        b"",
        b"no zlib",
        pack(Outcome(1))[:-3],
        zlib.compress(b"no pickle"),
        zlib.compress(pickle.dumps(_Runs())),
        zlib.compress(pickle.dumps(Outcome(_Runs()))),
        pack(["another kind"]),
        pack(WorkOrder("1.0", EmbedTexts("", ()), None)),
    ],
    ids=["empty", "not packed", "cut off", "no pickle", "runs code", "holds code", "a list", "an order"],
)
def test_an_answer_that_is_none_is_refused(untrusted: bytes) -> None:
    with pytest.raises(UntrustedAnswerError):
        unpack(untrusted, Outcome)


def test_an_answer_that_unpacks_without_end_is_refused_before_it_fills_the_memory(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(units, "LARGEST_UNPACKED", 1 << 20)
    with pytest.raises(UntrustedAnswerError):
        unpack(pack(Outcome(bytes(1 << 24))), Outcome)
