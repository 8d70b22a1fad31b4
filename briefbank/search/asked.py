"""What a search is made of and asked for, and what its first half answers. Values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from briefbank.law import Authority, AuthorityNote, Window
from briefbank.models import Document, Passage, Related, SearchRequest
from briefbank.search.channels import (
    ALL_CHANNELS,
    Alerts,
    Authorities,
    Channel,
    FindCitations,
    Learned,
    LexicalChannel,
    MatchRanges,
    MeaningSide,
    Notes,
    RelatedWords,
    Reranker,
    Store,
    Texts,
    Windows,
)
from briefbank.search.classes import QueryClass
from briefbank.search.feedback import Nudge
from briefbank.search.fusion import Candidate
from briefbank.search.holding import LOOKED_AT, MakeMatcher
from briefbank.search.in_force import InForce
from briefbank.search.query import ParsedQuery
from briefbank.search.switches import ALL_ON, Switches


def _no_windows(passage_ids: Collection[int]) -> Mapping[int, Window]:
    return {}


def _no_alerts(passages: Iterable[Passage], as_of: date | None) -> Mapping[int, tuple[str, ...]]:
    return {}


def _no_notes(canonicals: Sequence[str], names: Sequence[str]) -> Sequence[AuthorityNote]:
    return ()


def _no_texts(named: Sequence[str], passage_ids: Collection[int]) -> Collection[int]:
    return ()


def _no_authorities(ids: Iterable[int]) -> Mapping[int, Authority]:
    return {}


def _no_state() -> None:
    return None


def _nothing_related(words: Sequence[str], text: str) -> tuple[Related, ...]:
    return ()


WORDS_ONLY = frozenset({Channel.WORDS, Channel.NUMBERS})
"""The channels that answer at once."""


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
    windows: Windows = _no_windows
    alerts: Alerts = _no_alerts
    notes: Notes = _no_notes
    texts: Texts = _no_texts
    authorities: Authorities = _no_authorities
    state: Callable[[], object] = _no_state
    """Differs whenever a search may have another answer than before; None: nobody knows."""
    today: Callable[[], date] = date.today


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, and what measuring changes in how it is answered."""

    request: SearchRequest
    depth: int = 0
    channels: Collection[Channel] = ALL_CHANNELS
    switches: Switches = ALL_ON
    ignoring: tuple[str, ...] = ()
    looked_at: int = LOOKED_AT
    """Candidates that an exact search looks through."""

    def uses(self, channel: Channel) -> bool:
        if self.request.words_only and channel not in WORDS_ONLY:
            return False
        return channel in self.channels and self.switches.on(channel.value)

    @property
    def compares(self) -> bool:
        """Whether a comparing model reads the first results, where there is one."""
        return self.channels == ALL_CHANNELS and not self.request.words_only


@dataclass(frozen=True, slots=True)
class Ranking:
    """All candidates of a search, best first, before the relevant set is cut."""

    parsed: ParsedQuery
    candidates: tuple[Candidate, ...]
    meaning_used: bool
    law: InForce = field(compare=False)
    """What is the law of the days asked for: all candidates are."""
    nudges: Mapping[int, Nudge] = field(default_factory=dict)
    complete: bool = True
    """All candidates of a search with operators were looked through."""
    like: Passage | None = None
    """The passage that more like it were asked for."""
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """All candidates, where they were read to be checked; empty otherwise."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """Theirs."""
    texts: frozenset[int] = frozenset()
    """Candidates that are the text of a provision that was asked for by its number."""
    whole: Ranking | None = None
    """The same search without regard to time, where that may have other candidates."""

    @property
    def query_class(self) -> QueryClass:
        return self.parsed.query_class

    @property
    def exact(self) -> bool:
        """Every candidate is what was asked for, so that none is cut off."""
        return self.parsed.required is not None or self.parsed.exact_only
