"""The progress of one round of adding files: how many are finished, how the others stand, how long it takes.

A round begins when files are added while none waits, and ends when none waits any more; pauses and restarts
of the program lie within it as far as the window has seen it.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, PassedOver, Stage
from ui.features.intake.file_rows import is_replaced, taken_off, waits
from ui.features.intake.throughput import RecentThroughput
from ui.i18n import translate
from ui.i18n.translate import tr
from ui.shared import wording

PAGE_WORK = 4.0
"""The cost of recognising one page, relative to reading one file that has text: about 4 s to 1 s on one
core."""
TEXT_WORK = 0.02
"""The cost of reading one page that has text, beside what each file costs: 900 such pages take about 20 s."""
FIRST_WORK = 6.0
FIRST_SECONDS = 15.0
"""The least work, and the least time, before the time left is estimated: earlier it would be a guess."""

NOT_ADDED = tr("not added")
LEFT_OUT = tr("left out")
_RECOGNISING = (Stage.OCR, Stage.CUTTING, Stage.INDEXING)


class IntakeProgress:
    """A count of files by their events; belongs to one thread. ``clock`` counts seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since: float | None = None
        self.clear()

    def clear(self) -> None:
        """Begin a new round."""
        self._open: dict[Path, Stage] = {}
        self._ended: dict[Path, FileStatus | str | None] = {}  # None: taken off the list; or LEFT_OUT
        self._stages: Counter[Stage] = Counter()
        self.doubtful: dict[int, int] = {}
        """The number of pages recognised with little certainty, by the id of this round's document."""
        self.passed_over = PassedOver()
        """What was dropped in this round and is no document."""
        self._pages_finished = 0
        self._throughput = RecentThroughput(self._clock)
        self._reset_throughput()

    def start(self) -> None:
        """Begin or continue work: speed is measured from here."""
        self._since = self._clock()
        self._throughput = RecentThroughput(self._clock)
        self._reset_throughput()

    def _reset_throughput(self) -> None:
        self._read: set[Path] = set()  # of the open files
        self._pages: dict[Path, tuple[int, int, int]] = {}  # of the open files: at first, now, in all
        self._files_done = self._pages_done = self._pages_ended = self._text_pages = 0

    # --- events ---

    def update(self, events: Iterable[FileProgress]) -> None:
        for event in events:
            self._leave_stage(event.path)
            if event.outcome is not None:
                self._end(event, event.outcome)
            elif not is_replaced(event):
                self._ended.pop(event.path, None)
                stage = Stage.WAITING if waits(event) else event.stage
                self._open[event.path] = stage
                self._stages[stage] += 1
                self._measure(event)
        self._throughput.note(self.pages)

    def forget(self, paths: Iterable[Path]) -> None:
        """Forget files that are not listed any more."""
        for path in paths:
            self._leave_stage(path)
            self._ended.pop(path, None)

    def clear_refused(self) -> None:
        """Forget the files that were refused or taken off the list."""
        gone = (FileStatus.REFUSED, None)
        self._ended = {path: end for path, end in self._ended.items() if end not in gone}

    def _leave_stage(self, path: Path) -> None:
        before = self._open.pop(path, None)
        if before is not None:
            self._stages[before] -= 1

    def _end(self, event: FileProgress, outcome: FileOutcome) -> None:
        """Count an ended file. One that was not added took next to no time and says nothing of the others."""
        path = event.path
        first, _now, total = self._pages.pop(path, (0, 0, 0))
        self._read.discard(path)
        if outcome.status in wording.ADDED and path not in self._ended:
            self._files_done += 1
            self._pages_done += total - first
            self._pages_ended += total
            self._note_document(outcome, total)
        self._ended[path] = None if taken_off(event) else LEFT_OUT if outcome.left_out else outcome.status

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

    # --- status ---

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
        """The number of files of this round that are in the library now and were not before."""
        return sum(1 for end in self._ended.values() if end in wording.ADDED)

    @property
    def refused(self) -> int:
        return sum(1 for end in self._ended.values() if end is FileStatus.REFUSED)

    @property
    def pages(self) -> int:
        """The number of finished pages: all of added files, and the recognised ones of other files."""
        return self._pages_finished + sum(now for _first, now, _total in self._pages.values())

    def seconds_left(self) -> float | None:
        """Estimate the seconds for all unfinished files from the work since ``start``; None while that is too
        little.

        The pages of a file that was not read yet are unknown: it counts as those before had on average.
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
        work_per_file = 1 + TEXT_WORK * self._text_pages / files_read + PAGE_WORK * scans_each
        unread = len(self._open) - len(self._read)
        left = unread * work_per_file + PAGE_WORK * sum(total - now for _, now, total in pages)
        return seconds / done * left

    def line(self) -> str:
        """Return text such as '12 of 300 files finished · 284 wait · about 40 minutes left · 412 pages, 38 a
        minute'."""
        finished = tr("{done:,} of {files} finished").format(
            done=self.finished, files=wording.count(self.known, tr("file"), tr("files"))
        )
        parts = [finished, _waiting(self._stages[Stage.WAITING]), wording.time_left(self.seconds_left())]
        return "  ·  ".join(part for part in (*parts, self._speed()) if part)

    def stages(self) -> str:
        """Return the present stages, such as 'Reading (1), Recognising scanned pages (1)'."""
        named = (stage for stage in Stage if stage not in (Stage.WAITING, Stage.DONE) and self._stages[stage])
        return ", ".join(f"{wording.STAGE_WORDS[stage]} ({self._stages[stage]})" for stage in named)

    def _speed(self) -> str:
        if not self.pages:
            return ""
        pages = wording.count(self.pages, tr("page"), tr("pages"))
        speed = self._throughput.per_minute()
        return tr("{pages}, {speed:,} a minute").format(pages=pages, speed=speed) if speed else pages

    def account(self) -> str:
        """Return text such as '12 files: 9 added, 1 added with gaps, 2 refused.', and what was passed over;
        empty when none has ended."""
        if not self._ended:
            return ""
        ends = Counter(self._ended.values())
        named = [(status, wording.STATUS_WORDS[status].lower()) for status in FileStatus]
        others = ((LEFT_OUT, LEFT_OUT), (None, NOT_ADDED))
        parts = [f"{translate.number(ends[how])} {name}" for how, name in (*named, *others) if ends[how]]
        ended = f"{wording.count(self.finished, tr('file'), tr('files'))}: {', '.join(parts)}."
        return " ".join(filter(None, (ended, wording.passed_over(self.passed_over))))


def _waiting(number: int) -> str:
    if not number:
        return ""
    return tr("1 waits") if number == 1 else tr("{number:,} wait").format(number=number)
