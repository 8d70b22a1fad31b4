"""Values of the layout analysis: blocks of lines, and the typography of a page and of a document."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line
from briefbank.text.sentences import ends

MARKER = re.compile(
    r"(?:(?P<point>POINT|Point|ISSUE|Issue|PROPOSITION|SECTION|PART|Part)\s+(?P<number>[IVXL]+|\d{1,2}|[A-Z]|ONE|TWO|THREE|FOUR|FIVE|SIX)\b[.:]?"
    r"|(?P<roman>[IVX]{1,6})\.|(?P<letter>[A-Z])\.|(?P<arabic>\d{1,2})\."
    r"|(?P<small>[a-z])\.|(?P<smallroman>[ivx]{1,5})\.|\((?P<inner>[a-zA-Z]|\d{1,2}|[ivx]{1,5})\))(?:\s+|$)"
)

_NOTE_CALL = re.compile(r"(?:(?<=[A-Za-z.”’])[\d*†]{1,2}| n\d{1,3})$")
_STAR_PAGE = re.compile(r"\[\*+\d{1,4}\] ?")
_RAISED_BELOW_NOTE = re.compile(r"\([^()]{0,120}(?:\)\.?$|\braised$)", re.IGNORECASE)
"""The note after a point heading, "(Not Raised Below)", also where a line break divides it."""


@dataclass(slots=True)
class Block:
    """Lines that belong together: a paragraph, a heading, a table row, or a footnote."""

    lines: list[Line]
    centred: bool = False
    indented: bool = False
    """The first line starts to the right of the page's left margin."""
    full: bool = False
    """The last line reaches the right margin."""
    note: bool = False
    quote: bool = False
    """The block is indented from both margins: a quotation, which belongs to the paragraph above it."""

    @property
    def page(self) -> int:
        return self.lines[0].page

    @property
    def text(self) -> str:
        """The lines joined by spaces, for classification; passages use ``join_lines``."""
        return self.lines[0].text if len(self.lines) == 1 else " ".join([line.text for line in self.lines])

    @property
    def bold(self) -> bool:
        return all(line.bold for line in self.lines if len(line.text) > 2 or len(self.lines) == 1)

    @property
    def ended(self) -> bool:
        """Tell whether the last line ends like a sentence or a list item."""
        return ends(self.lines[-1].text)


@dataclass(frozen=True, slots=True)
class Style:
    """The size and weight of most of the document."""

    size: float
    bold: bool
    """The document is mostly bold, so bold does not mark headings."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The measures of a page: its margins, the usual distance between lines, and the usual line length."""

    left: float
    right: float
    pitch: float
    geometry: bool
    typical: float
    """The usual length of a line, in characters."""


def without_raised(text: str) -> str:
    """Return the text without the note at its end that says where a point was raised."""
    return _RAISED_BELOW_NOTE.sub("", text) if "(" in text else text


def in_capitals(text: str) -> bool:
    """Tell whether the text is in capitals, apart from a final note in parentheses and a misread letter."""
    words = without_raised(text)
    upper = sum(map(str.isupper, words))
    lower = sum(map(str.islower, words))
    return upper >= 2 and lower <= 0.1 * upper


def without_stars(text: str) -> str:
    """Return the text without the star pages ("[*15]") that research services insert into a brief's text."""
    return _STAR_PAGE.sub("", text) if "[*" in text else text


def without_note_call(text: str) -> str:
    """Return the text without the footnote call (a number or sign) at its end."""
    if not (text[-1:].isdigit() or text[-1:] in "*†"):
        return text
    return text[:-6] + _NOTE_CALL.sub("", text[-6:])


def style_of(pages: Sequence[CleanPage]) -> Style:
    """Return the size and weight of most characters."""
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
    """Return the page's measures; without geometry only the typical length is meaningful."""
    lines = [line for line in page.lines if len(line.text) > 30] or page.lines
    if not lines or all(line.box.x1 <= line.box.x0 for line in lines):
        typical = median(len(line.text) for line in lines) if lines else 0.0
        return Metrics(0, 0, 0, False, float(typical))
    lefts = Counter(round(line.box.x0 / 4) for line in lines)
    most = max(lefts.values())
    left = min(x for x, count in lefts.items() if count >= max(2, most * 0.2) or count == most) * 4.0
    rights = sorted(line.box.x1 for line in lines)
    right = rights[int(len(rights) * 0.85)] if len(rights) > 1 else rights[0]
    right = max(right, left + 1)
    pitch = _pitch(page.lines, right - 0.12 * (right - left))
    return Metrics(left, right, pitch, True, median(len(line.text) for line in lines))


def _pitch(lines: Sequence[Line], full: float) -> float:
    """Return the usual distance between lines; ``full`` is the smallest right end of a full line.

    Where the wide steps of a page follow full lines (double spacing), they are its pitch. Where they follow
    short lines, they separate paragraphs, and the narrow steps are the pitch.
    """
    steps = [(b.middle - a.middle, a) for a, b in pairwise(lines) if 2 < b.middle - a.middle < 60]
    if not steps:
        return 14.0
    sizes = sorted(size for size, _ in steps)
    usual = sizes[int(len(sizes) * 0.7)]
    narrow = [size for size in sizes if size * 1.38 + 1 < usual]
    if len(narrow) < max(2, 0.15 * len(sizes)):
        return usual
    wide = [line.box.x1 > full for size, line in steps if size > narrow[len(narrow) // 2] * 1.38 + 1]
    return usual if sum(wide) > 0.35 * len(wide) else narrow[len(narrow) // 2]
