"""Lays out text that is painted and not a widget: lines of a width, with marked words."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QTextCharFormat, QTextLayout, QTextOption

from ui.shared.excerpts import runs_right_to_left
from ui.style.theme import Colours

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
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, end - start, look
    return made


def lay_out(
    text: str,
    font: QFont,
    width: float,
    most: int,
    formats: list[QTextLayout.FormatRange] | None = None,
    *,
    right: bool | None = None,
) -> QTextLayout:
    """Break text into lines of ``width``; with ``most`` above 0 the last of that many lines is cut off.

    ``right`` tells that the text runs from right to left, and its lines begin at the right; None follows its
    first letter.
    """
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
            kept = _clipped(formats or [], len(shorter.removesuffix("…").rstrip()))
            return lay_out(shorter, font, width, most, kept, right=right)
        line.setPosition(QPointF(0, y))
        y += line.height() * 1.08
        lines += 1
    layout.endLayout()
    return layout


def _clipped(formats: list[QTextLayout.FormatRange], end: int) -> list[QTextLayout.FormatRange]:
    """Return the formats as far as they lie before ``end``: a part that was cut off must not colour the
    ellipsis."""
    for made in formats:
        made.length = min(made.length, end - made.start)
    return [made for made in formats if made.length > 0]


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
