"""A plain table: whole rows, no grid, no editing in place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import chain

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionHeader, QTableView

LEAST = 56  # The least width of a column, in pixels
BESIDE, ARROW = 26, 16
"""The room that words need besides themselves: at both sides of a cell, and for the arrow of a heading."""
LEAST_READ = 34
"""The least width in characters of a stretched column; where there is less room, the table is scrolled."""
WELL_READ = 60  # The width in characters of a stretched column that shows nearly every name whole
NARROW = 180  # The width in characters below which rows have two lines, so that names are not cut short


class SortHeader(QHeaderView):
    """Headings whose arrow points up where values ascend; Qt's own arrow points down there."""

    def __init__(self, name: str) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setSectionsClickable(True)

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, column: int) -> None:
        super().initStyleOptionForIndex(option, column)
        arrows = QStyleOptionHeader.SortIndicator
        other = {arrows.SortDown: arrows.SortUp, arrows.SortUp: arrows.SortDown}
        option.sortIndicator = other.get(option.sortIndicator, option.sortIndicator)


class RowTable(QTableView):
    """A table of roomy rows. Enter activates one, Delete asks to remove the selected ones."""

    delete_pressed = Signal()

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        letters: Mapping[int, int],
        stretched: Collection[int],
        widest: Mapping[int, int] | None = None,
    ) -> None:
        """``letters``: the widths of columns in characters; the ``stretched`` columns share the rest.

        ``widest``: the widths to which columns grow where the stretched ones have more than WELL_READ
        characters.
        """
        super().__init__()
        self.setHorizontalHeader(SortHeader(name))
        self.setModel(model)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self._break_lines()
        header, unit = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        header.setHighlightSections(False)
        # A selection of its own, empty: Qt asks each row whether a heading is to look selected.
        header.setSelectionModel(QItemSelectionModel(model, header))
        header.setMinimumSectionSize(LEAST)
        for column in stretched:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in letters.items():
            header.resizeSection(column, max(unit * width + BESIDE, self._heading_width(column)))
        self._stretched, self._widest = stretched, dict(widest or {})
        self._least = {column: header.sectionSize(column) for column in self._widest}
        self._given: dict[int, int] = {}

    def make_room(self, column: int, texts: Iterable[str], beside: int = 0) -> None:
        """Make a column wide enough for each of these texts, with ``beside`` more pixels."""
        widest = max(map(self.fontMetrics().horizontalAdvance, texts)) + BESIDE + beside
        header = self.horizontalHeader()
        header.resizeSection(column, max(widest, header.sectionSize(column)))

    def _heading_width(self, column: int) -> int:
        """Return the width of a heading, which may be longer in another language than the cells below it."""
        heading = str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")
        return self.horizontalHeader().fontMetrics().horizontalAdvance(heading) + BESIDE + ARROW

    def _break_lines(self) -> None:
        """Set one line for each row where there is room, else two."""
        letters, line = self.width() / self.fontMetrics().averageCharWidth(), self.fontMetrics().height()
        narrow = letters < NARROW
        self.setWordWrap(narrow)
        rows, height = self.verticalHeader(), round(line * (3.0 if narrow else 2.1))
        if rows.defaultSectionSize() != height:
            rows.setDefaultSectionSize(height)

    def _widen(self) -> None:
        """Give columns the room that the stretched ones do not need. One that a person resized since the
        table was made stays as it is."""
        header, unit = self.horizontalHeader(), self.fontMetrics().averageCharWidth()
        others = (column for column in range(header.count()) if column not in self._stretched)
        given = sum(self._least.get(column, header.sectionSize(column)) for column in others)
        share = (self.viewport().width() - given) // max(1, len(self._stretched))
        for column in self._stretched:
            narrow = share < unit * LEAST_READ
            modes = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, modes.Interactive if narrow else modes.Stretch)
            if narrow:
                header.resizeSection(column, unit * LEAST_READ)
        room = self.viewport().width() - given - len(self._stretched) * (unit * WELL_READ + BESIDE)
        for column, width in self._widest.items():
            size = min(self._least[column] + max(0, room), unit * width + BESIDE)
            room -= size - self._least[column]
            if self._given.get(column) in (None, header.sectionSize(column)):
                header.resizeSection(column, size)
                self._given[column] = size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break_lines()
        self._widen()

    def chosen_ranges(self) -> list[range]:
        """Return the selected rows as ranges, in order: a few, however many rows there are."""
        selected = self.selectionModel().selection()
        ranges = (
            range(selection.top(), selection.bottom() + 1)
            for selection in map(selected.at, range(selected.count()))
        )
        return sorted(ranges, key=lambda rows: rows.start)

    def chosen_rows(self) -> list[int]:
        return list(chain.from_iterable(self.chosen_ranges()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.delete_pressed.emit()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.activated.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)
