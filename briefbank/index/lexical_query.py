"""Turns what a user asks into Tantivy's query objects, never through Tantivy's query parser.

Its syntax is not a lawyer's: '2C:44-1' is an error to it. Words rank by BM25 over the text, the headings
above it and the document's title; phrases are required, in the text or in a heading; identifiers rank as
exact phrases, above words; filters do not rank.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import tantivy

from briefbank.index import analyzer
from briefbank.index.analyzer import Phrase, Terms
from briefbank.models import Filters, LexicalQuery

PASSAGE, DOCUMENT, FILED = "passage", "document", "filed"
TEXT, HEADINGS, TITLE = "text", "headings", "title"
EXACT, EXACT_HEADINGS, DOCKET = "exact", "exact_headings", "docket"
KIND, COURT = "kind", "court"

RANKED = {TEXT: 1.0, HEADINGS: 0.6, TITLE: 0.3}
"""Weights of the fields' BM25 scores. A heading is short, so that one word in it already scores near the
field's best, and it stands above a whole point: at equal weight the first word of a point heading would lift
every passage of the point over one that argues the matter. A title says less still."""
IDENTIFIER_BOOST = 4.0
"""One rule or docket number says more than several words."""
MOST_TERMS = 48
"""Of a pasted page only the rarest words are asked for; the time of a search grows with each."""

_SHOULD, _MUST = tantivy.Occur.Should, tantivy.Occur.Must


def schema() -> tantivy.Schema:
    """The fields of the word index. Only numbers are kept; the texts are in the catalogue."""
    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(PASSAGE, fast=True)
    builder.add_unsigned_field(DOCUMENT, indexed=True, fast=True)
    builder.add_integer_field(FILED, indexed=True, fast=True)
    for name in (TEXT, HEADINGS, TITLE):
        builder.add_text_field(name, tokenizer_name=analyzer.STEMMED, index_option="freq")
    for name in (EXACT, EXACT_HEADINGS, DOCKET):
        builder.add_text_field(name, tokenizer_name=analyzer.PLAIN, index_option="position")
    for name in (KIND, COURT):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    return builder.build()


def court_term(court: str) -> str:
    """A court's name as it is kept: prepared, without regard to case, cut to what a term may hold."""
    return analyzer.prepare(court).casefold()[:1000]


def day(moment: date) -> int:
    return moment.toordinal()


class QueryBuilder:
    """Builds queries against one searcher, whose term statistics and courts it reads."""

    def __init__(self, built: tantivy.Schema, searcher: tantivy.Searcher) -> None:
        self._schema = built
        self._searcher = searcher

    def build(self, query: LexicalQuery, filters: Filters) -> tantivy.Query | None:
        """None when nothing can match: no word in the query, or filters that no document passes."""
        terms = analyzer.query_terms(query)
        conditions = self._conditions(filters)
        if terms.empty or conditions is None:
            return None
        ranking = [(_SHOULD, part) for part in self._ranking(terms)]
        required = [(_MUST, self._phrase_anywhere(phrase)) for phrase in terms.required]
        if not required and not ranking:
            return None
        if not required and conditions:
            required = [(_MUST, tantivy.Query.boolean_query(ranking))]
            ranking = []
        silent = [(_MUST, tantivy.Query.const_score_query(part, 0.0)) for part in conditions]
        return tantivy.Query.boolean_query(required + ranking + silent)

    def frequency(self, stem: str) -> int:
        """Passages whose text holds a word with this stem, with some that were removed lately."""
        return int(self._searcher.doc_freq(TEXT, stem))

    def _ranking(self, terms: Terms) -> Iterable[tantivy.Query]:
        for stem in self._rarest(terms.stems):
            for name, weight in RANKED.items():
                yield _boosted(self._term(name, stem, "freq"), weight)
        for phrase in terms.identifiers:
            for name in (EXACT, EXACT_HEADINGS, DOCKET):
                yield _boosted(self._phrase(name, phrase), IDENTIFIER_BOOST)

    def _rarest(self, stems: Sequence[str]) -> Sequence[str]:
        """All of a query that was typed; of a long one those that are in the fewest passages."""
        if len(stems) <= MOST_TERMS:
            return stems
        known = [(count, stem) for stem in stems if (count := self.frequency(stem))]
        return [stem for _, stem in sorted(known)[:MOST_TERMS]]

    def _phrase_anywhere(self, phrase: Phrase) -> tantivy.Query:
        parts = [(_SHOULD, self._phrase(name, phrase)) for name in (EXACT, EXACT_HEADINGS)]
        return tantivy.Query.boolean_query(parts)

    def _phrase(self, name: str, phrase: Phrase) -> tantivy.Query:
        """A phrase of one word must be asked as a term: Tantivy's phrase query aborts on it."""
        if len(phrase.terms) == 1:
            return self._term(name, phrase.terms[0][1], "position")
        return tantivy.Query.phrase_query(self._schema, name, list(phrase.terms))

    def _term(self, name: str, term: str, option: str) -> tantivy.Query:
        return tantivy.Query.term_query(self._schema, name, term, option)

    def _conditions(self, filters: Filters) -> list[tantivy.Query] | None:
        """A query for each filter; None when no document can pass."""
        conditions: list[tantivy.Query] = []
        if filters.kinds:
            conditions.append(self._any_of(KIND, sorted(filters.kinds)))
        if filters.filed_from or filters.filed_to:
            conditions.append(self._filed(filters.filed_from, filters.filed_to))
        if wanted := court_term(filters.court.strip()):
            courts = [name for name, _ in self._searcher.terms_with_prefix(COURT, "") if wanted in name]
            if not courts:
                return None
            conditions.append(self._any_of(COURT, courts))
        return conditions

    def _any_of(self, name: str, values: Sequence[str]) -> tantivy.Query:
        return tantivy.Query.term_set_query(self._schema, name, [str(value) for value in values])

    def _filed(self, first: date | None, last: date | None) -> tantivy.Query:
        return tantivy.Query.range_query(
            self._schema,
            FILED,
            tantivy.FieldType.Integer,
            lower_bound=day(first or date.min),
            upper_bound=day(last or date.max),
        )


def _boosted(query: tantivy.Query, weight: float) -> tantivy.Query:
    return query if weight == 1.0 else tantivy.Query.boost_query(query, weight)
