"""The painted row above the passages of one brief: title, date, court, docket, and the number of passages."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QTextLayout

from ui.features.search import result_texts
from ui.features.search.card import PAD_X
from ui.features.search.grouping import Group
from ui.kit.fonts import Fonts
from ui.shared import wording
from ui.shared.text_layout import lay_out
from ui.style.icons import pixmap
from ui.style.theme import Colours

PAD_Y = 10.0
ARROW = 16
INDENT = 24.0
"""The indent of the words, behind the arrow."""


class GroupCard:
    """The lines of one brief's heading at one width."""

    def __init__(self, group: Group, width: float, fonts: Fonts, c: Colours) -> None:
        self.group = group
        self._c = c
        self._lines: list[tuple[QTextLayout, float, str]] = []
        self._y = PAD_Y
        self._inner = width - 2 * PAD_X - INDENT
        document = group.document
        self._add(lay_out(wording.title(document), fonts.title, self._inner, 2), c.text)
        facts = result_texts.group_facts(document, group.passages, complete=group.complete)
        self._add(lay_out(facts, fonts.small_bold, self._inner, 1), c.text)
        if origin := wording.origin(document):
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
    """Paint quiet bars where the words of a result still to be read will stand."""
    painter.setBrush(QColor(c.sunken))
    y = PAD_Y + 6
    for share in (0.55, 0.3, 0.9, 0.85, 0.6):
        if y + 9 < rect.height():
            painter.drawRoundedRect(QRectF(PAD_X, y, (rect.width() - 2 * PAD_X) * share, 9), 4, 4)
        y += 22
