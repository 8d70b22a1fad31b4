"""The results of one search as a list model; each row is a Hit, read aloud as one sentence."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from briefbank.models import Hit, Verdict
from ui import words

HIT_ROLE = Qt.ItemDataRole.UserRole + 1
EXPANDED_ROLE = Qt.ItemDataRole.UserRole + 2
OPENED_ROLE = Qt.ItemDataRole.UserRole + 3

AnyIndex = QModelIndex | QPersistentModelIndex


class HitModel(QAbstractListModel):
    """Holds the hits in their order, which of them are shown in full and which one is open in the reader."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hits: list[Hit] = []
        self._expanded: set[int] = set()
        self._opened = 0

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._hits)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        hit = self._hits[index.row()]
        if role == HIT_ROLE:
            return hit
        if role == EXPANDED_ROLE:
            return hit.passage.id in self._expanded
        if role == OPENED_ROLE:
            return _stands_for(hit, self._opened)
        if role == Qt.ItemDataRole.DisplayRole:
            return words.title(hit.document)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return words.row_sentence(hit)
        return None

    def hit(self, row: int) -> Hit:
        return self._hits[row]

    def hits(self) -> list[Hit]:
        return list(self._hits)

    def show(self, hits: tuple[Hit, ...], expanded: frozenset[int] = frozenset()) -> None:
        """``expanded``: the passages that are shown in full."""
        self.beginResetModel()
        self._hits = list(hits)
        self._expanded = set(expanded)
        self.endResetModel()

    @property
    def expanded(self) -> frozenset[int]:
        """The passages that are shown in full."""
        return frozenset(self._expanded)

    def row_of(self, passage_id: int) -> int:
        """The row of a passage, or of the one that stands for it in another document; -1 for none."""
        return next((row for row, hit in enumerate(self._hits) if _stands_for(hit, passage_id)), -1)

    def set_verdict(self, row: int, verdict: Verdict | None) -> None:
        self._hits[row] = replace(self._hits[row], verdict=verdict)
        self._changed(row)

    def set_opened(self, passage_id: int) -> None:
        before, self._opened = self.row_of(self._opened), passage_id
        for row in (before, self.row_of(passage_id)):
            if row >= 0:
                self._changed(row)

    def set_expanded(self, row: int, expanded: bool) -> None:
        change = self._expanded.add if expanded else self._expanded.discard
        change(self._hits[row].passage.id)
        self._changed(row)

    def _changed(self, row: int) -> None:
        index = self.index(row)
        self.dataChanged.emit(index, index)


def _stands_for(hit: Hit, passage_id: int) -> bool:
    others = (*hit.versions, *hit.copies)
    return hit.passage.id == passage_id or any(other.passage_id == passage_id for other in others)
