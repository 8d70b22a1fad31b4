"""One search from typed text to an answer, step by step.

1. ``_read``: the text is parsed (``parsing``), the day of its law and its filters are resolved: a ``Query``.
2. ``retrieve``: the channels are asked and their lists fused (``retrieval``): a ``Ranking``. The
   feedback that counts is added, and the office's reranker reads the first candidates.
3. ``select``: the close and the less close are told apart, folded and put in order (``selection``):
   ``Results``.
4. ``answer``: the page is taken and its hits are built, with advice where little was found
(``presentation``).

The searcher keeps no state of its own but the results of the last searches, so that any number of threads may
search at once. While the encoder or the vectors are not ready, the lexical index alone is searched and the
answer says so.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from math import ceil

from briefbank.catalogue import document_rows, passage_rows
from briefbank.domain.caption_fields import LAW, Kind
from briefbank.domain.office import current_name
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Filters, Order, ResultFacets, SearchAnswer, SearchRequest
from briefbank.errors import NotInLibrary
from briefbank.search import filters, presentation, rewording
from briefbank.search.channel import Channel
from briefbank.search.channels import SearchPart
from briefbank.search.filters import Counted, Facets
from briefbank.search.law import Days, InForce, days_of
from briefbank.search.parsing import parse, query_language
from briefbank.search.query import USUAL, ParsedQuery, parameters_of
from briefbank.search.retrieval import reranked, retrieve
from briefbank.search.search_types import MOST_CHECKED, Query, Ranking, Results, SearchServices
from briefbank.search.selection import arranged, close_passages, select
from briefbank.text.messages import Message

DEEPEST = 16 * MOST_CHECKED
"""The most candidates that an exact search checks when a user scrolls to them: a few seconds, once."""
DEEPER = 4  # The least factor by which more candidates are checked when a page lies behind those that were
ROOM = 1.1  # A margin, since older candidates may match less often than those that were checked
CACHED = 8
"""The number of cached searches: the typed one, fast and in full, and those of its facets without a
choice."""
MOST_CACHED_RESULTS = 60_000
"""The most results over all cached searches, about 60 MB; the last search is cached in any case."""
NOTHING_MORE: Mapping[int, Message] = {}


class Searcher:
    """Searches one library. Any thread.

    Methods that search raise QueryError (nothing to search for), NotInLibrary (``like`` names a passage that
    is gone), IndexFault (the lexical index is damaged) and StoreError.
    """

    def __init__(self, services: SearchServices) -> None:
        self._services = services
        self._cache = ResultCache()

    def warm(self) -> None:
        """Load what the first search would wait for: the thesaurus. A tenth of a second."""
        self._services.related(("first",), "first")

    def search(self, request: SearchRequest) -> SearchAnswer:
        """Return the results of both tiers, ``limit`` from ``start`` on.

        For an exact search too wide to be checked, more candidates are checked for a later ``start``, and
        ``total`` rises.
        """
        started = time.perf_counter()
        state = self._services.state()
        with self._services.store.reading_together(), self._services.lexical.reading_together():
            results = self._cache.find(request, state) if request.start else None
            results = results or self._searched(request, state)
            while request.start and (max_checked := deeper(results, request.start + request.limit)):
                results = self._searched(request, state, max_checked)
            answer = self.answer(request, results)
        return replace(answer, took_ms=(time.perf_counter() - started) * 1000)

    def breakdown(self, request: SearchRequest) -> ResultFacets:
        """Return the facet counts of a search; see ``filters.Facets``. Quick after the search itself."""
        services = self._services
        return Facets(request, self._counted, services.store, services.authorities).breakdown()

    def relevant(
        self, request: SearchRequest, without: Collection[str] = (), ignoring: Collection[str] = ()
    ) -> list[int]:
        """Return the ids of the close results, in the order asked for, each text once. ``without``,
        ``ignoring``: see ``rank``."""
        query = self._read(request, without=without)
        ranking = replace(self._ranked(query, ignoring, nearby=False), outside=())
        results = select(ranking, request.order, self._services)
        return [result.passage.id for result in results.shown[: results.total]]

    def relevant_ids(self, request: SearchRequest) -> list[int]:
        """Return all close passages by id, copies and versions too, the newest filed first.

        Of an exact search with very many candidates the newest DEEPEST. Nothing is cached.
        """
        query = self._read(replace(request, order=Order.NEWEST), max_checked=DEEPEST)
        close = close_passages(self._ranked(query, nearby=False), self._services)
        return [result.passage.id for result in arranged(close, Order.NEWEST)]

    def rank(
        self,
        request: SearchRequest,
        depth: int = 0,
        channels: frozenset[Channel] | None = None,
        without: Collection[str] = (),
        ignoring: Collection[str] = (),
    ) -> Ranking:
        """Return every candidate, best first: needed for evaluation, and the first part of ``search``.

        ``depth``: passages taken from each channel, where that is more than the query's class asks for;
        ``channels`` limits the channels (None: all); ``without``: the names of channels and parts of
        searching that are turned off (``channels``). The feedback of the searches ``ignoring`` does
        not count. The request's ``limit`` has no effect.
        """
        return self._ranked(self._read(request, depth, channels, without), ignoring)

    def results(self, ranking: Ranking, order: Order, fitting_ids: Collection[int] = ()) -> Results:
        """Return the full results of a ranking of ``rank``, whose candidates may have changed.

        Candidates must be law on the ranking's days. ``fitting_ids``: see ``selection.select``.
        """
        return select(ranking, order, self._services, fitting_ids)

    def answer(
        self, request: SearchRequest, results: Results, found_by: Mapping[int, Message] = NOTHING_MORE
    ) -> SearchAnswer:
        """Return the page of the results that the request asks for, and what there is to say of them.

        ``took_ms`` is left to the caller. ``found_by``: reasons of passages that go before their others.
        """
        return presentation.answer(
            request, results, self._services, lambda other: len(self.relevant(other)), found_by
        )

    def _read(
        self,
        request: SearchRequest,
        depth: int = 0,
        channels: frozenset[Channel] | None = None,
        without: Collection[str] = (),
        max_checked: int = MOST_CHECKED,
    ) -> Query:
        services, off = self._services, frozenset(without)
        like = None
        if request.like:
            like = passage_rows.by_ids(services.store, [request.like]).get(request.like)
            if like is None:
                raise NotInLibrary(
                    Message("This passage is no longer in the library."),
                    Message("Search again to see what is there."),
                )
        parsed = self._parsed(request, like, off)
        days = days_of(request, parsed.law_day, services.store, services.today())
        plain_filters, citing = filters.resolved(request.filters, services.store)
        windows = services.windows if services.has_provisions() else lambda passage_ids: {}
        adaptive = SearchPart.ADAPTIVE not in off
        parameters = parameters_of(parsed.query_class, alone=parsed.alone) if adaptive else USUAL
        return Query(
            request,
            parsed,
            like,
            plain_filters,
            InForce(windows, days, self._filed_later(days)),
            services,
            None if request.words_only else services.embedding(),
            parameters,
            depth=max(depth, parameters.depth, max_checked if parsed.exact_only else 0),
            max_checked=max_checked,
            channels=channels,
            without=off,
            citing=citing,
        )

    def _filed_later(self, days: Days) -> Callable[[Collection[int]], Collection[int]]:
        """Return what finds the passages of documents that were filed after the days and are no law."""
        store = self._services.store

        @cache
        def later() -> Collection[int]:
            first = min(days.last, date.max - timedelta(days=1)) + timedelta(days=1)
            others = frozenset(Kind) - LAW
            return document_rows.ids_matching(store, Filters(kinds=others, filed_from=first))

        def filed_later(passage_ids: Collection[int]) -> Collection[int]:
            documents = passage_rows.documents_of(store, passage_ids)
            return [passage_id for passage_id, document in documents.items() if document in later()]

        return filed_later

    def _parsed(self, request: SearchRequest, like: Passage | None, off: Collection[str]) -> ParsedQuery:
        services, literal = self._services, request.literal or like is not None
        parsed = parse(
            like.text if like else request.text,
            services.find_citations,
            services.lexical.known_pages,
            literal=literal,
            splitting=SearchPart.SPLITTING not in off,
        )
        parsed = replace(parsed, language=query_language(parsed, services.lexical))
        if SearchPart.SPELLING not in off and not literal:
            parsed = parsed.corrected(rewording.corrections(parsed, services.lexical, services.store))
        if like is not None:
            cited = (citation.canonical for citation in like.citations if citation.canonical)
            return replace(parsed, cited=tuple(dict.fromkeys(cited)), identifiers=(), cases=())
        if SearchPart.THESAURUS not in off and not literal and parsed.words:
            parsed = replace(parsed, related=services.related(parsed.words, parsed.plain))
        return parsed

    def _ranked(self, query: Query, ignoring: Collection[str] = (), *, nearby: bool = True) -> Ranking:
        """Rank the candidates; ``nearby``: also those that fill a short list. Feedback has no effect on exact
        identifiers, nor on passages similar to another."""
        ranking = retrieve(query, nearby=nearby and not query.request.words_only)
        learned, parsed = self._services.learned, ranking.parsed
        exact = parsed.exact_only and parsed.required is None
        nothing = exact or ranking.like or not ranking.candidates or SearchPart.FEEDBACK in query.without
        if learned is not None and not nothing:
            encoder = query.embedding.encoder if query.embedding else None
            text = query.request.text
            ranking = replace(ranking, nudges=learned.nudges(text, encoder, tuple(ignoring), current_name()))
        return reranked(ranking, query, self._services.reranker())

    def _searched(self, request: SearchRequest, state: object, max_checked: int = MOST_CHECKED) -> Results:
        """Search anew, and cache the results for their next pages and their counts. ``state``: that of the
        library before the search began."""
        ranking = self._ranked(self._read(request, max_checked=max_checked))
        results = select(ranking, request.order, self._services)
        self._cache.keep(request, state, results)
        return results

    def _counted(self, request: SearchRequest) -> Counted:
        state = self._services.state()
        results = self._cache.find(request, state) or self._searched(request, state)
        documents = {result.passage.id: result.document for result in results.counted}
        row_of = {
            passage_id: row
            for row, result in enumerate(results.shown)
            for passage_id in (result.passage.id, *(v.passage_id for v in (*result.versions, *result.copies)))
        }

        def count(passage_ids: Collection[int]) -> int:
            return len({row_of[passage_id] for passage_id in passage_ids if passage_id in row_of})

        return Counted(documents, count, results.ranking.complete)


def deeper(results: Results, end: int) -> int:
    """Return how many candidates an exact search is to check for the results up to ``end``; 0 where more
    would find no more.

    They are in proportion to the results so far, so that a far jump is one search and not a row of ever
    longer ones.
    """
    known, max_checked = len(results.shown), results.ranking.max_checked
    if known >= end or results.ranking.complete or max_checked >= DEEPEST:
        return 0
    return min(DEEPEST, max(DEEPER * max_checked, ceil(ROOM * max_checked / max(1, known) * end)))


class ResultCache:
    """The results of the last few searches, so that a next page and counts need no second search. Any thread.

    A cached result holds references to passages, not their text: that is read again for the few that are
    shown. It is stored with the state of the library when the search began (``SearchServices.state``), which
    differs after every change; so no stale result can be returned, whoever changed what. A search from its
    first result is always made anew.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._cached: OrderedDict[object, tuple[object, Results]] = OrderedDict()

    def keep(self, request: SearchRequest, state: object, results: Results) -> None:
        """Store a result. ``state``: from before the search began; None: unknown, and nothing is stored."""
        if state is None:
            return
        bare = results.without_text()
        with self._lock:
            self._cached[_key(request)] = state, bare
            self._cached.move_to_end(_key(request))
            while len(self._cached) > CACHED or (
                len(self._cached) > 1 and self._size() > MOST_CACHED_RESULTS
            ):
                self._cached.popitem(last=False)

    def find(self, request: SearchRequest, state: object) -> Results | None:
        """Return the same search as it was made in this very state of the library; None where it was not."""
        with self._lock:
            cached = self._cached.get(_key(request))
            if cached is None or state is None or cached[0] != state:
                return None
            self._cached.move_to_end(_key(request))
            return cached[1]

    def _size(self) -> int:
        return sum(len(results.close) + len(results.shown) for _, results in self._cached.values())


def _key(request: SearchRequest) -> object:
    """Return the cache key, equal for two requests of one person that differ only in the page shown."""
    return replace(request, limit=0, start=0), current_name()
