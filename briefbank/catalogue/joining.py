"""Which forms of citation are one authority, from what all documents say of them; inside a transaction.

Documents hang a form on another one ("790 A.2d 903" on "170 N.J. 632"). What hangs together is one authority,
unless that would give it two citations in one reporter: a slip of one brief must not make two cases one. What
more documents say is believed first. The result depends on what is said, and not on who said it first.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, func, select, update
from sqlalchemy.orm import aliased

from briefbank.catalogue.authorities import add, ids_of
from briefbank.catalogue.columns import batches
from briefbank.catalogue.law_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    GraphedRow,
    IdentityRow,
    RelationRow,
)
from briefbank.law import RelationKind

JOINED_SORTS = ("case", "docket")
"""Sorts of which documents tell what is one; provisions say it themselves."""

_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_COUNTED = (FormRow.canonical, FormRow.rank, FormRow.beside)
_SAID_OF = select(*_COUNTED, func.count()).where(FormRow.canonical.in_(_SOME)).group_by(*_COUNTED)
_HUNG_ON = select(FormRow.canonical).where(FormRow.beside.in_(_SOME)).distinct()
_OTHER = aliased(AuthorityNameRow)
_TOGETHER_NOW = (
    select(_OTHER.canonical)
    .join(AuthorityNameRow, AuthorityNameRow.authority_id == _OTHER.authority_id)
    .where(AuthorityNameRow.canonical.in_(_SOME))
)
_LED_BY = select(AuthorityRow.id).where(AuthorityRow.canonical == bindparam("canonical"))
_SORT_OF = select(func.min(FormRow.sort)).where(FormRow.canonical == bindparam("canonical"))
_LEAD = (
    update(AuthorityNameRow)
    .where(AuthorityNameRow.canonical == bindparam("form"))
    .values(authority_id=bindparam("to"))
)
_HAVING = select(FormRow.document_id).where(FormRow.canonical.in_(_SOME))
_READ_AGAIN = delete(GraphedRow).where(GraphedRow.document_id.in_(_HAVING))
_EARLIER = aliased(RelationRow)


@dataclass(slots=True)
class _Evidence:
    """What all documents say of some forms: their ranks, and how many hang one on another."""

    ranks: dict[str, int] = field(default_factory=dict)
    hanging: dict[tuple[str, str], int] = field(default_factory=dict)


def settle(connection: Connection, hanging: Iterable[tuple[str, str]]) -> set[int]:
    """Lead all forms to the right authority that have to do with some that hang on others, or did.

    Returns the authorities that may have changed. Documents whose citations cannot be told apart any more,
    because one authority became two, are marked to be read again.
    """
    said = _evidence(connection, {form for pair in hanging for form in pair})
    now = ids_of(connection, said.ranks)
    held: dict[int, set[str]] = defaultdict(set)
    for form, id_ in now.items():
        held[id_].add(form)
    touched = set(now.values())
    for group in groups(said.ranks, said.hanging):
        target = _led_by(connection, group[0])
        touched.add(target)
        for old in sorted({now[form] for form in group if form in now} - {target}):
            if held[old] <= set(group):
                _move(connection, old, target)
            else:
                _mark_unread(connection, sorted(held[old] & set(group)))
        if moved := [{"form": form, "to": target} for form in group if now.get(form) != target]:
            connection.execute(_LEAD, moved)
    return touched


def _evidence(connection: Connection, forms: set[str]) -> _Evidence:
    """Of these forms and all that hang together with them, by what is said or was."""
    said, new, seen = _Evidence(), set(forms), set(forms)
    while new:
        near: set[str] = set()
        for some in batches(sorted(new)):
            for form, rank, beside, count in connection.execute(_SAID_OF, {"some": some}):
                said.ranks[form] = rank
                if beside:
                    said.hanging[form, beside] = said.hanging.get((form, beside), 0) + count
                    near.add(beside)
            for query in (_HUNG_ON, _TOGETHER_NOW):
                near.update(connection.execute(query, {"some": some}).scalars())
        new = near - seen
        seen |= near
    return said


def groups(ranks: Mapping[str, int], hanging: Mapping[tuple[str, str], int]) -> list[list[str]]:
    """The forms that are one authority, each group with the one first that names it, all in a fixed order.

    ``ranks`` has every form; ``hanging`` how many documents hang a form on another one.
    """
    group = {form: [form] for form in ranks}
    for form, beside in sorted(hanging, key=lambda pair: (-hanging[pair], pair)):
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


def _led_by(connection: Connection, leader: str) -> int:
    """The authority with this canonical name, made if there is none."""
    known = connection.execute(_LED_BY, {"canonical": leader}).scalar()
    if known is not None:
        return int(known)
    return add(connection, leader, connection.execute(_SORT_OF, {"canonical": leader}).scalar_one(), "")


def _mark_unread(connection: Connection, forms: Collection[str]) -> None:
    for some in batches(forms):
        connection.execute(_READ_AGAIN, {"some": some})


def _move(connection: Connection, old: int, new: int) -> None:
    """All that is said of one authority is said of another one from now on."""
    connection.execute(update(CitedRow).where(CitedRow.authority_id == old).values(authority_id=new))
    connection.execute(update(RelationRow).where(RelationRow.source_id == old).values(source_id=new))
    connection.execute(update(RelationRow).where(RelationRow.target_id == old).values(target_id=new))
    _move_identities(connection, old, new)
    _leave_once(connection, new)


def _move_identities(connection: Connection, old: int, new: int) -> None:
    both = select(IdentityRow.document_id).where(IdentityRow.authority_id == new)
    of_old = IdentityRow.authority_id == old
    connection.execute(delete(IdentityRow).where(of_old & IdentityRow.document_id.in_(both)))
    connection.execute(update(IdentityRow).where(of_old).values(authority_id=new))


def _leave_once(connection: Connection, id_: int) -> None:
    """Without what an authority would now do to itself, and with one row only for each document in which it
    cites, or is cited by, another: see ``graph_rows``."""
    its = (RelationRow.source_id == id_) | (RelationRow.target_id == id_)
    connection.execute(delete(RelationRow).where(its & (RelationRow.source_id == RelationRow.target_id)))
    cites = RelationRow.kind == RelationKind.CITES.value
    earlier = (
        select(_EARLIER.id)
        .where(
            _EARLIER.document_id == RelationRow.document_id,
            _EARLIER.kind == RelationRow.kind,
            _EARLIER.source_id == RelationRow.source_id,
            _EARLIER.target_id == RelationRow.target_id,
            _EARLIER.id < RelationRow.id,
        )
        .exists()
    )
    connection.execute(delete(RelationRow).where(its & cites & earlier))
