"""The list of results: a QListView that paints cards, with their buttons, keys and menu."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QToolTip,
    QWidget,
)

from briefbank.models import Verdict, Version
from ui import words
from ui.models.hits import EXPANDED_ROLE, HIT_ROLE, HitModel
from ui.widgets.card_delegate import CardDelegate
from ui.widgets.law_actions import add_law_actions

TIPS = {
    "up": "Helpful for this search (+). Press again to take it back.",
    "down": "Not helpful for this search (-). Press again to take it back.",
    "copy": "Copy the passage with its citation (Ctrl+C)",
    "more": "Show the whole passage (Right) or less of it (Left)",
    "versions": "Open the other version at this passage (V)",
    "copies": "Choose another document that says the same (S)",
    "like": "More like this (M)",
}
LISTED = 40
"""Documents in one menu."""


@dataclass(frozen=True)
class Place:
    """A place in the list of results."""

    passage_id: int
    """Of the chosen card; 0 when none is chosen."""
    scrolled: int
    expanded: frozenset[int] = frozenset()
    """The passages that are shown in full."""


class ResultList(QListView):
    """Cards of results. Enter or a click opens; plus and minus are the thumbs; Ctrl+C copies."""

    opened = Signal(int)
    thumbed = Signal(int, object)
    """Row and the Verdict whose button was pressed."""
    copied = Signal(int)
    version_wanted = Signal(int, object)
    """Row, and the Version to open in its place."""
    like_wanted = Signal(int)
    same_wanted = Signal(object)
    """The Document of which to show what cites the same authorities."""
    day_wanted = Signal(object)
    """A date: the search is to be as the law was then."""
    left_upwards = Signal()

    def __init__(self, model: HitModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered_row, self.hovered_part = -1, ""
        self._model = model
        self._cards = CardDelegate(self)
        self.setModel(model)
        self.setItemDelegate(self._cards)
        self.setAccessibleName("Results")
        self.setAccessibleDescription(
            "Enter opens a passage in its brief, plus and minus say whether it helps, Control C copies it, "
            "M finds more like it."
        )
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.verticalScrollBar().setSingleStep(24)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setLayoutMode(QListView.LayoutMode.Batched)
        self.setBatchSize(60)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)

    @property
    def results(self) -> HitModel:
        return self._model

    def current_row(self) -> int:
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Select a row and bring it into view."""
        index = self._model.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def place(self) -> Place:
        """What is chosen and how far the list is scrolled, to come back to with other rows."""
        index = self.currentIndex()
        chosen = index.data(HIT_ROLE).passage.id if index.isValid() else 0
        return Place(chosen, self.verticalScrollBar().value(), self._model.expanded)

    def go_to(self, place: Place | None) -> None:
        """Back to a place; to the top, with nothing chosen, for None."""
        if place is None:
            self.scrollToTop()
            return
        row = self._model.row_of(place.passage_id)
        if row >= 0:
            self.setCurrentIndex(self._model.index(row))
        self.setLayoutMode(QListView.LayoutMode.SinglePass)  # or the scroll bar would end at the first batch
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(place.scrolled)
        self.setLayoutMode(QListView.LayoutMode.Batched)

    def part_at(self, position: QPointF) -> tuple[int, str]:
        """The row and the part of its card under a point of the viewport; row -1 outside."""
        index = self.indexAt(position.toPoint())
        if not index.isValid():
            return -1, ""
        corner = self.visualRect(index).topLeft().toPointF()
        return index.row(), self._cards.card(index).part_at(position - corner)

    # --- pointer ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed_part = self.part_at(event.position())
        super().mousePressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        row, part = self._pressed_part
        if row != index.row():
            return
        if part in ("up", "down"):
            self.thumbed.emit(row, Verdict(part))
        elif part == "copy":
            self.copied.emit(row)
        elif part == "more":
            self.expand(row, not index.data(EXPANDED_ROLE))
        elif part == "versions":
            self.show_versions(row)
        elif part == "copies":
            self.show_copies(row)
        elif part == "like":
            self.like_wanted.emit(row)
        else:
            self.opened.emit(row)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._hover(*self.part_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._hover(-1, "")

    def _hover(self, row: int, part: str) -> None:
        if (row, part) == (self.hovered_row, self.hovered_part):
            return
        before, self.hovered_row, self.hovered_part = self.hovered_row, row, part
        for changed in {before, row}:
            if 0 <= changed < self._model.rowCount():
                self.update(self._model.index(changed))
        self.viewport().setCursor(
            Qt.CursorShape.PointingHandCursor if row >= 0 else Qt.CursorShape.ArrowCursor
        )

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row, part = self.part_at(QPointF(event.pos()))
            tip = words.factors(self._model.hit(row)) if part == "why" else TIPS.get(part, "")
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().viewportEvent(event)

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        row = self.current_row()
        if row < 0 or not self._act(event, row):
            if event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and row <= 0):
                self.left_upwards.emit()
            else:
                super().keyPressEvent(event)

    def _act(self, event: QKeyEvent, row: int) -> bool:
        """Do what a key asks of the current row; False when it asks nothing."""
        key, plain = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit(row)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(row)
        elif key == Qt.Key.Key_Plus:
            self.thumbed.emit(row, Verdict.UP)
        elif key == Qt.Key.Key_Minus:
            self.thumbed.emit(row, Verdict.DOWN)
        elif key == Qt.Key.Key_V and plain:
            self.show_versions(row)
        elif key == Qt.Key.Key_S and plain:
            self.show_copies(row)
        elif key == Qt.Key.Key_M and plain:
            self.like_wanted.emit(row)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self.expand(row, key == Qt.Key.Key_Right)
        else:
            return False
        return True

    def expand(self, row: int, expanded: bool) -> None:
        index = self._model.index(row)
        if bool(index.data(EXPANDED_ROLE)) == expanded or not (
            expanded is False or self._cards.card(index).can_expand
        ):
            return
        place = self.verticalScrollBar().value()
        self._model.set_expanded(row, expanded)
        self.scheduleDelayedItemsLayout()
        self.executeDelayedItemsLayout()
        self.verticalScrollBar().setValue(place)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        row = index.row() if index.isValid() else self.current_row()
        if row >= 0:
            self.menu(row).exec(event.globalPos())

    def menu(self, row: int) -> QMenu:
        """What can be done with a row."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        expanded = bool(self._model.index(row).data(EXPANDED_ROLE))
        menu.addAction("Open in its brief\tEnter", lambda: self.opened.emit(row))
        menu.addAction("Copy passage with citation\tCtrl+C", lambda: self.copied.emit(row))
        menu.addAction("More like this\tM", lambda: self.like_wanted.emit(row))
        menu.addSeparator()
        menu.addAction("Helpful for this search\t+", lambda: self.thumbed.emit(row, Verdict.UP))
        menu.addAction("Not helpful for this search\t-", lambda: self.thumbed.emit(row, Verdict.DOWN))
        menu.addSeparator()
        label = "Show less of the passage\tLeft" if expanded else "Show the whole passage\tRight"
        menu.addAction(label, lambda: self.expand(row, not expanded))
        hit = self._model.hit(row)
        if hit.versions:
            menu.addMenu(self._choice("Other versions", row, hit.versions, menu))
        if hit.copies:
            menu.addMenu(self._choice("Documents with the same text", row, hit.copies, menu))
        menu.addSeparator()
        add_law_actions(menu, hit.document, self.same_wanted, self.day_wanted)
        return menu

    def show_versions(self, row: int) -> None:
        """Open the only other version, or let one be chosen below the words that name them."""
        versions = self._model.hit(row).versions
        if len(versions) == 1:
            self.version_wanted.emit(row, versions[0])
        elif versions:
            menu = self._choice("Other versions", row, versions, self)
            self._pop_up(menu, row, self._cards.card(self._model.index(row)).versions)

    def show_copies(self, row: int) -> None:
        """Let one of the documents with the same text be chosen."""
        if copies := self._model.hit(row).copies:
            menu = self._choice("Documents with the same text", row, copies, self)
            self._pop_up(menu, row, self._cards.card(self._model.index(row)).copies)

    def _pop_up(self, menu: QMenu, row: int, below: QRectF) -> None:
        corner = self.visualRect(self._model.index(row)).topLeft() + below.bottomLeft().toPoint()
        menu.popup(self.viewport().mapToGlobal(corner))

    def _choice(self, title: str, row: int, others: Sequence[Version], parent: QWidget) -> QMenu:
        menu = QMenu(title, parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for other in others[:LISTED]:
            text = words.version(words.beginning(other.title, 90), other.filed).replace("&", "&&")
            menu.addAction(text, partial(self.version_wanted.emit, row, other))
        if len(others) > LISTED:
            menu.addAction(f"and {len(others) - LISTED:,} older ones").setEnabled(False)
        return menu

    # --- changes of the surroundings ---

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._cards.forget()
            self.scheduleDelayedItemsLayout()
