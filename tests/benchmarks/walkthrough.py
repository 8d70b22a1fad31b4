"""A walk through the window, step by step, with 200,000 passages: does any turn of its event loop stall?

Judged is what the window's own thread computes in a turn, and, where the computer was quiet before and after,
also how long the turn took on the clock. The library is made once, which takes some minutes, and kept in the
user's cache folder; the walk takes two. Beside the bare search is measured how long it takes from a letter to
the results by words on the screen.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psutil

from tests.benchmarks import walkthrough_library
from tests.benchmarks.file_factory import write_files
from tests.benchmarks.turns import STALL_MS

FILES, PAGES = 25, 4
QUIET_PERCENT = 15.0  # The share of all processors that other programs may take on a quiet computer


def measure() -> dict[str, object]:
    """Return the times of a walkthrough in milliseconds; ``stalls`` names the steps that failed."""
    with walkthrough_library.copied() as library, tempfile.TemporaryDirectory() as temporary:
        write_files(Path(temporary) / "files", FILES, PAGES)
        before = _busy()
        walked = _walked(library, Path(temporary) / "files")
        quiet = max(before, _busy()) < QUIET_PERCENT
    steps = walked["steps"]
    judged = ("longest_own_work_ms", "longest_ms") if quiet else ("longest_own_work_ms",)
    return {
        "passages": 200_000,
        **walked,
        "quiet": quiet,
        "stalls": [step for step, took in steps.items() if any(took[name] > STALL_MS for name in judged)],
    }


def _walked(library: Path, files: Path) -> dict[str, dict[str, dict[str, float]]]:
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "BRIEFBANK_HOME": home}
        command = [sys.executable, "-m", "tests.benchmarks.walkthrough_window", str(library), str(files)]
        completed = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(completed.stdout)  # type: ignore[no-any-return]


def _busy() -> float:
    """Return the share of all processors that is in use while this benchmark does nothing."""
    return float(psutil.cpu_percent(interval=2.0))
