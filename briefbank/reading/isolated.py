"""Runs functions on untrusted files in child processes that may crash, hang or fill the memory.

The children are spawned, hold no Qt, and import a parser only when a call needs it. Whatever happens in a
child ends as one error of one call; the next call gets a fresh child. Usable from several threads.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Queue
from threading import Lock
from typing import Any, TypeVar

from briefbank.errors import BriefBankError, Cancelled, Damaged, FileRefused, TooLarge, TooSlow
from briefbank.models import PageSource, RawPage
from briefbank.reading.child import Child, ChildEndedError, ChildSilentError
from briefbank.reading.pdf import extract, page_count

T = TypeVar("T")

CHUNK = 40
"""Pages per call: short enough for progress, long enough that opening the file does not count."""

_CRASHED_PAGE = "This page could not be read: the file is damaged there."
_NO_MEMORY = "Reading the file needs more memory than there is."
_KILLED = -9
"""SIGKILL: the system took the process down because memory ran out."""


class ReadingProcesses:
    """``workers`` spawned children at most, each limited to ``memory_bytes`` (0: no limit).

    ``timeout_s`` is the default limit of one call, the start of a child included. ``initializer`` is a
    picklable callable that runs in every child before any work. Children start when calls need them.
    """

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        self._memory, self._timeout, self._initializer = memory_bytes, timeout_s, initializer
        self._idle: Queue[Child | None] = Queue()
        for _ in range(max(1, workers)):
            self._idle.put(None)
        self._lock = Lock()
        self._busy: set[Child] = set()
        self._closed = False

    def call(self, function: Callable[..., T], *args: Any, timeout_s: float | None = None) -> T:
        """``function(*args)``, picklable, in a child; blocks until one is free and it has answered.

        Raises what the function raised, Damaged when the child crashed, TooSlow when it did not end,
        TooLarge when memory ran out, and Cancelled when the processes were closed meanwhile.
        """
        limit = timeout_s or self._timeout
        child = self._take()
        survivor: Child | None = child
        try:
            result, error, trace = child.ask((function, args), limit)
        except ChildSilentError as silent:
            survivor = None
            raise TooSlow(detail=f"more than {limit:.0f} s") from silent
        except ChildEndedError as ended:
            survivor = None
            raise Cancelled() if self._closed else _crash(ended.exit_code) from ended
        finally:
            self._give_back(child, survivor)
        if error is not None:
            raise _ours(error) from (None if isinstance(error, BriefBankError) else ChildTraceback(trace))
        return result  # type: ignore[no-any-return]

    def close(self) -> None:
        """End all children; calls in progress raise Cancelled. May be called twice."""
        with self._lock:
            self._closed = True
            for child in self._busy:
                child.kill()
        while not self._idle.empty():
            idle = self._idle.get()
            if idle is not None:
                idle.stop()

    def __enter__(self) -> ReadingProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _take(self) -> Child:
        if self._closed:
            raise Cancelled()
        child = self._idle.get() or Child(_serve, self._memory, self._initializer)
        with self._lock:
            self._busy.add(child)
            if self._closed:
                child.kill()
        return child

    def _give_back(self, child: Child, survivor: Child | None) -> None:
        """An empty place stands for a child to be started; after closing none is kept."""
        with self._lock:
            self._busy.discard(child)
            closed = self._closed
        if closed and survivor is not None:
            survivor.stop()
        self._idle.put(None if closed else survivor)


class ChildTraceback(Exception):
    """Where in the child an error outside BriefBank's tree came from."""


def _ours(error: Exception) -> Exception:
    return TooLarge(_NO_MEMORY) if isinstance(error, MemoryError) else error


def _crash(exit_code: int | None) -> FileRefused:
    detail = f"reader ended with {exit_code}"
    if exit_code == _KILLED and os.name == "posix":
        return TooLarge(_NO_MEMORY, detail=detail)
    return Damaged(detail=detail)


# --- in the child --------------------------------------------------------------------------------


def _serve(pipe: Connection, memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """The child's main loop; ends when the other side closes the pipe."""
    limit_memory(memory_bytes)
    if initializer is not None:
        initializer()
    while True:
        try:
            function, args = pipe.recv()
            _answer(pipe, function, args)
        except (EOFError, OSError):
            return


def _answer(pipe: Connection, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    answer: tuple[Any, Exception | None, str]
    try:
        answer = (function(*args), None, "")
    except Exception as error:  # noqa: BLE001 - carried to the caller, which raises it
        answer = (None, error, "".join(traceback.format_exception(error)))
    try:
        pipe.send(answer)
    except (TypeError, AttributeError, ValueError) as error:
        pipe.send((None, RuntimeError(f"the result cannot be sent: {type(error).__name__}"), ""))


def limit_memory(memory_bytes: int) -> None:
    """Cap this process's address space; 0 means no cap. Windows has no such limit: the time limit remains."""
    if memory_bytes <= 0 or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


# --- a whole file --------------------------------------------------------------------------------


def extract_pages(
    processes: ReadingProcesses,
    path: Path,
    *,
    on_pages: Callable[[int, int], None] = lambda done, total: None,
    check: Callable[[], None] = lambda: None,
) -> list[RawPage]:
    """All pages of a PDF, in chunks, so that a page that crashes or hangs the reader is one gap.

    ``on_pages(done, total)`` is told after each chunk; ``check`` may raise to stop between chunks. Raises
    FileRefused when the file as a whole cannot be read, or when no page of it could be.
    """
    total = processes.call(page_count, path)
    pages: list[RawPage] = []
    for start in range(0, total, CHUNK):
        check()
        pages += _chunk(processes, path, list(range(start, min(start + CHUNK, total))))
        on_pages(len(pages), total)
    if all(page.source is PageSource.GAP for page in pages):
        raise Damaged(detail="every page failed")
    return pages


def _chunk(processes: ReadingProcesses, path: Path, indexes: Sequence[int]) -> list[RawPage]:
    """The pages; halves what crashes until the page that does it stands alone."""
    try:
        return processes.call(extract, path, indexes)
    except (Damaged, TooSlow, TooLarge):
        if len(indexes) == 1:
            return [RawPage(indexes[0], "", (), 0.0, 0.0, PageSource.GAP, gap_reason=_CRASHED_PAGE)]
    middle = len(indexes) // 2
    return _chunk(processes, path, indexes[:middle]) + _chunk(processes, path, indexes[middle:])
