"""Verifies that a passage matches a search with operators, and finds the ranges to mark in it.

The word index only finds candidates; this module decides, by the rules of ``briefbank.domain.expression``, on
the text itself. One ExpressionMatcher is made for a search and asked for thousands of passages, about 40
millionths of a second each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from briefbank.domain.documents import Document
from briefbank.domain.expression import (
    And,
    Expression,
    Field,
    FieldName,
    Near,
    Not,
    Or,
    Phrase,
    Term,
    terms_of,
)
from briefbank.domain.passages import Passage
from briefbank.index.analyzer import Range
from briefbank.index.field_matching import FieldMatcher, number_words
from briefbank.index.match_reach import BEYOND_COUNTING, Reach, reach_of
from briefbank.index.occurrences import (
    Alternatives,
    NegatedProximity,
    Occurring,
    Pattern,
    Proximity,
    Run,
    Word,
    WordSequence,
)
from briefbank.index.operator_candidates import exact
from briefbank.index.operator_normal_form import NO_WORD, normal, phrase_of
from briefbank.index.passage_words import PassageWords, first_words, ranges_of

_NO_OCCURRENCE = Alternatives(())


class ExpressionMatcher:
    """Decides for one expression. Any thread, several at once."""

    def __init__(self, expression: Expression) -> None:
        """Raises QueryError for an expression that combines too many words with each other."""
        self._tree = normal(expression)
        self._reach = reach_of(self._tree)
        self._check = _check(self._tree)
        self.needed = not exact(self._tree)
        """Whether there is anything to decide; otherwise the word index finds exactly the matches."""
        self.reaches = self._reach != Reach()
        """Whether a match may end in the next passage."""

    def holds(self, passage: Passage, document: Document, following: Passage | None) -> bool:
        """Tell whether the passage matches. ``following`` is the next passage of the same section and role,
        of which only the text is used; a match may end in it."""
        return self._check(_Subject(passage, document, following, self._reach))

    def ranges(self, text: str) -> tuple[Range, ...]:
        """Return the half-open ranges of the match in a passage's own text, ascending, each once.

        Excluded parts and fields have none. Where a match ends in the next passage, the words near the end
        are marked that may be its beginning. For a text that does not match: the ranges of the parts that do.
        """
        words = PassageWords(text)
        places = ranges_of(text)
        runs = sorted(set(_marks(self._tree, words)))
        return tuple((places[first][0], places[last][1]) for first, last in runs)


@dataclass
class _Subject:
    """A passage to be decided on; its words are split only when they are needed."""

    passage: Passage
    document: Document
    following: Passage | None
    reach: Reach

    @cached_property
    def words(self) -> PassageWords:
        text, following = self.passage.text, self.following
        if following is None or self.reach == Reach():
            return PassageWords(text)
        if not self.reach.paragraph and self.reach.words < BEYOND_COUNTING:
            return PassageWords(text, first_words(following.text, self.reach.words))
        runs_on = self.passage.runs_on
        if self.reach.words:
            return PassageWords(text, after_text=following.text, runs_on=runs_on)
        rest = following.text.partition("\n")[0] if runs_on else ""
        return PassageWords(text, after_text=rest, runs_on=runs_on)


_Check = Callable[[_Subject], bool]


def _check(expression: Expression) -> _Check:
    """Return the predicate to ask of each passage."""
    match expression:
        case And():
            parts = [_check(part) for part in expression.parts]
            return lambda subject: all(part(subject) for part in parts)
        case Or():
            parts = [_check(part) for part in expression.parts]
            return lambda subject: any(part(subject) for part in parts)
        case Not():
            part = _check(expression.part)
            return lambda subject: not part(subject)
        case Field():
            return _check_field(expression)
        case _:
            begins = occurring(expression).begins
            return lambda subject: begins(subject.words)


def _check_field(field: Field) -> _Check:
    known = FieldMatcher(field)
    if field.name is FieldName.RULE:
        begins = occurring(phrase_of(number_words(field.value))).begins
        return lambda s: begins(s.words) or known.holds(s.passage, s.document)
    return lambda subject: known.holds(subject.passage, subject.document)


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


def _marks(expression: Expression, words: PassageWords) -> Iterator[Run]:
    """Yield the words to mark for a part that matches the passage."""
    if isinstance(expression, And):
        for part in expression.parts:
            yield from _marks(part, words)
        return
    found = _matched_runs(expression, words)
    yield from _possible_beginnings(expression, words) if found is None else found


def _matched_runs(expression: Expression, words: PassageWords) -> list[Run] | None:
    """Return the words that match a part; None where its own text does not match. Fields match."""
    match expression:
        case And():
            found = [_matched_runs(part, words) for part in expression.parts]
            return None if None in found else _flattened(found)
        case Or():
            found = [_matched_runs(part, words) for part in expression.parts]
            return None if all(each is None for each in found) else _flattened(found)
        case Not():
            return None if _matched_runs(expression.part, words) else []
        case Field():
            return []
        case _:
            part = occurring(expression)
            runs = part.runs(words)
            return list(part.marks(words, set(runs))) if runs else None


def _flattened(found: Iterable[list[Run] | None]) -> list[Run]:
    return [run for each in found if each for run in each]


def _possible_beginnings(expression: Expression, words: PassageWords) -> Iterator[Run]:
    """Yield the words of a match that ends in the next passage, no further from the end than they can be."""
    reach = reach_of(expression)
    first = 0 if reach.paragraph else words.own - reach.words
    for term in terms_of(expression):
        yield from (run for run in occurring(term).runs(words) if run[0] >= first)
