"""Cleaned text with a map of every character to its position in the page's raw text.

Cleaning only omits characters (control characters, hyphens at line ends), expands ligatures, and puts single
spaces in place of other white space. The map is therefore exact: a span as long as its raw range is a copy.

Some PDFs draw "ff", "fi", "fl", "ffi" and "ffl" as one glyph without saying which letters it stands for, and
PDFium returns U+FFFD. A word is restored only where exactly one ligature makes it a word that occurs
elsewhere in the document or that begins like one of the common words below. A broken word that occurs
elsewhere unbroken is joined, one that occurs with its hyphen keeps it. Short general rules decide only where
the document gives no evidence.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise, product

from briefbank.domain.authorities import Span
from briefbank.domain.pages import Box, RawLine, RawPage

MISSING = "\ufffd"
_LIGATURES = ("ff", "fi", "fl", "ffi", "ffl")
_WORD = re.compile(r"[A-Za-z]*(?:\ufffd[A-Za-z]*)+")
_STEMS = tuple(
    str.split(
        "offic offer offen offset affect affid affirm afford affair effect effic effort efface differ "
        "diffic suffer suffic staff sheriff plaintiff traffic tariff proffer first find fine final file "
        "fili filed fire firm fifth fifty five field fight figur fiduciar fiscal finan finger fit five "
        "defin defici beneficia benefi specif specifi signifi identif justif testif certif verif notif "
        "modif clarif classif satisf qualif confirm confid confin config conflict inflict reflect flag flat "
        "flaw flee fled flexib flight floor flow fluid influen affluent artific sacrific profit magnif "
        "ratif rectif amplif simplif unif confl cliff buff cuff stuff bailiff pontiff baffl shuffl waffl "
        "scuffl muffl snif riff raffl fulfil fulfill undefin indefin infinit superfic edific pacif scientif "
        "terrif horrif mollif nullif codif stratif gratif fortif falsif exemplif disqualif unspecif "
        "insuffic inefficien coeffic deficien deficit disaffect reaffirm reaffirm unaffect ineffect "
        "cost-effect"
    )
)


def restored_letters(word: str, known: frozenset[str]) -> list[str] | None:
    """Return the letters for each missing glyph of a word, or None when they are not certain. ``known`` are
    the document's whole words in lower case; they take precedence over the common ones."""
    count = word.count(MISSING)
    if count > 2 or len(word) < 3:
        return None
    certain, likely = [], []
    for letters in product(_LIGATURES, repeat=count):
        end = word.rindex(MISSING) + 1 + sum(map(len, letters)) - count
        text = word.lower().replace(MISSING, "{}").format(*letters)
        if text in known:
            certain.append(list(letters))
        elif any(len(stem) >= end and text.startswith(stem) for stem in _STEMS):
            likely.append(list(letters))  # a common beginning covers the word as far as its last ligature
    fits = certain or likely
    return fits[0] if len(fits) == 1 else None


def whole_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the longer words of texts that have missing glyphs; empty, and quick, for all others."""
    texts = list(texts)
    if not any(MISSING in text for text in texts):
        return frozenset()
    return frozenset(
        word.lower()
        for text in texts
        for word in re.findall(r"(?<!\ufffd)\b[A-Za-z]{4,40}\b(?!\ufffd)", text)
    )


LIGATURES = dict(zip(map(chr, range(0xFB00, 0xFB07)), str.split("ff fi fl ffi ffl st st"), strict=True))
# The characters that PDFium writes for a hyphen at a line end; it also drops the line end after them.
_LINE_HYPHENS = "\x02\ufffe"
_SOFT_HYPHENS = frozenset(_LINE_HYPHENS + "\xad")
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
    """One cleaned line: its page's index, raw range, clean text and typography. ``soft`` says that the page
    marks a hyphen at the line's end which ``text`` does not show."""

    page: int
    start: int
    end: int
    text: str
    box: Box
    size: float
    bold: bool
    pieces: tuple[Piece, ...]
    soft: bool = False
    column: int = 0  # The number of its column, as ``RawLine.column``
    middle: float = field(init=False, compare=False)  # The vertical middle on the page

    def __post_init__(self) -> None:
        self.middle = (self.box.y0 + self.box.y1) / 2

    @property
    def height(self) -> float:
        return self.box.y1 - self.box.y0


def pieces_of(raw: str, start: int, end: int, known: frozenset[str] = frozenset()) -> list[Piece]:
    """Return the clean pieces of ``raw[start:end]``, in linear time. ``known`` are the document's words."""
    if leading := _LEADING.match(raw, start, end):
        start = leading.end()
    while end > start and _LEADING.fullmatch(raw, end - 1, end):
        end -= 1
    pieces: list[Piece] = []
    for match in _SPECIAL.finditer(raw, start, end):
        if match.start() > start:
            pieces.append((start, match.start(), raw[start : match.start()]))
        if written := LIGATURES.get(match.group()):
            pieces.append((match.start(), match.end(), written))
        elif any(c.isspace() for c in match.group()):
            pieces.append((-1, -1, " "))
        start = match.end()
    if start < end:
        pieces.append((start, end, raw[start:end]))
    if any(MISSING in text for _, _, text in pieces):
        return [part for piece in pieces for part in _with_restored_glyphs(piece, known)]
    return pieces


def _with_restored_glyphs(piece: Piece, known: frozenset[str]) -> list[Piece]:
    """Return the parts of a piece, in which missing glyphs have their letters where these are certain."""
    start, end, text = piece
    if start < 0 or end - start != len(text):
        return [piece]
    parts: list[Piece] = []
    done = 0
    for match in _WORD.finditer(text):
        letters = restored_letters(match.group(), known) or ()
        missing = (at for at in range(*match.span()) if text[at] == MISSING)
        for at, written in zip(missing, letters, strict=False):
            if at > done:
                parts.append((start + done, start + at, text[done:at]))
            parts.append((start + at, start + at + 1, written))
            done = at + 1
    return [*parts, (start + done, end, text[done:])] if done < len(text) else parts


def lines_of(page: RawPage, known: frozenset[str] = frozenset()) -> list[Line]:
    """Return the page's lines, cleaned and not empty, cut at hyphens after which PDFium joins the next."""
    nowhere = Box(0.0, 0.0, 0.0, 0.0)
    raw_lines = page.lines or [
        RawLine(m.start(), m.end(), nowhere, 0.0, False) for m in re.finditer(r"[^\r\n]+", page.raw)
    ]
    lines: list[Line] = []
    for source in raw_lines:
        start, end = max(0, source.start), min(source.end, len(page.raw))
        size, bold, column = source.font_size, source.bold, source.column
        raw = page.raw[start:end]
        text = raw.strip(" ")
        if text and "  " not in text and raw.isascii() and raw.isprintable():  # as most lines are
            first = start + raw.index(text)
            pieces: tuple[Piece, ...] = ((first, first + len(text), text),)
            lines.append(Line(page.index, start, end, text, source.box, size, bold, pieces, column=column))
            continue
        cuts = [m.start() + 1 for m in _HYPHEN_INSIDE.finditer(page.raw, start, end)]
        parts = [(a, b) for a, b in pairwise([start, *cuts, end]) if a < b]
        for index, (a, b) in enumerate(parts):
            pieces = tuple(pieces_of(page.raw, a, b, known))
            if not pieces:
                continue
            box, step = source.box, (source.box.y1 - source.box.y0) / len(parts)
            if len(parts) > 1:
                box = Box(box.x0, box.y0 + index * step, box.x1, box.y0 + (index + 1) * step)
            soft = page.raw[pieces[-1][1] : b].strip()[:1] in _SOFT_HYPHENS
            text = "".join(piece[2] for piece in pieces)
            lines.append(Line(page.index, a, b, text, box, size, bold, pieces, soft, column))
    return lines


def storable(raw: str) -> str:
    """Return the raw text with lone surrogates, which no database stores, replaced one for one."""
    return _SURROGATE.sub("\ufffd", raw) if _SURROGATE.search(raw) else raw


def without_start(line: Line, characters: int) -> Line | None:
    """Return the line without its first characters (a line number's digits) and the space after them."""
    (start, end, text), *pieces = line.pieces
    pieces.insert(0, (start + characters, end, text[characters:]))
    while pieces and not pieces[0][2].strip():
        pieces.pop(0)
    if not pieces:
        return None
    start, end, text = pieces[0]
    blanks = len(text) - len(text.lstrip(" "))
    pieces[0] = start + blanks, end, text[blanks:]
    text = "".join(piece[2] for piece in pieces)
    return replace(line, start=start + blanks, text=text, pieces=tuple(pieces))


@dataclass(slots=True)
class Text:
    """A text and its spans, as :class:`briefbank.domain.authorities.Span` describes them."""

    text: str
    spans: list[Span]

    def part(self, start: int, end: int) -> Text:
        """Return the range of the text without white space at its ends; no end is inside a ligature."""
        while start < end and self.text[start] in " \n":
            start += 1
        while end > start and self.text[end - 1] in " \n":
            end -= 1
        first = max(0, bisect_right(self.spans, start, key=lambda s: s.at) - 1)
        spans = []
        for s in islice(self.spans, first, None):
            if s.at >= end:
                break
            a, b = max(s.at, start), min(s.at + s.size, end)
            if a < b and s.size != s.end - s.start:
                spans.append(Span(s.page, s.start, s.end, s.at - start, s.size))
            elif a < b:
                spans.append(Span(s.page, s.start + a - s.at, s.start + b - s.at, a - start, b - a))
        return Text(self.text[start:end], spans)


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


_JOINED_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LAST_WORD = re.compile(r"([^\W_]+(?:-[^\W_]+)*)-?$")
_FIRST_WORD = re.compile(r"[^\W_]+")
_HYPHENATED = frozenset(str.split("self ex cross quasi well half all much ever so then anti vice mid"))
# Words that are also the first half of closed compounds ("how-ever"): two known halves prove nothing.
_COMPOUND_PREFIXES = frozenset(
    str.split(
        "with there here how what who when where which under over out up down some any every no not through "
        "in on off fore for after inter mis dis pre re un sub super trans counter court law may thereby can"
    )
)
_LONGEST_WORD = 80
_UNSPACED = re.compile("[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
"""Chinese and Japanese characters, which are written without spaces."""


class Vocabulary:
    """The words of a document, counted without regard to case; thread-confined, built once."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._counts: Counter[str] = Counter()
        for line in lines:
            self._counts.update(_JOINED_WORD.findall(line.text[:2000].lower()))

    def knows(self, word: str, times: int = 1) -> bool:
        return self._counts[word.lower()] >= times

    def keeps_hyphen(self, first: str, second: str) -> bool:
        """Tell whether a word broken after ``first`` is written with a hyphen when it is not broken."""
        if not second[:1].islower() or not first[-1:].isalpha():
            return True
        if self.knows(first + second):
            return False
        if self.knows(f"{first}-{second}") or "-" in first or first.lower() in _HYPHENATED:
            return True
        halves = len(first) >= 4 and len(second) >= 4 and first.lower() not in _COMPOUND_PREFIXES
        return halves and self.knows(first, 2) and self.knows(second, 2)


def join_lines(lines: Sequence[Line], words: Vocabulary) -> Text:
    """Return the lines as one text: a space at each line end, broken words joined. Linear time."""
    parts: list[str] = []
    spans: list[Span] = []
    at = 0
    for index, line in enumerate(lines):
        following = lines[index + 1].text if index + 1 < len(lines) else ""
        drop, link = _line_end(line, following, words)
        last = len(line.pieces) - 1
        for number, (start, end, text) in enumerate(line.pieces):
            if number == last and drop:
                end, text = end - 1, text[:-1]
            if start >= 0 and text:
                spans.append(Span(line.page, start, end, at, len(text)))
            parts.append(text)
            at += len(text)
        if link == "-":
            # The page draws this hyphen, but its raw text has another character there: an empty raw range
            # keeps the map exact.
            spans.append(Span(line.page, line.pieces[-1][1], line.pieces[-1][1], at, 1))
        if following:
            parts.append(link)
            at += len(link)
    return Text("".join(parts), spans)


def _line_end(line: Line, following: str, words: Vocabulary) -> tuple[bool, str]:
    """Return whether the line's last character is dropped, and what stands between it and the next line."""
    if not following:
        return False, ""
    shown = not line.soft
    if shown and not line.text.endswith("-"):
        unspaced = _UNSPACED.match(line.text[-1:]) and _UNSPACED.match(following)
        return False, "" if unspaced or line.text.endswith("—") else " "
    first = _LAST_WORD.search(line.text[-_LONGEST_WORD:])
    second = _FIRST_WORD.match(following[:_LONGEST_WORD])
    if not second:
        return False, " "
    if not first:  # "- text", "v.-text": a dash, not a broken word
        return False, " " if shown and line.text[-2:-1] in ("", " ", "-") else ""
    if words.keeps_hyphen(first.group(1), second.group()):
        return False, "" if shown else "-"
    return shown, ""
