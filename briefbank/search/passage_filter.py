"""A passage filter that is applied in every channel before anything is ranked.

Passages dropped after ranking would have taken the places of wanted ones. So each channel is asked deeper
until it has as many passing passages as were wanted, and the later steps (scores relative to the best,
fusion, the cut of the relevant set) never see the others: results are those of a library without them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

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

T = TypeVar("T")

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
        wanted = limit
        while True:
            found = ask(wanted)
            outside = self.outside(map(passage_of, found))
            inside = [each for each in found if passage_of(each) not in outside]
            if len(inside) >= limit or len(found) < wanted or wanted >= self.deepest:
                return inside[:limit]
            wanted = min(DEEPER * wanted, self.deepest)


@dataclass(frozen=True, slots=True)
class _FilteredWords:
    """A word index that shows passing passages only."""

    channel: LexicalChannel
    passage_filter: PassageFilter

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.search(query, filters, wanted), limit)

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        return self.passage_filter.enough(
            lambda wanted: self.channel.newest(query, filters, wanted), int, limit
        )

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.citing(keys, filters, wanted), limit)

    def _enough(self, ask: Callable[[int], Scored], limit: int) -> Scored:
        return self.passage_filter.enough(ask, lambda each: each[0], limit)


@dataclass(frozen=True, slots=True)
class _FilteredVectors:
    """Vectors of passing passages only."""

    channel: DenseChannel
    passage_filter: PassageFilter

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        return self.passage_filter.enough(
            lambda wanted: self.channel.search(vector, document_ids, wanted), lambda each: each[0], limit
        )

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        return self.channel.vector_of(passage_id)


@dataclass(frozen=True, slots=True)
class _FilteredEmbedding:
    """The encoder with the filtered vectors."""

    encoder: QueryEncoder
    dense: DenseChannel
