"""The words of a passage in order, for a search with operators.

Words are those of ``analyzer``, but found many times faster: most text is plain letters and a few typographic
marks, for which a table of characters gives the same result. Paragraphs and sentences are only found on
demand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from briefbank.domain.expression import Unit
from briefbank.index import analyzer
from briefbank.text.sentences import sentence_ends

_WORD = re.compile(r"[A-Za-z0-9]+")
_ONLY_WORDS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() and code < 128 else ord(" ") for code in range(256)
)
"""A table for bytes.translate: small letters and digits, and blanks for all else; faster than a pattern."""
_MARKS = "\u2019\u2018\u201c\u201d\u2013\u2014\u00a7\u2026\u2022\u00b6\u00a0\u2588"
"""Signs outside ASCII in plain English text; none is a letter, so that each separates words like a blank."""
_TOO_LONG = "x" * analyzer.LONGEST_TERM_BYTES
"""A placeholder for a word that no index takes: it has a position and equals no searched word."""


class PassageWords:
    """The words of one passage. For one thread."""

    __slots__ = ("_bounds", "_places", "_text", "words")

    def __init__(self, text: str) -> None:
        self._text = text
        self._bounds: dict[Unit, list[int]] = {}
        self._places: dict[str, list[int]] = {}
        self.words = words_of(text)

    def places(self, word: str) -> list[int]:
        """Return the positions of ``word``, a term of the plain analysis; ascending."""
        found = self._places.get(word)
        if found is None:
            found = self._places[word] = list(_places(self.words, word))
        return found

    def bounds(self, unit: Unit) -> list[int]:
        """Return the numbers of the words with which paragraphs or sentences begin, and one behind the last
        word; ascending from 0, the same twice where a unit has no word."""
        found = self._bounds.get(unit)
        if found is None:
            pieces = self._text.split("\n") if unit is Unit.PARAGRAPH else self._sentences()
            found = self._bounds[unit] = [0, *accumulate(len(words_of(piece)) for piece in pieces)]
        return found

    def _sentences(self) -> Iterator[str]:
        for paragraph in self._text.split("\n"):
            for start, end in pairwise([0, *sentence_ends(paragraph), len(paragraph)]):
                yield paragraph[start:end]


def words_of(text: str) -> list[str]:
    """Return the terms of the plain analysis, one for each position among the words."""
    plain = _plain(text)
    if plain is not None:
        return plain.encode("ascii").translate(_ONLY_WORDS).decode("ascii").split()
    words: list[str] = []
    for token in analyzer.plain_tokens(text):
        words += [_TOO_LONG] * (token.position - len(words))
        words.append(token.term)
    return words


def ranges_of(text: str) -> list[analyzer.Range]:
    """Return each word's range of characters, in step with ``words_of``; an empty one if it is too long."""
    plain = _plain(text)
    if plain is not None:
        return [match.span() for match in _WORD.finditer(plain)]
    ranges: list[analyzer.Range] = []
    for token in analyzer.plain_tokens(text):
        ranges += [(token.start, token.start)] * (token.position - len(ranges))
        ranges.append((token.start, token.end))
    return ranges


def _plain(text: str) -> str | None:
    """Return the text, character for character, as ASCII, the usual marks as blanks; None if not possible."""
    if not text.isascii():
        for mark in _MARKS:
            text = text.replace(mark, " ")
        if not text.isascii():
            return None
    return text


def _places(words: Sequence[str], word: str) -> Iterator[int]:
    at = -1
    for _ in range(words.count(word)):
        at = words.index(word, at + 1)
        yield at
