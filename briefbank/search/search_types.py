"""The values of a search: its dependencies, its request, and the ranking of its candidates."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from briefbank.domain import asking
from briefbank.domain.authorities import Authority, AuthorityNote, Window
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Related, SearchRequest
from briefbank.search.candidate import Candidate
from briefbank.search.channels.channel import Channel
from briefbank.search.dependencies import (
    Alerts,
    Authorities,
    EncoderWithVectors,
    FeedbackAdjuster,
    FindCitations,
    MatchRanges,
    Notes,
    PeriodsInForce,
    RelatedWords,
    Reranker,
    Store,
    Texts,
    WordIndex,
)
from briefbank.search.feedback import Adjustment
from briefbank.search.in_force import InForce
from briefbank.search.operator_verification import MOST_CHECKED, MakeMatcher
from briefbank.search.query import ParsedQuery
from briefbank.search.query_classes import QueryClass
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


@dataclass(frozen=True, slots=True)
class SearchDependencies:
    """The dependencies of a search; see ``dependencies``. The callables are called at each search and return
    None while what they give is not ready."""

    lexical: WordIndex
    meaning: Callable[[], EncoderWithVectors | None]
    store: Store
    find_citations: FindCitations
    match_ranges: MatchRanges
    matcher: MakeMatcher
    related: RelatedWords = _nothing_related
    learned: FeedbackAdjuster | None = None
    reranker: Callable[[], Reranker | None] = lambda: None
    windows: PeriodsInForce = _no_windows
    alerts: Alerts = _no_alerts
    notes: Notes = _no_notes
    texts: Texts = _no_texts
    authorities: Authorities = _no_authorities
    state: Callable[[], object] = _no_state
    """Returns a value that differs whenever a search may have another answer than before; None: unknown."""
    today: Callable[[], date] = date.today
    files_left: Callable[[], int] = lambda: 0
    """Returns the number of files that wait to be read."""


@dataclass(frozen=True, slots=True)
class ConfiguredRequest:
    """A request with the settings that an evaluation changes."""

    request: SearchRequest
    depth: int = 0
    channels: frozenset[Channel] | None = None
    """The channels that may be asked; None: all."""
    switches: Switches = ALL_ON
    ignoring: tuple[str, ...] = ()
    max_checked: int = MOST_CHECKED
    """The number of candidates that an exact search checks."""
    person: str = field(default_factory=asking.name)
    """Who asks in an office, whose own feedback counts."""

    def uses(self, channel: Channel) -> bool:
        """Tell whether a channel may be asked."""
        if self.request.words_only and not channel.verbatim:
            return False
        wanted = self.channels is None or channel in self.channels
        return wanted and self.switches.on(channel.name)

    @property
    def compares(self) -> bool:
        """Tell whether a cross-encoder reads the first results, where there is one."""
        return self.channels is None and not self.request.words_only


@dataclass(frozen=True, slots=True)
class Nearby:
    """Candidates of documents that a ranking has no candidate of."""

    candidates: tuple[Candidate, ...] = ()
    """Best first, with relevances below those of the ranking."""
    parsed: ParsedQuery | None = None
    """The query that found them, where it is a wider one."""


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
    """The candidates' passages, where they were read: all that were checked, or those above a cut."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """The documents of ``passages``."""
    texts: frozenset[int] = frozenset()
    """Candidates that are the text of a provision that was asked for by its number."""
    further: Callable[[], Nearby] | None = field(default=None, compare=False)
    """Returns candidates of other documents, for a list that would else name few; None where none are
    wanted."""
    whole: Ranking | None = None
    """The same search without regard to time, where that may have other candidates."""

    @property
    def query_class(self) -> QueryClass:
        return self.parsed.query_class

    @property
    def exact(self) -> bool:
        """Tell whether every candidate is what was asked for, so that none is cut off."""
        return self.parsed.exact
