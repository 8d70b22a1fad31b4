"""A child process that can be ended at any moment together with everything it started.

Text recognition runs Tesseract as a process of its own below this child; on POSIX the child leads a process
group, so that cancelling leaves nothing behind. Functions are sent by reference, progress and results come
back over a pipe. No text passes through it and nothing is logged.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

POLL_S = 0.2

_PAGE, _DONE, _FAILED = "page", "done", "failed"
_NICE = 5


class WorkError(Exception):
    """The function raised, the child died, or nothing was heard of it for too long; the text says which."""


class Worker:
    """Runs functions one at a time in a spawned child. Not for use from two threads at once."""

    def __init__(self, folder: Path, initializer: Callable[[], None] | None = None) -> None:
        self._folder, self._initializer = folder, initializer
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(
        self,
        function: Callable[..., Any],
        *args: Any,
        silence_s: float,
        check: Callable[[], None],
        on_page: Callable[[], None] = lambda: None,
    ) -> Any:
        """``function(on_page, *args)`` in the child; blocks.

        Raises WorkError; what ``check`` raises goes on to the caller. Either way the child and all that it
        started are gone, and the next call has a fresh one. ``silence_s`` is the longest time between two
        pages.
        """
        try:
            pipe = self._pipe or self._start()
            pipe.send((function, args))
            return self._wait(pipe, silence_s, check, on_page)
        except (EOFError, OSError) as error:
            self.stop()
            raise WorkError("the process ended") from error
        except BaseException:
            self.stop()
            raise

    def stop(self) -> None:
        """Kill the child and what it started; safe to call twice."""
        if self._process is None:
            return
        _kill(self._process.pid)
        self._process.kill()
        self._process.join()
        self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(theirs, self._folder, self._initializer), name="ocr", daemon=False
        )
        self._process.start()
        theirs.close()
        return self._pipe

    def _wait(
        self, pipe: Connection, silence_s: float, check: Callable[[], None], on_page: Callable[[], None]
    ) -> Any:
        heard = time.monotonic()
        while True:
            check()
            if not pipe.poll(POLL_S):
                if time.monotonic() - heard > silence_s:
                    raise WorkError("no page was finished in time")
                continue
            kind, value = pipe.recv()
            heard = time.monotonic()
            if kind == _DONE:
                return value
            if kind == _FAILED:
                raise WorkError(value)
            on_page()


def _kill(pid: int | None) -> None:
    """The child's whole group; the child leads it from its first moment of work on."""
    if sys.platform == "win32" or pid is None:
        return
    try:
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


# --- in the child --------------------------------------------------------------------------------


def _serve(pipe: Connection, folder: Path, initializer: Callable[[], None] | None) -> None:
    """The child's main loop; ends when the other side is gone."""
    _settle(folder)
    if initializer is not None:
        initializer()
    while True:
        try:
            function, args = pipe.recv()
            pipe.send(_result(pipe, function, args))
        except (EOFError, OSError):
            return


def _settle(folder: Path) -> None:
    """A group of its own, low priority, temporary files in ``folder``, and silence."""
    if sys.platform != "win32":
        os.setsid()
        os.nice(_NICE)
    os.environ["TMPDIR"] = os.environ["TEMP"] = os.environ["TMP"] = str(folder)
    os.environ["OMP_THREAD_LIMIT"] = "1"
    tempfile.tempdir = str(folder)
    logging.disable(logging.CRITICAL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _result(pipe: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[str, Any]:
    """Any failure becomes a value: its kind alone, because messages may name files."""
    try:
        return _DONE, function(lambda: pipe.send((_PAGE, None)), *args)
    except Exception as error:  # noqa: BLE001 - the border to three libraries; the caller retries page by page
        return _FAILED, type(error).__name__
