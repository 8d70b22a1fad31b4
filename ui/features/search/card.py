"""One result as a card: where its lines stand at a given width, and how they are painted.

A card is laid out once for a width and then only painted, so that a list of a thousand scrolls smoothly. The
passage is trimmed to a few lines around its marked words unless the card is expanded.
"""

from __future__ import annotations

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

from briefbank.domain.searches import Hit, Verdict
from ui.features.search import result_texts
from ui.i18n.translate import tr, translate_core
from ui.kit.fonts import Fonts
from ui.shared import law_texts, wording
from ui.shared.excerpts import excerpt, runs_right_to_left
from ui.shared.text_layout import lay_out, marked
from ui.style.icons import pixmap
from ui.style.theme import Colours

PAD_X = 18.0
PAD_Y = 14.0
INDENT = 14.0  # The indent of a passage beneath the first one of its brief
ICON = 18
BUTTON = 28.0
BUTTONS = ("down", "up", "copy", "like")  # The buttons of a card, from right to left
LINE_SEPARATOR = "\u2028"
BAND = 6.0  # The padding around an alert's words within their band
ALERT_ICON = 16
COLUMN = 12.0  # The distance between the factors' values and their words
LINES = 4  # The lines of the passage while the card is not expanded
TITLE_LINES = 12
LONGEST_TITLE = 80  # The characters of a title before what distinguishes it, so that both fit on two lines
"""The most lines of a title while the card is expanded."""


@dataclass(frozen=True)
class PlacedLayout:
    """A text layout and its position in the card."""

    layout: QTextLayout
    at: QPointF
    colour: str
    height: float


@dataclass(frozen=True)
class CardState:
    """The display state of a card: how much of its hit it shows."""

    expanded: bool = False
    explained: bool = False  # The reasons for the result are shown; an expanded card always shows them
    within: bool = False
    """The card stands beneath the first one of its brief, which shows title, date and court."""
    new: bool = False  # The passage was not among the results when this search was last looked at


class Card:
    """The lines of one hit at one width."""

    def __init__(self, hit: Hit, width: float, shown: CardState, fonts: Fonts, c: Colours) -> None:
        self.hit = hit
        self.shown = shown
        self.expanded = shown.expanded
        self._fonts = fonts
        self._c = c
        self._width = width
        self._left = PAD_X + (INDENT if shown.within else 0.0)
        self._content_width = width - PAD_X - self._left
        self._blocks: list[PlacedLayout] = []
        self._y = PAD_Y
        self.trimmed = self.title_cut = False
        self.more = self.versions = self.copies = self.why = self.band = self.doubtful = QRectF()
        self._lay_out()
        self.height = self._y + PAD_Y

    # --- laying out ---

    def _lay_out(self) -> None:
        hit, c, fonts = self.hit, self._c, self._fonts
        title_width = self._content_width - len(BUTTONS) * BUTTON - 6
        if self.shown.within:
            self._line(result_texts.place_of(hit), fonts.small_bold, c.text, title_width, most=2)
            self._y = max(self._y, PAD_Y + BUTTON - 6)
        else:
            self._title(title_width)
            self._line(wording.facts(hit), fonts.small_bold, c.text)
            origin = wording.origin(hit.document)
            self._line(origin, fonts.small, c.muted, most=2 if self.expanded else 1)
        self._line(
            wording.heading(hit.passage.heading_path), fonts.small, c.muted, most=3 if self.expanded else 1
        )
        self._remarks()
        self._y += 6
        self._passage()
        self._y += 6
        self._alerts()
        self._foot()
        if self.expanded or self.shown.explained:
            self._factors()
        self.versions = self._link(wording.also_in(self.hit.versions))
        self.copies = self._link(wording.same_text(self.hit.copies))

    def _title(self, width: float) -> None:
        text = wording.title(self.hit.document)
        whole = lay_out(text, self._fonts.title, width, 0)
        if not self.expanded:
            text = wording.title(self.hit.document, LONGEST_TITLE)
        self.title_cut = whole.lineCount() > 2
        self._line(text, self._fonts.title, self._c.text, width, most=TITLE_LINES if self.expanded else 2)
        self._y += 2

    def _remarks(self) -> None:
        """Lay out what sets the passage apart: new, from the sample, or recognised with little certainty."""
        remarks = [(result_texts.NEW, self._c.good)] if self.shown.new else []
        if self.hit.document.sample:
            remarks.append((wording.SAMPLE_LABEL, self._c.warn))
        for text, colour in remarks:
            self._y += 2
            self._line(text, self._fonts.small_bold, colour)
        if text := result_texts.doubt(self.hit):
            self._y += 2
            top, indent = self._y, ALERT_ICON + 6.0
            layout = lay_out(text, self._fonts.small_bold, self._content_width - indent, 2)
            self._add(layout, self._c.warn, indent)
            line = QFontMetricsF(self._fonts.small_bold).height()
            self.doubtful = QRectF(self._left, top + (line - ALERT_ICON) / 2, ALERT_ICON, ALERT_ICON)

    def _line(self, text: str, font: QFont, colour: str, width: float = 0, most: int = 1) -> None:
        """Lay out text on at most ``most`` lines; a last line that is too long is elided."""
        if text:
            self._add(lay_out(text, font, width or self._content_width, most), colour)

    def _passage(self) -> None:
        # A text layout has no line feed. One character replaces one, so that the marks keep their positions.
        text = self.hit.passage.text.replace("\n", LINE_SEPARATOR if self.expanded else " ")
        marks, right = list(self.hit.marks), runs_right_to_left(self.hit.passage.text)
        if not self.expanded:
            per_line = self._content_width / QFontMetricsF(self._fonts.body).averageCharWidth()
            room = int(per_line * LINES * 0.97)
            self.trimmed = len(text) > room
            text, marks = excerpt(text, marks, room)
        most = 0 if self.expanded else LINES
        layout = lay_out(
            text, self._fonts.body, self._content_width, most, marked(marks, self._c), right=right
        )
        self._add(layout, self._c.text)

    def _alerts(self) -> None:
        """Lay out the alerts on a band; a card that is not expanded shows only the first."""
        translated = [translate_core(alert) for alert in self.hit.alerts]
        texts = translated if self.expanded else law_texts.first_alert(translated)
        if not texts:
            return
        top, font, indent = self._y, self._fonts.small_bold, BAND + ALERT_ICON + 7
        self._y += BAND
        for text in texts:
            layout = lay_out(text, font, self._content_width - indent - BAND, 0 if self.expanded else 3)
            self._add(layout, self._c.warn, indent)
        self._y += BAND
        self.band = QRectF(self._left, top, self._content_width, self._y - top)
        self._y += 7

    def _foot(self) -> None:
        """Lay out the reasons for the result, or a link that shows them, and beside it the link to expand or
        reduce."""
        label, metrics = self._more_label(), QFontMetricsF(self._fonts.small_bold)
        link = metrics.horizontalAdvance(label) if self.can_expand else 0
        top, room = self._y, self._content_width - (link + 16 if link else 0)
        if self.hit.reasons:
            whole = self.expanded or self.shown.explained
            text = wording.why(self.hit) if whole else result_texts.WHY
            self._line(text, self._fonts.small, self._c.muted, room, most=0 if whole else 1)
        height = max(self._y - top, metrics.height())
        self._y = top + height
        if self.hit.reasons:
            last = self._blocks[-1].layout
            text_width = max(last.lineAt(n).naturalTextWidth() for n in range(last.lineCount()))
            self.why = QRectF(self._left, top, min(room, text_width), height)
        if link:
            line = metrics.height()
            self.more = QRectF(self._width - PAD_X - link, self._y - line, link, line)

    def _more_label(self) -> str:
        return tr("Show less") if self.expanded else tr("Show all")

    def _factors(self) -> None:
        """Lay out the ranking factors of the result, one a line: the value and what it stands for."""
        values = [wording.factor_value(factor) for factor in self.hit.factors]
        metrics = QFontMetricsF(self._fonts.small)
        column = max((metrics.horizontalAdvance(value) for value in values), default=0.0)
        self._y += 4 if values else 0
        for factor, value in zip(self.hit.factors, values, strict=True):
            top, indent = self._y, column - metrics.horizontalAdvance(value)
            self._add(lay_out(value, self._fonts.small, self._content_width, 1), self._c.text, indent)
            self._y = top
            room = max(80.0, self._content_width - column - COLUMN)
            self._add(
                lay_out(translate_core(factor.text), self._fonts.small, room, 3),
                self._c.muted,
                column + COLUMN,
            )

    def _link(self, text: str) -> QRectF:
        """Lay out a clickable line and return its rectangle; an empty rectangle for an empty text."""
        if not text:
            return QRectF()
        self._y += 4
        width = min(self._content_width, QFontMetricsF(self._fonts.small_bold).horizontalAdvance(text))
        top = self._y
        self._line(text, self._fonts.small_bold, self._c.accent)
        return QRectF(self._left, top, width, self._y - top)

    @property
    def can_expand(self) -> bool:
        """Whether the hit has more to show than a card that is not expanded shows."""
        return self.expanded or self.trimmed or self.title_cut or len(self.hit.alerts) > 1

    def _add(self, layout: QTextLayout, colour: str, indent: float = 0.0) -> None:
        height = layout.boundingRect().height()
        self._blocks.append(PlacedLayout(layout, QPointF(self._left + indent, self._y), colour, height))
        self._y += height + 1

    # --- places to click ---

    def button(self, position: int) -> QRectF:
        """Return the square of a button, counted from the right as in BUTTONS."""
        return QRectF(self._width - PAD_X + 5 - (position + 1) * BUTTON, PAD_Y - 5, BUTTON, BUTTON)

    def part_at(self, point: QPointF) -> str:
        """Return the name of the part under a point: one of BUTTONS, 'more', 'versions', 'copies', 'why', or
        '' for the rest. ``point`` is relative to the card's corner."""
        for position, name in enumerate(BUTTONS):
            if self.button(position).contains(point):
                return name
        links = {"versions": self.versions, "copies": self.copies, "more": self.more, "why": self.why}
        for name, link in links.items():
            if not link.isEmpty() and link.adjusted(-6, -2, 6, 3).contains(point):
                return name
        return ""

    # --- painting ---

    def paint(self, painter: QPainter, hovered: str, ratio: float) -> None:
        """Paint the card at the painter's origin. ``hovered`` is the part under the pointer, or '-' when
        outside."""
        self._paint_band(painter, ratio)
        if not self.doubtful.isEmpty():
            sign = pixmap("doubtful", self._c.warn, ALERT_ICON, ratio)
            painter.drawPixmap(self.doubtful.topLeft(), sign)
        for block in self._blocks:
            painter.setPen(QColor(block.colour))
            block.layout.draw(painter, block.at)
        if not self.more.isEmpty():
            painter.setPen(QColor(self._c.accent))
            painter.setFont(self._fonts.small_bold)
            painter.drawText(self.more, Qt.AlignmentFlag.AlignRight, self._more_label())
        if hovered == "why" and not (self.expanded or self.shown.explained):
            painter.setPen(QColor(self._c.muted))
            painter.drawLine(self.why.bottomLeft(), self.why.bottomRight())
        for position, name in enumerate(BUTTONS):
            self._paint_button(painter, position, name, hovered == name, ratio)

    def _paint_band(self, painter: QPainter, ratio: float) -> None:
        if self.band.isEmpty():
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._c.warn_soft))
        painter.drawRoundedRect(self.band, 6, 6)
        line = QFontMetricsF(self._fonts.small_bold).height()
        corner = self.band.topLeft() + QPointF(BAND, BAND + (line - ALERT_ICON) / 2)
        painter.drawPixmap(corner, pixmap("warning", self._c.warn, ALERT_ICON, ratio))

    def _paint_button(self, painter: QPainter, position: int, name: str, hovered: bool, ratio: float) -> None:
        square, c, verdict = self.button(position), self._c, self.hit.verdict
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
