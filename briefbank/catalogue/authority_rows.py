"""The cited authorities: their names and forms, the passages that cite them, their relations, and which forms
of citation are one authority.

``graph_rows`` writes the rows of documents. Documents link a form to another one ("790 A.2d 903" to
"170 N.J. 632"). Linked forms are one authority, unless that would give it two citations in one reporter: an
error in one brief must not merge two cases. Links that more documents make are applied first, so that the
result does not depend on who made them first. Links of documents that an office keeps from some persons do
not count: nobody can tell from two merged cases that a document exists which links them.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, String, bindparam, delete, func, insert, or_, select, update

from briefbank.catalogue import library_facts
from briefbank.catalogue.columns import GIVEN_IDS, GIVEN_TEXTS, given_ids, given_texts
from briefbank.catalogue.database import given, place_of, reading
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
from briefbank.domain.authorities import Authority, CitationKind, Relation, RelationKind
from briefbank.domain.caption_fields import Kind

_AUTHORITY = (AuthorityRow.id, AuthorityRow.canonical, AuthorityRow.sort, AuthorityRow.name)
_IDS_OF = select(AuthorityNameRow.canonical, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.canonical.in_(GIVEN_TEXTS)
)
_BY_KEY = select(AuthorityNameRow.key, AuthorityNameRow.authority_id).where(
    AuthorityNameRow.key.in_(GIVEN_TEXTS)
)
_BY_IDS = select(*_AUTHORITY).where(AuthorityRow.id.in_(GIVEN_IDS))
_ID_OF = select(AuthorityNameRow.authority_id).where(AuthorityNameRow.canonical == bindparam("canonical"))
_SET_NAME = (
    update(AuthorityRow)
    .where((AuthorityRow.id == bindparam("which")) & (AuthorityRow.name == ""))
    .values(name=bindparam("called"))
)
_ADD_AUTHORITIES = insert(AuthorityRow).returning(AuthorityRow.canonical, AuthorityRow.id)
_ADD_NAME = insert(AuthorityNameRow)
_RELATIONS = select(RelationRow).order_by(
    RelationRow.document_id, RelationRow.passage_id, RelationRow.start, RelationRow.id
)
_DIGITS = "0123456789"
_WORD = re.compile(r"[^\W_]+")
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


@reading
def ids_of(connection: Connection, canonicals: Collection[str]) -> dict[str, int]:
    return dict(connection.execute(_IDS_OF, given_texts(canonicals)).all())


@reading
def ids_by_key(connection: Connection, keys: Collection[str]) -> dict[str, list[int]]:
    """Return the sorted ids of the authorities of which a form has one of these keys, by known key."""
    ids: dict[str, set[int]] = {}
    for key, id_ in connection.execute(_BY_KEY, given_texts(keys)):
        ids.setdefault(key, set()).add(id_)
    return {key: sorted(ids) for key, ids in ids.items()}


@reading
def named(connection: Connection, fragments: Sequence[str], limit: int) -> list[int]:
    """Return the authorities in whose name every fragment begins a word, in any case, the most cited first,
    then by citation; empty without fragments."""
    patterns = [words for fragment in fragments if (words := _normalised(fragment)).strip()]
    if not patterns:
        return []
    cases = select(AuthorityRow.id, AuthorityRow.name).where(AuthorityRow.name != "")
    names = connection.execute(cases.order_by(AuthorityRow.canonical))
    matching = [id_ for id_, name in names if all(words in _normalised(name) for words in patterns)]
    counts = func.count(CitedRow.document_id.distinct()), func.count(CitedRow.passage_id.distinct())
    query = select(CitedRow.authority_id, *counts).where(CitedRow.authority_id.in_(GIVEN_IDS))
    rows = connection.execute(query.group_by(CitedRow.authority_id), given_ids(matching))
    cited = {id_: (documents, passages) for id_, documents, passages in rows}
    return sorted(matching, key=lambda id_: cited.get(id_, (0, 0)), reverse=True)[:limit]


@reading
def cases_near(connection: Connection, canonicals: Collection[str]) -> list[tuple[int, str, str]]:
    """Return (authority, form of its citation, its name) for each form of a named case that shares two of
    volume, reporter and page with one of these citations. Needs one citation; one scan of all forms."""
    parts = {  # of "158 N.J. 76", as ``_NEAR`` computes them: "158 N.J. ", " N.J. 76" and "158 76"
        "before_page": [canonical.rstrip(_DIGITS) for canonical in canonicals],
        "after_volume": [canonical.lstrip(_DIGITS) for canonical in canonicals],
        "numbers": [canonical.replace(canonical.strip(_DIGITS), " ") for canonical in canonicals],
    }
    rows = connection.execute(_NEAR, {name: given_texts(values)["texts"] for name, values in parts.items()})
    return [(id_, canonical, name) for id_, canonical, name in rows]


@reading
def names_of_forms(connection: Connection, canonicals: Collection[str]) -> list[tuple[str, str, int]]:
    """Return (form, name of the case there, document) for each document that has one of these forms."""
    columns = (FormRow.canonical, FormRow.name, FormRow.document_id)
    query = select(*columns).where(FormRow.canonical.in_(GIVEN_TEXTS))
    return list(connection.execute(query, given_texts(canonicals)).all())


@reading
def by_ids(connection: Connection, ids: Iterable[int]) -> dict[int, Authority]:
    return {row.id: Authority(*row) for row in connection.execute(_BY_IDS, given_ids(ids))}


@reading
def names_of(connection: Connection, authority_id: int) -> list[str]:
    query = select(AuthorityNameRow.canonical).where(AuthorityNameRow.authority_id == authority_id)
    return sorted(connection.execute(query).scalars())


@reading
def passages_citing(connection: Connection, authority_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return the (document_id, passage_id) of each passage that cites one of the authorities, in order."""
    query = select(CitedRow.document_id, CitedRow.passage_id).where(CitedRow.authority_id.in_(GIVEN_IDS))
    rows = connection.execute(query, given_ids(authority_ids))
    return sorted({(document, passage) for document, passage in rows})


@reading
def relations(
    connection: Connection,
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
    rows: Sequence[Any] = connection.execute(query).all()
    known = by_ids(connection, {id_ for row in rows for id_ in (row.source_id, row.target_id) if id_})
    return [
        Relation(
            *(row.id, row.kind, known.get(row.source_id), known[row.target_id]),
            *(row.passage_id, row.document_id, row.start, row.end, row.words),
        )
        for row in rows
        if row.target_id in known
    ]


def ensure(connection: Connection, canonical: str, kind: CitationKind, name: str, key: str) -> int:
    """Return the id of the authority with this canonical name or form, creating it if there is none. ``name``
    is used where it has no name yet."""
    known = connection.execute(_ID_OF, {"canonical": canonical}).scalar()
    if known is None:
        known = add_all(connection, {canonical: kind}, name)[canonical]
        connection.execute(_ADD_NAME, {"canonical": canonical, "key": key, "authority_id": known})
    elif name:
        connection.execute(_SET_NAME, {"which": known, "called": name})
    return int(known)


def add_all(connection: Connection, kinds: Mapping[str, CitationKind], name: str = "") -> dict[str, int]:
    """Create authorities that have no forms yet, of these kinds, and return their ids."""
    rows = [{"canonical": canonical, "sort": kind.value, "name": name} for canonical, kind in kinds.items()]
    if not rows:
        return {}
    return {canonical: int(id_) for canonical, id_ in connection.execute(_ADD_AUTHORITIES, rows)}


def _normalised(text: str) -> str:
    return " " + " ".join(_WORD.findall(text.casefold()))


class PassagePlace(NamedTuple):
    """The headings of a passage, and whether it cites contrary authority."""

    headings: str  # the headings in the form of ``columns.pack_headings``
    contrary: bool  # True when one of its citations has a signal that speaks against the cited authority


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


@reading
def citing(connection: Connection, authority_id: int) -> list[tuple[int, int, int]]:
    """Return (document_id, passage_id, index of the citation in the passage) for each citation, in order."""
    return list(connection.execute(_CITING, {"which": authority_id}).all())


@reading
def places(connection: Connection, passage_ids: Collection[int]) -> dict[int, PassagePlace]:
    rows = connection.execute(_PLACES, given_ids(passage_ids))
    return {id_: PassagePlace(headings, bool(contrary)) for id_, headings, contrary in rows.all()}


@reading
def citing_documents(connection: Connection, authority_id: int) -> dict[int, tuple[date | None, Kind]]:
    """Return filing date and kind of each document that cites it, newest first, undated ones last."""
    rows = connection.execute(_CITING_DOCUMENTS, {"which": authority_id})
    return {id_: (filed, kind) for id_, filed, kind in rows.all()}


@reading
def mentions(
    connection: Connection, authority_id: int, limit: int, offset: int
) -> list[tuple[int, int, str]]:
    """Return (passage_id, index of the citation, treatment), newest document first, those without a date
    last, then in document order."""
    values = {"which": authority_id, "most": limit, "past": offset}
    return [(id_, at, words) for id_, at, words in connection.execute(_MENTIONS, values)]


@reading
def texts(connection: Connection, authority_id: int) -> list[int]:
    """Return the documents that contain its text or a part of it, in order."""
    tables = (IdentityRow, ProvisionRow)
    queries = [select(table.document_id).where(table.authority_id == authority_id) for table in tables]
    return sorted({id_ for query in queries for id_ in connection.scalars(query)})


@reading
def together(connection: Connection, passage_ids: Collection[int]) -> dict[int, int]:
    return dict(connection.execute(_CO_CITED, given_ids(passage_ids)).all())


@reading
def citations(connection: Connection, authority_ids: Collection[int]) -> dict[int, int]:
    """Count the citations of each authority; authorities without any are left out."""
    return dict(connection.execute(_CITATIONS, given_ids(authority_ids)).all())


@reading
def most_cited(connection: Connection, limit: int) -> list[int]:
    """Return the authorities that most documents cite, in order; of as many, those in most passages, then by
    citation."""
    documents = func.count(CitedRow.document_id.distinct())
    passages = func.count(CitedRow.passage_id.distinct())
    query = (
        select(AuthorityRow.id)
        .join(CitedRow, CitedRow.authority_id == AuthorityRow.id)
        .group_by(AuthorityRow.id, AuthorityRow.canonical)
        .order_by(documents.desc(), passages.desc(), AuthorityRow.canonical)
        .limit(limit)
    )
    return list(connection.execute(query).scalars())


@reading
def containing(
    connection: Connection, part: str, kinds: Collection[CitationKind], limit: int
) -> list[tuple[str, int]]:
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
    return list(connection.execute(query).all())


@reading
def cited_by(connection: Connection, document_id: int) -> dict[int, tuple[int, int]]:
    """Return how many passages of a document cite each authority, and the first of them."""
    rows = connection.execute(_CITED_IN_DOCUMENT, {"which": document_id})
    return {id_: (passages, first) for id_, passages, first in rows}


@reading
def citing_any(connection: Connection, authority_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return each distinct pair of a document and one of these authorities that it cites."""
    rows = connection.execute(_CITING_ANY, given_ids(authority_ids))
    return [(document_id, authority_id) for document_id, authority_id in rows]


@reading
def cited_by_any(connection: Connection, document_ids: Collection[int]) -> list[tuple[int, int]]:
    """Return each distinct pair of one of these documents and an authority that it cites."""
    rows = connection.execute(_CITED_BY_ANY, given_ids(document_ids))
    return [(document_id, authority_id) for document_id, authority_id in rows]


@reading
def spread(connection: Connection) -> dict[int, int]:
    pairs = select(CitedRow.authority_id, CitedRow.document_id).distinct().subquery()
    query = select(pairs.c.authority_id, func.count()).group_by(pairs.c.authority_id)
    return dict(connection.execute(query).all())


_KEY = "documents kept apart"


def kept_apart(connection: Connection) -> frozenset[int]:
    """Return the ids of the documents; none in the library of one computer."""
    return frozenset(library_facts.numbers(library_facts.get(connection, _KEY) or "[]"))


def keep_apart(connection: Connection, document_ids: Collection[int]) -> None:
    library_facts.put(connection, _KEY, json.dumps(sorted(document_ids)))


JOINED_KINDS = (CitationKind.CASE, CitationKind.DOCKET)
"""The kinds whose forms are merged by links in documents; a provision's name alone shows its authority."""

_RANKS = select(FormRow.canonical, FormRow.rank).where(FormRow.canonical.in_(GIVEN_TEXTS)).distinct()
_LINK = (FormRow.canonical, FormRow.beside)
_LINKS = (
    select(*_LINK, func.count())
    .where(FormRow.canonical.in_(GIVEN_TEXTS), FormRow.beside != "", FormRow.document_id.not_in(GIVEN_IDS))
    .group_by(*_LINK)
)
_LINKED_TO = select(FormRow.canonical).where(FormRow.beside.in_(GIVEN_TEXTS)).distinct()
_OTHER = AuthorityNameRow.__table__.alias()
_SAME_AUTHORITY = (
    select(_OTHER.c.canonical)
    .join(AuthorityNameRow, AuthorityNameRow.authority_id == _OTHER.c.authority_id)
    .where(AuthorityNameRow.canonical.in_(GIVEN_TEXTS))
)
_BY_NAME = select(AuthorityRow.id).where(AuthorityRow.canonical == bindparam("canonical"))
_KIND_OF = select(func.min(FormRow.sort)).where(FormRow.canonical == bindparam("canonical"))
_ASSIGN = (
    update(AuthorityNameRow)
    .where(AuthorityNameRow.canonical == bindparam("form"))
    .values(authority_id=bindparam("to"))
)
_WITH_FORMS = select(FormRow.document_id).where(FormRow.canonical.in_(GIVEN_TEXTS))
_UNMARK_READ = delete(GraphedRow).where(GraphedRow.document_id.in_(_WITH_FORMS))
_EARLIER = RelationRow.__table__.alias()


def settle(connection: Connection, links: Iterable[tuple[str, str]]) -> set[int]:
    """Assign the right authority to all forms connected with these links, which were added or removed; return
    those that may have changed. Where one becomes two, documents that cite it are marked to be read again."""
    forms = {form for pair in links for form in pair}
    ranks, counted = _evidence(connection, forms, kept_apart(connection))
    now = ids_of(connection, ranks)
    forms_of: dict[int, set[str]] = defaultdict(set)
    for form, id_ in now.items():
        forms_of[id_].add(form)
    affected = set(now.values())
    for group in groups(ranks, counted):
        leader = group[0]
        target = connection.execute(_BY_NAME, {"canonical": leader}).scalar()
        if target is None:
            kind = connection.execute(_KIND_OF, {"canonical": leader}).scalar_one()
            target = add_all(connection, {leader: kind})[leader]
        affected.add(target)
        for old in sorted({now[form] for form in group if form in now} - {target}):
            if forms_of[old] <= set(group):
                _move_rows(connection, old, target)
            else:
                connection.execute(_UNMARK_READ, given_texts(forms_of[old] & set(group)))
        if moved := [{"form": form, "to": target} for form in group if now.get(form) != target]:
            connection.execute(_ASSIGN, moved)
    return affected


def _evidence(
    connection: Connection, forms: set[str], apart: Collection[int]
) -> tuple[dict[str, int], dict[tuple[str, str], int]]:
    """Return the ranks of these forms and of all connected with them, now or before, and the number of
    documents for each link, without those ``apart``."""
    ranks: dict[str, int] = {}
    links: dict[tuple[str, str], int] = {}
    new, seen = set(forms), set(forms)
    while new:
        neighbours: set[str] = set()
        given_forms = given_texts(new)
        ranks.update((form, rank) for form, rank in connection.execute(_RANKS, given_forms))
        for form, beside, count in connection.execute(_LINKS, given_forms | given_ids(apart)):
            links[form, beside] = count
            neighbours.add(beside)
        for query in (_LINKED_TO, _SAME_AUTHORITY):
            neighbours.update(connection.scalars(query, given_forms))
        new = neighbours - seen
        seen |= neighbours
    return ranks, links


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
    members = {id(forms): sorted(forms, key=lambda form: (ranks[form], form)) for forms in group.values()}
    return sorted(members.values())


def _reporter(canonical: str) -> str:
    return canonical.partition(" ")[2].rpartition(" ")[0] or canonical


def _move_rows(connection: Connection, old: int, new: int) -> None:
    """Transfer all rows of one authority to another, whose relations to itself and duplicate citations in a
    document are deleted; see ``graph_rows``."""
    connection.execute(update(CitedRow).where(CitedRow.authority_id == old).values(authority_id=new))
    connection.execute(update(RelationRow).where(RelationRow.source_id == old).values(source_id=new))
    connection.execute(update(RelationRow).where(RelationRow.target_id == old).values(target_id=new))
    both = select(IdentityRow.document_id).where(IdentityRow.authority_id == new)
    of_old = IdentityRow.authority_id == old
    connection.execute(delete(IdentityRow).where(of_old & IdentityRow.document_id.in_(both)))
    connection.execute(update(IdentityRow).where(of_old).values(authority_id=new))
    its = (RelationRow.source_id == new) | (RelationRow.target_id == new)
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
