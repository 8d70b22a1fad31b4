"""The pieces of painted text, with their style, links and a small mark, and their layout in lines.

The lines are Qt's own text layouts, held outside any widget's properties: the system never learns their text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QTextCharFormat, QTextLayout, QTextOption

from ui.style.theme import colours

NO_BREAK = "\u00a0"
BETWEEN = "   "  # The space between a sentence and what follows in its line
LEADING = 1.14  # The height of a line relative to the font's own
BAR = 14.0  # The indent of a withheld sentence, for the bar at its left


class PieceStyle(StrEnum):
    """The style of a piece."""

    DISCLAIMER = "disclaimer"  # Large and bold, in a box of its own
    HEADING = "heading"
    SENTENCE = "sentence"
    WITHHELD = "withheld"  # Replaces a sentence that is not shown: muted, with a bar at its left
    NOTE = "note"
    SMALL = "small"


ABOVE = {PieceStyle.DISCLAIMER: 4.0, PieceStyle.HEADING: 12.0, PieceStyle.SMALL: 4.0}
"""The space above a piece that is not the first, in addition to that below the piece before."""
INSET = {PieceStyle.DISCLAIMER: 14.0}  # The space between the edge of a piece's box and its words
BELOW = {
    PieceStyle.DISCLAIMER: 10.0,
    PieceStyle.HEADING: 6.0,
    PieceStyle.SENTENCE: 10.0,
    PieceStyle.WITHHELD: 10.0,
    PieceStyle.NOTE: 8.0,
    PieceStyle.SMALL: 4.0,
}


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
        look = self.piece.look
        inset = INSET.get(look, 0.0)
        return self.rect.topLeft() + QPointF(inset + (BAR if look is PieceStyle.WITHHELD else 0.0), inset)

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
        inset = INSET.get(piece.look, 0.0)
        room = width - 2 * pad - 2 * inset - (BAR if piece.look is PieceStyle.WITHHELD else 0.0)
        layout, links = _lay_out_piece(piece, font_of(piece.look, base), room)
        y += ABOVE.get(piece.look, 0.0) if placed else 0.0
        rect = QRectF(pad, y, width - 2 * pad, layout.boundingRect().height() + 2 * inset)
        placed.append(PlacedPiece(piece, layout, rect, links))
        y = rect.bottom() + BELOW[piece.look]
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
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setFormats(formats)
    _break_lines(layout, max(40.0, width))
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


def _break_lines(layout: QTextLayout, width: float) -> None:
    y = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        line.setPosition(QPointF(0, y))
        y += line.height() * LEADING
    layout.endLayout()
