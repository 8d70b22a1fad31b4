"""Painted text, which the system does not know as text, so that it cannot be selected, copied, dragged or
searched.

There is deliberately no text widget in it: to assistive technology it is a group with a name and a
description, and without text to select. What is shown stands in no property of the widget except, while it is
on the screen, the accessible description, which a screen reader reads aloud and no clipboard is offered. Up
and Down move between the sentences; Enter goes to the target of the selected one.

While text by a model is shown, the system is asked to leave the window out of screenshots.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import logging
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QHideEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QShowEvent,
    QTextCharFormat,
    QTextLayout,
)
from PySide6.QtWidgets import QGroupBox, QSizePolicy, QWidget

from ui.kit.text import lay_out as break_lines
from ui.style.theme import FOCUS, colours, paint_focus

NO_BREAK = "\u00a0"
BETWEEN = "   "  # The space between a sentence and what follows in its line
LEADING = 1.14  # The height of a line relative to the font's own


class PieceStyle(StrEnum):
    """The style of a piece."""

    DISCLAIMER = "disclaimer"  # Large and bold, in a box of its own
    HEADING = "heading"
    SENTENCE = "sentence"
    WITHHELD = "withheld"  # Replaces a sentence that is not shown: muted, with a bar at its left
    SOURCE = "source"  # Words of the document that the sentence above rests on: muted, indented
    NOTE = "note"
    SMALL = "small"


class _Room(NamedTuple):
    """Pixels around a piece: above it unless it is the first, below, left of it, and within its box."""

    above: float
    below: float
    indent: float = 0.0
    inset: float = 0.0


_ROOMS = {
    PieceStyle.DISCLAIMER: _Room(4, 10, inset=14),
    PieceStyle.HEADING: _Room(12, 6),
    PieceStyle.SENTENCE: _Room(0, 10),
    PieceStyle.WITHHELD: _Room(0, 10, indent=14),
    PieceStyle.SOURCE: _Room(0, 10, indent=18),
    PieceStyle.NOTE: _Room(0, 8),
    PieceStyle.SMALL: _Room(4, 4),
}


_TINTS = {PieceStyle.DISCLAIMER: "warn", PieceStyle.HEADING: "text", PieceStyle.SENTENCE: "text"}


@dataclass(frozen=True)
class PieceLink:
    """Words after a sentence that lead somewhere; the creator of the piece defines ``target``."""

    text: str
    target: object


@dataclass(frozen=True)
class Piece:
    """One run of text. With a ``target`` other than None the whole piece leads there."""

    text: str
    look: PieceStyle
    target: object = None
    links: tuple[PieceLink, ...] = ()
    mark: str = ""  # Small words at the end of the piece

    @property
    def spoken(self) -> str:
        """The piece as it is read aloud."""
        after = ", ".join(link.text for link in self.links)
        return " ".join(part for part in (self.text, after, self.mark) if part)


@dataclass(frozen=True)
class PlacedPiece:
    """A piece with its lines, its rectangle, and the ranges of its links in the lines."""

    piece: Piece
    layout: QTextLayout
    rect: QRectF
    links: tuple[tuple[int, int, object], ...]  # Start, end and target of each link

    @property
    def origin(self) -> QPointF:
        """The point where its lines begin."""
        room = _ROOMS[self.piece.look]
        return self.rect.topLeft() + QPointF(room.inset + room.indent, room.inset)

    def target_at(self, point: QPointF) -> object:
        """Return the target of a click at a point: a link's, else the piece's own; None for neither."""
        inside = point - self.origin
        for number in range(self.layout.lineCount()):
            line = self.layout.lineAt(number)
            if line.rect().top() <= inside.y() < line.rect().bottom() + 2:
                if not 0 <= inside.x() <= line.naturalTextWidth():
                    break
                at = line.xToCursor(inside.x())
                for start, end, target in self.links:
                    if start <= at <= end:
                        return target
        return self.piece.target


def font_of(look: PieceStyle, base: QFont) -> QFont:
    """Return the font of a look, derived from the widget's."""
    font = QFont(base)
    if look is PieceStyle.DISCLAIMER:
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setWeight(QFont.Weight.Bold)
    elif look is PieceStyle.HEADING:
        font.setWeight(QFont.Weight.DemiBold)
    elif look is PieceStyle.SMALL:
        font.setPointSizeF(font.pointSizeF() * 0.9)
    return font


def lay_out(pieces: Sequence[Piece], base: QFont, width: float, pad: float) -> list[PlacedPiece]:
    """Lay out pieces one below the other, ``pad`` away from all edges of a widget of this width."""
    placed: list[PlacedPiece] = []
    y = pad
    for piece in pieces:
        room = _ROOMS[piece.look]
        inner = width - 2 * pad - 2 * room.inset - room.indent
        layout, links = _lay_out_piece(piece, font_of(piece.look, base), inner)
        y += room.above if placed else 0.0
        rect = QRectF(pad, y, width - 2 * pad, layout.boundingRect().height() + 2 * room.inset)
        placed.append(PlacedPiece(piece, layout, rect, links))
        y = rect.bottom() + room.below
    return placed


def _lay_out_piece(
    piece: Piece, font: QFont, width: float
) -> tuple[QTextLayout, tuple[tuple[int, int, object], ...]]:
    """Lay out the lines of a piece, with its links in their colour and its mark small."""
    text, links, formats = piece.text, [], []
    for number, link in enumerate(piece.links):
        text += BETWEEN if number == 0 else "  "
        words = link.text.replace(" ", NO_BREAK)
        formats.append(_formatted(len(text), len(words), colours().accent, QFont.Weight.DemiBold))
        links.append((len(text), len(text) + len(words), link.target))
        text += words
    if piece.mark:
        text += BETWEEN
        mark = piece.mark.replace(" ", NO_BREAK)
        formats.append(_formatted(len(text), len(mark), colours().muted, small=font.pointSizeF() * 0.9))
        text += mark
    layout = break_lines(text, font, max(40.0, width), 0, formats, leading=LEADING)
    return layout, tuple(links)


def _formatted(
    start: int, length: int, colour: str, weight: QFont.Weight | None = None, small: float = 0.0
) -> QTextLayout.FormatRange:
    look, where = QTextCharFormat(), QTextLayout.FormatRange()
    look.setForeground(QColor(colour))
    if weight is not None:
        look.setFontWeight(weight)
    if small:
        look.setFontPointSize(small)
    where.start, where.length, where.format = start, length, look
    return where


PAD = 18.0
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
        self._laid_out: dict[int, list[PlacedPiece]] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
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
        if tuple(pieces) != self._pieces:
            self._chosen = -1
        self._pieces = tuple(pieces)
        self._spoken = " ".join(piece.spoken for piece in pieces) if spoken is None else spoken
        self._update_spoken()
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
            painter.setPen(QColor(getattr(colours(), _TINTS.get(placed.piece.look, "muted"))))
            placed.layout.draw(painter, placed.origin)
        if self.hasFocus() and self._chosen < 0:
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
            painter.setPen(QPen(QColor(c.accent), FOCUS))
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

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in RESTYLED:
            self._forget_layout()


log = logging.getLogger(__name__)

WDA_NONE, WDA_MONITOR, WDA_EXCLUDEFROMCAPTURE = 0x00, 0x01, 0x11
SHARING_NONE, SHARING_READ_ONLY = 0, 1
"""NSWindowSharingNone, and NSWindowSharingReadOnly, the initial value of windows."""
SYSTEM_FAULTS = (OSError, AttributeError, ValueError, ctypes.ArgumentError)
"""The exceptions of a call into a system's library: no such library, no such function, no such window."""
Cover = Callable[[int, bool], bool]
"""Keeps a window, by its ``QWidget.winId``, out of screenshots, or lets it be seen again; False: refused."""

_covering: WeakKeyDictionary[QWidget, set[int]] = WeakKeyDictionary()
"""The shields that keep each window covered: there may be two readers with a summary each."""


class ScreenShield:
    """Asks the system to leave windows out of screenshots. A window stays covered while any shield wants it.

    It is a deterrent: a camera sees every screen, and newer macOS lets some recorders see the window all the
    same. Where the system refuses, the window is shown as it is. GUI thread.

    Sources: SetWindowDisplayAffinity in Microsoft's winuser.h (WDA_EXCLUDEFROMCAPTURE since Windows 10 2004,
    before that WDA_MONITOR, which leaves a black window); NSWindow.sharingType in Apple's AppKit.
    """

    def __init__(self, system: Cover | None = None) -> None:
        self._system = system or this_system()

    def cover(self, window: QWidget, on: bool) -> None:
        shields = _covering.setdefault(window, set())
        (shields.add if on else shields.discard)(id(self))
        try:
            if self._system is None or self._system(int(window.winId()), bool(shields)):
                return
        except SYSTEM_FAULTS as error:
            log.info("A call about screenshots failed: %s", type(error).__name__)
        log.info("The system did not take the wish about screenshots")


def this_system(platform: str = sys.platform) -> Cover | None:
    """Return how this system covers a window; None where screenshots cannot be refused."""
    try:
        return {"win32": _windows, "darwin": _mac}[platform]()
    except (KeyError, *SYSTEM_FAULTS):
        return None


def cover_on_windows(set_affinity: Callable[[int, int], int], handle: int, on: bool) -> bool:
    """``set_affinity(window, affinity)`` is SetWindowDisplayAffinity, which returns 0 when it fails."""
    affinities = (WDA_EXCLUDEFROMCAPTURE, WDA_MONITOR) if on else (WDA_NONE,)
    return any(set_affinity(handle, affinity) for affinity in affinities)


def _windows() -> Cover:
    """64-bit Windows, the only one that Qt 6 supports, has one calling convention."""
    function = ctypes.CDLL("user32").SetWindowDisplayAffinity
    function.argtypes, function.restype = [ctypes.c_void_p, ctypes.c_uint32], ctypes.c_int
    return partial(cover_on_windows, function)


def cover_on_mac(
    window_of: Callable[[int], int], set_sharing: Callable[[int, int], None], view: int, on: bool
) -> bool:
    """``window_of(view)`` is the message ``window``, ``set_sharing(window, type)`` is ``setSharingType:``."""
    window = window_of(view)
    if window:
        set_sharing(window, SHARING_NONE if on else SHARING_READ_ONLY)
    return bool(window)


def _mac() -> Cover:
    """Use the Objective-C runtime. On Apple's processors each message needs a prototype of its own."""
    library = ctypes.CDLL(ctypes.util.find_library("objc") or "libobjc.A.dylib")
    library.sel_registerName.argtypes, library.sel_registerName.restype = [ctypes.c_char_p], ctypes.c_void_p
    window, sharing = (library.sel_registerName(name) for name in (b"window", b"setSharingType:"))
    pointer = ctypes.c_void_p
    ask = ctypes.CFUNCTYPE(pointer, pointer, pointer)(("objc_msgSend", library))
    tell = ctypes.CFUNCTYPE(None, pointer, pointer, ctypes.c_ulong)(("objc_msgSend", library))
    return partial(
        cover_on_mac, lambda view: ask(view, window) or 0, lambda of, kind: tell(of, sharing, kind)
    )
