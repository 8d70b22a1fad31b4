"""What a search is made of and asked for, and what its first half answers. Values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from briefbank.models import Document, Filters, Passage, Related, SearchRequest
from briefbank.search.channels import (
    ALL_CHANNELS,
    Channel,
    FindCitations,
    Learned,
    LexicalChannel,
    MatchRanges,
    MeaningSide,
    RelatedWords,
    Reranker,
    Store,
)
from briefbank.search.classes import QueryClass
from briefbank.search.feedback import Nudge
from briefbank.search.fusion import Candidate
from briefbank.search.holding import MakeMatcher
from briefbank.search.query import ParsedQuery
from briefbank.search.switches import ALL_ON, Switches


def _nothing_related(words: Sequence[str], text: str) -> tuple[Related, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Parts:
    """What a search is made of; see ``channels``. The callables are asked at each search and answer None
    while what they give is not ready."""

    lexical: LexicalChannel
    meaning: Callable[[], MeaningSide | None]
    store: Store
    find_citations: FindCitations
    match_ranges: MatchRanges
    matcher: MakeMatcher
    related: RelatedWords = _nothing_related
    learned: Learned | None = None
    reranker: Callable[[], Reranker | None] = lambda: None


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what measuring changes in how it is answered."""

    request: SearchRequest
    depth: int = 0
    channels: Collection[Channel] = ALL_CHANNELS
    switches: Switches = ALL_ON
    ignoring: tuple[str, ...] = ()

    def uses(self, channel: Channel) -> bool:
        return channel in self.channels and self.switches.on(channel.value)


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a search, best first, before the relevant set is cut."""

    parsed: ParsedQuery
    candidates: tuple[Candidate, ...]
    meaning_used: bool
    nudges: Mapping[int, Nudge] = field(default_factory=dict)
    complete: bool = True
    """All candidates of a search with operators were looked through."""
    like: Passage | None = None
    """The passage that more like it were asked for."""
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """All candidates, where they were read to be checked; empty otherwise."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """Theirs."""

    @property
    def query_class(self) -> QueryClass:
        return self.parsed.query_class

    @property
    def exact(self) -> bool:
        """Every candidate is what was asked for, so that none is cut off."""
        return self.parsed.required is not None or self.parsed.exact_only


def effective_filters(request: SearchRequest) -> Filters:
    """The request's filters with ``as_of`` as one more limit on the filing date."""
    filters, as_of = request.filters, request.as_of
    if as_of is None:
        return filters
    return replace(filters, filed_to=min(as_of, filters.filed_to or as_of))
