"""Typed text cut into pieces: what stands between blanks, and what stands between quotation marks.

The first step of reading a query. It knows characters, not law: it removes what cannot be typed on purpose
(control characters, invisible marks, half characters), pairs quotation marks, and finds the blank lines.
Every expression here runs in time linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

WORD_LIMIT = 60
"""Longer runs of letters are no words."""

_UNTYPEABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028]")
_BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_PIECE = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTE = re.compile(r'["“”„‟]')
_PROXIMITY = re.compile(r"(?:w|pre|near|onear)?/(?:\d{1,3}|[sp])|\+(?:\d{1,3}|[sp])", re.IGNORECASE)
_EXPANDER = re.compile(r"[^\W\d_]{2,60}[!*][^\W\d_]{0,20}")
_SIGNS = frozenset({"&", "%", "!", "*", "+", "#"})
_CAPITALS = frozenset({"AND", "OR", "NOT"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A run without blanks, or (``quoted``) the text between two quotation marks."""

    text: str
    start: int
    """Its first character in the cleaned text."""
    paragraph: int
    quoted: bool = False


def clean(untrusted_text: str) -> str:
    """The text without characters that no one types on purpose; line ends are line feeds."""
    text = _LINE_ENDS.sub("\n", untrusted_text.replace("\u2029", "\n\n"))
    return _INVISIBLE.sub("", _UNTYPEABLE.sub(" ", text))


def split(text: str) -> tuple[list[Piece], bool]:
    """All pieces of a cleaned text in order, and whether a quotation mark has no partner."""
    spans, unpaired = _quoted_spans(text)
    breaks = [match.end() for match in _BLANK_LINE.finditer(text)]
    pieces: list[Piece] = []
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        for match in _PIECE.finditer(text, at, start):
            pieces.append(Piece(match.group(), match.start(), bisect_right(breaks, match.start())))
        if text[start + 1 : end].strip():
            inner = " ".join(text[start + 1 : end].split())
            pieces.append(Piece(inner, start, bisect_right(breaks, start), quoted=True))
        at = end + 1
    return pieces, unpaired


def quote_position(text: str, number: int) -> int:
    """Where quotation mark ``number`` (from 0) stands, or -1."""
    for at, match in enumerate(_QUOTE.finditer(text)):
        if at == number:
            return match.start()
    return -1


def paragraphs(pieces: Sequence[Piece], limit: int) -> list[list[Piece]]:
    """The pieces by paragraph; beyond ``limit`` paragraphs, neighbours are put together evenly."""
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.paragraph)]
    if len(groups) <= limit:
        return groups
    merged: list[list[Piece]] = [[] for _ in range(limit)]
    for at, group in enumerate(groups):
        merged[at * limit // len(groups)] += group
    return merged


def words_in(text: str) -> Iterator[str]:
    """The words of a piece in lower case, without possessive endings and single letters."""
    for match in _WORD.finditer(text):
        word = match.group().lower().replace("’", "'").removesuffix("'s")
        if len(word) <= WORD_LIMIT and (len(word) > 1 or word.isdigit()):
            yield word


def is_operator(piece: str, mixed_case: bool) -> bool:
    """Whether a piece is an operator of a legal search language: AND, w/5, /p, +3, %.

    ``mixed_case``: the text has small letters, so that capitals were meant.
    """
    core = piece.strip("()")
    return core in _SIGNS or (mixed_case and core in _CAPITALS) or _PROXIMITY.fullmatch(core) is not None


def expander(piece: str) -> str:
    """The "!" or "*" that stands for any ending in a piece such as "suppress!", or empty."""
    if _EXPANDER.fullmatch(piece.strip("()").rstrip(".,;:")):
        return "!" if "!" in piece else "*"
    return ""


def _quoted_spans(text: str) -> tuple[list[tuple[int, int]], bool]:
    """Positions of paired quotation marks; a straight mark opens and closes, a curly one only as drawn."""
    spans: list[tuple[int, int]] = []
    opened, unpaired = -1, False
    for match in _QUOTE.finditer(text):
        mark, at = match.group(), match.start()
        if opened < 0:
            if mark == "”":
                unpaired = True
            else:
                opened = at
        elif mark in "“„":
            opened, unpaired = at, True
        else:
            spans.append((opened, at))
            opened = -1
    return spans, unpaired or opened >= 0
