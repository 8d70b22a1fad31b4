"""Finds what a search with operators asks for in one passage: its words in order, the words, phrases and
proximities that occur among them (``briefbank.domain.searches`` defines an occurrence), and fields that
search by name, such as ``cites:``.

Words are those of ``analyzer``, but found many times faster: most text is plain letters and a few typographic
marks, for which a table of characters gives the same result. Each part of a tree is an object that is made
once for a search and asked for thousands of passages. Neighbours are found in sorted lists, so that the work
grows with the occurrences and not with their pairs.

An authority is compared by its key, in which "170 N.J. 632" and "170 NJ 632" are the same and "70 N.J. 632"
is another. A rule is compared by its number, because the name of its book is written in many ways: "N.J.R.E.
803(c)(27)", "Evidence Rule 803(c)(27)". A docket number is compared in any of its forms.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fnmatch import translate
from functools import lru_cache
from itertools import accumulate, pairwise
from operator import itemgetter

from briefbank.domain.authorities import Citation
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Term, Unit
from briefbank.index import analyzer
from briefbank.text.docket_numbers import keys_of, query_keys
from briefbank.text.file_names import has_words
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

Run = tuple[int, int]
"""The numbers of the first and the last word of an occurrence."""
NO_WORD = ""
"""The pattern of a Term that matches nowhere."""
_WILD = re.compile(r"([*?]+)")
_START, _END = itemgetter(0), itemgetter(1)

NAME_BEFORE = 100
"""The characters before a citation in which the name of its case is searched."""
LEAST_PART = 4
"""The letters and digits of an authority's key that are enough to stand for the whole."""
LONGEST_NAME = 1000
"""The characters of the name of a court, judge or folder that are compared."""
_INVISIBLE = frozenset({"Mn", "Me", "Cf", "Cs"})
_PIECE = re.compile(r"\d+|[^\W\d_]+")


class PassageWords:
    """The words of one passage. For one thread."""

    __slots__ = ("_bounds", "_positions", "_text", "words")

    def __init__(self, text: str) -> None:
        self._text = text
        self._bounds: dict[Unit, list[int]] = {}
        self._positions: dict[str, list[int]] = {}
        self.words = words_of(text)

    def positions(self, word: str) -> list[int]:
        """Return the positions of ``word``, a term of the plain analysis; ascending."""
        known = self._positions.get(word)
        if known is None:
            known = self._positions[word] = []
            at = -1
            for _ in range(self.words.count(word)):
                at = self.words.index(word, at + 1)
                known.append(at)
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


class Occurring:
    """A part of a search that has occurrences."""

    def runs(self, words: PassageWords) -> list[Run]:
        """Return all occurrences, each once, in order of their first words."""
        raise NotImplementedError

    def occurs(self, words: PassageWords) -> bool:
        """Tell whether there is an occurrence."""
        return bool(self.runs(words))

    def marks(self, words: PassageWords, occurrences: Collection[Run]) -> Iterator[Run]:
        """Yield the words that make up these occurrences: of a proximity only the two ends."""
        return iter(occurrences)


class _PatternMatches(dict[str, bool]):
    """A cache of the words that a pattern matches; the same few thousand come again and again."""

    def __init__(self, pattern: str) -> None:
        super().__init__()
        # The pattern that translate makes of * never backtracks, so this is linear.
        self._match = re.compile(translate(pattern)).match

    def __missing__(self, word: str) -> bool:
        matches = self[word] = len(word) < analyzer.LONGEST_TERM_BYTES and self._match(word) is not None
        return matches


class Word(Occurring):
    """One word, perhaps with * or ? in it."""

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self.is_open = "*" in pattern or "?" in pattern
        self._known = _PatternMatches(pattern) if self.is_open else {}

    def positions(self, words: PassageWords) -> list[int]:
        if not self.is_open:
            return words.positions(self._pattern)
        known = self._known
        return [at for at, word in enumerate(words.words) if known[word]]

    def fits(self, word: str) -> bool:
        return self._known[word] if self.is_open else word == self._pattern

    def runs(self, words: PassageWords) -> list[Run]:
        return [(at, at) for at in self.positions(words)]

    def occurs(self, words: PassageWords) -> bool:
        return bool(self.positions(words)) if self.is_open else self._pattern in words.words


@dataclass(frozen=True, slots=True)
class WordSequence(Occurring):
    """Adjacent words; at least one."""

    parts: tuple[Word, ...]

    def runs(self, words: PassageWords) -> list[Run]:
        leading = next((n for n, part in enumerate(self.parts) if not part.is_open), 0)
        last = len(self.parts) - 1
        typed, runs = words.words, list[Run]()
        for at in self.parts[leading].positions(words):
            first = at - leading
            inside = first >= 0 and first + last < len(typed)
            if inside and all(part.fits(typed[first + step]) for step, part in enumerate(self.parts)):
                runs.append((first, first + last))
        return runs


@dataclass(frozen=True, slots=True)
class Alternatives(Occurring):
    """An occurrence of any of the parts."""

    parts: tuple[Occurring, ...]

    def runs(self, words: PassageWords) -> list[Run]:
        return sorted({run for part in self.parts for run in part.runs(words)})

    def occurs(self, words: PassageWords) -> bool:
        return any(part.occurs(words) for part in self.parts)

    def marks(self, words: PassageWords, occurrences: Collection[Run]) -> Iterator[Run]:
        for part in self.parts:
            yield from part.marks(words, [run for run in part.runs(words) if run in occurrences])


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

    def marks(self, words: PassageWords, occurrences: Collection[Run]) -> Iterator[Run]:
        pairs = [pair for pair in self._pairs(words) if _joined(*pair) in occurrences]
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

    def marks(self, words: PassageWords, occurrences: Collection[Run]) -> Iterator[Run]:
        return self.close.left.marks(words, occurrences)


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
        first, last = self._range_after(run, window)
        if first < last:
            return True
        first, last = (0, 0) if self._ordered else self._range_before(run, window)
        return first < last

    def after(self, run: Run) -> list[Run]:
        window = self._window(run)
        return [] if window is None else self._by_start[slice(*self._range_after(run, window))]

    def before(self, run: Run) -> list[Run]:
        window = self._window(run)
        return [] if window is None else self._by_end[slice(*self._range_before(run, window))]

    def _window(self, run: Run) -> Run | None:
        """Return the first and the last word between which another occurrence is close to ``run``."""
        start, end = run
        if not self._bounds:
            return start - self._distance, end + self._distance
        unit = bisect_right(self._bounds, start)
        if unit >= len(self._bounds) or end >= self._bounds[unit]:
            return None
        return self._bounds[unit - 1], self._bounds[unit] - 1

    def _range_after(self, run: Run, window: Run) -> tuple[int, int]:
        first = bisect_right(self._by_start, run[1], key=_START)
        return first, bisect_right(self._by_start, window[1], lo=first, key=_START)

    def _range_before(self, run: Run, window: Run) -> tuple[int, int]:
        first = bisect_left(self._by_end, window[0], key=_END)
        return first, bisect_left(self._by_end, run[0], lo=first, key=_END)


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
            return Word(expression.pattern) if expression.pattern != NO_WORD else _NO_OCCURRENCE
        case Phrase():
            return WordSequence(tuple(Word(term.pattern) for term in expression.terms))
        case Or():
            return Alternatives(tuple(map(occurring, expression.parts)))
        case Near():
            sides = occurring(expression.left), occurring(expression.right)
            close = Proximity(*sides, expression.unit, expression.distance, expression.ordered)
            return NegatedProximity(close) if expression.negated else close
        case _:
            return _NO_OCCURRENCE


_NO_OCCURRENCE = Alternatives(())


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
    """Return the words of a searched heading, with their wildcards."""
    return term_patterns(value.replace("!", "*"))


def plain_words(text: str) -> list[str]:
    """Return the words of a value without wildcards."""
    return [token.term for token in analyzer.plain_tokens(text)]


def name_term(name: str) -> str:
    """Return the name of a court, judge or folder as it is indexed: in small letters, cut to what a term may
    hold."""
    return analyzer.prepare(name).casefold()[:LONGEST_NAME]


def plain_name(text: str) -> str:
    """Return a court's or judge's name for comparison: no capitals, accents or double blanks."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in parts if unicodedata.category(c) not in _INVISIBLE).split())


class FieldMatcher:
    """One field with its value, compared with many passages and their documents."""

    def __init__(self, field: Field) -> None:
        self._name, self._value = field.name, field.value
        self._key = citation_key(field.value) if field.name is FieldName.CITES else ""
        match field.name:
            case FieldName.RULE:
                words = number_words(field.value)
            case FieldName.HEADING:
                words = heading_words(field.value)
            case _:
                words = plain_words(field.value)
        self._sequence = WordSequence(tuple(map(Word, words))) if words else None
        self._dockets = query_keys(field.value) if field.name is FieldName.DOCKET else frozenset()
        self._part = plain_name(field.value)
        timed = field.name in (FieldName.BEFORE, FieldName.AFTER)
        self._day = date.fromisoformat(field.value) if timed else date.min

    def holds(self, passage: Passage, document: Document) -> bool:
        """Tell whether the field matches. RULE only compares the citations' numbers; its number may also
        stand in the text, which the caller checks."""
        match self._name:
            case FieldName.CITES:
                return any(self._is_cited(citation, passage.text) for citation in passage.citations)
            case FieldName.RULE:
                return any(self._in(citation.canonical) for citation in passage.citations)
            case FieldName.HEADING:
                return any(map(self._in, passage.heading_path))
            case FieldName.DOCKET:
                return self._in(document.docket) or not self._dockets.isdisjoint(keys_of(document.docket))
            case FieldName.COURT:
                return self._part in _known_name(document.court)
            case FieldName.JUDGE:
                return self._part in _known_name(document.judge)
            case FieldName.PATH:
                return has_words(name_term(document.folder), self._value)
            case FieldName.KIND:
                return self._value == document.kind.value
            case FieldName.BEFORE:
                return document.filed is not None and document.filed < self._day
            case _:
                return document.filed is not None and document.filed > self._day

    def _is_cited(self, citation: Citation, text: str) -> bool:
        if citation.canonical and names_authority(self._key, citation_key(citation.canonical)):
            return True
        start = max(0, citation.start - NAME_BEFORE)
        name = text[start : citation.end]
        return self._in(name.partition(" ")[2] if start else name)  # The first word may have been cut.

    def _in(self, text: str) -> bool:
        return self._sequence is not None and bool(self._sequence.runs(PassageWords(text)))


@lru_cache(maxsize=4096)
def _known_name(name: str) -> str:
    return plain_name(name_term(name))
