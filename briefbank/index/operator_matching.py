"""Searches with operators: the candidates that the lexical index finds for one, the check of each on its
text, and the ranges to mark in it.

``Candidates`` translates a search to a Tantivy query that misses no matching passage and may find too many.
``ExpressionMatcher`` then decides by the rules of ``briefbank.domain.searches``, about 40 millionths of a
second for each passage. ``match_ranges`` finds what is marked of any query.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import cached_property, lru_cache

from tantivy import FieldType, Occur, Query, Schema, Searcher

from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    And,
    Expression,
    Field,
    FieldName,
    LexicalQuery,
    Near,
    Not,
    Or,
    Phrase,
    Term,
    Unit,
    conjuncts,
)
from briefbank.index import segments
from briefbank.index.analyzer import Range, TermPhrase, Terms, query_terms, stem_of
from briefbank.index.occurrences import (
    LEAST_PART,
    NO_WORD,
    PassageWords,
    Run,
    citation_key,
    heading_words,
    marks_of,
    name_term,
    names_authority,
    normal,
    number_words,
    occurs,
    phrase_of,
    plain_name,
    plain_words,
    ranges_of,
    runs_of,
    words_of,
)
from briefbank.index.segments import day
from briefbank.text.docket_numbers import find, keys_of, query_keys
from briefbank.text.file_names import has_words
from briefbank.text.language import TextLanguage, language_of

NAME_BEFORE = 100  # The characters before a citation in which the name of its case is searched
_SHOULD, _MUST, _MUST_NOT = Occur.Should, Occur.Must, Occur.MustNot


class Candidates:
    """Builds queries against one searcher, whose courts, judges and folders it reads."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher

    def of(self, expression: Expression) -> Query:
        """Return a query for at least the passages that match ``expression``; its scores mean nothing."""
        return self._matching(normal(expression))

    def _matching(self, part: Expression) -> Query:
        match part:
            case And():
                return self._all_of(part.parts)
            case Or():
                return _any(map(self._matching, part.parts))
            case Not():
                return self._all_of((part,))
            case Field():
                return self._field(part)
            case _:
                return self._within(part, segments.EXACT)

    def _all_of(self, parts: Sequence[Expression]) -> Query:
        required = [self._matching(part) for part in parts if not isinstance(part, Not)]
        return _all(required or [Query.all_query()])

    def _within(self, part: Expression, field: str) -> Query:
        """Find passages with an occurrence wholly inside a field that keeps positions."""
        match part:
            case Term():
                return self._word(field, part)
            case Phrase() if any(term.open for term in part.terms):
                return _all(self._word(field, term) for term in part.terms)
            case Phrase():
                return self._side_by_side(field, [term.pattern for term in part.terms])
            case Or():
                return _any(self._within(inner, field) for inner in part.parts)
            case Near(unit=Unit.WORDS, left=Term(open=False) as left, right=Term(open=False) as right) if (
                left.pattern != right.pattern  # A word is never near itself, which slop ignores.
            ):
                # Two words in either order with few enough between them; a superset, which a test checks.
                pairs = [[left.pattern, right.pattern]]
                if not part.ordered:
                    pairs.append(pairs[0][::-1])
                slop = part.distance - 1
                return _any(Query.phrase_query(self._schema, field, pair, slop) for pair in pairs)
            case Near():
                return _all([self._within(part.left, field), self._within(part.right, field)])
            case _:
                return Query.empty_query()

    def _side_by_side(self, field: str, words: Sequence[str]) -> Query:
        """Find adjacent words. A single word must be asked as a term: Tantivy's phrase query aborts on it."""
        if len(words) > 1:
            return Query.phrase_query(self._schema, field, list(words))
        return Query.term_query(self._schema, field, words[0], "basic") if words else Query.empty_query()

    def _word(self, field: str, term: Term) -> Query:
        if term.pattern == NO_WORD:
            return Query.empty_query()
        if not term.open:
            return Query.term_query(self._schema, field, term.pattern, "basic")
        pieces = (_WILD.get(sign) or re.escape(sign) for sign in term.pattern)
        return self._regex(field, "".join(pieces))

    def _regex(self, field: str, pattern: str) -> Query:
        """Find terms that a pattern matches as a whole; all passages if Tantivy finds it too long."""
        try:
            return Query.regex_query(self._schema, field, pattern)
        except ValueError:
            return Query.all_query()

    def _field(self, field: Field) -> Query:
        value = field.value
        match field.name:
            case FieldName.CITES:
                named = self._side_by_side(segments.EXACT, plain_words(value))
                return _any([self._authority(citation_key(value)), named])
            case FieldName.RULE:
                words = number_words(value)
                # A key has blanks where the words of a citation have none: "2c" is "2 c".
                number = " ?".join("".join(words))
                named = self._within(phrase_of(words), segments.EXACT)
                return _any([self._regex(segments.CITES, f".*{number}.*"), named]) if words else named
            case FieldName.HEADING:
                return self._within(phrase_of(heading_words(value)), segments.EXACT_HEADINGS)
            case FieldName.DOCKET:
                forms = Query.term_set_query(self._schema, segments.DOCKET_KEYS, sorted(query_keys(value)))
                return _any([self._side_by_side(segments.DOCKET, plain_words(value)), forms])
            case FieldName.COURT:
                return self._named(segments.COURT, value)
            case FieldName.JUDGE:
                return self._named(segments.JUDGE, value)
            case FieldName.PATH:
                return self._terms(segments.FOLDER, lambda folder: has_words(folder, value))
            case FieldName.KIND:
                return Query.term_query(self._schema, segments.KIND, value, "basic")
            case FieldName.BEFORE:
                return self._filed(0, day(date.fromisoformat(value)) - 1)
            case FieldName.AFTER:
                return self._filed(day(date.fromisoformat(value)) + 1, day(date.max) + 1)

    def _authority(self, key: str) -> Query:
        if len(key.replace(" ", "")) < LEAST_PART:
            return Query.term_query(self._schema, segments.CITES, key, "basic")
        return self._regex(segments.CITES, f"(.* )?{key}( .*)?")

    def _named(self, field: str, value: str) -> Query:
        part = plain_name(value)
        if not part:
            return Query.all_query()
        return self._terms(field, lambda name: part in plain_name(name))

    def _terms(self, field: str, fits: Callable[[str], bool]) -> Query:
        """Find passages by the names in a field that fit."""
        names = [name for name, _ in self._searcher.terms_with_prefix(field, "") if fits(name)]
        return Query.term_set_query(self._schema, field, names) if names else Query.empty_query()

    def _filed(self, first: int, last: int) -> Query:
        kind = FieldType.Integer
        return Query.range_query(self._schema, segments.FILED, kind, lower_bound=first, upper_bound=last)


_WILD = {"*": ".*", "?": "."}


def _all(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(_MUST, query) for query in queries])


def _any(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(_SHOULD, query) for query in queries])


@dataclass
class _Subject:
    """A passage to be decided on; its words are split only when they are needed."""

    passage: Passage
    document: Document

    @cached_property
    def words(self) -> PassageWords:
        return PassageWords(self.passage.text)


_Check = Callable[[_Subject], bool]


class ExpressionMatcher:
    """Decides for one expression. Any thread, several at once."""

    def __init__(self, expression: Expression) -> None:
        self._tree = normal(expression)
        self._check = _check(self._tree)
        self.decided_by_index = _is_decided_by_index(self._tree)
        """Whether ``Candidates`` finds just what matches, so that no passage needs to be checked."""

    def holds(self, passage: Passage, document: Document) -> bool:
        return self._check(_Subject(passage, document))

    def ranges(self, text: str) -> tuple[Range, ...]:
        """Return the half-open ranges of the match in a passage's text, ascending, each once.

        Excluded parts and fields have none. For a text that does not match: the ranges of the parts that do.
        """
        ranges, words = ranges_of(text), PassageWords(text)
        marked = {run for part in conjuncts(self._tree) for run in _marked(part, words) or ()}
        return tuple((ranges[first][0], ranges[last][1]) for first, last in sorted(marked))


def _is_decided_by_index(expression: Expression) -> bool:
    match expression:
        case And(parts) | Or(parts):
            return all(map(_is_decided_by_index, parts))
        case Term() as term:
            return not term.open
        case Phrase(terms):
            return not any(term.open for term in terms)
        case _:
            return False


def _check(expression: Expression) -> _Check:
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
            return lambda subject: occurs(expression, subject.words)


def _check_field(field: Field) -> _Check:
    value, words = field.value, phrase_of(plain_words(field.value))
    match field.name:
        case FieldName.CITES:
            key = citation_key(value)

            def is_cited(subject: _Subject) -> bool:
                text = subject.passage.text
                for citation in subject.passage.citations:
                    if citation.canonical and names_authority(key, citation_key(citation.canonical)):
                        return True
                    start = max(0, citation.start - NAME_BEFORE)
                    name = text[start : citation.end]  # The first word may have been cut.
                    if occurs(words, PassageWords(name.partition(" ")[2] if start else name)):
                        return True
                return False

            return is_cited
        case FieldName.RULE:
            number = phrase_of(number_words(value))
            return lambda s: (
                occurs(number, s.words)
                or any(occurs(number, PassageWords(c.canonical)) for c in s.passage.citations)
            )
        case FieldName.HEADING:
            heading = phrase_of(heading_words(value))
            return lambda s: any(occurs(heading, PassageWords(text)) for text in s.passage.heading_path)
        case FieldName.DOCKET:
            keys = query_keys(value)
            return lambda s: (
                occurs(words, PassageWords(s.document.docket))
                or not keys.isdisjoint(keys_of(s.document.docket))
            )
        case FieldName.COURT | FieldName.JUDGE:
            part, of_court = plain_name(value), field.name is FieldName.COURT
            return lambda s: part in _known_name(s.document.court if of_court else s.document.judge)
        case FieldName.PATH:
            return lambda s: has_words(name_term(s.document.folder), value)
        case FieldName.KIND:
            return lambda s: value == s.document.kind.value
        case FieldName.BEFORE | FieldName.AFTER:
            limit, before = date.fromisoformat(value), field.name is FieldName.BEFORE
            return lambda s: (
                s.document.filed is not None
                and (s.document.filed < limit if before else s.document.filed > limit)
            )


@lru_cache(maxsize=4096)
def _known_name(name: str) -> str:
    return plain_name(name_term(name))


def _marked(expression: Expression, words: PassageWords) -> list[Run] | None:
    """Return the words to mark of a part; None where its own text does not match. Fields match."""
    match expression:
        case And() | Or():
            marked = [_marked(part, words) for part in expression.parts]
            matches = (any if isinstance(expression, Or) else all)(runs is not None for runs in marked)
            return [run for runs in marked if runs for run in runs] if matches else None
        case Not():
            return None if _marked(expression.part, words) else []
        case Field():
            return []
        case _:
            runs = set(runs_of(expression, words))
            return list(marks_of(expression, words, runs)) if runs else None


def match_ranges(text: str, query: LexicalQuery) -> tuple[Range, ...]:
    """Return the ranges of ``text`` that match the query's words and identifiers, as the index would, their
    related words, and the match of the required part.

    Half open, ascending, not overlapping. 'searching' matches the word 'search'; identifiers match word for
    word, docket numbers in any of their forms. Some 0.05 ms for 200 words. Any thread. Never raises.
    """
    terms = query_terms(query)
    ranges = list(_matcher(query.required).ranges(text)) if query.required is not None else []
    if terms.dockets:
        keys = frozenset(terms.dockets)
        ranges += [
            (docket.start, docket.end) for docket in find(text) if not keys.isdisjoint(docket.document_keys())
        ]
    stems, phrases = _stems_and_phrases(terms)
    if stems or phrases:
        words, matches = _words(text), _stem_matches(stems, language_of(text))
        runs = [(at, at) for at, word in enumerate(words) if matches[word]]
        runs += [run for phrase in phrases for run in _runs(phrase, words)]
        if runs:
            word_ranges = _word_ranges(text)
            ranges += [(word_ranges[first][0], word_ranges[last][1]) for first, last in runs]
    merged: list[Range] = []
    for start, end in sorted(_closed(text, *range_) for range_ in ranges):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(merged[-1][1], end)
        else:
            merged.append((start, end))
    return tuple(merged)


def matching_forms(text: str, query: LexicalQuery) -> set[str]:
    """Return the words and phrases of ``text`` that match the query's words, identifiers and related words,
    in lower case, each once. A third of the time of ``match_ranges``. Any thread. Never raises."""
    stems, phrases = _stems_and_phrases(query_terms(query))
    words, matches = words_of(text), _stem_matches(stems, language_of(text))
    runs = [run for phrase in phrases for run in _runs(phrase, words)]
    return {
        *(word for word in set(words) if matches[word]),
        *(" ".join(words[first : last + 1]) for first, last in runs),
    }


def _stems_and_phrases(terms: Terms) -> tuple[frozenset[str], list[TermPhrase]]:
    """Return what single words must have, and what several in a row must be."""
    related = [phrase for phrase, _ in terms.related]
    alone = (phrase.terms[0][1] for phrase in related if len(phrase.terms) == 1)
    phrases = [*terms.identifiers, *(phrase for phrase in related if len(phrase.terms) > 1)]
    return frozenset((*terms.stems, *terms.context, *alone)), phrases


# Cached, because the match ranges and each reason for a result ask for other parts of the query on the same
# few texts. What they return is not to be changed.
_words = lru_cache(maxsize=64)(words_of)
_word_ranges = lru_cache(maxsize=64)(ranges_of)


class _StemMatches(dict[str, bool]):
    """A cache of the words that have one of some stems; the same few thousand come again and again."""

    def __init__(self, stems: frozenset[str], language: TextLanguage) -> None:
        super().__init__()
        self._stems, self._language = stems, language

    def __missing__(self, word: str) -> bool:
        matches = self[word] = stem_of(word, self._language) in self._stems
        return matches


_stem_matches = lru_cache(maxsize=64)(_StemMatches)


@lru_cache(maxsize=16)
def _matcher(expression: Expression) -> ExpressionMatcher:
    return ExpressionMatcher(expression)


def _runs(phrase: TermPhrase, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the places of the first and last word of each occurrence of a phrase."""
    first, last = phrase.terms[0][1], phrase.terms[-1][0]
    at = -1
    with suppress(ValueError):
        while True:
            at = words.index(first, at + 1)
            if at + last < len(words) and all(words[at + far] == term for far, term in phrase.terms):
                yield at, at + last


def _closed(text: str, start: int, end: int) -> Range:
    """Return the range with the bracket that closes one inside: '803(c)(27)' is marked as a whole."""
    opened = text.count("(", start, end) > text.count(")", start, end)
    return (start, end + 1) if opened and text[end : end + 1] == ")" else (start, end)
