"""The bar chart of results by year, from which a range of years is chosen by dragging or with Shift."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui import words
from ui.theme import colours
from ui.tongue import tr
from ui.widgets.year_chart import YearChart

HEIGHT = 104


class YearFilter(YearChart):
    """A click takes one bar, dragging several; Enter takes what was chosen by keyboard; Escape lets go."""

    range_chosen = Signal(int, int)
    """The first and the last year."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Results by year of filing"))
        tip = tr("Drag over years to see only those. By keyboard: arrows, Shift and arrows, Enter.")
        self.setToolTip(tip)
        self._started = -1
        """The bar at which dragging, or choosing with Shift, began; -1 while nothing is being chosen."""
        self._dragging = False
        self._filtered: tuple[int, int] | None = None

    def show_range(self, years: tuple[int, int] | None) -> None:
        """The years that the results are narrowed to now; None: all."""
        self._filtered = years
        self.update()

    def show_years(self, years: Sequence[tuple[int, int]], undated: int) -> None:
        """The bar at which the keyboard is stays, or is the newest where that is not there any more."""
        at = self.bars()[self._chosen][0] if 0 <= self._chosen < len(self.bars()) else 0
        super().show_years(years, undated)
        if self.hasFocus():
            firsts = [first for first, _last, _count in self.bars()]
            self._choose(firsts.index(at) if at in firsts else len(firsts) - 1)

    def resizeEvent(self, event: object) -> None:
        """Other bars, perhaps, for the same years."""
        super().resizeEvent(event)
        if self.hasFocus():
            self._choose(len(self.bars()) - 1)

    def sizeHint(self) -> QSize:
        return QSize(360, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    # --- choosing ---

    def choosing(self) -> tuple[int, int] | None:
        """The first and the last bar of what is being chosen."""
        if self._started < 0 or self._chosen < 0:
            return None
        return min(self._started, self._chosen), max(self._started, self._chosen)

    def chosen(self) -> str:
        """What is said of the bar, or of the years, that are pointed at or were gone to."""
        span = self.choosing()
        if span is None or span[0] == span[1]:
            return super().chosen()
        bars = self.bars()[span[0] : span[1] + 1]
        many = words.count(sum(count for _, _, count in bars), tr("passage"), tr("passages"))
        return tr("{first} to {last}: {passages}").format(first=bars[0][0], last=bars[-1][1], passages=many)

    def _take(self) -> None:
        """Narrow to what is chosen: one bar where nothing else is."""
        span = self.choosing() or (self._chosen, self._chosen)
        self._let_go()
        if span[0] >= 0:
            bars = self.bars()
            self.range_chosen.emit(bars[span[0]][0], bars[span[1]][1])

    def _let_go(self) -> None:
        self._started, self._dragging = -1, False
        self.update()

    def _bar_at(self, x: float) -> int:
        """The bar under a place, or the one at the end beyond which it is; -1 without any."""
        last = len(self.bars()) - 1
        slots = range(last + 1)
        inside = next((n for n in slots if self.place(n).left() <= x < self.place(n).right()), None)
        if inside is not None or last < 0:
            return -1 if inside is None else inside
        return 0 if x < self.place(0).left() else last

    def mousePressEvent(self, event: QMouseEvent) -> None:
        at = self._bar_at(event.position().x())
        if event.button() == Qt.MouseButton.LeftButton and at >= 0:
            self._started, self._dragging = at, True
            self._choose(at)
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._dragging:
            self._choose(self._bar_at(event.position().x()))
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton and self._dragging:
            self._take()

    def leaveEvent(self, event: QEvent) -> None:
        if not self._dragging:
            super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Escape is ours while years are being chosen, before it is a shortcut of the window."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if event.type() == QEvent.Type.ShortcutOverride and escape and self._started >= 0:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._take()
        elif key == Qt.Key.Key_Escape and self._started >= 0:
            self._let_go()
        else:
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                started = self._started if self._started >= 0 else self._chosen
                self._started = started if shift else -1
            super().keyPressEvent(event)
            self.update()

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        """What is chosen, or else what the results are narrowed to, has a ground and a line of its own."""
        span = self.choosing() or self._filtered_bars()
        if span is not None:
            painter, c = QPainter(self), colours()
            left, right = self.place(span[0]), self.place(span[1])
            ground = QRectF(left.left(), left.top(), right.right() - left.left(), left.height())
            painter.fillRect(ground, QColor(c.accent_soft))
            painter.fillRect(QRectF(ground.left(), ground.bottom() - 2, ground.width(), 3), QColor(c.accent))
            painter.end()
        super().paintEvent(event)

    def _filtered_bars(self) -> tuple[int, int] | None:
        """The bars of the years that the results are narrowed to, as far as there are any."""
        if self._filtered is None:
            return None
        first, last = self._filtered
        inside = [n for n, (start, end, _) in enumerate(self.bars()) if start <= last and end >= first]
        return (inside[0], inside[-1]) if inside else None
