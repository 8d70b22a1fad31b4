"""The documents of the library as a table that sorts by its values and filters by words."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSortFilterProxyModel,
    Qt,
)

from briefbank.models import Document
from ui import words

DOCUMENT_ROLE = Qt.ItemDataRole.UserRole + 1
SORT_ROLE = Qt.ItemDataRole.UserRole + 2
AnyIndex = QModelIndex | QPersistentModelIndex
COLUMNS = ("Title", "Filed", "Kind", "Court", "Docket", "Pages", "Gaps")
TITLE, FILED, KIND, COURT, DOCKET, PAGES, GAPS = range(7)
NUMBERS = (PAGES, GAPS)


class DocumentModel(QAbstractTableModel):
    """One row for each document."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents: list[Document] = []

    def show(self, documents: Sequence[Document]) -> None:
        self.beginResetModel()
        self._documents = list(documents)
        self.endResetModel()

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._documents)

    def columnCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(section)
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        document, column = self._documents[index.row()], index.column()
        if role == DOCUMENT_ROLE:
            return document
        if role == SORT_ROLE:
            return _sort_value(document, column)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _text(document, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {_text(document, column) or 'none'}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(column)
        return None


class DocumentFilter(QSortFilterProxyModel):
    """Sorts by the values, not their words; keeps the rows in which every typed word occurs."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words: list[str] = []
        self.setSortRole(SORT_ROLE)

    def set_words(self, text: str) -> None:
        self.beginFilterChange()
        self._words = text.casefold().split()
        self.endFilterChange()

    def filterAcceptsRow(self, row: int, parent: AnyIndex) -> bool:
        document: Document = self.sourceModel().index(row, 0).data(DOCUMENT_ROLE)
        text = " ".join(_text(document, column) for column in range(len(COLUMNS))) + " " + document.file_name
        return all(word in text.casefold() for word in self._words)


def _text(document: Document, column: int) -> str:
    return (
        f"{words.SAMPLE_LABEL}  ·  {words.title(document)}" if document.sample else words.title(document),
        words.day(document.filed),
        words.KIND_WORDS[document.kind],
        document.court,
        document.docket,
        f"{document.pages:,}",
        f"{document.gaps:,}" if document.gaps else "",
    )[column]


def _sort_value(document: Document, column: int) -> Any:
    if column == FILED:
        return (document.filed or date.min).toordinal()
    if column == TITLE:
        return words.title(document).casefold()
    if column in NUMBERS:
        return document.pages if column == PAGES else document.gaps
    return _text(document, column).casefold()


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
