"""The library's thumbs at work: asked at each search what they change in it.

Keeps, for the searches that were marked, their words and vectors in memory, so that a search costs one small
question to the catalogue and one product of matrices. Vectors of earlier searches are made when they are
first needed, few at a time, so that no search waits for them; until then those are compared by their words.
Nothing is written, and what is taken back is forgotten here with the next search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.models import Verdict
from briefbank.search import likeness
from briefbank.search.feedback import Nudge, nudges
from briefbank.search.likeness import Asked, asked

QUERIES = 2_000
"""Marked searches that are looked at, the newest."""
NEW_VECTORS = 4
"""Made during one search: a short one takes the encoder about 3 ms."""
LIKEST = 64
"""Searches whose marks are counted: by then sums have long levelled off."""


class MarkStore(Protocol):
    """The catalogue's part."""

    def marked_queries(self, limit: int) -> list[str]:
        """The searches with marks, those marked last first."""

    def marks_of(self, queries: Sequence[str]) -> list[tuple[str, int, Verdict]]:
        """The marks of these searches: search, passage id, thumb; only for passages in the library."""


class NamedEncoder(Protocol):
    """The half of an encoder that is needed here."""

    @property
    def name(self) -> str:
        """Vectors of equal names can be compared."""

    def encode_query(self, text: str) -> NDArray[np.float32]:
        """A vector of length one."""


class Learning:
    """What the thumbs of one library teach. Any thread."""

    def __init__(self, store: MarkStore) -> None:
        self._store = store
        self._memory = QueryMemory()

    def nudges(
        self,
        text: str,
        encoder: NamedEncoder | None = None,
        vector: NDArray[np.float32] | None = None,
        ignoring: Collection[str] = (),
    ) -> Mapping[int, Nudge]:
        """What to change in the ranking of a search for ``text``, by passage id; often nothing.

        ``encoder``: None while there is none; words are compared then. ``vector``: of this search by that
        encoder, where it is known already. ``ignoring``: searches whose marks do not count, as if they had
        not been given. A search that asks for exact identifiers only must not ask here. Raises StoreError.
        """
        this = asked(text)
        past = self._store.marked_queries(QUERIES)
        alike = self._memory.likenesses(this, past, encoder, vector)
        for each in ignoring:
            alike.pop(asked(each).text, None)
        likest = sorted(alike, key=lambda query: (-alike[query], query))[:LIKEST]
        return nudges(alike, self._store.marks_of(likest), this.text) if likest else {}

    def catch_up(self, encoder: NamedEncoder, check: Callable[[], None]) -> None:
        """Make the vectors that are missing, some milliseconds each; ``check`` is called before each one."""
        self._memory.catch_up(self._store.marked_queries(QUERIES), encoder, check)


class QueryMemory:
    """Earlier searches, as they are compared with a new one. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, Asked] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._stacked: tuple[list[str], NDArray[np.float32]] = ([], np.empty((0, 0), np.float32))
        self._encoder = ""
        self._unrelated = 0.0

    def likenesses(
        self,
        this: Asked,
        past: Sequence[str],
        encoder: NamedEncoder | None,
        vector: NDArray[np.float32] | None = None,
    ) -> dict[str, float]:
        """How alike earlier searches are to this one, those that are at all.

        ``past`` is all that is to be remembered from now on, the newest first.
        """
        with self._lock:
            others = [each for each in self._known(past) if likeness.comparable(this, each)]
            if not others:
                return {}
            if encoder is None:
                found = _by_words(this, others)
            else:
                self._follow(encoder)
                found = _by_words(this, [each for each in others if each.text not in self._vectors])
                self._add_vectors(encoder, found)
                own = encoder.encode_query(this.sentence) if vector is None else vector
                found |= self._by_meaning(own, others)
        found |= {each.text: 1.0 for each in others if each.text == this.text}
        return {query: value for query, value in found.items() if value > 0}

    def catch_up(self, past: Sequence[str], encoder: NamedEncoder, check: Callable[[], None]) -> None:
        """Make all vectors that are missing, and let other threads in between two."""
        with self._lock:
            self._follow(encoder)
            missing = [each for each in self._known(past) if each.words and each.text not in self._vectors]
        for each in missing:
            check()
            made = encoder.encode_query(each.sentence)
            with self._lock:
                if self._encoder == encoder.name and each.text in self._asked:
                    self._vectors[each.text] = made

    def _known(self, past: Sequence[str]) -> list[Asked]:
        """The earlier searches, read; what is no longer among them is forgotten."""
        if list(self._asked) != list(past):
            self._asked = {query: self._asked.get(query) or asked(query) for query in past}
            self._vectors = {query: kept for query, kept in self._vectors.items() if query in self._asked}
        return list(self._asked.values())

    def _follow(self, encoder: NamedEncoder) -> None:
        """Vectors of another model say nothing."""
        if encoder.name != self._encoder:
            self._vectors.clear()
            self._stacked = ([], self._stacked[1])
            self._unrelated = likeness.base([encoder.encode_query(each) for each in likeness.UNRELATED])
            self._encoder = encoder.name

    def _add_vectors(self, encoder: NamedEncoder, missing: Mapping[str, float]) -> None:
        """A few of those that are missing: first those that share most words, then the newest."""
        for query in sorted(missing, key=lambda query: -missing[query])[:NEW_VECTORS]:
            self._vectors[query] = encoder.encode_query(self._asked[query].sentence)

    def _by_meaning(self, own: NDArray[np.float32], others: Sequence[Asked]) -> dict[str, float]:
        there = [each.text for each in others if each.text in self._vectors]
        if not there:
            return {}
        if self._stacked[0] != there:
            self._stacked = (there, np.stack([self._vectors[query] for query in there]))
        alike = likeness.by_meaning(own, self._stacked[1], self._unrelated)
        return dict(zip(there, alike.tolist(), strict=True))


def _by_words(this: Asked, others: Sequence[Asked]) -> dict[str, float]:
    return {each.text: likeness.by_words(this, each) for each in others}
