"""Progress reports and cancellation of long work.

A long call blocks. Its caller passes a :class:`Reporter`, to which the call reports progress and which it
asks often whether to continue. The ingest (``ingest.ingestion``) and ``work_in_threads`` use threads of
their own, which end with the call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from threading import Event
from typing import Protocol, TypeVar

from briefbank.domain.ingest import FileProgress
from briefbank.errors import Cancelled
from briefbank.text.messages import Message

S = TypeVar("S")
T = TypeVar("T")

POLL_S = 0.2  # The seconds between two checks whether work should stop


class Reporter(Protocol):
    """The receiver of progress. Its methods are called from the thread, or the threads, that do the work."""

    def progress(self, stage: Message, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` units (0: unknown) of the named stage are finished."""

    def file(self, event: FileProgress) -> None:
        """Report the progress of one file of an ingest."""

    def check(self) -> None:
        """Raise :class:`Cancelled` when the work should stop."""


class QuietReporter:
    """A reporter that reports to nobody; ``cancel`` may be called from any thread."""

    def __init__(self) -> None:
        self._cancelled = Event()

    def progress(self, stage: Message, done: int, total: int) -> None:
        return

    def file(self, event: FileProgress) -> None:
        return

    def cancel(self) -> None:
        self._cancelled.set()

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled()


_OVER_S = 90.0
_FIRST_S = 10.0  # The seconds before which no speed is given
_APART_S = 1.0  # The interval between two notes that are kept, so that their number is bounded


class RecentThroughput:
    """Measures how much is done a minute over the last minute or two, so that the number follows changes and
    stays readable. What was finished before does not count. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._notes: deque[tuple[float, int]] = deque()
        self._newest: tuple[float, int] = (clock(), 0)

    def note(self, done: int) -> None:
        """Note how many are finished now; the number falls only when a new round begins."""
        now = self._clock()
        self._newest = now, done
        if not self._notes or now - self._notes[-1][0] >= _APART_S:
            self._notes.append(self._newest)
        while self._notes and now - self._notes[0][0] > _OVER_S and len(self._notes) > 1:
            self._notes.popleft()

    def per_minute(self) -> int:
        """Return the speed rounded to two figures, as more would only flicker; 0 while it is not known."""
        speed = 60 * self._per_second()
        digits = len(str(int(speed)))
        return max(1, int(round(speed, min(0, 2 - digits)))) if speed else 0

    def seconds_left(self, total: int) -> float | None:
        """Return the time that the rest of ``total`` takes at this speed; None while that is not known."""
        speed = self._per_second()
        return (total - self._newest[1]) / speed if speed else None

    def _per_second(self) -> float:
        """Return the speed, 0 while too little was seen."""
        if not self._notes:
            return 0.0
        first, before = self._notes[0]
        seconds, done = self._clock() - first, self._newest[1] - before
        return done / seconds if seconds >= _FIRST_S and done > 0 else 0.0


def work_in_threads(
    threads: ThreadPoolExecutor,
    at_once: int,
    task: Callable[[S, Callable[[], None]], T],
    pieces: Iterable[S],
    on_result: Callable[[T], None],
    check: Callable[[], None],
) -> None:
    """Run ``task`` for each piece in ``threads``, ``at_once`` at a time; ``on_result`` gets the results in
    this thread. A task calls its second argument, which raises Cancelled once it should stop.

    An exception from ``task``, ``on_result`` or ``check`` ends the work and is raised once every task of this
    call has ended.
    """
    ended, waiting, running = Event(), iter(pieces), set[Future[T]]()

    def check_ended() -> None:
        if ended.is_set():
            raise Cancelled()

    def do(piece: S) -> T:
        check_ended()
        return task(piece, check_ended)

    try:
        while True:
            for piece in islice(waiting, at_once - len(running)):
                running.add(threads.submit(do, piece))
            if not running:
                return
            check()
            done, running = wait(running, POLL_S, FIRST_COMPLETED)
            for future in done:
                on_result(future.result())
    finally:
        ended.set()
        wait(running)
