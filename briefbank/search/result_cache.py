"""The cached results of the last few searches, so that a next page and counts need no second search.

A cached result holds references to passages, not their text: that is read again for the few that are shown.
It is stored with the state of the library when the search began, which differs after every change
(``Parts.state``); so no stale result can be returned, whoever changed what. A search from its first result is
always made anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from briefbank.domain.passages import Passage
from briefbank.domain.searches import SearchRequest
from briefbank.search.feedback_order import FeedbackOrder
from briefbank.search.ranking import Found
from briefbank.search.search_values import ConfiguredRequest, Ranking

KEPT = 8
"""The number of cached searches: the typed one, in words and in full, and those of its facets without a
choice."""
MOST_PLACES = 60_000
"""The most results over all cached searches, about 60 MB; the last search is cached in any case."""


@dataclass(frozen=True, slots=True)
class CachedResult:
    """The full result of a search."""

    ranked: Ranking
    relevant: tuple[Found, ...]
    """The relevant set, before versions and copies are folded."""
    shown: FeedbackOrder
    """The results in their order."""
    apart: tuple[Found, ...]
    """Results that are not the law of the days asked for."""
    looked_at: int
    """The number of candidates that an exact search checked."""
    bare: bool = False
    """Whether its passages are without their text, which must be read before they are used."""

    @property
    def complete(self) -> bool:
        """Tell whether no candidate was left unchecked for their number."""
        return self.ranked.complete

    def stripped(self) -> CachedResult:
        """Return the same result without text."""
        shown = FeedbackOrder(tuple(map(_without_text, self.shown.found)), self.shown.reasons)
        ranked = replace(self.ranked, candidates=(), passages={}, documents={}, whole=None)
        relevant, apart = tuple(map(_without_text, self.relevant)), tuple(map(_without_text, self.apart))
        return CachedResult(ranked, relevant, shown, apart, self.looked_at, bare=True)


def filled(found: Sequence[Found], passages: Mapping[int, Passage]) -> list[Found]:
    """Return results with the text of their passages; without those that were removed meanwhile."""
    return [replace(item, passage=passages[item.passage.id]) for item in found if item.passage.id in passages]


class ResultCache:
    """The cache of the last searches. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, tuple[object, CachedResult]] = OrderedDict()

    def keep(self, asked: ConfiguredRequest, state: object, whole: CachedResult) -> None:
        """Store a result. ``state``: from before the search began; None: unknown, and nothing is stored."""
        if state is None:
            return
        bare = whole.stripped()
        with self._lock:
            self._kept[_key(asked)] = state, bare
            self._kept.move_to_end(_key(asked))
            while len(self._kept) > KEPT or (len(self._kept) > 1 and self._size() > MOST_PLACES):
                self._kept.popitem(last=False)

    def find(self, asked: ConfiguredRequest, state: object) -> CachedResult | None:
        """Return the same search as it was made in this very state of the library; None where it was not."""
        with self._lock:
            known = self._kept.get(_key(asked))
            if known is None or state is None or known[0] != state:
                return None
            self._kept.move_to_end(_key(asked))
            return known[1]

    def _size(self) -> int:
        return sum(len(whole.relevant) + len(whole.shown.found) for _, whole in self._kept.values())


def _key(asked: ConfiguredRequest) -> object:
    """Return the cache key, equal for two requests that differ only in the page shown."""
    request: SearchRequest = replace(asked.request, limit=0, start=0)
    return request, asked.depth, asked.channels, asked.switches, asked.ignoring


def _without_text(item: Found) -> Found:
    return replace(item, passage=replace(item.passage, text="", heading_path=(), spans=(), citations=()))
