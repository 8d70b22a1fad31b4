"""Paints one file of the intake list: its name, what is being done or how it ended, what to do."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from briefbank.models import FileStatus, Stage
from ui.icons import pixmap
from ui.models.intake import FILE_ROLE, FileRow
from ui.theme import Colours, colours

AnyIndex = QModelIndex | QPersistentModelIndex
LEFT = 54.0
PAD = 11.0
RIGHT = 20.0
BAR = 4.0
SECTION = "Earlier"

LOOKS = {
    FileStatus.ADDED: ("done", "good"),
    FileStatus.ADDED_WITH_GAPS: ("warning", "warn"),
    FileStatus.ALREADY_HERE: ("same", "muted"),
    FileStatus.REFUSED: ("refused", "bad"),
}


class FileRowDelegate(QStyledItemDelegate):
    """Rows are as high as their reason needs."""

    def __init__(self, view: QListView) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row: FileRow = index.data(FILE_ROLE)
        line = QFontMetricsF(self._view.font()).height()
        height = 2 * PAD + 2 * line + 3
        if row.reason:
            height += self._reason_height(row) + 2
        elif _is_busy(row):
            height += BAR + 6
        return QSize(0, round(height + self._section_height(row)))

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """The row's button stands right of its name."""
        row: FileRow = index.data(FILE_ROLE)
        size = editor.sizeHint()
        top = option.rect.top() + self._section_height(row) + PAD / 2
        left = option.rect.right() - RIGHT - size.width()
        editor.setGeometry(QRect(QPoint(round(left), round(top)), size))

    def _room_for_name(self, index: AnyIndex, width: float) -> float:
        button = self._view.indexWidget(index)
        return width - button.sizeHint().width() - 12 if button is not None else width

    def _section_height(self, row: FileRow) -> float:
        return QFontMetricsF(self._view.font()).height() + 22 if row.opens_section else 0.0

    def _reason_height(self, row: FileRow) -> float:
        room = QRectF(0, 0, self._view.viewport().width() - LEFT - RIGHT, 10_000)
        return (
            QFontMetricsF(self._view.font()).boundingRect(room, Qt.TextFlag.TextWordWrap, row.reason).height()
        )

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row, c = index.data(FILE_ROLE), colours()
        rect = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, QColor(c.surface))
        if row.opens_section:
            rect = self._paint_section(painter, rect, c)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(c.accent_soft))
        painter.fillRect(
            QRectF(rect.left() + LEFT, rect.bottom() - 1, rect.width() - LEFT, 1), QColor(c.line)
        )
        self._paint_row(painter, rect, index, c)
        painter.restore()

    def _paint_section(self, painter: QPainter, rect: QRectF, c: Colours) -> QRectF:
        height = QFontMetricsF(self._view.font()).height() + 22
        painter.fillRect(QRectF(rect.left(), rect.top(), rect.width(), height), QColor(c.window))
        painter.setPen(QColor(c.muted))
        painter.setFont(_bold(self._view.font()))
        place = QRectF(rect.left() + 20, rect.top() + 6, rect.width() - 40, height - 6)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, SECTION)
        return rect.adjusted(0, height, 0, 0)

    def _paint_row(self, painter: QPainter, rect: QRectF, index: AnyIndex, c: Colours) -> None:
        row: FileRow = index.data(FILE_ROLE)
        waiting = ("document", "accent") if _is_busy(row) else ("waiting", "muted")
        icon, tint = LOOKS[row.outcome.status] if row.outcome else waiting
        colour = getattr(c, tint)
        line = QFontMetricsF(self._view.font()).height()
        spot = QPointF(rect.left() + 20, rect.top() + PAD)
        painter.drawPixmap(spot, pixmap(icon, colour, 22, self._view.devicePixelRatioF()))
        left, width, y = rect.left() + LEFT, rect.width() - LEFT - RIGHT, rect.top() + PAD
        font = _bold(self._view.font())
        painter.setFont(font)
        painter.setPen(QColor(c.text))
        room = self._room_for_name(index, width)
        name = QFontMetricsF(font).elidedText(row.path.name, Qt.TextElideMode.ElideMiddle, room)
        painter.drawText(QRectF(left, y, width, line), Qt.AlignmentFlag.AlignVCenter, name)
        y += line + 3
        painter.setFont(self._view.font())
        painter.setPen(QColor(colour))
        state = QFontMetricsF(self._view.font()).elidedText(row.state, Qt.TextElideMode.ElideRight, width)
        painter.drawText(QRectF(left, y, width, line), Qt.AlignmentFlag.AlignVCenter, state)
        y += line
        if row.reason:
            painter.setPen(QColor(c.text))
            painter.drawText(
                QRectF(left, y + 2, width, rect.bottom() - y), Qt.TextFlag.TextWordWrap, row.reason
            )
        elif _is_busy(row):
            self._paint_bar(painter, QRectF(left, y + 6, min(width, 420.0), BAR), row, c)

    @staticmethod
    def _paint_bar(painter: QPainter, place: QRectF, row: FileRow, c: Colours) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(c.line))
        painter.drawRoundedRect(place, BAR / 2, BAR / 2)
        if row.progress is not None and row.progress.total:
            share = min(1.0, row.progress.done / row.progress.total)
            painter.setBrush(QColor(c.accent))
            painter.drawRoundedRect(
                QRectF(place.x(), place.y(), place.width() * share, BAR), BAR / 2, BAR / 2
            )


def _is_busy(row: FileRow) -> bool:
    """Being worked on now: neither waiting nor ended."""
    return row.outcome is None and row.progress is not None and row.progress.stage is not Stage.WAITING


def _bold(font: QFont) -> QFont:
    made = QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    return made
