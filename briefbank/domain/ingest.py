"""Values for the ingest of files: the progress and the outcome of each."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path

from briefbank.domain.documents import Document
from briefbank.domain.refusals import NEXT_STEPS, NextStep, Refusal

NAMES_IN_PROPERTIES = "The file’s properties name people. BriefBank does not search them."
"""What is said of nearly every file of a word processor, and calls for nothing."""

TAKEN_OFF = "Stopped before it was added. Add it again when you wish."
"""The reason of a file that a person took off the list before it was added."""


class FileStatus(StrEnum):
    """The outcome of one file's ingest; the values are part of the command line's contract."""

    ADDED = "added"
    ADDED_WITH_GAPS = "added_with_gaps"
    ALREADY_HERE = "already_here"
    REFUSED = "refused"
    WAITING = "waiting"
    """What the file needs is missing on this computer. The next run takes it up."""


class LeftOut(StrEnum):
    """Contents of a file that are not searched: its pages do not show them, or BriefBank cannot read them."""

    DELETIONS = "deletions"
    COMMENTS = "comments"
    HIDDEN_TEXT = "hidden_text"
    NAMES = "names"
    """Names of people in the document's properties."""
    SYMBOLS = "symbols"
    """Signs of symbol fonts that BriefBank does not know. A reader of the page sees them."""
    OBJECTS = "objects"
    """Large pictures and embedded files. A reader of the page sees them."""
    FORM = "form"
    """The contents of a form (XFA) whose pages only the program that made it can draw."""


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
    """The outcome of one file. It is a value because one file's failure must not stop the others."""

    path: Path
    status: FileStatus
    document: Document | None = None
    reason: str = ""
    """Empty, or one or two sentences that say what happened and what to do."""
    refusal: Refusal | None = None
    """The kind of reason, for a refused file; None where it is not known."""
    left_out: bool = False
    """True when a person decided to leave the refused file out."""

    @property
    def needs_password(self) -> bool:
        """True when the file was refused only for lack of a password."""
        return self.refusal is Refusal.PROTECTED

    @property
    def taken_off(self) -> bool:
        """True when a person took the file off the list: it was not refused, and is counted apart."""
        return self.reason == TAKEN_OFF

    @property
    def next_steps(self) -> tuple[NextStep, ...]:
        """The steps that a person may take, the most promising first; none for a file that was added."""
        if self.status is not FileStatus.REFUSED:
            return ()
        return (NextStep.TAKE_BACK,) if self.left_out else NEXT_STEPS[self.refusal or Refusal.OTHER]

    @property
    def is_worth_a_look(self) -> bool:
        """True where something is said of the file that a person may want to do something about."""
        return self.status is FileStatus.ADDED_WITH_GAPS or self.reason not in ("", NAMES_IN_PROPERTIES)


@dataclass(frozen=True, slots=True)
class FileProgress:
    """The progress of one file."""

    path: Path
    stage: Stage
    done: int = 0
    total: int = 0
    """The number of pages in this stage, or 0 when unknown."""
    seconds_left: float | None = None
    outcome: FileOutcome | None = None
    """Set on the last event. A file that is DONE without one was no document: its members take its place."""


@dataclass(frozen=True, slots=True)
class PassedOver:
    """The numbers of entries that were not queued because no person means them as documents."""

    left_behind: int = 0
    """Files that systems and programs leave in folders, such as Thumbs.db, shortcuts and lock files."""
    links: int = 0
    """Links in an added folder that lead out of it."""
    pictures: int = 0
    """Pictures in an added folder that have too few pixels for a page, such as logos and previews."""
    left_out: int = 0
    """Files that a person decided to leave out (``IngestApi.leave_out``)."""
    by_pattern: int = 0
    """Files in an added folder that a pattern of the person's leaves out."""

    def __bool__(self) -> bool:
        return any(getattr(self, each.name) for each in fields(self))

    def __add__(self, other: PassedOver) -> PassedOver:
        return PassedOver(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))


@dataclass(frozen=True, slots=True)
class Enqueued:
    """The result of queueing dropped files and folders."""

    new: int
    """The number of files that did not wait already."""
    passed_over: PassedOver = PassedOver()


@dataclass(frozen=True, slots=True)
class WatchedFolder:
    """A folder whose new files are added automatically."""

    path: Path
    trouble: str = ""
    """A sentence that says why the folder cannot be read now; empty when it can."""
    confirmed: bool = True
    """True when this user confirmed the folder. A folder that somebody else chose is not read."""


@dataclass(frozen=True, slots=True)
class UnconfirmedPaths:
    """The paths that a library asks to be read and this user did not confirm, because somebody else made the
    library or it comes from a backup."""

    folders: tuple[Path, ...]
    """The folders to be watched."""
    files: tuple[Path, ...]
    """The files to be added."""

    def __bool__(self) -> bool:
        return bool(self.folders or self.files)
