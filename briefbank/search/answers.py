"""Builds the answer of a search: the hits of the page asked for, and what there is to say of the results.

Advice and wider searches are given where little was found; they count the results of other searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.kinds import LAW
from briefbank.domain.searches import Filters, SearchAnswer, SearchRequest, WiderQuery
from briefbank.search.advice import FEW, TYPED_WORDS, Outcome, advice, unknown_numbers, unknown_words
from briefbank.search.dependencies import Notes
from briefbank.search.hits import HitBuilder
from briefbank.search.interpretation import interpretation, law_sentences
from briefbank.search.loosening import loosenings
from briefbank.search.operator_verification import OperatorVerifier
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import QueryClass
from briefbank.search.query_parts import parts_of
from briefbank.search.search_types import Ranking, SearchDependencies
from briefbank.search.selection import Results

OUTSIDE_SHOWN = 10
"""The most passages listed apart that are shown."""
NOTES = 5
"""The most notes on authorities that a search names."""
ONLY_WORDS = "No passage has these words. What they mean was not searched for."

Count = Callable[[SearchRequest], int]
"""A function that counts the results of another search."""


def answer(
    request: SearchRequest,
    found: Results,
    parts: SearchDependencies,
    count: Count,
    found_by: Mapping[int, str],
) -> SearchAnswer:
    """Return the answer without its time; see ``Searcher.answer``."""
    store, ranking, start = parts.store, found.ranking, request.start
    page = found.with_text(found.shown.found[start : start + request.limit], store)
    apart = found.with_text(found.apart[:OUTSIDE_SHOWN], store)
    hits = HitBuilder([*page, *apart], found, request, parts, found_by)
    days, first = ranking.law.days, start == 0
    said, wider = _advice(request, found, parts, count) if first or not page else ("", ())
    return SearchAnswer(
        interpretation=_interpretation(ranking, len(found.apart)),
        total=found.total,
        hits=tuple(hits.hit(rank, item) for rank, item in enumerate(page, start=start + 1)),
        advice=said,
        meaning_used=ranking.meaning_used,
        parts=parts_of(ranking.parsed) if not request.like else (),
        loosenings=wider,
        total_is_least=not ranking.complete,
        law_from=days.first if days.asked else None,
        law_to=days.last if days.asked else None,
        outside=tuple(hits.outside_hit(rank, item) for rank, item in enumerate(apart, start=1)),
        outside_total=len(found.apart),
        authorities=_notes(request, ranking.parsed, parts.notes) if first else (),
        less_close=found.less_close,
        briefs=tuple(0 if item.document.kind in LAW else item.document.id for item in found.shown.found),
        took_ms=0.0,
    )


def _interpretation(ranking: Ranking, outside: int) -> str:
    used = ranking.meaning_used and not ranking.parsed.exact_only
    sentences = law_sentences(ranking.parsed, ranking.law.days, outside)
    return " ".join([interpretation(ranking.parsed, meaning_used=used, like=ranking.like), *sentences])


def _advice(
    request: SearchRequest, found: Results, parts: SearchDependencies, count: Count
) -> tuple[str, tuple[WiderQuery, ...]]:
    """Return what to say of the results, and the wider searches to offer."""
    parsed, filtered = found.ranking.parsed, request.filters != Filters()
    if request.words_only:
        return "" if found.shown.found else ONLY_WORDS, ()
    few, typed = found.total < FEW, len(parsed.words) <= TYPED_WORDS
    words = unknown_words(parsed, parts.lexical) if few or typed else []
    numbers = unknown_numbers(parsed, parts.lexical) if few else []
    without_filters = cache(lambda: count(replace(request, filters=Filters())))
    outcome = Outcome(
        parsed=parsed,
        total=found.total,
        less_close=found.less_close,
        unknown_words=words,
        unknown_numbers=numbers,
        outside=len(found.apart),
        filtered=filtered,
        meaning_ready=found.ranking.meaning_used,
        library_empty=lambda: not parts.store.document_ids(Filters()),
        without_filters=without_filters,
        files_left=parts.files_left,
        stands=OperatorVerifier(parts.lexical, parts.store, parts.matcher).stands,
    )
    if request.like or not few:
        return advice(outcome), ()

    def counted(text: str, filtered: bool) -> int:
        return count(replace(request, text=text)) if filtered else without_filters()

    nowhere = (*words, *numbers)
    return advice(outcome), loosenings(parsed, found.total, nowhere, filtered=filtered, count=counted)


def _notes(request: SearchRequest, parsed: ParsedQuery, notes: Notes) -> tuple[AuthorityNote, ...]:
    """Return notes only on authorities of which anything is known, unless the query asks whether one still
    holds: a search for a client's own case names one that nobody cites."""
    if request.like or not (parsed.cited or parsed.cases):
        return ()
    asked = parsed.query_class is QueryClass.GOOD_LAW
    known = notes(parsed.cited, parsed.cases)
    return tuple(n for n in known if asked or n.documents or n.alerts or n.proposals)[:NOTES]
