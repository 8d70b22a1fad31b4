"""Groups a page's lines into paragraphs and sets footnotes apart, from where the lines stand.

A first-line indent, a wider gap, a short last line, a change of size or weight begin a new paragraph; a
paragraph that runs over the foot of a page is one again. Where a page has no geometry, only line lengths and
punctuation decide.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import median

from briefbank.reading.clean import CleanPage
from briefbank.reading.sentences import ends
from briefbank.reading.text import Line

MARKER = re.compile(
    r"(?:(?P<point>POINT|Point|ISSUE|Issue|PROPOSITION|SECTION|PART|Part)\s+(?P<number>[IVXL]+|\d{1,2}|[A-Z]|ONE|TWO|THREE|FOUR|FIVE|SIX)\b[.:]?"
    r"|(?P<roman>[IVX]{1,6})\.|(?P<letter>[A-Z])\.|(?P<arabic>\d{1,2})\."
    r"|(?P<small>[a-z])\.|(?P<smallroman>[ivx]{1,5})\.|\((?P<inner>[a-zA-Z]|\d{1,2}|[ivx]{1,5})\))(?:\s+|$)"
)
_BULLET = re.compile(r"[•●▪■◦–—*·-]\s")
_LEADER_END = re.compile(r"(?:\.{4,}|(?:\.\s){4,})\s*[\w, –-]{1,30}$|\.{2,}\s\d{1,3}$")
_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§]{1,3})(?=[\s.)]|[A-Z“\"]|$)")
_KNOWN_ALONE = re.compile(r"(?:LEGAL )?ARGUMENT|CONCLUSION|POINT [IVX\d]+\.?|STATEMENT OF (?:THE )?FACTS|PROCEDURAL HISTORY")


_LOOK_BACK = 8
"""Lines of a paragraph that are looked at again; more would make a page of one endless row slow."""


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


@dataclass(slots=True)
class PageLayout:
    """A page's blocks in reading order, its footnotes apart."""

    blocks: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Metrics:
    left: float
    right: float
    pitch: float
    geometry: bool
    typical: float
    """The usual length of a line, in characters."""


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


def lay_out(pages: Sequence[CleanPage]) -> list[PageLayout]:
    """One layout for each page. Linear time but for sorting a page's lines."""
    style = style_of(pages)
    layouts: list[PageLayout] = []
    open_note = False
    counted = 0
    for page in pages:
        metrics = _metrics(page)
        notes = _note_lines(page, style, metrics, open_note, counted) or _spaced_notes(page, metrics, counted + 1)
        marked = {id(line) for line in notes}
        body = [line for line in page.lines if id(line) not in marked]
        layout = PageLayout(_blocks(body, metrics), _note_blocks(notes))
        counted = _last_number(notes, counted)
        open_note = bool(layout.notes) and not layout.notes[-1].ended
        layouts.append(layout)
    return layouts


def _metrics(page: CleanPage) -> _Metrics:
    lines = [line for line in page.lines if len(line.text) > 30] or page.lines
    if not lines or all(line.box.x1 <= line.box.x0 for line in lines):
        typical = median(len(line.text) for line in lines) if lines else 0.0
        return _Metrics(0, 0, 0, False, float(typical))
    lefts = Counter(round(line.box.x0 / 4) for line in lines)
    most = max(lefts.values())
    left = min(x for x, count in lefts.items() if count >= max(2, most * 0.2) or count == most) * 4.0
    rights = sorted(line.box.x1 for line in lines)
    right = rights[int(len(rights) * 0.85)] if len(rights) > 1 else rights[0]
    steps = [
        b.middle - a.middle
        for a, b in zip(page.lines, page.lines[1:], strict=False)
        if 2 < b.middle - a.middle < 60
    ]
    pitch = sorted(steps)[int(len(steps) * 0.7)] if steps else 14.0
    return _Metrics(left, max(right, left + 1), pitch, True, median(len(line.text) for line in lines))


def _note_lines(
    page: CleanPage, style: Style, metrics: _Metrics, open_note: bool, counted: int
) -> list[Line]:
    """The lines of the page's footnotes, from the topmost mark at the foot of the page downwards."""
    if not metrics.geometry or not style.size or not page.lines:
        return []
    ordered = sorted(page.lines, key=lambda line: line.middle)
    start = _foot_start(ordered, style)
    foot = _Foot(ordered, style, metrics, page.height, start, counted)
    first = next((line for at, line in enumerate(ordered) if foot.begins_note(at)), None)
    if first is not None:
        top = first.middle - 4
        if start is not None and open_note:
            top = min(top, start - 1)
        return [line for line in page.lines if line.middle >= top]
    if start is not None and open_note:
        return [line for line in page.lines if line.middle >= start - 1]
    return []


def _last_number(notes: list[Line], counted: int) -> int:
    """The number of the last footnote so far, as far as they follow each other."""
    for line in notes:
        match = re.match(r"\d{1,3}(?!\d)", line.text)
        if match and counted < int(match.group()) <= counted + 3:
            counted = int(match.group())
    return counted


def _spaced_notes(page: CleanPage, metrics: _Metrics, expected: int) -> list[Line]:
    """Footnotes set as large as the text, known by the next number and by closer lines than the body's."""
    if not metrics.geometry:
        return []
    ordered = sorted(page.lines, key=lambda line: line.middle)
    mark = re.compile(rf"(?:{expected}|{expected + 1}|{expected + 2})\s+[A-Z“\"(\[]")
    possible = [
        index
        for index, line in enumerate(ordered)
        if index and mark.match(line.text) and line.box.x0 < metrics.left + 75 and line.middle > page.height * 0.25
    ]
    for index in possible[:4]:
        line, rest = ordered[index], ordered[index:]
        steps = [b.middle - a.middle for a, b in zip(rest, rest[1:], strict=False)]
        close = bool(steps) and median(steps) < 0.8 * metrics.pitch and max(steps) < 1.1 * metrics.pitch
        if close and line.middle - ordered[index - 1].middle + 2 >= 0.8 * metrics.pitch:
            return [other for other in page.lines if other.middle >= line.middle - 2]
    return []


def _foot_start(ordered: list[Line], style: Style) -> float | None:
    """Where the run of small lines at the foot of the page begins, or None."""
    start = None
    for line in reversed(ordered):
        if line.size > style.size * 0.94 and len(line.text) > 3:
            break
        start = line.middle
    return None if start is None or start == ordered[0].middle else start


@dataclass(frozen=True, slots=True)
class _Foot:
    """A page's lines from top to bottom, and what is needed to say which of them begins a footnote."""

    ordered: list[Line]
    style: Style
    metrics: _Metrics
    height: float
    start: float | None
    counted: int

    def begins_note(self, at: int) -> bool:
        line = self.ordered[at]
        match = _NOTE_MARK.match(line.text)
        if not match or line.box.x0 > self.metrics.left + 75 or line.middle < self.height * 0.2:
            return False
        if match.group().isdigit() and not 0 < int(match.group()) <= self.counted + 20:
            return False
        if match.end() == len(line.text):
            return self._raised(at)
        return self.start is not None and line.middle >= self.start - 1 and line.size <= self.style.size * 0.94

    def _raised(self, at: int) -> bool:
        """A raised mark that stands as a line of its own, with text beside it."""
        line = self.ordered[at]
        beside = [*self.ordered[max(0, at - 3) : at], *self.ordered[at + 1 : at + 4]]
        return line.size <= self.style.size * 0.82 and any(
            abs(other.middle - line.middle) < 9 and other.box.x0 >= line.box.x1 - 2 for other in beside
        )


def _note_blocks(lines: list[Line]) -> list[Block]:
    blocks: list[Block] = []
    for line in lines:
        if not blocks or _NOTE_MARK.match(line.text):
            blocks.append(Block([line], note=True))
        else:
            blocks[-1].lines.append(line)
    return blocks


def _blocks(lines: list[Line], metrics: _Metrics) -> list[Block]:
    blocks: list[Block] = []
    for line, following in zip(lines, [*lines[1:], None], strict=True):
        if blocks and not _starts_new(blocks[-1], line, following, metrics):
            blocks[-1].lines.append(line)
        else:
            blocks.append(Block([line]))
    for block in blocks:
        _describe(block, metrics)
    return blocks


def _describe(block: Block, metrics: _Metrics) -> None:
    if not metrics.geometry:
        return
    block.centred = all(_centred(line, metrics) for line in block.lines)
    block.indented = block.lines[0].box.x0 > metrics.left + 8
    block.full = block.lines[-1].box.x1 > metrics.right - 0.12 * (metrics.right - metrics.left)


def _centred(line: Line, metrics: _Metrics) -> bool:
    middle = (line.box.x0 + line.box.x1) / 2
    return (
        abs(middle - (metrics.left + metrics.right) / 2) < 18
        and line.box.x0 > metrics.left + 5
        and line.box.x1 < metrics.right - 3
    )


def _starts_new(block: Block, line: Line, following: Line | None, metrics: _Metrics) -> bool:
    last = block.lines[-1]
    if not metrics.geometry:
        return _new_without_geometry(last, line, metrics)
    if _same_row(last, line):
        return line.box.x0 < last.box.x0 or line.box.x0 - last.box.x1 > 3 * max(line.size, 8.0)
    step = line.middle - last.middle
    if step <= 0:
        return not (line.text[0].islower() and not ends(last.text))
    return (
        bool(_LEADER_END.search(last.text[-60:]))
        or step > _usual_step(block, metrics) * 1.38 + 1
        or _weight_changes(block, line, metrics)
        or _new_outline(block, line)
        or _new_by_indent(block, line, following, metrics)
    )


def _new_without_geometry(last: Line, line: Line, metrics: _Metrics) -> bool:
    if last.text.isupper() != line.text.isupper():
        return True
    ended = ends(last.text)
    return ended and (len(last.text) < 0.75 * metrics.typical or bool(MARKER.match(line.text)))


def _same_row(last: Line, line: Line) -> bool:
    overlap = min(last.box.y1, line.box.y1) - max(last.box.y0, line.box.y0)
    smaller = min(last.height, line.height)
    return smaller > 0 and overlap > 0.5 * smaller


def _usual_step(block: Block, metrics: _Metrics) -> float:
    lines = block.lines[-_LOOK_BACK:]
    for earlier, later in zip(reversed(lines[:-1]), reversed(lines), strict=False):
        step = later.middle - earlier.middle
        if step > 4:
            return step
    return metrics.pitch


def _weight_changes(block: Block, line: Line, metrics: _Metrics) -> bool:
    last = block.lines[-1]
    if last.size and line.size and not 0.78 < line.size / last.size < 1.28 and min(len(last.text), len(line.text)) > 3:
        return True
    if last.bold == line.bold or min(len(last.text), len(line.text)) < 4:
        return False
    if last.bold and block.bold:
        return not line.text[0].islower()
    return last.box.x1 < metrics.right - 0.08 * (metrics.right - metrics.left)


def _new_outline(block: Block, line: Line) -> bool:
    if not (MARKER.match(line.text) or _BULLET.match(line.text)):
        return len(block.lines) == 1 and bool(_KNOWN_ALONE.fullmatch(block.lines[0].text))
    last = block.lines[-1]
    if line.text.startswith(("POINT ", "Point ")) or last.bold or last.text.isupper():
        return True
    return ends(last.text)


def _new_by_indent(block: Block, line: Line, following: Line | None, metrics: _Metrics) -> bool:
    last = block.lines[-1]
    width = metrics.right - metrics.left
    if _centred(last, metrics) and _centred(line, metrics):
        return False
    rows = _row_starts(block)
    move = line.box.x0 - rows[-1]
    if move > 8:
        listed = len(rows) == 1 and bool(MARKER.match(block.lines[0].text) or _BULLET.match(block.lines[0].text))
        return not (listed and move < 60 and _hangs(last, line, following, metrics))
    if move < -8:
        return len(rows) > 1 or move < -75 or last.box.x1 < metrics.right - 0.25 * width
    short = last.box.x1 < metrics.right - 0.15 * width
    if short and ends(last.text):
        return True
    return last.box.x1 < metrics.left + 0.55 * width and not line.text[0].islower()


def _hangs(last: Line, line: Line, following: Line | None, metrics: _Metrics) -> bool:
    """Whether an indented line goes on with the list item above it and does not begin a paragraph."""
    if following is not None and 0 < following.middle - line.middle < 2 * metrics.pitch:
        if following.box.x0 < line.box.x0 - 8:
            return bool(MARKER.match(following.text) or _BULLET.match(following.text))
        return True
    return last.box.x1 > metrics.right - 0.25 * (metrics.right - metrics.left)


def _row_starts(block: Block) -> list[float]:
    """The left ends of the block's last two rows (a row may be several lines at one height)."""
    starts: list[float] = []
    previous: Line | None = None
    for line in reversed(block.lines[-_LOOK_BACK:]):
        if previous is not None and _same_row(line, previous):
            starts[-1] = min(starts[-1], line.box.x0)
        elif len(starts) == 2:
            break
        else:
            starts.append(line.box.x0)
        previous = line
    return starts[::-1]
