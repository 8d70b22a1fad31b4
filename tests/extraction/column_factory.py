"""Pages whose text stands in columns, drawn in different orders."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

Placed = tuple[float, float, str]
"""The left end and the baseline of a line of text, from the bottom left corner of the page."""

_WORDS = str.split(
    "the officer stopped a car because its lights were out and asked its driver to step out of it while "
    "another searched under the seat where nothing could be seen from outside so that no warrant was sought "
    "before anyone had consented although the court below held otherwise in an order that said little of law"
)


def prose(words: int, seed: int) -> str:
    """Return sentences of plain words; those of another seed are others."""
    chosen = random.Random(seed)
    written: list[str] = []
    for count in range(words):
        word = chosen.choice(_WORDS)
        written.append(word.capitalize() if count % 14 == 0 else word + "." * (count % 14 == 13))
    return " ".join(written)


def wrapped(text: str, width: float, font: str = "Times-Roman", size: float = 11) -> list[str]:
    """Break a text into lines that are at most ``width`` points wide."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and stringWidth(longer, font, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def down(lines: Sequence[str], x: float, y: float, pitch: float = 13) -> list[Placed]:
    """Place lines below one another."""
    return [(x, y - pitch * row, line) for row, line in enumerate(lines)]


def in_order(placed: Sequence[Placed], order: str, seed: int = 0) -> list[Placed]:
    """Return the lines as given ("columns"), row by row ("rows"), or mixed ("random")."""
    if order == "rows":
        return sorted(placed, key=lambda line: (-line[1], line[0]))
    mixed = list(placed)
    if order == "random":
        random.Random(seed).shuffle(mixed)
    return mixed


def drawn(path: Path, pages: Sequence[Sequence[Placed]], font: str = "Times-Roman", size: float = 11) -> Path:
    """Draw each page's lines in the order given."""
    canvas = Canvas(str(path), pagesize=(612, 792))
    for placed in pages:
        canvas.setFont(font, size)
        for x, y, line in placed:
            canvas.drawString(x, y, line)
        canvas.showPage()
    canvas.save()
    return path
