"""The second half of a search: from its candidates to the relevant set, and to results in their order.

The relevant set is cut (``ranking``), versions and copies are folded, and feedback moves results. The results
of the last searches are cached for their next pages and their counts (``whole``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from math import ceil

from briefbank.domain.searches import Order, SearchRequest
from briefbank.search import copies, factors, ranking, versions
from briefbank.search.facets import Counted, Plain
from briefbank.search.feedback_order import FeedbackOrder, with_marks
from briefbank.search.groups import Groups
from briefbank.search.operator_verification import LOOKED_AT
from briefbank.search.query import ParsedQuery
from briefbank.search.ranking import Found
from briefbank.search.result_cache import CachedResult, ResultCache, filled
from briefbank.search.retrieval import Retrieval
from briefbank.search.search_values import ConfiguredRequest, Ranking, SearchDependencies
from briefbank.search.word_forms import word_forms

DEEPEST = 16 * LOOKED_AT
"""The most candidates that an exact search checks when a user scrolls to them: a few seconds, once."""
DEEPER = 4
"""The least factor by which more candidates are checked when a page lies behind those that were."""
ROOM = 1.1
"""A margin, since older candidates may match less often than those that were checked."""
COUNTED = 50_000
"""The candidates of a wide search that are counted without being checked."""


class ResultBuilder:
    """Builds the results of one library. Any thread. Raises as ``Searcher.search``."""

    def __init__(self, parts: SearchDependencies, retrieval: Retrieval) -> None:
        self._parts = parts
        self._retrieval = retrieval
        self._cache = ResultCache()

    def found(self, asked: ConfiguredRequest) -> CachedResult:
        """Search anew, and cache the result for its next pages and its counts."""
        state = self._parts.state()
        whole = self.whole(self._retrieval.rank(asked), asked.request, looked_at=asked.looked_at)
        self._cache.keep(asked, state, whole)
        return whole

    def reaching(self, asked: ConfiguredRequest) -> CachedResult:
        """Return the cached result, or a longer one where the requested page lies behind it."""
        end = asked.request.start + asked.request.limit
        whole = self._cached_or_found(asked)
        while len(whole.shown.found) < end and not whole.complete and whole.looked_at < DEEPEST:
            whole = self.found(replace(asked, looked_at=min(DEEPEST, _deeper(whole, end))))
        return whole

    def relevant_ids(self, request: SearchRequest) -> list[int]:
        """Return the whole relevant set by passage id, copies and versions too, the newest filed first.

        Of an exact search with very many candidates the newest DEEPEST. Nothing is cached.
        """
        asked = ConfiguredRequest(replace(request, order=Order.NEWEST), looked_at=DEEPEST)
        relevant = self.relevant(self._retrieval.rank(asked), Order.NEWEST)
        return [item.passage.id for item in ranking.arranged(relevant, Order.NEWEST)]

    def counted(self, request: SearchRequest) -> Counted:
        """Return the relevant set, ready to be counted; of a search too wide for it, its candidates."""
        asked = ConfiguredRequest(replace(request, start=0, limit=0))
        whole = self._cached_or_found(asked)
        if not whole.complete:
            return self._count_candidates(asked)
        found = self.filled(whole, whole.relevant)
        groups = Groups(found, lambda part: _folded(part, request.order))
        return Counted({item.passage.id: item.document for item in found}, groups, complete=True)

    def whole(
        self,
        ranked: Ranking,
        request: SearchRequest,
        on_subject: Collection[int] = (),
        looked_at: int = LOOKED_AT,
    ) -> CachedResult:
        """Return a ranking's full result. ``on_subject``: passages that need none of the query's words."""
        order = request.order
        relevant = self.relevant(ranked, order, on_subject)
        shown = with_marks(_folded(relevant, order), ranked.nudges, order)
        return CachedResult(
            ranked, tuple(relevant), shown, tuple(self._outside_law(ranked, order)), looked_at
        )

    def filled(self, whole: CachedResult, found: Sequence[Found]) -> list[Found]:
        """Return some of the results of a search, with their text."""
        if not whole.bare:
            return list(found)
        return filled(found, self._parts.store.passages_by_id([item.passage.id for item in found]))

    def shown(self, ranked: Ranking, order: Order) -> FeedbackOrder:
        """Return the results of a ranking in their order."""
        return with_marks(_folded(self.relevant(ranked, order), order), ranked.nudges, order)

    def relevant(self, ranked: Ranking, order: Order, on_subject: Collection[int] = ()) -> list[Found]:
        """Return the relevant set with its passages and documents; those removed meanwhile are skipped.

        ``on_subject``: passages that need none of the query's words.
        """
        parsed, store = ranked.parsed, self._parts.store
        kept = ranking.above_cut(ranked.candidates, order, ranked.nudges, exact=ranked.exact)
        passages = ranked.passages or store.passages_by_id([candidate.passage_id for candidate in kept])
        documents = ranked.documents or store.documents_by_id({p.document_id for p in passages.values()})
        found = [
            Found(candidate, passage, documents[passage.document_id], asked_for=passage.id in ranked.texts)
            for candidate in kept
            if (passage := passages.get(candidate.passage_id)) and passage.document_id in documents
        ]
        if ranked.exact or ranked.like:
            return found
        asked = len(parsed.words) + len(parsed.identifiers)
        doubtful = [item for item in found if item.passage.id not in on_subject]
        answering = ranking.on_subject(doubtful, asked, lambda item: self._matched(item, parsed))
        wanted = {*on_subject, *(item.passage.id for item in answering)}
        return [item for item in found if item.passage.id in wanted]

    # --- internals -------------------------------------------------------------------------------

    def _cached_or_found(self, asked: ConfiguredRequest) -> CachedResult:
        return self._cache.find(asked, self._parts.state()) or self.found(asked)

    def _count_candidates(self, asked: ConfiguredRequest) -> Counted:
        store = self._parts.store
        standing = store.documents_of(self._retrieval.candidates(replace(asked, looked_at=COUNTED)))
        known = store.documents_by_id(set(standing.values()))
        documents = {id_: known[number] for id_, number in standing.items() if number in known}
        return Counted(documents, Plain(), complete=False)

    def _matched(self, item: Found, parsed: ParsedQuery) -> int:
        """Count the query's words and numbers that a passage has, with its headings and title."""
        text = "\n".join((*item.passage.heading_path, item.document.title, item.passage.text))
        return len(word_forms(text, self._parts.match_ranges(text, parsed.lexical())))

    def _outside_law(self, ranked: Ranking, order: Order) -> list[Found]:
        """Return what is relevant and not the law of the days asked for: texts of law, each by itself,
        because versions are not copies; then documents filed later, folded as results are."""
        if ranked.whole is None:
            return []
        law, found = ranked.law, factors.weighed(self.relevant(ranked.whole, order), order)
        outside = law.outside(item.passage.id for item in found)
        of_law = [item for item in found if item.passage.id in outside]
        later = [
            item
            for item in found
            if item.passage.id not in outside and law.why_outside(item.passage, item.document)
        ]
        folded = copies.folded(ranking.arranged(versions.collapsed(later), order))
        return [*ranking.arranged(of_law, order), *folded]


def _deeper(whole: CachedResult, end: int) -> int:
    """Return how many candidates to check for the results up to ``end``: in proportion to the results found
    so far, so that a far jump is one search and not a row of ever longer ones."""
    proportion = whole.looked_at / max(1, len(whole.shown.found))
    return max(DEEPER * whole.looked_at, ceil(ROOM * proportion * end))


def _folded(relevant: Sequence[Found], order: Order) -> list[Found]:
    """Return the results that relevant passages make, in order: of versions and copies one each."""
    weighed = factors.weighed(relevant, order)
    return copies.folded(ranking.arranged(versions.collapsed(weighed), order))
