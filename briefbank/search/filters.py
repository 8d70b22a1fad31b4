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
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    And,
    Expression,
    Field,
    FieldName,
    Filters,
    LexicalQuery,
    Not,
    Order,
    Term,
    conjuncts,
)
from briefbank.search.dependencies import (
    DenseChannel,
    EncoderWithVectors,
    LexicalChannel,
    Matcher,
    QueryEncoder,
    Scored,
)

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue


# --- filters ---------------------------------------------------------------------------------------------

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


# --- operator verification -------------------------------------------------------------------------------
# Verifies which passages match a search with operators.
#
# The word index finds candidates, at least all matches; each is then checked on its text, unless the index
# alone is exact. Of a search as wide as "court /p state" only the first ``MOST_CHECKED`` candidates are
# checked, in the order that was asked for, and the answer says that there are more; more are checked for a
# user who scrolls on.

MOST_CHECKED = 1000
"""The candidates that are checked: reading, checking and folding them takes about a tenth of a second."""

_FILTERS = frozenset({FieldName.KIND, FieldName.PATH, FieldName.BEFORE, FieldName.AFTER})
_DAY = timedelta(days=1)
MakeMatcher = Callable[[Expression], Matcher]


@dataclass(frozen=True, slots=True)
class VerifiedMatches:
    """The passages that match."""

    scored: Scored
    """The matches with their scores by words (0 and more), best first."""
    complete: bool
    """Whether all candidates were checked."""
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """The matches by id, where they were read to be checked."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """The documents of ``passages``."""


class OperatorVerifier:
    """Finds matches in one library. Any thread."""

    def __init__(self, lexical: LexicalChannel, store: Catalogue, matcher: MakeMatcher) -> None:
        self._lexical = lexical
        self._store = store
        self._matcher = matcher

    def verify(
        self, query: LexicalQuery, filters: Filters, order: Order, max_checked: int = MOST_CHECKED
    ) -> VerifiedMatches:
        """Return the matches of ``query.required``, not None, among the first ``max_checked`` candidates.

        Raises QueryError, IndexFault, StoreError.
        """
        scored = self._lexical.search(query, filters, max_checked + 1)
        complete = len(scored) <= max_checked
        if not complete and order is Order.NEWEST:
            scores = dict(scored)
            newest = self._lexical.newest(query, filters, max_checked)
            scored = [(passage_id, scores.get(passage_id, 0.0)) for passage_id in newest]
        found = self._checked(query.required, scored[:max_checked])
        return replace(found, complete=complete)

    def matching(self, required: Expression, passage_ids: Iterable[int]) -> set[int]:
        """Return the passages among these that match. Raises QueryError and StoreError."""
        return set(self._matches(self._matcher(required), tuple(passage_ids))[0])

    def stands(self, part: Expression) -> bool:
        """Tell whether an operator's part matches anywhere in the library; for a wide part, whether it does
        among the first candidates. Raises IndexFault and StoreError."""
        query = LexicalQuery(required=part)
        if isinstance(part, Term | Not):  # for these the index itself is right
            return bool(self._lexical.search(query, Filters(), 1))
        return bool(self.verify(query, Filters(), Order.BEST).scored)

    def _checked(self, required: Expression | None, candidates: Scored) -> VerifiedMatches:
        matcher = self._matcher(required) if required is not None else None
        if matcher is None or not matcher.needed:
            return VerifiedMatches(_sorted(candidates), complete=True)
        right, documents = self._matches(matcher, [passage_id for passage_id, _ in candidates])
        return VerifiedMatches(
            _sorted(each for each in candidates if each[0] in right), True, right, documents
        )

    def _matches(
        self, matcher: Matcher, ids: Sequence[int]
    ) -> tuple[Mapping[int, Passage], Mapping[int, Document]]:
        """Return the passages that match, and the documents of all."""
        passages = self._store.passages_by_id(ids)
        documents = self._store.documents_by_id(
            {passage.document_id for passage in passages.values()}, named=False
        )
        right = {
            id_: passage
            for id_, passage in passages.items()
            if (document := documents.get(passage.document_id)) and matcher.holds(passage, document)
        }
        return right, documents


def _sorted(scored: Iterable[tuple[int, float]]) -> Scored:
    return sorted(scored, key=lambda each: (-each[1], each[0]))


# --- operators that are filters ------------------------------------------------------------------


def filters_of(required: Expression, filters: Filters) -> tuple[Filters, Expression | None]:
    """Return ``filters`` narrowed by the conjuncts of a required part that are filters, and the other
    conjuncts; None where there are none.

    Operators that ask for a kind of document, a folder or days of filing are filters, which every channel
    understands: words beside ``kind:brief after:2015`` then find what they find with these filters.
    """
    parts = conjuncts(required)
    fields = [part for part in parts if isinstance(part, Field) and part.name in _FILTERS]
    others = tuple(part for part in parts if part not in fields)
    for each in fields:
        filters = _narrowed(filters, each)
    return filters, _joined(others, required)


def _narrowed(filters: Filters, field: Field) -> Filters:
    nothing = replace(filters, among=frozenset())
    if field.name is FieldName.KIND:
        kind = Kind(field.value)
        possible = not filters.kinds or kind in filters.kinds
        return replace(filters, kinds=frozenset({kind})) if possible else nothing
    if field.name is FieldName.PATH:
        return replace(filters, paths=filters.paths | {field.value})
    day = date.fromisoformat(field.value)
    if field.name is FieldName.AFTER:
        first = max(day, (filters.filed_from or date.min + _DAY) - _DAY)
        return replace(filters, filed_from=first + _DAY) if first < date.max else nothing
    last = min(day, (filters.filed_to or date.max - _DAY) + _DAY)
    return replace(filters, filed_to=last - _DAY) if last > date.min else nothing


def _joined(parts: tuple[Expression, ...], whole: Expression) -> Expression | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return And(parts, whole.start, whole.end)
