"""Keeps which files wait, are worked on and have ended, and says which of them are listed.

A drop may have tens of thousands of files. Every change costs the same however many they are, and what is
listed is bounded: of each section the first few, and one line for the others.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from ui.models.file_rows import FileRow, LineRow, Row, Section, taken_off, waits

SHOWN = {
    Section.BUSY: 64,
    Section.LOOK: 200,
    Section.WAITING: 20,
    Section.FINISHED: 50,
    Section.TAKEN_OFF: 20,
    Section.EARLIER: 500,
}
FOLDED = {
    Section.BUSY: "are being added",
    Section.LOOK: "were refused or have remarks",
    Section.WAITING: "wait",
    Section.FINISHED: "were added without a remark",
    Section.TAKEN_OFF: "were taken off the list",
    Section.EARLIER: "ended before",
}
NEWEST_FIRST = (Section.LOOK, Section.FINISHED, Section.TAKEN_OFF)
Key = tuple[Section, Path | str]


class FileBook:
    """Plain bookkeeping; belongs to one thread."""

    def __init__(self) -> None:
        self._sections: dict[Section, dict[Path, FileProgress]] = {section: {} for section in Section}
        self._where: dict[Path, Section] = {}
        self._missing: Container[Path] = ()

    def count(self, section: Section) -> int:
        return len(self._sections[section])

    @property
    def unfinished(self) -> int:
        return self.count(Section.BUSY) + self.count(Section.WAITING)

    def busy(self) -> list[Path]:
        """The files that are being worked on."""
        return list(self._sections[Section.BUSY])

    def take(self, events: Iterable[FileProgress]) -> None:
        """The newest event of each of some files."""
        for event in events:
            self._put(event, _section(event))

    def set_history(self, outcomes: Sequence[FileOutcome], missing: Container[Path]) -> None:
        """Files that ended in earlier sittings, newest first; those of this sitting stay where they are."""
        self._missing = missing
        for outcome in outcomes:
            if outcome.path not in self._where:
                self._put(FileProgress(outcome.path, Stage.DONE, outcome=outcome), Section.EARLIER)

    def _put(self, event: FileProgress, section: Section) -> None:
        before = self._where.get(event.path)
        if before is not None and before is not section:
            del self._sections[before][event.path]
        self._where[event.path] = section
        self._sections[section][event.path] = event

    def rows(self, known: Mapping[Key, Row]) -> list[Row]:
        """What is listed now; a row of ``known`` that is still true is taken over as it is."""
        return [row for section in Section for row in self._rows_of(section, known)]

    def _rows_of(self, section: Section, known: Mapping[Key, Row]) -> Iterator[Row]:
        files = self._sections[section]
        if not files:
            return
        yield _line(section, section.value, True, known)
        ordered = reversed(files.values()) if section in NEWEST_FIRST else iter(files.values())
        for event in islice(ordered, SHOWN[section]):
            yield self._row(section, event, known)
        if (folded := len(files) - SHOWN[section]) > 0:
            which = "1 more file" if folded == 1 else f"{folded:,} more files"
            yield _line(section, f"and {which} that {FOLDED[section]}", False, known)

    def _row(self, section: Section, event: FileProgress, known: Mapping[Key, Row]) -> Row:
        row = known.get((section, event.path))
        if isinstance(row, FileRow) and row.progress is event:
            return row
        missing = section is Section.EARLIER and event.path in self._missing
        return FileRow(event.path, section, event, event.outcome, missing)


def _section(event: FileProgress) -> Section:
    outcome = event.outcome
    if outcome is None:
        return Section.WAITING if waits(event) else Section.BUSY
    if taken_off(event):
        return Section.TAKEN_OFF
    plain = outcome.status is FileStatus.ADDED and not outcome.reason
    return Section.FINISHED if plain or outcome.status is FileStatus.ALREADY_HERE else Section.LOOK


def _line(section: Section, text: str, heading: bool, known: Mapping[Key, Row]) -> Row:
    made = LineRow(section, text, heading)
    row = known.get(made.key)
    return row if row == made else made
