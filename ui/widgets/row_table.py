"""A quiet table: whole rows, no grid, nothing that is edited in place."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6.QtCore import QAbstractItemModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView

LEAST = 56
"""Width of a column, in pixels."""


class RowTable(QTableView):
    """A list of roomy rows. Enter activates one, Delete asks to take the chosen ones away."""

    delete_pressed = Signal()

    def __init__(
        self, model: QAbstractItemModel, name: str, letters: Mapping[int, int], stretched: Collection[int]
    ) -> None:
        """``letters``: the width of columns; those ``stretched`` share what is left."""
        super().__init__()
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(round(self.fontMetrics().height() * 2.1))
        header, unit = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        header.setHighlightSections(False)
        header.setMinimumSectionSize(LEAST)
        for column in stretched:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in letters.items():
            header.resizeSection(column, unit * width + 20)

    def chosen_rows(self) -> list[int]:
        return sorted(index.row() for index in self.selectionModel().selectedRows())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
