"""Child processes for text recognition, which can be ended at any moment together with their own processes.

Text recognition runs Tesseract as a process below this child. On POSIX the child leads a process group, so
that neither cancelling nor the end of the whole program leaves a process behind. Functions are sent by
reference and results come back over a pipe. Nothing is logged.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from briefbank.errors import ChildMistake, StoreError
from briefbank.files import disk_error, store_error
from briefbank.jobs import work_in_threads
from briefbank.sandbox.child import CallWorker, ChildEndedError, ChildSilentError, Tell, serve
from briefbank.sandbox.confinement import WorkspacePlace
from briefbank.sandbox.guard import be_quiet, limit_memory, lower_priority
from briefbank.sandbox.messages import ParentPipe

S = TypeVar("S")
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
        self._worker: CallWorker | None = None

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
        if self._worker is None:
            try:
                self._worker = CallWorker(
                    _serve, self._memory, self._initializer, place=self._place, leads_group=True
                )
            except OSError as error:
                raise store_error(error) from error
        worker = self._worker
        try:
            return worker.call(function, args, limit_s, check=check, errors=(StoreError, ChildMistake))
        except ChildEndedError as error:
            raise WorkError("the process ended") from error
        except ChildSilentError as error:
            raise WorkError("no answer in time") from error
        except ChildMistake as error:
            raise WorkError(error.detail) from error
        finally:
            if worker.child.gone:
                self.stop()

    def stop(self) -> None:
        """Kill the child and its processes; safe to call twice."""
        if self._worker is not None:
            self._worker.stop()
        self._worker = None


def _serve(pipe: ParentPipe, tell: Tell, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """Run the child with low priority, one thread per library, and no output."""
    if sys.platform != "win32":
        os.nice(_NICE)
    os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"
    be_quiet()
    limit_memory(memory_bytes)
    lower_priority()
    if initializer is not None:
        initializer()
    serve(pipe, tell, _failure)


def _failure(error: Exception) -> Exception:
    """Return what crosses for an error: a StoreError, or its class alone, because messages may name files."""
    trouble = disk_error(error) if isinstance(error, OSError) else None
    return trouble or (error if isinstance(error, StoreError) else ChildMistake(type(error).__name__))


Task = Callable[[OcrWorker, S, Callable[[], None]], T]
"""A function that does one task with a worker of its own; it calls the last argument, which raises to stop
it."""


class OcrWorkerPool:
    """A pool of ``size`` threads, each with one worker from ``make_worker`` while it works. Any thread.

    All documents in progress share it. Every caller has only a few tasks waiting at a time, and the tasks of
    all callers share one queue, so that a document of a thousand pages does not delay a letter.
    """

    def __init__(self, size: int, make_worker: Callable[[], OcrWorker]) -> None:
        self._size, self._make_worker = size, make_worker
        self._idle: SimpleQueue[OcrWorker] = SimpleQueue()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="ocr")

    def work(
        self, task: Task[S, T], pieces: Iterable[S], on_result: Callable[[T], None], check: Callable[[], None]
    ) -> None:
        """Run ``task`` for each piece, several at once; ``on_result`` gets the results in this thread.

        An exception from ``task``, ``on_result`` or ``check`` ends the work and is raised once every task of
        this call has ended.
        """

        def do_one(piece: S, check: Callable[[], None]) -> T:
            try:
                worker = self._idle.get_nowait()
            except Empty:
                worker = self._make_worker()
            try:
                return task(worker, piece, check)
            finally:
                self._idle.put(worker)

        # One more than can run is submitted, so that no worker waits for this thread.
        work_in_threads(self._threads, self._size + 1, do_one, pieces, on_result, check)

    def close(self) -> None:
        """End the idle workers; call when no work is in progress. May be called twice."""
        self._threads.shutdown(cancel_futures=True)
        while True:
            try:
                self._idle.get_nowait().stop()
            except Empty:
                return
