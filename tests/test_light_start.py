"""Opening a library does not load what only reading a file, or checking a summary, needs."""

import subprocess
import sys

LATER = ("briefbank.reading.document", "briefbank.reading.caption", "briefbank.summary.checks.support")


def test_a_library_comes_up_without_the_patterns_of_reading_and_of_checking_summaries() -> None:
    look = "import sys, briefbank.library; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True).stdout
    assert "briefbank.assembly" in loaded.split()
    assert not set(LATER) & set(loaded.split())
