"""A list of painted rows: a title, some words with marks, a line below, and at the right a badge or a remark.

All lists on authorities are of this kind. A row is opened by a click or by Enter. A list either scrolls by
itself or is as high as its rows and scrolls with its page.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QItemSelection, QModelIndex, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QScrollArea, QWidget

from ui.shared.row_delegate import RowDelegate
from ui.shared.row_model import Row, RowModel

BATCH = 60  # The number of rows laid out before the window answers again


class RowList(QListView):
    """The rows from top to bottom. Up and Down move, Enter opens, Tab leaves the list."""

    opened = Signal(object)  # The target of a row that was clicked, or on which Enter was pressed
    moved = Signal(object)  # The target of the row that is chosen now; None when there is none

    def __init__(self, name: str, *, fitted: bool = False, parent: QWidget | None = None) -> None:
        """Make the list; ``fitted`` makes it as high as its rows, and scrolled with the page around it."""
        super().__init__(parent)
        self._fitted = fitted
        self.row_model = RowModel(self)
        self.setModel(self.row_model)
        self._delegate = RowDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName(name)
        self.setObjectName("rows")
        self.setTabKeyNavigation(False)
        self.setMinimumWidth(200)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setMouseTracking(True)
        if fitted:
            self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        else:
            self.setLayoutMode(QListView.LayoutMode.Batched)
            self.setBatchSize(BATCH)
        self.clicked.connect(lambda index: self._open(index))

    # --- rows ---

    def show_rows(self, rows: Sequence[Row]) -> None:
        """Show rows from the top, with none of them chosen."""
        self._delegate.forget()
        self.row_model.show(rows)
        self._fit()

    def current(self) -> Any:
        """Return the target of the chosen row; None when there is none."""
        chosen = self.selectedIndexes()
        return self.row_model.row(chosen[0].row()).target if chosen else None

    def choose(self, number: int) -> None:
        """Choose a row and bring it into view."""
        index = self.row_model.index(number)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def _open(self, index: QModelIndex) -> None:
        target = self.row_model.row(index.row()).target if index.isValid() else None
        if target is not None:
            self.opened.emit(target)

    # --- keys and focus ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the first row, so that the keyboard has a place to start."""
        by_mouse = event.reason() == Qt.FocusReason.MouseFocusReason
        if not by_mouse and not self.currentIndex().isValid() and self.row_model.rowCount():
            self.choose(0)
        super().focusInEvent(event)
        self._show_in_page()

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Report the choice. Qt makes a row current when the list gets the keyboard; only a selected one is
        chosen."""
        super().selectionChanged(selected, deselected)
        self._show_in_page()
        self.moved.emit(self.current())

    def _show_in_page(self) -> None:
        """Bring the current row into view by the page around, as a fitted list does not scroll."""
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        inside = area.widget() if area is not None else None
        if self._fitted and area is not None and inside is not None and self.hasFocus():
            row = self.visualRect(self.currentIndex())
            middle = self.viewport().mapTo(inside, row.center())
            area.ensureVisible(middle.x(), middle.y(), 0, row.height() // 2 + 20)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self._fitted:
            event.ignore()
        else:
            super().wheelEvent(event)

    # --- size ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._fit()
            self.scheduleDelayedItemsLayout()  # Qt places the rows anew only at another height

    def _fit(self) -> None:
        """Make the list as high as its rows, where it does not scroll by itself."""
        if self._fitted:
            numbers = range(self.row_model.rowCount())
            self.setFixedHeight(sum(self._delegate.height(self.row_model.row(n)) for n in numbers) + 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._delegate.forget()
            self._fit()
