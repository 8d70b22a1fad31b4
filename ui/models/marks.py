"""The thumbs that were given as a table, newest first, which narrows by words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.models import Mark, Verdict
from ui import words
from ui.icons import icon
from ui.theme import colours

AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("Mark", "Search", "Document", "Passage", "Given")
MARK, SEARCH, DOCUMENT, PASSAGE, GIVEN = range(5)
VERDICTS = {Verdict.UP: "Helpful", Verdict.DOWN: "Not helpful"}
NOT_HERE = "Not in this library now"


class MarkModel(QAbstractTableModel):
    """One row for each mark in which every typed word occurs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Mark] = []
        self._marks: list[Mark] = []
        self._words: list[str] = []

    def show(self, marks: Sequence[Mark]) -> None:
        self._all = list(marks)
        self._arrange()

    def narrow(self, text: str) -> None:
        self._words = text.casefold().split()
        self._arrange()

    def _arrange(self) -> None:
        self.beginResetModel()
        self._marks = [mark for mark in self._all if _holds(mark, self._words)]
        self.endResetModel()

    @property
    def total(self) -> int:
        """Of all marks, narrowed or not."""
        return len(self._all)

    def mark(self, row: int) -> Mark:
        return self._marks[row]

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._marks)

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
        mark, column = self._marks[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return _cells(mark)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return mark.text if column == PASSAGE else _cells(mark)[column]
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {_cells(mark)[column] or 'none'}"
        if role == Qt.ItemDataRole.DecorationRole and column == MARK:
            c, up = colours(), mark.verdict is Verdict.UP
            return icon("thumb-up-on" if up else "thumb-down-on", c.good if up else c.bad, size=16)
        return None


def _cells(mark: Mark) -> tuple[str, ...]:
    """What the columns say."""
    document = mark.title if mark.passage_id else mark.title or NOT_HERE
    given = words.day(mark.given_at.astimezone().date())
    return VERDICTS[mark.verdict], mark.query, document, words.beginning(mark.text, 160), given


def _holds(mark: Mark, wanted: Sequence[str]) -> bool:
    if not wanted:
        return True
    text = " ".join((VERDICTS[mark.verdict], mark.query, mark.title, mark.text)).casefold()
    return all(word in text for word in wanted)
