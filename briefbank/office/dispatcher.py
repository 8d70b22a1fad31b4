"""Spreads the recognition of text over the computers of the cluster: decides which of them does which unit,
takes the outcomes, and does the work here while there is none (README.md, "Many machines").

What waits, and what became of it, is known here and in the library's ledger alone, so whatever stops, a unit
is done once more, and an outcome is never taken twice.
"""

from __future__ import annotations

import logging
import secrets
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from briefbank import __version__, files
from briefbank.domain.office import ClusterReport, ComputerReport, ComputerState
from briefbank.domain.pages import PageOrder, RecognisedPage
from briefbank.errors import BriefBankError, Cancelled, StoreError
from briefbank.ingest.progress import WorkSpread
from briefbank.jobs import POLL_S, work_in_threads
from briefbank.ocr import tesseract
from briefbank.ocr.engines import OcrEngine
from briefbank.ocr.tesseract import ENGINE, UNREADABLE
from briefbank.office import units
from briefbank.office.broker import Broker, BrokerAway
from briefbank.text.messages import NO_MESSAGE, Message

log = logging.getLogger(__name__)

ATTEMPTS = 3  # How often a unit is given to a computer that returns no outcome; then this computer does it
CRASHES_OF_ONE, CRASHES = 2, 6
"""How often a unit may crash one computer before that one gets it no more, and all of them together before
the unit counts as the cause. So one computer alone, which may lie, has no file refused. A computer that
somebody switches off looks the same: with a hundred random kills among five hundred files, two units met
three of them by chance."""
BEGIN_S = 10.0  # The time within which a computer must fetch a unit; else it does not hear the broker
UNIT_S = 900.0
"""The time within which a unit must be done. A page may take 20 s, and one minute in a thorough reading."""
PAUSE_S = 30.0  # The time for which a computer gets no unit after one that did not come back from it
FIRST_UNITS = 2
"""The units at once that a computer gets before its first outcome, and by how many they grow with each one:
who answers nothing holds up no more."""
GONE_S = 60.0  # The silence after which a computer counts as gone: one that is switched off says nothing
LOOK_S = 2.0  # The time between two looks at the broker and at the accounts of workers
MOST_PLACES = 256  # The units at once that a computer is given at the most
UNITS_OF_FILE = 4  # The units of one file under way at once, so that a long scan leaves room for others


class NotDone(Exception):
    """Raised where no other computer can do a unit now: this one is to do it."""


class CrashedAll(Exception):
    """Raised where a unit crashed several computers, and is the cause."""


class _Crashed(Exception):
    """Raised where the computer that had begun a unit has started anew, or is silent."""


@dataclass(eq=False)
class _Computer:
    """A worker, as it describes itself. Changed under the dispatcher's lock."""

    number: str
    presence: units.Presence
    seen: float  # When it was last heard, by the monotonic clock
    seen_before: float = 0.0
    earlier_runs: deque[str] = field(default_factory=lambda: deque(maxlen=16))
    given: int = 0  # The units that it has been given and that have not ended
    shown: int = FIRST_UNITS  # The units at once that it has shown to be worth
    paused_until: float = 0.0
    unable: ComputerState | None = None

    @property
    def name(self) -> str:
        printable = "".join(letter for letter in self.presence.name if letter.isprintable())
        return printable[:100] or f"computer {self.number}"

    @property
    def places(self) -> int:
        return min(max(self.presence.places, 0), MOST_PLACES)

    def works(self, now: float) -> bool:
        is_there = self.presence.works and self.presence.release == __version__ and not self.is_gone(now)
        return is_there and now >= self.paused_until

    def is_gone(self, now: float) -> bool:
        return now - self.seen > GONE_S

    def state(self, now: float) -> ComputerState:
        if self.presence.release != __version__:
            return ComputerState.OTHER_RELEASE
        return self.unable or (ComputerState.WORKS if self.works(now) else ComputerState.RESTS)

    def pause(self, reason: ComputerState) -> None:
        self.paused_until, self.unable = time.monotonic() + PAUSE_S, reason
        self.shown = FIRST_UNITS


@dataclass(eq=False)
class _Work:
    """A unit that a computer has been given. Written by the threads of the server's answers, read by the one
    that waits."""

    packed: bytes  # The unit as workers get it
    path: Path
    computer: _Computer
    run: str
    begun: float = 0.0  # When the computer fetched it; 0 before
    answered: threading.Event = field(default_factory=threading.Event)
    outcome: units.Outcome | None = None  # None, too, where what arrived is no outcome


class Dispatcher:
    """The units of one office server. Any thread."""

    def __init__(self, broker: Broker, accounts: Callable[[], Mapping[str, str]]) -> None:
        """``accounts`` returns the hashes of the workers' secrets by the workers' numbers."""
        self._broker, self._accounts = broker, accounts
        self._works: dict[str, _Work] = {}
        self._lock = threading.Lock()
        self._changed = threading.Condition(self._lock)
        self._computers: dict[str, _Computer] = {}
        self._waiting = list[object]()  # Who waits for a place, in order
        self._broker_answers = False
        self._closing = threading.Event()
        self._looker = threading.Thread(target=self._look, name="cluster", daemon=True)
        self._looker.start()

    def close(self) -> None:
        """End the thread that looks after the broker, and all that waits for a computer."""
        self._closing.set()
        self._looker.join()
        self._broker.close()

    def places(self) -> int:
        """Return how many units the computers do at once now; 0 where none of them works."""
        with self._lock:
            return sum(computer.places for computer in self._able(()))

    def _able(self, unable: Collection[str]) -> list[_Computer]:
        now, computers = time.monotonic(), self._computers.values()
        if not self._broker_answers:
            return []
        return [computer for computer in computers if computer.works(now) and computer.number not in unable]

    def do(
        self, path: Path, orders: Sequence[PageOrder], engine: str, check: Callable[[], None]
    ) -> tuple[RecognisedPage, ...]:
        """Have pages of a file recognised. Blocks; ``check`` is called a few times a second and may raise.

        Raises CrashedAll where the unit crashed several computers; NotDone where this computer is to do it;
        Cancelled once this is closed; and what ``check`` raises.
        """
        packed = units.pack(units.Unit(*_file(path), tuple(orders), engine))
        attempts, crashes = 0, Counter[str]()
        unable: set[str] = set()
        """The computers that do not get this unit any more."""
        while attempts < ATTEMPTS:
            with self._slot(unable, check) as computer:
                work = _Work(packed, path, computer, computer.presence.run)
                try:
                    outcome = self._attempt(work, check)
                except _Crashed as crash:
                    computer.shown = FIRST_UNITS
                    crashes[computer.number] += 1
                    if crashes.total() == CRASHES:
                        raise CrashedAll from crash
                    if crashes[computer.number] == CRASHES_OF_ONE:
                        unable.add(computer.number)
                    continue
            attempts += 1
            if outcome is None:
                continue
            if outcome.unable is None:
                return outcome.pages
            unable.add(computer.number)
        raise self._not_done()

    @contextmanager
    def _slot(self, unable: Collection[str], check: Callable[[], None]) -> Iterator[_Computer]:
        """Wait for a place at the computer that has the fewest units. Raises NotDone where none works."""
        ticket = object()
        with self._changed:
            self._waiting.append(ticket)
            try:
                while True:
                    able = self._able(unable)
                    if not able or self._closing.is_set():
                        raise self._not_done()
                    free = [
                        computer for computer in able if computer.given < min(computer.places, computer.shown)
                    ]
                    if free and ticket is self._waiting[0]:
                        computer = min(free, key=lambda computer: (computer.given, -computer.places))
                        break
                    self._changed.wait(POLL_S)
                    check()
                computer.given += 1
            finally:
                self._waiting.remove(ticket)
                self._changed.notify_all()
        try:
            yield computer
        finally:
            with self._changed:
                computer.given -= 1
                self._changed.notify_all()

    def _attempt(self, work: _Work, check: Callable[[], None]) -> units.Outcome | None:
        """Give a unit to its computer, and return the outcome; None where there is none. Raises _Crashed."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self._works[token] = work
        try:
            self._broker.send(work.computer.number, token)
            sent = time.monotonic()
            while not work.answered.wait(POLL_S):
                check()
                if self._closing.is_set():
                    raise Cancelled
                with self._lock:
                    if not work.answered.is_set() and _has_given_up(token, work, sent):
                        return None
        except BrokerAway as error:
            self._note_broker(error)
            return None
        finally:
            with self._lock:
                del self._works[token]
        if (outcome := work.outcome) is not None:
            with self._lock:
                work.computer.unable = outcome.unable
                if outcome.unable is None:
                    work.computer.shown = min(work.computer.shown + FIRST_UNITS, MOST_PLACES)
        return outcome

    def _not_done(self) -> Exception:
        return Cancelled() if self._closing.is_set() else NotDone()

    def present(self, number: str, presence: units.Presence) -> list[str]:
        """Note what a worker says of itself; return the tokens of its units for which nobody waits. Raises
        InvitationUsedTwice for an earlier run of its program that goes on: two computers work by one
        invitation."""
        with self._changed:
            now = time.monotonic()
            computer = self._computers.get(number)
            if computer is None:
                self._computers[number] = _Computer(number, presence, now)
            elif presence.run in computer.earlier_runs:
                raise units.InvitationUsedTwice
            else:
                if presence.run != computer.presence.run:
                    computer.earlier_runs.append(computer.presence.run)
                    computer.unable, computer.shown = None, FIRST_UNITS
                computer.seen_before, computer.seen = computer.seen, now
                computer.presence = presence
            works = {token: self._works.get(token) for token in presence.units}
            unwanted = [t for t, work in works.items() if work is None or work.computer.number != number]
            self._changed.notify_all()
        return unwanted

    def order(self, number: str, token: str) -> bytes:
        work = self.work(number, token)
        work.begun = time.monotonic()
        return work.packed

    def receive(self, number: str, token: str, untrusted: bytes) -> None:
        """Take the outcome of a unit; a second one changes nothing. Raises UnknownUnit."""
        work, outcome = self.work(number, token), None
        try:
            outcome = units.unpack_outcome(untrusted)
        except units.BadOutcome as error:
            log.warning("an outcome of a worker was refused: %s", error)
        with self._lock:
            if not work.answered.is_set():
                work.outcome = outcome
                work.answered.set()

    def work(self, number: str, token: str) -> _Work:
        """Return the unit of a token. Raises UnknownUnit unless this worker has it."""
        with self._lock:
            work = self._works.get(token)
        if work is None or work.computer.number != number:
            raise units.UnknownUnit
        return work

    def report(self) -> ClusterReport:
        now = time.monotonic()
        with self._lock:
            begun = [work for work in self._works.values() if work.begun]
            return ClusterReport(
                tuple(
                    ComputerReport(
                        name=computer.name,
                        slots=computer.places,
                        state=computer.state(now),
                        doing=sum(work.computer is computer for work in begun),
                    )
                    for computer in sorted(self._computers.values(), key=lambda computer: computer.name)
                ),
                waiting=len(self._works) - len(begun) + len(self._waiting),
                trouble=NO_MESSAGE if self._broker_answers else BrokerAway().message,
            )

    def _look(self) -> None:
        """Look after the broker and the accounts, and forget the computers that were revoked, or are long
        gone, until the end."""
        while not self._closing.is_set():
            try:
                accounts = self._accounts()
                self._broker.keep_accounts(accounts)
            except (BrokerAway, StoreError) as error:
                self._note_broker(error)
            else:
                self._note_broker(None)
                now = time.monotonic()
                with self._changed:
                    for computer in list(self._computers.values()):
                        if computer.number not in accounts:
                            computer.seen = -GONE_S
                            del self._computers[computer.number]
                        elif computer.is_gone(now) and not computer.given:
                            del self._computers[computer.number]
                    self._changed.notify_all()
            self._closing.wait(LOOK_S)

    def _note_broker(self, error: Exception | None) -> None:
        with self._changed:
            if error is not None and self._broker_answers:
                log.warning("the broker does not answer: %s", type(error).__name__)
            self._broker_answers = error is None
            self._changed.notify_all()


def _has_given_up(token: str, work: _Work, sent: float) -> bool:
    """Tell whether a computer will never send the outcome. Raises _Crashed. Under the dispatcher's lock."""
    now, computer = time.monotonic(), work.computer
    is_same_run = computer.presence.run == work.run
    if not work.begun:
        if is_same_run and now - sent > BEGIN_S:
            computer.pause(ComputerState.NO_MESSAGES)
        return not is_same_run or now - sent > BEGIN_S
    if not is_same_run or computer.is_gone(now):
        raise _Crashed
    if now - work.begun > UNIT_S:
        computer.pause(ComputerState.FAULT)
        return True
    # What it says when it has just fetched the unit may be older than that.
    return work.begun < computer.seen_before and token not in computer.presence.units


def _file(path: Path) -> tuple[str, int]:
    """Return hash and size of a file. Raises NotDone where it is too large for workers, or cannot be read."""
    try:
        status = path.stat()
        if status.st_size > units.LARGEST_FILE:
            raise NotDone
        return _hash(path, status.st_mtime_ns, status.st_size), status.st_size
    except (OSError, BriefBankError) as error:
        raise NotDone from error


@lru_cache(256)
def _hash(path: Path, _changed: int, _size: int) -> str:
    return files.hash_file(path)


class ClusterSpread(WorkSpread):
    """The cluster of one office server. Any thread."""

    def __init__(self, dispatcher: Dispatcher) -> None:
        self._dispatcher = dispatcher

    def places(self, here: int) -> int:
        return max(here, self._dispatcher.places())

    def engine(self, local: OcrEngine) -> OcrEngine:
        return _SpreadEngine(self._dispatcher, local)


class _SpreadEngine(OcrEngine):
    """Recognises pages elsewhere, a few in each unit, or with ``local``."""

    def __init__(self, dispatcher: Dispatcher, local: OcrEngine) -> None:
        self._dispatcher, self._local = dispatcher, local
        self.name = local.name
        self._fingerprint = ""

    def problem(self) -> Message:
        return self._local.problem()  # workers have the same engine as this computer, or none is used

    def recognise(
        self,
        source: Path,
        orders: Sequence[PageOrder],
        work: Path,
        *,
        on_page: Callable[[RecognisedPage], None],
        check: Callable[[], None],
    ) -> None:
        if not self._dispatcher.places() or self.problem():
            self._local.recognise(source, orders, work, on_page=on_page, check=check)
            return
        self._fingerprint = self._fingerprint or tesseract.fingerprint()
        parts = [orders[at : at + units.PAGES_OF_UNIT] for at in range(0, len(orders), units.PAGES_OF_UNIT)]

        def recognised(some: Sequence[PageOrder], check_unit: Callable[[], None]) -> list[RecognisedPage]:
            pages: list[RecognisedPage] = []
            try:
                untrusted = self._dispatcher.do(source, some, self._fingerprint, check_unit)
                if sorted(page.index for page in untrusted) == sorted(order.index for order in some):
                    return list(untrusted)
            except NotDone:
                pass
            except CrashedAll:
                return [
                    RecognisedPage(order.index, ENGINE, order.setting, (), problem=UNREADABLE)
                    for order in some
                ]
            self._local.recognise(source, some, work, on_page=pages.append, check=check_unit)
            return pages

        def keep(pages: list[RecognisedPage]) -> None:
            for page in pages:
                on_page(page)

        at_once = min(len(parts), UNITS_OF_FILE)
        with ThreadPoolExecutor(max(1, at_once), thread_name_prefix="cluster") as threads:
            work_in_threads(threads, at_once, recognised, parts, keep, check)

    def close(self) -> None:
        self._local.close()
