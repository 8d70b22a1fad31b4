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
_REPEATED = (
    select(DocumentRow.title_key)
    .where(DocumentRow.title_key.in_(bindparam("keys", expanding=True)))
    .group_by(DocumentRow.title_key)
    .having(func.count() > 1)
)
_WITH_TITLE = (
    select(DocumentRow.id)
    .where(DocumentRow.title_key == bindparam("key"))
    .order_by(DocumentRow.id)
    .limit(_MOST_COMPARED)
)


def named(connection: Connection, found: Mapping[K, Document]) -> dict[K, Document]:
    """Return the same documents, each with what distinguishes it from the others with its title."""
    by_key: dict[str, set[int]] = {}
    for document in found.values():
        by_key.setdefault(title_key(document.title, document.file_name), set()).add(document.id)
    known = {document.id: document for document in found.values()}
    for some in batches(by_key):
        for key in connection.scalars(_REPEATED, {"keys": some}).all():
            _distinguish(connection, key, by_key[key], known)
    return {name: known[document.id] for name, document in found.items()}


def listed(connection: Connection, rows: Mapping[int, ListedDocument]) -> dict[int, ListedDocument]:
    """Return the same rows of a list with documents as ``named`` returns them."""
    shown = {each.id: each for row in rows.values() for each in (row.document, *row.others)}
    known = named(connection, shown)
    return {
        id_: ListedDocument(known[id_], tuple(known[other.id] for other in row.others))
        for id_, row in rows.items()
    }


def _distinguish(connection: Connection, key: str, ids: set[int], known: dict[int, Document]) -> None:
    others = set(connection.scalars(_WITH_TITLE, {"key": key})) - ids
    group = [known[id_] for id_ in ids] + list(documents.by_ids(connection, others).values())
    for id_, facts in distinctions(group, ids).items():
        known[id_] = replace(known[id_], distinctions=facts)
