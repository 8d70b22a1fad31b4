"""Paints what lies over a page: highlights, places found, selected text, and a remark.

Everything but the remark is painted in the paper's own directions; ``upright`` sets the painter to those of a
turned page. The colours are those of ink on white paper, which is white in every theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPainterPath, QPen

from briefbank.domain.pages import Box
from ui.features.reader.page_store import Marks
from ui.style.theme import colours

PAPER = QColor("#ffffff")
INK = QColor("#3a3f45")
BAND, BAND_EDGE = QColor("#fff3c4"), QColor("#a86f00")
WORDS = QColor("#ffd24d")
SELECTED = QColor("#bcd8f8")
BAR, BESIDE = 3.0, 7.0  # The width of the bar beside a passage and its distance from the words, in pixels
FOUND, FOUND_EDGE = QColor("#e4d6f8"), QColor("#7a55b5")
CURRENT, CURRENT_EDGE = QColor("#ffb672"), QColor("#7d3400")


@contextmanager
def upright(painter: QPainter, paper: QRectF, turns: int) -> Iterator[QRectF]:
    """Paint as if the page were not turned; yield the paper's rectangle with its corner at (0, 0)."""
    corners = (paper.topLeft(), paper.topRight(), paper.bottomRight(), paper.bottomLeft())
    painter.save()
    painter.translate(corners[turns])
    painter.rotate(90 * turns)
    across, down = (paper.height(), paper.width()) if turns % 2 else (paper.width(), paper.height())
    try:
        yield QRectF(0, 0, across, down)
    finally:
        painter.restore()


def paint_failure(painter: QPainter, failure: str, paper: QRectF) -> None:
    """Paint the reason why there is no picture in the middle of the blank paper."""
    painter.setPen(INK)
    wrap = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
    painter.drawText(paper.adjusted(40, 40, -40, -40), wrap, failure)


def paint_edge(painter: QPainter, paper: QRectF) -> None:
    """Paint the line around a page."""
    painter.setPen(QPen(QColor(colours().line), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(paper)


def paint_remark(painter: QPainter, remark: str, paper: QRectF, font: QFont) -> None:
    """Paint a band along the top of the page, in the window's own text size at any zoom."""
    c, wrap = colours(), Qt.TextFlag.TextWordWrap
    painter.setFont(font)
    room = QRectF(0, 0, max(40.0, paper.width() - 28), paper.height())
    words = painter.boundingRect(room, wrap, remark)
    band = QRectF(paper.x(), paper.y(), paper.width(), min(paper.height(), words.height() + 16))
    painter.fillRect(band, QColor(c.warn_soft))
    painter.setPen(QPen(QColor(c.warn), 1))
    painter.drawLine(band.bottomLeft(), band.bottomRight())
    painter.drawText(band.adjusted(14, 8, -14, -8), wrap, remark)


def paint_marks(painter: QPainter, marks: Marks, scale: float) -> None:
    """Paint the passage and its words; ``scale`` is in logical pixels per point."""
    for boxes, colour, margin in ((marks.passage, BAND, 2.0), (marks.words, WORDS, 0.8)):
        shape = _outline(boxes, scale, margin)
        _multiply(painter, colour, shape)
        if colours().contrast:
            painter.setPen(QPen(INK, 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPath(shape.simplified())
    for column in _columns(marks.passage):
        painter.fillRect(_side_bar(column, scale), BAND_EDGE)


def _columns(boxes: Sequence[Box]) -> list[list[Box]]:
    """Group lines that stand one above the other, separate from those of another column."""
    columns: list[list[Box]] = []
    for box in boxes:
        overlapping = [column for column in columns if any(box.x0 < b.x1 and b.x0 < box.x1 for b in column)]
        columns = [column for column in columns if column not in overlapping]
        columns.append([b for column in overlapping for b in column] + [box])
    return columns


def _side_bar(column: Sequence[Box], scale: float) -> QRectF:
    """Return the bar left of a passage, which marks it even without its background."""
    left = min(box.x0 for box in column) * scale - BESIDE
    top, bottom = min(box.y0 for box in column) * scale, max(box.y1 for box in column) * scale
    return QRectF(left, top, BAR, bottom - top)


def paint_selection(painter: QPainter, boxes: Sequence[Box], scale: float) -> None:
    """Paint the selected text in the way of ``paint_marks``."""
    _multiply(painter, SELECTED, _outline(boxes, scale, 1.0))


def paint_found(painter: QPainter, places: Sequence[Sequence[Box]], current: int, scale: float) -> None:
    """Paint the places found on a page, ``current`` (-1 for none) with a strong outline."""
    for number, boxes in enumerate(places):
        chosen = number == current
        shape = _outline(boxes, scale, 1.5).simplified()
        _multiply(painter, CURRENT if chosen else FOUND, shape)
        painter.setPen(QPen(CURRENT_EDGE, 2) if chosen else QPen(FOUND_EDGE, 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(shape)


def _multiply(painter: QPainter, colour: QColor, shape: QPainterPath) -> None:
    """Multiply a colour with the page, like a highlighter, so that the text stays as black as it is."""
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Multiply)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPath(shape)
    painter.restore()


def _outline(boxes: Sequence[Box], scale: float, margin: float) -> QPainterPath:
    """Return one outline for all boxes, so that overlaps are not painted darker."""
    shape = QPainterPath()
    shape.setFillRule(Qt.FillRule.WindingFill)
    for box in boxes:
        corner = QPointF(box.x0 * scale, box.y0 * scale)
        rect = QRectF(corner, QPointF(box.x1 * scale, box.y1 * scale))
        shape.addRect(rect.adjusted(-margin, -margin, margin, margin))
    return shape
