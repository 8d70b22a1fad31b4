"""Filters that are applied before anything is ranked, and the check of the candidates of an exact search.

Courts, offices and folders by their whole names, and authorities by number, are known to the catalogue alone.
They are looked up once for a search and become documents (``Filters.among``), which both indexes understand;
of a document that cites an authority only the passages that do pass (``search_types.Query``).

The lexical index finds candidates of a search with operators, at least all matches. Each is then checked on
its text, unless the index alone is exact. Of a search as wide as "court /p state" only the first
``MOST_CHECKED`` candidates are checked, in the order that was asked for, and the answer says that there are
more; more are checked for a user who scrolls on.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING

from briefbank.catalogue import document_rows, passage_rows
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
from briefbank.search.search_types import MOST_CHECKED, Query, Scored, SearchServices

if TYPE_CHECKING:
    from briefbank.catalogue.database import Database

_FILTERS = frozenset({FieldName.KIND, FieldName.PATH, FieldName.BEFORE, FieldName.AFTER})
_DAY = timedelta(days=1)


def resolved(filters: Filters, store: Database) -> tuple[Filters, Collection[int] | None]:
    """Return the filters with what only the catalogue knows as documents, and the passages that cite the
    chosen authorities (None: none is chosen). Raises StoreError."""
    if not (filters.courts or filters.authors or filters.folders or filters.authorities):
        return filters, None
    none: frozenset[str] = frozenset()
    plain = replace(filters, courts=none, authors=none, folders=none, authorities=frozenset())
    among = frozenset(document_rows.ids_matching(store, replace(filters, authorities=frozenset())))
    if not filters.authorities:
        return replace(plain, among=among), None
    citing = passage_rows.citing_all(store, filters.authorities)
    return replace(plain, among=among & frozenset(citing.values())), citing.keys()


def narrowed(required: Expression, filters: Filters) -> tuple[Filters, Expression | None]:
    """Return ``filters`` narrowed by the conjuncts of a required part that are filters, and the other
    conjuncts; None where there are none.

    Operators that ask for a kind of document, a folder or days of filing are filters, which every channel
    understands: words beside ``kind:brief after:2015`` then find what they find with these filters.
    """
    others: list[Expression] = []
    nothing: frozenset[int] = frozenset()
    for part in conjuncts(required):
        if not isinstance(part, Field) or part.name not in _FILTERS:
            others.append(part)
        elif part.name is FieldName.KIND:
            kind = Kind(part.value)
            possible = not filters.kinds or kind in filters.kinds
            filters = (
                replace(filters, kinds=frozenset({kind})) if possible else replace(filters, among=nothing)
            )
        elif part.name is FieldName.PATH:
            filters = replace(filters, paths=filters.paths | {part.value})
        elif part.name is FieldName.AFTER:
            first = max(date.fromisoformat(part.value), (filters.filed_from or date.min + _DAY) - _DAY)
            filters = (
                replace(filters, filed_from=first + _DAY)
                if first < date.max
                else replace(filters, among=nothing)
            )
        else:
            last = min(date.fromisoformat(part.value), (filters.filed_to or date.max - _DAY) + _DAY)
            filters = (
                replace(filters, filed_to=last - _DAY) if last > date.min else replace(filters, among=nothing)
            )
    if len(others) < 2:
        return filters, others[0] if others else None
    return filters, And(tuple(others), required.start, required.end)


@dataclass(frozen=True, slots=True)
class VerifiedMatches:
    """The passages that match a search with operators."""

    scored: Scored
    """The matches with their lexical scores (0 and more), best first."""
    complete: bool
    """Whether all candidates were checked."""
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """The matches by id, where they were read to be checked."""
    documents: Mapping[int, Document] = field(default_factory=dict)
    """The documents of ``passages``."""


def verified(query: Query, order: Order) -> VerifiedMatches:
    """Return the matches of the required part of a query among its first ``max_checked`` candidates.

    Raises QueryError, IndexFault, StoreError.
    """
    lexical, most = query.lexical(), query.max_checked
    scored = query.search(lexical, most + 1)
    complete = len(scored) <= most
    if not complete and order is Order.NEWEST:
        scores = dict(scored)
        scored = [(passage_id, scores.get(passage_id, 0.0)) for passage_id in query.newest(lexical, most)]
    scored = sorted(scored[:most], key=lambda hit: (-hit[1], hit[0]))
    assert lexical.required is not None
    if not query.services.matcher(lexical.required).needed:
        return VerifiedMatches(scored, complete)
    ids = [passage_id for passage_id, _ in scored]
    passages, documents = matching(lexical.required, ids, query.services)
    return VerifiedMatches([hit for hit in scored if hit[0] in passages], complete, passages, documents)


def matching(
    required: Expression, passage_ids: Iterable[int], services: SearchServices
) -> tuple[Mapping[int, Passage], Mapping[int, Document]]:
    """Return the passages among these that match, and the documents of all. Raises QueryError, StoreError."""
    matcher = services.matcher(required)
    passages = passage_rows.by_ids(services.store, list(passage_ids))
    document_ids = {passage.document_id for passage in passages.values()}
    documents = document_rows.by_ids(services.store, document_ids)
    matches = {
        passage_id: passage
        for passage_id, passage in passages.items()
        if (document := documents.get(passage.document_id)) and matcher.holds(passage, document)
    }
    return matches, documents


def occurs(part: Expression, services: SearchServices) -> bool:
    """Tell whether an operator's part matches anywhere in the library; for a wide part, whether it does among
    the first candidates. Raises IndexFault and StoreError."""
    exact = isinstance(part, Term | Not) or not services.matcher(part).needed
    most = 1 if exact else MOST_CHECKED
    candidates = services.lexical.search(LexicalQuery(required=part), Filters(), most)
    if exact:
        return bool(candidates)
    return bool(matching(part, [passage_id for passage_id, _ in candidates], services)[0])
