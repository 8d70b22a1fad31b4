"""Translates a search with operators to a Tantivy query that misses no matching passage.

It may find too many: ``operator_matching`` decides.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date

from tantivy import FieldType, Occur, Query, Schema, Searcher

from briefbank.domain.expression import And, Expression, Field, FieldName, Near, Not, Or, Phrase, Term, Unit
from briefbank.index import lexical_fields as fields
from briefbank.index.field_matching import (
    LEAST_PART,
    citation_key,
    heading_words,
    number_words,
    plain_name,
    plain_words,
)
from briefbank.index.lexical_fields import day
from briefbank.index.occurrences import NO_WORD, normal, phrase_of
from briefbank.text.docket_numbers import query_keys
from briefbank.text.folders import has_words

_SHOULD, _MUST, _MUST_NOT = Occur.Should, Occur.Must, Occur.MustNot


def exact(part: Expression) -> bool:
    """Tell whether the candidates for ``part``, in normal form, are exactly its matches: words as they are
    written, joined by And and Or, and such words excluded. Facts about documents are not exact, because the
    catalogue may know better than the index for a moment."""
    match part:
        case Term():
            return not part.open
        case And() | Or():
            return all(map(exact, part.parts))
        case Not():
            return isinstance(part.part, Term) and not part.part.open
        case _:
            return False


class Candidates:
    """Builds queries against one searcher, whose courts, judges and folders it reads."""

    def __init__(self, schema: Schema, searcher: Searcher) -> None:
        self._schema = schema
        self._searcher = searcher

    def of(self, expression: Expression) -> Query:
        """Return a query for at least the passages that match ``expression``; its scores mean nothing."""
        return self._matching(normal(expression))

    # --- the parts of a search -------------------------------------------------------------------

    def _matching(self, part: Expression) -> Query:
        match part:
            case And():
                return self._all_of(part.parts)
            case Or():
                return _any(self._matching(each) for each in part.parts)
            case Not():
                return self._all_of((part,))
            case Field():
                return self._field(part)
            case _:
                return self._within(part, fields.EXACT)

    def _all_of(self, parts: Sequence[Expression]) -> Query:
        wanted = [(_MUST, self._matching(each)) for each in parts if not isinstance(each, Not)]
        sure = (self._certain(each.part) for each in parts if isinstance(each, Not))
        barred = [(_MUST_NOT, query) for query in sure if query is not None]
        return Query.boolean_query([*(wanted or [(_MUST, Query.all_query())]), *barred])

    def _certain(self, part: Expression) -> Query | None:
        """Return a query for passages that certainly match ``part``, to exclude them; None without one."""
        match part:
            case Term(open=False):
                return self._word(fields.EXACT, part)
            case Phrase() if not any(term.open for term in part.terms):
                return self._within(part, fields.EXACT)
            case Or():
                sure = [query for each in part.parts if (query := self._certain(each)) is not None]
                return _any(sure) if sure else None
            case Field(name=FieldName.KIND | FieldName.BEFORE | FieldName.AFTER):
                return self._field(part)
            case _:
                return None

    # --- words, phrases and proximities ----------------------------------------------------------

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
                return _any(self._within(each, field) for each in part.parts)
            case Near(negated=True):
                return self._within(part.left, field)
            case Near(unit=Unit.WORDS, left=Term(open=False) as left, right=Term(open=False) as right) if (
                left.pattern != right.pattern  # A word is never near itself, which slop ignores.
            ):
                return self._slop(field, left.pattern, right.pattern, part)
            case Near():
                return _all([self._within(part.left, field), self._within(part.right, field)])
            case _:
                return Query.empty_query()

    def _slop(self, field: str, left: str, right: str, near: Near) -> Query:
        """Find two words in either order with few enough between them; a superset, which a test checks."""
        pairs = [(left, right)] if near.ordered else [(left, right), (right, left)]
        slop = near.distance - 1
        return _any(Query.phrase_query(self._schema, field, list(pair), slop) for pair in pairs)

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

    # --- fields ----------------------------------------------------------------------------------

    def _field(self, field: Field) -> Query:
        value = field.value
        match field.name:
            case FieldName.CITES:
                named = self._side_by_side(fields.EXACT, plain_words(value))
                return _any([self._authority(citation_key(value)), named])
            case FieldName.RULE:
                words = number_words(value)
                # A key has blanks where the words of a citation have none: "2c" is "2 c".
                number = " ?".join("".join(words))
                named = self._within(phrase_of(words), fields.EXACT)
                return _any([self._regex(fields.CITES, f".*{number}.*"), named]) if words else named
            case FieldName.HEADING:
                return self._within(phrase_of(heading_words(value)), fields.EXACT_HEADINGS)
            case FieldName.DOCKET:
                forms = Query.term_set_query(self._schema, fields.DOCKET_KEYS, sorted(query_keys(value)))
                return _any([self._side_by_side(fields.DOCKET, plain_words(value)), forms])
            case FieldName.COURT:
                return self._named(fields.COURT, value)
            case FieldName.JUDGE:
                return self._named(fields.JUDGE, value)
            case FieldName.PATH:
                return self._terms(fields.FOLDER, lambda folder: has_words(folder, value))
            case FieldName.KIND:
                return Query.term_query(self._schema, fields.KIND, value, "basic")
            case FieldName.BEFORE:
                return self._filed(0, day(date.fromisoformat(value)) - 1)
            case FieldName.AFTER:
                return self._filed(day(date.fromisoformat(value)) + 1, day(date.max) + 1)

    def _authority(self, key: str) -> Query:
        if len(key.replace(" ", "")) < LEAST_PART:
            return Query.term_query(self._schema, fields.CITES, key, "basic")
        return self._regex(fields.CITES, f"(.* )?{key}( .*)?")

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
        return Query.range_query(self._schema, fields.FILED, kind, lower_bound=first, upper_bound=last)


_WILD = {"*": ".*", "?": "."}


def _all(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(_MUST, query) for query in queries])


def _any(queries: Iterable[Query]) -> Query:
    return Query.boolean_query([(_SHOULD, query) for query in queries])
