"""The longest pause of the window's event loop while 300 files are added, beside that of an idle window.

A timer that should fire every few milliseconds notes how late it comes, and how long the window's own thread
computed in between: that is what the program itself costs; the rest it waited, for its interpreter or for a
processor. The same is done in an idle window with processes beside it that keep every processor busy: what
the system costs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.busy import busy_processes
from tests.benchmarks.file_factory import write_files

FILES = 300
PAGES = 3
LIMIT_MS = 50.0
IDLE_S = 20.0


def measure() -> dict[str, object]:
    """Return the pauses of the window in milliseconds; a screen shows a new picture every 16."""
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        write_files(folder / "files", FILES, PAGES)
        with busy_processes():
            idle = _watched(folder / "idle", [])
        adding = _watched(folder / "library", [str(folder / "files")])
    pauses, seconds = adding["pauses"], adding["seconds"]
    return {
        "files": FILES,
        "seconds": round(seconds, 1),
        "longest_pause_ms": round(max(pauses), 1),
        "longest_own_work_ms": round(max(adding["works"]), 1),
        "pauses_over_50_ms": sum(pause > LIMIT_MS for pause in pauses),
        "longest_pause_idle_beside_busy_processes_ms": round(max(idle["pauses"]), 1),
        "ratio": round(max(pauses) / max(idle["pauses"]), 2),
    }


def _watched(library: Path, files: list[str]) -> dict[str, list[float]]:
    environment = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "BRIEFBANK_HOME": str(library.parent / f"{library.name}-home"),
    }
    command = [sys.executable, "-m", "tests.benchmarks.watched_window", str(library), *files]
    completed = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return json.loads(completed.stdout)  # type: ignore[no-any-return]
