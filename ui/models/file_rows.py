"""What the list of files shows: a row for each file, with what can be done about it, and lines between."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum
from pathlib import Path

from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from ui import words


class Section(StrEnum):
    """The parts of the list in their order; the values are their headings."""

    BUSY = "Being added"
    LOOK = "Worth a look"
    WAITING = "Waiting"
    FINISHED = "Finished"
    TAKEN_OFF = "Not added"
    EARLIER = "Earlier"


class Deed(Enum):
    """What can be done with a file of the list; the values are the words on its row."""

    OPEN = "Open"
    LOOK = "Look at the pages"
    PASSWORD = "Enter password…"
    AGAIN = "Add again"
    CANCEL = "Cancel"


@dataclass(frozen=True)
class FileRow:
    """One file: where it stands, or how it ended."""

    path: Path
    section: Section
    progress: FileProgress | None = None
    outcome: FileOutcome | None = None
    missing: bool = False
    """The file is no longer where it was."""

    @property
    def key(self) -> tuple[Section, Path | str]:
        return self.section, self.path

    @property
    def main_deed(self) -> Deed | None:
        """What Enter and a double click do."""
        outcome = self.outcome
        if outcome is None:
            return None
        if outcome.document is not None:
            return Deed.LOOK if outcome.reason and outcome.status in words.ADDED else Deed.OPEN
        if outcome.status is not FileStatus.REFUSED or self.missing:
            return None
        return Deed.PASSWORD if outcome.needs_password else Deed.AGAIN

    @property
    def link(self) -> Deed | None:
        """What the row offers in words at its right end."""
        if self.outcome is None:
            return Deed.CANCEL
        return None if self.main_deed is Deed.OPEN else self.main_deed

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def state(self) -> str:
        if self.section is Section.TAKEN_OFF:
            return "Taken off the list"
        if self.outcome is not None:
            return words.STATUS_WORDS[self.outcome.status]
        return words.progress(self.progress) if self.progress else ""

    @property
    def reason(self) -> str:
        return self.outcome.reason if self.outcome and self.section is not Section.TAKEN_OFF else ""

    @property
    def sentence(self) -> str:
        state = self.state.replace("  ·  ", ", ")
        return ". ".join(part for part in (self.name, state, self.reason) if part)

    @property
    def keys(self) -> str:
        """What the keyboard does here, for assistive technology."""
        if self.outcome is None:
            return "Delete takes it off the list, so that it is not added."
        return {
            Deed.OPEN: "Enter opens it.",
            Deed.LOOK: "Enter opens it at the first of these pages.",
            Deed.PASSWORD: "Enter asks for its password.",
            Deed.AGAIN: "Enter adds it again.",
            None: "",
        }[self.main_deed]


@dataclass(frozen=True)
class LineRow:
    """A heading, or one line that stands for all files of a section that are not listed."""

    section: Section
    text: str
    heading: bool

    @property
    def key(self) -> tuple[Section, Path | str]:
        return self.section, "heading" if self.heading else "fold"


Row = FileRow | LineRow


def waits(event: FileProgress) -> bool:
    """Whether nobody works on the file: it is to be read, or its scanned pages are to be recognised."""
    return event.stage is Stage.WAITING or (event.stage is Stage.OCR and not event.done)


def taken_off(event: FileProgress) -> bool:
    """Whether a person took the file off the list: it ended while it waited."""
    return event.outcome is not None and event.stage is Stage.WAITING
