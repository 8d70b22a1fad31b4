"""The words of a passage in order, for a search with operators.

Words are those of ``analyzer``, but found many times faster: most text is plain letters and a few typographic
marks, for which a table of characters gives the same result. The passage's own words are followed by those of
the next passage, as many as are asked for, because a match may end there. Paragraphs and sentences are only
found on demand.
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
    """The words of one passage and of what follows it; ``words[:own]`` are the passage's. For one thread."""

    __slots__ = ("_after", "_bounds", "_places", "_runs_on", "_text", "own", "words")

    def __init__(self, text: str, after: Sequence[str] = (), *, after_text: str = "", runs_on: bool = False):
        """``after`` are words that follow. Alternatively ``after_text`` follows; its first paragraph
        continues the last one of ``text`` if ``runs_on``. Only with ``after_text`` are there units beyond the
        passage's end."""
        self._text = text
        self._after = after_text
        self._runs_on = runs_on
        self._bounds: dict[Unit, list[int]] = {}
        self._places: dict[str, list[int]] = {}
        own = words_of(text)
        self.own = len(own)
        self.words = [*own, *after, *words_of(after_text)] if after or after_text else own

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
            pieces = self._paragraphs() if unit is Unit.PARAGRAPH else self._sentences()
            found = self._bounds[unit] = [0, *accumulate(len(words_of(piece)) for piece in pieces)]
        return found

    def _paragraphs(self) -> list[str]:
        join = " " if self._runs_on else "\n"
        return (self._text + join + self._after if self._after else self._text).split("\n")

    def _sentences(self) -> Iterator[str]:
        for paragraph in self._paragraphs():
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


def first_words(text: str, count: int) -> list[str]:
    """Return up to ``count`` words from the beginning, reading little more of the text than they take."""
    near = text[: 16 * count]
    found = words_of(near)
    if len(found) <= count and len(near) < len(text):
        found = words_of(text)
    return found[:count]


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
