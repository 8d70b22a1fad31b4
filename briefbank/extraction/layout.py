"""Groups a page's lines into paragraphs and separates footnotes, by the positions of the lines.

A first-line indent, a wider gap, a short last line, or a change of size or weight begins a new paragraph. A
paragraph that continues on the next page is joined. Where a page has no geometry, only line lengths and
punctuation decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from operator import attrgetter

from briefbank.extraction.blocks import MARKER, Block, Metrics, Style, in_capitals, metrics_of, style_of
from briefbank.extraction.clean import CleanPage
from briefbank.extraction.footnotes import goes_on, last_number, note_blocks, note_lines, printed_notes
from briefbank.extraction.text import Line
from briefbank.text.sentences import ends

_BULLET = re.compile(r"[•●▪■◦–—*·-]\s")
_LEADER_END = re.compile(r"(?:\.{4,}|(?:\.\s){4,})\s*[\w, –-]{1,30}$|\.{2,}\s\d{1,3}$")
_SINGLE_LINE_TITLES = re.compile(
    r"(?:LEGAL )?ARGUMENT|CONCLUSION|POINT [IVX\d]+\.?|STATEMENT OF (?:THE )?FACTS|PROCEDURAL HISTORY"
    r"|TABLE OF (?:CONTENTS|AUTHORITIES|CITATIONS)|QUESTIONS? PRESENTED|STATEMENT OF THE CASE",
    re.IGNORECASE,
)
_BLOCK_TITLES = re.compile(
    r"(?:POINT (?:[IVX]+|\d{1,2})|LEGAL ARGUMENT|(?:BRIEF |CONCISE )?(?:COUNTER[- ]?)?STATEMENT OF (?:THE )?"
    r"(?:RELEVANT )?(?:FACTS|CASE|ISSUES?|QUESTIONS?|PROCEDURAL HISTORY|MATTER INVOLVED)"
    r"|(?:QUESTIONS?|ISSUES?) PRESENTED|PROCEDURAL (?:HISTORY|BACKGROUND)|PRELIMINARY STATEMENT"
    r"|FACTUAL BACKGROUND|TABLE OF (?:CONTENTS|AUTHORITIES|CITATIONS)|P(?:ER|er) C(?:URIAM|uriam))\W{0,3}"
)
"""Titles in capitals that are never the end of another heading, so that they always begin a block."""
_UNFINISHED = re.compile(r"(?:\b(?:AND|OF|THE|TO|IN|FOR|A|ON|OR|FROM|WITH|BY|COUNTER)|[,&-])$", re.IGNORECASE)
_QUOTE_INDENT = 20.0
"""The minimum indent of a block quotation in points; half as much at the right margin, because lines end
unevenly."""
_EDGE_TOLERANCE = 2.0
_MAX_LINES_BACK = 8
"""The number of lines of a paragraph that are examined again; more would make a page of one endless row
slow."""


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
    counted = listed = 0
    for page in pages:
        parts = _parts(page)
        notes = _notes(page, parts, style, open_note is not None, counted)
        marked = {id(line) for line in notes}
        body = [
            block
            for part, metrics in parts
            for block in _blocks([line for line in part.lines if id(line) not in marked], metrics)
        ]
        found = note_blocks(notes)
        if open_note is not None and goes_on(notes):
            open_note.lines += found[0].lines
            found = found[1:]
        counted = last_number(notes, counted)
        last = found[-1] if found else open_note if notes else None
        open_note = last if last is not None and not last.ended else None
        blocks, printed, listed = printed_notes(body, listed)
        layouts.append(PageLayout(blocks, [*printed, *found], page.label))
    return layouts


def _parts(page: CleanPage) -> list[tuple[CleanPage, Metrics]]:
    """Return the page's columns, and what stands across it, in order with their measures."""
    whole = metrics_of(page)
    parts = [(column, list(lines)) for column, lines in groupby(page.lines, key=attrgetter("column"))]
    if not any(column for column, _ in parts):
        return [(page, whole)]
    pages = [(column, replace(page, lines=lines)) for column, lines in parts]
    return [(part, metrics_of(part) if column else whole) for column, part in pages]


def _notes(
    page: CleanPage, parts: Sequence[tuple[CleanPage, Metrics]], style: Style, open_note: bool, counted: int
) -> list[Line]:
    """Return the lines of the footnotes: those in the columns, and then those across the page."""
    if len(parts) == 1:
        return note_lines(page, style, parts[0][1], open_note, counted)
    notes: list[Line] = []
    for part, metrics in [part for part in parts if part[0].lines[0].column]:
        notes += note_lines(part, style, metrics, open_note, counted)
    across = note_lines(page, style, metrics_of(page), open_note, counted)
    return notes + [line for line in across if not line.column]


def _blocks(lines: list[Line], metrics: Metrics) -> list[Block]:
    blocks: list[Block] = []
    for line, following in zip(lines, [*lines[1:], None], strict=False):
        if blocks and not _begins_block(blocks[-1], line, following, metrics):
            blocks[-1].lines.append(line)
        else:
            blocks.append(Block([line]))
    for block in blocks:
        _describe(block, metrics)
    return blocks


def _describe(block: Block, metrics: Metrics) -> None:
    if not metrics.geometry:
        return
    block.centred = not _is_flush_left(block) and all(_centred(line, metrics) for line in block.lines)
    block.indented = block.lines[0].box.x0 > metrics.left + 8
    block.full = block.lines[-1].box.x1 > metrics.right - 0.12 * (metrics.right - metrics.left)
    block.quote = len(block.lines) > 1 and not block.centred and _is_indented_quote(block, metrics)


def _is_flush_left(block: Block) -> bool:
    """Tell whether several lines begin at one left edge, unlike those of a centred heading."""
    lefts = [line.box.x0 for line in block.lines]
    return len(lefts) > 1 and max(lefts) - min(lefts) < _EDGE_TOLERANCE


def _is_indented_quote(block: Block, metrics: Metrics) -> bool:
    """Tell whether all lines are indented from both margins, like those of a block quotation."""
    left = min(line.box.x0 for line in block.lines)
    right = max(line.box.x1 for line in block.lines)
    return left > metrics.left + _QUOTE_INDENT and right < metrics.right - _QUOTE_INDENT / 2


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
        return _begins_block_by_text(last, line, metrics)
    if _same_row(last, line):
        return line.box.x0 < last.box.x0 or line.box.x0 - last.box.x1 > 3 * max(line.size, 8.0)
    step = line.middle - last.middle
    if step <= 0:
        return not (line.text[0].islower() and not ends(last.text))
    return (
        _ends_in_leaders(last.text[-60:])
        or step > _usual_step(block, metrics) * 1.38 + 1
        or _weight_changes(block, line, metrics)
        or _capitals_end(block, line)
        or (bool(_BLOCK_TITLES.fullmatch(line.text)) and not _UNFINISHED.search(last.text))
        or _begins_outline_item(block, line)
        or _begins_block_by_indent(block, line, following, metrics)
    )


def _ends_in_leaders(tail: str) -> bool:
    return (".." in tail or ". ." in tail) and _LEADER_END.search(tail) is not None


def _begins_block_by_text(last: Line, line: Line, metrics: Metrics) -> bool:
    if last.text.isupper() != line.text.isupper():
        return True
    ended = ends(last.text)
    return ended and (len(last.text) < 0.75 * metrics.typical or bool(MARKER.match(line.text)))


def _same_row(last: Line, line: Line) -> bool:
    overlap = min(last.box.y1, line.box.y1) - max(last.box.y0, line.box.y0)
    smaller = min(last.height, line.height)
    return smaller > 0 and overlap > 0.5 * smaller


def _usual_step(block: Block, metrics: Metrics) -> float:
    lines = block.lines[-_MAX_LINES_BACK:]
    for earlier, later in zip(reversed(lines[:-1]), reversed(lines), strict=False):
        step = later.middle - earlier.middle
        if step > 4:
            return step
    return metrics.pitch


def _capitals_end(block: Block, line: Line) -> bool:
    """Tell whether a heading in capitals has ended."""
    last = block.lines[-1].text
    heading = len(last) > 3 and last.isupper() and block.lines[0].text.isupper()
    return heading and not line.text.isupper() and not in_capitals(line.text)


def _weight_changes(block: Block, line: Line, metrics: Metrics) -> bool:
    last = block.lines[-1]
    if (
        last.size
        and line.size
        and not 0.78 < line.size / last.size < 1.28
        and min(len(last.text), len(line.text)) > 3
    ):
        return True
    if last.bold == line.bold or min(len(last.text), len(line.text)) < 4:
        return False
    if last.bold and block.bold:
        return not line.text[0].islower()
    apart = line.text.isupper() or abs(line.box.x0 - _row_starts(block)[-1]) > 5
    return apart or last.box.x1 < metrics.right - 0.08 * (metrics.right - metrics.left)


def _begins_outline_item(block: Block, line: Line) -> bool:
    if not (MARKER.match(line.text) or _BULLET.match(line.text)):
        return len(block.lines) == 1 and bool(_SINGLE_LINE_TITLES.fullmatch(block.lines[0].text))
    last = block.lines[-1]
    if line.text.startswith(("POINT ", "Point ")) or last.bold or last.text.isupper():
        return True
    return ends(last.text)


def _begins_block_by_indent(block: Block, line: Line, following: Line | None, metrics: Metrics) -> bool:
    last = block.lines[-1]
    width = metrics.right - metrics.left
    if _centred(last, metrics) and _centred(line, metrics):
        return False
    rows = _row_starts(block)
    move = line.box.x0 - rows[-1]
    if move > 8:
        listed = len(rows) == 1 and bool(
            MARKER.match(block.lines[0].text) or _BULLET.match(block.lines[0].text)
        )
        if block.bold and line.bold:
            return not listed or _breaks_off(last, line, metrics)
        return not (listed and move < 60 and _continues_list_item(last, line, following, metrics))
    if move < -8:
        return len(rows) > 1 or move < -75 or last.box.x1 < metrics.right - 0.25 * width
    short = last.box.x1 < metrics.right - 0.15 * width
    if short and ends(last.text):
        return True
    return last.box.x1 < metrics.left + 0.55 * width and not line.text[0].islower()


def _breaks_off(last: Line, line: Line, metrics: Metrics) -> bool:
    """Tell whether a line ended early, with room for the next one's first word, and the next is set apart."""
    word = len(line.text.split(" ", 1)[0]) + 1
    room = metrics.right - last.box.x1 > 0.6 * word * (line.size or 12.0)
    return room and (line.middle - last.middle > 1.1 * metrics.pitch or line.text[0] in '“…"[')


def _continues_list_item(last: Line, line: Line, following: Line | None, metrics: Metrics) -> bool:
    """Tell whether an indented line continues the list item above it and does not begin a paragraph."""
    if following is not None and 0 < following.middle - line.middle < 2 * metrics.pitch:
        if following.box.x0 < line.box.x0 - 8:
            return bool(MARKER.match(following.text) or _BULLET.match(following.text))
        return True
    return last.box.x1 > metrics.right - 0.25 * (metrics.right - metrics.left)


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
