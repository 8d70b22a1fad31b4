"""The painted line that folds the further passages of a brief, and placeholders of unread results."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter

from ui.features.search.card import PAD_X
from ui.kit.fonts import Fonts
from ui.shared.text_layout import lay_out
from ui.style.icons import pixmap
from ui.style.theme import Colours

PAD_Y = 8.0
ARROW = 16
GAP = 6.0  # The distance between the arrow and the words


class GroupLine:
    """The line beneath the first passage of a brief, at one width."""

    def __init__(self, text: str, width: float, fonts: Fonts, c: Colours, *, collapsed: bool) -> None:
        self._collapsed, self._c = collapsed, c
        room = width - 2 * PAD_X - ARROW - GAP
        self._text = lay_out(text, fonts.small_bold, room, 1)
        self._text_height = self._text.boundingRect().height()
        self.height = self._text_height + 2 * PAD_Y

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Paint at the painter's origin."""
        name = "closed" if self._collapsed else "open"
        corner = QPointF(PAD_X - 2, PAD_Y + (self._text_height - ARROW) / 2)
        painter.drawPixmap(corner, pixmap(name, self._c.accent, ARROW, ratio))
        painter.setPen(QColor(self._c.accent))
        self._text.draw(painter, QPointF(PAD_X + ARROW + GAP - 2, PAD_Y))


def paint_missing(painter: QPainter, rect: QRectF, c: Colours) -> None:
    """Paint quiet bars where the words of a result still to be read will stand."""
    painter.setBrush(QColor(c.sunken))
    y = PAD_Y + 6
    for share in (0.55, 0.3, 0.9, 0.85, 0.6):
        if y + 9 < rect.height():
            painter.drawRoundedRect(QRectF(PAD_X, y, (rect.width() - 2 * PAD_X) * share, 9), 4, 4)
        y += 22
