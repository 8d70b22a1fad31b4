"""Joins the letters of headings that were typed with blanks between them: "C O N C L U S I O N".

The blanks inside a word become an invisible character, one for one, so that each index stays that of PDFium.
Lists of single letters ("A B C D"), initials ("J. F. K.") and abbreviations ("U S C") stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from statistics import median

from briefbank.extraction.columns import Edges
from briefbank.text.accents import without_accents

JOINER = "\u2060"
"""The invisible character: cleaned text and searches omit it."""
_LETTER = r"[^\W\d_][\u0300-\u036f]{0,2}"
_BLANKS = r"[ \xa0]{1,12}"
_SPACED = re.compile(
    rf"(?<!\S){_LETTER}(?:{_BLANKS}(?:{_LETTER}|[.,:;'’&\-])(?!\S)){{2,200}}{_BLANKS}{_LETTER}[.,:;]{{0,2}}(?!\S)"
)
_COUNTED = re.compile(r"(POINT|PUNTO|PART|ISSUE)[IVX]+")
"""A word and its numeral, which all blanks alike do not separate."""
_TOKEN = re.compile(r"\S+")
_MARK = re.compile(r"\W*(?:[IVXivx]{1,5}|[A-Za-z]|\d{1,3})?\W*")
"""What may stand beside the letters in the line of a heading: the mark of an outline."""
_MOST_BESIDE = 40
"""The characters beside the letters that are looked at."""
_LEAST_LETTERS = 4
_SURE_LETTERS = 6
"""The letters of a word from which other text may stand in its line."""
_WORD_GAP = 1.7
"""The least gap between two words, in usual gaps between two letters."""


def joined_letters(raw: str, edges: Edges, start: int = 0) -> str:
    """Return the raw text of a page, in which the letters of spaced words from ``start`` on follow each
    other. ``edges`` returns where a letter begins and where the next would follow it. Linear time."""
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
    """Yield the letters of each word: a wider gap separates two words, of blanks or on the page."""
    letters = [match.span() for match in _TOKEN.finditer(raw, start, end)]
    gaps: list[float] = [right[0] - left[1] for left, right in pairwise(letters)]
    if min(gaps) == max(gaps):
        places = [edges(first) for first, _ in letters]
        known = [place for place in places if place is not None]
        if len(known) == len(letters):
            gaps = [max(0.0, right[0] - left[1]) for left, right in pairwise(known)]
        widest = _WORD_GAP * median(gaps)
    else:
        widest = min(gaps)
    counted = _COUNTED.fullmatch("".join(raw[start:end].split()))
    word = [letters[0]]
    for at, (letter, gap) in enumerate(zip(letters[1:], gaps, strict=True), 1):
        if gap > widest or (counted and at == counted.end(1)):
            yield word
            word = []
        word.append(letter)
    yield word


def _is_spaced(raw: str, start: int, end: int, words: list[list[_Range]]) -> bool:
    texts = ["".join(filter(str.isalpha, "".join(raw[a:b] for a, b in word))) for word in words]
    longest = max(texts, key=len)
    if len(longest) < _LEAST_LETTERS or not _is_word(longest):
        return False
    before = raw[max(0, start - _MOST_BESIDE) : start].rpartition("\n")[2]
    after = raw[end : end + _MOST_BESIDE].partition("\n")[0]
    alone = _MARK.fullmatch(before) and _MARK.fullmatch(after)
    return bool(alone) or len(longest) >= _SURE_LETTERS


def _is_word(text: str) -> bool:
    plain = without_accents(text.lower())
    alphabetical = all(ord(b) - ord(a) == 1 for a, b in pairwise(plain))
    return (
        (text.isupper() or text[1:].islower())
        and len(set(plain)) >= 3
        and not set("aeiou").isdisjoint(plain)
        and not alphabetical
    )
