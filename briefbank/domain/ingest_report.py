"""Values that say what became of the files of an ingest, and how much of it can be searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from pathlib import Path

from briefbank.domain.ingest import FileStatus


@dataclass(frozen=True, slots=True)
class ReportedFile:
    """One file that was queued, and what became of it."""

    path: Path
    status: FileStatus | None
    """None while it waits."""
    reason: str
    waits_for_scans: bool
    """True for a waiting file whose own text was read, and of which pages are to be recognised."""
    title: str
    filed: date | None
    pages: int
    ocr_pages: int
    gaps: int
    """The numbers of all pages, of those that were recognised, and of those without text; 0 unless it was
    added."""
    queued: datetime
    ended: datetime | None
    left_out: bool = False
    """True when a person decided to leave the refused file out."""


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What became of all files that were ever queued, without those of removed documents.

    A file that was tried more than once counts once, as it ended last."""

    ended: Mapping[FileStatus, int]
    """Without files that were taken off the list, or are left out."""
    waiting: int
    """The number of files that wait to be read."""
    waiting_for_scans: int
    """The number of files that were read and wait for the text of scanned pages."""
    refusals: tuple[tuple[str, int], ...]
    """The reasons of refused files with their number, the most frequent first."""
    files_with_gaps: int
    """The number of added files of which pages have no text that can be searched."""
    gaps: int
    """The number of these pages."""
    pages: int
    """The number of pages of all added files."""
    refusal_kinds: Mapping[str, int] = field(default_factory=dict)
    """The numbers of refused files by ``Refusal``."""
    taken_off: int = 0
    """The number of files that a person took off the list before they were added."""
    left_out: int = 0
    """The number of refused files that a person left out."""

    @property
    def files(self) -> int:
        ended = sum(self.ended.values()) + self.taken_off + self.left_out
        return ended + self.waiting + self.waiting_for_scans


@dataclass(frozen=True, slots=True)
class Searchable:
    """How many files can be searched, while others wait."""

    files: int
    """The number of documents in the library and of files that wait to become one."""
    by_words: int
    by_meaning: int
    next_modified: datetime | None = None
    """When the next file of a large drop was last changed; newer ones were read. None where none waits."""
