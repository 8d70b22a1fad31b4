"""Questions on who cites what, as authority pages and lists of authorities ask them: each method is one short
transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these. The largest answers here are the
citations of the authority that is cited most: their rows are read in the order of an index and are small.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from sqlalchemy import Executable, bindparam, func, select

from briefbank.catalogue.database import Database
from briefbank.catalogue.law_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    IdentityRow,
    ProvisionRow,
)
from briefbank.catalogue.tables import DocumentRow, PassageRow
from briefbank.models import Kind

_GIVEN = func.json_each(bindparam("ids")).table_valued("value")
"""Ids as one list in JSON, for statements that are prepared once."""
_AMONG = select(_GIVEN.c.value)


class Place(NamedTuple):
    """Where a passage stands."""

    headings: str
    """As ``columns.pack_headings``."""
    contrary: bool
    """One of its citations has a signal that speaks against what it cites."""


_CITING = (
    select(CitedRow.document_id, CitedRow.passage_id, CitedRow.at)
    .where(CitedRow.authority_id == bindparam("which"))
    .order_by(CitedRow.document_id, CitedRow.passage_id, CitedRow.at)
)
_CONTRARY = func.instr(PassageRow.citations, '"but ') + func.instr(PassageRow.citations, '"contra"') > 0
_PLACES = select(PassageRow.id, PassageRow.heading_path, _CONTRARY).where(PassageRow.id.in_(_AMONG))
_CITING_DOCUMENTS = (
    select(DocumentRow.id, DocumentRow.filed, DocumentRow.kind)
    .where(
        DocumentRow.id.in_(select(CitedRow.document_id).where(CitedRow.authority_id == bindparam("which")))
    )
    .order_by(DocumentRow.filed.desc(), DocumentRow.id.desc())
)
"""SQLite puts those without a date last."""
_KINDS = {kind.value: kind for kind in Kind}
_TOGETHER = (
    select(CitedRow.authority_id, func.count(CitedRow.passage_id.distinct()))
    .where(CitedRow.passage_id.in_(_AMONG))
    .group_by(CitedRow.authority_id)
)
_CITATIONS = (
    select(CitedRow.authority_id, func.count())
    .where(CitedRow.authority_id.in_(_AMONG))
    .group_by(CitedRow.authority_id)
)
_SIZE = select(func.count(), func.coalesce(func.sum(DocumentRow.passages), 0))
_OF_DOCUMENT = (
    select(CitedRow.authority_id, func.count(CitedRow.passage_id.distinct()), func.min(CitedRow.passage_id))
    .where(CitedRow.document_id == bindparam("which"))
    .group_by(CitedRow.authority_id)
)
_MENTIONS = (
    select(CitedRow.passage_id, CitedRow.at, CitedRow.treatment)
    .join(DocumentRow, DocumentRow.id == CitedRow.document_id)
    .where(CitedRow.authority_id == bindparam("which"))
    .order_by(DocumentRow.filed.desc(), DocumentRow.id.desc(), CitedRow.passage_id, CitedRow.at)
    .limit(bindparam("most"))
    .offset(bindparam("past"))
)
_ALSO_IN = (
    select(CitedRow.document_id, CitedRow.authority_id).where(CitedRow.authority_id.in_(_AMONG)).distinct()
)
_ALL_OF = (
    select(CitedRow.document_id, CitedRow.authority_id).where(CitedRow.document_id.in_(_AMONG)).distinct()
)
_PAIRS = select(CitedRow.authority_id, CitedRow.document_id).distinct().subquery()
_SPREAD = select(_PAIRS.c.authority_id, func.count()).group_by(_PAIRS.c.authority_id)


class AuthorityPages:
    """Reads what is said of authorities; ``AuthorityTable`` writes it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- one authority -----------------------------------------------------------------------

    def citing(self, authority_id: int) -> list[tuple[int, int, int]]:
        """(document_id, passage_id, which of the passage's citations) of all its citations, in order."""
        with self._database.reading() as connection:
            return list(connection.execute(_CITING, {"which": authority_id}).all())

    def places(self, passage_ids: Collection[int]) -> dict[int, Place]:
        """Where each of these passages stands."""
        with self._database.reading() as connection:
            rows = connection.execute(_PLACES, {"ids": json.dumps(list(passage_ids))})
            return {id_: Place(headings, bool(contrary)) for id_, headings, contrary in rows.all()}

    def citing_documents(self, authority_id: int) -> dict[int, tuple[date | None, Kind]]:
        """Day of filing and kind of each document that cites it, newest first, those without a date last."""
        with self._database.reading() as connection:
            rows = connection.execute(_CITING_DOCUMENTS, {"which": authority_id})
            return {id_: (filed, _KINDS[kind]) for id_, filed, kind in rows.all()}

    def mentions(self, authority_id: int, limit: int, offset: int) -> list[tuple[int, int, str]]:
        """(passage_id, which of its citations, treatment), newest document first, those without a date last,
        then in document order."""
        values = {"which": authority_id, "most": limit, "past": offset}
        with self._database.reading() as connection:
            return [(id_, at, words) for id_, at, words in connection.execute(_MENTIONS, values)]

    def texts(self, authority_id: int) -> list[int]:
        """The documents that are its text, whole or in a part, in order."""
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
        """By authority, how many of these passages cite it."""
        with self._database.reading() as connection:
            rows = connection.execute(_TOGETHER, {"ids": json.dumps(list(passage_ids))})
            return dict(rows.all())

    def citations(self, authority_ids: Collection[int]) -> dict[int, int]:
        """How often each is cited; those that nobody cites are left out."""
        with self._database.reading() as connection:
            rows = connection.execute(_CITATIONS, {"ids": json.dumps(list(authority_ids))})
            return dict(rows.all())

    def size(self) -> tuple[int, int]:
        """How many documents and passages the library has."""
        with self._database.reading() as connection:
            documents, passages = connection.execute(_SIZE).one()
            return int(documents), int(passages)

    # --- lists -------------------------------------------------------------------------------

    def most_cited(self, limit: int) -> list[int]:
        """The authorities that most passages cite, in order."""
        passages = func.count(CitedRow.passage_id.distinct())
        query = (
            select(CitedRow.authority_id)
            .group_by(CitedRow.authority_id)
            .order_by(passages.desc(), CitedRow.authority_id)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def holding(self, part: str, sorts: Collection[str], limit: int) -> list[tuple[str, int]]:
        """(key, authority) of the forms of these sorts (none: of all) in whose key the words of ``part``
        stand side by side; in order of the key."""
        query = (
            select(AuthorityNameRow.key, AuthorityNameRow.authority_id)
            .where(func.instr(" " + AuthorityNameRow.key + " ", f" {part} ") > 0)
            .order_by(AuthorityNameRow.key, AuthorityNameRow.authority_id)
            .limit(limit)
        )
        if sorts:
            of_these = AuthorityRow.sort.in_(sorted(sorts))
            query = query.join(AuthorityRow, AuthorityRow.id == AuthorityNameRow.authority_id).where(of_these)
        with self._database.reading() as connection:
            return list(connection.execute(query).all())

    # --- documents ---------------------------------------------------------------------------

    def cited_by(self, document_id: int) -> dict[int, tuple[int, int]]:
        """By authority that a document cites: in how many of its passages, and in which first."""
        with self._database.reading() as connection:
            rows = connection.execute(_OF_DOCUMENT, {"which": document_id})
            return {id_: (passages, first) for id_, passages, first in rows}

    def citing_any(self, authority_ids: Collection[int]) -> list[tuple[int, int]]:
        """(document, authority) for each document that cites one of them, once each."""
        return self._pairs(_ALSO_IN, authority_ids)

    def cited_by_any(self, document_ids: Collection[int]) -> list[tuple[int, int]]:
        """(document, authority) for each authority that one of them cites, once each."""
        return self._pairs(_ALL_OF, document_ids)

    def spread(self) -> dict[int, int]:
        """By authority that is cited, how many documents cite it."""
        with self._database.reading() as connection:
            return dict(connection.execute(_SPREAD).all())

    def _pairs(self, query: Executable, ids: Collection[int]) -> list[tuple[int, int]]:
        with self._database.reading() as connection:
            rows = connection.execute(query, {"ids": json.dumps(list(ids))})
            return [(document_id, authority_id) for document_id, authority_id in rows.all()]
