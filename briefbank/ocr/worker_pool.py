"""A worker pool of OCR processes that all documents in progress share.

Every caller has only a few tasks waiting at a time, and the tasks of all callers share one queue, so that a
document of a thousand pages does not delay a letter.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from briefbank.jobs import work_in_threads
from briefbank.ocr.worker import OcrWorker

S = TypeVar("S")
T = TypeVar("T")

Task = Callable[[OcrWorker, S, Callable[[], None]], T]
"""A function that does one task with a worker of its own; it calls the last argument, which raises to stop
it."""


class OcrWorkerPool:
    """A pool of ``size`` threads, each with one worker from ``make_worker`` while it works. Any thread."""

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
        # One more than can run is submitted, so that no worker waits for this thread.
        at_once = self._size + 1
        work_in_threads(self._threads, at_once, partial(self._one, task), pieces, on_result, check)

    def close(self) -> None:
        """End the idle workers; call when no work is in progress. May be called twice."""
        self._threads.shutdown(cancel_futures=True)
        while True:
            try:
                self._idle.get_nowait().stop()
            except Empty:
                return

    def _one(self, task: Task[S, T], piece: S, check: Callable[[], None]) -> T:
        with self._worker() as worker:
            return task(worker, piece, check)

    @contextmanager
    def _worker(self) -> Generator[OcrWorker, Any, None]:
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = self._make_worker()
        try:
            yield worker
        finally:
            self._idle.put(worker)
