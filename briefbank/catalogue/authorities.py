"""Authorities, who cites them and what they do to each other: each method is one short transaction.

Any thread. Errors are those of ``store.Catalogue``, which has one of these. What is written is written by
``graph_rows``; ``ensure`` is for those who write beside it, inside a transaction that is open.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy.orm import aliased

from briefbank.catalogue.columns import batches, or_none
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_tables import AuthorityNameRow, AuthorityRow, CitedRow, RelationRow
from briefbank.law import Authority, Relation, RelationKind

_AUTHORITY = (AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort, AuthorityRow.name)
_IDS_OF = select(AuthorityNameRow.canonical, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.canonical.in_(bindparam("some", expanding=True))
)
_BY_KEY = select(AuthorityNameRow.key, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.key.in_(bindparam("some", expanding=True))
)
_BY_IDS = select(*_AUTHORITY).where(AuthorityRow.id.in_(bindparam("some", expanding=True)))
_ID_OF = select(AuthorityNameRow.authority_id).where(AuthorityNameRow.canonical == bindparam("canonical"))
_NAME_IT = (
    update(AuthorityRow)
    .where((AuthorityRow.id == bindparam("which")) & (AuthorityRow.name == ""))
    .values(name=bindparam("called"))
)
_ADD, _LEAD = insert(AuthorityRow).returning(AuthorityRow.id), insert(AuthorityNameRow)
_SOURCE, _TARGET = aliased(AuthorityRow), aliased(AuthorityRow)
_RELATIONS = (
    select(
        RelationRow.id,
        RelationRow.kind,
        *map(or_none, (_SOURCE.id, _SOURCE.canonical, _SOURCE.sort, _SOURCE.name)),
        *(_TARGET.id, _TARGET.canonical, _TARGET.sort, _TARGET.name),
        *(RelationRow.passage_id, RelationRow.document_id),
        *(RelationRow.start, RelationRow.end, RelationRow.words),
    )
    .join(_TARGET, _TARGET.id == RelationRow.target_id)
    .outerjoin(_SOURCE, _SOURCE.id == RelationRow.source_id)
    .order_by(RelationRow.document_id, RelationRow.passage_id, RelationRow.start, RelationRow.id)
)


class AuthorityTable:
    """What is cited, by which passages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def ids_of(self, canonicals: Collection[str]) -> dict[str, int]:
        """The authority of each canonical name, or other form in which one is cited, that is known."""
        with self._database.reading() as connection:
            return ids_of(connection, canonicals)

    def ids_by_key(self, keys: Collection[str]) -> dict[str, list[int]]:
        """The authorities whose name or other form has one of these keys (``index.named.citation_key``), in
        order; only keys that are known."""
        found: dict[str, set[int]] = {}
        with self._database.reading() as connection:
            for some in batches(keys):
                for key, id_ in connection.execute(_BY_KEY, {"some": some}):
                    found.setdefault(key, set()).add(id_)
        return {key: sorted(ids) for key, ids in found.items()}

    def named(self, fragments: Sequence[str], limit: int) -> list[int]:
        """The authorities in whose name each of these stands at the beginning of a word, whatever its
        capitals, the most cited first; empty without fragments."""
        wanted = [words for fragment in fragments if (words := _plain(fragment)).strip()]
        if not wanted:
            return []
        with self._database.reading() as connection:
            names = connection.execute(
                select(AuthorityRow.id, AuthorityRow.name).where(AuthorityRow.name != "")
            )
            fitting = [id_ for id_, name in names if _holds(name, wanted)]
            counts = _passages_citing(connection, fitting)
        return sorted(fitting, key=lambda id_: (-counts.get(id_, 0), id_))[:limit]

    def by_ids(self, ids: Iterable[int]) -> dict[int, Authority]:
        """Those that exist."""
        with self._database.reading() as connection:
            rows = [row for some in batches(ids) for row in connection.execute(_BY_IDS, {"some": some})]
        return {row.id: Authority(*row) for row in rows}

    def names_of(self, authority_id: int) -> list[str]:
        """All forms in which an authority is cited, its canonical name among them, in order."""
        query = select(AuthorityNameRow.canonical).where(AuthorityNameRow.authority_id == authority_id)
        with self._database.reading() as connection:
            return sorted(connection.execute(query).scalars())

    def passages_citing(self, authority_ids: Collection[int]) -> list[tuple[int, int]]:
        """(document_id, passage_id) of every passage that cites one of them, once each, in order."""
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
        """What is said to be done to any of ``target_ids``, by any of ``source_ids``, of these kinds; None
        stands for any. In order of document and passage."""
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
    """As the method."""
    found: dict[str, int] = {}
    for some in batches(canonicals):
        found.update((name, id_) for name, id_ in connection.execute(_IDS_OF, {"some": some}))
    return found


def ensure(connection: Connection, canonical: str, sort: str, name: str, key: str) -> int:
    """The number of the authority that has this canonical name or cites in this form; it is made if there is
    none. ``name`` counts where it has none yet. Inside a transaction that is open."""
    known = connection.execute(_ID_OF, {"canonical": canonical}).scalar()
    if known is None:
        known = add(connection, canonical, sort, name)
        connection.execute(_LEAD, {"canonical": canonical, "key": key, "authority_id": known})
    elif name:
        connection.execute(_NAME_IT, {"which": known, "called": name})
    return int(known)


def add(connection: Connection, canonical: str, sort: str, name: str) -> int:
    """A new authority, to which no form leads yet."""
    made = connection.execute(_ADD, {"canonical": canonical, "sort": sort, "name": name})
    return int(made.scalar_one())


def _passages_citing(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    """By authority, how many passages cite it."""
    found: dict[int, int] = {}
    for some in batches(ids):
        query = select(CitedRow.authority_id, func.count(CitedRow.passage_id.distinct()))
        rows = connection.execute(
            query.where(CitedRow.authority_id.in_(some)).group_by(CitedRow.authority_id)
        )
        found.update((id_, count) for id_, count in rows)
    return found


def _holds(name: str, fragments: Iterable[str]) -> bool:
    words = _plain(name)
    return all(fragment in words for fragment in fragments)


def _plain(text: str) -> str:
    """Small letters and digits, with a space for all else and before the first."""
    return " " + " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def _relation(row: Sequence[Any]) -> Relation:
    id_, kind, s_id, s_canonical, s_sort, s_name, t_id, t_canonical, t_sort, t_name, *rest = row
    source = None if s_id is None else Authority(s_id, s_canonical, s_sort, s_name)
    target = Authority(t_id, t_canonical, t_sort, t_name)
    return Relation(id_, RelationKind(kind), source, target, *rest)
