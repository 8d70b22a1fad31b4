"""The list of files being added and of those added before, as a list model."""

from __future__ import annotations

from collections.abc import Container, Sequence, Set
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.models import FileOutcome, FileProgress, FileStatus, Stage
from ui import words

FILE_ROLE = Qt.ItemDataRole.UserRole + 1
AnyIndex = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class FileRow:
    """One file: where it stands, or how it ended."""

    path: Path
    progress: FileProgress | None = None
    outcome: FileOutcome | None = None
    earlier: bool = False
    opens_section: bool = False
    """The first of the files of earlier times, which carries their heading."""
    missing: bool = False
    """The file is no longer where it was."""

    @property
    def can_be_added_again(self) -> bool:
        refused = self.outcome is not None and self.outcome.status is FileStatus.REFUSED
        return refused and not self.missing

    @property
    def state(self) -> str:
        if self.outcome is not None:
            return words.STATUS_WORDS[self.outcome.status]
        return words.progress(self.progress) if self.progress else ""

    @property
    def reason(self) -> str:
        return self.outcome.reason if self.outcome else ""

    @property
    def sentence(self) -> str:
        state = self.state.replace("  ·  ", ", ")
        return ". ".join(part for part in (self.path.name, state, self.reason) if part)


class IntakeModel(QAbstractListModel):
    """Files of this sitting in the order they came, then those of earlier ones, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._now: list[FileRow] = []
        self._earlier: list[FileRow] = []
        self._places: dict[Path, int] = {}

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._now) + len(self._earlier)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self.row(index.row())
        if role == FILE_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.path.name
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.sentence
        if role == Qt.ItemDataRole.AccessibleDescriptionRole:
            return "Enter adds it again." if row.can_be_added_again else ""
        if role == Qt.ItemDataRole.ToolTipRole:
            return str(row.path)
        return None

    def row(self, number: int) -> FileRow:
        return self._now[number] if number < len(self._now) else self._earlier[number - len(self._now)]

    def rows(self) -> list[FileRow]:
        return [*self._now, *self._earlier]

    def show_history(self, outcomes: Sequence[FileOutcome], missing: Container[Path]) -> None:
        """``missing`` are those of the files that are no longer where they were."""
        self.beginResetModel()
        fresh = [outcome for outcome in outcomes if outcome.path not in self._places]
        self._earlier = [
            FileRow(outcome.path, None, outcome, True, number == 0, outcome.path in missing)
            for number, outcome in enumerate(fresh)
        ]
        self.endResetModel()

    def move(self, events: Sequence[FileProgress]) -> None:
        """Take the newest event of each of some files; unknown files are added at the end of this time's."""
        known = [event for event in events if event.path in self._places]
        new = [event for event in events if event.path not in self._places]
        for event in known:
            place = self._places[event.path]
            self._now[place] = _row(event)
            self.dataChanged.emit(self.index(place), self.index(place))
        if new:
            first = len(self._now)
            self.beginInsertRows(QModelIndex(), first, first + len(new) - 1)
            for place, event in enumerate(new, start=first):
                self._now.append(_row(event))
                self._places[event.path] = place
            self.endInsertRows()
            self._forget_earlier({event.path for event in new})

    def _forget_earlier(self, paths: Set[Path]) -> None:
        """A file that is added again is listed once."""
        for number in reversed(range(len(self._earlier))):
            if self._earlier[number].path in paths:
                place = len(self._now) + number
                self.beginRemoveRows(QModelIndex(), place, place)
                del self._earlier[number]
                self.endRemoveRows()
        if self._earlier and not self._earlier[0].opens_section:
            self._earlier[0] = replace(self._earlier[0], opens_section=True)
            first = self.index(len(self._now))
            self.dataChanged.emit(first, first)

    def stop_unfinished(self, reason: str) -> None:
        """After a stop: whatever has not ended was not added."""
        for place, row in enumerate(self._now):
            if row.outcome is None:
                self._now[place] = FileRow(
                    row.path, outcome=FileOutcome(row.path, FileStatus.REFUSED, reason=reason)
                )
                self.dataChanged.emit(self.index(place), self.index(place))

    def current(self) -> FileRow | None:
        """The file that is being worked on."""
        busy = (row for row in self._now if row.outcome is None and row.progress is not None)
        return next((row for row in busy if row.progress and row.progress.stage is not Stage.WAITING), None)


def _row(event: FileProgress) -> FileRow:
    return FileRow(event.path, event, event.outcome)
