"""One result set as a card: where its lines stand at a given width, and how they are painted.

A card is laid out once for a width and then only painted, so that a list of a thousand scrolls smoothly. The
passage is trimmed to a few lines around its marked words unless the card is expanded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPen,
    QTextLayout,
)

from briefbank.models import Hit, Verdict
from ui import law_words, words
from ui.icons import pixmap
from ui.theme import Colours
from ui.widgets.laid_out import lay_out, marked

PAD_X = 18.0
PAD_Y = 14.0
ICON = 18
BUTTON = 28.0
BUTTONS = ("down", "up", "copy", "like")
"""From the right."""
LINE_SEPARATOR = "\u2028"
BAND = 6.0
"""Around the words of an alert, within their band."""
ALERT_ICON = 16
COLUMN = 12.0
"""Between the values of the factors and their words."""
LINES = 4
"""Of the passage, while the card is not expanded."""
LEAD = 70
"""Characters shown before the first marked word of a trimmed passage."""


@dataclass(frozen=True)
class Fonts:
    """The fonts of a card, all made from the system's."""

    title: QFont
    body: QFont
    small: QFont
    small_bold: QFont

    @classmethod
    def of(cls, base: QFont) -> Fonts:
        title, small = QFont(base), QFont(base)
        title.setWeight(QFont.Weight.DemiBold)
        title.setPointSizeF(base.pointSizeF() * 1.06)
        small.setPointSizeF(base.pointSizeF() * 0.92)
        small_bold = QFont(small)
        small_bold.setWeight(QFont.Weight.DemiBold)
        return cls(title, QFont(base), small, small_bold)


@dataclass(frozen=True)
class Block:
    """Laid out text and where it stands in the card."""

    layout: QTextLayout
    at: QPointF
    colour: str
    height: float


def excerpt(text: str, marks: Sequence[tuple[int, int]], size: int) -> tuple[str, list[tuple[int, int]]]:
    """About ``size`` characters around the most marks, cut at spaces, with the marks moved along."""
    if len(text) <= size:
        return text, list(marks)
    first = _best_mark(marks, size)
    start = 0 if first <= LEAD else text.find(" ", max(0, min(first - LEAD, len(text) - size))) + 1
    end = len(text) if start + size >= len(text) else max(text.rfind(" ", start, start + size), start + 1)
    head, tail = ("… " if start else ""), (" …" if end < len(text) else "")
    moved = [(max(a, start) - start + len(head), min(b, end) - start + len(head)) for a, b in marks]
    return head + text[start:end] + tail, [(a, b) for a, b in moved if a < b]


def _best_mark(marks: Sequence[tuple[int, int]], size: int) -> int:
    """Where the mark begins from which the most marks fit into the excerpt; 0 when there is none."""
    starts = [start for start, _ in marks]
    inside = [sum(1 for other in starts if start <= other < start + size - 2 * LEAD) for start in starts]
    return starts[inside.index(max(inside))] if starts else 0


class Card:
    """The lines of one hit at one width."""

    def __init__(self, hit: Hit, width: float, expanded: bool, fonts: Fonts, c: Colours) -> None:
        self.hit = hit
        self.expanded = expanded
        self._fonts = fonts
        self._c = c
        self._width = width
        self._inner = width - 2 * PAD_X
        self._blocks: list[Block] = []
        self._y = PAD_Y
        self.trimmed = False
        self.more = self.versions = self.copies = self.why = self.band = QRectF()
        self._lay_out()
        self.height = self._y + PAD_Y

    # --- laying out ---

    def _lay_out(self) -> None:
        hit, c, fonts = self.hit, self._c, self._fonts
        self._line(
            words.title(hit.document), fonts.title, c.text, self._inner - len(BUTTONS) * BUTTON - 6, most=2
        )
        self._y += 2
        self._line(words.facts(hit), fonts.small_bold, c.text)
        self._line(words.origin(hit.document), fonts.small, c.muted, most=2 if self.expanded else 1)
        self._line(
            words.heading(hit.passage.heading_path), fonts.small, c.muted, most=3 if self.expanded else 1
        )
        if hit.document.sample:
            self._y += 2
            self._line(words.SAMPLE_LABEL, fonts.small_bold, c.warn)
        self._y += 6
        self._passage()
        self._y += 6
        self._alerts()
        self._foot()
        if self.expanded:
            self._factors()
        self.versions = self._link(words.also_in(self.hit.versions))
        self.copies = self._link(words.same_text(self.hit.copies))

    def _line(self, text: str, font: QFont, colour: str, width: float = 0, most: int = 1) -> None:
        """Text on at most ``most`` lines; the last is cut off with an ellipsis where it is too long."""
        if text:
            self._add(lay_out(text, font, width or self._inner, most), colour)

    def _passage(self) -> None:
        # A text layout knows no line feed. One character for one, so that the marks stay where they are.
        text = self.hit.passage.text.replace("\n", LINE_SEPARATOR if self.expanded else " ")
        marks = list(self.hit.marks)
        if not self.expanded:
            per_line = self._inner / QFontMetricsF(self._fonts.body).averageCharWidth()
            room = int(per_line * LINES * 0.97)
            self.trimmed = len(text) > room
            text, marks = excerpt(text, marks, room)
        most = 0 if self.expanded else LINES
        layout = lay_out(text, self._fonts.body, self._inner, most, marked(marks, self._c))
        self._add(layout, self._c.text)

    def _alerts(self) -> None:
        """What speaks against the passage, on a band; while the card is not expanded the first of it."""
        texts = list(self.hit.alerts) if self.expanded else law_words.first_alert(self.hit.alerts)
        if not texts:
            return
        top, font, indent = self._y, self._fonts.small_bold, BAND + ALERT_ICON + 7
        self._y += BAND
        for text in texts:
            layout = lay_out(text, font, self._inner - indent - BAND, 0 if self.expanded else 3)
            self._add(layout, self._c.warn, indent)
        self._y += BAND
        self.band = QRectF(PAD_X, top, self._inner, self._y - top)
        self._y += 7

    def _foot(self) -> None:
        label = "Show less" if self.expanded else "Show all"
        link = QFontMetricsF(self._fonts.small_bold).horizontalAdvance(label) if self.can_expand else 0
        top = self._y
        room = self._inner - (link + 16 if link else 0)
        self._line(
            words.why(self.hit), self._fonts.small, self._c.muted, room, most=0 if self.expanded else 1
        )
        height = max(self._y - top, QFontMetricsF(self._fonts.small).height())
        self._y = top + height
        if self.hit.factors:
            self.why = QRectF(PAD_X, top, room, height)
        if link:
            line = QFontMetricsF(self._fonts.small_bold).height()
            self.more = QRectF(self._width - PAD_X - link, self._y - line, link, line)

    def _factors(self) -> None:
        """What made the place of the result: a value and what it is for, line by line."""
        values = [words.factor_value(factor) for factor in self.hit.factors]
        metrics = QFontMetricsF(self._fonts.small)
        column = max((metrics.horizontalAdvance(value) for value in values), default=0.0)
        self._y += 4 if values else 0
        for factor, value in zip(self.hit.factors, values, strict=True):
            top, indent = self._y, column - metrics.horizontalAdvance(value)
            self._add(lay_out(value, self._fonts.small, self._inner, 1), self._c.text, indent)
            self._y = top
            room = max(80.0, self._inner - column - COLUMN)
            self._add(lay_out(factor.text, self._fonts.small, room, 3), self._c.muted, column + COLUMN)

    def _link(self, text: str) -> QRectF:
        """A line to click on, and where it stands; nothing for no text."""
        if not text:
            return QRectF()
        self._y += 4
        width = min(self._inner, QFontMetricsF(self._fonts.small_bold).horizontalAdvance(text))
        top = self._y
        self._line(text, self._fonts.small_bold, self._c.accent)
        return QRectF(PAD_X, top, width, self._y - top)

    @property
    def can_expand(self) -> bool:
        """Whether there is more to show of it than is shown, or was before it was shown in full."""
        return self.expanded or self.trimmed or bool(self.hit.factors) or len(self.hit.alerts) > 1

    def _add(self, layout: QTextLayout, colour: str, indent: float = 0.0) -> None:
        height = layout.boundingRect().height()
        self._blocks.append(Block(layout, QPointF(PAD_X + indent, self._y), colour, height))
        self._y += height + 1

    # --- places to click ---

    def button(self, place: int) -> QRectF:
        """The square of a button, from the right: as in BUTTONS."""
        return QRectF(self._width - PAD_X + 5 - (place + 1) * BUTTON, PAD_Y - 5, BUTTON, BUTTON)

    def part_at(self, point: QPointF) -> str:
        """One of BUTTONS, 'more', 'versions', 'copies', 'why' (the reasons, where there are factors) or ''
        for the rest; ``point`` from the card's corner."""
        for place, name in enumerate(BUTTONS):
            if self.button(place).contains(point):
                return name
        links = {"versions": self.versions, "copies": self.copies, "more": self.more}
        for name, link in links.items():
            if not link.isEmpty() and link.adjusted(-6, -2, 6, 3).contains(point):
                return name
        return "why" if self.why.contains(point) else ""

    # --- painting ---

    def paint(self, painter: QPainter, hovered: str, ratio: float) -> None:
        """Paint at the painter's origin; ``hovered`` is the part under the pointer, or '-' when outside."""
        self._paint_band(painter, ratio)
        for block in self._blocks:
            painter.setPen(QColor(block.colour))
            block.layout.draw(painter, block.at)
        if not self.more.isEmpty():
            painter.setPen(QColor(self._c.accent))
            painter.setFont(self._fonts.small_bold)
            painter.drawText(
                self.more, Qt.AlignmentFlag.AlignRight, "Show less" if self.expanded else "Show all"
            )
        for place, name in enumerate(BUTTONS):
            self._paint_button(painter, place, name, hovered == name, ratio)

    def _paint_band(self, painter: QPainter, ratio: float) -> None:
        if self.band.isEmpty():
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._c.warn_soft))
        painter.drawRoundedRect(self.band, 6, 6)
        line = QFontMetricsF(self._fonts.small_bold).height()
        corner = self.band.topLeft() + QPointF(BAND, BAND + (line - ALERT_ICON) / 2)
        painter.drawPixmap(corner, pixmap("warning", self._c.warn, ALERT_ICON, ratio))

    def _paint_button(self, painter: QPainter, place: int, name: str, hovered: bool, ratio: float) -> None:
        square, c, verdict = self.button(place), self._c, self.hit.verdict
        on = (name, verdict) in (("up", Verdict.UP), ("down", Verdict.DOWN))
        if hovered or on:
            soft = (c.good_soft if name == "up" else c.bad_soft) if on else c.sunken
            painter.setPen(QPen(QColor(c.good if name == "up" else c.bad), 1) if on else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(soft))
            painter.drawRoundedRect(square.adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        icon = name if name in ("copy", "like") else f"thumb-{name}" + ("-on" if on else "")
        colour = (c.good if name == "up" else c.bad) if on else c.muted
        corner = square.center() - QPointF(ICON / 2, ICON / 2)
        painter.drawPixmap(corner, pixmap(icon, colour, ICON, ratio))
