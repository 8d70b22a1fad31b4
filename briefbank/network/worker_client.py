"""Speaks with a worker process over its standard input and output: many threads, each with its own answer.

The program itself stays closed: ``guard.engage`` refuses every connection, to it and to what it starts
afterwards. A worker that may connect to one address is therefore started before that.
"""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue

from briefbank.errors import BriefBankError
from briefbank.network import egress_worker
from briefbank.network.egress_messages import Reply, Request, read_reply, write_request
from briefbank.sandbox import programs

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


class WorkerClient:
    """The client of one worker. Any thread, several at once."""

    NOT_YET = STOPPED = GONE = START_AGAIN = ""
    """What is said while the address is not known yet, of a worker that stopped, and of one that cannot be
    started, with the remedy."""

    def __init__(self, module: str, first: Request) -> None:
        """Start the worker and send it a first request, which says what it is for. Raises BriefBankError when
        it cannot start."""
        self._numbers = itertools.count(egress_worker.READY + 1)
        self._waiting: dict[int, SimpleQueue[Reply]] = {}
        self._lock = threading.Lock()
        self._known, self._problem = threading.Event(), ""
        try:
            self._process, self._ready_by = _start_worker(module), time.monotonic() + _READY_S
        except OSError as error:
            raise BriefBankError(self.GONE, self.START_AGAIN, detail=type(error).__name__) from error
        self._listener = threading.Thread(target=self._listen, name=module, daemon=True)
        self._listener.start()
        self._send(first)

    def problem(self) -> str:
        """Return '' when the address can be used, else a sentence, which may be that this is not known yet.
        Waits for that only in the first moments after the start."""
        known = self._known.wait(max(0.0, self._ready_by - time.monotonic()))
        return self._problem if known else self.NOT_YET

    def ask(self, request: Request, check: Callable[[], None] = lambda: None) -> Reply:
        """Return the reply to a request, whose number is given here. Blocks. ``check`` is called a few times
        a second, and what it raises goes on to the caller. Raises NoAnswer."""
        with self.asked(request) as answer:
            return _wait_for(answer, request.seconds + _GRACE_S, check)

    @contextlib.contextmanager
    def asked(self, request: Request) -> Iterator[SimpleQueue[Reply]]:
        """Send a request, and return where its reply will be, for as long as somebody waits for it. Raises
        NoAnswer."""
        if self.problem():
            raise NotThere("no egress worker")
        number, answer = next(self._numbers), SimpleQueue[Reply]()
        self._waiting[number] = answer
        try:
            self._send(replace(request, number=number))
            yield answer
        finally:
            self._waiting.pop(number, None)

    def close(self) -> None:
        """End the process; threads that wait for an answer get none. May be called twice."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()

    def _send(self, request: Request) -> None:
        assert self._process.stdin is not None
        try:
            with self._lock:
                write_request(self._process.stdin, request)  # type: ignore[arg-type]
        except (OSError, ValueError) as error:
            self._problem = self._problem or self.STOPPED
            raise NotThere("the egress worker is gone") from error

    def _listen(self) -> None:
        """Hand each answer to the thread that waits for it; answers nobody waits for any more are dropped."""
        assert self._process.stdout is not None
        try:
            first = read_reply(self._process.stdout)  # type: ignore[arg-type]
            self._problem = first.body.decode()
            self._known.set()
            while True:
                self._deliver(read_reply(self._process.stdout))  # type: ignore[arg-type]
        except (EOFError, OSError, ValueError):
            self._problem = self._problem or self.STOPPED
            self._known.set()
        for number in list(self._waiting):
            self._deliver(Reply(number, 0, egress_worker.REFUSED))

    def _deliver(self, reply: Reply) -> None:
        answer = self._waiting.get(reply.number)
        if answer is not None:
            answer.put(reply)


def _start_worker(module: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        programs.command(module),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=programs.environment(),
        cwd=programs.FOLDER,
    )


def _wait_for(answer: SimpleQueue[Reply], seconds: float, check: Callable[[], None]) -> Reply:
    for _ in range(max(1, round(seconds / _POLL_S))):
        check()
        try:
            return answer.get(timeout=_POLL_S)
        except Empty:
            continue
    raise NoAnswer("too slow")
