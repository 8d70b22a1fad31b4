"""Measures and paints the cards of the list of results."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from briefbank.models import Hit
from ui.models.hits import EXPANDED_ROLE, HIT_ROLE, OPENED_ROLE
from ui.theme import colours
from ui.widgets.card import Card, Fonts

if TYPE_CHECKING:
    from ui.widgets.result_list import ResultList

AnyIndex = QModelIndex | QPersistentModelIndex
CARDS_KEPT = 1500


class CardDelegate(QStyledItemDelegate):
    """Measures and paints cards, and keeps those that were laid out."""

    def __init__(self, view: ResultList) -> None:
        super().__init__(view)
        self._view = view
        self._cards: OrderedDict[tuple[object, ...], Card] = OrderedDict()
        self._fonts = Fonts.of(view.font())

    def forget(self) -> None:
        """After a change of font or colours."""
        self._cards.clear()
        self._fonts = Fonts.of(self._view.font())

    def card(self, index: AnyIndex) -> Card:
        hit: Hit = index.data(HIT_ROLE)
        expanded, width = bool(index.data(EXPANDED_ROLE)), self._view.viewport().width()
        key = (hit.passage.id, id(hit), expanded, width)
        card = self._cards.get(key)
        if card is None:
            card = self._cards[key] = Card(hit, width, expanded, self._fonts, colours())
            if len(self._cards) > CARDS_KEPT:
                self._cards.popitem(last=False)
        return card

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(0, round(self.card(index).height))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        c, rect = colours(), option.rect
        state = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(rect, QColor(c.accent_soft if selected else c.surface))
        painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), QColor(c.line))
        if index.data(OPENED_ROLE):
            painter.fillRect(QRect(rect.left(), rect.top(), 4, rect.height() - 1), QColor(c.accent))
        if selected and self._view.hasFocus():
            painter.setPen(QColor(c.accent))
            painter.drawRect(rect.adjusted(0, 0, -1, -2))
        painter.translate(rect.topLeft())
        hovered = self._view.hovered_part if self._view.hovered_row == index.row() else "-"
        self.card(index).paint(painter, hovered, self._view.devicePixelRatioF())
        painter.restore()
