"""A summary as paint: the disclaimer first, large and bold, then sentences with links to their pages.

There is no text widget in it on purpose, so nothing can be selected, copied or dragged. Up and Down move
between the sentences, Enter goes to the page of the chosen one.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTextCharFormat,
    QTextLayout,
    QTextOption,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from briefbank.models import Summary
from ui import words
from ui.theme import colours

PAD = 18.0
NO_BREAK = "\u00a0"
PARTS = {
    "issue": "The issue, in the document's own words",
    "facts": "The facts, as the document begins them",
    "opening": "How the document begins",
}


@dataclass(frozen=True)
class _Piece:
    """One run of text: what it says, how it looks and, for a sentence, which page it leads to."""

    text: str
    look: str
    """'disclaimer', 'heading', 'sentence', 'note'."""
    page: int = -1
    link: str = ""


class PaintedSummary(QWidget):
    """Paints a summary; not selectable, not copyable."""

    page_chosen = Signal(int)
    sentence_focused = Signal(int)
    """The vertical middle of the sentence that the keyboard chose."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._pieces: list[_Piece] = []
        self._chosen = -1
        self._hover = -1
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, False)
        self.setMouseTracking(True)
        self.setAccessibleName("Summary")
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.MinimumExpanding)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    # --- what is shown ---

    @property
    def is_empty(self) -> bool:
        return not self._pieces

    def clear(self) -> None:
        self._take([])

    def show_message(self, text: str) -> None:
        self._take([_Piece(text, "note")])

    def show_summary(self, summary: Summary, labels: list[str]) -> None:
        pieces = [_Piece(summary.disclaimer, "disclaimer")]
        for part, title in PARTS.items():
            sentences = [sentence for sentence in summary.sentences if sentence.part == part]
            pieces += [_Piece(title, "heading")] if sentences else []
            for sentence in sentences:
                label = labels[sentence.page] if sentence.page < len(labels) else ""
                link = words.page(label, sentence.page)
                pieces.append(_Piece(sentence.text, "sentence", sentence.page, link))
        if summary.withheld:
            left_out = words.count(summary.withheld, "sentence")
            pieces.append(_Piece(f"Left out, because the document does not bear it out: {left_out}.", "note"))
        self._take(pieces)

    def _take(self, pieces: list[_Piece]) -> None:
        self._pieces = pieces
        self._chosen = self._hover = -1
        self.setAccessibleDescription(" ".join(f"{piece.text} {piece.link}".strip() for piece in pieces))
        self.updateGeometry()
        self.update()

    # --- laying out ---

    def _font(self, look: str) -> QFont:
        font = QFont(self.font())
        if look == "disclaimer":
            font.setPointSizeF(font.pointSizeF() * 1.2)
            font.setWeight(QFont.Weight.Bold)
        elif look == "heading":
            font.setWeight(QFont.Weight.DemiBold)
        return font

    def _lay_out(self, width: float) -> list[tuple[_Piece, QTextLayout, QRectF]]:
        """Each piece with its layout and the rectangle it takes, at a width."""
        placed, y = [], PAD
        for piece in self._pieces:
            inset = 14.0 if piece.look == "disclaimer" else 0.0
            layout = _broken(piece, self._font(piece.look), width - 2 * PAD - 2 * inset)
            rect = QRectF(PAD, y, width - 2 * PAD, layout.boundingRect().height() + 2 * inset)
            placed.append((piece, layout, rect))
            y = (
                rect.bottom()
                + {"disclaimer": 18.0, "heading": 6.0, "sentence": 10.0, "note": 8.0}[piece.look]
            )
        return placed

    def heightForWidth(self, width: int) -> int:
        placed = self._lay_out(float(width))
        return round(placed[-1][2].bottom() + PAD) if placed else 0

    def hasHeightForWidth(self) -> bool:
        return True

    def sizeHint(self) -> QSize:
        return QSize(320, self.heightForWidth(max(320, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.heightForWidth(self.width()))

    # --- painting ---

    def paintEvent(self, event: QPaintEvent) -> None:
        c, painter = colours(), QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(c.surface))
        for number, (piece, layout, rect) in enumerate(self._lay_out(float(self.width()))):
            inset = 0.0
            if piece.look == "disclaimer":
                inset = 14.0
                painter.setPen(QPen(QColor(c.warn), 1.2))
                painter.setBrush(QColor(c.warn_soft))
                painter.drawRoundedRect(rect, 8, 8)
            if number == self._chosen and self.hasFocus():
                painter.setPen(QPen(QColor(c.accent), 1.5))
                painter.setBrush(QColor(c.accent_soft))
                painter.drawRoundedRect(rect.adjusted(-7, -4, 7, 4), 6, 6)
            looks = {"disclaimer": c.warn, "heading": c.text, "sentence": c.text, "note": c.muted}
            painter.setPen(QColor(looks[piece.look]))
            layout.draw(painter, rect.topLeft() + QPointF(inset, inset))
        painter.end()

    # --- pointer and keys ---

    def _sentence_at(self, y: float) -> int:
        for number, (piece, _layout, rect) in enumerate(self._lay_out(float(self.width()))):
            if piece.page >= 0 and rect.top() - 4 <= y <= rect.bottom() + 4:
                return number
        return -1

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        over = self._sentence_at(event.position().y()) >= 0
        self.setCursor(Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self._sentence_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and number >= 0:
            self._choose(number)
            self.page_chosen.emit(self._pieces[number].page)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        sentences = [number for number, piece in enumerate(self._pieces) if piece.page >= 0]
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Copy) or event.matches(QKeySequence.StandardKey.Cut):
            event.accept()
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up) and sentences:
            step = 1 if key == Qt.Key.Key_Down else -1
            at = sentences.index(self._chosen) + step if self._chosen in sentences else 0
            self._choose(sentences[max(0, min(len(sentences) - 1, at))])
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._chosen >= 0:
            self.page_chosen.emit(self._pieces[self._chosen].page)
        else:
            super().keyPressEvent(event)

    def _choose(self, number: int) -> None:
        self._chosen = number
        rect = self._lay_out(float(self.width()))[number][2]
        self.sentence_focused.emit(round(rect.center().y()))
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()


def _broken(piece: _Piece, font: QFont, width: float) -> QTextLayout:
    """The piece's lines; a sentence ends with the words of its page in the colour of a link."""
    link = piece.link.replace(" ", NO_BREAK)
    text = f"{piece.text}  {link}" if link else piece.text
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WordWrap)
    layout.setTextOption(option)
    if link:
        look, where = QTextCharFormat(), QTextLayout.FormatRange()
        look.setForeground(QColor(colours().accent))
        look.setFontWeight(QFont.Weight.DemiBold)
        where.start, where.length, where.format = len(text) - len(link), len(link), look
        layout.setFormats([where])
    y = 0.0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(40.0, width))
        line.setPosition(QPointF(0, y))
        y += line.height() * 1.1
    layout.endLayout()
    return layout
