"""The headings of the open document as a list, with the one being read marked."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QResizeEvent, QTextLayout
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from briefbank.domain.pages import OutlineEntry
from ui.features.reader.following_list import FollowingList, Index
from ui.i18n.translate import tr
from ui.kit.directions import plain_tip
from ui.kit.focus_frame import paint_focus
from ui.shared import wording
from ui.style.theme import colours

ENTRY = Qt.ItemDataRole.UserRole
INDENT, LEFT, RIGHT, ABOVE = 12, 14, 10, 5
LINES = 3  # The most lines of one heading; its tooltip has the whole
MANY = 800  # The number of headings above which each has one line, so that not all heights are computed


class OutlineModel(QAbstractListModel):
    """A list model whose rows read as one phrase: the heading, its level and its page."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.entries: tuple[OutlineEntry, ...] = ()

    def show_entries(self, entries: Sequence[OutlineEntry]) -> None:
        self.beginResetModel()
        self.entries = tuple(entries)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 (as Qt declares it)
        return 0 if parent.isValid() else len(self.entries)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid():
            return None
        entry = self.entries[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return entry.text
        if role == ENTRY:
            return entry
        if role == Qt.ItemDataRole.AccessibleTextRole:
            where = wording.page(entry.label, entry.page)
            phrase = tr("{heading}, level {level}, {page}")
            return phrase.format(heading=entry.text, level=entry.level + 1, page=where)
        return (
            plain_tip(f"{entry.text}\n{wording.page(entry.label, entry.page)}")
            if role == Qt.ItemDataRole.ToolTipRole
            else None
        )


class OutlineDelegate(QStyledItemDelegate):
    """Paints the heading in up to three lines, indented by its level, with its page at the right."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self.lines = LINES
        self._line_cache: dict[tuple[str, int], list[str]] = {}

    def forget(self) -> None:
        """Drop the cached lines after a change of width or font."""
        self._line_cache.clear()

    def _font(self) -> QFont:
        """Return the widest font of a heading, in which the one being read is set."""
        font = QFont(self._view.font())
        font.setWeight(QFont.Weight.DemiBold)
        return font

    def _lines(self, entry: OutlineEntry, width: int) -> list[str]:
        metrics = QFontMetrics(self._font())
        room = width - LEFT - RIGHT - INDENT * min(entry.level, 5) - _page_width(entry, metrics)
        key = (entry.text, room)
        if key not in self._line_cache:
            self._line_cache[key] = broken(entry.text, self._font(), max(40, room), self.lines)
        return self._line_cache[key]

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width, height = self._view.viewport().width(), QFontMetrics(self._font()).lineSpacing()
        count = 1 if self.lines == 1 else len(self._lines(index.data(ENTRY), width))
        return QSize(width, count * height + 2 * ABOVE)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        c, rect, entry = colours(), QRect(option.rect), index.data(ENTRY)
        here = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.save()
        if here:
            painter.fillRect(rect, QColor(c.accent_soft))
            painter.fillRect(QRect(rect.x(), rect.y(), 3, rect.height()), QColor(c.accent))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(c.hover))
        font = self._font() if here else QFont(self._view.font())
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        metrics, y = QFontMetrics(self._font()), rect.y() + ABOVE
        left = rect.x() + LEFT + INDENT * min(entry.level, 5)
        right = rect.right() - RIGHT
        room = right - left - _page_width(entry, metrics)
        for line in self._lines(entry, rect.width()):
            row = QRect(left, y, room, metrics.lineSpacing())
            painter.drawText(row, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, line)
            y += metrics.lineSpacing()
        painter.setFont(self._view.font())
        painter.setPen(QColor(c.text if here else c.muted))
        first = QRect(left, rect.y() + ABOVE, right - left, metrics.lineSpacing())
        painter.drawText(
            first, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, _page_number(entry)
        )
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect)
        painter.restore()


class OutlineList(FollowingList):
    """The headings; a selected one is emitted as an entry."""

    entry_chosen = Signal(object)  # An OutlineEntry

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("outline")
        self.setAccessibleName(tr("Outline"))
        self.outline = OutlineModel(self)
        self.setModel(self.outline)
        self._delegate = OutlineDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.row_chosen.connect(lambda row: self.entry_chosen.emit(self.outline.entries[row]))
        self._pages: list[int] = []

    def show_entries(self, entries: Sequence[OutlineEntry]) -> None:
        many = len(entries) > MANY
        self._delegate.lines = 1 if many else LINES
        self._delegate.forget()
        self.setUniformItemSizes(many)
        self._pages = [entry.page for entry in entries]
        self.outline.show_entries(entries)

    def follow_page(self, page: int) -> None:
        """Mark the heading that a page stands under: the first that begins on it, else the last before it.

        A heading of this page that was just selected stays marked.
        """
        if 0 <= self.row < len(self._pages) and self._pages[self.row] == page:
            return
        first = bisect_left(self._pages, page)
        begins_here = first < len(self._pages) and self._pages[first] == page
        self.follow(first if begins_here else first - 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the rows anew at another width; Qt does so only at another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._delegate.forget()
            self.doItemsLayout()


def broken(text: str, font: QFont, room: int, most: int) -> list[str]:
    """Return a text broken into lines of a width, the last of ``most`` elided."""
    layout, start = QTextLayout(text, font), 0
    lines: list[str] = []
    layout.beginLayout()
    while len(lines) < most - 1 and (line := layout.createLine()).isValid():
        line.setLineWidth(room)
        lines.append(text[line.textStart() : line.textStart() + line.textLength()].rstrip())
        start = line.textStart() + line.textLength()
    layout.endLayout()
    rest = text[start:].strip()
    if rest:
        lines.append(QFontMetrics(font).elidedText(rest, Qt.TextElideMode.ElideRight, room))
    return lines


def _page_number(entry: OutlineEntry) -> str:
    return entry.label or f"({entry.page + 1})"


def _page_width(entry: OutlineEntry, metrics: QFontMetrics) -> int:
    return metrics.horizontalAdvance(_page_number(entry)) + 10
