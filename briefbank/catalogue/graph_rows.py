"""Writes what a document cites, is and says of authorities, and takes it out again, inside a transaction.

A document's own rows (its forms, citations, relations, identities) are simply written and deleted. What the
library knows of authorities beyond single documents is worked out from the rows of all of them: ``joining``
says which forms are one authority, and ``_name`` how it is called. So the rows of a library depend on the
documents that it holds now, and neither on the order in which they came nor on those that are gone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    BindParameter,
    Connection,
    Executable,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    union,
    update,
)
from sqlalchemy.dialects.sqlite import insert as upsert

from briefbank.catalogue import joining
from briefbank.catalogue.authorities import add, ids_of
from briefbank.catalogue.columns import batches, or_none
from briefbank.catalogue.database import Database
from briefbank.catalogue.law_tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    FormRow,
    GraphedRow,
    IdentityRow,
    ProvisionRow,
    RelationRow,
)
from briefbank.catalogue.tables import DocumentRow, PassageRow
from briefbank.law import RelationKind


@dataclass(frozen=True, slots=True)
class Form:
    """A form of citation in a document; see ``FormRow``."""

    canonical: str
    key: str
    sort: str
    rank: int = 0
    beside: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a passage."""

    passage_id: int
    at: int
    canonical: str
    treatment: str


@dataclass(frozen=True, slots=True)
class Said:
    """What a sentence of a passage says that one authority does to another, both by a form of theirs."""

    kind: RelationKind
    source: str
    """Empty where it names nobody."""
    target: str
    passage_id: int
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Entries:
    """All that a document brings into the graph. Each form that the others name is among ``forms``, or is a
    provision of the document."""

    forms: Sequence[Form] = ()
    cited: Sequence[Cited] = ()
    said: Sequence[Said] = ()
    identities: Sequence[str] = ()


@dataclass(slots=True)
class _Touched:
    """What may have changed: authorities, and forms that hang on others or did."""

    ids: set[int] = field(default_factory=set)
    hanging: set[tuple[str, str]] = field(default_factory=set)


_OWN = (CitedRow, RelationRow, IdentityRow, FormRow, GraphedRow)
_WHICH: BindParameter[int] = bindparam("document_id")
_ITS_PASSAGES = select(PassageRow.id).where(PassageRow.document_id == _WHICH)
_FORGET = [
    *(delete(table).where(table.document_id == _WHICH) for table in (*_OWN, ProvisionRow)),
    *(delete(table).where(table.passage_id.in_(_ITS_PASSAGES)) for table in (CitedRow, RelationRow)),
]
"""Also what damage wrote down for its passages under another document."""
_TOUCHED: Executable = union(
    *(
        select(or_none(table.authority_id)).where(table.document_id == _WHICH)
        for table in (CitedRow, IdentityRow)
    ),
    select(ProvisionRow.authority_id).where(ProvisionRow.document_id == _WHICH),
    select(RelationRow.source_id).where(RelationRow.document_id == _WHICH),
    select(RelationRow.target_id).where(RelationRow.document_id == _WHICH),
    select(AuthorityNameRow.authority_id)
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(FormRow.document_id == _WHICH),
)
_HANGING = select(FormRow.canonical, FormRow.beside).where(
    (FormRow.document_id == _WHICH) & (FormRow.beside != "") & FormRow.sort.in_(joining.JOINED_SORTS)
)
_SOME: BindParameter[Any] = bindparam("some", expanding=True)
_LEFT_NAMES = delete(AuthorityNameRow).where(
    AuthorityNameRow.authority_id.in_(_SOME),
    ~exists().where(FormRow.canonical == AuthorityNameRow.canonical),
    ~exists().where(
        AuthorityRow.id == AuthorityNameRow.authority_id, AuthorityRow.canonical == AuthorityNameRow.canonical
    ),
)
_LEFT_AUTHORITIES = delete(AuthorityRow).where(
    AuthorityRow.id.in_(_SOME),
    ~exists().where(
        AuthorityNameRow.authority_id == AuthorityRow.id, FormRow.canonical == AuthorityNameRow.canonical
    ),
    *(
        ~exists().where(table.authority_id == AuthorityRow.id)
        for table in (ProvisionRow, CitedRow, IdentityRow)
    ),
    ~exists().where(RelationRow.target_id == AuthorityRow.id),
    ~exists().where(RelationRow.source_id == AuthorityRow.id),
)
_VOTES = (
    select(AuthorityNameRow.authority_id, FormRow.name, func.count())
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(AuthorityNameRow.authority_id.in_(_SOME) & (FormRow.name != ""))
    .group_by(AuthorityNameRow.authority_id, FormRow.name)
)
_CATCHLINES = (
    select(ProvisionRow.authority_id, ProvisionRow.catchline, func.count())
    .where(ProvisionRow.authority_id.in_(_SOME) & (ProvisionRow.catchline != ""))
    .group_by(ProvisionRow.authority_id, ProvisionRow.catchline)
)
_NAMES = select(AuthorityRow.id, AuthorityRow.name).where(AuthorityRow.id.in_(_SOME))
_RENAME = update(AuthorityRow).where(AuthorityRow.id == bindparam("which")).values(name=bindparam("called"))
_LEAD, _ADD_FORMS, _CITE, _SAY = map(insert, (AuthorityNameRow, FormRow, CitedRow, RelationRow))
_IDENTIFY = upsert(IdentityRow).on_conflict_do_nothing()
_READ_AGAIN = delete(GraphedRow).where(GraphedRow.document_id == _WHICH)
_EXISTS = select(DocumentRow.id).where(DocumentRow.id == _WHICH)
_DONE = upsert(GraphedRow).on_conflict_do_update(
    ["document_id"], set_={"scheme": upsert(GraphedRow).excluded.scheme}
)


class GraphTable:
    """Which documents are in the graph, and what they bring into it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(
        self,
        document_id: int,
        entries: Entries,
        scheme: str,
        write_provisions: Callable[[Connection], object],
    ) -> None:
        """Write what a document brings, in place of what it brought before, by what scheme it was read, and,
        in the same transaction, its provisions. A document that was removed meanwhile brings nothing."""
        with self._database.writing() as connection:
            if connection.execute(_EXISTS, {"document_id": document_id}).first() is not None:
                put(connection, document_id, entries, scheme, write_provisions)

    def unread(self, scheme: str) -> list[int]:
        """The documents that were not read, or by another scheme, in order."""
        done = select(GraphedRow.document_id).where(GraphedRow.scheme == scheme)
        query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
        with self._database.reading() as connection:
            return list(connection.execute(query).scalars())

    def mark_unread(self) -> None:
        """All documents are to be read again."""
        with self._database.writing() as connection:
            connection.execute(delete(GraphedRow))

    def clear(self) -> None:
        """Delete all that documents brought; all of them are to be read again."""
        with self._database.writing() as connection:
            for table in (*_OWN, ProvisionRow, AuthorityNameRow, AuthorityRow):
                connection.execute(delete(table))


def put(
    connection: Connection,
    document_id: int,
    entries: Entries,
    scheme: str,
    write_provisions: Callable[[Connection], object],
) -> None:
    """Write what a document brings, in place of what it brought before. The document exists."""
    touched = _take_out(connection, document_id)
    write_provisions(connection)
    if entries.forms:
        connection.execute(_ADD_FORMS, [_form_values(document_id, form) for form in entries.forms])
    _lead_new_forms(connection, entries.forms)
    before, touched.hanging = touched.hanging, _hanging(entries.forms)
    if before != touched.hanging:
        touched.hanging |= before
        touched.ids |= joining.settle(connection, touched.hanging)
    ids = ids_of(connection, _forms_named(entries))
    _write(connection, document_id, entries, ids)
    connection.execute(_DONE, {"document_id": document_id, "scheme": scheme})
    touched.ids |= set(connection.execute(_TOUCHED, {"document_id": document_id}).scalars()) - {None}
    _tidy(connection, touched.ids)


def mark_unread(connection: Connection, document_id: int) -> None:
    """A document is to be read again."""
    connection.execute(_READ_AGAIN, {"document_id": document_id})


def forget(connection: Connection, document_id: int) -> None:
    """Take out all that a document brought, and the authorities that nothing speaks of any more."""
    touched = _take_out(connection, document_id)
    if touched.hanging:
        touched.ids |= joining.settle(connection, touched.hanging)
    _tidy(connection, touched.ids)


def _take_out(connection: Connection, document_id: int) -> _Touched:
    which = {"document_id": document_id}
    ids = set(connection.execute(_TOUCHED, which).scalars()) - {None}
    hanging = {(canonical, beside) for canonical, beside in connection.execute(_HANGING, which)}
    for statement in _FORGET:
        connection.execute(statement, which)
    return _Touched(ids, hanging)


def _hanging(forms: Iterable[Form]) -> set[tuple[str, str]]:
    return {
        (form.canonical, form.beside) for form in forms if form.beside and form.sort in joining.JOINED_SORTS
    }


def _lead_new_forms(connection: Connection, forms: Sequence[Form]) -> None:
    """Let every form lead to an authority: to that of the form that it hangs on, for now, or to its own."""
    known = ids_of(connection, [form.canonical for form in forms])
    rows: list[dict[str, Any]] = []
    for form in sorted(forms, key=lambda form: form.beside != ""):
        if form.canonical in known:
            continue
        leads_to = known.get(form.beside) or add(connection, form.canonical, form.sort, "")
        known[form.canonical] = leads_to
        rows.append({"canonical": form.canonical, "key": form.key, "authority_id": leads_to})
    if rows:
        connection.execute(_LEAD, rows)


def _forms_named(entries: Entries) -> list[str]:
    named = [each.canonical for each in entries.cited] + list(entries.identities)
    named += [form for each in entries.said for form in (each.source, each.target) if form]
    return list(dict.fromkeys(named))


def _write(connection: Connection, document_id: int, entries: Entries, ids: dict[str, int]) -> None:
    cited = [
        {
            "passage_id": each.passage_id,
            "at": each.at,
            "authority_id": ids[each.canonical],
            "document_id": document_id,
            "treatment": each.treatment,
        }
        for each in entries.cited
    ]
    said = _relations(document_id, entries.said, ids)
    identities = [{"document_id": document_id, "authority_id": ids[each]} for each in entries.identities]
    for statement, rows in ((_CITE, cited), (_SAY, said), (_IDENTIFY, identities)):
        if rows:
            connection.execute(statement, rows)


def _relations(document_id: int, said: Iterable[Said], ids: dict[str, int]) -> list[dict[str, Any]]:
    """The rows. That a document's own authority cites another is one row, for the first time it does; nothing
    is done by an authority to itself."""
    rows: list[dict[str, Any]] = []
    done: set[tuple[int | None, int]] = set()
    for each in said:
        source, target = ids.get(each.source) if each.source else None, ids[each.target]
        if source == target or (each.kind is RelationKind.CITES and (source, target) in done):
            continue
        if each.kind is RelationKind.CITES:
            done.add((source, target))
        row = {"kind": each.kind.value, "source_id": source, "target_id": target}
        row |= {"passage_id": each.passage_id, "document_id": document_id}
        rows.append(row | {"start": each.start, "end": each.end, "words": each.words})
    return rows


def _tidy(connection: Connection, ids: Collection[int]) -> None:
    """Leave nothing of authorities that nobody speaks of, and call the others as most do."""
    for some in batches(sorted(ids)):
        connection.execute(_LEFT_NAMES, {"some": some})
        connection.execute(_LEFT_AUTHORITIES, {"some": some})
        _name(connection, some)


def _name(connection: Connection, ids: list[int]) -> None:
    """The name that most documents give; of as many, the first in order."""
    votes: dict[int, Counter[str]] = {}
    for query in (_VOTES, _CATCHLINES):
        for id_, name, count in connection.execute(query, {"some": ids}):
            votes.setdefault(id_, Counter())[name] += count
    changed = [
        {"which": id_, "called": best}
        for id_, name in connection.execute(_NAMES, {"some": ids})
        if (best := _most(votes.get(id_, Counter()))) != name
    ]
    if changed:
        connection.execute(_RENAME, changed)


def _most(votes: Counter[str]) -> str:
    return min(votes, key=lambda name: (-votes[name], name), default="")


def _form_values(document_id: int, form: Form) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "canonical": form.canonical,
        "key": form.key,
        "sort": form.sort,
        "rank": form.rank,
        "beside": form.beside,
        "name": form.name,
    }
