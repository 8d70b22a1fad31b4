"""Writes and deletes the parts of documents in the citation graph.

A document's own rows (its forms, citations, relations, identities) are simply written and deleted. Facts
about authorities beyond single documents are computed from the rows of all of them: ``authority_rows.settle``
decides which forms are one authority, and ``_clean_up`` gives it its name. So the rows of a library
depend only on the documents that it holds now, not on the order in which they were added or on removed ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Executable, bindparam, delete, exists, func, insert, select, union, update

from briefbank.catalogue import authority_rows, library_facts
from briefbank.catalogue.authority_rows import add_all, ids_of
from briefbank.catalogue.columns import GIVEN_IDS, given_ids, or_none
from briefbank.catalogue.database import Database, reading, replacing, upsert, writing
from briefbank.catalogue.tables import (
    AuthorityNameRow,
    AuthorityRow,
    CitedRow,
    DocumentRow,
    FormRow,
    GraphedRow,
    IdentityRow,
    PassageRow,
    ProvisionRow,
    RelationRow,
)
from briefbank.domain.authorities import CitationKind, RelationKind
from briefbank.domain.documents import OF_GRAPH, AnnotationGap


@dataclass(frozen=True, slots=True)
class CanonicalForm:
    """A form of citation in a document; see ``FormRow``."""

    canonical: str
    key: str
    sort: CitationKind
    rank: int = 0
    beside: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Cited:
    passage_id: int
    at: int
    canonical: str
    treatment: str


@dataclass(frozen=True, slots=True)
class StatedRelation:
    """A relation of two authorities in a passage's sentence; each is given by a form of its citation."""

    kind: RelationKind
    source: str  # the acting authority; empty where the sentence names none
    target: str
    passage_id: int
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class DocumentGraph:
    """A document's whole part of the graph. Each form that the other entries name is among ``forms``, or is a
    provision of the document."""

    forms: Sequence[CanonicalForm] = ()
    cited: Sequence[Cited] = ()
    relations: Sequence[StatedRelation] = ()
    identities: Sequence[str] = ()
    gaps: Sequence[AnnotationGap] = ()


_Link = tuple[int, str, str]
"""A document that links a form to another one. It is counted for each document, so that the same link in one
that is read again and in a new one are two."""


_DOCUMENT_TABLES = (CitedRow, RelationRow, IdentityRow, FormRow, GraphedRow)
_PASSAGE_IDS = select(PassageRow.id).where(PassageRow.document_id.in_(GIVEN_IDS))
_DELETE_ROWS = [
    *(delete(table).where(table.document_id.in_(GIVEN_IDS)) for table in (*_DOCUMENT_TABLES, ProvisionRow)),
    *(delete(table).where(table.passage_id.in_(_PASSAGE_IDS)) for table in (CitedRow, RelationRow)),
]
"""The second statement also deletes rows that damage assigned to another document."""
_AFFECTED: Executable = union(
    *(
        select(or_none(table.authority_id)).where(table.document_id.in_(GIVEN_IDS))
        for table in (CitedRow, IdentityRow)
    ),
    select(ProvisionRow.authority_id).where(ProvisionRow.document_id.in_(GIVEN_IDS)),
    select(RelationRow.source_id).where(RelationRow.document_id.in_(GIVEN_IDS)),
    select(RelationRow.target_id).where(RelationRow.document_id.in_(GIVEN_IDS)),
    select(AuthorityNameRow.authority_id)
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(FormRow.document_id.in_(GIVEN_IDS)),
)
_LINKS = select(FormRow.document_id, FormRow.canonical, FormRow.beside).where(
    (FormRow.document_id.in_(GIVEN_IDS))
    & (FormRow.beside != "")
    & FormRow.sort.in_(authority_rows.JOINED_KINDS)
)
_IS_UNUSED_NAME = (
    AuthorityNameRow.authority_id.in_(GIVEN_IDS),
    ~exists().where(FormRow.canonical == AuthorityNameRow.canonical),
    ~exists().where(
        AuthorityRow.id == AuthorityNameRow.authority_id, AuthorityRow.canonical == AuthorityNameRow.canonical
    ),
)
_IS_UNUSED = (
    AuthorityRow.id.in_(GIVEN_IDS),
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
_UNUSED_NAMES = select(AuthorityNameRow.canonical).where(*_IS_UNUSED_NAME)
_UNUSED = select(AuthorityRow.id).where(*_IS_UNUSED)
_DELETE_UNUSED_NAMES = delete(AuthorityNameRow).where(*_IS_UNUSED_NAME)
_DELETE_UNUSED_AUTHORITIES = delete(AuthorityRow).where(*_IS_UNUSED)
_VOTES = (
    select(AuthorityNameRow.authority_id, FormRow.name, func.count())
    .join(FormRow, FormRow.canonical == AuthorityNameRow.canonical)
    .where(AuthorityNameRow.authority_id.in_(GIVEN_IDS) & (FormRow.name != ""))
    .group_by(AuthorityNameRow.authority_id, FormRow.name)
)
_CATCHLINES = (
    select(ProvisionRow.authority_id, ProvisionRow.catchline, func.count())
    .where(ProvisionRow.authority_id.in_(GIVEN_IDS) & (ProvisionRow.catchline != ""))
    .group_by(ProvisionRow.authority_id, ProvisionRow.catchline)
)
_NAMES = select(AuthorityRow.id, AuthorityRow.name).where(AuthorityRow.id.in_(GIVEN_IDS))
_RENAME = update(AuthorityRow).where(AuthorityRow.id == bindparam("which")).values(name=bindparam("called"))
_ADD_NAMES, _ADD_FORMS, _ADD_CITATIONS, _ADD_RELATIONS = map(
    insert, (AuthorityNameRow, FormRow, CitedRow, RelationRow)
)
_ADD_IDENTITIES = upsert(IdentityRow).on_conflict_do_nothing()
_UNMARK_READ = delete(GraphedRow).where(GraphedRow.document_id == bindparam("document_id"))
_EXISTING = select(DocumentRow.id).where(DocumentRow.id.in_(GIVEN_IDS))
_MARK_READ = replacing(GraphedRow)


@dataclass(frozen=True, slots=True)
class AuthorityChanges:
    """What would have to change in authorities, so that they follow from the documents."""

    unused_names: list[str]
    unused: list[int]
    renamed: dict[int, str]


@writing
def put(
    connection: Connection,
    graphs: Mapping[int, DocumentGraph],
    scheme: str,
    write_provisions: Callable[[Connection, int], object],
) -> None:
    """Replace the rows of documents, with the scheme by which they were read, and have the provisions of
    each written, in one transaction.

    A document that was removed meanwhile gets no rows.
    """
    existing = connection.scalars(_EXISTING, given_ids(graphs))
    graphs = {id_: graphs[id_] for id_ in sorted(existing)}
    if not graphs:
        return
    affected, before = _delete_rows(connection, list(graphs))
    for document_id in graphs:
        write_provisions(connection, document_id)
    forms = [(id_, form) for id_, entries in graphs.items() for form in entries.forms]
    if forms:
        rows = [{"document_id": id_, **asdict(form)} for id_, form in forms]
        connection.execute(_ADD_FORMS, rows)
    _assign_new_forms(connection, [form for _, form in forms])
    links = {
        (id_, form.canonical, form.beside)
        for id_, form in forms
        if form.beside and form.sort in authority_rows.JOINED_KINDS
    }
    if before != links:
        affected |= _settle(connection, before | links)
    _write(connection, graphs)
    for document_id, entries in graphs.items():
        library_facts.put_annotation_gaps(connection, document_id, OF_GRAPH, entries.gaps)
    connection.execute(_MARK_READ, [{"document_id": id_, "scheme": scheme} for id_ in graphs])
    affected |= set(connection.scalars(_AFFECTED, given_ids(graphs))) - {None}
    _clean_up(connection, affected)


def keep_apart(catalogue: Database, document_ids: Collection[int]) -> None:
    """Have the links of these documents between forms not count from now on, and those of all others count.
    Documents may have to be read again. Under a millisecond where nothing changed."""
    apart = frozenset(document_ids)
    with catalogue.reading() as connection:
        if authority_rows.kept_apart(connection) == apart:
            return
    with catalogue.writing() as connection:
        known = authority_rows.kept_apart(connection)
        authority_rows.keep_apart(connection, apart)
        _clean_up(connection, _settle(connection, _links_of(connection, known ^ apart)))


@reading
def unread(connection: Connection, scheme: str) -> list[int]:
    done = select(GraphedRow.document_id).where(GraphedRow.scheme == scheme)
    query = select(DocumentRow.id).where(DocumentRow.id.not_in(done)).order_by(DocumentRow.id)
    return list(connection.execute(query).scalars())


@writing
def mark_all_unread(connection: Connection) -> None:
    connection.execute(delete(GraphedRow))


@writing
def clear(connection: Connection) -> None:
    """Delete all rows of the graph; every document is to be read again."""
    for table in (*_DOCUMENT_TABLES, ProvisionRow, AuthorityNameRow, AuthorityRow):
        connection.execute(delete(table))


def mark_unread(connection: Connection, document_id: int) -> None:
    connection.execute(_UNMARK_READ, {"document_id": document_id})


def forget(connection: Connection, document_id: int) -> None:
    """Delete a document's rows, and the authorities that nothing refers to any more."""
    affected, links = _delete_rows(connection, [document_id])
    if links:
        affected |= _settle(connection, links)
    _clean_up(connection, affected)


def _delete_rows(connection: Connection, document_ids: Sequence[int]) -> tuple[set[int], set[_Link]]:
    which = given_ids(document_ids)
    ids = set(connection.execute(_AFFECTED, which).scalars()) - {None}
    links = _links_of(connection, document_ids)
    for statement in _DELETE_ROWS:
        connection.execute(statement, which)
    return ids, links


def _links_of(connection: Connection, document_ids: Iterable[int]) -> set[_Link]:
    rows = connection.execute(_LINKS, given_ids(document_ids))
    return {(document_id, canonical, beside) for document_id, canonical, beside in rows}


def _settle(connection: Connection, links: Iterable[_Link]) -> set[int]:
    return authority_rows.settle(connection, {(canonical, beside) for _, canonical, beside in links})


def _assign_new_forms(connection: Connection, forms: Sequence[CanonicalForm]) -> None:
    """Link every new form to an authority: for now that of the form that it is linked to, else its own."""
    known = ids_of(connection, [form.canonical for form in forms])
    leaders = {canonical: canonical for canonical in known}
    new: list[CanonicalForm] = []
    for form in sorted(forms, key=lambda form: form.beside != ""):
        if form.canonical not in leaders:
            leaders[form.canonical] = leaders.get(form.beside, form.canonical)
            new.append(form)
    alone = {form.canonical: form.sort for form in new if leaders[form.canonical] == form.canonical}
    ids = known | add_all(connection, alone)
    rows = [
        {"canonical": form.canonical, "key": form.key, "authority_id": ids[leaders[form.canonical]]}
        for form in new
    ]
    if rows:
        connection.execute(_ADD_NAMES, rows)


def _write(connection: Connection, graphs: Mapping[int, DocumentGraph]) -> None:
    """Write the citations, relations and identities of documents.

    A citation by the document's own authority is written once, for its first occurrence. A relation of an
    authority to itself is left out.
    """
    cited = [(id_, citation) for id_, entries in graphs.items() for citation in entries.cited]
    stated = [(id_, relation) for id_, entries in graphs.items() for relation in entries.relations]
    texts = [(id_, canonical) for id_, entries in graphs.items() for canonical in entries.identities]
    named = dict.fromkeys(citation.canonical for _, citation in cited)
    named |= dict.fromkeys(canonical for _, canonical in texts)
    named |= dict.fromkeys(form for _, said in stated for form in (said.source, said.target) if form)
    ids = ids_of(connection, named)
    relations: list[dict[str, Any]] = []
    done: set[tuple[int, int | None, int]] = set()
    for document_id, relation in stated:
        source, target = ids.get(relation.source) if relation.source else None, ids[relation.target]
        is_citation = relation.kind is RelationKind.CITES
        if source == target or (is_citation and (document_id, source, target) in done):
            continue
        if is_citation:
            done.add((document_id, source, target))
        row = {"kind": relation.kind.value, "source_id": source, "target_id": target}
        row |= {"passage_id": relation.passage_id, "document_id": document_id}
        relations.append(row | {"start": relation.start, "end": relation.end, "words": relation.words})
    citations = [
        {
            "passage_id": citation.passage_id,
            "at": citation.at,
            "authority_id": ids[citation.canonical],
            "document_id": document_id,
            "treatment": citation.treatment,
        }
        for document_id, citation in cited
    ]
    identities = [{"document_id": id_, "authority_id": ids[canonical]} for id_, canonical in texts]
    for statement, rows in (
        (_ADD_CITATIONS, citations),
        (_ADD_RELATIONS, relations),
        (_ADD_IDENTITIES, identities),
    ):
        if rows:
            connection.execute(statement, rows)


def changes_needed(connection: Connection, ids: Collection[int]) -> AuthorityChanges:
    """Return what would have to change in these authorities for the rows that the connection sees."""
    unused_names, unused = (
        list(connection.scalars(query, given_ids(ids))) for query in (_UNUSED_NAMES, _UNUSED)
    )
    return AuthorityChanges(unused_names, unused, _wrong_names(connection, ids))


def _clean_up(connection: Connection, ids: Collection[int]) -> None:
    """Delete authorities that nothing refers to, and name the others as most documents do."""
    connection.execute(_DELETE_UNUSED_NAMES, given_ids(ids))
    connection.execute(_DELETE_UNUSED_AUTHORITIES, given_ids(ids))
    names = _wrong_names(connection, ids)
    if renamed := [{"which": id_, "called": name} for id_, name in names.items()]:
        connection.execute(_RENAME, renamed)


def _wrong_names(connection: Connection, ids: Collection[int]) -> dict[int, str]:
    """Return the authorities whose name is not the one that most documents give, with that one; a tie goes to
    the first in order."""
    votes: dict[int, Counter[str]] = {}
    for query in (_VOTES, _CATCHLINES):
        for id_, name, count in connection.execute(query, given_ids(ids)):
            votes.setdefault(id_, Counter())[name] += count
    best = {id_: min(counts, key=lambda name: (-counts[name], name)) for id_, counts in votes.items()}
    names = connection.execute(_NAMES, given_ids(ids))
    return {id_: best.get(id_, "") for id_, name in names if best.get(id_, "") != name}
