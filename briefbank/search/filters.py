"""Filters that are applied in every channel before anything is ranked.

Passages dropped after ranking would have taken the places of wanted ones. So a ``PassageFilter`` asks each
channel deeper until it has as many passing passages as were wanted, and the later steps (scores relative to
the best, fusion, the cut of the relevant set) never see the others: results are those of a library without
them.

Filters that only the catalogue can answer become ones that every channel understands (``FilterResolver``).
Courts, offices and folders by their whole names, and authorities by number, are looked up once for a search
and become documents (``Filters.among``), which the word index and the vectors take as they are. A passage
filter keeps the passages of a document that cite an authority.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.searches import Filters, LexicalQuery
from briefbank.search.dependencies import (
    DenseChannel,
    EncoderWithVectors,
    LexicalChannel,
    QueryEncoder,
    Scored,
)

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue

T = TypeVar("T")

DEEPEST = 1_000_000
"""The most passages of a channel that are searched for those that cite: in practice all."""
DEEPER = 4
"""The factor by which a channel is asked deeper when too few of its passages pass."""


@dataclass(frozen=True, slots=True)
class PassageFilter:
    """The passage filter of one search."""

    outside: Callable[[Iterable[int]], Collection[int]]
    """Returns those of some passages that do not pass."""
    deepest: int
    """The most passages of one channel that are examined; later ones are missed."""

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """Return the word index with the filter applied."""
        return _FilteredWords(channel, self)

    def embedding(self, embedding: EncoderWithVectors | None) -> EncoderWithVectors | None:
        """Return the encoder and its vectors with the filter applied."""
        return (
            _FilteredEmbedding(embedding.encoder, _FilteredVectors(embedding.dense, self))
            if embedding
            else None
        )

    def enough(
        self, ask: Callable[[int], Sequence[T]], passage_of: Callable[[T], int], limit: int
    ) -> list[T]:
        """Return the first ``limit`` passing items of what ``ask`` returns, however many others stand among
        them, up to ``deepest``."""
        depth = limit
        while True:
            listed = ask(depth)
            outside = self.outside(map(passage_of, listed))
            inside = [item for item in listed if passage_of(item) not in outside]
            if len(inside) >= limit or len(listed) < depth or depth >= self.deepest:
                return inside[:limit]
            depth = min(DEEPER * depth, self.deepest)


@dataclass(frozen=True, slots=True)
class _FilteredWords:
    """A word index that shows passing passages only."""

    channel: LexicalChannel
    passage_filter: PassageFilter

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        return self._enough(lambda depth: self.channel.search(query, filters, depth), limit)

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        return self.passage_filter.enough(
            lambda depth: self.channel.newest(query, filters, depth), int, limit
        )

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        return self._enough(lambda depth: self.channel.citing(keys, filters, depth), limit)

    def _enough(self, ask: Callable[[int], Scored], limit: int) -> Scored:
        return self.passage_filter.enough(ask, lambda scored: scored[0], limit)


@dataclass(frozen=True, slots=True)
class _FilteredVectors:
    """Vectors of passing passages only."""

    channel: DenseChannel
    passage_filter: PassageFilter

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        return self.passage_filter.enough(
            lambda depth: self.channel.search(vector, document_ids, depth), lambda scored: scored[0], limit
        )

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        return self.channel.vector_of(passage_id)


@dataclass(frozen=True, slots=True)
class _FilteredEmbedding:
    """The encoder with the filtered vectors."""

    encoder: QueryEncoder
    dense: DenseChannel


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

    def __init__(self, store: Catalogue, state: Callable[[], object]) -> None:
        """``state``: see ``SearchServices``."""
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
        resolved = self._looked_up(filters)
        self._last = state, filters, resolved
        return resolved

    def _looked_up(self, filters: Filters) -> ResolvedFilters:
        none: frozenset[str] = frozenset()
        plain = replace(filters, courts=none, authors=none, folders=none, authorities=frozenset())
        among = frozenset(self._store.document_ids(replace(filters, authorities=frozenset())))
        if not filters.authorities:
            return ResolvedFilters(replace(plain, among=among))
        citing = self._store.citing_all(filters.authorities)

        def outside(passage_ids: Iterable[int]) -> set[int]:
            return {id_ for id_ in passage_ids if id_ not in citing}

        among &= frozenset(citing.values())
        return ResolvedFilters(replace(plain, among=among), PassageFilter(outside, DEEPEST))
