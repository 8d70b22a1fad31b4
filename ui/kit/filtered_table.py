"""A table model that can be narrowed by words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QIcon

from ui.i18n.translate import tr
from ui.kit.directions import plain_tip

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

    # --- which are shown -------------------------------------------------------------------------

    def show(self, things: Sequence[Thing]) -> None:
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
