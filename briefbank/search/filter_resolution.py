"""Turns the filters that only the catalogue can answer into ones that every channel understands.

Courts, offices and folders by their whole names, and authorities by number, are looked up once for a search
and become documents (``Filters.among``), which the word index and the vectors take as they are. A passage
filter keeps the passages of a document that cite an authority.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from briefbank.domain.searches import Filters
from briefbank.search.dependencies import EncoderWithVectors, LexicalChannel, Store
from briefbank.search.passage_filter import PassageFilter

DEEPEST = 1_000_000
"""The most passages of a channel that are searched for those that cite: in practice all."""


@dataclass(frozen=True, slots=True)
class ResolvedFilters:
    """A search's filters for the channels, and the passage filter beside them."""

    filters: Filters
    passage_filter: PassageFilter | None = None

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """Return the word index with the passage filter applied."""
        return self.passage_filter.words(channel) if self.passage_filter else channel

    def embedding(self, embedding: EncoderWithVectors | None) -> EncoderWithVectors | None:
        """Return encoder and vectors with the passage filter applied."""
        return self.passage_filter.embedding(embedding) if self.passage_filter else embedding


class FilterResolver:
    """Looks filters up in one library. Any thread. Raises StoreError."""

    def __init__(self, store: Store, state: Callable[[], object]) -> None:
        """``state``: see ``SearchDependencies``."""
        self._store = store
        self._state = state
        self._last: tuple[object, Filters, ResolvedFilters] | None = None

    def of(self, filters: Filters) -> ResolvedFilters:
        """Return the filters, looked up; at once where there is nothing to look up.

        The last ones are cached while the library is unchanged: the wider searches offered beside few results
        use the same filters several times.
        """
        if not (filters.courts or filters.authors or filters.folders or filters.authorities):
            return ResolvedFilters(filters)
        state, last = self._state(), self._last
        if state is not None and last is not None and last[:2] == (state, filters):
            return last[2]
        found = self._looked_up(filters)
        self._last = state, filters, found
        return found

    def _looked_up(self, filters: Filters) -> ResolvedFilters:
        none: frozenset[str] = frozenset()
        plain = replace(filters, courts=none, authors=none, folders=none, authorities=frozenset())
        among = frozenset(self._store.document_ids(replace(filters, authorities=frozenset())))
        if not filters.authorities:
            return ResolvedFilters(replace(plain, among=among))
        citing = self._store.citing_all(filters.authorities)

        def outside(passage_ids: Iterable[int]) -> set[int]:
            return {each for each in passage_ids if each not in citing}

        among &= frozenset(citing.values())
        return ResolvedFilters(replace(plain, among=among), PassageFilter(outside, DEEPEST))
