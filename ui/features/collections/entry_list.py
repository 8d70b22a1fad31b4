"""The passages of a collection in an order that a person changes: by Alt+Up and Alt+Down, or by dragging."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QDropEvent, QKeyEvent
from PySide6.QtWidgets import QAbstractItemView

from ui.features.collections.model import CollectionEntryModel
from ui.shared.row_list import RowList
from ui.shared.row_model import Row

_BY = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class EntryList(RowList):
    """A list that reports requests; its rows change when the new order is shown."""

    move_wanted = Signal(int, int)  # The row to move, and its new row, both from 0
    remove_wanted = Signal()
    undo_wanted = Signal()
    copy_wanted = Signal()
    note_wanted = Signal()

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self._entries = CollectionEntryModel(self)
        self.row_model = self._entries
        self.setModel(self.row_model)
        self.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.setDropIndicatorShown(True)

    def set_editable(self, is_editable: bool) -> None:
        """Let rows be dragged to another place, or not."""
        mode = QAbstractItemView.DragDropMode
        self.setDragDropMode(mode.InternalMove if is_editable else mode.NoDragDrop)

    def change(self, number: int, row: Row) -> None:
        """Replace a row in its place."""
        self._entries.change(number, row)
        self.scheduleDelayedItemsLayout()

    def move_current(self, by: int) -> None:
        """Move the current row up (-1) or down (1), where there is room."""
        row = self.currentIndex().row()
        if row >= 0 and 0 <= row + by < self.row_model.rowCount():
            self.move_wanted.emit(row, row + by)

    def event(self, event: QEvent) -> bool:
        """Take the list's own keys before those of the menus, while it has the keyboard."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _own(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        modifiers, key = event.modifiers(), event.key()
        if modifiers == Qt.KeyboardModifier.AltModifier and key in _BY:
            self.move_current(_BY[Qt.Key(key)])
        elif modifiers == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Z:
            self.undo_wanted.emit()
        elif modifiers == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_C:
            self.copy_wanted.emit()
        elif not modifiers and key == Qt.Key.Key_Delete:
            self.remove_wanted.emit()
        elif not modifiers and key == Qt.Key.Key_N:
            self.note_wanted.emit()
        else:
            super().keyPressEvent(event)

    def dropEvent(self, event: QDropEvent) -> None:
        """Request the move of the dragged row. The view itself moves nothing."""
        start, target = self.currentIndex().row(), self._target(event)
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if start >= 0 and target != start:
            self.move_wanted.emit(start, target)

    def _target(self, event: QDropEvent) -> int:
        """Return the row that the dragged one will have."""
        start, index = self.currentIndex().row(), self.indexAt(event.position().toPoint())
        if not index.isValid():
            return self.row_model.rowCount() - 1
        below = event.position().y() > self.visualRect(index).center().y()
        gap = index.row() + (1 if below else 0)
        return gap - 1 if gap > start else gap


def _own(event: QKeyEvent) -> bool:
    if event.modifiers() == Qt.KeyboardModifier.AltModifier:
        return event.key() in _BY
    return event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.key() == Qt.Key.Key_Z
