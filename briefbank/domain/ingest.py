"""The ingest of files: their progress and outcomes, refusals with the next steps, reports and the survey.

The survey estimates times and sizes. Its speeds are those of the project's own benchmarks for one processor;
a computer with more is taken to be faster in proportion, up to what one disk feeds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, field
from datetime import date, datetime
from enum import StrEnum
from operator import add
from pathlib import Path
from typing import TypeVar

from briefbank.domain.documents import Document
from briefbank.text.file_names import LeaveOut
from briefbank.text.messages import NO_MESSAGE, Message


class Refusal(StrEnum):
    """Why a file was not added. The values are stored."""

    UNREADABLE = "unreadable"
    FORMAT = "format"
    PROTECTED = "protected"
    DAMAGED = "damaged"
    BEYOND_REPAIR = "beyond repair"  # it failed again with repair
    TOO_LARGE = "too large"
    MEMORY = "memory"
    TOO_SLOW = "too slow"
    NO_TEXT = "no text"
    RECOGNITION = "recognition"
    OTHER = "other"


class NextStep(StrEnum):
    AGAIN = "again"  # add it again as it is
    REPAIR = "repair"
    """Add it again thoroughly: damage is skipped, pages are drawn and recognised as pictures."""
    MORE_TIME = "more time"  # add it again thoroughly, because its reading reached a limit
    CAREFULLY = "carefully"  # add it again thoroughly, because recognition found no words
    PASSWORD = "password"
    SHOW = "show"
    """Show it in its folder, where a person can open it. BriefBank does not: a system runs some files."""
    LEAVE_OUT = "leave out"  # skip it from now on, also in watched folders and folders that are added later
    TAKE_BACK = "take back"  # do not skip it any more


THOROUGH = frozenset({NextStep.REPAIR, NextStep.MORE_TIME, NextStep.CAREFULLY})
"""The steps that add a file thoroughly: with repair, longer limits and more careful recognition."""

NEXT_STEPS: Mapping[Refusal, tuple[NextStep, ...]] = {
    Refusal.UNREADABLE: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.FORMAT: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.PROTECTED: (NextStep.PASSWORD, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.DAMAGED: (NextStep.REPAIR, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.BEYOND_REPAIR: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.TOO_LARGE: (NextStep.SHOW, NextStep.AGAIN, NextStep.LEAVE_OUT),
    Refusal.MEMORY: (NextStep.REPAIR, NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.TOO_SLOW: (NextStep.MORE_TIME, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.NO_TEXT: (NextStep.CAREFULLY, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.RECOGNITION: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
    Refusal.OTHER: (NextStep.AGAIN, NextStep.SHOW, NextStep.LEAVE_OUT),
}
"""The next steps after each refusal, the most promising first."""


NAMES_IN_PROPERTIES = Message("The file’s properties name people. BriefBank does not search them.")
"""The remark on nearly every file of a word processor, which needs no attention."""

TAKEN_OFF = Message("Stopped before it was added. Add it again when you wish.")
"""The reason of a file that a person took off the list before it was added."""


class FileStatus(StrEnum):
    """The outcome of one file's ingest; the values are part of the command line's contract."""

    ADDED = "added"
    ADDED_WITH_GAPS = "added_with_gaps"
    ALREADY_HERE = "already_here"
    REFUSED = "refused"
    WAITING = "waiting"  # what the file needs is missing on this computer. The next run tries it again.


class LeftOut(StrEnum):
    """Contents of a file that are not searched: its pages do not show them or BriefBank cannot read them."""

    DELETIONS = "deletions"
    COMMENTS = "comments"
    HIDDEN_TEXT = "hidden_text"
    NAMES = "names"
    SYMBOLS = "symbols"  # signs of symbol fonts that BriefBank does not know. A reader of the page sees them.
    OBJECTS = "objects"  # large pictures and embedded files. A reader of the page sees them.
    FORM = "form"  # the contents of a form (XFA) whose pages only the program that made it can draw


UNREAD = frozenset((LeftOut.SYMBOLS, LeftOut.OBJECTS))
"""What a person sees on the pages and BriefBank cannot read: the file has gaps."""


class Stage(StrEnum):
    """The steps of a file's ingest, in this order; shown in the list of files."""

    WAITING = "waiting"
    COPYING = "copying"
    READING = "reading"
    OCR = "ocr"
    CUTTING = "cutting"
    INDEXING = "indexing"
    DONE = "done"


@dataclass(frozen=True, slots=True)
class FileOutcome:
    path: Path
    status: FileStatus
    document: Document | None = None
    reason: Message = NO_MESSAGE  # empty, or one or two sentences that say what happened and what to do
    refusal: Refusal | None = None
    """Why the file was refused; None where that is unknown, and for other files."""
    left_out: bool = False  # True when a person decided to leave the refused file out

    @property
    def needs_password(self) -> bool:
        return self.refusal is Refusal.PROTECTED

    @property
    def taken_off(self) -> bool:
        """True when a person took the file off the list: it was not refused, and is counted apart."""
        return self.reason == TAKEN_OFF

    @property
    def next_steps(self) -> tuple[NextStep, ...]:
        """The steps that a person may take, the most promising first; none unless it was refused."""
        if self.status is not FileStatus.REFUSED:
            return ()
        return (NextStep.TAKE_BACK,) if self.left_out else NEXT_STEPS[self.refusal or Refusal.OTHER]


@dataclass(frozen=True, slots=True)
class FileProgress:
    path: Path
    stage: Stage
    done: int = 0
    total: int = 0  # the number of pages in this stage, or 0 when unknown
    seconds_left: float | None = None
    outcome: FileOutcome | None = None
    """Set on the last event. A file that is DONE without one was a container: its members follow."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """The numbers of entries that were not queued, because nobody means them as documents."""

    left_behind: int = 0  # files that systems and programs leave, such as Thumbs.db and lock files
    links: int = 0  # links in an added folder that lead out of it
    pictures: int = 0
    """Pictures in an added folder that have too few pixels for a page, such as logos and previews."""
    left_out: int = 0  # files that a person decided to leave out (``IngestApi.leave_out``)
    by_pattern: int = 0  # files in an added folder that a pattern of the person's leaves out
    own: int = 0  # folders of BriefBank itself, whose files are copies: libraries, backups, its data

    def __bool__(self) -> bool:
        return self != PassedOver()

    def __add__(self, other: PassedOver) -> PassedOver:
        return PassedOver(*map(add, astuple(self), astuple(other)))


@dataclass(frozen=True, slots=True)
class Enqueued:
    new: int  # the number of files that were not queued already
    passed_over: PassedOver = PassedOver()


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    path: Path
    trouble: Message = NO_MESSAGE  # a sentence on why the folder cannot be read now; empty when it can
    confirmed: bool = True
    """Whether this user confirmed the folder. Until then, a folder that somebody else chose is not read."""


@dataclass(frozen=True, slots=True)
class UnconfirmedPaths:
    """Folders to watch and files to add that this user did not confirm, because somebody else made the
    library or it comes from a backup."""

    folders: tuple[Path, ...]
    files: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.folders or self.files)


@dataclass(frozen=True, slots=True)
class ReportedFile:
    path: Path
    status: FileStatus | None  # None while it waits
    reason: Message
    waits_for_scans: bool
    """True for a waiting file whose own text was read, and whose scanned pages are to be recognised."""
    title: str
    filed: date | None
    pages: int
    ocr_pages: int
    gaps: int  # the number of pages without text; like the other two, 0 unless the file was added
    queued: datetime
    ended: datetime | None
    left_out: bool = False


@dataclass(frozen=True, slots=True)
class IngestReport:
    """The state of all files that were ever queued, without those of removed documents.

    A file that was tried more than once counts once, with its last outcome. Numbers are of files, but for
    pages and gaps.
    """

    ended: Mapping[FileStatus, int]  # without files that were taken off the list, or are left out
    waiting: int
    waiting_for_scans: int  # files that were read and wait for the text of scanned pages
    refusals: tuple[tuple[Message, int], ...]
    """The reasons of refused files with their number, the most frequent first."""
    files_with_gaps: int  # added files with pages that have no text
    gaps: int  # the number of these pages
    pages: int
    taken_off: int = 0  # files that a person took off the list before they were added
    left_out: int = 0

    @property
    def files(self) -> int:
        ended = sum(self.ended.values()) + self.taken_off + self.left_out
        return ended + self.waiting + self.waiting_for_scans


@dataclass(frozen=True, slots=True)
class Searchable:
    """How many files can be searched, while others wait."""

    files: int  # the number of documents in the library and of files that wait to become one
    by_words: int
    by_meaning: int
    next_modified: datetime | None = None
    """When the next file of a large drop was last changed (newer ones are read first); None without one."""


class FileGroup(StrEnum):
    """The groups in which queued files are listed, each file by its last attempt."""

    OPEN = "open"  # waits, or is worked on
    REFUSED = "refused"
    PROTECTED = "protected"  # refused, because it needs a password
    CHECK = "check"  # added with a remark that a person may want to act on
    ADDED = "added"  # added without one, or here already
    NOT_ADDED = "not_added"  # a person took it off the list
    LEFT_OUT = "left_out"


def group_of(outcome: FileOutcome) -> FileGroup:
    """Return the group of a file that has ended."""
    if outcome.status is FileStatus.WAITING:
        return FileGroup.OPEN
    if outcome.status is FileStatus.ADDED_WITH_GAPS:
        return FileGroup.CHECK
    if outcome.status is FileStatus.ADDED:
        return FileGroup.ADDED if outcome.reason in ("", NAMES_IN_PROPERTIES) else FileGroup.CHECK
    if outcome.status is FileStatus.ALREADY_HERE:
        return FileGroup.ADDED
    if outcome.taken_off:
        return FileGroup.NOT_ADDED
    if outcome.left_out:
        return FileGroup.LEFT_OUT
    return FileGroup.PROTECTED if outcome.needs_password else FileGroup.REFUSED


@dataclass(frozen=True, slots=True)
class IngestState:
    """The state of the ingest at one moment. A round is the files queued after the ledger's row ``since``."""

    since: int = 0
    newest: int = 0  # the newest row of the ledger: a round that begins now begins after it
    open: int = 0  # files of the round that have not ended, without those that wait for a later run
    passed_over: int = 0
    """All files that the last run could not read here and left for a later one."""
    ended: Mapping[FileStatus, int] = field(default_factory=dict)
    """Files of the round by outcome, without those that a person took off the list or left out."""
    taken_off: int = 0
    left_out: int = 0
    groups: Mapping[FileGroup, int] = field(default_factory=dict)  # all files of the library
    in_work: tuple[FileProgress, ...] = ()
    pages: int = 0  # the finished pages of the present run
    pages_a_minute: int = 0  # over the last minutes, rounded; 0 while it is not known
    seconds_left: float | None = None  # an estimate for all open files; None while it would be a guess

    @property
    def finished(self) -> int:
        return sum(self.ended.values()) + self.taken_off + self.left_out

    @property
    def known(self) -> int:
        """The number of files of the round."""
        return self.finished + self.open


K = TypeVar("K")

FILE_S, TEXT_PAGE_S = 0.06, 0.0105
"""One processor's seconds for a file, and for each page with text, until it can be searched by words."""
SCANNED_PAGE_S = 1.6  # The seconds of one processor for the text of a scanned page
MEANING_PAGE_S = 0.026  # The seconds of one processor until a page can be searched by meaning: 1.6 passages
MOST_PROCESSORS = 16
PAGE_BYTES = 13_000  # The bytes of a page in catalogue, both indexes, and the reading copy of a text
RESERVE_BYTES = 1_000_000_000  # The bytes that stay free on the disk
FOLDERS = 8  # The number of largest folders that a survey names


class NoUse(StrEnum):
    """Why a file is of no use to a library; the values are part of the command line's JSON."""

    PROGRAM = "program"
    SPREADSHEET = "spreadsheet"
    PRESENTATION = "presentation"
    DATABASE = "database"
    SOUND_OR_FILM = "sound_or_film"
    PICTURE = "picture"
    SMALL_PICTURE = "small_picture"
    MAIL = "mail"
    WORD_PROCESSOR = "word_processor"
    EMPTY = "empty"
    UNREADABLE = "unreadable"
    TOO_LARGE = "too_large"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class LookedAt:
    """What the first bytes of a file show."""

    format: str = ""  # the suffix under which the library stores such files; empty for a file of no use
    no_use: NoUse | None = None
    head: str = ""  # a hash of the first 64 KiB; empty where the file is of no use


@dataclass(frozen=True, slots=True)
class SurveyedFile:
    path: str  # its path from the added folder on
    size: int
    format: str = ""
    no_use: NoUse | None = None
    pages: int = 0
    scans: int = 0  # the estimated number of pages whose text has to be recognised
    copy: bool = False  # True where another file of the survey has the same size and first bytes


@dataclass(frozen=True, slots=True)
class Amount:
    files: int = 0
    bytes: int = 0
    pages: int = 0
    scans: int = 0


@dataclass(frozen=True, slots=True)
class SurveyTotals:
    """The totals of a survey, without files that patterns leave out."""

    taken: Amount
    formats: Mapping[str, Amount]  # the same by format, the most files first
    no_use: Mapping[NoUse, Amount]
    """The files that would be refused or passed over, by reason, the most files first."""
    left_out: Mapping[str, int]
    """The number of files that each pattern leaves out; a file counts for one of those that match."""
    copies: int  # how many of ``taken`` seem to be copies of others, which a library keeps once
    folders: tuple[tuple[str, int], ...]
    """The largest folders with their bytes, two levels deep, the largest first."""
    words_s: float  # the seconds until all but scans is in the lexical index
    meaning_s: float  # the seconds until all but scans can be searched by meaning
    scans_s: float  # the seconds for the text of scans
    needed_bytes: int


@dataclass(frozen=True, slots=True)
class Survey:
    files: tuple[SurveyedFile, ...]
    passed_over: PassedOver = field(default_factory=PassedOver)
    free_bytes: int = 0  # the bytes that are free on the library's disk, beyond a reserve
    processors: int = 1
    away: tuple[str, ...] = ()  # the folders that could not be opened

    def totals(self, leave_out: LeaveOut) -> SurveyTotals:
        """Return the totals without what patterns leave out. Takes a tenth of a second for 50,000 files."""
        left_out: Counter[str] = Counter(dict.fromkeys(leave_out.patterns, 0))
        kept = []
        for file in self.files:
            if pattern := leave_out.match(file.path):
                left_out[pattern] += 1
            else:
                kept.append(file)
        taken = [file for file in kept if file.no_use is None]
        sizes: Counter[str] = Counter()  # of folders, two levels deep
        for file in taken:
            if folders := file.path.split("/")[:-1]:
                sizes["/".join(folders[:2])] += file.size
        whole = _sum(taken)
        workers = max(1, min(self.processors, MOST_PROCESSORS))
        text_pages = whole.pages - whole.scans
        return SurveyTotals(
            whole,
            _by_files((file.format, file) for file in taken),
            _by_files((file.no_use, file) for file in kept if file.no_use is not None),
            dict(left_out),
            sum(1 for file in taken if file.copy),
            tuple(sorted(sizes.items(), key=lambda item: (-item[1], item[0]))[:FOLDERS]),
            (whole.files * FILE_S + text_pages * TEXT_PAGE_S) / workers,
            whole.pages * MEANING_PAGE_S / workers,
            whole.scans * SCANNED_PAGE_S / workers,
            sum(file.size * (2 if file.scans else 1) for file in taken if not file.copy)
            + whole.pages * PAGE_BYTES,
        )


def _sum(files: Iterable[SurveyedFile]) -> Amount:
    count = size = pages = scans = 0
    for file in files:
        count, size, pages, scans = count + 1, size + file.size, pages + file.pages, scans + file.scans
    return Amount(count, size, pages, scans)


def _by_files(named: Iterable[tuple[K, SurveyedFile]]) -> dict[K, Amount]:
    groups: defaultdict[K, list[SurveyedFile]] = defaultdict(list)
    for name, file in named:
        groups[name].append(file)
    amounts = {name: _sum(files) for name, files in groups.items()}
    return dict(sorted(amounts.items(), key=lambda item: (-item[1].files, str(item[0]))))
