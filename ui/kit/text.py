"""Text that is painted or foreign: its direction, tooltips, excerpts, lines of a width, and fonts."""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from ui.style.theme import Colours

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
TIP_LETTERS = 80  # The characters in one line of a tooltip


def isolated(text: str) -> str:
    """Return text isolated from the direction of its neighbours if it may run from right to left.

    Text that runs from left to right stays as it is. Source: Unicode Standard Annex 9, explicit isolates.
    """
    backwards = any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text)
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if backwards else text


def tip(text: str) -> str:
    """Return a text as a tooltip in lines of a readable width: tooltips break no lines by themselves."""
    return plain_tip("\n".join(textwrap.wrap(text, TIP_LETTERS)) if len(text) > TIP_LETTERS else text)


def plain_tip(text: str) -> str:
    """Return a text from a document or a file name as a tooltip. Qt would take what looks like mark-up for
    mark-up, and load the pictures that it names."""
    return f'<p style="white-space:pre">{escape(text)}</p>' if "<" in text else text


@dataclass(frozen=True)
class Fonts:
    """The four fonts of a card or row."""

    title: QFont
    body: QFont
    small: QFont
    small_bold: QFont

    @classmethod
    def of(cls, base: QFont) -> Fonts:
        title, small = QFont(base), QFont(base)
        title.setWeight(QFont.Weight.DemiBold)
        title.setPointSizeF(base.pointSizeF() * 1.06)
        small.setPointSizeF(base.pointSizeF() * 0.92)
        small_bold = QFont(small)
        small_bold.setWeight(QFont.Weight.DemiBold)
        return cls(title, QFont(base), small, small_bold)


LEAD = 70  # The number of characters before the first marked word of a trimmed passage


def excerpt(text: str, marks: Sequence[tuple[int, int]], size: int) -> tuple[str, list[tuple[int, int]]]:
    """Return about ``size`` characters around the marks that matter most, cut at spaces, with the marks moved
    along."""
    if len(text) <= size:
        return text, list(marks)
    first = _best_mark(marks, size)
    start = 0 if first <= LEAD else text.find(" ", max(0, min(first - LEAD, len(text) - size))) + 1
    end = len(text) if start + size >= len(text) else max(text.rfind(" ", start, start + size), start + 1)
    head, tail = ("… " if start else ""), (" …" if end < len(text) else "")
    moved = [(max(a, start) - start + len(head), min(b, end) - start + len(head)) for a, b in marks]
    return head + text[start:end] + tail, [(a, b) for a, b in moved if a < b]


def _best_mark(marks: Sequence[tuple[int, int]], size: int) -> int:
    """Return where the mark begins from which most of the marks fit into the excerpt; 0 when there is none.

    A mark counts by the square of its length: one citation outweighs several short words of it, which stand
    everywhere, as does a long word, which is rare.
    """
    room = size - 2 * LEAD
    worth = [
        sum((end - begin) ** 2 for begin, end in marks if start <= begin < start + room) for start, _ in marks
    ]
    return marks[worth.index(max(worth))][0] if marks else 0


def runs_right_to_left(text: str) -> bool:
    """Tell the direction by the first letter that has one and is not isolated. This is rule P2 of the Unicode
    Bidirectional Algorithm (UAX #9)."""
    inside = 0
    for letter in text:
        kind = unicodedata.bidirectional(letter)
        inside += (kind in ("LRI", "RLI", "FSI")) - (kind == "PDI" and inside > 0)
        if not inside and kind in ("L", "R", "AL"):
            return kind != "L"
    return False


LEAST = 0.6
"""The share of a line that must be left when it is cut between words; else it is cut within a long one."""


def marked(marks: Sequence[tuple[int, int]], c: Colours) -> list[QTextLayout.FormatRange]:
    """Return the formats that mark half-open ranges of a text as with a highlighter."""
    look = QTextCharFormat()
    look.setBackground(QColor(c.mark))
    look.setForeground(QColor(c.on_mark))
    return [_range(start, end, look) for start, end in marks]


def changed(changes: Sequence[tuple[int, int, str]], c: Colours) -> list[QTextLayout.FormatRange]:
    """Return the formats of half-open ranges that are 'removed' or 'added'."""
    return [_range(start, end, look_of(change, c)) for start, end, change in changes]


def look_of(change: str, c: Colours) -> QTextCharFormat:
    """Return a format that strikes out what was 'removed' and underlines what was 'added'. Colours only add
    to that."""
    look = QTextCharFormat()
    if change != "same":
        removed = change == "removed"
        look.setFontStrikeOut(removed)
        look.setFontUnderline(not removed)
        look.setForeground(QColor(c.bad if removed else c.good))
        look.setBackground(QColor(c.bad_soft if removed else c.good_soft))
    return look


def _range(start: int, end: int, look: QTextCharFormat) -> QTextLayout.FormatRange:
    span = QTextLayout.FormatRange()
    span.start, span.length, span.format = start, end - start, look
    return span


def lay_out(
    text: str,
    font: QFont,
    width: float,
    most: int,
    formats: list[QTextLayout.FormatRange] | None = None,
    *,
    right: bool | None = None,
    leading: float = 1.08,
) -> QTextLayout:
    """Break text into lines of ``width``; with ``most`` above 0 the last of that many lines is cut off.
    ``leading``: the height of a line relative to the font's own.

    ``right`` tells that the text runs from right to left, and its lines begin at the right; None follows its
    first letter.
    """
    width = max(width, 3 * QFontMetricsF(font).height())  # room for a letter and an ellipsis
    right = runs_right_to_left(text) if right is None else right
    layout = QTextLayout(text, font)
    option = QTextOption(Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft)
    if right:
        option.setTextDirection(Qt.LayoutDirection.RightToLeft)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    if formats:
        layout.setFormats(formats)
    y, lines = 0.0, 0
    layout.beginLayout()
    while (line := layout.createLine()).isValid():
        line.setLineWidth(width)
        if most and lines + 1 == most and line.textStart() + line.textLength() < len(text):
            layout.endLayout()
            shorter = _cut(text, line.textStart(), font, width)
            left = _clipped(formats or [], len(shorter.removesuffix("…").rstrip()))
            return lay_out(shorter, font, width, most, left, right=right, leading=leading)
        line.setPosition(QPointF(0, y))
        y += line.height() * leading
        lines += 1
    layout.endLayout()
    return layout


def _clipped(formats: list[QTextLayout.FormatRange], end: int) -> list[QTextLayout.FormatRange]:
    """Return the formats as far as they lie before ``end``: a part that was cut off must not colour the
    ellipsis."""
    for span in formats:
        span.length = min(span.length, end - span.start)
    return [span for span in formats if span.length > 0]


def _cut(text: str, start: int, font: QFont, width: float) -> str:
    """Replace what does not fit on the line that begins at ``start`` by an ellipsis."""
    whole = text[start:].removesuffix("…").rstrip()
    room = width - QFontMetricsF(font).horizontalAdvance(" …") - 4
    rest = QFontMetricsF(font).elidedText(whole, Qt.TextElideMode.ElideRight, room)
    if rest != whole:
        rest = rest.removesuffix("…")
        before = rest.rpartition(" ")[0]
        if len(before) < LEAST * len(rest):
            return text[:start] + rest + "…"
        rest = before
    return text[:start] + rest.rstrip(" ,;") + " …"
