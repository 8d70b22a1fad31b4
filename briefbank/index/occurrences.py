"""Finds what a search with operators asks for among the words of one passage: its words in order, and the
words, phrases and proximities that occur among them (``briefbank.domain.searches`` defines an occurrence).
And the forms in which authorities and names are compared.

Words are those of ``analyzer``, but found many times faster: most text is plain letters and a few typographic
marks, for which a table of characters gives the same result. Neighbours are found in sorted lists, so that
the work grows with the occurrences and not with their pairs.

An authority is compared by its key, in which "170 N.J. 632" and "170 NJ 632" are the same and "70 N.J. 632"
is another. A rule is compared by its number, because the name of its book is written in many ways: "N.J.R.E.
803(c)(27)", "Evidence Rule 803(c)(27)".
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import translate
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import itemgetter

from briefbank.domain.searches import And, Expression, Field, Near, Not, Or, Phrase, Term, Unit
from briefbank.index import analyzer
from briefbank.text.characters import without_accents
from briefbank.text.language import sentence_ends

_WORD = re.compile(r"[A-Za-z0-9]+")
_ONLY_WORDS = bytes(
    ord(chr(code).lower()) if chr(code).isalnum() and code < 128 else ord(" ") for code in range(256)
)
"""A table for bytes.translate: small letters and digits, and blanks for all else; faster than a pattern."""
_MARKS = "\u2019\u2018\u201c\u201d\u2013\u2014\u00a7\u2026\u2022\u00b6\u00a0\u2588"
"""Signs outside ASCII in plain English text; none is a letter, so that each separates words like a blank."""
_TOO_LONG = "x" * analyzer.LONGEST_TERM_BYTES
"""A placeholder for a word that no index takes: it has a position and equals no searched word."""

Run = tuple[int, int]  # The numbers of the first and the last word of an occurrence
NO_WORD = ""  # The pattern of a Term that matches nowhere
_WILD = re.compile(r"([*?]+)")
_START, _END = itemgetter(0), itemgetter(1)

LEAST_PART = 4  # The letters and digits of an authority's key that are enough to stand for the whole
LONGEST_NAME = 1000  # The characters of the name of a court, judge or folder that are compared
_PIECE = re.compile(r"\d+|[^\W\d_]+")


class PassageWords:
    """The words of one passage. For one thread."""

    __slots__ = ("_bounds", "_positions", "_text", "words")

    def __init__(self, text: str) -> None:
        self._text = text
        self._bounds: dict[Unit, list[int]] = {}
        self._positions: dict[str, list[int]] = {}
        self.words = words_of(text)

    def positions(self, pattern: str) -> list[int]:
        """Return the positions of the words that a pattern matches, ascending."""
        known = self._positions.get(pattern)
        if known is None:
            if _is_open(pattern):
                matched = _matched_by(pattern)
                known = [at for at, word in enumerate(self.words) if matched[word]]
            else:
                known, at = [], -1
                for _ in range(self.words.count(pattern)):
                    at = self.words.index(pattern, at + 1)
                    known.append(at)
            self._positions[pattern] = known
        return known

    def bounds(self, unit: Unit) -> list[int]:
        """Return the numbers of the words with which paragraphs or sentences begin, and one behind the last
        word; ascending from 0, the same twice where a unit has no word."""
        known = self._bounds.get(unit)
        if known is None:
            pieces = self._text.split("\n")
            if unit is Unit.SENTENCE:
                pieces = [
                    paragraph[start:end]
                    for paragraph in pieces
                    for start, end in pairwise([0, *sentence_ends(paragraph), len(paragraph)])
                ]
            known = self._bounds[unit] = [0, *accumulate(len(words_of(piece)) for piece in pieces)]
        return known


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


class _PatternMatches(dict[str, bool]):
    """A cache of the words that a pattern matches; the same few thousand come again and again."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        # The pattern that translate makes of * never backtracks, so this is linear.
        self._match = re.compile(translate(pattern)).match

    def __missing__(self, word: str) -> bool:
        matches = self[word] = len(word) < analyzer.LONGEST_TERM_BYTES and self._match(word) is not None
        return matches


_matched_by = lru_cache(maxsize=64)(_PatternMatches)


def _is_open(pattern: str) -> bool:
    return "*" in pattern or "?" in pattern


def runs_of(part: Expression, words: PassageWords) -> list[Run]:
    """Return all occurrences of a part in normal form, each once, by first word; none of And, Not, Field."""
    match part:
        case Term():
            return [(at, at) for at in words.positions(part.pattern)]
        case Phrase():
            patterns = [term.pattern for term in part.terms]
            leading = next((n for n, pattern in enumerate(patterns) if not _is_open(pattern)), 0)
            last, typed, runs = len(patterns) - 1, words.words, list[Run]()
            fits = [
                _matched_by(pattern).__getitem__ if _is_open(pattern) else pattern.__eq__
                for pattern in patterns
            ]
            for at in words.positions(patterns[leading]):
                first = at - leading
                inside = first >= 0 and first + last < len(typed)
                if inside and all(fit(typed[first + step]) for step, fit in enumerate(fits)):
                    runs.append((first, first + last))
            return runs
        case Or():
            return sorted({run for inner in part.parts for run in runs_of(inner, words)})
        case Near():
            return sorted({_joined(left, right) for left, right in _pairs(part, words)})
        case _:
            return []


def occurs(part: Expression, words: PassageWords) -> bool:
    return any(True for _ in _pairs(part, words)) if isinstance(part, Near) else bool(runs_of(part, words))


def marks_of(part: Expression, words: PassageWords, occurrences: Collection[Run]) -> Iterator[Run]:
    """Yield the words that make up these occurrences of a part: of a proximity only the two ends."""
    match part:
        case Or():
            for inner in part.parts:
                runs = [run for run in runs_of(inner, words) if run in occurrences]
                yield from marks_of(inner, words, runs)
        case Near():
            pairs = [pair for pair in _pairs(part, words) if _joined(*pair) in occurrences]
            yield from marks_of(part.left, words, {left for left, _ in pairs})
            yield from marks_of(part.right, words, {right for _, right in pairs})
        case _:
            yield from occurrences


def _pairs(close: Near, words: PassageWords) -> Iterator[tuple[Run, Run]]:
    left = runs_of(close.left, words)
    near = _Neighbours(close, words, runs_of(close.right, words) if left else [])
    for run in left:
        for other in near.of(run):
            yield run, other


class _Neighbours:
    """The second part's occurrences, searched for those close to an occurrence of the first part."""

    def __init__(self, close: Near, words: PassageWords, runs: Sequence[Run]) -> None:
        self._distance, self._ordered = close.distance, close.ordered
        self._bounds = [] if close.unit is Unit.WORDS else words.bounds(close.unit)
        if self._bounds:
            runs = [run for run in runs if self._window(run) is not None]
        self._by_start = sorted(runs)
        self._by_end = sorted(runs, key=_END)

    def of(self, run: Run) -> list[Run]:
        after, before = self._ranges(run)
        return self._by_start[slice(*after)] + self._by_end[slice(*before)]

    def _window(self, run: Run) -> Run | None:
        """Return the first and the last word between which another occurrence is close to ``run``."""
        start, end = run
        if not self._bounds:
            return start - self._distance, end + self._distance
        unit = bisect_right(self._bounds, start)
        if unit >= len(self._bounds) or end >= self._bounds[unit]:
            return None
        return self._bounds[unit - 1], self._bounds[unit] - 1

    def _ranges(self, run: Run) -> tuple[Run, Run]:
        """Return the places of those close behind ``run`` by start, and close before it by end."""
        window = self._window(run)
        if window is None:
            return (0, 0), (0, 0)
        first = bisect_right(self._by_start, run[1], key=_START)
        after = first, bisect_right(self._by_start, window[1], lo=first, key=_START)
        if self._ordered:
            return after, (0, 0)
        first = bisect_left(self._by_end, window[0], key=_END)
        return after, (first, bisect_left(self._by_end, run[0], lo=first, key=_END))


def _joined(one: Run, other: Run) -> Run:
    return min(one[0], other[0]), max(one[1], other[1])


@lru_cache(maxsize=64)
def normal(expression: Expression) -> Expression:
    """Return the search with words as the plain analysis gives them: a typed word that it splits becomes a
    phrase, and a word without a letter or digit NO_WORD, which matches nowhere."""
    match expression:
        case Term():
            return phrase_of(term_patterns(expression.pattern), expression.start, expression.end)
        case Phrase():
            words = (word for term in expression.terms for word in term_patterns(term.pattern))
            return phrase_of(words, expression.start, expression.end)
        case And() | Or():
            return replace(expression, parts=tuple(map(normal, expression.parts)))
        case Not():
            return replace(expression, part=normal(expression.part))
        case Near():
            return replace(expression, left=normal(expression.left), right=normal(expression.right))
        case Field():
            return expression


def term_patterns(text: str) -> list[str]:
    """Return the words of ``text`` as the plain analysis gives them, with * and ? left in their places."""
    patterns: list[str] = []
    glued = False
    for number, piece in enumerate(_WILD.split(text)):
        words = [piece] if number % 2 else [token.term for token in analyzer.plain_tokens(piece)]
        if words and glued and (number % 2 or _touches(piece, at_end=False)):
            patterns[-1] += words.pop(0)
        patterns += words
        glued = bool(piece) and (number % 2 == 1 or _touches(piece, at_end=True))
    return [pattern for pattern in patterns if pattern.strip("*?")]


def phrase_of(words: Iterable[str], start: int = 0, end: int = 0) -> Term | Phrase:
    terms = tuple(Term(word, start, end) for word in words)
    if len(terms) > 1:
        return Phrase(terms, start, end)
    return terms[0] if terms else Term(NO_WORD, start, end)


def _touches(piece: str, *, at_end: bool) -> bool:
    """Tell whether a word stands right at the end, or the beginning, of a piece of text."""
    tokens = analyzer.plain_tokens(piece)
    return bool(tokens) and (tokens[-1].end == len(piece) if at_end else tokens[0].start == 0)


@lru_cache(maxsize=4096)
def citation_key(text: str) -> str:
    """Return an authority's name in small letters, with one blank between letters and numbers and no other
    sign: "N.J.S.A. 2C:44-1(a)" is "njsa 2 c 44 1 a". A key is its own key. Empty for text without letters and
    numbers."""
    pieces: list[str] = []
    for piece in _PIECE.findall(" ".join(plain_words(text))):
        if pieces and not piece[0].isdigit() and not pieces[-1][0].isdigit():
            pieces[-1] += piece
        else:
            pieces.append(piece)
    return " ".join(pieces)


def names_authority(part: str, key: str) -> bool:
    """Tell whether the key ``part`` is all of ``key``, or enough of it to stand for it."""
    if part == key:
        return bool(part)
    return len(part.replace(" ", "")) >= LEAST_PART and f" {part} " in f" {key} "


def number_words(value: str) -> list[str]:
    """Return the words of a rule from the first with a digit on; all of them when none has one."""
    words = plain_words(value)
    first = next((at for at, word in enumerate(words) if any(map(str.isdigit, word))), 0)
    return words[first:]


def heading_words(value: str) -> list[str]:
    return term_patterns(value.replace("!", "*"))


def plain_words(text: str) -> list[str]:
    """Return the words of a value without wildcards."""
    return [token.term for token in analyzer.plain_tokens(text)]


def name_term(name: str) -> str:
    """Return a court's, judge's or folder's name as indexed: in small letters, cut to a term's limit."""
    return analyzer.prepare(name).casefold()[:LONGEST_NAME]


def plain_name(text: str) -> str:
    """Return a court's or judge's name for comparison: no capitals, accents or double blanks."""
    return " ".join(without_accents(text).split())
