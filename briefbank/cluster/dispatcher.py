"""Has other computers do units of work, and takes their answers.

What waits, and what became of it, is known here and in the library's ledger alone: the scheduler has a token
for each unit. So whatever ends, a unit is done once more, and one that was answered is never taken twice.
"""

from __future__ import annotations

import logging
import os
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from briefbank import __version__, files
from briefbank.cluster import fetched_files
from briefbank.cluster.client import ClusterClient, ClusterComputer, Ending
from briefbank.cluster.unit_link import UnknownUnit
from briefbank.cluster.units import (
    LARGEST_PACKED,
    EmbedTexts,
    Outcome,
    ReadFile,
    RecognisePages,
    Unit,
    UnitFile,
    WorkOrder,
    pack,
    unpack,
)
from briefbank.domain.cluster import ClusterReport, ComputerReport, ComputerState, UnitKind
from briefbank.domain.documents import Reading
from briefbank.domain.ingest import Stage
from briefbank.errors import Cancelled, ComputersStopped, FileRefused, NotReadable
from briefbank.extraction.pdfium import MAX_PAGES
from briefbank.ingest.file_reading import FileReading
from briefbank.jobs import POLL_S
from briefbank.network.worker_client import NoAnswer
from briefbank.sandbox.restricted_unpickler import UntrustedAnswerError

log = logging.getLogger(__name__)

ATTEMPTS = 3
"""How often a unit is handed to the cluster that comes back without an answer, or from a computer that cannot
do it; then this computer does it."""
ROUNDS = 2
"""How often several computers must have ended with a unit before it counts as the cause: one that somebody
switches off ends in the same way."""
UNDER_WAY = 2
"""The units under way for each that the cluster does at once: no computer waits for the next, and no more lie
there."""
LOOK_S = 2.0
"""The time between two looks at which computers there are."""
HOUR_S = 3600.0
MOST_UNITS = 1024
"""The units at once that a computer is believed."""
_STAGES = (Stage.WAITING, Stage.READING, Stage.OCR, Stage.CUTTING)
"""The stages in which a file may be on another computer."""

Tell = Callable[[Stage, int, int], None]


class NotDone(Exception):
    """Raised where no other computer can do a unit now: this one is to do it."""


class _MayRest(Exception):
    """Raised where a unit that nobody began may lie at a computer that takes none now."""


@dataclass
class _Work:
    """A unit under way. Written by the threads of the server's answers, read by the one that waits."""

    unit: Unit
    packed: bytes
    """The unit as workers get it."""
    path: Path | None
    computer: str = ""
    told: tuple[Stage, int, int] | None = None
    received: bytearray = field(default_factory=bytearray)
    answered: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Dispatcher:
    """The units of one office server. Any thread."""

    def __init__(self, client: ClusterClient, server: str, pin: str) -> None:
        """``server`` is the address at which workers reach this server, ``pin`` the SHA-256 of its
        certificate."""
        self._client, self._arguments = client, (server, pin)
        self._works: dict[str, _Work] = {}
        self._lock, self._changed = threading.Lock(), threading.Condition()
        self._under_way = 0
        self._computers: list[ClusterComputer] = []
        self._rests = 0
        """How often a computer was seen to take no more units."""
        self._unable: dict[str, ComputerState] = {}
        self._pages: deque[tuple[float, str, int]] = deque()
        """When a computer had done how many pages, of the last hour."""
        self._closing = threading.Event()
        self._looker = threading.Thread(target=self._look, name="cluster", daemon=True)
        self._looker.start()

    def close(self) -> None:
        """End what looks for computers, and all that waits for one; units under way are cancelled."""
        self._closing.set()
        self._client.close()
        self._looker.join()

    def places(self) -> int:
        """Return how many units the cluster does at once now; 0 where it has no computer that works."""
        return sum(each.threads for each in self._computers if each.works)

    # --- for those who have a unit done ----------------------------------------------------------

    def do(
        self,
        unit: Unit,
        path: Path | None,
        check: Callable[[], None],
        tell: Tell = lambda stage, done, total: None,
        priority: int = 0,
    ) -> Any:
        """Have a unit about a file done, and return what it gave. Blocks; ``check`` is called a few times a
        second and may raise, ``tell`` gets how far it is. Units of higher priority come first.

        Raises what the unit raised, which is a FileRefused; NotReadable; ComputersStopped where several
        computers ended while they worked on it; NotDone; Cancelled once this is closed; and what ``check``
        raises.
        """
        packed = pack(WorkOrder(__version__, unit, _file(path) if path is not None else None))
        if len(packed) > LARGEST_PACKED:
            raise NotDone
        kills = attempts = 0
        with self._slot(check):
            while attempts < ATTEMPTS:
                attempts += 1
                try:
                    outcome = self._attempt(_Work(unit, packed, path), check, tell, priority)
                except _MayRest:
                    attempts -= 1
                    continue
                except ComputersStopped:
                    kills += 1
                    if kills == ROUNDS:
                        raise
                    continue
                if outcome is not None and outcome.unable is None:
                    return _given(outcome)
        raise self._not_done()

    def _attempt(self, work: _Work, check: Callable[[], None], tell: Tell, priority: int) -> Outcome | None:
        """Hand a unit to the cluster once; return its outcome, or None where it came back without one. Raises
        _MayRest.

        Dask hands a unit to one computer at once, where it waits behind others; of a computer that rests it
        takes few of them back, and none where all rest.
        """
        rests = self._rests
        if not self.places():
            raise self._not_done()
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._works[token] = work
        try:
            with self._client.submitted(token, (token, *self._arguments), priority) as ending:
                end: Ending | None = None
                told: tuple[Stage, int, int] | None = None
                while not work.answered.is_set():
                    check()
                    if not work.computer and self._rests != rests:
                        raise _MayRest
                    if work.told is not None and work.told != told:
                        told = work.told
                        tell(*told)
                    if end is None:
                        end = ending(POLL_S)
                    elif not work.answered.is_set():
                        self._require_another_try(end)
                        return None
                    if self._closing.is_set():
                        raise Cancelled
        except NoAnswer as error:
            raise self._not_done() from error
        finally:
            with self._lock:
                del self._works[token]
        return self._outcome(work)

    def _require_another_try(self, end: Ending) -> None:
        """Raise what a unit comes to that came back without an answer, unless it is to be tried again."""
        if end is Ending.KILLED:
            raise ComputersStopped(detail="workers ended")
        if end is Ending.LOST:
            raise self._not_done()
        time.sleep(POLL_S)

    def _outcome(self, work: _Work) -> Outcome | None:
        try:
            outcome = unpack(bytes(work.received), Outcome)
        except UntrustedAnswerError as error:
            log.warning("an answer of a worker was refused: %s", error)
            return None
        with self._lock:
            if outcome.unable is None:
                self._pages.append((time.monotonic(), work.computer, _pages(work.unit, outcome.value)))
                self._unable.pop(work.computer, None)
            else:
                self._unable[work.computer] = outcome.unable
        return outcome

    def _not_done(self) -> Exception:
        return Cancelled() if self._closing.is_set() else NotDone()

    @contextmanager
    def _slot(self, check: Callable[[], None]) -> Iterator[None]:
        """Wait until another unit may be under way. Raises NotDone where the cluster has nobody."""
        with self._changed:
            while self._under_way >= UNDER_WAY * self.places():
                if not self.places() or self._closing.is_set():
                    raise self._not_done()
                self._changed.wait(POLL_S)
                check()
            self._under_way += 1
        try:
            yield
        finally:
            with self._changed:
                self._under_way -= 1
                self._changed.notify_all()

    # --- for the workers that ask ----------------------------------------------------------------

    def order(self, token: str, untrusted_computer: str) -> bytes:
        """Return the packed unit of a token. Raises UnknownUnit."""
        work = self._work(token)
        work.computer = _name(untrusted_computer)
        return work.packed

    def path(self, token: str) -> Path:
        """Return the file of a unit. Raises UnknownUnit."""
        path = self._work(token).path
        if path is None:
            raise UnknownUnit
        return path

    def tell(self, token: str, stage: Stage, done: int, total: int) -> None:
        """Note how far a unit is, unless it cannot be there. Raises UnknownUnit."""
        work = self._work(token)
        if stage in _STAGES and 0 <= done <= total <= MAX_PAGES:
            work.told = stage, done, total

    def receive(self, token: str, offset: int, piece: bytes) -> None:
        """Add a piece to the answer; one that is there already, sent twice, changes nothing. Raises
        UnknownUnit."""
        work = self._work(token)
        with work.lock:
            if not 0 <= offset <= len(work.received) or offset + len(piece) > LARGEST_PACKED:
                raise UnknownUnit(detail="a piece that does not fit")
            if not work.answered.is_set():
                work.received[offset:] = piece

    def end(self, token: str, size: int) -> None:
        """Take an answer as whole. Raises UnknownUnit."""
        work = self._work(token)
        with work.lock:
            if size != len(work.received):
                raise UnknownUnit(detail="not whole")
            work.answered.set()

    def _work(self, token: str) -> _Work:
        with self._lock:
            work = self._works.get(token)
        if work is None:
            raise UnknownUnit
        return work

    # --- for those who look after it -------------------------------------------------------------

    def report(self) -> ClusterReport:
        """Return what the computers do. Waits for none of them."""
        since = time.monotonic() - HOUR_S
        with self._lock:
            while self._pages and self._pages[0][0] < since:
                self._pages.popleft()
            pages = list(self._pages)
            works = list(self._works.values())
            unable = dict(self._unable)
        return ClusterReport(
            tuple(
                ComputerReport(
                    name=each.name,
                    places=each.threads,
                    state=_state(each, unable.get(each.name)),
                    doing=tuple(_kind(work.unit) for work in works if work.computer == each.name),
                    pages_last_hour=sum(count for _, name, count in pages if name == each.name),
                )
                for each in sorted(self._computers, key=lambda computer: computer.name)
            ),
            waits_for_place=sum(1 for work in works if not work.computer),
            trouble=self._client.problem(),
        )

    def _look(self) -> None:
        """Look which computers there are, until the end."""
        while not self._closing.wait(LOOK_S if self._computers else POLL_S):
            before = _working(self._computers)
            try:
                self._computers = list(map(_believed, self._client.computers()))
            except NoAnswer:
                self._computers = []
            self._rests += not before <= _working(self._computers)


def _believed(untrusted: ClusterComputer) -> ClusterComputer:
    """Return what a computer says of itself with a name and a number that can be shown and counted with."""
    threads = min(max(untrusted.threads, 0), MOST_UNITS)
    return replace(untrusted, name=_name(untrusted.name), threads=threads)


def _working(computers: Iterable[ClusterComputer]) -> set[str]:
    """Return the names of the computers that take units."""
    return {each.name for each in computers if each.works}


def _given(outcome: Outcome) -> Any:
    """Return what a unit gave. Raises FileRefused; NotDone where it raised anything else, which might end
    more here than the unit."""
    if outcome.error is None:
        return outcome.value
    raise outcome.error if isinstance(outcome.error, FileRefused) else NotDone


def _file(path: Path) -> UnitFile:
    """Return what is said of a file to workers. Raises NotReadable; NotDone where it is too large for
    them."""
    try:
        status = path.stat()
    except OSError as error:
        raise NotReadable(detail=type(error).__name__) from error
    if status.st_size > fetched_files.LARGEST:
        raise NotDone
    return UnitFile(_hash(path, status.st_mtime_ns, status.st_size), status.st_size, path.suffix)


@lru_cache(256)
def _hash(path: Path, _changed: int, _size: int) -> str:
    """Return the hash of a file, which is asked for with each of its units."""
    return files.hash_file(path)


def _pages(unit: Unit, untrusted: object) -> int:
    """Return the pages that a unit was done with; those of a scan count once they are recognised."""
    match unit, untrusted:
        case RecognisePages(orders), tuple():
            return len(orders)
        case ReadFile(), FileReading(reading=Reading(pages=tuple() as pages)):
            return min(len(pages), MAX_PAGES)
    return 0


def _kind(unit: Unit) -> UnitKind:
    match unit:
        case ReadFile():
            return UnitKind.READING
        case RecognisePages():
            return UnitKind.RECOGNISING
        case EmbedTexts():
            return UnitKind.EMBEDDING


def _state(computer: ClusterComputer, unable: ComputerState | None) -> ComputerState:
    return unable or (ComputerState.WORKS if computer.works else ComputerState.RESTS)


def _name(untrusted: str) -> str:
    return "".join(each for each in untrusted if each.isprintable())[:100] or f"computer-{os.getpid()}"
