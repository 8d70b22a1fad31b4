"""Typed text cut into blank-separated pieces, by paragraph.

The first step of reading a query. It knows characters, not law: it removes what cannot be typed on purpose
(control characters, invisible marks, lone surrogates), pairs quotation marks, and finds the blank lines.
Every expression here runs in time linear in the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

WORD_LIMIT = 60
"""The longest word; longer runs of letters are none."""

_UNTYPEABLE = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
_INVISIBLE = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufe0e\ufe0f\ufeff]")
_LINE_ENDS = re.compile(r"\r\n|[\r\x0b\x0c\x85\u2028]")
BLANK_LINE = re.compile(r"\n[^\S\n]*\n")
_PIECE = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_QUOTE = re.compile(r'["“”„‟]')


@dataclass(frozen=True, slots=True)
class TextToken:
    """A run without blanks."""

    text: str
    start: int
    """The index of its first character in the cleaned text."""
    paragraph: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def clean(untrusted_text: str) -> str:
    """Return the text without characters that no one types on purpose; line ends are line feeds."""
    text = _LINE_ENDS.sub("\n", untrusted_text.replace("\u2029", "\n\n"))
    return _INVISIBLE.sub("", _UNTYPEABLE.sub(" ", text))


def split(text: str, ranges: Sequence[tuple[int, int]]) -> list[TextToken]:
    """Return the pieces of a cleaned text that stand in these ranges, in order."""
    breaks = [match.end() for match in BLANK_LINE.finditer(text)]
    return [
        TextToken(match.group(), match.start(), bisect_right(breaks, match.start()))
        for start, end in ranges
        for match in _PIECE.finditer(text, start, end)
    ]


def without_punctuation(text: str) -> str:
    """Return a piece in lower case without the punctuation around it."""
    return text.lower().replace("’", "'").strip(".,;:?!()")


def shortened(text: str, letters: int) -> str:
    """Return the text, or of a longer one its beginning, cut between words."""
    if len(text) <= letters:
        return text
    return text[:letters].rsplit(" ", 1)[0].rstrip(" ,.;:") + "…"


def paragraphs(pieces: Sequence[TextToken], limit: int) -> list[list[TextToken]]:
    """Return the pieces by paragraph; beyond ``limit`` paragraphs, neighbours are merged evenly."""
    groups = [list(group) for _, group in groupby(pieces, key=lambda piece: piece.paragraph)]
    if len(groups) <= limit:
        return groups
    merged: list[list[TextToken]] = [[] for _ in range(limit)]
    for at, group in enumerate(groups):
        merged[at * limit // len(groups)] += group
    return merged


def words_in(text: str) -> Iterator[str]:
    """Yield the words of a piece in lower case, without possessive endings and single letters."""
    for match in _WORD.finditer(text):
        word = match.group().lower().replace("’", "'").removesuffix("'s")
        if len(word) <= WORD_LIMIT and (len(word) > 1 or word.isdigit()):
            yield word


def quoted_spans(text: str) -> tuple[list[tuple[int, int]], bool]:
    """Return the positions of the two marks of each pair, and whether a mark has no partner.

    A straight mark opens and closes, a curly one only as drawn.
    """
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
