"""Painted text, which the system does not know as text, so that it cannot be selected, copied, dragged or
searched.

There is deliberately no text widget in it: to assistive technology it is a group with a name and a
description, and without text to select. What is shown stands in no property of the widget except, while it is
on the screen, the accessible description, which a screen reader reads aloud and no clipboard is offered. Up
and Down move between the sentences; Enter goes to the target of the selected one.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
)
from PySide6.QtWidgets import QGroupBox, QSizePolicy, QWidget

from ui.kit.focus_frame import paint_focus
from ui.kit.painted_layout import Piece, PieceStyle, PlacedPiece, lay_out
from ui.style.theme import colours

PAD = 18.0
WIDTHS_KEPT = 8
KEYED = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
RESTYLED = (QEvent.Type.PaletteChange, QEvent.Type.FontChange, QEvent.Type.StyleChange)


class PaintedText(QGroupBox):
    """Paints pieces that cannot be selected or copied."""

    chosen = Signal(object)  # The target of a sentence, or of one of its links
    sentence_focused = Signal(int)  # The vertical middle of the sentence that the keyboard selected
    on_screen = Signal()  # The widget was shown or hidden

    def __init__(self, name: str, *, pad: float = PAD, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pad = pad
        self._pieces: tuple[Piece, ...] = ()
        self._spoken = ""
        self._chosen = -1
        self._focused_by_key = False
        self._laid_out: dict[int, list[PlacedPiece]] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setMouseTracking(True)
        self.setAccessibleName(name)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # --- what is shown ---

    @property
    def is_empty(self) -> bool:
        return not self._pieces

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return self._pieces

    def clear(self) -> None:
        self.show_pieces(())

    def show_pieces(self, pieces: Sequence[Piece], *, spoken: str | None = None) -> None:
        """Replace the pieces. ``spoken`` is read aloud instead of their own words."""
        if pieces != self._pieces:
            self._chosen = -1
        self._pieces = tuple(pieces)
        self._spoken = " ".join(piece.spoken for piece in pieces) if spoken is None else spoken
        self._update_spoken()
        self._forget_layout()

    def set_pad(self, pad: float) -> None:
        """Set the pixels left free at all edges."""
        self._pad = pad
        self._forget_layout()

    def _update_spoken(self) -> None:
        """Set the spoken text, only while it is on the screen: hidden text must not be readable by any
        route."""
        self.setAccessibleDescription(self._spoken if self.isVisible() else "")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._update_spoken()
        self.on_screen.emit()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._update_spoken()
        self.on_screen.emit()

    # --- laying out ---

    def placed(self, width: int) -> list[PlacedPiece]:
        """Return the pieces with their positions at a width, in logical pixels."""
        if width not in self._laid_out:
            if len(self._laid_out) >= WIDTHS_KEPT:
                self._laid_out.clear()
            self._laid_out[width] = lay_out(self._pieces, self.font(), float(width), self._pad)
        return self._laid_out[width]

    def _forget_layout(self) -> None:
        self._laid_out.clear()
        self.updateGeometry()
        self.update()

    def heightForWidth(self, width: int) -> int:
        placed = self.placed(width)
        return round(placed[-1].rect.bottom() + self._pad) if placed else 0

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0)

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(colours().surface))
        for number, placed in enumerate(self.placed(self.width())):
            self._paint_background(painter, placed, chosen=number == self._chosen and self.hasFocus())
            painter.setPen(QColor(_text_colour(placed.piece.look)))
            placed.layout.draw(painter, placed.origin)
        if self.hasFocus() and self._focused_by_key and self._chosen < 0:
            paint_focus(painter, self.rect(), 6)
        painter.end()

    @staticmethod
    def _paint_background(painter: QPainter, placed: PlacedPiece, *, chosen: bool) -> None:
        """Paint the background of a piece: a box, a bar, or the mark of the selected sentence."""
        c, rect = colours(), placed.rect
        if placed.piece.look is PieceStyle.DISCLAIMER:
            painter.setPen(QPen(QColor(c.warn), 1.2))
            painter.setBrush(QColor(c.warn_soft))
            painter.drawRoundedRect(rect, 8, 8)
        elif placed.piece.look is PieceStyle.WITHHELD:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(c.warn))
            painter.drawRoundedRect(QRectF(rect.left(), rect.top(), 3, rect.height()), 1.5, 1.5)
        elif chosen:
            painter.setPen(QPen(QColor(c.accent), c.focus))
            painter.setBrush(QColor(c.accent_soft))
            painter.drawRoundedRect(rect.adjusted(-7, -4, 7, 4), 6, 6)

    # --- pointer and keys ---

    def _piece_at(self, point: QPointF) -> int:
        """Return the number of the piece at a point that leads somewhere; -1 for none."""
        for number, placed in enumerate(self.placed(self.width())):
            if placed.piece.target is not None and placed.rect.adjusted(0, -4, 0, 4).contains(point):
                return number
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._piece_at(event.position()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self._piece_at(event.position())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._choose(number)
            self.chosen.emit(self.placed(self.width())[number].target_at(event.position()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        leading = [number for number, piece in enumerate(self._pieces) if piece.target is not None]
        key = event.key()
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and leading:
            step = 1 if key == Qt.Key.Key_Down else -1
            at = leading.index(self._chosen) + step if self._chosen in leading else 0
            self._choose(leading[max(0, min(len(leading) - 1, at))])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen >= 0:
            self.chosen.emit(self._pieces[self._chosen].target)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int) -> None:
        self._chosen = number
        self.sentence_focused.emit(round(self.placed(self.width())[number].rect.center().y()))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._focused_by_key = event.reason() in KEYED
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._forget_layout()


def _text_colour(look: PieceStyle) -> str:
    c = colours()
    if look is PieceStyle.DISCLAIMER:
        return c.warn
    return c.text if look in (PieceStyle.HEADING, PieceStyle.SENTENCE) else c.muted
