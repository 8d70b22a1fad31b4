"""One search from typed text to an answer, step by step; each step is a module.

``rank``: the text is read and its filters are resolved (``preparation``), the channels are asked and fused
(``retrieval``), feedback is fetched, and the office's reranker reads the first candidates (``reranking``).
``results``: the close and the less close are told apart, folded and put in order (``selection``). ``answer``:
the page is taken and its hits are built, with advice where little was found (``answers``).

The searcher is handed the indexes, the encoder and the catalogue, and keeps no state of its own but the
results of the last searches, so that any number of threads may search at once. While the encoder or the
vector index is not ready, words alone are searched and the answer says so.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Mapping
from dataclasses import replace

from briefbank.domain.searches import Order, ResultFacets, SearchAnswer, SearchRequest
from briefbank.search.answers import answer
from briefbank.search.channels.channel import Channel
from briefbank.search.facet_groups import Groups
from briefbank.search.facets import Counted, Facets, counted_unchecked
from briefbank.search.feedback import Adjustment
from briefbank.search.filter_resolution import FilterResolver
from briefbank.search.ordering import arranged
from briefbank.search.paging import DEEPEST, deeper
from briefbank.search.preparation import prepared
from briefbank.search.prepared_request import PreparedRequest
from briefbank.search.reranking import reranked
from briefbank.search.result_cache import ResultCache
from briefbank.search.retrieval import retrieved, unchecked
from briefbank.search.search_types import ConfiguredRequest, Ranking, SearchDependencies
from briefbank.search.selection import Results, close_passages, folded, select
from briefbank.search.switches import ALL_ON, SearchPart, Switches

COUNTED = 50_000
"""The candidates of a wide search that are counted without being checked."""
NOTHING_MORE: Mapping[int, str] = {}


class Searcher:
    """Searches one library. Any thread.

    Methods that search raise QueryError (nothing to search for), NotInLibrary (``like`` names a passage that
    is gone), IndexFault (the word index is damaged) and StoreError.
    """

    def __init__(self, parts: SearchDependencies) -> None:
        self._parts = parts
        self._filters = FilterResolver(parts.store, parts.state)
        self._cache = ResultCache()

    def warm(self) -> None:
        """Load what the first search would wait for: the thesaurus. A tenth of a second."""
        self._parts.related(("first",), "first")

    def held_bytes(self) -> int:
        """Return about how much memory the cached searches take."""
        return self._cache.held_bytes()

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the results of both tiers, ``limit`` from ``start`` on.

        For an exact search too wide to be checked, more candidates are checked for a later ``start``, and
        ``total`` rises.
        """
        started = time.perf_counter()
        asked = ConfiguredRequest(request)
        found = self._reaching(asked) if request.start else self._searched(asked)
        return replace(self.answer(request, found), took_ms=(time.perf_counter() - started) * 1000)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facet counts of a search; see ``facets``. Quick after the search itself."""
        return Facets(request, self._counted, self._parts.store, self._parts.authorities).breakdown()

    def relevant(
        self, request: SearchRequest, switches: Switches = ALL_ON, ignoring: Collection[str] = ()
    ) -> list[int]:
        """Return the ids of the close results, in the order asked for, each text once."""
        asked = ConfiguredRequest(request, switches=switches, ignoring=tuple(ignoring))
        ranking = replace(self._ranked(asked, nearby=False), whole=None)
        results = select(ranking, request.order, self._parts)
        return [item.passage.id for item in results.shown.found[: results.total]]

    def relevant_ids(self, request: SearchRequest) -> list[int]:
        """Return all close passages by id, copies and versions too, the newest filed first.

        Of an exact search with very many candidates the newest DEEPEST. Nothing is cached.
        """
        asked = ConfiguredRequest(replace(request, order=Order.NEWEST), max_checked=DEEPEST)
        close = close_passages(self._ranked(asked, nearby=False), self._parts)
        return [item.passage.id for item in arranged(close, Order.NEWEST)]

    # --- the steps -------------------------------------------------------------------------------

    def rank(
        self,
        request: SearchRequest,
        depth: int = 0,
        channels: frozenset[Channel] | None = None,
        switches: Switches = ALL_ON,
        ignoring: Collection[str] = (),
    ) -> Ranking:
        """Return every candidate, best first: needed for evaluation, and the first part of ``search``.

        ``depth``: passages taken from each channel, where that is more than the query's class asks for;
        ``channels`` limits the channels (None: all). The feedback of the searches ``ignoring`` does not
        count. The request's ``limit`` has no effect.
        """
        return self._ranked(ConfiguredRequest(request, depth, channels, switches, tuple(ignoring)))

    def results(self, ranking: Ranking, order: Order, fitting_ids: Collection[int] = ()) -> Results:
        """Return the full results of a ranking of ``rank``, whose candidates may have changed.

        Candidates must be law on the ranking's days. ``fitting_ids``: see ``selection.select``.
        """
        return select(ranking, order, self._parts, fitting_ids)

    def answer(
        self, request: SearchRequest, found: Results, found_by: Mapping[int, str] = NOTHING_MORE
    ) -> SearchAnswer:
        """Return the page of the results that the request asks for, and what there is to say of them.

        ``took_ms`` is left to the caller. ``found_by``: reasons of passages that go before their others.
        """
        return answer(request, found, self._parts, lambda other: len(self.relevant(other)), found_by)

    def _ranked(self, asked: ConfiguredRequest, *, nearby: bool = True) -> Ranking:
        """Rank the candidates; ``nearby``: also those that fill a short list."""
        parts = self._parts
        question = prepared(asked, parts, self._filters)
        nearby = nearby and not asked.request.words_only
        ranking = retrieved(question, parts.matcher, parts.texts, nearby=nearby)
        ranking = replace(ranking, nudges=self._nudges(ranking, question))
        return reranked(ranking, asked, parts.reranker(), parts.store)

    def _nudges(self, ranking: Ranking, question: PreparedRequest) -> Mapping[int, Adjustment]:
        """Return the effect of feedback; none for exact identifiers, or passages similar to another."""
        learned, asked = self._parts.learned, question.asked
        exact = ranking.parsed.exact_only and ranking.parsed.required is None
        nothing = exact or ranking.like or not ranking.candidates
        if learned is None or nothing or not asked.switches.on(SearchPart.FEEDBACK):
            return {}
        encoder = question.embedding.encoder if question.embedding else None
        return learned.nudges(asked.request.text, encoder, None, asked.ignoring, asked.person)

    # --- results that are kept -------------------------------------------------------------------

    def _searched(self, asked: ConfiguredRequest) -> Results:
        """Search anew, and cache the results for their next pages and their counts."""
        state = self._parts.state()
        found = self.results(self._ranked(asked), asked.request.order)
        self._cache.keep(asked, state, found)
        return found

    def _cached_or_searched(self, asked: ConfiguredRequest) -> Results:
        return self._cache.find(asked, self._parts.state()) or self._searched(asked)

    def _reaching(self, asked: ConfiguredRequest) -> Results:
        """Return the cached results, or more where the requested page lies behind them."""
        found = self._cached_or_searched(asked)
        while max_checked := deeper(found, asked.request.start + asked.request.limit):
            found = self._searched(replace(asked, max_checked=max_checked))
        return found

    def _counted(self, request: SearchRequest) -> Counted:
        """Return what a search finds, ready to be counted; of a search too wide for it, its candidates."""
        asked, store = ConfiguredRequest(replace(request, start=0, limit=0)), self._parts.store
        found = self._cached_or_searched(asked)
        if not found.ranking.complete:
            question = prepared(replace(asked, max_checked=COUNTED), self._parts, self._filters)
            return counted_unchecked(unchecked(question), store)
        counted = found.with_text(found.counted, store)
        groups = Groups(counted, lambda part: folded(part, request.order))
        return Counted({item.passage.id: item.document for item in counted}, groups.count, complete=True)
