"""Passages, the marks that say which of them have a vector, and which authorities they cite."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from sqlalchemy import BigInteger, Connection, Exists, Select, bindparam, delete, exists, func, insert, select

from briefbank.catalogue.columns import (
    GIVEN_IDS,
    GIVEN_TEXTS,
    given_ids,
    given_texts,
    pack_citations,
    pack_headings,
    pack_spans,
    unpack_citations,
    unpack_headings,
    unpack_spans,
)
from briefbank.catalogue.database import given, hexadecimal, reading, replacing, total, writing
from briefbank.catalogue.tables import CitedRow, DocumentRow, EmbeddedRow, PageRow, PassageRow
from briefbank.domain.pages import UNSEARCHED_ROLES, PageInfo, Passage
from briefbank.errors import StoreDamaged
from briefbank.text.characters import passage_key, text_hash

_COLUMNS = (
    PassageRow.ordinal,
    PassageRow.text,
    PassageRow.role,
    PassageRow.heading_path,
    PassageRow.spans,
    PassageRow.page_label,
    PassageRow.citations,
    PassageRow.id,
    PassageRow.document_id,
    PassageRow.section,
)
_MAX_ID = 1 << 40  # The limit on an id: millions of ids can be summed in 64 bits

_HAS_GIVEN_ID = PassageRow.id.in_(GIVEN_IDS)
_BY_IDS = select(*_COLUMNS).where(_HAS_GIVEN_ID).order_by(PassageRow.id)
_DOCUMENTS = select(PassageRow.id, PassageRow.document_id).where(_HAS_GIVEN_ID)
_KEYS = (
    select(PassageRow.id, DocumentRow.sha256, PassageRow.text_hash)
    .join(DocumentRow, DocumentRow.id == PassageRow.document_id)
    .where(_HAS_GIVEN_ID)
)
_headings = lru_cache(maxsize=4096)(unpack_headings)
"""A cache, because all passages of a section have the same headings."""

_OF_DOCUMENTS = (
    select(*_COLUMNS)
    .where(PassageRow.document_id.in_(GIVEN_IDS))
    .order_by(PassageRow.document_id, PassageRow.ordinal)
)
_INSERT = insert(PassageRow)
_IDS = select(PassageRow.ordinal, PassageRow.id).where(PassageRow.document_id == bindparam("document_id"))


def add(connection: Connection, document_id: int, passages: Sequence[Passage]) -> list[Passage]:
    """Insert the passages of a document that had none; return them with their ids."""
    if not passages:
        return []
    connection.execute(_INSERT, [_values(document_id, passage) for passage in passages])
    ids = {row.ordinal: row.id for row in connection.execute(_IDS, {"document_id": document_id})}
    return [replace(passage, id=ids[passage.ordinal], document_id=document_id) for passage in passages]


@reading
def of_document(connection: Connection, document_id: int) -> list[Passage]:
    """Return a document's passages in order; empty for a document that does not exist."""
    return of_documents(connection, [document_id])[document_id]


def of_documents(connection: Connection, ids: Collection[int]) -> dict[int, list[Passage]]:
    passages: dict[int, list[Passage]] = {id_: [] for id_ in ids}
    for passage in map(_passage, connection.execute(_OF_DOCUMENTS, given_ids(ids))):
        passages[passage.document_id].append(passage)
    return passages


@reading
def of_section(connection: Connection, passage_id: int) -> list[Passage]:
    """Return the passage's section in document order; empty for a passage that does not exist."""
    section = select(PassageRow.document_id, PassageRow.section).where(PassageRow.id == passage_id).subquery()
    query = (
        select(*_COLUMNS)
        .where(PassageRow.document_id == section.c.document_id, PassageRow.section == section.c.section)
        .order_by(PassageRow.ordinal)
    )
    return [_passage(row) for row in connection.execute(query)]


@reading
def by_ids(connection: Connection, ids: Iterable[int]) -> dict[int, Passage]:
    """Return the passages that exist, in order of id."""
    rows = connection.execute(_BY_IDS, given_ids(ids))
    return {passage.id: passage for passage in map(_passage, rows)}


@reading
def documents_of(connection: Connection, ids: Iterable[int]) -> dict[int, int]:
    return dict(connection.execute(_DOCUMENTS, given_ids(ids)).all())


@reading
def keys(connection: Connection, ids: Iterable[int]) -> dict[int, str]:
    """Return the key of each passage that exists, the same in every library and after any rebuild."""
    rows = connection.execute(_KEYS, given_ids(ids))
    return {id_: passage_key(sha256, words.hex()) for id_, sha256, words in rows}


@reading
def all_ids(connection: Connection, searchable_only: bool = False) -> set[int]:
    query = select(PassageRow.id)
    if searchable_only:
        query = query.where(PassageRow.searchable == True)  # noqa: E712 (an SQL comparison that uses the index)
    return set(connection.execute(query).scalars())


@reading
def highest_id(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.max(PassageRow.id), 0))).scalar_one())


@dataclass(frozen=True, slots=True)
class IdTotals:
    """A set of passages in three numbers, for comparing two sets without listing them. Ids increase and are
    never reused, so what one interrupted change leaves differs in the count, or else in the sum."""

    count: int
    total: int
    """The sum of the ids; below 2**53 for a hundred million passages, so that a float holds it exactly."""
    highest: int


@reading
def searchable_id_totals(connection: Connection) -> IdTotals:
    """Return the totals of the searchable ids. Raises StoreDamaged for ids above ``_MAX_ID``."""
    if highest_id(connection) > _MAX_ID:
        raise StoreDamaged(detail="numbers of passages")
    columns = func.count(), total(PassageRow.id), func.coalesce(func.max(PassageRow.id), 0)
    query = select(*columns).where(PassageRow.searchable == True)  # noqa: E712 (as above)
    return IdTotals(*map(int, connection.execute(query).one()))


@reading
def ids_without_vector(connection: Connection, model: str) -> set[int]:
    return set(connection.execute(_without_vector(select(PassageRow.id), model)).scalars())


@reading
def documents_without_vector(connection: Connection, model: str) -> list[tuple[int, int]]:
    """Return the documents that have searchable passages which ``model`` has not embedded, and how many, the
    newest filed first and those without a date last. Reads the marks of all passages once."""
    numbers = select(PassageRow.document_id, func.count().label("passages"))
    counted = _without_vector(numbers, model).group_by(PassageRow.document_id).subquery()
    query = (
        select(counted.c.document_id, counted.c.passages)
        .join(DocumentRow, DocumentRow.id == counted.c.document_id)
        .order_by(DocumentRow.filed.desc().nulls_last(), DocumentRow.id.desc())
    )
    return [(int(document), int(passages)) for document, passages in connection.execute(query)]


@reading
def without_vector(connection: Connection, model: str, document_ids: Sequence[int]) -> list[Passage]:
    return list(by_ids(connection, ids_without_vector_of(connection, model, document_ids)).values())


@reading
def ids_without_vector_of(connection: Connection, model: str, document_ids: Sequence[int]) -> list[int]:
    """Return the ids of the passages that ``without_vector`` returns.

    They are found by their documents: SQLite would else go through all searchable passages.
    """
    searchable = PassageRow.searchable != False  # noqa: E712 (an SQL comparison that uses no index)
    of_these = select(PassageRow.id).where(PassageRow.document_id.in_(GIVEN_IDS), searchable)
    return list(connection.scalars(of_these.where(~_is_marked(model)), given_ids(document_ids)))


@reading
def count_without_vector(connection: Connection, model: str) -> int:
    return int(connection.execute(_without_vector(select(func.count()), model)).scalar_one())


@writing
def mark_embedded(connection: Connection, ids: Iterable[int], model: str) -> None:
    """Mark passages whose vectors the dense index holds; ids that were removed meanwhile are ignored."""
    present = connection.scalars(select(PassageRow.id).where(_HAS_GIVEN_ID), given_ids(ids))
    if rows := [{"passage_id": id_, "model": model} for id_ in present]:
        connection.execute(replacing(EmbeddedRow), rows)


@writing
def clear_embedded(connection: Connection) -> None:
    connection.execute(delete(EmbeddedRow))


def _without_vector(query: Select[*tuple[Any, ...]], model: str) -> Select[*tuple[Any, ...]]:
    searchable = PassageRow.searchable == True  # noqa: E712 (an SQL comparison that uses the index)
    return query.select_from(PassageRow).where(searchable, ~_is_marked(model))


def _is_marked(model: str) -> Exists:
    return exists().where(EmbeddedRow.passage_id == PassageRow.id, EmbeddedRow.model == model)


def _passage(row: Sequence[Any]) -> Passage:
    ordinal, text, role, headings, spans, labels, citations, id_, document_id, section = row
    label, *later_labels = labels.split("\n")
    return Passage(
        ordinal,
        text,
        role,
        _headings(headings),
        unpack_spans(spans),
        label,
        unpack_citations(citations),
        id_,
        document_id,
        section,
        tuple(later_labels),
    )


def _values(document_id: int, passage: Passage) -> dict[str, Any]:
    return {
        "document_id": document_id,
        "ordinal": passage.ordinal,
        "role": passage.role.value,
        "searchable": passage.role not in UNSEARCHED_ROLES,
        "text_hash": bytes.fromhex(text_hash(passage.text)),
        "page_label": "\n".join(passage.labels),
        "heading_path": pack_headings(passage.heading_path),
        "spans": pack_spans(passage.spans),
        "citations": pack_citations(passage.citations),
        "text": passage.text,
        "section": passage.section,
    }


_PAGES = select(PageRow.document_id, PageRow.index, PageRow.label, PageRow.confidence).where(
    PageRow.document_id.in_(GIVEN_IDS), PageRow.index.in_(given("pages", BigInteger()))
)
_WORDS = (
    select(PassageRow.document_id, PassageRow.text_hash, func.min(PassageRow.id))
    .where(PassageRow.document_id.in_(GIVEN_IDS), hexadecimal(PassageRow.text_hash).in_(GIVEN_TEXTS))
    .group_by(PassageRow.document_id, PassageRow.text_hash)
)


@reading
def pages_at(connection: Connection, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], PageInfo]:
    """Return the pages that exist, from pairs of document and page index (from 0)."""
    pairs = set(places)
    indexes = json.dumps([index for _, index in pairs])
    rows = connection.execute(_PAGES, {**given_ids({id_ for id_, _ in pairs}), "pages": indexes})
    known = {(id_, index): PageInfo(label, confidence) for id_, index, label, confidence in rows}
    return {pair: known[pair] for pair in pairs & known.keys()}


@reading
def with_words(connection: Connection, hashes: Iterable[tuple[int, str]]) -> dict[tuple[int, str], int]:
    """Return the first passage of each document with each hash of words (``characters.text_hash``)."""
    pairs = set(hashes)
    given = given_ids({id_ for id_, _ in pairs}) | given_texts({words for _, words in pairs})
    rows = connection.execute(_WORDS, given)
    known = {(id_, words.hex()): passage for id_, words, passage in rows}
    return {pair: known[pair] for pair in pairs & known.keys()}


_BY_PASSAGES = (
    select(CitedRow.passage_id, CitedRow.authority_id).where(CitedRow.passage_id.in_(GIVEN_IDS)).distinct()
)
_CITING = select(CitedRow.passage_id, CitedRow.document_id).where(
    CitedRow.authority_id == bindparam("authority_id")
)


@reading
def citing_all(connection: Connection, authority_ids: Collection[int]) -> dict[int, int]:
    """Return the passages that cite all the authorities, with their documents; none without authorities."""
    documents: dict[int, int] | None = None
    for authority_id in sorted(authority_ids):
        citing = dict(connection.execute(_CITING, {"authority_id": authority_id}).all())
        documents = (
            citing if documents is None else {id_: documents[id_] for id_ in documents.keys() & citing.keys()}
        )
    return documents or {}


@reading
def by_authority(connection: Connection, passage_ids: Collection[int]) -> dict[int, list[int]]:
    citing: dict[int, list[int]] = {}
    for passage_id, authority_id in connection.execute(_BY_PASSAGES, given_ids(passage_ids)):
        citing.setdefault(authority_id, []).append(passage_id)
    return citing
