"""Authorities, the passages that cite them, and their relations. Each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which owns the table. ``graph_rows`` writes the rows;
``ensure`` serves other writers, inside their open transaction.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, String, bindparam, func, insert, or_, select, update

from briefbank.catalogue.authority_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    RelationRow,
)
from briefbank.catalogue.columns import batches, or_none
from briefbank.catalogue.database import Database
from briefbank.catalogue.dialect import given
from briefbank.domain.authorities import Authority, Relation, RelationKind
from briefbank.domain.citations import CitationKind

_AUTHORITY = (AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort, AuthorityRow.name)
_IDS_OF = select(AuthorityNameRow.canonical, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.canonical.in_(bindparam("some", expanding=True))
)
_BY_KEY = select(AuthorityNameRow.key, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.key.in_(bindparam("some", expanding=True))
)
_BY_IDS = select(*_AUTHORITY).where(AuthorityRow.id.in_(bindparam("some", expanding=True)))
_ID_OF = select(AuthorityNameRow.authority_id).where(AuthorityNameRow.canonical == bindparam("canonical"))
_SET_NAME = (
    update(AuthorityRow)
    .where((AuthorityRow.id == bindparam("which")) & (AuthorityRow.name == ""))
    .values(name=bindparam("called"))
)
_ADD_AUTHORITIES = insert(AuthorityRow).returning(AuthorityRow.canonical, AuthorityRow.id)
_ADD_NAME = insert(AuthorityNameRow)
_SOURCE, _TARGET = AuthorityRow.__table__.alias(), AuthorityRow.__table__.alias()
_RELATIONS = (
    select(
        RelationRow.id,
        RelationRow.kind,
        *map(or_none, (_SOURCE.c.id, _SOURCE.c.canonical, _SOURCE.c.sort, _SOURCE.c.name)),
        *(_TARGET.c.id, _TARGET.c.canonical, _TARGET.c.sort, _TARGET.c.name),
        *(RelationRow.passage_id, RelationRow.document_id),
        *(RelationRow.start, RelationRow.end, RelationRow.words),
    )
    .join(_TARGET, _TARGET.c.id == RelationRow.target_id)
    .outerjoin(_SOURCE, _SOURCE.c.id == RelationRow.source_id)
    .order_by(RelationRow.document_id, RelationRow.passage_id, RelationRow.start, RelationRow.id)
)
_DIGITS = "0123456789"
_FORM = AuthorityNameRow.canonical
_NEAR = (
    select(AuthorityRow.id, _FORM, AuthorityRow.name)
    .join(AuthorityNameRow, AuthorityNameRow.authority_id == AuthorityRow.id)
    .where(
        or_(
            func.rtrim(_FORM, _DIGITS).in_(given("before_page", String())),
            func.ltrim(_FORM, _DIGITS).in_(given("after_volume", String())),
            func.replace(_FORM, func.trim(_FORM, _DIGITS), " ").in_(given("numbers", String())),
        ),
        AuthorityRow.name != "",
        AuthorityRow.sort == CitationKind.CASE.value,
    )
    .order_by(_FORM)
)


class AuthorityTable:
    """The table of authorities and the passages that cite them."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        """Return the authority id of each known canonical name or other form of citation."""
        with self._database.reading() as connection:
            return ids_of(connection, canonicals)

    def ids_by_key(self, keys: Collection[str]) -> dict[str, list[int]]:
        """Return the sorted ids of the authorities whose name or other form has one of these keys
        (``index.field_matching.citation_key``), for known keys."""
        found: dict[str, set[int]] = {}
        with self._database.reading() as connection:
            for some in batches(keys):
                for key, id_ in connection.execute(_BY_KEY, {"some": some}):
                    found.setdefault(key, set()).add(id_)
        return {key: sorted(ids) for key, ids in found.items()}

    def named(self, fragments: Sequence[str], limit: int) -> list[int]:
        """Return the authorities in whose name every fragment begins a word, in any case, the most cited
        first; empty without fragments."""
        wanted = [words for fragment in fragments if (words := _normalised(fragment)).strip()]
        if not wanted:
            return []
        with self._database.reading() as connection:
            names = connection.execute(
                select(AuthorityRow.id, AuthorityRow.name).where(AuthorityRow.name != "")
            )
            matching = [id_ for id_, name in names if _has_all(name, wanted)]
            counts = _counts(connection, matching)
        most_cited_first = sorted(matching, key=lambda id_: (counts.get(id_, (0, 0)), -id_), reverse=True)
        return most_cited_first[:limit]

    def cases_near(self, canonicals: Collection[str]) -> list[tuple[int, str, str]]:
        """Return (authority, form of its citation, its name) for each form of a named case that shares two of
        volume, reporter and page with one of these citations. Needs one citation; one scan of all forms."""
        before_page, after_volume, numbers = zip(*map(_two_parts, canonicals), strict=True)
        values = {
            "before_page": json.dumps(before_page),
            "after_volume": json.dumps(after_volume),
            "numbers": json.dumps(numbers),
        }
        with self._database.reading() as connection:
            return [(id_, canonical, name) for id_, canonical, name in connection.execute(_NEAR, values)]

    def names_of_forms(self, canonicals: Collection[str]) -> list[tuple[str, str, int]]:
        """Return (form, name of the case there, document) for each document that has one of these forms."""
        query = select(FormRow.canonical, FormRow.name, FormRow.document_id)
        with self._database.reading() as connection:
            return [
                (canonical, name, document_id)
                for some in batches(canonicals)
                for canonical, name, document_id in connection.execute(
                    query.where(FormRow.canonical.in_(some))
                )
            ]

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        """Return the authorities that exist, by id."""
        with self._database.reading() as connection:
            rows = [row for some in batches(ids) for row in connection.execute(_BY_IDS, {"some": some})]
        return {row.id: Authority(*row) for row in rows}

    def names_of(self, authority_id: int) -> list[str]:
        """Return every form in which an authority is cited, its canonical name included, in order."""
        query = select(AuthorityNameRow.canonical).where(AuthorityNameRow.authority_id == authority_id)
        with self._database.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def passages_citing(self, authority_ids: Collection[int]) -> list[tuple[int, int]]:
        """Return the distinct (document_id, passage_id) of every passage that cites one of the authorities,
        in order."""
        found: set[tuple[int, int]] = set()
        with self._database.reading() as connection:
            for some in batches(authority_ids):
                query = select(CitedRow.document_id, CitedRow.passage_id)
                rows = connection.execute(query.where(CitedRow.authority_id.in_(some)))
                found.update((document_id, passage_id) for document_id, passage_id in rows)
        return sorted(found)

    def relations(
        self,
        *,
        target_ids: Collection[int] | None = None,
        source_ids: Collection[int] | None = None,
        kinds: Collection[RelationKind] | None = None,
    ) -> list[Relation]:
        """Return the relations of these kinds from any of ``source_ids`` to any of ``target_ids``, in order
        of document and passage. None stands for any."""
        query = _RELATIONS
        if target_ids is not None:
            query = query.where(RelationRow.target_id.in_(sorted(target_ids)))
        if source_ids is not None:
            query = query.where(RelationRow.source_id.in_(sorted(source_ids)))
        if kinds is not None:
            query = query.where(RelationRow.kind.in_(sorted(kinds)))
        with self._database.reading() as connection:
            return [_relation(row) for row in connection.execute(query)]


def ids_of(connection: Connection, canonicals: Collection[str]) -> dict[str, int]:
    """Return the authority id of each known form of citation, inside an open transaction."""
    found: dict[str, int] = {}
    for some in batches(canonicals):
        found.update((name, id_) for name, id_ in connection.execute(_IDS_OF, {"some": some}))
    return found


def ensure(connection: Connection, canonical: str, kind: CitationKind, name: str, key: str) -> int:
    """Return the id of the authority with this canonical name or form, creating it if there is none. ``name``
    is used where it has no name yet. Inside an open transaction."""
    known = connection.execute(_ID_OF, {"canonical": canonical}).scalar()
    if known is None:
        known = add(connection, canonical, kind, name)
        connection.execute(_ADD_NAME, {"canonical": canonical, "key": key, "authority_id": known})
    elif name:
        connection.execute(_SET_NAME, {"which": known, "called": name})
    return int(known)


def add(connection: Connection, canonical: str, kind: CitationKind, name: str) -> int:
    """Create an authority that has no forms yet, and return its id."""
    return add_all(connection, {canonical: kind}, name)[canonical]


def add_all(connection: Connection, kinds: Mapping[str, CitationKind], name: str = "") -> dict[str, int]:
    """Create authorities that have no forms yet, of these kinds, and return their ids."""
    rows = [{"canonical": each, "sort": kind.value, "name": name} for each, kind in kinds.items()]
    if not rows:
        return {}
    return {each: int(id_) for each, id_ in connection.execute(_ADD_AUTHORITIES, rows)}


def _counts(connection: Connection, ids: Iterable[int]) -> dict[int, tuple[int, int]]:
    """Count the documents and the passages that cite each authority."""
    counts = func.count(CitedRow.document_id.distinct()), func.count(CitedRow.passage_id.distinct())
    found: dict[int, tuple[int, int]] = {}
    for some in batches(ids):
        query = select(CitedRow.authority_id, *counts).where(CitedRow.authority_id.in_(some))
        rows = connection.execute(query.group_by(CitedRow.authority_id))
        found.update((id_, (documents, passages)) for id_, documents, passages in rows)
    return found


def _has_all(name: str, fragments: Iterable[str]) -> bool:
    words = _normalised(name)
    return all(fragment in words for fragment in fragments)


def _normalised(text: str) -> str:
    """Return the text in lower case with runs of other characters than letters and digits as one space, and a
    space in front."""
    return " " + " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def _relation(row: Sequence[Any]) -> Relation:
    id_, kind, s_id, s_canonical, s_kind, s_name, t_id, t_canonical, t_kind, t_name, *rest = row
    source = None if s_id is None else Authority(s_id, s_canonical, s_kind, s_name)
    target = Authority(t_id, t_canonical, t_kind, t_name)
    return Relation(id_, kind, source, target, *rest)


def _two_parts(canonical: str) -> tuple[str, str, str]:
    """Return "158 N.J. ", " N.J. 76" and "158 76" of "158 N.J. 76", as ``_NEAR`` computes them."""
    middle = canonical.strip(_DIGITS)
    return canonical.rstrip(_DIGITS), canonical.lstrip(_DIGITS), canonical.replace(middle, " ")
