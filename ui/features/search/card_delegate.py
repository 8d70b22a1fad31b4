"""Measures and paints the rows of the result list: cards, lines that fold passages, placeholders of unread
results."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.domain.searches import Hit
from ui.features.search.card import Card, CardState
from ui.features.search.group_line import GroupLine, paint_missing
from ui.features.search.grouping import TierLine
from ui.features.search.model import (
    EXPANDED_ROLE,
    EXPLAINED_ROLE,
    GROUP_ROLE,
    HIT_ROLE,
    NEW_ROLE,
    OPENED_ROLE,
    WITHIN_ROLE,
)
from ui.kit.focus_frame import paint_focus
from ui.kit.fonts import Fonts
from ui.style.theme import colours

if TYPE_CHECKING:
    from ui.features.search.result_list import ResultList

AnyIndex = QModelIndex | QPersistentModelIndex
CARDS_KEPT = 300
MISSING_HEIGHT = 190
"""The height of a row still to be read: about that of a card, so that little moves when the result
arrives."""


class CardDelegate(QStyledItemDelegate):
    """Measures and paints rows, and caches the cards that were laid out last."""

    def __init__(self, view: ResultList) -> None:
        super().__init__(view)
        self._view = view
        self._cards: OrderedDict[tuple[object, ...], Card] = OrderedDict()
        self._fonts = Fonts.of(view.font())

    def forget(self) -> None:
        """Drop the cached cards after a change of font or colours."""
        self._cards.clear()
        self._fonts = Fonts.of(self._view.font())

    def card(self, index: AnyIndex) -> Card:
        """Return the card of a row that has a result."""
        hit: Hit = index.data(HIT_ROLE)
        roles = EXPANDED_ROLE, EXPLAINED_ROLE, WITHIN_ROLE, NEW_ROLE
        shown = CardState(*(bool(index.data(role)) for role in roles))
        width = self._view.viewport().width()
        key = (hit.passage.id, id(hit), shown, width)
        card = self._cards.get(key)
        if card is None:
            card = self._cards[key] = Card(hit, width, shown, self._fonts, colours())
            if len(self._cards) > CARDS_KEPT:
                self._cards.popitem(last=False)
        return card

    def _line(self, index: AnyIndex) -> GroupLine:
        text, collapsed = index.data(), index.data(GROUP_ROLE).collapsed
        width = self._view.viewport().width()
        return GroupLine(text, width, self._fonts, colours(), collapsed=collapsed)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        if index.data(GROUP_ROLE) is not None:
            return QSize(0, round(self._line(index).height))
        if index.data(HIT_ROLE) is None:
            return QSize(0, MISSING_HEIGHT)
        return QSize(0, round(self.card(index).height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, option, index)
        painter.translate(option.rect.topLeft())
        if index.data(GROUP_ROLE) is not None:
            self._line(index).paint(painter, self._view.devicePixelRatioF())
        elif index.data(HIT_ROLE) is None:
            painter.setPen(Qt.PenStyle.NoPen)
            paint_missing(painter, QRectF(option.rect), colours())
        else:
            hovered = self._view.hovered_part if self._view.hovered_row == index.row() else "-"
            self.card(index).paint(painter, hovered, self._view.devicePixelRatioF())
        painter.restore()

    def _paint_background(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        c, rect = colours(), option.rect
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        ground = c.sunken if isinstance(index.data(GROUP_ROLE), TierLine) else c.surface
        painter.fillRect(rect, QColor(c.accent_soft if selected else ground))
        if index.sibling(index.row() + 1, 0).data(GROUP_ROLE) is None:
            painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.line))
        if index.data(OPENED_ROLE):
            painter.fillRect(QRect(rect.left(), rect.top(), 4, rect.height() - 1), QColor(c.accent))
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus(painter, rect.adjusted(0, 0, 0, -1))
