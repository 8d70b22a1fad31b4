"""Keeps what is not the law of the days that were asked for out of every channel, before anything is ranked.

A code of forty sections may stand in a library in thirty versions, and all thirty are found by the same
words. If the old ones were dropped after ranking, they would have taken the places of what is wanted. So each
channel is asked deeper until it has as many passages that are law as were wanted, and what comes after
(scores beside the best, fusion, the cut of the relevant set) never sees the others: results are those of a
library in which they do not stand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.dates import in_words
from briefbank.law import ALWAYS, Window
from briefbank.models import LAW, Document, Filters, LexicalQuery, Passage
from briefbank.search.asked_day import Days
from briefbank.search.channels import (
    DenseChannel,
    LexicalChannel,
    MeaningSide,
    QueryEncoder,
    Scored,
    Windows,
)

T = TypeVar("T")

DEEPEST = 50_000
"""Passages of one channel that are looked at; with more old versions than that before a new one, it is
missed."""
DEEPER = 4
"""How many times deeper a channel is asked when too much of what it brought is not law then."""


class InForce:
    """Knows for one search which passages are not the law of its days. One thread."""

    def __init__(self, windows: Windows, days: Days) -> None:
        self.days = days
        self._ask = windows
        self._known: dict[int, Window] = {}
        self._seen: set[int] = set()

    def outside(self, passage_ids: Iterable[int]) -> set[int]:
        """Those that are not in force on any of the days."""
        ids = list(passage_ids)
        self._look_up(ids)
        first, last = self.days.first, self.days.last
        return {each for each in ids if each in self._known and not self._known[each].meets(first, last)}

    def window(self, passage_id: int) -> Window:
        """When a passage is in force, as far as that is known."""
        self._look_up([passage_id])
        return self._known.get(passage_id, ALWAYS)

    def why_outside(self, passage: Passage, document: Document) -> str:
        """Why a passage is set apart, for a person; empty for one that is not."""
        if self.outside([passage.id]):
            return f"{in_force(self.window(passage.id), self.days)}."
        later = document.filed is not None and document.filed > self.days.last and document.kind not in LAW
        if later and document.filed and self.days.sets_apart_later:
            return f"Filed on {in_words(document.filed)}, after the day you asked about."
        return ""

    def held(self, passage: Passage) -> str:
        """When a result is in force, without a full stop; empty where that has no limit."""
        window = self.window(passage.id)
        return in_force(window, self.days) if window.meets(self.days.first, self.days.last) else ""

    def doubt(self, passage: Passage, document: Document) -> str:
        """What cannot be known of a result of a day that was asked for; empty for most."""
        if not self.days.asked:
            return ""
        if document.kind in LAW:
            known = self.window(passage.id) != ALWAYS
            return "" if known else "When this text was in force is not known: it may be of another time."
        if document.filed is None and self.days.sets_apart_later:
            return f"No filing date is known: it may be later than {in_words(self.days.last)}."
        return ""

    # --- the channels ----------------------------------------------------------------------------

    def words(self, channel: LexicalChannel) -> LexicalChannel:
        """The same word index without what is outside."""
        return _Words(channel, self)

    def side(self, side: MeaningSide | None) -> MeaningSide | None:
        """The same encoder and vectors without what is outside."""
        return _Side(side.encoder, _Vectors(side.dense, self)) if side else None

    def enough(
        self, ask: Callable[[int], Sequence[T]], passage_of: Callable[[T], int], limit: int
    ) -> list[T]:
        """The first ``limit`` that are in force of what ``ask`` brings, however many others stand among
        them, up to DEEPEST."""
        wanted = limit
        while True:
            found = ask(wanted)
            outside = self.outside(map(passage_of, found))
            inside = [each for each in found if passage_of(each) not in outside]
            if len(inside) >= limit or len(found) < wanted or wanted >= DEEPEST:
                return inside[:limit]
            wanted = min(DEEPER * wanted, DEEPEST)

    def _look_up(self, passage_ids: Sequence[int]) -> None:
        new = [each for each in passage_ids if each not in self._seen]
        if new:
            self._known.update(self._ask(new))
            self._seen.update(new)


def in_force(window: Window, days: Days) -> str:
    """A window in words, as it matters for the days; without a full stop."""
    if window.first and window.last:
        return f"In force from {in_words(window.first)} to {in_words(window.last)}"
    if window.last:
        over = window.last < days.first
        return f"{'Not in force after' if over else 'In force until'} {in_words(window.last)}"
    if window.first:
        ahead = window.first > days.last
        return f"{'Not in force before' if ahead else 'In force from'} {in_words(window.first)}"
    return ""


@dataclass(frozen=True, slots=True)
class _Words:
    """A word index of which only what is in force is seen."""

    channel: LexicalChannel
    law: InForce

    def search(self, query: LexicalQuery, filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.search(query, filters, wanted), limit)

    def newest(self, query: LexicalQuery, filters: Filters, limit: int) -> list[int]:
        return self.law.enough(lambda wanted: self.channel.newest(query, filters, wanted), int, limit)

    def citing(self, keys: Mapping[str, float], filters: Filters, limit: int) -> Scored:
        return self._enough(lambda wanted: self.channel.citing(keys, filters, wanted), limit)

    def frequencies(self, words: Sequence[str]) -> list[int]:
        return self.channel.frequencies(words)

    def _enough(self, ask: Callable[[int], Scored], limit: int) -> Scored:
        return self.law.enough(ask, lambda each: each[0], limit)


@dataclass(frozen=True, slots=True)
class _Vectors:
    """Vectors of which only those in force are seen."""

    channel: DenseChannel
    law: InForce

    def search(self, vector: NDArray[np.float32], document_ids: Collection[int] | None, limit: int) -> Scored:
        return self.law.enough(
            lambda wanted: self.channel.search(vector, document_ids, wanted), lambda each: each[0], limit
        )

    def vector_of(self, passage_id: int) -> NDArray[np.float32] | None:
        return self.channel.vector_of(passage_id)


@dataclass(frozen=True, slots=True)
class _Side:
    """The encoder with the vectors in force."""

    encoder: QueryEncoder
    dense: DenseChannel
