"""The row above the passages of one brief, painted: title, date, court, docket, and how many there are."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QTextLayout

from ui import result_words, words
from ui.icons import pixmap
from ui.models.grouping import Group
from ui.theme import Colours
from ui.widgets.card import PAD_X, Fonts
from ui.widgets.laid_out import lay_out

PAD_Y = 10.0
ARROW = 16
INDENT = 24.0
"""Of the words, behind the arrow."""


class GroupCard:
    """The lines of one heading at one width."""

    def __init__(self, group: Group, width: float, fonts: Fonts, c: Colours) -> None:
        self.group = group
        self._c = c
        self._lines: list[tuple[QTextLayout, float, str]] = []
        self._y = PAD_Y
        self._inner = width - 2 * PAD_X - INDENT
        document = group.document
        self._add(lay_out(words.title(document), fonts.title, self._inner, 2), c.text)
        facts = result_words.group_facts(document, group.passages, complete=group.complete)
        self._add(lay_out(facts, fonts.small_bold, self._inner, 1), c.text)
        if origin := words.origin(document):
            self._add(lay_out(origin, fonts.small, self._inner, 1), c.muted)
        self.height = self._y + PAD_Y - 1

    def _add(self, layout: QTextLayout, colour: str) -> None:
        self._lines.append((layout, self._y, colour))
        self._y += layout.boundingRect().height() + 1

    def paint(self, painter: QPainter, ratio: float) -> None:
        """Paint at the painter's origin."""
        name = "closed" if self.group.collapsed else "open"
        line = self._lines[0][0].lineAt(0).height()
        corner = QPointF(PAD_X - 2, PAD_Y + (line - ARROW) / 2)
        painter.drawPixmap(corner, pixmap(name, self._c.text, ARROW, ratio))
        for layout, y, colour in self._lines:
            painter.setPen(QColor(colour))
            layout.draw(painter, QPointF(PAD_X + INDENT, y))


def paint_missing(painter: QPainter, rect: QRectF, c: Colours) -> None:
    """Where a result is still to be read: quiet bars in place of its words."""
    painter.setBrush(QColor(c.sunken))
    y = PAD_Y + 6
    for share in (0.55, 0.3, 0.9, 0.85, 0.6):
        if y + 9 < rect.height():
            painter.drawRoundedRect(QRectF(PAD_X, y, (rect.width() - 2 * PAD_X) * share, 9), 4, 4)
        y += 22
