"""Measures how soon the death of the model's process is noticed and how soon a cancelled model stops.

The moments are spread evenly over one answer, the reading of its prompt included. The baseline, measured in
the same run, is ``os.waitpid`` for a process that was killed.
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event, Timer

from briefbank.domain.summaries import Prompt
from briefbank.errors import Cancelled, ModelFault
from briefbank.llm.running import LocalModel

TIMES = 20
LIMIT_MS = 1000.0
_LONGEST_S = 600.0


def killed(model: LocalModel, message: Prompt) -> dict[str, object]:
    """Return the milliseconds from SIGKILL until the caller gets the fault; the next prompt restarts the
    model."""

    def kill() -> None:
        pid = model.pid
        if pid is not None and pid > 0:  # other numbers stand for many processes
            os.kill(pid, signal.SIGKILL)

    noticed = _stopped(model, message, kill, lambda: None, ModelFault)
    bare = [_bare() for _ in range(TIMES)]
    return {
        **_summarised(noticed),
        "over_1_s": sum(item > LIMIT_MS for item in noticed),
        "bare_waitpid_median_ms": round(statistics.median(bare), 2),
        "bare_waitpid_longest_ms": round(max(bare), 2),
        "ratio_of_medians": round(statistics.median(noticed) / statistics.median(bare), 2),
    }


def cancelled(model: LocalModel, message: Prompt, token_s: float) -> dict[str, object]:
    """Milliseconds from the wish to the caller's Cancelled, the model kept. ``token_s``: what one token takes
    llama.cpp alone, before the end of which nobody can stop it between two tokens."""
    wished = Event()

    def check() -> None:
        if wished.is_set():
            raise Cancelled()

    model.load()
    before = model.pid
    ended = _stopped(model, message, wished.set, check, Cancelled, after=wished.clear)
    return {
        **_summarised(ended),
        "kept_the_model": model.pid == before,
        "bare_token_ms": round(1000 * token_s, 2),
        "ratio_of_median_to_bare_token": round(statistics.median(ended) / 1000 / token_s, 1),
    }


def _stopped(
    model: LocalModel,
    message: Prompt,
    stop: Callable[[], None],
    check: Callable[[], None],
    ends_with: type[Exception],
    after: Callable[[], None] = lambda: None,
) -> list[float]:
    """Return the times from ``stop`` to the end of the question, each at another moment of the answer."""
    plain = replace(message, grammar="", limit_s=_LONGEST_S)
    whole_s = model.ask(plain).seconds
    return [
        _once(model, plain, stop, check, ends_with, after, whole_s * (number + 0.5) / TIMES)
        for number in range(TIMES)
    ]


def _once(
    model: LocalModel,
    message: Prompt,
    stop: Callable[[], None],
    check: Callable[[], None],
    ends_with: type[Exception],
    after: Callable[[], None],
    delay_s: float,
) -> float:
    stopped_at = 0.0

    def stop_now() -> None:
        nonlocal stopped_at
        stopped_at = time.perf_counter()
        stop()

    model.load()
    timer = Timer(delay_s, stop_now)
    timer.start()
    try:
        model.ask(message, check=check)
    except ends_with:
        return 1000 * (time.perf_counter() - stopped_at)
    finally:
        timer.cancel()
        timer.join()
        after()
    return _once(model, message, stop, check, ends_with, after, delay_s * 0.8)  # it ended before by itself


def _bare() -> float:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    time.sleep(0.2)  # it has come up
    began = time.perf_counter()
    process.kill()
    os.waitpid(process.pid, 0)
    took = 1000 * (time.perf_counter() - began)
    process.returncode = -signal.SIGKILL
    if process.stdin is not None:
        process.stdin.close()
    return took


def _summarised(times: list[float]) -> dict[str, object]:
    return {
        "times": len(times),
        "median_ms": round(statistics.median(times), 1),
        "longest_ms": round(max(times), 1),
    }
