"""Groups a page's lines into paragraphs and separates footnotes, by the positions of the lines.

A first-line indent, a wider gap, a short last line, or a change of size or weight begins a new paragraph.
Where a page has no geometry, only line lengths and punctuation decide. A footnote begins low on the page with
a number or a sign: in smaller print, or after a raised mark that stands alone, or (set as large as the text)
with the next number and closer lines than the body's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice, pairwise
from operator import attrgetter
from statistics import median

from briefbank.domain.pages import Role
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.text import Line
from briefbank.text.language import ends

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
    indented: bool = False  # The first line starts to the right of the page's left margin
    full: bool = False  # The last line reaches the right margin
    note: bool = False
    quote: bool = False  # Indented from both margins: a quotation, which belongs to the paragraph above it

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


@dataclass(slots=True)
class Section:
    """Paragraphs and footnotes under one heading path; ``heads`` are the headings that open it."""

    role: Role
    path: tuple[str, ...]
    heads: list[Block] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.heads or self.blocks or self.notes)


@dataclass(frozen=True, slots=True)
class Style:
    """The size and weight of most of the document."""

    size: float
    bold: bool  # The document is mostly bold, so bold does not mark headings


@dataclass(frozen=True, slots=True)
class Metrics:
    """The measures of a page: its margins, the usual distance between lines, and the usual line length."""

    left: float
    right: float
    pitch: float
    geometry: bool
    typical: float  # The usual length of a line, in characters


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
    typical = float(median(len(line.text) for line in lines)) if lines else 0.0
    if not lines or all(line.box.x1 <= line.box.x0 for line in lines):
        return Metrics(0, 0, 0, False, typical)
    lefts = Counter(round(line.box.x0 / 4) for line in lines)
    most = max(lefts.values())
    left = min(x for x, count in lefts.items() if count >= max(2, most * 0.2) or count == most) * 4.0
    rights = sorted(line.box.x1 for line in lines)
    right = max(rights[int(len(rights) * 0.85)] if len(rights) > 1 else rights[0], left + 1)
    # The usual distance between lines. Where the wide steps of a page follow full lines (double spacing),
    # they are its pitch. Where they follow short lines, they separate paragraphs, and the narrow steps are.
    steps = [(b.middle - a.middle, a) for a, b in pairwise(page.lines) if 2 < b.middle - a.middle < 60]
    sizes = sorted(size for size, _ in steps)
    pitch = sizes[int(len(sizes) * 0.7)] if sizes else 14.0
    narrow = [size for size in sizes if size * 1.38 + 1 < pitch]
    if len(narrow) >= max(2, 0.15 * len(sizes)):
        usual, full = narrow[len(narrow) // 2], right - 0.12 * (right - left)
        wide = [line.box.x1 > full for size, line in steps if size > usual * 1.38 + 1]
        pitch = pitch if sum(wide) > 0.35 * len(wide) else usual
    return Metrics(left, right, pitch, True, typical)


_NOTE_MARK = re.compile(r"(?:\d{1,3}|[*†‡§]{1,3})(?=[\s.)]|[A-Z“\"]|$)")


def note_lines(page: CleanPage, style: Style, metrics: Metrics, open_note: bool, counted: int) -> list[Line]:
    """Return the lines of the page's footnotes in reading order, from the topmost mark at its foot downwards,
    or else footnotes as large as the text. ``open_note`` says that the last page's last footnote did not end
    there, ``counted`` is its number."""
    if not metrics.geometry:
        return []
    ordered = sorted(page.lines, key=lambda line: line.middle)
    start = _foot_start(ordered, style)
    top = start - 1 if start is not None and open_note else None
    for at, line in enumerate(ordered) if style.size else ():
        match = _NOTE_MARK.match(line.text)
        if not match or line.box.x0 > metrics.left + 75 or line.middle < page.height * 0.2:
            continue
        if match.group().isdecimal() and not 0 < int(match.group()) <= counted + 20:
            continue
        small = start is not None and line.middle >= start - 1 and line.size <= style.size * 0.94
        # A raised mark stands as a line of its own, with text beside it.
        raised = line.size <= style.size * 0.82 and any(
            abs(other.middle - line.middle) < 9 and other.box.x0 >= line.box.x1 - 2
            for other in (*ordered[max(0, at - 3) : at], *ordered[at + 1 : at + 4])
        )
        if small if match.end() < len(line.text) else raised:
            top = min(line.middle - 4, line.middle if top is None else top)
            break
    if style.size and top is not None:
        return [line for line in page.lines if line.middle >= top]
    return _spaced_notes(page, ordered, metrics, counted + 1)


def last_number(notes: list[Line], counted: int) -> int:
    """Return the number of the last footnote so far, as long as the numbers are consecutive."""
    for line in notes:
        match = re.match(r"\d{1,3}(?!\d)", line.text)
        if match and counted < int(match.group()) <= counted + 3:
            counted = int(match.group())
    return counted


def _spaced_notes(page: CleanPage, ordered: list[Line], metrics: Metrics, expected: int) -> list[Line]:
    mark = re.compile(rf"(?:{expected}|{expected + 1}|{expected + 2})(?:\s+[A-Z“\"(\[]|[A-Z][a-z]|[“\"])")
    possible = (
        index
        for index, line in enumerate(ordered)
        if index
        and mark.match(line.text)
        and line.box.x0 < metrics.left + 75
        and line.middle > page.height * 0.25
    )
    for index in islice(possible, 4):
        line, rest = ordered[index], ordered[index:]
        steps = [b.middle - a.middle for a, b in pairwise(rest)]
        close = bool(steps) and median(steps) < 0.8 * metrics.pitch and max(steps) < 1.1 * metrics.pitch
        if close and line.middle - ordered[index - 1].middle + 2 >= 0.8 * metrics.pitch:
            return [other for other in page.lines if other.middle >= line.middle - 2]
    return []


def _foot_start(ordered: list[Line], style: Style) -> float | None:
    """Return where the run of small lines at the foot of the page begins, or None."""
    start = None
    for line in reversed(ordered):
        if line.size > style.size * 0.94 and len(line.text) > 3:
            break
        start = line.middle
    return None if start is None or start == ordered[0].middle else start


def caller(note: Block, blocks: Sequence[Block]) -> int | None:
    """Return the index of the block that calls the footnote by its number, raised or alone; or None."""
    first = note.lines[0].text
    mark = _NOTE_MARK.match(first)
    if mark is None:
        return None
    call = re.compile(rf"[^\W\d][.,;:?!)\]]?[”’\"']{{0,2}}{re.escape(mark.group())}(?![\w.])")
    for index, block in enumerate(blocks):
        if any(line.text == mark.group() or call.search(line.text) for line in block.lines):
            return index
    return None


def note_blocks(lines: Sequence[Line]) -> list[Block]:
    """Return one block for each footnote; lines before the first mark are one block too."""
    blocks: list[Block] = []
    for line in lines:
        if not blocks or _NOTE_MARK.match(line.text):
            blocks.append(Block([line], note=True))
        else:
            blocks[-1].lines.append(line)
    return blocks


_BULLET = re.compile(r"[•●▪■◦–—*·-]\s")
_LEADER_END = re.compile(r"(?:\.{4,}|(?:\.\s){4,})\s*[\w, –-]{1,30}$|\.{2,}\s\d{1,3}$")
_BLOCK_TITLES = re.compile(
    r"(?:POINT (?:[IVX]+|\d{1,2})|LEGAL ARGUMENT|(?:BRIEF |CONCISE )?(?:COUNTER[- ]?)?STATEMENT OF (?:THE )?"
    r"(?:RELEVANT )?(?:FACTS|CASE|ISSUES?|QUESTIONS?|PROCEDURAL HISTORY|MATTER INVOLVED)"
    r"|(?:QUESTIONS?|ISSUES?) PRESENTED|PROCEDURAL (?:HISTORY|BACKGROUND)|PRELIMINARY STATEMENT"
    r"|FACTUAL BACKGROUND|TABLE OF (?:CONTENTS|AUTHORITIES|CITATIONS)|P(?:ER|er) C(?:URIAM|uriam))\W{0,3}"
)
"""Titles in capitals that are never the end of another heading, so that they always begin a block."""
_UNFINISHED = re.compile(r"(?:\b(?:AND|OF|THE|TO|IN|FOR|A|ON|OR|FROM|WITH|BY|COUNTER)|[,&-])$", re.IGNORECASE)
_QUOTE_INDENT = 20.0  # Of a block quotation, in points; half as much at the right margin
_EDGE_TOLERANCE = 2.0
_MAX_LINES_BACK = 8  # So that a page of one endless row is not slow


@dataclass(slots=True)
class PageLayout:
    """A page's blocks in reading order, its footnotes apart, and the label printed on it."""

    blocks: list[Block] = field(default_factory=list)
    notes: list[Block] = field(default_factory=list)
    label: str = ""


def lay_out(pages: Sequence[CleanPage]) -> list[PageLayout]:
    """Return one layout for each page. Linear time except for sorting a page's lines."""
    style = style_of(pages)
    layouts: list[PageLayout] = []
    open_note: Block | None = None
    counted = 0
    for page in pages:
        # The page's columns, and what stands across it, in order with their measures.
        whole = metrics_of(page)
        parts = [(page, whole)]
        groups = [(column, list(lines)) for column, lines in groupby(page.lines, key=attrgetter("column"))]
        if any(column for column, _ in groups):
            columns = [(column, replace(page, lines=lines)) for column, lines in groups]
            parts = [(part, metrics_of(part) if column else whole) for column, part in columns]
        opened = open_note is not None
        if len(parts) == 1:
            notes = note_lines(page, style, parts[0][1], opened, counted)
        else:
            notes = [
                line
                for part, metrics in parts
                if part.lines[0].column
                for line in note_lines(part, style, metrics, opened, counted)
            ]
            across = note_lines(page, style, whole, opened, counted)
            notes += [line for line in across if not line.column]
        marked = {id(line) for line in notes}
        body = [
            block
            for part, metrics in parts
            for block in _blocks([line for line in part.lines if id(line) not in marked], metrics)
        ]
        own = note_blocks(notes)
        if open_note is not None and notes and _NOTE_MARK.match(notes[0].text) is None:
            open_note.lines += own[0].lines  # the rest of the last page's last note
            own = own[1:]
        counted = last_number(notes, counted)
        last = own[-1] if own else open_note if notes else None
        open_note = last if last is not None and not last.ended else None
        layouts.append(PageLayout(body, own, page.label))
    return layouts


def _blocks(lines: list[Line], metrics: Metrics) -> list[Block]:
    blocks: list[Block] = []
    for line, following in zip(lines, [*lines[1:], None], strict=False):
        if blocks and not _begins_block(blocks[-1], line, following, metrics):
            blocks[-1].lines.append(line)
        else:
            blocks.append(Block([line]))
    for block in blocks if metrics.geometry else ():
        lefts = [line.box.x0 for line in block.lines]
        right = max(line.box.x1 for line in block.lines)
        # Several lines at one left edge are no centred heading.
        flush = len(lefts) > 1 and max(lefts) - min(lefts) < _EDGE_TOLERANCE
        block.centred = not flush and all(_centred(line, metrics) for line in block.lines)
        block.indented = lefts[0] > metrics.left + 8
        block.full = block.lines[-1].box.x1 > metrics.right - 0.12 * (metrics.right - metrics.left)
        set_in = min(lefts) > metrics.left + _QUOTE_INDENT and right < metrics.right - _QUOTE_INDENT / 2
        block.quote = len(lefts) > 1 and not block.centred and set_in
    return blocks


def _centred(line: Line, metrics: Metrics) -> bool:
    middle = (line.box.x0 + line.box.x1) / 2
    return (
        abs(middle - (metrics.left + metrics.right) / 2) < 18
        and line.box.x0 > metrics.left + 5
        and line.box.x1 < metrics.right + (8 if line.bold or line.text.isupper() else -3)
    )


def _begins_block(block: Block, line: Line, following: Line | None, metrics: Metrics) -> bool:
    last = block.lines[-1]
    if not metrics.geometry:
        if last.text.isupper() != line.text.isupper():
            return True
        short = len(last.text) < 0.75 * metrics.typical
        return ends(last.text) and (short or bool(MARKER.match(line.text)))
    if _same_row(last, line):
        return line.box.x0 < last.box.x0 or line.box.x0 - last.box.x1 > 3 * max(line.size, 8.0)
    step = line.middle - last.middle
    if step <= 0:
        return not (line.text[0].islower() and not ends(last.text))
    near = block.lines[-_MAX_LINES_BACK:]
    steps = (later.middle - earlier.middle for earlier, later in pairwise(near))
    usual = next((s for s in reversed(list(steps)) if s > 4), metrics.pitch)
    tail = last.text[-60:]
    if step > usual * 1.38 + 1 or ((".." in tail or ". ." in tail) and _LEADER_END.search(tail)):
        return True
    # A heading in capitals ends.
    heading = len(last.text) > 3 and last.text.isupper() and block.lines[0].text.isupper()
    if heading and not line.text.isupper() and not in_capitals(line.text):
        return True
    return (
        _weight_changes(block, line, metrics)
        or (_BLOCK_TITLES.fullmatch(line.text) is not None and not _UNFINISHED.search(last.text))
        or _begins_outline_item(block, line)
        or _begins_block_by_indent(block, line, following, metrics)
    )


def _same_row(last: Line, line: Line) -> bool:
    overlap = min(last.box.y1, line.box.y1) - max(last.box.y0, line.box.y0)
    smaller = min(last.height, line.height)
    return smaller > 0 and overlap > 0.5 * smaller


def _weight_changes(block: Block, line: Line, metrics: Metrics) -> bool:
    last = block.lines[-1]
    shorter = min(len(last.text), len(line.text))
    if last.size and line.size and not 0.78 < line.size / last.size < 1.28 and shorter > 3:
        return True
    if last.bold == line.bold or shorter < 4:
        return False
    if last.bold and block.bold:
        return not line.text[0].islower()
    apart = line.text.isupper() or abs(line.box.x0 - _row_starts(block)[-1]) > 5
    return apart or last.box.x1 < metrics.right - 0.08 * (metrics.right - metrics.left)


def _begins_outline_item(block: Block, line: Line) -> bool:
    if not _is_item(line):
        title = block.lines[0].text.upper()
        known = title in ("ARGUMENT", "CONCLUSION") or _BLOCK_TITLES.fullmatch(title)
        return len(block.lines) == 1 and bool(known)
    last = block.lines[-1]
    heading = line.text.startswith(("POINT ", "Point ")) or last.bold or last.text.isupper()
    return heading or ends(last.text)


def _is_item(line: Line) -> bool:
    return bool(MARKER.match(line.text) or _BULLET.match(line.text))


def _begins_block_by_indent(block: Block, line: Line, following: Line | None, metrics: Metrics) -> bool:
    last = block.lines[-1]
    width = metrics.right - metrics.left
    if _centred(last, metrics) and _centred(line, metrics):
        return False
    rows = _row_starts(block)
    move = line.box.x0 - rows[-1]
    if move > 8:
        listed = len(rows) == 1 and _is_item(block.lines[0])
        if block.bold and line.bold:
            # The line above ended early, with room for this one's first word, and this one is set apart.
            word = len(line.text.split(" ", 1)[0]) + 1
            room = metrics.right - last.box.x1 > 0.6 * word * (line.size or 12.0)
            apart = line.middle - last.middle > 1.1 * metrics.pitch or line.text[0] in '“…"['
            return not listed or (room and apart)
        if not listed or move >= 60:
            return True
        # An indented line continues the list item above it, or begins a paragraph.
        if following is not None and 0 < following.middle - line.middle < 2 * metrics.pitch:
            return following.box.x0 < line.box.x0 - 8 and not _is_item(following)
        return last.box.x1 <= metrics.right - 0.25 * width
    if move < -8:
        return len(rows) > 1 or move < -75 or last.box.x1 < metrics.right - 0.25 * width
    if last.box.x1 < metrics.right - 0.15 * width and ends(last.text):
        return True
    return last.box.x1 < metrics.left + 0.55 * width and not line.text[0].islower()


def _row_starts(block: Block) -> list[float]:
    """Return the left ends of the block's last two rows (a row may be several lines at one height)."""
    starts: list[float] = []
    previous: Line | None = None
    for line in reversed(block.lines[-_MAX_LINES_BACK:]):
        if previous is not None and _same_row(line, previous):
            starts[-1] = min(starts[-1], line.box.x0)
        elif len(starts) == 2:
            break
        else:
            starts.append(line.box.x0)
        previous = line
    return starts[::-1]
