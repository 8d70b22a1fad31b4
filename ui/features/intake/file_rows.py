"""Rows of the list of files: one for each file, with its actions, and lines between."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from briefbank.domain.ingest import FileOutcome, FileProgress, NextStep, Stage
from briefbank.text.characters import escape_hidden
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
    LEFT_OUT = auto()
    EARLIER = auto()


class FileFilterChoice(Enum):
    """The choices of which files are listed."""

    ALL = auto()
    WORKING = auto()
    REVIEW = auto()
    REFUSED = auto()


class FileAction(Enum):
    """The actions for a file of the list, beside the next steps of refused ones."""

    OPEN = auto()
    REVIEW = auto()
    CANCEL = auto()


Action = FileAction | NextStep


HEADINGS = {
    FileSection.BUSY: tr("Being added"),
    FileSection.REFUSED: tr("Refused"),
    FileSection.REVIEW: tr("Worth a look"),
    FileSection.WAITING: tr("Waiting"),
    FileSection.FINISHED: tr("Finished"),
    FileSection.TAKEN_OFF: tr("Not added"),
    FileSection.LEFT_OUT: tr("Left out"),
    FileSection.EARLIER: tr("Earlier"),
}

ACTION_WORDS: dict[Action, str] = {
    FileAction.OPEN: tr("Open"),
    FileAction.REVIEW: tr("Look at the pages"),
    FileAction.CANCEL: tr("Cancel"),
    NextStep.AGAIN: tr("Add again"),
    NextStep.REPAIR: tr("Try again with repair"),
    NextStep.MORE_TIME: tr("Try again with more time"),
    NextStep.CAREFULLY: tr("Recognise more carefully"),
    NextStep.PASSWORD: tr("Enter password…"),
    NextStep.SHOW: tr("Show in folder"),
    NextStep.LEAVE_OUT: tr("Leave out"),
    NextStep.TAKE_BACK: tr("Take back"),
}
GROUP_WORDS: dict[NextStep, str] = {
    NextStep.AGAIN: tr("Add all again"),
    NextStep.REPAIR: tr("Try all again with repair"),
    NextStep.MORE_TIME: tr("Try all again with more time"),
    NextStep.CAREFULLY: tr("Recognise all more carefully"),
    NextStep.PASSWORD: tr("Enter password for all…"),
    NextStep.LEAVE_OUT: tr("Leave all out"),
}
"""The steps that can be taken with all files that were refused for one reason."""
_KEYS: dict[Action, str] = {
    FileAction.OPEN: tr("Enter opens it."),
    FileAction.REVIEW: tr("Enter opens it at the first of these pages."),
    NextStep.AGAIN: tr("Enter adds it again."),
    NextStep.REPAIR: tr("Enter tries it again with repair."),
    NextStep.MORE_TIME: tr("Enter tries it again with more time."),
    NextStep.CAREFULLY: tr("Enter has its pages recognised more carefully."),
    NextStep.PASSWORD: tr("Enter asks for its password."),
    NextStep.SHOW: tr("Enter shows it in its folder."),
    NextStep.TAKE_BACK: tr("Enter takes it back."),
}


@dataclass(frozen=True)
class FileRow:
    """One file: its progress, or its outcome."""

    path: Path
    section: FileSection
    progress: FileProgress | None = None
    outcome: FileOutcome | None = None
    missing: bool = False  # True when the file is no longer where it was

    @property
    def key(self) -> tuple[FileSection, Path | str]:
        return self.section, self.path

    @property
    def main_action(self) -> Action | None:
        """The action of Enter and a double click."""
        outcome = self.outcome
        if outcome is None:
            return None
        if outcome.document is not None:
            doubtful = outcome.is_worth_a_look and outcome.status in wording.ADDED
            return FileAction.REVIEW if doubtful else FileAction.OPEN
        return next(iter(self.links), None)

    @property
    def links(self) -> tuple[Action, ...]:
        """The actions that the row offers in words."""
        outcome = self.outcome
        if outcome is None:
            return (FileAction.CANCEL,)
        if outcome.document is not None:
            return () if self.main_action is FileAction.OPEN else (FileAction.REVIEW,)
        if self.missing and not outcome.left_out:
            return ()
        if self.section is FileSection.TAKEN_OFF:
            return (NextStep.AGAIN,)
        return outcome.next_steps

    @property
    def name(self) -> str:
        """The file's name, in which no hidden character can make it seem another one."""
        return escape_hidden(self.path.name)

    @property
    def state(self) -> str:
        if self.section is FileSection.TAKEN_OFF:
            return tr("Taken off the list")
        if self.section is FileSection.LEFT_OUT:
            return tr("Left out")
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
        main = _KEYS[self.main_action] if self.main_action else ""
        return main + " " + tr("Its menu has other steps.") if len(self.links) > 1 else main


@dataclass(frozen=True)
class LineRow:
    """A heading, or one line that stands for all files of a section that are not listed."""

    section: FileSection
    text: str
    heading: bool
    reason: str = ""  # The reason why the files beneath it were refused, where they stand by reason
    links: tuple[NextStep, ...] = ()  # The steps that it offers for all these files

    @property
    def key(self) -> tuple[FileSection, Path | str]:
        return self.section, f"{'heading' if self.heading else 'fold'} {self.reason}"


Row = FileRow | LineRow


def waits(event: FileProgress) -> bool:
    """Tell whether the file waits to be read, or for the recognition of its scanned pages."""
    return event.stage is Stage.WAITING or (event.stage is Stage.OCR and not event.done)


def is_replaced(event: FileProgress) -> bool:
    """Tell whether the file is no document itself: its members took its place."""
    return event.stage is Stage.DONE and event.outcome is None


def taken_off(event: FileProgress) -> bool:
    """Tell whether a person took the file off the list before it was added."""
    return event.outcome is not None and event.outcome.taken_off
