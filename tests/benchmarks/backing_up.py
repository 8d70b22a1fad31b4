"""``python -m tests.benchmarks.backing_up STEP LIBRARY BACKUP``: what a backup or a restore takes.

STEP is ``backup`` or ``restore``, each in a process of its own, so that the memory is its own: the most that
it had for itself, less what the open library had. Prints one JSON object: seconds of clock and of processor,
and MiB.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import psutil

from briefbank.embedding.encoders import load_encoder
from briefbank.jobs import QuietReporter
from briefbank.library import Library
from tests.benchmarks.removing import timed

LOOK_S = 0.1


def measured(library: Path) -> dict[str, Any]:
    """Back a library up, twice, and restore it beside."""
    backup, restored = library.with_name("backup"), library.with_name("restored")
    steps = {
        "backing_up": ("backup", library),
        "backing_up_again": ("backup", library),
        "restoring": ("restore", restored),
    }
    result: dict[str, Any] = {}
    for name, (step, folder) in steps.items():
        command = [sys.executable, "-m", "tests.benchmarks.backing_up", step, str(folder), str(backup)]
        completed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
        print(f"{name}: {completed.stdout}", file=sys.stderr, flush=True)
        result |= {f"{name}_{key}": figure for key, figure in json.loads(completed.stdout).items()}
    return result


def main(step: str, folder: Path, backup: Path) -> None:
    with Library.open(folder, encoder=load_encoder()) as library, _Peak() as peak:
        act = library.maintenance.backup if step == "backup" else library.maintenance.restore
        taken = timed(lambda: act(backup, QuietReporter()))
    print(json.dumps({"s": taken, "private_mib": peak.mib}))


class _Peak:
    """The most private memory of this process while it is open, beyond what it had at first."""

    def __init__(self) -> None:
        self._process, self._ended = psutil.Process(), threading.Event()
        self._first = self._most = self._private()
        self._thread = threading.Thread(target=self._look)

    def _private(self) -> int:
        return int(self._process.memory_full_info().uss)

    def _look(self) -> None:
        while not self._ended.wait(LOOK_S):
            self._most = max(self._most, self._private())

    def __enter__(self) -> _Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def mib(self) -> int:
        return round((self._most - self._first) / 2**20)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3]))
