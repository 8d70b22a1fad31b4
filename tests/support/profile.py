"""The two profiles of the suite: that of each push, and the nightly one (``--nightly``), which tries more.

A test that takes minutes carries the mark ``nightly`` and runs in the nightly profile alone, or takes a
smaller sample in the other (``sample``). Property tests take 20 examples, always the same, or 300 new ones.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_VARIABLE = "BRIEFBANK_NIGHTLY"  # Set for the processes in which pytest-xdist runs tests


def choose(nightly: bool) -> None:
    """Set the profile of this run, before any test is collected."""
    if nightly:
        os.environ[_VARIABLE] = "1"
    settings.load_profile("nightly" if is_nightly() else "push")


def is_nightly() -> bool:
    return _VARIABLE in os.environ


def sample(push: int, nightly: int) -> int:
    """Return how many cases a test takes of those it could take."""
    return nightly if is_nightly() else push


_COMMON = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.register_profile("push", _COMMON, max_examples=20, derandomize=True)
settings.register_profile("nightly", _COMMON, max_examples=300)
