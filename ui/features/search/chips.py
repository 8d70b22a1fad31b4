"""One part of a query as a small chip: its role, its words, and a cross that removes it."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QFont, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from briefbank.domain.searches import PartRole
from ui.i18n.translate import tr
from ui.kit.directions import plain_tip
from ui.style.icons import pixmap
from ui.style.theme import Colours, colours

PAD = 9
CROSS = 22  # The width of the clickable area at the right end
GAP = 6
WIDEST = 420  # The greatest width of a query part; a longer one has its whole text in a tooltip


@dataclass(frozen=True, slots=True)
class ChipStyle:
    """The appearance and the name of a query part. Parts also differ without colour: by words, border or a
    line through."""

    lead: str  # The words in small print before the part's own; they are also read aloud
    every: bool = False
    """Repeat the lead before each of several such parts in a row, not only before the first."""
    filled: bool = False
    dashed: bool = False
    struck: bool = False
    widest: int = WIDEST


LOOKS = {
    PartRole.REQUIRED: ChipStyle(tr("required"), filled=True),
    PartRole.EXCLUDED: ChipStyle(tr("not"), every=True, filled=True),
    PartRole.RANKED: ChipStyle(tr("ranked by")),
    PartRole.NUMBER: ChipStyle(tr("exactly"), filled=True),
    PartRole.CORRECTED: ChipStyle(tr("read as"), every=True, dashed=True),
    PartRole.RELATED: ChipStyle(tr("also searched"), dashed=True),
    PartRole.LAW: ChipStyle(tr("law of"), every=True),
    PartRole.ASIDE: ChipStyle(tr("set aside"), struck=True),
}
FROM = ChipStyle("", filled=True, widest=800)  # The look of the chip that names the origin of a search


class Chip(QAbstractButton):
    """A chip that a click on its cross, Delete, Backspace or the space bar removes; the arrow keys leave
    it."""

    left = Signal(int)  # An arrow key was pressed: -1 for the chip before, 1 for the one after
    left_upwards = Signal()
    left_downwards = Signal()

    def __init__(self, look: ChipStyle, words: str, *, lead: bool, removable: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._look = look
        self._words = words
        self._lead = look.lead if lead else ""
        self.removable = removable
        self._hint: QSize | None = None
        self._set_font()
        spoken = f"{look.lead}: {words}" if look.lead else words
        self.setAccessibleName(spoken)
        self.setAccessibleDescription(tr("Delete takes it out.") if removable else "")
        if self._full_width() > look.widest:
            self.setToolTip(plain_tip(spoken))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setMouseTracking(True)

    # --- size ---

    def _set_font(self) -> None:
        font = QApplication.font(self)
        font.setPointSizeF(font.pointSizeF() * 0.95)
        self.setFont(font)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._hint = None
        # A change of the text size brings a new style, see ui.style.appearance.
        if event.type() == QEvent.Type.StyleChange:
            self._set_font()

    def _lead_font(self) -> QFont:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 0.92)
        return font

    def _lead_width(self) -> int:
        return QFontMetrics(self._lead_font()).horizontalAdvance(self._lead) + GAP if self._lead else 0

    def sizeHint(self) -> QSize:
        """Return the size, computed once for a font: a row of chips asks each of them many times."""
        if self._hint is None:
            self._hint = QSize(min(self._look.widest, self._full_width()), self.fontMetrics().height() + 8)
        return self._hint

    def _full_width(self) -> int:
        """Return the width that all of its words need."""
        width = 2 * PAD + self._lead_width() + self.fontMetrics().horizontalAdvance(self._words) + 2
        return width + (CROSS - PAD // 2 if self.removable else 0)

    # --- pointer and keys ---

    def hitButton(self, point: QPoint) -> bool:
        return self.removable and point.x() >= self.width() - CROSS - 2

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.click()
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.left.emit(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Up:
            self.left_upwards.emit()
        elif key == Qt.Key.Key_Down:
            self.left_downwards.emit()
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    # --- painting ---

    def paintEvent(self, _event: QPaintEvent) -> None:
        c, painter = colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_background(painter, c)
        left, height = PAD, self.height()
        if self._lead:
            painter.setFont(self._lead_font())
            painter.setPen(QColor(c.muted))
            painter.drawText(QRectF(left, 0, 600, height), Qt.AlignmentFlag.AlignVCenter, self._lead)
            left += self._lead_width()
        right = self.width() - (CROSS if self.removable else PAD)
        font = QFont(self.font())
        font.setStrikeOut(self._look.struck)
        painter.setFont(font)
        painter.setPen(QColor(c.muted if self._look.struck else c.text))
        shown = self.fontMetrics().elidedText(self._words, Qt.TextElideMode.ElideRight, right - left)
        painter.drawText(QRectF(left, 0, right - left, height), Qt.AlignmentFlag.AlignVCenter, shown)
        if self.removable:
            cross = pixmap("clear", c.text if self.underMouse() else c.muted, 12, self.devicePixelRatioF())
            painter.drawPixmap(self.width() - CROSS + 4, (height - 12) // 2, cross)
        painter.end()

    def _paint_background(self, painter: QPainter, c: Colours) -> None:
        look = self._look
        pen = QPen(QColor(c.accent), c.focus) if self.hasFocus() else QPen(QColor(c.edge), 1)
        if not self.hasFocus():
            if look.dashed:
                pen.setStyle(Qt.PenStyle.DashLine)
            elif look.struck:
                pen = QPen(Qt.PenStyle.NoPen)
            elif look is LOOKS[PartRole.EXCLUDED]:
                pen.setColor(QColor(c.bad))
            elif look.filled:
                pen.setColor(QColor(c.accent))
            else:
                pen.setColor(QColor(c.line))
        soft = c.bad_soft if look is LOOKS[PartRole.EXCLUDED] else c.accent_soft
        painter.setPen(pen)
        painter.setBrush(QColor(soft if look.filled else c.sunken if look.struck else c.surface))
        round_ = self.height() / 2 - 1
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), round_, round_)
