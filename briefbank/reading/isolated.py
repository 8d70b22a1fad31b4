"""Runs functions on untrusted files in child processes that may crash, hang or fill the memory.

The children are spawned, hold no Qt, and import a parser only when a call needs it. Whatever happens in a
child ends as one error of one call; the next call gets a fresh child. Usable from several threads.
"""

from __future__ import annotations

import gc
import logging
import os
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from threading import Lock, Semaphore
from typing import Any, TypeVar

from briefbank import answers
from briefbank.child import CHECK_S, Child, ChildEndedError, ChildSilentError, Tell
from briefbank.desk import Desk, Place, laid_on, received
from briefbank.errors import (
    BriefBankError,
    Cancelled,
    Crashed,
    FileRefused,
    OutOfMemory,
    StoreError,
    TooSlow,
)
from briefbank.limits import lacks_memory, limit_memory, stand_back

T = TypeVar("T")

COLLECT_AFTER = 200_000
"""New values between two collections. A page makes tens of thousands and hardly a cycle among them; looking
through them at Python's usual pace took about a tenth of the reading."""

_KILLED = -9
"""SIGKILL: the system took the process down because memory ran out."""


class ReadingProcesses:
    """``workers`` spawned children at most, each limited to ``memory_bytes`` (0: no limit).

    ``timeout_s`` is the default limit of one call, the start of a child included. ``initializer`` is a
    picklable callable that runs in every child before any work. Children start when calls need them. With a
    ``place`` each child is held to a desk of its own: its files are marked among the arguments of a call
    (``desk.Reads``, ``Opens``, ``Makes``).
    """

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
        place: Place | None = None,
    ) -> None:
        self._memory, self._timeout, self._initializer = memory_bytes, timeout_s, initializer
        self._place = place
        self._places = Semaphore(max(1, workers))
        self._idle: list[_Reader] = []
        """Who came last goes first: calls that follow one another need one child, which knows its parsers."""
        self._lock = Lock()
        self._busy: set[_Reader] = set()
        self._closed = False

    def call(
        self,
        function: Callable[..., T],
        *args: Any,
        timeout_s: float | None = None,
        check: Callable[[], None] = lambda: None,
    ) -> T:
        """``function(*args)``, picklable, in a child; blocks until one is free and it has answered.

        ``check`` is called a few times a second and may raise to end the work. Raises what the function
        raised, Crashed when the child died, TooSlow when it did not end, OutOfMemory when memory ran out, and
        Cancelled when the processes were closed meanwhile.
        """
        return self._run((function, args, False), timeout_s, lambda done, total: None, check)  # type: ignore[no-any-return]

    def call_telling(
        self,
        function: Callable[..., T],
        on_told: Tell,
        check: Callable[[], None],
        silence_s: Callable[[], float] | float,
        *args: Any,
    ) -> T:
        """``function(tell, *args)`` in a child, which tells how far it is; ``on_told`` hears of it here a few
        times a second, and of the last before this returns or raises.

        TooSlow is raised after ``silence_s`` seconds without a change; where it is a function, it is asked at
        every look. Otherwise as ``call``.
        """
        return self._run((function, args, True), silence_s, on_told, check)  # type: ignore[no-any-return]

    def _run(
        self,
        request: tuple[Callable[..., Any], tuple[Any, ...], bool],
        silence_s: Callable[[], float] | float | None,
        on_told: Tell,
        check: Callable[[], None],
    ) -> Any:
        limit = silence_s or self._timeout
        function, arguments, telling = request
        reader = self._take(check)
        try:
            with laid_on(reader.desk, arguments) as laid:
                answer = reader.child.ask(
                    (function, laid.arguments, telling),
                    limit,
                    on_told=on_told,
                    check=check,
                    handing=laid.descriptors,
                )
                return _result(answer)
        except ChildSilentError as silent:
            raise TooSlow(detail="no answer in time") from silent
        except ChildEndedError as ended:
            raise Cancelled() if self._closed else _crash(ended.exit_code) from ended
        finally:
            self._give_back(reader)

    def close(self) -> None:
        """End all children; calls in progress raise Cancelled. May be called twice."""
        with self._lock:
            self._closed = True
            for reader in self._busy:
                reader.child.kill()
            while self._idle:
                self._idle.pop().stop()

    def __enter__(self) -> ReadingProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self, check: Callable[[], None]) -> _Reader:
        reader = self._wait_for_a_place(check)
        try:
            reader = reader or _Reader(self._place, self._memory, self._initializer)
        except (OSError, StoreError):
            self._places.release()  # the system starts no process just now; the place is not lost
            raise
        with self._lock:
            self._busy.add(reader)
            if self._closed:
                reader.child.kill()
        return reader

    def _wait_for_a_place(self, check: Callable[[], None]) -> _Reader | None:
        """A child that waits; None where one is to be started."""
        while not self._closed:
            if self._places.acquire(timeout=CHECK_S):
                with self._lock:
                    return self._idle.pop() if self._idle else None
            check()
        raise Cancelled()

    def _give_back(self, reader: _Reader) -> None:
        """After closing none is kept."""
        with self._lock:
            self._busy.discard(reader)
            if self._closed or reader.child.gone:
                reader.stop()
            else:
                self._idle.append(reader)
        self._places.release()


class _Reader:
    """A child, and its desk where it is confined. Raises OSError, and StoreError."""

    def __init__(
        self, place: Place | None, memory_bytes: int, initializer: Callable[[], None] | None
    ) -> None:
        self.desk = Desk(place.work) if place is not None else None
        confine = place.confining(self.desk.given, self.desk.made) if place and self.desk else None
        try:
            self.child = Child(_serve, memory_bytes, initializer, confine=confine)
        except OSError:
            self._clear()
            raise

    def stop(self) -> None:
        """May be called twice."""
        self.child.stop()
        self._clear()

    def _clear(self) -> None:
        if self.desk is not None:
            self.desk.close()


def _result(answer: tuple[Any, Exception | None, str]) -> Any:
    result, error, trace = answer
    if error is not None:
        raise _ours(error) from (None if isinstance(error, BriefBankError) else ChildTraceback(trace))
    return result


class ChildTraceback(Exception):
    """Where in the child an error outside BriefBank's tree came from."""


def _ours(error: Exception) -> Exception:
    if lacks_memory(error):
        return OutOfMemory(detail="in the reader")
    if isinstance(error, Cancelled):  # a person alone cancels; it would end the adding of all files
        return Crashed(detail="the reader gave up by itself")
    return error


def _crash(exit_code: int | None) -> FileRefused:
    detail = f"reader ended with {exit_code}"
    if exit_code == _KILLED and os.name == "posix":
        return OutOfMemory(detail=detail)
    return Crashed(detail=detail)


# --- in the child --------------------------------------------------------------------------------


def _serve(pipe: Connection, tell: Tell, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """The child's main loop; ends when the other side closes the pipe.

    Libraries here would log what is wrong with a file, words of it included, to the terminal.
    """
    logging.disable(logging.CRITICAL)
    gc.set_threshold(COLLECT_AFTER)
    limit_memory(memory_bytes)
    stand_back()
    if initializer is not None:
        initializer()
    while True:
        try:
            function, args, telling = pipe.recv()
            with received(pipe, args):
                _answer(pipe, function, (tell, *args) if telling else args)
        except (EOFError, OSError):
            return


def _answer(pipe: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    answer: tuple[Any, Exception | None, str]
    try:
        answer = (function(*args), None, "")
    except Exception as error:  # noqa: BLE001 - carried to the caller, which raises it
        answer = (None, answers.sendable(error), "".join(traceback.format_exception(error)))
    try:
        pipe.send(answer)
    except (TypeError, AttributeError, ValueError) as error:
        pipe.send((None, RuntimeError(f"the result cannot be sent: {type(error).__name__}"), ""))
