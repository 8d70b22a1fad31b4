"""Cleaned text with a map of every character to its position in the page's raw text.

:class:`Line` is one line of a page after cleaning; :class:`Text` is a longer text with the spans that map to
the pages' raw characters. Cleaning never replaces one character by another: it only omits characters (control
characters, hyphens at line ends), expands ligatures, and puts single spaces in place of other white space.
The map is therefore exact: a span as long as its raw range is a copy.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from briefbank.domain.citations import Span
from briefbank.domain.pages import Box, RawLine, RawPage
from briefbank.extraction.missing_glyphs import MISSING, with_glyphs

LIGATURES = {
    "\ufb00": "ff",
    "\ufb01": "fi",
    "\ufb02": "fl",
    "\ufb03": "ffi",
    "\ufb04": "ffl",
    "\ufb05": "st",
    "\ufb06": "st",
}
# The characters that PDFium writes for a hyphen at a line end; it also drops the line end after them.
_LINE_HYPHENS = "\x02\ufffe"
_SOFT_HYPHENS = _LINE_HYPHENS + "\xad"
_CONTROL = (
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad"
    "\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\ud800-\udfff\ufffe\uffff"
)
_JUNK = rf"[\s{_CONTROL}]"
_SPECIAL = re.compile(rf"{_JUNK}{{2,}}|[^\S ]|[{_CONTROL}]|[\ufb00-\ufb06]")
_LEADING = re.compile(rf"{_JUNK}*")
_HYPHEN_INSIDE = re.compile(f"[{_LINE_HYPHENS}]")
_SURROGATE = re.compile("[\ud800-\udfff]")

Piece = tuple[int, int, str]
"""(start, end, text) of a page's raw text; a start of -1 is a space in place of other white space."""


@dataclass(slots=True)
class Line:
    """One cleaned line: its page's index, its raw range, its clean text and its typography.

    ``soft`` says that the page marks a hyphen at the line's end which ``text`` does not show.
    """

    page: int
    start: int
    end: int
    text: str
    box: Box
    size: float
    bold: bool
    pieces: tuple[Piece, ...]
    soft: bool = False
    column: int = 0
    """The number of its column, as ``RawLine.column``."""
    middle: float = field(init=False, compare=False)
    """The vertical middle of the line on the page; stored because it is used so often."""

    def __post_init__(self) -> None:
        self.middle = (self.box.y0 + self.box.y1) / 2

    @property
    def height(self) -> float:
        return self.box.y1 - self.box.y0


def pieces_of(raw: str, start: int, end: int, known: frozenset[str] = frozenset()) -> list[Piece]:
    """Return the clean pieces of ``raw[start:end]``, in linear time; none when nothing is left.

    ``known`` are the document's words, by which missing glyphs are restored.
    """
    start, end = _trim(raw, start, end)
    if start >= end:
        return []
    if MISSING in raw[start:end]:
        return [
            part for piece in _plain_pieces(raw, start, end) for part in _with_restored_glyphs(piece, known)
        ]
    return _plain_pieces(raw, start, end)


def _with_restored_glyphs(piece: Piece, known: frozenset[str]) -> list[Piece]:
    start, end, text = piece
    if start < 0 or end - start != len(text):
        return [piece]
    parts: list[Piece] = []
    at = 0
    for a, b, letters in with_glyphs(text, known):
        if a > at:
            parts.append((start + at, start + a, text[at:a]))
        parts.append((start + a, start + b, letters))
        at = b
    return [*parts, (start + at, end, text[at:])] if at < len(text) else parts


def _plain_pieces(raw: str, start: int, end: int) -> list[Piece]:
    if not _SPECIAL.search(raw, start, end):
        return [(start, end, raw[start:end])]
    found: list[Piece] = []
    at = start
    for match in _SPECIAL.finditer(raw, start, end):
        if match.start() > at:
            found.append((at, match.start(), raw[at : match.start()]))
        written = LIGATURES.get(match.group())
        if written:
            found.append((match.start(), match.end(), written))
        elif any(c.isspace() for c in match.group()):
            found.append((-1, -1, " "))
        at = match.end()
    if at < end:
        found.append((at, end, raw[at:end]))
    return found


def _trim(raw: str, start: int, end: int) -> tuple[int, int]:
    leading = _LEADING.match(raw, start, end)
    start = leading.end() if leading else start
    while end > start and _LEADING.fullmatch(raw, end - 1, end):
        end -= 1
    return start, end


def lines_of(page: RawPage, known: frozenset[str] = frozenset()) -> list[Line]:
    """Return the page's lines, cleaned and without empty ones; a page without lines is cut at its line
    ends."""
    found: list[Line] = []
    for raw_line in page.lines or _lines_without_geometry(page.raw):
        found += _cut_at_hyphens(page, raw_line, known)
    return found


def _lines_without_geometry(raw: str) -> list[RawLine]:
    nowhere = Box(0.0, 0.0, 0.0, 0.0)
    return [RawLine(m.start(), m.end(), nowhere, 0.0, False) for m in re.finditer(r"[^\r\n]+", raw)]


def _cut_at_hyphens(page: RawPage, raw_line: RawLine, known: frozenset[str]) -> list[Line]:
    """Return the lines of a raw line: PDFium joins the next line to one that ends in a hyphen."""
    start, end = max(0, raw_line.start), min(raw_line.end, len(page.raw))
    if plain := _plain_line(page, raw_line, start, end):
        return [plain]
    cuts = [m.start() for m in _HYPHEN_INSIDE.finditer(page.raw, start, end)]
    borders = [start, *(cut + 1 for cut in cuts), end]
    parts = [(a, b) for a, b in pairwise(borders) if a < b]
    found = []
    for index, (a, b) in enumerate(parts):
        line = _line(page, pieces_of(page.raw, a, b, known), (a, b), raw_line, index, len(parts))
        if line:
            found.append(line)
    return found


def _plain_line(page: RawPage, source: RawLine, start: int, end: int) -> Line | None:
    """Return an unchanged line when cleaning would only strip spaces at its ends; most lines are such."""
    raw = page.raw[start:end]
    text = raw.strip(" ")
    if not text or "  " in text or not (raw.isascii() and raw.isprintable()):
        return None
    first = start + raw.index(text)
    piece = (first, first + len(text), text)
    return Line(
        page.index,
        start,
        end,
        text,
        source.box,
        source.font_size,
        source.bold,
        (piece,),
        column=source.column,
    )


def _line(
    page: RawPage, pieces: list[Piece], reach: tuple[int, int], source: RawLine, index: int, count: int
) -> Line | None:
    text = "".join(piece[2] for piece in pieces)
    if not text:
        return None
    box = source.box
    if count > 1:
        step = (box.y1 - box.y0) / count
        box = Box(box.x0, box.y0 + index * step, box.x1, box.y0 + (index + 1) * step)
    tail = page.raw[pieces[-1][1] : reach[1]].strip()
    soft = tail[:1] in _SOFT_HYPHENS if tail else False
    bold, size = source.bold, source.font_size
    return Line(page.index, *reach, text, box, size, bold, tuple(pieces), soft, source.column)


def storable(raw: str) -> str:
    """Return the raw text with lone surrogates, which no database stores, replaced one for one."""
    return _SURROGATE.sub("\ufffd", raw) if _SURROGATE.search(raw) else raw


def without_start(line: Line, characters: int) -> Line | None:
    """Return the line without its first characters of clean text and the space after them (a line number)."""
    kept: list[Piece] = []
    left = characters
    for start, end, text in line.pieces:
        if left >= len(text):
            left -= len(text)
            continue
        if left and start >= 0 and end - start == len(text):
            kept.append((start + left, end, text[left:]))
        else:
            kept.append((start, end, text))
        left = 0
    kept = _without_leading_space(kept)
    if not kept:
        return None
    text = "".join(piece[2] for piece in kept)
    return replace(line, start=kept[0][0], text=text, pieces=tuple(kept))


def _without_leading_space(pieces: list[Piece]) -> list[Piece]:
    while pieces and not pieces[0][2].strip():
        pieces = pieces[1:]
    if pieces and pieces[0][2].startswith(" "):
        start, end, text = pieces[0]
        pieces = [(start + 1, end, text[1:]), *pieces[1:]]
    return pieces


@dataclass(slots=True)
class Text:
    """A text and its spans, as :class:`briefbank.domain.citations.Span` describes them."""

    text: str
    spans: list[Span]

    def part(self, start: int, end: int) -> Text:
        """Return the range of the text without white space at its ends; both ends must stand between spans or
        inside spans that are copies."""
        while start < end and self.text[start] in " \n":
            start += 1
        while end > start and self.text[end - 1] in " \n":
            end -= 1
        first = max(0, bisect_right(self.spans, start, key=lambda s: s.at) - 1)
        spans = []
        for span in self.spans[first:]:
            if span.at >= end:
                break
            cut = _cut_span(span, start, end)
            if cut:
                spans.append(cut)
        return Text(self.text[start:end], spans)


def _cut_span(span: Span, start: int, end: int) -> Span | None:
    a, b = max(span.at, start), min(span.at + span.size, end)
    if a >= b:
        return None
    if span.size != span.end - span.start:
        return Span(span.page, span.start, span.end, span.at - start, span.size)
    return Span(span.page, span.start + a - span.at, span.start + b - span.at, a - start, b - a)


def joined(parts: Iterable[Text], separators: Sequence[str]) -> Text:
    """Return the parts joined, each but the last followed by its separator."""
    texts: list[str] = []
    spans: list[Span] = []
    length = 0
    for number, part in enumerate(parts):
        if number:
            texts.append(separators[number - 1])
            length += len(separators[number - 1])
        spans += [Span(s.page, s.start, s.end, s.at + length, s.size) for s in part.spans]
        texts.append(part.text)
        length += len(part.text)
    return Text("".join(texts), spans)
