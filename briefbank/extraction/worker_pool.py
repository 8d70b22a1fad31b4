"""A worker pool that runs functions on untrusted files in child processes.

The children may crash, hang or fill the memory. They are spawned, hold no Qt, and import a parser only when a
call needs it. Any failure of a child ends as one error of one call; the next call gets a fresh child. Usable
from several threads.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock, Semaphore
from typing import Any, TypeVar

from briefbank.errors import (
    BriefBankError,
    Cancelled,
    ChildMistake,
    Crashed,
    OutOfMemory,
    StoreError,
    TooSlow,
)
from briefbank.sandbox import confinement
from briefbank.sandbox.child import CHECK_S, CallWorker, ChildEndedError, ChildSilentError, Tell, serve
from briefbank.sandbox.confinement import WorkspacePlace
from briefbank.sandbox.guard import be_quiet, limit_memory, lower_priority, processors
from briefbank.sandbox.messages import ParentPipe
from briefbank.storage.model_files import lacks_memory

T = TypeVar("T")

READING_MEMORY_BYTES = 3 * 1024**3
READING_TIMEOUT_S = 60.0
CONVERSIONS = 200
"""The files that one LibreOffice converts before another is started: its memory grows with each."""

COLLECT_AFTER = 200_000
"""The number of new objects between two garbage collections. A page makes tens of thousands of objects and
hardly a cycle among them; collections at Python's usual rate took about a tenth of the reading time."""

_KILLED = -9  # SIGKILL: the system ended the process because memory ran out


class WorkerPool:
    """A pool of at most ``workers`` spawned children, each limited to ``memory_bytes`` (0: no limit).

    ``timeout_s`` is the default limit of one call, the start of a child included. ``initializer`` is a
    picklable callable that runs in every child before any work. Children start when calls need them. With a
    ``place`` each child is confined to a workspace of its own: the files of a call are marked among its
    arguments (``confinement.InputFile`` and the like).
    """

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
        place: WorkspacePlace | None = None,
        most_calls: int = 0,
        leads_group: bool = False,
        errors: tuple[type[Exception], ...] = (BriefBankError, ChildMistake, OSError),
    ) -> None:
        """``most_calls`` is the number of calls after which a child is replaced by a new one; 0: never.
        With ``leads_group`` what a child starts ends with it. ``errors``: the classes that a child may raise
        here; one that sends another counts as ended."""
        self._errors = errors
        self._most_calls, self._leads_group = most_calls, leads_group
        self._memory, self._timeout, self._initializer = memory_bytes, timeout_s, initializer
        self._place = place
        self._slots = Semaphore(max(1, workers))
        self._idle: list[CallWorker] = []
        """Idle children, last in, first out: successive calls need one, which has loaded its parsers."""
        self._lock = Lock()
        self._busy: set[CallWorker] = set()
        self._closed = False

    def call(
        self,
        function: Callable[..., T],
        *args: Any,
        timeout_s: Callable[[], float] | float | None = None,
        check: Callable[[], None] = lambda: None,
        on_progress: Tell | None = None,
    ) -> T:
        """Run ``function(*args)`` in a child; block until a child is free and has answered.

        The function is one of a module and declares its types (``sandbox.child``). ``check`` is called a few
        times a second and may raise to end the work. With ``on_progress`` the function is called as
        ``function(tell, *args)``, and what it tells is passed on here a few times a second, and before this
        returns or raises; the time limit is then one of silence, and a function of it is evaluated at every
        check. Raises the BriefBankError or OSError that the function raised, ChildMistake where it raised
        anything else, Crashed when the child died, TooSlow when it did not end, OutOfMemory when memory ran
        out, and Cancelled when the pool was closed meanwhile.
        """
        worker = self._acquire(check)
        try:
            return worker.call(
                function,
                args,
                timeout_s or self._timeout,
                check=check,
                on_progress=on_progress,
                errors=self._errors,
            )
        except ChildSilentError as silent:
            raise TooSlow(detail="no answer in time") from silent
        except ChildEndedError as ended:
            if self._closed:
                raise Cancelled() from ended
            detail = f"reader ended with {ended.exit_code}"
            if ended.exit_code == _KILLED and os.name == "posix":
                raise OutOfMemory(detail=detail) from ended
            raise Crashed(detail=detail) from ended
        finally:
            self._release(worker)

    def close(self) -> None:
        """End all children; calls in progress raise Cancelled. May be called twice."""
        with self._lock:
            self._closed = True
            for worker in self._busy:
                worker.child.kill()
        self.rest()

    def rest(self) -> None:
        """End the idle children, which hold memory; the next call starts one."""
        with self._lock:
            while self._idle:
                self._idle.pop().stop()

    def __enter__(self) -> WorkerPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _acquire(self, check: Callable[[], None]) -> CallWorker:
        """Wait for a free slot and return an idle child, or start one."""
        while not self._closed and not self._slots.acquire(timeout=CHECK_S):
            check()
        if self._closed:
            raise Cancelled()
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        try:
            worker = worker or CallWorker(
                _serve, self._memory, self._initializer, place=self._place, leads_group=self._leads_group
            )
        except (OSError, StoreError):
            self._slots.release()  # the system cannot start a process now; the slot is free again
            raise
        with self._lock:
            self._busy.add(worker)
            if self._closed:
                worker.child.kill()
        return worker

    def _release(self, worker: CallWorker) -> None:
        """Return a child to the pool; stop it when it is gone or the pool is closed."""
        with self._lock:
            self._busy.discard(worker)
            if self._closed or worker.child.gone or worker.calls == self._most_calls:
                worker.stop()
            else:
                self._idle.append(worker)
        self._slots.release()


def _serve(pipe: ParentPipe, tell: Tell, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """Run the child, with one thread per library, and no output: libraries would print problems of a file,
    with words of it."""
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    be_quiet()
    gc.set_threshold(COLLECT_AFTER)
    limit_memory(memory_bytes)
    lower_priority()
    if initializer is not None:
        initializer()
    serve(pipe, tell, _failure)


def _failure(error: Exception) -> Exception:
    lacks = not isinstance(error, BriefBankError) and lacks_memory(error)
    return OutOfMemory(detail="in the reader") if lacks else error


def reading_processes(work: Path, at_once: int) -> WorkerPool:
    return WorkerPool(
        at_once,
        READING_MEMORY_BYTES,
        READING_TIMEOUT_S,
        initializer=confinement.begin,
        place=confinement.workspace_place(work, confinement.confine_to_workspace),
    )


def converting_processes(work: Path) -> WorkerPool:
    """Return the pool of children that convert files with LibreOffice, one for each processor."""
    return WorkerPool(
        processors(),
        READING_MEMORY_BYTES,
        READING_TIMEOUT_S,
        initializer=confinement.begin,
        place=confinement.workspace_place(work, confinement.confine_office),
        most_calls=CONVERSIONS,
    )
