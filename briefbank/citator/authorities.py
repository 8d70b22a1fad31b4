"""An authority as the library cites it: by whom, for which points, with which quotations.

A page is put together from the rows of the authority's citations. In a library of 200,000 passages the most
cited authority has some thousands. All of them are counted. Points, quotations and co-citations come from the
newest, so that a page takes the same time in any library.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice

from briefbank.api.law import AuthoritiesApi
from briefbank.catalogue.good_law import CitationCounts
from briefbank.catalogue.store import Catalogue
from briefbank.citator.cited_points import points
from briefbank.citator.citing import AuthorityCitations, citing_of
from briefbank.citator.co_citation import most_cocited
from briefbank.citator.coupling import CoupledDocument, nearest, sharing, weights
from briefbank.citator.good_law import GoodLaw
from briefbank.citator.lookup import Lookup
from briefbank.citator.quotations import READ, quoted
from briefbank.citator.validity import Validity
from briefbank.domain.authorities import TREATED_AS, Authority, Relation, RelationKind, Standing
from briefbank.domain.authority_reports import (
    AuthorityCount,
    AuthorityPage,
    CitingDocument,
    CitingPassage,
    Quotation,
    SameAuthorities,
)
from briefbank.domain.documents import Document
from briefbank.domain.passages import Passage
from briefbank.errors import NotInLibrary

MOST_PASSAGES = 1000
"""The number of newest passages that points and co-citations are taken from."""
TREATMENTS = tuple(kind for kind in RelationKind if kind is not RelationKind.CITES)
_LIMITING_KINDS = frozenset((RelationKind.INTERPRETS, *TREATED_AS)) - {RelationKind.AMENDS}
_CONTRARY_SIGNALS = frozenset({"but see", "but cf.", "contra"})
"""Signals of an authority that contradicts the proposition (Bluebook rule 1.2)."""
_NEVER_CITED = CitationCounts(0, 0, None)


class AuthorityDirectory(AuthoritiesApi):
    """The library's authorities as lists and pages. Any thread; calls block for some milliseconds."""

    LISTED = 50
    """The most documents that a page names; ``mentions`` has the rest."""

    def __init__(self, catalogue: Catalogue, good_law: GoodLaw, validity: Validity) -> None:
        self._catalogue, self._good_law, self._validity = catalogue, good_law, validity
        self._pages, self._lookup = catalogue.authority_pages, Lookup(catalogue)

    # --- lists -----------------------------------------------------------------------------------

    def find(self, text: str, limit: int = 50) -> list[AuthorityCount]:
        text = text.strip()
        ids = self._lookup.find(text, limit) if text else self._pages.most_cited(limit)
        return sorted(self._counted(ids), key=_by_count)[:limit]

    def near(self, text: str, limit: int = 5) -> list[AuthorityCount]:
        return self._counted(self._lookup.near(text.strip(), limit))

    def of_document(self, document_id: int) -> list[AuthorityCount]:
        cited = self._pages.cited_by(document_id)
        return self._counted(sorted(cited, key=lambda id_: (-cited[id_][0], cited[id_][1], id_)))

    def _counted(self, ids: Collection[int]) -> list[AuthorityCount]:
        """Return the counts in the same order, without authorities that no longer exist."""
        known = self._catalogue.authorities.by_ids(ids)
        reach = self._catalogue.good_law.reach(ids)
        standings = self._standings(known.values())
        there = [known[id_] for id_ in ids if id_ in known]
        return [
            _count(each, reach.get(each.id, _NEVER_CITED), standings.get(each.canonical)) for each in there
        ]

    def _standings(self, authorities: Iterable[Authority]) -> dict[str, Standing]:
        """Return the standing of each listed authority by canonical name: the one rule of lists and pages."""
        statements = self._good_law.statements({each.canonical: each.kind for each in authorities})
        return {canonical: of[0].entry.standing for canonical, of in statements.items()}

    # --- one authority ---------------------------------------------------------------------------

    def page(self, authority_id: int) -> AuthorityPage:
        authority = self._authority(authority_id)
        citings = citing_of(self._pages, authority_id)
        newest = citings.newest(MOST_PASSAGES)
        ids = [passage_id for _, passage_id in newest]
        places = self._pages.places(ids)
        done_to = self._relations(citings, target_ids=[authority_id])
        contrary = self._contrary(citings, [id_ for id_ in ids if id_ in places and places[id_].contrary])
        limiting = [(each.document_id, each.passage_id) for each in done_to if each.kind in _LIMITING_KINDS]
        entries = self._good_law.entries_on(authority.canonical, authority.kind)
        texts = self._pages.texts(authority_id)
        documents = self._catalogue.documents_by_id(texts)
        return AuthorityPage(
            authority=authority,
            also=self._other_names(authority),
            passages=len(citings.at),
            mentions=citings.mentions,
            years=citings.years(),
            undated=citings.undated(),
            documents=self._listed(citings.passages),
            documents_total=len(citings.passages),
            points=tuple(points(citings.arguing(places, newest))),
            quotations=self._quotations(citings, ids[:READ]),
            together=self._cocited(authority_id, ids),
            done_to=tuple(done_to[: self.LISTED]),
            does=tuple(self._relations(citings, source_ids=[authority_id])[: self.LISTED]),
            limiting=self._listed(_by_document([*contrary, *limiting], citings)),
            texts=tuple(documents[id_] for id_ in texts if id_ in documents),
            versions=tuple(self._validity.versions(authority_id)),
            entries=tuple(entries),
            standing=self._standings([authority]).get(authority.canonical),
            proposals=tuple(self._good_law.proposals(authority_id)),
            passages_read=len(newest),
        )

    def mentions(self, authority_id: int, limit: int = 50, offset: int = 0) -> list[CitingPassage]:
        rows = self._pages.mentions(authority_id, limit, offset)
        places = self.places(id_ for id_, _, _ in rows)
        return [CitingPassage(*places[id_], at, treatment) for id_, at, treatment in rows if id_ in places]

    def places(self, passage_ids: Iterable[int]) -> dict[int, tuple[Passage, Document]]:
        passages = self._catalogue.passages_by_id(dict.fromkeys(passage_ids))
        documents = self._catalogue.documents_by_id({each.document_id for each in passages.values()})
        return {
            id_: (each, documents[each.document_id])
            for id_, each in passages.items()
            if each.document_id in documents
        }

    def _authority(self, authority_id: int) -> Authority:
        found = self._catalogue.authorities.by_ids([authority_id])
        if authority_id not in found:
            raise NotInLibrary(
                "There is no such authority in this library.",
                "No document cites it any more. Look for it by its name.",
            )
        return found[authority_id]

    def _other_names(self, authority: Authority) -> tuple[str, ...]:
        names = self._catalogue.authorities.names_of(authority.id)
        return tuple(name for name in names if name != authority.canonical)

    def _relations(self, citings: AuthorityCitations, **of: Collection[int]) -> list[Relation]:
        """Return the treatments, those of the newest document first."""
        found = self._catalogue.authorities.relations(kinds=TREATMENTS, **of)
        return sorted(found, key=lambda each: citings.age(each.document_id))

    def _contrary(self, citings: AuthorityCitations, passage_ids: Iterable[int]) -> list[tuple[int, int]]:
        """Return the (document, passage) ids where a signal marks the authority as contrary."""
        return [
            (passage.document_id, passage.id)
            for passage in self._catalogue.passages_by_id(passage_ids).values()
            if any(passage.citations[at].signal in _CONTRARY_SIGNALS for at in citings.at[passage.id])
        ]

    def _listed(self, passages: Mapping[int, Sequence[int]]) -> tuple[CitingDocument, ...]:
        """Return the first ``LISTED`` documents. They are given newest first with their passages in order."""
        shown = list(islice(passages, self.LISTED))
        documents = self._catalogue.documents_by_id(shown)
        return tuple(
            CitingDocument(documents[id_], len(passages[id_]), passages[id_][0])
            for id_ in shown
            if id_ in documents
        )

    def _quotations(self, citings: AuthorityCitations, newest: Sequence[int]) -> tuple[Quotation, ...]:
        places = self.places(newest)
        return tuple(quoted([places[id_] for id_ in newest if id_ in places], citings.at))

    def _cocited(self, authority_id: int, newest: Collection[int]) -> tuple[tuple[Authority, int], ...]:
        shared = self._pages.together(newest)
        shared.pop(authority_id, None)
        ids = most_cocited(shared, len(newest), self._pages)
        known = self._catalogue.authorities.by_ids(ids)
        return tuple((known[id_], shared[id_]) for id_ in ids if id_ in known)

    # --- documents -------------------------------------------------------------------------------

    def same(self, document_id: int, limit: int = 20) -> list[SameAuthorities]:
        document = self._catalogue.document(document_id)
        own = self._pages.cited_by(document_id)
        versions = {document_id, *self._catalogue.families.members([document.family])}
        spread = self._pages.spread()
        weight = weights(spread, self._pages.size()[0])
        candidates = sharing(self._pages.citing_any(own), weight, versions)
        found = nearest(own, self._pages.cited_by_any(candidates), weight)[:limit]
        documents = self._catalogue.documents_by_id(each.document_id for each in found)
        near = [(documents[each.document_id], each) for each in found if each.document_id in documents]
        known = self._catalogue.authorities.by_ids({id_ for _, each in near for id_ in each.shared})
        return [self._sharing(other, each, known) for other, each in near]

    def _sharing(
        self, document: Document, near: CoupledDocument, known: Mapping[int, Authority]
    ) -> SameAuthorities:
        first = self._pages.cited_by(document.id).get(near.shared[0], (0, 0))[1]
        shared = tuple(known[id_] for id_ in near.shared if id_ in known)
        return SameAuthorities(document, near.score, shared, first)


def _by_document(found: Iterable[tuple[int, int]], citings: AuthorityCitations) -> dict[int, list[int]]:
    """Return the passages of each document in order, each once; the newest document first."""
    passages: dict[int, list[int]] = {}
    for document_id, passage_id in sorted(set(found)):
        passages.setdefault(document_id, []).append(passage_id)
    return {id_: passages[id_] for id_ in sorted(passages, key=citings.age)}


def _count(authority: Authority, reach: CitationCounts, standing: Standing | None) -> AuthorityCount:
    return AuthorityCount(authority, reach.passages, reach.documents, reach.last_cited, standing)


def _by_count(count: AuthorityCount) -> tuple[int, int, str]:
    return -count.documents, -count.passages, count.authority.canonical
