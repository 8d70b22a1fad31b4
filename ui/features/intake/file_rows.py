"""Rows of the list of files: one for each file, with its actions, and lines between."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, Stage
from briefbank.text.hidden_characters import escape_hidden
from ui.i18n.translate import tr, translate_core
from ui.shared import wording


class FileSection(Enum):
    """The parts of the list in their order."""

    BUSY = auto()
    REFUSED = auto()
    REVIEW = auto()
    WAITING = auto()
    FINISHED = auto()
    TAKEN_OFF = auto()
    EARLIER = auto()


class FileFilterChoice(Enum):
    """The choices of which files are listed."""

    ALL = auto()
    WORKING = auto()
    REVIEW = auto()
    REFUSED = auto()


class FileAction(Enum):
    """The actions for a file of the list."""

    OPEN = auto()
    REVIEW = auto()
    PASSWORD = auto()
    AGAIN = auto()
    CANCEL = auto()


HEADINGS = {
    FileSection.BUSY: tr("Being added"),
    FileSection.REFUSED: tr("Refused"),
    FileSection.REVIEW: tr("Worth a look"),
    FileSection.WAITING: tr("Waiting"),
    FileSection.FINISHED: tr("Finished"),
    FileSection.TAKEN_OFF: tr("Not added"),
    FileSection.EARLIER: tr("Earlier"),
}

ACTION_WORDS = {
    FileAction.OPEN: tr("Open"),
    FileAction.REVIEW: tr("Look at the pages"),
    FileAction.PASSWORD: tr("Enter password…"),
    FileAction.AGAIN: tr("Add again"),
    FileAction.CANCEL: tr("Cancel"),
}


@dataclass(frozen=True)
class FileRow:
    """One file: its progress, or its outcome."""

    path: Path
    section: FileSection
    progress: FileProgress | None = None
    outcome: FileOutcome | None = None
    missing: bool = False
    """True when the file is no longer where it was."""

    @property
    def key(self) -> tuple[FileSection, Path | str]:
        return self.section, self.path

    @property
    def main_action(self) -> FileAction | None:
        """The action of Enter and a double click."""
        outcome = self.outcome
        if outcome is None:
            return None
        if outcome.document is not None:
            return (
                FileAction.REVIEW if outcome.reason and outcome.status in wording.ADDED else FileAction.OPEN
            )
        if outcome.status is not FileStatus.REFUSED or self.missing:
            return None
        return FileAction.PASSWORD if outcome.needs_password else FileAction.AGAIN

    @property
    def link(self) -> FileAction | None:
        """The action that the row offers in words at its right end."""
        if self.outcome is None:
            return FileAction.CANCEL
        return None if self.main_action is FileAction.OPEN else self.main_action

    @property
    def name(self) -> str:
        """The file's name, in which no hidden character can make it seem another one."""
        return escape_hidden(self.path.name)

    @property
    def state(self) -> str:
        if self.section is FileSection.TAKEN_OFF:
            return tr("Taken off the list")
        if self.outcome is not None:
            return wording.STATUS_WORDS[self.outcome.status]
        return wording.progress(self.progress) if self.progress else ""

    @property
    def reason(self) -> str:
        return (
            translate_core(self.outcome.reason)
            if self.outcome and self.section is not FileSection.TAKEN_OFF
            else ""
        )

    @property
    def sentence(self) -> str:
        state = self.state.replace("  ·  ", ", ")
        return ". ".join(part for part in (self.name, state, self.reason) if part)

    @property
    def keys(self) -> str:
        """The keyboard's actions on the row, for assistive technology."""
        if self.outcome is None:
            return tr("Delete takes it off the list, so that it is not added.")
        return {
            FileAction.OPEN: tr("Enter opens it."),
            FileAction.REVIEW: tr("Enter opens it at the first of these pages."),
            FileAction.PASSWORD: tr("Enter asks for its password."),
            FileAction.AGAIN: tr("Enter adds it again."),
            None: "",
        }[self.main_action]


@dataclass(frozen=True)
class LineRow:
    """A heading, or one line that stands for all files of a section that are not listed."""

    section: FileSection
    text: str
    heading: bool
    reason: str = ""
    """The reason why the files beneath it were refused, where they stand by reason."""

    @property
    def key(self) -> tuple[FileSection, Path | str]:
        return self.section, f"{'heading' if self.heading else 'fold'} {self.reason}"


Row = FileRow | LineRow


def waits(event: FileProgress) -> bool:
    """Tell whether the file waits to be read, or for the recognition of its scanned pages."""
    return event.stage is Stage.WAITING or (event.stage is Stage.OCR and not event.done)


def taken_off(event: FileProgress) -> bool:
    """Tell whether a person took the file off the list: it ended while it waited."""
    return event.outcome is not None and event.stage is Stage.WAITING
