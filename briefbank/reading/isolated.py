"""Runs functions on untrusted files in child processes that may crash, hang or fill the memory.

The pool's children are spawned, hold no Qt, and import a parser only when a call needs it. Whatever happens
in a child ends as one error of one call; the next call gets a fresh child. Usable from several threads.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as Overdue
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from briefbank.errors import Damaged, FileRefused, TooLarge, TooSlow
from briefbank.models import PageSource, RawPage
from briefbank.reading.pdf import extract, page_count

T = TypeVar("T")

CHUNK = 40
"""Pages per call: short enough for progress, long enough that opening the file does not count."""

_CRASHED_PAGE = "This page could not be read: the file is damaged there."
_OUT_OF_MEMORY_EXITS = (-9,)
"""SIGKILL: the system took the process down because memory ran out."""


def _prepare(memory_bytes: int, initializer: Callable[[], None] | None) -> None:
    """First thing in every child."""
    limit_memory(memory_bytes)
    if initializer is not None:
        initializer()


def limit_memory(memory_bytes: int) -> None:
    """Cap this process's address space; 0 means no cap. Windows has no such limit: the time limit remains."""
    if memory_bytes <= 0 or sys.platform == "win32":
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = memory_bytes if hard == resource.RLIM_INFINITY else min(memory_bytes, hard)
    resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class ReadingProcesses:
    """A pool of ``workers`` spawned children, each limited to ``memory_bytes`` (0: no limit).

    ``timeout_s`` is the default limit of one call's run. ``initializer`` is a picklable callable that runs
    in every child before any work. Children start on the first call.
    """

    def __init__(
        self,
        workers: int,
        memory_bytes: int,
        timeout_s: float,
        *,
        initializer: Callable[[], None] | None = None,
    ) -> None:
        from pebble import ProcessPool

        self._timeout = timeout_s
        self._pool = ProcessPool(
            max_workers=max(1, workers),
            initializer=partial(_prepare, memory_bytes, initializer),
            context=multiprocessing.get_context("spawn"),
        )

    def call(self, function: Callable[..., T], *args: Any, timeout_s: float | None = None) -> T:
        """``function(*args)`` in a child; blocks. Raises what the function raised from BriefBank's tree,
        Damaged when the child crashed, TooSlow when it did not end, TooLarge when memory ran out."""
        from pebble import ProcessExpired

        future = self._pool.schedule(function, args=args, timeout=timeout_s or self._timeout)
        try:
            result: T = future.result()
        except Overdue as error:
            raise TooSlow(detail=f"more than {timeout_s or self._timeout:.0f} s") from error
        except MemoryError as error:
            raise TooLarge("Reading the file needs more memory than there is.") from error
        except ProcessExpired as error:
            raise _crash(error.exitcode) from error
        return result

    def close(self) -> None:
        """Stop all children; calls in progress fail."""
        self._pool.stop()
        self._pool.join()

    def __enter__(self) -> ReadingProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _crash(exit_code: int | None) -> FileRefused:
    detail = f"reader ended with {exit_code}"
    if exit_code in _OUT_OF_MEMORY_EXITS and os.name == "posix":
        return TooLarge("Reading the file needs more memory than there is.", detail=detail)
    return Damaged(detail=detail)


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
