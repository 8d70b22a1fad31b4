"""Time from the start of the process to a visible window, to the first answer by words, and by meaning.

The bare baseline, in the same run: a Python process that shows an empty Qt widget. Both find their bytecode
ready, as an installed program does from its second start on. Where Python is told to write none, as on some
machines that test, each start would compile some 600 modules first.
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
            library.ingest.add(write_sample(Path(folder) / "sample"), QuietReporter(), sample=True)
            library.embedding.embed_pending(QuietReporter())
        bytecode = Path(folder) / "bytecode"
        ours = [sys.executable, "-m", "tests.benchmarks.watched_start", str(Path(folder) / "library")]
        starts = [_events(ours, bytecode) for _ in range(ROUNDS + 1)][1:]
        bares = [_events([sys.executable, "-c", BARE], bytecode) for _ in range(ROUNDS + 1)][1:]
    medians = {name: round(statistics.median(start[name] for start in starts), 2) for name in starts[0]}
    bare_s = statistics.median(bare["opening window"] for bare in bares)
    return {
        "seconds_to": medians,
        "bare_widget_s": round(bare_s, 2),
        "ratio_visible_to_bare": round(medians["opening window"] / bare_s, 2),
    }


def _events(command: list[str], bytecode: Path) -> dict[str, float]:
    """Return when each line that a process prints arrived, in seconds from its start."""
    started = time.perf_counter()
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "PYTHONPYCACHEPREFIX": str(bytecode)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        return {line.strip(): time.perf_counter() - started for line in process.stdout}
