"""The account of one round of adding files: how many are finished, how the others stand, how long it takes.

A round begins when files are added while none waits, and ends when none waits any more; pauses and restarts
of the program lie within it as far as the window has seen it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from ui import words
from ui.models.file_rows import taken_off, waits

PAGE_WORK = 4.0
"""Recognising one page against reading one file that has text: about 4 s to 1 s on one core."""
FIRST_WORK = 6.0
FIRST_SECONDS = 15.0
"""Nothing is said on the time left before this much was done, in this time: it would be a guess."""

NOT_ADDED = "not added"
_RECOGNISING = (Stage.OCR, Stage.CUTTING, Stage.INDEXING)


class Tally:
    """Takes the events of files; belongs to one thread. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self.clear()

    def clear(self) -> None:
        """A new round."""
        self._open: dict[Path, Stage] = {}
        self._ended: dict[Path, str] = {}
        self._stages: Counter[Stage] = Counter()
        self._forget_pace()

    def start(self) -> None:
        """Work begins or goes on: speed is measured from here."""
        self._since = self._clock()
        self._forget_pace()

    def _forget_pace(self) -> None:
        self._read: set[Path] = set()  # of the open files
        self._pages: dict[Path, tuple[int, int, int]] = {}  # of the open files: at first, now, in all
        self._files_done = self._pages_done = self._pages_ended = 0

    # --- events ---

    def take(self, events: Iterable[FileProgress]) -> None:
        for event in events:
            self._leave_stage(event.path)
            if event.outcome is not None:
                self._end(event, event.outcome)
            else:
                self._ended.pop(event.path, None)
                stage = Stage.WAITING if waits(event) else event.stage
                self._open[event.path] = stage
                self._stages[stage] += 1
                self._measure(event)

    def _leave_stage(self, path: Path) -> None:
        before = self._open.pop(path, None)
        if before is not None:
            self._stages[before] -= 1

    def _end(self, event: FileProgress, outcome: FileOutcome) -> None:
        """What ended without being added took next to no time and says nothing of the others."""
        path = event.path
        first, _now, total = self._pages.pop(path, (0, 0, 0))
        self._read.discard(path)
        if outcome.status in words.ADDED and path not in self._ended:
            self._files_done += 1
            self._pages_done += total - first
            self._pages_ended += total
        self._ended[path] = NOT_ADDED if taken_off(event) else words.STATUS_WORDS[outcome.status].lower()

    def _measure(self, event: FileProgress) -> None:
        if event.stage not in _RECOGNISING:
            return
        self._read.add(event.path)
        if event.stage is Stage.OCR and event.total:
            first = self._pages.get(event.path, (event.done, 0, 0))[0]
            self._pages[event.path] = (first, event.done, event.total)

    # --- what is said ---

    @property
    def finished(self) -> int:
        return len(self._ended)

    @property
    def unfinished(self) -> int:
        return len(self._open)

    @property
    def known(self) -> int:
        return self.finished + self.unfinished

    def seconds_left(self) -> float | None:
        """For all that is not finished, from what was done since ``start``; None while that is too little."""
        if self._since is None or not self._open:
            return None
        pages = self._pages.values()  # of the few files in work
        files_read = self._files_done + len(self._read)
        pages_read = self._pages_done + sum(now - first for first, now, _ in pages)
        seconds, done = self._clock() - self._since, files_read + PAGE_WORK * pages_read
        if seconds < FIRST_SECONDS or done < FIRST_WORK:
            return None
        pages_each = (self._pages_ended + sum(total for _, _, total in pages)) / files_read
        unread = len(self._open) - len(self._read)
        left = unread * (1 + PAGE_WORK * pages_each) + PAGE_WORK * sum(total - now for _, now, total in pages)
        return seconds / done * left

    def line(self) -> str:
        """'12 of 300 files finished  ·  284 wait  ·  about 40 minutes left  ·  Reading (2)'."""
        waiting = self._stages[Stage.WAITING]
        stages = [
            f"{words.STAGE_WORDS[stage]} ({self._stages[stage]})"
            for stage in Stage
            if self._stages[stage] and stage not in (Stage.WAITING, Stage.DONE)
        ]
        parts = [
            f"{self.finished:,} of {words.count(self.known, 'file')} finished",
            f"{waiting:,} {'waits' if waiting == 1 else 'wait'}" if waiting else "",
            words.time_left(self.seconds_left()),
            ", ".join(stages),
        ]
        return "  ·  ".join(part for part in parts if part)

    def account(self) -> str:
        """'12 files: 9 added, 1 added with gaps, 2 refused.'; empty when none has ended."""
        if not self._ended:
            return ""
        ends = Counter(self._ended.values())
        order = [*(words.STATUS_WORDS[status].lower() for status in FileStatus), NOT_ADDED]
        parts = [f"{ends[how]:,} {how}" for how in order if ends[how]]
        return f"{words.count(self.finished, 'file')}: {', '.join(parts)}."
