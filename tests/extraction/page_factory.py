"""Builds RawPage values as PDFium would give them, from lines placed by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from briefbank.domain.pages import Box, PageSource, RawLine, RawPage

WIDTH, HEIGHT = 612.0, 792.0
LEFT, RIGHT = 72.0, 540.0


@dataclass(frozen=True)
class PlacedLine:
    """A line of text on a page: its left end, its top, its size."""

    text: str
    x: float = LEFT
    y: float = 0.0
    size: float = 12.0
    bold: bool = False
    right: float | None = None


def page_of(puts: Sequence[PlacedLine], index: int = 0, *, pdf_label: str = "") -> RawPage:
    """A page of placed lines; a character is 0.45 of the size wide unless ``right`` says otherwise."""
    raw = ""
    lines = []
    for put in puts:
        start = len(raw)
        raw += put.text
        right = put.right if put.right is not None else put.x + 0.45 * put.size * len(put.text)
        box = Box(put.x, put.y, right, put.y + put.size * 0.9)
        lines.append(RawLine(start, len(raw), box, put.size, put.bold))
        raw += "\r\n"
    return RawPage(index, raw, tuple(lines), WIDTH, HEIGHT, PageSource.TEXT, pdf_label)


def block(*lines: str, x: float = 72, y: float = 140, pitch: float = 14) -> list[PlacedLine]:
    """Lines one below the other; each leading space moves a line to the right."""
    return [
        PlacedLine(line.strip(), x + 6 * (len(line) - len(line.lstrip())), y + pitch * n)
        for n, line in enumerate(lines)
        if line.strip()
    ]


def centred(text: str, y: float, *, size: float = 12.0, bold: bool = False) -> PlacedLine:
    """A centred line."""
    width = 0.45 * size * len(text)
    middle = (LEFT + RIGHT) / 2
    return PlacedLine(text, middle - width / 2, y, size, bold, middle + width / 2)


def flowing(
    text: str, y: float, *, pitch: float = 24.0, characters: int = 80, indent: float = 36.0
) -> list[PlacedLine]:
    """A paragraph with a first-line indent, broken at spaces; full lines reach the right margin."""
    rows: list[str] = [""]
    for word in text.split(" "):
        room = characters - (7 if len(rows) == 1 else 0)
        if rows[-1] and len(rows[-1]) + 1 + len(word) > room:
            rows.append(word)
        else:
            rows[-1] = f"{rows[-1]} {word}".strip()
    puts = []
    for number, row in enumerate(rows):
        x = LEFT + (indent if number == 0 else 0.0)
        last = number == len(rows) - 1
        right = min(RIGHT, x + 5.6 * len(row)) if last else RIGHT
        puts.append(PlacedLine(row, x, y + number * pitch, right=right))
    return puts
