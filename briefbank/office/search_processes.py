"""Answers searches and other readings in a few child processes, each with the library open for itself.

A child does one thing after the other, and where there are several, one does nothing for a person for whom
all others work. A search is taken by the first that has nothing to do, and what the client asks next by the
same one, which has its results, unless that has much to do. What changes the library, jobs, and what the
local model or the files being added have a part in stay in the server's own process, which also answers
everything while no child is ready.
"""

from __future__ import annotations

import gc
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank.domain.office import Action, Person
from briefbank.errors import BriefBankError, Cancelled
from briefbank.office import wire
from briefbank.office.performer import REVISION, Performer
from briefbank.office.walls import MOST_KEPT, Walls
from briefbank.office.wire import HttpAnswer, Operation
from briefbank.sandbox import guard
from briefbank.sandbox.child import Child, ChildEndedError, ChildSilentError, Tell
from briefbank.sandbox.guard import be_quiet, processors
from briefbank.sandbox.messages import ParentPipe, failure_of

if TYPE_CHECKING:
    from briefbank.office.library import OfficeLibrary

log = logging.getLogger(__name__)

FEWEST = 2
KEPT_TOGETHER = 48
"""The libraries without some matters that stay open in all children together: each has a connection to the
office's database, which allows a hundred where nobody changed it."""
ANSWER_WITHIN_S = 15.0  # The time for one request, after which it is given up and the child is replaced
READY_WITHIN_S = 120.0  # The time within which a child must have opened the library and loaded its models
TRY_AGAIN_AFTER_S = 10.0  # The time after which a child that could not be started is tried again
LOOK_S = 1.0  # The time after which it is seen that a child that has nothing to do is gone
CLOSED_WITHIN_S = 5.0  # The time that a child has to close the library
SEARCH = "search"
MUCH_TO_DO = 2
"""The requests of its clients that a child has before it, beyond which any other takes the next."""

_ELSEWHERE = frozenset({"ingest", "maintenance", "provision_finder", "query_expansion", "summaries"})
"""The services in which the local model or the files being added have a part."""


def is_answered(operation: Operation) -> bool:
    reads = operation.action is Action.READ and not operation.reporter
    return reads and operation.name != REVISION and operation.service not in _ELSEWHERE


@dataclass
class _Request:
    person: Person
    operation: Operation
    untrusted: bytes
    number: int  # Requests are taken in the order of their numbers
    answer: Future[HttpAnswer | None] = field(default_factory=Future)
    """None where the server's own process is to answer."""

    @property
    def client(self) -> str:
        return f"{self.person.name}\n{self.person.device}"

    def begin(self) -> bool:
        """Tell whether somebody still wants the answer; from now on it is too late to give it up."""
        return self.answer.set_running_or_notify_cancel()

    def leave(self) -> None:
        if self.begin():
            self.answer.set_result(None)


@dataclass(eq=False)
class _Slot:
    own: deque[_Request] = field(default_factory=deque)
    """The requests that wait for this child."""
    thread: threading.Thread | None = None
    child: Child | None = None  # None while it is started
    person: str = ""
    """For whom it works; while it is replaced, the one whose request ended it."""


class SearchProcesses:
    """The children of one server. Any thread."""

    def __init__(
        self,
        library: OfficeLibrary,
        opened: Callable[[], OfficeLibrary],
        walls: Path,
        number: int | None = None,
    ) -> None:
        """``library`` is the server's own, ``opened`` opens it in a child and can be pickled, and ``walls``
        is the file of the walls. ``number``: how many, where the usual number is not wanted."""
        self._library, self._opened, self._walls = library, opened, walls
        self._changed, self._starting = threading.Condition(), threading.Lock()
        self._waiting: deque[_Request] = deque()
        """The requests that the next child takes that has nothing to do."""
        self._numbers, self._closing = count(), threading.Event()
        self._last: dict[str, _Slot] = {}
        """Where each client was answered last."""
        self._all = [_Slot() for _ in range(number or max(FEWEST, processors()))]
        self._most_kept = max(1, min(MOST_KEPT, KEPT_TOGETHER // len(self._all)))

    def start(self) -> None:
        """Begin to start the children, one after the other; none is waited for."""
        for slot in self._all:
            slot.thread = threading.Thread(target=self._keep, args=(slot,), name="search", daemon=True)
            slot.thread.start()

    def close(self) -> None:
        """End the children. Call it while no request is under way."""
        self._closing.set()
        with self._changed:
            self._changed.notify_all()
        for slot in self._all:
            if slot.thread is not None:
                slot.thread.join()

    def pids(self) -> list[int]:
        with self._changed:
            return [process.child.pid for process in self._all if process.child is not None]

    def ask(self, person: Person, operation: Operation, untrusted: bytes) -> Future[HttpAnswer | None]:
        """Have a child answer a request. The result is None where none is ready, and a fault where the child
        dies meanwhile."""
        request = _Request(person, operation, untrusted, next(self._numbers))
        with self._changed:
            slot = None if operation.name == SEARCH else self._last.get(request.client)
            if all(process.child is None for process in self._all):
                request.leave()
            elif slot is None or slot.child is None or len(slot.own) >= MUCH_TO_DO:
                self._waiting.append(request)
            else:
                slot.own.append(request)
            self._changed.notify_all()
        return request.answer

    def _keep(self, slot: _Slot) -> None:
        while not self._closing.is_set():
            child, model = self._started()
            if child is None:
                slot.person = ""
                self._closing.wait(TRY_AGAIN_AFTER_S)
                continue
            with self._changed:
                slot.child = child
            try:
                self._hand_over(slot, child, model)
            finally:
                # Its requests are left to the others, or to the server's own process.
                with self._changed:
                    slot.child = None
                    self._waiting.extendleft(reversed(slot.own))
                    slot.own.clear()
                    if all(process.child is None for process in self._all):
                        while self._waiting:
                            self._waiting.popleft().leave()
                child.end(CLOSED_WITHIN_S)

    def _hand_over(self, slot: _Slot, child: Child, model: str) -> None:
        """Hand requests to a child until it dies, or the server searches with another model than ``model``,
        or ends."""
        while not self._closing.is_set():
            request = self._taken(slot)
            if not child.is_running() or self._model() != model:
                slot.person = ""
                if request is not None:
                    request.leave()
                return
            if request is not None and request.begin() and not _is_asked(child, request):
                return

    def _taken(self, slot: _Slot) -> _Request | None:
        """Wait a little for the next request of a place, and return it; None where there is none."""
        with self._changed:
            slot.person = ""
            self._changed.notify_all()
            self._changed.wait_for(lambda: self._closing.is_set() or self._next(slot), LOOK_S)
            if (request := self._next(slot)) is None:
                return None
            (slot.own if request in slot.own else self._waiting).remove(request)
            self._last[request.client], slot.person = slot, request.person.name
            return request

    def _next(self, slot: _Slot) -> _Request | None:
        """Return the oldest request that a place may take: not of a person who has all other places."""
        others = [other.person for other in self._all if other is not slot]
        full = {name for name in others if name and others.count(name) == len(others)}
        queues = (slot.own, self._waiting)
        firsts = (next((one for one in queue if one.person.name not in full), None) for queue in queues)
        return min(filter(None, firsts), key=lambda request: request.number, default=None)

    def _started(self) -> tuple[Child | None, str]:
        """Start a child, and return it once it can answer, and the model that the server searches with; None
        in place of a child that cannot, or where the server ends.

        One is started at a time, and none before the server itself can search by meaning.
        """

        def check() -> None:
            if self._closing.is_set():
                raise Cancelled

        with self._starting:
            with suppress(BriefBankError):
                self._library.warm()
            model = self._model()
            if self._closing.is_set():
                return None, model
            try:
                child = Child(
                    _answer_requests, self._opened, self._walls, self._most_kept, confine=guard.engage
                )
                try:
                    child.receive(type(None), READY_WITHIN_S, check=check)
                except Cancelled:
                    child.end(CLOSED_WITHIN_S)
                    return None, model
            except (ChildEndedError, ChildSilentError, OSError) as error:
                log.warning("a search process did not start: %s", type(error).__name__)
                return None, model
            return child, model

    def _model(self) -> str:
        active = self._library.embedding.ready()
        return active.name if active else ""


def _is_asked(child: Child, request: _Request) -> bool:
    """Have a child answer a request, and tell whether it is still there. A request that ends the child, or is
    not answered in time, is answered with a fault."""
    question = request.person, request.operation.name, request.untrusted
    try:
        body, status, mistake = child.ask(question, tuple[bytes, int, str], ANSWER_WITHIN_S)
    except (ChildSilentError, ChildEndedError) as error:
        log.warning("a search process failed: %s %s", type(error).__name__, request.operation.name)
        is_slow = isinstance(error, ChildSilentError)
        fault = wire.refusal_for(wire.TooMuchAsked()) if is_slow else wire.answer_of(wire.UNEXPECTED, 500)
        request.answer.set_result(fault)
        return False
    if mistake:
        log.warning("a request failed: %s %s", request.operation.name, mistake)
    request.answer.set_result(HttpAnswer(body, status))
    return True


def _answer_requests(
    pipe: ParentPipe, _tell: Tell, opened: Callable[[], OfficeLibrary], walls_file: Path, most_kept: int
) -> None:
    be_quiet()
    with (
        opened() as library,
        closing(Walls(walls_file, library)) as walls,
        closing(Performer(library, walls, most_kept)) as performer,
    ):
        library.keep_apart(walls.groups)
        with suppress(BriefBankError):  # words are searched without a model, and each answer says so
            library.warm()
        gc.collect()
        gc.freeze()  # what is loaded now is never garbage
        with suppress(OSError):  # the server closed the pipe
            pipe.send(None)
            pipe.answer_all(tuple[Person, str, bytes], lambda request: _answered(performer, *request))


def _answered(performer: Performer, person: Person, name: str, untrusted: bytes) -> tuple[bytes, int, str]:
    """Return the answer to a request, and where it failed by a mistake of ours the place and the error's
    name."""
    operation = wire.OPERATIONS[name]
    try:
        return *HttpAnswer(performer.perform(person, operation, operation.decoded(untrusted))), ""
    except wire.REFUSED as error:
        return *wire.refusal_for(error), ""
    except Exception as error:  # noqa: BLE001  # the server logs it
        return *wire.answer_of(wire.UNEXPECTED, 500), failure_of(error).detail
