"""The pages that a sample brief is set on, with their running head and number, and a place to write.

Letter paper, Times 12 point, one inch of margin; lengths are PDF points from the page's lower left corner.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from briefbank.sample.source import LABEL, Brief, BriefBlock

WIDTH, HEIGHT = 612.0, 792.0
MARGIN = 72.0
TOP, FOOT = HEIGHT - 76.0, 68.0
SIZE = 12.0
SINGLE = 14.0
"""The leading of headings, quotations and tables, in points."""
_UNITS = ((10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))


def roman(number: int) -> str:
    """Return the lower-case roman numeral of 1 to 39."""
    text = ""
    for value, letters in _UNITS:
        count, number = divmod(number, value)
        text += letters * count
    return text


@dataclass
class Sheets:
    """A canvas with a place to write next. ``y`` is the top of the next line or paragraph, from the page's
    foot."""

    brief: Brief
    y: float = 0.0
    folio: int = 0
    number: Callable[[int], str] = str
    heading_pages: dict[BriefBlock, int] = field(default_factory=dict)
    _buffer: BytesIO = field(default_factory=BytesIO)
    canvas: Any = None
    _open: bool = False

    def __post_init__(self) -> None:
        from reportlab.pdfgen.canvas import Canvas

        self.canvas = Canvas(self._buffer, pagesize=(WIDTH, HEIGHT), invariant=1, pageCompression=1)
        self.canvas.setTitle(self.brief.pdf_title)
        self.canvas.setAuthor("BriefBank (made-up sample)")

    def section(self, number: Callable[[int], str]) -> None:
        """Start a run of pages that are numbered from 1, by ``number``."""
        self.folio, self.number = 0, number
        self.turn()

    def turn(self) -> None:
        """End the page and begin the next one with its running head and number."""
        if self._open:
            self.canvas.showPage()
        self._open = True
        self.folio += 1
        self.y = TOP
        self.canvas.setFont("Times-Italic", 9)
        self.canvas.drawCentredString(WIDTH / 2, HEIGHT - 42, LABEL)
        self.canvas.setFont("Times-Roman", SIZE)
        self.canvas.drawCentredString(WIDTH / 2, 40, self.number(self.folio))

    def room(self, height: float) -> None:
        """Begin a new page unless ``height`` points are left on this one."""
        if self.y - height < FOOT:
            self.turn()

    def flow(self, markup: str, style: Any, keep: float = 0.0) -> None:
        """Set a paragraph, continued on the next page if need be; ``keep`` points after it stay on its
        page."""
        from reportlab.platypus import Paragraph

        left: list[Any] = [Paragraph(markup, style)]
        self.y -= style.spaceBefore if self.y < TOP else 0
        while left:
            part = left.pop(0)
            _, height = part.wrap(WIDTH - 2 * MARGIN, 10_000)
            if self.y - height - keep < FOOT:
                pieces = [] if keep else part.split(WIDTH - 2 * MARGIN, self.y - FOOT)
                if len(pieces) < 2:
                    self.turn()
                    pieces = (
                        [part] if self.y - height >= FOOT else part.split(WIDTH - 2 * MARGIN, self.y - FOOT)
                    )
                part, *rest = pieces
                left = [*rest, *left]
                _, height = part.wrap(WIDTH - 2 * MARGIN, 10_000)
            part.drawOn(self.canvas, MARGIN, self.y - height)
            self.y -= height
        self.y -= style.spaceAfter

    def finish(self) -> bytes:
        self.canvas.save()
        return self._buffer.getvalue()


def write_lines(canvas: Any, lines: Sequence[str], x: float, y: float, leading: float) -> None:
    """Draw lines downward from ``y``, each indented by three points for a leading space."""
    canvas.setFont("Times-Roman", SIZE)
    for row, line in enumerate(lines):
        inset = len(line) - len(line.lstrip(" "))
        canvas.drawString(x + 3 * inset, y - row * leading, line.lstrip(" "))


def wrapped(text: str, width: float, face: str = "Times-Roman") -> list[str]:
    """Break ``text`` into lines of at most ``width`` points."""
    from reportlab.lib.utils import simpleSplit

    return list(simpleSplit(text, face, SIZE, width))


def curl(text: str) -> str:
    """Replace typewriter quotes by printed ones."""
    text = re.sub(r'(^|[\s(\[—])"', r"\1“", text).replace('"', "”")
    return re.sub(r"(^|[\s(\[—“])'", r"\1‘", text).replace("'", "’")
