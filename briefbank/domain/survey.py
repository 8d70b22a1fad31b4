"""The survey of what a person is about to add: what is there, what of it is of use, how long it will take.

Times and sizes are estimates. The speeds behind them are those of the project's own benchmarks, for one
processor; a computer with more of them is taken to be faster by as much, up to what one disk feeds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from briefbank.domain.ingest import PassedOver
from briefbank.text.leave_out import LeaveOut

K = TypeVar("K")

FILE_S, TEXT_PAGE_S = 0.06, 0.0105
"""The seconds of one processor for a file, and for each of its pages that has text, until it can be searched
by words."""
SCANNED_PAGE_S = 1.6
"""The seconds of one processor for the text of a scanned page."""
MEANING_PAGE_S = 0.026
"""The seconds of one processor until a page can be searched by meaning: 1.6 passages."""
MOST_PROCESSORS = 16
PAGE_BYTES = 13_000
"""The bytes of a page in catalogue, both indexes, and the reading copy of a text."""
RESERVE_BYTES = 1_000_000_000
"""The bytes that stay free on the disk."""
FOLDERS = 8
"""The number of folders that are named because they fill the disk."""


class NoUse(StrEnum):
    """The reasons why a file is of no use to a library; the values are part of the command line's JSON."""

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
    """What the beginning of a file shows."""

    format: str = ""
    """The suffix under which the library stores such files; empty for a file of no use."""
    no_use: NoUse | None = None
    head: str = ""
    """A hash of the first 64 KiB; empty where the file is of no use."""


@dataclass(frozen=True, slots=True)
class SurveyedFile:
    """One file of a survey."""

    place: str
    """Its place from the added folder on."""
    size: int
    format: str = ""
    no_use: NoUse | None = None
    pages: int = 0
    scans: int = 0
    """The estimated numbers of all its pages, and of those whose text has to be recognised."""
    copy: bool = False
    """True where another file of the survey has its size and beginning, so that both seem to be the same."""


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of files and what they come to."""

    files: int = 0
    bytes: int = 0
    pages: int = 0
    scans: int = 0


@dataclass(frozen=True, slots=True)
class SurveyTotals:
    """What adding the files of a survey comes to, without those that patterns leave out."""

    taken: Amount
    """All files that would be added."""
    formats: Mapping[str, Amount]
    """The same by format, the most files first."""
    no_use: Mapping[NoUse, Amount]
    """The files that would be refused or passed over, by reason, the most files first."""
    left_out: Mapping[str, int]
    """The number of files that each pattern leaves out; a file counts for one of those that fit."""
    copies: int
    """How many of ``taken`` seem to be copies of others, which a library keeps once."""
    folders: tuple[tuple[str, int], ...]
    """The places that hold most bytes, two folders deep, the largest first."""
    words_s: float
    meaning_s: float
    scans_s: float
    """The seconds until all can be searched by words, but for scans; then by meaning; and for the text of
    scans."""
    needed_bytes: int
    """The bytes that the library will need on its disk."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What lies at the dropped paths."""

    files: tuple[SurveyedFile, ...]
    passed_over: PassedOver = field(default_factory=PassedOver)
    free_bytes: int = 0
    """The bytes that are free on the library's disk, beyond a reserve."""
    processors: int = 1
    away: tuple[str, ...] = ()
    """The places of folders that could not be opened."""

    def totals(self, leave_out: LeaveOut) -> SurveyTotals:
        """Return what adding comes to without what patterns leave out. Takes a tenth of a second for 50,000
        files."""
        left_out: Counter[str] = Counter(dict.fromkeys(leave_out.patterns, 0))
        kept = []
        for file in self.files:
            if pattern := leave_out.match(file.place):
                left_out[pattern] += 1
            else:
                kept.append(file)
        taken = [file for file in kept if file.no_use is None]
        whole = _sum(taken)
        workers = max(1, min(self.processors, MOST_PROCESSORS))
        text_pages = whole.pages - whole.scans
        return SurveyTotals(
            whole,
            _by_files((file.format, file) for file in taken),
            _by_files((file.no_use, file) for file in kept if file.no_use is not None),
            dict(left_out),
            sum(1 for file in taken if file.copy),
            _largest_folders(taken),
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
    return dict(sorted(amounts.items(), key=lambda each: (-each[1].files, str(each[0]))))


def _largest_folders(files: Iterable[SurveyedFile]) -> tuple[tuple[str, int], ...]:
    sizes: Counter[str] = Counter()
    for file in files:
        folders = file.place.split("/")[:-1]
        if folders:
            sizes["/".join(folders[:2])] += file.size
    return tuple(sorted(sizes.items(), key=lambda each: (-each[1], each[0]))[:FOLDERS])
