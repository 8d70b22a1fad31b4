"""The list of results: cards, and lines that fold further passages of a brief, with their buttons, keys and
menu."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
)
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from briefbank.domain.searches import Verdict
from ui.features.search.card_delegate import CardDelegate
from ui.features.search.grouping import BriefKey
from ui.features.search.model import EXPANDED_ROLE, EXPLAINED_ROLE, HIT_ROLE, WITHIN_ROLE, HitModel
from ui.features.search.result_menu import OTHER_VERSIONS, SAME_TEXT, result_menu, version_menu
from ui.i18n.translate import tr
from ui.kit.announce import announce
from ui.kit.directions import plain_tip
from ui.kit.tall_list import TallList
from ui.shared import wording

TIPS = {
    "up": tr("Helpful for this search (+). Press again to take it back."),
    "down": tr("Not helpful for this search (-). Press again to take it back."),
    "copy": tr("Copy the passage with its citation (Ctrl+C)"),
    "more": tr("Show the whole passage (Right) or less of it (Left)"),
    "versions": tr("Open the other version at this passage (V)"),
    "copies": tr("Choose another document that says the same (S)"),
    "like": tr("More like this (M)"),
    "why": tr("Show or hide why it is here (W)"),
}


@dataclass(frozen=True)
class ListPosition:
    """A place in the list of results."""

    passage_id: int  # The passage of the selected card; 0 when none is selected
    scrolled: int
    expanded: frozenset[int] = frozenset()  # The passages shown in full
    top: tuple[tuple[str, int] | None, int] = (None, 0)
    """The key of the first visible row, and how many of its pixels are above the view."""
    unfolded: frozenset[BriefKey] = frozenset()  # The briefs whose further passages are shown
    less_close_shown: bool | None = None
    """Whether a person showed the less close results, or hid them; None: neither."""


class ResultList(TallList):
    """Cards of results. Enter or a click opens one; plus and minus give feedback; Ctrl+C copies."""

    opened = Signal(int)
    other_reader_wanted = Signal(int)  # The row to open in the second reader
    feedback_given = Signal(int, object)  # The row, and the Verdict whose button was pressed
    copied = Signal(int)
    version_wanted = Signal(int, object)  # The row, and the Version to open in its place
    like_wanted = Signal(int)
    same_wanted = Signal(object)
    """The Document for which to list the documents that cite the same authorities."""
    day_wanted = Signal(object)  # A date: the search is to use the law of that day
    left_upwards = Signal()

    in_use: bool  # Someone moved the pointer over the list, pressed in it or went to it, since ``release``

    def __init__(self, model: HitModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hovered_row, self.hovered_part = -1, ""
        self._pressed_part = (-1, "")
        self.release()
        self._model = model
        self._cards = CardDelegate(self)
        self.setItemDelegate(self._cards)
        self.setModel(model)
        self.setAccessibleName(tr("Results"))
        self.setAccessibleDescription(
            tr(
                "Enter opens a passage in its brief, plus and minus say whether it helps, Control C copies "
                "it, M finds more like it, W says why it is here."
            )
        )
        self.verticalScrollBar().setSingleStep(24)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)

    @property
    def results(self) -> HitModel:
        return self._model

    def current_row(self) -> int:
        return self.currentIndex().row()

    def choose(self, row: int) -> None:
        """Select a row and scroll to it."""
        index = self._model.index(row)
        self.setCurrentIndex(index)
        self.scrollTo(index)

    def place(self) -> ListPosition:
        """Return the selection and the scroll position, for returning to them with other rows."""
        hit = self.currentIndex().data(HIT_ROLE) if self.currentIndex().isValid() else None
        chosen = hit.passage.id if hit is not None else 0
        scrolled, model = self.verticalScrollBar().value(), self._model
        return ListPosition(
            chosen, scrolled, model.expanded, self.anchor(), model.unfolded, model.less_close_shown
        )

    def go_to(self, position: ListPosition | None) -> None:
        """Return to a place; for None go to the top with nothing selected."""
        if position is None:
            self.scrollToTop()
            return
        row = self._model.row_of(position.passage_id)
        if row >= 0:
            self.setCurrentIndex(self._model.index(row))
        self.go_to_anchor(position.top, position.scrolled)

    def part_at(self, position: QPointF) -> tuple[int, str]:
        """Return the row and the part of its card under a point of the viewport; row -1 outside."""
        index = self.indexAt(position.toPoint())
        if not index.isValid():
            return -1, ""
        if index.data(HIT_ROLE) is None:
            return index.row(), ""
        corner = self.visualRect(index).topLeft().toPointF()
        return index.row(), self._cards.card(index).part_at(position - corner)

    # --- use ---

    def release(self) -> None:
        """Take the list as not in use: a focus or a pointer that merely rests does not count."""
        self.in_use, self._resting_pointer = False, QCursor.pos()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.in_use = True

    # --- pointer ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.in_use = True
        self._pressed_part = self.part_at(event.position())
        super().mousePressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        row, part = self._pressed_part
        if row != index.row():
            return
        if (line := self._model.line(row)) is not None:
            self.collapse(row, not line.collapsed)
        elif self._model.hit_at(row) is not None:
            self._do_part(row, part)

    def _do_part(self, row: int, part: str) -> None:
        """Perform the action of a click on a part of a card."""
        if part in ("up", "down"):
            self.feedback_given.emit(row, Verdict(part))
        elif part == "copy":
            self.copied.emit(row)
        elif part == "more":
            self.expand(row, not self._model.index(row).data(EXPANDED_ROLE))
        elif part == "why":
            self.explain(row)
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
        # Qt also reports a move when the list appears under a pointer that rests.
        if event.globalPosition().toPoint() != self._resting_pointer:
            self.in_use = True
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
            QToolTip.showText(event.globalPos(), self._tip(row, part), self)
            return True
        return super().viewportEvent(event)

    def _tip(self, row: int, part: str) -> str:
        hit = self._model.hit_at(row) if row >= 0 else None
        if hit is None or part:
            return TIPS.get(part, "")
        return (
            plain_tip(wording.title(hit.document))
            if self._cards.card(self._model.index(row)).title_cut
            else ""
        )

    # --- keys ---

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.in_use = True
        row = self.current_row()
        if row < 0 or not self._handle_key(event, row):
            if event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and row <= 0):
                self.left_upwards.emit()
            else:
                super().keyPressEvent(event)

    def _handle_key(self, event: QKeyEvent, row: int) -> bool:
        """Perform a key's action on the current row; return False when it has none."""
        if self._model.line(row) is not None:
            return self._handle_line_key(event, row)
        return self._model.hit_at(row) is not None and self._handle_hit_key(event, row)

    def _handle_line_key(self, event: QKeyEvent, row: int) -> bool:
        line, key = self._model.line(row), event.key()
        assert line is not None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.collapse(row, not line.collapsed)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.collapse(row, key == Qt.Key.Key_Left)
        else:
            return False
        return True

    def _handle_hit_key(self, event: QKeyEvent, row: int) -> bool:
        key, unmodified = event.key(), event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit(row)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and unmodified:
            self.opened.emit(row)
        elif key == Qt.Key.Key_Plus:
            self.feedback_given.emit(row, Verdict.UP)
        elif key == Qt.Key.Key_Minus:
            self.feedback_given.emit(row, Verdict.DOWN)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._more_or_less(row, more=key == Qt.Key.Key_Right)
        else:
            return unmodified and self._handle_letter(Qt.Key(key), row)
        return True

    def _handle_letter(self, key: Qt.Key, row: int) -> bool:
        if key == Qt.Key.Key_V:
            self.show_versions(row)
        elif key == Qt.Key.Key_S:
            self.show_copies(row)
        elif key == Qt.Key.Key_M:
            self.like_wanted.emit(row)
        elif key == Qt.Key.Key_W:
            self.explain(row)
        else:
            return False
        return True

    def _more_or_less(self, row: int, *, more: bool) -> None:
        """Show more or less of a passage. Left on a further passage that is not shown in full goes up to the
        line that folds it away."""
        index = self._model.index(row)
        if not more and index.data(WITHIN_ROLE) and not index.data(EXPANDED_ROLE):
            self.choose(next(above for above in range(row, -1, -1) if self._model.line(above) is not None))
        else:
            self.expand(row, more)

    # --- expanding and folding ---

    def expand(self, row: int, expanded: bool) -> None:
        """Show all of a passage, or a few lines of it."""
        if self._model.hit_at(row) is None:
            return
        index = self._model.index(row)
        possible = not expanded or self._cards.card(index).can_expand
        if possible and bool(index.data(EXPANDED_ROLE)) != expanded:
            self._model.set_expanded(row, expanded)

    def explain(self, row: int) -> None:
        """Show or hide the reasons for a result; one that is shown in full always has them."""
        index = self._model.index(row)
        hit = self._model.hit_at(row)
        if hit is not None and hit.reasons and not index.data(EXPANDED_ROLE):
            self._model.set_explained(row, not index.data(EXPLAINED_ROLE))

    def collapse(self, row: int, collapsed: bool) -> None:
        """Fold the passages under a line away, or show them, select the line and have it read aloud."""
        self._model.collapse(row, collapsed)
        self.choose(row)
        announce(self, self._model.index(row).data(Qt.ItemDataRole.AccessibleTextRole))

    # --- menus ---

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        row = index.row() if index.isValid() else self.current_row()
        if row >= 0 and self._model.hit_at(row) is not None:
            self.menu(row).exec(event.globalPos())

    def menu(self, row: int) -> QMenu:
        """Return the menu of a row."""
        return result_menu(self, row)

    def show_versions(self, row: int) -> None:
        """Open the only other version, or show a menu of versions below the link that names them."""
        versions = self._model.hit(row).versions
        if len(versions) == 1:
            self.version_wanted.emit(row, versions[0])
        elif versions:
            menu = version_menu(OTHER_VERSIONS, self, self._model.hit(row), versions, self)
            self._pop_up(menu, row, self._cards.card(self._model.index(row)).versions)

    def show_copies(self, row: int) -> None:
        """Show a menu of the documents with the same text."""
        if copies := self._model.hit(row).copies:
            menu = version_menu(SAME_TEXT, self, self._model.hit(row), copies, self)
            self._pop_up(menu, row, self._cards.card(self._model.index(row)).copies)

    def _pop_up(self, menu: QMenu, row: int, below: QRectF) -> None:
        corner = self.visualRect(self._model.index(row)).topLeft() + below.bottomLeft().toPoint()
        menu.popup(self.viewport().mapToGlobal(corner))

    def looks_changed(self) -> None:
        if hasattr(self, "_cards"):
            self._cards.forget()
            super().looks_changed()
