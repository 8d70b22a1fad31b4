"""The table of documents as a widget: its columns, keys and menu, and the remarks in its last column."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem

from ui.features.documents import model as table
from ui.i18n.translate import tr
from ui.kit.row_table import RowTable
from ui.shared import wording
from ui.style.icons import pixmap
from ui.style.theme import colours

AnyIndex = QModelIndex | QPersistentModelIndex
ICON = 16


LETTERS = {
    table.FILED: 19,
    table.KIND: 10,
    table.COURT: 17,
    table.DOCKET: 13,
    table.PAGES: 6,
    table.NOTES: 24,
}
"""The widths of columns; the title gets the rest."""
WIDEST = {table.COURT: 50, table.DOCKET: 30}  # The widths of columns where the title has room to spare


class DocumentTable(RowTable):
    """The documents of the library, with small icons for remarks."""

    menu_wanted = Signal(QPoint)  # The place on the screen for the menu of the chosen documents
    beside_pressed = Signal()  # Emitted on Ctrl+Enter

    def __init__(self, model: table.DocumentModel) -> None:
        super().__init__(model, tr("Documents"), LETTERS, (table.TITLE,), WIDEST)
        self.make_room(table.KIND, wording.KIND_WORDS.values())
        self.setItemDelegateForColumn(table.TITLE, _TitleDelegate(self))
        self.setItemDelegateForColumn(table.NOTES, _RemarkDelegate(self))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setSortingEnabled(True)
        self.sortByColumn(table.FILED, Qt.SortOrder.DescendingOrder)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if control and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.beside_pressed.emit()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            corner = self.visualRect(self.currentIndex()).bottomLeft()
        else:
            if not self.selectionModel().isSelected(index):
                self.setCurrentIndex(index)
            corner = event.pos()
        if self.currentIndex().isValid():
            self.menu_wanted.emit(self.viewport().mapToGlobal(corner))


class _TitleDelegate(QStyledItemDelegate):
    """A delegate that elides a title in its middle: what distinguishes equal titles is at the end."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().initStyleOption(option, index)
        option.textElideMode = Qt.TextElideMode.ElideMiddle


class _RemarkDelegate(QStyledItemDelegate):
    """A delegate that draws icons with a number beside each; the sentences are the tip."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        super().paint(painter, option, index)
        c, view = colours(), option.widget
        painter.save()
        painter.setPen(QColor(c.text))
        x = option.rect.left() + 8.0
        for remark in index.data(table.REMARKS_ROLE) or ():
            tint = c.muted if remark.icon == "versions" else c.warn
            ratio = view.devicePixelRatioF() if view else 1.0
            top = option.rect.center().y() - ICON / 2
            painter.drawPixmap(QPointF(x, top), pixmap(remark.icon, tint, ICON, ratio))
            x += ICON + 3
            width = QFontMetricsF(option.font).horizontalAdvance(remark.text)
            area = QRectF(x, option.rect.top(), width + 2, option.rect.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, remark.text)
            x += width + 8
        painter.restore()
