"""A child process that can be ended at any moment together with all its own processes.

Text recognition runs Tesseract as a process below this child. On POSIX the child leads a process group, so
that neither cancelling nor the end of the whole program leaves a process behind. Functions are sent by
reference and results come back over a pipe. Nothing is logged.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

from briefbank.errors import StoreError
from briefbank.files import disk_error, store_error
from briefbank.jobs import POLL_S
from briefbank.sandbox import restricted_unpickler
from briefbank.sandbox.child import let_go
from briefbank.sandbox.limits import limit_memory, lower_priority
from briefbank.sandbox.workspace import Workspace, WorkspacePlace, prepared_in

T = TypeVar("T")

_NICE = 5


class WorkError(Exception):
    """Raised when the function raised, the child died, or it did not answer in time; the text says which."""


class OcrWorker:
    """Runs functions one at a time in a spawned child. Not for use from two threads at once.

    The address space of the child and of each program it starts is limited to ``memory_bytes`` (0: no limit;
    Windows has none). ``initializer`` is a picklable callable that runs first in the child. With a ``place``
    the child is confined to a workspace of its own, and its files are marked among the arguments
    (``workspace.InputFile``, ``Among``).
    """

    def __init__(
        self,
        memory_bytes: int = 0,
        initializer: Callable[[], None] | None = None,
        place: WorkspacePlace | None = None,
    ) -> None:
        self._memory, self._initializer, self._place = memory_bytes, initializer, place
        self._workspace: Workspace | None = None
        self._process: Any = None
        self._pipe: Connection | None = None

    def run(
        self,
        function: Callable[..., T],
        *args: Any,
        limit_s: float,
        check: Callable[[], None],
    ) -> T:
        """Run ``function(*args)`` in the child; blocks, and calls ``check`` a few times a second.

        Raises WorkError; StoreError when the disk is full or cannot be written to, and when the system starts
        no child, for which the function is not to blame; and what ``check`` raises. Unless the function
        itself raised, the child and its processes are then gone, and the next call has a fresh one.
        """
        pipe = self._pipe or self._start()
        try:
            with prepared_in(self._workspace, args) as laid:
                pipe.send((function, laid.arguments))
                succeeded, value = self._answer(pipe, limit_s, check)
        except (EOFError, OSError, restricted_unpickler.UntrustedAnswerError) as error:
            self.stop()
            raise WorkError("the process ended") from error
        except BaseException:
            self.stop()
            raise
        if not succeeded:
            raise value
        return value  # type: ignore[no-any-return]

    def stop(self) -> None:
        """Kill the child and its processes; safe to call twice."""
        if self._process is None:
            return
        _kill(self._process.pid)
        self._process.kill()
        self._process.join()
        self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._clear_workspace()

    def _clear_workspace(self) -> None:
        if self._workspace is not None:
            self._workspace.close()
        self._workspace = None

    def _start(self) -> Connection:
        confine = None
        if self._place is not None:
            self._workspace = Workspace(self._place.work)
            confine = self._place.confining(self._workspace.given, self._workspace.made)
        try:
            self._process, self._pipe = _started(confine, self._memory, self._initializer)
        except OSError as error:
            self._clear_workspace()
            raise store_error(error) from error
        return self._pipe

    def _answer(self, pipe: Connection, limit_s: float, check: Callable[[], None]) -> Any:
        started = time.monotonic()
        while not pipe.poll(POLL_S):
            check()
            if time.monotonic() - started > limit_s:
                raise WorkError("no answer in time")
        return restricted_unpickler.received(pipe)


def _started(
    confine: Callable[[], None] | None, memory_bytes: int, initializer: Callable[[], None] | None
) -> tuple[Any, Connection]:
    """Start the child; return it and the pipe to it. Raises OSError, and then nothing is left open."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    with theirs:
        args = (theirs, confine, memory_bytes, initializer)
        process = context.Process(target=_serve, args=args, name="ocr", daemon=True)
        try:
            process.start()
        except OSError:
            ours.close()
            raise
    return process, ours


def _kill(pid: int | None) -> None:
    """Kill the child's process group, which the child leads from the start of its work."""
    if sys.platform == "win32" or pid is None:
        return
    try:
        if os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


# --- in the child --------------------------------------------------------------------------------


def _serve(
    pipe: Connection,
    confine: Callable[[], None] | None,
    memory_bytes: int,
    initializer: Callable[[], None] | None,
) -> None:
    """Run the child's main loop; it ends when the other side is gone."""
    let_go()
    if confine is not None:
        confine()  # before a second thread starts, which would not be confined
    _set_up_process()
    limit_memory(memory_bytes)
    lower_priority()
    if initializer is not None:
        initializer()
    while True:
        try:
            function, args = pipe.recv()
            pipe.send(_result(function, args))
        except (EOFError, OSError):
            return


def _set_up_process() -> None:
    """Set up a process group that ends with the program, low priority, one thread per library, and no
    output."""
    if sys.platform != "win32":
        os.setsid()
        os.nice(_NICE)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    logging.disable(logging.CRITICAL)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def _end_with_parent() -> None:
    """End the child with its parent: a killed program cannot end its children."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return
    wait([parent.sentinel])
    if sys.platform != "win32":
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def _result(function: Callable[..., Any], args: tuple[Any, ...]) -> tuple[bool, Any]:
    """Return the result or an error as a value; only the error's type, because messages may name files."""
    try:
        return True, function(*args)
    except StoreError as error:
        return False, error
    except Exception as error:  # noqa: BLE001 - the border to three libraries; the caller tries another way
        trouble = disk_error(error) if isinstance(error, OSError) else None
        return False, trouble or WorkError(type(error).__name__)
