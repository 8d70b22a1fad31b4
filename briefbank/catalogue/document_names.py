"""Adds what distinguishes documents with equal titles, inside an open transaction.

The documents with one title are found by the index of the titles. A connection of a person from whom
documents are kept has views in place of the tables, so that no hidden document has an effect on a name.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import TypeVar

from sqlalchemy import Connection, bindparam, func, select

from briefbank.catalogue import documents
from briefbank.catalogue.columns import batches
from briefbank.catalogue.document_lists import title_key
from briefbank.catalogue.tables import DocumentRow
from briefbank.domain.document_lists import ListedDocument
from briefbank.domain.document_names import distinctions
from briefbank.domain.documents import Document

K = TypeVar("K", bound=Hashable)

_MOST_COMPARED = 400
"""The most documents with one title that are compared. Of more, those that were added first are."""
_WITH_KEYS = select(
    DocumentRow.id,
    DocumentRow.title_key,
    func.row_number().over(partition_by=DocumentRow.title_key, order_by=DocumentRow.id).label("number"),
).where(DocumentRow.title_key.in_(bindparam("keys", expanding=True)))
_NUMBERED = _WITH_KEYS.subquery()
_WITH_TITLES = select(_NUMBERED.c.title_key, _NUMBERED.c.id).where(_NUMBERED.c.number <= _MOST_COMPARED)


def named(connection: Connection, rows: Mapping[K, Document]) -> dict[K, Document]:
    """Return the same documents, each with what distinguishes it from the others with its title."""
    by_key: dict[str, set[int]] = {}
    for document in rows.values():
        by_key.setdefault(title_key(document.title, document.file_name), set()).add(document.id)
    known = {document.id: document for document in rows.values()}
    groups = {key: set(ids) for key, ids in by_key.items()}
    for some in batches(by_key):
        for key, id_ in connection.execute(_WITH_TITLES, {"keys": some}):
            groups[key].add(id_)
    repeated = {key: group for key, group in groups.items() if len(group) > 1}
    others = documents.by_ids(connection, set().union(*repeated.values()) - known.keys())
    for key, group in repeated.items():
        facts = distinctions([known.get(id_) or others[id_] for id_ in sorted(group)], by_key[key])
        known.update((id_, replace(known[id_], distinctions=chosen)) for id_, chosen in facts.items())
    return {name: known[document.id] for name, document in rows.items()}


def listed(connection: Connection, rows: Mapping[int, ListedDocument]) -> dict[int, ListedDocument]:
    """Return the same rows of a list with documents as ``named`` returns them."""
    shown = {document.id: document for row in rows.values() for document in (row.document, *row.others)}
    known = named(connection, shown)
    return {
        id_: ListedDocument(known[id_], tuple(known[other.id] for other in row.others))
        for id_, row in rows.items()
    }
