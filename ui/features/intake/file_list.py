"""The list of files, whose actions are started by a click on their words, by a key or from the menu."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu

from ui.features.intake.file_delegate import FileRowDelegate
from ui.features.intake.file_rows import ACTION_WORDS, GROUP_WORDS, Action, FileAction, FileRow, Row
from ui.features.intake.model import ROW_ROLE, IntakeModel
from ui.i18n.translate import tr
from ui.kit.key_names import with_keys

AnyIndex = QModelIndex | QPersistentModelIndex
LAYOUT_MS = 200


class FileList(QListView):
    """The list view. The chosen file stays chosen wherever it moves, so that a key never meets another
    one."""

    action_wanted = Signal(object, object)  # An Action and the FileRow it is to be done with
    group_action_wanted = Signal(object, object)
    """A NextStep and the reason for which all the files were refused that it is to be taken with."""

    def __init__(self, model: IntakeModel) -> None:
        super().__init__()
        self._model = model
        self._rows = FileRowDelegate(self)
        self.setItemDelegate(self._rows)
        self.setAccessibleName(tr("Files"))
        self.setAccessibleDescription(
            tr("Enter opens a file or adds it again, Delete takes it off the list.")
        )
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(LAYOUT_MS)
        self._again.timeout.connect(self.scheduleDelayedItemsLayout)
        self._chosen: Path | None = None
        self._pressed: tuple[Action, Row] | None = None
        self.setModel(model)
        model.about_to_change.connect(self._remember)
        model.changed.connect(self._choose_again)
        self.doubleClicked.connect(self._double_clicked)

    def current(self) -> FileRow | None:
        """Return the chosen file."""
        row = self.currentIndex().data(ROW_ROLE)
        return row if isinstance(row, FileRow) else None

    def _remember(self) -> None:
        row = self.current()
        self._chosen = row.path if row else None

    def _choose_again(self) -> None:
        if self._chosen is None:
            return
        row = self._model.place_of(self._chosen)
        if row != self.currentIndex().row():
            scrolled = self.verticalScrollBar().value()
            self.setCurrentIndex(self._model.index(row) if row >= 0 else QModelIndex())
            self.verticalScrollBar().setValue(scrolled)

    def dataChanged(self, top: AnyIndex, bottom: AnyIndex, roles: Sequence[int] = ()) -> None:
        """Lay out again, a few times a second at most, because a row may be higher than before."""
        super().dataChanged(top, bottom)
        if not self._again.isActive():
            self._again.start()

    # --- pointer ---

    def _linked(self, point: QPoint) -> tuple[Action, Row] | None:
        """Return the action whose words lie under a point of the viewport, with its row."""
        index = self.indexAt(point)
        if not index.isValid():
            return None
        row = index.data(ROW_ROLE)
        places = self._rows.link_places(row, self.visualRect(index))
        actions = (action for action, area in places if area.adjusted(-6, -5, 6, 5).contains(point))
        action = next(actions, None)
        return (action, row) if action else None

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = self._linked(event.position().toPoint())
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        linked = self._linked(event.position().toPoint())
        pressed, self._pressed = self._pressed, None
        if linked and pressed and linked[0] is pressed[0] and linked[1].key == pressed[1].key:
            action, row = linked
            if isinstance(row, FileRow):
                self.action_wanted.emit(action, row)
            else:
                self.group_action_wanted.emit(action, row.reason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        hand = self._linked(event.position().toPoint()) is not None
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if hand else Qt.CursorShape.ArrowCursor)

    def _double_clicked(self, index: QModelIndex) -> None:
        row = index.data(ROW_ROLE)
        if isinstance(row, FileRow) and row.main_action is not None:
            self.action_wanted.emit(row.main_action, row)

    # --- keys and menu ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row, key = self.current(), event.key()
        if row and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if row.main_action is not None:
                self.action_wanted.emit(row.main_action, row)
        elif row and key == Qt.Key.Key_Delete:
            if FileAction.CANCEL in row.links:
                self.action_wanted.emit(FileAction.CANCEL, row)
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        row = index.data(ROW_ROLE) if index.isValid() else self.current()
        if isinstance(row, FileRow) and (menu := self.menu(row)).actions():
            menu.exec(event.globalPos())

    def menu(self, row: FileRow) -> QMenu:
        """Return the menu of a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        own = (row.main_action, *row.links)
        for action in dict.fromkeys(action for action in own if action is not None):
            words, action_wanted = ACTION_WORDS[action], partial(self.action_wanted.emit, action, row)
            keys = "Delete" if action is FileAction.CANCEL else "Enter" if action is row.main_action else ""
            menu.addAction(with_keys(words, keys) if keys else words, action_wanted)
        if group := self._model.group_of(row):
            menu.addSeparator()
            for step in group.links:
                menu.addAction(GROUP_WORDS[step], partial(self.group_action_wanted.emit, step, group.reason))
        return menu

    # --- font and style ---

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._rows.forget()
            self.scheduleDelayedItemsLayout()
