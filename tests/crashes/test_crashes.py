"""Tests that an interruption or a full disk at any file operation leaves the old or the new state.

This is a sample; ``python -m tests.crashes`` tries every operation.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.crashes import gate
from tests.crashes.sweep import Command, Fault
from tests.support.profile import sample

PROJECT = Path(__file__).resolve().parents[2]
EACH = sample(1, 8)  # Operations of each command and each fault: a second of a processor for each


@pytest.mark.nightly
@pytest.mark.parametrize("command", list(Command))
def test_no_file_operation_leaves_anything_half_done(command: Command) -> None:
    if trouble := gate.unavailable_reason():
        pytest.skip(trouble)
    faults = [f"--fault={fault.value}" for fault in (Fault.STOP, Fault.NO_ROOM)]
    arguments = [command.value, "--turns", f"--sample={EACH}", *faults]
    completed = subprocess.run(
        [sys.executable, "-m", "tests.crashes", *arguments], cwd=PROJECT, capture_output=True, text=True
    )
    assert completed.returncode == 0, completed.stdout + completed.stderr
