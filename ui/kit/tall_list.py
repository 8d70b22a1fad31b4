"""A list of very many rows of different heights, which are measured only near the visible part.

QListView lays every row out before its scroll bar is right: seconds for ten thousand cards. Here each row has
an estimated height until it comes near the screen. The visible rows never move when a row above turns out
higher or lower than estimated: the scroll bar's value absorbs the difference.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QEvent, QItemSelection, QItemSelectionModel, QModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QStyle, QStyleOptionViewItem, QWidget

from ui.kit.focus_frame import paint_focus
from ui.kit.row_heights import RowHeights
from ui.kit.scroll_bars import keep_bar

GUESS = 190  # The estimated height in pixels before any row was measured
AROUND = 0.5  # The share of the view's height that is measured above and below the visible part
Hint = QAbstractItemView.ScrollHint

KEY_ROLE = Qt.ItemDataRole.UserRole + 5
"""The role of a row's key, which stays the same when the rows are rearranged."""


class TallList(QListView):
    """The model's rows, one below the other. The delegate gives a row's height at this width.

    The model gives a row's key in KEY_ROLE, and the present row of a key by ``row_of_key``.
    """

    visible_rows_changed = Signal(int, int)
    """The first and the last visible row, whenever they may have changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heights = RowHeights()
        self._anchor: tuple[Any, int] | None = None
        self._measuring = False
        self._visible = (-1, -1)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        keep_bar(self)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    # --- positions of rows ---

    def visualRect(self, index: Any) -> QRect:
        if not index.isValid() or index.row() >= len(self._heights):
            return QRect()
        y = self._heights.top(index.row()) - self.verticalOffset()
        return QRect(0, y, self.viewport().width(), self._heights.height(index.row()))

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = self._heights.at(point.y() + self.verticalOffset())
        return self.model().index(row, 0) if row >= 0 else QModelIndex()

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def horizontalOffset(self) -> int:
        return 0

    def on_screen(self) -> tuple[int, int]:
        """Return the first and the last row that are at least partly visible; (-1, -1) without any."""
        first = self._heights.at(self.verticalOffset())
        if first < 0:
            return -1, -1
        last = self._heights.at(self.verticalOffset() + self.viewport().height() - 1)
        return first, last if last >= 0 else len(self._heights) - 1

    # --- measuring ---

    def _measure_row(self, row: int) -> int:
        """Measure a row; return how much higher it is than held before."""
        if self._heights.known(row):
            return 0
        size = self.itemDelegate().sizeHint(self._option(row), self.model().index(row, 0))
        return self._heights.measured(row, max(1, size.height()))

    def _option(self, row: int) -> QStyleOptionViewItem:
        option = QStyleOptionViewItem()
        option.initFrom(self)
        return option

    def _measure(self) -> None:
        """Measure the rows on the screen and near it; the visible rows stay where they are."""
        if self._measuring or not len(self._heights):
            return
        self._measuring = True
        at_end = 0 < self.verticalScrollBar().maximum() <= self.verticalOffset()
        value = self.verticalOffset()
        top = max(0, self._heights.at(value)) if value < self._heights.whole else len(self._heights) - 1
        shift = self._measure_above(top)
        self._measure_below(top, value - self._heights.top(top) + shift)
        self._set_range()
        self.verticalScrollBar().setValue(self.verticalScrollBar().maximum() if at_end else value + shift)
        self._measuring = False
        self._emit_visible()

    def _measure_above(self, top: int) -> int:
        """Measure rows above the first visible one; return how much higher they are together than held
        before."""
        shift, room = 0, int(AROUND * self.viewport().height())
        for row in range(top - 1, -1, -1):
            shift += self._measure_row(row)
            room -= self._heights.height(row)
            if room <= 0:
                break
        return shift

    def _measure_below(self, top: int, hidden: int) -> None:
        """Measure rows from the first visible one on; ``hidden`` pixels of that are above the view."""
        room = int((1 + AROUND) * self.viewport().height()) + hidden
        for row in range(top, len(self._heights)):
            self._measure_row(row)
            room -= self._heights.height(row)
            if room <= 0:
                break

    def _set_range(self) -> None:
        bar, height = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(height)
        bar.setRange(0, max(0, self._heights.whole - height))

    def _emit_visible(self) -> None:
        seen = self.on_screen()
        if seen != self._visible:
            self._visible = seen
            self.visible_rows_changed.emit(*seen)

    # --- changes of rows and sizes ---

    def setModel(self, model: Any) -> None:
        super().setModel(model)
        model.layoutAboutToBeChanged.connect(self._keep_anchor)
        model.layoutChanged.connect(self._layout_changed)
        self._restart()

    def reset(self) -> None:
        super().reset()
        self._restart()

    def _restart(self) -> None:
        """Show other rows from the top, none of them measured; the first screen gives the estimate for the
        others.

        The view is scrolled to the top before anything is measured: measuring around the former position
        would be wasted.
        """
        model = self.model()
        rows = model.rowCount() if model is not None else 0
        self._heights.reset(rows, self._guess())
        self._measuring = True
        self.verticalScrollBar().setValue(0)
        self._set_range()
        self._measuring = False
        self._visible = (-1, -1)
        self._measure()
        self.viewport().update()

    def _guess(self) -> int:
        """Return the mean of the measured rows; the rows of one list are much alike."""
        return self._heights.mean() or GUESS

    def anchor(self) -> tuple[Any, int]:
        """Return the key of the first visible row, and how many of its pixels are above the view.

        A list at its top has no such row: it stays at its top, whatever row comes first there.
        """
        first, _last = self.on_screen()
        if first < 0 or self.verticalOffset() == 0:
            return None, 0
        key = self.model().index(first, 0).data(KEY_ROLE)
        return key, self.verticalOffset() - self._heights.top(first)

    def go_to_anchor(self, anchor: tuple[Any, int], otherwise: int = 0) -> None:
        """Scroll so that a row stands where it stood; if it is gone, set the scroll bar to ``otherwise``."""
        key, inside = anchor
        model: Any = self.model()
        row = model.row_of_key(key) if key is not None else -1
        if row < 0:
            self.verticalScrollBar().setValue(otherwise)
            return
        for near in range(max(0, row - 12), row + 1):
            self._measure_row(near)
        self._set_range_with_room(row)
        self.verticalScrollBar().setValue(self._heights.top(row) + inside)

    def _set_range_with_room(self, row: int) -> None:
        """Set the scroll range after measuring the rest of the view below a row, so that the range is right
        there."""
        self._measure_below(row, 0)
        self._set_range()

    def _keep_anchor(self) -> None:
        self._anchor = self.anchor()

    def _layout_changed(self) -> None:
        """Update after a rearrangement of the rows: the first visible row stays where it was."""
        self._heights.reset(self.model().rowCount(), self._guess())
        self._set_range()
        if self._anchor is not None:
            self.go_to_anchor(self._anchor, self.verticalOffset())
        self._visible = (-1, -1)
        self._measure()
        self.viewport().update()

    def dataChanged(self, first: Any, last: Any, roles: Any = ()) -> None:
        QAbstractItemView.dataChanged(self, first, last, list(roles))
        self._heights.invalidate(first.row(), last.row())
        self._measure()
        self.viewport().update()

    def measure_anew(self) -> None:
        """Measure every row again after a change of width, font or style."""
        anchor = self.anchor()
        self._heights.reset(len(self._heights), self._guess())
        self._set_range()
        self.go_to_anchor(anchor)
        self._measure()
        self.viewport().update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        QAbstractItemView.resizeEvent(self, event)
        if event.oldSize().width() != event.size().width():
            self.measure_anew()
        else:
            self._measure()

    def doItemsLayout(self) -> None:
        QAbstractItemView.doItemsLayout(self)

    def updateGeometries(self) -> None:
        self._set_range()
        self._measure()

    # --- scrolling, choosing, painting ---

    def scrollContentsBy(self, _dx: int, _dy: int) -> None:
        self._measure()
        self.viewport().update()

    def scrollTo(self, index: Any, hint: Hint = Hint.EnsureVisible) -> None:
        row = index.row()
        if not 0 <= row < len(self._heights):
            return
        self._measure_to(row)
        top, height = self._heights.top(row), self.viewport().height()
        bottom = top + self._heights.height(row)
        value = self.verticalOffset()
        if hint == Hint.PositionAtTop or top < value or bottom - top > height:
            self.verticalScrollBar().setValue(top)
        elif hint == Hint.PositionAtBottom or bottom > value + height:
            self.verticalScrollBar().setValue(bottom - height)

    def _measure_to(self, row: int) -> None:
        """Measure a row and as many rows before it as fill the view, so that it can be put at the bottom of
        the view. The visible rows stay where they are."""
        first, _last = self.on_screen()
        anchor = self.anchor()[1], first
        room = self.viewport().height()
        for near in range(row, -1, -1):
            self._measure_row(near)
            room -= self._heights.height(near)
            if room <= 0:
                break
        self._set_range()
        if anchor[1] >= 0:
            self._measuring = True
            self.verticalScrollBar().setValue(self._heights.top(anchor[1]) + anchor[0])
            self._measuring = False

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        move, rows, row = QAbstractItemView.CursorAction, len(self._heights), self.currentIndex().row()
        if not rows:
            return QModelIndex()
        targets = {
            move.MoveUp: row - 1,
            move.MovePrevious: row - 1,
            move.MoveDown: row + 1,
            move.MoveNext: row + 1,
            move.MoveHome: 0,
            move.MoveEnd: rows - 1,
            move.MovePageUp: self._page_from(row, -1),
            move.MovePageDown: self._page_from(row, 1),
        }
        return self.model().index(min(max(targets.get(action, row), 0), rows - 1), 0)

    def _page_from(self, row: int, by: int) -> int:
        """Return the row a view's height below (1) or above (-1); at least the next one."""
        start = self._heights.top(max(0, row))
        target = start + by * self.viewport().height()
        target_row = self._heights.at(min(max(0, target), max(0, self._heights.whole - 1)))
        return max(target_row, row + 1) if by > 0 else min(target_row, row - 1)

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes():
            region = region.united(self.visualRect(index))
        return region

    def paintEvent(self, event: QPaintEvent) -> None:
        first, last = self.on_screen()
        painter, delegate = QPainter(self.viewport()), self.itemDelegate()
        for row in range(first, last + 1) if first >= 0 else ():
            index = self.model().index(row, 0)
            option = self._option(row)
            option.rect = self.visualRect(index)
            if self.selectionModel().isSelected(index):
                option.state |= QStyle.StateFlag.State_Selected
            option.state &= ~QStyle.StateFlag.State_HasFocus
            if self.hasFocus() and index == self.currentIndex():
                option.state |= QStyle.StateFlag.State_HasFocus
            if option.rect.intersects(event.rect()):
                delegate.paint(painter, option, index)
        if self.hasFocus() and not first <= self.currentIndex().row() <= last:
            paint_focus(painter, self.viewport().rect())
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange
        if event.type() in kinds and hasattr(self, "_heights"):
            self.looks_changed()

    def looks_changed(self) -> None:
        """React to another font, style or set of colours."""
        self.measure_anew()
