"""The cards of the result list: two lines and a title, or all that is known of the selected result.

A card is laid out once for a width and then only painted. All cards but the selected one are equally high,
so that the list needs no measuring.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.domain.searches import Hit, Verdict
from ui.features.search import result_texts
from ui.features.search.model import TierLine
from ui.features.search.result_texts import BETWEEN, NEW, doubt, place_of
from ui.i18n import translate
from ui.i18n.translate import tr, translate_core
from ui.kit.text import Fonts, excerpt, lay_out, marked, runs_right_to_left
from ui.shared import wording
from ui.style.theme import Colours, colours, paint_focus, pixmap

if TYPE_CHECKING:
    from ui.features.search.result_list import ResultList

PAD_X = 18.0
PAD_Y = 9.0
INDENT = 14.0  # The indent of a passage beneath the first one of its brief
BUTTON, ICON, SIGN = 28.0, 18, 16  # The sides of a button, its picture, and the signs beside words
BUTTONS = ("down", "up")  # The buttons of the selected card, from right to left
ACTIONS = {
    "copy": tr("Copy with citation"),
    "collect": tr("Put into a collection"),
    "like": tr("More like this"),
}
"""The links at the bottom of the selected card."""
ACTION_GAP = 18.0
LINE_SEPARATOR = "\u2028"
BAND = 6.0  # The padding around an alert's words within their band
SNIPPET = 2  # The lines of the passage on a card, and on the selected one
SNIPPET_SELECTED = 4
TITLE_SHARE = 0.55  # The share of the first line that the title gets at least
LONGEST_TITLE = 80  # The characters of a title before what distinguishes it, so that both fit on two lines
CARDS_KEPT = 300
LINE_PAD = 8.0  # Above and below the words of a line that folds results away
ARROW = 16


@dataclass(frozen=True)
class PlacedLayout:
    """A text layout and its position in the card."""

    layout: QTextLayout
    at: QPointF
    colour: str


@dataclass(frozen=True)
class CardState:
    """How much of its hit a card shows."""

    selected: bool = False
    expanded: bool = False  # The whole passage and the ranking factors; of the selected card only
    within: bool = False
    """The card stands beneath the first one of its brief, which shows title, date and docket."""
    new: bool = False  # The passage was not among the results when this search was last looked at


def card_height(fonts: Fonts) -> int:
    """Return the height of a card that is not selected."""
    title, body = QFontMetricsF(fonts.title).height(), QFontMetricsF(fonts.body).height()
    return round(2 * PAD_Y + 1.08 * (title + SNIPPET * body) + 4)


class Card:
    """The lines of one hit at one width."""

    def __init__(self, hit: Hit, width: float, shown: CardState, fonts: Fonts, c: Colours) -> None:
        self.hit, self.shown = hit, shown
        self._fonts, self._c, self._width = fonts, c, width
        self._left = PAD_X + (INDENT if shown.within else 0.0)
        self._room = width - PAD_X - self._left
        self.blocks: list[PlacedLayout] = []
        self._signs: list[tuple[str, str, QPointF]] = []
        """Pictures beside words: name, colour, place."""
        self._y = PAD_Y
        self.trimmed = self.title_cut = False
        self.more = self.versions = self.copies = self.band = QRectF()
        self.actions: dict[str, QRectF] = {}
        """The places of the links at the bottom."""
        if shown.selected:
            self._lay_out_all()
            self.height = self._y + PAD_Y
        else:
            self._lay_out_short()
            self.height = card_height(fonts)

    # --- the short card ---

    def _lay_out_short(self) -> None:
        hit, c, fonts = self.hit, self._c, self._fonts
        metrics, most = QFontMetricsF(fonts.small), (1 - TITLE_SHARE) * self._room
        parts, colour = self._short_facts(), c.good if self.shown.new else c.muted
        while len(parts) > 1 and metrics.horizontalAdvance(BETWEEN.join(parts)) > most:
            parts.pop()
        facts = BETWEEN.join(parts)
        wide = min(metrics.horizontalAdvance(facts), most)
        signs = self._sign_names()
        left, line = self._left, QFontMetricsF(fonts.title).height()
        for name, tint in signs:
            self._signs.append((name, tint, QPointF(left, self._y + (line - SIGN) / 2)))
            left += SIGN + 5
        room = self._width - PAD_X - left - wide - 14
        title = place_of(hit) if self.shown.within else wording.title(hit.document)
        whole = QFontMetricsF(fonts.title)
        elided = whole.elidedText(title, Qt.TextElideMode.ElideRight, room)
        self.title_cut = elided != title
        self._place(lay_out(elided, fonts.title, room + 4, 1), c.text, left, self._y)
        if facts:
            facts = metrics.elidedText(facts, Qt.TextElideMode.ElideRight, wide + 1)
            top = self._y + whole.ascent() - metrics.ascent()
            shown = min(wide, metrics.horizontalAdvance(facts))
            self._place(lay_out(facts, fonts.small, wide + 8, 1), colour, self._width - PAD_X - shown, top)
        self._y += 1.08 * line + 3
        self._passage(SNIPPET)

    def _short_facts(self) -> list[str]:
        """Return date and docket, and before them what is unusual; the last one goes first where there is no
        room. Beneath the first passage of a brief there is only what is new."""
        document, within = self.hit.document, self.shown.within
        filed = translate.short_day(document.filed) if document.filed and not within else ""
        sample = wording.SAMPLE_LABEL if document.sample else ""
        parts = [NEW if self.shown.new else "", filed, sample, "" if within else document.docket]
        return [part for part in parts if part]

    def _sign_names(self) -> list[tuple[str, str]]:
        """Return the signs before the title: a warning, a doubtful scan, a mark."""
        c, hit = self._c, self.hit
        signs = [("warning", c.warn)] if hit.alerts else []
        if hit.doubt is not None:
            signs.append(("doubtful", c.warn))
        if hit.verdict is not None:
            up = hit.verdict is Verdict.UP
            signs.append(("thumb-up-on" if up else "thumb-down-on", c.good if up else c.bad))
        return signs

    # --- the selected card ---

    def _lay_out_all(self) -> None:
        hit, c, fonts = self.hit, self._c, self._fonts
        room = self._room - len(BUTTONS) * BUTTON - 6
        most = 2 if not self.shown.expanded else 12
        title = wording.title(hit.document)
        self.title_cut = lay_out(title, fonts.title, room, 0).lineCount() > 2
        self._line(
            title if self.shown.expanded else wording.title(hit.document, LONGEST_TITLE),
            fonts.title,
            c.text,
            room,
            most,
        )
        self._y += 2
        self._line(wording.facts(hit), fonts.small_bold, c.text)
        self._line(result_texts.origin(hit.document), fonts.small, c.muted, most=2)
        self._line(wording.heading(hit.passage.heading_path), fonts.small, c.muted, most=2)
        remarks = [(NEW, c.good)] if self.shown.new else []
        if hit.document.sample:
            remarks.append((wording.SAMPLE_LABEL, c.warn))
        for text, colour in remarks:
            self._line(text, fonts.small_bold, colour)
        if text := doubt(hit):
            line = QFontMetricsF(fonts.small_bold).height()
            self._signs.append(("doubtful", c.warn, QPointF(self._left, self._y + (line - SIGN) / 2)))
            layout = lay_out(text, fonts.small_bold, self._room - SIGN - 6, 2)
            self._add(layout, c.warn, SIGN + 6.0)
        self._y += 5
        self._add_passage()
        self._y += 5
        self._alerts()
        self._reasons()
        self.versions = self._link(result_texts.also_in(hit.versions))
        self.copies = self._link(result_texts.same_text(hit.copies))
        self._lay_out_actions()

    def _lay_out_actions(self) -> None:
        """Lay out the links, on a second line where one has no room for them."""
        font, left = self._fonts.small_bold, self._left
        line = QFontMetricsF(font).height()
        self._y += 6
        for name, words in ACTIONS.items():
            width = QFontMetricsF(font).horizontalAdvance(words)
            if left > self._left and left + width > self._left + self._room:
                left, self._y = self._left, self._y + line + 4
            self.actions[name] = QRectF(left, self._y, width, line)
            self._place(lay_out(words, font, width + 8, 1), self._c.accent, left, self._y)
            left += width + ACTION_GAP
        self._y += line + 1

    def _line(self, text: str, font: QFont, colour: str, width: float = 0, most: int = 1) -> None:
        """Lay out text on at most ``most`` lines; a last line that is too long is elided."""
        if text:
            self._add(lay_out(text, font, width or self._room, most), colour)

    def _add_passage(self) -> None:
        self._passage(0 if self.shown.expanded else SNIPPET_SELECTED)
        self._y += self.blocks[-1].layout.boundingRect().height() + 1

    def _passage(self, lines: int) -> None:
        """Lay out the passage on at most so many lines around its marked words; 0 for all of it."""
        # A text layout has no line feed. One character replaces one, so that the marks keep their positions.
        text = self.hit.passage.text.replace("\n", " " if lines else LINE_SEPARATOR)
        marks, right = list(self.hit.marks), runs_right_to_left(self.hit.passage.text)
        if lines:
            per_line = self._room / QFontMetricsF(self._fonts.body).averageCharWidth()
            size = int(per_line * lines * 0.97)
            self.trimmed = len(text) > size
            text, marks = excerpt(text, marks, size)
        layout = lay_out(text, self._fonts.body, self._room, lines, marked(marks, self._c), right=right)
        self._place(layout, self._c.text, self._left, self._y)

    def _alerts(self) -> None:
        """Lay out the alerts on a band; a card that is not expanded shows only the first."""
        texts = [translate_core(alert) for alert in self.hit.alerts]
        if not texts:
            return
        if len(texts) > 1 and not self.shown.expanded:
            texts = [texts[0], tr("and {more:,} more").format(more=len(texts) - 1)]
        top, font, indent = self._y, self._fonts.small_bold, BAND + SIGN + 7
        line = QFontMetricsF(font).height()
        self._y += BAND
        self._signs.append(("warning", self._c.warn, QPointF(self._left + BAND, self._y + (line - SIGN) / 2)))
        for text in texts:
            layout = lay_out(text, font, self._room - indent - BAND, 0 if self.shown.expanded else 3)
            self._add(layout, self._c.warn, indent)
        self._y += BAND
        self.band = QRectF(self._left, top, self._room, self._y - top)
        self._y += 7

    def _reasons(self) -> None:
        """Lay out why the result is here, the link to more or less, and, on an expanded card, the ranking
        factors."""
        text, metrics = self._more_text(), QFontMetricsF(self._fonts.small_bold)
        link = metrics.horizontalAdvance(text) if self.can_expand else 0
        top, room = self._y, self._room - (link + 16 if link else 0)
        self._line(
            result_texts.why(self.hit),
            self._fonts.small,
            self._c.muted,
            room,
            0 if self.shown.expanded else 2,
        )
        self._y = top + max(self._y - top, metrics.height() if link else 0)
        if link:
            self.more = QRectF(self._width - PAD_X - link, self._y - metrics.height(), link, metrics.height())
        if self.shown.expanded:
            self._y += 4
            for factor in self.hit.factors:
                text = f"{result_texts.factor_value(factor)}  {translate_core(factor.text)}"
                self._line(text, self._fonts.small, self._c.muted, most=3)

    def _more_text(self) -> str:
        return tr("Show less") if self.shown.expanded else tr("Show all")

    def _link(self, text: str) -> QRectF:
        """Lay out a clickable line and return its rectangle; an empty rectangle for an empty text."""
        if not text:
            return QRectF()
        self._y += 4
        width = min(self._room, QFontMetricsF(self._fonts.small_bold).horizontalAdvance(text))
        top = self._y
        self._line(text, self._fonts.small_bold, self._c.accent)
        return QRectF(self._left, top, width, self._y - top)

    @property
    def can_expand(self) -> bool:
        """Whether the hit has more to show than the selected card shows at first."""
        more = self.trimmed or self.title_cut or len(self.hit.alerts) > 1 or self.hit.factors
        return self.shown.expanded or bool(more)

    def _add(self, layout: QTextLayout, colour: str, indent: float = 0.0) -> None:
        self._place(layout, colour, self._left + indent, self._y)
        self._y += layout.boundingRect().height() + 1

    def _place(self, layout: QTextLayout, colour: str, left: float, top: float) -> None:
        self.blocks.append(PlacedLayout(layout, QPointF(left, top), colour))

    # --- places to click ---

    def button(self, position: int) -> QRectF:
        """Return the square of a button, counted from the right as in BUTTONS."""
        return QRectF(self._width - PAD_X + 5 - (position + 1) * BUTTON, PAD_Y - 5, BUTTON, BUTTON)

    def part_at(self, point: QPointF) -> str:
        """Return the name of the part under a point: one of BUTTONS or ACTIONS, 'more', 'versions', 'copies',
        or '' for the rest. ``point`` is relative to the card's corner."""
        if not self.shown.selected:
            return ""
        for position, name in enumerate(BUTTONS):
            if self.button(position).contains(point):
                return name
        links = {"versions": self.versions, "copies": self.copies, "more": self.more, **self.actions}
        for name, link in links.items():
            if not link.isEmpty() and link.adjusted(-6, -2, 6, 3).contains(point):
                return name
        return ""

    # --- painting ---

    def paint(self, painter: QPainter, hovered: str, ratio: float) -> None:
        """Paint the card at the painter's origin. ``hovered`` is the part under the pointer."""
        if not self.band.isEmpty():
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self._c.warn_soft))
            painter.drawRoundedRect(self.band, 6, 6)
        for name, tint, corner in self._signs:
            painter.drawPixmap(corner, pixmap(name, tint, SIGN, ratio))
        for block in self.blocks:
            painter.setPen(QColor(block.colour))
            block.layout.draw(painter, block.at)
        if not self.more.isEmpty():
            painter.setPen(QColor(self._c.accent))
            painter.setFont(self._fonts.small_bold)
            painter.drawText(self.more, Qt.AlignmentFlag.AlignRight, self._more_text())
        if self.shown.selected:
            for position, name in enumerate(BUTTONS):
                self._paint_button(painter, position, name, hovered == name, ratio)

    def _paint_button(self, painter: QPainter, position: int, name: str, hovered: bool, ratio: float) -> None:
        square, c, verdict = self.button(position), self._c, self.hit.verdict
        on = (name, verdict) in (("up", Verdict.UP), ("down", Verdict.DOWN))
        if hovered or on:
            soft = (c.good_soft if name == "up" else c.bad_soft) if on else c.sunken
            painter.setPen(QPen(QColor(c.good if name == "up" else c.bad), 1) if on else Qt.PenStyle.NoPen)
            painter.setBrush(QColor(soft))
            painter.drawRoundedRect(square.adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        icon = f"thumb-{name}" + ("-on" if on else "")
        colour = (c.good if name == "up" else c.bad) if on else c.muted
        corner = square.center() - QPointF(ICON / 2, ICON / 2)
        painter.drawPixmap(corner, pixmap(icon, colour, ICON, ratio))


class CardDelegate(QStyledItemDelegate):
    """Measures and paints rows, and caches the cards that were laid out last."""

    def __init__(self, view: ResultList) -> None:
        super().__init__(view)
        self._view, self._model = view, view.results
        self._cards: dict[tuple[object, ...], Card] = {}
        self.forget()

    def forget(self) -> None:
        """Drop the cached cards after a change of font or colours."""
        self._cards.clear()
        self._fonts = Fonts.of(self._view.font())
        self._card_height = card_height(self._fonts)
        self._line_height = round(1.08 * QFontMetricsF(self._fonts.small_bold).height() + 2 * LINE_PAD)

    def card(self, row: int) -> Card:
        """Return the card of a row that has a result."""
        hit, view = self._model.hit(row), self._view
        selected = row == view.detailed_row()
        shown = CardState(
            selected, selected and view.expanded, self._model.is_within(row), self._model.is_new(hit)
        )
        width = view.viewport().width()
        key = (hit.passage.id, id(hit), shown, width)
        card = self._cards.get(key)
        if card is None:
            if len(self._cards) > CARDS_KEPT:
                self._cards.clear()
            card = self._cards[key] = Card(hit, width, shown, self._fonts, colours())
        return card

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        row = index.row()
        if self._model.line(row) is not None:
            return QSize(0, self._line_height)
        if row == self._view.detailed_row() and self._model.hit_at(row) is not None:
            return QSize(0, round(self.card(row).height))
        return QSize(0, self._card_height)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, option, index.row())
        painter.translate(option.rect.topLeft())
        if (line := self._model.line(index.row())) is not None:
            self._paint_line(painter, index.data(), collapsed=line.collapsed)
        elif self._model.hit_at(index.row()) is None:
            self._paint_missing(painter, option.rect.width())
        else:
            hovered = self._view.hovered_part if self._view.hovered_row == index.row() else ""
            self.card(index.row()).paint(painter, hovered, self._view.devicePixelRatioF())
        painter.restore()

    def _paint_line(self, painter: QPainter, text: str, *, collapsed: bool) -> None:
        """Paint a line that folds results away: an arrow and its words."""
        c, left = colours(), PAD_X + ARROW + 4
        room = self._view.viewport().width() - left - PAD_X
        layout = lay_out(text, self._fonts.small_bold, room, 1)
        corner = QPointF(PAD_X - 2, LINE_PAD + (layout.boundingRect().height() - ARROW) / 2)
        sign = pixmap("closed" if collapsed else "open", c.accent, ARROW, self._view.devicePixelRatioF())
        painter.drawPixmap(corner, sign)
        painter.setPen(QColor(c.accent))
        layout.draw(painter, QPointF(left, LINE_PAD))

    def _paint_missing(self, painter: QPainter, width: float) -> None:
        """Paint quiet bars where the words of a result still to be read will stand."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours().sunken))
        for number, share in enumerate((0.55, 0.9, 0.6)):
            bar = QRectF(PAD_X, PAD_Y + 5 + 22 * number, (width - 2 * PAD_X) * share, 9)
            painter.drawRoundedRect(bar, 4, 4)

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, row: int) -> None:
        c, rect, model = colours(), option.rect, self._model
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = c.sunken if isinstance(model.line(row), TierLine) else c.surface
        painter.fillRect(rect, QColor(c.accent_soft if selected else ground))
        if row + 1 >= model.rowCount() or model.line(row + 1) is None:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.line))
        hit = model.hit_at(row)
        if hit is not None and model.is_opened(hit):
            painter.fillRect(QRect(rect.left(), rect.top(), 4, rect.height() - 1), QColor(c.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(0, 0, 0, -1))
