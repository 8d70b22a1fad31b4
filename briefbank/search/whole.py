"""All that one search found, and the last few of them, so that its next page and its counts need no second
search.

What is kept says where results stand, not what they say: their words are read again for the few that are
shown. It is kept with the state of the library when the search began, which differs after every change
(``Parts.state``); so nothing that is stale can come out, whoever changed what. A search from its first
result is always made anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from briefbank.models import Passage, SearchRequest
from briefbank.search.asked import Asked, Ranking
from briefbank.search.learned import Marked
from briefbank.search.ranking import Found

KEPT = 8
"""Searches: what is typed, in words and in full, and what its facets would be without a choice."""
MOST_PLACES = 60_000
"""Results of all that are kept, about 60 MB; the last search is kept in any case."""


@dataclass(frozen=True, slots=True)
class Whole:
    """What a search found."""

    ranked: Ranking
    relevant: tuple[Found, ...]
    """The relevant set, before versions and copies are folded."""
    shown: Marked
    """Its results in their order."""
    apart: tuple[Found, ...]
    """Results that are not the law of the days asked for."""
    looked_at: int
    """Candidates that an exact search looked through."""
    bare: bool = False
    """Its passages are without their words, and must be read before they are used."""

    @property
    def complete(self) -> bool:
        """Nothing was left out for its number."""
        return self.ranked.complete

    def stripped(self) -> Whole:
        """The same without words."""
        shown = Marked(tuple(map(_bare, self.shown.found)), self.shown.reasons)
        ranked = replace(self.ranked, candidates=(), passages={}, documents={}, whole=None)
        relevant, apart = tuple(map(_bare, self.relevant)), tuple(map(_bare, self.apart))
        return Whole(ranked, relevant, shown, apart, self.looked_at, bare=True)


def filled(found: Sequence[Found], passages: Mapping[int, Passage]) -> list[Found]:
    """Results with the words of their passages; without those that were removed meanwhile."""
    return [replace(item, passage=passages[item.passage.id]) for item in found if item.passage.id in passages]


class Lately:
    """The searches that were made last. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, tuple[object, Whole]] = OrderedDict()

    def keep(self, asked: Asked, state: object, whole: Whole) -> None:
        """``state``: as it was before the search began; None: not known, and nothing is kept."""
        if state is None:
            return
        bare = whole.stripped()
        with self._lock:
            self._kept[_key(asked)] = state, bare
            self._kept.move_to_end(_key(asked))
            while len(self._kept) > KEPT or (len(self._kept) > 1 and self._places() > MOST_PLACES):
                self._kept.popitem(last=False)

    def find(self, asked: Asked, state: object) -> Whole | None:
        """The same search as it was made in this very state of the library; None where it was not."""
        with self._lock:
            known = self._kept.get(_key(asked))
            if known is None or state is None or known[0] != state:
                return None
            self._kept.move_to_end(_key(asked))
            return known[1]

    def _places(self) -> int:
        return sum(len(whole.relevant) + len(whole.shown.found) for _, whole in self._kept.values())


def _key(asked: Asked) -> object:
    """Of two requests that differ in what is shown alone the same."""
    request: SearchRequest = replace(asked.request, limit=0, start=0)
    return request, asked.depth, frozenset(asked.channels), asked.switches, asked.ignoring


def _bare(item: Found) -> Found:
    return replace(item, passage=replace(item.passage, text="", heading_path=(), spans=(), citations=()))
