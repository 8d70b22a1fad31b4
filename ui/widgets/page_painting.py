"""Paints what lies over a page: the highlighter's bands, what is selected, and a remark along the top."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from briefbank.models import Box
from ui.theme import colours
from ui.widgets.page_store import Marks

BAND = QColor("#fff3c4")
WORDS = QColor("#ffd24d")
SELECTED = QColor("#bcd8f8")


def paint_remark(painter: QPainter, remark: str, paper: QRectF, font: QFont) -> None:
    """A band along the top of the page, in the size of the window's own text at any zoom."""
    c, wrap = colours(), Qt.TextFlag.TextWordWrap
    painter.setFont(font)
    room = QRectF(0, 0, max(40.0, paper.width() - 28), paper.height())
    words = painter.boundingRect(room, wrap, remark)
    band = QRectF(paper.x(), paper.y(), paper.width(), min(paper.height(), words.height() + 16))
    painter.fillRect(band, QColor(c.warn_soft))
    painter.setPen(QPen(QColor(c.warn), 1))
    painter.drawLine(band.bottomLeft(), band.bottomRight())
    painter.drawText(band.adjusted(14, 8, -14, -8), wrap, remark)


def paint_marks(painter: QPainter, marks: Marks, corner: QPointF, scale: float) -> None:
    """``corner`` of the page in the view, ``scale`` in logical pixels per point."""
    for boxes, colour, margin in ((marks.passage, BAND, 2.0), (marks.words, WORDS, 0.8)):
        _lay_over(painter, colour, _shape(boxes, corner, scale, margin))


def paint_selection(painter: QPainter, boxes: Sequence[Box], corner: QPointF, scale: float) -> None:
    """As ``paint_marks``, for the text that is selected."""
    _lay_over(painter, SELECTED, _shape(boxes, corner, scale, 1.0))


def _lay_over(painter: QPainter, colour: QColor, shape: QPainterPath) -> None:
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(shape)
    painter.restore()


def _shape(boxes: Sequence[Box], corner: QPointF, scale: float, margin: float) -> QPainterPath:
    """One outline for all boxes, so that two that overlap are not darker where they do."""
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for box in boxes:
        rect = QRectF(box.x0 * scale, box.y0 * scale, (box.x1 - box.x0) * scale, (box.y1 - box.y0) * scale)
        shape.addRect(rect.translated(corner).adjusted(-margin, -margin, margin, margin))
    return shape
