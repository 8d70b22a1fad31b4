"""The values of a search, in the order in which it makes them.

A ``Query`` is a request that was read. The channels answer it with ``Candidate``\\ s, which a ``Ranking``
holds best first. Those that are relevant become ``Result``\\ s. ``Results`` has them in their order, and the
page that is shown of them is a ``domain.searches.SearchAnswer``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from briefbank.domain.documents import Document, Version
from briefbank.domain.pages import Passage
from briefbank.domain.searches import Filters, LexicalQuery, SearchRequest, Tier
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, SearchServices
from briefbank.search.feedback import Adjustment
from briefbank.search.filters import MOST_CHECKED
from briefbank.search.law import InForce
from briefbank.search.query import Parameters, ParsedQuery, QueryClass, Subquery

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue
    from briefbank.search.channels.channel import Channel


@dataclass(frozen=True, slots=True)
class Query:
    """A search request that was read, with everything that its channels need."""

    request: SearchRequest
    parsed: ParsedQuery
    like: Passage | None
    """The passage to which similar ones are wanted."""
    filters: Filters
    law: InForce
    services: SearchServices
    index: LexicalChannel
    """The word index with the passage filters of this search."""
    embedding: EncoderWithVectors | None
    """Encoder and vectors that belong together, for the whole of this search, with its passage filters."""
    parameters: Parameters
    """The retrieval parameters of its class."""
    depth: int
    """The number of passages taken from each channel."""
    max_checked: int = MOST_CHECKED
    """The number of candidates that an exact search checks."""
    channels: frozenset[Channel] | None = None
    """The channels that may be asked; None: all."""
    without: frozenset[str] = frozenset()
    """The names of the channels and other parts of searching that are turned off (``channels.registry``)."""
    first: tuple[int, ...] = ()
    """The first results, for the channels that follow the others."""

    @property
    def store(self) -> Catalogue:
        return self.services.store

    def uses(self, channel: Channel) -> bool:
        """Tell whether a channel may be asked."""
        if self.request.words_only and not channel.verbatim:
            return False
        return (self.channels is None or channel in self.channels) and channel.name not in self.without

    def lexical(self, part: Subquery | None = None) -> LexicalQuery:
        """Return the query by words alone: numbers are a channel of their own."""
        return replace(self.parsed.lexical(part), identifiers=(), context_weight=self.parameters.context)

    def lexical_queries(self) -> list[LexicalQuery]:
        """Return one query for each paragraph; the context goes with the question."""
        parts = self.parsed.parts if len(self.parsed.parts) > 1 else (None,)
        return [self.lexical(part) for part in parts]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that a channel returned."""

    passage_id: int
    relevance: float
    """The fused score, 0 to 1; 1 is the best of every channel that was asked."""
    has_words: bool
    """Whether a channel listed it that finds what was typed."""
    cosine: float | None
    """The semantic similarity, -1 to 1; None when the meaning channel did not list it."""
    shares: Mapping[str, float] = field(default_factory=dict)
    """The part of each channel in the relevance, by its name; they add up to it, with ``compared``."""
    compared: float = 0.0
    """The relevance that a reranker added, or took (negative)."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """The candidates of a search, best first, before results are selected."""

    parsed: ParsedQuery
    candidates: tuple[Candidate, ...]
    meaning_used: bool
    law: InForce = field(compare=False)
    """The filter for the law of the days asked for: all candidates passed it."""
    nudges: Mapping[int, Adjustment] = field(default_factory=dict)
    complete: bool = True
    """Whether all candidates of a search with operators were checked."""
    max_checked: int = MOST_CHECKED
    """The number of candidates that an exact search checked."""
    like: Passage | None = None
    """The passage to which similar ones were asked for."""
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """The candidates' passages, where they were read to be checked."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """The documents of ``passages``."""
    texts: frozenset[int] = frozenset()
    """Candidates that are the text of a provision that was asked for by its number."""
    further: Callable[[], Ranking | None] | None = field(default=None, compare=False)
    """Returns candidates of other documents with lower relevances, for a list that would else name few. Where
    they have only some of what was asked for, ``parsed`` of that ranking is the wider query that has them.
    None where none are wanted."""
    whole: Ranking | None = None
    """The same search without regard to time, where that may have other candidates."""

    @property
    def query_class(self) -> QueryClass:
        return self.parsed.query_class

    @property
    def exact(self) -> bool:
        """Tell whether every candidate is what was asked for, so that none is cut off."""
        return self.parsed.exact


@dataclass(frozen=True, slots=True)
class Result:
    """A relevant passage with what is known of it.

    ``copies`` are passages that were folded into it, of which ``nearly`` have not quite its words;
    ``versions`` are passages of older versions of its document that say nearly the same.
    """

    candidate: Candidate
    passage: Passage
    document: Document
    copies: tuple[Version, ...] = ()
    nearly: int = 0
    versions: tuple[Version, ...] = ()
    recency: float = 1.0
    """The factor on its relevance for its date; see ``selection``."""
    authority: float = 1.0
    """The factor for the kind of its document."""
    pages: tuple[str, ...] = ()
    """The labels that were asked for and that its pages have. Such a passage is folded into no other."""
    asked_for: bool = False
    """Whether it is the text of a provision that was asked for by its number, which stands first in any
    order."""
    tier: Tier = Tier.CLOSE
    wider: ParsedQuery | None = None
    """The wider query that has it, where it has only some of what was asked for."""

    def without_text(self) -> Result:
        """Return the same result without the text of its passage."""
        bare = replace(self.passage, text="", heading_path=(), spans=(), citations=())
        return replace(self, passage=bare)


@dataclass(frozen=True, slots=True)
class Results:
    """The full results of a search."""

    ranking: Ranking
    close: tuple[Result, ...]
    """The close passages, before versions and copies are folded."""
    shown: tuple[Result, ...]
    """The results in their order: the close ones, then those that are less close."""
    less_close: int
    """The number of results at the end of ``shown`` that are less close."""
    reasons: Mapping[int, str]
    """The reason of each passage in ``shown`` on which feedback counts."""
    apart: tuple[Result, ...]
    """Results that are not the law of the days asked for."""
    bare: bool = False
    """Whether its passages are without their text, which must be read before they are used."""

    @property
    def total(self) -> int:
        """The number of results that are close."""
        return len(self.shown) - self.less_close

    @property
    def counted(self) -> tuple[Result, ...]:
        """The passages that facets count, before folding: those that are close; where none is, all."""
        return self.close or self.shown

    def stripped(self) -> Results:
        """Return the same results without text."""
        listed = {id(result): result for result in (*self.close, *self.shown, *self.apart)}
        bare = {key: result.without_text() for key, result in listed.items()}

        def stripped(results: Sequence[Result]) -> tuple[Result, ...]:
            return tuple(bare[id(result)] for result in results)

        return replace(
            self,
            ranking=replace(self.ranking, candidates=(), passages={}, documents={}, whole=None, further=None),
            close=stripped(self.close),
            shown=stripped(self.shown),
            apart=stripped(self.apart),
            bare=True,
        )

    def with_text(self, results: Sequence[Result], store: Catalogue) -> list[Result]:
        """Return some of the results with the text of their passages; without those removed meanwhile."""
        if not self.bare:
            return list(results)
        passages = store.passages_by_id([result.passage.id for result in results])
        left = (result for result in results if result.passage.id in passages)
        return [replace(result, passage=passages[result.passage.id]) for result in left]
