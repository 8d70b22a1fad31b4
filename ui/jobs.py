"""The only place of the window that makes threads: lanes that run jobs one after the other.

A lane is a queue with a fixed number of threads: one for writing, two for reading, one for searches by words
while one is typing, which never wait for a slow one, one for counting results, one for listing documents, one
for drawing pages, one for small notes such as feedback, one for warming up in the background, and one each
for adding files, for queueing files, for embedding, for looking at watched folders, for checking drafts, for
the local model's work and for examining a model's file. A :class:`Job` starts on the next turn of the event
loop, after its maker has connected its signals. Jobs of one topic are numbered by their order: a newer one
replaces an older one, whose answer is then dropped. A job that is cancelled while it waits for its lane ends
at once; one that runs ends when its work next asks. A job's progress arrives in the thread of the window, at
most fifteen times a second.
"""

from __future__ import annotations

import itertools
import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from briefbank.domain.ingest import FileProgress
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message, as_message
from ui.i18n.translate import tr, translate_error

log = logging.getLogger(__name__)

UPDATE_MS = 67  # The interval of deliveries of progress: fifteen a second


class Lane(Enum):
    """The queues; the value is a name and the number of threads."""

    WRITER = ("writer", 1)
    READER = ("reader", 2)
    TYPING = ("typing", 1)
    COUNTS = ("counts", 1)
    LISTS = ("lists", 1)
    PAGES = ("pages", 1)
    NOTES = ("notes", 1)
    READY = ("ready", 1)
    INTAKE = ("intake", 1)
    QUEUE = ("queue", 1)
    MEANING = ("meaning", 1)
    WATCH = ("watch", 1)
    DRAFT = ("draft", 1)
    MODEL = ("model", 1)
    MODEL_FILE = ("model file", 1)
    OFFLINE = ("offline", 1)

    @property
    def threads(self) -> int:
        return self.value[1]


class Fault(BriefBankError):
    """An error outside the tree of errors: our own mistake, logged where it happened."""

    default_title = as_message(tr("A fault in BriefBank stopped this."))
    default_remedy = as_message(
        tr("What was stored before is kept. Try again; if it happens again, start BriefBank anew.")
    )


class JobReporter:
    """The Reporter of a job's work. It keeps the newest progress until the window fetches it. Events of files
    are handed on at once, in the thread of the work."""

    def __init__(self, files: Callable[[FileProgress], None]) -> None:
        self._cancelled = threading.Event()
        self._lock = threading.Lock()
        self._progress: tuple[Message, int, int] | None = None
        self.file = files

    def progress(self, stage: Message, done: int, total: int) -> None:
        with self._lock:
            self._progress = (stage, done, total)

    def check(self) -> None:
        if self._cancelled.is_set():
            raise Cancelled()

    def cancel(self) -> None:
        self._cancelled.set()

    @property
    def cancelled(self) -> bool:
        return self._cancelled.is_set()

    def take(self) -> tuple[Message, int, int] | None:
        """Return the newest progress since the last call."""
        with self._lock:
            progress, self._progress = self._progress, None
        return progress


class Job(QObject):
    """One piece of work. ``done`` or ``failed`` is emitted once, then ``ended``; none when it is stale."""

    done = Signal(object)
    failed = Signal(object)  # A BriefBankError; Cancelled when the work was stopped
    ended = Signal()
    progressed = Signal(object, int, int)
    cancelled = Signal()

    def __init__(
        self, number: int, lane: Lane, topic: str, files: Callable[[FileProgress], None], parent: QObject
    ) -> None:
        super().__init__(parent)
        self.number = number
        self.lane = lane
        self.topic = topic
        self.stale = False
        self.reporter = JobReporter(files)

    def cancel(self) -> None:
        self.reporter.cancel()
        self.cancelled.emit()

    def deliver_progress(self) -> None:
        progress = self.reporter.take()
        if progress is not None and not self.stale:
            self.progressed.emit(*progress)


Work = Callable[[JobReporter], Any]


class _Task:
    """The part of a job that crosses into a thread: no widget and no Qt object, so none can be deleted
    there."""

    def __init__(self, number: int, work: Work, reporter: JobReporter, discard: Callable[[Any], None]):
        self.number = number
        self.work = work
        self.reporter = reporter
        self.discard = discard
        self.unwanted = False
        self._taken = threading.Lock()

    def take(self) -> bool:
        """Claim the task. True for one caller alone: the thread that performs it, or the window that
        withdraws it."""
        return self._taken.acquire(blocking=False)


class Jobs(QObject):
    """The maker of jobs, which delivers their answers. It lives in the window's thread. ``close`` it before
    the library."""

    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = itertools.count(1)
        self._queues: dict[Lane, queue.SimpleQueue[_Task | None]] = {
            lane: queue.SimpleQueue() for lane in Lane
        }
        self._threads: list[threading.Thread] = []
        self._running: dict[int, tuple[Job, _Task]] = {}
        self._answers: deque[tuple[_Task, Any, BriefBankError | None]] = deque()
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(UPDATE_MS)
        self._timer.timeout.connect(self._deliver_progress)

    def start(
        self,
        lane: Lane,
        work: Work,
        *,
        topic: str = "",
        discard: Callable[[Any], None] | None = None,
        files: Callable[[FileProgress], None] | None = None,
    ) -> Job:
        """Run ``work(reporter)`` in a lane, from the next turn of the event loop on.

        A job with a ``topic`` makes older jobs of that topic stale: they are told to stop, and their answers
        go to ``discard`` (in the lane's thread) instead of to anyone. ``files`` takes each event of a file,
        in any thread. ``work`` must hold no widget.
        """
        if topic:
            self.drop(topic)
        job = Job(next(self._numbers), lane, topic, files or _forget, self)
        task = _Task(job.number, work, job.reporter, discard or _forget)
        self._running[job.number] = (job, task)
        job.cancelled.connect(partial(self._withdraw, task))
        QTimer.singleShot(0, job, lambda: self._enqueue(lane, task))
        return job

    def drop(self, topic: str) -> None:
        """Make the jobs of a topic stale without starting another."""
        for job, task in self._running.values():
            if job.topic == topic:
                job.stale = task.unwanted = True
                job.cancel()

    def busy(self, topic: str) -> bool:
        return any(job.topic == topic and not job.stale for job, _task in self._running.values())

    def engaged(self, lane: Lane) -> bool:
        """Tell whether a job that is started now in a lane of one thread has to wait for another."""
        return any(job.lane is lane and not job.reporter.cancelled for job, _task in self._running.values())

    def close(self, seconds: float = 20.0) -> bool:
        """Stop everything and wait at most ``seconds``; False when a thread is still in a long call then."""
        self._closed = True
        self._timer.stop()
        for job, task in self._running.values():
            job.stale = task.unwanted = True
            job.cancel()
        for lane in Lane:
            for _ in range(lane.threads):
                self._queues[lane].put(None)
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _enqueue(self, lane: Lane, task: _Task) -> None:
        if self._closed or task.number not in self._running:
            return
        self._start_threads(lane)
        self._queues[lane].put(task)
        if not self._timer.isActive():
            self._timer.start()

    def _withdraw(self, task: _Task) -> None:
        """End a job that still waits for its lane; the lane's thread then passes over it."""
        if not self._closed and task.take():
            self._answers.append((task, None, Cancelled()))
            self._arrived.emit()

    def _start_threads(self, lane: Lane) -> None:
        name = f"{lane.value[0]} lane"
        if any(thread.name == name for thread in self._threads):
            return
        for _ in range(lane.threads):
            thread = threading.Thread(target=self._serve, args=(self._queues[lane],), name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, tasks: queue.SimpleQueue[_Task | None]) -> None:
        """Perform tasks for as long as the lane's thread lives."""
        while (task := tasks.get()) is not None:
            if not task.take():
                continue
            answer, error = _perform(task)
            if task.unwanted and error is None:
                task.discard(answer)
                answer = None
            self._answers.append((task, answer, error))
            if self._closed:
                return
            self._arrived.emit()

    @Slot()
    def _deliver(self) -> None:
        """Deliver answers and drop their jobs. A delivered job gives up its parent: its connections may hold
        the last reference to this object, which as its parent would delete the job a second time."""
        while self._answers:
            task, answer, error = self._answers.popleft()
            job, _ = self._running.pop(task.number)
            job.deliver_progress()
            if job.stale:
                if answer is not None:
                    task.discard(answer)
            else:
                self._emit(job, answer, error)
            job.setParent(None)
            job.deleteLater()
        if not self._running:
            self._timer.stop()

    @staticmethod
    def _emit(job: Job, answer: Any, error: BriefBankError | None) -> None:
        if error is None:
            job.done.emit(answer)
        else:
            job.failed.emit(error)
        job.ended.emit()

    @Slot()
    def _deliver_progress(self) -> None:
        for job, _task in list(self._running.values()):
            job.deliver_progress()


def _perform(task: _Task) -> tuple[Any, BriefBankError | None]:
    """Return the answer or the error of one task; runs in the lane's thread."""
    try:
        task.reporter.check()
        return task.work(task.reporter), None
    except BriefBankError as error:
        if not isinstance(error, Cancelled):
            log.warning("A job failed: %s %s", type(error).__name__, error.detail)
        return None, translate_error(error)
    except Exception:
        log.exception("A job failed with an error of our own")
        return None, Fault()


def _forget(_answer: Any) -> None:
    """Drop a stale answer that holds nothing open, or an event that nobody wants."""
