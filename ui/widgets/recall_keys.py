"""What lists of remembered things add to a list of rows: forgetting, renaming, arranging, undoing, a menu."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QMenu

from ui.widgets.rows import RowList

Deed = tuple[str, Callable[[], object]]
"""A line of the menu and what it does."""


class RecallKeys(QObject):
    """Watches the keys and the right mouse button of one list."""

    forget_wanted = Signal(object)
    """The target of the chosen row: Delete."""
    rename_wanted = Signal(object)
    """F2."""
    move_wanted = Signal(object, int)
    """A row is wanted higher (-1) or lower (1): Alt+Up, Alt+Down."""
    undo_wanted = Signal()
    """Ctrl+Z."""
    left_upwards = Signal()
    """Up on the first row."""
    left_downwards = Signal()
    """Down on the last row."""
    typed = Signal(object)
    """A QKeyEvent that is none of the list's: what is typed belongs into the box."""

    def __init__(self, rows: RowList, deeds: Callable[[Any], Sequence[Deed]]) -> None:
        """``deeds``: what the menu of a row offers, by its target."""
        super().__init__(rows)
        self._rows, self._deeds = rows, deeds
        rows.installEventFilter(self)
        rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        rows.customContextMenuRequested.connect(self._ask)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The list's keys go before those of the menus, which the same keys may open elsewhere."""
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.ShortcutOverride and self._deed(event) is not None:
            event.accept()
            return True
        return event.type() == QEvent.Type.KeyPress and self._pressed(event)

    def _deed(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does to the chosen row."""
        target, key, held = self._rows.current(), Qt.Key(event.key()), event.modifiers()
        if held == Qt.KeyboardModifier.ControlModifier and key == Qt.Key.Key_Z:
            return self.undo_wanted.emit
        if target is None:
            return None
        if held == Qt.KeyboardModifier.AltModifier and key in _STEPS:
            return lambda: self.move_wanted.emit(target, _STEPS[key])
        signal = {Qt.Key.Key_Delete: self.forget_wanted, Qt.Key.Key_F2: self.rename_wanted}.get(key)
        return (lambda: signal.emit(target)) if signal and held == Qt.KeyboardModifier.NoModifier else None

    def _pressed(self, event: QKeyEvent) -> bool:
        """Whether the key was one of these."""
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if (deed := self._deed(event)) is not None:
            deed()
        elif step and self._at_the_end(step):
            (self.left_upwards if step < 0 else self.left_downwards).emit()
        elif _writes(event):
            self.typed.emit(event)
        else:
            return False
        return True

    def _at_the_end(self, by: int) -> bool:
        row, last = self._rows.currentIndex().row(), self._rows.row_model.rowCount() - 1
        return row <= 0 if by < 0 else row >= last

    def _ask(self, place: QPoint) -> None:
        """The menu of the row under the mouse, or of the chosen one where the keyboard asks for it."""
        index = self._rows.indexAt(place)
        if not index.isValid():
            return
        self._rows.choose(index.row())
        self.menu(index.row()).popup(self._rows.viewport().mapToGlobal(place))

    def menu(self, row: int) -> QMenu:
        """What can be done with a row; it deletes itself when it is closed."""
        made = QMenu(self._rows)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, do in self._deeds(self._rows.row_model.row(row).target):
            made.addAction(text, do)
        return made


def _writes(event: QKeyEvent) -> bool:
    """Whether a key changes the text of a box."""
    return event.key() == Qt.Key.Key_Backspace or bool(event.text() and event.text().isprintable())


_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}
