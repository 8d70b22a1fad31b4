"""Tables of whole rows, without editing in place, and a model that can be narrowed by words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import partial
from itertools import chain
from typing import Any, Generic, TypeVar

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractTableModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyleOptionHeader, QTableView

from ui.i18n.translate import tr
from ui.kit.keyboard import LettersElsewhere
from ui.kit.text import plain_tip

AnyIndex = QModelIndex | QPersistentModelIndex
Thing = TypeVar("Thing")


class FilteredTableModel(QAbstractTableModel, Generic[Thing]):
    """One row for each item that contains every typed word; an icon stands in the first column."""

    COLUMNS: tuple[str, ...] = ()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._all: list[Thing] = []
        self._shown: list[Thing] = []
        self._words: list[str] = []

    # --- what a row says -------------------------------------------------------------------------

    def cells(self, thing: Thing) -> Sequence[str]:
        """Return the texts of an item's columns."""
        raise NotImplementedError

    def searched(self, thing: Thing) -> str:
        """Return the text in which the typed words must occur."""
        return " ".join(self.cells(thing))

    def tip(self, thing: Thing, column: int) -> str:
        return self.cells(thing)[column]

    def icon(self, thing: Thing) -> QIcon:
        raise NotImplementedError

    def key(self, thing: Thing) -> object:
        """Return what an item is known by when the list is read again."""
        raise NotImplementedError

    # --- which are shown -------------------------------------------------------------------------

    def show(self, things: Sequence[Thing]) -> None:
        if list(things) != self._all:
            self._all = list(things)
            self._filter()

    def narrow(self, text: str) -> None:
        self._words = text.casefold().split()
        self._filter()

    def _filter(self) -> None:
        self.beginResetModel()
        self._shown = [thing for thing in self._all if self._matches(thing)] if self._words else self._all
        self.endResetModel()

    def _matches(self, thing: Thing) -> bool:
        text = self.searched(thing).casefold()
        return all(word in text for word in self._words)

    @property
    def everything(self) -> Sequence[Thing]:
        """All items, narrowed or not."""
        return self._all

    @property
    def total(self) -> int:
        """The number of all items, narrowed or not."""
        return len(self._all)

    def at(self, row: int) -> Thing:
        return self._shown[row]

    # --- what Qt asks ----------------------------------------------------------------------------

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._shown)

    def columnCount(self, _parent: AnyIndex | None = None) -> int:
        return len(self.COLUMNS)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return self.COLUMNS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        thing, column = self._shown[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            return self.cells(thing)[column]
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.tip(thing, column))
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = self.cells(thing)[column] or tr("none")
            return f"{self.COLUMNS[column]}: {text}"
        if role == Qt.ItemDataRole.DecorationRole and column == 0:
            return self.icon(thing)
        return None


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


class RowTable(LettersElsewhere, QTableView):
    """A table of roomy rows. Enter activates one, Delete asks to remove the selected ones."""

    delete_pressed = Signal()

    def __init__(
        self,
        model: QAbstractItemModel,
        name: str,
        letters: Mapping[int, int],
        stretched: Collection[int],
        widest: Mapping[int, int] | None = None,
        least_read: int = LEAST_READ,
    ) -> None:
        """``letters``: the widths of columns in characters; the ``stretched`` columns share the rest, with at
        least ``least_read`` for each.

        ``widest``: the widths to which columns grow where the stretched ones have more than WELL_READ
        characters.
        """
        super().__init__()
        self.setHorizontalHeader(SortHeader(name))
        self.setModel(model)
        if isinstance(model, FilteredTableModel):
            self._current: tuple[int, object] = -1, None
            model.modelAboutToBeReset.connect(partial(self._note_current, model))
            model.modelReset.connect(partial(self._restore_current, model))
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self._break_lines()
        header = self.horizontalHeader()
        self._unit = unit = self.fontMetrics().averageCharWidth()
        header.setHighlightSections(False)
        # A selection of its own, empty: Qt asks each row whether a heading is to look selected.
        header.setSelectionModel(QItemSelectionModel(model, header))
        header.setMinimumSectionSize(LEAST)
        for column in stretched:
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        for column, width in letters.items():
            header.resizeSection(column, max(unit * width + BESIDE, self._heading_width(column)))
        self._stretched, self._widest, self._least_read = stretched, dict(widest or {}), least_read
        self._least = {column: header.sectionSize(column) for column in self._widest}
        self._given: dict[int, int] = {}  # The widths that ``_widen`` set last

    def _note_current(self, model: FilteredTableModel[Any]) -> None:
        row = self.currentIndex().row()
        self._current = row, model.key(model.at(row)) if row >= 0 else None

    def _restore_current(self, model: FilteredTableModel[Any]) -> None:
        """Keep the current item current; where it is gone, the one that follows it becomes so."""
        row, key = self._current
        keys = [model.key(model.at(number)) for number in range(model.rowCount())]
        if row >= 0 and keys:
            self.selectRow(keys.index(key) if key in keys else min(row, len(keys) - 1))

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
        seen = [column for column in range(header.count()) if not header.isSectionHidden(column)]
        others = (column for column in seen if column not in self._stretched)
        given = sum(self._least.get(column, header.sectionSize(column)) for column in others)
        share = (self.viewport().width() - given) // max(1, len(self._stretched))
        for column in self._stretched:
            narrow = share < unit * self._least_read
            modes = QHeaderView.ResizeMode
            header.setSectionResizeMode(column, modes.Interactive if narrow else modes.Stretch)
            if narrow:
                header.resizeSection(column, unit * self._least_read)
        room = self.viewport().width() - given - len(self._stretched) * (unit * WELL_READ + BESIDE)
        for column, width in self._widest.items():
            if column not in seen:
                continue
            size = min(self._least[column] + max(0, room), unit * width + BESIDE)
            room -= size - self._least[column]
            if self._given.get(column) in (None, header.sectionSize(column)):
                header.resizeSection(column, size)
                self._given[column] = size

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break_lines()
        self._widen()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_given"):
            self._scale_columns()
            self._break_lines()
            self._widen()

    def _scale_columns(self) -> None:
        """Give columns the same widths in characters of another font."""
        header, before = self.horizontalHeader(), self._unit
        self._unit = self.fontMetrics().averageCharWidth()
        hidden = [column for column in range(header.count()) if header.isSectionHidden(column)]
        for column in hidden:
            header.showSection(column)  # a hidden one has no width
        for column in set(range(header.count())).difference(self._stretched):
            header.resizeSection(column, round(header.sectionSize(column) * self._unit / before))
        for column in hidden:
            header.hideSection(column)
        self._least = {column: round(width * self._unit / before) for column, width in self._least.items()}
        self._given.clear()

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
