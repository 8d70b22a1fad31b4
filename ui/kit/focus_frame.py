"""The focus frame of widgets that paint themselves; the style sheet draws the others."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.style.theme import colours


def paint_focus(painter: QPainter, frame: QRect | QRectF, radius: float = 0.0) -> None:
    """Paint the frame just inside ``place``, as thick as the theme sets it; ``radius`` of its corners in
    pixels."""
    c = colours()
    inset = c.focus / 2
    painter.save()
    painter.setPen(QPen(QColor(c.accent), c.focus))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(frame).adjusted(inset, inset, -inset, -inset), radius, radius)
    painter.restore()
