"""Finds the words, phrases and proximities of a search with operators in a passage.

``briefbank.domain.expression`` defines an occurrence. Here each part of a tree is an object that is made once
for a search and asked for thousands of passages. Neighbours are found in sorted lists, so that the work grows
with the occurrences and not with their pairs; only a proximity inside another one needs the pairs themselves.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import translate
from functools import lru_cache
from operator import itemgetter

from briefbank.domain.expression import And, Expression, Field, Near, Not, Or, Phrase, Term, Unit
from briefbank.index import analyzer
from briefbank.index.passage_words import PassageWords

Run = tuple[int, int]
"""The numbers of the first and the last word of an occurrence."""

NO_WORD = ""
"""The pattern of a Term that matches nowhere."""
_WILD = re.compile(r"([*?]+)")
_START, _END = itemgetter(0), itemgetter(1)


class Occurring:
    """A part of a search that has occurrences."""

    def runs(self, words: PassageWords) -> list[Run]:
        """Return all occurrences, each once, in order of their first words."""
        raise NotImplementedError

    def occurs(self, words: PassageWords) -> bool:
        """Tell whether there is an occurrence."""
        return bool(self.runs(words))

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        """Yield the words that make up the ``wanted`` occurrences: of a proximity only the two ends."""
        return iter(wanted)


@dataclass(frozen=True, slots=True)
class Word(Occurring):
    """One word."""

    term: str

    def places(self, words: PassageWords) -> list[int]:
        return words.places(self.term)

    def fits(self, word: str) -> bool:
        return word == self.term

    def runs(self, words: PassageWords) -> list[Run]:
        return [(at, at) for at in words.places(self.term)]

    def occurs(self, words: PassageWords) -> bool:
        return self.term in words.words


class _PatternMatches(dict[str, bool]):
    """A cache of the words that a pattern matches; the same few thousand come again and again."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        # The pattern that translate makes of * never backtracks, so this is linear.
        self._match = re.compile(translate(pattern)).match

    def __missing__(self, word: str) -> bool:
        found = self[word] = len(word) < analyzer.LONGEST_TERM_BYTES and self._match(word) is not None
        return found


class Pattern(Occurring):
    """A word with * or ? in it."""

    def __init__(self, pattern: str) -> None:
        self._known = _PatternMatches(pattern)

    def places(self, words: PassageWords) -> list[int]:
        known = self._known
        return [at for at, word in enumerate(words.words) if known[word]]

    def fits(self, word: str) -> bool:
        return self._known[word]

    def runs(self, words: PassageWords) -> list[Run]:
        return [(at, at) for at in self.places(words)]


@dataclass(frozen=True, slots=True)
class WordSequence(Occurring):
    """Adjacent words; at least one."""

    parts: tuple[Word | Pattern, ...]

    def runs(self, words: PassageWords) -> list[Run]:
        leading = next((n for n, part in enumerate(self.parts) if isinstance(part, Word)), 0)
        last = len(self.parts) - 1
        there, found = words.words, list[Run]()
        for at in self.parts[leading].places(words):
            first = at - leading
            inside = first >= 0 and first + last < len(there)
            if inside and all(part.fits(there[first + step]) for step, part in enumerate(self.parts)):
                found.append((first, first + last))
        return found


@dataclass(frozen=True, slots=True)
class Alternatives(Occurring):
    """An occurrence of any of the parts."""

    parts: tuple[Occurring, ...]

    def runs(self, words: PassageWords) -> list[Run]:
        return sorted({run for part in self.parts for run in part.runs(words)})

    def occurs(self, words: PassageWords) -> bool:
        return any(part.occurs(words) for part in self.parts)

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        for part in self.parts:
            yield from part.marks(words, [run for run in part.runs(words) if run in wanted])


@dataclass(frozen=True, slots=True)
class Proximity(Occurring):
    """Two occurrences close to each other: a run from the first word of the one to the last of the other."""

    left: Occurring
    right: Occurring
    unit: Unit
    distance: int
    ordered: bool

    def runs(self, words: PassageWords) -> list[Run]:
        return sorted({_joined(left, right) for left, right in self._pairs(words)})

    def occurs(self, words: PassageWords) -> bool:
        left = self.left.runs(words)
        if not left or not (right := self.right.runs(words)):
            return False
        return any(map(_Neighbours(self, words, right).has_any, left))

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        pairs = [pair for pair in self._pairs(words) if _joined(*pair) in wanted]
        yield from self.left.marks(words, {left for left, _ in pairs})
        yield from self.right.marks(words, {right for _, right in pairs})

    def _pairs(self, words: PassageWords) -> Iterator[tuple[Run, Run]]:
        left = self.left.runs(words)
        near = _Neighbours(self, words, self.right.runs(words) if left else [])
        for run in left:
            for other in near.after(run):
                yield run, other
            if not self.ordered:
                for other in near.before(run):
                    yield run, other


@dataclass(frozen=True, slots=True)
class NegatedProximity(Occurring):
    """An occurrence of the first part of a proximity with none of its second part close to it."""

    close: Proximity

    def runs(self, words: PassageWords) -> list[Run]:
        left = self.close.left.runs(words)
        near = _Neighbours(self.close, words, self.close.right.runs(words) if left else [])
        return [run for run in left if not near.has_any(run)]

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        return self.close.left.marks(words, wanted)


class _Neighbours:
    """The second part's occurrences, searched for those close to an occurrence of the first part."""

    def __init__(self, close: Proximity, words: PassageWords, runs: Sequence[Run]) -> None:
        self._distance, self._ordered = close.distance, close.ordered
        self._bounds = [] if close.unit is Unit.WORDS else words.bounds(close.unit)
        if self._bounds:
            runs = [run for run in runs if self._window(run) is not None]
        self._by_start = sorted(runs)
        self._by_end = sorted(runs, key=_END)

    def has_any(self, run: Run) -> bool:
        window = self._window(run)
        if window is None:
            return False
        first, last = self._places_after(run, window)
        if first < last:
            return True
        first, last = (0, 0) if self._ordered else self._places_before(run, window)
        return first < last

    def after(self, run: Run) -> list[Run]:
        window = self._window(run)
        return [] if window is None else self._by_start[slice(*self._places_after(run, window))]

    def before(self, run: Run) -> list[Run]:
        window = self._window(run)
        return [] if window is None else self._by_end[slice(*self._places_before(run, window))]

    def _window(self, run: Run) -> Run | None:
        """Return the first and the last word between which another occurrence is close to ``run``."""
        start, end = run
        if not self._bounds:
            return start - self._distance, end + self._distance
        unit = bisect_right(self._bounds, start)
        if unit >= len(self._bounds) or end >= self._bounds[unit]:
            return None
        return self._bounds[unit - 1], self._bounds[unit] - 1

    def _places_after(self, run: Run, window: Run) -> tuple[int, int]:
        first = bisect_right(self._by_start, run[1], key=_START)
        return first, bisect_right(self._by_start, window[1], lo=first, key=_START)

    def _places_before(self, run: Run, window: Run) -> tuple[int, int]:
        first = bisect_left(self._by_end, window[0], key=_END)
        return first, bisect_left(self._by_end, run[0], lo=first, key=_END)


def _joined(one: Run, other: Run) -> Run:
    return min(one[0], other[0]), max(one[1], other[1])


# --- from a tree to its occurrences --------------------------------------------------------------


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
    """Return the words as a phrase."""
    terms = tuple(Term(word, start, end) for word in words)
    if len(terms) > 1:
        return Phrase(terms, start, end)
    return terms[0] if terms else Term(NO_WORD, start, end)


def _touches(piece: str, *, at_end: bool) -> bool:
    """Tell whether a word stands right at the end, or the beginning, of a piece of text."""
    tokens = analyzer.plain_tokens(piece)
    return bool(tokens) and (tokens[-1].end == len(piece) if at_end else tokens[0].start == 0)


@lru_cache(maxsize=64)
def occurring(expression: Expression) -> Occurring:
    """Return a part in normal form as something that has occurrences; none at all for And, Not and Field. It
    is cached, because a pattern remembers the words that it met."""
    match expression:
        case Term():
            return _word(expression) if expression.pattern != NO_WORD else _NO_OCCURRENCE
        case Phrase():
            return WordSequence(tuple(map(_word, expression.terms)))
        case Or():
            return Alternatives(tuple(map(occurring, expression.parts)))
        case Near():
            sides = occurring(expression.left), occurring(expression.right)
            close = Proximity(*sides, expression.unit, expression.distance, expression.ordered)
            return NegatedProximity(close) if expression.negated else close
        case _:
            return _NO_OCCURRENCE


def _word(term: Term) -> Word | Pattern:
    return Pattern(term.pattern) if term.open else Word(term.pattern)


_NO_OCCURRENCE = Alternatives(())
