"""The documents of the library as a table that sorts by its values and filters by words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
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
MARKS_ROLE = Qt.ItemDataRole.UserRole + 3
COLUMNS = ("Title", "Filed", "Kind", "Court", "Docket", "Pages", "To note")
TITLE, FILED, KIND, COURT, DOCKET, PAGES, NOTES = range(7)


@dataclass(frozen=True)
class Mark:
    """Something to know of a document: an icon, a short word beside it, and the whole sentence."""

    icon: str
    text: str
    sentence: str


class DocumentModel(QAbstractTableModel):
    """One row for each document."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._documents: list[Document] = []
        self._families: dict[int, list[Document]] = {}

    def show(self, documents: Sequence[Document]) -> None:
        """``documents`` newest filed first; so are the versions of one."""
        self.beginResetModel()
        self._documents = list(documents)
        self._families = {}
        for document in documents:
            if document.family:
                self._families.setdefault(document.family, []).append(document)
        self.endResetModel()

    def others(self, document: Document) -> list[Document]:
        """The other versions of a document, newest first."""
        return [each for each in self._families.get(document.family, ()) if each.id != document.id]

    def marks(self, document: Document) -> list[Mark]:
        """What there is to know of a document before relying on it."""
        return _marks(document, len(self.others(document)) + 1)

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
        if column == NOTES:
            return self._note_data(self.marks(document), role)
        if role == SORT_ROLE:
            return _sort_value(document, column)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return _text(document, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[column]}: {_text(document, column) or 'none'}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _aligned(column)
        return None

    @staticmethod
    def _note_data(marks: Sequence[Mark], role: int) -> Any:
        if role == MARKS_ROLE:
            return marks
        if role == SORT_ROLE:
            return len(marks)
        if role == Qt.ItemDataRole.ToolTipRole:
            return "\n".join(mark.sentence for mark in marks)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{COLUMNS[NOTES]}: {' '.join(mark.sentence for mark in marks) or 'nothing'}"
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
        text = " ".join(_text(document, column) for column in range(NOTES)) + " " + document.file_name
        return all(word in text.casefold() for word in self._words)


def _text(document: Document, column: int) -> str:
    return (
        f"{words.SAMPLE_LABEL}  ·  {words.title(document)}" if document.sample else words.title(document),
        words.day(document.filed),
        words.KIND_WORDS[document.kind],
        document.court,
        document.docket,
        f"{document.pages:,}",
    )[column]


def _marks(document: Document, versions: int) -> list[Mark]:
    pages = words.count(document.gaps, "page has", "pages have")
    found = []
    if document.gaps:
        found.append(Mark("warning", f"{document.gaps:,}", f"{pages} no text that can be searched."))
    if document.doubtful_pages:
        sentence = (
            f"{words.count(document.doubtful_pages, 'page was', 'pages were')} read with little certainty."
        )
        found.append(Mark("doubtful", f"{document.doubtful_pages:,}", sentence))
    if document.hidden_pages:
        where = words.count(document.hidden_pages, "page")
        sentence = f"On {where} text lies under black boxes. It was left out, but can still be copied."
        found.append(Mark("hidden", f"{document.hidden_pages:,}", sentence))
    if versions > 1:
        found.append(Mark("versions", f"{versions} versions", f"There are {versions} versions of it here."))
    return found


def _sort_value(document: Document, column: int) -> Any:
    if column == FILED:
        return (document.filed or date.min).toordinal()
    if column == TITLE:
        return words.title(document).casefold()
    if column == PAGES:
        return document.pages
    return _text(document, column).casefold()


def _aligned(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column == PAGES else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
