"""Finds the words, phrases and proximities of a search with operators in a passage.

``briefbank.domain.expression`` defines an occurrence. Here each part of a tree is an object that is made once
for a search and asked for thousands of passages. Neighbours are found in sorted lists, so that the work grows
with the occurrences and not with their pairs; only a proximity inside another one needs the pairs themselves.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import translate
from operator import itemgetter
from typing import Protocol

from briefbank.domain.expression import Unit
from briefbank.index.analyzer import LONGEST_TERM_BYTES
from briefbank.index.passage_words import PassageWords

Run = tuple[int, int]
"""The numbers of the first and the last word of an occurrence."""

_START, _END = itemgetter(0), itemgetter(1)


class Occurring(Protocol):
    """A part of a search that has occurrences."""

    def runs(self, words: PassageWords) -> list[Run]:
        """Return all occurrences, also behind the passage's end; each once, in order of their first words."""

    def begins(self, words: PassageWords) -> bool:
        """Tell whether an occurrence begins in the passage itself."""

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        """Yield the words that make up the ``wanted`` occurrences: of a proximity only the two ends."""


class _MarkedWhole(ABC):
    """The base of words and phrases: an occurrence is marked as a whole."""

    @abstractmethod
    def runs(self, words: PassageWords) -> list[Run]: ...

    def begins(self, words: PassageWords) -> bool:
        return _begins(self.runs(words), words)

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        return iter(wanted)


@dataclass(frozen=True, slots=True)
class Word(_MarkedWhole):
    """One word."""

    term: str

    def places(self, words: PassageWords) -> list[int]:
        return words.places(self.term)

    def fits(self, word: str) -> bool:
        return word == self.term

    def runs(self, words: PassageWords) -> list[Run]:
        return [(at, at) for at in words.places(self.term)]

    def begins(self, words: PassageWords) -> bool:
        found = words.places(self.term)
        return bool(found) and found[0] < words.own


class _PatternMatches(dict[str, bool]):
    """A cache of the words that a pattern matches; the same few thousand come again and again."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        # The pattern that translate makes of * never backtracks, so this is linear.
        self._match = re.compile(translate(pattern)).match

    def __missing__(self, word: str) -> bool:
        found = self[word] = len(word) < LONGEST_TERM_BYTES and self._match(word) is not None
        return found


class Pattern(_MarkedWhole):
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
class WordSequence(_MarkedWhole):
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
class Alternatives:
    """An occurrence of any of the parts."""

    parts: tuple[Occurring, ...]

    def runs(self, words: PassageWords) -> list[Run]:
        return sorted({run for part in self.parts for run in part.runs(words)})

    def begins(self, words: PassageWords) -> bool:
        return any(part.begins(words) for part in self.parts)

    def marks(self, words: PassageWords, wanted: Collection[Run]) -> Iterator[Run]:
        for part in self.parts:
            yield from part.marks(words, [run for run in part.runs(words) if run in wanted])


@dataclass(frozen=True, slots=True)
class Proximity:
    """Two occurrences close to each other: a run from the first word of the one to the last of the other."""

    left: Occurring
    right: Occurring
    unit: Unit
    distance: int
    ordered: bool

    def runs(self, words: PassageWords) -> list[Run]:
        return sorted({_joined(left, right) for left, right in self._pairs(words)})

    def begins(self, words: PassageWords) -> bool:
        left = self.left.runs(words)
        if not left or not (right := self.right.runs(words)):
            return False
        near = _Neighbours(self, words, right)
        for run in left:
            if run[0] < words.own:
                if near.has_any(run):
                    return True
            elif not self.ordered and _begins(near.before(run), words):
                return True
        return False

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
class NegatedProximity:
    """An occurrence of the first part of a proximity with none of its second part close to it."""

    close: Proximity

    def runs(self, words: PassageWords) -> list[Run]:
        left = self.close.left.runs(words)
        near = _Neighbours(self.close, words, self.close.right.runs(words) if left else [])
        return [run for run in left if not near.has_any(run)]

    def begins(self, words: PassageWords) -> bool:
        return _begins(self.runs(words), words)

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


def _begins(runs: Sequence[Run], words: PassageWords) -> bool:
    own = words.own
    return any(start < own for start, _ in runs)


def _joined(one: Run, other: Run) -> Run:
    return min(one[0], other[0]), max(one[1], other[1])
