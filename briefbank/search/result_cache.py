"""The cached results of the last few searches, so that a next page and counts need no second search.

A cached result holds references to passages, not their text: that is read again for the few that are shown.
It is stored with the state of the library when the search began (``SearchDependencies.state``), which differs
after every change; so no stale result can be returned, whoever changed what. A search from its first result
is always made anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import replace

from briefbank.domain.searches import SearchRequest
from briefbank.search.search_types import ConfiguredRequest
from briefbank.search.selection import Results

KEPT = 8
"""The number of cached searches: the typed one, in words and in full, and those of its facets without a
choice."""
MOST_PLACES = 60_000
"""The most results over all cached searches, about 60 MB; the last search is cached in any case."""
_BYTES_EACH = 1_000


class ResultCache:
    """The cache of the last searches. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._kept: OrderedDict[object, tuple[object, Results]] = OrderedDict()

    def keep(self, asked: ConfiguredRequest, state: object, results: Results) -> None:
        """Store a result. ``state``: from before the search began; None: unknown, and nothing is stored."""
        if state is None:
            return
        bare = results.stripped()
        with self._lock:
            self._kept[_key(asked)] = state, bare
            self._kept.move_to_end(_key(asked))
            while len(self._kept) > KEPT or (len(self._kept) > 1 and self._size() > MOST_PLACES):
                self._kept.popitem(last=False)

    def find(self, asked: ConfiguredRequest, state: object) -> Results | None:
        """Return the same search as it was made in this very state of the library; None where it was not."""
        with self._lock:
            known = self._kept.get(_key(asked))
            if known is None or state is None or known[0] != state:
                return None
            self._kept.move_to_end(_key(asked))
            return known[1]

    def held_bytes(self) -> int:
        """Return about how much memory the cached searches take."""
        with self._lock:
            return _BYTES_EACH * self._size()

    def _size(self) -> int:
        return sum(len(results.close) + len(results.shown.found) for _, results in self._kept.values())


def _key(asked: ConfiguredRequest) -> object:
    """Return the cache key, equal for two requests that differ only in the page shown."""
    request: SearchRequest = replace(asked.request, limit=0, start=0)
    return request, asked.depth, asked.channels, asked.switches, asked.ignoring, asked.person
