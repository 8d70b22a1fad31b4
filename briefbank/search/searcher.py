"""One search from typed text to an answer: parse, ask the channels, fuse, cut, order, explain.

The searcher is handed the indexes, the encoder and the catalogue, and keeps no state of its own but the
results of the last searches (``whole``), so that any number of threads may search at once. While the encoder
or the vector index is not ready, words alone are searched and the answer says so.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.authorities import AuthorityNote
from briefbank.domain.feedback import Verdict
from briefbank.domain.passages import Passage
from briefbank.domain.searches import (
    Filters,
    Hit,
    Order,
    OutsideHit,
    ResultFacets,
    SearchAnswer,
    SearchRequest,
    WiderQuery,
)
from briefbank.search import explain, factors
from briefbank.search.advice import Outcome, advice
from briefbank.search.channels.channel import Channel
from briefbank.search.classes import QueryClass
from briefbank.search.facets import Facets
from briefbank.search.interpretation import interpretation, law_sentences
from briefbank.search.language import read
from briefbank.search.loosening import loosenings
from briefbank.search.query import ParsedQuery
from briefbank.search.ranking import Found
from briefbank.search.reference import reference
from briefbank.search.result_builder import ResultBuilder
from briefbank.search.result_cache import CachedResult
from briefbank.search.retrieval import Retrieval
from briefbank.search.search_values import ConfiguredRequest, Ranking, SearchDependencies
from briefbank.search.switches import ALL_ON, Switches
from briefbank.search.understood import parts_of

OUTSIDE_SHOWN = 10
"""The most passages listed apart that are shown."""
NOTES = 5
"""The most notes on authorities that a search names."""
NOTHING_MORE: Mapping[int, str] = {}
ONLY_WORDS = "No passage has these words. What they mean was not searched for."


@dataclass(frozen=True, slots=True)
class _HitContext:
    """The data shared by all hits of one search."""

    ranked: Ranking
    order: Order
    verdicts: Mapping[int, Verdict]
    alerts: Mapping[int, tuple[str, ...]]
    doubts: Mapping[int, Mapping[int, float]]
    """Doubtful pages of documents, with the confidence of their OCR."""


class Searcher:
    """Searches one library."""

    def __init__(self, parts: SearchDependencies) -> None:
        self._parts = parts
        self._retrieval = Retrieval(parts)
        self._finding = ResultBuilder(parts, self._retrieval)

    def warm(self) -> None:
        """Load what the first search would wait for: the grammar and the thesaurus. A fifth of a second."""
        read("first AND second")
        self._parts.related(("first",), "first")

    def search(
        self, request: SearchRequest, switches: Switches = ALL_ON, ignoring: Collection[str] = ()
    ) -> SearchAnswer:
        """Return the relevant passages in the order asked for, ``limit`` from ``start`` on. Any thread.

        For an exact search too wide to be checked, more candidates are checked for a later ``start``, and
        ``total`` rises. ``ignoring``: searches whose feedback does not count. Raises QueryError (nothing to
        search for, operators that do not fit together), NotInLibrary (``like`` names a passage that is gone),
        IndexFault (the word index is damaged) and StoreError.
        """
        started = time.perf_counter()
        asked = ConfiguredRequest(request, switches=switches, ignoring=tuple(ignoring))
        whole = self._finding.reaching(asked) if request.start else self._finding.found(asked)
        return self._answer(request, whole, NOTHING_MORE, switches, started)

    def answer(
        self,
        request: SearchRequest,
        ranked: Ranking,
        found_by: Mapping[int, str] = NOTHING_MORE,
        switches: Switches = ALL_ON,
    ) -> SearchAnswer:
        """Build the answer of ``search`` from a ranking of ``rank``, whose candidates may have changed.

        ``found_by``: passages that another search found relevant, with the reason that goes before their
        others. Candidates must be law on the ranking's days. Raises as ``search`` does.
        """
        started = time.perf_counter()
        whole = self._finding.whole(ranked, request, found_by)
        return self._answer(request, whole, found_by, switches, started)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facet counts of a search; see ``facets``. Quick after the search itself. Any thread.

        Raises as ``search``.
        """
        store = self._parts.store
        return Facets(request, self._finding.counted, store, self._parts.authorities).breakdown()

    def rank(
        self,
        request: SearchRequest,
        depth: int = 0,
        channels: frozenset[Channel] | None = None,
        switches: Switches = ALL_ON,
    ) -> Ranking:
        """Return every candidate, best first: needed for evaluation, and the first half of ``search``.

        ``depth``: passages taken from each channel, where that is more than the query's class asks for;
        ``channels`` limits the channels (None: all); the request's ``limit`` has no effect. Raises as
        ``search`` does. Any thread.
        """
        return self._retrieval.rank(ConfiguredRequest(request, depth, channels, switches))

    def relevant(
        self, request: SearchRequest, switches: Switches = ALL_ON, ignoring: Collection[str] = ()
    ) -> list[int]:
        """Return the relevant set's passage ids, in the order asked for, each text once. Raises as
        ``search``."""
        ranked = self._retrieval.rank(ConfiguredRequest(request, switches=switches, ignoring=tuple(ignoring)))
        return self.relevant_of(ranked, request.order)

    def relevant_of(self, ranked: Ranking, order: Order) -> list[int]:
        """Return the relevant set of a ranking that ``rank`` made before."""
        return [item.passage.id for item in self._finding.shown(ranked, order).found]

    def relevant_ids(self, request: SearchRequest) -> list[int]:
        """Return the whole relevant set, the newest filed first; see ``ResultBuilder.relevant_ids``."""
        return self._finding.relevant_ids(request)

    # --- the answer ------------------------------------------------------------------------------

    def _answer(
        self,
        request: SearchRequest,
        whole: CachedResult,
        found_by: Mapping[int, str],
        switches: Switches,
        started: float,
    ) -> SearchAnswer:
        """Build the answer. ``started``: by ``time.perf_counter``."""
        ranked, total, outside = whole.ranked, len(whole.shown.found), len(whole.apart)
        end, reasons = request.start + request.limit, whole.shown.reasons
        page = self._finding.filled(whole, whole.shown.found[request.start : end])
        apart = self._finding.filled(whole, whole.apart[:OUTSIDE_SHOWN])
        known = self._hit_context(request, ranked, [*page, *apart])
        days, first = ranked.law.days, request.start == 0
        return SearchAnswer(
            interpretation=self._interpretation(ranked, outside),
            total=total,
            hits=tuple(
                self._hit(at, item, known, reasons, found_by.get(item.passage.id, ""))
                for at, item in enumerate(page, start=request.start + 1)
            ),
            advice=self._advice(request, ranked, total, outside, switches) if first or not total else "",
            meaning_used=ranked.meaning_used,
            parts=parts_of(ranked.parsed) if not request.like else (),
            loosenings=self._loosenings(request, ranked, total, switches) if first else (),
            total_is_least=not whole.complete,
            law_from=days.first if days.asked else None,
            law_to=days.last if days.asked else None,
            outside=tuple(self._outside(at, item, known) for at, item in enumerate(apart, start=1)),
            outside_total=outside,
            authorities=self._notes(request, ranked.parsed) if first else (),
            took_ms=(time.perf_counter() - started) * 1000,
        )

    def _hit_context(self, request: SearchRequest, ranked: Ranking, found: Sequence[Found]) -> _HitContext:
        days = ranked.law.days
        return _HitContext(
            ranked,
            request.order,
            self._parts.store.feedback_for(request.text),
            self._parts.alerts([item.passage for item in found], days.last if days.asked else None),
            self._parts.store.doubts({item.document.id for item in found if item.document.doubtful_pages}),
        )

    def _notes(self, request: SearchRequest, parsed: ParsedQuery) -> tuple[AuthorityNote, ...]:
        """Return notes only on authorities of which anything is known, unless the query asks whether one
        still holds: a search for a client's own case names one that nobody cites."""
        if request.like or not (parsed.cited or parsed.cases):
            return ()
        asked = parsed.query_class is QueryClass.GOOD_LAW
        notes = self._parts.notes(parsed.cited, parsed.cases)
        return tuple(n for n in notes if asked or n.documents or n.alerts or n.proposals)[:NOTES]

    def _outside(self, rank: int, item: Found, known: _HitContext) -> OutsideHit:
        law = known.ranked.law
        text = law.why_outside(item.passage, item.document)
        return OutsideHit(self._hit(rank, item, known, {}), law.window(item.passage.id), text)

    def _hit(
        self, rank: int, item: Found, known: _HitContext, moved: Mapping[int, str], found_by: str = ""
    ) -> Hit:
        """Build one hit. ``moved``: the effect of feedback on passages."""
        ranges, passage, ranked = self._parts.match_ranges, item.passage, known.ranked
        marked = explain.marks(passage, ranked.parsed, ranges)
        marks = moved.get(passage.id, "")
        said = explain.reasons(item, ranked.parsed, marked, known.order, ranges)
        held = ranked.law.held(passage)
        doubt = ranked.law.doubt(passage, item.document)
        return Hit(
            rank=rank,
            passage=passage,
            document=item.document,
            score=min(1.0, max(0.0, item.candidate.relevance)),
            marks=marked,
            reasons=tuple(reason for reason in (found_by, marks, *said, held) if reason),
            alerts=(*known.alerts.get(passage.id, ()), *([doubt] if doubt else [])),
            citation=reference(item.document, passage),
            verdict=known.verdicts.get(passage.id),
            versions=item.versions,
            copies=item.copies,
            factors=factors.factors_of(item, ranked.nudges.get(passage.id), marks),
            doubt=_doubt(passage, known.doubts.get(item.document.id, {})),
        )

    def _interpretation(self, ranked: Ranking, outside: int) -> str:
        used = ranked.meaning_used and not ranked.parsed.exact_only
        read = interpretation(ranked.parsed, meaning_used=used, like=ranked.like)
        return " ".join([read, *law_sentences(ranked.parsed, ranked.law.days, outside)])

    def _advice(
        self, request: SearchRequest, ranked: Ranking, total: int, outside: int, switches: Switches
    ) -> str:
        if request.words_only:
            return "" if total else ONLY_WORDS
        unfiltered = replace(request, filters=Filters())
        outcome = Outcome(
            parsed=ranked.parsed,
            total=total,
            outside=outside,
            order=request.order,
            filtered=request.filters != Filters(),
            meaning_ready=ranked.meaning_used,
            exact=ranked.exact,
            library_empty=lambda: not self._parts.store.document_ids(Filters()),
            without_filters=lambda: len(self.relevant(unfiltered, switches)),
            weaker=lambda: len(self._finding.shown(ranked, Order.BEST).found) - total,
            stands=self._retrieval.stands,
        )
        return advice(outcome, self._parts.lexical)

    def _loosenings(
        self, request: SearchRequest, ranked: Ranking, total: int, switches: Switches
    ) -> tuple[WiderQuery, ...]:
        if request.like or request.words_only:
            return ()
        return loosenings(
            ranked.parsed,
            total,
            filtered=request.filters != Filters(),
            count=lambda text, filtered: self._count(request, text, filtered, switches),
        )

    def _count(self, request: SearchRequest, text: str, filtered: bool, switches: Switches) -> int:
        other = replace(request, text=text)
        if not filtered:
            other = replace(other, filters=Filters())
        return len(self.relevant(other, switches))


def _doubt(passage: Passage, doubtful: Mapping[int, float]) -> float | None:
    """Return the lowest confidence of the doubtful pages that a passage stands on."""
    pages = {span.page for span in passage.spans}
    return min((sure for page, sure in doubtful.items() if page in pages), default=None)
