"""The bar chart of results by year, from which a range of years is chosen by dragging or with Shift."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from ui.i18n.translate import tr
from ui.shared import wording
from ui.shared.year_chart import YearChart
from ui.style.theme import colours

HEIGHT = 104


class YearFilter(YearChart):
    """A click chooses one bar, dragging several; Enter takes the keyboard's choice; Escape cancels."""

    range_chosen = Signal(int, int)  # The first and the last year

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Results by year of filing"))
        tip = tr("Drag over years to see only those. By keyboard: arrows, Shift and arrows, Enter.")
        self.setToolTip(tip)
        self._started = -1
        """The bar where dragging, or choosing with Shift, began; -1 while nothing is being chosen."""
        self._dragging = False
        self._filtered: tuple[int, int] | None = None

    def show_range(self, years: tuple[int, int] | None) -> None:
        """Show the years that the results are narrowed to; None for all."""
        self._filtered = years
        self.update()

    def show_years(self, years: Sequence[tuple[int, int]], undated: int) -> None:
        """Show the counts. The bar under the keyboard stays, or becomes the newest if that bar is gone."""
        at = self.bars()[self._chosen][0] if 0 <= self._chosen < len(self.bars()) else 0
        super().show_years(years, undated)
        if self.hasFocus():
            firsts = [first for first, _last, _count in self.bars()]
            self._choose(firsts.index(at) if at in firsts else len(firsts) - 1)

    def resizeEvent(self, event: object) -> None:
        """Choose the last bar again, since another width may bring other bars for the same years."""
        super().resizeEvent(event)
        if self.hasFocus():
            self._choose(len(self.bars()) - 1)

    def sizeHint(self) -> QSize:
        return QSize(360, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    # --- choosing ---

    def choosing(self) -> tuple[int, int] | None:
        """Return the first and the last bar of the range being chosen."""
        if self._started < 0 or self._chosen < 0:
            return None
        return min(self._started, self._chosen), max(self._started, self._chosen)

    def chosen(self) -> str:
        """Return the text on the bar, or on the years, under the pointer or the keyboard."""
        span = self.choosing()
        if span is None or span[0] == span[1]:
            return super().chosen()
        bars = self.bars()[span[0] : span[1] + 1]
        many = wording.count(sum(count for _, _, count in bars), tr("passage"), tr("passages"))
        return tr("{first} to {last}: {passages}").format(first=bars[0][0], last=bars[-1][1], passages=many)

    def _apply_choice(self) -> None:
        """Narrow to the range being chosen, or to the current bar."""
        span = self.choosing() or (self._chosen, self._chosen)
        self._cancel_choice()
        if span[0] >= 0:
            bars = self.bars()
            self.range_chosen.emit(bars[span[0]][0], bars[span[1]][1])

    def _cancel_choice(self) -> None:
        self._started, self._dragging = -1, False
        self.update()

    def _bar_at(self, x: float) -> int:
        """Return the bar at a horizontal position, or the nearest end bar beyond the ends; -1 without
        bars."""
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
            self._apply_choice()

    def leaveEvent(self, event: QEvent) -> None:
        if not self._dragging:
            super().leaveEvent(event)

    def event(self, event: QEvent) -> bool:
        """Claim Escape while years are being chosen, before it acts as a shortcut of the window."""
        escape = isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
        if event.type() == QEvent.Type.ShortcutOverride and escape and self._started >= 0:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self._apply_choice()
        elif key == Qt.Key.Key_Escape and self._started >= 0:
            self._cancel_choice()
        else:
            if key in (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End):
                started = self._started if self._started >= 0 else self._chosen
                self._started = started if shift else -1
            super().keyPressEvent(event)
            self.update()

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        """Highlight the range being chosen, or the one that the results are narrowed to."""
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
        """Return the bars of the years that the results are narrowed to, if there are any."""
        if self._filtered is None:
            return None
        first, last = self._filtered
        inside = [n for n, (start, end, _) in enumerate(self.bars()) if start <= last and end >= first]
        return (inside[0], inside[-1]) if inside else None
