"""The list of results: cards, and lines that fold further passages of a brief, with their keys and menus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import (
    QContextMenuEvent,
    QCursor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QToolTip, QWidget

from briefbank.domain.documents import Version
from briefbank.domain.searches import Hit, Verdict
from ui.features.search.card import Card, CardDelegate
from ui.features.search.history import ListPosition
from ui.features.search.model import HitModel
from ui.i18n.translate import tr
from ui.kit.controls import keep_bar
from ui.kit.keyboard import LettersElsewhere, announce, with_keys
from ui.kit.text import plain_tip
from ui.shared import wording
from ui.shared.actions import add_law_actions
from ui.style.theme import paint_focus

LISTED = 40  # The most documents in one menu
REST_MS = 60  # The pause after which a row is previewed while an arrow key is held down
OTHER_VERSIONS = tr("Other versions")
SAME_TEXT = tr("Documents with the same text")
TIPS = {
    "up": tr("Helpful for this search (+). Press again to take it back."),
    "down": tr("Not helpful for this search (-). Press again to take it back."),
    "copy": tr("Copy the passage with its citation (Ctrl+C)"),
    "collect": tr("Put the passage into a collection (Ctrl+D)"),
    "more": tr("Show the whole passage (Right) or less of it (Left)"),
    "versions": tr("Open the other version at this passage (V)"),
    "copies": tr("Choose another document that says the same (S)"),
    "like": tr("More like this (M)"),
}
AnyIndex = QModelIndex | QPersistentModelIndex
ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ResultList(LettersElsewhere, QListView):
    """Cards of results. A click or an arrow key selects one, which is then previewed; Enter or a double click
    opens it; plus and minus give feedback; Ctrl+C copies."""

    previewed = Signal(object)  # The Hit that somebody selected
    opened = Signal(object)
    other_reader_wanted = Signal(object)  # The Hit to open in the second reader
    feedback_given = Signal(object, object)  # The Hit, and the Verdict whose button was pressed
    copied = Signal(object)
    collect_wanted = Signal(object)  # The Hit to put into a collection
    version_wanted = Signal(object, object)  # The Hit, and the Version to open in its place
    like_wanted = Signal(object)
    same_wanted = Signal(object)
    """The Document for which to list the documents that cite the same authorities."""
    day_wanted = Signal(object)  # A date: the search is to use the law of that day
    left_upwards = Signal()

    in_use: bool  # Someone moved the pointer over the list, pressed in it or went to it, since ``release``

    def __init__(self, model: HitModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.results = model
        self.expanded = False
        """Whether the selected card shows its whole passage."""
        self.hovered_row, self.hovered_part = -1, ""
        self._pressed_part = (-1, "")
        self._detailed = QPersistentModelIndex()
        self._preview_timer = QTimer(self, singleShot=True, interval=REST_MS)
        self._preview_timer.timeout.connect(self._preview)
        self.release()
        self._cards = CardDelegate(self)
        self.setItemDelegate(self._cards)
        self.setModel(model)
        self.setAccessibleName(tr("Results"))
        self.setAccessibleDescription(
            tr(
                "The arrow keys show a passage beside the list, Enter opens it in its brief, plus and minus "
                "say whether it helps, Control C copies it, M finds more like it."
            )
        )
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        keep_bar(self)
        self.verticalScrollBar().setSingleStep(24)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.clicked.connect(self._clicked)
        self.verticalScrollBar().valueChanged.connect(self._scrolled)
        model.modelReset.connect(self._forget_selection)
        model.dataChanged.connect(self._rows_came)

    # --- the selected card ---

    def current_row(self) -> int:
        return self.currentIndex().row()

    def detailed_row(self) -> int:
        """Return the row of the card that shows all: the selected one, or the last one before a line was
        selected; -1 for none."""
        row = self._detailed.row() if self._detailed.isValid() else -1
        return row if row >= 0 and self.results.line(row) is None else -1

    def card(self, row: int) -> Card:
        return self._cards.card(row)

    def currentChanged(self, current: AnyIndex, previous: AnyIndex) -> None:
        row = current.row()
        if row >= 0 and self.results.line(row) is None and row != self.detailed_row():
            self._detailed, self.expanded = QPersistentModelIndex(current), False
            self.scheduleDelayedItemsLayout()
        super().currentChanged(current, previous)

    def _forget_selection(self) -> None:
        self._detailed, self.expanded = QPersistentModelIndex(), False
        self._preview_timer.stop()

    def _rows_came(self, first: QModelIndex, last: QModelIndex) -> None:
        """Keep the selected card in sight when its result arrives and it becomes higher."""
        row = self.current_row()
        if first.row() <= row <= last.row() and self.visualRect(self.currentIndex()).intersects(self.rect()):
            self.show_current()

    def choose(self, row: int) -> None:
        """Select a row and scroll to it."""
        index = self.results.index(row)
        self.setCurrentIndex(index)
        self.executeDelayedItemsLayout()
        self.scrollTo(index)

    def show_current(self) -> None:
        """Scroll to the selected card after it, or the list, became higher or lower."""
        self.executeDelayedItemsLayout()
        self.scrollTo(self.currentIndex())

    def visible_rows(self) -> tuple[int, int]:
        """Return the first and the last row that are at least partly visible; (0, -1) without any."""
        self.executeDelayedItemsLayout()
        first = self.indexAt(QPoint(1, 0))
        last = self.indexAt(QPoint(1, self.viewport().height() - 1))
        return max(0, first.row()), last.row() if last.isValid() else self.results.rowCount() - 1

    def _scrolled(self, value: int) -> None:
        """Show further rows before the end comes into view."""
        near_end = value > self.verticalScrollBar().maximum() - self.viewport().height()
        if near_end and self.results.canFetchMore(QModelIndex()):
            self.results.fetchMore(QModelIndex())

    def _preview(self) -> None:
        if (hit := self.results.hit_at(self.current_row())) is not None:
            self.previewed.emit(hit)

    def position(self) -> ListPosition:
        """Return the selection and the scroll position, for returning to them with other rows.

        The first result is selected by itself: other rows then have another first.
        """
        row, model = self.current_row(), self.results
        hit = model.hit_at(row) if row >= 0 and row != model.first_result() else None
        return ListPosition(
            hit.passage.id if hit is not None else 0,
            self.verticalScrollBar().value(),
            model.rowCount(),
            model.unfolded,
            model.less_close_shown,
        )

    def go_to(self, position: ListPosition | None) -> None:
        """Return to a place; for None select the first result at the top."""
        row = self.results.row_of(position.passage_id) if position is not None else -1
        if row < 0 and (position is None or not position.scrolled):
            row = self.results.first_result()
        if row >= 0:
            self.setCurrentIndex(self.results.index(row))
        self.executeDelayedItemsLayout()
        if position is None:
            self.scrollToTop()
        else:
            self.verticalScrollBar().setValue(position.scrolled)

    def part_at(self, position: QPointF) -> tuple[int, str]:
        """Return the row and the part of its card under a point of the viewport; row -1 outside."""
        index = self.indexAt(position.toPoint())
        if not index.isValid() or self.results.hit_at(index.row()) is None:
            return index.row(), ""
        corner = self.visualRect(index).topLeft().toPointF()
        return index.row(), self.card(index.row()).part_at(position - corner)

    # --- use ---

    def release(self) -> None:
        """Take the list as not in use: a focus or a pointer that merely rests does not count."""
        self.in_use, self._resting_pointer = False, QCursor.pos()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Choose the first result when none is chosen; Qt would choose the line above it, too."""
        if self.current_row() < 0 and (rows := self.results.rowCount()):
            self.choose(1 if rows > 1 and self.results.line(0) is not None else 0)
        super().focusInEvent(event)
        if event.reason() != Qt.FocusReason.ActiveWindowFocusReason:
            self.in_use = True

    # --- pointer ---

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.in_use = True
        self._pressed_part = self.part_at(event.position())
        row, top = self.current_row(), self.visualRect(self.indexAt(event.position().toPoint())).top()
        super().mousePressEvent(event)
        if self.current_row() != row and event.button() == Qt.MouseButton.LeftButton:
            self._keep_in_place(top)
            self._preview()

    def _keep_in_place(self, top: int) -> None:
        """Scroll so that the card that was pressed stays under the pointer, although the one selected before
        became smaller."""
        self.executeDelayedItemsLayout()
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + self.visualRect(self.currentIndex()).top() - top)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Open the card that the first click selected; it may have moved from under the pointer since."""
        hit, (pressed, part) = self.results.hit_at(self.current_row()), self._pressed_part
        if event.button() == Qt.MouseButton.LeftButton and pressed >= 0 and not part and hit is not None:
            self.opened.emit(hit)
        else:
            self.mousePressEvent(event)

    def _clicked(self, index: QModelIndex) -> None:
        row, part = self._pressed_part
        if row != index.row():
            return
        if (line := self.results.line(row)) is not None:
            self.collapse(row, not line.collapsed)
        elif part in ("up", "down"):
            self.feedback_given.emit(self.results.hit(row), Verdict(part))
        elif part == "more":
            self.expand(row, not self.expanded)
        elif part:
            actions: dict[str, Callable[[Hit], object]] = {
                "copy": self.copied.emit,
                "collect": self.collect_wanted.emit,
                "like": self.like_wanted.emit,
                "versions": self.show_versions,
                "copies": self.show_copies,
            }
            actions[part](self.results.hit(row))

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
            if 0 <= changed < self.results.rowCount():
                self.update(self.results.index(changed))
        over = part or (row >= 0 and self.results.line(row) is not None)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            row, part = self.part_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), self._tip(row, part), self)
            return True
        return super().viewportEvent(event)

    def _tip(self, row: int, part: str) -> str:
        hit = self.results.hit_at(row) if row >= 0 else None
        if hit is None or part:
            return TIPS.get(part, "")
        return plain_tip(wording.title(hit.document)) if self.card(row).title_cut else ""

    # --- keys ---

    def event(self, event: QEvent) -> bool:
        """Take Ctrl+Enter, which opens a result beside, whatever the page does with that key elsewhere."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and _opens_beside(event)
        ):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.in_use = True
        row = self.current_row()
        if row >= 0 and self._handle_key(event, row):
            return
        if event.key() == Qt.Key.Key_Escape or (event.key() == Qt.Key.Key_Up and row <= 0):
            self.left_upwards.emit()
            return
        if event.key() == Qt.Key.Key_End:
            self.results.show_rows()
        super().keyPressEvent(event)
        if self.current_row() != row:
            self.executeDelayedItemsLayout()  # the selected card became higher
            self.scrollTo(self.currentIndex())
            self._preview_timer.start() if event.isAutoRepeat() else self._preview()

    def _handle_key(self, event: QKeyEvent, row: int) -> bool:
        """Perform a key's action on the current row; return False when it has none."""
        if self.results.line(row) is not None:
            return self._handle_line_key(event, row)
        return self.results.hit_at(row) is not None and self._handle_hit_key(event, row)

    def _handle_line_key(self, event: QKeyEvent, row: int) -> bool:
        line, key = self.results.line(row), event.key()
        assert line is not None
        if key in (*ENTER, Qt.Key.Key_Space):
            self.collapse(row, not line.collapsed)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.collapse(row, key == Qt.Key.Key_Left)
        else:
            return False
        return True

    def _handle_hit_key(self, event: QKeyEvent, row: int) -> bool:
        key, unmodified = Qt.Key(event.key()), event.modifiers() == Qt.KeyboardModifier.NoModifier
        hit = self.results.hit(row)
        letters: dict[Qt.Key, Callable[[Hit], object]] = {
            Qt.Key.Key_Return: self.opened.emit,
            Qt.Key.Key_Enter: self.opened.emit,
            Qt.Key.Key_V: self.show_versions,
            Qt.Key.Key_S: self.show_copies,
            Qt.Key.Key_M: self.like_wanted.emit,
        }
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copied.emit(hit)
        elif _opens_beside(event):
            self.other_reader_wanted.emit(hit)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Minus):
            self.feedback_given.emit(hit, Verdict.UP if key == Qt.Key.Key_Plus else Verdict.DOWN)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Left):
            self._more_or_less(row, more=key == Qt.Key.Key_Right)
        elif key in letters and (unmodified or key == Qt.Key.Key_Enter):
            letters[key](hit)
        else:
            return False
        return True

    def _more_or_less(self, row: int, *, more: bool) -> None:
        """Show more or less of a passage. Left on a further passage that is not shown in full goes up to the
        line that folds it away."""
        if not more and self.results.is_within(row) and not self.expanded:
            self.choose(next(above for above in range(row, -1, -1) if self.results.line(above) is not None))
        else:
            self.expand(row, more)

    # --- expanding and folding ---

    def expand(self, row: int, expanded: bool) -> None:
        """Show all of a passage, or a few lines of it. The card is selected by that."""
        if self.results.hit_at(row) is None:
            return
        if row != self.current_row():
            self.choose(row)
        if expanded != self.expanded and (not expanded or self.card(row).can_expand):
            self.expanded = expanded
            self.doItemsLayout()
            self.viewport().update()

    def collapse(self, row: int, collapsed: bool) -> None:
        """Fold the passages under a line away, or show them, select the line and have it read aloud."""
        self.results.collapse(row, collapsed)
        self.choose(row)
        announce(self, self.results.index(row).data(Qt.ItemDataRole.AccessibleTextRole))

    # --- menus ---

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        index = self.indexAt(event.pos())
        hit = self.results.hit_at(index.row() if index.isValid() else self.current_row())
        if hit is not None:
            self.menu(hit).exec(event.globalPos())

    def menu(self, hit: Hit) -> QMenu:
        """Return the menu of a result, which deletes itself when closed."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for text, keys, signal in (
            (tr("Open in its brief"), "Enter", self.opened),
            (tr("Open beside"), "Ctrl+Enter", self.other_reader_wanted),
            (tr("Copy passage with citation"), "Ctrl+C", self.copied),
            (tr("Put into a collection…"), "Ctrl+D", self.collect_wanted),
            (tr("More like this"), "M", self.like_wanted),
        ):
            menu.addAction(with_keys(text, keys), partial(signal.emit, hit))
        menu.addSeparator()
        helpful, unhelpful = tr("Helpful for this search"), tr("Not helpful for this search")
        menu.addAction(with_keys(helpful, "+"), partial(self.feedback_given.emit, hit, Verdict.UP))
        menu.addAction(with_keys(unhelpful, "-"), partial(self.feedback_given.emit, hit, Verdict.DOWN))
        menu.addSeparator()
        for title, others in ((OTHER_VERSIONS, hit.versions), (SAME_TEXT, hit.copies)):
            if others:
                menu.addMenu(self._version_menu(title, hit, others, menu))
        add_law_actions(menu, hit.document, self.same_wanted, self.day_wanted)
        return menu

    def _version_menu(self, title: str, hit: Hit, others: Sequence[Version], parent: QWidget) -> QMenu:
        """Return a menu of other documents that hold the passage of a result."""
        menu = QMenu(title, parent)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for other in others[:LISTED]:
            title = wording.distinct(other.title, other.distinctions, 90)
            text = wording.version(title, other.filed, other.version).replace("&", "&&")
            menu.addAction(text, partial(self.version_wanted.emit, hit, other))
        if len(others) > LISTED:
            older = tr("and {number:,} older ones").format(number=len(others) - LISTED)
            menu.addAction(older).setEnabled(False)
        return menu

    def show_versions(self, hit: Hit) -> None:
        """Open the only other version, or show a menu of versions below the link that names them."""
        if len(hit.versions) == 1:
            self.version_wanted.emit(hit, hit.versions[0])
        elif hit.versions:
            menu = self._version_menu(OTHER_VERSIONS, hit, hit.versions, self)
            self._pop_up(menu, self.card(self.current_row()).versions)

    def show_copies(self, hit: Hit) -> None:
        """Show a menu of the documents with the same text."""
        if hit.copies:
            menu = self._version_menu(SAME_TEXT, hit, hit.copies, self)
            self._pop_up(menu, self.card(self.current_row()).copies)

    def _pop_up(self, menu: QMenu, below: QRectF) -> None:
        """Show a menu below a link of the selected card."""
        corner = self.visualRect(self.currentIndex()).topLeft() + below.bottomLeft().toPoint()
        menu.popup(self.viewport().mapToGlobal(corner))

    # --- sizes and looks ---

    def paintEvent(self, event: QPaintEvent) -> None:
        """Frame the whole list when it has the focus and the selected card is out of sight."""
        super().paintEvent(event)
        if self.hasFocus() and not self.visualRect(self.currentIndex()).intersects(self.viewport().rect()):
            paint_focus(QPainter(self.viewport()), self.viewport().rect())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self.scheduleDelayedItemsLayout()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        kinds = QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange
        if event.type() in kinds and hasattr(self, "_cards"):
            self._cards.forget()
            self.doItemsLayout()


def _opens_beside(event: QKeyEvent) -> bool:
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return event.key() in ENTER and modifiers == Qt.KeyboardModifier.ControlModifier
