"""A small bar chart of passages by year, painted; read by pointer, by keyboard and aloud."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ui.i18n.translate import tr
from ui.kit.announce import announce
from ui.kit.focus_frame import paint_focus
from ui.shared import wording
from ui.shared.law_texts import years as in_words
from ui.style.theme import colours

HEIGHT = 132
EDGE = 14.0  # The space left and right of the bars
WIDEST, THINNEST = 34.0, 8.0
"""The widths of the place of one bar, in pixels; years are grouped where it would be thinner."""
STEPS = (1, 2, 5, 10, 25, 50)  # The numbers of years that one bar may stand for


class YearChart(QAbstractSlider):
    """A chart with one bar for each year, or for some years together. Left and Right go from bar to bar.

    To assistive technology it is a slider from the first year to the last, whose value is the year of the
    chosen bar (its first year, where a bar stands for some).
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._years: tuple[tuple[int, int], ...] = ()
        self._bars: list[tuple[int, int, int]] = []
        """The first year, last year and passages of each bar."""
        self._chosen = -1
        self.valueChanged.connect(self._go_to_year)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Passages by year of filing"))

    def show_years(self, years: Sequence[tuple[int, int]], undated: int) -> None:
        """Show ``years``: year and number of passages, in order; those without any may be left out."""
        self._years, self._chosen = tuple(years), -1
        self.setAccessibleDescription(in_words(years, undated))
        self._group()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(360, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    # --- bars ---

    def _group(self) -> None:
        """Make the bars. Every year from the first to the last has its place, also one without passages."""
        self._bars = []
        if not self._years:
            return
        first, last = self._years[0][0], self._years[-1][0]
        room = max(1.0, (self.width() - 2 * EDGE) / THINNEST)
        step = next((step for step in STEPS if (last - first) // step + 1 <= room), STEPS[-1])
        start, groups = first - first % step, dict[int, int]()
        for year, passages in self._years:
            year_group = year - (year - start) % step
            groups[year_group] = groups.get(year_group, 0) + passages
        for year in range(start, last + 1, step):
            self._bars.append((year, year + step - 1, groups.get(year, 0)))
        with QSignalBlocker(self):
            self.setRange(self._bars[0][0], self._bars[-1][0])

    def bars(self) -> list[tuple[int, int, int]]:
        """Return first year, last year and passages of each bar."""
        return list(self._bars)

    def _slot(self) -> float:
        return min(WIDEST, (self.width() - 2 * EDGE) / max(1, len(self._bars)))

    def _ground(self) -> tuple[float, float]:
        """Return top and bottom of the place for bars: the words of the chosen bar above, years below."""
        line = QFontMetricsF(self._font()).height()
        return line + 10, self.height() - line - 8

    def place(self, number: int) -> QRectF:
        """Return the place of a bar: the full height of its slot, which is what the pointer hits."""
        top, bottom = self._ground()
        slot = self._slot()
        return QRectF(EDGE + number * slot, top, slot, bottom - top)

    def _bar(self, number: int) -> QRectF:
        bar, most = self.place(number), max(count for _, _, count in self._bars)
        count = self._bars[number][2]
        height = max(2.0, bar.height() * count / most) if count else 0.0
        gap = 3.0 if bar.width() > 14 else 1.0
        return QRectF(bar.left() + gap, bar.bottom() - height, bar.width() - 2 * gap, height)

    def _font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.92)
        return font

    # --- the chosen bar ---

    def chosen(self) -> str:
        """Return the text on the bar under the pointer or chosen by key; empty for none."""
        if not 0 <= self._chosen < len(self._bars):
            return ""
        first, last, count = self._bars[self._chosen]
        many = wording.count(count, tr("passage"), tr("passages"))
        if first == last:
            return tr("{year}: {passages}").format(year=first, passages=many)
        return tr("{first} to {last}: {passages}").format(first=first, last=last, passages=many)

    def _choose(self, number: int, *, aloud: bool = False) -> None:
        if number == self._chosen:
            return
        self._chosen = number
        if number >= 0:
            self.setValue(self._bars[number][0])
        self.update()
        if aloud:
            announce(self, self.chosen())

    def _go_to_year(self, year: int) -> None:
        """Choose the bar of a year that assistive technology set. Our own code has chosen the bar before."""
        inside = (n for n, (first, last, _) in enumerate(self._bars) if first <= year <= last)
        self._choose(next(inside, -1))

    # --- pointer and keys ---

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        slots = range(len(self._bars))
        self._choose(next((n for n in slots if self.place(n).left() <= x < self.place(n).right()), -1))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to the area around the chart."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        if not self.hasFocus():
            self._choose(-1)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        last = len(self._bars) - 1
        moves = {
            Qt.Key.Key_Left: max(0, self._chosen - 1),
            Qt.Key.Key_Right: min(last, self._chosen + 1),
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: last,
        }
        if (number := moves.get(Qt.Key(event.key()))) is not None and last >= 0:
            self._choose(number, aloud=True)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._chosen < 0:
            self._choose(len(self._bars) - 1, aloud=True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._choose(-1)

    # --- painting ---

    def resizeEvent(self, event: object) -> None:
        self._chosen = -1
        self._group()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(self._font())
        self._paint_axis(painter)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(len(self._bars)):
            painter.setBrush(QColor(c.accent if number == self._chosen else c.edge))
            painter.drawRoundedRect(self._bar(number), 2, 2)
        self._paint_words(painter)
        if self.hasFocus():
            paint_focus(painter, self.rect(), 6)
        painter.end()

    def _paint_axis(self, painter: QPainter) -> None:
        c, (_top, bottom) = colours(), self._ground()
        right = self.place(len(self._bars) - 1).right()
        painter.setPen(QPen(QColor(c.line), 1))
        painter.drawLine(QPointF(EDGE, bottom + 0.5), QPointF(right, bottom + 0.5))
        painter.setPen(QColor(c.muted))
        line = QRectF(EDGE, bottom + 4, right - EDGE, self.height() - bottom - 4)
        first, last = str(self._years[0][0]), str(self._years[-1][0])
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft, first)
        needed = QFontMetricsF(painter.font()).horizontalAdvance(first) * 2 + 12
        if first != last and line.width() >= needed:
            painter.drawText(line, Qt.AlignmentFlag.AlignRight, last)

    def _paint_words(self, painter: QPainter) -> None:
        """Paint the text of the chosen bar, above it as far as there is room; else how high the highest
        is."""
        c, text = colours(), self.chosen()
        most = max(count for _, _, count in self._bars)
        painter.setPen(QColor(c.text if text else c.muted))
        many = wording.count(most, tr("passage"), tr("passages"))
        text = text or tr("Highest bar: {passages}").format(passages=many)
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text) + 2
        middle = self.place(self._chosen).center().x() if self._chosen >= 0 else EDGE
        left = min(max(EDGE, middle - wide / 2), max(EDGE, self.width() - EDGE - wide))
        painter.drawText(QRectF(left, 4, wide, self._ground()[0]), Qt.AlignmentFlag.AlignLeft, text)
