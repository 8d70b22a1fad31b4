"""Reads a PDF in a child process, without pages that crash or hang it, and writes reading copies there."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from briefbank.domain.ingest import Stage
from briefbank.errors import Crashed, OutOfMemory, TooSlow
from briefbank.extraction.worker_pool import WorkerPool
from briefbank.ingest.file_reading import FileReading, write_copy
from briefbank.ingest.progress import Progress
from briefbank.ingest.reading_check import require_sound
from briefbank.sandbox.workspace import InputFile, OutputFile

T = TypeVar("T")

PAGE_SILENCE_S = 20.0
"""The seconds after which a page counts as hung: an ordinary one takes a hundredth of a second."""
CUTTING_SILENCE_S = 300.0
"""The limit for the work after the last page: a thousand pages take about ten seconds."""
PAGE_S = 0.5
"""The average limit of a page, beyond TROUBLE_S for the file."""
TROUBLE_S = 60.0
"""The seconds that crashing and hanging pages of one file may cost together before the file is refused."""
COMPOSE_S, COMPOSE_PAGE_S = 30.0, 0.5
"""The time limits for a reading copy, and in addition for each page in it; a page takes 20 ms, a redrawn one
up to 500."""


def read_in_child(
    processes: WorkerPool, path: Path, progress: Progress, function: Callable[..., T], *args: Any
) -> T:
    """Call ``function(tell, path, skipped, *args)``, without the pages that crash or hang the child.

    Raises FileRefused, and what ``progress`` raises.
    """
    skipped: set[int] = set()
    started = time.monotonic()
    progress.enter(Stage.READING)
    while True:
        following = _PageTracker(progress)
        try:
            answer = processes.call_with_progress(
                function,
                following,
                following.check,
                following.silence_s,
                InputFile(path),
                frozenset(skipped),
                *args,
            )
        except (Crashed, OutOfMemory, TooSlow):
            if following.page is None or time.monotonic() - started > TROUBLE_S * progress.patience:
                raise
            skipped.add(following.page)
            continue
        if isinstance(answer, FileReading):
            require_sound(answer)
        return answer


def compose_in_child(
    processes: WorkerPool, base: Path, packed: Sequence[bytes], target: Path, check: Callable[[], None]
) -> None:
    """Write a reading copy with the words of packed recognised pages. Raises FileRefused, and what ``check``
    raises."""
    limit = COMPOSE_S + COMPOSE_PAGE_S * len(packed)
    processes.call(write_copy, InputFile(base), packed, OutputFile(target), timeout_s=limit, check=check)


class _PageTracker:
    """Tracks a child's progress from page to page."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._ends = math.inf
        self._cutting = False
        self.page: int | None = None
        """The page that the child is reading; None before the first and after the last."""

    def __call__(self, page: int, total: int) -> None:
        if page == total:
            self.page, self._cutting = None, True
            self._progress.enter(Stage.CUTTING)
            return
        self.page = page
        if self._ends == math.inf:
            self._ends = time.monotonic() + (TROUBLE_S + PAGE_S * total) * self._progress.patience
        self._progress.enter(Stage.READING, total)
        self._progress.step(self.page, total)

    def check(self) -> None:
        """Raise TooSlow for a file whose pages are each slow, but not slow enough to be left out."""
        self._progress.check()
        if self.page is not None and time.monotonic() > self._ends:
            raise TooSlow(detail="all pages are slow")

    def silence_s(self) -> float:
        return (CUTTING_SILENCE_S if self._cutting else PAGE_SILENCE_S) * self._progress.patience
