"""Query expansion by a thesaurus: other words for the same thing, searched beside the typed words.

Members of several words are searched as runs in the sentence, longest first, so that "motor vehicle" is not
also read as "vehicle". Only members of one line belong together: nothing is followed from line to line, and a
person who reads the file can foresee each addition. The weight of an addition is one number for each of the
two kinds of line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice
from typing import NamedTuple, Self

from briefbank.domain.searches import Related
from briefbank.search.thesaurus_lines import (
    FoldedWord,
    ThesaurusGroup,
    folded,
    folded_words,
    forms,
    only_in_capitals,
    read_lines,
    words_of,
)

INTERCHANGEABLE = 0.35
"""The weight of an addition from a line with "=", where a typed word has 1."""
ONE_WAY = 0.35
"""The weight of an addition from a line with ">"."""
ADDITIONS_LIMIT = 24
"""The most additions to one query."""
WORDS_LIMIT = 400
"""The most words of a query that are looked up, to bound the time; a longer text uses several wordings
itself."""
SHOUTED_WORDS = 4
"""The number of words from which a text in capitals alone does not distinguish abbreviations from words."""

_JOINTS = " \t\r\n-‐‑–'’/&"
"""The signs that may stand between the words of one member: "stop-and-frisk", "K-9"."""

Name = tuple[str, ...]


class Pair(NamedTuple):
    """One direction of a pairing, as the file writes its two sides."""

    typed: str
    added: str
    weight: float


@dataclass(frozen=True, slots=True)
class _Addition:
    """An addition of an entry."""

    text: str
    weight: float
    written: str
    """As the file has it."""

    @property
    def names(self) -> frozenset[Name]:
        """Its folded words, once for each form of the last; found for few, since a search uses few."""
        return _names(self.written)


@dataclass(frozen=True, slots=True)
class _Entry:
    """A member as it may be typed."""

    words: Name
    last: frozenset[str]
    """The forms of its last word."""
    capitals: bool
    """Whether it is meant only where it is typed in capitals."""
    added: tuple[_Addition, ...]


@dataclass(frozen=True, slots=True)
class Thesaurus:
    """A thesaurus that was read; it never changes. Any thread."""

    groups: int
    """The number of lines with a group, including those of the thesaurus that this one extends."""
    problems: tuple[str, ...]
    """A sentence for each line that cannot be used, with its number; of its own text only."""
    pairs: tuple[Pair, ...]
    """The pairings in force, in the order of the lines, each direction for itself."""
    _entries: Mapping[str, tuple[_Entry, ...]]
    """The entries by first word, in each form of it where it is the only one."""

    @classmethod
    def read(cls, text: str, upon: Self | None = None) -> Self:
        """Read a file's text, added to ``upon``; its lines with "-" remove pairings of ``upon``.

        A line that cannot be used is reported in ``problems`` and skipped; nothing raises. About 30 ms for a
        thousand lines.
        """
        lines, problems = read_lines(text)
        kept, idle = _without(upon.pairs if upon else (), [line for line in lines if line.takes_out])
        added = [line for line in lines if not line.takes_out]
        pairs = (*kept, *(pair for line in added for pair in _pairs(line, _weight(line))))
        groups = len(added) + (upon.groups if upon else 0)
        return cls(groups, (*problems, *idle), pairs, _entries(pairs))

    def with_problems(self, before: Sequence[str]) -> Self:
        """Return the same thesaurus with these sentences before its own problems."""
        return replace(self, problems=(*before, *self.problems))

    def related(self, words: Sequence[str], phrases_in: str) -> tuple[Related, ...]:
        """Return what to search beside a query's content ``words`` and its plain text ``phrases_in``.

        A single word counts only where it is among ``words``; members of several words are searched in the
        text. Give no numbers, citations or quoted text. In the order typed, each addition once, none that is
        typed already, at most ADDITIONS_LIMIT; where there are more, no typed word crowds out the others.
        """
        text = _Typed(words, phrases_in)
        found: list[list[Related]] = []
        seen = text.names()
        for entries, of in self._found(text):
            group = [
                Related(addition.text, addition.weight, of)
                for addition in _strongest_first(entries)
                if not text.has(addition) and _is_new(addition, seen)
            ]
            found.append(group)
        return _round_robin(found)

    def _found(self, text: _Typed) -> Iterator[tuple[Sequence[_Entry], str]]:
        """Yield the entries that are typed, place by place, with the words as typed."""
        at = 0
        while at < len(text.words):
            entries = self._longest(text, at)
            length = len(entries[0].words) if entries else 1
            if entries:
                yield entries, text.between(at, at + length)
            at += length
        for word in text.unseen:
            starting = self._starting(forms(word))
            entries = [entry for entry in starting if len(entry.words) == 1 and not entry.capitals]
            if entries:
                yield entries, word

    def _longest(self, text: _Typed, at: int) -> list[_Entry]:
        """Return all entries of the greatest length at a place; a member may be in two forms."""
        fitting: list[_Entry] = []
        for entry in self._starting(text.forms[at]):
            if fitting and len(entry.words) < len(fitting[0].words):
                break
            if text.stands(entry, at):
                fitting.append(entry)
        return fitting

    def _starting(self, word: Iterable[str]) -> list[_Entry]:
        """Return the entries that may begin with a word, given in its forms; longest first."""
        found = [entry for form in word if form in self._entries for entry in self._entries[form]]
        if len(found) < 2:
            return found
        unique = {(entry.words, entry.capitals): entry for entry in found}
        return sorted(unique.values(), key=lambda entry: -len(entry.words))


class _Typed:
    """A query's words in the forms in which entries are compared with them."""

    def __init__(self, words: Sequence[str], text: str) -> None:
        self._text = text
        self.words = list(islice(words_of(text), WORDS_LIMIT))
        self.forms = [_forms_typed(word) for word in self.words]
        typed = {word.folded for word in self.words}
        self._content = dict.fromkeys(piece for word in words[:WORDS_LIMIT] for piece in _pieces(word))
        self.unseen = [word for word in self._content if word not in typed]
        """Content words that are not in the text, or late in a long one: mostly spelling corrections."""
        self._forms = set(chain(*self.forms, *map(forms, self.unseen)))

    def names(self) -> set[Name]:
        """Return the single words that are typed, in every form."""
        return {(form,) for form in self._forms}

    def between(self, start: int, end: int) -> str:
        """Return words as typed."""
        return " ".join(self._text[self.words[start].start : self.words[end - 1].end].split())

    def stands(self, entry: _Entry, at: int) -> bool:
        """Tell whether an entry stands at a place of the text, as a content word or a run of words."""
        if len(entry.words) > 1:
            return self._run(entry.words[:-1], entry.last, at)
        word = self.words[at]
        if entry.last.isdisjoint(self.forms[at]):
            return False
        if entry.capitals:
            return word.written.removesuffix("s").isupper() and not self._is_all_capitals()
        return word.folded in self._content or self._is_abbreviated(word)

    def has(self, addition: _Addition) -> bool:
        """Tell whether the several words of an addition are typed already."""
        for name in addition.names:
            if len(name) > 1 and name[0] in self._forms:
                last = frozenset(name[-1:])
                if any(self._run(name[:-1], last, at) for at in range(len(self.words))):
                    return True
        return False

    def _run(self, beginning: Name, last: frozenset[str], at: int) -> bool:
        end = at + len(beginning)
        if end >= len(self.words) or last.isdisjoint(self.forms[end]):
            return False
        if any(self.words[at + step].folded != word for step, word in enumerate(beginning)):
            return False
        return all(self._joined(place) for place in range(at, end))

    def _joined(self, at: int) -> bool:
        return not self._text[self.words[at].end : self.words[at + 1].start].strip(_JOINTS)

    def _is_all_capitals(self) -> bool:
        return len(self.words) >= SHOUTED_WORDS and self._text == self._text.upper()

    @staticmethod
    def _is_abbreviated(word: FoldedWord) -> bool:
        """Tell whether it is written with full stops, which content words are not: D.U.I."""
        return word.end - word.start > len(word.written)


def _forms_typed(word: FoldedWord) -> tuple[str, ...]:
    """Return the forms of a typed word; an abbreviation of two letters has a plural too: CIs."""
    single = word.written[:-1]
    if len(single) == 2 and single.isupper() and word.written.endswith("s"):
        return word.folded, word.folded[:-1]
    return forms(word.folded)


def _pieces(word: str) -> tuple[str, ...]:
    return (folded(word),) if word.isalnum() else tuple(piece.folded for piece in words_of(word))


def _strongest_first(entries: Sequence[_Entry]) -> list[_Addition]:
    return sorted((each for entry in entries for each in entry.added), key=lambda each: -each.weight)


def _is_new(addition: _Addition, seen: set[Name]) -> bool:
    """Record the addition's forms as seen, and tell whether none of them was seen before."""
    if not addition.names.isdisjoint(seen):
        return False
    seen |= addition.names
    return True


def _round_robin(found: Sequence[Sequence[Related]]) -> tuple[Related, ...]:
    """Return the first addition of each typed word, then the second, up to the limit; in the order typed."""
    places = [(rank, place) for place, group in enumerate(found) for rank in range(len(group))]
    kept = sorted(places)[:ADDITIONS_LIMIT]
    return tuple(found[place][rank] for rank, place in sorted(kept, key=lambda each: each[::-1]))


# --- building ------------------------------------------------------------------------------------


def _weight(line: ThesaurusGroup) -> float:
    return ONE_WAY if line.one_way else INTERCHANGEABLE


def _pairs(line: ThesaurusGroup, weight: float) -> Iterator[Pair]:
    first, *others = line.members
    if line.one_way:
        yield from (Pair(first, added, weight) for added in others)
        return
    for typed in line.members:
        yield from (Pair(typed, added, weight) for added in line.members if added != typed)


@lru_cache(maxsize=1024)
def _names(member: str) -> frozenset[Name]:
    words = folded_words(member)
    return frozenset((*words[:-1], form) for form in forms(words[-1]))


def _without(pairs: Sequence[Pair], lines: Sequence[ThesaurusGroup]) -> tuple[list[Pair], list[str]]:
    """Return the pairings without those that lines remove, and a sentence for each line that removes none."""
    if not lines:
        return list(pairs), []
    places: dict[tuple[Name, Name], list[int]] = defaultdict(list)
    for place, pair in enumerate(pairs):
        for key in _keys(pair):
            places[key].append(place)
    gone: set[int] = set()
    idle: list[str] = []
    for line in lines:
        out = {place for pair in _pairs(line, 0.0) for key in _keys(pair) for place in places.get(key, ())}
        gone |= out
        if not out:
            idle.append(f"Line {line.number}: there is no such pairing in BriefBank’s own list to take out.")
    return [pair for place, pair in enumerate(pairs) if place not in gone], idle


def _keys(pair: Pair) -> Iterator[tuple[Name, Name]]:
    return ((typed, added) for typed in _names(pair.typed) for added in _names(pair.added))


def _entries(pairs: Iterable[Pair]) -> dict[str, tuple[_Entry, ...]]:
    """Return the pairings by the first word of what is typed."""
    added: dict[tuple[Name, bool], list[_Addition]] = defaultdict(list)
    for pair in pairs:
        if not only_in_capitals(pair.added):  # the index has no capitals, and would find the word
            text = " ".join(pair.added.lower().replace("’", "'").split())
            words = folded_words(pair.typed)
            addition = _Addition(text, pair.weight, pair.added)
            added[words, only_in_capitals(pair.typed)].append(addition)
    index: dict[str, list[_Entry]] = defaultdict(list)
    for (words, capitals), additions in added.items():
        entry = _Entry(words, frozenset(forms(words[-1])), capitals, tuple(additions))
        for first in sorted(entry.last) if len(words) == 1 else words[:1]:
            index[first].append(entry)
    return {first: tuple(entries) for first, entries in index.items()}
