"""Verifies that a passage matches a search with operators, and finds the ranges to mark in it.

The word index only finds candidates; this module decides, by the rules of ``briefbank.domain.expression``, on
the text itself. One ExpressionMatcher is made for a search and asked for thousands of passages, about 40
millionths of a second each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from briefbank.domain.documents import Document
from briefbank.domain.expression import And, Expression, Field, FieldName, Not, Or
from briefbank.domain.passages import Passage
from briefbank.index.analyzer import Range
from briefbank.index.field_matching import FieldMatcher, number_words
from briefbank.index.occurrences import Run, normal, occurring, phrase_of
from briefbank.index.operator_candidates import exact
from briefbank.index.passage_words import PassageWords, ranges_of


class ExpressionMatcher:
    """Decides for one expression. Any thread, several at once."""

    def __init__(self, expression: Expression) -> None:
        self._tree = normal(expression)
        self._check = _check(self._tree)
        self.needed = not exact(self._tree)
        """Whether there is anything to decide; otherwise the word index finds exactly the matches."""

    def holds(self, passage: Passage, document: Document) -> bool:
        """Tell whether the passage matches."""
        return self._check(_Subject(passage, document))

    def ranges(self, text: str) -> tuple[Range, ...]:
        """Return the half-open ranges of the match in a passage's text, ascending, each once.

        Excluded parts and fields have none. For a text that does not match: the ranges of the parts that do.
        """
        places = ranges_of(text)
        runs = sorted(set(_marks(self._tree, PassageWords(text))))
        return tuple((places[first][0], places[last][1]) for first, last in runs)


@dataclass
class _Subject:
    """A passage to be decided on; its words are split only when they are needed."""

    passage: Passage
    document: Document

    @cached_property
    def words(self) -> PassageWords:
        return PassageWords(self.passage.text)


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
            occurs = occurring(expression).occurs
            return lambda subject: occurs(subject.words)


def _check_field(field: Field) -> _Check:
    known = FieldMatcher(field)
    if field.name is FieldName.RULE:
        occurs = occurring(phrase_of(number_words(field.value))).occurs
        return lambda s: occurs(s.words) or known.holds(s.passage, s.document)
    return lambda subject: known.holds(subject.passage, subject.document)


def _marks(expression: Expression, words: PassageWords) -> Iterator[Run]:
    """Yield the words to mark; where only some parts of a conjunction match, theirs."""
    if isinstance(expression, And):
        for part in expression.parts:
            yield from _marks(part, words)
    else:
        yield from _matched_runs(expression, words) or ()


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
