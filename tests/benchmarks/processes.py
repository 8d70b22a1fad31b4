"""Programs that are measured as processes of their own, and the time and memory that processes take."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

LOOK_EVERY_S = 0.1


def child(module: str, *arguments: object, **environment: str) -> dict[str, Any]:
    """Run a module of this package as a program without a display and return the JSON that it prints last."""
    command = [sys.executable, "-m", f"tests.benchmarks.{module}", *map(str, arguments)]
    variables = {**os.environ, "QT_QPA_PLATFORM": "offscreen", **environment}
    completed = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=variables)
    result: dict[str, Any] = json.loads(completed.stdout.splitlines()[-1])
    print(f"{module} {arguments[0]}: {json.dumps(result)}", file=sys.stderr, flush=True)
    return result


def description() -> dict[str, object]:
    """Return processor, cores, memory, system and Python, without the computer's name."""
    info, names = Path("/proc/cpuinfo"), []
    if info.exists():
        names = [line for line in info.read_text().splitlines() if line.startswith("model name")]
    return {
        "processor": names[0].partition(":")[2].strip() if names else platform.processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(psutil.virtual_memory().total / 2**30),
        "system": platform.system(),
        "python": platform.python_version(),
    }


def private_mib() -> float:
    """Return the memory that only this process has; files read through the system's cache do not count."""
    return float(psutil.Process().memory_full_info().uss) / 2**20


def cost(work: Callable[[], object]) -> dict[str, float]:
    """Return the seconds of some work by the clock, and of processors by this process and all that it
    started, which other work of the computer does not change."""
    worked, began = _processor_s(), time.perf_counter()
    work()
    took = time.perf_counter() - began
    return {"s": round(took, 2), "processor_s": round(_processor_s() - worked, 2)}


def _processor_s() -> float:
    """Return the seconds so far, with those of processes that live and of those that have ended."""
    own = psutil.Process()
    return sum(sum(item.cpu_times()[:4]) for item in (own, *own.children(recursive=True)))


class Peak:
    """The most memory of its own that this process takes while it is open, beyond what it had at first."""

    def __init__(self) -> None:
        self._ended = threading.Event()
        self._first = self._most = private_mib()
        self._thread = threading.Thread(target=self._look)

    def _look(self) -> None:
        while not self._ended.wait(LOOK_EVERY_S):
            self._most = max(self._most, private_mib())

    def __enter__(self) -> Peak:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def mib(self) -> int:
        return round(self._most - self._first)


@contextmanager
def busy_processes() -> Iterator[None]:
    """Keep every processor busy by processes of the same rank as this one."""
    spin = [sys.executable, "-c", "while True: sum(range(20_000))"]
    busy = [subprocess.Popen(spin) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()
