"""Performs the operations that clients ask for, each for a person and on the library as that person sees it.

Long operations are jobs in threads of their own, whose progress is kept until the client has asked for it.
Whatever names a document or passage must name one that the person sees, and a result tells of no other.
"""

from __future__ import annotations

import logging
import secrets
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from briefbank.domain.documents import Document
from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.domain.office import Person, acting_for
from briefbank.errors import BriefBankError, Cancelled, KeptFromYou, NotInLibrary
from briefbank.jobs import QuietReporter, Reporter
from briefbank.office import wire
from briefbank.office.offline_feed import OfflineGrants
from briefbank.office.walls import MOST_KEPT, VisibleLibraries, Walls
from briefbank.office.wire import Operation
from briefbank.storage.lease import private_folder
from briefbank.text.messages import Message

if TYPE_CHECKING:
    from briefbank.api.library import ClusterApi
    from briefbank.office.library import OfficeLibrary

log = logging.getLogger(__name__)

AT_ONCE = 8  # The jobs that work at once; others wait
AT_ONCE_OF_ONE = 3  # The jobs of one person among them, so that nobody keeps the others out
MOST_WAITING = 64  # The jobs, running and waiting, beyond which the server refuses more
MOST_OF_ONE = 16  # The jobs of one person among them
ABANDONED_S = 120.0
"""The time after which a job that no client asks for is cancelled; one that has ended is forgotten."""
ANSWER_WITHIN_S = 2.0  # The time for which a question waits for news
CROSSING = "briefbank-crossing-"  # The prefix of the folders of files that come from a client, or go to one
ENTERED_BY = "entered_by"  # The argument that names who enters a line
REVISION, WALLS, OFFLINE, CLUSTER = "revision", "walls", "offline", "cluster"
"""The operation and the services that the server has in place of the library."""
MOST_EVENTS = 256
"""The events that are kept beside the outcomes of files: of one stage the last event counts, but a
file has only one outcome."""


@dataclass
class _Job:
    """One job, which is also the Reporter of its work."""

    person: Person
    changed: threading.Condition = field(default_factory=threading.Condition)
    events: dict[int, wire.StageProgress | wire.FileNews] = field(default_factory=dict)
    """The events that are kept, by their numbers, in order."""
    outcomes: int = 0  # How many of them are outcomes of files
    following: int = 0  # The number of the next event
    last_asked: float = field(default_factory=time.monotonic)
    cancelled: bool = False
    ended: bool = False
    result: bytes = b""
    fault: wire.WireError | None = None

    def progress(self, stage: Message, done: int, total: int) -> None:
        self._tell(wire.StageProgress(stage, done, total))

    def file(self, event: FileProgress) -> None:
        self._tell(wire.FileNews(event))

    def check(self) -> None:
        if self.cancelled or time.monotonic() - self.last_asked > ABANDONED_S:
            raise Cancelled

    def end(self, result: bytes, fault: wire.WireError | None) -> None:
        with self.changed:
            self.result, self.fault, self.ended = result, fault, True
            self.changed.notify_all()

    def news(self, after: int) -> wire.JobNews:
        """Return what happened since, waiting a little for it."""
        self.last_asked = time.monotonic()
        with self.changed:
            self.changed.wait_for(lambda: self.ended or self.following > after, ANSWER_WITHIN_S)
            events = tuple(event for number, event in self.events.items() if number >= after)
            return wire.JobNews(events, self.following, self.ended, self.result, self.fault)

    def _tell(self, event: wire.StageProgress | wire.FileNews) -> None:
        with self.changed:
            self.events[self.following] = event
            self.following += 1
            self.outcomes += _is_outcome(event)
            if len(self.events) - self.outcomes > MOST_EVENTS:
                del self.events[next(number for number, kept in self.events.items() if not _is_outcome(kept))]
            self.changed.notify_all()


class ServerJobs:
    def __init__(self) -> None:
        self._working = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="job")
        self._waiting = ThreadPoolExecutor(MOST_WAITING, thread_name_prefix="waiting job")
        self._lock = threading.Lock()
        self._jobs: dict[str, _Job] = {}
        self._queued: list[tuple[_Job, Callable[[Reporter], bytes], Callable[[], None]]] = []
        """The jobs that wait for a thread, in order, with their work and what is called after it."""
        self._running: Counter[str] = Counter()
        """The jobs of each person that have a thread."""

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
            now = time.monotonic()
            self._jobs = {
                known: other
                for known, other in self._jobs.items()
                if not other.ended or now - other.last_asked <= ABANDONED_S
            }
            unended = [other.person.name for other in self._jobs.values() if not other.ended]
            has_room = len(unended) < MOST_WAITING and unended.count(person.name) < MOST_OF_ONE
            if has_room:
                self._jobs[name] = job
                if not only_waits:
                    self._queued.append((job, work, tidy_up))
        if not has_room:
            tidy_up()
            raise wire.TooBusy
        if only_waits:
            self._waiting.submit(_run, job, work, tidy_up)
        else:
            self._begin_queued()
        return name

    def _begin_queued(self) -> None:
        """Give free threads to queued jobs, the oldest first whose person does not have their share."""
        with self._lock:
            for queued in tuple(self._queued):
                person = queued[0].person.name
                if self._running.total() < AT_ONCE and self._running[person] < AT_ONCE_OF_ONE:
                    self._queued.remove(queued)
                    self._running[person] += 1
                    self._working.submit(self._run_queued, *queued)

    def _run_queued(self, job: _Job, work: Callable[[Reporter], bytes], tidy_up: Callable[[], None]) -> None:
        _run(job, work, tidy_up)
        with self._lock:
            self._running[job.person.name] -= 1
            self._running += Counter()  # forgets persons without a job
        self._begin_queued()

    def number(self) -> int:
        with self._lock:
            return sum(not job.ended for job in self._jobs.values())

    def news(self, person: Person, name: str, after: int) -> wire.JobNews:
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
            never_begun, self._queued = self._queued, []
        for job, _, tidy_up in never_begun:
            tidy_up()
            job.end(b"", wire.fault_of(Cancelled()))
        for pool in (self._working, self._waiting):
            pool.shutdown(cancel_futures=True)

    def _of(self, person: Person, name: str) -> _Job:
        with self._lock:
            job = self._jobs.get(name)
        if job is None or job.person != person:
            raise NotInLibrary(
                Message("This work is not known to the office server any more."), Message("Begin it again.")
            )
        return job


def _is_outcome(event: wire.StageProgress | wire.FileNews) -> bool:
    return isinstance(event, wire.FileNews) and event.event.outcome is not None


def _run(job: _Job, work: Callable[[Reporter], bytes], tidy_up: Callable[[], None]) -> None:
    try:
        try:
            job.check()
            result = work(job)
        finally:
            tidy_up()
        job.end(result, None)
    except BriefBankError as error:
        job.end(b"", wire.fault_of(error))
    except Exception:
        log.exception("a job failed")
        job.end(b"", wire.UNEXPECTED)


KEPT = Message(
    "The office has this file now. It belongs to a matter that is kept from you, so you will not find it. "
    "Ask whoever looks after the office’s library."
)
OF_ALL = frozenset(
    {
        *("maintenance.check", "maintenance.rebuild", "maintenance.sizes"),
        *("feedback.import_from", "cluster.status", "offline.given"),
        *("audit.entries", "audit.verify", "audit.head"),
    }
)
"""The operations on the whole library, which are refused."""
OF_NONE = frozenset(
    {
        *("good_law.enter", "good_law.change", "good_law.remove", "good_law.import_from"),
        *("good_law.undismiss", "query_expansion.may_cut"),
        *("walls.matters", "walls.put", "walls.remove", "walls.import_from"),
        *("maintenance.backups", "offline.take", "offline.returned"),
    }
)
"""The operations that concern no document, or only those that are seen: the list of good law and the walls,
which have rules of their own, the list of backups, which names folders, and an offline copy, which is filled
from what its person sees."""


def perform(
    operation: Operation, named: dict[str, Any], seen: OfficeLibrary, call: Callable[[Mapping[str, Any]], Any]
) -> Any:
    """Return the result of an operation for a person who sees ``seen``.

    ``call`` performs it with the arguments that it is given, on ``seen`` what reads, on the whole library
    what changes. Raises KeptFromYou, NotInLibrary, and what the operation does.
    """
    if operation.name in OF_ALL:
        raise KeptFromYou
    if operation.reads or operation.name in OF_NONE:
        return call(named)
    if operation.name == "documents.correct_many":
        document_ids = list(named["document_ids"])
        there = seen.documents.some(document_ids)  # the others are not in the library
        missing = call({**named, "document_ids": [id_ for id_ in document_ids if id_ in there]})
        return [id_ for id_ in document_ids if id_ not in there or id_ in missing]
    if operation.name == "feedback.forget":
        known = {mark.key for mark in seen.feedback.all()}
        return call({"keys": known if named["keys"] is None else known.intersection(named["keys"])})
    if operation.name == "shared_collections.share":
        return call({**named, "entries": seen.shared_collections.shareable(named["entries"])})
    NAMED[next(name for name in NAMED if name in named)](named, seen)
    result = call(named)
    return seen.documents.get(result.id) if isinstance(result, Document) else result


class DiscreetReporter(QuietReporter):
    """Passes on that a file waits and how it ended, for somebody from whom documents are hidden: the steps in
    between, and what is attached to it, tell whether the library had it already."""

    def __init__(self, reporter: Reporter, seen: OfficeLibrary) -> None:
        super().__init__()
        self._reporter, self._seen = reporter, seen
        self._waiting = set[Path]()

    def check(self) -> None:
        self._reporter.check()

    def file(self, event: FileProgress) -> None:
        if not self._waiting.isdisjoint(event.path.parents):
            return
        if event.outcome is not None:
            (outcome,) = visible_outcomes([event.outcome], self._seen)
            self._reporter.file(FileProgress(event.path, Stage.DONE, outcome=outcome))
        elif event.stage is Stage.WAITING:
            self._waiting.add(event.path)
            self._reporter.file(FileProgress(event.path, Stage.WAITING))


def visible_outcomes(outcomes: Sequence[FileOutcome], seen: OfficeLibrary) -> list[FileOutcome]:
    """Return what a person learns of the files that they sent: nothing of what is attached to one that they
    do not see, since of a file that the library has nothing more is read."""
    shown = [_visible(outcome, seen) for outcome in outcomes]
    hidden = {outcome.path for outcome in shown if outcome.reason == KEPT}
    return [outcome for outcome in shown if hidden.isdisjoint(outcome.path.parents)]


def _visible(outcome: FileOutcome, seen: OfficeLibrary) -> FileOutcome:
    """Return what a person is told of a file that they sent. Of one whose document they do not see they learn
    the same whether it was there already or is new."""
    if outcome.document is None or seen.documents.some([outcome.document.id]):
        return outcome
    return FileOutcome(outcome.path, FileStatus.REFUSED, reason=KEPT)


def _require_proposal(named: Mapping[str, Any], seen: OfficeLibrary) -> None:
    if named["key"] not in [proposal.key for proposal in seen.good_law.proposals()]:
        raise NotInLibrary(detail="proposal")


NAMED: Mapping[str, Callable[[Mapping[str, Any], OfficeLibrary], object]] = {
    "document_id": lambda named, seen: seen.documents.get(named["document_id"]),
    "passage_id": lambda named, seen: seen.documents.surroundings(named["passage_id"]),
    "provision_id": lambda named, seen: seen.validity.text(named["provision_id"]),
    "key": _require_proposal,
    "shared_id": lambda named, seen: seen.shared_collections.get(named["shared_id"]),
}
"""The arguments that name something of a document, and the functions that raise NotInLibrary where it is not
seen."""


class Performer:
    """Performs operations on one library, as its walls leave it to each person. Any thread."""

    def __init__(
        self,
        library: OfficeLibrary,
        walls: Walls,
        most_kept: int = MOST_KEPT,
        grants: OfflineGrants | None = None,
        cluster: ClusterApi | None = None,
    ) -> None:
        """``most_kept``: how many libraries without some matters stay open. ``cluster`` is asked what its
        computers do; a process that only searches is not, and has no ``grants``."""
        self._library, self._walls, self._grants, self._cluster = library, walls, grants, cluster
        self.libraries = VisibleLibraries(library, walls, most_kept)
        self._started = secrets.randbits(20)

    def close(self) -> None:
        """Close what is open for persons. Call it while no operation is under way."""
        self.libraries.close()

    def perform(
        self, person: Person, operation: Operation, arguments: Any, reporter: Reporter | None = None
    ) -> bytes:
        """Return the result of an operation as it crosses: on the library that a person sees, or, for a
        change, on the whole one as far as they see it. Who enters something is who asks, whatever the client
        says. Raises BriefBankError."""
        named = {name: getattr(arguments, name) for name in arguments.__struct_fields__}
        if ENTERED_BY in named:
            named[ENTERED_BY] = person.name
        if operation.reporter and reporter is not None:
            named[operation.reporter] = reporter
        with acting_for(person), self.libraries.of(person) as seen:
            if operation.name == REVISION:
                # It differs after each change that the person sees, and after each start of the server, whose
                # library counts anew.
                walls = self._walls.version() << 21 if seen is self._library else 0
                return wire.encode(self._started << 42 ^ walls ^ seen.revision())
            call = partial(self._called, operation, seen)
            if seen is not self._library:
                call = partial(perform, operation, seen=seen, call=call)
            if not operation.path:
                return wire.encode(call(named))
            with private_folder(Path(tempfile.gettempdir()), CROSSING) as folder:
                crossing = named[operation.path]
                path = folder / f"file{_suffix(crossing)}"
                if isinstance(crossing, wire.FileContent):
                    path.write_bytes(crossing.content)
                named[operation.path] = crossing.text if isinstance(crossing, wire.PastedText) else path
                value = call(named)
                return wire.encode((value, path.read_bytes()) if operation.writes else value)

    def _called(self, operation: Operation, seen: OfficeLibrary, named: Mapping[str, Any]) -> Any:
        if operation.name == "documents.remove":
            self._walls.pin(named["document_id"])
        return operation.called(self._service(operation, seen), named)

    def _service(self, operation: Operation, seen: OfficeLibrary) -> object:
        if operation.service == WALLS:
            return self._walls
        if operation.service == OFFLINE:
            assert self._grants is not None, "search processes answer what reads"
            return self._grants.seen_by(seen)
        if operation.service == CLUSTER:
            return self._cluster
        library = seen if operation.reads else self._library
        return getattr(library, operation.service) if operation.service else library


def _suffix(crossing: wire.FileContent | wire.PastedText | str) -> str:
    name = crossing if isinstance(crossing, str) else getattr(crossing, "name", "")
    suffix = Path(name).suffix.lower()
    return suffix if suffix[1:].isalnum() and len(suffix) <= 8 else ""
