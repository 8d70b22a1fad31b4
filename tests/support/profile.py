"""The two profiles of the suite: that of each push, and the nightly one (``--nightly``), which tries more.

A test that takes long carries the mark ``nightly`` and runs in the nightly profile alone, or takes a smaller
sample in the other (``sample``, ``sampled``). Property tests take 20 examples, always the same, or 300 new
ones. A run of all tests prints the slowest ones and keeps them in ``tests/benchmarks/results.json``.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import HealthCheck, settings

SLOWEST = 50  # The tests whose times are printed and kept
_VARIABLE = "BRIEFBANK_NIGHTLY"  # Set for the processes in which pytest-xdist runs tests


def choose(nightly: bool) -> None:
    """Set the profile of this run, before any test is collected."""
    if nightly:
        os.environ[_VARIABLE] = "1"
    settings.load_profile("nightly" if is_nightly() else "push")


def is_whole(config: pytest.Config) -> bool:
    """Tell whether this run takes all tests of its profile."""
    chosen = config.option.keyword or config.option.markexpr
    return config.args_source is pytest.Config.ArgsSource.TESTPATHS and not chosen


def keep_slowest(reporter: pytest.TerminalReporter) -> None:
    """Keep the seconds of the slowest tests of a run, each with its set-up and clean-up."""
    from tests.benchmarks.__main__ import keep

    seconds: Counter[str] = Counter()
    for report in (report for reports in reporter.stats.values() for report in reports):
        if isinstance(report, pytest.TestReport):
            seconds[report.nodeid] += report.duration
    slowest = {name: round(took, 1) for name, took in seconds.most_common(SLOWEST)}
    figures = {"tests": len(seconds), "seconds_of_all": round(seconds.total()), "seconds": slowest}
    keep("slowest_tests_of_the_night" if is_nightly() else "slowest_tests", figures)


def is_nightly() -> bool:
    return _VARIABLE in os.environ


def sample(push: int, nightly: int) -> int:
    """Return how many cases a test takes of those it could take."""
    return nightly if is_nightly() else push


def sampled(cases: Iterable[object], push: int = 1) -> list[object]:
    """Return the cases of a parametrized test, of which a push tries the first few alone."""
    return [
        case if number < push else pytest.param(case, marks=pytest.mark.nightly)
        for number, case in enumerate(cases)
    ]


_COMMON = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture]
)
settings.register_profile("push", _COMMON, max_examples=20, derandomize=True)
settings.register_profile("nightly", _COMMON, max_examples=300)
