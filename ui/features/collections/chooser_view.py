"""A small menu over the window: choose a collection, or type the name of a new one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from briefbank.domain.userdata import Collection
from ui.i18n.translate import tr
from ui.kit.controls import label
from ui.kit.directions import isolated, plain_tip
from ui.shared import wording

WIDTH = 380
ROWS = 8  # The number of collections that are seen without scrolling
BESIDE = 24  # The pixels of a row that its text cannot have: the style's margins and a scroll bar
NAME_ROLE = Qt.ItemDataRole.UserRole + 1
SIZE_ROLE = Qt.ItemDataRole.UserRole + 2
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class CollectionChooser(QFrame):
    """A popup in which typing narrows the rows, and Enter takes the chosen one. Its last row makes a new
    collection."""

    chosen = Signal(object)  # A Collection
    made = Signal(str)  # The name of a new one

    def __init__(self, collections: Sequence[Collection], current: int, parent: QWidget) -> None:
        """Open with ``current`` first, the collection that Enter takes at once."""
        super().__init__(parent, Qt.WindowType.Popup)
        self.setObjectName("chooser")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setAccessibleName(tr("Put into a collection"))
        self._collections = sorted(collections, key=lambda collection: collection.id != current)
        self.field, self.list = QLineEdit(), QListWidget()
        self.field.setMaxLength(400)
        self.field.setAccessibleName(tr("Collection, or the name of a new one"))
        self.field.setPlaceholderText(
            tr("Choose, or type a new name")
            if collections
            else tr("Name it, as in: For the hearing on Friday")
        )
        self.list.setAccessibleName(tr("Collections"))
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setItemDelegate(_Rows(self.list))
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._lay_out()
        self.field.installEventFilter(self)
        self.field.textChanged.connect(self._narrow)
        self.field.returnPressed.connect(self._take)
        self.list.itemClicked.connect(lambda _item: self._take())
        self._narrow("")

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(14, 12, 14, 12)
        column.setSpacing(8)
        column.addWidget(label(tr("Put into a collection"), bold=True))
        column.addWidget(self.field)
        column.addWidget(self.list)
        self.setFixedWidth(WIDTH)

    def show_over(self, page: QWidget) -> None:
        """Show the menu at the top of the page, in its middle, ready to type."""
        self.adjustSize()
        corner = page.mapToGlobal(QPoint((page.width() - self.width()) // 2, 72))
        self.move(corner)
        self.show()
        self.field.setFocus(Qt.FocusReason.PopupFocusReason)

    # --- rows ---

    def _narrow(self, typed: str) -> None:
        """List collections with the typed words; where none has just this name, a row that makes one."""
        name, self._rows = " ".join(typed.split()), list[Collection | str]()
        parts = name.casefold().split()
        self._rows += [collection for collection in self._collections if _has(collection.name, parts)]
        if name and not any(
            collection.name.casefold() == name.casefold() for collection in self._collections
        ):
            self._rows.append(name)
        self.list.clear()
        for row in self._rows:
            self.list.addItem(_item(row))
        self.list.setCurrentRow(0)
        self.list.setVisible(bool(self._rows))
        height = self.list.sizeHintForRow(0) if self._rows else 0
        self.list.setFixedHeight(height * min(ROWS, len(self._rows)) + 4)
        self.adjustSize()

    def _take(self) -> None:
        row = self.list.currentRow()
        if row < 0:
            return
        taken = self._rows[row]
        self.close()
        if isinstance(taken, str):
            self.made.emit(taken)
        else:
            self.chosen.emit(taken)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move through the rows by Up and Down while the words stay in the box."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress and event.key() in _MOVES:
            step = 1 if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_PageDown) else -1
            row = max(0, min(self.list.count() - 1, self.list.currentRow() + step))
            self.list.setCurrentRow(row)
            if item := self.list.item(row):
                self.field.setAccessibleDescription(item.text())
            return True
        return super().eventFilter(watched, event)


def _has(name: str, parts: Sequence[str]) -> bool:
    folded = name.casefold()
    return all(part in folded for part in parts)


def _item(row: Collection | str) -> QListWidgetItem:
    if isinstance(row, str):
        made = QListWidgetItem(tr("Make “{name}”").format(name=row))
        made.setToolTip(plain_tip(row))
        return made
    size = wording.count(row.size, tr("passage"), tr("passages"))
    made = QListWidgetItem(_named(row.name, size))
    made.setData(NAME_ROLE, row.name)
    made.setData(SIZE_ROLE, size)
    made.setToolTip(plain_tip(row.name))
    return made


def _named(name: str, size: str) -> str:
    return tr("{name}  ·  {size}").format(name=isolated(name), size=size)


class _Rows(QStyledItemDelegate):
    """A delegate that shortens the name of a long row, never its number of passages."""

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        name, size = index.data(NAME_ROLE), index.data(SIZE_ROLE)
        if name is None or option.rect.width() <= 0:
            return
        metrics = option.fontMetrics
        room = option.rect.width() - BESIDE - metrics.horizontalAdvance(_named("", size))
        option.text = _named(metrics.elidedText(name, Qt.TextElideMode.ElideRight, room), size)
