"""A list beside the pages whose selected row follows the reading, and which goes to a row that a person
selects."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from ui.kit.scroll_bars import keep_bar

Index = QModelIndex | QPersistentModelIndex


class FollowingList(QListView):
    """A list whose rows are selected by keyboard or pointer (``row_chosen``), or silently by ``follow``."""

    row_chosen = Signal(int)
    left = Signal()  # Escape was pressed: the pages should get the focus

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._following = False
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        keep_bar(self)
        self.verticalScrollBar().setSingleStep(24)
        self.clicked.connect(lambda index: self.row_chosen.emit(index.row()))

    @property
    def row(self) -> int:
        """The selected row; -1 for none."""
        return self.currentIndex().row()

    def follow(self, row: int) -> None:
        """Select the row of what is in view on the pages; -1 selects none."""
        if row == self.row:
            return
        self._following = True
        if row >= 0:
            self.setCurrentIndex(self.model().index(row, 0))
        else:
            self.clearSelection()
            self.setCurrentIndex(QModelIndex())
        self._following = False

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        by_key = self.hasFocus() and not self._following
        if by_key and current.isValid() and self.state() == QAbstractItemView.State.NoState:
            self.row_chosen.emit(current.row())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.row >= 0:
            self.row_chosen.emit(self.row)
            self.left.emit()
        else:
            super().keyPressEvent(event)
