"""The effect of feedback on earlier searches in the ranking of this one.

Feedback was given in one search on one passage. In a search that is similar to it the passage's relevance is
multiplied by 1 plus an amount of at most ``MOST``, up or down. Feedback on this very search stands alone and
counts in full. Feedback on other searches adds up, positive and negative separately, but the sum levels off,
and it never exceeds the similarity of the nearest of them. No passage stands more than ``PLACES`` lower than
it would without any feedback, because a small amount is many places where passages are about equally
relevant (``python -m tests.search.simulated_users``). Negative feedback never takes a passage out of the
close ones (``for_cut``). Feedback does not fade with time.

*The similarity of two searches* is 0 (unrelated) to 1 (the same), by their vectors. Some models put all texts
near each other, so the mean cosine of ten searches that have nothing in common (``UNRELATED``) is measured
with each model and counts as 0. On that scale the same question in other words lies mostly between ``FLOOR``
and ``FULL``, and of searches on different points hardly one in a hundred reaches past ``FLOOR``. While there
is no model, only the same search is similar. Searches with different numbers are never similar: "404(b)" and
"404(a)" are nearly the same text. A search without any word of its own ("2C:44-1") is similar to no other and
learns nothing.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from briefbank.catalogue import feedback_rows
from briefbank.catalogue.feedback_rows import normalised
from briefbank.domain.searches import Verdict
from briefbank.search import typed_text
from briefbank.search.operators.lexing import sign_of
from briefbank.search.typed_text import shortened
from briefbank.text.language import ENGLISH_STOP_WORDS
from briefbank.text.messages import Message, joined, plural

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database
    from briefbank.embedding.encoders import Encoder

MOST = 0.15  # The largest share of its relevance that a passage can gain or lose
LEAST = 0.001  # The smallest amount that counts: nothing moves by smaller ones, and no reason should be shown
PLACES = 5  # The most places by which a passage stands lower than it would without any feedback
SHOWN_LETTERS = 60  # The most letters of an earlier search, where it is named as a reason
QUERIES = 2_000  # The newest searches with feedback that are compared
NEW_VECTORS = 16  # The vectors made during one search: a short one takes the encoder about 3 ms
PEOPLE = 64  # The people of an office whose own searches are kept in memory
LIKEST = 64  # The most similar searches whose feedback is counted: by then sums have long levelled off
READ_LIMIT = 4_000  # The characters of a search that are read, to bound the time: more than a model reads

FLOOR, FULL = 0.40, 0.88  # The values on the scale of cosines that count as 0 and as 1

_QUOTES = '"“”„‟'

UNRELATED = (
    "consent to search a car was coerced",
    "prosecutor's remarks in summation",
    "suggestive photo array",
    "excessive sentence for burglary",
    "jury instruction on self-defense",
    "juror slept during the testimony",
    "custody of the child after divorce",
    "expert witness on handwriting",
    "speedy trial delay",
    "interpreter at the plea hearing",
)
"""Searches that have nothing in common but the law."""


@dataclass(frozen=True, slots=True)
class Vote:
    query: str
    verdict: Verdict
    likeness: float  # The similarity of its search and this one, above 0, at most 1


@dataclass(frozen=True, slots=True)
class Adjustment:
    """The combined effect of all votes on one passage."""

    amount: float  # The relative change of relevance, from -MOST to MOST, never 0
    votes: tuple[Vote, ...]  # The votes that count, the most similar search first

    def text(self) -> Message:
        """Return the reason for a person, as in "Marked as helpful for “pretext stop”"."""
        verdict = Verdict.UP if self.amount > 0 else Verdict.DOWN
        named = [vote for vote in self.votes if vote.verdict is verdict]
        query, others = shortened(named[0].query, SHOWN_LETTERS), len(named) - 1
        reason = Message("Marked as not helpful for “{query}”", query=query)
        if verdict is Verdict.UP:
            reason = Message("Marked as helpful for “{query}”", query=query)
        if not others:
            return reason
        return joined((reason, plural(others, "and {number} other search", "and {number} other searches")))


def nudges(
    likenesses: Mapping[str, float], marks: Iterable[tuple[str, int, Verdict]], own: str
) -> dict[int, Adjustment]:
    """Return the changes by passage id.

    ``likenesses``: how similar earlier searches are to this one (0 to 1; those left out are not similar).
    ``marks``: search, passage and verdict; ``own``: this search as stored with feedback.
    """
    given: dict[int, dict[str, Vote]] = {}
    for query, passage_id, verdict in marks:
        likeness = 1.0 if query == own else min(1.0, likenesses.get(query, 0.0))
        if likeness > 0:
            given.setdefault(passage_id, {})[query] = Vote(query, verdict, likeness)
    adjustments = {passage_id: _nudge(list(learned.values()), own) for passage_id, learned in given.items()}
    return {passage_id: nudge for passage_id, nudge in adjustments.items() if abs(nudge.amount) >= LEAST}


def for_cut(relevance: float, nudge: Adjustment | None) -> float:
    """Return a passage's relevance for the cut of the close ones: never less than without feedback.

    It is compared with the best passage's relevance without any feedback.
    """
    return relevance * (1.0 + max(0.0, nudge.amount)) if nudge else relevance


def best_first(scored: Sequence[tuple[int, float]], nudges: Mapping[int, Adjustment]) -> list[int]:
    """Return passages in their order with feedback.

    ``scored``: passage ids with their relevance without feedback (0 to 1), best first.
    """
    ordered = sorted(scored, key=lambda pair: -pair[1] * (1.0 + _amount(nudges, pair[0])))
    return _with_bounded_drops([id_ for id_, _ in scored], [id_ for id_, _ in ordered])


def newest_first(ordered: Sequence[int], nudges: Mapping[int, Adjustment]) -> list[int]:
    """Return passages ordered by date in their order with feedback: one with votes moves by up to PLACES,
    either way."""

    def key(at: int) -> tuple[float, float]:
        amount = _amount(nudges, ordered[at])
        return at - round(PLACES * amount / MOST), -amount

    return _with_bounded_drops(ordered, [ordered[at] for at in sorted(range(len(ordered)), key=key)])


def _with_bounded_drops(before: Sequence[int], target: Sequence[int]) -> list[int]:
    """Return the target order, but with no passage more than PLACES lower than before.

    Place after place takes the passage that must not fall any further, or else the next one of the target.
    Only one can be at its limit at a time, so that each limit is kept.
    """
    placed: dict[int, None] = {}
    waiting = iter(target)
    for at in range(len(before)):
        limit = before[at - PLACES] if at >= PLACES else None
        if limit is None or limit in placed:
            limit = next(passage_id for passage_id in waiting if passage_id not in placed)
        placed[limit] = None
    return list(placed)


def _amount(nudges: Mapping[int, Adjustment], passage_id: int) -> float:
    nudge = nudges.get(passage_id)
    return nudge.amount if nudge else 0.0


def _nudge(learned: Sequence[Vote], own: str) -> Adjustment:
    counted = [vote for vote in learned if vote.query == own] or list(learned)
    votes = tuple(sorted(counted, key=lambda vote: (-vote.likeness, vote.query)))
    if votes[0].query == own:
        return Adjustment(MOST if votes[0].verdict is Verdict.UP else -MOST, votes)
    return Adjustment(MOST * (_combined(votes, Verdict.UP) - _combined(votes, Verdict.DOWN)), votes)


def _combined(votes: Sequence[Vote], verdict: Verdict) -> float:
    """Return 0 to the nearest search's similarity: one vote has three quarters of it, three have all."""
    likenesses = [vote.likeness for vote in votes if vote.verdict is verdict]
    nearest = max(likenesses, default=0.0)
    return nearest * math.tanh(math.fsum(likenesses) / nearest) if nearest else 0.0


class FeedbackLearner:
    """The effect of one library's feedback. Any thread."""

    def __init__(self, store: Database) -> None:
        self._store = store
        self._for_all = QueryMemory()
        self._of = lru_cache(PEOPLE)(lambda _person: QueryMemory())

    def nudges(
        self, text: str, encoder: Encoder | None = None, ignoring: Collection[str] = (), person: str = ""
    ) -> Mapping[int, Adjustment]:
        """Return the changes to the ranking of a search for ``text``, by passage id; often none.

        ``encoder``: None while there is none; then only this very search counts. ``ignoring``: searches whose
        feedback does not count, as if it had not been given. ``person``: whose own feedback counts besides
        that for all. A search that asks for exact identifiers only must not call this. Raises StoreError.
        """
        this = comparable_query(text)
        alike = self._for_all.likenesses(this, feedback_rows.marked_queries(self._store, QUERIES), encoder)
        if person and (own := feedback_rows.marked_queries(self._store, QUERIES, person)):
            alike |= self._of(person).likenesses(this, own, encoder)
        for query in ignoring:
            alike.pop(comparable_query(query).text, None)
        likest = sorted(alike, key=lambda query: (-alike[query], query))[:LIKEST]
        verdicts = feedback_rows.verdicts_of(self._store, likest, person) if likest else ()
        return nudges(alike, verdicts, this.text)


class QueryMemory:
    """Earlier searches in the form in which they are compared with a new one. Any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queries: dict[str, ComparableQuery] = {}
        self._vectors: dict[str, NDArray[np.float32]] = {}
        self._encoder = ""
        self._unrelated = 0.0

    def likenesses(
        self, this: ComparableQuery, past: Sequence[str], encoder: Encoder | None
    ) -> dict[str, float]:
        """Return the similarity of earlier searches to this one, where it is above 0.

        ``past`` is everything to be remembered from now on, the newest first.
        """
        with self._lock:
            others = [other for other in self._updated(past) if comparable(this, other)]
            alike: dict[str, float] = {}
            if others and encoder is not None:
                if encoder.name != self._encoder:  # vectors of another model cannot be compared
                    self._vectors.clear()
                    self._unrelated = unrelated_cosine([encoder.encode_query(query) for query in UNRELATED])
                    self._encoder = encoder.name
                missing = [other for other in others if other.text not in self._vectors]
                for query in missing[:NEW_VECTORS]:
                    self._vectors[query.text] = encoder.encode_query(query.sentence)
                known = [other.text for other in others if other.text in self._vectors]
                vectors = np.stack([self._vectors[text] for text in known])
                own = encoder.encode_query(this.sentence)
                similarities = similarities_by_vectors(own, vectors, self._unrelated)
                alike = dict(zip(known, similarities.tolist(), strict=True))
        alike |= {other.text: 1.0 for other in others if other.text == this.text}
        return {query: value for query, value in alike.items() if value > 0}

    def _updated(self, past: Sequence[str]) -> list[ComparableQuery]:
        """Return the earlier searches, read; those no longer among them are forgotten."""
        if list(self._queries) != list(past):
            self._queries = {query: self._queries.get(query) or comparable_query(query) for query in past}
            self._vectors = {query: kept for query, kept in self._vectors.items() if query in self._queries}
        return list(self._queries.values())


@dataclass(frozen=True, slots=True)
class ComparableQuery:
    """A search in the form in which it is compared with others."""

    text: str  # The text as feedback stores it: without regard to capitals and spaces
    has_words: bool  # Whether it has a content word of its own
    numbers: frozenset[str]  # The pieces with a digit
    sentence: str  # The text for the encoder


def comparable_query(untrusted_text: str) -> ComparableQuery:
    """Read a search. Any text; linear in its length. Any thread."""
    text = typed_text.clean(untrusted_text[:READ_LIMIT])
    tokens = [token for token in text.split() if sign_of(token) is None]
    tokens = tokens[typed_text.opening_length([typed_text.without_punctuation(token) for token in tokens]) :]
    cores = [typed_text.bare(token.strip(_QUOTES)).lower() for token in tokens]
    words = [word for core in cores if not _has_digit(core) for word in typed_text.words_in(core)]
    return ComparableQuery(
        text=normalised(untrusted_text),
        has_words=any(word not in ENGLISH_STOP_WORDS for word in words),
        numbers=frozenset(core for core in cores if _has_digit(core)),
        sentence=" ".join(tokens),
    )


def comparable(one: ComparableQuery, other: ComparableQuery) -> bool:
    """Tell whether two searches can be similar at all: both have words, and the same numbers."""
    return one.has_words and other.has_words and one.numbers == other.numbers


def similarities_by_vectors(
    vector: NDArray[np.float32], others: NDArray[np.float32], unrelated: float
) -> NDArray[np.float32]:
    """Return 0 to 1 for each row of ``others`` (n, dimensions); all vectors of length one, of one model.

    ``unrelated``: the cosine that counts as nothing in common (``unrelated_cosine``), below 1.
    """
    scale = (others @ vector - unrelated) / (1.0 - unrelated)
    return np.asarray(np.clip((scale - FLOOR) / (FULL - FLOOR), 0.0, 1.0), np.float32)


def unrelated_cosine(vectors: Sequence[NDArray[np.float32]]) -> float:
    """Return the mean cosine of the vectors of UNRELATED with each other, from 0 to 0.95."""
    matrix = np.stack(vectors)
    above = np.triu_indices(len(vectors), 1)
    return min(0.95, max(0.0, float((matrix @ matrix.T)[above].mean())))


def _has_digit(core: str) -> bool:
    return any(letter.isdigit() for letter in core)
