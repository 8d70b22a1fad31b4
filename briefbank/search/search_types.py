"""The values of a search, in the order in which it makes them, and the services that it asks.

A ``Query`` is a request that was read. The channels answer it with ``Candidate``\\ s, which a ``Ranking``
holds best first. Those that are relevant become ``Result``\\ s. ``Results`` has them in their order, and the
page that is shown of them is a ``domain.searches.SearchAnswer``. Scores are "higher is better".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Protocol

from briefbank.catalogue import document_rows, passage_rows
from briefbank.domain.authorities import Authority, AuthorityNote, Citation, Window
from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Expression, Filters, LexicalQuery, Related, SearchRequest, Tier
from briefbank.search.feedback import Adjustment
from briefbank.search.query import Parameters, ParsedQuery, Subquery
from briefbank.text.messages import Message

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from briefbank.catalogue.database import Database
    from briefbank.embedding.encoders import Encoder
    from briefbank.index.lexical import LexicalReader
    from briefbank.index.operator_matching import ExpressionMatcher
    from briefbank.search.channel import Channel
    from briefbank.search.feedback import FeedbackLearner
    from briefbank.search.law import InForce

MOST_CHECKED = 1000
"""The candidates of an exact search that are checked: reading, checking and folding them takes some tenths of
a second."""
DEEPEST = 1_000_000
"""The most passages of a channel among which those that cite the chosen authorities are looked for: all."""
DEEPEST_OF_LAW = 50_000
"""The same for passages that are law on the days; with more old versions before a new one, that is missed."""
DEEPER = 4  # The factor by which a channel is asked deeper when too few of its passages pass the filters

Scored = list[tuple[int, float]]  # Passage ids with their scores, best first
FindCitations = Callable[[str], Sequence[Citation]]  # Finds the citations in a text; never raises
KnownPages = Callable[[Collection[str]], Collection[str]]
"""Returns those of the keys of labels (``text.page_numbers``) that the page of some passage has."""
MatchRanges = Callable[[str, LexicalQuery], Sequence[tuple[int, int]]]
"""Finds the ranges of a query's words, phrases and numbers in a text, as the lexical index would."""
MatchingForms = Callable[[str, LexicalQuery], Collection[str]]
"""Finds the words and phrases of a text that these ranges have, in lower case, each once."""
PeriodsInForce = Callable[[Collection[int]], Mapping[int, Window]]
"""Returns by passage id the periods in which texts are in force; only those with a limit on a side."""
GoodLawAlerts = Callable[[Iterable[Passage], date | None], Mapping[int, tuple[Message, ...]]]
"""The office's list of good law: returns by passage id sentences on what the passage relies on; events after
the day do not count."""


class Reranker(Protocol):
    """A model that reads a query and a passage together."""

    def score(self, query: str, texts: Sequence[str], *, limit_s: float) -> NDArray[np.float32]:
        """Return how well each text answers, 0 to 1, shape (len(texts),); NaN where time ran out."""


class VectorIndex(Protocol):
    """The vectors of a library, or those that a person may see."""

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        """Return the nearest passages by cosine (-1 to 1), of these documents only; None: of all."""

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        """Return a passage's own vector, of length one; None when it has none yet."""


class EncoderWithVectors(Protocol):
    @property
    def encoder(self) -> Encoder: ...

    @property
    def dense(self) -> VectorIndex: ...


@dataclass(frozen=True, slots=True)
class SearchServices:
    """What one library offers a search. Any thread; the callables are called at each search."""

    lexical: LexicalReader
    embedding: Callable[[], EncoderWithVectors | None]
    """Returns an encoder and the vectors that it made; None while they are not ready."""
    store: Database
    find_citations: FindCitations
    match_ranges: MatchRanges
    matching_forms: MatchingForms
    matcher: Callable[[Expression], ExpressionMatcher]
    related: Callable[[Sequence[str], str], tuple[Related, ...]] = lambda words, text: ()
    """The thesaurus: returns what to search beside words, given the plain text that they stand in."""
    learned: FeedbackLearner | None = None
    reranker: Callable[[], Reranker | None] = lambda: None
    windows: PeriodsInForce = lambda passage_ids: {}
    has_provisions: Callable[[], bool] = lambda: True  # A search asks once, and for windows for each list
    alerts: GoodLawAlerts = lambda passages, day: {}
    notes: Callable[[Sequence[str], Sequence[str]], Sequence[AuthorityNote]] = lambda citations, cases: ()
    """Returns the office's notes on authorities, by citation or by case name ("state v carty")."""
    texts: Callable[[Sequence[str], Collection[int]], Collection[int]] = lambda named, passage_ids: ()
    """Returns those passages that are the text of a provision named, by citation or number."""
    authorities: Callable[[Iterable[int]], Mapping[int, Authority]] = lambda ids: {}
    """Returns the authorities that exist."""
    state: Callable[[], object] = lambda: None
    """Returns a value that differs whenever a search may have another answer than before; None: unknown."""
    today: Callable[[], date] = date.today
    files_left: Callable[[], int] = lambda: 0  # Returns the number of files that wait to be read


@dataclass(frozen=True, slots=True)
class Query:
    """A search request that was read, with everything that its channels need."""

    request: SearchRequest
    parsed: ParsedQuery
    like: Passage | None  # The passage to which similar ones are wanted
    filters: Filters
    law: InForce
    services: SearchServices
    embedding: EncoderWithVectors | None
    """Encoder and vectors that belong together, for the whole of this search."""
    parameters: Parameters  # The retrieval parameters of its class
    depth: int  # The number of passages taken from each channel
    max_checked: int = MOST_CHECKED  # The number of candidates that an exact search checks
    channels: frozenset[Channel] | None = None  # The channels that may be asked; None: all
    without: frozenset[str] = frozenset()
    """The names of the channels and other parts of searching that are turned off (``channels``)."""
    citing: Collection[int] | None = None
    """The passages that cite the chosen authorities; no other passes. None: none is chosen."""
    first: tuple[int, ...] = ()  # The first results, for the channels that follow the others

    @property
    def store(self) -> Database:
        return self.services.store

    def uses(self, channel: Channel) -> bool:
        if self.request.words_only and not channel.verbatim:
            return False
        return (self.channels is None or channel in self.channels) and channel.name not in self.without

    def lexical(self, part: Subquery | None = None) -> LexicalQuery:
        """Return the lexical query of one part or of the whole; numbers are a channel of their own."""
        return replace(self.parsed.lexical(part), identifiers=(), context_weight=self.parameters.context)

    def search(self, lexical: LexicalQuery, limit: int = 0) -> Scored:
        """Return passages that match a lexical query and pass the filters, best first. As all lists here it
        has up to ``limit`` passages that are law (0: as many as ``depth``), and the others that stand among
        them. Raises IndexFault."""
        index = self.services.lexical
        return self._passing(lambda depth: index.search(lexical, self.filters, depth), limit)

    def newest(self, lexical: LexicalQuery, limit: int) -> list[int]:
        """Return passages that ``search`` would find, the newest filed first. Raises IndexFault."""
        index = self.services.lexical

        def newest(depth: int) -> Scored:
            return [(passage_id, 0.0) for passage_id in index.newest(lexical, self.filters, depth)]

        return [passage_id for passage_id, _ in self._passing(newest, limit)]

    def citing_any(self, keys: Mapping[str, float]) -> Scored:
        """Return passages that cite any of these authorities, the rarer and the heavier the better. Raises
        IndexFault."""
        index = self.services.lexical
        return self._passing(lambda depth: index.citing(keys, self.filters, depth))

    def nearest(self, vector: NDArray[np.float32]) -> Scored:
        """Return the passages whose vectors are nearest, by cosine (-1 to 1). Raises IndexFault."""
        if self.embedding is None:
            return []
        vectors = self.embedding.dense
        document_ids = (
            None if self.filters == Filters() else document_rows.ids_matching(self.store, self.filters)
        )
        if document_ids is not None and not document_ids:
            return []
        return self._passing(lambda depth: vectors.search(vector, document_ids, depth))

    def _passing(self, ask: Callable[[int], Scored], limit: int = 0) -> Scored:
        """Return the first passages of a list, however many that do not pass stand among them."""
        limit = depth = limit or self.depth
        deepest = DEEPEST_OF_LAW if self.citing is None else DEEPEST
        while True:
            scored = ask(depth)
            passing = [hit for hit in scored if self.citing is None or hit[0] in self.citing]
            of_law = self._places_of_law(passing)
            if len(of_law) >= limit:
                return passing[: of_law[limit - 1]]
            if len(scored) < depth or depth >= deepest:
                return passing
            depth = min(DEEPER * depth, deepest)

    def cut(self, scored: Scored, limit: int) -> Scored:
        """Return the first of a list, up to the last of ``limit`` passages that are law."""
        of_law = self._places_of_law(scored)
        return scored[: of_law[limit - 1]] if len(of_law) >= limit else scored

    def _places_of_law(self, scored: Scored) -> list[int]:
        """Return the places, from 1, of the passages of a list that are law."""
        outside = self.law.outside([passage_id for passage_id, _ in scored])
        return [place for place, (passage_id, _) in enumerate(scored, start=1) if passage_id not in outside]


class Candidate(NamedTuple):
    """A passage that a channel returned. A tuple, because a search makes a thousand."""

    passage_id: int
    relevance: float  # The fused score, 0 to 1; 1 is the best of every channel that was asked
    has_words: bool  # Whether a channel listed it that finds what was typed
    cosine: float | None  # The semantic similarity, -1 to 1; None when the semantic channel did not list it
    shares: Mapping[str, float] = MappingProxyType({})
    """The part of each channel in the relevance, by its name; they add up to it, with ``compared``."""
    compared: float = 0.0  # The relevance that a reranker added, or took (negative)

    def with_relevance(self, relevance: float) -> Candidate:
        """Return the candidate with another relevance, and its shares in proportion."""
        scale = relevance / self.relevance if self.relevance else 1.0
        shares = {channel: share * scale for channel, share in self.shares.items()}
        return self._replace(relevance=relevance, shares=shares, compared=self.compared * scale)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a search, best first, before results are selected."""

    parsed: ParsedQuery
    candidates: tuple[Candidate, ...]
    semantic_used: bool
    law: InForce = field(compare=False)
    """The filter for the law of the days asked for: all candidates passed it."""
    outside: tuple[Candidate, ...] = ()
    """What did not pass it, with the relevances that it would have beside the candidates, best first."""
    nudges: Mapping[int, Adjustment] = field(default_factory=dict)
    complete: bool = True  # Whether all candidates of a search with operators were checked
    max_checked: int = MOST_CHECKED  # The number of candidates that an exact search checked
    like: Passage | None = None  # The passage to which similar ones were asked for
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """The candidates' passages, where they were read to be checked."""
    documents: Mapping[int, Document] = field(default_factory=dict)  # The documents of ``passages``
    texts: frozenset[int] = frozenset()
    """Candidates that are the text of a provision that was asked for by its number."""
    further: Callable[[], Ranking | None] | None = field(default=None, compare=False)
    """Returns candidates of other documents with lower relevances, for a list that would else name few. Where
    they have only some of what was asked for, ``parsed`` of that ranking is the wider query that has them.
    None where none are wanted."""

    @property
    def exact(self) -> bool:
        """Tell whether every candidate is what was asked for, so that none is cut off."""
        return self.parsed.exact


class Result(NamedTuple):
    """A relevant passage with what is known of it.

    ``copies`` are passages with the same or nearly the same text that were folded into it; ``versions`` are
    passages of older versions of its document that say nearly the same.
    """

    candidate: Candidate
    passage: Passage
    document: Document
    copies: tuple[Version, ...] = ()
    versions: tuple[Version, ...] = ()
    recency: float = 1.0  # The factor on its relevance for its date; see ``selection``
    authority: float = 1.0  # The factor for the kind of its document
    pages: tuple[str, ...] = ()
    """The labels that were asked for and that its pages have. Such a passage is folded into no other."""
    asked_for: bool = False
    """Whether it is the text of a provision that was asked for by its number, which stands first in any
    order."""
    tier: Tier = Tier.CLOSE
    wider: ParsedQuery | None = None
    """The wider query that has it, where it has only some of what was asked for."""


@dataclass(frozen=True, slots=True)
class Results:
    ranking: Ranking
    close: tuple[Result, ...]  # The close passages, before versions and copies are folded
    shown: tuple[Result, ...]  # The results in their order: the close ones, then those that are less close
    less_close: int  # The number of results at the end of ``shown`` that are less close
    reasons: Mapping[int, Message]  # The reason of each passage in ``shown`` on which feedback counts
    apart: tuple[Result, ...]  # Results that are not the law of the days asked for
    bare: bool = False  # Whether its passages are without their text, which must be read before they are used

    @property
    def total(self) -> int:
        return len(self.shown) - self.less_close

    @property
    def counted(self) -> tuple[Result, ...]:
        """The passages that facets count, before folding: those that are close; where none is, all."""
        return self.close or self.shown

    def without_text(self) -> Results:
        """Return the same results without the texts of their passages."""
        every = {id(result): result for result in (*self.close, *self.shown, *self.apart)}
        bare: dict[int, Result] = {}
        for key, result in every.items():
            p = result.passage  # the constructor takes a third of the time of ``replace``
            of_document = p.id, p.document_id, p.section, p.later_labels
            passage = Passage(p.ordinal, "", p.role, (), (), p.page_label, (), *of_document)
            bare[key] = result._replace(passage=passage)
        return replace(
            self,
            ranking=replace(self.ranking, candidates=(), outside=(), passages={}, documents={}, further=None),
            close=tuple(bare[id(result)] for result in self.close),
            shown=tuple(bare[id(result)] for result in self.shown),
            apart=tuple(bare[id(result)] for result in self.apart),
            bare=True,
        )

    def with_text(self, results: Sequence[Result], store: Database) -> list[Result]:
        """Return some of the results with the text of their passages; without those removed meanwhile."""
        if not self.bare:
            return list(results)
        passages = passage_rows.by_ids(store, [result.passage.id for result in results])
        left = (result for result in results if result.passage.id in passages)
        return [result._replace(passage=passages[result.passage.id]) for result in left]
