"""The OCR children that all documents in progress share.

Every caller has only a few tasks waiting at a time and those of all callers stand in one queue, so that a
document of a thousand pages does not keep a letter waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from queue import Empty, SimpleQueue
from threading import Event
from typing import Any, TypeVar

from briefbank.errors import Cancelled
from briefbank.ocr.worker import POLL_S, Worker

S = TypeVar("S")
T = TypeVar("T")

Task = Callable[[Worker, S, Callable[[], None]], T]
"""Does one piece of work with a worker of its own; the last argument is to be asked for whether to stop."""


class Crew:
    """``size`` threads, each with one worker made by ``make_worker`` while it works. Any thread."""

    def __init__(self, size: int, make_worker: Callable[[], Worker]) -> None:
        self._size, self._make_worker = size, make_worker
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        self._threads = ThreadPoolExecutor(size, thread_name_prefix="ocr")

    def work(
        self, task: Task[S, T], pieces: Iterable[S], on_result: Callable[[T], None], check: Callable[[], None]
    ) -> None:
        """``task`` for each piece, several at once; ``on_result`` gets what they return, in this thread.

        What ``task``, ``on_result`` or ``check`` raises ends the work and goes on to the caller, once every
        task of this call has ended.
        """
        ended, waiting, running = Event(), iter(pieces), set[Future[T]]()
        try:
            while True:
                # One more than can run, so that no worker waits for this thread.
                for piece in islice(waiting, self._size + 1 - len(running)):
                    running.add(self._threads.submit(self._one, task, piece, ended))
                if not running:
                    return
                check()
                done, running = wait(running, POLL_S, FIRST_COMPLETED)
                for future in done:
                    on_result(future.result())
        finally:
            ended.set()
            wait(running)

    def close(self) -> None:
        """End the idle workers; call when no work is in progress. May be called twice."""
        self._threads.shutdown(cancel_futures=True)
        while True:
            try:
                self._idle.get_nowait().stop()
            except Empty:
                return

    def _one(self, task: Task[S, T], piece: S, ended: Event) -> T:
        def check() -> None:
            if ended.is_set():
                raise Cancelled()

        check()
        with self._worker() as worker:
            return task(worker, piece, check)

    @contextmanager
    def _worker(self) -> Generator[Worker, Any, None]:
        try:
            worker = self._idle.get_nowait()
        except Empty:
            worker = self._make_worker()
        try:
            yield worker
        finally:
            self._idle.put(worker)
