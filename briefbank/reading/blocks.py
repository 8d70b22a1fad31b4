"""The values that laying out works with: blocks of lines, and how a page and a document are set."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from briefbank.reading.clean import CleanPage
from briefbank.reading.sentences import ends
from briefbank.reading.text import Line

MARKER = re.compile(
    r"(?:(?P<point>POINT|Point|ISSUE|Issue|PROPOSITION|SECTION|PART|Part)\s+(?P<number>[IVXL]+|\d{1,2}|[A-Z]|ONE|TWO|THREE|FOUR|FIVE|SIX)\b[.:]?"
    r"|(?P<roman>[IVX]{1,6})\.|(?P<letter>[A-Z])\.|(?P<arabic>\d{1,2})\."
    r"|(?P<small>[a-z])\.|(?P<smallroman>[ivx]{1,5})\.|\((?P<inner>[a-zA-Z]|\d{1,2}|[ivx]{1,5})\))(?:\s+|$)"
)

_RAISED_BELOW = re.compile(r"\([^()]{0,120}(?:\)\.?$|\braised$)", re.IGNORECASE)
"""What a brief puts after a point's words: "(Not Raised Below)", also where the line breaks inside it."""


@dataclass(slots=True)
class Block:
    """Lines that belong together: a paragraph, a heading, a table row, or a footnote."""

    lines: list[Line]
    centred: bool = False
    indented: bool = False
    """Its first line starts to the right of the page's left margin."""
    full: bool = False
    """Its last line reaches the right margin."""
    note: bool = False

    @property
    def page(self) -> int:
        return self.lines[0].page

    @property
    def text(self) -> str:
        """The lines joined by spaces; for deciding, not for passages."""
        return " ".join(line.text for line in self.lines)

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines if len(line.text) > 2 or len(self.lines) == 1)

    @property
    def ended(self) -> bool:
        """Whether the last line ends like a sentence or a list item."""
        return ends(self.lines[-1].text)


@dataclass(frozen=True, slots=True)
class Style:
    """How most of the document is set."""

    size: float
    bold: bool
    """Most of the document is bold, so bold marks nothing."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """How a page is set: its margins, the usual step from line to line, the usual line length."""

    left: float
    right: float
    pitch: float
    geometry: bool
    typical: float
    """The usual length of a line, in characters."""


def in_capitals(text: str) -> bool:
    """Whether the text is set in capitals, but for a note in parentheses at its end and a misread letter."""
    words = _RAISED_BELOW.sub("", text) if "(" in text else text
    upper = sum(map(str.isupper, words))
    lower = sum(map(str.islower, words))
    return upper >= 2 and lower <= 0.1 * upper


def style_of(pages: Sequence[CleanPage]) -> Style:
    """The size and weight of most characters."""
    sizes: Counter[float] = Counter()
    bold = total = 0
    for page in pages:
        for line in page.lines:
            sizes[round(line.size * 2) / 2] += len(line.text)
            total += len(line.text)
            bold += len(line.text) if line.bold else 0
    size = sizes.most_common(1)[0][0] if sizes else 0.0
    return Style(size, bold > total * 0.45)


def metrics_of(page: CleanPage) -> Metrics:
    """The page's measures; without geometry only the typical length means anything."""
    lines = [line for line in page.lines if len(line.text) > 30] or page.lines
    if not lines or all(line.box.x1 <= line.box.x0 for line in lines):
        typical = median(len(line.text) for line in lines) if lines else 0.0
        return Metrics(0, 0, 0, False, float(typical))
    lefts = Counter(round(line.box.x0 / 4) for line in lines)
    most = max(lefts.values())
    left = min(x for x, count in lefts.items() if count >= max(2, most * 0.2) or count == most) * 4.0
    rights = sorted(line.box.x1 for line in lines)
    right = rights[int(len(rights) * 0.85)] if len(rights) > 1 else rights[0]
    steps = [b.middle - a.middle for a, b in pairwise(page.lines) if 2 < b.middle - a.middle < 60]
    pitch = sorted(steps)[int(len(steps) * 0.7)] if steps else 14.0
    return Metrics(left, max(right, left + 1), pitch, True, median(len(line.text) for line in lines))
