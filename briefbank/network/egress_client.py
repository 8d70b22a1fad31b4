"""Sends pages to the one address that the office configured, through a worker process.

The program itself stays closed: ``guard.engage`` refuses every connection, to it and to what it starts
afterwards. The worker (``egress_worker``) is therefore started before that, is held to that address, and is
spoken to over its standard input and output.
"""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue

from briefbank.errors import BriefBankError
from briefbank.network import address, egress_worker
from briefbank.network.egress_messages import Reply, Request, read_reply, write_request
from briefbank.sandbox import guard, programs

_POLL_S = 0.2
_GRACE_S = 5.0
"""The time allowed beyond a request's own, which the worker keeps itself; this is for a worker that hangs."""
_READY_S = 2.0
"""The time from the start within which callers wait for the address. Later callers do not wait, however long
name resolution takes."""
_NOT_YET = "The text recognition server has not been found yet. Until it is, pages are read on this computer."
_GONE = "The part of BriefBank that talks to the text recognition server has stopped."
_START_AGAIN = "Start BriefBank again; until then pages are read on this computer."
_STOPPED = f"{_GONE} {_START_AGAIN}"


class NoAnswer(OSError):
    """Raised when the server did not answer as a server should, or not in time."""


class NotThere(NoAnswer, ConnectionError):
    """Raised when there is nothing at the address, or no worker to reach it."""


class OtherServer(NoAnswer, ConnectionError):
    """Raised when the server is not the one whose certificate is pinned."""


_FAILURES = {egress_worker.REFUSED: NotThere, egress_worker.OTHER_SERVER: OtherServer}


class EgressClient:
    """The client of the egress worker. Any thread, several at once."""

    def __init__(self, where: str, pin: str = "") -> None:
        """Start the worker for ``where``, the office's address, whose server must show the certificate with
        the SHA-256 ``pin``, if any. Raises BadAddress; BriefBankError when it cannot start."""
        address.parse_address(where)
        self.where = where
        self._numbers = itertools.count(egress_worker.READY + 1)
        self._waiting: dict[int, SimpleQueue[Reply]] = {}
        self._lock = threading.Lock()
        self._known, self._problem = threading.Event(), ""
        self._process, self._ready_by = _start_worker(), time.monotonic() + _READY_S
        self._listener = threading.Thread(target=self._listen, name="egress-client", daemon=True)
        self._listener.start()
        headers = ((egress_worker.PIN, pin),) if pin else ()
        self._send(Request(egress_worker.READY, 0.0, where, b"", headers=headers))

    def problem(self) -> str:
        """Return '' when the address can be used, else a sentence, which may be that this is not known yet.
        Waits for that only in the first moments after the start."""
        known = self._known.wait(max(0.0, self._ready_by - time.monotonic()))
        return self._problem if known else _NOT_YET

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
        """Send a request; return the status and the answer. Blocks. ``check`` is called a few times a second,
        and what it raises goes on to the caller. Raises NoAnswer."""
        if self.problem():
            raise NotThere("no egress worker")
        number, answer = next(self._numbers), SimpleQueue[Reply]()
        self._waiting[number] = answer
        try:
            self._send(Request(number, timeout_s, path, body, method, tuple(headers.items())))
            reply = _wait_for(answer, timeout_s + _GRACE_S, check)
        finally:
            self._waiting.pop(number, None)
        if reply.status == 0:
            raise _FAILURES.get(reply.body, NoAnswer)(reply.body.decode())
        return reply.status, reply.body

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
            self._problem = self._problem or _STOPPED
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
            self._problem = self._problem or _STOPPED
            self._known.set()
        for number in list(self._waiting):
            self._deliver(Reply(number, 0, egress_worker.REFUSED))

    def _deliver(self, reply: Reply) -> None:
        answer = self._waiting.get(reply.number)
        if answer is not None:
            answer.put(reply)


def start(where: str, pin: str = "") -> EgressClient | None:
    """Return the client for the office's address; None when none is configured. Call before ``guard.engage``.
    ``pin``: see EgressClient.

    Returns at once. Raises BadAddress; BriefBankError when no worker can be started; RuntimeError when the
    guard is engaged already, since nothing that is started then can connect.
    """
    if not where:
        return None
    if guard.level() != "off":
        raise RuntimeError("the guard is engaged already")
    return EgressClient(where, pin)


def _start_worker() -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            programs.command(egress_worker.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=programs.environment(),
            cwd=programs.FOLDER,
        )
    except OSError as error:
        raise BriefBankError(_GONE, _START_AGAIN, detail=type(error).__name__) from error


def _wait_for(answer: SimpleQueue[Reply], seconds: float, check: Callable[[], None]) -> Reply:
    for _ in range(max(1, round(seconds / _POLL_S))):
        check()
        try:
            return answer.get(timeout=_POLL_S)
        except Empty:
            continue
    raise NoAnswer("too slow")
