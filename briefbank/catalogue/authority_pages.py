"""Queries for authority pages and lists of authorities. Each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these. The largest answer is the list of
citations of the most cited authority; its rows are small and are read in the order of an index.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from sqlalchemy import Executable, bindparam, func, select

from briefbank.catalogue.authority_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    IdentityRow,
    ProvisionRow,
)
from briefbank.catalogue.columns import GIVEN_IDS, given_ids
from briefbank.catalogue.database import Database
from briefbank.catalogue.dialect import place_of, total
from briefbank.catalogue.tables import DocumentRow, PassageRow
from briefbank.domain.citations import CitationKind
from briefbank.domain.kinds import Kind


class PassagePlace(NamedTuple):
    """The headings of a passage, and whether it cites contrary authority."""

    headings: str
    """The headings in the form of ``columns.pack_headings``."""
    contrary: bool
    """True when one of its citations has a signal that speaks against the cited authority."""


_CITING = (
    select(CitedRow.document_id, CitedRow.passage_id, CitedRow.at)
    .where(CitedRow.authority_id == bindparam("which"))
    .order_by(CitedRow.document_id, CitedRow.passage_id, CitedRow.at)
)
_CONTRARY = place_of(PassageRow.citations, '"but ') + place_of(PassageRow.citations, '"contra"') > 0
_PLACES = select(PassageRow.id, PassageRow.heading_path, _CONTRARY).where(PassageRow.id.in_(GIVEN_IDS))
_CITING_DOCUMENTS = (
    select(DocumentRow.id, DocumentRow.filed, DocumentRow.kind)
    .where(
        DocumentRow.id.in_(select(CitedRow.document_id).where(CitedRow.authority_id == bindparam("which")))
    )
    .order_by(DocumentRow.filed.desc().nulls_last(), DocumentRow.id.desc())
)
_KINDS = {kind.value: kind for kind in Kind}
_CO_CITED = (
    select(CitedRow.authority_id, func.count(CitedRow.passage_id.distinct()))
    .where(CitedRow.passage_id.in_(GIVEN_IDS))
    .group_by(CitedRow.authority_id)
)
_CITATIONS = (
    select(CitedRow.authority_id, func.count())
    .where(CitedRow.authority_id.in_(GIVEN_IDS))
    .group_by(CitedRow.authority_id)
)
_SIZE = select(func.count(), total(DocumentRow.passages))
_CITED_IN_DOCUMENT = (
    select(CitedRow.authority_id, func.count(CitedRow.passage_id.distinct()), func.min(CitedRow.passage_id))
    .where(CitedRow.document_id == bindparam("which"))
    .group_by(CitedRow.authority_id)
)
_MENTIONS = (
    select(CitedRow.passage_id, CitedRow.at, CitedRow.treatment)
    .join(DocumentRow, DocumentRow.id == CitedRow.document_id)
    .where(CitedRow.authority_id == bindparam("which"))
    .order_by(DocumentRow.filed.desc().nulls_last(), DocumentRow.id.desc(), CitedRow.passage_id, CitedRow.at)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)
_CITING_ANY = (
    select(CitedRow.document_id, CitedRow.authority_id).where(CitedRow.authority_id.in_(GIVEN_IDS)).distinct()
)
_CITED_BY_ANY = (
    select(CitedRow.document_id, CitedRow.authority_id).where(CitedRow.document_id.in_(GIVEN_IDS)).distinct()
)
_PAIRS = select(CitedRow.authority_id, CitedRow.document_id).distinct().subquery()
_DOCUMENT_COUNTS = select(_PAIRS.c.authority_id, func.count()).group_by(_PAIRS.c.authority_id)


class AuthorityQueries:
    """Reads the rows about authorities that ``graph_rows`` writes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- one authority -----------------------------------------------------------------------

    def citing(self, authority_id: int) -> list[tuple[int, int, int]]:
        """Return (document_id, passage_id, index of the citation in the passage) for each citation, in
        order."""
        with self._database.reading() as connection:
            return list(connection.execute(_CITING, {"which": authority_id}).all())

    def places(self, passage_ids: Collection[int]) -> dict[int, PassagePlace]:
        """Return the place of each of these passages."""
        with self._database.reading() as connection:
            rows = connection.execute(_PLACES, given_ids(passage_ids))
            return {id_: PassagePlace(headings, bool(contrary)) for id_, headings, contrary in rows.all()}

    def citing_documents(self, authority_id: int) -> dict[int, tuple[date | None, Kind]]:
        """Return the filing date and kind of each document that cites it, newest first, those without a date
        last."""
        with self._database.reading() as connection:
            rows = connection.execute(_CITING_DOCUMENTS, {"which": authority_id})
            return {id_: (filed, _KINDS[kind]) for id_, filed, kind in rows.all()}

    def mentions(self, authority_id: int, limit: int, offset: int) -> list[tuple[int, int, str]]:
        """Return (passage_id, index of the citation, treatment), newest document first, those without a date
        last, then in document order."""
        values = {"which": authority_id, "most": limit, "past": offset}
        with self._database.reading() as connection:
            return [(id_, at, words) for id_, at, words in connection.execute(_MENTIONS, values)]

    def texts(self, authority_id: int) -> list[int]:
        """Return the documents that contain its text or a part of it, in order."""
        with self._database.reading() as connection:
            found = {
                id_
                for table in (IdentityRow, ProvisionRow)
                for id_ in connection.execute(
                    select(table.document_id).where(table.authority_id == authority_id)
                ).scalars()
            }
        return sorted(found)

    def together(self, passage_ids: Collection[int]) -> dict[int, int]:
        """Count, for each authority, how many of these passages cite it."""
        with self._database.reading() as connection:
            rows = connection.execute(_CO_CITED, given_ids(passage_ids))
            return dict(rows.all())

    def citations(self, authority_ids: Collection[int]) -> dict[int, int]:
        """Count the citations of each authority; authorities without any are left out."""
        with self._database.reading() as connection:
            rows = connection.execute(_CITATIONS, given_ids(authority_ids))
            return dict(rows.all())

    def size(self) -> tuple[int, int]:
        """Return the numbers of documents and passages in the library."""
        with self._database.reading() as connection:
            documents, passages = connection.execute(_SIZE).one()
            return int(documents), int(passages)

    # --- lists -------------------------------------------------------------------------------

    def most_cited(self, limit: int) -> list[int]:
        """Return the authorities that most documents cite, in order; of as many, those in most passages."""
        documents = func.count(CitedRow.document_id.distinct())
        passages = func.count(CitedRow.passage_id.distinct())
        query = (
            select(CitedRow.authority_id)
            .group_by(CitedRow.authority_id)
            .order_by(documents.desc(), passages.desc(), CitedRow.authority_id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def containing(self, part: str, kinds: Collection[CitationKind], limit: int) -> list[tuple[str, int]]:
        """Return (key, authority) for each form of these kinds (none: of all) whose key contains the adjacent
        words of ``part``, in order of the key."""
        query = (
            select(AuthorityNameRow.key, AuthorityNameRow.authority_id)
            .where(place_of(" " + AuthorityNameRow.key + " ", f" {part} ") > 0)
            .order_by(AuthorityNameRow.key, AuthorityNameRow.authority_id)
            .limit(limit)
        )
        if kinds:
            of_these = AuthorityRow.sort.in_(sorted(kinds))
            query = query.join(AuthorityRow, AuthorityRow.id == AuthorityNameRow.authority_id).where(of_these)
        with self._database.reading() as connection:
            return list(connection.execute(query).all())

    # --- documents ---------------------------------------------------------------------------

    def cited_by(self, document_id: int) -> dict[int, tuple[int, int]]:
        """Return, for each authority that a document cites, the number of its citing passages and the first
        of them."""
        with self._database.reading() as connection:
            rows = connection.execute(_CITED_IN_DOCUMENT, {"which": document_id})
            return {id_: (passages, first) for id_, passages, first in rows}

    def citing_any(self, authority_ids: Collection[int]) -> list[tuple[int, int]]:
        """Return each distinct pair of a document and one of these authorities that it cites."""
        return self._pairs(_CITING_ANY, authority_ids)

    def cited_by_any(self, document_ids: Collection[int]) -> list[tuple[int, int]]:
        """Return each distinct pair of one of these documents and an authority that it cites."""
        return self._pairs(_CITED_BY_ANY, document_ids)

    def spread(self) -> dict[int, int]:
        """Count, for each cited authority, the documents that cite it."""
        with self._database.reading() as connection:
            return dict(connection.execute(_DOCUMENT_COUNTS).all())

    def _pairs(self, query: Executable, ids: Collection[int]) -> list[tuple[int, int]]:
        with self._database.reading() as connection:
            rows = connection.execute(query, given_ids(ids))
            return [(document_id, authority_id) for document_id, authority_id in rows.all()]
