"""Builds the answer of a search: the hits of the page asked for, and what there is to say of the results.

Advice and wider searches are given where little was found; they count the results of other searches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.kinds import LAW
from briefbank.domain.searches import Filters, SearchAnswer, SearchRequest, WiderQuery
from briefbank.search.advice import Outcome, advice
from briefbank.search.dependencies import Notes
from briefbank.search.hits import HitBuilder
from briefbank.search.interpretation import interpretation, law_sentences
from briefbank.search.loosening import loosenings
from briefbank.search.operator_verification import OperatorVerifier
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import QueryClass
from briefbank.search.query_parts import parts_of
from briefbank.search.results import Results
from briefbank.search.search_types import Ranking, SearchDependencies

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
    days, first, total = ranking.law.days, start == 0, len(found.shown.found)
    not_close = first and total > 0 and ranking.nothing_close
    return SearchAnswer(
        interpretation=_interpretation(ranking, len(found.apart)),
        total=total,
        hits=tuple(hits.hit(rank, item) for rank, item in enumerate(page, start=start + 1)),
        advice=_advice(request, found, parts, count, not_close) if first or not total else "",
        meaning_used=ranking.meaning_used,
        parts=parts_of(ranking.parsed) if not request.like else (),
        loosenings=_loosenings(request, ranking.parsed, total, count) if first else (),
        total_is_least=not ranking.complete,
        law_from=days.first if days.asked else None,
        law_to=days.last if days.asked else None,
        outside=tuple(hits.outside_hit(rank, item) for rank, item in enumerate(apart, start=1)),
        outside_total=len(found.apart),
        authorities=_notes(request, ranking.parsed, parts.notes) if first else (),
        weaker=found.weaker,
        weaker_listed=request.weaker and found.weaker > 0,
        nothing_close=not_close,
        briefs=tuple(0 if item.document.kind in LAW else item.document.id for item in found.shown.found),
        took_ms=0.0,
    )


def _interpretation(ranking: Ranking, outside: int) -> str:
    used = ranking.meaning_used and not ranking.parsed.exact_only
    sentences = law_sentences(ranking.parsed, ranking.law.days, outside)
    return " ".join([interpretation(ranking.parsed, meaning_used=used, like=ranking.like), *sentences])


def _advice(
    request: SearchRequest, found: Results, parts: SearchDependencies, count: Count, not_close: bool
) -> str:
    ranking, total = found.ranking, len(found.shown.found)
    if request.words_only:
        return "" if total else ONLY_WORDS
    outcome = Outcome(
        parsed=ranking.parsed,
        total=total,
        outside=len(found.apart),
        nothing_close=not_close,
        filtered=request.filters != Filters(),
        meaning_ready=ranking.meaning_used,
        library_empty=lambda: not parts.store.document_ids(Filters()),
        without_filters=lambda: count(replace(request, filters=Filters())),
        files_left=parts.files_left,
        stands=OperatorVerifier(parts.lexical, parts.store, parts.matcher).stands,
    )
    return advice(outcome, parts.lexical)


def _loosenings(
    request: SearchRequest, parsed: ParsedQuery, total: int, count: Count
) -> tuple[WiderQuery, ...]:
    if request.like or request.words_only:
        return ()

    def counted(text: str, filtered: bool) -> int:
        return count(replace(request, text=text, filters=request.filters if filtered else Filters()))

    return loosenings(parsed, total, filtered=request.filters != Filters(), count=counted)


def _notes(request: SearchRequest, parsed: ParsedQuery, notes: Notes) -> tuple[AuthorityNote, ...]:
    """Return notes only on authorities of which anything is known, unless the query asks whether one still
    holds: a search for a client's own case names one that nobody cites."""
    if request.like or not (parsed.cited or parsed.cases):
        return ()
    asked = parsed.query_class is QueryClass.GOOD_LAW
    known = notes(parsed.cited, parsed.cases)
    return tuple(n for n in known if asked or n.documents or n.alerts or n.proposals)[:NOTES]
