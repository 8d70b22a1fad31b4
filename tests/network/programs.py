"""Runs small programs under the guard: it can never be taken off, so never in the test's own process."""

import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from briefbank.sandbox import kernel

PROJECT = Path(__file__).resolve().parents[2]
ENGAGED = "from briefbank.sandbox import guard; guard.engage()\n"


def need_a_network() -> None:
    """Skip if this process is restricted already: then its children always are."""
    if sys.platform == "linux" and kernel.is_refused():
        pytest.skip("network sockets are already refused to the process that runs the tests")


def run(program: str, *arguments: str, first: str = ENGAGED, timeout: float = 120) -> str:
    """Run a program after ``first`` and return its output. Fails on any error or warning."""
    done = subprocess.run(
        [sys.executable, "-c", first + textwrap.dedent(program), *arguments],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
