"""Time from the start of the process to a visible window, to the first answer by words, and by meaning.

The bare baseline, in the same run: a Python process that shows an empty Qt widget.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from briefbank.jobs import QuietReporter
from briefbank.library import Library
from briefbank.sample import write_sample

ROUNDS = 5
BARE = """
from PySide6.QtWidgets import QApplication, QWidget
app = QApplication([])
widget = QWidget()
widget.show()
app.processEvents()
print("opening window", flush=True)
"""


def measure() -> dict[str, object]:
    """Medians of some starts on the sample library, the files in the system's cache."""
    with tempfile.TemporaryDirectory() as folder:
        with Library.open(Path(folder) / "library") as library:
            library.add(write_sample(Path(folder) / "sample"), QuietReporter(), sample=True)
            library.embed_pending(QuietReporter())
        ours = [sys.executable, "-m", "tests.benchmarks.watched_start", str(Path(folder) / "library")]
        starts = [_events(ours) for _ in range(ROUNDS + 1)][1:]
        bare = [_events([sys.executable, "-c", BARE])["opening window"] for _ in range(ROUNDS)]
    medians = {name: round(statistics.median(start[name] for start in starts), 2) for name in starts[0]}
    bare_s = statistics.median(bare)
    return {
        "seconds_to": medians,
        "bare_widget_s": round(bare_s, 2),
        "ratio_visible_to_bare": round(medians["opening window"] / bare_s, 2),
    }


def _events(command: list[str]) -> dict[str, float]:
    """When each line that a process prints arrived, in seconds from its start."""
    started = time.perf_counter()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        return {line.strip(): time.perf_counter() - started for line in process.stdout}
