"""Merges forms of citation into authorities, on the evidence of all documents, inside an open transaction.

Documents link a form to another one ("790 A.2d 903" to "170 N.J. 632"). Linked forms are one authority,
unless that would give it two citations in one reporter: an error in one brief must not merge two cases. Links
that more documents make are applied first. The result depends on the links, and not on who made them first.
Links of documents that are kept from some persons do not count (``kept_apart``).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, select, update

from briefbank.catalogue import kept_apart
from briefbank.catalogue.authorities import add, ids_of
from briefbank.catalogue.authority_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    GraphedRow,
    IdentityRow,
    RelationRow,
)
from briefbank.catalogue.columns import GIVEN_IDS, batches, given_ids
from briefbank.domain.authorities import RelationKind
from briefbank.domain.citations import CitationKind

JOINED_KINDS = (CitationKind.CASE, CitationKind.DOCKET)
"""The kinds whose forms are merged by links in documents; a provision's name shows its authority by
itself."""

_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_RANKS = select(FormRow.canonical, FormRow.rank).where(FormRow.canonical.in_(_SOME)).distinct()
_LINK = (FormRow.canonical, FormRow.beside)
_LINKS = (
    select(*_LINK, func.count())
    .where(FormRow.canonical.in_(_SOME), FormRow.beside != "", FormRow.document_id.not_in(GIVEN_IDS))
    .group_by(*_LINK)
)
_LINKED_TO = select(FormRow.canonical).where(FormRow.beside.in_(_SOME)).distinct()
_OTHER = AuthorityNameRow.__table__.alias()
_SAME_AUTHORITY = (
    select(_OTHER.c.canonical)
    .join(AuthorityNameRow, AuthorityNameRow.authority_id == _OTHER.c.authority_id)
    .where(AuthorityNameRow.canonical.in_(_SOME))
)
_BY_NAME = select(AuthorityRow.id).where(AuthorityRow.canonical == bindparam("canonical"))
_KIND_OF = select(func.min(FormRow.sort)).where(FormRow.canonical == bindparam("canonical"))
_ASSIGN = (
    update(AuthorityNameRow)
    .where(AuthorityNameRow.canonical == bindparam("form"))
    .values(authority_id=bindparam("to"))
)
_WITH_FORMS = select(FormRow.document_id).where(FormRow.canonical.in_(_SOME))
_UNMARK_READ = delete(GraphedRow).where(GraphedRow.document_id.in_(_WITH_FORMS))
_EARLIER = RelationRow.__table__.alias()


@dataclass(slots=True)
class _Evidence:
    """The evidence of all documents about some forms: their ranks, and the number of documents for each
    link."""

    ranks: dict[str, int] = field(default_factory=dict)
    links: dict[tuple[str, str], int] = field(default_factory=dict)


def settle(connection: Connection, links: Iterable[tuple[str, str]]) -> set[int]:
    """Assign the right authority to all forms connected with the given links, which were added or removed.

    Returns the authorities that may have changed. When one authority becomes two, its citations cannot be
    assigned, so the documents concerned are marked to be read again.
    """
    forms = {form for pair in links for form in pair}
    evidence = _collect_evidence(connection, forms, kept_apart.read(connection))
    now = ids_of(connection, evidence.ranks)
    forms_of: dict[int, set[str]] = defaultdict(set)
    for form, id_ in now.items():
        forms_of[id_].add(form)
    affected = set(now.values())
    for group in groups(evidence.ranks, evidence.links):
        target = _authority_named(connection, group[0])
        affected.add(target)
        for old in sorted({now[form] for form in group if form in now} - {target}):
            if forms_of[old] <= set(group):
                _move_rows(connection, old, target)
            else:
                _mark_unread(connection, sorted(forms_of[old] & set(group)))
        if moved := [{"form": form, "to": target} for form in group if now.get(form) != target]:
            connection.execute(_ASSIGN, moved)
    return affected


def _collect_evidence(connection: Connection, forms: set[str], apart: Collection[int]) -> _Evidence:
    """Collect the evidence about these forms and all forms connected with them, now or before, without the
    links that some documents make."""
    evidence, new, seen = _Evidence(), set(forms), set(forms)
    while new:
        neighbours: set[str] = set()
        for some in batches(sorted(new)):
            evidence.ranks.update((form, rank) for form, rank in connection.execute(_RANKS, {"some": some}))
            for form, beside, count in connection.execute(_LINKS, {"some": some, **given_ids(apart)}):
                evidence.links[form, beside] = count
                neighbours.add(beside)
            for query in (_LINKED_TO, _SAME_AUTHORITY):
                neighbours.update(connection.execute(query, {"some": some}).scalars())
        new = neighbours - seen
        seen |= neighbours
    return evidence


def groups(ranks: Mapping[str, int], links: Mapping[tuple[str, str], int]) -> list[list[str]]:
    """Return the groups of forms that are one authority, in a fixed order, each beginning with the form that
    names it.

    ``ranks`` has every form; ``links`` counts the documents that link a form to another one.
    """
    group = {form: [form] for form in ranks}
    for form, beside in sorted(links, key=lambda pair: (-links[pair], pair)):
        one, other = group.get(form), group.get(beside)
        if one is None or other is None or one is other:
            continue
        if not {*map(_reporter, one)} & {*map(_reporter, other)}:
            one += other
            group |= dict.fromkeys(other, one)
    found = {id(each): sorted(each, key=lambda form: (ranks[form], form)) for each in group.values()}
    return sorted(found.values())


def _reporter(canonical: str) -> str:
    return canonical.partition(" ")[2].rpartition(" ")[0] or canonical


def _authority_named(connection: Connection, leader: str) -> int:
    """Return the authority with this canonical name, creating it if there is none."""
    known = connection.execute(_BY_NAME, {"canonical": leader}).scalar()
    if known is not None:
        return int(known)
    return add(connection, leader, connection.execute(_KIND_OF, {"canonical": leader}).scalar_one(), "")


def _mark_unread(connection: Connection, forms: Collection[str]) -> None:
    for some in batches(forms):
        connection.execute(_UNMARK_READ, {"some": some})


def _move_rows(connection: Connection, old: int, new: int) -> None:
    """Transfer all rows of one authority to another."""
    connection.execute(update(CitedRow).where(CitedRow.authority_id == old).values(authority_id=new))
    connection.execute(update(RelationRow).where(RelationRow.source_id == old).values(source_id=new))
    connection.execute(update(RelationRow).where(RelationRow.target_id == old).values(target_id=new))
    _move_identities(connection, old, new)
    _remove_duplicates(connection, new)


def _move_identities(connection: Connection, old: int, new: int) -> None:
    both = select(IdentityRow.document_id).where(IdentityRow.authority_id == new)
    of_old = IdentityRow.authority_id == old
    connection.execute(delete(IdentityRow).where(of_old & IdentityRow.document_id.in_(both)))
    connection.execute(update(IdentityRow).where(of_old).values(authority_id=new))


def _remove_duplicates(connection: Connection, id_: int) -> None:
    """Delete an authority's relations to itself, and duplicate citations of one authority by another in a
    document; see ``graph_rows``."""
    its = (RelationRow.source_id == id_) | (RelationRow.target_id == id_)
    connection.execute(delete(RelationRow).where(its & (RelationRow.source_id == RelationRow.target_id)))
    cites = RelationRow.kind == RelationKind.CITES.value
    earlier = (
        select(_EARLIER.c.id)
        .where(
            _EARLIER.c.document_id == RelationRow.document_id,
            _EARLIER.c.kind == RelationRow.kind,
            _EARLIER.c.source_id == RelationRow.source_id,
            _EARLIER.c.target_id == RelationRow.target_id,
            _EARLIER.c.id < RelationRow.id,
        )
        .exists()
    )
    connection.execute(delete(RelationRow).where(its & cites & earlier))
