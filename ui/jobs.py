"""The only place of the window that makes threads: lanes that run jobs one after the other.

A lane is a queue with a fixed number of threads. A :class:`Job` starts on the next turn of the event loop.
Jobs of one topic are numbered by their order: a newer one replaces an older one, whose answer is then
dropped. A job that is cancelled while it waits for its lane ends at once; one that runs ends when its work
next asks. A job's progress arrives in the thread of the window, at most fifteen times a second.
"""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum
from functools import partial
from inspect import ismethod
from typing import Any

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot
from shiboken6 import isValid

from briefbank.domain.ingest import FileProgress
from briefbank.errors import BriefBankError, Cancelled
from briefbank.text.messages import Message, as_message
from ui.i18n.translate import tr, translate_error

log = logging.getLogger(__name__)

UPDATE_MS = 67  # The interval of deliveries of progress: fifteen a second


class Lane(Enum):
    """The queues: a name and a number of threads. Work that others must not wait for has its own lane."""

    WRITER = ("writer", 1)  # Changes of documents, one after the other; some take minutes
    READER = ("reader", 3)  # Questions that are answered soon
    TYPING = ("typing", 1)  # Searches by words while a person types, which wait for nothing
    COUNTS = ("counts", 1)  # Counts of results and of dropped folders, which take seconds
    PAGES = ("pages", 1)  # Pictures of pages
    NOTES = ("notes", 1)  # Small changes such as feedback, which do not wait for the writer
    READY = ("ready", 1)  # Preparation, one thing at a time, so that the first search has the processor
    INTAKE = ("intake", 1)  # Adding queued files, for hours
    QUEUE = ("queue", 1)  # Queueing what is dropped meanwhile, in its order
    MEANING = ("meaning", 1)  # Embedding, for hours
    WATCH = ("watch", 1)  # Looking at watched folders, whose server may not answer
    MODEL = ("model", 1)  # The local model, for which there is memory once
    OFFLINE = ("offline", 1)  # Exchanges of what is taken along from an office
    LONG = ("long", 2)  # Other work of minutes: checking a draft, examining a model's file

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
    """The part of a job that crosses into a thread, and the Reporter of its work. It holds no widget and no
    Qt object, so none can be deleted there.

    It keeps the newest progress until the window fetches it. Events of files are handed on at once, in the
    thread of the work.
    """

    def __init__(
        self,
        files: Callable[[FileProgress], None],
        work: Work | None = None,
        discard: Callable[[Any], None] | None = None,
    ) -> None:
        """``discard`` takes the answer that nobody wants any more."""
        self.file, self.discard = files, discard or _forget
        self._work = work
        self._cancelled = threading.Event()
        self._claimed = threading.Lock()
        self._lock = threading.Lock()
        self._progress: tuple[Message, int, int] | None = None
        self.unwanted = False

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

    def take_progress(self) -> tuple[Message, int, int] | None:
        """Return the newest progress since the last call."""
        with self._lock:
            progress, self._progress = self._progress, None
        return progress

    def claim(self) -> bool:
        """Tell whether the work is the caller's: the thread that performs it, or the window that withdraws
        it."""
        return self._claimed.acquire(blocking=False)

    def perform(self) -> tuple[Any, BriefBankError | None]:
        """Return the answer or the error; runs in the lane's thread."""
        assert self._work is not None
        try:
            self.check()
            return self._work(self), None
        except BriefBankError as error:
            if not isinstance(error, Cancelled):
                log.warning("A job failed: %s %s", type(error).__name__, error.detail)
            return None, translate_error(error)
        except Exception:
            log.exception("A job failed with an error of our own")
            return None, Fault()


Work = Callable[[JobReporter], Any]


class Job(QObject):
    """One piece of work. ``done``, ``failed`` or ``stopped`` is emitted once, then ``ended``; none of them
    when a newer job of its topic replaced it."""

    done = Signal(object)
    failed = Signal(object)  # A BriefBankError, never Cancelled
    stopped = Signal()  # A person, or another part of the program, stopped the work
    ended = Signal()
    progressed = Signal(object, int, int)
    cancelled = Signal()

    def __init__(self, lane: Lane, topic: tuple[str, int], reporter: JobReporter, parent: QObject) -> None:
        super().__init__(parent)
        self.lane = lane
        self.topic = topic  # With the id of its owner
        self.stale = False
        self.reporter = reporter

    def cancel(self) -> None:
        self.reporter.cancel()
        self.cancelled.emit()

    def deliver_progress(self) -> None:
        progress = self.reporter.take_progress()
        if progress is not None and not self.stale:
            self.progressed.emit(*progress)


class Jobs(QObject):
    """The maker of jobs, which delivers their answers. It lives in the window's thread. ``close`` it before
    the library."""

    _arrived = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queues: dict[Lane, queue.SimpleQueue[JobReporter | None]] = {
            lane: queue.SimpleQueue() for lane in Lane
        }
        self._threads: list[threading.Thread] = []
        self._running: dict[JobReporter, Job] = {}
        self._answers: deque[tuple[JobReporter, Any, BriefBankError | None]] = deque()
        self._closed = False
        self._arrived.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._timer = QTimer(self)
        self._timer.setInterval(UPDATE_MS)
        self._timer.timeout.connect(self._deliver_progress)

    def run(
        self,
        owner: QObject,
        work: Work,
        *,
        then: Callable[[Any], object] | None = None,
        failed: Callable[[BriefBankError], object] | None = None,
        stopped: Callable[[], object] | None = None,
        progress: Callable[[Message, int, int], object] | None = None,
        lane: Lane = Lane.READER,
        topic: str = "",
        discard: Callable[[Any], None] | None = None,
        files: Callable[[FileProgress], None] | None = None,
    ) -> Job:
        """Run ``work(reporter)`` in a lane, from the next turn of the event loop on.

        The answer goes to ``then``, an error to ``failed``; ``stopped`` is called where the job was
        cancelled. None of them is called once the owner is deleted. ``files`` takes each event of a file, in
        any thread. ``work`` must hold no widget.

        A job with a ``topic`` makes older jobs of that topic and owner stale: they are told to stop, and
        their answers go to ``discard`` (in the lane's thread) instead of to anyone.
        """
        if topic:
            self.drop(topic, owner)
        task = JobReporter(files or _forget, work, discard)
        self._running[task] = job = Job(lane, (topic, id(owner)), task, self)
        listeners = (job.done, then), (job.failed, failed), (job.stopped, stopped), (job.progressed, progress)
        for signal, receiver in listeners:
            if receiver is not None:
                signal.connect(_while_alive(owner, receiver))
        job.cancelled.connect(partial(self._withdraw, task))
        QTimer.singleShot(0, job, lambda: self._enqueue(lane, task))
        return job

    def drop(self, topic: str, owner: QObject | None = None) -> None:
        """Make the jobs of a topic, of one owner or of all, stale without starting another."""
        self._drop(self._of_topic(topic, owner))

    def busy(self, topic: str, owner: QObject | None = None) -> bool:
        """Tell whether a job of a topic, of one owner or of any, is on its way."""
        return any(not job.stale for job in self._of_topic(topic, owner))

    def _of_topic(self, topic: str, owner: QObject | None) -> list[Job]:
        return [
            job
            for job in self._running.values()
            if job.topic[0] == topic and (owner is None or job.topic[1] == id(owner))
        ]

    @staticmethod
    def _drop(jobs: Sequence[Job]) -> None:
        for job in jobs:
            job.stale = job.reporter.unwanted = True
            job.cancel()

    def engaged(self, lane: Lane) -> bool:
        """Tell whether a job that is started now in a lane of one thread has to wait for another."""
        return any(job.lane is lane and not job.reporter.cancelled for job in self._running.values())

    def close(self, seconds: float = 20.0) -> bool:
        """Stop everything and wait at most ``seconds``; False when a thread is still in a long call then."""
        self._closed = True
        self._timer.stop()
        self._drop(list(self._running.values()))
        for lane in Lane:
            for _ in range(lane.threads):
                self._queues[lane].put(None)
        end = time.monotonic() + seconds
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        return not any(thread.is_alive() for thread in self._threads)

    def _enqueue(self, lane: Lane, task: JobReporter) -> None:
        if self._closed or task not in self._running:
            return
        self._start_threads(lane)
        self._queues[lane].put(task)
        if not self._timer.isActive():
            self._timer.start()

    def _withdraw(self, task: JobReporter) -> None:
        """End a job that still waits for its lane; the lane's thread then passes over it."""
        if not self._closed and task.claim():
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

    def _serve(self, tasks: queue.SimpleQueue[JobReporter | None]) -> None:
        """Perform tasks for as long as the lane's thread lives."""
        while (task := tasks.get()) is not None:
            if not task.claim():
                continue
            answer, error = task.perform()
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
            job = self._running.pop(task)
            job.deliver_progress()
            if job.stale:
                if answer is not None:
                    task.discard(answer)
            else:
                if error is None:
                    job.done.emit(answer)
                elif isinstance(error, Cancelled):
                    job.stopped.emit()
                else:
                    job.failed.emit(error)
                job.ended.emit()
            job.setParent(None)
            job.deleteLater()
        if not self._running:
            self._timer.stop()

    @Slot()
    def _deliver_progress(self) -> None:
        for job in list(self._running.values()):
            job.deliver_progress()


def _while_alive(owner: QObject, receiver: Callable[..., object]) -> Callable[..., object]:
    """Return a receiver that does nothing once its owner, or the object whose method it is, is deleted.

    Qt itself looks after the methods of its own objects alone.
    """
    method = receiver.func if isinstance(receiver, partial) else receiver
    of = method.__self__ if ismethod(method) else None
    if of is owner and method is receiver:
        return receiver
    needed = (owner, of) if isinstance(of, QObject) else (owner,)
    return lambda *values: receiver(*values) if all(map(isValid, needed)) else None


def _forget(_answer: Any) -> None:
    """Drop a stale answer that holds nothing open, or an event that nobody wants."""
