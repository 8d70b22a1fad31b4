"""Puts the lines of a page in reading order, and joins the letters of words that were typed with blanks
between them ("C O N C L U S I O N").

Where a file draws two columns row by row, PDFium joins the left and the right half of each row to one line.
Such lines are cut at the gutter, and the columns follow each other: from left to right between two lines
across the page, and by the printed number where a sheet holds several pages of a transcript.

A gutter counts only where running text stands on both sides of it, in many rows and about equally wide. Line
numbers, lists with page numbers at the right, captions, signature blocks and tables have no such gutter.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, pairwise
from operator import attrgetter
from statistics import median

from briefbank.domain.pages import RawLine
from briefbank.text.characters import without_accents

JOINER = "\u2060"  # The invisible character: cleaned text and searches omit it
_LETTER = r"[^\W\d_][\u0300-\u036f]{0,2}"
_BLANKS = r"[ \xa0]{1,12}"
_SPACED = re.compile(
    rf"(?<!\S){_LETTER}(?:{_BLANKS}(?:{_LETTER}|[.,:;'’&\-])(?!\S)){{2,200}}{_BLANKS}{_LETTER}[.,:;]{{0,2}}(?!\S)"
)
_MARK = re.compile(r"\W*(?:[IVXivx]{1,5}|[A-Za-z]|\d{1,3})?\W*")  # Of an outline, beside a heading
_MOST_BESIDE = 40
_LEAST_LETTERS = 4
_SURE_LETTERS = 6  # The letters of a word from which other text may stand in its line
_WORD_GAP = 1.7  # The least gap between two words, in usual gaps between two letters


def joined_letters(raw: str, edges: Edges, start: int = 0) -> str:
    """Return a page's raw text with the letters of spaced words from ``start`` on joined. Linear time."""
    parts: list[str] = []
    done = 0
    for match in _SPACED.finditer(raw, start):
        words = list(_words(raw, *match.span(), edges))
        if _is_spaced(raw, *match.span(), words):
            for left, right in chain.from_iterable(map(pairwise, words)):
                parts += [raw[done : left[1]], JOINER * (right[0] - left[1])]
                done = right[0]
    return "".join([*parts, raw[done:]])


_Range = tuple[int, int]


def _words(raw: str, start: int, end: int, edges: Edges) -> Iterator[list[_Range]]:
    """Yield the letters of each word: a wider gap on the page separates two words."""
    letters = [match.span() for match in _WORD.finditer(raw, start, end)]
    sides = [edges(first) or (0.0, 0.0) for first, _ in letters]
    gaps = [max(0.0, right[0] - left[1]) for left, right in pairwise(sides)]
    widest = _WORD_GAP * median(gaps)
    word = [letters[0]]
    for letter, gap in zip(letters[1:], gaps, strict=True):
        if gap > widest:
            yield word
            word = []
        word.append(letter)
    yield word


def _is_spaced(raw: str, start: int, end: int, words: list[list[_Range]]) -> bool:
    """Tell whether the letters are words, and no list ("A B C D"), initials or abbreviation ("U S C")."""
    texts = ["".join(filter(str.isalpha, "".join(raw[a:b] for a, b in word))) for word in words]
    longest = max(texts, key=len)
    plain = without_accents(longest)
    if (
        len(longest) < _LEAST_LETTERS
        or not (longest.isupper() or longest[1:].islower())
        or len(set(plain)) < 3
        or set("aeiou").isdisjoint(plain)
        or all(ord(b) - ord(a) == 1 for a, b in pairwise(plain))
    ):
        return False
    before = raw[max(0, start - _MOST_BESIDE) : start].rpartition("\n")[2]
    after = raw[end : end + _MOST_BESIDE].partition("\n")[0]
    alone = _MARK.fullmatch(before) and _MARK.fullmatch(after)
    return bool(alone) or len(longest) >= _SURE_LETTERS


_LEAST_ROWS = 6  # The lines of text on either side of a gutter from which they may be columns
_FEW_ROWS = 4  # The fewest such lines, as at the end of an opinion in columns, if all look like running text
_SAMPLE = 6  # One line of so many is measured to find out whether a page may have columns at all
_GAP = 0.8  # The least gap between two columns, in font sizes; the blanks of justified text are narrower
_LEAST_GAP = 7.0
_LEAST_TEXT = 8  # The characters of a line from which it may be one of running text
_LEAST_COLUMN = 90.0
_EDGE = 4.0
_NUMBER_DISTANCE = 45.0  # The most points between a line number and the text that it counts
_SCRAMBLED = 0.4  # The share of upward steps between neighbouring lines from which a page is read by its rows
_WORD = re.compile(r"\S+")
_LINE_NUMBER = re.compile(r"\d{1,2}(?!\d)\s*")
_SPEAKER = re.compile(r"(?:[QA][.:]?\s|(?:BY )?(?:THE|MR|MRS|MS|DR)\b\.?\s)")
_PAGE_HEAD = re.compile(r"\W{0,3}page\W{0,2}(\d{1,5})(?:\s+of\s+\d{1,5})?\W{0,3}", re.IGNORECASE)
_SIGNS = frozenset(")]}|:§*")  # They stand in a column of their own between the two sides of a caption
_LEADER = re.compile(r"\.{4}|(?:\. ){4}|_{4}")
Edges = Callable[[int], tuple[float, float] | None]
"""Returns the left and right end of a character on the displayed page; None for one without a place."""
Measure = Callable[[int, int], RawLine | None]  # Returns the line that a range of the raw text is


@dataclass(slots=True)
class _Cell:
    """A part of a line without a wide gap in it."""

    line: int
    start: int
    end: int
    x0: float
    x1: float
    middle: float
    height: float
    row: int = 0


@dataclass(slots=True)
class _Segment:
    """The cells of one row that have no wide gap between them."""

    cells: list[_Cell]
    text: str
    x0: float = field(init=False)
    x1: float = field(init=False)
    row: int = field(init=False)
    is_text: bool = field(init=False)

    def __post_init__(self) -> None:
        self.x0, self.x1 = self.cells[0].x0, max(cell.x1 for cell in self.cells)
        self.row, self.is_text = self.cells[0].row, sum(map(str.isalpha, self.text)) >= 6

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def runs_on(self) -> bool:
        """Tell whether it begins like a line of running text or of a transcript, not like one of a list."""
        number = _LINE_NUMBER.match(self.text)
        text = self.text[number.end() :] if number else self.text
        return text[:1].islower() or _SPEAKER.match(text) is not None


def in_reading_order(
    raw: str, lines: Sequence[RawLine], width: float, edges: Edges, measure: Measure
) -> Sequence[RawLine]:
    """Return the lines of a page ``width`` wide in reading order, those of columns cut at the gutters and
    numbered. Without columns the file's order stays, unless it jumps up and down. Near-linear time."""
    # Of some pages that lie on their side PDFium returns the lines upwards.
    upward = sum(b.box.y0 + b.box.y1 < 2 * a.box.y0 for a, b in pairwise(lines))
    scrambled = len(lines) >= _LEAST_ROWS and upward >= _SCRAMBLED * len(lines)
    if len(lines) >= _FEW_ROWS and _may_have_columns(raw, lines, width, edges):
        parts: list[_Part] = []
        for columns in _zones(_segments(raw, lines, edges)):
            if len(columns) == 1:
                parts.append((0, columns[0]))
            else:
                for column in _sheet_pages([inner for one in columns for inner in _inner(one)]):
                    parts.append((len(parts) + 1, column))
        if any(column for column, _ in parts):
            return list(_ordered(parts, lines, measure, scrambled=scrambled))
    if scrambled:
        return [lines[cell.line] for cell in _by_rows(map(_whole, range(len(lines)), lines))]
    return lines


def _may_have_columns(raw: str, lines: Sequence[RawLine], width: float, edges: Edges) -> bool:
    """Tell whether lines stand side by side, or some of a sample of wide lines have a wide gap."""
    near, far = 0.36 * width, 0.62 * width
    left = sum(line.end - line.start for line in lines if line.box.x0 < near and line.box.x1 < far)
    right = sum(line.end - line.start for line in lines if line.box.x0 > near and line.box.x1 > far)
    if min(left, right) >= _FEW_ROWS * 3 * _LEAST_TEXT:
        return True
    wide = [line for line in lines if line.box.x1 - line.box.x0 > 0.5 * width][::_SAMPLE]
    divided = 0
    for line in wide:
        quarter = (line.end - line.start) // 4
        gap = next(_gaps(raw, line, edges, line.start + quarter, line.end - quarter), None)
        divided += gap is not None and sum(map(str.isalpha, raw[gap[1] : line.end])) > _LEAST_TEXT
        if divided >= (2 if len(wide) > 3 else 1):
            return True
    return False


def _gaps(
    raw: str, line: RawLine, edges: Edges, start: int, end: int
) -> Iterator[tuple[int, int, float, float]]:
    """Yield the wide gaps of a range of a line: the ends of both words, in the text and on the page."""
    least = max(_LEAST_GAP, _GAP * line.font_size)
    for before, after in pairwise(_WORD.finditer(raw, start, end)):
        left, right = edges(before.end() - 1), edges(after.start())
        if left and right and right[0] - left[1] >= least:
            yield before.end(), after.start(), left[1], right[0]


def _whole(number: int, line: RawLine) -> _Cell:
    box = line.box
    return _Cell(number, line.start, line.end, box.x0, box.x1, (box.y0 + box.y1) / 2, box.y1 - box.y0)


def _by_rows(cells: Iterable[_Cell]) -> list[_Cell]:
    """Return the cells by rows from top to bottom, numbered; a raised mark is in the row of its line."""
    row, middle, cells = -1, float("-inf"), list(cells)
    for cell in sorted(cells, key=attrgetter("middle")):
        if cell.middle - middle > max(2.0, 0.35 * cell.height):
            row, middle = row + 1, cell.middle
        cell.row = row
    return sorted(cells, key=attrgetter("row", "x0"))


def _segments(raw: str, lines: Sequence[RawLine], edges: Edges) -> list[_Segment]:
    cells: list[_Cell] = []
    for number, line in enumerate(lines):
        rest = _whole(number, line)
        for end, start, x1, x0 in _gaps(raw, line, edges, line.start, line.end):
            cells.append(replace(rest, end=end, x1=x1))
            rest = replace(rest, start=start, x0=x0)
        cells.append(rest)
    groups: list[list[_Cell]] = []
    for cell in _by_rows(cells):
        last = groups[-1] if groups else []
        if last and last[0].row == cell.row and cell.x0 - max(other.x1 for other in last[-3:]) < _LEAST_GAP:
            last.append(cell)
        else:
            groups.append([cell])
    return [_Segment(group, " ".join(raw[c.start : c.end].strip() for c in group)) for group in groups]


_Zone = list[list[_Segment]]  # A stretch of a page: its segments, or those of both sides of a gutter
_Part = tuple[int, list[_Segment]]  # A column's number, or 0 outside columns, and its segments by rows


def _inner(column: list[_Segment]) -> list[list[_Segment]]:
    zones = _zones(column)
    if all(len(zone) == 1 for zone in zones):
        return [column]
    return [inner for zone in zones for one in zone for inner in (_inner(one) if len(zone) > 1 else [one])]


def _zones(segments: list[_Segment]) -> list[_Zone]:
    """Return the page from top to bottom: stretches with both sides of the best gutter, and others whole."""
    best: list[_Zone] = [[segments]]
    most = 0
    # The left edges at which enough lines begin, other than at the left of the page.
    starts: dict[int, list[float]] = defaultdict(list)
    first = min((segment.x0 for segment in segments if segment.is_text), default=0.0) + _LEAST_COLUMN
    for segment in segments:
        if segment.is_text and segment.x0 > first:
            starts[round(segment.x0 / _EDGE)].append(segment.x0)
    for at, edges in starts.items():
        if len(edges) + len(starts.get(at + 1, ())) >= _FEW_ROWS:
            zones = _zones_at(min(edges), segments)
            in_columns = sum(len(side) for zone in zones if len(zone) > 1 for side in zone)
            if in_columns > most:
                best, most = zones, in_columns
    return best


def _zones_at(edge: float, segments: Sequence[_Segment]) -> list[_Zone]:
    """Return the stretches of a page between the rows that cross a gutter, at the left edge of a column."""
    crossed = {s.row for s in segments if s.x0 < edge - _EDGE and s.x1 > edge - 1}
    rows: dict[int, list[_Segment]] = defaultdict(list)
    for segment in segments:
        rows[segment.row].append(segment)
    left_texts = (s.x1 for s in segments if s.row not in crossed and s.is_text and s.x1 < edge)
    end = max(left_texts, default=edge)  # of the left column
    crossed |= {row for row, group in rows.items() if all(end < s.x0 and s.x1 < edge for s in group)}
    stretches: list[_Zone] = []
    for crosses, group in groupby(rows, key=lambda row: row in crossed):
        stretch = [segment for row in group for segment in rows[row]]
        sides = [[], []] if crosses else _sides(edge, stretch)
        stretches.append(sides if all(sides) else [stretch])
    if not any(len(zone) > 1 and _are_columns(zone[0], zone[1], edge) for zone in stretches):
        return [[list(segments)]]
    zones: list[_Zone] = []
    for zone in stretches:
        # A short stretch of a page that has a gutter is in columns with less evidence.
        few = min(len({s.row for s in side}) for side in zone) < _LEAST_ROWS
        running = few and all(len(side) > 1 and any(s.runs_on for s in side) for side in zone)
        if len(zone) > 1 and (running if few else _are_columns(zone[0], zone[1], edge)):
            zones.append(zone)
            continue
        whole = sorted(chain(*zone), key=attrgetter("row", "x0"))
        if zones and len(zones[-1]) == 1:
            zones[-1][0].extend(whole)
        else:
            zones.append([whole])
    return zones


def _sides(edge: float, segments: Sequence[_Segment]) -> list[list[_Segment]]:
    """Return what stands left and right of a gutter; the line numbers of the right side belong to it."""
    left: list[_Segment] = []
    right: list[_Segment] = []
    start = min(segment.x0 for segment in segments)
    for segment in segments:
        counts = len(segment.text) <= 3 and segment.text.isdecimal() and segment.x0 > start + _LEAST_COLUMN
        near = edge - segment.x1 < _NUMBER_DISTANCE
        (right if segment.x0 >= edge - _EDGE or (counts and near) else left).append(segment)
    return [left, right]


def _are_columns(left: Sequence[_Segment], right: Sequence[_Segment], edge: float) -> bool:
    """Tell whether running text stands on both sides of a gutter, about equally wide."""
    texts = [[segment for segment in side if segment.is_text] for side in (left, right)]
    count = min(map(len, texts))
    few = count < _LEAST_ROWS
    if count < _FEW_ROWS or sum(set(s.text[-1:]) <= _SIGNS and s.x1 < edge for s in left) >= 3:
        return False
    widths = [sorted(s.width for s in side)[int(len(side) * 0.8)] for side in texts]
    if min(widths) < _LEAST_COLUMN or max(widths) > (1.3 if few else 1.6) * min(widths):
        return False
    return all(
        sum(segment.runs_on for segment in side) >= (0.6 if few else 0.25) * len(side)
        and sum(segment.width > 0.6 * width for segment in side) >= 0.3 * len(side)
        and sum(_LEADER.search(segment.text) is not None for segment in side) < 0.2 * len(side)
        for side, width in zip(texts, widths, strict=True)
    )


def _sheet_pages(columns: list[list[_Segment]]) -> list[list[_Segment]]:
    """Return the pages of a transcript that share a sheet, ordered by their numbers; else the columns."""
    pages: dict[int, list[_Segment]] = {}
    for column in columns:
        matches = ((at, _PAGE_HEAD.fullmatch(segment.text)) for at, segment in enumerate(column))
        heads = {at: int(match[1]) for at, match in matches if match}
        if 0 not in heads or not pages.keys().isdisjoint(heads.values()):
            return columns
        for start, end in pairwise([*heads, len(column)]):
            pages[heads[start]] = column[start:end]
    return [page for _, page in sorted(pages.items())]


def _ordered(
    parts: Sequence[_Part], lines: Sequence[RawLine], measure: Measure, *, scrambled: bool
) -> Iterator[RawLine]:
    """Yield the lines of the parts; the cells of a line that stay together are one line again."""
    for column, segments in parts:
        cells = [cell for segment in segments for cell in segment.cells]
        beside = len({segment.row for segment in segments}) < len(segments)
        if not column and beside and not scrambled:
            cells.sort(key=attrgetter("line", "start"))
        for number, group in groupby(cells, attrgetter("line")):
            together = list(group)
            start, end = together[0].start, together[-1].end
            line = lines[number]
            part = line if (start, end) == (line.start, line.end) else measure(start, end)
            if part is not None:
                yield replace(part, column=column)
