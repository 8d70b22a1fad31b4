"""Processes that keep every processor busy, beside which a window is watched that does nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SPIN = "while True: sum(range(20_000))"


@contextmanager
def busy_processes() -> Iterator[None]:
    """One for each processor, of the same rank as the window."""
    busy = [subprocess.Popen([sys.executable, "-c", _SPIN]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
