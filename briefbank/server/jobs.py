"""Runs long operations in threads of their own, and keeps their progress until the desk has asked for it."""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from briefbank.domain.ingest import FileProgress
from briefbank.domain.rights import Person
from briefbank.errors import BriefBankError, Cancelled, NotInLibrary
from briefbank.jobs import Reporter
from briefbank.wire.messages import UNEXPECTED, Fault, FileNews, JobNews, StageProgress, fault_of

log = logging.getLogger(__name__)

AT_ONCE = 8
"""The jobs that work at once; others wait."""
MOST_WAITING = 64
"""The jobs, running and waiting, beyond which the server refuses more."""
ABANDONED_S = 120.0
"""The time after which a job that no desk asks for is cancelled; one that has ended is forgotten."""
ANSWER_WITHIN_S = 2.0
"""The time for which a question waits for news."""
MOST_EVENTS = 256
"""The events that are kept beside the outcomes of files: of one stage the last event counts, but a
file has only one outcome."""


class TooBusy(BriefBankError):
    """Raised when the server has more to do than it can hold."""

    default_title = "The office server has too much to do just now."
    default_remedy = "Try again in a few minutes."


@dataclass
class _Job:
    """One job, which is also the Reporter of its work."""

    person: Person
    changed: threading.Condition = field(default_factory=threading.Condition)
    events: dict[int, StageProgress | FileNews] = field(default_factory=dict)
    """The events that are kept, by their numbers, in order."""
    outcomes: int = 0
    """How many of them are outcomes of files."""
    following: int = 0
    """The number of the next event."""
    asked: float = field(default_factory=time.monotonic)
    cancelled: bool = False
    ended: bool = False
    result: bytes = b""
    fault: Fault | None = None

    def progress(self, stage: str, done: int, total: int) -> None:
        self._tell(StageProgress(stage, done, total))

    def file(self, event: FileProgress) -> None:
        self._tell(FileNews(event))

    def check(self) -> None:
        if self.cancelled or time.monotonic() - self.asked > ABANDONED_S:
            raise Cancelled

    def end(self, result: bytes, fault: Fault | None) -> None:
        with self.changed:
            self.result, self.fault, self.ended = result, fault, True
            self.changed.notify_all()

    def news(self, after: int) -> JobNews:
        """Return what happened since, waiting a little for it."""
        self.asked = time.monotonic()
        with self.changed:
            self.changed.wait_for(lambda: self.ended or self.following > after, ANSWER_WITHIN_S)
            events = tuple(event for number, event in self.events.items() if number >= after)
            return JobNews(events, self.following, self.ended, self.result, self.fault)

    def _tell(self, event: StageProgress | FileNews) -> None:
        with self.changed:
            self.events[self.following] = event
            self.following += 1
            self.outcomes += _is_outcome(event)
            if len(self.events) - self.outcomes > MOST_EVENTS:
                del self.events[next(number for number, kept in self.events.items() if not _is_outcome(kept))]
            self.changed.notify_all()


class Jobs:
    """The jobs of all desks. Any thread."""

    def __init__(self) -> None:
        self._working = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="job")
        self._waiting = ThreadPoolExecutor(MOST_WAITING, thread_name_prefix="waiting job")
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}

    def start(
        self,
        person: Person,
        work: Callable[[Reporter], bytes],
        tidy_up: Callable[[], None] = lambda: None,
        *,
        only_waits: bool = False,
    ) -> str:
        """Begin a job and return its name. ``work`` returns what crosses; ``tidy_up`` is called after it, and
        where it is never begun. One that ``only_waits`` for what others do has its thread at once. Raises
        TooBusy."""
        job, name = _Job(person), secrets.token_urlsafe(16)
        with self._lock:
            self._forget_abandoned()
            has_room = sum(not each.ended for each in self._jobs.values()) < MOST_WAITING
            if has_room:
                self._jobs[name] = job
        if not has_room:
            tidy_up()
            raise TooBusy
        (self._waiting if only_waits else self._working).submit(_run, job, work, tidy_up)
        return name

    def number(self) -> int:
        """Return how many run or wait."""
        with self._lock:
            return sum(not each.ended for each in self._jobs.values())

    def news(self, person: Person, name: str, after: int) -> JobNews:
        """Return what happened in a person's own job since an event. Raises NotInLibrary."""
        return self._of(person, name).news(after)

    def cancel(self, person: Person, name: str) -> None:
        """Have a person's own job stop at the next step that can. Raises NotInLibrary."""
        self._of(person, name).cancelled = True

    def close(self) -> None:
        """Cancel all jobs and wait for their threads."""
        with self._lock:
            for job in self._jobs.values():
                job.cancelled = True
        for pool in (self._working, self._waiting):
            pool.shutdown(cancel_futures=True)

    def _of(self, person: Person, name: str) -> _Job:
        with self._lock:
            job = self._jobs.get(name)
        if job is None or job.person != person:
            raise NotInLibrary("This work is not known to the office server any more.", "Begin it again.")
        return job

    def _forget_abandoned(self) -> None:
        now = time.monotonic()
        gone = [name for name, job in self._jobs.items() if job.ended and now - job.asked > ABANDONED_S]
        for name in gone:
            del self._jobs[name]


def _is_outcome(event: StageProgress | FileNews) -> bool:
    return isinstance(event, FileNews) and event.event.outcome is not None


def _run(job: _Job, work: Callable[[Reporter], bytes], tidy_up: Callable[[], None]) -> None:
    try:
        try:
            job.check()
            result = work(job)
        finally:
            tidy_up()
        job.end(result, None)
    except BriefBankError as error:
        job.end(b"", fault_of(error))
    except Exception:
        log.exception("a job failed")
        job.end(b"", UNEXPECTED)
