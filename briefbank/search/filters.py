"""Filters, the check of the candidates of a search with operators, and the counts of a search's facets.

Courts, offices and folders by their whole names, and authorities by number, are known to the catalogue alone.
They are looked up once for a search and become documents (``Filters.among``), which both indexes understand;
of a document that cites an authority only the passages that do pass (``search_types.Query``).

The lexical index finds candidates of a search with operators, at least all matches. Each is then checked on
its text, unless the search is of words and phrases that the index decides by itself. Of a search as wide as
"court /p state" only the first ``MOST_CHECKED`` candidates are checked, in the order that was asked for, and
the answer says that there are more; more are checked for a user who scrolls on.

*Facets.* A count says how many results would be left with one more value chosen, folded as results are. A
choice does not limit the counts of its own facet, so that courts that were not chosen keep theirs; all chosen
authorities must be cited, so each count applies in addition to those. Of a search too wide for it what
was checked is counted, and the answer says so. Passages that are one result of the whole search are counted
as one in each of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, TypeVar

from briefbank.catalogue import document_rows, passage_rows
from briefbank.domain.authorities import Authority
from briefbank.domain.caption_fields import Kind
from briefbank.domain.documents import Document
from briefbank.domain.pages import Passage
from briefbank.domain.searches import (
    And,
    Expression,
    Facet,
    FacetKind,
    FacetValue,
    Field,
    FieldName,
    Filters,
    Order,
    ResultFacets,
    SearchRequest,
    conjuncts,
)
from briefbank.search.search_types import Query, Scored, SearchServices
from briefbank.text.file_names import levels, telling_levels

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
    for part in conjuncts(required):
        no_document = replace(filters, among=frozenset())
        if not isinstance(part, Field) or part.name not in _FILTERS:
            others.append(part)
        elif part.name is FieldName.KIND:
            kind = Kind(part.value)
            possible = not filters.kinds or kind in filters.kinds
            filters = replace(filters, kinds=frozenset({kind})) if possible else no_document
        elif part.name is FieldName.PATH:
            filters = replace(filters, paths=filters.paths | {part.value})
        elif part.name is FieldName.AFTER:
            first = max(date.fromisoformat(part.value), (filters.filed_from or date.min + _DAY) - _DAY)
            filters = replace(filters, filed_from=first + _DAY) if first < date.max else no_document
        else:
            last = min(date.fromisoformat(part.value), (filters.filed_to or date.max - _DAY) + _DAY)
            filters = replace(filters, filed_to=last - _DAY) if last > date.min else no_document
    if len(others) < 2:
        return filters, others[0] if others else None
    return filters, And(tuple(others), required.start, required.end)


@dataclass(frozen=True, slots=True)
class VerifiedMatches:
    scored: Scored  # The matches with their lexical scores (0 and more), best first
    complete: bool  # Whether all candidates were checked
    passages: Mapping[int, Passage] = field(default_factory=dict)
    """The matches by id, where they were read to be checked."""
    documents: Mapping[int, Document] = field(default_factory=dict)  # The documents of ``passages``


def verified(query: Query, order: Order) -> VerifiedMatches:
    """Return the matches of the required part of a query among its first ``max_checked`` candidates.

    Raises QueryError, IndexFault, StoreError.
    """
    lexical, most = query.lexical(), query.max_checked
    scored = query.search(lexical, most + 1)
    first = query.cut(scored, most)
    complete = len(first) == len(scored)
    if not complete and order is Order.NEWEST:
        scores = dict(scored)
        first = [(passage_id, scores.get(passage_id, 0.0)) for passage_id in query.newest(lexical, most)]
    scored = sorted(first, key=lambda hit: (-hit[1], hit[0]))
    assert lexical.required is not None
    if query.services.matcher(lexical.required).decided_by_index:
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


V = TypeVar("V", str, int)

SHOWN = 12  # The values of a facet that are shown beside those that are chosen

_DOCUMENT_FACETS: Mapping[FacetKind, tuple[str, Callable[[Document], str]]] = {
    FacetKind.COURT: ("courts", lambda document: document.court),
    FacetKind.KIND: ("kinds", lambda document: document.kind.value),
    FacetKind.AUTHOR: ("authors", lambda document: document.office),
}
"""The field of ``Filters`` that narrows by a facet, and the value of a document."""


@dataclass(frozen=True, slots=True)
class Counted:
    documents: Mapping[int, Document]  # The document of each passage
    count: Callable[[Collection[int]], int]
    """Returns how many results passages make by themselves; never more than there are passages."""
    complete: bool


class Facets:
    """Counts for one request; each search is made once. One thread."""

    def __init__(
        self,
        request: SearchRequest,
        relevant: Callable[[SearchRequest], Counted],
        store: Database,
        authorities: Callable[[Iterable[int]], Mapping[int, Authority]],
    ) -> None:
        self._request = request
        self._relevant = relevant
        self._store = store
        self._authorities = authorities
        self._known: dict[Filters, Counted] = {}

    def breakdown(self) -> ResultFacets:
        """Return all counts. Raises as a search."""
        facets = [self._document_facet(kind) for kind in _DOCUMENT_FACETS]
        facets += [self._folder_facet(), self._authority_facet()]
        counted = self._counted(filed_from=None, filed_to=None)
        having = _grouped(
            (document.filed.year if document.filed else 0, id_) for id_, document in counted.documents.items()
        )
        years = {year: counted.count(ids) for year, ids in having.items()}
        undated = years.pop(0, 0)
        about = not all(counted.complete for counted in self._known.values())
        return ResultFacets(tuple(facets), tuple(sorted(years.items())), undated, about)

    def _counted(self, **cleared: object) -> Counted:
        filters = replace(self._request.filters, **cleared)  # type: ignore[arg-type]
        if filters not in self._known:
            self._known[filters] = self._relevant(replace(self._request, filters=filters))
        return self._known[filters]

    def _document_facet(self, kind: FacetKind) -> Facet:
        filter_name, value_of = _DOCUMENT_FACETS[kind]
        chosen = {str(value) for value in getattr(self._request.filters, filter_name)}
        counted = self._counted(**{filter_name: frozenset()})
        having = _grouped((value_of(document), id_) for id_, document in counted.documents.items())
        having.pop("", None)
        counts = _most_frequent(having, chosen, counted.count)
        return Facet(kind, tuple(FacetValue(name, name, n, name in chosen) for name, n in counts))

    def _folder_facet(self) -> Facet:
        """Return the folders of all depths, each with all that lies in it."""
        counted, chosen = self._counted(folders=frozenset()), set(self._request.filters.folders)
        levels_of = {id_: levels(document.folder) for id_, document in counted.documents.items()}
        having = _grouped((level, id_) for id_, folders in levels_of.items() for level in folders)
        telling = telling_levels({level: len(ids) for level, ids in having.items()}, len(levels_of))
        shown = {level: ids for level, ids in having.items() if level in telling or level in chosen}
        counts = _most_frequent(shown, chosen, counted.count)
        return Facet(FacetKind.FOLDER, tuple(FacetValue(name, name, n, name in chosen) for name, n in counts))

    def _authority_facet(self) -> Facet:
        counted, chosen = self._counted(), set(self._request.filters.authorities)
        having = passage_rows.by_authority(self._store, list(counted.documents))
        counts = _most_frequent(having, chosen, counted.count)
        names = self._authorities([number for number, _ in counts])
        values = (
            FacetValue(str(number), str(names[number]), n, number in chosen)
            for number, n in counts
            if number in names
        )
        return Facet(FacetKind.AUTHORITY, tuple(values))


def _grouped(pairs: Iterable[tuple[V, int]]) -> dict[V, list[int]]:
    grouped: dict[V, list[int]] = {}
    for value, id_ in pairs:
        grouped.setdefault(value, []).append(id_)
    return grouped


def _most_frequent(
    having: Mapping[V, Collection[int]], chosen: Collection[V], count: Callable[[Collection[int]], int]
) -> list[tuple[V, int]]:
    """Return the chosen values and the most frequent others with their counts, most frequent first."""
    counts: dict[V, int] = {value: count(ids) for value, ids in having.items()}
    falling = sorted(counts.items(), key=lambda counted: (-counted[1], counted[0]))
    shown = [counted for counted in falling if counted[0] not in chosen][:SHOWN]
    shown += [(value, counts.get(value, 0)) for value in chosen]
    return sorted(shown, key=lambda counted: (-counted[1], counted[0]))
