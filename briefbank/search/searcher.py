"""One search from typed text to an answer: parse, ask the channels, fuse, cut, order, explain.

The searcher is handed the indexes, the encoder and the catalogue, and keeps no state of its own, so that any
number of threads may search at once. While the encoder or the vector index is not ready, words alone are
searched and the answer says so.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from briefbank.errors import IndexFault
from briefbank.models import Filters, Hit, Order, SearchAnswer, SearchRequest, Verdict
from briefbank.search import explain, fusion, ranking, spelling, versions
from briefbank.search.advice import Outcome, advice
from briefbank.search.channels import (
    ALL_CHANNELS,
    Channel,
    DenseChannel,
    FindCitations,
    LexicalChannel,
    MatchRanges,
    QueryEncoder,
    Scored,
    Store,
)
from briefbank.search.fusion import Candidate
from briefbank.search.interpretation import interpretation
from briefbank.search.query import ParsedQuery, parse
from briefbank.search.ranking import Found
from briefbank.search.reference import reference

log = logging.getLogger(__name__)

DEPTH = 200
"""Passages taken from each channel: deep enough that fusing deeper changed no measure by half a point."""
EXACT_DEPTH = 1000
"""The same where quoted text or a number decides and the newest of all that have it are wanted."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a search, best first, before the relevant set is cut."""

    parsed: ParsedQuery
    candidates: tuple[Candidate, ...]
    meaning_used: bool


class Searcher:
    """Searches one library."""

    def __init__(
        self,
        lexical: LexicalChannel,
        dense: Callable[[], DenseChannel | None],
        encoder: Callable[[], QueryEncoder | None],
        store: Store,
        find_citations: FindCitations,
        match_ranges: MatchRanges,
    ) -> None:
        """``dense`` and ``encoder`` are asked at each search and answer None while they are not ready."""
        self._lexical = lexical
        self._dense = dense
        self._encoder = encoder
        self._store = store
        self._find_citations = find_citations
        self._match_ranges = match_ranges

    def search(self, request: SearchRequest) -> SearchAnswer:
        """The relevant passages in the order asked for, the first ``limit`` of them. Any thread.

        Raises QueryError (nothing to search for), IndexFault (the word index is damaged) and StoreError.
        """
        started = time.perf_counter()
        ranked = self.rank(request)
        found = self._shown(ranked, request.order)
        verdicts = self._store.feedback_for(request.text)
        hits = [
            self._hit(at, item, ranked.parsed, request.order, verdicts.get(item.passage.id))
            for at, item in enumerate(found[: request.limit], start=1)
        ]
        return SearchAnswer(
            interpretation=interpretation(
                ranked.parsed,
                meaning_used=ranked.meaning_used and not ranked.parsed.exact_only,
                as_of=request.as_of,
            ),
            total=len(found),
            hits=tuple(hits),
            advice=self._advice(request, ranked, len(found)),
            meaning_used=ranked.meaning_used,
            took_ms=(time.perf_counter() - started) * 1000,
        )

    def rank(
        self, request: SearchRequest, depth: int = DEPTH, channels: Collection[Channel] = ALL_CHANNELS
    ) -> Ranking:
        """Every candidate, best first: what measuring needs, and the first half of ``search``.

        ``channels`` limits the ways of finding; the request's ``limit`` and ``order`` play no part. Raises
        as ``search`` does. Any thread.
        """
        parsed = parse(request.text, self._find_citations)
        parsed = parsed.corrected(spelling.corrections(parsed.words, self._lexical))
        filters = effective_filters(request)
        depth = max(depth, EXACT_DEPTH) if parsed.exact_only or parsed.phrases else depth
        required = parsed.phrases and Channel.WORDS not in channels
        words = self._words(parsed, filters, depth) if Channel.WORDS in channels or required else None
        meaning, ready = None, False
        if Channel.MEANING in channels:
            meaning, ready = self._meaning(parsed, filters, depth)
        if meaning is not None and parsed.phrases:
            holding = {passage_id for passage_id, _ in words or []}
            meaning = [(passage_id, score) for passage_id, score in meaning if passage_id in holding]
        candidates = fusion.fuse(words if Channel.WORDS in channels else None, meaning, depth)
        return Ranking(parsed, tuple(candidates), ready)

    def _words(self, parsed: ParsedQuery, filters: Filters, depth: int) -> Scored:
        lists = [self._lexical.search(parsed.lexical(part), filters, depth) for part in parsed.parts]
        return fusion.average(lists)[:depth]

    def _meaning(self, parsed: ParsedQuery, filters: Filters, depth: int) -> tuple[Scored | None, bool]:
        """The nearest passages, or None when meaning was not asked; and whether meaning is ready."""
        encoder, dense = self._encoder(), self._dense()
        if encoder is None or dense is None:
            return None, False
        if parsed.exact_only:
            return None, True
        allowed = None if filters == Filters() else self._store.document_ids(filters)
        if allowed is not None and not allowed:
            return [], True
        try:
            return dense.search(_direction(parsed, encoder), allowed, depth), True
        except IndexFault as fault:
            log.warning("searching without meaning: %s", fault.detail)
            return None, False

    def _relevant(self, ranked: Ranking, order: Order) -> list[Found]:
        """The relevant set with its passages and documents; those removed meanwhile are passed over."""
        parsed = ranked.parsed
        kept = ranking.above_cut(ranked.candidates, order, exact=parsed.exact_only)
        passages = self._store.passages_by_id([candidate.passage_id for candidate in kept])
        documents = self._store.documents_by_id({passage.document_id for passage in passages.values()})
        found = [
            Found(candidate, passage, documents[passage.document_id])
            for candidate in kept
            if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
        ]
        if parsed.phrases or parsed.exact_only:
            return found
        asked = len(parsed.words) + len(parsed.identifiers)
        return ranking.on_subject(found, asked, lambda item: self._matched(item, parsed))

    def _matched(self, item: Found, parsed: ParsedQuery) -> int:
        """How many of the query's words and numbers a passage has, with its headings and title."""
        text = "\n".join((*item.passage.heading_path, item.document.title, item.passage.text))
        return len(explain.word_forms(text, self._match_ranges(text, parsed.lexical())))

    def _hit(self, rank: int, item: Found, parsed: ParsedQuery, order: Order, verdict: Verdict | None) -> Hit:
        marked = explain.marks(item.passage, parsed, self._match_ranges)
        return Hit(
            rank=rank,
            passage=item.passage,
            document=item.document,
            score=min(1.0, max(0.0, item.candidate.relevance)),
            marks=marked,
            reasons=explain.reasons(item, parsed, marked, order, self._match_ranges),
            alerts=(),
            citation=reference(item.document, item.passage),
            verdict=verdict,
            versions=item.versions,
        )

    def _advice(self, request: SearchRequest, ranked: Ranking, total: int) -> str:
        unfiltered = replace(request, filters=Filters(), as_of=None)
        outcome = Outcome(
            parsed=ranked.parsed,
            total=total,
            order=request.order,
            filtered=effective_filters(request) != Filters(),
            meaning_ready=ranked.meaning_used,
            library_empty=lambda: not self._store.document_ids(Filters()),
            without_filters=lambda: len(self._shown(self.rank(unfiltered), request.order)),
            weaker=lambda: len(self._shown(ranked, Order.BEST)) - total,
        )
        return advice(outcome, self._lexical)

    def _shown(self, ranked: Ranking, order: Order) -> Sequence[Found]:
        return ranking.arranged(versions.collapsed(self._relevant(ranked, order)), order)


def effective_filters(request: SearchRequest) -> Filters:
    """The request's filters with ``as_of`` as one more limit on the filing date."""
    filters, as_of = request.filters, request.as_of
    if as_of is None:
        return filters
    return replace(filters, filed_to=min(as_of, filters.filed_to or as_of))


def _direction(parsed: ParsedQuery, encoder: QueryEncoder) -> NDArray[np.float32]:
    """The query as a vector of length one: the mean direction of its paragraphs."""
    total = np.sum([encoder.encode_query(part.meaning) for part in parsed.parts], axis=0, dtype=np.float32)
    length = float(np.linalg.norm(total))
    return np.asarray(total / length if length else total, dtype=np.float32)
