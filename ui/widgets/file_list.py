"""The list of files: rows of different heights, and on each refused one a button that adds it again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from ui.models.intake import FILE_ROLE, FileRow, IntakeModel
from ui.widgets.controls import link_button
from ui.widgets.file_rows import FileRowDelegate

AnyIndex = QModelIndex | QPersistentModelIndex


class FileList(QListView):
    """Laid out again when the width or a row's height changes."""

    again_wanted = Signal(object)
    """The Path of a file whose button was pressed."""

    def __init__(self, model: IntakeModel) -> None:
        super().__init__()
        self.setItemDelegate(FileRowDelegate(self))
        self.setAccessibleName("Files")
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._again = QTimer(self)
        self._again.setSingleShot(True)
        self._again.setInterval(200)
        self._again.timeout.connect(self.scheduleDelayedItemsLayout)
        self.setModel(model)
        model.modelReset.connect(lambda: self._set_buttons(0, model.rowCount() - 1))
        model.rowsInserted.connect(lambda _parent, first, last: self._set_buttons(first, last))

    def dataChanged(self, top: AnyIndex, bottom: AnyIndex, roles: Sequence[int] = ()) -> None:
        """A row may be higher than before: lay out again, a few times a second at most."""
        super().dataChanged(top, bottom)
        self._set_buttons(top.row(), bottom.row())
        if not self._again.isActive():
            self._again.start()

    def _set_buttons(self, first: int, last: int) -> None:
        """Give the rows that can be added again their button, and take it from the others."""
        for number in range(first, last + 1):
            index = self.model().index(number, 0)
            row: FileRow = index.data(FILE_ROLE)
            has_one = self.indexWidget(index) is not None
            if row.can_be_added_again and not has_one:
                self._add_button(index, row)
            elif has_one and not row.can_be_added_again:
                self.setIndexWidget(index, None)  # type: ignore[arg-type]  # as Qt documents it

    def _add_button(self, index: QModelIndex, row: FileRow) -> None:
        button = link_button("Add again")
        button.setAccessibleName(f"Add {row.path.name} again")
        button.clicked.connect(partial(self.again_wanted.emit, row.path))
        button.setProperty("place", QPersistentModelIndex(index))
        button.installEventFilter(self)
        self.setIndexWidget(index, button)

    def edit(self, *_what: Any, **_named: Any) -> Any:
        """Nothing is edited; without this a row that is chosen would hand the keyboard to its button."""
        return False

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A button that the Tab key reaches is brought into view with its row; Up and Down lead back."""
        place = watched.property("place")
        if isinstance(place, QPersistentModelIndex) and place.isValid():
            if event.type() == QEvent.Type.FocusIn:
                self.setCurrentIndex(self.model().index(place.row(), 0))
            elif isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
                if event.type() == QEvent.Type.KeyPress:
                    self.setFocus(Qt.FocusReason.OtherFocusReason)
                    self.keyPressEvent(event)
                return True
        return super().eventFilter(watched, event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self.scheduleDelayedItemsLayout()
