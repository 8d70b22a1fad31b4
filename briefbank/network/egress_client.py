"""Sends requests to the one address that the office configured, through a worker process.

Requests go to its standard input and answers come from its output: many threads, each with its own answer.

The program itself stays closed: ``guard.engage`` refuses every connection, to it and to what it starts
afterwards. A worker that may connect to one address is therefore started before that.
"""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import Generic, TypeVar

from briefbank.errors import BriefBankError
from briefbank.network import address, egress_worker
from briefbank.network.egress_worker import EgressReply, Request
from briefbank.sandbox import guard, messages
from briefbank.sandbox.messages import MalformedMessageError, Numbered
from briefbank.text.messages import NO_MESSAGE, Message, joined

Q = TypeVar("Q")
A = TypeVar("A")

_POLL_S = 0.2
_GRACE_S = 5.0
"""The time allowed beyond a request's own, which the worker keeps itself; this is for a worker that hangs."""
_READY_S = 2.0
"""The time from the start within which callers wait for the address. Later callers do not wait, however long
name resolution takes."""


class NoAnswer(OSError):
    """Raised when the server did not answer as a server should, or not in time."""


class NotThere(NoAnswer, ConnectionError):
    """Raised when there is nothing at the address, or no worker to reach it."""


class WorkerClient(Generic[Q, A]):
    """The client of one worker, which takes requests of one type and gives answers of one type. Any thread,
    several at once."""

    NOT_YET = STOPPED = GONE = START_AGAIN = NO_MESSAGE
    """What is said while the address is not known yet, of a worker that stopped, and of one that cannot be
    started, with the remedy."""

    def __init__(self, answer: type[A], module: str, *arguments: str, start: object = None) -> None:
        """Start the worker and send it ``start`` unless that is None. Raises BriefBankError if that fails."""
        self._answer, self._numbers = answer, itertools.count()
        self._waiting: dict[int, SimpleQueue[A | None]] = {}
        self._lock = threading.Lock()
        self._known, self._problem = threading.Event(), NO_MESSAGE
        try:
            self._process = subprocess.Popen(
                guard.command(module, *arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=guard.environment(),
                cwd=guard.FOLDER,
                creationflags=guard.NO_WINDOW,
            )
        except OSError as error:
            raise BriefBankError(self.GONE, self.START_AGAIN, detail=type(error).__name__) from error
        self._ready_by = time.monotonic() + _READY_S
        self._listener = threading.Thread(target=self._listen, name=module, daemon=True)
        self._listener.start()
        if start is not None:
            self._send(start)

    def problem(self) -> Message:
        """Return '' when the address can be used, else a sentence, which may be that this is not known yet.
        Waits for that only in the first moments after the start."""
        known = self._known.wait(max(0.0, self._ready_by - time.monotonic()))
        return self._problem if known else self.NOT_YET

    def ask(self, request: Q, seconds: float, check: Callable[[], None] = lambda: None) -> A:
        """Return the answer to a request, which the worker gives within this time. Blocks. ``check`` is
        called a few times a second, and what it raises goes on to the caller. Raises NoAnswer."""
        if self.problem():
            raise NotThere("no egress worker")
        number, queue = next(self._numbers), SimpleQueue[A | None]()
        self._waiting[number] = queue
        try:
            self._send(Numbered(number, request))
            for _ in range(max(1, round((seconds + _GRACE_S) / _POLL_S))):
                check()
                with contextlib.suppress(Empty):
                    answer = queue.get(timeout=_POLL_S)
                    break
            else:
                raise NoAnswer("too slow")
        finally:
            self._waiting.pop(number, None)
        if answer is None:
            raise NotThere("the egress worker ended")
        return answer

    def close(self) -> None:
        """End the process; threads that wait for an answer get none. May be called twice."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _send(self, message: object) -> None:
        assert self._process.stdin is not None
        try:
            with self._lock:
                messages.write(self._process.stdin, message)  # type: ignore[arg-type]
        except (OSError, ValueError) as error:
            self._problem = self._problem or self.STOPPED
            raise NotThere("the egress worker is gone") from error

    def _listen(self) -> None:
        """Hand each answer to the thread that waits for it; answers nobody waits for any more are dropped."""
        stream = self._process.stdout
        assert stream is not None
        try:
            self._problem = messages.read(stream, Message)  # type: ignore[arg-type]
            self._known.set()
            while True:
                answer: Numbered[A] = messages.read(stream, Numbered[self._answer])  # type: ignore[arg-type, name-defined]
                self._deliver(answer.number, answer.content)
        except (EOFError, OSError, ValueError, MalformedMessageError):
            self._problem = self._problem or self.STOPPED
            self._known.set()
        for number in list(self._waiting):
            self._deliver(number, None)

    def _deliver(self, number: int, answer: A | None) -> None:
        queue = self._waiting.get(number)
        if queue is not None:
            queue.put(answer)


class WrongCertificate(NoAnswer, ConnectionError):
    """Raised when the server is not the one whose certificate is pinned."""


class EndedCertificate(NoAnswer, ConnectionError):
    """Raised when the time of the server's certificate is over."""


class TooLongAnswer(NoAnswer):
    """Raised when the server's answer is longer than may be taken."""


_FAILURES = {
    egress_worker.TOO_LONG: TooLongAnswer,
    egress_worker.REFUSED: NotThere,
    egress_worker.OTHER_SERVER: WrongCertificate,
    egress_worker.ENDED: EndedCertificate,
}


Exchange = Callable[..., tuple[int, bytes]]
"""Does a request, with the arguments of ``EgressClient.exchange``, and returns the status and the answer."""


class EgressClient(WorkerClient[Request, EgressReply]):
    """The client of the egress worker. Any thread, several at once."""

    NOT_YET = Message(
        "The text recognition server has not been found yet. Until it is, pages are read on this computer."
    )
    GONE = Message("The part of BriefBank that talks to the text recognition server has stopped.")
    START_AGAIN = Message("Start BriefBank again; until then pages are read on this computer.")
    STOPPED = joined((GONE, START_AGAIN))

    def __init__(self, where: str, pin: str = "") -> None:
        """Start the worker for ``where``, the office's address, whose server must show the certificate with
        the SHA-256 ``pin``, if any. Returns at once. Raises BadAddress; BriefBankError when it cannot start;
        RuntimeError when the guard is engaged, since nothing that is started then can connect."""
        if guard.level() != "off":
            raise RuntimeError("the guard is engaged already")
        address.parse_address(where)
        self.where = where
        super().__init__(EgressReply, egress_worker.__name__, where, pin)

    def post(
        self, path: str, body: bytes, timeout_s: float, check: Callable[[], None] = lambda: None
    ) -> tuple[int, bytes]:
        """Send JSON; return the status and the answer, at most MAX_ANSWER bytes. See ``exchange``."""
        return self.exchange("POST", path, body, {}, timeout_s, check)

    def exchange(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
        timeout_s: float,
        check: Callable[[], None] = lambda: None,
    ) -> tuple[int, bytes]:
        """Send a request; return its status and answer. Blocks. ``check``: see ``ask``. Raises NoAnswer."""
        reply = self.ask(Request(timeout_s, path, body, method, tuple(headers.items())), timeout_s, check)
        if reply.status == 0:
            raise _FAILURES.get(reply.body, NoAnswer)(reply.body.decode())
        return reply.status, reply.body
