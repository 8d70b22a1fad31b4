"""Sends pages to the one address that the office configured, through a process of its own.

The program itself stays closed: ``guard.engage`` refuses every connection, to it and to what it starts
afterwards. The courier's process (``carrier``) is therefore started before, is held to that address, and is
spoken to over its standard input and output.
"""

from __future__ import annotations

import contextlib
import itertools
import subprocess
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from briefbank import programs
from briefbank.closed import address, carrier, guard
from briefbank.closed.frames import Reply, Request, read_reply, write_request
from briefbank.errors import BriefBankError

_POLL_S = 0.2
_GRACE_S = 5.0
"""The carrier keeps the time itself; this is for a carrier that hangs."""
_READY_S = 2.0
"""After the start; whoever asks later waits no more, however long the network looks for a name."""
_NOT_YET = "The text recognition server has not been found yet. Until it is, pages are read on this computer."
_GONE = "The part of BriefBank that talks to the text recognition server has stopped."
_START_AGAIN = "Start BriefBank again; until then pages are read on this computer."
_STOPPED = f"{_GONE} {_START_AGAIN}"


class NoAnswer(OSError):
    """The server did not answer as a server should, or not in time."""


class NotThere(NoAnswer, ConnectionError):
    """There is nothing at the address, or no courier to go there."""


class Courier:
    """Any thread, several at once."""

    def __init__(self, where: str) -> None:
        """``where`` is the office's address. Raises BadAddress; BriefBankError when it cannot start."""
        address.understood(where)
        self.where = where
        self._numbers = itertools.count(carrier.READY + 1)
        self._waiting: dict[int, SimpleQueue[Reply]] = {}
        self._lock = threading.Lock()
        self._known, self._problem = threading.Event(), ""
        self._process, self._ready_by = _started(), time.monotonic() + _READY_S
        self._listener = threading.Thread(target=self._listen, name="courier", daemon=True)
        self._listener.start()
        self._send(Request(carrier.READY, 0.0, where, b""))

    def problem(self) -> str:
        """Empty when the address can be used, else a sentence, which may be that this is not known yet.

        Waits for that only in the first moments after the start.
        """
        known = self._known.wait(max(0.0, self._ready_by - time.monotonic()))
        return self._problem if known else _NOT_YET

    def post(
        self, path: str, body: bytes, timeout_s: float, check: Callable[[], None] = lambda: None
    ) -> tuple[int, bytes]:
        """Send JSON; returns the status and the answer, at most MAX_ANSWER bytes. Blocks.

        ``check`` is called a few times a second, and what it raises goes on to the caller. Raises NoAnswer.
        """
        if self.problem():
            raise NotThere("no courier")
        number, answer = next(self._numbers), SimpleQueue[Reply]()
        self._waiting[number] = answer
        try:
            self._send(Request(number, timeout_s, path, body))
            reply = _awaited(answer, timeout_s + _GRACE_S, check)
        finally:
            self._waiting.pop(number, None)
        if reply.status == 0:
            raise (NotThere if reply.body == carrier.REFUSED else NoAnswer)(reply.body.decode())
        return reply.status, reply.body

    def close(self) -> None:
        """End the process; who waits for an answer gets none. May be called twice."""
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
            raise NotThere("the courier is gone") from error

    def _listen(self) -> None:
        """Hand each answer to the thread that waits for it; what nobody waits for any more is dropped."""
        assert self._process.stdout is not None
        try:
            first = read_reply(self._process.stdout)  # type: ignore[arg-type]
            self._problem = first.body.decode()
            self._known.set()
            while True:
                self._hand(read_reply(self._process.stdout))  # type: ignore[arg-type]
        except (EOFError, OSError, ValueError):
            self._problem = self._problem or _STOPPED
            self._known.set()
        for number in list(self._waiting):
            self._hand(Reply(number, 0, carrier.REFUSED))

    def _hand(self, reply: Reply) -> None:
        answer = self._waiting.get(reply.number)
        if answer is not None:
            answer.put(reply)


def start(where: str) -> Courier | None:
    """The courier for the office's address; None when none is configured. Call before ``guard.engage``.

    Returns at once. Raises BadAddress; BriefBankError when no courier can be started; RuntimeError when the
    guard is engaged already, since nothing that is started then can connect.
    """
    if not where:
        return None
    if guard.level() != "off":
        raise RuntimeError("the guard is engaged already")
    return Courier(where)


def _started() -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(
            programs.command(carrier.__name__),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=programs.environment(),
            cwd=programs.FOLDER,
        )
    except OSError as error:
        raise BriefBankError(_GONE, _START_AGAIN, detail=type(error).__name__) from error


def _awaited(answer: SimpleQueue[Reply], seconds: float, check: Callable[[], None]) -> Reply:
    for _ in range(max(1, round(seconds / _POLL_S))):
        check()
        try:
            return answer.get(timeout=_POLL_S)
        except Empty:
            continue
    raise NoAnswer("too slow")
