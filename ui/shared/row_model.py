"""The model of a list of painted rows; ``ui.shared.row_list`` shows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.domain.authorities import Standing
from ui.kit.directions import plain_tip
from ui.shared.law_texts import STANDING_WORDS

AnyIndex = QModelIndex | QPersistentModelIndex
ROW_ROLE = Qt.ItemDataRole.UserRole + 1


@dataclass(frozen=True, slots=True)
class Row:
    """The texts of one row, and its target."""

    title: str = ""
    text: str = ""  # Words of a document, which are marked in places; at most a few lines of it are shown
    marks: tuple[tuple[int, int], ...] = ()
    detail: str = ""  # The lines below in small print; each is cut off where it is too long
    side: str = ""  # The remark at the right of the title, where there is no standing
    standing: Standing | None = None
    target: object = None  # The object that is emitted when the row is opened
    warning: str = ""  # The warnings below the words; a line for each
    changes: tuple[tuple[int, int, str], ...] = ()
    """Half-open ranges of ``text`` that are 'removed' or 'added'; then all of the text is shown."""
    said: str = ""  # The text to be read aloud in place of ``text``

    @property
    def spoken(self) -> str:
        """The row as one sentence to be read aloud."""
        words = STANDING_WORDS[self.standing] if self.standing else ""
        parts = (
            self.title,
            words or self.side,
            self.said or self.text,
            self.warning.replace("\n", " "),
            self.detail.replace("  ·  ", ", ").replace("\n", ", "),
        )
        return ". ".join(part.rstrip(".") for part in parts if part)


class RowModel(QAbstractListModel):
    """The rows in their order."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []

    def show(self, rows: Sequence[Row]) -> None:
        self.beginResetModel()
        self._rows = list(rows)
        self.endResetModel()

    def rows(self) -> list[Row]:
        return list(self._rows)

    def row(self, number: int) -> Row:
        return self._rows[number]

    def place_of(self, matches: Callable[[Any], bool]) -> int:
        """Return the first row whose target is wanted; -1 for none."""
        return next((n for n, row in enumerate(self._rows) if matches(row.target)), -1)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.title or row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip("\n".join(part for part in (row.title, row.text, row.detail) if part))
        return None
