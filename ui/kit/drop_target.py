"""Lets a whole window accept dropped files, with an overlay that says so during the drag."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QWidget

from ui.kit.drop_overlay import DropOverlay, dropped_paths, holds_files


class DropTarget(QObject):
    """Accepts drops, always as a copy, whatever the source program proposes."""

    dropped = Signal(object)  # The paths of files and folders of this computer

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.overlay = DropOverlay(window)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if kind == QEvent.Type.DragEnter and isinstance(event, QDropEvent):
            if holds_files(event.mimeData()):
                self._accept_copy(event)
                self.overlay.cover()
            return True
        if kind == QEvent.Type.DragMove and isinstance(event, QDragMoveEvent):
            self._accept_copy(event)
            return True
        if kind == QEvent.Type.DragLeave:
            self.overlay.hide()
        elif kind == QEvent.Type.Drop and isinstance(event, QDropEvent):
            self.overlay.hide()
            self._accept_copy(event)
            self.dropped.emit(dropped_paths(event.mimeData()))
            return True
        elif kind == QEvent.Type.Resize and self.overlay.isVisible():
            self.overlay.cover()
        return super().eventFilter(watched, event)

    @staticmethod
    def _accept_copy(event: QDropEvent) -> None:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
