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
from ui import tongue, words
from ui.models.file_rows import taken_off, waits
from ui.pace import PagePace
from ui.tongue import tr

PAGE_WORK = 4.0
"""Recognising one page against reading one file that has text: about 4 s to 1 s on one core."""
TEXT_WORK = 0.02
"""Reading one page that has text, beside what each file costs: 900 such pages take about 20 s."""
FIRST_WORK = 6.0
FIRST_SECONDS = 15.0
"""Nothing is said on the time left before this much was done, in this time: it would be a guess."""

NOT_ADDED = tr("not added")
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
        self._ended: dict[Path, FileStatus | None] = {}  # None: taken off the list
        self._stages: Counter[Stage] = Counter()
        self.doubtful: dict[int, int] = {}
        """Of the documents of this round with pages that were recognised with little certainty: how many."""
        self._pages_finished = 0
        self._pace = PagePace(self._clock)
        self._forget_pace()

    def start(self) -> None:
        """Work begins or goes on: speed is measured from here."""
        self._since = self._clock()
        self._pace = PagePace(self._clock)
        self._forget_pace()

    def _forget_pace(self) -> None:
        self._read: set[Path] = set()  # of the open files
        self._pages: dict[Path, tuple[int, int, int]] = {}  # of the open files: at first, now, in all
        self._files_done = self._pages_done = self._pages_ended = self._text_pages = 0

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
        self._pace.note(self.pages)

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
            self._note_document(outcome, total)
        self._ended[path] = None if taken_off(event) else outcome.status

    def _note_document(self, outcome: FileOutcome, recognised: int) -> None:
        document = outcome.document
        if document is None:
            self._pages_finished += recognised
            return
        self._pages_finished += max(document.pages, recognised)
        self._text_pages += max(0, document.pages - recognised)
        if document.doubtful_pages:
            self.doubtful[document.id] = document.doubtful_pages
        else:
            self.doubtful.pop(document.id, None)  # read again, with success

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

    @property
    def added(self) -> int:
        """Files of this round that are in the library now and were not before."""
        return sum(1 for end in self._ended.values() if end in words.ADDED)

    @property
    def refused(self) -> int:
        return sum(1 for end in self._ended.values() if end is FileStatus.REFUSED)

    @property
    def pages(self) -> int:
        """Finished: those of the files that were added, and those of the others that were recognised."""
        return self._pages_finished + sum(now for _first, now, _total in self._pages.values())

    def seconds_left(self) -> float | None:
        """For all that is not finished, from what was done since ``start``; None while that is too little.

        Of a file that was not read yet nobody knows the pages: it counts as those before had on average.
        """
        if self._since is None or not self._open:
            return None
        pages = self._pages.values()  # of the few files in work
        files_read = self._files_done + len(self._read)
        pages_read = self._pages_done + sum(now - first for first, now, _ in pages)
        done = files_read + TEXT_WORK * self._text_pages + PAGE_WORK * pages_read
        seconds = self._clock() - self._since
        if seconds < FIRST_SECONDS or done < FIRST_WORK:
            return None
        scans_each = (self._pages_ended + sum(total for _, _, total in pages)) / files_read
        each = 1 + TEXT_WORK * self._text_pages / files_read + PAGE_WORK * scans_each
        unread = len(self._open) - len(self._read)
        left = unread * each + PAGE_WORK * sum(total - now for _, now, total in pages)
        return seconds / done * left

    def line(self) -> str:
        """'12 of 300 files finished  ·  284 wait  ·  about 40 minutes left  ·  412 pages, 38 a minute'."""
        finished = tr("{done:,} of {files} finished").format(
            done=self.finished, files=words.count(self.known, tr("file"), tr("files"))
        )
        parts = [finished, _waiting(self._stages[Stage.WAITING]), words.time_left(self.seconds_left())]
        return "  ·  ".join(part for part in (*parts, self._speed()) if part)

    def stages(self) -> str:
        """'Reading (1), Recognising scanned pages (1)': what is being done just now."""
        named = (stage for stage in Stage if stage not in (Stage.WAITING, Stage.DONE) and self._stages[stage])
        return ", ".join(f"{words.STAGE_WORDS[stage]} ({self._stages[stage]})" for stage in named)

    def _speed(self) -> str:
        if not self.pages:
            return ""
        pages = words.count(self.pages, tr("page"), tr("pages"))
        pace = self._pace.per_minute()
        return tr("{pages}, {pace:,} a minute").format(pages=pages, pace=pace) if pace else pages

    def account(self) -> str:
        """'12 files: 9 added, 1 added with gaps, 2 refused.'; empty when none has ended."""
        if not self._ended:
            return ""
        ends = Counter(self._ended.values())
        named = [(status, words.STATUS_WORDS[status].lower()) for status in FileStatus]
        parts = [
            f"{tongue.number(ends[how])} {name}" for how, name in (*named, (None, NOT_ADDED)) if ends[how]
        ]
        return f"{words.count(self.finished, tr('file'), tr('files'))}: {', '.join(parts)}."


def _waiting(number: int) -> str:
    if not number:
        return ""
    return tr("1 waits") if number == 1 else tr("{number:,} wait").format(number=number)
