"""Pages whose text can be selected with the pointer, as in other PDF readers, or with Shift and the arrow
keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter
from PySide6.QtWidgets import QMenu, QWidget

from briefbank.domain.pages import Box
from ui.features.reader.page_canvas import PageCanvas
from ui.features.reader.page_painting import paint_found, paint_selection
from ui.features.reader.text_selector import PagePoint, TextSelector
from ui.i18n.translate import tr
from ui.kit.key_names import with_keys


class TextCanvas(PageCanvas):
    """A canvas whose selected text can be copied or searched for."""

    copy_wanted = Signal()
    like_wanted = Signal()  # Passages like the selected text are wanted

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.selector = TextSelector(self)
        self.selector.changed.connect(self.viewport().update)
        self._found: dict[int, Sequence[Sequence[Box]]] = {}
        self._current: tuple[int, int] | None = None
        self.page_changed.connect(self._want_text)
        self.viewport().setMouseTracking(True)

    def clear(self) -> None:
        self.selector.use(None)
        self.show_found({}, None)
        super().clear()

    # --- what a search in the document found ---

    def show_found(
        self, marks: Mapping[int, Sequence[Sequence[Box]]], current: tuple[int, int] | None
    ) -> None:
        """Mark the places found, in place of those marked before; the view stays where it is.

        ``marks`` has the places of each page, each place as the boxes of its pieces (one for each line) in
        points of the page. ``current`` is the page and the number of the place on it that stands out.
        """
        self._found, self._current = dict(marks), current
        self.viewport().update()

    # --- pointer ---

    def _spot(self, point: QPointF) -> PagePoint:
        """Return the point of a page under a point of the viewport."""
        return PagePoint(*self._paper_point(point))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._geometry.sizes:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.selector.press(self._spot(event.position()), extend=shift)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._geometry.sizes:
            return
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._follow(event.position().y())
            self.selector.drag(self._spot(event.position()))
        over = self.selector.over_text(self._spot(event.position()))
        self.viewport().setCursor(Qt.CursorShape.IBeamCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._geometry.sizes:
            self.selector.select_word(self._spot(event.position()))

    def _follow(self, y: float) -> None:
        """Scroll while the pointer is dragged above or below the view."""
        bar, below = self.verticalScrollBar(), y - self.viewport().height()
        if y < 0 or below > 0:
            bar.setValue(bar.value() + round(below if below > 0 else y))

    # --- keys ---

    def _select_by_key(self, event: QKeyEvent) -> bool:
        """Perform a key's action on the selection; return False when it has none."""
        key, empty = event.key(), self.selector.is_empty
        arrows = (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Down, Qt.Key.Key_Up)
        if key in arrows and event.modifiers() == Qt.KeyboardModifier.ShiftModifier and self._geometry.sizes:
            begin = self._spot(QPointF(0, self.viewport().height() * 0.3))
            forward = key in (Qt.Key.Key_Right, Qt.Key.Key_Down)
            self.selector.extend(begin, forward=forward, lines=key in (Qt.Key.Key_Down, Qt.Key.Key_Up))
        elif event.matches(QKeySequence.StandardKey.Copy) and not empty:
            self.copy_wanted.emit()
        elif key == Qt.Key.Key_M and event.modifiers() == Qt.KeyboardModifier.NoModifier and not empty:
            self.like_wanted.emit()
        elif key == Qt.Key.Key_Escape and not empty:
            self.selector.clear()
        else:
            return False
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._select_by_key(event):
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._want_text(self.page)

    def _want_text(self, page: int) -> None:
        """Request the text of a page for the keyboard."""
        if self.hasFocus():
            self.selector.want(page)

    # --- menu ---

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if not self.selector.is_empty:
            self.menu().popup(event.globalPos())

    def menu(self) -> QMenu:
        """Return the menu of the selected text."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(with_keys(tr("Copy with citation"), "Ctrl+C"), self.copy_wanted.emit)
        menu.addAction(with_keys(tr("Find passages like this"), "M"), self.like_wanted.emit)
        return menu

    def _paint_over(self, painter: QPainter, page: int) -> None:
        if matches := self._found.get(page):
            here = self._current is not None and self._current[0] == page
            paint_found(
                painter, matches, self._current[1] if here and self._current else -1, self._geometry.scale
            )
        if selected := self.selector.boxes(page):
            paint_selection(painter, selected, self._geometry.scale)
