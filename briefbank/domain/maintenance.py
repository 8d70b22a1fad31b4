"""Reports on a library: its health, sizes, backups, models and self-test."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class HealthReport:
    """The agreement of indexes and files with the catalogue; each tuple lists problems."""

    documents: int
    passages: int
    lexical_passages: int
    dense_passages: int
    waiting_for_meaning: int
    """The number of passages without an embedding. This is no fault, because embedding runs in the
    background."""
    problems: tuple[str, ...]
    """Sentences on what is wrong; empty when everything agrees."""
    repaired: tuple[str, ...] = ()
    annotation_gaps: int = 0
    """The number of documents in whose caption, headings or citations a mistake of BriefBank left a gap. They
    are no problem: all their words are there."""
    future_dates: int = 0
    """The number of documents that give a date of filing in the future."""

    @property
    def healthy(self) -> bool:
        return not self.problems


@dataclass(frozen=True, slots=True)
class LibrarySizes:
    """The disk space of a library in bytes, its contents, and its last maintenance."""

    originals: int
    reading_copies: int
    catalogue: int
    word_index: int
    meaning_index: int
    free: int
    """The space left on the library's disk."""
    documents: int
    passages: int
    last_check: datetime | None
    """The time in UTC, timezone-aware."""
    last_backup: datetime | None


@dataclass(frozen=True, slots=True)
class BackupReport:
    """A complete backup. Files that an earlier backup in the same folder has are not copied again."""

    folder: Path
    documents: int
    files_copied: int
    bytes_copied: int
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on files that were already missing or damaged in the library."""


@dataclass(frozen=True, slots=True)
class KnownBackup:
    """A backup that BriefBank made; it may have been deleted since."""

    folder: Path
    made: datetime
    """The time in UTC, timezone-aware."""
    until: datetime | None = None
    """The time in UTC after which the next backup deletes it; None where none does."""


@dataclass(frozen=True, slots=True)
class RestoreReport:
    """The result of restoring a library from a backup."""

    documents: int
    kept_before: Path | None
    """A backup of the previous state; None when there was nothing to keep."""


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The result of restoring a backup beside, to see whether it can be: how much was compared."""

    made: datetime
    """The time at which the backup was made, in UTC."""
    documents: int
    passages: int
    files: int
    rows: int
    """The rows of the catalogue."""
    vectors: int
    searches: int
    seconds: float
    problems: tuple[str, ...]
    """Sentences on what is not as the backup has it; empty when all is."""


@dataclass(frozen=True, slots=True)
class MoveReport:
    """The result of bringing the library of one computer into that of an office."""

    documents: int
    """The documents that were brought in by this move."""
    already_here: int
    marks: int
    """The marks on results that are new or newer than the office's."""
    lines: int
    """The lines of the list of what still holds that the office did not have."""
    seconds: float
    problems: tuple[str, ...] = ()
    """Sentences on what was left out."""


@dataclass(frozen=True, slots=True)
class CheckResult:
    """One line of the self-test."""

    name: str
    passed: bool
    detail: str
    remark: bool = False
    """True for a line that is no failure but should be read: a limit of the system, or an exception that the
    office allows."""
