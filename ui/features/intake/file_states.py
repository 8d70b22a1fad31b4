"""Keeps which files wait, are worked on and have ended, and decides which of them are listed.

A drop may have tens of thousands of files. Every change costs the same however many they are, and the list is
bounded: the first few of each section, and one line for the others.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from briefbank.domain.ingest import FileOutcome, FileProgress, FileStatus, NextStep, Stage
from briefbank.text.messages import Message
from ui.features.intake.file_rows import (
    GROUP_WORDS,
    HEADINGS,
    FileFilterChoice,
    FileRow,
    FileSection,
    LineRow,
    Row,
    is_replaced,
    taken_off,
    waits,
)
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.shared import wording

SHOWN = {
    FileSection.BUSY: 64,
    FileSection.REFUSED: 200,
    FileSection.REVIEW: 200,
    FileSection.WAITING: 20,
    FileSection.FINISHED: 50,
    FileSection.TAKEN_OFF: 20,
    FileSection.LEFT_OUT: 50,
    FileSection.EARLIER: 500,
}
MOST_OF_ONE = 500  # The limit of a section while the switch lists it without the others
FOLDED = {
    FileSection.BUSY: (
        tr("and 1 more file that is being added"),
        tr("and {number:,} more files that are being added"),
    ),
    FileSection.REFUSED: (
        tr("and 1 more file that was refused"),
        tr("and {number:,} more files that were refused"),
    ),
    FileSection.REVIEW: (
        tr("and 1 more file that has remarks"),
        tr("and {number:,} more files that have remarks"),
    ),
    FileSection.WAITING: (tr("and 1 more file that waits"), tr("and {number:,} more files that wait")),
    FileSection.FINISHED: (
        tr("and 1 more file that was added without a remark"),
        tr("and {number:,} more files that were added without a remark"),
    ),
    FileSection.TAKEN_OFF: (
        tr("and 1 more file that was taken off the list"),
        tr("and {number:,} more files that were taken off the list"),
    ),
    FileSection.LEFT_OUT: (
        tr("and 1 more file that is left out"),
        tr("and {number:,} more files that are left out"),
    ),
    FileSection.EARLIER: (
        tr("and 1 more file that ended before"),
        tr("and {number:,} more files that ended before"),
    ),
}
NEWEST_FIRST = (
    *(FileSection.REFUSED, FileSection.REVIEW, FileSection.FINISHED),
    *(FileSection.TAKEN_OFF, FileSection.LEFT_OUT),
)
LISTED = {
    FileFilterChoice.ALL: tuple(FileSection),
    FileFilterChoice.WORKING: (FileSection.BUSY, FileSection.WAITING),
    FileFilterChoice.REVIEW: (FileSection.REVIEW, FileSection.EARLIER),
    FileFilterChoice.REFUSED: (FileSection.REFUSED, FileSection.EARLIER),
}
Key = tuple[FileSection, Path | str]


class FileBook:
    """The account of files; belongs to one thread."""

    def __init__(self) -> None:
        self._sections: dict[FileSection, dict[Path, FileProgress]] = {section: {} for section in FileSection}
        self._where: dict[Path, FileSection] = {}
        self._missing: Container[Path] = ()
        self.shown = FileFilterChoice.ALL

    def count(self, section: FileSection) -> int:
        return len(self._sections[section])

    @property
    def unfinished(self) -> int:
        return self.count(FileSection.BUSY) + self.count(FileSection.WAITING)

    def counted(self, shown: FileFilterChoice) -> int:
        """Return how many files there are to list."""
        own = sum(self.count(section) for section in LISTED[shown] if section is not FileSection.EARLIER)
        return own + len(self._earlier(shown))

    def busy(self) -> list[Path]:
        """Return the files that are being worked on."""
        return list(self._sections[FileSection.BUSY])

    def refused(self) -> list[Path]:
        """Return refused files that can be tried again as they are: still there, and without a password."""
        return [end.path for end in self._refused() if not end.needs_password]

    def protected(self) -> list[Path]:
        """Return refused files that need a password and are still there."""
        return [end.path for end in self._refused() if end.needs_password]

    def refused_for(self, reason: str) -> list[Path]:
        """Return the files that were refused for a reason and are still there."""
        return [end.path for end in self._refused() if end.reason == reason]

    def _refused(self) -> list[FileOutcome]:
        events = [*self._sections[FileSection.REFUSED].values(), *self._earlier(FileFilterChoice.REFUSED)]
        return [event.outcome for event in events if event.outcome and event.path not in self._missing]

    def left_out(self, paths: Iterable[Path], *, skip: bool) -> list[FileProgress]:
        """Return the events by which refused files are left out, or no longer."""
        files = (self._sections[self._where[path]][path] for path in paths if path in self._where)
        ends = (event.outcome for event in files)
        return [
            FileProgress(end.path, Stage.DONE, outcome=replace(end, left_out=skip))
            for end in ends
            if end and end.status is FileStatus.REFUSED
        ]

    def clear_refused(self) -> None:
        """Drop the files that were refused or taken off the list, those of earlier sessions too."""
        for section in (FileSection.REFUSED, FileSection.TAKEN_OFF, FileSection.EARLIER):
            for path, event in list(self._sections[section].items()):
                if event.outcome and event.outcome.status is FileStatus.REFUSED:
                    del self._sections[section][path], self._where[path]

    def forget_document(self, document_id: int) -> list[Path]:
        """Drop the files of a removed document, and what is attached to it; return their paths."""
        own = {
            path
            for path, section in self._where.items()
            if (end := self._sections[section][path].outcome)
            and end.document
            and end.document.id == document_id
        }
        gone = [path for path in self._where if path in own or not own.isdisjoint(path.parents)]
        for path in gone:
            del self._sections[self._where.pop(path)][path]
        return gone

    def update(self, events: Iterable[FileProgress]) -> None:
        """Take over the newest event of each of some files."""
        for event in events:
            if is_replaced(event):
                if section := self._where.pop(event.path, None):
                    del self._sections[section][event.path]
            else:
                self._put(event, _section(event))

    def set_history(self, outcomes: Sequence[FileOutcome], missing: Container[Path]) -> None:
        """Add files that ended in earlier sessions, newest first; those of this session stay where they
        are."""
        self._missing = missing
        for outcome in outcomes:
            if outcome.path not in self._where:
                event = FileProgress(outcome.path, Stage.DONE, outcome=outcome)
                apart = taken_off(event) or outcome.left_out
                self._put(event, _section(event) if apart else FileSection.EARLIER)

    def _put(self, event: FileProgress, section: FileSection) -> None:
        before = self._where.get(event.path)
        if before is not None and before is not section:
            del self._sections[before][event.path]
        self._where[event.path] = section
        self._sections[section][event.path] = event

    # --- rows ---

    def rows(self, known: Mapping[Key, Row]) -> list[Row]:
        """Return the present rows; a row of ``known`` that is still true is taken over as it is."""
        if self.shown is FileFilterChoice.REFUSED:
            return list(self._rows_by_reason(known))
        return [row for section in LISTED[self.shown] for row in self._rows_of(section, known)]

    def _rows_by_reason(self, known: Mapping[Key, Row]) -> Iterator[Row]:
        """Yield the refused files beneath the reasons for it, the most frequent first."""
        groups: dict[Message, list[tuple[FileSection, FileProgress]]] = {}
        for section in LISTED[FileFilterChoice.REFUSED]:
            for event in self._events(section)[0]:
                if event.outcome:
                    groups.setdefault(event.outcome.reason, []).append((section, event))
        for reason, files in sorted(groups.items(), key=lambda group: -len(group[1])):
            number = translate.number(len(files))
            text = f"{translate_core(reason)} ({number})"
            yield _line(LineRow(FileSection.REFUSED, text, True, reason, _group_links(files)), known)
            for section, event in files[:MOST_OF_ONE]:
                yield self._row(section, event, known)
            if folded := len(files[MOST_OF_ONE:]):
                one, many = FOLDED[FileSection.REFUSED]
                text = one if folded == 1 else many.format(number=folded)
                yield _line(LineRow(FileSection.REFUSED, text, False, reason), known)

    def _rows_of(self, section: FileSection, known: Mapping[Key, Row]) -> Iterator[Row]:
        events, number = self._events(section)
        if not number:
            return
        yield _line(LineRow(section, HEADINGS[section], True), known)
        most = SHOWN[section] if self.shown is FileFilterChoice.ALL else MOST_OF_ONE
        for event in islice(events, most):
            yield self._row(section, event, known)
        if (folded := number - most) > 0:
            one, many = FOLDED[section]
            text = one if folded == 1 else many.format(number=folded)
            yield _line(LineRow(section, text, False), known)

    def _events(self, section: FileSection) -> tuple[Iterable[FileProgress], int]:
        """Return the events of a section in their order, and how many they are."""
        if section is FileSection.EARLIER:
            earlier = self._earlier(self.shown)
            return earlier, len(earlier)
        files = self._sections[section]
        return reversed(files.values()) if section in NEWEST_FIRST else files.values(), len(files)

    def _earlier(self, shown: FileFilterChoice) -> list[FileProgress]:
        """Return some hundred at most: the catalogue lists no more."""
        files = self._sections[FileSection.EARLIER].values()
        if shown is FileFilterChoice.ALL:
            return list(files)
        return [event for event in files if event.outcome and _kind_of_end(event.outcome) is shown]

    def _row(self, section: FileSection, event: FileProgress, known: Mapping[Key, Row]) -> Row:
        row = known.get((section, event.path))
        if isinstance(row, FileRow) and row.progress is event:
            return row
        missing = section is FileSection.EARLIER and event.path in self._missing
        return FileRow(event.path, section, event, event.outcome, missing)


def _section(event: FileProgress) -> FileSection:
    if event.outcome is None:
        return FileSection.WAITING if waits(event) else FileSection.BUSY
    if taken_off(event):
        return FileSection.TAKEN_OFF
    if event.outcome.left_out:
        return FileSection.LEFT_OUT
    shown = _kind_of_end(event.outcome)
    return {FileFilterChoice.REFUSED: FileSection.REFUSED, FileFilterChoice.REVIEW: FileSection.REVIEW}.get(
        shown, FileSection.FINISHED
    )


def _kind_of_end(outcome: FileOutcome) -> FileFilterChoice:
    """Return the switch's value for a file that ended; ALL when there is nothing to do about it."""
    if outcome.status is FileStatus.REFUSED:
        return FileFilterChoice.REFUSED
    shown = (*wording.ADDED, FileStatus.WAITING)
    return (
        FileFilterChoice.REVIEW
        if outcome.is_worth_a_look and outcome.status in shown
        else FileFilterChoice.ALL
    )


def _group_links(files: Sequence[tuple[FileSection, FileProgress]]) -> tuple[NextStep, ...]:
    """Return the steps that are offered for all files of a group; one file offers its own."""
    outcome = files[0][1].outcome
    if outcome is None or len(files) == 1:
        return ()
    return tuple(step for step in outcome.next_steps if step in GROUP_WORDS)


def _line(made: LineRow, known: Mapping[Key, Row]) -> Row:
    row = known.get(made.key)
    return row if row == made else made
