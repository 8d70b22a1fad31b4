"""What is told of one file of an ingestion: its progress, and at its end the reason of a refusal, its
sentences and audit events. ``WorkSpread`` is the border between the work on files and the computers that
recognise text for it.

Light: a library imports this module when it opens.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from briefbank import errors
from briefbank.domain.caption_fields import IN_FUTURE
from briefbank.domain.documents import Reading
from briefbank.domain.ingest import (
    NAMES_IN_PROPERTIES,
    FileOutcome,
    FileProgress,
    FileStatus,
    IngestState,
    LeftOut,
    Refusal,
    Stage,
)
from briefbank.domain.maintenance import AuditEvent, AuditWriter
from briefbank.domain.pages import Page, PageSource
from briefbank.jobs import RecentThroughput, Reporter
from briefbank.text.messages import NO_MESSAGE, Message, joined, listed, plural

if TYPE_CHECKING:
    from briefbank.catalogue.ingest_ledger import OpenFile
    from briefbank.extraction.containers import MailSummary
    from briefbank.ocr.engines import OcrEngine


class Progress:
    """The progress of one file through a step of the ingestion. ``check`` may raise to end the work."""

    def __init__(self, path: Path, reporter: Reporter, check: Callable[[], None]) -> None:
        self.check = check
        self.patience = 1.0
        """The factor by which time limits are longer than usual."""
        self._path, self._reporter = path, reporter
        self._stage = Stage.WAITING
        self._entered = time.monotonic()

    def enter(self, stage: Stage, total: int = 0) -> None:
        """Begin a stage with ``total`` pages ahead (0: unknown). Entering it again changes nothing."""
        self.check()
        if stage is self._stage:
            return
        self._stage, self._entered = stage, time.monotonic()
        self._reporter.file(FileProgress(self._path, stage, 0, total))

    def announce(self, paths: Iterable[Path]) -> None:
        for path in paths:
            self._reporter.file(FileProgress(path, Stage.WAITING))

    def step(self, done: int, total: int) -> None:
        """Report that ``done`` of ``total`` pages of the present stage are finished."""
        self.check()
        elapsed = time.monotonic() - self._entered
        left = elapsed / done * (total - done) if done > 0 and total > 0 else None
        self._reporter.file(FileProgress(self._path, self._stage, done, total, left))


_PAGE_WORK = 4.0
"""The cost of recognising a page, relative to reading a file with text: about 4 s to 1 s on one core."""
_TEXT_WORK = 0.02
"""The cost of reading one page that has text, beside what each file costs: 900 such pages take about 20 s."""
_FIRST_WORK, _FIRST_SECONDS = 6.0, 15.0
"""The least work, and the least time, before the time left is estimated: earlier it would be a guess."""
_RECOGNISING = (Stage.OCR, Stage.CUTTING, Stage.INDEXING)


class RunProgress:
    """Follows the events of one run: the files in work, the pages that are finished, and the time left. It
    passes every event on, and is a Reporter itself. Any thread. ``clock`` counts seconds."""

    def __init__(self, reporter: Reporter, clock: Callable[[], float] = time.monotonic) -> None:
        self._reporter, self._clock = reporter, clock
        self.progress, self.check = reporter.progress, reporter.check
        self._lock = threading.Lock()
        self._began = clock()
        self._throughput = RecentThroughput(clock)
        self._in_work: dict[Path, FileProgress] = {}
        self._scans: dict[Path, tuple[int, int, int]] = {}
        """The pages of unfinished scans: done at first, done now, in all."""
        self._read: set[Path] = set()  # The unfinished files whose own text was read
        self._files = self._scanned = self._scans_ended = self._text_pages = self._pages = 0

    def file(self, event: FileProgress) -> None:
        with self._lock:
            self._note(event)
        self._reporter.file(event)

    def _note(self, event: FileProgress) -> None:
        path = event.path
        waits = event.stage is Stage.WAITING or (event.stage is Stage.OCR and not event.done)
        if event.outcome is None and event.stage is not Stage.DONE and not waits:
            self._in_work[path] = event
        else:
            self._in_work.pop(path, None)
        if event.outcome is not None:
            self._end(path, event.outcome)
        elif event.stage in _RECOGNISING:
            self._read.add(path)
            if event.stage is Stage.OCR and event.total:
                first = self._scans.get(path, (event.done, 0, 0))[0]
                self._scans[path] = first, event.done, event.total
        self._throughput.note(self._finished_pages())

    def _end(self, path: Path, outcome: FileOutcome) -> None:
        """Count an ended file. One that was not added took next to no time and says nothing of the others."""
        first, _now, total = self._scans.pop(path, (0, 0, 0))
        self._read.discard(path)
        if outcome.status in _ADDED:
            pages = max(outcome.document.pages if outcome.document else 0, total)
            self._files += 1
            self._scanned += total - first
            self._scans_ended += total
            self._text_pages += pages - total
            self._pages += pages

    def _finished_pages(self) -> int:
        return self._pages + sum(now for _first, now, _total in self._scans.values())

    def added_to(self, state: IngestState) -> IngestState:
        with self._lock:
            in_work, pages = tuple(self._in_work.values()), self._finished_pages()
            speed, left = self._throughput.per_minute(), self._seconds_left(state.open)
        return replace(state, in_work=in_work, pages=pages, pages_a_minute=speed, seconds_left=left)

    def _seconds_left(self, open_files: int) -> float | None:
        """Estimate the seconds for all open files. The pages of a file that was not read yet are unknown: it
        counts as those before had on average."""
        scans = self._scans.values()
        files = self._files + len(self._read)
        recognised = self._scanned + sum(now - first for first, now, _ in scans)
        done = files + _TEXT_WORK * self._text_pages + _PAGE_WORK * recognised
        seconds = self._clock() - self._began
        if seconds < _FIRST_SECONDS or done < _FIRST_WORK or not open_files:
            return None
        scanned_pages = (self._scans_ended + sum(total for _, _, total in scans)) / files
        work_per_file = 1 + _TEXT_WORK * self._text_pages / files + _PAGE_WORK * scanned_pages
        unread = max(0, open_files - len(self._read))
        left = unread * work_per_file + _PAGE_WORK * sum(total - now for _, now, total in scans)
        return seconds / done * left


class WorkSpread:
    """Decides where text is recognised: by this one, on this computer alone. Any thread."""

    def places(self, here: int) -> int:
        """Return how many files can be worked on at once, of which this computer alone would do ``here``."""
        return here

    def engine(self, local: OcrEngine) -> OcrEngine:
        """Return what recognises text, by ``local`` where no other computer does."""
        return local


ON_THIS_COMPUTER = WorkSpread()


class KeyTaken(Exception):
    """Raised when the same contents are being worked on under another row."""


_REASONS: tuple[tuple[type[errors.BriefBankError], Refusal], ...] = (
    (errors.NotReadable, Refusal.UNREADABLE),
    (errors.UnknownFormat, Refusal.FORMAT),
    (errors.NeedsLibreOffice, Refusal.FORMAT),
    (errors.Encrypted, Refusal.PROTECTED),
    (errors.Damaged, Refusal.DAMAGED),
    (errors.OutOfMemory, Refusal.MEMORY),
    (errors.TooLarge, Refusal.TOO_LARGE),
    (errors.TooSlow, Refusal.TOO_SLOW),
    (errors.NoText, Refusal.NO_TEXT),
    (errors.OcrError, Refusal.RECOGNITION),
)
_HELPED = (Refusal.DAMAGED, Refusal.MEMORY, Refusal.TOO_SLOW, Refusal.NO_TEXT)
"""The reasons that a thorough reading is against; another one would end the same."""
_ADDED = (FileStatus.ADDED, FileStatus.ADDED_WITH_GAPS)

ALREADY_HERE = Message("The same file is already in the library.")
OUR_FAULT = Message(
    "BriefBank made a mistake with this file. Print it to PDF in another program, and add that."
)
TOO_OFTEN = Message(
    "BriefBank stopped several times while it worked on this file, so the file was set aside. "
    "Print it to PDF in another program, and add that."
)
MENDED = Message(
    "The file is damaged, and pages of it may be missing. Ask for a new copy if you need all of it."
)
DRAWN = Message(
    "The file is damaged. BriefBank drew its pages and recognised them as pictures. Compare the text with "
    "the pages."
)
FUTURE = Message("The date it gives lies in the future. Correct its filing date.")
UNKNOWN_SYMBOLS = Message(
    "The file has signs of a symbol font that BriefBank does not know; the reader shows □ for them. "
    "Open the original file to see them."
)
UNREAD_OBJECTS = Message(
    "The file has pictures or embedded files whose text BriefBank cannot read. Open the original file to see "
    "them. To search their text, print the file to PDF, and add that."
)
FORM = Message(
    "The file is a form whose contents BriefBank cannot show or search. Open it in Adobe Acrobat, print it "
    "to PDF, and add that."
)
_MAX_LISTED = 12
_LEFT_OUT = {
    LeftOut.DELETIONS: Message("deleted text (tracked changes)"),
    LeftOut.COMMENTS: "comments",
    LeftOut.HIDDEN_TEXT: Message("hidden text"),
}
_OF_LEFT_OUT = {
    LeftOut.SYMBOLS: UNKNOWN_SYMBOLS,
    LeftOut.OBJECTS: UNREAD_OBJECTS,
    LeftOut.FORM: FORM,
    LeftOut.NAMES: NAMES_IN_PROPERTIES,
}


def refusal_of(error: errors.BriefBankError | None, *, thorough: bool = False) -> Refusal:
    """Return the reason; OTHER for None, a mistake of BriefBank. ``thorough``: how the file was read."""
    refusal = next((reason for kind, reason in _REASONS if isinstance(error, kind)), Refusal.OTHER)
    return Refusal.BEYOND_REPAIR if thorough and refusal in _HELPED else refusal


class IngestAuditHook:
    """Records the results of a run. Any thread. An event for a document is flushed at the end of the run
    (``end``): a flush for each of ten thousand files would delay them."""

    def __init__(self, note: AuditWriter, sync: Callable[[], None]) -> None:
        self._note, self._sync = note, sync
        self._lock = threading.Lock()
        self._refused: Counter[Refusal] = Counter()

    def ended(self, file: OpenFile, outcome: FileOutcome) -> None:
        """Record a file that is in the library now, unless it was there already."""
        if outcome.document is None or outcome.status not in _ADDED:
            return
        document, pages = outcome.document.id, outcome.document.pages
        if file.document_id is not None:
            self._note(AuditEvent.READ_AGAIN, at_once=False, document=document, pages=pages)
        else:
            kind = outcome.document.kind.value
            self._note(AuditEvent.ADDED, at_once=False, document=document, kind=kind, pages=pages)

    def refused(self, refusal: Refusal) -> None:
        with self._lock:
            self._refused[refusal] += 1

    def end(self) -> None:
        with self._lock:
            refused, self._refused = self._refused, Counter()
        for reason, files in sorted(refused.items()):
            self._note(AuditEvent.REFUSED, at_once=False, reason=reason.value, files=files)
        self._sync()


def remarks(
    reading: Reading,
    trouble: Message = NO_MESSAGE,
    *,
    mended: bool = False,
    drawn: bool = False,
    undrawn: Sequence[tuple[int, Sequence[str]]] = (),
    mail: MailSummary | None = None,
    too_deep: int = 0,
    left_out: Sequence[LeftOut] = (),
) -> Message:
    """Return all that a person should know of a document that was added; empty when there is nothing to say.

    ``undrawn`` are the indexes of pages that no font can draw wholly, and what is not drawn there.
    ``too_deep`` is the number of attached files that are in too many others.
    ``left_out`` is what the file holds beside its pages.
    """
    pages = reading.pages

    def sentences() -> Iterator[Message]:
        yield DRAWN if drawn else MENDED if mended else NO_MESSAGE
        if gaps := [page for page in pages if page.source is PageSource.GAP]:
            yield plural(
                len(gaps),
                "{named} of the file has no text that can be searched. Look at it in the reader.",
                "{named} of the file have no text that can be searched. Look at them in the reader.",
                named=_named(gaps),
            )
        yield trouble
        if doubtful := [page for page in pages if page.doubtful]:
            yield Message(
                "{named} could not be read with certainty. Compare the text with the page.",
                named=_named(doubtful),
            )
        if hidden := [page for page in pages if page.hidden]:
            yield Message(
                "{named}: text lies under black boxes or is hidden in another way (a layer that is "
                "off, invisible letters, outside of the page). Anyone who has the file can still "
                "copy it. BriefBank left it out.",
                named=_named(hidden),
            )
        if undrawn:
            characters = dict.fromkeys(part for _, what in undrawn for part in what)
            yield Message(
                "{named}: this computer has no font for some characters ({characters}). The reader "
                "shows □ for them; their text can be searched and copied. Open the original file to "
                "see them.",
                named=_named([pages[index] for index, _ in undrawn]),
                characters=", ".join(list(characters)[:_MAX_LISTED]),
            )
        if also := [_LEFT_OUT[part] for part in LeftOut if part in left_out and part in _LEFT_OUT]:
            yield Message(
                "Whoever has the file can also see {also}. BriefBank does not search what its pages do "
                "not show.",
                also=listed(also),
            )
        yield FUTURE if reading.caption.filed_source == IN_FUTURE else NO_MESSAGE
        yield from (sentence for kind, sentence in _OF_LEFT_OUT.items() if kind in left_out)
        if mail:
            yield from _mail_sentences(mail, mail.left_out + too_deep)

    return joined(list(sentences()))


def _named(pages: Sequence[Page]) -> Message:
    numbers = ", ".join(str(page.index + 1) for page in pages[:_MAX_LISTED])
    if len(pages) == 1:
        return Message("Page {numbers}", numbers=numbers)
    if len(pages) > _MAX_LISTED:
        return Message("Pages {numbers} and others", numbers=numbers)
    return Message("Pages {numbers}", numbers=numbers)


def _mail_sentences(mail: MailSummary, left_out: int) -> Iterator[Message]:
    if mail.encrypted:
        yield Message("The message is encrypted or packed in its signature, and its text was not read.")
    if mail.passed_over:
        yield plural(
            mail.passed_over,
            "1 part of the mail, such as a logo or an invitation, passed over.",
            "{number} parts of the mail, such as logos and invitations, passed over.",
        )
    if mail.unread:
        yield plural(
            mail.unread,
            "1 part is packed in a way that BriefBank cannot unpack. Open the message in your mail program.",
            "{number} parts are packed in a way that BriefBank cannot unpack. "
            "Open the message in your mail program.",
        )
    if left_out:
        yield plural(
            left_out,
            "1 attached file was not added, because there are too many in it. Save them and add those.",
            "{number} attached files were not added, because there are too many in it. "
            "Save them and add those.",
        )
