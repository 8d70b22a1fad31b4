"""Keys and a menu for lists of remembered searches and briefs: forget, rename, move, undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from ui.shared.row_list import RowList

Deed = tuple[str, Callable[[], object]]  # A menu entry's text and its action


class HistoryListKeys(QObject):
    """Handles the keys and the context menu of one list."""

    forget_wanted = Signal(object)  # The target of the selected row; Delete was pressed
    rename_wanted = Signal(object)  # The target of the selected row; F2 was pressed
    move_wanted = Signal(object, int)
    """The target and its direction, up (-1) or down (1); Alt+Up or Alt+Down was pressed."""
    undo_wanted = Signal()  # Ctrl+Z was pressed
    left_upwards = Signal()  # Up was pressed on the first row
    left_downwards = Signal()  # Down was pressed on the last row
    typed = Signal(object)  # A QKeyEvent that the list has no use for: the text belongs into the search box

    def __init__(self, rows: RowList, deeds: Callable[[Any], Sequence[Deed]]) -> None:
        """``deeds``: returns the menu entries of a row, given its target."""
        super().__init__(rows)
        self._rows, self._menu_entries = rows, deeds
        rows.installEventFilter(self)
        rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows.customContextMenuRequested.connect(self._show_menu)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the list's keys before they open menus as shortcuts."""
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and self._action_of(event) is not None:
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self._handle_key(event)

    def _action_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        """Return the action of a key on the selected row, or None."""
        target, key, modifiers = self._rows.current(), Qt.Key(event.key()), event.modifiers()
        if modifiers == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Z:
            return self.undo_wanted.emit
        if target is None:
            return None
        if modifiers == Qt.KeyboardModifier.AltModifier and key in _STEPS:
            return lambda: self.move_wanted.emit(target, _STEPS[key])
        signal = {Qt.Key.Key_Delete: self.forget_wanted, Qt.Key.Key_F2: self.rename_wanted}.get(key)
        return (
            (lambda: signal.emit(target)) if signal and modifiers == Qt.KeyboardModifier.NoModifier else None
        )

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Act on a key; tell whether it was handled."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if (action := self._action_of(event)) is not None:
            action()
        elif step and self._at_end(step):
            (self.left_upwards if step < 0 else self.left_downwards).emit()
        elif _is_text_key(event):
            self.typed.emit(event)
        else:
            return False
        return True

    def _at_end(self, by: int) -> bool:
        row, last = self._rows.currentIndex().row(), self._rows.row_model.rowCount() - 1
        return row <= 0 if by < 0 else row >= last

    def _show_menu(self, point: QPoint) -> None:
        """Show the menu of the row at a point, which is the selected row when the keyboard asks for it."""
        index = self._rows.indexAt(point)
        if not index.isValid():
            return
        self._rows.choose(index.row())
        self.menu(index.row()).popup(self._rows.viewport().mapToGlobal(point))

    def menu(self, row: int) -> QMenu:
        """Return the menu of a row; it deletes itself when closed."""
        made = QMenu(self._rows)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, action in self._menu_entries(self._rows.row_model.row(row).target):
            made.addAction(text, action)
        return made


def _is_text_key(event: QKeyEvent) -> bool:
    """Tell whether a key changes the text of a box."""
    return event.key() == Qt.Key.Key_Backspace or bool(event.text() and event.text().isprintable())


_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
