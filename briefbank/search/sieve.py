"""Keeps passages out of every channel before anything is ranked.

If they were dropped after ranking, they would have taken the places of what is wanted. So each channel is
asked deeper until it has as many passages that pass as were wanted, and what comes after (scores beside the
best, fusion, the cut of the relevant set) never sees the others: results are those of a library in which
they do not stand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.models import Filters, LexicalQuery
from briefbank.search.channels import DenseChannel, LexicalChannel, MeaningSide, QueryEncoder, Scored

T = TypeVar("T")

DEEPER = 4
"""How many times deeper a channel is asked when too much of what it brought is kept out."""


@dataclass(frozen=True, slots=True)
class Sieve:
    """What is kept out of one search."""

    outside: Callable[[Iterable[int]], Collection[int]]
    """Those of some passages that do not pass."""
    deepest: int
    """Passages of one channel that are looked at; what comes after more than that is missed."""

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """The same word index without what is outside."""
        return _Words(channel, self)

    def side(self, side: MeaningSide | None) -> MeaningSide | None:
        """The same encoder and vectors without what is outside."""
        return _Side(side.encoder, _Vectors(side.dense, self)) if side else None

    def enough(
        self, ask: Callable[[int], Sequence[T]], passage_of: Callable[[T], int], limit: int
    ) -> list[T]:
        """The first ``limit`` that pass of what ``ask`` brings, however many others stand among them, up to
        ``deepest``."""
        wanted = limit
        while True:
            found = ask(wanted)
            outside = self.outside(map(passage_of, found))
            inside = [each for each in found if passage_of(each) not in outside]
            if len(inside) >= limit or len(found) < wanted or wanted >= self.deepest:
                return inside[:limit]
            wanted = min(DEEPER * wanted, self.deepest)


@dataclass(frozen=True, slots=True)
class _Words:
    """A word index of which only what passes is seen."""

    channel: LexicalChannel
    sieve: Sieve

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.search(query, filters, wanted), limit)

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        return self.sieve.enough(lambda wanted: self.channel.newest(query, filters, wanted), int, limit)

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.citing(keys, filters, wanted), limit)

    def frequencies(self, words: Sequence[str]) -> list[int]:
        return self.channel.frequencies(words)

    def _enough(self, ask: Callable[[int], Scored], limit: int) -> Scored:
        return self.sieve.enough(ask, lambda each: each[0], limit)


@dataclass(frozen=True, slots=True)
class _Vectors:
    """Vectors of which only those that pass are seen."""

    channel: DenseChannel
    sieve: Sieve

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        return self.sieve.enough(
            lambda wanted: self.channel.search(vector, document_ids, wanted), lambda each: each[0], limit
        )

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        return self.channel.vector_of(passage_id)


@dataclass(frozen=True, slots=True)
class _Side:
    """The encoder with the vectors that pass."""

    encoder: QueryEncoder
    dense: DenseChannel
