"""One search from typed text to an answer: parse, ask the channels, fuse, cut, order, explain.

The searcher is handed the indexes, the encoder and the catalogue, and keeps no state of its own, so that any
number of threads may search at once. While the encoder or the vector index is not ready, words alone are
searched and the answer says so.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace

from briefbank.models import Filters, Hit, Loosening, Order, SearchAnswer, SearchRequest, Verdict
from briefbank.search import copies, explain, factors, ranking, versions
from briefbank.search.advice import Outcome, advice
from briefbank.search.asked import Asked, Parts, Ranking, effective_filters
from briefbank.search.channels import ALL_CHANNELS, Channel
from briefbank.search.interpretation import interpretation
from briefbank.search.language import read
from briefbank.search.learned import Marked, with_marks
from briefbank.search.loosening import loosenings
from briefbank.search.query import ParsedQuery
from briefbank.search.ranking import Found
from briefbank.search.reference import reference
from briefbank.search.retrieval import Retrieval
from briefbank.search.switches import ALL_ON, Switches
from briefbank.search.understood import parts_of


class Searcher:
    """Searches one library."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._retrieval = Retrieval(parts)

    def warm(self) -> None:
        """Load what the first search would wait for: the grammar and the thesaurus. A fifth of a second."""
        read("first AND second")
        self._parts.related(("first",), "first")

    def search(
        self, request: SearchRequest, switches: Switches = ALL_ON, ignoring: Collection[str] = ()
    ) -> SearchAnswer:
        """The relevant passages in the order asked for, the first ``limit`` of them. Any thread.

        ``ignoring``: searches whose thumbs do not count. Raises QueryError (nothing to search for, operators
        that do not fit together), NotInLibrary (``like`` names a passage that is gone), IndexFault (the word
        index is damaged) and StoreError.
        """
        started = time.perf_counter()
        ranked = self._retrieval.rank(Asked(request, switches=switches, ignoring=tuple(ignoring)))
        shown = self._shown(ranked, request.order)
        verdicts = self._parts.store.feedback_for(request.text)
        hits = [
            self._hit(at, item, ranked, shown, request.order, verdicts.get(item.passage.id))
            for at, item in enumerate(shown.found[: request.limit], start=1)
        ]
        return SearchAnswer(
            interpretation=self._interpretation(ranked, request),
            total=len(shown.found),
            hits=tuple(hits),
            advice=self._advice(request, ranked, len(shown.found), switches),
            meaning_used=ranked.meaning_used,
            parts=parts_of(ranked.parsed) if not request.like else (),
            loosenings=self._loosenings(request, ranked, len(shown.found), switches),
            total_is_least=not ranked.complete,
            took_ms=(time.perf_counter() - started) * 1000,
        )

    def rank(
        self,
        request: SearchRequest,
        depth: int = 0,
        channels: Collection[Channel] = ALL_CHANNELS,
        switches: Switches = ALL_ON,
    ) -> Ranking:
        """Every candidate, best first: what measuring needs, and the first half of ``search``.

        ``depth``: passages taken from each channel, where that is more than the query's class asks for;
        ``channels`` limits the ways of finding; the request's ``limit`` plays no part. Raises as ``search``
        does. Any thread.
        """
        return self._retrieval.rank(Asked(request, depth, channels, switches))

    def relevant(
        self, request: SearchRequest, switches: Switches = ALL_ON, ignoring: Collection[str] = ()
    ) -> list[int]:
        """The relevant set by passage id, in the order asked for, each text once. Raises as ``search``."""
        ranked = self._retrieval.rank(Asked(request, switches=switches, ignoring=tuple(ignoring)))
        return [item.passage.id for item in self._shown(ranked, request.order).found]

    # --- inside ----------------------------------------------------------------------------------

    def _relevant(self, ranked: Ranking, order: Order) -> list[Found]:
        """The relevant set with its passages and documents; those removed meanwhile are passed over."""
        parsed, store = ranked.parsed, self._parts.store
        kept = ranking.above_cut(ranked.candidates, order, ranked.nudges, exact=ranked.exact)
        passages = ranked.passages or store.passages_by_id([candidate.passage_id for candidate in kept])
        documents = ranked.documents or store.documents_by_id({p.document_id for p in passages.values()})
        found = [
            Found(candidate, passage, documents[passage.document_id])
            for candidate in kept
            if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
        ]
        if ranked.exact or ranked.like:
            return found
        asked = len(parsed.words) + len(parsed.identifiers)
        return ranking.on_subject(found, asked, lambda item: self._matched(item, parsed))

    def _matched(self, item: Found, parsed: ParsedQuery) -> int:
        """How many of the query's words and numbers a passage has, with its headings and title."""
        text = "\n".join((*item.passage.heading_path, item.document.title, item.passage.text))
        return len(explain.word_forms(text, self._parts.match_ranges(text, parsed.lexical())))

    def _shown(self, ranked: Ranking, order: Order) -> Marked:
        weighed = factors.weighed(self._relevant(ranked, order), order)
        one_each = copies.folded(ranking.arranged(versions.collapsed(weighed), order))
        return with_marks(one_each, ranked.nudges, order)

    def _hit(
        self,
        rank: int,
        item: Found,
        ranked: Ranking,
        shown: Marked,
        order: Order,
        verdict: Verdict | None,
    ) -> Hit:
        ranges = self._parts.match_ranges
        marked = explain.marks(item.passage, ranked.parsed, ranges)
        marks = shown.reasons.get(item.passage.id, "")
        said = explain.reasons(item, ranked.parsed, marked, order, ranges)
        return Hit(
            rank=rank,
            passage=item.passage,
            document=item.document,
            score=min(1.0, max(0.0, item.candidate.relevance)),
            marks=marked,
            reasons=(*([marks] if marks else []), *said),
            alerts=(),
            citation=reference(item.document, item.passage),
            verdict=verdict,
            versions=item.versions,
            copies=item.copies,
            factors=factors.of(item, ranked.nudges.get(item.passage.id), marks),
        )

    def _interpretation(self, ranked: Ranking, request: SearchRequest) -> str:
        used = ranked.meaning_used and not ranked.parsed.exact_only
        return interpretation(ranked.parsed, meaning_used=used, as_of=request.as_of, like=ranked.like)

    def _advice(self, request: SearchRequest, ranked: Ranking, total: int, switches: Switches) -> str:
        unfiltered = replace(request, filters=Filters(), as_of=None)
        outcome = Outcome(
            parsed=ranked.parsed,
            total=total,
            order=request.order,
            filtered=effective_filters(request) != Filters(),
            meaning_ready=ranked.meaning_used,
            exact=ranked.exact,
            library_empty=lambda: not self._parts.store.document_ids(Filters()),
            without_filters=lambda: len(self.relevant(unfiltered, switches)),
            weaker=lambda: len(self._shown(ranked, Order.BEST).found) - total,
            stands=self._retrieval.stands,
        )
        return advice(outcome, self._parts.lexical)

    def _loosenings(
        self, request: SearchRequest, ranked: Ranking, total: int, switches: Switches
    ) -> tuple[Loosening, ...]:
        if request.like:
            return ()
        return loosenings(
            ranked.parsed,
            total,
            filtered=effective_filters(request) != Filters(),
            count=lambda text, filtered: self._count(request, text, filtered, switches),
        )

    def _count(self, request: SearchRequest, text: str, filtered: bool, switches: Switches) -> int:
        other = replace(request, text=text)
        if not filtered:
            other = replace(other, filters=Filters(), as_of=None)
        return len(self.relevant(other, switches))
