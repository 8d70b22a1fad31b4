"""Verifies which passages match a search with operators.

The word index finds candidates, at least all matches; each is then checked on its text, unless the index
alone is exact. Of a search as wide as "court /p state" only the first
``MOST_CHECKED`` candidates are checked, in the order that was asked for, and the answer says that there are
more; more are checked for a user who scrolls on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from briefbank.domain.documents import Document
from briefbank.domain.expression import And, Expression, Field, FieldName, Not, Term, conjuncts
from briefbank.domain.kinds import Kind
from briefbank.domain.passages import Passage
from briefbank.domain.searches import Filters, LexicalQuery, Order
from briefbank.search.dependencies import LexicalChannel, Matcher, Scored

if TYPE_CHECKING:
    from briefbank.catalogue.store import Catalogue

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
