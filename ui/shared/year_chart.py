"""A small bar chart of passages by year, painted; read by pointer, by keyboard and aloud."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ui.i18n.translate import tr
from ui.kit.keyboard import announce
from ui.shared import wording
from ui.style.theme import colours, paint_focus

HEIGHT = 132
EDGE = 14.0  # The space left and right of the bars
WIDEST, THINNEST = 34.0, 8.0
"""The widths of the place of one bar, in pixels; years are grouped where it would be thinner."""
STEPS = (1, 2, 5, 10, 25, 50)  # The numbers of years that one bar may stand for


class YearChart(QAbstractSlider):
    """A chart with one bar for each year, or for some years together. The arrow keys go from bar to bar.

    It is a slider from the first year to the last, whose value is the first year of the chosen bar.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._years: tuple[tuple[int, int], ...] = ()
        self._bars: list[tuple[int, int, int]] = []
        """The first year, last year and passages of each bar."""
        self._chosen = -1
        self.valueChanged.connect(self._show_year)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(tr("Passages by year of filing"))

    def show_years(self, years: Sequence[tuple[int, int]], undated: int) -> None:
        """Show ``years``: year and number of passages, in order; those without any may be left out."""
        self._years = tuple(years)
        self.setAccessibleDescription(in_words(years, undated))
        self._group()

    def sizeHint(self) -> QSize:
        return QSize(360, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(160, HEIGHT)

    # --- bars ---

    def _group(self) -> None:
        """Make the bars. Every year from the first to the last has its place, also one without passages."""
        self._bars, self._chosen = [], -1
        self.update()
        if not self._years:
            return
        first, last = self._years[0][0], self._years[-1][0]
        room = max(1.0, (self.width() - 2 * EDGE) / THINNEST)
        step = next((step for step in STEPS if (last - first) // step + 1 <= room), STEPS[-1])
        for start in range(first - first % step, last + 1, step):
            passages = sum(count for year, count in self._years if start <= year < start + step)
            self._bars.append((start, start + step - 1, passages))
        self.setSingleStep(step)
        with QSignalBlocker(self):
            self.setRange(self._bars[0][0], self._bars[-1][0])
            self.setValue(self.maximum())

    def bars(self) -> list[tuple[int, int, int]]:
        """Return first year, last year and passages of each bar."""
        return list(self._bars)

    def place(self, number: int) -> QRectF:
        """Return the place of a bar: the full height of its slot, which is what the pointer hits. The words
        of the chosen bar stand above, years below."""
        line = QFontMetricsF(self.font()).height()
        slot = min(WIDEST, (self.width() - 2 * EDGE) / max(1, len(self._bars)))
        return QRectF(EDGE + number * slot, line + 10, slot, self.height() - 2 * line - 18)

    def _bar(self, number: int) -> QRectF:
        bar, most = self.place(number), max(count for _, _, count in self._bars)
        count = self._bars[number][2]
        height = max(2.0, bar.height() * count / most) if count else 0.0
        gap = 3.0 if bar.width() > 14 else 1.0
        return QRectF(bar.left() + gap, bar.bottom() - height, bar.width() - 2 * gap, height)

    # --- the chosen bar ---

    def chosen(self) -> str:
        """Return the text on the bar under the pointer or chosen by key; empty for none."""
        if self._chosen < 0:
            return ""
        first, last, count = self._bars[self._chosen]
        many = wording.passages(count)
        if first == last:
            return tr("{year}: {passages}").format(year=first, passages=many)
        return tr("{first} to {last}: {passages}").format(first=first, last=last, passages=many)

    def _choose(self, number: int) -> None:
        self._chosen = number
        if number >= 0:
            with QSignalBlocker(self):
                self.setValue(self._bars[number][0])
        self.update()

    def _show_year(self, year: int) -> None:
        """Choose the bar of a year that a key or assistive technology set."""
        self._choose(next(n for n, (first, last, _) in enumerate(self._bars) if first <= year <= last))
        announce(self, self.chosen())

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

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        if self._chosen < 0:
            self._choose(len(self._bars) - 1)
            announce(self, self.chosen())

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._choose(-1)

    # --- painting ---

    def resizeEvent(self, event: object) -> None:
        self._group()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._bars:
            return
        painter, c = QPainter(self), colours()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ground = self.place(0).united(self.place(len(self._bars) - 1))
        painter.setPen(QPen(QColor(c.line), 1))
        painter.drawLine(ground.bottomLeft(), ground.bottomRight())
        painter.setPen(QColor(c.muted))
        first, last = str(self._years[0][0]), str(self._years[-1][0])
        metrics = QFontMetricsF(self.font())
        wide = max(ground.width(), metrics.horizontalAdvance(first) + 2)  # one bar is narrower than its year
        years = QRectF(EDGE, ground.bottom() + 4, wide, self.height())
        painter.drawText(years, Qt.AlignmentFlag.AlignLeft, first)
        if first != last and years.width() >= metrics.horizontalAdvance(first) * 2 + 12:
            painter.drawText(years, Qt.AlignmentFlag.AlignRight, last)
        if text := self.chosen():
            wide = metrics.horizontalAdvance(text) + 2
            left = min(self.place(self._chosen).center().x() - wide / 2, self.width() - EDGE - wide)
            painter.setPen(QColor(c.text))
            painter.drawText(QRectF(max(EDGE, left), 4, wide, 40), Qt.AlignmentFlag.AlignLeft, text)
        painter.setPen(Qt.PenStyle.NoPen)
        for number in range(len(self._bars)):
            painter.setBrush(QColor(c.accent if number == self._chosen else c.edge))
            painter.drawRoundedRect(self._bar(number), 2, 2)
        if self.hasFocus():
            paint_focus(painter, self.rect(), 6)
        painter.end()


def in_words(counted: Sequence[tuple[int, int]], undated: int) -> str:
    """Describe the chart in words: from when to when, and the year with most."""
    if not counted:
        return tr("{count} without a date").format(count=wording.passages(undated)) if undated else ""
    first, last = counted[0][0], counted[-1][0]
    most, many = max(counted, key=lambda pair: (pair[1], pair[0]))
    span, text = tr("From {first} to {last}"), tr("{span}: {passages}, most in {year} ({many:,}).")
    if first == last:
        span, text = tr("In {first}"), tr("{span}: {passages}.")
    passages = wording.passages(sum(count for _, count in counted))
    text = text.format(span=span.format(first=first, last=last), passages=passages, year=most, many=many)
    if not undated:
        return text
    one, more = tr("{number} more passage without a date."), tr("{number} more passages without a date.")
    return f"{text} {wording.counted(undated, one, more)}"
