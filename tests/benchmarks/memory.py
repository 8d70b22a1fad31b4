"""Peak memory of an intake of 100 and of 1,000 files: what is asked of it does not grow with the drop.

All processes of the program are counted, each by its proportional share of what it shares with others.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from tests.benchmarks.file_factory import write_files

COUNTS = (100, 1000)
PAGES = 3
LOOK_S = 0.1
PROGRAM = (
    "from pathlib import Path; import sys; from tests.benchmarks.memory import add; add(Path(sys.argv[1]))"
)


def measure() -> dict[str, object]:
    """Files of three pages of real paragraphs each."""
    peaks = {}
    with tempfile.TemporaryDirectory() as temporary:
        for count in COUNTS:
            folder = Path(temporary) / str(count)
            write_files(folder / "files", count, PAGES)
            peaks[count] = _peak(folder)
    small, large = (peaks[count] for count in COUNTS)
    return {
        "peak_mib_100_files": round(small / 2**20, 1),
        "peak_mib_1000_files": round(large / 2**20, 1),
        "ratio": round(large / small, 3),
    }


def add(folder: Path) -> None:
    """The program that is measured."""
    from briefbank.jobs import QuietReporter
    from briefbank.library import Library

    with Library.open(folder / "library") as library:
        library.ingest.add([folder / "files"], QuietReporter())


def _peak(folder: Path) -> int:
    peak = 0
    with subprocess.Popen([sys.executable, "-c", PROGRAM, str(folder)]) as program:
        watched = psutil.Process(program.pid)
        while program.poll() is None:
            peak = max(peak, _held(watched))
            time.sleep(LOOK_S)
    if program.returncode:
        raise RuntimeError(f"the intake ended with {program.returncode}")
    return peak


def _held(process: psutil.Process) -> int:
    total = 0
    try:
        for item in (process, *process.children(recursive=True)):
            total += item.memory_full_info().pss
    except (psutil.NoSuchProcess, psutil.AccessDenied):  # one ended meanwhile
        return 0
    return total
