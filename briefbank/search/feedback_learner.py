"""Applies the library's feedback: at each search it computes the changes to the ranking.

It keeps the words and vectors of the searches with feedback in memory, so that a search costs one small query
to the catalogue and one product of matrices. Vectors of earlier searches are made when they are first needed,
few at a time, so that no search waits for them; until then those are compared by their words. Nothing is
written, and withdrawn feedback is forgotten here with the next search.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.feedback import Verdict
from briefbank.search import query_similarity
from briefbank.search.dependencies import QueryEncoder
from briefbank.search.feedback import Adjustment, nudges
from briefbank.search.query_similarity import ComparableQuery, asked

QUERIES = 2_000
"""The newest searches with feedback that are compared."""
NEW_VECTORS = 4
"""The vectors made during one search: a short one takes the encoder about 3 ms."""
PEOPLE = 64
"""The people of an office whose own searches are kept in memory."""
LIKEST = 64
"""The most similar searches whose feedback is counted: by then sums have long levelled off."""


class FeedbackRows(Protocol):
    """The part of the catalogue that is needed here."""

    def marked_queries(self, limit: int, person: str = "") -> list[str]:
        """Return the searches with feedback for a person alone, or for all (""), the latest first."""

    def verdicts_of(self, queries: Sequence[str], person: str = "") -> list[tuple[str, int, Verdict]]:
        """Return the feedback of these searches that counts for a person, on passages in the library: search,
        passage id, verdict."""


class FeedbackLearner:
    """The effect of one library's feedback. Any thread."""

    def __init__(self, store: FeedbackRows) -> None:
        self._store = store
        self._for_all = QueryMemory()
        self._of = lru_cache(PEOPLE)(lambda _person: QueryMemory())

    def nudges(
        self,
        text: str,
        encoder: QueryEncoder | None = None,
        vector: NDArray[np.float32] | None = None,
        ignoring: Collection[str] = (),
        person: str = "",
    ) -> Mapping[int, Adjustment]:
        """Return the changes to the ranking of a search for ``text``, by passage id; often none.

        ``encoder``: None while there is none; words are compared then. ``vector``: of this search by that
        encoder, where it is known already. ``ignoring``: searches whose feedback does not count, as if it had
        not been given. ``person``: whose own feedback counts besides that for all. A search that asks for
        exact identifiers only must not call this. Raises StoreError.
        """
        this = asked(text)
        alike = self._for_all.likenesses(this, self._store.marked_queries(QUERIES), encoder, vector)
        if person and (own := self._store.marked_queries(QUERIES, person)):
            alike |= self._of(person).likenesses(this, own, encoder, vector)
        for each in ignoring:
            alike.pop(asked(each).text, None)
        likest = sorted(alike, key=lambda query: (-alike[query], query))[:LIKEST]
        return nudges(alike, self._store.verdicts_of(likest, person), this.text) if likest else {}

    def catch_up(self, encoder: QueryEncoder, check: Callable[[], None]) -> None:
        """Make the missing vectors of feedback for all, some milliseconds each; ``check`` is called before
        each one."""
        self._for_all.catch_up(self._store.marked_queries(QUERIES), encoder, check)


class QueryMemory:
    """Earlier searches in the form in which they are compared with a new one. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._asked: dict[str, ComparableQuery] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._stacked: tuple[list[str], NDArray[np.float32]] = ([], np.empty((0, 0), np.float32))
        self._encoder = ""
        self._unrelated = 0.0

    def likenesses(
        self,
        this: ComparableQuery,
        past: Sequence[str],
        encoder: QueryEncoder | None,
        vector: NDArray[np.float32] | None = None,
    ) -> dict[str, float]:
        """Return the similarity of earlier searches to this one, where it is above 0.

        ``past`` is everything to be remembered from now on, the newest first.
        """
        with self._lock:
            others = [each for each in self._updated(past) if query_similarity.comparable(this, each)]
            if not others:
                return {}
            if encoder is None:
                found = _by_words(this, others)
            else:
                self._use_encoder(encoder)
                found = _by_words(this, [each for each in others if each.text not in self._vectors])
                self._add_vectors(encoder, found)
                own = encoder.encode_query(this.sentence) if vector is None else vector
                found |= self._by_meaning(own, others)
        found |= {each.text: 1.0 for each in others if each.text == this.text}
        return {query: value for query, value in found.items() if value > 0}

    def catch_up(self, past: Sequence[str], encoder: QueryEncoder, check: Callable[[], None]) -> None:
        """Make all missing vectors; other threads may run between two."""
        with self._lock:
            self._use_encoder(encoder)
            missing = [each for each in self._updated(past) if each.words and each.text not in self._vectors]
        for each in missing:
            check()
            made = encoder.encode_query(each.sentence)
            with self._lock:
                if self._encoder == encoder.name and each.text in self._asked:
                    self._vectors[each.text] = made

    def _updated(self, past: Sequence[str]) -> list[ComparableQuery]:
        """Return the earlier searches, read; those no longer among them are forgotten."""
        if list(self._asked) != list(past):
            self._asked = {query: self._asked.get(query) or asked(query) for query in past}
            self._vectors = {query: kept for query, kept in self._vectors.items() if query in self._asked}
        return list(self._asked.values())

    def _use_encoder(self, encoder: QueryEncoder) -> None:
        """Clear the vectors when the encoder changed: those of another model cannot be compared."""
        if encoder.name != self._encoder:
            self._vectors.clear()
            self._stacked = ([], self._stacked[1])
            self._unrelated = query_similarity.base(
                [encoder.encode_query(each) for each in query_similarity.UNRELATED]
            )
            self._encoder = encoder.name

    def _add_vectors(self, encoder: QueryEncoder, missing: Mapping[str, float]) -> None:
        """Make a few of the missing vectors: first of searches that share most words, then of the newest."""
        for query in sorted(missing, key=lambda query: -missing[query])[:NEW_VECTORS]:
            self._vectors[query] = encoder.encode_query(self._asked[query].sentence)

    def _by_meaning(self, own: NDArray[np.float32], others: Sequence[ComparableQuery]) -> dict[str, float]:
        there = [each.text for each in others if each.text in self._vectors]
        if not there:
            return {}
        if self._stacked[0] != there:
            self._stacked = (there, np.stack([self._vectors[query] for query in there]))
        alike = query_similarity.by_meaning(own, self._stacked[1], self._unrelated)
        return dict(zip(there, alike.tolist(), strict=True))


def _by_words(this: ComparableQuery, others: Sequence[ComparableQuery]) -> dict[str, float]:
    return {each.text: query_similarity.by_words(this, each) for each in others}
