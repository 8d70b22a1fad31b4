"""The office's list of what still holds as a table, which narrows by words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.law import GoodLawEntry
from ui import law_words, words
from ui.icons import icon
from ui.standings import ICONS, standing_colours
from ui.theme import colours

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("Standing", "Authority", "By", "Since", "Note", "Entered")
STANDING, AUTHORITY, BY, SINCE, NOTE, ENTERED = range(6)


class EntryModel(QAbstractTableModel):
    """One row for each line of the list in which every typed word occurs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[GoodLawEntry] = []
        self._entries: list[GoodLawEntry] = []
        self._words: list[str] = []

    def show(self, entries: Sequence[GoodLawEntry]) -> None:
        self._all = list(entries)
        self._arrange()

    def narrow(self, text: str) -> None:
        self._words = text.casefold().split()
        self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._entries = [entry for entry in self._all if _holds(entry, self._words)]
        self.endResetModel()

    @property
    def total(self) -> int:
        """Of all lines, narrowed or not."""
        return len(self._all)

    def entry(self, row: int) -> GoodLawEntry:
        return self._entries[row]

    def row_of(self, entry_id: int) -> int:
        """-1 where the line is not shown."""
        return next((n for n, entry in enumerate(self._entries) if entry.id == entry_id), -1)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._entries)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry, column = self._entries[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _cells(entry)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return law_words.entered(entry) if column == ENTERED else _cells(entry)[column]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {_cells(entry)[column] or 'none'}"
        if role == Qt.ItemDataRole.DecorationRole and column == STANDING:
            ink, _ground = standing_colours(entry.standing, colours())
            return icon(ICONS[entry.standing], ink, size=16)
        return None


def _cells(entry: GoodLawEntry) -> tuple[str, ...]:
    """What the columns say."""
    authority = f"{entry.name}, {entry.canonical}" if entry.name else entry.canonical
    since = words.day(entry.since) if entry.since else ""
    on = words.day(entry.entered_at.astimezone().date())
    entered = f"{entry.entered_by}, {on}" if entry.entered_by else on
    standing = law_words.STANDING_WORDS[entry.standing]
    return standing, authority, entry.by, since, " ".join(entry.note.split()), entered


def _holds(entry: GoodLawEntry, wanted: Sequence[str]) -> bool:
    text = " ".join(_cells(entry)).casefold()
    return all(word in text for word in wanted)
