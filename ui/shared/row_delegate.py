"""Measures and paints the rows of ``row_list.RowList``, and the badge of an authority's standing."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.domain.authorities import Standing
from ui.kit.focus_frame import paint_focus
from ui.kit.fonts import Fonts
from ui.shared.excerpts import excerpt
from ui.shared.law_texts import STANDING_WORDS
from ui.shared.row_model import ROW_ROLE, Row
from ui.shared.standing_colours import ICONS, standing_colours
from ui.shared.text_layout import changed, lay_out, marked
from ui.style.icons import pixmap
from ui.style.theme import colours

AnyIndex = QModelIndex | QPersistentModelIndex
PAD_X, PAD_Y = 14.0, 10.0
GAP = 3.0  # The space between the lines of a row
TITLE_LINES, TEXT_LINES, WARNING_LINES = 2, 4, 3
ICON = 14
CHOSEN = 3
"""The width of the bar at the left of the chosen row, which shows the choice without the row's ground."""
SIDE_SHARE = 0.42  # The largest share of the width for the remark at the right


def badge_size(standing: Standing, font: QFont) -> tuple[float, float]:
    """Return width and height of a badge."""
    metrics = QFontMetricsF(font)
    return metrics.horizontalAdvance(STANDING_WORDS[standing]) + ICON + 22, metrics.height() + 6


def paint_badge(painter: QPainter, field: QRectF, standing: Standing, font: QFont, ratio: float) -> None:
    """Paint an icon and words in a rounded field. The colour only adds to them."""
    ink, ground = standing_colours(standing, colours())
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(ground))
    painter.drawRoundedRect(field, field.height() / 2, field.height() / 2)
    corner = QPointF(field.left() + 8, field.center().y() - ICON / 2)
    painter.drawPixmap(corner, pixmap(ICONS[standing], ink, ICON, ratio))
    painter.setPen(QColor(ink))
    painter.setFont(font)
    words = field.adjusted(ICON + 13, 0, 0, 0)
    painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, STANDING_WORDS[standing])


class RowDelegate(QStyledItemDelegate):
    """A delegate that lays a row out once for a width."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view
        self._layouts: dict[tuple[int, int], tuple[Row, list[tuple[QTextLayout, str]]]] = {}
        self.forget()

    def forget(self) -> None:
        """Forget all layouts, after a change of rows, font or colours."""
        self._layouts.clear()
        self._fonts = Fonts.of(self._view.font())
        self._title = QFont(self._fonts.body)
        self._title.setWeight(QFont.Weight.DemiBold)

    # --- sizes ---

    def height(self, row: Row) -> int:
        """Return the height in pixels, at the list's present width."""
        height = sum(
            self._piece_height(row, n, layout) + GAP for n, (layout, _) in enumerate(self._lines(row))
        )
        return round(height - GAP + 2 * PAD_Y) + 1

    def _piece_height(self, row: Row, number: int, layout: QTextLayout) -> float:
        """Return the height of a piece; the first has room for a badge beside it."""
        height = layout.boundingRect().height()
        if number == 0 and row.standing:
            height = max(height, badge_size(row.standing, self._fonts.small_bold)[1])
        return height

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, self.height(index.data(ROW_ROLE)))

    def _lines(self, row: Row) -> list[tuple[QTextLayout, str]]:
        """Return the laid out pieces of a row from top to bottom, each with the name of its colour."""
        width = self._view.viewport().width()
        kept = self._layouts.get((id(row), width))
        if kept is None or kept[0] is not row:
            kept = self._layouts[id(row), width] = row, self._laid_out(row, width - 2 * PAD_X)
        return kept[1]

    def _laid_out(self, row: Row, inner: float) -> list[tuple[QTextLayout, str]]:
        fonts, beside = self._fonts, self._side_width(row, inner)
        made, first = [], max(60.0, inner - beside)
        if row.title:
            made.append((lay_out(row.title, self._title, first, TITLE_LINES), "text"))
        if row.text:
            width = inner if row.title else first
            made.append((self._words(row, width), "text"))
        for line in row.warning.split("\n") if row.warning else ():
            made.append((lay_out(line, fonts.small_bold, inner, WARNING_LINES), "warn"))
        for line in row.detail.split("\n") if row.detail else ():
            made.append((lay_out(line, fonts.small, inner, 1), "muted"))
        return made

    def _words(self, row: Row, width: float) -> QTextLayout:
        """Return a few lines around what is marked, or all of them where words are changed."""
        font, c, text = self._fonts.body, colours(), row.text.replace("\n", " ")
        if row.changes:
            return lay_out(text, font, width, 0, changed(row.changes, c))
        room = int(width / QFontMetricsF(font).averageCharWidth() * TEXT_LINES * 0.97)
        shown, marks = excerpt(text, row.marks, room)
        return lay_out(shown, font, width, TEXT_LINES, marked(marks, c))

    def _side_width(self, row: Row, inner: float) -> float:
        """Return the width that the badge or remark at the right takes from the first line."""
        if row.standing:
            return badge_size(row.standing, self._fonts.small_bold)[0] + 12
        if row.side:
            needed = QFontMetricsF(self._fonts.small).horizontalAdvance(row.side) + 16
            return min(needed, inner * SIDE_SHARE)
        return 0.0

    # --- painting ---

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: Row = index.data(ROW_ROLE)
        c, rect = colours(), option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter, option, row)
        if index.row() + 1 < index.model().rowCount():
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.line))
        y = rect.top() + PAD_Y
        for number, (layout, colour) in enumerate(self._lines(row)):
            height = self._piece_height(row, number, layout)
            painter.setPen(QColor(getattr(c, colour)))
            above = (height - layout.boundingRect().height()) / 2
            layout.draw(painter, QPointF(rect.left() + PAD_X, y + above))
            y += height + GAP
        self._paint_side(painter, QRectF(rect), row)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, row: Row) -> None:
        c, rect = colours(), option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver) and row.target is not None
        painter.fillRect(rect, QColor(c.accent_soft if selected else c.hover if hovered else c.surface))
        if selected:
            painter.fillRect(QRect(rect.left(), rect.top(), CHOSEN, rect.height() - 1), QColor(c.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(0, 0, 0, -1))

    def _paint_side(self, painter: QPainter, rect: QRectF, row: Row) -> None:
        right, top = rect.right() - PAD_X, rect.top() + PAD_Y
        if row.standing:
            width, height = badge_size(row.standing, self._fonts.small_bold)
            area = QRectF(right - width, top, width, height)
            ratio = self._view.devicePixelRatioF()
            paint_badge(painter, area, row.standing, self._fonts.small_bold, ratio)
        elif row.side:
            room = self._side_width(row, rect.width() - 2 * PAD_X) - 16
            metrics = QFontMetricsF(self._fonts.small)
            text = metrics.elidedText(row.side, Qt.TextElideMode.ElideRight, room + 1)
            painter.setPen(QColor(colours().muted))
            painter.setFont(self._fonts.small)
            area = QRectF(right - room, top, room, metrics.height())
            painter.drawText(area, Qt.AlignmentFlag.AlignRight, text)
